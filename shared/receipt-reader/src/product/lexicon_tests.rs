//! What the data of the lexicon has to keep to.

use super::*;

#[test]
fn brands_keep_the_rules() {
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
fn effects_lead_from_and_to_what_exists() {
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
fn words_of_other_languages_name_products_that_exist() {
    for language in Language::all() {
        for (word, name) in &language.words().products {
            assert!(LEXICON.product(name).is_some(), "{}: {word} is {name}", language.code());
        }
    }
}

#[test]
fn joined_words_come_apart() {
    for (language, word, parts) in [
        (Language::GERMAN, "vollkorntoast", "vollkorn toast"),
        (Language::GERMAN, "himbeerjoghurt", "himbeer joghurt"),
        (Language::GERMAN, "putenschnitzel", "puten schnitzel"),
        (Language::ENGLISH, "garlicbread", "garlic bread"),
    ] {
        assert_eq!(LEXICON.split(language, word).unwrap().join(" "), parts);
    }
    assert_eq!(LEXICON.split(Language::GERMAN, "qqqqqqqq"), None);
}
