//! Where this server keeps the receipts' pictures: in its data folder or, with `LARDER_BUCKET`, in a bucket of S3.

use crate::data_folder::PICTURES;
use crate::picture_folder::{PictureFolder, adopt_legacy};
use crate::start_error::StartError;
use application::config::{ConfigError, Environment};
use aws_sdk_s3::config::{BehaviorVersion, Credentials, Region};
use chrono::{DateTime, Utc};
use std::path::Path;
use std::sync::Arc;
use store::receipts::{Receipts, S3Pictures, UPLOADS};
use system::ids::IdSource;

pub struct Pictures {
    pub receipts: Receipts,
    /// The folder that uploads are stored in; none where a bucket takes them.
    pub folder: Option<PictureFolder>,
    /// Where browsers upload to, if that is another server: the page's policy must allow it.
    pub upload_origin: Option<String>,
}

/// Opens the folder or the bucket that the settings name.
pub async fn open(
    env: &impl Environment,
    data: &Path,
    site_url: &str,
    ids: Arc<dyn IdSource>,
    now: DateTime<Utc>,
) -> Result<Pictures, StartError> {
    match env.get("LARDER_BUCKET").filter(|bucket| !bucket.is_empty()) {
        None => in_folder(data, site_url, ids),
        Some(bucket) => in_bucket(env, &bucket, now).await,
    }
}

fn in_folder(data: &Path, site_url: &str, ids: Arc<dyn IdSource>) -> Result<Pictures, StartError> {
    let root = data.join(PICTURES);
    let unwritable = |e: std::io::Error| StartError::Folder { folder: root.clone(), reason: e.to_string() };
    let folder = PictureFolder::open(&root, site_url, ids).map_err(unwritable)?;
    adopt_legacy(data, &root).map_err(unwritable)?;
    Ok(Pictures { receipts: Receipts::new(folder.clone()), folder: Some(folder), upload_origin: None })
}

/// Region, credentials and endpoint have the names that every AWS tool knows. A server other than AWS's (`MinIO`,
/// Garage) has the bucket in the path of an address, not in its host.
async fn in_bucket(env: &impl Environment, bucket: &str, now: DateTime<Utc>) -> Result<Pictures, StartError> {
    let needed = |name: &'static str| {
        env.get(name).filter(|value| !value.is_empty()).ok_or_else(|| {
            StartError::Setting(ConfigError {
                name,
                value: String::new(),
                expected: "it is needed where LARDER_BUCKET is set".into(),
            })
        })
    };
    let (id, secret) = (needed("AWS_ACCESS_KEY_ID")?, needed("AWS_SECRET_ACCESS_KEY")?);
    let credentials = Credentials::new(id, secret, env.get("AWS_SESSION_TOKEN"), None, "environment");
    let endpoint = ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"].into_iter().find_map(|name| env.get(name));
    let mut config = aws_sdk_s3::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new(env.text("AWS_REGION", "us-east-1")))
        .credentials_provider(credentials)
        .force_path_style(endpoint.is_some())
        .timeout_config(system::aws::timeouts())
        .retry_config(system::aws::retries());
    config.set_endpoint_url(endpoint);
    let receipts = Receipts::new(S3Pictures::new(aws_sdk_s3::Client::from_conf(config.build()), bucket));
    let internal = |e: store::receipts::ReceiptsError| StartError::Internal(e.to_string());
    let address = receipts.sign_upload(&format!("{UPLOADS}x"), 1, now).await.map_err(internal)?;
    Ok(Pictures { receipts, folder: None, upload_origin: origin(&address) })
}

/// Returns scheme, host and port of an address.
fn origin(address: &str) -> Option<String> {
    let uri: http::Uri = address.parse().ok()?;
    Some(format!("{}://{}", uri.scheme()?, uri.authority()?))
}
