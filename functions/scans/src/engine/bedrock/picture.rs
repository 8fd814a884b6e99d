//! Pictures as the model takes them.

use receipt_reader::picture;
use receipt_reader::{MAX_PHOTOS, ReadError};

/// Pixels of the shorter side. More make no print more legible, and the model scales them down itself.
const MAX_SHORTER_SIDE: f64 = 2_000.0;
/// Pixels of the longer side that Converse takes.
const MAX_LONGER_SIDE: f64 = 8_000.0;
const MAX_PHOTO_BYTES: usize = 3_750_000;
/// A request of many pictures stays below the 25 MB that Bedrock takes, in base64.
const MAX_TOTAL_BYTES: usize = 16_000_000;
const JPEG_QUALITY: u8 = 85;

/// Encodes one upright JPEG per photo, without metadata. If one photo cannot be decoded, none is sent.
pub fn for_model(pages: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, ReadError> {
    if pages.is_empty() {
        return Err(ReadError::Empty);
    }
    if pages.len() > MAX_PHOTOS {
        return Err(ReadError::TooManyPages { max: MAX_PHOTOS });
    }
    let mut jpegs = Vec::new();
    for page in pages {
        let photos = picture::pictures(page)?;
        let largest = MAX_PHOTO_BYTES.min(MAX_TOTAL_BYTES / pages.len().max(photos.len()));
        for photo in photos {
            jpegs.push(jpeg(photo, largest)?);
        }
    }
    if jpegs.len() > MAX_PHOTOS {
        return Err(ReadError::TooManyPages { max: MAX_PHOTOS });
    }
    Ok(jpegs)
}

fn jpeg(mut photo: picture::RgbImage, largest: usize) -> Result<Vec<u8>, ReadError> {
    let (width, height) = (f64::from(photo.width()), f64::from(photo.height()));
    let mut factor = (MAX_SHORTER_SIDE / width.min(height)).min(MAX_LONGER_SIDE / width.max(height));
    loop {
        if factor < 1.0 {
            photo = picture::shrink(&photo, factor);
        }
        let jpeg = picture::jpeg(&photo, JPEG_QUALITY)?;
        if jpeg.len() <= largest {
            return Ok(jpeg);
        }
        // Noise does not compress; each round takes half of the pixels.
        factor = 0.7;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{ImageFormat, RgbImage};
    use std::io::Cursor;

    fn png(picture: &RgbImage) -> Vec<u8> {
        let mut out = Cursor::new(Vec::new());
        picture.write_to(&mut out, ImageFormat::Png).unwrap();
        out.into_inner()
    }

    #[test]
    fn scales_large_pictures_to_the_models_limit() {
        for (width, height, expected) in
            [(3_000, 4_000, (2_000, 2_667)), (900, 12_000, (600, 8_000)), (800, 600, (800, 600))]
        {
            let sent = for_model(&[png(&RgbImage::new(width, height))]).unwrap();
            assert_eq!(picture::decode(&sent[0]).unwrap().dimensions(), expected);
        }
    }

    #[test]
    fn shrinks_noise_enough() {
        let mut state = 1_u32;
        let noise = RgbImage::from_fn(1_600, 1_600, |_, _| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let [a, b, c, _] = state.to_be_bytes();
            image::Rgb([a, b, c])
        });
        let page = png(&noise);
        let sent = for_model(&[page.clone(), page]).unwrap();
        assert!(
            sent.iter().all(|jpeg| jpeg.len() <= MAX_PHOTO_BYTES),
            "{:?}",
            sent.iter().map(Vec::len).collect::<Vec<_>>()
        );
        assert_eq!(jpeg(noise, 200_000).map(|jpeg| jpeg.len() <= 200_000), Ok(true));
    }

    #[test]
    fn rejects_undecodable_picture() {
        assert_eq!(for_model(&[]).unwrap_err(), ReadError::Empty);
        assert_eq!(for_model(&[b"no picture".to_vec()]).unwrap_err(), ReadError::NotAnImage);
        let good = png(&RgbImage::new(20, 20));
        assert!(for_model(&[good.clone(), good[..40].to_vec()]).is_err(), "one bad page, and nothing is sent");
        assert_eq!(for_model(&vec![good; MAX_PHOTOS + 1]).unwrap_err(), ReadError::TooManyPages { max: MAX_PHOTOS });
    }
}
