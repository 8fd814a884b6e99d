//! Cuts a receipt's line into words and sizes.

use super::language::Language;
use domain::shelf_life::words;
use std::borrow::Cow;

/// A line is looked at this far: no printed line is longer, and a hostile one then costs nothing.
const MAX_CHARS: usize = 160;
const MAX_TOKENS: usize = 18;

/// A piece of a line.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    /// A word as printed, and folded for comparison (not stemmed).
    Word { printed: String, folded: String },
    /// A size or strength as a person writes it: "350 g", "2 pack", "3.8%".
    Size(String),
    /// A number that is neither: grades, article numbers, cut-off sizes.
    Number(String),
}

/// A token, and the signs that stand between it and the one before.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Piece {
    pub glue: String,
    pub token: Token,
}

/// Parts of a joined word with fewer letters are no words: `McVitie`, `iPad`.
const MIN_PARTED: usize = 3;

/// Returns a line with spaces where capitals begin a word within another: `KabanosyEasy` is printed so to save room.
pub(super) fn split_at_capitals(line: &str) -> Cow<'_, str> {
    let letters = |text: &str, wanted: fn(char) -> bool| text.chars().take_while(|c| wanted(*c)).count();
    let is_start = |at: usize, c: char| {
        let small = line[..at].chars().rev().take_while(|c| c.is_lowercase()).count();
        let before = line[..at].chars().rev().take_while(|c| c.is_alphabetic()).count();
        c.is_uppercase()
            && small > 0
            && before >= MIN_PARTED
            && letters(&line[at + c.len_utf8()..], char::is_lowercase) + 1 >= MIN_PARTED
    };
    let starts: Vec<usize> =
        line.char_indices().take(MAX_CHARS).filter(|(at, c)| is_start(*at, *c)).map(|(at, _)| at).collect();
    if starts.is_empty() {
        return Cow::Borrowed(line);
    }
    let mut parted = String::with_capacity(line.len() + starts.len());
    let mut from = 0;
    for at in starts {
        parted.push_str(&line[from..at]);
        parted.push(' ');
        from = at;
    }
    parted.push_str(&line[from..]);
    Cow::Owned(parted)
}

/// Returns the tokens of a line, at most [`MAX_TOKENS`].
pub(super) fn tokenise(line: &str, language: Language) -> Vec<Piece> {
    let line: String = line.chars().take(MAX_CHARS).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let line = rewrite(&line, language);
    let mut tokens: Vec<Piece> = Vec::new();
    let mut glue = String::new();
    let chars: Vec<char> = line.chars().collect();
    let mut at = 0;
    while at < chars.len() && tokens.len() < MAX_TOKENS {
        let c = chars[at];
        // The point behind an abbreviation is none of the number that follows: `festk.1kg`.
        let begins = at == 0 || !chars[at - 1].is_alphanumeric();
        let digit = c.is_ascii_digit()
            || (begins && matches!(c, '.' | ',') && chars.get(at + 1).is_some_and(char::is_ascii_digit));
        if digit && let Some((size, next)) = size(&chars, at) {
            tokens.push(Piece { glue: std::mem::take(&mut glue), token: Token::Size(size) });
            at = next;
            continue;
        }
        if c.is_alphanumeric() {
            let start = at;
            while at < chars.len()
                && (chars[at].is_alphanumeric()
                    || matches!(chars[at], '\'' | '’')
                    || is_lost_letter(&chars, at, language))
            {
                // "VODKA0,7L": a size begins inside a word.
                if at > start
                    && chars[at].is_ascii_digit()
                    && !chars[at - 1].is_ascii_digit()
                    && size(&chars, at).is_some_and(|(_, next)| next - at > 1)
                {
                    break;
                }
                at += 1;
            }
            let printed: String = chars[start..at].iter().collect();
            let folded = words::fold(&printed);
            let token = if printed.chars().all(|c| c.is_ascii_digit()) {
                Token::Number(printed)
            } else if folded.is_empty() {
                continue;
            } else {
                Token::Word { printed, folded }
            };
            tokens.push(Piece { glue: std::mem::take(&mut glue), token });
            continue;
        }
        if c == '&' || c == '+' {
            let token = Token::Word { printed: c.to_string(), folded: "&".to_owned() };
            tokens.push(Piece { glue: std::mem::take(&mut glue), token });
        } else {
            glue.push(c);
        }
        at += 1;
    }
    tokens
}

/// Returns true if a plus sign stands for a letter that the till cannot print: `KYLLING L+R` is a chicken's lår.
fn is_lost_letter(chars: &[char], at: usize, language: Language) -> bool {
    let is_letter = |at: Option<usize>| at.and_then(|at| chars.get(at)).is_some_and(|c| c.is_alphabetic());
    chars[at] == '+'
        && !language.words().lost.is_empty()
        && is_letter(at.checked_sub(1))
        && is_letter(at.checked_add(1))
}

/// Writes out shorthand with signs: `w/` is `with`.
fn rewrite(line: &str, language: Language) -> String {
    let lower = line.to_lowercase();
    let mut out = String::with_capacity(lower.len() + 16);
    let mut rest = lower.as_str();
    let mut boundary = true;
    'next: while let Some(c) = rest.chars().next() {
        if boundary {
            for (sign, words) in signs(language) {
                if let Some(after) = rest.strip_prefix(sign)
                    && (sign.ends_with(['/', '.', ' ']) || !after.starts_with(char::is_alphanumeric))
                {
                    out.push_str(words);
                    out.push(' ');
                    rest = after;
                    continue 'next;
                }
            }
        }
        boundary = !c.is_alphanumeric();
        out.push(c);
        rest = &rest[c.len_utf8()..];
    }
    out
}

/// Returns the shorthand with signs of a language, and what it stands for.
fn signs(language: Language) -> &'static [(&'static str, &'static str)] {
    match language {
        Language::ENGLISH => &[
            ("b/s", "boneless skinless"),
            ("bl/sl", "boneless skinless"),
            ("w/o ", "without "),
            ("w/wheat", "whole wheat"),
            ("w/meal", "wholemeal"),
            ("w/", "with "),
            ("f/r", "free range"),
            ("f/range", "free range"),
            ("h/wash", "hand wash"),
            ("b/wash", "body wash"),
            ("s/skimmed", "semi skimmed"),
            ("s/skim", "semi skimmed"),
            ("p/butter", "peanut butter"),
            ("i/cream", "ice cream"),
            ("g/free", "gluten free"),
            ("l/free", "lactose free"),
            ("t/paper", "toilet paper"),
            ("t/paste", "toothpaste"),
            ("h&h", "half and half"),
            ("s&p", "salt and pepper"),
            ("m&m", "m&ms "),
        ],
        Language::GERMAN => &[("m.", "mit "), ("o.", "ohne ")],
        _ => &[],
    }
}

/// Units as printed → as a person writes them. An empty one is left out.
const UNITS: [(&str, &str); 43] = [
    ("kg", "kg"),
    ("g", "g"),
    ("gr", "g"),
    ("gram", "g"),
    ("grams", "g"),
    ("mg", "mg"),
    ("ml", "ml"),
    ("cl", "cl"),
    ("dl", "dl"),
    ("l", "l"),
    ("lt", "l"),
    ("ltr", "l"),
    ("liter", "l"),
    ("liters", "l"),
    ("litre", "l"),
    ("oz", "oz"),
    ("0z", "oz"),
    ("floz", "fl oz"),
    ("lb", "lb"),
    ("lbs", "lb"),
    ("1b", "lb"),
    ("ct", "ct"),
    ("cnt", "ct"),
    ("count", "ct"),
    ("c", "ct"),
    ("pk", "pack"),
    ("pck", "pack"),
    ("pack", "pack"),
    ("er", "er"),
    ("stk", "Stück"),
    ("st", "St"),
    ("stuck", "Stück"),
    ("gal", "gal"),
    ("qt", "qt"),
    ("pt", "pt"),
    ("pint", "pt"),
    ("dz", "dozen"),
    ("doz", "dozen"),
    ("ea", ""),
    ("rl", "rolls"),
    ("rolls", "rolls"),
    ("blatt", "Blatt"),
    ("wl", ""),
];

/// Returns the size that begins at `at`, and its end: a number, perhaps "n x", and a unit or "%". A bare number is
/// none.
fn size(chars: &[char], at: usize) -> Option<(String, usize)> {
    let (first, mut next) = number(chars, at)?;
    // Nothing weighs nothing: "0G" is an abbreviation whose O was taken for a digit.
    let is_nothing = first == "0";
    let mut text = first;
    let mut cursor = skip_spaces(chars, next);
    if cursor < chars.len() && matches!(chars[cursor], 'x' | '*' | '×') {
        let after = skip_spaces(chars, cursor + 1);
        if let Some((second, end)) = number(chars, after) {
            text = format!("{text} x {second}");
            next = end;
            cursor = skip_spaces(chars, next);
        }
    }
    if cursor < chars.len() && chars[cursor] == '%' {
        return Some((format!("{text}%"), cursor + 1));
    }
    if is_nothing {
        return None;
    }
    let spaced = cursor > next;
    let mut end = cursor;
    while end < chars.len() && chars[end].is_alphanumeric() {
        end += 1;
    }
    let printed: String = chars[cursor..end].iter().collect();
    let unit = words::fold(&printed);
    // A single letter after a space is more often a tax code than grams ("1 L" excepted).
    if spaced && unit.len() == 1 && !matches!(unit.as_str(), "l" | "g") {
        return None;
    }
    let (_, unit) = UNITS.iter().find(|(short, _)| *short == unit)?;
    let size = match *unit {
        "" => String::new(),
        // "10er" is one word in German.
        "er" => format!("{text}er"),
        unit => format!("{text} {unit}"),
    };
    Some((size, end))
}

fn skip_spaces(chars: &[char], mut at: usize) -> usize {
    while at < chars.len() && chars[at] == ' ' {
        at += 1;
    }
    at
}

/// Returns the number that begins at `at`, written with a decimal point, and its end.
fn number(chars: &[char], at: usize) -> Option<(String, usize)> {
    let mut text = String::new();
    let mut end = at;
    while end < chars.len() && text.len() < 8 {
        match chars[end] {
            c if c.is_ascii_digit() => text.push(c),
            '.' | ',' if !text.contains('.') && chars.get(end + 1).is_some_and(char::is_ascii_digit) => {
                if text.is_empty() {
                    text.push('0');
                }
                text.push('.');
            }
            _ => break,
        }
        end += 1;
    }
    if text.is_empty() { None } else { Some((text, end)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(line: &str) -> String {
        tokenise(line, Language::ENGLISH)
            .into_iter()
            .map(|piece| match piece.token {
                Token::Word { folded, .. } => folded,
                Token::Size(size) => format!("[{size}]"),
                Token::Number(number) => format!("#{number}"),
            })
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn distinguishes_sizes_from_words_and_numbers() {
        for (line, tokens) in [
            ("STOLZENFELS SEKT 0,2 L", "stolzenfels sekt [0.2 l]"),
            ("SMIRNOFF VODKA0,7L", "smirnoff vodka [0.7 l]"),
            ("MORI-NU TOFU 12OZ", "mori nu tofu [12 oz]"),
            ("BIO FR.VOLLMILCH 3,8%", "bio fr vollmilch [3.8%]"),
            ("SALAMI SECCHI 2PK COLUMBUS", "salami secchi [2 pack] columbus"),
            ("LEERD CARACTERE 12", "leerd caractere #12"),
            ("WASSER 6X1,5L", "wasser [6 x 1.5 l]"),
            ("JB B/S CKN BREASTS", "jb boneless skinless ckn breasts"),
            ("HBO W/ALMNDS", "hbo with almnds"),
            ("365 OG L OMG3 BRW EGG", "#365 og l omg3 brw egg"),
            ("EGGLAND'S EGGS", "egglands eggs"),
            ("KARTOFFELN FESTK.1KG", "kartoffeln festk [1 kg]"),
            ("KIWI, VORGEREIFT, KL 1", "kiwi vorgereift kl #1"),
            ("BB PANCK&WAFFLE MX", "bb panck & waffle mx"),
            ("0RG MILK 1/2 GAL", "0rg milk #1 [2 gal]"),
            ("365 0G EGG 0% FAT", "#365 0g egg [0%] fat"),
        ] {
            assert_eq!(show(line), tokens, "{line}");
        }
    }

    #[test]
    fn splits_a_word_at_its_capitals() {
        for (line, expected) in [
            ("SeasonedFrnchFries", "Seasoned Frnch Fries"),
            ("Tarcz.KabanosyEasy", "Tarcz.Kabanosy Easy"),
            ("SchinkenwurstÖko 100g", "Schinkenwurst Öko 100g"),
            ("McVitie's iPad KitKat", "McVitie's iPad Kit Kat"),
            ("VODKA0,7L REWE Bio", "VODKA0,7L REWE Bio"),
        ] {
            assert_eq!(split_at_capitals(line), expected);
        }
    }

    #[test]
    fn truncates_a_hostile_line() {
        assert!(tokenise(&"a ".repeat(10_000), Language::ENGLISH).len() <= MAX_TOKENS);
        assert!(tokenise(&"9".repeat(10_000), Language::ENGLISH).len() <= MAX_TOKENS);
        assert_eq!(tokenise("\u{0}\u{1}\u{202e}", Language::ENGLISH), []);
    }
}
