use super::*;
use crate::ocr::text_box::Alternative;

/// Returns rows of names and amounts; `12.3[8:0.4]9` is 12.39 or, with a likelihood of 0.4, 12.89.
fn rows(text: &str) -> Vec<Vec<Row>> {
    let cell = |text: &str, left: f32| {
        let (mut plain, mut alternatives) = (String::new(), Vec::new());
        for (index, part) in text.split('[').enumerate() {
            let mut rest = part;
            if index > 0 {
                let (other, behind) = part.split_once(']').expect("a bracket");
                let (digit, likelihood) = other.split_once(':').expect("a digit and how likely it is");
                let (digit, likelihood) = (digit.parse().unwrap(), likelihood.parse().unwrap());
                alternatives.push(Alternative { at: plain.chars().count() - 1, digit, likelihood });
                rest = behind;
            }
            plain.push_str(rest);
        }
        Cell { alternatives, ..Cell::new(plain, left, left + 80.0, 0.98) }
    };
    let row = |(y, line): (u16, &str)| {
        let columns = line.split(" | ").zip([0.0, 150.0, 220.0, 300.0]);
        let cells: Vec<Cell> = columns.map(|(text, left)| cell(text.trim(), left)).collect();
        Row { cells, y: 24.0 * f32::from(y), height: 22.0 }
    };
    vec![(0..).zip(text.lines()).map(row).collect()]
}

#[test]
fn corrects_a_digit_by_count_times_price() {
    let table = "BESAN | 1 | 39.00 | 39.00\nSUGAR | 2 | 17.50 | 35.00\nDAL | 1.414 | 94.50 | 133.6[0:0.1]2\n";
    let last = |row: &str| {
        let photos = correct_digits(&rows(&format!("{table}{row}")))?;
        photos[0].last().map(amounts)
    };
    assert_eq!(last("TEA | 1 | 58.00 | 56[8:0.4].00"), Some(vec![5_800, 5_800]));
    assert_eq!(last("TEA | 1 | 58[6:0.1].00 | 56.00"), Some(vec![5_600, 5_600]));
    assert_eq!(last("TEA | 1 | 58[6:0.1].00 | 56[8:0.1].00"), None, "either may be meant");
    assert_eq!(last("TEA | 1 | 58.00 | 56[8:0.001].00"), None, "too unlikely");
    assert_eq!(last("TEA | 1 | 58.00 | 58[6:0.4].00"), None, "it fits");
    assert_eq!(correct_digits(&rows("TEA | 1 | 58.00 | 56[8:0.4].00")), None, "no table");
}

#[test]
fn finds_no_contradiction_in_a_row_without_count() {
    let unread = "OIL | 145.00 | 145.00\nSALT | 28.00 | 28.00\nCURD | 35.00 | 35.00\n";
    let table = format!("BESAN | 1 | 39.00 | 39.00\nSUGAR | 2 | 17.50 | 35.00\nDAL | 2 | 94.50 | 189.00\n{unread}");
    let photos = correct_digits(&rows(&format!("{table}TEA | 1 | 58.00 | 56[8:0.4].00"))).expect("it is repaired");
    assert_eq!(photos[0].last().map(amounts), Some(vec![5_800, 5_800]));
    // Three rows without a count are no table.
    assert_eq!(correct_digits(&rows(&format!("{unread}TEA | 1 | 58.00 | 56[8:0.4].00"))), None);
}
