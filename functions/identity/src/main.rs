use identity::signer::Signer;
use lambda::secrets::secret_get;
use lambda::{serve_prepared, start_logging};
use std::sync::Arc;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda::Error> {
    start_logging();
    let routes = async |aws: &_| {
        // A named version: every instance of one deployment publishes the same keys.
        let keys = secret_get(aws, "LARDER_SIGNING_KEYS_ARN", Some("LARDER_SIGNING_KEYS_VERSION")).await?;
        Ok(identity::router(Arc::new(Signer::from_json(&keys)?)))
    };
    serve_prepared(routes, identity::LARGEST_BODY, |start| Ok(start.with_receipts())).await
}
