//! The vocabulary in the form in which lines are matched against it: a trie over words, whose nodes say what the phrase
//! up to there means. Built once, from the product vocabulary in `shared` and from the word lists and brands in
//! `data/`.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use domain::shelf_life::{self, Kind, words};
use serde::Deserialize;

use super::language::Language;

static BRANDS: &str = include_str!("data/brands.json");
static EFFECTS: &str = include_str!("data/effects.json");

/// A maker's or a shop's own brand.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Brand<'a> {
    /// As a person writes it; empty where the name should not show it.
    pub name: &'a str,
    /// Further spellings, as receipts shorten them.
    #[serde(borrow, default)]
    pub aliases: Vec<&'a str>,
    /// What a line with nothing but the brand is about.
    pub default: Option<&'a str>,
    /// What the brand makes of a product ("spice", "frozen"), by the name of an effect.
    pub effect: Option<&'a str>,
    /// The shops whose own brand it is, in lower case with "|" between them: elsewhere the letters mean something else.
    pub store: Option<&'a str>,
    /// The language of the receipts that have it, where its name means something else in others.
    pub language: Option<&'a str>,
    /// True if it makes so many things that a name does not say what is usual.
    #[serde(default)]
    pub quiet: bool,
    /// True if everything of this brand is no food.
    #[serde(default)]
    pub household: bool,
}

/// What a phrase means.
#[derive(Debug, Clone, Copy)]
pub(super) enum Sense {
    Product {
        product: usize,
        rank: u8,
        term: &'static str,
        language: Language,
    },
    /// `alias`: a spelling that receipts shorten the name to.
    Brand {
        brand: usize,
        short: bool,
        alias: bool,
    },
    Adjective {
        effect: Option<&'static str>,
        language: Language,
    },
    Form {
        language: Language,
    },
    Link,
    Drop,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub sense: Sense,
    /// What matching it costs beside the words: phrases in turned order are a little less likely.
    pub cost: f32,
}

pub(super) type WordId = u32;
pub(super) type Node = u32;
pub(super) const ROOT: Node = 0;
/// The bit of names, which no language has for itself.
const NAMES: u32 = 1 << 31;

pub(super) struct Lexicon {
    ids: HashMap<String, WordId>,
    pub(super) spellings: Vec<String>,
    pub(super) uses: Vec<u16>,
    /// In which languages a word is one: a bit each, and [`NAMES`] where it is part of a brand or of any language.
    spoken: Vec<u32>,
    pub(super) by_initial: HashMap<u8, Vec<(WordId, u64)>>,
    edges: HashMap<(Node, WordId), Node>,
    entries: Vec<Vec<Entry>>,
    /// For each language, folded parts of compounds → the folded word they stand for.
    pub(super) parts: Vec<HashMap<String, String>>,
    abbreviations: Vec<HashMap<String, Vec<Vec<String>>>>,
    pub brands: Vec<Brand<'static>>,
    pub kinds: HashMap<&'static str, &'static Kind<'static>>,
    effects: HashMap<&'static str, HashMap<&'static str, &'static str>>,
    by_name: HashMap<String, usize>,
    /// For each language, folded words → how they are written ("haehnchen" is "hähnchen"); nothing where several fold
    /// alike ("pâte", "pâté").
    spelled: Vec<HashMap<String, Option<String>>>,
}

/// The one lexicon. Building it takes some milliseconds, once.
pub(super) static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::build);

impl Brand<'_> {
    /// Returns true if it is the own brand of this shop.
    pub fn is_of(&self, store: &str) -> bool {
        self.store.is_some_and(|own| own.split('|').any(|own| store.contains(own)))
    }
}

impl Lexicon {
    fn build() -> Self {
        let mut lexicon = Self {
            ids: HashMap::with_capacity(12_000),
            spellings: Vec::with_capacity(12_000),
            uses: Vec::with_capacity(12_000),
            spoken: Vec::with_capacity(12_000),
            by_initial: HashMap::new(),
            edges: HashMap::with_capacity(32_000),
            entries: vec![Vec::new()],
            parts: Language::all().map(|_| HashMap::new()).collect(),
            abbreviations: Language::all().map(|_| HashMap::new()).collect(),
            brands: serde_json::from_str(BRANDS).expect("the built-in brands are well-formed, a test reads them"),
            kinds: shelf_life::kinds().iter().map(|kind| (kind.id, kind)).collect(),
            effects: serde_json::from_str(EFFECTS).expect("the built-in effects are well-formed, a test reads them"),
            by_name: HashMap::with_capacity(12_000),
            spelled: Language::all().map(|_| HashMap::new()).collect(),
        };
        lexicon.add_products();
        lexicon.add_brands();
        for language in Language::all() {
            lexicon.add_words(language);
        }
        lexicon.index_spellings();
        lexicon
    }

    fn add_products(&mut self) {
        let mut seen = HashSet::new();
        for named in [true, false] {
            for (index, product) in shelf_life::products().iter().enumerate() {
                let rank = product.rank.unwrap_or(self.kinds[product.kind].rank);
                if named {
                    if product.rank.is_none() {
                        self.add_term(&mut seen, index, rank, product.name, Language::ENGLISH);
                    }
                    continue;
                }
                for term in &product.en {
                    self.add_term(&mut seen, index, rank, term, Language::ENGLISH);
                }
                for term in &product.de {
                    self.add_term(&mut seen, index, rank, term, Language::GERMAN);
                }
            }
        }
    }

    fn add_term(
        &mut self,
        seen: &mut HashSet<(String, Language)>,
        product: usize,
        rank: u8,
        term: &'static str,
        language: Language,
    ) {
        let term = term.split('=').next().unwrap_or(term);
        self.add_spelling(language, term);
        let key = words::key(term);
        if !seen.insert((key.clone(), language)) {
            return;
        }
        self.by_name.entry(key.clone()).or_insert(product);
        let sense = Sense::Product { product, rank, term, language };
        self.add_phrase(&key, sense, 0.0);
        let parts: Vec<&str> = key.split(' ').collect();
        // Receipts turn English phrases around: "pepper bell red", "onions green".
        if language == Language::ENGLISH {
            match parts[..] {
                [a, b] => self.add_phrase(&format!("{b} {a}"), sense, 0.2),
                [a, b, c] => {
                    self.add_phrase(&format!("{c} {b} {a}"), sense, 0.25);
                    self.add_phrase(&format!("{c} {a} {b}"), sense, 0.25);
                }
                _ => {}
            }
        }
        if let [_] = parts[..] {
            self.add_part(language, term);
        }
    }

    fn add_spelling(&mut self, language: Language, text: &str) {
        for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            let word = word.to_lowercase();
            let known = self.spelled[language.index()].entry(words::fold(&word)).or_insert_with(|| Some(word.clone()));
            if known.as_ref().is_some_and(|known| *known != word) {
                *known = None;
            }
        }
    }

    fn add_part(&mut self, language: Language, word: &str) {
        if word.contains(' ') {
            return;
        }
        let folded = words::fold(word);
        let parts = &mut self.parts[language.index()];
        if language.words().compounds && folded.len() > 4 {
            for ending in ["e", "en", "n"] {
                if let Some(short) = folded.strip_suffix(ending)
                    && short.len() >= 3
                {
                    parts.entry(short.to_owned()).or_insert_with(|| folded.clone());
                }
            }
        }
        if folded.len() >= 3 {
            parts.insert(folded.clone(), folded);
        }
    }

    fn add_brands(&mut self) {
        for index in 0..self.brands.len() {
            let brand = &self.brands[index];
            let names: Vec<&'static str> = std::iter::once(brand.name).chain(brand.aliases.iter().copied()).collect();
            for (nth, name) in names.into_iter().enumerate() {
                let key = words::key(name);
                if !key.contains(' ') && key.len() >= 4 {
                    self.parts[Language::ENGLISH.index()].entry(key.clone()).or_insert_with(|| key.clone());
                }
                if !key.is_empty() {
                    let sense = Sense::Brand { brand: index, short: key.len() <= 2, alias: nth > 0 };
                    self.add_phrase(&key, sense, 0.0);
                }
            }
        }
    }

    fn add_words(&mut self, language: Language) {
        let list = language.words();
        let described = list.adjectives.keys().chain(list.parts.keys()).chain(list.forms.keys());
        for word in list.products.keys().chain(described) {
            self.add_spelling(language, word);
        }
        for (word, name) in &list.products {
            let Some(product) = self.product(name) else { continue };
            let listed = &shelf_life::products()[product];
            let rank = listed.rank.unwrap_or(self.kinds[listed.kind].rank);
            self.add_phrase(&words::key(word), Sense::Product { product, rank, term: word, language }, 0.0);
            self.add_part(language, word);
        }
        for word in list.adjectives.keys() {
            let sense = Sense::Adjective { effect: list.effects.get(word).copied(), language };
            self.add_inflected(word, sense, &list.endings);
            self.add_part(language, word);
        }
        for word in list.parts.keys() {
            let sense = Sense::Adjective { effect: None, language };
            self.add_phrase(&words::key(word), sense, 0.05);
            self.add_part(language, word);
        }
        for word in list.forms.keys() {
            self.add_phrase(&words::key(word), Sense::Form { language }, 0.0);
            self.add_part(language, word);
        }
        for word in &list.drop {
            self.add_phrase(&words::key(word), Sense::Drop, 0.0);
        }
        for word in list.links.keys() {
            self.add_phrase(&words::key(word), Sense::Link, 0.0);
        }
        let folded = |text: &str| -> Vec<String> {
            text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(words::fold).collect()
        };
        for (short, long) in &list.abbreviations {
            self.add_spelling(language, long);
            let meanings: Vec<Vec<String>> = long.split('|').map(folded).collect();
            // A word that nothing else tells about is still the one that the abbreviation stands for.
            for word in meanings.iter().flatten().filter(|word| self.word(word).is_none()).collect::<Vec<_>>() {
                self.add_phrase(&words::stem(word), Sense::Adjective { effect: None, language }, 0.1);
            }
            self.abbreviations[language.index()].insert(folded(short).join(" "), meanings);
        }
    }

    fn add_inflected(&mut self, word: &'static str, sense: Sense, endings: &[&str]) {
        let key = words::key(word);
        if !key.contains(' ') {
            for ending in endings {
                self.add_phrase(&words::stem(&format!("{}{ending}", words::fold(word))), sense, 0.0);
            }
        }
        self.add_phrase(&key, sense, 0.0);
    }

    fn add_phrase(&mut self, key: &str, sense: Sense, cost: f32) {
        let spoken = match sense {
            Sense::Product { language, .. } | Sense::Adjective { language, .. } | Sense::Form { language } => {
                1 << language.index()
            }
            Sense::Brand { .. } | Sense::Link | Sense::Drop => NAMES,
        };
        let mut node = ROOT;
        for word in key.split(' ') {
            let id = self.intern(word);
            self.spoken[id as usize] |= spoken;
            let next = u32::try_from(self.entries.len()).expect("the vocabulary is far smaller than 2^32");
            node = *self.edges.entry((node, id)).or_insert(next);
            if node == next {
                self.entries.push(Vec::new());
            }
        }
        self.entries[node as usize].push(Entry { sense, cost });
    }

    fn intern(&mut self, word: &str) -> WordId {
        let next = u32::try_from(self.spellings.len()).expect("the vocabulary is far smaller than 2^32");
        let id = *self.ids.entry(word.to_owned()).or_insert(next);
        if id == next {
            self.spellings.push(word.to_owned());
            self.uses.push(0);
            self.spoken.push(0);
        }
        let uses = &mut self.uses[id as usize];
        *uses = uses.saturating_add(1);
        id
    }

    /// Indexes the words by their first letter, each with all its letters: fuzzy matching looks only at words that
    /// begin alike.
    fn index_spellings(&mut self) {
        for (id, word) in (0_u32..).zip(&self.spellings) {
            if let Some(first) = word.bytes().next()
                && word.is_ascii()
                && word.len() >= 4
                && first.is_ascii_alphabetic()
            {
                self.by_initial.entry(first).or_default().push((id, super::fuzzy::letters(word.as_bytes())));
            }
        }
    }

    pub fn word(&self, folded: &str) -> Option<WordId> {
        self.ids.get(words::stem(folded).as_str()).copied()
    }

    /// Returns a folded word as it is written in a language, where that is with other letters and no other word folds
    /// alike.
    pub fn spelled(&self, language: Language, folded: &str) -> Option<&str> {
        self.spelled[language.index()].get(folded)?.as_deref().filter(|spelled| *spelled != folded)
    }

    /// Returns the word of an id, folded.
    pub fn spelling(&self, word: WordId) -> &str {
        &self.spellings[word as usize]
    }

    /// Returns true if a misread word of a receipt may be this one. English and German are what most of the vocabulary
    /// is in; a word of another language that looks alike says something only on a receipt of that language.
    pub fn is_spoken(&self, word: WordId, language: Language) -> bool {
        let bit = |language: Language| 1_u32 << language.index();
        let own = match language {
            Language::ENGLISH | Language::GERMAN => bit(Language::ENGLISH) | bit(Language::GERMAN) | NAMES,
            language => bit(language),
        };
        self.spoken[word as usize] & own != 0
    }

    pub fn step(&self, node: Node, word: WordId) -> Option<Node> {
        self.edges.get(&(node, word)).copied()
    }

    pub fn entries(&self, node: Node) -> &[Entry] {
        &self.entries[node as usize]
    }

    /// Returns what an abbreviation, of one word or of two with a space between, may stand for, the usual meaning
    /// first: each the words that it shortens.
    pub fn abbreviation(&self, language: Language, folded: &str) -> &[Vec<String>] {
        self.abbreviations[language.index()].get(folded).map_or(&[], Vec::as_slice)
    }

    /// Returns what an effect makes of a kind: by the kind's own id first, then by its category.
    pub fn effect(&self, effect: &str, kind: &'static Kind<'static>) -> &'static Kind<'static> {
        let Some(table) = self.effects.get(effect) else { return kind };
        table
            .get(kind.id)
            .or_else(|| table.get(kind.category.as_str()))
            .and_then(|id| self.kinds.get(id))
            .copied()
            .unwrap_or(kind)
    }

    /// Returns the product of exactly this name or term.
    pub fn product(&self, name: &str) -> Option<usize> {
        self.by_name.get(&words::key(name)).copied()
    }
}

#[cfg(test)]
mod tests;
