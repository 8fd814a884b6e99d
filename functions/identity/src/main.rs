use identity::signer::{ServiceAccount, Signer};
use lambda::secrets::{SecretError, secret_get};
use lambda::{serve_prepared, start_logging};
use std::sync::Arc;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda::Error> {
    start_logging();
    let routes = async |aws: &_| {
        // A named version: every instance of one deployment publishes the same keys.
        let keys = secret_get(aws, "LARDER_SIGNING_KEYS_ARN", Some("LARDER_SIGNING_KEYS_VERSION")).await?;
        let signer = Signer::from_json(&keys)?;
        let account = match secret_get(aws, "LARDER_SERVICE_ACCOUNT", None).await {
            Ok(account) => Some(ServiceAccount::from_json(&account)?),
            Err(SecretError::Unset(_)) => None,
            Err(error) => return Err(error.into()),
        };
        let signer = signer.with_service_account(account);
        Ok(identity::router(Arc::new(signer)))
    };
    serve_prepared(routes, identity::MAX_BODY_BYTES, |start| Ok(start.with_receipts().with_phones())).await
}
