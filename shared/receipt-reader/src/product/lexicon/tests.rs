//! What the data of the lexicon has to keep to.

use super::*;
use crate::text::vocabulary::{self, Topic};

#[test]
fn gives_brands_known_products_and_effects() {
    assert!(LEXICON.brands.len() >= 300, "{} brands", LEXICON.brands.len());
    for brand in &LEXICON.brands {
        if let Some(default) = brand.default {
            assert!(LEXICON.product(default).is_some(), "{}: {default} is no product", brand.name);
        }
        if let Some(effect) = brand.effect {
            assert!(LEXICON.effects.contains_key(effect), "{}: {effect} is no effect", brand.name);
        }
    }
}

#[test]
fn maps_effects_to_known_kinds() {
    for (effect, table) in &LEXICON.effects {
        for (from, to) in table {
            let category = domain::category::Category::ALL.iter().any(|category| category.as_str() == *from);
            assert!(category || LEXICON.kinds.contains_key(from), "{effect}: {from}");
            assert!(LEXICON.kinds.contains_key(to), "{effect}: {to}");
        }
    }
    for language in Language::all() {
        for (word, effect) in &language.words().effects {
            assert!(LEXICON.effects.contains_key(effect), "{word}: {effect}");
            assert!(language.words().adjectives.contains_key(word), "{word} has an effect but is no adjective");
        }
        for head in language.words().heads.values() {
            assert!(LEXICON.product(head).is_some(), "{head} is no product");
        }
    }
}

#[test]
fn maps_words_of_each_language_to_known_products() {
    for language in Language::all() {
        for (word, name) in &language.words().products {
            assert!(LEXICON.product(name).is_some(), "{}: {word} is {name}", language.code());
        }
    }
}

#[test]
fn splits_joined_words() {
    for (language, word, parts) in [
        (Language::GERMAN, "vollkorntoast", "vollkorn toast"),
        (Language::GERMAN, "himbeerjoghurt", "himbeer joghurt"),
        (Language::GERMAN, "putenschnitzel", "puten schnitzel"),
        (Language::ENGLISH, "garlicbread", "garlic bread"),
    ] {
        assert_eq!(LEXICON.split(language, word).unwrap().join(" "), parts);
    }
    assert_eq!(LEXICON.split(Language::GERMAN, "qqqqqqqq"), None);
    assert_eq!(LEXICON.parts_within(Language::ENGLISH, "qqscottishsalmonq"), ["scottish", "salmon"]);
}

/// Words for goods that a till prints by themselves for something else: a total, a payment, a price of before, what is
/// given back.
const ALSO_OF_TILLS: &[&str] = &[
    "5,0 original",
    "alt",
    "bag credit",
    "bag refund",
    "bar",
    "card",
    "checkout bag",
    "cif",
    "karte",
    "kasse",
    "kortti onnittelu",
    "member renewal",
    "nakit",
    "postcard",
    "ro tel",
    "scratch off",
    "tara",
    "ticket",
    "valor",
    "zurueck z ursprung",
];

/// Products of the vocabulary that are a deposit, a payment, a tax or a discount.
const NO_GOODS: [&str; 3] = ["Bottle deposit", "Gift card", "Tax"];

#[test]
fn takes_no_word_for_goods_as_a_sum_a_payment_or_a_discount() {
    let is_named = |word: &str| matches!(vocabulary::classify_priced_label(word), Topic::Product | Topic::Heading);
    // A deposit, a tax and a coupon are known as what they are.
    let is_household_product = |product: usize| !NO_GOODS.contains(&shelf_life::products()[product].name);
    let own = shelf_life::products().iter().filter(|product| !NO_GOODS.contains(&product.name)).flat_map(|product| {
        let terms = product.en.iter().chain(&product.de).filter_map(|term| term.split('=').next());
        std::iter::once(product.name).chain(terms)
    });
    let others = Language::all().flat_map(|language| &language.words().products);
    let others =
        others.filter(|(_, name)| LEXICON.product(name).is_some_and(is_household_product)).map(|(word, _)| *word);
    let brands = LEXICON.brands.iter().map(|brand| brand.name);
    let taken: Vec<&str> = own
        .chain(others)
        .chain(brands)
        .filter(|word| !is_named(word))
        .filter(|word| !ALSO_OF_TILLS.contains(&word.to_lowercase().as_str()))
        .collect();
    assert!(taken.is_empty(), "{taken:?}");
}
