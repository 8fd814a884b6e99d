//! Cuts a line's words into phrases that the lexicon knows: the reading that explains most of it, with the longest
//! phrases.

use super::language::Language;
use super::lexicon::{LEXICON, Node, ROOT, Sense, WordId};
use super::reading::{GUESSED, Meaning, Part, Role, Segment, Word};
use domain::category::Category;
use domain::shelf_life::{self, words};

/// The maximum number of interruptions inside a phrase.
const MAX_INTERRUPTIONS: usize = 2;
/// A shorter word of another language than the receipt's is more often an abbreviation, or a word that both languages
/// have.
const MIN_FOREIGN_LENGTH: usize = 6;

/// A phrase found in the line.
#[derive(Debug, Clone)]
struct Match {
    end: usize,
    score: f32,
    sense: Sense,
    doubt: f32,
    interruptions: [usize; MAX_INTERRUPTIONS],
    interruption_count: usize,
    /// Which word, and which of its meanings.
    path: Vec<(usize, usize)>,
}

struct Search<'a> {
    words: &'a [Word],
    language: Language,
    store: Option<&'a str>,
    found: Vec<Match>,
    path: Vec<(usize, usize)>,
}

impl Search<'_> {
    /// Follows every phrase that begins at a word.
    fn walk(
        &mut self,
        node: Node,
        at: usize,
        used: usize,
        cost: f32,
        interruptions: [usize; MAX_INTERRUPTIONS],
        interruption_count: usize,
    ) {
        let Some(word) = self.words.get(at) else { return };
        for (nth, Meaning { id, cost: option_cost, .. }) in word.options.iter().enumerate() {
            if let Some(next) = LEXICON.step(node, *id) {
                let (used, cost) = (used + 1, cost + option_cost);
                self.path.push((at, nth));
                for entry in LEXICON.entries(next) {
                    if used == 1 && !is_likely_brand(&entry.sense, &word.printed, *id, *option_cost) {
                        continue;
                    }
                    if used == 1 && self.is_false_friend(&entry.sense, &word.printed)
                        || self.is_foreign_brand(&entry.sense, *id)
                        || used == 1 && self.is_own_word(&entry.sense, next)
                    {
                        continue;
                    }
                    if let Some(worth) = self.worth(&entry.sense, used) {
                        let score = worth - cost - entry.cost + 0.7 * as_f32(interruption_count);
                        self.found.push(Match {
                            end: at + 1,
                            score,
                            sense: entry.sense,
                            doubt: cost / as_f32(used),
                            interruptions,
                            interruption_count,
                            path: self.path.clone(),
                        });
                    }
                }
                self.walk(next, at + 1, used, cost, interruptions, interruption_count);
                self.path.pop();
            }
        }
        if used > 0 && word.is_interrupting && interruption_count < MAX_INTERRUPTIONS {
            let mut interruptions = interruptions;
            interruptions[interruption_count] = at;
            self.walk(node, at + 1, used, cost + 0.1, interruptions, interruption_count + 1);
        }
    }

    /// Returns true if a single short word is one of a language that is not the receipt's: "more" are no blackberries,
    /// as in Italy. English words stand on receipts everywhere.
    fn is_false_friend(&self, sense: &Sense, printed: &str) -> bool {
        let (Sense::Product { language, .. } | Sense::Adjective { language, .. } | Sense::Form { language }) = sense
        else {
            return false;
        };
        *language != self.language && *language != Language::ENGLISH && printed.chars().count() < MIN_FOREIGN_LENGTH
    }

    /// Returns true if a brand is not to be expected on a receipt of this language. The short spellings that are listed
    /// are those of English and German tills.
    fn is_foreign_brand(&self, sense: &Sense, id: WordId) -> bool {
        let Sense::Brand { brand, alias, .. } = sense else { return false };
        let has_own = matches!(self.language, Language::ENGLISH | Language::GERMAN);
        let brand = &LEXICON.brands[*brand];
        match (brand.language, brand.store) {
            (Some(code), _) => Language::from_code(code) != Some(self.language),
            (None, Some(_)) => false,
            (None, None) => *alias && !has_own && LEXICON.spelling(id).len() <= 4,
        }
    }

    /// Returns true if what looks like a brand's name is a word of the receipt's language for another kind of thing:
    /// "appel" is an apple in Dutch, and a maker of tinned fish in German. The lists of products in English and German
    /// have such brands in them already.
    fn is_own_word(&self, sense: &Sense, node: Node) -> bool {
        let Sense::Brand { brand, .. } = sense else { return false };
        let brand = &LEXICON.brands[*brand];
        if matches!(self.language, Language::ENGLISH | Language::GERMAN)
            || brand.store.is_some()
            || brand.language.is_some()
        {
            return false;
        }
        let category =
            |product: usize| LEXICON.kinds.get(shelf_life::products()[product].kind).map(|kind| kind.category);
        let made = brand.default.and_then(|default| LEXICON.product(default)).and_then(category);
        let made = if brand.household { Some(Category::Household) } else { made };
        made.is_some()
            && LEXICON.entries(node).iter().any(|entry| match entry.sense {
                Sense::Product { product, language, .. } => language == self.language && category(product) != made,
                _ => false,
            })
    }

    /// Returns how much a phrase of so many words explains; longer phrases explain more than their words do apart.
    fn worth(&self, sense: &Sense, used: usize) -> Option<f32> {
        let long = 0.55 * as_f32(used - 1);
        let foreign = |language: Language| if language == self.language { 0.0 } else { 0.25 };
        let words = as_f32(used);
        Some(match sense {
            Sense::Product { rank: 0, language, .. } => 0.75 * words + long - foreign(*language),
            Sense::Product { language, .. } => words + long - foreign(*language),
            Sense::Brand { brand, short, .. } => {
                let brand = &LEXICON.brands[*brand];
                match (brand.store, self.store) {
                    (Some(_), Some(store)) if !brand.is_of(store) => return None,
                    (Some(_), Some(_)) => words + long + 0.3,
                    (Some(_), None) if *short => 0.6,
                    _ if *short => 0.7,
                    _ => words + long + 0.02,
                }
            }
            Sense::Adjective { language, .. } => 0.9 * words + long - foreign(*language),
            Sense::Form { language, .. } => 0.85 * words + long - foreign(*language),
            Sense::Link => 0.8 * words,
            Sense::Drop => 0.78 * words + long,
        })
    }
}

/// Returns true if a single word that is only like a brand's name may be that brand. There are so many brands that
/// nearly every short word is like one of them: "Landl." is no laundry detergent. A misread or shortened name keeps its
/// first letter and most of the others.
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

/// Returns the phrases of the best reading of a line, and its words as they are shown.
pub(super) fn segment(words: &[Word], language: Language, store: Option<&str>) -> (Vec<Segment>, Vec<Part>) {
    let n = words.len();
    // The best reading of each beginning: its score and the last phrase of it.
    let mut best: Vec<(f32, Option<Phrase>)> = vec![(f32::NEG_INFINITY, None); n + 1];
    best[0].0 = 0.0;
    let mut search = Search { words, language, store, found: Vec::new(), path: Vec::new() };
    for start in 0..n {
        let so_far = best[start].0;
        if so_far > best[start + 1].0 {
            best[start + 1] = (so_far, Some((start, None)));
        }
        search.found.clear();
        search.walk(ROOT, start, 0, 0.0, [0; MAX_INTERRUPTIONS], 0);
        for found in &search.found {
            let score = so_far + found.score;
            if score > best[found.end].0 + 1e-4 {
                best[found.end] = (score, Some((start, Some(found.clone()))));
            }
        }
    }
    let mut segments = Vec::new();
    let mut shown: Vec<Part> = words.iter().map(as_printed).collect();
    let mut end = n;
    while let Some((start, found)) = best[end].1.clone() {
        match found {
            Some(found) => {
                show(&mut shown, words, &found, language, store);
                segments.push(Segment { sense: Some(found.sense), doubt: found.doubt });
                for &interruption in found.interruptions[..found.interruption_count].iter().rev() {
                    let meant = words[interruption].options.first().filter(|meaning| !meaning.vague);
                    if let Some(long) = meant.and_then(|meaning| meaning.long.clone()) {
                        shown[interruption].text = long;
                        shown[interruption].expanded = true;
                    }
                    shown[interruption].role = Role::Describing;
                    segments.extend(segment_alone(&words[interruption]));
                }
            }
            None => segments.push(Segment { sense: None, doubt: 1.0 }),
        }
        end = start;
    }
    segments.reverse();
    (segments, shown)
}

fn as_printed(word: &Word) -> Part {
    Part { glue: word.glue.clone(), text: word.printed.clone(), role: Role::Unknown, expanded: false }
}

/// Sets how the words of a phrase are shown: written out only where there is evidence for it.
fn show(shown: &mut [Part], words: &[Word], found: &Match, language: Language, store: Option<&str>) {
    let role = match found.sense {
        Sense::Product { .. } | Sense::Form { .. } => Role::Noun,
        Sense::Adjective { .. } => Role::Describing,
        Sense::Link => Role::Linking,
        Sense::Drop => Role::Unknown,
        Sense::Brand { brand, short, .. } => {
            let own = store.is_some_and(|store| LEXICON.brands[brand].is_of(store));
            let certain = found.doubt < GUESSED && (own || (!short && LEXICON.brands[brand].store.is_none()));
            if certain && is_written_so(LEXICON.brands[brand].name, words, found) {
                Role::Brand(brand)
            } else {
                Role::Unknown
            }
        }
    };
    // A till that prints accents means what it prints.
    let is_plain = words.iter().all(|word| word.printed.is_ascii());
    for (at, nth) in &found.path {
        let (word, part) = (&words[*at], &mut shown[*at]);
        let meaning = &word.options[*nth];
        part.role = role;
        // Two letters alone may mean anything.
        let is_scrap = word.printed.len() <= 2 && role != Role::Describing || meaning.vague;
        if is_scrap && found.path.len() < 2 {
            continue;
        }
        let long = meaning
            .long
            .as_deref()
            .map(|long| LEXICON.spelled(language, long).unwrap_or(long).to_owned())
            .or_else(|| written_out(&word.printed, meaning, &found.sense));
        if let Some(long) = long {
            part.expanded = true;
            part.text = long;
        } else if meaning.cost < GUESSED {
            // Tills print "AE" for "Ä", and "E" for "É".
            let folded = words::fold(&word.printed);
            if let Some(spelled) = LEXICON.spelled(language, &folded).filter(|_| is_plain) {
                spelled.clone_into(&mut part.text);
            }
        }
    }
}

/// Returns true if a brand's name says what was printed: it begins alike, and has no fewer words.
fn is_written_so(name: &str, words: &[Word], found: &Match) -> bool {
    let first = |text: &str| text.chars().next().map(|c| c.to_lowercase().to_string());
    let printed = found.path.first().map_or("", |(at, _)| words[*at].printed.as_str());
    !name.is_empty() && first(name) == first(printed) && name.split(' ').count() >= found.path.len()
}

/// Returns a word of which only vowels are missing ("BUTTR"), as the phrase that it belongs to has it.
fn written_out(printed: &str, meaning: &Meaning, sense: &Sense) -> Option<String> {
    let Sense::Product { term, .. } = sense else { return None };
    if meaning.cost < GUESSED || printed.len() < 4 {
        return None;
    }
    let consonants = |text: &str| text.chars().filter(|c| !"aeiouäöü".contains(*c)).collect::<String>();
    let long = term.split(' ').find(|word| words::stem(&words::fold(word)) == LEXICON.spelling(meaning.id))?;
    let long = long.to_lowercase();
    // An ending that is not printed is another form of the word.
    (long.trim_end_matches(['a', 'e', 'i', 'o', 'u']).len() > printed.len()
        && long.starts_with(printed.chars().next()?)
        && consonants(&long) == consonants(printed))
    .then_some(long)
}

/// Returns what a word means that interrupted a phrase.
fn segment_alone(word: &Word) -> Option<Segment> {
    if matches!(word.printed.as_str(), "&" | "+") {
        return None;
    }
    let Meaning { id, cost: doubt, .. } = word.options.first()?;
    let node = LEXICON.step(ROOT, *id)?;
    let entry = LEXICON
        .entries(node)
        .iter()
        .find(|entry| matches!(entry.sense, Sense::Adjective { .. } | Sense::Form { .. } | Sense::Drop))?;
    Some(Segment { sense: Some(entry.sense), doubt: *doubt })
}

#[expect(clippy::cast_precision_loss, reason = "counts of words in a line are tiny")]
fn as_f32(count: usize) -> f32 {
    count as f32
}
