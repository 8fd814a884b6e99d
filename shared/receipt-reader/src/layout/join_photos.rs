//! Joins several photos of one long receipt; rows that two photos share are kept once.
//!
//! The end of the rows so far is aligned with the beginning of the next photo: similar rows become pairs, and rows that
//! only one of them shows are kept. But a customer may buy the same product twice in a row, and photos need not
//! overlap. So rows are merged by evidence, and with little of it the receipt's arithmetic decides (see
//! [`crate::receipt`]).

use crate::layout::rows::Row;
use crate::text;
use std::collections::BTreeSet;

/// The maximum overlap in rows. A longer one, of two photos of the same part, is merged up to this.
const MAX_OVERLAP_ROWS: usize = 120;
/// The maximum number of rows at the edge of a photo that it may cut in half.
const MAX_CUT_ROWS: usize = 2;
/// The minimum confidence of a row at the edge; below it, the row was cut.
const MIN_EDGE_CONFIDENCE: f32 = 0.85;
/// The minimum similarity of two texts of one row as evidence, …
const MIN_SIMILARITY: f32 = 0.72;
/// … and for a pair without evidence, of which one was read badly.
const MIN_PAIR_SIMILARITY: f32 = 0.45;
/// The cost of a row that only one photo shows.
const SKIP_COST: f32 = 0.5;
/// The cost of a row that a photo may cut at its edge.
const CUT_ROW_COST: f32 = 0.1;
/// The minimum score of an overlap, which less than one pair of similar rows does not have.
const MIN_SCORE: f32 = 0.5;
/// The maximum similarity of rows with two different amounts: too little for evidence.
const MAX_CONTRADICTED_SIMILARITY: f32 = 0.5;
/// The minimum letters and digits of a row as evidence; shorter rows are similar by chance.
const MIN_CHARS: usize = 4;
/// The minimum number of different common rows for a merge. A single row, or several with one text, may be two
/// purchases.
const MIN_MERGED_ROWS: usize = 2;
/// The number of different common rows that prove an overlap.
const CERTAIN_ROWS: usize = 4;

/// The indices of a photo and of a row on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowRef {
    pub page: usize,
    pub row: usize,
}

/// The rows of several photos, one below the other.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct JoinedPhotos {
    pub rows: Vec<RowRef>,
    /// The photos whose overlap with the ones before is uncertain.
    pub uncertain_overlaps: Vec<usize>,
}

/// Joins photos; rows that they share are kept once. The photo `inverted`, if any, is joined against the evidence:
/// merged if it says separate, separate if it says merged.
pub fn join(pages: &[Vec<Row>], inverted: Option<usize>) -> JoinedPhotos {
    let mut joined = JoinedPhotos::default();
    for page in 0..pages.len() {
        let next = (0..pages[page].len()).map(|row| RowRef { page, row });
        let Some(overlap) = (page > 0).then(|| Overlap::find(pages, &joined.rows, page)).flatten() else {
            joined.rows.extend(next);
            continue;
        };
        if overlap.evidence < CERTAIN_ROWS {
            joined.uncertain_overlaps.push(page);
        }
        let is_merged = (overlap.evidence >= MIN_MERGED_ROWS) != (inverted == Some(page));
        if is_merged {
            overlap.merge(pages, &mut joined.rows, page);
        } else {
            joined.rows.extend(next);
        }
    }
    joined
}

/// The overlap of the rows so far with a further photo.
struct Overlap {
    /// Pairs of a row so far and a row of the photo, from top to bottom.
    pairs: Vec<(usize, usize)>,
    /// The number of different texts that are evidence.
    evidence: usize,
}

impl Overlap {
    /// Finds the best overlap, or none without evidence.
    fn find(pages: &[Vec<Row>], upper: &[RowRef], page: usize) -> Option<Self> {
        let first = upper.len().saturating_sub(MAX_OVERLAP_ROWS);
        let above: Vec<RowText> = upper[first..].iter().map(|at| RowText::new(&pages[at.page][at.row])).collect();
        let below: Vec<RowText> = pages[page].iter().take(MAX_OVERLAP_ROWS).map(RowText::new).collect();
        let pairs = align(&above, &below)?;
        let certain =
            pairs.iter().filter(|(a, b)| above[*a].similarity(&below[*b]) >= MIN_SIMILARITY && above[*a].is_long());
        let distinct: BTreeSet<&[u16]> = certain.map(|(a, _)| above[*a].bigrams.as_slice()).collect();
        let evidence = distinct.len();
        let pairs = pairs.into_iter().map(|(a, b)| (a + first, b)).collect();
        (evidence > 0).then_some(Self { pairs, evidence })
    }

    fn merge(&self, pages: &[Vec<Row>], upper: &mut Vec<RowRef>, page: usize) {
        let row = |at: RowRef| &pages[at.page][at.row];
        let lower = |row| RowRef { page, row };
        let (Some(&(first_above, first_below)), Some(&(last_above, last_below))) =
            (self.pairs.first(), self.pairs.last())
        else {
            return;
        };
        let tail = upper.split_off(first_above);
        // A row that one photo cuts at its edge is complete on the other.
        let is_uncut = |at: &RowRef, goes_on: bool| !goes_on || confidence(row(*at)) >= MIN_EDGE_CONFIDENCE;
        upper.extend((0..first_below).map(lower).filter(|at| is_uncut(at, first_above > 0)));
        let (mut above, mut below) = (first_above, first_below);
        for &(a, b) in &self.pairs {
            // Rows that only one of them shows, between two that both show, are kept.
            upper.extend(&tail[above - first_above..a - first_above]);
            upper.extend((below..b).map(lower));
            let (one, other) = (tail[a - first_above], lower(b));
            upper.push(if confidence(row(one)) >= confidence(row(other)) { one } else { other });
            (above, below) = (a + 1, b + 1);
        }
        let goes_on = last_below + 1 < pages[page].len();
        let rest = &tail[last_above + 1 - first_above..];
        upper.extend(rest.iter().filter(|at| is_uncut(at, goes_on)));
        upper.extend((last_below + 1..pages[page].len()).map(lower));
    }
}

/// The last step of an alignment.
#[derive(Clone, Copy, PartialEq)]
enum Step {
    Start,
    Pair,
    SkipAbove,
    SkipBelow,
}

/// Pairs the end of one text with the beginning of another: the best sum of similarities and skip costs, by dynamic
/// programming.
fn align(above: &[RowText], below: &[RowText]) -> Option<Vec<(usize, usize)>> {
    let width = below.len() + 1;
    let mut table = vec![(f32::MIN, Step::Start); (above.len() + 1) * width];
    let mut best: Option<(f32, usize, usize)> = None;
    for i in 0..=above.len() {
        for j in 0..=below.len() {
            // The overlap begins at the lower photo's edge, or some cut rows below it.
            let mut cell =
                if j <= MAX_CUT_ROWS { (-CUT_ROW_COST * count(j), Step::Start) } else { (f32::MIN, Step::Start) };
            let mut offer = |score: f32, step: Step| {
                if score > cell.0 {
                    cell = (score, step);
                }
            };
            if i > 0 && j > 0 {
                let similarity = above[i - 1].similarity(&below[j - 1]);
                let before = table[(i - 1) * width + j - 1].0;
                if similarity >= MIN_PAIR_SIMILARITY {
                    offer(before + if similarity >= MIN_SIMILARITY { similarity } else { 0.0 }, Step::Pair);
                }
            }
            if i > 0 {
                offer(table[(i - 1) * width + j].0 - SKIP_COST, Step::SkipAbove);
            }
            if j > 0 {
                offer(table[i * width + j - 1].0 - SKIP_COST, Step::SkipBelow);
            }
            table[i * width + j] = cell;
            // It ends at the upper photo's edge, or some cut rows above it; or with the lower photo, which may show a
            // part of the upper one.
            let left = above.len() - i;
            let is_end = left <= MAX_CUT_ROWS || j == below.len();
            let score = cell.0 - CUT_ROW_COST * count(left.min(MAX_CUT_ROWS + 1));
            if is_end && cell.1 == Step::Pair && best.is_none_or(|(most, ..)| score > most) {
                best = Some((score, i, j));
            }
        }
    }
    best.filter(|(score, ..)| *score >= MIN_SCORE).map(|(_, i, j)| trace(&table, width, i, j))
}

/// Returns the pairs of the alignment that ends in a cell of the table, in their order.
fn trace(table: &[(f32, Step)], width: usize, mut i: usize, mut j: usize) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    loop {
        match table[i * width + j].1 {
            Step::Start => break,
            Step::SkipAbove => i -= 1,
            Step::SkipBelow => j -= 1,
            Step::Pair => {
                (i, j) = (i - 1, j - 1);
                pairs.push((i, j));
            }
        }
    }
    pairs.reverse();
    pairs
}

#[expect(clippy::cast_precision_loss, reason = "rows of a photo")]
fn count(rows: usize) -> f32 {
    rows as f32
}

fn confidence(row: &Row) -> f32 {
    row.cells.iter().map(|cell| cell.confidence).sum::<f32>() / count(row.cells.len().max(1))
}

/// The text of a row in a form for comparison.
struct RowText {
    /// The sorted bigrams of its letters and digits, each of which is reduced to a byte.
    bigrams: Vec<u16>,
    glyphs: usize,
    amount: Option<i64>,
}

impl RowText {
    fn new(row: &Row) -> Self {
        let text = row.text().to_lowercase();
        let glyphs: Vec<u16> = text
            .chars()
            .filter(|c| c.is_alphanumeric())
            .map(|c| u16::try_from(u32::from(c) % 251).unwrap_or(0))
            .collect();
        let mut bigrams: Vec<u16> = glyphs.windows(2).map(|pair| pair[0] * 256 + pair[1]).collect();
        bigrams.sort_unstable();
        Self { bigrams, glyphs: glyphs.len(), amount: text::last_amount(&text) }
    }

    fn is_long(&self) -> bool {
        self.glyphs >= MIN_CHARS
    }

    /// Returns the Dice coefficient of the bigrams, 1 for equal texts; less for rows with two different amounts.
    fn similarity(&self, other: &Self) -> f32 {
        let (a, b) = (&self.bigrams, &other.bigrams);
        let (mut at, mut other_at, mut common) = (0, 0, 0);
        while at < a.len() && other_at < b.len() {
            match a[at].cmp(&b[other_at]) {
                std::cmp::Ordering::Less => at += 1,
                std::cmp::Ordering::Greater => other_at += 1,
                std::cmp::Ordering::Equal => (at, other_at, common) = (at + 1, other_at + 1, common + 1),
            }
        }
        if a.is_empty() || b.is_empty() {
            return 0.0;
        }
        let similarity = 2.0 * count(common) / count(a.len() + b.len());
        let is_contradicted = self.amount.zip(other.amount).is_some_and(|(one, other)| one != other);
        if is_contradicted { similarity.min(MAX_CONTRADICTED_SIMILARITY) } else { similarity }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::rows::Cell;
    use proptest::prelude::*;

    fn row(text: &str, confidence: f32) -> Row {
        let cell = Cell::new(text, 0.0, 300.0, confidence);
        Row { cells: vec![cell], y: 0.0, height: 20.0 }
    }

    fn page(text: &str) -> Vec<Row> {
        text.split(", ").map(|line| row(line, 0.98)).collect()
    }

    fn texts(pages: &[Vec<Row>], joined: &JoinedPhotos) -> Vec<String> {
        joined.rows.iter().map(|at| pages[at.page][at.row].text()).collect()
    }

    fn joined(pages: &[&str]) -> String {
        let pages: Vec<_> = pages.iter().map(|text| page(text)).collect();
        texts(&pages, &join(&pages, None)).join(", ")
    }

    const WHOLE: &str = "corner market, main street, whole milk 3.49, bananas 0.79, sourdough 4.25, onions 1.10, butter 2.49, eggs 3.99, total 16.11";

    #[test]
    fn keeps_what_two_photos_share_once() {
        assert_eq!(
            joined(&[
                "corner market, main street, whole milk 3.49, bananas 0.79, sourdough 4.25, onions 1.10",
                "bananas 0.79, sourdough 4.25, onions 1.10, butter 2.49, eggs 3.99, total 16.11"
            ]),
            WHOLE
        );
        assert_eq!(
            joined(&[
                "corner market, main street, whole milk 3.49",
                "main street, whole milk 3.49, bananas 0.79, sourdough 4.25",
                "bananas 0.79, sourdough 4.25, onions 1.10, butter 2.49, eggs 3.99, total 16.11"
            ]),
            WHOLE,
            "three photos"
        );
        assert_eq!(joined(&[WHOLE, WHOLE]), WHOLE, "the same photo twice");
        assert_eq!(joined(&[WHOLE, "bananas 0.79, sourdough 4.25, onions 1.10"]), WHOLE, "a part again");
    }

    #[test]
    fn merges_photos_with_misread_and_missed_rows() {
        assert_eq!(
            joined(&[
                "whole milk 3.49, banamas 0.79, sourdough 4.25, onions 1.10",
                "whole milk 3.49, bananas 0.79, onions 1.10, butter 2.49"
            ]),
            "whole milk 3.49, banamas 0.79, sourdough 4.25, onions 1.10, butter 2.49"
        );
        assert_eq!(
            joined(&[
                "whole milk 3.49, bananas 0.79, onions 1.10",
                "whole milk 3.49, bananas 0.79, sourdough 4.25, onions 1.10, butter 2.49"
            ]),
            "whole milk 3.49, bananas 0.79, sourdough 4.25, onions 1.10, butter 2.49"
        );
    }

    #[test]
    fn leaves_out_rows_that_the_edge_cuts() {
        let mut upper = page("whole milk 3.49, bananas 0.79, sourdough 4.25");
        upper.push(row("nmnns 1 1O", 0.6));
        let mut lower = page("bananas 0.79, sourdough 4.25, onions 1.10, butter 2.49");
        lower.insert(0, row("vvnnle nnlk", 0.55));
        let pages = [upper, lower];
        assert_eq!(
            texts(&pages, &join(&pages, None)).join(", "),
            "whole milk 3.49, bananas 0.79, sourdough 4.25, onions 1.10, butter 2.49"
        );
        assert_eq!(
            joined(&[
                "whole milk 3.49, bananas 0.79, sourdough 4.25, paper towels 7.99",
                "bananas 0.79, sourdough 4.25, onions 1.10"
            ]),
            "whole milk 3.49, bananas 0.79, sourdough 4.25, paper towels 7.99, onions 1.10",
            "read well, and only once"
        );
    }

    #[test]
    fn counts_two_purchases_in_a_row() {
        assert_eq!(
            joined(&[
                "bread 2.99, whole milk 3.49, whole milk 3.49",
                "bread 2.99, whole milk 3.49, whole milk 3.49, eggs 3.99"
            ]),
            "bread 2.99, whole milk 3.49, whole milk 3.49, eggs 3.99"
        );
        assert_eq!(
            joined(&["bread 2.99, whole milk 3.49", "whole milk 3.49, eggs 3.99"]),
            "bread 2.99, whole milk 3.49, whole milk 3.49, eggs 3.99",
            "one equal row proves no overlap"
        );
        assert_eq!(
            joined(&["bread 2.99, whole milk 3.49, whole milk 3.49", "whole milk 3.49, whole milk 3.49, eggs 3.99"]),
            "bread 2.99, whole milk 3.49, whole milk 3.49, whole milk 3.49, whole milk 3.49, eggs 3.99",
            "and neither do two"
        );
        assert_eq!(
            joined(&["bananas 0.45, bananas 0.62", "bananas 0.71, eggs 3.99"]),
            "bananas 0.45, bananas 0.62, bananas 0.71, eggs 3.99"
        );
    }

    #[test]
    fn reports_an_uncertain_overlap_and_inverts_it() {
        let pages = [page("bread 2.99, whole milk 3.49"), page("whole milk 3.49, eggs 3.99")];
        assert_eq!(join(&pages, None).uncertain_overlaps, [1]);
        assert_eq!(texts(&pages, &join(&pages, Some(1))).join(", "), "bread 2.99, whole milk 3.49, eggs 3.99");
        let certain = [page(WHOLE), page(WHOLE)];
        assert_eq!(join(&certain, None).uncertain_overlaps, [] as [usize; 0]);
    }

    #[test]
    fn appends_photos_of_different_parts() {
        assert_eq!(
            joined(&["whole milk 3.49, bananas 0.79", "sourdough 4.25, total 8.53"]),
            "whole milk 3.49, bananas 0.79, sourdough 4.25, total 8.53"
        );
        assert_eq!(join(&[], None), JoinedPhotos::default());
        assert_eq!(join(&[Vec::new(), page("eggs 3.99")], None).rows.len(), 1);
    }

    proptest! {
        /// For any cut of a receipt of different lines into two overlapping photos.
        #[test]
        fn joins_any_two_halves_into_the_whole(lines in 8_usize..90, cut in 0.3_f64..0.7, shared in 2_usize..30) {
            let word = |n: usize| ["milk", "bread", "cheddar", "onions", "walnuts", "spinach", "yogurt"][n % 7];
            let whole: Vec<Row> = (0..lines).map(|n| row(&format!("{} {}{} {}.{:02}", word(n), word(n / 7), n, n % 9, n * 37 % 100), 0.95)).collect();
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a part of a length")]
            let end = (lines as f64 * cut) as usize;
            let pages = [whole[..end].to_vec(), whole[end.saturating_sub(shared)..].to_vec()];
            let expected: Vec<String> = whole.iter().map(Row::text).collect();
            prop_assert_eq!(texts(&pages, &join(&pages, None)), expected);
        }

        #[test]
        fn takes_every_row_from_one_place(photos in prop::collection::vec(prop::collection::vec("[a-c ]{0,6}( [0-9]\\.[0-9]{2})?", 0..12), 0..5)) {
            let pages: Vec<Vec<Row>> = photos.iter().map(|lines| lines.iter().map(|line| row(line, 0.9)).collect()).collect();
            let joined = join(&pages, None);
            let mut seen = std::collections::HashSet::new();
            for at in &joined.rows {
                prop_assert!(at.row < pages[at.page].len() && seen.insert((at.page, at.row)));
            }
            // Only one of two similar rows is left out, since all of these are certain.
            let least = pages.iter().map(Vec::len).max().unwrap_or(0);
            prop_assert!(joined.rows.len() >= least);
        }
    }
}
