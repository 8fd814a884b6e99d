//! What the outside world is reached through: time, randomness, HTTP and AWS clients with their timeouts, metrics.

pub mod aws;
pub mod clock;
pub mod ids;
pub mod metrics;
pub mod outbound;

use std::pin::Pin;

/// A future of no named type. The body of an `async fn` is compiled anew in every crate that awaits it, and with it all
/// that it awaits: seven functions would each compile the AWS SDK's request path. A boxed one is compiled once, in the
/// crate that makes it. So what ends in a client of AWS or HTTP is a plain function, never inlined, that answers one.
pub type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
