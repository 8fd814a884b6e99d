use identity::IdentityState;
use identity::signer::{ServiceAccount, Signer};
use lambda::secrets::{SecretError, read_secret};
use lambda::{FunctionContext, serve, start_logging};
use std::sync::Arc;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda::Error> {
    start_logging();
    let state = async |context: FunctionContext| {
        // A named version: every instance of one deployment publishes the same keys.
        let keys = read_secret(&context.aws, "LARDER_SIGNING_KEYS_ARN", Some("LARDER_SIGNING_KEYS_VERSION")).await?;
        let signer = Signer::from_json(&keys)?;
        let account = match read_secret(&context.aws, "LARDER_SERVICE_ACCOUNT", None).await {
            Ok(account) => Some(ServiceAccount::from_json(&account)?),
            Err(SecretError::Unset(_)) => None,
            Err(error) => return Err(error.into()),
        };
        let signer = Arc::new(signer.with_service_account(account));
        let (eraser, background) = (context.eraser(), context.background()?);
        Ok(IdentityState { eraser, background, deps: context.deps, signer })
    };
    serve(identity::router(), state).await
}
