//! A call of an operation, which many tests send.

use http::Method;
use serde_json::Value;

pub const USER: &str = "anna";
pub(super) const MISSING_ID: &str = "00000000-0000-4000-8000-000000000000";

/// One call of an operation, with what its tests expect.
pub struct SampleCall {
    pub operation: &'static str,
    /// Distinguishes several calls of one operation.
    pub case: &'static str,
    /// The caller; operations without security ignore it.
    pub by: &'static str,
    pub method: Method,
    pub path: String,
    /// The same path with a missing id, if the path contains an id of a user's row.
    pub missing: Option<String>,
    /// The status for the missing id.
    pub missing_status: u16,
    pub body: Option<Value>,
    /// The status of this call.
    pub status: u16,
    /// Bodies at and beyond the limits, their status, and the field named by a refusal.
    pub limit_cases: Vec<(Value, u16, &'static str)>,
}

impl SampleCall {
    pub(super) fn new(operation: &'static str, method: Method, path: impl Into<String>) -> Self {
        let (by, path) = (USER, path.into());
        Self {
            operation,
            case: "",
            by,
            method,
            path,
            missing: None,
            missing_status: 404,
            body: None,
            status: 200,
            limit_cases: vec![],
        }
    }

    /// `{}` in `path` is the id of a user's row.
    pub(super) fn with_id(operation: &'static str, method: Method, path: &str, id: &str, missing_id: &str) -> Self {
        Self { missing: Some(path.replace("{}", missing_id)), ..Self::new(operation, method, path.replace("{}", id)) }
    }

    pub(super) fn case(self, case: &'static str) -> Self {
        Self { case, ..self }
    }

    pub(super) fn body(self, body: Value) -> Self {
        Self { body: Some(body), ..self }
    }

    pub(super) fn by(self, by: &'static str) -> Self {
        Self { by, ..self }
    }

    /// Marks an operation that succeeds for a missing row.
    pub(super) fn succeeds_if_missing(self) -> Self {
        Self { missing_status: 200, ..self }
    }

    pub(super) fn created(self) -> Self {
        Self { status: 201, ..self }
    }

    pub(super) fn limit_cases<const N: usize>(self, limit_cases: [(Value, u16, &'static str); N]) -> Self {
        Self { limit_cases: limit_cases.into(), ..self }
    }
}

/// Returns a text of so many characters, of two bytes each: limits count characters.
pub(super) fn long(length: usize) -> String {
    "ä".repeat(length)
}
