//! What is shown to a user who waits for a receipt.

use serde::Serialize;

/// Where the reader is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Stage {
    Decode,
    Lines,
    Items,
}
