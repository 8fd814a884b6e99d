//! Limits the decompressed size of a PDF's streams before it is parsed: a small file may hold gigabytes.

use std::io::Read;

use flate2::read::{DeflateDecoder, ZlibDecoder};

use crate::error::ReadError;

/// The maximum decompressed size of all streams. A receipt of eight pages has less than a tenth of it.
const MAX_DECOMPRESSED_BYTES: u64 = 200_000_000;
const MAX_STREAMS: usize = 10_000;
/// The maximum size of an encrypted file, whose streams cannot be measured; zlib expands at most a thousand times.
const MAX_ENCRYPTED_BYTES: usize = 300_000;
/// The limits of a picture by its dictionary.
const MAX_PICTURE_PIXELS: u64 = 50_000_000;
const MAX_PICTURE_SIDE: u64 = 20_000;
/// Filters that expand a stream.
const EXPANDING: [&[u8]; 6] = [b"/FlateDecode", b"/Fl", b"/LZWDecode", b"/LZW", b"/RunLengthDecode", b"/RL"];
/// The maximum length of a stream's dictionary.
const MAX_DICTIONARY_BYTES: usize = 4_096;

/// Refuses a file whose streams decompress to more than a receipt can need.
pub fn check(bytes: &[u8]) -> Result<(), ReadError> {
    if find(bytes, b"/Encrypt").is_some() && bytes.len() > MAX_ENCRYPTED_BYTES {
        return Err(ReadError::Protected);
    }
    let mut left = MAX_DECOMPRESSED_BYTES;
    let (mut at, mut streams) = (0, 0);
    while let Some(found) = find(&bytes[at..], b"stream") {
        let begin = at + found;
        at = begin + b"stream".len();
        if bytes[..begin].ends_with(b"end") {
            continue;
        }
        streams += 1;
        if streams > MAX_STREAMS {
            return Err(ReadError::TooCostly);
        }
        let dictionary = &bytes[begin.saturating_sub(MAX_DICTIONARY_BYTES)..begin];
        let dictionary = &dictionary[rfind(dictionary, b" obj").unwrap_or(0)..];
        check_dictionary(dictionary)?;
        let data = &bytes[at..];
        let data = data.strip_prefix(b"\r").unwrap_or(data);
        let data = data.strip_prefix(b"\n").unwrap_or(data);
        // All data that begin like zlib are measured, whatever their filter says.
        if data.first().is_some_and(|first| first & 0x0F == 8) || find(dictionary, b"/Fl").is_some() {
            left = left.checked_sub(decompressed_size(data, left + 1)).ok_or(ReadError::TooCostly)?;
        }
    }
    Ok(())
}

/// Returns the decompressed size, up to a limit, of data with or without a zlib header, also if their end is damaged.
pub fn decompressed_size(data: &[u8], limit: u64) -> u64 {
    count(ZlibDecoder::new(data), limit).max(count(DeflateDecoder::new(data), limit))
}

fn count(decoder: impl Read, limit: u64) -> u64 {
    let mut decoder = decoder.take(limit);
    let (mut buffer, mut total) = ([0; 16_384], 0);
    while let Ok(read @ 1..) = decoder.read(&mut buffer) {
        total += read as u64;
    }
    total
}

fn check_dictionary(dictionary: &[u8]) -> Result<(), ReadError> {
    let filters =
        find(dictionary, b"/Filter").or_else(|| find(dictionary, b"/F ")).map_or(&[][..], |at| &dictionary[at..]);
    let filters = &filters[..filters.iter().position(|byte| *byte == b']').unwrap_or(filters.len()).min(filters.len())];
    let is_list = filters.iter().take(12).any(|byte| *byte == b'[');
    // Nested filters multiply, and hexadecimal notation could hide a name.
    let names = filters.split(|byte| *byte == b'/').count().saturating_sub(2);
    let expanding: usize = EXPANDING.iter().map(|name| count_names(filters, name)).sum();
    if is_list && (names > 2 || expanding > 1 || filters.contains(&b'#')) {
        return Err(ReadError::TooCostly);
    }
    let number = |key: &[u8]| {
        let behind = &dictionary[find(dictionary, key)? + key.len()..];
        let digits: Vec<u8> = behind
            .iter()
            .copied()
            .skip_while(u8::is_ascii_whitespace)
            .take_while(u8::is_ascii_digit)
            .take(10)
            .collect();
        String::from_utf8(digits).ok()?.parse::<u64>().ok()
    };
    let sides = [number(b"/Width"), number(b"/Height")].map(|side| side.unwrap_or(0));
    if sides.iter().any(|side| *side > MAX_PICTURE_SIDE) || sides[0] * sides[1] > MAX_PICTURE_PIXELS {
        let [width, height] = sides.map(|side| u32::try_from(side).unwrap_or(u32::MAX));
        return Err(ReadError::TooLarge { width, height });
    }
    Ok(())
}

/// Returns how often a name stands in a list of names.
fn count_names(list: &[u8], name: &[u8]) -> usize {
    let ends = |at: usize| list.get(at + name.len()).is_none_or(|byte| !byte.is_ascii_alphanumeric());
    list.windows(name.len()).enumerate().filter(|(at, window)| *window == name && ends(*at)).count()
}

fn find(bytes: &[u8], text: &[u8]) -> Option<usize> {
    bytes.windows(text.len()).position(|window| window == text)
}

fn rfind(bytes: &[u8], text: &[u8]) -> Option<usize> {
    bytes.windows(text.len()).rposition(|window| window == text)
}
