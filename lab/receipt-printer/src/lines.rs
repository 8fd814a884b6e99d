//! The rows of one entry: where a house prints quantity, price, codes and letters.

use crate::basket::{Amount, Purchase};
use crate::layouts::{Layout, Locale};
use crate::money;
use crate::order::Entry;
use crate::rng::Rng;
use crate::sheet::{At, Row, Weight};

/// Differences between two stores of one layout, constant within a receipt.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "five habits that have nothing to do with each other")]
pub struct Style {
    /// A name over two rows has its price on the first of them.
    price_first: bool,
    /// `1 x 2,69` is printed for a single piece too.
    ones: bool,
    /// The scales' container is deducted in a row of its own.
    tare: bool,
    /// `1.17 LB @ 1 LB / 0.79` instead of `1.17 lb @ 0.79 /lb`.
    per_pound: bool,
    /// Count and weight stand above their item.
    above: bool,
    indent: u16,
}

impl Style {
    pub fn draw(rng: &mut Rng) -> Self {
        Self {
            price_first: rng.chance(0.4),
            ones: rng.chance(0.5),
            tare: rng.chance(0.4),
            per_pound: rng.chance(0.5),
            above: rng.chance(0.5),
            indent: *rng.pick(&[1, 2, 3, 4]),
        }
    }
}

pub fn print(rows: &mut Vec<Row>, layout: Layout, style: Style, entry: &Entry) {
    match entry {
        Entry::Heading(heading) => rows.push(Row::left(*heading).weight(match layout {
            Layout::UsBefore => Weight::Wide,
            _ => Weight::Bold,
        })),
        Entry::Item(purchase) => item(rows, layout, style, purchase),
        Entry::Discount { label, cents, code } => discount(rows, layout, style, label, *cents, *code),
        Entry::Deposit { label, cents } => rows.push(Row::cells(vec![
            (At::Left(0), (*label).to_owned()),
            (At::Right(price_at(layout)), money::price(layout, *cents)),
            (At::Left(price_at(layout) + 1), if layout.locale() == Locale::De { "*B" } else { "" }.to_owned()),
        ])),
        Entry::Told(text) => rows.push(Row::cells(vec![(At::Left(style.indent + 2), text.clone())])),
        Entry::Void(purchase) => void(rows, layout, style, purchase),
    }
}

fn price_at(layout: Layout) -> u16 {
    layout.columns() - 3
}

/// The letters behind a price.
fn flag(layout: Layout, purchase: &Purchase) -> &'static str {
    let drink = purchase.product.category == "Beverages";
    match layout {
        Layout::UsAfter | Layout::UsFor => {
            if purchase.taxed() {
                "T"
            } else {
                "F"
            }
        }
        Layout::UsBefore => {
            if purchase.taxed() {
                "T1"
            } else {
                "FS"
            }
        }
        Layout::Club => {
            if purchase.taxed() {
                "A"
            } else {
                ""
            }
        }
        Layout::DeInline => {
            if purchase.taxed() || drink {
                "B"
            } else {
                "A"
            }
        }
        Layout::DeBefore => {
            if purchase.taxed() || drink {
                "C"
            } else {
                "B"
            }
        }
        Layout::DeAfter => {
            if purchase.taxed() || drink {
                "A"
            } else {
                "B"
            }
        }
        Layout::LongDe => {
            if purchase.taxed() || drink {
                "1"
            } else {
                "2"
            }
        }
        Layout::Uk => {
            if purchase.taxed() {
                "*"
            } else {
                ""
            }
        }
        Layout::UsSale | Layout::Columns | Layout::LongEn => "",
    }
}

/// `2 @ 3.00` and the like, for the row above or below the item; `None` for one piece.
fn quantity(layout: Layout, style: Style, purchase: &Purchase) -> Option<String> {
    let locale = layout.locale();
    let each = money::price(layout, purchase.each);
    Some(match (purchase.amount, locale) {
        (Amount::One, _) => return None,
        (Amount::Count(count), Locale::De) if layout == Layout::DeAfter => format!("{count} Stk x    {each}"),
        (Amount::Count(count), Locale::De) if layout == Layout::DeBefore => format!("{count} x         {each}"),
        (Amount::Count(count), Locale::De | Locale::Uk) | (Amount::Bundle(count), Locale::De) => {
            format!("{count} x {each}")
        }
        (Amount::Count(count), Locale::Us) if layout == Layout::UsFor => format!("{count} @ {each} EA"),
        (Amount::Count(count), Locale::Us) if layout == Layout::UsAfter => format!("{count}     @  {each} ea"),
        (Amount::Count(count), Locale::Us) if layout == Layout::UsSale => format!("{count} @ {each} ea"),
        (Amount::Count(count), Locale::Us) => format!("{count} @ {each}"),
        (Amount::Bundle(count), _) => {
            let total = money::price(layout, purchase.price);
            if style.per_pound {
                format!("{count} @ {count} FOR {total}")
            } else {
                format!("{count} @ {count}/{total}")
            }
        }
        (Amount::Weight(weight), Locale::De) => format!("{} kg x {each} EUR/kg", money::weight(locale, weight)),
        (Amount::Weight(weight), Locale::Uk) => format!("{} kg @ {each}/kg", money::weight(locale, weight)),
        (Amount::Weight(weight), Locale::Us) => {
            let weight = money::weight(locale, weight);
            match layout {
                Layout::UsBefore => format!("{weight} lb @  1 lb /  {each}"),
                Layout::UsFor if style.per_pound => format!("{weight} LB @ 1 LB/{each}"),
                _ => format!("{weight} lb @ {each} /lb"),
            }
        }
    })
}

#[expect(clippy::too_many_lines, reason = "one short arm for each house style")]
fn item(rows: &mut Vec<Row>, layout: Layout, style: Style, purchase: &Purchase) {
    let price_at = price_at(layout);
    let price = money::price(layout, purchase.price);
    let flag = flag(layout, purchase).to_owned();
    let priced = |mut cells: Vec<(At, String)>| {
        cells.push((At::Right(price_at), price.clone()));
        cells.push((At::Left(price_at + 1), flag.clone()));
        Row::cells(cells)
    };
    let name = vec![(At::Left(0), purchase.line.clone())];
    let note = quantity(layout, style, purchase);
    let noted = |text: String| Row::cells(vec![(At::Left(style.indent), text)]);
    match layout {
        Layout::UsAfter => match note {
            None => rows.push(priced(name)),
            Some(note) => {
                rows.push(Row::cells(name));
                rows.push(priced(vec![(At::Left(style.indent), note)]));
                if style.tare && matches!(purchase.amount, Amount::Weight(_)) {
                    rows.push(noted("Tare Weight 0.01 lb".to_owned()));
                }
            }
        },
        Layout::UsBefore => {
            rows.extend(note.map(Row::left));
            let number = match purchase.amount {
                Amount::Weight(_) => format!("{}", 4000 + purchase.code % 900),
                _ => format!("{}", 10_000_000_000 + purchase.code % 80_000_000_000),
            };
            rows.push(priced(vec![name[0].clone(), (At::Right(31), number)]));
        }
        Layout::Club => {
            rows.extend(note.map(|note| Row::cells(vec![(At::Left(10), note)])));
            rows.push(priced(vec![
                (At::Left(0), if purchase.taxed() { "" } else { "E" }.to_owned()),
                (At::Right(9), club_number(purchase.code)),
                (At::Left(10), purchase.line.clone()),
            ]));
        }
        Layout::UsSale => {
            let code = format!("{:09}", 200_000_000 + purchase.code % 90_000_000);
            rows.push(priced(vec![
                (At::Left(0), code),
                (At::Left(10), purchase.line.clone()),
                (At::Left(29), if purchase.taxed() { "T" } else { "NF" }.to_owned()),
            ]));
            rows.extend(note.map(|note| Row::cells(vec![(At::Left(12), note)])));
        }
        Layout::Columns => {
            let quantity = match purchase.amount {
                Amount::Weight(weight) => format!("{} lb", money::weight(Locale::Us, weight)),
                Amount::Count(count) | Amount::Bundle(count) => count.to_string(),
                Amount::One => "1".to_owned(),
            };
            let each = money::price(layout, purchase.each);
            rows.push(priced(vec![
                (At::Left(0), quantity),
                (At::Left(8), purchase.line.clone()),
                (At::Right(price_at - 8), each),
            ]));
        }
        Layout::UsFor | Layout::DeAfter => {
            rows.push(priced(name));
            rows.extend(note.map(noted));
        }
        Layout::Uk => {
            let above = style.above;
            let note = note.map(noted);
            if above {
                rows.extend(note.clone());
            }
            rows.push(priced(name));
            if !above {
                rows.extend(note);
            }
        }
        Layout::DeInline => match (purchase.amount, note) {
            (Amount::Weight(_), Some(note)) => {
                rows.push(priced(name));
                rows.push(noted(note));
            }
            (Amount::Count(count), _) => {
                let each = format!("{} x {count:>2}", money::price(layout, purchase.each));
                rows.push(priced(vec![name[0].clone(), (At::Right(price_at - 7), each)]));
            }
            _ => rows.push(priced(name)),
        },
        Layout::DeBefore => {
            rows.extend(note.map(Row::left));
            rows.push(priced(name));
        }
        Layout::LongEn => {
            let mut parts = wrap(&purchase.line, 26);
            let last = parts.pop().unwrap_or_default();
            let mut row_of = |text: String, with_price: bool, at: u16| {
                let cells = vec![(At::Left(at), text)];
                rows.push(if with_price { priced(cells) } else { Row::cells(cells) });
            };
            let single = parts.is_empty();
            for (index, part) in parts.into_iter().enumerate() {
                row_of(part, style.price_first && index == 0, 0);
            }
            row_of(last, single || !style.price_first, if single { 0 } else { style.indent });
            rows.extend(note.map(|note| Row::cells(vec![(At::Left(style.indent + 2), note)])));
        }
        Layout::LongDe => {
            for (index, part) in wrap(&purchase.line, 28).into_iter().enumerate() {
                rows.push(Row::cells(vec![(At::Left(if index == 0 { 0 } else { style.indent }), part)]));
            }
            let note = note.or_else(|| style.ones.then(|| format!("1 x {}", money::price(layout, purchase.each))));
            rows.push(priced(vec![(At::Left(style.indent + 2), note.unwrap_or_default())]));
        }
    }
}

fn discount(rows: &mut Vec<Row>, layout: Layout, style: Style, label: &str, cents: i64, code: u64) {
    let price = money::price(layout, cents);
    let right = price_at(layout);
    rows.push(if layout == Layout::Club {
        Row::cells(vec![
            (At::Left(0), "E".to_owned()),
            (At::Right(13), format!("{:010}", 100_000 + code / 7 % 900_000)),
            (At::Left(14), format!("/ {}", club_number(code))),
            (At::Right(right + 1), price),
        ])
    } else {
        Row::cells(vec![(At::Left(style.indent), label.to_owned()), (At::Right(right), price)])
    });
}

fn void(rows: &mut Vec<Row>, layout: Layout, style: Style, purchase: &Purchase) {
    item(rows, layout, style, purchase);
    let (word, price) = match layout.locale() {
        Locale::De => ("STORNO", money::price(layout, -purchase.price)),
        Locale::Uk | Locale::Us => ("VOID", money::price(layout, -purchase.price)),
    };
    rows.push(Row::cells(vec![
        (At::Left(0), format!("{word} {}", purchase.line.chars().take(18).collect::<String>().trim_end())),
        (At::Right(price_at(layout)), price),
    ]));
}

fn club_number(code: u64) -> String {
    (1_000 + code % 1_600_000).to_string()
}

/// Breaks between words, at `width` characters.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match rows.last_mut() {
            Some(row) if row.chars().count() + 1 + word.chars().count() <= width => {
                row.push(' ');
                row.push_str(word);
            }
            _ => rows.push(word.to_owned()),
        }
    }
    rows
}
