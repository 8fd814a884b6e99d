//! Reads a line as a sequence of phrases that the lexicon knows: the reading that explains most of it, with the longest phrases.

use super::{
    language::Language,
    lexicon::{LEXICON, Node, ROOT, Sense, WordId},
    tokens::Token,
};

/// A stretch of the line with one meaning.
#[derive(Debug, Clone)]
pub(super) struct Segment {
    /// `None`: nobody knows what it means.
    pub sense: Option<Sense>,
    /// The words as printed, in lower case.
    pub printed: String,
    /// How far print and meaning are apart, per word; 0 is exact.
    pub doubt: f32,
}

/// A line that has been read.
#[derive(Debug, Clone, Default)]
pub(super) struct Reading {
    pub segments: Vec<Segment>,
    pub sizes: Vec<String>,
}

/// A word of the line with what it may stand for.
struct Word {
    printed: String,
    options: Vec<(WordId, f32)>,
    /// Whether a phrase may be interrupted by it: "chicken BONELESS breast".
    aside: bool,
}

/// From this cost on, a word's meaning is guessed from words that are like it.
pub(super) const GUESSED: f32 = 0.15;

/// At most so many asides inside a phrase.
const ASIDES: usize = 2;

pub(super) fn read(tokens: Vec<Token>, language: Language, store: Option<&str>) -> Reading {
    let mut reading = Reading::default();
    let mut words: Vec<Word> = Vec::with_capacity(tokens.len());
    // Some tills mark what was weighed in front of its name: `WT BROCCOLI`.
    let is_weight_mark = matches!(&tokens[..], [Token::Word { folded, .. }, _, ..] if folded == "wt");
    let mut tokens = tokens.into_iter().skip(usize::from(is_weight_mark)).peekable();
    while let Some(token) = tokens.next() {
        if let (Token::Word { folded, .. }, Some(Token::Word { folded: next, .. })) = (&token, tokens.peek())
            && let Some(meant) = both(folded, next, language)
        {
            tokens.next();
            words.extend(meant.iter().filter_map(|long| Some(word(long.clone(), vec![(LEXICON.word(long)?, 0.05)]))));
            continue;
        }
        match token {
            Token::Size(size) if size.is_empty() => {}
            Token::Size(size) => reading.sizes.push(size),
            Token::Number(number) => {
                // A number matters only as part of a name that has one ("7 up", "365").
                if let Some(id) = LEXICON.word(&number) {
                    words.push(Word { printed: number, options: vec![(id, 0.0)], aside: true });
                }
            }
            Token::Word { printed, folded } => push_word(&mut words, &printed, &folded, language),
        }
    }
    reading.segments = segment(&words, language, store);
    reading
}

/// What two words stand for that are shortened together: "gr" is ground, and grain behind "long".
fn both(first: &str, second: &str, language: Language) -> Option<&'static [String]> {
    let pair = format!("{first} {second}");
    LEXICON.abbreviation(language, &pair).first().map(Vec::as_slice)
}

fn push_word(words: &mut Vec<Word>, printed: &str, folded: &str, language: Language) {
    if folded == "&" {
        if let Some(id) = LEXICON.word("and") {
            words.push(Word { printed: "and".to_owned(), options: vec![(id, 0.0)], aside: true });
        }
        return;
    }
    let mut options: Vec<(WordId, f32)> = Vec::new();
    let exact = LEXICON.word(folded);
    options.extend(exact.map(|id| (id, 0.0)));
    for other in std::iter::once(language).chain(Language::all().filter(|other| *other != language)) {
        let cost = if other == language { 0.05 } else { 0.35 };
        match LEXICON.abbreviation(other, folded) {
            // An abbreviation of several words stands for all of them, one after the other.
            [several] if several.len() > 1 => {
                if exact.is_some() {
                    continue;
                }
                for long in several {
                    if let Some(id) = LEXICON.word(long) {
                        words.push(word(long.clone(), vec![(id, cost)]));
                    }
                }
                return;
            }
            // Which of several meanings it has, the words beside it tell: a rarer one needs a phrase that it belongs to.
            meanings => {
                for (meaning, rarer) in meanings.iter().zip([0.0, 0.12, 0.15, 0.18]) {
                    options.extend(meaning.first().and_then(|long| LEXICON.word(long)).map(|id| (id, cost + rarer)));
                }
            }
        }
    }
    // What reads the print takes letters for digits and digits for letters: "T0MATEN".
    if options.is_empty()
        && folded.bytes().any(|c| c.is_ascii_digit())
        && folded.bytes().any(|c| c.is_ascii_alphabetic())
    {
        for one in ["i", "l"] {
            let letters =
                folded.replace('0', "o").replace('1', one).replace('5', "s").replace('8', "b").replace('6', "g");
            if let Some(id) = LEXICON.word(&letters) {
                options.push((id, 0.1));
            } else if let [long] = LEXICON.abbreviation(language, &letters)
                && let [long] = long.as_slice()
            {
                options.extend(LEXICON.word(long).map(|id| (id, 0.15)));
            }
        }
    }
    if options.is_empty() {
        for ending in language.words().endings.iter().filter(|ending| !ending.is_empty()) {
            if let Some(id) =
                folded.strip_suffix(ending).filter(|stem| stem.len() >= 4).and_then(|stem| LEXICON.word(stem))
            {
                options.push((id, 0.1));
                break;
            }
        }
    }
    if options.is_empty() {
        for other in std::iter::once(language).chain(Language::all().filter(|other| *other != language)) {
            if let Some(parts) = LEXICON.split(other, folded) {
                for part in parts {
                    if let Some(id) = LEXICON.word(&part) {
                        words.push(word(part, vec![(id, 0.1)]));
                    }
                }
                return;
            }
        }
        options = LEXICON.similar(folded).into_iter().map(|(id, cost)| (id, 0.15 + 0.5 * cost)).collect();
    }
    words.push(word(printed.to_lowercase(), options));
}

fn word(printed: String, options: Vec<(WordId, f32)>) -> Word {
    let aside = options.first().is_some_and(|(id, cost)| {
        *cost < 0.3
            && LEXICON.step(ROOT, *id).is_some_and(|node| {
                LEXICON
                    .entries(node)
                    .iter()
                    .any(|entry| matches!(entry.sense, Sense::Adjective { .. } | Sense::Drop | Sense::Form { .. }))
            })
    });
    Word { printed, options, aside }
}

/// A phrase found in the line.
#[derive(Debug, Clone)]
struct Match {
    end: usize,
    score: f32,
    sense: Sense,
    doubt: f32,
    asides: [usize; ASIDES],
    aside_count: usize,
}

struct Search<'a> {
    words: &'a [Word],
    language: Language,
    store: Option<&'a str>,
    found: Vec<Match>,
}

impl Search<'_> {
    /// Follows every phrase that begins at a word.
    fn walk(&mut self, node: Node, at: usize, used: usize, cost: f32, asides: [usize; ASIDES], aside_count: usize) {
        let Some(word) = self.words.get(at) else { return };
        for (id, option_cost) in &word.options {
            if let Some(next) = LEXICON.step(node, *id) {
                let (used, cost) = (used + 1, cost + option_cost);
                for entry in LEXICON.entries(next) {
                    if used == 1 && !is_likely_brand(&entry.sense, &word.printed, *id, *option_cost) {
                        continue;
                    }
                    if let Some(worth) = self.worth(&entry.sense, used) {
                        let score = worth - cost - entry.cost + 0.7 * as_f32(aside_count);
                        self.found.push(Match {
                            end: at + 1,
                            score,
                            sense: entry.sense,
                            doubt: cost / as_f32(used),
                            asides,
                            aside_count,
                        });
                    }
                }
                self.walk(next, at + 1, used, cost, asides, aside_count);
            }
        }
        if used > 0 && word.aside && aside_count < ASIDES {
            let mut asides = asides;
            asides[aside_count] = at;
            self.walk(node, at + 1, used, cost + 0.1, asides, aside_count + 1);
        }
    }

    /// How much a phrase of so many words explains; longer phrases explain more than their words do apart.
    fn worth(&self, sense: &Sense, used: usize) -> Option<f32> {
        let long = 0.55 * as_f32(used - 1);
        let foreign = |language: Language| if language == self.language { 0.0 } else { 0.25 };
        let words = as_f32(used);
        Some(match sense {
            Sense::Product { rank: 0, language, .. } => 0.75 * words + long - foreign(*language),
            Sense::Product { language, .. } => words + long - foreign(*language),
            Sense::Brand { brand, short } => {
                let brand = &LEXICON.brands[*brand];
                match (brand.store, self.store) {
                    (Some(own), Some(store)) if !store.contains(own) => return None,
                    (Some(_), Some(_)) => words + long + 0.3,
                    (Some(_), None) if *short => 0.6,
                    _ if *short => 0.7,
                    _ => words + long + 0.02,
                }
            }
            Sense::Adjective { language, .. } => 0.9 * words + long - foreign(*language),
            Sense::Form { language, .. } => 0.85 * words + long - foreign(*language),
            Sense::Link { .. } => 0.8 * words,
            Sense::Drop => 0.78 * words + long,
        })
    }
}

/// Whether a single word that is only like a brand's name may be that brand. There are so many brands that nearly every short word is like one
/// of them: "Landl." is no laundry detergent. A misread or shortened name keeps its first letter and most of the others.
fn is_likely_brand(sense: &Sense, printed: &str, id: WordId, cost: f32) -> bool {
    let Sense::Brand { brand, .. } = sense else { return true };
    if cost < GUESSED {
        return true;
    }
    let furthest = match printed.chars().count() {
        0..=4 => return false,
        5 => 0.4,
        6 | 7 => 0.55,
        _ => 0.8,
    };
    let furthest = if LEXICON.brands[*brand].household { 0.35 } else { furthest };
    cost <= furthest && LEXICON.spelling(id).chars().next() == printed.chars().next()
}

/// Where a phrase begins, and what it is if it is known.
type Phrase = (usize, Option<Match>);

fn segment(words: &[Word], language: Language, store: Option<&str>) -> Vec<Segment> {
    let n = words.len();
    // The best reading of each beginning: its score and the last phrase of it.
    let mut best: Vec<(f32, Option<Phrase>)> = vec![(f32::NEG_INFINITY, None); n + 1];
    best[0].0 = 0.0;
    let mut search = Search { words, language, store, found: Vec::new() };
    for start in 0..n {
        let so_far = best[start].0;
        if so_far > best[start + 1].0 {
            best[start + 1] = (so_far, Some((start, None)));
        }
        search.found.clear();
        search.walk(ROOT, start, 0, 0.0, [0; ASIDES], 0);
        for found in &search.found {
            let score = so_far + found.score;
            if score > best[found.end].0 + 1e-4 {
                best[found.end] = (score, Some((start, Some(found.clone()))));
            }
        }
    }
    let mut segments = Vec::new();
    let mut end = n;
    while let Some((start, found)) = best[end].1.clone() {
        let printed = |range: std::ops::Range<usize>| {
            words[range].iter().map(|word| word.printed.as_str()).collect::<Vec<_>>().join(" ")
        };
        match found {
            Some(found) => {
                segments.push(Segment { sense: Some(found.sense), printed: printed(start..end), doubt: found.doubt });
                for &aside in found.asides[..found.aside_count].iter().rev() {
                    segments.extend(alone(&words[aside]));
                }
            }
            None => segments.push(Segment { sense: None, printed: printed(start..end), doubt: 1.0 }),
        }
        end = start;
    }
    segments.reverse();
    segments
}

/// What a word means that stood inside of a phrase of others.
fn alone(word: &Word) -> Option<Segment> {
    if word.printed == "and" {
        return None;
    }
    let (id, doubt) = *word.options.first()?;
    let node = LEXICON.step(ROOT, id)?;
    let entry = LEXICON
        .entries(node)
        .iter()
        .find(|entry| matches!(entry.sense, Sense::Adjective { .. } | Sense::Form { .. } | Sense::Drop))?;
    Some(Segment { sense: Some(entry.sense), printed: word.printed.clone(), doubt })
}

#[expect(clippy::cast_precision_loss, reason = "counts of words in a line are tiny")]
fn as_f32(count: usize) -> f32 {
    count as f32
}
