//! Extractors, layers, errors and views that all API functions share.

mod access;
mod address;
mod admission;
mod app;
mod body;
mod caller;
mod cdn;
mod collect;
mod deadline;
mod error;
mod etag;
mod idempotency;
pub mod observe;
mod optimistic;
mod params;
mod program;
mod rate_limit;
mod steps;
pub mod view;

pub use address::ClientAddress;
pub use admission::{Admission, Admitted};
pub use app::{app, headers};
pub use body::{JsonBody, OptionalJson, WholeBody, begins_an_object};
pub use caller::{Caller, device_role};
pub use collect::{MAX_BODY_BYTES, collect};
pub use deadline::limit_time;
pub use error::{ApiError, ErrorBody};
pub use etag::IfNoneMatch;
pub use idempotency::{Idempotency, Reply};
pub use optimistic::{AttemptError, MAX_ATTEMPTS, retry_lost_race};
pub use params::{PathText, QueryOf, SeenRows};
pub use program::program_token;
pub use rate_limit::{RateLimit, rate_limit, rate_limit_read};
pub use steps::change_rows;

use domain::id::{ItemId, ListItemId, SessionId};

/// Parses an id from a path. An invalid id is answered like a missing row.
macro_rules! path_id {
    ($name:ident, $id:ident) => {
        pub fn $name(text: &str) -> Result<$id, ApiError> {
            $id::parse(text).ok_or_else(ApiError::not_found)
        }
    };
}

path_id!(item_id, ItemId);
path_id!(session_id, SessionId);
path_id!(list_item_id, ListItemId);
