use identity::signer::Signer;
use shared::lambda::{serve, start_logging, starting};
use shared::secrets::secret_get;
use std::sync::Arc;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    start_logging();
    let signer = starting(async {
        // A named version: every instance of one deployment publishes the same keys.
        let aws = shared::aws::from_environment();
        let keys = secret_get(&aws, "LARDER_SIGNING_KEYS_ARN", Some("LARDER_SIGNING_KEYS_VERSION")).await?;
        Ok(Arc::new(Signer::from_json(&keys)?))
    });
    let signer = signer.await?;
    serve(identity::router(signer), identity::LARGEST_BODY, |start| Ok(start.with_receipts())).await
}
