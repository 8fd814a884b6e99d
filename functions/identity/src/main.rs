use identity::signer::Signer;
use shared::secrets::secret_get;
use std::sync::Arc;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    let aws = shared::aws::from_environment().await;
    // A named version: every instance of one deployment publishes the same keys.
    let keys = secret_get(&aws, "LARDER_SIGNING_KEYS_ARN", Some("LARDER_SIGNING_KEYS_VERSION")).await?;
    let signer = Arc::new(Signer::from_json(&keys)?);
    shared::lambda::serve(identity::router(signer), identity::LARGEST_BODY).await
}
