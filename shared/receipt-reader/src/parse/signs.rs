//! Signs of a currency that were read as a digit: on a dark photo `$1.49` becomes `51.49`, and a total of 90.62 one of
//! 590.62.
//!
//! A till prints its sign before every amount or before none. So where the other amounts have it, one with a digit too
//! many in its place has lost it.

use super::measure::Measure;
use crate::layout::rows::Row;
use crate::text::vocabulary::{self, Topic};

const SIGNS: [char; 3] = ['$', '£', '€'];
/// So many amounts with a sign show that the till prints it …
const MIN_SIGNED: usize = 3;
/// … where they are so many times as many as those that have none and no digit that could be one.
const SIGNED_TO_BARE: usize = 3;

/// With more digits before the point, it is a number of something else.
const MAX_DIGITS: usize = 4;

/// How an amount begins, as far as a sign is concerned.
enum Start {
    Signed(char),
    /// At most one digit before the point: if a sign was there, it was not read at all.
    Bare,
    /// The digit at this place (counted in bytes) may be a sign.
    Doubtful(usize),
}

/// The photos of a receipt with the signs put back; nothing where none is missing.
pub fn restored(photos: &[Vec<Row>]) -> Option<Vec<Vec<Row>>> {
    let rows = || photos.iter().flatten();
    if rows().all(|row| doubtful(row).is_empty()) {
        return None;
    }
    let sign = habit(rows())?;
    let mut photos = photos.to_vec();
    for row in photos.iter_mut().flatten() {
        let doubtful = doubtful(row);
        let mut at = 0..;
        for cell in &mut row.cells {
            let words = cell.text.split(' ').zip(&mut at);
            let words =
                words.map(|(word, at)| if doubtful.contains(&at) { with_sign(word, sign) } else { word.to_owned() });
            cell.text = words.collect::<Vec<_>>().join(" ");
        }
    }
    Some(photos)
}

fn words(row: &Row) -> Vec<&str> {
    row.cells.iter().flat_map(|cell| cell.text.split(' ')).collect()
}

/// Which words of a row may have lost their sign: its last amount, and the price behind an `@`. Any other number may be
/// a weight.
fn doubtful(row: &Row) -> Vec<usize> {
    let words = words(row);
    let last = words.iter().rposition(|word| start(word).is_some());
    let is_price = |at: usize| {
        let is_behind_sign = words[at].starts_with('@') || at > 0 && words[at - 1] == "@";
        is_behind_sign || Some(at) == last && !words.get(at + 1).is_some_and(|next| is_measure(next))
    };
    (0..words.len()).filter(|&at| matches!(start(words[at]), Some(Start::Doubtful(_))) && is_price(at)).collect()
}

fn is_measure(word: &str) -> bool {
    let word = word.to_lowercase();
    Measure::of(&word).is_some() || matches!(word.as_str(), "1b" | "1bs" | "|b" | "tb" | "16")
}

/// The sign that the till prints before its amounts. The last amount of a row tells: what stands before it may be a
/// weight. The sums do not count, since there are tills that print a sign before these only.
fn habit<'a>(rows: impl Iterator<Item = &'a Row>) -> Option<char> {
    let last: Vec<Start> =
        rows.filter(|row| !is_sum(row)).filter_map(|row| words(row).into_iter().rev().find_map(start)).collect();
    let bare = last.iter().filter(|start| matches!(start, Start::Bare)).count();
    SIGNS.into_iter().find(|sign| {
        let signed = last.iter().filter(|start| matches!(start, Start::Signed(read) if read == sign)).count();
        signed >= MIN_SIGNED && signed >= SIGNED_TO_BARE * bare
    })
}

fn is_sum(row: &Row) -> bool {
    let text = row.text();
    let label: Vec<&str> = text.split_whitespace().filter(|word| start(word).is_none()).collect();
    matches!(vocabulary::topic(&label.join(" ")), Topic::Subtotal | Topic::Total | Topic::Tax | Topic::Payment)
}

fn with_sign(word: &str, sign: char) -> String {
    match start(word) {
        Some(Start::Doubtful(at)) => format!("{}{sign}{}", &word[..at], &word[at + 1..]),
        _ => word.to_owned(),
    }
}

/// How a word begins that is an amount with two decimals, be it behind an `@` or a minus, and with a tax mark at its
/// end or not.
fn start(word: &str) -> Option<Start> {
    let begins = word.find(|c: char| !matches!(c, '@' | '-' | '–' | '—' | '−' | '~' | '('))?;
    let amount = &word[begins..];
    let sign = SIGNS.into_iter().find(|sign| amount.starts_with(*sign));
    let amount = amount.strip_prefix(SIGNS).unwrap_or(amount);
    let amount = amount.strip_prefix('-').unwrap_or(amount);
    let (whole, decimals) = amount.split_once(['.', ','])?;
    let cents = decimals.bytes().take_while(u8::is_ascii_digit).count();
    if cents != 2 || !whole.bytes().all(|b| b.is_ascii_digit()) || decimals[cents..].contains(is_of_a_number) {
        return None;
    }
    Some(match (sign, whole.len()) {
        (Some(sign), _) => Start::Signed(sign),
        (None, 0 | 1) => Start::Bare,
        (None, 2..=MAX_DIGITS) => Start::Doubtful(begins),
        (None, _) => return None,
    })
}

/// What makes an amount a date, a share or a measure.
fn is_of_a_number(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '.' | ',' | '%' | '/' | ':') || SIGNS.contains(&c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::rows::Cell;

    fn photo(text: &str) -> Vec<Vec<Row>> {
        let cell = |text: &str| Cell::new(text, 0.0, 80.0, 0.98);
        let row = |line: &str| Row { cells: line.split("  ").map(cell).collect(), y: 0.0, height: 22.0 };
        vec![text.lines().map(row).collect()]
    }

    fn text(photos: &[Vec<Row>]) -> String {
        photos.iter().flatten().map(Row::text).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_digit_in_the_place_of_a_sign_is_one() {
        let read = "EGGS  $3.49 F\nBREAD  $2.99\nYOGURT  51.49 F\nBANANAS 2.12 lb @80.59 /lb  $1.25\nMILK  -82.30\nCOFFEE  510,09F\nTOTAL  $14.02";
        let meant = "EGGS $3.49 F\nBREAD $2.99\nYOGURT $1.49 F\nBANANAS 2.12 lb @$0.59 /lb $1.25\nMILK -$2.30\nCOFFEE $10,09F\nTOTAL $14.02";
        assert_eq!(restored(&photo(read)).map(|photos| text(&photos)).as_deref(), Some(meant));
    }

    #[test]
    fn amounts_stay_where_tills_print_no_sign_or_all_are_read() {
        for read in [
            "EGGS  $3.49\nMILK  $1.49\nMELON 12.35 lb @ $0.59 /lb  $7.29\nGRAPES\n10.52 1b\n@ $1.00 /lb  $10.52",
            "EGGS  3.49\nROAST  51.49\nSUBTOTAL  $54.98\nTOTAL  $54.98\nVISA  $54.98",
            "EGGS  $3.49\nROAST  $51.49\nTOTAL  $54.98",
            "EGGS  $3.49\nMILK  $1.49\nBREAD  $2.49\nTOTAL  $54.98\nROAST 12.49 lb @ $1.49 /lb  18.61\nJAM  2.49\nHAM  2.99",
            "EGGS  3.49\nROAST  51.49\nTOTAL  54.98",
            "EGGS  3,49 €\nBRATEN  51,49 €\nSUMME  54,98 €",
        ] {
            assert_eq!(restored(&photo(read)), None, "{read}");
        }
    }

    #[test]
    fn dates_shares_and_numbers_are_no_amounts() {
        for word in ["12.04.25", "17.5%", "10.99/lb", "12:30", "123456.78", "51.499", "2.99€", "AB51.49", "", "@", "$"]
        {
            assert!(start(word).is_none_or(|start| !matches!(start, Start::Doubtful(_))), "{word}");
        }
    }
}
