//! Changes of more rows than one transaction holds.

use crate::{ApiError, Idempotency, Reply};
use application::deps::Deps;
use store::{CommitError, MAX_WRITES, Write, key_of};

/// Makes the writes of many rows in as few transactions as possible. `reply` gets what is done: `done` by earlier
/// attempts with the same key, and the rows that are written now. Each transaction records it, so that a repeated
/// request continues after an interruption and names all of it. A row whose condition does not hold is skipped. `last` is
/// part of the last transaction.
pub async fn change_rows<T: Clone>(
    deps: &Deps,
    idempotency: &Idempotency,
    mut done: Vec<T>,
    rows: Vec<(T, Write)>,
    last: Vec<Write>,
    reply: impl Fn(&[T]) -> Reply,
) -> Result<Reply, ApiError> {
    let size = MAX_WRITES - 1 - last.len();
    let (mut steps, mut left) = (idempotency.steps_made(), rows);
    loop {
        let later = left.split_off(left.len().min(size));
        let is_last = later.is_empty();
        let mut part = left;
        loop {
            let named: Vec<T> = done.iter().cloned().chain(part.iter().map(|(row, _)| row.clone())).collect();
            let so_far = reply(&named);
            let record = idempotency.record_step(&so_far, steps, is_last);
            let writes = part.iter().map(|(_, write)| write.clone()).chain(last.iter().filter(|_| is_last).cloned());
            match deps.store.commit(writes.collect(), record).await {
                Ok(()) if is_last => return Ok(so_far),
                Ok(()) => {
                    done = named;
                    break;
                }
                Err(CommitError::Refused(key)) => {
                    let refused = part.iter().map(|(_, write)| write).map(key_of).position(|other| other == key);
                    part.remove(refused.ok_or_else(ApiError::lost_race)?);
                }
                Err(error) => return Err(error.into()),
            }
        }
        steps += 1;
        left = later;
    }
}
