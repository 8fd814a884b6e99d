use scans::engine::Embedded;
use std::sync::Arc;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    shared::lambda::serve(scans::router(Arc::new(Embedded::default())), scans::LARGEST_BODY).await
}
