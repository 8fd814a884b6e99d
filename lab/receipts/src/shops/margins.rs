//! Prints the text above and below the items: store, date, column headings, sums, tax, payment.

use super::habits::{Count, Habits, Heading};
use crate::rng::Rng;
use crate::sheet::{At, Row, Weight};

pub fn header(rng: &mut Rng, habits: &Habits) -> Vec<Row> {
    let names = ["MARLOW & SON", "Hofladen Nord", "La Halle", "Tienda Luna", "Bottega Sole", "De Winkel", "Torghallen"];
    let name = rng.pick::<&str>(&names);
    let mut rows = vec![Row::centre(*name).weight(if rng.chance(0.5) { Weight::Double } else { Weight::Bold })];
    rows.push(Row::centre(format!("{} {}", habits.words.street, rng.between(1, 240))));
    rows.push(Row::centre(format!("Tel {:03} {:03} {:04}", rng.between(200, 999), 555, rng.between(0, 9_999))));
    if rng.chance(0.5) {
        let number = rng.between(100_000_000, 999_999_999);
        rows.push(Row::centre(format!("{} ID {number}", habits.words.tax[0])));
    }
    rows.push(Row::Space(0.5));
    let (day, month, hour, minute) = (rng.between(1, 28), rng.between(1, 12), rng.between(8, 20), rng.between(0, 59));
    if rng.chance(0.6) {
        rows.push(Row::left(format!("{day:02}.{month:02}.2026  {hour:02}:{minute:02}  {:04}", rng.between(1, 9_999))));
    }
    if habits.count == Count::Table && rng.chance(0.7) {
        let [count, product, price, amount] = habits.words.heads;
        let right = habits.right();
        rows.push(Row::cells(vec![
            (At::Left(0), product.to_owned()),
            (At::Right(right - 19), count.to_owned()),
            (At::Right(right - 10), price.to_owned()),
            (At::Right(right), amount.to_owned()),
        ]));
    } else if rng.chance(0.25) {
        let currency = habits.sign.map_or("EUR", |(sign, _)| sign);
        rows.push(Row::cells(vec![(At::Right(habits.right()), currency.to_owned())]));
    }
    if rng.chance(0.5) {
        rows.push(Row::Line);
    }
    rows
}

pub fn heading(rng: &mut Rng, habits: &Habits) -> Row {
    let name = rng.pick::<&str>(habits.words.departments);
    match habits.heading {
        Heading::Numbered => Row::left(format!("{:02}-{name}", rng.between(1, 60))),
        Heading::Starred => Row::centre(format!("*** {name} ***")),
        _ => Row::left(*name),
    }
}

/// Prints the sums, and returns what is to be paid.
pub fn sums(rng: &mut Rng, habits: &Habits, rows: &mut Vec<Row>, goods: i64, products: usize) -> i64 {
    let pair = |label: String, cents: i64| {
        Row::cells(vec![(At::Left(0), label), (At::Right(habits.right()), habits.sum(cents))])
    };
    if rng.chance(0.5) {
        rows.push(Row::Line);
    }
    if rng.chance(0.3) {
        rows.push(Row::left(format!("{} {products}", habits.words.count)));
    }
    if habits.subtotal || habits.tax_on_top {
        rows.push(pair((*rng.pick::<&str>(habits.words.subtotal)).to_owned(), goods));
    }
    let mut total = goods;
    if habits.tax_on_top {
        let tax = goods * rng.between(20, 90) / 1_000;
        rows.push(pair(format!("{} {}%", *rng.pick::<&str>(habits.words.tax), rng.between(2, 9)), tax));
        total += tax;
    }
    if habits.rounds {
        let coin = if habits.whole.is_some() { 500 } else { 5 };
        let rounded = (total + coin / 2) / coin * coin;
        rows.push(pair("ROUNDING".to_owned(), rounded - total));
        total = rounded;
    }
    let row = pair(habits.total.to_owned(), total);
    rows.push(if habits.total_large { row.weight(Weight::Double) } else { row });
    total
}

pub fn footer(rng: &mut Rng, habits: &Habits, total: i64, products: usize) -> Vec<Row> {
    let right = habits.right();
    let pair = |label: &str, cents: i64| {
        Row::cells(vec![(At::Left(0), label.to_owned()), (At::Right(right), habits.sum(cents))])
    };
    let mut rows = Vec::new();
    if rng.chance(0.35) {
        let note = if habits.whole.is_some() { 100_000 } else { 500 };
        let given = (total / note + 1) * note;
        rows.push(pair(habits.words.cash, given));
        rows.push(pair(habits.words.change, given - total));
    } else {
        rows.push(pair(rng.pick::<&str>(habits.words.card), total));
    }
    if rng.chance(0.4) {
        rows.push(Row::left(format!("{}: {products}", habits.words.count)));
    }
    if !habits.tax_on_top && rng.chance(0.6) {
        rows.push(Row::Space(0.4));
        let gross = habits.rounded(total * rng.between(50, 95) / 100);
        for (rate, gross) in [(7, gross), (20, total - gross)] {
            let net = habits.rounded(gross * 100 / (100 + rate));
            rows.push(Row::cells(vec![
                (At::Left(0), format!("{} {rate}%", habits.words.tax[0])),
                (At::Right(right - 10), habits.number(net)),
                (At::Right(right), habits.number(gross - net)),
            ]));
        }
    }
    rows.push(Row::Space(0.5));
    rows.push(Row::centre(habits.words.thanks));
    rows
}
