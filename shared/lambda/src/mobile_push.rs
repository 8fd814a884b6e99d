//! SNS mobile push: sends a message to the app on one phone through Firebase Cloud Messaging.

use aws_sdk_sns::Client;
use aws_sdk_sns::error::{DisplayErrorContext, SdkError};
use aws_sdk_sns::operation::create_platform_endpoint::CreatePlatformEndpointError;
use aws_sdk_sns::operation::publish::PublishError;
use push::{DeliveryResult, Message, Phones, Sending};
use serde_json::json;

#[derive(Clone, Debug)]
pub struct MobilePush {
    client: Client,
    application: String,
}

impl Phones for MobilePush {
    fn send<'a>(&'a self, token: &'a str, message: &'a Message) -> Sending<'a> {
        Box::pin(self.publish(token, message))
    }

    fn forget<'a>(&'a self, token: &'a str) -> Sending<'a> {
        Box::pin(self.delete_endpoint(token))
    }
}

impl MobilePush {
    /// `application` is the ARN of the SNS platform application.
    pub fn new(client: Client, application: &str) -> Self {
        Self { client, application: application.to_owned() }
    }

    async fn publish(&self, token: &str, message: &Message) -> DeliveryResult {
        let endpoint = match self.endpoint(token).await {
            Ok(endpoint) => endpoint,
            Err(outcome) => return outcome,
        };
        let call =
            self.client.publish().target_arn(&endpoint).message_structure("json").message(body(message)).send().await;
        match call {
            Ok(_) => DeliveryResult::Accepted,
            Err(SdkError::ServiceError(error)) if matches!(error.err(), PublishError::EndpointDisabledException(_)) => {
                // The app was uninstalled. The endpoint would count towards the application's limit forever.
                if let Err(error) = self.client.delete_endpoint().endpoint_arn(&endpoint).send().await {
                    tracing::warn!(error = %DisplayErrorContext(error), "a disabled endpoint could not be deleted");
                }
                DeliveryResult::Gone
            }
            Err(error) => DeliveryResult::Failed(DisplayErrorContext(error).to_string()),
        }
    }

    async fn delete_endpoint(&self, token: &str) -> DeliveryResult {
        let endpoint = match self.endpoint(token).await {
            Ok(endpoint) => endpoint,
            Err(outcome) => return outcome,
        };
        match self.client.delete_endpoint().endpoint_arn(&endpoint).send().await {
            Ok(_) => DeliveryResult::Gone,
            Err(error) => DeliveryResult::Failed(DisplayErrorContext(error).to_string()),
        }
    }

    /// Creates the endpoint of a token, or finds and enables an existing one.
    async fn endpoint(&self, token: &str) -> Result<String, DeliveryResult> {
        // Without CustomUserData: the call is idempotent only for equal attributes.
        let call = self
            .client
            .create_platform_endpoint()
            .platform_application_arn(&self.application)
            .token(token)
            .send()
            .await;
        let error = match call {
            Ok(created) => {
                return created.endpoint_arn.ok_or_else(|| DeliveryResult::Failed("SNS returned no endpoint".into()));
            }
            Err(error) => error,
        };
        let invalid = match error.as_service_error() {
            Some(CreatePlatformEndpointError::InvalidParameterException(invalid)) => {
                invalid.message().unwrap_or_default().to_owned()
            }
            _ => return Err(DeliveryResult::Failed(DisplayErrorContext(error).to_string())),
        };
        let Some(endpoint) = existing_endpoint(&invalid) else {
            // An invalid token cannot become valid, so the phone is deleted. Another invalid parameter is a mistake of
            // the deployment, such as the ARN of another application.
            return Err(if is_about_token(&invalid) { DeliveryResult::Gone } else { DeliveryResult::Refused(invalid) });
        };
        let enable = self
            .client
            .set_endpoint_attributes()
            .endpoint_arn(endpoint)
            .attributes("Token", token)
            .attributes("Enabled", "true");
        match enable.send().await {
            Ok(_) => Ok(endpoint.to_owned()),
            Err(error) => Err(DeliveryResult::Failed(DisplayErrorContext(error).to_string())),
        }
    }
}

/// Returns true if SNS names the token as the invalid parameter: "Invalid parameter: Token Reason: …".
fn is_about_token(message: &str) -> bool {
    message.trim_start_matches("Invalid parameter:").trim_start().starts_with("Token")
}

/// Returns the ARN in "Endpoint arn:… already exists with the same Token, but different attributes."
fn existing_endpoint(message: &str) -> Option<&str> {
    let (_, rest) = message.split_once("Endpoint ")?;
    let (arn, _) = rest.split_once(" already exists")?;
    arn.starts_with("arn:").then_some(arn)
}

/// Returns the message for SNS, which requires JSON in JSON. FCM requires texts in `data`.
fn body(message: &Message) -> String {
    let fcm = json!({"fcmV1Message": {"message": {
        "notification": {"title": message.title, "body": message.body},
        "data": {"payload": message.payload, "tag": message.tag},
        "android": {"collapse_key": message.tag, "notification": {"tag": message.tag}},
    }}});
    json!({"default": message.body, "GCM": fcm.to_string()}).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognises_errors_about_the_token() {
        for (message, expected) in [
            ("Invalid parameter: Token Reason: Invalid token length", true),
            ("Invalid parameter: Token", true),
            ("Invalid parameter: PlatformApplicationArn Reason: An ARN must have at least 6 elements, not 1", false),
            ("Invalid parameter: PlatformApplicationArn Reason: Wrong number of slashes in relative portion", false),
            ("Invalid parameter: CustomUserData Reason: too long for Token", false),
            ("", false),
        ] {
            assert_eq!(is_about_token(message), expected, "{message}");
        }
    }

    #[test]
    fn finds_the_existing_endpoint_in_the_error() {
        let arn = "arn:aws:sns:eu-central-1:123456789012:endpoint/GCM/larder/5e3e9847-3183-3f18-a7e8-671c3a57d4b3";
        let text = format!(
            "Invalid parameter: Token Reason: Endpoint {arn} already exists with the same Token, but different attributes."
        );
        assert_eq!(existing_endpoint(&text), Some(arn));
        assert_eq!(
            existing_endpoint(
                "Invalid parameter: Token Reason: iOS device tokens must be no more than 400 hexadecimal characters"
            ),
            None
        );
    }

    #[test]
    fn nests_the_message_as_json_in_json() {
        let message = Message {
            tag: "due-2026-11-21".into(),
            expires_at: chrono::DateTime::from_timestamp(1_800_000_000, 0).unwrap(),
            payload: "{\"count\":1}".into(),
            title: "Use it before it spoils".into(),
            body: "1 item to use up soon: \"Milk\"".into(),
        };
        let outer: serde_json::Value = serde_json::from_str(&body(&message)).unwrap();
        let inner: serde_json::Value = serde_json::from_str(outer["GCM"].as_str().unwrap()).unwrap();
        let fcm = &inner["fcmV1Message"]["message"];
        assert_eq!(fcm["notification"]["body"], "1 item to use up soon: \"Milk\"");
        assert!(fcm["data"].as_object().unwrap().values().all(serde_json::Value::is_string));
        assert_eq!(fcm["android"]["collapse_key"], "due-2026-11-21");
    }
}
