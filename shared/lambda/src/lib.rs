//! Runs a function on Lambda: reads settings, creates clients, primes connections, and serves requests.

mod context;
mod deadline;
mod embedded_metrics;
mod jobs;
mod logging;
pub mod mobile_push;
pub mod secrets;
mod serve;
mod start;

pub use context::FunctionContext;
pub use lambda_http::Error;
pub use logging::start_logging;
pub use serve::{serve, serve_with_jobs};
pub use start::start;
