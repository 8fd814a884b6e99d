//! The neural networks inside the binary, loaded once, on first use, and shared by all requests.

use std::sync::OnceLock;

use crate::error::LoadError;
use crate::ocr::engine::{self, Network};

static DETECTION: &[u8] = include_bytes!(concat!(env!("LARDER_MODELS"), "/detection.onnx"));
static RECOGNITION: &[u8] = include_bytes!(concat!(env!("LARDER_MODELS"), "/recognition.onnx"));
static DIRECTION: &[u8] = include_bytes!(concat!(env!("LARDER_MODELS"), "/direction.onnx"));
static CHARACTERS: &str = include_str!(concat!(env!("LARDER_MODELS"), "/characters.txt"));

/// PP-OCRv6 small for detection and recognition, and the direction classifier of PP-OCR: convolutional networks, 23 MB
/// together.
pub struct Models {
    pub detection: Network,
    pub recognition: Network,
    pub direction: Network,
    /// The recogniser's alphabet: class `i + 1` is `characters[i]`; class 0 is the CTC blank, the class after the last
    /// is the space.
    pub characters: Vec<char>,
    /// The classes of the digits from 0 to 9.
    pub digits: [usize; 10],
}

impl Models {
    /// Returns the shared models; the first call takes a tenth of a second.
    pub fn shared() -> Result<&'static Self, LoadError> {
        static SHARED: OnceLock<Result<Models, LoadError>> = OnceLock::new();
        SHARED.get_or_init(Self::load).as_ref().map_err(Clone::clone)
    }

    fn load() -> Result<Self, LoadError> {
        let characters: Vec<char> = CHARACTERS.split('\n').filter_map(|line| line.chars().next()).collect();
        let class = |digit: char| characters.iter().position(|character| *character == digit).map_or(0, |at| at + 1);
        let digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'].map(class);
        let environment = engine::load()?;
        Ok(Self {
            digits,
            detection: Network::load(&environment, "text detection", DETECTION)?,
            recognition: Network::load(&environment, "text recognition", RECOGNITION)?,
            direction: Network::load(&environment, "text direction", DIRECTION)?,
            characters,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ReadError;
    use rten_tensor::NdTensor;

    #[test]
    fn runs_a_network_alike_each_time() {
        let direction = &Models::shared().unwrap().direction;
        let lines = || NdTensor::full([1, 3, 48, 192], 0.5);
        let upright = direction.run::<2>(lines()).unwrap();
        let [straight, turned] = [upright[[0, 0]], upright[[0, 1]]];
        assert!((straight + turned - 1.0).abs() < 1e-3 && straight > 0.0 && turned > 0.0, "{straight} {turned}");
        assert_eq!(direction.run::<2>(lines()).unwrap(), upright);
        assert_eq!(direction.run::<3>(lines()), Err(ReadError::Engine), "other axes");
    }
}
