//! Reads a line's words: what each of them may stand for, and how it is shown.

use super::{
    language::Language,
    lexicon::{LEXICON, ROOT, Sense},
    reading::{Meaning, Part, Reading, Role, Word},
    segment::segment,
    tokens::{Piece, Token},
};
use domain::shelf_life::words;

/// Reads the tokens of a line, each with what it may stand for, and finds the phrases that they make.
pub(super) fn read(pieces: Vec<Piece>, language: Language, store: Option<&str>) -> Reading {
    let mut words: Vec<Word> = Vec::with_capacity(pieces.len());
    // Sizes and numbers: before which word they stand.
    let mut others: Vec<(usize, Part)> = Vec::new();
    let mut pieces = pieces.into_iter().peekable();
    while let Some(Piece { glue, token }) = pieces.next() {
        let next = match pieces.peek() {
            Some(Piece { token: Token::Word { folded, .. }, .. }) => Some(folded.as_str()),
            _ => None,
        };
        // Two words may be shortened together: "gr" is ground, and grain behind "long".
        if let (Token::Word { folded, .. }, Some(next)) = (&token, next)
            && let [meant, ..] = LEXICON.abbreviation(language, &format!("{folded} {next}"))
        {
            pieces.next();
            push_long(&mut words, meant, &glue, 0.05);
            continue;
        }
        let other = |text: String| Part { glue: glue.clone(), text, role: Role::Size, expanded: false };
        match token {
            Token::Size(size) if size.is_empty() => {}
            Token::Size(size) => others.push((words.len(), other(size))),
            Token::Number(number) => match LEXICON.word(&number) {
                // A number can be part of a name ("7 up", "365").
                Some(id) => {
                    words.push(Word {
                        printed: number,
                        glue,
                        options: vec![Meaning::plain(id, 0.0)],
                        is_interrupting: true,
                    });
                }
                None => others.push((words.len(), other(number))),
            },
            Token::Word { printed, folded } => push_word(&mut words, &printed, &folded, &glue, language),
        }
    }
    let (segments, mut shown) = segment(&words, language, store);
    for (before, part) in others.into_iter().rev() {
        shown.insert(before, part);
    }
    Reading { segments, parts: shown }
}

/// Adds the words that an abbreviation of several stands for, one after the other.
fn push_long(words: &mut Vec<Word>, long: &[String], glue: &str, cost: f32) {
    for (nth, long) in long.iter().enumerate() {
        let glue = if nth == 0 { glue } else { " " };
        let known = LEXICON.word(long).map(|id| Meaning { long: Some(long.clone()), ..Meaning::plain(id, cost) });
        words.push(word(long.clone(), glue, known.into_iter().collect()));
    }
}

/// Adds a word with all that it may stand for, from the surest source that knows it: the vocabulary, abbreviations,
/// misread digits, inflections, joined words, similar words, known parts.
fn push_word(words: &mut Vec<Word>, printed: &str, folded: &str, glue: &str, language: Language) {
    if folded == "&" {
        if let Some(id) = LEXICON.word("and") {
            let options = vec![Meaning::plain(id, 0.0)];
            words.push(Word { printed: printed.to_owned(), glue: glue.to_owned(), options, is_interrupting: true });
        }
        return;
    }
    if let Some(meant) = with_lost_letter(printed, language) {
        return push_word(words, &meant, &words::fold(&meant), glue, language);
    }
    let exact = LEXICON.word(folded);
    if let ([several], None) = (LEXICON.abbreviation(language, folded), exact)
        && several.len() > 1
    {
        return push_long(words, several, glue, 0.05);
    }
    let mut options: Vec<Meaning> = exact.map(|id| Meaning::plain(id, 0.0)).into_iter().collect();
    options.extend(abbreviated(folded, language));
    if options.is_empty() {
        options = misread_digits(folded);
    }
    if options.is_empty() {
        options.extend(inflected(folded, language));
    }
    if options.is_empty() {
        let parts = own_language_first(language).find_map(|other| LEXICON.split(other, folded));
        if let Some(parts) = parts {
            return push_parts(words, printed, &parts, glue, 0.1);
        }
        let similar = LEXICON.similar(folded, language).into_iter();
        options = similar.map(|(id, cost)| Meaning::plain(id, 0.15 + 0.5 * cost)).collect();
    }
    if options.is_empty() {
        let parts = LEXICON.parts_within(language, folded);
        // The last part of a compound says what it is.
        if parts.last().is_some_and(|last| !language.words().compounds || folded.ends_with(last)) {
            return push_parts(words, printed, &parts, glue, 0.2);
        }
    }
    words.push(word(printed.to_lowercase(), glue, options));
}

fn own_language_first(language: Language) -> impl Iterator<Item = Language> {
    std::iter::once(language).chain(Language::all().filter(move |other| *other != language))
}

/// Returns the known word that has a letter where the till printed a plus sign.
fn with_lost_letter(printed: &str, language: Language) -> Option<String> {
    let is_known = |word: &String| {
        let folded = words::fold(word);
        LEXICON.word(&folded).is_some() || LEXICON.split(language, &folded).is_some()
    };
    let mut letters = language.words().lost.iter().filter(|_| printed.contains('+'));
    letters.find_map(|letter| Some(printed.replace('+', letter)).filter(is_known))
}

/// Returns the words that an abbreviation may stand for, in the receipt's language and in others. Which of several
/// meanings it has, the words beside it tell: a rarer one needs a phrase that it belongs to.
fn abbreviated(folded: &str, language: Language) -> Vec<Meaning> {
    let mut options = Vec::new();
    for other in own_language_first(language) {
        let is_own = other == language;
        let cost = if is_own { 0.05 } else { 0.35 };
        let meanings = LEXICON.abbreviation(other, folded);
        if matches!(meanings, [several] if several.len() > 1) {
            continue;
        }
        for (meaning, rarer) in meanings.iter().zip([0.0, 0.12, 0.15, 0.18]) {
            options.extend(meaning.first().and_then(|long| {
                let shown = is_own.then(|| long.clone());
                let vague = meanings.len() > 1;
                Some(Meaning { id: LEXICON.word(long)?, cost: cost + rarer, long: shown, vague })
            }));
        }
    }
    options
}

/// Returns the words whose letters were read as digits: `T0MATEN`.
fn misread_digits(folded: &str) -> Vec<Meaning> {
    if !folded.bytes().any(|c| c.is_ascii_digit()) {
        return Vec::new();
    }
    let letters =
        |one: &str| folded.replace('0', "o").replace('1', one).replace('5', "s").replace('8', "b").replace('6', "g");
    let known = ["i", "l"].into_iter().filter_map(|one| {
        let letters = letters(one);
        Some(Meaning { id: LEXICON.word(&letters)?, long: Some(letters), cost: 0.1, vague: false })
    });
    known.collect()
}

/// Returns the word of which this is another form, by the endings of the language.
fn inflected(folded: &str, language: Language) -> Option<Meaning> {
    let endings = language.words().endings.iter().filter(|ending| !ending.is_empty());
    let mut stems = endings.filter_map(|ending| folded.strip_suffix(ending)).filter(|stem| stem.len() >= 4);
    stems.find_map(|stem| LEXICON.word(stem)).map(|id| Meaning::plain(id, 0.1))
}

/// Adds the parts of a joined word. It stays one on the screen: its last part carries all of it.
fn push_parts(words: &mut Vec<Word>, printed: &str, parts: &[impl AsRef<str>], glue: &str, cost: f32) {
    for (nth, part) in parts.iter().enumerate() {
        let meaning = LEXICON.word(part.as_ref()).map(|id| Meaning::plain(id, cost));
        let printed = if nth + 1 == parts.len() { printed.to_lowercase() } else { String::new() };
        words.push(word(printed, if nth == 0 { glue } else { "" }, meaning.into_iter().collect()));
    }
}

fn word(printed: String, glue: &str, options: Vec<Meaning>) -> Word {
    let is_interrupting = options.first().is_some_and(|meaning| {
        meaning.cost < 0.3
            && LEXICON.step(ROOT, meaning.id).is_some_and(|node| {
                LEXICON
                    .entries(node)
                    .iter()
                    .any(|entry| matches!(entry.sense, Sense::Adjective { .. } | Sense::Drop | Sense::Form { .. }))
            })
    });
    Word { printed, glue: glue.to_owned(), options, is_interrupting }
}
