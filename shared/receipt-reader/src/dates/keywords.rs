//! Keywords beside a printed date that give its meaning, in capitals without accents.

use domain::printed_date::PrintedDateKind;

/// The meaning of a keyword for the date after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The food keeps until the date.
    Expiry(Option<PrintedDateKind>),
    Frozen,
    Production,
    Lot,
}

/// The required surroundings of a keyword.
#[derive(Clone, Copy)]
enum Boundary {
    Anywhere,
    /// At the beginning of a word.
    Beginning,
    Word,
    /// After no letter, before a digit.
    BeforeDigit,
}

use Boundary::{Anywhere, BeforeDigit, Beginning, Word};

const BEST_BEFORE: Role = Role::Expiry(Some(PrintedDateKind::BestBefore));
const USE_BY: Role = Role::Expiry(Some(PrintedDateKind::UseBy));
const EXPIRY: Role = Role::Expiry(None);

/// A space matches zero or more spaces.
const KEYWORDS: [(&str, Boundary, Role); 106] = [
    // English.
    ("BEST", Word, BEST_BEFORE),
    ("BEST B", Beginning, BEST_BEFORE),
    ("BEFORE", Anywhere, BEST_BEFORE),
    ("BEEORE", Anywhere, BEST_BEFORE),
    ("BB", Beginning, BEST_BEFORE),
    ("BBE", BeforeDigit, BEST_BEFORE),
    ("ENJOY BY", Anywhere, BEST_BEFORE),
    ("BBF", BeforeDigit, BEST_BEFORE),
    ("USE BY", Anywhere, USE_BY),
    ("USED BY", Anywhere, USE_BY),
    ("EXP", Beginning, EXPIRY),
    ("EXPIR", Anywhere, EXPIRY),
    ("E :", Beginning, EXPIRY),
    ("SELL BY", Anywhere, EXPIRY),
    ("FREEZE BY", Anywhere, EXPIRY),
    ("PROD", Anywhere, Role::Production),
    ("PRO", Word, Role::Production),
    ("MFG", Beginning, Role::Production),
    ("MFG", BeforeDigit, Role::Production),
    ("MFD", Word, Role::Production),
    ("MFD", BeforeDigit, Role::Production),
    ("MED", Word, Role::Production),
    ("MF6", Anywhere, Role::Production),
    ("MGF", Beginning, Role::Production),
    ("MANUF", Anywhere, Role::Production),
    ("PACKED", Anywhere, Role::Production),
    ("PACKAGED", Anywhere, Role::Production),
    ("PKD", Word, Role::Production),
    ("P :", Beginning, Role::Production),
    ("LOT", Word, Role::Lot),
    ("BATCH", Beginning, Role::Lot),
    ("L ", BeforeDigit, Role::Lot),
    ("FROZEN ON", Anywhere, Role::Frozen),
    ("DATE OF FREEZING", Anywhere, Role::Frozen),
    // German.
    ("MHD", Anywhere, BEST_BEFORE),
    ("MINDESTENS", Anywhere, BEST_BEFORE),
    ("HALTBAR", Anywhere, BEST_BEFORE),
    ("VERBRAUCHEN", Anywhere, USE_BY),
    ("VERBRAUCHSDATUM", Anywhere, USE_BY),
    ("ZU VERBR", Anywhere, USE_BY),
    ("HERGESTELLT", Anywhere, Role::Production),
    ("HERSTELL", Anywhere, Role::Production),
    ("ABGEPACKT", Anywhere, Role::Production),
    ("VERPACKT", Anywhere, Role::Production),
    ("CHARGE", Word, Role::Lot),
    ("EINGEFROREN", Anywhere, Role::Frozen),
    ("TIEFGEFROREN AM", Anywhere, Role::Frozen),
    // "Preferably" in French, Spanish, Italian and Portuguese, often shortened.
    ("PREF", Anywhere, BEST_BEFORE),
    // French.
    ("DDM", Word, BEST_BEFORE),
    ("DLUO", Anywhere, BEST_BEFORE),
    ("MEILLEUR AVANT", Anywhere, BEST_BEFORE),
    ("DLC", Word, USE_BY),
    ("CONSOMMER", Anywhere, USE_BY),
    ("PEREMPTION", Anywhere, EXPIRY),
    ("FABRI", Anywhere, Role::Production),
    ("EMBAL", Anywhere, Role::Production),
    ("CONGELE LE", Anywhere, Role::Frozen),
    ("SURGELE LE", Anywhere, Role::Frozen),
    // Spanish.
    ("CONSUMIR", Anywhere, USE_BY),
    ("CONSUMASE", Anywhere, USE_BY),
    ("CADUC", Anywhere, USE_BY),
    ("CAD", Word, USE_BY),
    ("ENVASAD", Anywhere, Role::Production),
    ("ELAB", Beginning, Role::Production),
    ("ELABORA", Anywhere, Role::Production),
    ("FAB", Word, Role::Production),
    ("F.FAB", Beginning, Role::Production),
    ("LOTE", Beginning, Role::Lot),
    ("CONGELADO", Anywhere, Role::Frozen),
    ("CONGELACION", Anywhere, Role::Frozen),
    // Italian.
    ("CONSUMARSI", Anywhere, USE_BY),
    ("CONSUMARE", Anywhere, USE_BY),
    ("SCAD", Anywhere, USE_BY),
    ("CONFEZION", Anywhere, Role::Production),
    ("LOTTO", Beginning, Role::Lot),
    ("CONGELATO IL", Anywhere, Role::Frozen),
    // Dutch.
    ("HOUDBAAR", Anywhere, BEST_BEFORE),
    ("THT", Word, BEST_BEFORE),
    ("TGT", Word, USE_BY),
    ("GEBRUIKEN TOT", Anywhere, USE_BY),
    ("VERPAKT", Anywhere, Role::Production),
    ("INGEVROREN", Anywhere, Role::Frozen),
    // Polish.
    ("NAJLEPIEJ", Anywhere, BEST_BEFORE),
    ("SPOZYC", Anywhere, USE_BY),
    ("WAZNO", Anywhere, EXPIRY),
    ("PRZYDATNO", Anywhere, EXPIRY),
    ("PAKOWAN", Anywhere, Role::Production),
    ("PARTIA", Word, Role::Lot),
    ("NR PARTII", Anywhere, Role::Lot),
    ("ZAMROZ", Anywhere, Role::Frozen),
    // Portuguese.
    ("VAL", Word, EXPIRY),
    ("VALIDADE", Anywhere, EXPIRY),
    ("CONSUMO", Anywhere, EXPIRY),
    ("CONGELADO EM", Anywhere, Role::Frozen),
    // Nordic, Czech and Slovak.
    ("BAST FORE", Anywhere, BEST_BEFORE),
    ("BEDST FOR", Anywhere, BEST_BEFORE),
    ("BEST FOR", Anywhere, BEST_BEFORE),
    ("HOLDBAR", Anywhere, BEST_BEFORE),
    ("PARASTA ENNEN", Anywhere, BEST_BEFORE),
    ("SISTA FORBRUKNING", Anywhere, USE_BY),
    ("SIDSTE ANVENDELSE", Anywhere, USE_BY),
    ("SISTE FORBRUK", Anywhere, USE_BY),
    ("TRVANLIV", Anywhere, BEST_BEFORE),
    ("SPOTREB", Anywhere, USE_BY),
    ("VYROB", Anywhere, Role::Production),
    ("BAKED", Anywhere, Role::Production),
];

/// Returns the end and the role of the last keyword of a text. For an expiry, a keyword for "preferably" anywhere in
/// the text decides the kind: `najlepiej spożyć przed`, `à consommer de préférence avant`.
pub fn find_last(text: &[char]) -> Option<(usize, Role)> {
    let (.., end, role) = find_all(text).max_by_key(|(.., end, _)| *end)?;
    let is_best = matches!(role, Role::Expiry(_)) && find_all(text).any(|(.., other)| other == BEST_BEFORE);
    Some((end, if is_best { BEST_BEFORE } else { role }))
}

/// Returns the start, the end and the role of each keyword of a text.
fn find_all(text: &[char]) -> impl Iterator<Item = (usize, usize, Role)> {
    let at = move |start| {
        KEYWORDS.iter().filter_map(move |word| match_end(text, start, word).map(|(end, role)| (start, end, role)))
    };
    (0..text.len()).flat_map(at)
}

/// Returns true if a text has a keyword for production.
pub fn has_production(text: &[char]) -> bool {
    find_all(text).any(|(.., role)| role == Role::Production)
}

/// Returns true if a text ends with a head of two dates, that of production and that of expiry: `MFG/EXP`, `PKD & BB`.
/// Which one is first is not certain, nor is a date behind it the one or the other if only one was read.
pub fn ends_with_pair(text: &[char]) -> bool {
    let is_expiry = |role: Role| matches!(role, Role::Expiry(_));
    let is_pair = |one: Role, other: Role| {
        one == Role::Production && is_expiry(other) || is_expiry(one) && other == Role::Production
    };
    let Some((start, _, last)) = find_all(text).max_by_key(|(start, end, _)| (*end, *start)) else { return false };
    find_all(text).any(|(_, end, role)| {
        let between: Option<String> = text.get(end..start).map(|between| between.iter().collect());
        let letters = between.map(|between| between.replace("DATE", "").contains(|c: char| c.is_alphanumeric()));
        is_pair(role, last) && letters == Some(false)
    })
}

/// Returns the end and the role of a keyword that begins at `start`.
fn match_end(text: &[char], start: usize, &(word, boundary, role): &(&str, Boundary, Role)) -> Option<(usize, Role)> {
    let is_in_word = |at: usize| text.get(at).is_some_and(|c| c.is_alphanumeric());
    let is_letter = |at: usize| text.get(at).is_some_and(|c| c.is_alphabetic());
    let begins = match boundary {
        Anywhere => true,
        Beginning | Word => start == 0 || !is_in_word(start - 1),
        BeforeDigit => start == 0 || !is_letter(start - 1),
    };
    if !begins {
        return None;
    }
    let mut end = start;
    for letter in word.chars() {
        if letter == ' ' {
            end += text[end..].iter().take_while(|c| **c == ' ').count();
        } else if text.get(end) == Some(&letter) {
            end += 1;
        } else {
            return None;
        }
    }
    let fits = match boundary {
        Anywhere | Beginning => true,
        Word => !is_in_word(end),
        BeforeDigit => text.get(end).is_some_and(char::is_ascii_digit),
    };
    fits.then_some((end, role))
}
