//! Divides the work on one picture among the cores.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::error::ReadError;

const MAX_CORES: usize = 4;

/// Returns the number of cores that read a receipt.
pub fn core_count() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get).min(MAX_CORES)
}

/// Runs jobs in parallel, each on one core, and returns the results in their order. While a network works for one of
/// them, another prepares its input.
pub fn run_parallel<J: Sync, R: Send>(
    jobs: &[J],
    work: impl Fn(&J) -> Result<R, ReadError> + Sync,
) -> Vec<Result<R, ReadError>> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(at) else { return done };
            done.push((at, work(job)));
        }
    };
    let mut done = std::thread::scope(|scope| {
        let others: Vec<_> = (1..core_count().min(jobs.len())).map(|_| scope.spawn(worker)).collect();
        let mut done = worker();
        done.extend(others.into_iter().flat_map(|other| other.join().unwrap_or_default()));
        done
    });
    done.sort_by_key(|(at, _)| *at);
    let lost = jobs.len() - done.len();
    done.into_iter().map(|(_, result)| result).chain((0..lost).map(|_| Err(ReadError::Engine))).collect()
}
