//! The only DynamoDB code. Functions are named `noun_verb`; a look-up returns `Result<Option<T>>`.
//!
//! `table` reads and writes rows of any kind; each other room has the rows of one subject.

mod food;
mod people;
pub mod receipts;
mod table;
mod work;

pub use food::items::ItemCapacity;
pub use food::shares::{MAX_SNAPSHOT_BYTES, Snapshot, TooLarge};
pub use people::accounts::{Account, RefreshFamily, RefusedTokens, TokenStatus};
pub use people::calendars::Calendar;
pub use people::household::JoinCredential;
pub use people::programs::ProgramToken;
pub use people::visits::{AbandonedAccount, VISIT_NOTED_EVERY};
pub use receipts::pending_pictures::PendingPictures;
pub use table::client::table_client;
pub use table::row_cache::Revision;
pub use table::{Attributes, CapacityUnits, CommitError, Guard, MAX_WRITES, Meter, Range, Store, StoreError, Write};
pub use table::{keys, to_row};
pub use work::due::{CheckedRows, DuePage, DueUser, NextCheck};
pub use work::jobs::{Job, JobKind, JobState, LEASE, MAX_STEP};
pub use work::notifications::notification_row;
