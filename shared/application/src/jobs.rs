//! Runs jobs in fenced steps, also after their request has ended (`docs/decisions/033-jobs.md`, `040-one-runner.md`).

use domain::id::UserId;
use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;
use store::receipts::ReceiptsError;
use store::{CommitError, Job, MAX_STEP_WRITES, Store, StoreError, Write, keys};
use system::Boxed;
use system::clock::Clock;
use tokio::time::Instant;

/// The maximum time that a request waits for its job in this process.
const MAX_WAIT: Duration = Duration::from_secs(20);
/// The maximum time that a request works on its job before another process continues it.
const REQUEST_TIME: Duration = Duration::from_secs(5);

/// The reason why a process stopped working on a job, which continues later.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Commit(CommitError),
    #[error(transparent)]
    Receipts(#[from] ReceiptsError),
    /// Another process works on the job or has finished it, or another job has replaced it.
    #[error("another process has taken the job")]
    TakenOver,
    /// The process has no time left for another step. Any process can take the job.
    #[error("the time for this part of the job is over")]
    OutOfTime,
}

impl From<CommitError> for JobError {
    fn from(error: CommitError) -> Self {
        // The only condition of a step that is not skipped is the job's version.
        if matches!(error, CommitError::Refused(_)) { Self::TakenOver } else { Self::Commit(error) }
    }
}

/// A process's work on a job. Each step is one transaction with the next version of the job, so that it is refused once
/// another process or job was faster.
pub struct JobRun<'a> {
    pub job: Job,
    store: &'a Store,
    clock: &'a dyn Clock,
    until: Option<Instant>,
}

impl<'a> JobRun<'a> {
    /// Continues a job that this process has just written, until it is done or the time is over.
    pub fn new(store: &'a Store, clock: &'a dyn Clock, job: Job, until: Option<Instant>) -> Self {
        Self { job, store, clock, until }
    }

    /// Takes a job from the process that worked on it.
    pub async fn take(
        store: &'a Store,
        clock: &'a dyn Clock,
        job: &Job,
        until: Option<Instant>,
    ) -> Result<Self, JobError> {
        let job = store.job_take(job, clock.now()).await?;
        Ok(Self::new(store, clock, job, until))
    }

    /// Makes a step, after which so many more rows are done. A unit whose condition does not hold is skipped.
    pub async fn step(&mut self, units: Vec<Vec<Write>>, rows: usize) -> Result<(), JobError> {
        let next = self.job.next(rows, self.clock.now());
        self.step_to(units, next).await
    }

    /// The same with a given next version of the job.
    pub async fn step_to(&mut self, units: Vec<Vec<Write>>, next: Job) -> Result<(), JobError> {
        self.store.job_step(units, vec![], &next).await?;
        self.job = next;
        if self.until.is_none_or(|until| Instant::now() < until) {
            return Ok(());
        }
        // Otherwise the next process would wait until the lease ends.
        self.store.job_step(vec![], vec![], &self.job.released(self.clock.now())).await?;
        Err(JobError::OutOfTime)
    }

    /// Deletes rows, whatever they contain, in as many steps as it takes.
    pub async fn delete(&mut self, keys: Vec<keys::Key>) -> Result<(), JobError> {
        for part in keys.chunks(MAX_STEP_WRITES) {
            self.step(part.iter().cloned().map(|key| vec![Write::row_delete(key)]).collect(), part.len()).await?;
        }
        Ok(())
    }

    /// Makes the last step of a job whose result is kept.
    pub async fn finish(&mut self, units: Vec<Vec<Write>>, rows: usize, last: Vec<Write>) -> Result<(), JobError> {
        let mut next = self.job.finished(self.clock.now());
        next.state.done += rows;
        self.store.job_step(units, last, &next).await?;
        self.job = next;
        Ok(())
    }

    /// Makes the last step of a job of which nothing is kept.
    pub async fn end_job(self, mut last: Vec<Write>) -> Result<(), JobError> {
        last.push(Write::job_delete(&self.job));
        Ok(self.store.commit(last, None).await?)
    }
}

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

    /// Runs a job, and returns true if it finished. Otherwise it continues in the background, also if the caller is
    /// dropped. `run` gets the deadline after which another process continues.
    pub async fn run_job<F>(&self, user: &UserId, run: impl FnOnce(Option<Instant>) -> F) -> Result<bool, JobError>
    where
        F: Future<Output = Result<(), JobError>> + Send + 'static,
    {
        let outcome = if let Some(handover) = &self.handover {
            let outcome = run(Some(Instant::now() + REQUEST_TIME)).await;
            if matches!(outcome, Err(JobError::OutOfTime)) {
                hand_over(handover.as_ref(), user).await;
            }
            outcome
        } else {
            match tokio::time::timeout(MAX_WAIT, tokio::spawn(run(None))).await {
                Ok(Ok(outcome)) => outcome,
                // The schedule continues a stalled job.
                Ok(Err(_)) | Err(_) => return Ok(false),
            }
        };
        match outcome {
            Ok(()) => Ok(true),
            Err(JobError::TakenOver | JobError::OutOfTime) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// Hands a job over. A failure is only logged: the schedule continues the job.
pub async fn hand_over(handover: &dyn Handover, user: &UserId) {
    if let Err(error) = handover.hand_over(user).await {
        tracing::warn!(error, "a job could not be handed over; the schedule continues it");
    }
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
            let part = |until: Option<Instant>| async move {
                assert!(until.is_some());
                if is_done { Ok(()) } else { Err(JobError::OutOfTime) }
            };
            assert_eq!(background.run_job(&user, part).await.unwrap(), is_done);
        }
        // Another process works on it already.
        let taken = |_: Option<Instant>| async { Err(JobError::TakenOver) };
        assert!(!background.run_job(&user, taken).await.unwrap());
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
                Ok(())
            };
            Background::default().run_job(&UserId::parse("anna").unwrap(), part).await
        });
        beginning.await.unwrap();
        caller.abort();
        assert_eq!(result.await, Ok(None));
    }
}
