//! Access to the system: its clock and randomness, and HTTP and AWS clients with timeouts.

pub mod aws;
pub mod clock;
pub mod ids;
pub mod outbound;

use std::pin::Pin;

/// A boxed future. The body of an `async fn` is compiled again in every crate that awaits it, with everything it
/// awaits: seven functions would each compile the AWS SDK's request path. A boxed future is compiled once, in its
/// crate. So functions that end in an AWS or HTTP client are plain functions, never inlined, that return one.
pub type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
