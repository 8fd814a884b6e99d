//! The progress of reading, as it is shown to a waiting user.

use serde::Serialize;

/// A stage of reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Stage {
    Decode,
    Lines,
    Items,
}
