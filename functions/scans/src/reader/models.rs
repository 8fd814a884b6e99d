//! The neural networks inside the binary: made ready once, on first use, and shared by every request.

use std::sync::{Arc, OnceLock};

use rten::{Model, ModelOptions, RunOptions, ThreadPool, Value};
use rten_tensor::NdTensor;

use super::error::{LoadError, ReadError};

static DETECTION: &[u8] = include_bytes!(concat!(env!("LARDER_MODELS"), "/detection.onnx"));
static RECOGNITION: &[u8] = include_bytes!(concat!(env!("LARDER_MODELS"), "/recognition.onnx"));
static DIRECTION: &[u8] = include_bytes!(concat!(env!("LARDER_MODELS"), "/direction.onnx"));
static CHARACTERS: &str = include_str!(concat!(env!("LARDER_MODELS"), "/characters.txt"));

/// PP-OCRv6 small for finding and reading text, and the direction classifier of PP-OCR: convolutional networks, 23 MB together.
pub struct Models {
    pub detection: Model,
    pub recognition: Model,
    pub direction: Model,
    /// The recogniser's alphabet: class `i + 1` is `characters[i]`; class 0 is "nothing", the class after the last is the space.
    pub characters: Vec<char>,
}

impl Models {
    /// The shared models; the first call takes some tens of milliseconds.
    pub fn shared() -> Result<&'static Self, LoadError> {
        static SHARED: OnceLock<Models> = OnceLock::new();
        if let Some(models) = SHARED.get() {
            return Ok(models);
        }
        let models = Self::load()?;
        Ok(SHARED.get_or_init(|| models))
    }

    fn load() -> Result<Self, LoadError> {
        Ok(Self {
            detection: model("text detection", DETECTION)?,
            recognition: model("text recognition", RECOGNITION)?,
            direction: model("text direction", DIRECTION)?,
            characters: CHARACTERS.split('\n').filter_map(|line| line.chars().next()).collect(),
        })
    }
}

fn model(name: &'static str, bytes: &'static [u8]) -> Result<Model, LoadError> {
    ModelOptions::with_all_ops()
        .load_static_slice(bytes)
        .map_err(|error| LoadError { model: name, reason: error.to_string() })
}

/// Runs a model whose input is a batch of pictures and whose output has `N` axes.
pub fn run<const N: usize>(
    model: &Model,
    input: NdTensor<f32, 4>,
    threads: Option<&Arc<ThreadPool>>,
) -> Result<NdTensor<f32, N>, ReadError> {
    let mut options = RunOptions::default();
    options.thread_pool = threads.cloned();
    let output: Value = model.run_one(input.into(), Some(options)).map_err(|error| {
        tracing::error!(%error, "a model failed");
        ReadError::Engine
    })?;
    output.try_into().map_err(|_| ReadError::Engine)
}
