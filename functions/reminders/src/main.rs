//! The scheduled Lambda. EventBridge may deliver an event late, twice or not at all.

use application::erase::PENDING_SCAN_AGE;
use application::jobs::hand_over;
use lambda::{FunctionContext, start};
use lambda_runtime::{Error, LambdaEvent, service_fn};
use reminders::Budget;
use serde::de::IgnoredAny;
use std::time::Duration;

/// The part of Lambda's time for deliveries in progress (a minute) and for the clean-up afterwards.
const RESERVED_TIME: Duration = Duration::from_secs(135);
/// The time for deleting unused accounts; the next run continues.
const CLEAN_UP_TIME: Duration = Duration::from_secs(30);

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    lambda::start_logging();
    let (deps, eraser, pusher, handover) = start(async |context: FunctionContext| {
        let missing = || Error::from("LARDER_PUSH_KEYS is not set: reminders need keys");
        let pusher = context.pusher()?.ok_or_else(missing)?;
        context.deps.store.prime().await?;
        Ok((context.deps.clone(), context.eraser(), pusher, context.handover()?))
    })
    .await?;
    let run = |event: LambdaEvent<IgnoredAny>| {
        let (deps, eraser, pusher, handover) = (deps.clone(), eraser.clone(), pusher.clone(), handover.clone());
        async move {
            let now = u64::try_from(deps.now().timestamp_millis()).unwrap_or(0);
            let left = Duration::from_millis(event.context.deadline.saturating_sub(now)).saturating_sub(RESERVED_TIME);
            let budget = Budget { time: left, ..Budget::default() };
            let report = reminders::run(&deps, &pusher, budget).await?;
            report.log();
            if let Err(error) = reminders::delete_abandoned(&deps, &eraser, CLEAN_UP_TIME).await {
                tracing::warn!(%error, "abandoned accounts could not be deleted; the next run retries");
            }
            if let Err(error) = eraser.delete_pending_pictures(deps.now() - PENDING_SCAN_AGE).await {
                tracing::warn!(%error, "pictures of interrupted scans could not be deleted; the next run retries");
            }
            match deps.store.job_list_stalled(deps.now()).await {
                Ok(jobs) => {
                    for job in jobs {
                        hand_over(handover.as_ref(), &job.user).await;
                    }
                }
                Err(error) => tracing::warn!(%error, "interrupted jobs could not be read; the next run retries"),
            }
            Ok::<_, Error>(())
        }
    };
    lambda_runtime::run(service_fn(run)).await
}
