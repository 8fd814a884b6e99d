//! Which language a receipt is in. A language is a data file (`data/<code>.json`) and a line in [`FILES`]; nothing else
//! knows how many there are.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use domain::shelf_life::{self, words};
use serde::Deserialize;

static FILES: [(&str, &str); 21] = [
    ("en", include_str!("data/en.json")),
    ("de", include_str!("data/de.json")),
    ("fr", include_str!("data/fr.json")),
    ("es", include_str!("data/es.json")),
    ("it", include_str!("data/it.json")),
    ("nl", include_str!("data/nl.json")),
    ("sv", include_str!("data/sv.json")),
    ("da", include_str!("data/da.json")),
    ("no", include_str!("data/no.json")),
    ("fi", include_str!("data/fi.json")),
    ("pl", include_str!("data/pl.json")),
    ("pt", include_str!("data/pt.json")),
    ("cs", include_str!("data/cs.json")),
    ("sk", include_str!("data/sk.json")),
    ("hu", include_str!("data/hu.json")),
    ("ro", include_str!("data/ro.json")),
    ("hr", include_str!("data/hr.json")),
    ("lt", include_str!("data/lt.json")),
    ("lv", include_str!("data/lv.json")),
    ("et", include_str!("data/et.json")),
    ("tr", include_str!("data/tr.json")),
];

/// A language that receipts are read in. The default is English.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Language(u8);

impl Language {
    pub const ENGLISH: Self = Self(0);
    pub const GERMAN: Self = Self(1);

    /// Returns every language that there is data for.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..FILES.len()).filter_map(|index| u8::try_from(index).ok()).map(Self)
    }

    /// Returns the ISO 639-1 code.
    pub fn code(self) -> &'static str {
        FILES[usize::from(self.0)].0
    }

    /// Returns the language of an ISO 639-1 code, with or without a region ("de-AT").
    pub fn from_code(code: &str) -> Option<Self> {
        let primary = code.split(['-', '_']).next()?;
        Self::all().find(|language| language.code().eq_ignore_ascii_case(primary))
    }

    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    pub(super) fn words(self) -> &'static WordList<'static> {
        &WORD_LISTS[usize::from(self.0)]
    }
}

/// What a language brings beside the names of products: the small words of receipts.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct WordList<'a> {
    /// Words that stand on receipts of this language and of no other.
    #[serde(borrow)]
    pub marks: Vec<&'a str>,
    /// What things are called → a product of the vocabulary, by its English name.
    #[serde(borrow)]
    pub products: BTreeMap<&'a str, &'a str>,
    /// Abbreviation → what it stands for, in this language. Two words may be shortened together ("tom pst"), and one
    /// may stand for several things, the usual one first ("flour|florets"): then the words beside it decide.
    #[serde(borrow)]
    pub abbreviations: BTreeMap<&'a str, &'a str>,
    /// Words that describe a product without naming one → English. An empty translation means that the word is left out
    /// of the name.
    #[serde(borrow)]
    pub adjectives: BTreeMap<&'a str, &'a str>,
    /// Parts and shapes that follow the product's name → English.
    #[serde(borrow)]
    pub forms: BTreeMap<&'a str, &'a str>,
    /// Parts of compounds that are no product themselves → English.
    #[serde(borrow)]
    pub parts: BTreeMap<&'a str, &'a str>,
    /// Words that mean nothing for the name: grades, counters, advertising.
    #[serde(borrow)]
    pub drop: Vec<&'a str>,
    /// Prepositions → English: what follows does not decide what the line is about.
    #[serde(borrow)]
    pub links: BTreeMap<&'a str, &'a str>,
    /// Adjectives that change what a thing is ("frozen", "canned") → the effect of that name.
    #[serde(borrow)]
    pub effects: BTreeMap<&'a str, &'a str>,
    /// Endings of inflected words, longest first, and the letters that join compounds.
    #[serde(borrow)]
    pub endings: Vec<&'a str>,
    #[serde(borrow)]
    pub joints: Vec<&'a str>,
    /// Heads of compounds that mean another product there than alone ("Salat" in "Gurkensalat").
    #[serde(borrow)]
    pub heads: BTreeMap<&'a str, &'a str>,
    /// True if words are joined without a space.
    pub compounds: bool,
    /// True if what a thing is stands before what it is made of and tastes of: "yaourt fraise", and not "strawberry
    /// yogurt".
    pub head_first: bool,
    /// Letters that some tills of the country cannot print: a plus sign stands for them.
    #[serde(borrow)]
    pub lost: Vec<&'a str>,
}

static WORD_LISTS: LazyLock<Vec<WordList<'static>>> = LazyLock::new(|| {
    FILES
        .iter()
        .map(|(_, json)| {
            serde_json::from_str(json).expect("the built-in word lists are well-formed, a test reads them")
        })
        .collect()
});

static MARKS: LazyLock<HashMap<String, Vec<(Language, i32)>>> = LazyLock::new(|| {
    let mut marks: HashMap<String, Vec<(Language, i32)>> = HashMap::new();
    for language in Language::all() {
        let list = language.words();
        // A word of the receipt itself says more than a word that a product may be named with anywhere.
        let weighted = list.marks.iter().map(|mark| (*mark, 3)).chain(list.adjectives.keys().map(|word| (*word, 1)));
        for (word, weight) in weighted {
            marks.entry(words::key(word)).or_default().push((language, weight));
        }
    }
    for (word, language) in words_of_one_language() {
        marks.entry(word).or_insert_with(|| vec![(language, 1)]);
    }
    marks
});

/// Returns the words that only one language calls a thing by. A receipt may have nothing else to tell it by: a shop in
/// Brussels prints its totals in two languages.
fn words_of_one_language() -> HashMap<String, Language> {
    let english = shelf_life::products().iter().flat_map(|product| product.en.iter().copied().chain([product.name]));
    let german = shelf_life::products().iter().flat_map(|product| product.de.iter().copied());
    let own = |language: Language| language.words().products.keys().map(move |term| (*term, language));
    let terms = english.map(|term| (term, Language::ENGLISH)).chain(german.map(|term| (term, Language::GERMAN)));
    let mut called: HashMap<String, Option<Language>> = HashMap::new();
    for (term, language) in terms.chain(Language::all().flat_map(own)) {
        // "Zeitung=Newspaper" is a term and its English name.
        let term = term.split('=').next().unwrap_or_default();
        for word in words::words(term).filter(|word| word.chars().count() >= MIN_GOODS_WORD_LENGTH) {
            let entry = called.entry(word).or_insert(Some(language));
            *entry = entry.filter(|before| *before == language);
        }
    }
    called.into_iter().filter_map(|(word, language)| Some((word, language?))).collect()
}

/// Shorter words are too often cut off from longer ones of another language.
const MIN_GOODS_WORD_LENGTH: usize = 4;

/// Languages that are written with at least two of ä, ö and ü.
const UMLAUTS: [&str; 6] = ["de", "sv", "fi", "et", "hu", "tr"];

/// The limits of the lines that are looked at, and of each line, in bytes: hostile receipts have more.
const MAX_LINES: usize = 400;
const MAX_LINE_BYTES: usize = 200;

/// Returns the language that most of the lines are in; English if nothing tells.
pub fn detect_language<S: AsRef<str>>(lines: impl IntoIterator<Item = S>) -> Language {
    let mut scores = vec![0_i32; FILES.len()];
    let mut umlauts = 0;
    for line in lines.into_iter().take(MAX_LINES) {
        let line = line.as_ref();
        let line = &line[..line.floor_char_boundary(MAX_LINE_BYTES)];
        // The only letter of German alone: ä, ö and ü are Swedish, Finnish, Estonian, Hungarian and Turkish as well.
        if line.contains('ß') {
            scores[usize::from(Language::GERMAN.0)] += 2;
        }
        if line.contains(['ä', 'ö', 'ü', 'Ä', 'Ö', 'Ü']) {
            umlauts += 1;
        }
        for word in words::words(line) {
            for (language, weight) in MARKS.get(word.as_str()).into_iter().flatten() {
                scores[usize::from(language.0)] += weight;
            }
        }
    }
    // Umlauts speak for every language that has them: among those, its words decide.
    for code in UMLAUTS {
        let Some(language) = Language::from_code(code) else { continue };
        scores[usize::from(language.0)] += umlauts;
    }
    // The first of equals, so that English needs no evidence.
    let best = |best: Language, language: Language| {
        if scores[usize::from(language.0)] > scores[usize::from(best.0)] { language } else { best }
    };
    Language::all().fold(Language::ENGLISH, best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detects_the_language_by_the_words_of_a_receipt() {
        for (lines, language) in [
            (
                vec![
                    "REWE Markt GmbH",
                    "VOLLMILCH 3,8% 1,19 B",
                    "SUMME EUR 1,19",
                    "Geg. BAR EUR 5,00",
                    "Rückgeld EUR 3,81",
                ],
                Language::GERMAN,
            ),
            (
                vec!["WHOLE FOODS MARKET", "365 BABY CARROT 1.29 F", "SUBTOTAL 1.29", "TAX .00", "BALANCE DUE 1.29"],
                Language::ENGLISH,
            ),
            (vec!["Lidl", "Emmentaler Stueck 1,99 A", "zu zahlen 1,99", "MWST% MWST Netto Brutto"], Language::GERMAN),
            (
                vec!["Tesco", "SEMI SKIMMED MILK £1.15", "TOTAL £1.15", "CASH £2.00", "CHANGE DUE £0.85"],
                Language::ENGLISH,
            ),
            (
                vec![
                    "POIVRE NOIR 2,95",
                    "PAINS HAMBURGER 1,19",
                    "CUBES FROMAGE 2,79",
                    "CREVETTES 3,29",
                    "TOTA(A)L 10,22",
                ],
                Language::from_code("fr").unwrap(),
            ),
            (
                vec!["K-Market Töölö", "RUISLEIPÄ 2,19", "JÄÄTELÖ 3,49", "YHTEENSÄ 5,68", "KORTTI 5,68"],
                Language::from_code("fi").unwrap(),
            ),
            (
                vec!["ICA Nära", "KÖTTFÄRS 59,90", "GRÄDDE 24,90", "ATT BETALA 84,80", "MOMS 9,09"],
                Language::from_code("sv").unwrap(),
            ),
            (vec!["SALSA VERDE 2.95", "TORTILLA CHIPS 3.19", "BAGUETTE 2.79", "TOTAL 8.93"], Language::ENGLISH),
            (vec![], Language::ENGLISH),
            (vec!["12345", "???"], Language::ENGLISH),
        ] {
            assert_eq!(detect_language(&lines), language, "{lines:?}");
        }
    }

    #[test]
    fn finds_a_language_by_its_code() {
        assert_eq!(Language::from_code("de-AT"), Some(Language::GERMAN));
        assert_eq!(Language::from_code("EN"), Some(Language::ENGLISH));
        assert_eq!(Language::from_code("xx"), None);
    }
}
