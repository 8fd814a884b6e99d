//! Errors of reading a file, with messages for users.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Why nothing could be read. The messages are shown to users and say what they can do.
#[derive(Debug, Error, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReadError {
    #[error("The file is empty.")]
    Empty,
    #[error("The file is neither an image nor a PDF. Please upload a photo of a receipt.")]
    NotAnImage,
    #[error(
        "HEIC photos have to be converted before they can be read here. Please upload a JPEG, PNG or WebP picture."
    )]
    Heic,
    #[error("This kind of image cannot be read. Please upload a JPEG, PNG, WebP, GIF, BMP or TIFF picture.")]
    UnsupportedFormat,
    #[error(
        "The image is too large: {width} × {height} pixels. At most 50 megapixels and 20,000 pixels a side can be read."
    )]
    TooLarge { width: u32, height: u32 },
    #[error("The image is too small to hold a receipt: {width} × {height} pixels.")]
    TooSmall { width: u32, height: u32 },
    #[error("The image is damaged and cannot be read completely. Please take the photo again.")]
    Corrupt,
    #[error("No text was found in the image. Please take a photo of the receipt with more light, closer and in focus.")]
    NoText,
    #[error("At most {max} photos or pages can be read as one receipt.")]
    TooManyPages { max: usize },
    #[error("The PDF is protected. Please take a screenshot of the receipt and upload that.")]
    Protected,
    #[error("Reading this image takes too long. Please photograph the receipt alone, flat and closer.")]
    TooCostly,
    #[error("The reader failed while working on this image.")]
    Engine,
}

/// Why the reader could not be loaded.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum LoadError {
    /// In the words of the system's loader, which name the library that is missing or too old.
    #[error("ONNX Runtime, which runs the models, cannot be loaded: {0}")]
    Engine(String),
    /// The models are part of the binary, so the binary is damaged.
    #[error("the embedded {model} model cannot be loaded: {reason}")]
    Model { model: &'static str, reason: String },
}
