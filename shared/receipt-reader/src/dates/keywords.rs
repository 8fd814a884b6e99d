//! The words beside a printed date that say what it is the date of, in capitals without accents.

use domain::printed_date::PrintedDateKind;

/// What a word says about the date behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The food keeps until then.
    Expiry(Option<PrintedDateKind>),
    Frozen,
    Production,
    Lot,
}

/// Where in a text a keyword counts.
#[derive(Clone, Copy)]
enum Place {
    Anywhere,
    /// At the beginning of a word.
    Beginning,
    Word,
    /// Behind no letter, before a digit.
    BeforeDigit,
}

use Place::{Anywhere, BeforeDigit, Beginning, Word};

const BEST: Role = Role::Expiry(Some(PrintedDateKind::BestBefore));
const USE: Role = Role::Expiry(Some(PrintedDateKind::UseBy));
const UNTIL: Role = Role::Expiry(None);

/// A space stands for any number of them, none included.
const KEYWORDS: [(&str, Place, Role); 104] = [
    // English.
    ("BEST", Word, BEST),
    ("BEST B", Beginning, BEST),
    ("BEFORE", Anywhere, BEST),
    ("BEEORE", Anywhere, BEST),
    ("BB", Beginning, BEST),
    ("BBE", BeforeDigit, BEST),
    ("ENJOY BY", Anywhere, BEST),
    ("USE BY", Anywhere, USE),
    ("USED BY", Anywhere, USE),
    ("EXP", Beginning, UNTIL),
    ("EXPIR", Anywhere, UNTIL),
    ("E :", Beginning, UNTIL),
    ("SELL BY", Anywhere, UNTIL),
    ("FREEZE BY", Anywhere, UNTIL),
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
    ("MHD", Anywhere, BEST),
    ("MINDESTENS", Anywhere, BEST),
    ("HALTBAR", Anywhere, BEST),
    ("VERBRAUCHEN", Anywhere, USE),
    ("VERBRAUCHSDATUM", Anywhere, USE),
    ("ZU VERBR", Anywhere, USE),
    ("HERGESTELLT", Anywhere, Role::Production),
    ("HERSTELL", Anywhere, Role::Production),
    ("ABGEPACKT", Anywhere, Role::Production),
    ("VERPACKT", Anywhere, Role::Production),
    ("CHARGE", Word, Role::Lot),
    ("EINGEFROREN", Anywhere, Role::Frozen),
    ("TIEFGEFROREN AM", Anywhere, Role::Frozen),
    // French.
    ("DDM", Word, BEST),
    ("DLUO", Anywhere, BEST),
    ("PREFERENCE", Anywhere, BEST),
    ("DLC", Word, USE),
    ("CONSOMMER", Anywhere, USE),
    ("PEREMPTION", Anywhere, UNTIL),
    ("FABRI", Anywhere, Role::Production),
    ("EMBALL", Anywhere, Role::Production),
    ("CONGELE LE", Anywhere, Role::Frozen),
    ("SURGELE LE", Anywhere, Role::Frozen),
    // Spanish.
    ("PREFERENTE", Anywhere, BEST),
    ("CONSUMIR", Anywhere, USE),
    ("CONSUMASE", Anywhere, USE),
    ("CADUC", Anywhere, USE),
    ("CAD", Word, USE),
    ("ENVASAD", Anywhere, Role::Production),
    ("ELABORA", Anywhere, Role::Production),
    ("LOTE", Beginning, Role::Lot),
    ("CONGELADO", Anywhere, Role::Frozen),
    ("CONGELACION", Anywhere, Role::Frozen),
    // Italian.
    ("PREFERIB", Anywhere, BEST),
    ("CONSUMARSI", Anywhere, USE),
    ("CONSUMARE", Anywhere, USE),
    ("SCAD", Anywhere, USE),
    ("CONFEZION", Anywhere, Role::Production),
    ("LOTTO", Beginning, Role::Lot),
    ("CONGELATO IL", Anywhere, Role::Frozen),
    // Dutch.
    ("HOUDBAAR", Anywhere, BEST),
    ("THT", Word, BEST),
    ("TGT", Word, USE),
    ("GEBRUIKEN TOT", Anywhere, USE),
    ("VERPAKT", Anywhere, Role::Production),
    ("INGEVROREN", Anywhere, Role::Frozen),
    // Polish.
    ("NAJLEPIEJ", Anywhere, BEST),
    ("SPOZYC", Anywhere, USE),
    ("WAZNO", Anywhere, UNTIL),
    ("PRZYDATNO", Anywhere, UNTIL),
    ("PAKOWANIA", Anywhere, Role::Production),
    ("PARTIA", Word, Role::Lot),
    ("NR PARTII", Anywhere, Role::Lot),
    ("ZAMROZ", Anywhere, Role::Frozen),
    // Portuguese.
    ("PREFERENCIA", Anywhere, BEST),
    ("VAL", Word, UNTIL),
    ("VALIDADE", Anywhere, UNTIL),
    ("CONSUMO", Anywhere, UNTIL),
    ("CONGELADO EM", Anywhere, Role::Frozen),
    // Nordic, Czech and Slovak.
    ("BAST FORE", Anywhere, BEST),
    ("BEDST FOR", Anywhere, BEST),
    ("BEST FOR", Anywhere, BEST),
    ("HOLDBAR", Anywhere, BEST),
    ("PARASTA ENNEN", Anywhere, BEST),
    ("SISTA FORBRUKNING", Anywhere, USE),
    ("SIDSTE ANVENDELSE", Anywhere, USE),
    ("SISTE FORBRUK", Anywhere, USE),
    ("TRVANLIV", Anywhere, BEST),
    ("SPOTREB", Anywhere, USE),
    ("VYROB", Anywhere, Role::Production),
    ("BAKED", Anywhere, Role::Production),
];

/// Returns what the last keyword of a text says, and where it ends. Of an expiry, a word for "preferably" anywhere
/// tells the kind: `najlepiej spożyć przed`, `à consommer de préférence avant`.
pub fn last(text: &[char]) -> Option<(usize, Role)> {
    let all = || (0..text.len()).flat_map(|start| KEYWORDS.iter().filter_map(move |word| ends(text, start, word)));
    let (end, role) = all().max_by_key(|(end, _)| *end)?;
    let is_best = matches!(role, Role::Expiry(_)) && all().any(|(_, other)| other == BEST);
    Some((end, if is_best { BEST } else { role }))
}

/// Where a keyword ends that begins here, and its role.
fn ends(text: &[char], start: usize, &(word, place, role): &(&str, Place, Role)) -> Option<(usize, Role)> {
    let is_in_word = |at: usize| text.get(at).is_some_and(|c| c.is_alphanumeric());
    let is_letter = |at: usize| text.get(at).is_some_and(|c| c.is_alphabetic());
    let begins = match place {
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
    let fits = match place {
        Anywhere | Beginning => true,
        Word => !is_in_word(end),
        BeforeDigit => text.get(end).is_some_and(char::is_ascii_digit),
    };
    fits.then_some((end, role))
}
