//! Decodes untrusted files to upright pixels.
//!
//! The dimensions are read from the header before anything is decoded, so a decompression bomb costs only that.
//! Decoding is limited in pixels and in bytes of memory.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::metadata::Orientation;
use image::{
    DynamicImage, ExtendedColorType, ImageDecoder, ImageEncoder, ImageError, ImageFormat, ImageReader, Limits, RgbImage,
};

use crate::error::ReadError;
use crate::resize::shrink;

const FORMATS: [ImageFormat; 6] =
    [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif, ImageFormat::Bmp, ImageFormat::Tiff];
/// The pictures of the largest phone cameras have 50 megapixels: 150 MB as RGB.
const MAX_PIXELS: u64 = 50_000_000;
const MAX_SIDE_PX: u32 = 20_000;
const MIN_SIDE_PX: u32 = 8;
/// The memory of a decoder beside its result.
const MAX_DECODER_BYTES: u64 = 220_000_000;
/// The size of a decoded picture: 50 megapixels of RGBA. Smaller pictures may have sixteen bits a channel.
const MAX_DECODED_BYTES: u64 = 200_000_000;
/// The maximum size of a stored receipt: more pixels help neither users nor a second reading.
const STORED_PIXELS: f64 = 6_000_000.0;
const STORED_QUALITIES: [u8; 3] = [85, 70, 50];
/// A Lambda function can return 6 MB, in base64.
const MAX_STORED_BYTES: usize = 4_000_000;

/// Decodes a picture, turns it the way its EXIF orientation says, and puts transparent pixels on white paper.
pub fn decode(bytes: &[u8]) -> Result<RgbImage, ReadError> {
    if bytes.is_empty() {
        return Err(ReadError::Empty);
    }
    let format = format_of(bytes)?;
    if format == ImageFormat::Tiff && is_jpeg_in_tiff(bytes) {
        return Err(ReadError::UnsupportedFormat);
    }
    let mut limits = Limits::no_limits();
    limits.max_image_width = Some(MAX_SIDE_PX);
    limits.max_image_height = Some(MAX_SIDE_PX);
    limits.max_alloc = Some(MAX_DECODER_BYTES);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| to_read_error(&error, bytes, format))?;
    let (width, height) = decoder.dimensions();
    check_dimensions(width, height)?;
    if decoder.total_bytes() > MAX_DECODED_BYTES {
        return Err(ReadError::TooLarge { width, height });
    }
    // A picture with unreadable orientation is not turned; the page is turned upright by its text later.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|error| to_read_error(&error, bytes, format))?;
    picture.apply_orientation(orientation);
    Ok(on_white(picture))
}

/// Returns the width and height in the header of a JPEG; none for other files.
pub fn jpeg_dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
    format_of(bytes).ok().filter(|format| *format == ImageFormat::Jpeg)?;
    ImageReader::with_format(Cursor::new(bytes), ImageFormat::Jpeg).into_dimensions().ok()
}

/// Encodes a picture again as a JPEG with its pixels only: no location, no camera, no thumbnail, no trailing bytes.
pub fn strip(bytes: &[u8]) -> Result<Vec<u8>, ReadError> {
    stored_jpeg(decode(bytes)?)
}

/// Encodes a picture for storage, with limited pixels and bytes.
pub fn stored_jpeg(picture: RgbImage) -> Result<Vec<u8>, ReadError> {
    let pixels = f64::from(picture.width()) * f64::from(picture.height());
    let picture = if pixels > STORED_PIXELS { shrink(&picture, (STORED_PIXELS / pixels).sqrt()) } else { picture };
    let mut stored = Vec::new();
    for quality in STORED_QUALITIES {
        stored = jpeg(&picture, quality)?;
        if stored.len() <= MAX_STORED_BYTES {
            break;
        }
    }
    Ok(stored)
}

/// Encodes pixels as a JPEG without metadata.
pub fn jpeg(picture: &RgbImage, quality: u8) -> Result<Vec<u8>, ReadError> {
    let mut out = Vec::new();
    JpegEncoder::new_with_quality(&mut out, quality)
        .write_image(picture.as_raw(), picture.width(), picture.height(), ExtendedColorType::Rgb8)
        .map_err(|_| ReadError::Corrupt)?;
    Ok(out)
}

fn format_of(bytes: &[u8]) -> Result<ImageFormat, ReadError> {
    match image::guess_format(bytes) {
        Ok(format) if FORMATS.contains(&format) => Ok(format),
        Ok(_) => Err(ReadError::UnsupportedFormat),
        Err(_) if is_heic(bytes) => Err(ReadError::Heic),
        Err(_) => Err(ReadError::NotAnImage),
    }
}

/// Returns true for HEIC, by the brands of ISO/IEC 23008-12 in the `ftyp` box at the beginning.
fn is_heic(bytes: &[u8]) -> bool {
    bytes.get(4..8) == Some(b"ftyp".as_slice())
        && bytes.get(8..12).is_some_and(|brand| {
            [b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"]
                .iter()
                .any(|known| brand == known.as_slice())
        })
}

/// Returns true for a TIFF of JPEG streams. Each strip may be a JPEG of another size, which the decoder decodes
/// completely, beyond all limits, even if all strips are the same stream: a small file then takes hours. No current
/// camera or scanner writes such files.
fn is_jpeg_in_tiff(bytes: &[u8]) -> bool {
    let compression = tiff::decoder::Decoder::new(Cursor::new(bytes))
        .and_then(|mut decoder| decoder.find_tag_unsigned::<u16>(tiff::tags::Tag::Compression));
    // Other errors are reported by the image library.
    matches!(compression, Ok(Some(6 | 7)))
}

fn check_dimensions(width: u32, height: u32) -> Result<(), ReadError> {
    if width > MAX_SIDE_PX || height > MAX_SIDE_PX || u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(ReadError::TooLarge { width, height });
    }
    if width < MIN_SIDE_PX || height < MIN_SIDE_PX {
        return Err(ReadError::TooSmall { width, height });
    }
    Ok(())
}

fn to_read_error(error: &ImageError, bytes: &[u8], format: ImageFormat) -> ReadError {
    match error {
        ImageError::Unsupported(_) => ReadError::UnsupportedFormat,
        ImageError::Limits(_) => {
            let (width, height) =
                ImageReader::with_format(Cursor::new(bytes), format).into_dimensions().unwrap_or((0, 0));
            ReadError::TooLarge { width, height }
        }
        _ => ReadError::Corrupt,
    }
}

fn on_white(picture: DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.into_rgb8();
    }
    let picture = picture.into_rgba8();
    RgbImage::from_fn(picture.width(), picture.height(), |x, y| {
        let [red, green, blue, alpha] = picture.get_pixel(x, y).0;
        let over_white = |channel: u8| {
            let (channel, alpha) = (u16::from(channel), u16::from(alpha));
            u8::try_from((channel * alpha + 255 * (255 - alpha)) / 255).unwrap_or(u8::MAX)
        };
        image::Rgb([over_white(red), over_white(green), over_white(blue)])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(picture: &RgbImage, format: ImageFormat) -> Vec<u8> {
        let mut out = Cursor::new(Vec::new());
        picture.write_to(&mut out, format).unwrap();
        out.into_inner()
    }

    fn gradient() -> RgbImage {
        RgbImage::from_fn(40, 24, |x, y| image::Rgb([u8::try_from(x * 6).unwrap(), u8::try_from(y * 10).unwrap(), 128]))
    }

    #[test]
    fn decodes_every_advertised_format() {
        for format in FORMATS {
            let picture = decode(&encoded(&gradient(), format)).unwrap_or_else(|error| panic!("{format:?}: {error}"));
            assert_eq!(picture.dimensions(), (40, 24), "{format:?}");
        }
    }

    #[test]
    fn distinguishes_empty_unsupported_and_other_files() {
        assert_eq!(decode(b"").unwrap_err(), ReadError::Empty);
        assert_eq!(decode(b"<html>hello</html>").unwrap_err(), ReadError::NotAnImage);
        assert_eq!(decode(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic").unwrap_err(), ReadError::Heic);
        assert_eq!(decode(b"\0\0\x01\0\x01\0\x10\x10icon").unwrap_err(), ReadError::UnsupportedFormat);
    }

    #[test]
    fn rejects_a_decompression_bomb_by_its_header() {
        // A BMP header that promises 60,000 × 60,000 pixels, and no pixels.
        let mut bomb = encoded(&gradient(), ImageFormat::Bmp);
        bomb[18..22].copy_from_slice(&60_000_u32.to_le_bytes());
        bomb[22..26].copy_from_slice(&60_000_u32.to_le_bytes());
        assert!(matches!(decode(&bomb).unwrap_err(), ReadError::TooLarge { .. }));
        let ribbon = encoded(&RgbImage::new(30_000, 10), ImageFormat::Png);
        assert_eq!(decode(&ribbon).unwrap_err(), ReadError::TooLarge { width: 30_000, height: 10 });
        let dot = encoded(&RgbImage::new(1, 1), ImageFormat::Png);
        assert_eq!(decode(&dot).unwrap_err(), ReadError::TooSmall { width: 1, height: 1 });
    }

    #[test]
    fn rejects_a_tiff_of_jpeg_streams_before_decoding() {
        let tags: [(u16, u16); 9] =
            [(256, 64), (257, 64), (258, 8), (259, 7), (262, 1), (273, 200), (277, 1), (278, 64), (279, 300)];
        let mut file = b"II*\0\x08\0\0\0\x09\0".to_vec();
        for (tag, value) in tags {
            file.extend(tag.to_le_bytes());
            file.extend([3, 0, 1, 0, 0, 0]);
            file.extend(value.to_le_bytes());
            file.extend([0, 0]);
        }
        file.extend([0; 4]);
        file.resize(200, 0);
        file.extend(encoded(&RgbImage::new(64, 64), ImageFormat::Jpeg));
        assert_eq!(decode(&file).unwrap_err(), ReadError::UnsupportedFormat);
        assert!(decode(&encoded(&gradient(), ImageFormat::Tiff)).is_ok(), "other TIFFs are read");
    }

    #[test]
    fn puts_transparent_pixels_on_white() {
        let mut out = Cursor::new(Vec::new());
        image::RgbaImage::from_pixel(16, 16, image::Rgba([0, 0, 0, 0])).write_to(&mut out, ImageFormat::Png).unwrap();
        assert_eq!(decode(&out.into_inner()).unwrap().get_pixel(3, 3).0, [255, 255, 255]);
    }

    /// Puts an EXIF segment with this orientation, and a comment that must not survive, behind the first two bytes of a
    /// JPEG.
    fn with_exif(jpeg: &[u8], orientation: u8) -> Vec<u8> {
        let tiff = [
            b"Exif\0\0II*\0\x08\0\0\0\x01\0".as_slice(),
            &[0x12, 0x01, 0x03, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0],
            b"GPS 52.5 13.4",
        ]
        .concat();
        let length = u16::try_from(tiff.len() + 2).unwrap().to_be_bytes();
        [&jpeg[..2], &[0xFF, 0xE1], &length, &tiff, &jpeg[2..]].concat()
    }

    #[test]
    fn applies_and_removes_the_exif_orientation() {
        let photo = with_exif(&encoded(&gradient(), ImageFormat::Jpeg), 6);
        assert_eq!(decode(&photo).unwrap().dimensions(), (24, 40));
        let stored = strip(&photo).unwrap();
        assert!(!stored.windows(4).any(|window| window == b"Exif" || window == b"GPS "));
        assert_eq!(decode(&stored).unwrap().dimensions(), (24, 40), "the turn is in the pixels now");
    }

    #[test]
    fn removes_data_behind_a_picture() {
        let polyglot = [encoded(&gradient(), ImageFormat::Png), b"PK\x03\x04 and a zip archive".to_vec()].concat();
        let stored = strip(&polyglot).unwrap();
        assert!(!stored.windows(4).any(|window| window == b"PK\x03\x04"));
    }
}
