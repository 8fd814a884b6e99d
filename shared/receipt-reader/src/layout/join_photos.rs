//! Several photos of one long receipt: what the end of one and the beginning of the next have in common is there once.
//!
//! The end of the rows so far and the beginning of the next photo are laid side by side as two readings of one text:
//! rows that are alike become pairs, and what only one of the two shows stays. A person may have bought the same thing
//! twice in a row, and photos need not overlap at all; so rows are merged on evidence, and where there is little of it
//! the receipt's arithmetic decides (see [`crate::receipt`]).

use crate::layout::rows::Row;
use crate::text;
use std::collections::BTreeSet;

/// A longer overlap is two photos of the same thing. It is merged all the same, as far as this.
const MAX_OVERLAP_ROWS: usize = 120;
/// So many rows at the edge of a photo may be cut in half by it, and unlike anything.
const CUT_ROWS: usize = 2;
/// A row at the edge that is read worse than this was cut.
const CUT: f32 = 0.85;
/// Two readings of one row are at least so alike as a rule, …
const ALIKE: f32 = 0.72;
/// … and if one of them is bad still this much; then they are paired, and prove nothing.
const RELATED: f32 = 0.45;
const GAP: f32 = 0.5;
/// Rows with fewer letters and digits are alike by chance.
const SPEAKING: usize = 4;
/// So many different rows in common are no chance.
const CERTAIN: usize = 4;

/// A row of a photo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageRow {
    pub page: usize,
    pub row: usize,
}

/// Photos put one below the other.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Joined {
    pub rows: Vec<PageRow>,
    /// The photos of which it is in doubt whether they overlap with the ones before.
    pub doubtful: Vec<usize>,
}

/// Puts photos one below the other, what they share once. The photo `against`, if any, is joined against the evidence:
/// merged where it says apart, and apart where it says merged.
pub fn join(pages: &[Vec<Row>], against: Option<usize>) -> Joined {
    let mut joined = Joined::default();
    for page in 0..pages.len() {
        let next = (0..pages[page].len()).map(|row| PageRow { page, row });
        let Some(overlap) = (page > 0).then(|| Overlap::find(pages, &joined.rows, page)).flatten() else {
            joined.rows.extend(next);
            continue;
        };
        if overlap.distinct < CERTAIN {
            joined.doubtful.push(page);
        }
        // One row, or one that comes again and again, may as well be two purchases.
        if (overlap.distinct >= 2) == (against == Some(page)) {
            joined.rows.extend(next);
        } else {
            overlap.merge(pages, &mut joined.rows, page);
        }
    }
    joined
}

/// What two readings have in common.
struct Overlap {
    /// Rows of the upper and of the lower reading that are one, from top to bottom.
    pairs: Vec<(usize, usize)>,
    /// The number of different texts that prove it.
    distinct: usize,
}

impl Overlap {
    /// The best common part of the rows so far and a further photo. Indices of pairs are those of `upper` and of the
    /// photo's rows.
    fn find(pages: &[Vec<Row>], upper: &[PageRow], page: usize) -> Option<Self> {
        let first = upper.len().saturating_sub(MAX_OVERLAP_ROWS);
        let above: Vec<Text> = upper[first..].iter().map(|at| Text::of(&pages[at.page][at.row])).collect();
        let below: Vec<Text> = pages[page].iter().take(MAX_OVERLAP_ROWS).map(Text::of).collect();
        let pairs = align(&above, &below)?;
        let proof = pairs.iter().filter(|(a, b)| above[*a].likeness(&below[*b]) >= ALIKE && above[*a].speaks());
        let distinct: BTreeSet<&[u16]> = proof.map(|(a, _)| above[*a].pairs.as_slice()).collect();
        let distinct = distinct.len();
        let pairs = pairs.into_iter().map(|(a, b)| (a + first, b)).collect();
        (distinct > 0).then_some(Self { pairs, distinct })
    }

    fn merge(&self, pages: &[Vec<Row>], upper: &mut Vec<PageRow>, page: usize) {
        let row = |at: PageRow| &pages[at.page][at.row];
        let lower = |row| PageRow { page, row };
        let (Some(&(first_above, first_below)), Some(&(last_above, last_below))) =
            (self.pairs.first(), self.pairs.last())
        else {
            return;
        };
        let tail = upper.split_off(first_above);
        // At the lower photo's upper edge the one above shows the same place in full, and the other way round.
        let uncut = |at: &PageRow, continued: bool| !continued || confidence(row(*at)) >= CUT;
        upper.extend((0..first_below).map(lower).filter(|at| uncut(at, first_above > 0)));
        let (mut above, mut below) = (first_above, first_below);
        for &(a, b) in &self.pairs {
            // What only one of them shows, between two rows that both show, stays.
            upper.extend(&tail[above - first_above..a - first_above]);
            upper.extend((below..b).map(lower));
            let (one, other) = (tail[a - first_above], lower(b));
            upper.push(if confidence(row(one)) >= confidence(row(other)) { one } else { other });
            (above, below) = (a + 1, b + 1);
        }
        let goes_on = last_below + 1 < pages[page].len();
        let rest = &tail[last_above + 1 - first_above..];
        upper.extend(rest.iter().filter(|at| uncut(at, goes_on)));
        upper.extend((last_below + 1..pages[page].len()).map(lower));
    }
}

/// Pairs the end of one reading with the beginning of another: the best sum of likenesses and gaps, by dynamic
/// programming.
fn align(above: &[Text], below: &[Text]) -> Option<Vec<(usize, usize)>> {
    #[derive(Clone, Copy, PartialEq)]
    enum Step {
        Start,
        Pair,
        SkipAbove,
        SkipBelow,
    }
    let width = below.len() + 1;
    let mut table = vec![(f32::MIN, Step::Start); (above.len() + 1) * width];
    let mut best: Option<(f32, usize, usize)> = None;
    for i in 0..=above.len() {
        for j in 0..=below.len() {
            // The overlap begins at the lower photo's edge, or a cut row below it.
            let mut cell = if j <= CUT_ROWS { (-0.1 * count(j), Step::Start) } else { (f32::MIN, Step::Start) };
            let mut offer = |score: f32, step: Step| {
                if score > cell.0 {
                    cell = (score, step);
                }
            };
            if i > 0 && j > 0 {
                let likeness = above[i - 1].likeness(&below[j - 1]);
                let before = table[(i - 1) * width + j - 1].0;
                if likeness >= RELATED {
                    offer(before + if likeness >= ALIKE { likeness } else { 0.0 }, Step::Pair);
                }
            }
            if i > 0 {
                offer(table[(i - 1) * width + j].0 - GAP, Step::SkipAbove);
            }
            if j > 0 {
                offer(table[i * width + j - 1].0 - GAP, Step::SkipBelow);
            }
            table[i * width + j] = cell;
            // It ends at the upper photo's edge, or a cut row above it; or with the lower photo, which may show a part
            // of the upper one.
            let left = above.len() - i;
            let ends = left <= CUT_ROWS || j == below.len();
            let score = cell.0 - 0.1 * count(left.min(CUT_ROWS + 1));
            if ends && cell.1 == Step::Pair && best.is_none_or(|(most, ..)| score > most) {
                best = Some((score, i, j));
            }
        }
    }
    let (score, mut i, mut j) = best?;
    if score < 0.5 {
        return None;
    }
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
    Some(pairs)
}

#[expect(clippy::cast_precision_loss, reason = "rows of a photo")]
fn count(rows: usize) -> f32 {
    rows as f32
}

fn confidence(row: &Row) -> f32 {
    row.cells.iter().map(|cell| cell.confidence).sum::<f32>() / count(row.cells.len().max(1))
}

/// A row as it is compared.
struct Text {
    /// Its pairs of neighbouring letters, sorted.
    pairs: Vec<u16>,
    glyphs: usize,
    amount: Option<i64>,
}

impl Text {
    fn of(row: &Row) -> Self {
        let text = row.text().to_lowercase();
        let glyphs: Vec<u16> = text
            .chars()
            .filter(|c| c.is_alphanumeric())
            .map(|c| u16::try_from(u32::from(c) % 251).unwrap_or(0))
            .collect();
        let mut pairs: Vec<u16> = glyphs.windows(2).map(|pair| pair[0] * 256 + pair[1]).collect();
        pairs.sort_unstable();
        Self { pairs, glyphs: glyphs.len(), amount: text::last_amount(&text) }
    }

    fn speaks(&self) -> bool {
        self.glyphs >= SPEAKING
    }

    /// 2 × common pairs / all pairs, 1 for equal texts. Rows with two different amounts are hardly one.
    fn likeness(&self, other: &Self) -> f32 {
        let (a, b) = (&self.pairs, &other.pairs);
        let (mut at, mut beside, mut common) = (0, 0, 0);
        while at < a.len() && beside < b.len() {
            match a[at].cmp(&b[beside]) {
                std::cmp::Ordering::Less => at += 1,
                std::cmp::Ordering::Greater => beside += 1,
                std::cmp::Ordering::Equal => (at, beside, common) = (at + 1, beside + 1, common + 1),
            }
        }
        if a.is_empty() || b.is_empty() {
            return 0.0;
        }
        let likeness = 2.0 * count(common) / count(a.len() + b.len());
        let contradict = self.amount.zip(other.amount).is_some_and(|(one, other)| one != other);
        if contradict { likeness.min(0.5) } else { likeness }
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

    fn texts(pages: &[Vec<Row>], joined: &Joined) -> Vec<String> {
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
            "three of them"
        );
        assert_eq!(joined(&[WHOLE, WHOLE]), WHOLE, "the same photo twice");
        assert_eq!(joined(&[WHOLE, "bananas 0.79, sourdough 4.25, onions 1.10"]), WHOLE, "a part of it once more");
    }

    #[test]
    fn misread_and_missed_rows_do_not_part_what_belongs_together() {
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
    fn rows_cut_by_the_edge_are_left_out_and_whole_ones_are_not() {
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
    fn little_evidence_is_told_and_can_be_turned_round() {
        let pages = [page("bread 2.99, whole milk 3.49"), page("whole milk 3.49, eggs 3.99")];
        assert_eq!(join(&pages, None).doubtful, [1]);
        assert_eq!(texts(&pages, &join(&pages, Some(1))).join(", "), "bread 2.99, whole milk 3.49, eggs 3.99");
        let certain = [page(WHOLE), page(WHOLE)];
        assert_eq!(join(&certain, None).doubtful, [] as [usize; 0]);
    }

    #[test]
    fn photos_of_different_parts_are_one_below_the_other() {
        assert_eq!(
            joined(&["whole milk 3.49, bananas 0.79", "sourdough 4.25, total 8.53"]),
            "whole milk 3.49, bananas 0.79, sourdough 4.25, total 8.53"
        );
        assert_eq!(join(&[], None), Joined::default());
        assert_eq!(join(&[Vec::new(), page("eggs 3.99")], None).rows.len(), 1);
    }

    proptest! {
        /// However a receipt of different lines is cut into two overlapping photos, it is whole again.
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
            // Nothing is left out but one of two that are alike, since all of these are read well.
            let least = pages.iter().map(Vec::len).max().unwrap_or(0);
            prop_assert!(joined.rows.len() >= least);
        }
    }
}
