//! Pictures: decoding with bounds, scaling, exposure, and what is stored of them.

pub(crate) mod decode;
pub(crate) mod exposure;
pub(crate) mod resize;

pub use decode::{decode, jpeg, strip};
pub use resize::shrink;
