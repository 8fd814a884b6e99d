//! Reads amounts of currencies without decimals: forints, yen, Icelandic krónur and pesos, `1 299 Ft`, `$1.299`,
//! `¥298`.
//!
//! A receipt has such a currency if its rows end in whole numbers in one column, a sum among them, and hardly any
//! amount has decimals. Decimals are then added to these numbers, so that all other code reads them as other amounts.

use super::lexeme::is_sign;
use super::measure::Measure;
use super::tokens::{Token, split_words};
use crate::layout::rows::Row;
use crate::text::money::{self, Cents};
use crate::text::vocabulary::{self, Topic};

/// Signs of whole amounts, in lower case.
const CURRENCY_SIGNS: [&str; 16] =
    ["ft", "huf", "¥", "￥", "jpy", "yen", "₩", "krw", "clp", "cop", "isk", "kr", "kr.", "rp", "$", "₫"];
/// The signs among them that are used only for such currencies.
const UNAMBIGUOUS_SIGNS: [&str; 9] = ["ft", "huf", "¥", "￥", "₩", "krw", "isk", "rp", "₫"];
/// The minimum number of amounts with such a sign, if the word for the sum was misread.
const MIN_SIGNED: usize = 2;
/// The minimum number of rows that end in a whole number in the column, …
const MIN_WHOLE_AMOUNTS: usize = 3;
/// … and their minimum ratio to rows with decimals.
const MIN_RATIO_TO_DECIMALS: usize = 5;
/// The maximum number of edges that are tried, for hostile pages.
const MAX_EDGES: usize = 400;
/// The maximum distance of a number's right edge from the column, in heights of its row.
const MAX_EDGE_DISTANCE: f32 = 1.5;
/// The maximum gap between the digit groups of a number, in heights of its row; words are further apart.
const MAX_GROUP_GAP: f32 = 0.9;

/// Returns the rows with decimals behind their whole amounts, or none if the currency has decimals.
pub fn with_decimals(rows: &[Row]) -> Option<Vec<Row>> {
    let page = WholeNumbers::find(rows);
    let min_rows = MIN_WHOLE_AMOUNTS.max(MIN_RATIO_TO_DECIMALS * page.count_decimal_rows());
    if page.indices.iter().filter(|indices| !indices.is_empty()).count() < min_rows {
        return None;
    }
    let (in_column, column) = page.find_column()?;
    let has_sum = (0..rows.len()).any(|at| page.sum(at).is_some());
    let signed = (0..rows.len()).filter(|at| page.is_signed(*at)).count();
    if in_column < min_rows || !has_sum && signed < MIN_SIGNED {
        return None;
    }
    let amount = |at: usize| page.at_edge(at, column).or_else(|| page.sum(at));
    let rows = rows.iter().zip(&page.words).enumerate();
    Some(rows.map(|(at, (row, words))| row_with_decimals(row, words, amount(at))).collect())
}

/// Returns a row with decimals behind its whole amounts, of which one is at `amount`. A tax group behind it is left out.
fn row_with_decimals(row: &Row, words: &[Token], amount: Option<usize>) -> Row {
    let mut texts: Vec<Vec<String>> = vec![Vec::new(); row.cells.len()];
    let last = amount.unwrap_or(words.len());
    for (at, (word, text)) in words.iter().zip(add_decimals(words, amount)).enumerate() {
        if at <= last || !is_tax_group(&word.text) {
            texts[word.cell].push(text);
        }
    }
    let mut cells = row.cells.clone();
    for (cell, text) in cells.iter_mut().zip(texts) {
        cell.text = text.join(" ");
    }
    cells.retain(|cell| !cell.text.is_empty());
    Row { cells, ..row.clone() }
}

/// The words of a page's rows, and those that are whole numbers at the ends of rows.
struct WholeNumbers<'a> {
    rows: &'a [Row],
    words: Vec<Vec<Token>>,
    /// The indices of the whole numbers of each row.
    indices: Vec<Vec<usize>>,
}

impl<'a> WholeNumbers<'a> {
    fn find(rows: &'a [Row]) -> Self {
        let words: Vec<Vec<Token>> = rows.iter().map(words_with_groups).collect();
        let indices = words.iter().map(|words| whole_number_indices(words)).collect();
        Self { rows, words, indices }
    }

    /// Returns the number of rows whose last number has decimals.
    fn count_decimal_rows(&self) -> usize {
        let last_numbers = self.words.iter().filter_map(|words| words.iter().rev().find(|word| digit_count(word) >= 2));
        last_numbers.filter(|word| money::parse_amount(&word.text).is_some()).count()
    }

    /// Returns the whole number of a row that ends nearest to an edge, if it is near enough.
    fn at_edge(&self, at: usize, right: f32) -> Option<usize> {
        let off = |word: &usize| (self.words[at][*word].right - right).abs();
        let near =
            self.indices[at].iter().copied().filter(|word| off(word) <= MAX_EDGE_DISTANCE * self.rows[at].height);
        near.min_by(|one, other| off(one).total_cmp(&off(other)))
    }

    /// Returns the edge at which most rows have a whole number, the rightmost of equal ones, and their number. Single
    /// digits are marks or counts.
    fn find_column(&self) -> Option<(usize, f32)> {
        let count_at = |right: f32| {
            let at_edge = |at: usize| self.at_edge(at, right).filter(|word| digit_count(&self.words[at][*word]) >= 2);
            (0..self.rows.len()).filter_map(at_edge).count()
        };
        let numbers = self.indices.iter().zip(&self.words);
        let edges = numbers.flat_map(|(indices, words)| indices.iter().map(|word| words[*word].right));
        let columns = edges.take(MAX_EDGES).map(|right| (count_at(right), right));
        columns.max_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)))
    }

    /// Returns the last whole number of a row with a word for a sum.
    fn sum(&self, at: usize) -> Option<usize> {
        let last = *self.indices[at].last()?;
        let before: Vec<&str> = self.words[at][..last].iter().map(|word| word.text.as_str()).collect();
        matches!(vocabulary::classify_label(&before.join(" ")), Topic::Total | Topic::Subtotal).then_some(last)
    }

    /// Returns true if the last whole number of a row has the sign of a currency without decimals.
    fn is_signed(&self, at: usize) -> bool {
        let is_unambiguous = |word: &Token| {
            let sign = word.text.trim_matches(|c: char| c.is_ascii_digit()).to_lowercase();
            UNAMBIGUOUS_SIGNS.contains(&sign.as_str())
        };
        self.indices[at].last().is_some_and(|last| self.words[at][*last..].iter().take(2).any(is_unambiguous))
    }
}

/// Returns true if a receipt prints whole amounts with decimals: `12.450,00`. Such currencies have large amounts.
pub fn are_usual(amounts: impl Iterator<Item = Cents>) -> bool {
    let (whole, others): (Vec<Cents>, Vec<Cents>) =
        amounts.filter(|cents| *cents != 0).partition(|cents| cents % 100 == 0);
    whole.len() >= MIN_WHOLE_AMOUNTS.max(MIN_RATIO_TO_DECIMALS * others.len())
}

/// Splits a row into words and joins the digit groups of a number: `1 299`.
fn words_with_groups(row: &Row) -> Vec<Token> {
    let mut words = split_words(row);
    let mut at = 1;
    while at < words.len() {
        let gap = words[at].left - words[at - 1].right;
        // In the middle of a row `2 649` may be a count and a price, but not behind a sign.
        let is_last = words[at + 1..].iter().all(|word| digit_count(word) < 2 || is_tax_group(&word.text));
        let is_amount = is_last || at >= 2 && is_sign(&words[at - 2].text);
        if gap < MAX_GROUP_GAP * row.height
            && is_amount
            && is_first_group(&words[at - 1].text)
            && is_last_group(&words[at].text)
        {
            let group = words.remove(at);
            words[at - 1].text.push_str(&group.text);
            words[at - 1].right = group.right;
        } else {
            at += 1;
        }
    }
    words
}

fn digit_count(word: &Token) -> usize {
    word.text.bytes().filter(u8::is_ascii_digit).count()
}

fn is_first_group(text: &str) -> bool {
    let digits = text.trim_start_matches(['-', '$', '¥']);
    (1..=3).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0')
}

fn is_last_group(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    digits == 3 && split_whole_amount(&format!("1{text}")).is_some()
}

/// Returns the indices of the words at the end of a row that are whole numbers and no measures; only their currency and
/// a mark may follow.
fn whole_number_indices(words: &[Token]) -> Vec<usize> {
    let is_mark = |word: &Token| is_currency_sign(&word.text) || word.text.chars().count() <= 3;
    let first = words
        .iter()
        .rposition(|word| !is_mark(word) && split_whole_amount(&word.text).is_none())
        .map_or(0, |at| at + 1);
    (first..words.len())
        .filter(|at| split_whole_amount(&words[*at].text).is_some() && !is_measured(words, *at))
        .collect()
}

/// Returns true for the tax group that Hungarian tills print behind an amount: `A00`, `C00`. Its zeros are often
/// misread as letters.
fn is_tax_group(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(|c| c.is_ascii_uppercase()) && letters.as_str().len() == 2 && {
        letters.all(|c| matches!(c, '0' | 'O' | 'o' | 'D' | 'Q'))
    }
}

fn is_measured(words: &[Token], at: usize) -> bool {
    words.get(at + 1).is_some_and(|next| Measure::from_word(&next.text.to_lowercase()).is_some())
}

fn is_currency_sign(word: &str) -> bool {
    let word = word.to_lowercase();
    let currency = word.split('/').next().unwrap_or_default();
    CURRENCY_SIGNS.contains(&currency)
}

/// Splits a whole amount into the text before its digits, the digits, and the text behind them.
fn split_whole_amount(word: &str) -> Option<(&str, String, &str)> {
    let start = word.find(|c: char| c.is_ascii_digit())?;
    let end = word.rfind(|c: char| c.is_ascii_digit())? + 1;
    let (before, number, behind) = (&word[..start], &word[start..end], &word[end..]);
    let is_front = |text: &str| text.is_empty() || CURRENCY_SIGNS.contains(&text.to_lowercase().as_str());
    let is_behind = |text: &str| {
        let text = text.trim_start_matches([',', '.', '-', '*']);
        is_currency_sign(text)
            || text.starts_with('/')
            || text.chars().count() <= 1 && text.chars().all(char::is_alphabetic)
    };
    let groups: Vec<&str> = number.split(['.', ',', '\'']).collect();
    let is_number = groups.iter().all(|group| group.bytes().all(|b| b.is_ascii_digit()))
        && (groups.len() == 1 || groups[0].len() <= 3 && groups[1..].iter().all(|group| group.len() == 3));
    let digits = groups.concat();
    let is_amount = (1..=7).contains(&digits.len()) && (!digits.starts_with('0') || digits == "0");
    let sign = before.trim_start_matches(['-', '*', '+']);
    (is_number && is_amount && is_front(sign) && is_behind(behind)).then_some((before, digits, behind))
}

/// Parses a count, or a weight with three decimals.
fn parse_count(word: &str) -> Option<f64> {
    let is_weight = word.split_once([',', '.']).is_some_and(|(_, decimals)| decimals.len() == 3);
    let is_count = word.len() <= 3 && word.bytes().all(|b| b.is_ascii_digit());
    word.replace(',', ".").parse().ok().filter(|_| is_weight || is_count)
}

/// Returns the words of a row with decimals behind its amounts: the one at its end, the unit price behind or before a
/// sign or a count, and numbers with a currency.
fn add_decimals(words: &[Token], end: Option<usize>) -> Vec<String> {
    let number = |at: usize| -> Option<u32> { split_whole_amount(&words.get(at)?.text)?.1.parse().ok() };
    let is_count = |at: usize| words.get(at).is_some_and(|word| word.text.bytes().all(|b| b.is_ascii_digit()));
    let mut amounts: Vec<usize> = end.into_iter().collect();
    for at in 0..words.len() {
        if is_currency_sign(&words[at].text) && at > 0 && split_whole_amount(&words[at - 1].text).is_some() {
            amounts.push(at - 1);
        }
        let Some((before, _, behind)) = split_whole_amount(&words[at].text) else { continue };
        if CURRENCY_SIGNS.contains(&before.trim_start_matches('-').to_lowercase().as_str()) || is_currency_sign(behind)
        {
            amounts.push(at);
        }
        let Some(value) = number(at) else { continue };
        // `2 x 649`, `0,532 kg x 1299`; of two whole numbers the larger is the price.
        let sign = (at.saturating_sub(2)..at).rev().find(|sign| *sign > 0 && is_sign(&words[*sign].text));
        let is_behind = |sign: &usize| words[sign + 1..at].iter().all(|word| is_currency_sign(&word.text));
        if let Some(sign) = sign.filter(is_behind).filter(|_| !is_measured(words, at)) {
            let before = number(sign - 1).filter(|_| is_count(sign - 1));
            amounts.push(if before.is_some_and(|before| before > value) { sign - 1 } else { at });
        }
        // `2 649 1298`, `1,259 424 534`: the unit price of a table, by its product with the count.
        if let Some(amount) = end.filter(|end| at < *end).and_then(number)
            && let Some(count) = at.checked_sub(1).and_then(|before| parse_count(&words[before].text))
            && (count * f64::from(value) - f64::from(amount)).abs() <= 1.0
        {
            amounts.push(at);
        }
    }
    let text = |(at, word): (usize, &Token)| match split_whole_amount(&word.text).filter(|_| amounts.contains(&at)) {
        Some((before, digits, behind)) => {
            let minus = if before.starts_with('-') || behind.ends_with('-') && !behind.starts_with([',', '.']) {
                "-"
            } else {
                ""
            };
            let behind = behind.trim_start_matches([',', '.', '-']);
            let behind =
                if is_currency_sign(behind) { behind.find('/').map_or("", |at| &behind[at..]) } else { behind };
            format!("{minus}{digits}.00{behind}")
        }
        None => word.text.clone(),
    };
    words.iter().enumerate().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::rows::Cell;
    use crate::tests::parse_ledger;

    fn rows(lines: &[&str]) -> Vec<Row> {
        let row = |(y, line): (u16, &&str)| {
            let (name, amount) = line.split_once('|').unwrap_or((line, ""));
            let width = |text: &str| 12.0 * f32::from(u16::try_from(text.chars().count()).unwrap_or(0));
            let cell = |text: &str, left: f32| Cell::new(text, left, left + width(text), 0.98);
            let cells = vec![cell(name, 0.0), cell(amount, 500.0 - width(amount))];
            Row {
                cells: cells.into_iter().filter(|cell| !cell.text.is_empty()).collect(),
                y: 24.0 * f32::from(y),
                height: 20.0,
            }
        };
        (0..).zip(lines).map(row).collect()
    }

    /// The name, quantity and price in cents of an item.
    type FoundItem = (String, f64, Option<i64>);

    fn read(lines: &[&str]) -> (Vec<FoundItem>, Option<i64>) {
        let ledger = parse_ledger(&rows(lines));
        (ledger.items.into_iter().map(|item| (item.text, item.quantity, item.price)).collect(), ledger.total)
    }

    #[test]
    fn reads_letters_whose_length_changes_in_lower_case() {
        // Together, their lower case letters take as many bytes, but each takes another number.
        assert_eq!(split_whole_amount("ẞ1İ"), None);
        assert_eq!(split_whole_amount("İ12ẞ"), None);
        assert_eq!(split_whole_amount("1İ"), Some(("", "1".to_owned(), "İ")));
        let (items, _) = read(&["ẞ1İ|ẞ1İ", "PAN|990", "ACEITE|1.450", "ARROZ|1.290", "TOTAL|3.730"]);
        assert_eq!(items.len(), 3, "{items:?}");
    }

    #[test]
    fn reads_forints_without_decimals() {
        let (items, total) = read(&[
            "TEJ 2,8% 1L|389 Ft",
            "TRAPPISTA SAJT|1 299 Ft",
            "2 db x 249 Ft/db|",
            "KIFLI|498 Ft",
            "0,532 kg x 1 199 Ft/kg|",
            "ALMA|638 Ft",
            "ÖSSZESEN|2 824 Ft",
            "BANKKÁRTYA|2 824 Ft",
            "27,00% ÁFA|600",
        ]);
        assert_eq!(total, Some(282_400));
        let prices: Vec<Option<i64>> = items.iter().map(|item| item.2).collect();
        assert_eq!(prices, [Some(38_900), Some(129_900), Some(49_800), Some(63_800)], "{items:?}");
        assert!((items[2].1 - 2.0).abs() < 1e-6);
        assert!((items[3].1 - 0.532).abs() < 1e-6);
    }

    #[test]
    fn ignores_tax_groups_behind_forints() {
        let (items, total) = read(&[
            "CSEM.KARAJ 100G|1 198 C00",
            "CSEM.KARAJ 100G|1 198 CO0",
            "TARJA 100G|599 COO",
            "KENYER 500G SZEL|639 B00",
            "JOGHURT 900G|779 B00",
            "SSZESEN:|4 413 Ft",
            "BANKKARTYA:|4 413 Ft",
        ]);
        let prices: Vec<Option<i64>> = items.iter().map(|item| item.2).collect();
        assert_eq!(prices, [119_800, 119_800, 59_900, 63_900, 77_900].map(Some), "{items:?} {total:?}");
    }

    #[test]
    fn reads_points_and_commas_as_thousands_separators() {
        for (sign, point) in [("$", "."), ("¥", ","), ("", ".")] {
            let lines = [
                format!("ARROZ 1KG|{sign}1{point}290"),
                format!("PAN MOLDE|{sign}990"),
                format!("ACEITE 900ML|{sign}12{point}450"),
                format!("TOTAL|{sign}14{point}730"),
            ];
            let (items, total) = read(&lines.each_ref().map(String::as_str));
            assert_eq!((items.len(), total), (3, Some(1_473_000)), "{items:?}");
            assert_eq!(items[2].2, Some(1_245_000));
        }
    }

    #[test]
    fn reads_a_table_of_whole_prices() {
        let (items, total) = read(&["ONIGIRI 2 149|298", "GREEN TEA 1 128|128", "BENTO 1 498|498", "TOTAL|924"]);
        assert_eq!(total, Some(92_400));
        assert_eq!(items[0], ("ONIGIRI".to_owned(), 2.0, Some(29_800)));
    }

    #[test]
    fn reads_large_amounts_only_among_whole_amounts() {
        let (items, total) =
            read(&["ARROZ|2.500,00", "YERBA|8.900,00", "ACEITE|12.450,00", "PAN|1.000,00", "TOTAL|24.850,00"]);
        assert_eq!((items.len(), total), (4, Some(2_485_000)), "{items:?}");
        // Among others it is a misread code.
        let (items, total) = read(&["MILK|3.49", "BREAD|2.99", "CHEESE|24850.00", "EGGS|2.00", "TOTAL|8.48"]);
        let prices: Vec<Option<i64>> = items.iter().map(|item| item.2).collect();
        assert!(!prices.contains(&Some(2_485_000)), "{items:?}");
        assert_eq!(total, Some(848));
    }

    #[test]
    fn reads_no_whole_numbers_where_amounts_have_decimals() {
        for lines in [
            &["MILK 2L|3.49", "BREAD|12", "CODE|4011", "EGGS|2.99", "TOTAL|6.48"][..],
            &["MILK|12", "BREAD|4011", "EGGS|77"],
            &["TOTAL ITEMS|3", "TABLE|12"],
        ] {
            assert!(with_decimals(&rows(lines)).is_none(), "{lines:?}");
        }
    }
}
