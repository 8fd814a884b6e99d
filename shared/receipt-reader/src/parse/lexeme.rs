//! The words of a row broken up into lexemes: `@$1.49/lb` is a sign, a price, a slash and a unit. So it does not matter
//! where a till or the recogniser puts its spaces.

use super::measure::Measure;
use crate::text::money::{self, Cents};

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    Number {
        value: f64,
        decimals: usize,
        currency: bool,
    },
    Unit(Measure),
    /// `@`, `x`, `×`, `*`
    Times,
    Slash,
    /// `per`, `pro`, `je`, a currency behind a price
    Per,
    For,
    /// `qty`, `Stk`, `ea`
    Piece,
    /// A bracket, a dot, a speck
    Mark,
    Word {
        letters: usize,
    },
}

#[derive(Debug, Clone, Copy)]
pub struct Lexeme {
    pub kind: Kind,
    pub token: usize,
}

/// Returns true if a word says how things are counted or weighed, and names nothing: `QTY`, `WT`, `x`, `Stk`.
pub fn is_counting_word(word: &str) -> bool {
    lex(word, 0).iter().all(|lexeme| !matches!(lexeme.kind, Kind::Word { .. } | Kind::Number { .. }))
}

/// Returns true if a word is the sign between a count and a price.
pub fn is_sign(word: &str) -> bool {
    matches!(lex(word, 0).last(), Some(Lexeme { kind: Kind::Times, .. }))
}

pub fn lex(word: &str, token: usize) -> Vec<Lexeme> {
    // A pound read as `1b` has to be seen before its 1 becomes a number.
    let bare: String = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    if matches!(bare.as_str(), "1b" | "1bs" | "|b") {
        let slash = word.starts_with('/').then_some(Kind::Slash);
        let behind = word.ends_with('/').then_some(Kind::Slash);
        return slash
            .into_iter()
            .chain([Kind::Unit(Measure::Pound)])
            .chain(behind)
            .map(|kind| Lexeme { kind, token })
            .collect();
    }
    // In small letters these are Czech pieces, in capitals a brand.
    if word == "ks" {
        return vec![Lexeme { kind: Kind::Piece, token }];
    }
    // `25tk` are two pieces: an S is read as 5 where digits stand beside it.
    let word = &word.replace("5tk", "Stk");
    let glyphs: Vec<char> = word.chars().collect();
    let mut kinds = Vec::new();
    let mut currency = false;
    let mut at = 0;
    while at < glyphs.len() {
        let glyph = glyphs[at];
        let next_is_digit = glyphs.get(at + 1).is_some_and(char::is_ascii_digit);
        if glyph.is_ascii_digit() || (matches!(glyph, '.' | ',') && next_is_digit) {
            let (kind, end) = number(&glyphs, at, currency);
            currency = false;
            kinds.push(kind);
            at = end;
            // `0.79/1b` and `2.761b`: a unit stuck to its number.
            if let Some((unit, end)) = stuck_pound(&glyphs, at) {
                kinds.extend(unit);
                at = end;
            }
        } else if glyph.is_alphabetic() {
            let end = (at..glyphs.len()).find(|&index| !glyphs[index].is_alphanumeric()).unwrap_or(glyphs.len());
            let run: String = glyphs[at..end].iter().collect::<String>().to_lowercase();
            // `RM1.49`
            let letters = run.trim_end_matches(|c: char| c.is_ascii_digit());
            if letters.len() < run.len() && money::is_currency(letters) {
                currency = true;
                at += letters.chars().count();
                continue;
            }
            // `x2` and `x1,49`: a sign stuck to its number.
            if run.starts_with('x') && run.len() > 1 && run[1..].starts_with(|c: char| c.is_ascii_digit()) {
                kinds.push(Kind::Times);
                at += 1;
                continue;
            }
            // `Stkx`, `KGx29,90`: a sign stuck to its word.
            let counted =
                letters.strip_suffix('x').map(name).filter(|kind| matches!(kind, Kind::Piece | Kind::Unit(_)));
            if let Some(counted) = counted {
                kinds.extend([counted, Kind::Times]);
                at += letters.chars().count();
                continue;
            }
            kinds.push(name(&run));
            at = end;
        } else {
            match glyph {
                '$' | '€' | '£' => {
                    if kinds.last().is_some_and(|kind| matches!(kind, Kind::Number { .. })) && glyph != '$' {
                        kinds.push(Kind::Per);
                    } else {
                        currency = true;
                    }
                }
                '@' | '×' | '*' | '©' | '®' => kinds.push(Kind::Times),
                '/' => kinds.push(Kind::Slash),
                _ => kinds.push(Kind::Mark),
            }
            at += 1;
        }
    }
    kinds.into_iter().map(|kind| Lexeme { kind, token }).collect()
}

/// Reads a number that begins at a place; letters that look like digits count within it.
fn number(glyphs: &[char], start: usize, currency: bool) -> (Kind, usize) {
    let mut text = String::new();
    let mut point = None;
    let mut at = start;
    while let Some(&glyph) = glyphs.get(at) {
        let next = glyphs.get(at + 1);
        match glyph {
            // `2.761b` weighs 2.76 pounds: tills print a price or a weight in pounds with two decimals.
            '1' if point.is_some_and(|point| text.len() == point + 3) && stuck_pound(glyphs, at).is_some() => break,
            '0'..='9' => text.push(glyph),
            'O' | 'o' if next.is_none_or(|c| !c.is_alphabetic()) && point.is_some() => text.push('0'),
            '.' | ',' if point.is_none() && next.is_some_and(|c| c.is_ascii_digit() || matches!(c, 'O' | 'o')) => {
                point = Some(text.len());
                text.push('.');
            }
            _ => break,
        }
        at += 1;
    }
    let decimals = point.map_or(0, |point| text.len() - point - 1);
    // Numbers with more digits than a till prints for a quantity or price are codes: they become something no pattern
    // accepts.
    let longest = if decimals == 2 { 10 } else { 8 };
    let value = if text.len() <= longest { text.parse().unwrap_or(f64::INFINITY) } else { f64::INFINITY };
    (Kind::Number { value, decimals, currency }, at)
}

fn stuck_pound(glyphs: &[char], at: usize) -> Option<(Vec<Kind>, usize)> {
    let (slash, from) = if glyphs.get(at) == Some(&'/') { (true, at + 1) } else { (false, at) };
    let is_pound = matches!(glyphs.get(from), Some('1' | '|'))
        && matches!(glyphs.get(from + 1), Some('b' | 'B'))
        && from + 2 >= glyphs.len();
    is_pound.then(|| {
        (
            if slash { vec![Kind::Slash, Kind::Unit(Measure::Pound)] } else { vec![Kind::Unit(Measure::Pound)] },
            glyphs.len(),
        )
    })
}

fn name(run: &str) -> Kind {
    if let Some(measure) = Measure::of(run) {
        return Kind::Unit(measure);
    }
    match run {
        "x" | "à" | "á" | "mal" | "at" => Kind::Times,
        "for" | "für" | "f0r" => Kind::For,
        "per" | "pro" | "je" => Kind::Per,
        currency if money::is_currency(currency) => Kind::Per,
        "qty" | "oty" | "aty" | "gty" | "stk" | "stck" | "stück" | "stuck" | "st" | "ea" | "each" | "ee" | "pc"
        | "unit" | "units" | "unt" | "nos" | "pkt" | "pcs" | "menge" | "anzahl" | "quantity" | "un" | "net" | "wt"
        | "kpl" | "szt" | "sztuk" | "pz" | "pza" | "ud" | "uds" | "unid" | "pce" | "pièce" | "vnt" | "gab" | "buc"
        | "kom" | "kus" | "stuks" | "adet" | "ad" | "db" => Kind::Piece,
        _ => Kind::Word { letters: run.chars().filter(|c| c.is_alphabetic()).count() },
    }
}

/// Walks along lexemes; specks between them do not count.
pub struct Walk<'a> {
    pub lexemes: &'a [Lexeme],
    pub at: usize,
}

impl Walk<'_> {
    pub fn peek(&self) -> Option<Kind> {
        self.lexemes.get(self.at).map(|lexeme| lexeme.kind)
    }

    fn skip_marks(&mut self) {
        while self.peek() == Some(Kind::Mark) {
            self.at += 1;
        }
    }

    pub fn take<T>(&mut self, accept: impl Fn(Kind) -> Option<T>) -> Option<T> {
        let start = self.at;
        self.skip_marks();
        let taken = self.peek().and_then(accept);
        self.at = if taken.is_some() { self.at + 1 } else { start };
        taken
    }

    pub fn take_kind(&mut self, kind: Kind) -> bool {
        self.take(|found| (found == kind).then_some(())).is_some()
    }

    /// A price: two decimals, or a currency.
    pub fn price(&mut self) -> Option<Cents> {
        self.take(|kind| match kind {
            Kind::Number { value, decimals, currency } if decimals == 2 || (currency && decimals == 0) => cents(value),
            _ => None,
        })
    }

    pub fn whole(&mut self) -> Option<f64> {
        self.take(|kind| match kind {
            Kind::Number { value, decimals: 0, currency: false } if (1.0..1_000.0).contains(&value) => Some(value),
            _ => None,
        })
    }

    /// One lexeme that is what a badly printed sign is read for: a single letter or digit.
    pub fn garbled_sign(&mut self) -> bool {
        self.take(|kind| {
            let is_small = matches!(kind, Kind::Number { value, decimals: 0, .. } if value < 10.0);
            (is_small || matches!(kind, Kind::Word { letters: 0 | 1 })).then_some(())
        })
        .is_some()
    }

    /// `/lb`, `ea`, `EUR/kg` behind a price.
    pub fn per_unit(&mut self) -> (bool, Option<Measure>) {
        let (mut said_per, mut measure) = (false, None);
        loop {
            if self.take_kind(Kind::Slash) || self.take_kind(Kind::Per) {
                said_per = true;
            } else if self.take_kind(Kind::Piece) {
            } else if let Some(unit) = self.take(|kind| if let Kind::Unit(unit) = kind { Some(unit) } else { None }) {
                measure = Some(unit);
            } else {
                return (said_per, measure);
            }
        }
    }
}

fn cents(value: f64) -> Option<Cents> {
    #[expect(clippy::cast_possible_truncation, reason = "bounded just before")]
    (value > 0.0 && value < if value.fract() == 0.0 { 1_000_000.0 } else { 10_000.0 })
        .then(|| (value * 100.0).round() as Cents)
}
