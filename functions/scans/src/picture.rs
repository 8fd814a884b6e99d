//! Reads the picture of a request, and refuses invalid ones first.

use api::ApiError;
use base64::Engine;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use domain::id::UserId;
use domain::scan::MAX_IMAGE_BYTES;
use http::StatusCode;
use receipt_reader::{MAX_PHOTOS, ReadError};
use serde::Deserialize;
use store::receipts::Receipts;
use uuid::Uuid;

/// One photo, several of one long receipt, or earlier uploads.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"imageBase64": "data:image/jpeg;base64,/9j/4AAQSkZJRg…"}))]
pub struct Pictures {
    /// The picture in base64, bare or as a data URL; at most 10 MB.
    pub image_base64: Option<String>,
    /// Several photos of one long receipt, from its top to its bottom; at most 8, together at most 10 MB.
    pub images_base64: Option<Vec<String>>,
    /// The key that `POST /api/receipts` returned, once the picture is uploaded.
    pub receipt_key: Option<String>,
    /// The same for several photos of one long receipt, from its top to its bottom; at most 8, together at most 24 MB.
    pub receipt_keys: Option<Vec<String>>,
}

/// The maximum total of several uploads: eight photos of 3 MB each. A browser sends up to 4 MB of one.
const MAX_TOTAL_BYTES: usize = 24 * 1024 * 1024;

/// The standard alphabet, with or without padding: clients differ.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

pub const MISSING: &str = "Please select a receipt image first.";
const UNSUPPORTED: &str =
    "Unsupported file type. Please upload: jpg, jpeg, png, gif, bmp, webp, tiff, tif, heic, heif, pdf";

impl Pictures {
    /// Returns the uploads that it names.
    pub fn uploads(&self) -> Vec<Uuid> {
        let keys = self.receipt_key.iter().chain(self.receipt_keys.iter().flatten());
        keys.filter_map(|key| Uuid::try_parse(key).ok()).collect()
    }

    pub async fn load(self, receipts: &Receipts, user: &UserId) -> Result<Vec<Vec<u8>>, ApiError> {
        let max = if self.receipt_keys.is_some() { MAX_TOTAL_BYTES } else { MAX_IMAGE_BYTES };
        let pages: Vec<Vec<u8>> = match (self.image_base64, self.images_base64, self.receipt_key, self.receipt_keys) {
            (Some(one), None, None, None) => vec![decode("imageBase64", &one)?],
            (None, Some(several), None, None) => {
                check_count("imagesBase64", several.len())?;
                several.iter().map(|one| decode("imagesBase64", one)).collect::<Result<_, _>>()?
            }
            (None, None, Some(key), None) => {
                vec![uploaded(receipts, user, "receiptKey", &key, MAX_IMAGE_BYTES).await?]
            }
            (None, None, None, Some(keys)) => {
                check_count("receiptKeys", keys.len())?;
                let (mut pages, mut left) = (Vec::with_capacity(keys.len()), MAX_TOTAL_BYTES);
                for key in &keys {
                    let page = uploaded(receipts, user, "receiptKeys", key, left).await?;
                    left -= page.len();
                    pages.push(page);
                }
                pages
            }
            (None, None, None, None) => return Err(ApiError::invalid("imageBase64", MISSING)),
            _ => return Err(ApiError::invalid("imageBase64", "Send the picture in one form only.")),
        };
        if pages.is_empty() || pages.iter().any(Vec::is_empty) {
            return Err(ApiError::invalid("imageBase64", MISSING));
        }
        if pages.iter().map(Vec::len).sum::<usize>() > max {
            return Err(too_large());
        }
        Ok(pages)
    }
}

pub fn too_large() -> ApiError {
    ApiError::too_large("File size must be less than 10MB")
}

fn too_large_together() -> ApiError {
    ApiError::too_large("The photos of one receipt must be less than 24MB together")
}

fn check_count(field: &str, count: usize) -> Result<(), ApiError> {
    let error = || ApiError::invalid(field, ReadError::TooManyPages { max: MAX_PHOTOS }.to_string());
    if count > MAX_PHOTOS { Err(error()) } else { Ok(()) }
}

pub fn decode(field: &str, text: &str) -> Result<Vec<u8>, ApiError> {
    let encoded = match text.strip_prefix("data:") {
        Some(url) => url
            .split_once(";base64,")
            .map(|(_, data)| data)
            .ok_or_else(|| ApiError::invalid(field, "This is not a base64 data URL."))?,
        None => text,
    };
    let encoded = encoded.trim();
    if encoded.len() / 4 * 3 > MAX_IMAGE_BYTES + 3 {
        return Err(too_large());
    }
    BASE64.decode(encoded).map_err(|_| ApiError::invalid(field, "This is not valid base64."))
}

/// Returns an uploaded picture of at most `left` bytes.
async fn uploaded(
    receipts: &Receipts,
    user: &UserId,
    field: &str,
    key: &str,
    left: usize,
) -> Result<Vec<u8>, ApiError> {
    let missing = || ApiError::invalid(field, "There is no uploaded picture with this key.");
    let id = Uuid::try_parse(key).map_err(|_| missing())?;
    match receipts.get(&Receipts::upload_key(user, id), left.min(MAX_IMAGE_BYTES)).await? {
        None => Err(missing()),
        Some(Err(length)) if length > MAX_IMAGE_BYTES as u64 => Err(too_large()),
        Some(Err(_)) => Err(too_large_together()),
        Some(Ok(bytes)) => Ok(bytes),
    }
}

/// Returns the refusal of a picture that cannot be read.
pub fn refusal(error: &ReadError) -> ApiError {
    match error {
        ReadError::Empty => ApiError::invalid("imageBase64", MISSING),
        ReadError::NotAnImage | ReadError::UnsupportedFormat => {
            ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_image", UNSUPPORTED)
        }
        ReadError::Heic => ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_image", error.to_string()),
        ReadError::TooLarge { .. } => ApiError::too_large(error.to_string()),
        ReadError::Corrupt
        | ReadError::Protected
        | ReadError::TooSmall { .. }
        | ReadError::TooManyPages { .. }
        | ReadError::TooCostly => {
            ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "unreadable_image", error.to_string())
                .with("field", "imageBase64")
        }
        ReadError::NoText => no_items(error.to_string()),
        ReadError::Engine => ApiError::unavailable(),
    }
}

pub fn no_items(message: String) -> ApiError {
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "no_items_found", message).with("field", "imageBase64")
}

/// Returns the refusal of a bill that no groceries are on.
pub fn not_groceries() -> ApiError {
    let message = "This looks like a bill of a restaurant or a service, not a grocery receipt. If you did buy groceries, add them by hand.";
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "not_groceries", message).with("field", "imageBase64")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_base64_and_data_url() {
        for text in ["aGk=", "aGk", "data:image/png;base64,aGk=", " aGk=\n"] {
            assert_eq!(decode("imageBase64", text).unwrap(), b"hi", "{text}");
        }
        for bad in ["a", "!!!!", "data:image/png,hi", "data:"] {
            assert_eq!(decode("imageBase64", bad).unwrap_err().status(), StatusCode::UNPROCESSABLE_ENTITY, "{bad}");
        }
        let large = "A".repeat((MAX_IMAGE_BYTES + 100) / 3 * 4);
        assert_eq!(decode("imageBase64", &large).unwrap_err().status(), StatusCode::PAYLOAD_TOO_LARGE);
    }
}
