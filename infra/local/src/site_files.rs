//! The source of the built site: a folder, or the program itself.

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use http::{HeaderValue, StatusCode};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tower::ServiceExt;
use tower_http::services::ServeDir;

/// The embedded site; empty without the feature `site`.
static EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/site.rs"));
/// The folder in which `make run` builds the site.
const BUILT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/dist");
const PAGE: &str = "/index.html";

#[derive(Clone, Debug)]
pub enum SiteFiles {
    Folder(Arc<Path>),
    Program(Arc<HashMap<&'static str, File>>),
}

#[derive(Clone, Debug)]
pub struct File {
    bytes: &'static [u8],
    tag: HeaderValue,
}

impl SiteFiles {
    /// Chooses the configured folder, the embedded site, or the one built beside the program.
    pub fn chosen(folder: Option<&Path>) -> Self {
        match folder {
            Some(folder) => Self::Folder(folder.into()),
            None if EMBEDDED.is_empty() => Self::Folder(PathBuf::from(BUILT).into()),
            None => Self::of_table(EMBEDDED),
        }
    }

    fn of_table(table: &'static [(&'static str, &'static [u8])]) -> Self {
        let file = |bytes: &'static [u8]| {
            let tag = format!("\"{}\"", domain::digest::hex(&Sha256::digest(bytes)[..8]));
            File { bytes, tag: tag.parse().expect("hexadecimal digits are a header's") }
        };
        Self::Program(Arc::new(table.iter().map(|(path, bytes)| (*path, file(bytes))).collect()))
    }

    /// Returns the page of all site routes.
    pub async fn page(&self) -> Option<Bytes> {
        match self {
            Self::Folder(folder) => tokio::fs::read(folder.join(&PAGE[1..])).await.ok().map(Bytes::from),
            Self::Program(files) => files.get(PAGE).map(|file| Bytes::from_static(file.bytes)),
        }
    }

    /// The answer to a request for a file, if there is such a file.
    pub async fn find(&self, request: Request) -> Option<Response> {
        match self {
            Self::Folder(folder) => {
                // No file has a longer name, and the file system calls asking for one an error of ours.
                if request.uri().path().split('/').any(|part| part.len() > 255) {
                    return None;
                }
                let files = ServeDir::new(folder).append_index_html_on_directories(false);
                let found = files.oneshot(request).await.unwrap_or_else(|e: Infallible| match e {});
                let missing = matches!(found.status(), StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED);
                (!missing).then(|| found.map(Body::new))
            }
            Self::Program(files) => {
                let path = request.uri().path();
                let file = files.get(path)?;
                let known =
                    request.headers().get(IF_NONE_MATCH).and_then(|tags| tags.to_str().ok()).unwrap_or_default();
                let tag = (ETAG, file.tag.clone());
                // Compression makes the tag a weak one: W/"…".
                if file.tag.to_str().is_ok_and(|tag| known.contains(tag)) {
                    return Some((StatusCode::NOT_MODIFIED, [tag]).into_response());
                }
                let kind = HeaderValue::from_static(content_type(path));
                Some(([tag, (CONTENT_TYPE, kind)], Bytes::from_static(file.bytes)).into_response())
            }
        }
    }
}

/// The kinds of files that the build makes.
fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "ico" => "image/x-icon",
        "jpg" => "image/jpeg",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "txt" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        "xml" => "text/xml; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> SiteFiles {
        SiteFiles::of_table(&[("/index.html", b"<!doctype html>"), ("/assets/a.js", b"let a = 1;")])
    }

    fn asking(path: &str, tag: &str) -> Request {
        Request::get(path).header(IF_NONE_MATCH, tag).body(Body::empty()).unwrap()
    }

    #[tokio::test]
    async fn a_program_with_the_site_inside_serves_it() {
        let site = site();
        assert_eq!(site.page().await.unwrap(), "<!doctype html>");
        let script = site.find(asking("/assets/a.js", "")).await.unwrap();
        assert_eq!(script.headers()[CONTENT_TYPE], "text/javascript; charset=utf-8");
        let tag = format!("W/{}", script.headers()[ETAG].to_str().unwrap());
        assert_eq!(site.find(asking("/assets/a.js", &tag)).await.unwrap().status(), StatusCode::NOT_MODIFIED);
        for missing in ["/assets/b.js", "/assets/", "/assets/../index.html", "//index.html"] {
            assert!(site.find(asking(missing, "")).await.is_none(), "{missing}");
        }
    }
}
