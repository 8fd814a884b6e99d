//! The neural networks inside the binary, loaded once, on first use, and shared by all requests.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use rten::{Model, ModelOptions, RunOptions, ThreadPool};
use rten_tensor::NdTensor;

use crate::error::{LoadError, ReadError};

static DETECTION: &[u8] = include_bytes!(concat!(env!("LARDER_MODELS"), "/detection.onnx"));
static RECOGNITION: &[u8] = include_bytes!(concat!(env!("LARDER_MODELS"), "/recognition.onnx"));
static DIRECTION: &[u8] = include_bytes!(concat!(env!("LARDER_MODELS"), "/direction.onnx"));
static CHARACTERS: &str = include_str!(concat!(env!("LARDER_MODELS"), "/characters.txt"));

/// PP-OCRv6 small for detection and recognition, and the direction classifier of PP-OCR: convolutional networks, 23 MB
/// together.
pub struct Models {
    pub detection: Model,
    pub recognition: Model,
    pub direction: Model,
    /// The recogniser's alphabet: class `i + 1` is `characters[i]`; class 0 is the CTC blank, the class after the last
    /// is the space.
    pub characters: Vec<char>,
    /// The classes of the digits from 0 to 9.
    pub digits: [usize; 10],
}

impl Models {
    /// Returns the shared models; the first call takes some tens of milliseconds.
    pub fn shared() -> Result<&'static Self, LoadError> {
        static SHARED: OnceLock<Models> = OnceLock::new();
        if let Some(models) = SHARED.get() {
            return Ok(models);
        }
        let models = Self::load()?;
        Ok(SHARED.get_or_init(|| models))
    }

    fn load() -> Result<Self, LoadError> {
        let characters: Vec<char> = CHARACTERS.split('\n').filter_map(|line| line.chars().next()).collect();
        let class = |digit: char| characters.iter().position(|character| *character == digit).map_or(0, |at| at + 1);
        let digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'].map(class);
        Ok(Self {
            digits,
            detection: model("text detection", DETECTION)?,
            recognition: model("text recognition", RECOGNITION)?,
            direction: model("text direction", DIRECTION)?,
            characters,
        })
    }
}

fn model(name: &'static str, bytes: &'static [u8]) -> Result<Model, LoadError> {
    ModelOptions::with_all_ops()
        .load_static_slice(bytes)
        .map_err(|error| LoadError { model: name, reason: error.to_string() })
}

const MAX_WORKERS: usize = 4;

/// Returns the number of cores that read a receipt.
pub fn worker_count() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get).min(MAX_WORKERS)
}

/// Returns a pool of one thread for each core, at most [`MAX_WORKERS`]: a model that runs in one of them keeps to one
/// core. A pool shared between workers would make them wait for each other.
fn workers() -> &'static [Arc<ThreadPool>] {
    static WORKERS: OnceLock<Vec<Arc<ThreadPool>>> = OnceLock::new();
    WORKERS.get_or_init(|| (0..worker_count()).map(|_| Arc::new(ThreadPool::with_num_threads(1))).collect())
}

/// Runs jobs in parallel, each on one core, and returns the results in their order. The networks are too small to keep
/// several cores busy with one job.
pub fn run_parallel<J: Sync, R: Send>(
    jobs: &[J],
    work: impl Fn(&J, &Arc<ThreadPool>) -> Result<R, ReadError> + Sync,
) -> Vec<Result<R, ReadError>> {
    let next = AtomicUsize::new(0);
    let worker = |threads: &Arc<ThreadPool>| {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(at) else { return done };
            done.push((at, work(job, threads)));
        }
    };
    let (own, others) = workers().split_first().expect("there is at least one worker");
    let others = &others[..others.len().min(jobs.len().saturating_sub(1))];
    let mut done = std::thread::scope(|scope| {
        let handles: Vec<_> = others.iter().map(|threads| scope.spawn(|| worker(threads))).collect();
        let mut done = worker(own);
        done.extend(handles.into_iter().flat_map(|handle| handle.join().unwrap_or_default()));
        done
    });
    done.sort_by_key(|(at, _)| *at);
    let lost = jobs.len() - done.len();
    done.into_iter().map(|(_, result)| result).chain((0..lost).map(|_| Err(ReadError::Engine))).collect()
}

/// Runs a model whose input is a batch of pictures and whose output has `N` axes.
pub fn run_model<const N: usize>(
    model: &Model,
    input: NdTensor<f32, 4>,
    threads: Option<&Arc<ThreadPool>>,
) -> Result<NdTensor<f32, N>, ReadError> {
    let mut options = RunOptions::default();
    options.thread_pool = threads.cloned();
    let output = model.run_one(input.into(), Some(options)).map_err(|error| {
        tracing::error!(%error, "a model failed");
        ReadError::Engine
    })?;
    output.try_into().map_err(|_| ReadError::Engine)
}
