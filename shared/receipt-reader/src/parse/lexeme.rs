//! Splits tokens into lexemes: `@$1.49/lb` is a sign, a price, a slash and a unit. So spaces that a till or the
//! recogniser omits or adds make no difference.

use super::measure::Measure;
use crate::text::money::{self, Cents};

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LexemeKind {
    Number {
        value: f64,
        decimals: usize,
        has_currency: bool,
    },
    Unit(Measure),
    /// `@`, `x`, `×`, `*`
    Times,
    Slash,
    Percent,
    /// `per`, `pro`, `je`, a currency behind a price
    Per,
    For,
    /// `qty`, `Stk`, `ea`
    Piece,
    /// A bracket, a dot or a speck.
    Mark,
    Word {
        letters: usize,
    },
}

#[derive(Debug, Clone, Copy)]
pub struct Lexeme {
    pub kind: LexemeKind,
    pub token: usize,
}

/// Returns true if a word only tells how products are counted or weighed: `QTY`, `WT`, `x`, `Stk`.
pub fn is_counting_word(word: &str) -> bool {
    split_lexemes(word, 0)
        .iter()
        .all(|lexeme| !matches!(lexeme.kind, LexemeKind::Word { .. } | LexemeKind::Number { .. }))
}

/// Returns true if a word ends in a sign between a count and a price.
pub fn is_sign(word: &str) -> bool {
    matches!(split_lexemes(word, 0).last(), Some(Lexeme { kind: LexemeKind::Times, .. }))
}

/// Splits a word into lexemes; `token` is its index in the row.
pub fn split_lexemes(word: &str, token: usize) -> Vec<Lexeme> {
    lexeme_kinds(word).into_iter().map(|kind| Lexeme { kind, token }).collect()
}

fn lexeme_kinds(word: &str) -> Vec<LexemeKind> {
    // A pound read as `1b` has to be recognised before its 1 becomes a number.
    let bare: String = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    if matches!(bare.as_str(), "1b" | "1bs" | "|b") {
        let before = word.starts_with('/').then_some(LexemeKind::Slash);
        let behind = word.ends_with('/').then_some(LexemeKind::Slash);
        return before.into_iter().chain([LexemeKind::Unit(Measure::Pound)]).chain(behind).collect();
    }
    // Czech pieces; in capitals it is a brand.
    if word == "ks" {
        return vec![LexemeKind::Piece];
    }
    // `25tk` are two pieces: an S beside digits is misread as 5.
    let glyphs: Vec<char> = word.replace("5tk", "Stk").chars().collect();
    let mut kinds = Vec::new();
    let (mut at, mut has_currency) = (0, false);
    while let Some(&glyph) = glyphs.get(at) {
        let is_before_digit = glyphs.get(at + 1).is_some_and(char::is_ascii_digit);
        if glyph.is_ascii_digit() || (matches!(glyph, '.' | ',') && is_before_digit) {
            let (kind, end) = parse_number(&glyphs, at, std::mem::take(&mut has_currency));
            kinds.push(kind);
            at = end;
        } else if glyph.is_alphabetic() {
            let end = (at..glyphs.len()).find(|&index| !glyphs[index].is_alphanumeric()).unwrap_or(glyphs.len());
            let run: String = glyphs[at..end].iter().collect::<String>().to_lowercase();
            let (words, length) = split_run(&run, glyphs.get(end).copied());
            has_currency |= words.is_empty();
            kinds.extend(words);
            at = end.min(at + length);
        } else {
            match glyph {
                '€' | '£' if matches!(kinds.last(), Some(LexemeKind::Number { .. })) => kinds.push(LexemeKind::Per),
                '$' | '€' | '£' => has_currency = true,
                '@' | '×' | '*' | '©' | '®' => kinds.push(LexemeKind::Times),
                '/' => kinds.push(LexemeKind::Slash),
                '%' => kinds.push(LexemeKind::Percent),
                _ => kinds.push(LexemeKind::Mark),
            }
            at += 1;
        }
    }
    kinds
}

/// Returns the lexemes at the beginning of a run of letters and digits in lower case, and their length in characters.
/// The currency of an amount is no lexeme. `behind` is the character after the run.
fn split_run(run: &str, behind: Option<char>) -> (Vec<LexemeKind>, usize) {
    let letters = run.trim_end_matches(|c: char| c.is_ascii_digit());
    let length = letters.chars().count();
    // `RM1.49`, and `R22.99`: rands.
    let is_rand = letters == "r" && matches!(behind, Some('.' | ','));
    if letters.len() < run.len() && (is_rand || money::is_currency(letters)) {
        return (Vec::new(), length);
    }
    // `x2` and `x1,49`: a sign attached to its number.
    if run.strip_prefix('x').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
        return (vec![LexemeKind::Times], 1);
    }
    // `Stkx`, `KGx29,90`: a sign attached to its word.
    match letters.strip_suffix('x').map(word_kind) {
        Some(counted @ (LexemeKind::Piece | LexemeKind::Unit(_))) => (vec![counted, LexemeKind::Times], length),
        _ => (vec![word_kind(run)], run.chars().count()),
    }
}

/// Parses a number that begins at a position; letters that look like digits count within it. Returns its end, too.
fn parse_number(glyphs: &[char], start: usize, has_currency: bool) -> (LexemeKind, usize) {
    let mut text = String::new();
    let mut point = None;
    let mut at = start;
    while let Some(&glyph) = glyphs.get(at) {
        let next = glyphs.get(at + 1);
        match glyph {
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
    // Longer numbers are codes, not quantities or prices; they get a value that no pattern accepts.
    let max_length = if decimals == 2 { 10 } else { 8 };
    let value = if text.len() <= max_length { text.parse().unwrap_or(f64::INFINITY) } else { f64::INFINITY };
    (LexemeKind::Number { value, decimals, has_currency }, at)
}

fn word_kind(run: &str) -> LexemeKind {
    if let Some(measure) = Measure::from_word(run) {
        return LexemeKind::Unit(measure);
    }
    match run {
        "x" | "à" | "á" | "mal" | "at" => LexemeKind::Times,
        "for" | "für" | "f0r" => LexemeKind::For,
        "per" | "pro" | "je" => LexemeKind::Per,
        currency if money::is_currency(currency) => LexemeKind::Per,
        "qty" | "oty" | "aty" | "gty" | "stk" | "stck" | "stück" | "stuck" | "st" | "ea" | "each" | "ee" | "pc"
        | "unit" | "units" | "unt" | "nos" | "pkt" | "pcs" | "menge" | "anzahl" | "quantity" | "un" | "net" | "wt"
        | "kpl" | "szt" | "sztuk" | "pz" | "pza" | "ud" | "uds" | "unid" | "pce" | "pièce" | "vnt" | "gab" | "buc"
        | "kom" | "kus" | "stuks" | "adet" | "ad" | "db" => LexemeKind::Piece,
        _ => LexemeKind::Word { letters: run.chars().filter(|c| c.is_alphabetic()).count() },
    }
}

/// Matches lexemes one after the other, and skips marks between them.
#[derive(Clone)]
pub struct LexemeCursor<'a> {
    pub lexemes: &'a [Lexeme],
    pub at: usize,
}

impl LexemeCursor<'_> {
    pub fn peek(&self) -> Option<LexemeKind> {
        self.lexemes.get(self.at).map(|lexeme| lexeme.kind)
    }

    fn skip_marks(&mut self) {
        while self.peek() == Some(LexemeKind::Mark) {
            self.at += 1;
        }
    }

    pub fn take<T>(&mut self, accept: impl Fn(LexemeKind) -> Option<T>) -> Option<T> {
        let start = self.at;
        self.skip_marks();
        let taken = self.peek().and_then(accept);
        self.at = if taken.is_some() { self.at + 1 } else { start };
        taken
    }

    pub fn take_kind(&mut self, kind: LexemeKind) -> bool {
        self.take(|found| (found == kind).then_some(())).is_some()
    }

    /// Takes a price: a number with two decimals or a currency.
    pub fn take_price(&mut self) -> Option<Cents> {
        self.take(|kind| match kind {
            LexemeKind::Number { value, decimals, has_currency }
                if decimals == 2 || (has_currency && decimals == 0) =>
            {
                to_cents(value)
            }
            _ => None,
        })
    }

    /// Takes a whole number from 1 to `max`.
    pub fn take_whole(&mut self, max: f64) -> Option<f64> {
        self.take(|kind| match kind {
            LexemeKind::Number { value, decimals: 0, has_currency: false } if (1.0..=max).contains(&value) => {
                Some(value)
            }
            _ => None,
        })
    }

    pub fn take_unit(&mut self) -> Option<Measure> {
        self.take(|kind| if let LexemeKind::Unit(unit) = kind { Some(unit) } else { None })
    }

    /// Takes the sign between a count and a price, also if it was read as several. Returns true if there is one.
    pub fn take_sign(&mut self) -> bool {
        let has_sign = self.take_kind(LexemeKind::Times);
        while self.take_kind(LexemeKind::Times) {}
        has_sign
    }

    /// Takes a letter or digit as which a badly printed sign may have been read.
    pub fn take_garbled_sign(&mut self) -> bool {
        self.take(|kind| {
            let is_small = matches!(kind, LexemeKind::Number { value, decimals: 0, .. } if value < 10.0);
            (is_small || matches!(kind, LexemeKind::Word { letters: 0 | 1 })).then_some(())
        })
        .is_some()
    }

    /// Takes `/lb`, `ea`, `EUR/kg` behind a price. Returns whether there was a sign or word for "per", and the unit.
    pub fn take_per_unit(&mut self) -> (bool, Option<Measure>) {
        let (mut has_per, mut measure) = (false, None);
        loop {
            if self.take_kind(LexemeKind::Slash) || self.take_kind(LexemeKind::Per) {
                has_per = true;
            } else if let Some(unit) = self.take_unit() {
                measure = Some(unit);
            } else if !self.take_kind(LexemeKind::Piece) {
                return (has_per, measure);
            }
        }
    }
}

/// Returns a unit price in cents, unless it is so large that it is a misread code.
fn to_cents(price: f64) -> Option<Cents> {
    let limit = if price.fract() == 0.0 { money::MAX_GROUPED_AMOUNT } else { money::MAX_AMOUNT };
    #[expect(clippy::cast_possible_truncation, reason = "casts to integers saturate")]
    let cents = (price * 100.0).round() as Cents;
    (1..limit).contains(&cents).then_some(cents)
}
