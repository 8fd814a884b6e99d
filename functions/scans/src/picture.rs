//! The picture of a request: where it comes from, and what is refused before anything is read.

use base64::Engine;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use domain::id::UserId;
use domain::scan::LARGEST_IMAGE;
use http::StatusCode;
use receipt_reader::{MAX_PHOTOS, ReadError};
use serde::Deserialize;
use service::deps::Deps;
use service::http::ApiError;
use store::receipts::Receipts;
use uuid::Uuid;

/// One photo, several of one long receipt, or one that was uploaded before.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"imageBase64": "data:image/jpeg;base64,/9j/4AAQSkZJRg…"}))]
pub struct Pictures {
    /// The picture in base64, bare or as a data URL; at most 10 MB.
    pub image_base64: Option<String>,
    /// Several photos of one long receipt, from its top to its bottom; together at most 10 MB.
    pub images_base64: Option<Vec<String>>,
    /// What `POST /api/receipts` answered, once the picture is uploaded.
    pub receipt_key: Option<String>,
}

/// The standard alphabet, with or without padding: clients differ.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

const MISSING: &str = "Please select a receipt image first.";
const UNSUPPORTED: &str = "Unsupported file type. Please upload: jpg, jpeg, png, gif, bmp, webp, tiff, tif, heic, heif";

impl Pictures {
    /// The upload that it names, if it is one.
    pub fn upload(&self) -> Option<Uuid> {
        self.receipt_key.as_deref().and_then(|key| Uuid::try_parse(key).ok())
    }

    pub async fn load(self, deps: &Deps, user: &UserId) -> Result<Vec<Vec<u8>>, ApiError> {
        let pages = match (self.image_base64, self.images_base64, self.receipt_key) {
            (Some(one), None, None) => vec![decode("imageBase64", &one)?],
            (None, Some(several), None) => {
                if several.len() > MAX_PHOTOS {
                    return Err(ApiError::invalid(
                        "imagesBase64",
                        ReadError::TooManyPages { most: MAX_PHOTOS }.to_string(),
                    ));
                }
                several.iter().map(|one| decode("imagesBase64", one)).collect::<Result<_, _>>()?
            }
            (None, None, Some(key)) => vec![uploaded(deps, user, &key).await?],
            (None, None, None) => return Err(ApiError::invalid("imageBase64", MISSING)),
            _ => return Err(ApiError::invalid("imageBase64", "Send the picture in one way only.")),
        };
        if pages.is_empty() || pages.iter().any(Vec::is_empty) {
            return Err(ApiError::invalid("imageBase64", MISSING));
        }
        if pages.iter().map(Vec::len).sum::<usize>() > LARGEST_IMAGE {
            return Err(too_large());
        }
        Ok(pages)
    }
}

fn too_large() -> ApiError {
    ApiError::too_large("File size must be less than 10MB")
}

fn decode(field: &str, text: &str) -> Result<Vec<u8>, ApiError> {
    let encoded = match text.strip_prefix("data:") {
        Some(url) => url
            .split_once(";base64,")
            .map(|(_, data)| data)
            .ok_or_else(|| ApiError::invalid(field, "This is no base64 data URL."))?,
        None => text,
    };
    let encoded = encoded.trim();
    if encoded.len() / 4 * 3 > LARGEST_IMAGE + 3 {
        return Err(too_large());
    }
    BASE64.decode(encoded).map_err(|_| ApiError::invalid(field, "This is no valid base64."))
}

async fn uploaded(deps: &Deps, user: &UserId, key: &str) -> Result<Vec<u8>, ApiError> {
    let missing = || ApiError::invalid("receiptKey", "There is no uploaded picture with this key.");
    let id = Uuid::try_parse(key).map_err(|_| missing())?;
    match deps.receipts.get(&Receipts::upload_key(user, id), LARGEST_IMAGE).await? {
        None => Err(missing()),
        Some(Err(_)) => Err(too_large()),
        Some(Ok(bytes)) => Ok(bytes),
    }
}

/// What a client is told about a picture that cannot be read.
pub fn refusal(error: &ReadError) -> ApiError {
    match error {
        ReadError::Empty => ApiError::invalid("imageBase64", MISSING),
        ReadError::NotAnImage | ReadError::UnsupportedFormat => {
            ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_image", UNSUPPORTED)
        }
        ReadError::Heic => ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_image", error.to_string()),
        ReadError::TooLarge { .. } => ApiError::too_large(error.to_string()),
        ReadError::Corrupt | ReadError::TooSmall { .. } | ReadError::TooManyPages { .. } | ReadError::TooCostly => {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_comes_bare_or_as_a_data_url() {
        for text in ["aGk=", "aGk", "data:image/png;base64,aGk=", " aGk=\n"] {
            assert_eq!(decode("imageBase64", text).unwrap(), b"hi", "{text}");
        }
        for bad in ["a", "!!!!", "data:image/png,hi", "data:"] {
            assert_eq!(decode("imageBase64", bad).unwrap_err().status(), StatusCode::UNPROCESSABLE_ENTITY, "{bad}");
        }
        let large = "A".repeat((LARGEST_IMAGE + 100) / 3 * 4);
        assert_eq!(decode("imageBase64", &large).unwrap_err().status(), StatusCode::PAYLOAD_TOO_LARGE);
    }
}
