//! The only DynamoDB code. Functions are named `noun_verb`; a look-up returns `Result<Option<T>>`.
//!
//! `table` reads and writes rows of any kind; each other module has the rows of one subject.

mod food;
mod people;
pub mod receipts;
mod table;
mod work;

pub use food::items::capacity::MAX_ITEM_WRITES;
pub use food::shares::{MAX_SNAPSHOT_BYTES, Snapshot, TooLarge};
pub use people::accounts::{Account, RefreshFamily, RevokedTokens, TokenStatus};
pub use people::activity::{ACTIVITY_WRITE_INTERVAL, AbandonedAccount};
pub use people::calendars::Calendar;
pub use people::programs::ProgramToken;
pub use receipts::pending_pictures::PendingPictures;
pub use table::client::table_client;
pub use table::read::IndexPage;
pub use table::row_cache::Revision;
pub use table::{Attributes, CapacityUnits, CommitError, Guard, MAX_WRITES, Meter, Range, Store, StoreError, Write};
pub use table::{key_of, keys, to_row};
pub use work::due::{CheckedRows, DueUser, NextCheck};
pub use work::jobs::{JOB_LEASE, Job, JobKind, JobState, MAX_STEP_WRITES};
pub use work::notifications::notification_row;
