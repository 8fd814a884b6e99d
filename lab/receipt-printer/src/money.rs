//! Amounts as tills print them.

use crate::layouts::{Layout, Locale};

/// A price, with the currency sign where this house prints one.
pub fn price(layout: Layout, cents: i64) -> String {
    let sign = match layout {
        Layout::UsAfter | Layout::UsSale | Layout::LongEn => "$",
        Layout::Uk => "£",
        _ => "",
    };
    if cents >= 0 {
        return format!("{sign}{}", number(layout.locale(), cents));
    }
    let amount = number(layout.locale(), -cents);
    match layout {
        Layout::Club | Layout::UsFor | Layout::UsBefore => format!("{amount}-"),
        _ => format!("-{sign}{amount}"),
    }
}

/// A price without any sign but the minus.
pub fn number(locale: Locale, cents: i64) -> String {
    let minus = if cents < 0 { "-" } else { "" };
    let (whole, part) = (cents.abs() / 100, cents.abs() % 100);
    let point = point(locale);
    format!("{minus}{whole}{point}{part:02}")
}

/// Pounds to the hundredth, kilograms to the thousandth.
pub fn weight(locale: Locale, thousandths: i64) -> String {
    let point = point(locale);
    let (whole, part) = (thousandths / 1000, thousandths % 1000);
    match locale {
        Locale::Us => format!("{whole}{point}{:02}", part / 10),
        Locale::Uk | Locale::De => format!("{whole}{point}{part:03}"),
    }
}

fn point(locale: Locale) -> char {
    if locale == Locale::De { ',' } else { '.' }
}
