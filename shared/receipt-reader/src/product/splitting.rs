//! Words that are not in the vocabulary as they are printed: misread or shortened ones, and several joined into one.

use super::fuzzy;
use super::language::Language;
use super::lexicon::{Lexicon, WordId};
use domain::shelf_life::words;

/// Longer words are no names of products, and would take long to take apart.
const MAX_WORD_BYTES: usize = 40;

impl Lexicon {
    /// Returns the words that the print may stand for on a receipt of a language, nearest first.
    pub fn similar(&self, folded: &str, language: Language) -> Vec<(WordId, f32)> {
        let printed = folded.as_bytes();
        if printed.len() < 3 || printed.len() > 24 || !folded.is_ascii() {
            return Vec::new();
        }
        let (limit, letters) = (fuzzy::limit(printed.len()), fuzzy::letters(printed));
        let mut found: Vec<(WordId, f32)> = Vec::new();
        let first = printed[0];
        let alike: &[u8] = match first {
            b'0' | b'o' => b"oqd",
            b'1' | b'i' | b'l' => b"ilt",
            b'5' | b's' => b"s",
            b'8' | b'b' => b"b",
            b'6' | b'g' => b"g",
            b'2' | b'z' => b"z",
            b'u' | b'v' => b"uv",
            b'q' => b"oq",
            b'c' => b"ce",
            b'f' => b"ft",
            _ => &[],
        };
        for initial in std::iter::once(first).chain(alike.iter().copied().filter(|letter| *letter != first)) {
            for &(id, own) in self.by_initial.get(&initial).into_iter().flatten() {
                if fuzzy::least_distance(letters, own) > limit || !self.is_spoken(id, language) {
                    continue;
                }
                let word = self.spellings[id as usize].as_bytes();
                if word.len() + 2 < printed.len() || word.len() > printed.len() * 2 + 3 {
                    continue;
                }
                if let Some(cost) = fuzzy::distance(printed, word, limit) {
                    // A word that many products are named with is likelier than a rare one.
                    let rare = if self.uses[id as usize] < 3 { 0.1 } else { 0.0 };
                    found.push((id, cost + rare));
                }
            }
        }
        found.sort_by(|a, b| a.1.total_cmp(&b.1));
        found.truncate(8);
        found
    }

    /// Cuts a joined word into parts that are all known ("vollkorntoast", "ezekielbread"), in as few parts as possible.
    pub fn split(&self, language: Language, folded: &str) -> Option<Vec<String>> {
        if !folded.is_ascii() || folded.len() < 6 || folded.len() > MAX_WORD_BYTES {
            return None;
        }
        let parts = &self.parts[language.index()];
        let list = language.words();
        let n = folded.len();
        // Cheapest way to read each beginning: (cost, where its last part begins, how long a joint stands before that).
        let mut best: Vec<Option<(f32, usize, usize)>> = vec![None; n + 1];
        best[0] = Some((0.0, 0, 0));
        let shortest = if list.compounds { 3 } else { 4 };
        for start in 0..n {
            let Some((so_far, ..)) = best[start] else { continue };
            let joints =
                std::iter::once("").chain(if start > 0 { list.joints.as_slice() } else { &[] }.iter().copied());
            for joint in joints {
                let Some(rest) = folded[start..].strip_prefix(joint) else { continue };
                let from = n - rest.len();
                for to in from + shortest..=n {
                    // A part as long as the word is no split.
                    if to - from == n || !parts.contains_key(&folded[from..to]) {
                        continue;
                    }
                    let short = if to - from == 3 { 0.6 } else { 0.0 };
                    let cost = so_far + 1.0 + short + if joint.is_empty() { 0.0 } else { 0.2 };
                    if best[to].is_none_or(|(known, ..)| cost < known) {
                        best[to] = Some((cost, from, joint.len()));
                    }
                }
            }
        }
        let mut out = Vec::new();
        let mut end = n;
        while end > 0 {
            let (_, from, joint) = best[end]?;
            out.push(parts[&folded[from..end]].clone());
            end = from - joint;
        }
        out.reverse();
        if let Some(last) = out.last_mut()
            && let Some(head) = list.heads.get(last.as_str())
        {
            *last = words::fold(head);
        }
        (2..=4).contains(&out.len()).then_some(out)
    }

    /// Returns the known parts of a word that is joined with unknown ones ("blueberryusa"): the longest, and those
    /// beside it.
    pub fn parts_within<'a>(&'a self, language: Language, folded: &str) -> Vec<&'a str> {
        const MIN_BYTES: usize = 5;
        if folded.len() > MAX_WORD_BYTES {
            return Vec::new();
        }
        let lists = [language, Language::ENGLISH].map(|language| &self.parts[language.index()]);
        let known = |text: &str| lists.iter().find_map(|parts| parts.get(text)).map(String::as_str);
        let ranges = (0..folded.len()).flat_map(|from| (from + MIN_BYTES..=folded.len()).map(move |to| from..to));
        let found = ranges.filter_map(|range| Some((known(folded.get(range.clone())?)?, range)));
        let Some((part, range)) = found.max_by_key(|(_, range)| range.len()) else { return Vec::new() };
        let (before, behind) = (&folded[..range.start], &folded[range.end..]);
        [self.parts_within(language, before), vec![part], self.parts_within(language, behind)].concat()
    }
}
