//! Jobs on Lambda: an SNS topic names the user whose job is to be continued, and invokes the function that works on it.

use application::jobs::Handover;
use aws_sdk_sns::error::DisplayErrorContext;
use domain::id::UserId;
use lambda_http::request::LambdaRequest;
use lambda_http::{Error, LambdaEvent};
use serde::Deserialize;
use serde_json::value::RawValue;
use system::Boxed;

/// The topic that names users.
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
struct Notifications {
    #[serde(rename = "Records")]
    records: Vec<Notification>,
}

#[derive(Deserialize)]
struct Notification {
    #[serde(rename = "Sns")]
    sns: Message,
}

#[derive(Deserialize)]
struct Message {
    #[serde(rename = "Message")]
    message: String,
}

/// The kinds of invocation of a function with jobs.
pub enum Invocation {
    Jobs(Vec<UserId>),
    Request(Box<LambdaEvent<LambdaRequest>>),
}

/// Distinguishes messages of the topic from requests of the API.
pub fn invocation(LambdaEvent { payload, context }: LambdaEvent<Box<RawValue>>) -> Result<Invocation, Error> {
    if let Ok(Notifications { records }) = serde_json::from_str(payload.get()) {
        let users = records.iter().filter_map(|record| UserId::parse(&record.sns.message));
        return Ok(Invocation::Jobs(users.collect()));
    }
    Ok(Invocation::Request(Box::new(LambdaEvent::new(serde_json::from_str(payload.get())?, context))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lambda_http::Context;

    fn read(payload: &str) -> Result<Invocation, Error> {
        invocation(LambdaEvent::new(RawValue::from_string(payload.to_owned()).unwrap(), Context::default()))
    }

    #[test]
    fn tells_messages_from_requests() {
        let message = r#"{"Records": [{"EventSource": "aws:sns", "Sns": {"Message": "anna", "Subject": null}}]}"#;
        assert!(matches!(read(message), Ok(Invocation::Jobs(users)) if users == [UserId::parse("anna").unwrap()]));
        let request = r#"{"version": "2.0", "routeKey": "$default", "rawPath": "/api/user/import", "headers": {},
            "requestContext": {"accountId": "1", "apiId": "1", "http": {"method": "GET", "path": "/api/user/import",
            "protocol": "HTTP/1.1", "sourceIp": "203.0.113.7", "userAgent": "test"}, "requestId": "1", "timeEpoch": 1},
            "body": "{\"Records\": []}", "isBase64Encoded": false}"#;
        assert!(matches!(read(request), Ok(Invocation::Request(_))));
    }
}
