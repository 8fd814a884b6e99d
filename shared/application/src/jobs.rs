//! Continues work after its request has ended (`docs/decisions/033-jobs.md`).

use domain::id::UserId;
use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;
use system::Boxed;
use tokio::time::Instant;

/// The maximum time that a request waits for its job.
const WAIT: Duration = Duration::from_secs(20);
/// The maximum time that a request works on its job, if another process continues it.
const OWN_PART: Duration = Duration::from_secs(5);

/// Has a user's job carried on by another process.
pub trait Handover: Debug + Send + Sync {
    fn hand_over<'a>(&'a self, user: &'a UserId) -> Boxed<'a, Result<(), String>>;
}

/// Continues jobs in a task of this process, or in another process.
#[derive(Clone, Debug, Default)]
pub struct Background {
    elsewhere: Option<Arc<dyn Handover>>,
}

impl Background {
    pub fn elsewhere(handover: Arc<dyn Handover>) -> Self {
        Self { elsewhere: Some(handover) }
    }

    /// Works on a job until the deadline that `part` is given, and returns true if that finished it. Otherwise the job
    /// continues in the background, also if the caller is dropped.
    pub async fn carry_on<E, F>(&self, user: &UserId, part: impl FnOnce(Option<Instant>) -> F) -> Result<bool, E>
    where
        F: Future<Output = Result<bool, E>> + Send + 'static,
        E: Send + 'static,
    {
        let Some(handover) = &self.elsewhere else {
            return match tokio::time::timeout(WAIT, tokio::spawn(part(None))).await {
                Ok(Ok(outcome)) => outcome,
                // It is taken up again later.
                Ok(Err(_)) | Err(_) => Ok(false),
            };
        };
        let is_done = part(Some(Instant::now() + OWN_PART)).await?;
        if !is_done {
            hand_over(handover.as_ref(), user).await;
        }
        Ok(is_done)
    }
}

/// A failure is no error: the schedule takes the job up.
pub async fn hand_over(handover: &dyn Handover, user: &UserId) {
    if let Err(error) = handover.hand_over(user).await {
        tracing::warn!(error, "a job could not be handed over; the schedule takes it up");
    }
}

/// Returns true if the time for a part of a job is over.
pub fn is_over(until: Option<Instant>) -> bool {
    until.is_some_and(|until| Instant::now() >= until)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[derive(Debug, Default)]
    struct RecordedHandovers(Mutex<Vec<String>>);

    impl Handover for RecordedHandovers {
        fn hand_over<'a>(&'a self, user: &'a UserId) -> Boxed<'a, Result<(), String>> {
            self.0.lock().unwrap().push(user.to_string());
            Box::pin(async { Err("no answer".into()) })
        }
    }

    #[tokio::test]
    async fn hands_over_what_its_own_part_did_not_end() {
        let (names, user) = (Arc::new(RecordedHandovers::default()), UserId::parse("anna").unwrap());
        let background = Background::elsewhere(names.clone());
        for is_done in [true, false] {
            let part = |until: Option<Instant>| async move { Ok::<_, ()>(until.is_some() && is_done) };
            assert_eq!(background.carry_on(&user, part).await, Ok(is_done));
        }
        assert_eq!(*names.0.lock().unwrap(), ["anna"]);
    }

    #[tokio::test]
    async fn finishes_a_task_when_its_caller_leaves() {
        let (done, result) = tokio::sync::oneshot::channel();
        let (begun, beginning) = tokio::sync::oneshot::channel();
        let caller = tokio::spawn(async move {
            let part = |until: Option<Instant>| async move {
                begun.send(()).unwrap();
                tokio::task::yield_now().await;
                done.send(until).unwrap();
                Ok::<_, ()>(true)
            };
            Background::default().carry_on(&UserId::parse("anna").unwrap(), part).await
        });
        beginning.await.unwrap();
        caller.abort();
        assert_eq!(result.await, Ok(None));
    }
}
