//! ONNX Runtime, which runs the networks: a library inside the binary, loaded from memory, so that one file is enough.

use std::error::Error as _;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write as _};
use std::os::fd::AsRawFd;
use std::sync::Mutex;

use ort::LoadDynamicError;
use ort::environment::Environment;
use ort::session::Session;
use ort::value::Tensor;
use rten_tensor::NdTensor;
use rten_tensor::prelude::*;
use rustix::fs::{MemfdFlags, memfd_create};

use crate::error::{LoadError, ReadError};
use crate::ocr::parallel::core_count;

static LIBRARY: &[u8] = include_bytes!(env!("LARDER_ENGINE"));

/// Loads the library, once in a process. Fails if the system lacks what it is linked to: glibc 2.28 or newer, and
/// libstdc++.
pub fn load() -> Result<Environment, LoadError> {
    let in_memory = || {
        let mut file = File::from(memfd_create("onnxruntime", MemfdFlags::CLOEXEC)?);
        io::copy(&mut embedded(LIBRARY)?, &mut file)?;
        Ok(file)
    };
    let file = in_memory().map_err(|error: io::Error| LoadError::Engine(error.to_string()))?;
    let environment = ort::init_from(format!("/proc/self/fd/{}", file.as_raw_fd()));
    let environment = environment.map_err(|error| LoadError::Engine(words(&error)))?;
    environment.build().map_err(|error| LoadError::Engine(error.to_string()))
}

/// Returns the words of the system's loader, which name what is missing.
fn words(error: &LoadDynamicError) -> String {
    match error {
        LoadDynamicError::Dlopen { error, .. } => error.source().map_or_else(|| error.to_string(), ToString::to_string),
        other => other.to_string(),
    }
}

/// A network with its weights. It takes one input at a time and divides it among the cores: a session for each core
/// would have its own weights and buffers.
pub struct Network {
    session: Mutex<Session>,
}

impl Network {
    pub fn load(environment: &Environment, name: &'static str, model: &'static [u8]) -> Result<Self, LoadError> {
        let failed = |reason| LoadError::Model { model: name, reason };
        let mut bytes = Vec::with_capacity(model.len());
        embedded(model).and_then(|mut file| file.read_to_end(&mut bytes)).map_err(|error| failed(error.to_string()))?;
        let session = session(environment, &bytes).map_err(|error| failed(error.to_string()))?;
        Ok(Self { session: Mutex::new(session) })
    }

    /// Runs the network on a batch of pictures. Its output has `N` axes.
    pub fn run<const N: usize>(&self, input: NdTensor<f32, 4>) -> Result<NdTensor<f32, N>, ReadError> {
        let failed = |error: ort::Error| {
            // The reader may run in a process of its own, which writes to the log of the one that started it.
            let _ = writeln!(io::stderr(), "reader: a network failed: {error}");
            ReadError::Engine
        };
        let input = Tensor::from_array((input.shape(), input.into_data())).map_err(failed)?;
        let mut session = self.session.lock().map_err(|_| ReadError::Engine)?;
        let outputs = session.run(ort::inputs![input]).map_err(failed)?;
        let (shape, data) = outputs[0].try_extract_tensor::<f32>().map_err(failed)?;
        let shape: Vec<usize> = shape.iter().filter_map(|&side| usize::try_from(side).ok()).collect();
        let shape: [usize; N] = shape.try_into().map_err(|_| ReadError::Engine)?;
        Ok(NdTensor::from_data(shape, data.to_vec()))
    }
}

/// Creates a session without a pattern of its memory, which would be kept for every width of a line, and with threads
/// that take no time of other programs while they wait.
fn session(environment: &Environment, model: &[u8]) -> ort::Result<Session> {
    Session::builder(environment)?
        .with_memory_pattern(false)?
        .with_intra_threads(core_count())?
        .with_intra_op_spinning(false)?
        .commit_from_memory(model)
}

/// Returns embedded bytes as a part of the binary's file. Read from memory, 58 MB would stay there beside their copies.
fn embedded(bytes: &'static [u8]) -> io::Result<io::Take<File>> {
    let address = bytes.as_ptr().addr();
    let offset = fs::read_to_string("/proc/self/maps")?.lines().find_map(|line| offset_of(address, line));
    let mut file = File::open("/proc/self/exe")?;
    file.seek(SeekFrom::Start(offset.ok_or(io::ErrorKind::NotFound)?))?;
    Ok(file.take(bytes.len() as u64))
}

/// Returns the position of an address in the file that a line of `/proc/self/maps` maps: `start-end rights offset …`.
fn offset_of(address: usize, line: &str) -> Option<u64> {
    let mut fields = line.split(' ');
    let (start, end) = fields.next()?.split_once('-')?;
    let (start, end) = (usize::from_str_radix(start, 16).ok()?, usize::from_str_radix(end, 16).ok()?);
    let offset = u64::from_str_radix(fields.nth(1)?, 16).ok()?;
    (start..end).contains(&address).then_some(offset + (address - start) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_embedded_bytes_from_the_binarys_file() {
        let mut read = Vec::new();
        embedded(LIBRARY).unwrap().read_to_end(&mut read).unwrap();
        assert!(read == LIBRARY);
    }
}
