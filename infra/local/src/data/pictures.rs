//! The storage of receipt pictures: the data folder or, with the feature `s3` and `LARDER_BUCKET`, an S3 bucket.

use crate::data::folder::PICTURES;
use crate::data::picture_folder::PictureFolder;
use crate::data::start_error::StartError;
use application::config::{ConfigError, Environment};
use chrono::{DateTime, Utc};
use std::path::Path;
use std::sync::Arc;
use store::receipts::Receipts;
use system::ids::IdSource;

#[derive(Clone)]
pub struct Pictures {
    pub receipts: Receipts,
    /// The folder that stores uploads; `None` if a bucket stores them.
    pub folder: Option<PictureFolder>,
    /// The origin of the server to which browsers upload, if it is another one: the page's policy must allow it.
    pub upload_origin: Option<String>,
}

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
    Ok(Pictures { receipts: Receipts::new(folder.clone()), folder: Some(folder), upload_origin: None })
}

#[cfg(not(feature = "s3"))]
fn in_bucket(_: &impl Environment, bucket: &str, _: DateTime<Utc>) -> std::future::Ready<Result<Pictures, StartError>> {
    let expected =
        "this program stores pictures in its data folder; only a program built with `--features s3` can use a bucket"
            .into();
    std::future::ready(Err(ConfigError { name: "LARDER_BUCKET", value: bucket.to_owned(), expected }.into()))
}

#[cfg(feature = "s3")]
async fn in_bucket(env: &impl Environment, bucket: &str, now: DateTime<Utc>) -> Result<Pictures, StartError> {
    use store::receipts::{ReceiptsError, S3Pictures, UPLOADS_PREFIX};

    for name in ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"] {
        if env.text(name, "").is_empty() {
            let expected = "it is needed if LARDER_BUCKET is set".into();
            return Err(StartError::Setting(ConfigError { name, value: String::new(), expected }));
        }
    }
    let (aws, endpoint) = (system::aws::from_environment(), system::aws::s3_endpoint());
    let receipts = Receipts::new(S3Pictures::new(&aws, endpoint, bucket));
    let internal = |e: ReceiptsError| StartError::Internal(e.to_string());
    let address = receipts.sign_upload(&format!("{UPLOADS_PREFIX}x"), 1, "", now).await.map_err(internal)?;
    Ok(Pictures { receipts, folder: None, upload_origin: origin(&address) })
}

/// Returns scheme, host and port of an address.
#[cfg(feature = "s3")]
fn origin(address: &str) -> Option<String> {
    let uri: http::Uri = address.parse().ok()?;
    Some(format!("{}://{}", uri.scheme()?, uri.authority()?))
}
