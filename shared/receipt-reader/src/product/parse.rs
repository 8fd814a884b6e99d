//! Reads a line's words: what each of them may stand for, and how it is shown.

use super::{
    language::Language,
    lexicon::{LEXICON, ROOT, Sense},
    reading::{Meaning, Part, Reading, Role, Word},
    segment::segment,
    tokens::{Piece, Token},
};
use domain::shelf_life::words;

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

/// The words that an abbreviation of several stands for, one after the other.
fn push_long(words: &mut Vec<Word>, long: &[String], glue: &str, cost: f32) {
    for (nth, long) in long.iter().enumerate() {
        let glue = if nth == 0 { glue } else { " " };
        let known = LEXICON.word(long).map(|id| Meaning { long: Some(long.clone()), ..Meaning::plain(id, cost) });
        words.push(word(long.clone(), glue, known.into_iter().collect()));
    }
}

fn push_word(words: &mut Vec<Word>, printed: &str, folded: &str, glue: &str, language: Language) {
    if folded == "&" {
        if let Some(id) = LEXICON.word("and") {
            let options = vec![Meaning::plain(id, 0.0)];
            words.push(Word { printed: printed.to_owned(), glue: glue.to_owned(), options, is_interrupting: true });
        }
        return;
    }
    if printed.contains('+') {
        let with = |letter: &&str| printed.replace('+', letter);
        let is_known = |word: &String| {
            let folded = words::fold(word);
            LEXICON.word(&folded).is_some() || LEXICON.split(language, &folded).is_some()
        };
        if let Some(meant) = language.words().lost.iter().map(with).find(is_known) {
            return push_word(words, &meant, &words::fold(&meant), glue, language);
        }
    }
    let mut options: Vec<Meaning> = Vec::new();
    let exact = LEXICON.word(folded);
    options.extend(exact.map(|id| Meaning::plain(id, 0.0)));
    for other in std::iter::once(language).chain(Language::all().filter(|other| *other != language)) {
        let own = other == language;
        let cost = if own { 0.05 } else { 0.35 };
        match LEXICON.abbreviation(other, folded) {
            [several] if several.len() > 1 => {
                if exact.is_some() || !own {
                    continue;
                }
                push_long(words, several, glue, cost);
                return;
            }
            // Which of several meanings it has, the words beside it tell: a rarer one needs a phrase that it belongs
            // to.
            meanings => {
                for (meaning, rarer) in meanings.iter().zip([0.0, 0.12, 0.15, 0.18]) {
                    options.extend(meaning.first().and_then(|long| {
                        let long_shown = own.then(|| long.clone());
                        let vague = meanings.len() > 1;
                        Some(Meaning { id: LEXICON.word(long)?, cost: cost + rarer, long: long_shown, vague })
                    }));
                }
            }
        }
    }
    // What reads the print takes letters for digits: "T0MATEN".
    if options.is_empty() && folded.bytes().any(|c| c.is_ascii_digit()) {
        for one in ["i", "l"] {
            let letters =
                folded.replace('0', "o").replace('1', one).replace('5', "s").replace('8', "b").replace('6', "g");
            let id = LEXICON.word(&letters);
            options.extend(id.map(|id| Meaning { long: Some(letters), ..Meaning::plain(id, 0.1) }));
        }
    }
    if options.is_empty() {
        for ending in language.words().endings.iter().filter(|ending| !ending.is_empty()) {
            if let Some(id) =
                folded.strip_suffix(ending).filter(|stem| stem.len() >= 4).and_then(|stem| LEXICON.word(stem))
            {
                options.push(Meaning::plain(id, 0.1));
                break;
            }
        }
    }
    if options.is_empty() {
        let mut languages = std::iter::once(language).chain(Language::all().filter(|other| *other != language));
        if let Some(parts) = languages.find_map(|other| LEXICON.split(other, folded)) {
            return push_parts(words, printed, &parts, glue, 0.1);
        }
        options = LEXICON
            .similar(folded, language)
            .into_iter()
            .map(|(id, cost)| Meaning::plain(id, 0.15 + 0.5 * cost))
            .collect();
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

/// The parts of a joined word. It stays one on the screen: its last part carries all of it.
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
