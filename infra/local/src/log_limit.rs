//! Limits the log lines of each callsite: otherwise each request would fill a full disk further.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tracing::callsite::Identifier;
use tracing::subscriber::Interest;
use tracing::{Event, Level, Metadata};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::layer::{Context, Filter};

const MAX_LINES: u32 = 20;
const WINDOW: Duration = Duration::from_mins(1);

/// Passes [`MAX_LINES`] warnings and errors per minute and callsite.
pub struct LogLimit<N> {
    now: N,
    windows: Mutex<HashMap<Identifier, (Instant, u32)>>,
}

impl<N: Fn() -> Instant> LogLimit<N> {
    pub fn new(now: N) -> Self {
        Self { now, windows: Mutex::default() }
    }

    /// Counts a line, and returns the number of the callsite's lines in this minute.
    fn count(&self, callsite: Identifier) -> u32 {
        let now = (self.now)();
        let mut windows = self.windows.lock().unwrap_or_else(PoisonError::into_inner);
        let (start, count) = windows.entry(callsite).or_insert((now, 0));
        if now.duration_since(*start) >= WINDOW {
            (*start, *count) = (now, 0);
        }
        *count += 1;
        *count
    }
}

impl<S, N: Fn() -> Instant> Filter<S> for LogLimit<N> {
    fn enabled(&self, _: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        true
    }

    fn callsite_enabled(&self, _: &'static Metadata<'static>) -> Interest {
        Interest::always()
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::TRACE)
    }

    fn event_enabled(&self, event: &Event<'_>, _: &Context<'_, S>) -> bool {
        let metadata = event.metadata();
        if *metadata.level() > Level::WARN {
            return true;
        }
        let count = self.count(metadata.callsite());
        if count == MAX_LINES + 1 {
            let (target, line) = (metadata.target(), metadata.line().unwrap_or(0));
            let _ = writeln!(std::io::stderr(), "more lines of {target}:{line} are left out for a minute");
        }
        count <= MAX_LINES
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};
    use tracing_subscriber::layer::SubscriberExt;
    use tracing_subscriber::{Layer, fmt, registry};

    #[derive(Clone, Default)]
    struct LogBuffer(Arc<Mutex<Vec<u8>>>);

    impl Write for LogBuffer {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn limits_the_lines_of_a_callsite_per_minute() {
        let (lines, start, minutes) = (LogBuffer::default(), Instant::now(), Arc::new(AtomicU32::new(0)));
        let (writer, passed) = (lines.clone(), minutes.clone());
        let limit = LogLimit::new(move || start + WINDOW * passed.load(Ordering::Relaxed));
        let layer = fmt::layer().with_writer(move || writer.clone()).with_filter(limit);
        tracing::subscriber::with_default(registry().with(layer), || {
            for _ in 0..2 {
                for _ in 0..100 {
                    tracing::warn!("the disk is full");
                    tracing::info!("requested");
                }
                tracing::warn!("another");
                minutes.fetch_add(1, Ordering::Relaxed);
            }
        });
        let text = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
        let counts = ["the disk is full", "requested", "another"].map(|words| text.matches(words).count());
        assert_eq!(counts, [40, 200, 2]);
    }
}
