use super::*;
use proptest::prelude::*;
use serde_json::Value;

fn cases() -> Value {
    serde_json::from_str(include_str!("../../data/amounts.json")).unwrap()
}

/// Converts fractions of a kilogram and a litre to the smaller unit, as the site does.
fn in_smaller_unit(amount: &Amount) -> (f64, &str) {
    let is_part = amount.quantity.fract() != 0.0;
    match amount.unit.as_str() {
        "kg" if is_part => (amount.quantity * 1_000.0, "g"),
        "l" if is_part => (amount.quantity * 1_000.0, "ml"),
        unit => (amount.quantity, unit),
    }
}

#[test]
fn reads_the_amounts_of_shared_data() {
    for case in cases()["amounts"].as_array().unwrap() {
        let text = case[0].as_str().unwrap();
        let amount = read(text, DecimalSign::UNKNOWN).unwrap_or_else(|| panic!("{text} is an amount"));
        let note = amount.note.as_deref();
        let expected = (case[1].as_f64().unwrap(), case[2].as_str().unwrap(), case[3].as_str());
        assert_eq!((amount.quantity, amount.unit.as_str(), note), expected, "{text}");
    }
    for text in cases()["unreadable"].as_array().unwrap() {
        assert_eq!(read(text.as_str().unwrap(), DecimalSign::UNKNOWN), None, "{text}");
    }
}

#[test]
fn splits_the_lines_of_shared_data() {
    for case in cases()["lines"].as_array().unwrap() {
        let (amount, name) = split(case[0].as_str().unwrap(), DecimalSign::UNKNOWN);
        let amount = amount.as_ref().map(in_smaller_unit);
        let expected = case[1].as_f64().map(|quantity| (quantity, case[2].as_str().unwrap()));
        assert_eq!((amount, name), (expected, case[3].as_str().unwrap()), "{}", case[0]);
    }
}

#[test]
fn decides_three_digits_by_the_column_then_the_unit_then_the_language() {
    let value = |text: &str, cells: &[&str], language: &str| {
        read(text, DecimalSign::of_column(cells.iter().copied(), language)).map(|amount| amount.quantity)
    };
    assert_eq!(value("1,234", &["1,234"], "en-GB"), Some(1_234.0));
    assert_eq!(value("1,234", &["1,234"], "de"), Some(1.234));
    assert_eq!(value("1.234", &["1.234"], "de"), Some(1_234.0));
    assert_eq!(value("1.234", &["1.234", "0.5"], "de"), Some(1.234), "the column has a decimal point");
    assert_eq!(value("1,234", &["1,234", "2,5"], "en"), Some(1.234), "the column has a decimal comma");
    assert_eq!(value("1.500 g", &["1.500 g"], "en"), Some(1_500.0));
    assert_eq!(value("1.500 g", &["1.500 g", "1000.000 g"], "en"), Some(1.5), "a program's three decimals");
}

#[test]
fn recognises_units_by_their_words() {
    for (name, unit) in [
        ("grams", "g"),
        ("Becher", "Becher"),
        ("TL", "TL"),
        ("Pfund", "Pfund"),
        ("Stück", "item"),
        ("widget", "widget"),
    ] {
        assert_eq!(normalize_unit(name), unit);
    }
}

/// Formats a number with a country's signs.
fn format_number(whole: u32, thousandths: u32, decimal: &str, group: &str) -> String {
    let digits = whole.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push_str(group);
        }
        text.push(digit);
    }
    let decimals = format!("{thousandths:03}");
    let decimals = decimals.trim_end_matches('0');
    if decimals.is_empty() { text } else { format!("{text}{decimal}{decimals}") }
}

proptest! {
    #[test]
    fn reads_back_what_any_country_writes(whole in 0_u32..100_000, thousandths in 0_u32..1_000, hundredths in 0_u32..100) {
        let cases = cases();
        for (locale, signs) in cases["locales"].as_object().unwrap() {
            let (decimal, group) = (signs[0].as_str().unwrap(), signs[1].as_str().unwrap());
            for (unit, thousandths) in [("", thousandths), ("kg", thousandths), ("l", thousandths), ("g", hundredths * 10)] {
                let text = format!("{} {unit}", format_number(whole, thousandths, decimal, group));
                let amount = read(&text, DecimalSign::of_language(locale)).unwrap();
                let value = f64::from(whole) + f64::from(thousandths) / 1_000.0;
                prop_assert!((amount.quantity - value).abs() < 1e-9 && amount.unit == unit, "{text} in {locale}: {amount:?}");
            }
        }
    }

    #[test]
    fn reads_any_text_without_a_panic(text in "\\PC{0,60}", digits in "[0-9.,'x×½/ ()\\[\\]`gml-]{0,20}") {
        for text in [&text, &digits, &format!("{digits}{text}"), &format!("{text} {digits}")] {
            let (amount, name) = split(text, DecimalSign::UNKNOWN);
            prop_assert!(amount.is_none_or(|amount| amount.quantity > 0.0) && text.contains(name));
            read(text, DecimalSign::of_language("de"));
        }
    }
}
