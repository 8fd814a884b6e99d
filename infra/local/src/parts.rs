//! The embedded DynamoDB and S3: each on a loopback port of its own, reached by the AWS SDK as on AWS.

use crate::start_error::StartError;
use aws_sdk_dynamodb::config::{BehaviorVersion, Credentials, Region};
use dynoxide::Database;
use platform::ids::IdSource;
use s3s::auth::SimpleAuth;
use s3s::service::{S3Service, S3ServiceBuilder};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::Store;
use store::receipts::Receipts;
use tokio::net::TcpListener;

const REGION: &str = "us-east-1";

/// Where the rows are kept.
#[derive(Clone, Debug)]
pub enum Rows {
    File(PathBuf),
    Memory,
}

pub struct Parts {
    pub store: Store,
    pub receipts: Receipts,
    /// For the addresses that a browser uploads to: the site's own port hands those requests on to it.
    pub s3: S3Service,
    pub database: Database,
    pub dynamodb_address: SocketAddr,
}

fn credentials(ids: &dyn IdSource) -> Credentials {
    // New at each start: nobody but this process needs them.
    Credentials::new("LARDER", ids.token(40), None, None, "one machine")
}

async fn loopback() -> Result<(TcpListener, SocketAddr), StartError> {
    let failed = |e: std::io::Error| StartError::Internal(format!("No loopback port can be had: {e}"));
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok((listener, address))
}

pub fn store_at(endpoint: &str, table: &str, ids: Arc<dyn IdSource>) -> Store {
    let config = aws_sdk_dynamodb::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new(REGION))
        .endpoint_url(endpoint)
        .credentials_provider(credentials(&*ids));
    Store::new(store::table_client(config), table, ids)
}

fn s3_client(endpoint: &str, credentials: Credentials) -> aws_sdk_s3::Client {
    let config = aws_sdk_s3::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new(REGION))
        .endpoint_url(endpoint)
        .credentials_provider(credentials)
        .force_path_style(true)
        .timeout_config(platform::aws::timeouts())
        .retry_config(platform::aws::retries());
    aws_sdk_s3::Client::from_conf(config.build())
}

fn open_database(rows: &Rows) -> Result<Database, StartError> {
    match rows {
        Rows::Memory => Database::memory().map_err(|e| StartError::Internal(e.to_string())),
        Rows::File(file) => {
            let damaged = |reason: String| StartError::Damaged { file: file.clone(), reason };
            let path = file.to_str().ok_or_else(|| damaged("its path is no valid text".into()))?;
            let database = Database::new(path).map_err(|e| damaged(e.to_string()))?;
            // Reads the catalogue of tables: what is no database shows here, before anything is written.
            database.table_count().map_err(|e| damaged(e.to_string()))?;
            Ok(database)
        }
    }
}

/// Start both, and make the table and the bucket if they are not there. `site_url` is where a browser can reach the bucket.
pub async fn start(
    rows: &Rows,
    objects: &Path,
    table: &str,
    bucket: &str,
    site_url: &str,
    ids: Arc<dyn IdSource>,
) -> Result<Parts, StartError> {
    let database = open_database(rows)?;
    let (listener, dynamodb_address) = loopback().await?;
    tokio::spawn(dynoxide::server::serve_on(listener, database.clone()));

    let unwritable = |reason: String| StartError::Folder { folder: objects.to_owned(), reason };
    std::fs::create_dir_all(objects).map_err(|e| unwritable(e.to_string()))?;
    let files = s3s_fs::FileSystem::new(objects).map_err(|e| unwritable(format!("{e:?}")))?;
    let credentials = credentials(&*ids);
    let mut builder = S3ServiceBuilder::new(files);
    builder.set_auth(SimpleAuth::from_single(credentials.access_key_id(), credentials.secret_access_key()));
    let s3 = builder.build();
    let (listener, s3_address) = loopback().await?;
    let service = axum::Router::new().fallback_service(crate::app::s3_service(s3.clone()));
    tokio::spawn(async move { axum::serve(listener, service).await });

    let store = store_at(&format!("http://{dynamodb_address}"), table, ids);
    let internal = |e: &dyn std::fmt::Display| StartError::Internal(e.to_string());
    if !store.table_exists().await.map_err(|e| internal(&e))? {
        store.table_create().await.map_err(|e| internal(&e))?;
    }
    let receipts = Receipts::new(s3_client(&format!("http://{s3_address}"), credentials.clone()), bucket)
        .with_public_client(s3_client(site_url, credentials));
    receipts.bucket_create().await.map_err(|e| internal(&e))?;
    Ok(Parts { store, receipts, s3, database, dynamodb_address })
}
