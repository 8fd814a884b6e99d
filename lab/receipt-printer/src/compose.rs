//! From a seed and a house style to the rows of a receipt and what is true about it.

use crate::basket::{self, Purchase};
use crate::layouts::{Layout, Locale};
use crate::lines;
use crate::margins;
use crate::money;
use crate::order::{Entry, Order};
use crate::rng::Rng;
use crate::sheet::{At, Row, Sheet, Weight};
use crate::truth::{Truth, units};

pub struct Composition {
    pub sheet: Sheet,
    pub truth: Truth,
}

pub fn compose(seed: u64, layout: Layout, order: &Order) -> Composition {
    let mut rng = Rng::new(seed, "compose");
    let mut shop_rng = Rng::new(order.like.unwrap_or(seed), "shop");
    let shop = margins::Shop::draw(&mut shop_rng, layout).visited_again(order.again);
    let mut basket = fill(&mut rng, layout, order);
    if order.swap_one {
        swap_one(seed, layout, &mut basket);
    }
    let entries = entries(&mut rng, layout, order, basket);

    let items: Vec<_> = entries
        .iter()
        .filter_map(|entry| if let Entry::Item(purchase) = entry { Some(purchase) } else { None })
        .collect();
    let adjustments: i64 = entries
        .iter()
        .map(|entry| match entry {
            Entry::Discount { cents, .. } | Entry::Deposit { cents, .. } => *cents,
            _ => 0,
        })
        .sum();
    let subtotal = items.iter().map(|purchase| purchase.price).sum::<i64>() + adjustments;
    let tax = match layout.locale() {
        Locale::Us => {
            let taxed: i64 = items.iter().filter(|purchase| purchase.taxed()).map(|purchase| purchase.price).sum();
            (taxed * shop.tax_permille + 500) / 1000
        }
        // Contained in the prices.
        Locale::Uk | Locale::De => 0,
    };

    if order.swap_one {
        // Another visit, so another minute, another receipt number and another payment.
        rng = Rng::new(seed, "another visit");
    }
    let mut rows = shop.header(&mut rng, layout, order.plain);
    let style = lines::Style::draw(&mut shop_rng);
    for entry in &entries {
        lines::print(&mut rows, layout, style, entry);
    }
    totals(&mut rows, layout, subtotal, tax, items.len());
    let footer_from = rows.len() + 3;
    rows.extend(shop.footer(&mut rng, layout, subtotal + tax, items.len(), order.plain));

    let truth = Truth {
        id: String::new(),
        file: String::new(),
        kind: layout.name().to_owned(),
        store: shop.name.to_owned(),
        subtotal: Some(units(subtotal)),
        total: Some(units(subtotal + tax)),
        adjustments: units(adjustments),
        items: items.into_iter().map(Purchase::truth).collect(),
    };
    Composition { sheet: Sheet { columns: layout.columns(), rows, footer_from }, truth }
}

fn fill(rng: &mut Rng, layout: Layout, order: &Order) -> Vec<Purchase> {
    let (from, to) = layout.lines();
    let count = order.lines.unwrap_or_else(|| usize::try_from(rng.between(from, to)).expect("a count is positive"));
    let mut basket = basket::fill(rng, layout.habits(), count);
    if let Some(like) = order.like {
        // Half of what the other receipt has, at the same prices: the same household buys the same things.
        let mut other_rng = Rng::new(like, "compose");
        let other = fill(&mut other_rng, layout, &Order { like: None, ..order.clone() });
        let kept = other.len().min(count) / 2;
        basket.truncate(count - kept);
        basket.extend(other.into_iter().take(kept));
    }
    basket
}

/// Replaces the first purchase by one that the basket does not have; the number of draws stays what it was.
fn swap_one(seed: u64, layout: Layout, basket: &mut [Purchase]) {
    let mut rng = Rng::new(seed, "swap");
    let known: Vec<&str> = basket.iter().map(|purchase| purchase.product.line).collect();
    let other = basket::fill(&mut rng, layout.habits(), basket.len() + 1)
        .into_iter()
        .find(|purchase| !known.contains(&purchase.product.line));
    if let (Some(first), Some(other)) = (basket.first_mut(), other) {
        *first = other;
    }
}

fn entries(rng: &mut Rng, layout: Layout, order: &Order, mut basket: Vec<Purchase>) -> Vec<Entry> {
    let headings = matches!(layout, Layout::UsBefore | Layout::UsSale) || layout == Layout::LongDe && rng.chance(0.3);
    if headings {
        basket.sort_by_key(|purchase| section(layout.locale(), purchase.product.category).0);
    }
    let (discounts, voids) = if order.plain { (0.0, 0.0) } else { (discount_rate(layout), 0.015) };
    let mut entries = Vec::new();
    let mut under = "";
    for purchase in basket {
        let heading = section(layout.locale(), purchase.product.category).1;
        if headings && heading != under {
            entries.push(Entry::Heading(heading));
            under = heading;
        }
        let (price, line, code) = (purchase.price, purchase.line.clone(), purchase.code);
        let deposit = if order.plain { None } else { deposit(layout, &purchase) };
        entries.push(Entry::Item(purchase.clone()));
        entries.extend(deposit);
        if rng.chance(discounts) && price >= 60 {
            // Never the whole price.
            let cents = -((price * rng.between(8, 30) / 100).max(5));
            entries.push(Entry::Discount { label: discount_label(rng, layout), cents, code });
        } else if !order.plain && matches!(layout, Layout::UsSale | Layout::UsBefore) && rng.chance(0.2) {
            let former = price + rng.between(10, 120);
            entries.push(Entry::Told(match layout {
                Layout::UsSale => format!("Regular Price {}", money::price(layout, former)),
                _ => format!("YOU SAVED {}", money::number(layout.locale(), former - price)),
            }));
        }
        if rng.chance(voids) && deposit_free(layout, &line) {
            entries.push(Entry::Void(purchase));
        }
    }
    if layout == Layout::DeAfter && !order.plain && rng.chance(0.3) {
        entries.push(Entry::Deposit { label: "LEERGUT", cents: -25 * rng.between(1, 8) });
    }
    entries
}

fn discount_rate(layout: Layout) -> f32 {
    match layout {
        Layout::Columns => 0.0,
        Layout::UsFor | Layout::Club | Layout::Uk => 0.12,
        _ => 0.07,
    }
}

fn discount_label(rng: &mut Rng, layout: Layout) -> &'static str {
    let labels: &[&'static str] = match layout {
        Layout::UsAfter => &["*Sale*", "Member Extra"],
        Layout::UsFor => &["MFR COUPON", "STORE COUPON", "DIGITAL COUPON"],
        Layout::UsSale | Layout::LongEn => &["Circle Offer", "Coupon"],
        Layout::Uk => &["Member Saving", "Price Cut", "Multibuy Saving"],
        Layout::DeInline => &["Preisvorteil", "Rabatt"],
        Layout::DeBefore | Layout::DeAfter => &["RABATT", "AKTIONSRABATT", "COUPON"],
        Layout::LongDe => &["Rabatt", "Coupon"],
        _ => &["INSTANT SAVINGS"],
    };
    rng.pick::<&str>(labels)
}

fn deposit_free(layout: Layout, line: &str) -> bool {
    layout.locale() != Locale::De || bottles(line).is_none()
}

/// Returns the number of bottles or cans with a deposit in a piece.
fn bottles(line: &str) -> Option<i64> {
    let line = line.to_lowercase();
    match () {
        () if line.starts_with("mineralwasser") => Some(6),
        () if line.starts_with("apfelschorle") || line.starts_with("pilsener") => Some(1),
        () if line.starts_with("cola 12pk") => Some(12),
        () => None,
    }
}

fn deposit(layout: Layout, purchase: &Purchase) -> Option<Entry> {
    let bottles = bottles(&purchase.line)?;
    let pieces = match purchase.amount {
        basket::Amount::Count(count) | basket::Amount::Bundle(count) => count,
        _ => 1,
    };
    match layout {
        Layout::DeInline => Some(Entry::Deposit { label: "Pfand 0,25 EM", cents: 25 * bottles * pieces }),
        Layout::DeBefore | Layout::DeAfter => Some(Entry::Deposit { label: "PFAND", cents: 25 * bottles * pieces }),
        Layout::UsFor | Layout::UsAfter => {
            Some(Entry::Deposit { label: "BOTTLE DEPOSIT", cents: 5 * bottles * pieces })
        }
        _ => None,
    }
}

/// Returns a category's position in the store and the heading above it.
fn section(locale: Locale, category: &str) -> (u8, &'static str) {
    let (order, english, german) = match category {
        "Fruit" | "Vegetable" => (0, "PRODUCE", "OBST & GEMÜSE"),
        "Dairy" => (1, "DAIRY", "KÜHLREGAL"),
        "Meat" | "Seafood" => (2, "MEAT & SEAFOOD", "FLEISCH & FISCH"),
        "Bakery" => (3, "BAKERY", "BACKWAREN"),
        "Frozen" => (4, "FROZEN FOODS", "TIEFKÜHL"),
        "Household" => (6, "HOUSEHOLD", "HAUSHALT"),
        _ => (5, "GROCERY", "LEBENSMITTEL"),
    };
    (order, if locale == Locale::De { german } else { english })
}

fn totals(rows: &mut Vec<Row>, layout: Layout, subtotal: i64, tax: i64, lines: usize) {
    let right = layout.columns() - 3;
    let row = |label: &str, cents: i64| {
        Row::cells(vec![
            (At::Left(right.saturating_sub(24)), label.to_owned()),
            (At::Right(right), money::price(layout, cents)),
        ])
    };
    match layout.locale() {
        Locale::De => {
            let label = if layout == Layout::DeInline { "zu zahlen" } else { "SUMME EUR" };
            rows.push(Row::Line);
            if layout == Layout::DeBefore {
                rows.push(Row::left(format!("Posten: {lines}")));
            }
            rows.push(
                Row::cells(vec![(At::Left(0), label.to_owned()), (At::Right(right), money::price(layout, subtotal))])
                    .weight(if layout == Layout::LongDe { Weight::Bold } else { Weight::Double }),
            );
            rows.push(Row::Line);
        }
        Locale::Uk => {
            rows.push(Row::Line);
            rows.push(
                Row::cells(vec![
                    (At::Left(0), format!("{lines} BALANCE DUE")),
                    (At::Right(right), money::price(layout, subtotal)),
                ])
                .weight(Weight::Bold),
            );
        }
        Locale::Us => {
            rows.push(Row::Space(0.3));
            rows.push(row("SUBTOTAL", subtotal));
            rows.push(row("TAX", tax));
            let label = if layout == Layout::Club { "**** TOTAL" } else { "TOTAL" };
            rows.push(row(label, subtotal + tax).weight(Weight::Bold));
        }
    }
}
