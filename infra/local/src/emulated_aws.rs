//! The embedded DynamoDB and S3, reached by the AWS SDK as on AWS, inside this process.

use crate::embedded;
use crate::start_error::StartError;
use aws_sdk_dynamodb::config::{BehaviorVersion, Credentials, Region};
use dynoxide::Database;
use platform::ids::IdSource;
use s3s::auth::SimpleAuth;
use s3s::service::{S3Service, S3ServiceBuilder};
use std::path::Path;
use std::sync::Arc;
use store::Store;
use store::receipts::Receipts;

const REGION: &str = "us-east-1";

pub struct EmulatedAws {
    pub store: Store,
    pub receipts: Receipts,
    /// For the addresses that a browser uploads to: the site's own port hands those requests on to it.
    pub s3: S3Service,
    pub database: Database,
}

fn credentials(ids: &dyn IdSource) -> Credentials {
    // Random at each start: only this process needs them.
    Credentials::new("LARDER", ids.token(40), None, None, "one machine")
}

/// Returns the client settings of the embedded table. Requests are unsigned: they stay in the process.
pub fn table_config(database: &Database) -> aws_sdk_dynamodb::config::Builder {
    aws_sdk_dynamodb::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new(REGION))
        .endpoint_url("http://dynamodb.local")
        .http_client(embedded::dynamodb(database.clone()))
        .allow_no_auth()
}

/// The settings of a client of the embedded bucket. Addresses that a browser uploads to are signed with the same
/// credentials.
fn s3_config(endpoint: &str, credentials: Credentials) -> aws_sdk_s3::config::Builder {
    aws_sdk_s3::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new(REGION))
        .endpoint_url(endpoint)
        .credentials_provider(credentials)
        .force_path_style(true)
        .timeout_config(platform::aws::timeouts())
        .retry_config(platform::aws::retries())
}

/// Start both, and make the table and the bucket if they are not there. `site_url` is where a browser can reach the
/// bucket.
pub async fn start(
    database: Database,
    objects: &Path,
    table: &str,
    bucket: &str,
    site_url: &str,
    ids: Arc<dyn IdSource>,
) -> Result<EmulatedAws, StartError> {
    let unwritable = |reason: String| StartError::Folder { folder: objects.to_owned(), reason };
    std::fs::create_dir_all(objects).map_err(|e| unwritable(e.to_string()))?;
    let files = s3s_fs::FileSystem::new(objects).map_err(|e| unwritable(format!("{e:?}")))?;
    let credentials = credentials(&*ids);
    let mut builder = S3ServiceBuilder::new(files);
    builder.set_auth(SimpleAuth::from_single(credentials.access_key_id(), credentials.secret_access_key()));
    let s3 = builder.build();
    let store = Store::new(store::table_client(table_config(&database), platform::aws::timeouts()), table, ids);
    let internal = |e: &dyn std::fmt::Display| StartError::Internal(e.to_string());
    if !store.table_exists().await.map_err(|e| internal(&e))? {
        store.table_create().await.map_err(|e| internal(&e))?;
    }
    let embedded = s3_config("http://s3.local", credentials.clone()).http_client(embedded::s3(s3.clone()));
    let public = aws_sdk_s3::Client::from_conf(s3_config(site_url, credentials).build());
    let receipts = Receipts::new(aws_sdk_s3::Client::from_conf(embedded.build()), bucket).with_public_client(public);
    receipts.bucket_create().await.map_err(|e| internal(&e))?;
    Ok(EmulatedAws { store, receipts, s3, database })
}
