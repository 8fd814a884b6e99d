//! The due index: which users the scheduled job must look at, and when.

use super::error::{CommitError, StoreError};
use super::keys::{self, GSI1PK, GSI1SK};
use super::{Store, Write};
use crate::domain::id::UserId;
use crate::domain::timestamp::iso;
use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, Utc};

impl Store {
    /// The job shall look at this user at `at`, if it would not look earlier. Written before what is due, so that a crash between the two costs
    /// one look in vain and never a reminder. One write unit where nothing changes, two more where the index row moves.
    pub async fn due_bring_forward(&self, user: &UserId, at: DateTime<Utc>) -> Result<(), StoreError> {
        let write = Write::Update {
            key: keys::meta(user),
            expression: format!("SET {GSI1PK} = :shard, {GSI1SK} = :at"),
            condition: Some(format!("attribute_not_exists({GSI1SK}) OR {GSI1SK} > :at")),
            names: vec![],
            values: vec![
                (":shard".into(), AttributeValue::S(keys::due_shard(user))),
                (":at".into(), AttributeValue::S(iso(at))),
            ],
        };
        match self.commit(vec![write], None).await {
            Ok(()) | Err(CommitError::Refused(_)) => Ok(()),
            Err(CommitError::Store(error)) => Err(error),
            Err(CommitError::AlreadyRecorded) => unreachable!("there is no record in this change"),
        }
    }
}
