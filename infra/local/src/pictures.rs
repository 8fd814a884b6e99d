//! Where this server keeps the receipts' pictures: in its data folder or, with `LARDER_BUCKET`, in a bucket of S3.

use crate::data_folder::PICTURES;
use crate::picture_folder::{PictureFolder, adopt_legacy};
use crate::start_error::StartError;
use application::config::{ConfigError, Environment};
use chrono::{DateTime, Utc};
use std::path::Path;
use std::sync::Arc;
use store::receipts::{Receipts, S3Pictures, S3SettingError, UPLOADS};
use system::clock::SystemClock;
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

async fn in_bucket(env: &impl Environment, bucket: &str, now: DateTime<Utc>) -> Result<Pictures, StartError> {
    let (outbound, clock) = (system::aws::outbound(), Arc::new(SystemClock::default()));
    let wrong = |S3SettingError { name, value, expected }| StartError::Setting(ConfigError { name, value, expected });
    let pictures = S3Pictures::from_environment(|name| env.get(name), bucket, outbound, clock).map_err(wrong)?;
    let receipts = Receipts::new(pictures);
    let internal = |e: store::receipts::ReceiptsError| StartError::Internal(e.to_string());
    let address = receipts.sign_upload(&format!("{UPLOADS}x"), 1, now).await.map_err(internal)?;
    Ok(Pictures { receipts, folder: None, upload_origin: origin(&address) })
}

/// Returns scheme, host and port of an address.
fn origin(address: &str) -> Option<String> {
    let uri: http::Uri = address.parse().ok()?;
    Some(format!("{}://{}", uri.scheme()?, uri.authority()?))
}
