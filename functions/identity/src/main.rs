use identity::signer::Signer;
use std::sync::Arc;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    let keys = std::env::var("LARDER_SIGNING_KEYS")
        .map_err(|_| "LARDER_SIGNING_KEYS is not set: it holds the signing keys as JSON")?;
    let signer = Arc::new(Signer::from_json(&keys)?);
    shared::lambda::serve(identity::router(signer), identity::LARGEST_BODY).await
}
