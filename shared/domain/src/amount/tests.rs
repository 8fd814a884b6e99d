use super::*;
use proptest::prelude::*;
use serde_json::Value;

fn cases() -> Value {
    serde_json::from_str(include_str!("../../../data/amounts.json")).unwrap()
}

/// The lines of `amount_lines.tsv`: language, line, quantity, unit, name, note.
fn lines() -> impl Iterator<Item = [&'static str; 6]> {
    let rows = include_str!("../../../data/amount_lines.tsv").lines().skip(1);
    rows.map(|row| row.split('\t').collect::<Vec<_>>().try_into().unwrap())
}

/// The Kelvin sign gets shorter in lower case, and Ⱥ longer, so that the whole text keeps its length.
#[test]
fn splits_a_line_whose_letters_change_their_length_in_lower_case() {
    assert_eq!(split("\u{212A}il\u{212A}a \u{23A}\u{23A}\u{23A}\u{23A}", DecimalSign::UNKNOWN).amount, None);
}

#[test]
fn reads_the_amounts_of_shared_data() {
    for case in cases()["amounts"].as_array().unwrap() {
        let text = case[0].as_str().unwrap();
        let amount = parse(text, DecimalSign::UNKNOWN).unwrap_or_else(|| panic!("{text} is an amount"));
        let note = amount.note.as_deref();
        let expected = (case[1].as_f64().unwrap(), case[2].as_str().unwrap(), case[3].as_str());
        assert_eq!((amount.quantity, amount.unit.as_str(), note), expected, "{text}");
    }
    for text in cases()["unreadable"].as_array().unwrap() {
        assert_eq!(parse(text.as_str().unwrap(), DecimalSign::UNKNOWN), None, "{text}");
    }
}

#[test]
fn splits_the_lines_of_shared_data() {
    let cases = cases();
    let plain = cases["lines"].as_array().unwrap().iter().map(|case| {
        let text = |at: usize| case[at].as_str().unwrap_or_default();
        (text(0), case[1].as_f64(), text(2), text(3), "")
    });
    let of_languages =
        lines().map(|[_, line, quantity, unit, name, note]| (line, quantity.parse().ok(), unit, name, note));
    let read = |line: &str| {
        let Entry { amount, name, note } = split(line, DecimalSign::UNKNOWN);
        let quantity = amount.as_ref().map(|amount| amount.max);
        format!(
            "{quantity:?} {:?} {name:?} {:?}",
            amount.map(|one| one.unit).unwrap_or_default(),
            note.unwrap_or_default()
        )
    };
    let wrong: Vec<String> = plain
        .chain(of_languages)
        .map(|(line, quantity, unit, name, note)| (line, format!("{quantity:?} {unit:?} {name:?} {note:?}")))
        .filter(|(line, expected)| read(line) != *expected)
        .map(|(line, expected)| format!("{line}: {}, expected {expected}", read(line)))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn distinguishes_headings_from_foods() {
    for heading in ["For the sauce:", "Für den Teig", "Pour la pâte :", "Per la salsa", "Para la masa:", "Na ciasto:"]
    {
        assert!(is_heading(heading), "{heading}");
    }
    for food in ["Forelle", "Pourpier", "500 g flour", "Perlgraupen", "Parathas"] {
        assert!(!is_heading(food), "{food}");
    }
}

#[test]
fn splits_a_line_of_two_foods() {
    let two = |line| foods(line, |_| false);
    assert_eq!(two("sel, poivre"), Some(vec!["sel", "poivre"]));
    assert_eq!(two("sale e pepe"), Some(vec!["sale", "pepe"]));
    assert_eq!(two("sól i pieprz"), Some(vec!["sól", "pieprz"]));
    assert_eq!(two("salt and vinegar crisps"), None);
    assert_eq!(two("flour, sifted"), None);
}

#[test]
fn decides_three_digits_by_the_column_then_the_unit_then_the_language() {
    let value = |text: &str, cells: &[&str], language: &str| {
        parse(text, DecimalSign::of_column(cells.iter().copied(), language)).map(|amount| amount.quantity)
    };
    assert_eq!(value("1,234", &["1,234"], "en-GB"), Some(1_234.0));
    assert_eq!(value("1,234", &["1,234"], "de"), Some(1.234));
    assert_eq!(value("1.234", &["1.234"], "de"), Some(1_234.0));
    assert_eq!(value("0.500", &["0.500"], "de"), Some(0.5), "no group begins with a zero");
    assert_eq!(value("1.234", &["1.234", "0.5"], "de"), Some(1.234), "the column has a decimal point");
    assert_eq!(value("1,234", &["1,234", "2,5"], "en"), Some(1.234), "the column has a decimal comma");
    assert_eq!(value("1.500 g", &["1.500 g"], "en"), Some(1_500.0));
    assert_eq!(value("1.500 g", &["1.500 g", "1000.000 g"], "en"), Some(1.5), "a program's three decimals");
}

#[test]
fn recognises_units_by_their_words() {
    for (name, unit) in [
        ("grams", "g"),
        ("Becher", "container"),
        ("c. à s.", "c. à soupe"),
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
                let amount = parse(&text, DecimalSign::of_language(locale)).unwrap();
                let value = f64::from(whole) + f64::from(thousandths) / 1_000.0;
                prop_assert!((amount.quantity - value).abs() < 1e-9 && amount.unit == unit, "{text} in {locale}: {amount:?}");
            }
        }
    }

    #[test]
    fn reads_any_number_before_the_units_and_names_of_eight_languages(
        lines in proptest::sample::subsequence(lines().collect::<Vec<_>>(), 20),
        whole in 2_u32..1_000,
        signs in proptest::sample::select(vec!["", " ", "ca. ", "~"]),
    ) {
        for [language, line, quantity, unit, name, note] in lines {
            let is_plain = note.is_empty() && !unit.is_empty() && unit != "item" && !name.contains(char::is_numeric);
            // Units that are converted differ in their numbers.
            let is_kept = is_plain && !["g", "ml"].contains(&unit) && quantity.parse::<u32>().is_ok();
            let rest = line.split_once(' ').filter(|(number, rest)| {
                number.bytes().all(|b| b.is_ascii_digit()) && !rest.contains(char::is_numeric)
            });
            let Some((_, rest)) = rest.filter(|_| is_kept) else { continue };
            let text = format!("{signs}{whole} {rest}");
            let entry = split(&text, DecimalSign::of_language(language));
            let amount = entry.amount.as_ref();
            prop_assert!(
                amount.is_some_and(|amount| (amount.quantity - f64::from(whole)).abs() < 1e-9 && amount.unit == unit) && entry.name == name,
                "{text}: {entry:?}"
            );
            let (bracketed, behind) = (format!("{name} ({whole} {unit})"), format!("{name} {whole} {unit}"));
            for text in [&bracketed, &behind] {
                let entry = split(text, DecimalSign::of_language(language));
                let amount = entry.amount.as_ref();
                prop_assert!(amount.is_some_and(|amount| amount.unit == unit) && entry.name == name, "{text}: {entry:?}");
            }
        }
    }

    #[test]
    fn reads_any_text_without_a_panic(text in "\\PC{0,60}", digits in "[0-9.,'x×½/ ()\\[\\]`gml-]{0,20}") {
        for text in [&text, &digits, &format!("{digits}{text}"), &format!("{text} {digits}")] {
            let Entry { amount, name, .. } = split(text, DecimalSign::UNKNOWN);
            prop_assert!(amount.is_none_or(|amount| amount.quantity > 0.0) && text.contains(name));
            foods(text, |_| true);
            is_heading(text);
            parse(text, DecimalSign::of_language("de"));
        }
    }
}
