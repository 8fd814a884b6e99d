//! The embedded DynamoDB: answers the AWS SDK's requests in this process. It has no port, so no other program and no
//! web page can reach the rows.

use crate::data::start_error::StartError;
use crate::data::table_revision::TableRevision;
use aws_sdk_dynamodb::config::{BehaviorVersion, Region};
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpClient, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;
use dynoxide::{Database, DynoxideError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use store::Store;
use system::ids::IdSource;

const REGION: &str = "us-east-1";

/// Returns the client settings of the embedded table. Requests are unsigned: they stay in the process.
pub fn table_config(database: &Database) -> aws_sdk_dynamodb::config::Builder {
    aws_sdk_dynamodb::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new(REGION))
        .endpoint_url("http://dynamodb.local")
        .http_client(dynamodb(database.clone()))
        .allow_no_auth()
}

/// Opens the store on the embedded table, and creates what is missing of it. A table in memory, for tests, has no revision
/// and therefore no cache, so that each read is counted as on AWS.
pub async fn open_store(database: &Database, table: &str, ids: Arc<dyn IdSource>) -> Result<Store, StartError> {
    let internal = |e: &dyn std::fmt::Display| StartError::Internal(e.to_string());
    let mut store = Store::new(store::table_client(table_config(database), system::aws::timeouts()), table, ids);
    if let Some(file) = database.db_path().map_err(|e| internal(&e))? {
        store = store.cached(TableRevision::open(file.as_ref()).map_err(|e| internal(&e))?);
    }
    store.table_create().await.map_err(|e| internal(&e))?;
    Ok(store)
}

/// Returns the SDK's transport that passes requests to the embedded DynamoDB.
pub fn dynamodb(database: Database) -> SharedHttpClient {
    SharedHttpClient::new(DynamoDb(database))
}

#[derive(Clone)]
struct DynamoDb(Database);

impl HttpClient for DynamoDb {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

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
            match handle_operation(&database, operation.unwrap_or_default(), body) {
                Ok(response) => (200, response),
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

/// Carries out an operation of the store, with request and response in DynamoDB's JSON.
pub fn handle_operation(database: &Database, operation: &str, body: &[u8]) -> Result<String, DynoxideError> {
    match operation {
        "BatchGetItem" => call_json(body, |request| database.batch_get_item(request)),
        "CreateTable" => call_json(body, |request| database.create_table(request)),
        "DeleteItem" => call_json(body, |request| database.delete_item(request)),
        "DescribeTable" => call_json(body, |request| database.describe_table(request)),
        "DescribeTimeToLive" => call_json(body, |request| database.describe_time_to_live(request)),
        "GetItem" => call_json(body, |request| database.get_item(request)),
        "PutItem" => call_json(body, |request| database.put_item(request)),
        "Query" => call_json(body, |request| database.query(request)),
        "TransactGetItems" => call_json(body, |request| database.transact_get_items(request)),
        "TransactWriteItems" => call_json(body, |request| database.transact_write_items(request)),
        "UpdateItem" => call_json(body, |request| database.update_item(request)),
        "UpdateTimeToLive" => call_json(body, |request| database.update_time_to_live(request)),
        other => Err(DynoxideError::ValidationException(format!("{other} is not supported"))),
    }
}

fn call_json<I: DeserializeOwned, O: Serialize>(
    body: &[u8],
    call: impl FnOnce(I) -> Result<O, DynoxideError>,
) -> Result<String, DynoxideError> {
    let request = serde_json::from_slice(body).map_err(|e| DynoxideError::SerializationException(e.to_string()))?;
    serde_json::to_string(&call(request)?).map_err(|e| DynoxideError::InternalServerError(e.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::ids::SystemIds;

    #[tokio::test]
    async fn completes_a_table_whose_creation_was_interrupted() {
        let database = Database::memory().unwrap();
        open_store(&database, "larder", Arc::new(SystemIds)).await.unwrap();
        let without =
            br#"{"TableName": "larder", "TimeToLiveSpecification": {"AttributeName": "ttl", "Enabled": false}}"#;
        handle_operation(&database, "UpdateTimeToLive", without).unwrap();
        open_store(&database, "larder", Arc::new(SystemIds)).await.unwrap();
        let described = handle_operation(&database, "DescribeTimeToLive", br#"{"TableName": "larder"}"#).unwrap();
        assert!(described.contains(r#""TimeToLiveStatus":"ENABLED""#), "{described}");
    }
}
