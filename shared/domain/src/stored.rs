//! The stored row of an entity, carried from its reading to its next version.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// The row that an entity was read from, so that fields which this version of Larder does not know are written back.
/// Only the store can look into it, and it is no part of the entity's value: all are equal.
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
