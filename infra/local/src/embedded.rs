//! The AWS SDK's requests, answered inside this process. Nothing listens for them, so no other program and no web page
//! can reach the rows or the pictures.

use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpClient, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;
use dynoxide::{Database, DynoxideError};
use s3s::service::S3Service;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// An SDK client's transport that hands every request to the embedded DynamoDB.
pub fn dynamodb(database: Database) -> SharedHttpClient {
    SharedHttpClient::new(InProcess(DynamoDb(database)))
}

/// An SDK client's transport that hands every request to the embedded S3.
pub fn s3(service: S3Service) -> SharedHttpClient {
    SharedHttpClient::new(InProcess(S3(service)))
}

#[derive(Clone, Debug)]
struct InProcess<C>(C);

impl<C: HttpConnector + Clone + 'static> HttpClient for InProcess<C> {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.0.clone())
    }
}

#[derive(Clone)]
struct DynamoDb(Database);

impl std::fmt::Debug for DynamoDb {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("DynamoDb")
    }
}

impl HttpConnector for DynamoDb {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let database = self.0.clone();
        // Runs on a blocking thread: on a worker of the runtime a slow disk would delay every other request, and the
        // timeouts of the SDK could not fire.
        let work = tokio::task::spawn_blocking(move || {
            let operation = request.headers().get("x-amz-target").and_then(|target| target.split('.').next_back());
            let body = request.body().bytes().unwrap_or_default();
            match run(&database, operation.unwrap_or_default(), body) {
                Ok(answer) => (200, answer),
                Err(error) => (error.status_code(), error.to_json()),
            }
        });
        HttpConnectorFuture::new(async move {
            let (status, body) = work.await.map_err(|error| ConnectorError::other(error.into(), None))?;
            let status = StatusCode::try_from(status).map_err(|error| ConnectorError::other(error.into(), None))?;
            let mut response = HttpResponse::new(status, SdkBody::from(body));
            response.headers_mut().insert("content-type", "application/x-amz-json-1.0");
            Ok(response)
        })
    }
}

/// The operations that the store and the housekeeping call, in DynamoDB's own JSON.
fn run(database: &Database, operation: &str, body: &[u8]) -> Result<String, DynoxideError> {
    match operation {
        "BatchGetItem" => with(body, |request| database.batch_get_item(request)),
        "BatchWriteItem" => with(body, |request| database.batch_write_item(request)),
        "CreateTable" => with(body, |request| database.create_table(request)),
        "DeleteItem" => with(body, |request| database.delete_item(request)),
        "DescribeTable" => with(body, |request| database.describe_table(request)),
        "DescribeTimeToLive" => with(body, |request| database.describe_time_to_live(request)),
        "GetItem" => with(body, |request| database.get_item(request)),
        "PutItem" => with(body, |request| database.put_item(request)),
        "Query" => with(body, |request| database.query(request)),
        "TransactGetItems" => with(body, |request| database.transact_get_items(request)),
        "TransactWriteItems" => with(body, |request| database.transact_write_items(request)),
        "UpdateItem" => with(body, |request| database.update_item(request)),
        "UpdateTimeToLive" => with(body, |request| database.update_time_to_live(request)),
        other => Err(DynoxideError::ValidationException(format!("{other} is not embedded"))),
    }
}

fn with<I: DeserializeOwned, O: Serialize>(
    body: &[u8],
    call: impl FnOnce(I) -> Result<O, DynoxideError>,
) -> Result<String, DynoxideError> {
    let request = serde_json::from_slice(body).map_err(|e| DynoxideError::SerializationException(e.to_string()))?;
    serde_json::to_string(&call(request)?).map_err(|e| DynoxideError::InternalServerError(e.to_string()))
}

#[derive(Clone)]
struct S3(S3Service);

impl std::fmt::Debug for S3 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("S3")
    }
}

impl HttpConnector for S3 {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let service = self.0.clone();
        HttpConnectorFuture::new(async move {
            let failed = |error: Box<dyn std::error::Error + Send + Sync>| ConnectorError::other(error, None);
            let mut request = request.try_into_http1x().map_err(|e| failed(e.into()))?;
            // The SDK leaves the host in the URI, where a server reads it from the wire.
            if let Some(host) = request.uri().authority().and_then(|host| host.as_str().parse().ok()) {
                request.headers_mut().entry(http::header::HOST).or_insert(host);
            }
            let answer = service.call(request.map(s3s::Body::http_body_unsync)).await;
            let answer = answer.map_err(|e| failed(format!("{e:?}").into()))?;
            HttpResponse::try_from(answer.map(SdkBody::from_body_1_x)).map_err(|e| failed(e.into()))
        })
    }
}
