//! The stored row of an entity, kept for its next version.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// The row that an entity was read from, so that fields unknown to this version of Larder are written back. Only the
/// store reads it. Not part of the entity's value: all are equal.
#[derive(Clone, Default)]
pub struct Stored(Option<Arc<dyn Any + Send + Sync>>);

impl Stored {
    pub fn new(row: impl Any + Send + Sync) -> Self {
        Self(Some(Arc::new(row)))
    }

    /// Returns the row; none for an entity that was never stored.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.0.as_deref()?.downcast_ref()
    }
}

impl PartialEq for Stored {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl fmt::Debug for Stored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stored")
    }
}
