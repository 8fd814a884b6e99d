//! The files of the built site, in a folder or embedded in the program.

use application::config::ConfigError;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use http::{HeaderMap, HeaderValue, StatusCode};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tower::ServiceExt;
use tower_http::services::ServeDir;

/// The embedded site; empty without the feature `site`.
static EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/site.rs"));
/// The folder to which `make run` builds the site.
const BUILT_FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/dist");
const PAGE: &str = "/index.html";
/// The suffix that the build adds to the name of a compressed file (`web/scripts/compress.mjs`).
const BROTLI: &str = ".br";

#[derive(Clone, Debug)]
pub enum SiteFiles {
    Folder(Arc<Path>),
    Embedded(Arc<HashMap<&'static str, File>>),
}

#[derive(Clone, Debug)]
pub struct File {
    bytes: &'static [u8],
    tag: HeaderValue,
}

impl SiteFiles {
    /// Returns the configured folder, which must have a page, or the embedded site, or the folder that `make run`
    /// builds.
    pub fn configured(folder: Option<&Path>) -> Result<Self, ConfigError> {
        Ok(match folder {
            Some(folder) if !folder.join(&PAGE[1..]).is_file() => {
                let expected = format!("it must be the folder of the built site, with {} in it", &PAGE[1..]);
                return Err(ConfigError { name: "LARDER_SITE", value: folder.display().to_string(), expected });
            }
            Some(folder) => Self::Folder(folder.into()),
            None if EMBEDDED.is_empty() => Self::Folder(PathBuf::from(BUILT_FOLDER).into()),
            None => Self::embedded(EMBEDDED),
        })
    }

    fn embedded(table: &'static [(&'static str, &'static [u8])]) -> Self {
        let file = |bytes: &'static [u8]| {
            let tag = format!("\"{}\"", domain::digest::hex(&Sha256::digest(bytes)[..8]));
            File { bytes, tag: tag.parse().expect("hexadecimal digits are a valid header") }
        };
        Self::Embedded(Arc::new(table.iter().map(|(path, bytes)| (*path, file(bytes))).collect()))
    }

    /// Returns the page of all site routes, compressed if the client accepts it.
    pub async fn page(&self, headers: &HeaderMap) -> Option<Response> {
        let compressed = if accepts_brotli(headers) { self.read(&format!("{PAGE}{BROTLI}")).await } else { None };
        let kind = [(CONTENT_TYPE, content_type(PAGE)), (VARY, HeaderValue::from_static("accept-encoding"))];
        match compressed {
            Some(bytes) => Some((kind, [(CONTENT_ENCODING, "br")], bytes).into_response()),
            None => Some((kind, self.read(PAGE).await?).into_response()),
        }
    }

    async fn read(&self, path: &str) -> Option<Bytes> {
        match self {
            Self::Folder(folder) => tokio::fs::read(folder.join(&path[1..])).await.ok().map(Bytes::from),
            Self::Embedded(files) => files.get(path).map(|file| Bytes::from_static(file.bytes)),
        }
    }

    /// Returns the response to a request for a file, if it exists, compressed if the client accepts it.
    pub async fn find(&self, request: Request) -> Option<Response> {
        let mut found = self.find_file(request).await?;
        found.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
        Some(found)
    }

    async fn find_file(&self, request: Request) -> Option<Response> {
        match self {
            Self::Folder(folder) => {
                // File systems fail for longer names.
                if request.uri().path().split('/').any(|part| part.len() > 255) {
                    return None;
                }
                let files = ServeDir::new(folder).append_index_html_on_directories(false).precompressed_br();
                let found = files.oneshot(request).await.unwrap_or_else(|e: Infallible| match e {});
                let missing = matches!(found.status(), StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED);
                (!missing).then(|| found.map(Body::new))
            }
            Self::Embedded(files) => {
                let path = request.uri().path();
                let plain = files.get(path)?;
                let brotli =
                    files.get(format!("{path}{BROTLI}").as_str()).filter(|_| accepts_brotli(request.headers()));
                let file = brotli.unwrap_or(plain);
                let if_none_match =
                    request.headers().get(IF_NONE_MATCH).and_then(|tags| tags.to_str().ok()).unwrap_or_default();
                let tag = (ETAG, file.tag.clone());
                // Compression makes the tag a weak one (`W/"…"`).
                if file.tag.to_str().is_ok_and(|tag| if_none_match.contains(tag)) {
                    return Some((StatusCode::NOT_MODIFIED, [tag]).into_response());
                }
                let mut found =
                    ([tag, (CONTENT_TYPE, content_type(path))], Bytes::from_static(file.bytes)).into_response();
                if brotli.is_some() {
                    found.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("br"));
                }
                Some(found)
            }
        }
    }
}

fn accepts_brotli(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        // A weight of zero means that it is not accepted.
        parts.next() == Some("br") && !parts.any(|weight| weight.trim_end_matches(['0', '.']) == "q=")
    })
}

fn content_type(path: &str) -> HeaderValue {
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    let charset = if kind.type_() == "text" { "; charset=utf-8" } else { "" };
    format!("{kind}{charset}").parse().expect("a media type is a valid header")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> SiteFiles {
        SiteFiles::embedded(&[
            ("/index.html", b"<!doctype html>"),
            ("/index.html.br", b"page, compressed"),
            ("/assets/a.js", b"let a = 1;"),
            ("/assets/a.js.br", b"compressed"),
            ("/assets/b.js", b"let b = 1;"),
        ])
    }

    fn request_with_tag(path: &str, tag: &str) -> Request {
        Request::get(path).header(IF_NONE_MATCH, tag).body(Body::empty()).unwrap()
    }

    fn request_accepting(path: &str, encoding: &str) -> Request {
        Request::get(path).header(ACCEPT_ENCODING, encoding).body(Body::empty()).unwrap()
    }

    async fn body(response: Response) -> Bytes {
        axum::body::to_bytes(response.into_body(), 1_000).await.unwrap()
    }

    #[tokio::test]
    async fn serves_the_embedded_site() {
        let site = site();
        assert_eq!(body(site.page(&HeaderMap::new()).await.unwrap()).await, "<!doctype html>");
        let script = site.find(request_with_tag("/assets/a.js", "")).await.unwrap();
        assert_eq!(script.headers()[CONTENT_TYPE], "text/javascript; charset=utf-8");
        let tag = format!("W/{}", script.headers()[ETAG].to_str().unwrap());
        assert_eq!(site.find(request_with_tag("/assets/a.js", &tag)).await.unwrap().status(), StatusCode::NOT_MODIFIED);
        for missing in ["/assets/c.js", "/assets/", "/assets/../index.html", "//index.html"] {
            assert!(site.find(request_with_tag(missing, "")).await.is_none(), "{missing}");
        }
    }

    #[tokio::test]
    async fn serves_compressed_files_to_clients_that_accept_them() {
        let folder = tempfile::TempDir::new().unwrap();
        std::fs::create_dir(folder.path().join("assets")).unwrap();
        for (path, bytes) in
            [("index.html", "<!doctype html>"), ("assets/a.js", "let a = 1;"), ("assets/b.js", "let b;")]
        {
            std::fs::write(folder.path().join(path), bytes).unwrap();
        }
        std::fs::write(folder.path().join("assets/a.js.br"), "compressed").unwrap();
        std::fs::write(folder.path().join("index.html.br"), "page, compressed").unwrap();
        for site in [site(), SiteFiles::Folder(folder.path().into())] {
            for (encoding, compressed) in [
                ("gzip, deflate, br, zstd", true),
                ("br;q=0.5", true),
                ("br;q=0", false),
                ("br; q=0.000", false),
                ("gzip, brr", false),
                ("", false),
            ] {
                let script = site.find(request_accepting("/assets/a.js", encoding)).await.unwrap();
                assert_eq!(script.headers().get(CONTENT_ENCODING).is_some(), compressed, "{encoding}");
                assert_eq!(script.headers()[VARY], "accept-encoding");
                assert!(script.headers()[CONTENT_TYPE].to_str().unwrap().starts_with("text/javascript"));
                assert_eq!(body(script).await, if compressed { "compressed" } else { "let a = 1;" }, "{encoding}");
                let page = site.page(request_accepting("/", encoding).headers()).await.unwrap();
                assert_eq!(page.headers().get(CONTENT_ENCODING).is_some(), compressed, "{encoding}");
                assert_eq!(body(page).await, if compressed { "page, compressed" } else { "<!doctype html>" });
            }
            let plain = site.find(request_accepting("/assets/b.js", "br")).await.unwrap();
            assert!(!plain.headers().contains_key(CONTENT_ENCODING));
        }
    }
}
