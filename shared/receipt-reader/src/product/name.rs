//! What a line is called: its own words, in the receipt's language, in natural case. A brand is written as its maker
//! writes it, an abbreviation is written out where the vocabulary of that language or the phrase it stands in tells
//! what it means. What is not understood stays as printed.

use super::language::Language;
use super::lexicon::LEXICON;
use super::reading::{Part, Reading, Role};
use super::wording::{clamp, upper_first};
use std::collections::HashMap;

/// Composes the name; empty where the line has no words. `made` is what the brand makes, where an English line says
/// nothing but the brand.
pub(super) fn compose(raw_text: &str, reading: &Reading, language: Language, made: Option<&str>) -> String {
    let printed = printed_case(raw_text);
    let mut name = String::new();
    let mut before: Option<&Part> = None;
    for part in &reading.parts {
        // The front parts of a joined word are shown with its last one.
        if part.text.is_empty() {
            continue;
        }
        let same_brand = before.is_some_and(|before| before.role == part.role);
        if let Role::Brand(_) = part.role
            && same_brand
        {
            continue;
        }
        if let Some(before) = before {
            name.push_str(joint(before, part));
        }
        name.push_str(&shown(part, name.is_empty(), language, &printed));
        before = Some(part);
    }
    let is_brand_alone = |part: &Part| matches!(part.role, Role::Brand(_) | Role::Size) || part.text.is_empty();
    let made = made.filter(|_| reading.parts.iter().all(is_brand_alone));
    if let Some(made) = made.filter(|made| !name.is_empty() && !name.to_lowercase().contains(&made.to_lowercase())) {
        name.push(' ');
        name.push_str(made);
    }
    clamp(&name)
}

/// The units that stand in small letters beside names in capitals are no longer: `ea`, `kg`, `ml`.
const UNIT_LETTERS: usize = 2;

/// Returns what stands between two parts.
fn joint(before: &Part, part: &Part) -> &'static str {
    let is_brand = |part: &Part| matches!(part.role, Role::Brand(_));
    let is_sign = |part: &Part| matches!(part.text.as_str(), "&" | "+");
    let is_short = |part: &Part| part.role == Role::Size || part.text.chars().count() <= 2;
    if part.glue.is_empty() && (is_sign(part) && is_short(before) || is_sign(before) && is_short(part)) {
        return "";
    }
    match part.glue.as_str() {
        // What was shortened and joined is two words when it is written out: "WEIH.H-MILCH".
        "-" if !is_brand(before) => "-",
        "/" => "/",
        "." if !before.expanded && !is_brand(before) => ". ",
        "," | ", " => ", ",
        _ => " ",
    }
}

fn shown(part: &Part, first: bool, language: Language, printed: &HashMap<String, String>) -> String {
    let text = match part.role {
        Role::Brand(brand) => return LEXICON.brands[brand].name.to_owned(),
        Role::Size if language != Language::ENGLISH => return part.text.replace('.', ","),
        Role::Size => return part.text.clone(),
        _ => match printed.get(&part.text) {
            Some(printed) => return printed.clone(),
            None => &part.text,
        },
    };
    // Letters that spell no word are initials: "TK", "XL".
    if part.role == Role::Unknown
        && text.len() <= 3
        && !text.contains(|c: char| !c.is_ascii_alphabetic() || "aeiouy".contains(c))
    {
        return text.to_uppercase();
    }
    let is_noun = matches!(part.role, Role::Noun | Role::Unknown);
    if first || (language == Language::GERMAN && is_noun) || text == "bio" { upper_first(text) } else { text.clone() }
}

/// Returns words in the case they are printed in, by their small letters: where a till prints small and capital
/// letters, it means them. A unit may be small beside a name in capitals: `PIZZA BASES 2ea`.
fn printed_case(raw_text: &str) -> HashMap<String, String> {
    let is_small = |word: &str| word.chars().filter(|c| c.is_lowercase()).count() > UNIT_LETTERS;
    let has_small_letters = raw_text.split_whitespace().any(is_small);
    let words =
        raw_text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '’'))).filter(|word| !word.is_empty());
    if has_small_letters { words.map(|word| (word.to_lowercase(), word.to_owned())).collect() } else { HashMap::new() }
}
