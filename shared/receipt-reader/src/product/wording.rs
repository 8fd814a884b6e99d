//! Words and names as they stand in a sentence: singular, compound, with and without capitals.

use super::language::Language;
use super::lexicon::{self, LEXICON, Naming, Sense};
use domain::shelf_life;

/// A name is at most this long, however much a line says.
const MAX_NAME_CHARS: usize = 100;

/// What stands before a head, without the end that the head says once more: "milk chocolate" before "chocolate", "energy drink" before "drink".
pub(super) fn before(text: &str, head: &str) -> Option<String> {
    let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
    let said = |word: &&&str| head.split(' ').any(|known| same_word(known, &word.to_lowercase()));
    let told = words.iter().rev().take_while(said).count();
    let rest = words[..words.len() - told].join(" ");
    Some(rest).filter(|rest| !rest.is_empty())
}

/// Whether two words differ at most in number.
pub(super) fn same_word(a: &str, b: &str) -> bool {
    a == b || shelf_life::words::key(a) == shelf_life::words::key(b)
}

/// What a word of another language is called in front of a noun, where that is not its own name: "Paprika" chips.
pub(super) fn modifier(term: &str, language: Language) -> Option<String> {
    if language == Language::ENGLISH || term.contains(' ') {
        return None;
    }
    let node = LEXICON.step(lexicon::ROOT, LEXICON.word(&shelf_life::words::fold(term))?)?;
    LEXICON.entries(node).iter().find_map(|entry| match entry.sense {
        Sense::Adjective { english, language: other, .. } if other == language && !english.is_empty() => {
            Some(english.to_owned())
        }
        _ => None,
    })
}

/// The English for a German term that the vocabulary only counts among others of its kind, from its words and their parts:
/// "Erdbeerjoghurt" is listed as a yogurt and said "strawberry yogurt". `None` where a part is unknown or the head is of another kind.
pub(super) fn compound_name(term: &str, product: usize) -> Option<String> {
    let products = shelf_life::products();
    let mut parts: Vec<String> = Vec::new();
    for word in term.split([' ', '-']) {
        let folded = shelf_life::words::fold(word);
        let split = if LEXICON.word(&folded).is_some() && term.contains([' ', '-']) {
            None
        } else {
            LEXICON.split(Language::GERMAN, &folded)
        };
        parts.extend(split.unwrap_or_else(|| vec![folded]));
    }
    if parts.len() < 2 {
        return None;
    }
    let mut adjectives: Vec<String> = Vec::new();
    let mut modifiers: Vec<String> = Vec::new();
    let mut head: Option<(u8, String)> = None;
    let mut shape: Vec<String> = Vec::new();
    for part in &parts {
        let node = LEXICON.step(lexicon::ROOT, LEXICON.word(part)?)?;
        let entries = LEXICON.entries(node);
        let german = |language: Language| language == Language::GERMAN;
        let named = entries.iter().find_map(|entry| match entry.sense {
            Sense::Product { product: other, rank, name, language, .. } if german(language) => {
                Some((other, rank, name))
            }
            _ => None,
        });
        let described = entries.iter().find_map(|entry| match entry.sense {
            Sense::Adjective { english, language, .. } if german(language) => Some(english),
            _ => None,
        });
        let formed = entries.iter().find_map(|entry| match entry.sense {
            Sense::Form { english, language, .. } if german(language) => Some(english),
            _ => None,
        });
        match (named, described, formed) {
            (Some((other, rank, name)), ..)
                if products[other].kind == products[product].kind
                    && head.as_ref().is_none_or(|(best, _)| rank >= *best) =>
            {
                let english = match name {
                    Naming::Own(name) => sentence(name),
                    _ => sentence(products[other].name),
                };
                if let Some((_, before)) = head.replace((rank, english)) {
                    modifiers.push(singular(&before));
                }
            }
            (_, Some(english), _) => adjectives.push(english.to_owned()),
            (Some((other, _, name)), ..) => modifiers.push(match name {
                Naming::Own(name) => singular(&sentence(name)),
                _ => singular(&sentence(products[other].name)),
            }),
            (None, None, Some(english)) => shape.push(english.to_owned()),
            (None, None, None) => return None,
        }
    }
    let (_, head) = head?;
    let said = head.to_lowercase();
    let words = adjectives.into_iter().chain(modifiers).filter_map(|text| before(&text, &said));
    let name: Vec<String> =
        words.chain([head.clone()]).chain(shape.into_iter().filter(|word| !word.is_empty())).collect();
    Some(name.join(" "))
}

/// A name inside a sentence: its first letter small, unless it is somebody's name.
pub(super) fn sentence(name: &str) -> String {
    const NAMES: [&str; 34] = [
        "Brussels",
        "Greek",
        "Swiss",
        "Granny",
        "Gala",
        "Fuji",
        "Pink",
        "Honeycrisp",
        "Yukon",
        "Gouda",
        "Emmental",
        "Monterey",
        "Brie",
        "Camembert",
        "Parmesan",
        "Edam",
        "Havarti",
        "Manchego",
        "Muenster",
        "Irish",
        "Canadian",
        "Italian",
        "Worcestershire",
        "Braeburn",
        "Elstar",
        "Alfredo",
        "Jerusalem",
        "Lamb's",
        "English",
        "French",
        "Christmas",
        "Ezekiel",
        "Danish",
        "Vienna",
    ];
    let first = name.split(' ').next().unwrap_or(name);
    if NAMES.contains(&first) || first.chars().skip(1).any(char::is_uppercase) {
        return name.to_owned();
    }
    let mut chars = name.chars();
    chars.next().map_or_else(String::new, |c| c.to_lowercase().chain(chars).collect())
}

/// "apples" as it stands before another noun: "apple juice".
pub(super) fn singular(name: &str) -> String {
    let (rest, last) = name.rsplit_once(' ').map_or(("", name), |(rest, last)| (rest, last));
    let single = if last.len() > 4 && last.ends_with("ies") && !last.ends_with("kies") {
        format!("{}y", &last[..last.len() - 3])
    } else if ["oes", "aches", "nches", "tches", "wiches", "shes", "xes"].iter().any(|ending| last.ends_with(ending)) {
        last[..last.len() - 2].to_owned()
    } else if last.len() > 3
        && last.ends_with('s')
        && !last.ends_with("ss")
        && !last.ends_with("us")
        && !last.ends_with("swiss")
    {
        last[..last.len() - 1].to_owned()
    } else {
        last.to_owned()
    };
    if rest.is_empty() { single } else { format!("{rest} {single}") }
}

pub(super) fn upper_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}

/// Every word with a capital.
pub(super) fn capitalised(text: &str) -> String {
    text.split(' ').map(upper_first).collect::<Vec<_>>().join(" ")
}

pub(super) fn clamp(text: &str) -> String {
    text.chars().take(MAX_NAME_CHARS).collect::<String>().trim().to_owned()
}

/// A line of which nothing is known, as it may stand in a list: in small letters and without what cannot be read.
pub(super) fn tidy(raw_text: &str) -> String {
    let words: Vec<&str> = raw_text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .take(20)
        .collect();
    let text = clamp(&upper_first(&words.join(" ").to_lowercase()));
    if text.is_empty() { "Unknown item".to_owned() } else { text }
}
