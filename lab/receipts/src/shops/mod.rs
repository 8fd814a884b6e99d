//! Shops that never were: the habits of each are drawn from its seed, so a reader cannot have learnt them. Even seeds
//! are for finding mistakes, odd ones for scoring only.

mod bent;
mod goods;
mod habits;
mod margins;
mod rows;
mod words;

use crate::rng::Rng;
use crate::sheet::{At, Cell, Row, Sheet, Weight};
use crate::truth::{Truth, TruthItem, units};
pub use bent::{Piece, bent};
use habits::{Discount, Habits, Heading};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Amount {
    One,
    Count(i64),
    /// Thousandths of a kilogram.
    Weight(i64),
}

/// A product that was bought.
#[derive(Clone, Debug)]
struct Bought {
    line: String,
    amount: Amount,
    each: i64,
    price: i64,
    food: bool,
    /// Which tax it has, and so which mark.
    kind: usize,
    number: usize,
    code: u64,
}

impl Bought {
    /// The shop's number for it, of so many digits.
    fn code(&self, digits: u32) -> String {
        let least = 10_u64.pow(digits - 1);
        (least + self.code % (9 * least)).to_string()
    }
}

/// Returns the receipt of a store, and what is true of it.
pub fn compose(seed: u64) -> (Sheet, Truth) {
    let mut rng = Rng::new(seed, "any shop");
    let habits = Habits::draw(&mut rng);
    let mut bought = goods::draw_basket(&mut rng, &habits);
    let mut rows = margins::header(&mut rng, &habits);
    let (mut adjustments, mut block) = (0, Vec::new());
    let mut items = Vec::new();
    let per_heading = rng.between(2, 5);
    for (index, product) in bought.iter_mut().enumerate() {
        product.number = index + 1;
        if habits.heading != Heading::None && i64::try_from(index).unwrap_or(0) % per_heading == 0 {
            rows.push(margins::heading(&mut rng, &habits));
        }
        let line = habits.print(&mut rows, product);
        items.push(truth_of(product, line.clone()));
        if rng.chance(habits.deposits) {
            let cents = habits.rounded(25 * rng.between(1, 4) * if habits.whole.is_some() { 100 } else { 1 });
            adjustments += cents;
            rows.push(habits.priced(vec![(At::Left(0), habits.words.deposit.to_owned())], cents, Some(0)));
        }
        if rng.chance(habits.discounts) && product.price >= 60 {
            let share = rng.between(1, 6) * 5;
            let cents = -habits.rounded(product.price * share / 100).max(1);
            let label: &str = rng.pick::<&str>(habits.words.discount);
            let row = |text: String| habits.priced(vec![(At::Left(habits.indent), text)], cents, None);
            match habits.discount {
                Discount::Row => rows.push(row(label.to_owned())),
                Discount::Share => rows.push(row(format!("{label} {share}%"))),
                Discount::NameAgain => rows.push(row(line)),
                Discount::Block => block.push(row(label.to_owned())),
                Discount::FormerPrice => {
                    rows.push(habits.priced(vec![(At::Left(habits.indent), label.to_owned())], -cents, None));
                }
            }
            adjustments += if habits.discount == Discount::FormerPrice { 0 } else { cents };
        }
    }
    rows.append(&mut block);
    let goods: i64 = bought.iter().map(|product| product.price).sum();
    let total = margins::sums(&mut rng, &habits, &mut rows, goods + adjustments, bought.len());
    rows.extend(margins::footer(&mut rng, &habits, total, bought.len()));
    let truth = Truth {
        id: String::new(),
        kind: format!("any-{}", habits.words.language),
        store: Some("Any shop".to_owned()),
        added: None,
        subtotal: Some(units(goods + adjustments)),
        total: Some(units(total)),
        adjustments: units(adjustments),
        items,
    };
    let rows = rows.into_iter().map(|row| fit(row, habits.columns)).collect();
    (Sheet { columns: habits.columns, rows }, truth)
}

fn truth_of(product: &Bought, line: String) -> TruthItem {
    let (quantity, unit) = match product.amount {
        Amount::One => (1.0, "each"),
        Amount::Count(count) => (units(count * 100), "each"),
        Amount::Weight(thousandths) => (units(thousandths) / 10.0, "kg"),
    };
    TruthItem {
        name: line.clone(),
        raw_text: line,
        name_ok: Vec::new(),
        quantity: Some(quantity),
        unit: unit.to_owned(),
        price: Some(units(product.price)),
        food: product.food,
        category: None,
        category_ok: Vec::new(),
        days: None,
    }
}

/// Prevents overlaps in a row: wide letters become normal, and long text is cut off.
fn fit(row: Row, columns: u16) -> Row {
    let Row::Text { mut cells, mut weight } = row else { return row };
    let overlaps = |cells: &[Cell], weight: Weight| {
        let mut places: Vec<(f32, f32)> = cells.iter().map(|cell| cell.place(weight, columns)).collect();
        places.sort_by(|a, b| a.0.total_cmp(&b.0));
        places.windows(2).any(|pair| pair[0].1 > pair[1].0 - 0.5)
    };
    if weight != Weight::Normal && overlaps(&cells, weight) {
        weight = Weight::Normal;
    }
    while overlaps(&cells, weight) {
        cells.sort_by(|a, b| a.place(weight, columns).0.total_cmp(&b.place(weight, columns).0));
        let at = (1..cells.len())
            .find(|&at| cells[at - 1].place(weight, columns).1 > cells[at].place(weight, columns).0 - 0.5);
        let Some(before) = at.and_then(|at| cells.get_mut(at - 1)) else { break };
        before.text.pop();
        cells.retain(|cell| !cell.text.is_empty());
    }
    Row::Text { cells, weight }
}

/// A printed row as a reader that makes no mistakes sees it: its pieces of text, each with the columns that it takes.
pub type PlainRow = Vec<(f32, f32, String)>;

/// Returns the text of such a store's receipt, without paper and ink.
pub fn text(seed: u64) -> (Vec<PlainRow>, Truth) {
    let (Sheet { columns, rows }, truth) = compose(seed);
    let rows = rows.iter().filter_map(|row| match row {
        Row::Text { cells, weight } => {
            let placed = |cell: &Cell| {
                let (left, right) = cell.place(*weight, columns);
                (left, right, cell.text.clone())
            };
            let mut row: PlainRow = cells.iter().map(placed).collect();
            row.sort_by(|a, b| a.0.total_cmp(&b.0));
            Some(row)
        }
        _ => None,
    });
    (rows.collect(), truth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_items_that_add_up_in_every_store() {
        for seed in 0..400 {
            let (rows, truth) = text(seed);
            let lines: f64 = truth.items.iter().filter_map(|item| item.price).sum();
            let subtotal = truth.subtotal.expect("every receipt has a subtotal");
            assert!((lines + truth.adjustments - subtotal).abs() < 0.005, "{seed}");
            let printed: Vec<String> =
                rows.iter().map(|row| row.iter().map(|cell| cell.2.as_str()).collect::<Vec<_>>().join(" ")).collect();
            for item in &truth.items {
                let word = item.raw_text.split(' ').next().unwrap_or_default();
                assert!(printed.iter().any(|row| row.contains(word)), "{seed}: {}", item.raw_text);
            }
        }
    }

    #[test]
    fn keeps_cells_apart() {
        for seed in 0..400 {
            for row in text(seed).0 {
                for pair in row.windows(2) {
                    assert!(pair[0].1 <= pair[1].0 + 0.01, "{seed}: {row:?}");
                }
            }
        }
    }
}
