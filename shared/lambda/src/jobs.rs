//! Jobs on Lambda: a message to an SNS topic has the id of a user, and invokes the function that continues the user's
//! job.

use application::jobs::Handover;
use aws_sdk_sns::error::DisplayErrorContext;
use domain::id::UserId;
use lambda_http::request::LambdaRequest;
use lambda_http::{Error, LambdaEvent};
use serde::Deserialize;
use serde_json::value::RawValue;
use system::Boxed;

/// The SNS topic for users whose job is to be continued.
#[derive(Debug)]
pub struct JobsTopic {
    pub client: aws_sdk_sns::Client,
    pub arn: String,
}

impl Handover for JobsTopic {
    fn hand_over<'a>(&'a self, user: &'a UserId) -> Boxed<'a, Result<(), String>> {
        Box::pin(async move {
            let call = self.client.publish().topic_arn(&self.arn).message(user.as_str()).send().await;
            call.map(|_| ()).map_err(|error| DisplayErrorContext(error).to_string())
        })
    }
}

#[derive(Deserialize)]
struct SnsEvent {
    #[serde(rename = "Records")]
    records: Vec<SnsRecord>,
}

#[derive(Deserialize)]
struct SnsRecord {
    #[serde(rename = "Sns")]
    sns: SnsMessage,
}

#[derive(Deserialize)]
struct SnsMessage {
    #[serde(rename = "Message")]
    message: String,
}

/// The kinds of invocation of a function with jobs.
pub enum Invocation {
    Jobs(Vec<UserId>),
    Request(Box<LambdaEvent<LambdaRequest>>),
}

/// Distinguishes messages of the topic from requests of the API.
pub fn parse_invocation(LambdaEvent { payload, context }: LambdaEvent<Box<RawValue>>) -> Result<Invocation, Error> {
    if let Ok(SnsEvent { records }) = serde_json::from_str(payload.get()) {
        let users = records.iter().filter_map(|record| UserId::parse(&record.sns.message));
        return Ok(Invocation::Jobs(users.collect()));
    }
    Ok(Invocation::Request(Box::new(LambdaEvent::new(serde_json::from_str(payload.get())?, context))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lambda_http::Context;

    fn parse(payload: &str) -> Result<Invocation, Error> {
        parse_invocation(LambdaEvent::new(RawValue::from_string(payload.to_owned()).unwrap(), Context::default()))
    }

    #[test]
    fn distinguishes_messages_from_requests() {
        let message = r#"{"Records": [{"EventSource": "aws:sns", "Sns": {"Message": "anna", "Subject": null}}]}"#;
        assert!(matches!(parse(message), Ok(Invocation::Jobs(users)) if users == [UserId::parse("anna").unwrap()]));
        let request = r#"{"version": "2.0", "routeKey": "$default", "rawPath": "/api/user/import", "headers": {},
            "requestContext": {"accountId": "1", "apiId": "1", "http": {"method": "GET", "path": "/api/user/import",
            "protocol": "HTTP/1.1", "sourceIp": "203.0.113.7", "userAgent": "test"}, "requestId": "1", "timeEpoch": 1},
            "body": "{\"Records\": []}", "isBase64Encoded": false}"#;
        assert!(matches!(parse(request), Ok(Invocation::Request(_))));
    }
}
