//! Access to the system: its clock and randomness, and HTTP and AWS clients with timeouts.

pub mod aws;
pub mod clock;
pub mod ids;
pub mod outbound;

use std::pin::Pin;

/// A boxed future. An `async fn` is compiled again in every crate that awaits it, with everything it awaits, such as
/// the AWS SDK; a boxed future only once. So functions that call an AWS or HTTP client return one, and are never
/// inlined.
pub type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
