//! What a line is called, in English and in German.

use super::language::Language;
use super::lexicon::{Naming, Sense};
use super::line::{Line, brand_of};
use super::parse::Segment;
use super::wording::{before, capitalised, clamp, compound_name, modifier, same_word, sentence, singular, upper_first};
use domain::shelf_life;

/// "Kite Hill unsweetened almond yogurt": brand, what describes it, what it is made of, what it is, its shape, with what, how much.
pub(super) fn english(line: &Line) -> String {
    let mut name = Name::default();
    let segments = &line.reading.segments;
    let brand = line.brand();
    for (index, segment) in segments.iter().enumerate() {
        if let Some(shown) = brand_of(segment) {
            // Two letters that may be a brand are no name unless the shop is known for them.
            let doubtful = matches!(segment.sense, Some(Sense::Brand { short: true, .. })) && Some(index) != line.brand;
            if !shown.name.is_empty() && !doubtful {
                name.brand(shown.name);
            }
            name.first.extend(shown.adjective);
        }
    }
    let default = line.default().and(brand).and_then(|brand| brand.default);
    let percent = line.language == Language::ENGLISH;
    let (before, after): (Vec<&String>, Vec<&String>) =
        line.reading.sizes.iter().partition(|size| percent && size.ends_with('%'));
    name.middle.extend(before.into_iter().cloned());
    for (index, segment) in segments.iter().enumerate() {
        let behind = index > line.decisive;
        let text = match &segment.sense {
            _ if index == line.decisive => {
                if let Some(Sense::Link { english, .. }) = segment.sense {
                    name.behind.push(english.to_owned());
                }
                continue;
            }
            Some(Sense::Brand { .. } | Sense::Drop | Sense::Link { .. }) => continue,
            Some(Sense::Product { .. }) if Some(index) == line.head && !behind => {
                let own = product_name(segment);
                if let Some(default) = default {
                    // What the line says beside its brand is a flavour then, unless it is the product itline.
                    default.clone_into(&mut name.head);
                    singular(own.strip_suffix(" extract").unwrap_or(&own))
                } else {
                    name.head = own;
                    continue;
                }
            }
            Some(Sense::Product { rank: 0, .. }) if default.is_none() && line.head.is_some_and(|head| index > head) => {
                // "Carrots bag": a weak word behind the head is its shape.
                name.shape.push(product_name(segment));
                continue;
            }
            Some(Sense::Product { term, language, .. }) => {
                modifier(term, *language).unwrap_or_else(|| singular(&product_name(segment)))
            }
            Some(Sense::Adjective { english, .. }) => {
                if *english == "organic" {
                    name.first.push(english);
                    continue;
                }
                (*english).to_owned()
            }
            Some(Sense::Form { english, .. }) if line.head.is_some_and(|head| index < head) && !behind => {
                singular(english)
            }
            Some(Sense::Form { english, .. }) => {
                if behind {
                    name.behind.push((*english).to_owned());
                } else {
                    name.shape.push((*english).to_owned());
                }
                continue;
            }
            None => match unknown(line, segment) {
                Some(text) => text,
                None => continue,
            },
        };
        if behind { name.behind.push(text) } else { name.middle.push(text) }
    }
    if name.head.is_empty()
        && let Some(default) = default
    {
        default.clone_into(&mut name.head);
    }
    name.sizes = after.into_iter().cloned().collect();
    name.render()
}

/// A word that nobody knows: kept where it may be a name, left out where it is a scrap, or where a German line is clear without it.
fn unknown(line: &Line, segment: &Segment) -> Option<String> {
    let letters = segment.printed.chars().filter(|c| c.is_alphabetic()).count();
    let clear = line
        .head
        .is_some_and(|head| matches!(line.reading.segments[head].sense, Some(Sense::Product { rank: 1.., .. })));
    if letters < 3 || (clear && (letters < 4 || line.language != Language::ENGLISH)) {
        return None;
    }
    Some(capitalised(&segment.printed))
}

/// The English name of what a product segment says.
fn product_name(segment: &Segment) -> String {
    let Some(Sense::Product { product, term, name, language, .. }) = segment.sense else { return String::new() };
    let canonical = shelf_life::products()[product].name;
    match name {
        Naming::Own(name) => sentence(name),
        Naming::Product => sentence(canonical),
        Naming::Term if language == Language::ENGLISH => sentence(term),
        // "Erdbeerjoghurt" is listed as a yogurt, but its parts say which.
        Naming::Term => compound_name(term, product).unwrap_or_else(|| sentence(canonical)),
    }
}

/// The name as a German-speaking person would write it. A German line keeps its own words, written out; an English one is named
/// after its head.
pub(super) fn german(line: &Line) -> String {
    let segments = &line.reading.segments;
    let mut words: Vec<String> = Vec::new();
    if line.language == Language::GERMAN {
        for segment in segments {
            match &segment.sense {
                Some(Sense::Brand { .. }) => {
                    words.extend(brand_of(segment).map(|brand| brand.name.to_owned()).filter(|name| !name.is_empty()));
                }
                Some(Sense::Product { term, .. }) => words.push((*term).to_owned()),
                Some(Sense::Adjective { word, english, .. }) if *english == "organic" => {
                    words.push(capitalised(word));
                }
                Some(Sense::Adjective { .. }) => words.push(segment.printed.clone()),
                Some(Sense::Form { word, .. }) => words.push(capitalised(word)),
                Some(Sense::Link { word, .. }) => words.push((*word).to_owned()),
                Some(Sense::Drop) => {}
                None => words.extend(Some(capitalised(&segment.printed)).filter(|word| word.chars().count() > 2)),
            }
        }
    } else {
        words.extend(line.brand().map(|brand| brand.name.to_owned()).filter(|name| !name.is_empty()));
        let organic =
            segments.iter().any(|segment| matches!(segment.sense, Some(Sense::Adjective { english: "organic", .. })));
        let head = line.default().or_else(|| match segments[line.head?].sense {
            Some(Sense::Product { product, .. }) => Some(product),
            _ => None,
        });
        let Some(head) = head else { return String::new() };
        let german = |product: usize| {
            shelf_life::products()[product].de.first().map(|term| term.split('=').next().unwrap_or(term))
        };
        let Some(name) = german(head) else { return String::new() };
        words.push(if organic { format!("Bio-{name}") } else { name.to_owned() });
        let also: Vec<&str> = (0..line.decisive)
            .filter(|index| Some(*index) != line.head)
            .filter_map(|index| match segments[index].sense {
                Some(Sense::Product { product, rank: 1.., .. }) if product != head => german(product),
                _ => None,
            })
            .collect();
        if !also.is_empty() {
            words.push(format!("({})", also.join(", ")));
        }
    }
    words.extend(line.reading.sizes.iter().map(|size| size.replace('.', ",")));
    clamp(&upper_first(&words.join(" ")))
}

/// The parts of an English name, in the order in which they are said.
#[derive(Default)]
struct Name {
    brands: Vec<String>,
    first: Vec<&'static str>,
    middle: Vec<String>,
    head: String,
    shape: Vec<String>,
    behind: Vec<String>,
    sizes: Vec<String>,
}

impl Name {
    fn brand(&mut self, brand: &str) {
        if !self.brands.iter().any(|known| known == brand) {
            self.brands.push(brand.to_owned());
        }
    }

    fn render(self) -> String {
        let mut words: Vec<String> = Vec::new();
        // Nothing is said twice: "whole" before "whole milk", "apple" before "apple juice", a brand that names its product.
        let head = self.head.to_lowercase();
        let says = |text: &str, word: &str| text.split(' ').any(|known| same_word(known, word));
        for brand in &self.brands {
            words.push(brand.clone());
        }
        let mut parts: Vec<String> = Vec::new();
        for part in self.first.iter().map(|word| (*word).to_owned()).chain(self.middle) {
            let lower = part.to_lowercase();
            let said = lower
                .split(' ')
                .all(|word| says(&head, word) || parts.iter().any(|known| says(&known.to_lowercase(), word)));
            if !said {
                parts.extend(before(&part, &head));
            }
        }
        words.extend(parts);
        let brands = self.brands.join(" ").to_lowercase();
        let head_words: Vec<&str> = self.head.split(' ').filter(|word| !says(&brands, word)).collect();
        if !head_words.is_empty() {
            words.push(head_words.join(" "));
        }
        for shape in self.shape {
            if !shape.is_empty() && !shape.split(' ').all(|word| says(&head, &word.to_lowercase())) {
                words.push(shape);
            }
        }
        // A preposition without anything behind it is cut off.
        if self.behind.len() > 1 {
            words.extend(self.behind);
        }
        words.extend(self.sizes);
        let text = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        clamp(&upper_first(&text))
    }
}
