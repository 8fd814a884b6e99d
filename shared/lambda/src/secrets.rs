//! Reads a function's secrets from Secrets Manager at its start. The environment is too small for signing keys: it is
//! limited to four kilobytes (`docs/decisions/007-secrets.md`).

use aws_sdk_secretsmanager::error::DisplayErrorContext;
use aws_types::SdkConfig;

#[derive(Debug, thiserror::Error)]
pub enum SecretError {
    #[error("{0} is not set")]
    Unset(&'static str),
    #[error("the secret of {name} cannot be read: {detail}")]
    Unreadable { name: &'static str, detail: String },
}

/// Reads the secret whose ARN is in the variable `name`, in the version of the variable `version` or the current one.
pub async fn read_secret(aws: &SdkConfig, name: &'static str, version: Option<&str>) -> Result<String, SecretError> {
    let setting = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let arn = setting(name).ok_or(SecretError::Unset(name))?;
    let client = aws_sdk_secretsmanager::Client::new(aws);
    let call = client.get_secret_value().secret_id(arn).set_version_id(version.and_then(setting)).send().await;
    let answer = call.map_err(|e| SecretError::Unreadable { name, detail: DisplayErrorContext(e).to_string() })?;
    answer.secret_string.ok_or_else(|| SecretError::Unreadable { name, detail: "it has no text".into() })
}
