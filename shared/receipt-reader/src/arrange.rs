//! Which price belongs to which name. On paper that curls, slants or was creased, a price may stand nearer to the line
//! above or below its own. So several shapes of the paper are tried, and what the receipt itself says decides: its
//! sums, its counts and weights, and that names and amounts come together.

use crate::layout::bend::{Bending, Shape};
use crate::layout::rows::{Row, rows_of_shape};
use crate::ocr::words::Word;
use crate::pairing;
use crate::parse::items::{self, Check};
use crate::parse::line::{self, Line};
use crate::text::money::Cents;
use crate::text::vocabulary::Topic;

/// The shapes tried: prices up to most of a line higher or lower than the slopes of the print say, the least first.
const LEANS: [f32; 5] = [0.0, -0.35, 0.35, -0.7, 0.7];
const BENDINGS: [Bending; 3] = [Bending::Bent, Bending::Straight, Bending::Level];

/// What speaks for a way to put rows together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Sense {
    adds_up: bool,
    /// Pieces that belong together and do not come together are more rows.
    rows: usize,
    items: usize,
    total: Option<Cents>,
    /// Counts and weights beside a name whose price gives the amount, but for those that contradict it.
    explained: i64,
    /// Amounts beside a name, but for those that stand alone.
    paired: i64,
}

impl Sense {
    /// Whether this makes more sense than what the slopes of the print say: it loses nothing, and adds up or explains
    /// several more counts and weights. One may be explained by chance.
    fn is_better_than(self, plain: Self) -> bool {
        let loses_nothing = self.rows <= plain.rows && self.items >= plain.items && self.paired >= plain.paired;
        let has_its_total = self.total == plain.total || plain.total.is_none();
        loses_nothing && (self.adds_up || has_its_total && self.explained >= plain.explained + 2)
    }

    /// Whether a column of prices laid beside the lines makes more sense than what the slopes say. Prices that were
    /// beside the wrong lines may be fewer now, so what counts is that all things are there and add up, or that nothing
    /// is lost and more explained.
    fn is_better_paired_than(self, plain: Self) -> bool {
        self.adds_up && self.items >= plain.items && self.explained >= plain.explained || self.is_better_than(plain)
    }
}

/// Groups what was read into rows, in the shape that makes most sense.
pub fn rows(words: &[Word]) -> Vec<Row> {
    let plain = rows_of_shape(words.to_vec(), Shape::PLAIN);
    let first = sense(&plain);
    if first.adds_up {
        return plain;
    }
    let mut best: Option<(Sense, Vec<Row>)> = None;
    let leaning = LEANS.into_iter().flat_map(|lean| BENDINGS.map(|bend| Shape { bend, lean }));
    let leaning = leaning.map(|shape| rows_of_shape(words.to_vec(), shape));
    let paired = BENDINGS.into_iter().filter_map(|bend| pairing::rows(words, Shape { bend, lean: 0.0 }));
    let leaning = leaning.map(|rows| (rows, Sense::is_better_than as fn(Sense, Sense) -> bool));
    let paired = paired.map(|rows| (rows, Sense::is_better_paired_than as fn(Sense, Sense) -> bool));
    for (rows, is_better_than) in leaning.chain(paired) {
        let sense = sense(&rows);
        // A whole line higher or lower, the sums stay what they are: the least lean is the likeliest.
        let is_best = best
            .as_ref()
            .is_none_or(|(best, _)| (!best.adds_up) && (sense.adds_up || sense.explained > best.explained));
        if is_best && is_better_than(sense, first) {
            best = Some((sense, rows));
        }
    }
    best.map_or(plain, |(_, rows)| rows)
}

fn sense(rows: &[Row]) -> Sense {
    let lines = line::lines(rows);
    let ledger = items::ledger(&lines);
    let is_sum = |line: &Line| matches!(line.topic, Topic::Total | Topic::Subtotal) && line.amount.is_some();
    let end = lines.iter().position(is_sum).unwrap_or(lines.len());
    let (mut explained, mut paired) = (0, 0);
    for line in &lines[..end] {
        let Some(amount) = line.amount else { continue };
        if let Some(quantity) = line.quantity.as_ref().filter(|quantity| quantity.price.is_some()) {
            explained += if quantity.explains(amount) { 1 } else { -1 };
        }
        if line.names_something() {
            paired += 1;
        } else if line.quantity.is_none() {
            paired -= 1;
        }
    }
    let items = ledger.items.iter().filter(|item| item.price.is_some()).count();
    let adds_up = ledger.check() == Check::Balanced;
    Sense { adds_up, rows: rows.len(), items, total: ledger.total.or(ledger.subtotal), explained, paired }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ocr::geometry::{Point, Quad};
    use crate::ocr::recognise::Reading;

    /// A piece of text whose own slope tells nothing, on paper that lies as `lie` says.
    fn word(text: &str, x: f32, y: f32, lie: impl Fn(f32) -> f32) -> Word {
        let width = 11.0 * f32::from(u16::try_from(text.len()).unwrap());
        let y = y + lie(x + width / 2.0);
        let corners = [(x, y - 17.0), (x + width, y - 17.0), (x + width, y + 17.0), (x, y + 17.0)];
        (Quad(corners.map(|(x, y)| Point::new(x, y))), Reading { text: text.to_owned(), confidence: 0.99 })
    }

    const GOODS: [(&str, &str); 7] = [
        ("OAT MILK", "2.49"),
        ("BANANAS 1.50 lb @ 0.60/lb", "0.90"),
        ("CRISP APPLES", "3.99"),
        ("RYE BREAD 2 @ 2.25", "4.50"),
        ("", ""),
        ("BUTTER UNSALTED", "3.10"),
        ("TOTAL", "14.98"),
    ];

    fn paired(lie: impl Fn(f32) -> f32 + Copy) -> Vec<String> {
        let words: Vec<Word> = GOODS
            .iter()
            .zip(0_u8..)
            .flat_map(|((name, price), line)| {
                let y = 60.0 + 24.0 * f32::from(line);
                [word(name, 20.0, y, lie), word(price, 500.0, y, lie)]
            })
            .filter(|(_, reading)| !reading.text.is_empty())
            .collect();
        rows(&words).iter().map(Row::text).collect()
    }

    #[test]
    fn prices_on_a_curled_edge_belong_to_the_names_that_they_make_sense_with() {
        let expected: Vec<String> =
            GOODS.iter().filter(|(name, _)| !name.is_empty()).map(|(name, price)| format!("{name} {price}")).collect();
        assert_eq!(paired(|_| 0.0), expected);
        for lift in [-16.0, -13.0, 13.0, 16.0] {
            assert_eq!(paired(|x| if x > 450.0 { lift } else { 0.0 }), expected, "{lift}");
        }
    }

    const BENT_GOODS: [(&str, &str); 12] = [
        ("OAT MILK", "2.49"),
        ("RYE BREAD", "3.29"),
        ("BANANAS", ""),
        ("1.500 kg @ 0.60/kg", "0.90"),
        ("CRISP APPLES", "3.99"),
        ("GREEN TEA", "4.50"),
        ("POTATOES", ""),
        ("2.000 kg @ 1.10/kg", "2.20"),
        ("BUTTER UNSALTED", "3.10"),
        ("DARK CHOCOLATE", "1.99"),
        ("SPAGHETTI", "1.29"),
        ("TOTAL", "23.75"),
    ];

    fn printed(lift: impl Fn(f32) -> f32) -> Vec<Word> {
        let pieces = BENT_GOODS.iter().zip(0_u8..).flat_map(|((name, price), line)| {
            let y = 60.0 + 24.0 * f32::from(line);
            [word(name, 20.0, y, |_| 0.0), word(price, 400.0, y, |_| lift(f32::from(line)))]
        });
        pieces.filter(|(_, reading)| !reading.text.is_empty()).collect()
    }

    #[test]
    fn a_column_that_is_bent_in_the_middle_of_the_page_keeps_its_order() {
        let things = |most: f32| {
            // Flat at both ends, off by nearly a row between them.
            let lift = |line: f32| most * (1.0 - ((line - 5.5) / 5.5).powi(2)).max(0.0);
            let ledger = crate::parse::parse(&rows(&printed(lift)));
            (ledger.items.into_iter().map(|item| (item.text, item.price)).collect::<Vec<_>>(), ledger.total)
        };
        let flat = things(0.0);
        assert_eq!((flat.0.len(), flat.1), (9, Some(2_375)));
        for most in [-21.0, -14.0, 14.0, 21.0] {
            assert_eq!(things(most), flat, "{most}");
        }
    }

    #[test]
    fn nothing_gives_nothing() {
        assert!(rows(&[]).is_empty());
    }
}
