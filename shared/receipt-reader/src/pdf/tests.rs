use std::fmt::Write as _;
use std::io::Write as _;

use crate::tests::fixture;
use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::*;
use crate::grouping::group_rows;
use crate::reader::Reader;

/// Writes a PDF of numbered objects, the first of which is its catalogue.
fn file(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut out = b"%PDF-1.7\n".to_vec();
    let mut offsets = Vec::new();
    for (number, object) in (1..).zip(objects) {
        offsets.push(out.len());
        out.extend(format!("{number} 0 obj\n").bytes());
        out.extend(object);
        out.extend(b"\nendobj\n");
    }
    let start = out.len();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for offset in offsets {
        writeln!(table, "{offset:010} 00000 n ").unwrap();
    }
    writeln!(table, "trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF", objects.len() + 1).unwrap();
    out.extend(table.bytes());
    out
}

fn stream(dictionary: &str, data: &[u8]) -> Vec<u8> {
    let head = format!("<< {dictionary} /Length {} >>\nstream\n", data.len());
    [head.as_bytes(), data, b"\nendstream"].concat()
}

fn zlib(data: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}

/// Returns a file whose pages have these contents, in Courier of ten points, with additional resources and objects.
fn document(media_box: &str, contents: &[Vec<u8>], resources: &str, further: &[Vec<u8>]) -> Vec<u8> {
    let kids: Vec<String> = (0..contents.len()).map(|page| format!("{} 0 R", 4 + 2 * page)).collect();
    let mut objects = vec![
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), kids.len()).into_bytes(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>".to_vec(),
    ];
    for (page, content) in contents.iter().enumerate() {
        let page = format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox {media_box} /Contents {} 0 R /Resources << /Font << /F1 3 0 R >> {resources} >> >>",
            5 + 2 * page
        );
        objects.push(page.into_bytes());
        objects.push(content.clone());
    }
    objects.extend_from_slice(further);
    file(&objects)
}

/// Returns the operators that print rows of a name and an amount, in two columns.
fn rows(rows: &[(&str, &str)]) -> Vec<u8> {
    let mut text = String::from("BT /F1 10 Tf\n");
    for (at, (name, amount)) in rows.iter().enumerate() {
        let y = 560 - 14 * at;
        writeln!(text, "1 0 0 1 20 {y} Tm ({name}) Tj 1 0 0 1 200 {y} Tm ({amount}) Tj").unwrap();
    }
    text.push_str("ET\n");
    text.into_bytes()
}

fn receipt_rows() -> Vec<u8> {
    rows(&[
        ("CORNER MARKET", ""),
        ("20.11.2026 17:42", ""),
        ("WHOLE MILK 1L", "1.49"),
        ("SOURDOUGH BREAD", "3.20"),
        ("BANANAS", "2.10"),
        ("TOTAL EUR", "6.79"),
    ])
}

fn pages(bytes: &[u8]) -> Result<Vec<PdfPage>, ReadError> {
    read_pages(bytes, &mut Budget::new(None))
}

const PAGE: &str = "[0 0 260 600]";

#[test]
fn reads_the_text_and_draws_the_page() {
    let pdf = document(PAGE, &[stream("/Filter /FlateDecode", &zlib(&receipt_rows()))], "", &[]);
    let pages = pages(&pdf).unwrap();
    let texts: Vec<String> = group_rows(&pages[0].boxes).iter().map(crate::Row::text).collect();
    assert_eq!(texts[2], "WHOLE MILK 1L 1.49", "{texts:?}");
    let picture = &pages[0].picture;
    assert!(picture.height() > 2 * picture.width() && picture.pixels().any(|pixel| pixel.0[0] < 60));
    let receipt = Reader::load().unwrap().read(&[&pdf]).unwrap();
    let names: Vec<(&str, Option<f64>)> =
        receipt.items.iter().map(|item| (item.raw_text.as_str(), item.price)).collect();
    assert_eq!(names, [("WHOLE MILK 1L", Some(1.49)), ("SOURDOUGH BREAD", Some(3.2)), ("BANANAS", Some(2.1))]);
    assert_eq!((receipt.total, receipt.balanced), (Some(6.79), Some(true)));
    assert!(receipt.items.iter().all(|item| item.area.is_some()), "areas on the drawn page");
    let stored = crate::picture::stored(&pdf).unwrap();
    assert_eq!(crate::picture::decode(&stored[0]).unwrap().dimensions(), picture.dimensions());
}

#[test]
fn reads_a_scan_as_a_photo() {
    let jpeg = fixture("english.jpg");
    let photo = crate::picture::decode(&jpeg).unwrap();
    let (width, height) = photo.dimensions();
    let image = stream(
        &format!(
            "/Type /XObject /Subtype /Image /Width {width} /Height {height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode"
        ),
        &jpeg,
    );
    let page = format!("[0 0 {} {}]", width / 3, height / 3);
    let content = format!("q {} 0 0 {} 0 0 cm /Im1 Do Q", width / 3, height / 3);
    let pdf = document(&page, &[stream("", content.as_bytes())], "/XObject << /Im1 6 0 R >>", &[image]);
    assert!(pages(&pdf).unwrap()[0].boxes.is_empty());
    let receipt = Reader::load().unwrap().read(&[&pdf]).unwrap();
    assert!(receipt.items.len() >= 5, "{:?}", receipt.lines);
}

#[test]
fn reads_up_to_eight_pages_as_one_receipt() {
    let half = |names: &[(&str, &str)]| stream("", &rows(names));
    let pdf = document(
        PAGE,
        &[
            half(&[("CORNER MARKET", ""), ("WHOLE MILK 1L", "1.49"), ("SOURDOUGH BREAD", "3.20")]),
            half(&[("BANANAS", "2.10"), ("ORANGE JUICE", "2.00"), ("TOTAL EUR", "8.79"), ("THANK YOU", "")]),
        ],
        "",
        &[],
    );
    let receipt = Reader::load().unwrap().read(&[&pdf]).unwrap();
    assert_eq!((receipt.items.len(), receipt.total), (4, Some(8.79)));
    let many = |pages: usize| document(PAGE, &vec![stream("", &receipt_rows()); pages], "", &[]);
    assert_eq!(pages(&many(8)).unwrap().len(), 8);
    assert_eq!(pages(&many(9)).err(), Some(ReadError::TooManyPages { max: 8 }));
    assert_eq!(pages(&many(2_000)).err(), Some(ReadError::TooManyPages { max: 8 }));
}

#[test]
fn rejects_hostile_files_with_bounded_work() {
    // Two bombs: zlib over gigabytes, and zlib over zlib.
    let bomb = zlib(&vec![b' '; 220_000_000]);
    let one = document(PAGE, &[stream("/Filter /FlateDecode", &bomb)], "", &[]);
    assert_eq!(pages(&one).err(), Some(ReadError::TooCostly));
    let two = document(PAGE, &[stream("/Filter [/FlateDecode /FlateDecode]", &zlib(&bomb))], "", &[]);
    assert_eq!(pages(&two).err(), Some(ReadError::TooCostly));
    // A picture that promises too much.
    let wide = stream("/Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceGray /BitsPerComponent 8", b"");
    let picture = document(PAGE, &[stream("", b"/Im1 Do")], "/XObject << /Im1 6 0 R >>", &[wide]);
    assert_eq!(pages(&picture).err(), Some(ReadError::TooLarge { width: 60_000, height: 60_000 }));
    // Forms that draw each other twice, many levels deep, and one that draws itself.
    let form = |next: usize| {
        let dictionary =
            format!("/Type /XObject /Subtype /Form /BBox [0 0 200 200] /Resources << /XObject << /F {next} 0 R >> >>");
        stream(&dictionary, b"/F Do /F Do")
    };
    let forms: Vec<Vec<u8>> = (7..47).map(form).chain([form(6)]).collect();
    let laughs = document(PAGE, &[stream("", b"/F Do")], "/XObject << /F 6 0 R >>", &forms);
    assert!(pages(&laughs).is_err());
    // Very large and very narrow pages.
    let huge = document("[0 0 1000000 900000]", &[stream("", &receipt_rows())], "", &[]);
    let drawn = pages(&huge).map(|pages| pages[0].picture.dimensions());
    assert!(drawn.is_ok_and(|(width, height)| width * height <= 8_100_000));
    let thread = document("[0 0 1 14400]", &[stream("", &receipt_rows())], "", &[]);
    assert!(matches!(pages(&thread).err(), Some(ReadError::TooSmall { .. })));
    // Pages that are their own children.
    let cycle = file(&[
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 10000 >>".to_vec(),
    ]);
    assert!(pages(&cycle).is_err());
}

/// Returns a file of one page with this content; `further` are the objects from the sixth on.
fn page(content: &str, resources: &str, further: &[Vec<u8>]) -> Vec<u8> {
    document(PAGE, &[stream("", content.as_bytes())], resources, further)
}

/// Returns files of some kilobytes, each of which uses a stream of four megabytes so many times.
fn repeating(uses: usize) -> [(&'static str, Vec<u8>); 6] {
    let large = zlib(&vec![b' '; 4_000_000]);
    let flate = "/Filter /FlateDecode";
    let form =
        |data: &[u8], filter: &str| stream(&format!("/Type /XObject /Subtype /Form /BBox [0 0 1 1] {filter}"), data);
    let contents = file(&[
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        format!("<< /Type /Page /Parent 2 0 R /MediaBox {PAGE} /Contents [{}] >>", "4 0 R ".repeat(uses)).into_bytes(),
        stream(flate, &large),
    ]);
    let mask = b"<< /SMask << /S /Alpha /G 7 0 R >> >>".to_vec();
    let image = "/Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode";
    let font =
        b"<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 65 /LastChar 65 \
        /Widths [1] /CharProcs << /A 7 0 R >> /Encoding << /Differences [65 /A] >> >>";
    let draws = "/X Do ".repeat(uses);
    let states = "/G gs ".repeat(uses);
    let letters = format!("BT /T 1 Tf ({}) Tj ET", "A".repeat(uses));
    let x = "/XObject << /X 6 0 R >>";
    [
        ("contents", contents),
        ("forms", page(&draws, x, &[form(&large, flate)])),
        ("hexadecimal forms", page(&draws, x, &[form(&b"20".repeat(4_000_000), "/Filter /ASCIIHexDecode")])),
        ("images", page(&draws, x, &[stream(image, &large)])),
        ("masks", page(&states, "/ExtGState << /G 6 0 R >>", &[mask, form(&large, flate)])),
        ("letters", page(&letters, "/Font << /T 6 0 R >>", &[font.to_vec(), stream(flate, &large)])),
    ]
}

#[test]
fn counts_every_use_of_a_stream() {
    for (name, pdf) in repeating(1) {
        assert!(pages(&pdf).is_ok(), "{name}");
    }
    for (name, pdf) in repeating(1_000) {
        assert_eq!(pages(&pdf).err(), Some(ReadError::TooCostly), "{name}");
    }
}

#[test]
fn counts_the_size_of_a_stream_before_decoding() {
    for (filter, byte, length) in [("LZWDecode", 0x80, 100_000), ("RunLengthDecode", 0x81, 4_000_000)] {
        let form = stream(&format!("/Subtype /Form /BBox [0 0 1 1] /Filter /{filter}"), &vec![byte; length]);
        let pdf = page("/X Do", "/XObject << /X 6 0 R >>", &[form]);
        assert_eq!(pages(&pdf).err(), Some(ReadError::TooCostly), "{filter}");
    }
}

#[test]
fn counts_operators() {
    let pdf = page(&"q Q ".repeat(1_100_000), "", &[]);
    assert_eq!(pages(&pdf).err(), Some(ReadError::TooCostly));
}

#[test]
fn shares_a_budget_between_files() {
    let half = document(PAGE, &[stream("", &b"q Q ".repeat(250_000))], "", &[]);
    let mut budget = Budget::new(None);
    let mut read = 0;
    while read_pages(&half, &mut budget).is_ok() {
        read += 1;
    }
    assert!((1..8).contains(&read), "{read}");
}

#[test]
fn stops_at_the_deadline() {
    let pdf = document(PAGE, &[stream("", &receipt_rows())], "", &[]);
    assert_eq!(read_pages(&pdf, &mut Budget::new(Some(Instant::now()))).err(), Some(ReadError::TooCostly));
}

#[test]
fn rejects_or_reads_damaged_files() {
    let whole = document(PAGE, &[stream("/Filter /FlateDecode", &zlib(&receipt_rows()))], "", &[]);
    for length in (9..whole.len()).step_by(23) {
        let _ = pages(&whole[..length]);
        let mut spoilt = whole.clone();
        spoilt[length] ^= 0x5A;
        let _ = pages(&spoilt);
    }
    assert_eq!(pages(b"%PDF-1.4 and nothing else").err(), Some(ReadError::Corrupt));
    assert!(!is_pdf(b"\xFF\xD8\xFF") && is_pdf(&whole));
}

#[test]
fn rejects_an_encrypted_file_as_protected() {
    let key = "0".repeat(64);
    let mut locked = String::from_utf8(file(&[b"<< /Type /Catalog /Pages 2 0 R >>".to_vec()])).unwrap();
    let encryption =
        format!("/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /O <{key}> /U <{key}> /P -4 >> /Root");
    locked = locked.replace("/Root", &encryption);
    assert_eq!(pages(locked.as_bytes()).err(), Some(ReadError::Protected));
}
