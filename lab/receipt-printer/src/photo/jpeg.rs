//! JPEG files with an EXIF orientation.

use image::RgbImage;
use image::codecs::jpeg::JpegEncoder;

/// A JPEG, with the orientation (1 to 8, as EXIF numbers them) told in an EXIF segment where there is one.
///
/// # Panics
/// Encodes a JPEG; fails if a side is 0 or longer than 65,535 pixels.
pub fn encode(image: &RgbImage, quality: u8, orientation: Option<u8>) -> Vec<u8> {
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, quality)
        .encode_image(image)
        .expect("a picture of RGB bytes below 65,536 pixels a side is encoded into memory");
    if let Some(orientation) = orientation {
        // Right behind the start-of-image marker, where EXIF wants to stand.
        bytes.splice(2..2, exif_segment(orientation));
    }
    bytes
}

/// An APP1 segment with one directory of one entry: tag 0x0112, a SHORT, the orientation.
fn exif_segment(orientation: u8) -> Vec<u8> {
    let mut tiff = b"MM\0*\0\0\0\x08".to_vec();
    tiff.extend([0, 1]);
    tiff.extend([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]);
    tiff.extend([0, 0, 0, 0]);
    let mut body = b"Exif\0\0".to_vec();
    body.extend(tiff);
    let length = u16::try_from(body.len() + 2).expect("a small segment");
    let mut segment = vec![0xff, 0xe1];
    segment.extend(length.to_be_bytes());
    segment.extend(body);
    segment
}

#[cfg(test)]
mod tests {
    use image::metadata::Orientation;
    use image::{ImageDecoder, ImageReader};

    use super::*;

    #[test]
    fn decoder_reads_the_orientation() {
        let image = RgbImage::from_pixel(24, 16, image::Rgb([200, 180, 160]));
        for (exif, read) in [
            (None, Orientation::NoTransforms),
            (Some(1), Orientation::NoTransforms),
            (Some(3), Orientation::Rotate180),
            (Some(6), Orientation::Rotate90),
            (Some(8), Orientation::Rotate270),
        ] {
            let bytes = encode(&image, 80, exif);
            let mut decoder = ImageReader::new(std::io::Cursor::new(&bytes))
                .with_guessed_format()
                .expect("memory can be read")
                .into_decoder()
                .expect("a JPEG");
            assert_eq!(decoder.dimensions(), (24, 16));
            assert_eq!(decoder.orientation().expect("a JPEG has one"), read);
        }
    }
}
