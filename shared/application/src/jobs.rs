//! Continues jobs after their request has ended (`docs/decisions/033-jobs.md`).

use domain::id::UserId;
use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;
use system::Boxed;
use tokio::time::Instant;

/// The maximum time that a request waits for its job in this process.
const MAX_WAIT: Duration = Duration::from_secs(20);
/// The maximum time that a request works on its job before another process continues it.
const REQUEST_TIME: Duration = Duration::from_secs(5);

/// Hands a user's job over to another process.
pub trait Handover: Debug + Send + Sync {
    fn hand_over<'a>(&'a self, user: &'a UserId) -> Boxed<'a, Result<(), String>>;
}

/// Continues jobs in a task of this process, or in another process.
#[derive(Clone, Debug, Default)]
pub struct Background {
    handover: Option<Arc<dyn Handover>>,
}

impl Background {
    pub fn with_handover(handover: Arc<dyn Handover>) -> Self {
        Self { handover: Some(handover) }
    }

    /// Runs a job, and returns true if it finished. Otherwise it continues in the background, also if the caller is dropped.
    /// `run` gets the deadline after which another process continues.
    pub async fn run_job<E, F>(&self, user: &UserId, run: impl FnOnce(Option<Instant>) -> F) -> Result<bool, E>
    where
        F: Future<Output = Result<bool, E>> + Send + 'static,
        E: Send + 'static,
    {
        let Some(handover) = &self.handover else {
            return match tokio::time::timeout(MAX_WAIT, tokio::spawn(run(None))).await {
                Ok(Ok(outcome)) => outcome,
                // The schedule continues a stalled job.
                Ok(Err(_)) | Err(_) => Ok(false),
            };
        };
        let is_finished = run(Some(Instant::now() + REQUEST_TIME)).await?;
        if !is_finished {
            hand_over(handover.as_ref(), user).await;
        }
        Ok(is_finished)
    }
}

/// Hands a job over. A failure is only logged: the schedule continues the job.
pub async fn hand_over(handover: &dyn Handover, user: &UserId) {
    if let Err(error) = handover.hand_over(user).await {
        tracing::warn!(error, "a job could not be handed over; the schedule continues it");
    }
}

/// Returns true if a deadline is past.
pub fn is_past(until: Option<Instant>) -> bool {
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
    async fn hands_over_unfinished_jobs() {
        let (names, user) = (Arc::new(RecordedHandovers::default()), UserId::parse("anna").unwrap());
        let background = Background::with_handover(names.clone());
        for is_done in [true, false] {
            let part = |until: Option<Instant>| async move { Ok::<_, ()>(until.is_some() && is_done) };
            assert_eq!(background.run_job(&user, part).await, Ok(is_done));
        }
        assert_eq!(*names.0.lock().unwrap(), ["anna"]);
    }

    #[tokio::test]
    async fn finishes_job_after_its_caller_is_dropped() {
        let (done, result) = tokio::sync::oneshot::channel();
        let (begun, beginning) = tokio::sync::oneshot::channel();
        let caller = tokio::spawn(async move {
            let part = |until: Option<Instant>| async move {
                begun.send(()).unwrap();
                tokio::task::yield_now().await;
                done.send(until).unwrap();
                Ok::<_, ()>(true)
            };
            Background::default().run_job(&UserId::parse("anna").unwrap(), part).await
        });
        beginning.await.unwrap();
        caller.abort();
        assert_eq!(result.await, Ok(None));
    }
}
