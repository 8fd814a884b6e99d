//! Normalises names for comparison: by words, without case, accents, umlaut spellings or plural endings. Receipts and
//! users write "Möhren", "MOEHREN" and "Mohren", "tomato" and "tomatoes" for the same product.

/// Returns the words of a text, each folded by [`fold`] and [`stem`].
pub fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’' && c != '%')
        .map(|word| stem(&fold(word)))
        .filter(|word| !word.is_empty())
}

/// Returns the words of a text joined by single spaces. Equal keys mean the same name.
pub fn key(text: &str) -> String {
    let mut key = String::with_capacity(text.len());
    for word in words(text) {
        if !key.is_empty() {
            key.push(' ');
        }
        key.push_str(&word);
    }
    key
}

/// Converts the Latin letters of a word to lower-case ASCII, because tills print "SLUNECNICE" for "slunečnice". "ä" and
/// "ae" both become "a", because receipts use all three spellings.
pub fn fold(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    for c in word.chars().flat_map(char::to_lowercase) {
        match c {
            'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ā' | 'ă' | 'ą' | 'æ' => out.push('a'),
            'ç' | 'ć' | 'č' => out.push('c'),
            'ď' | 'đ' | 'ð' => out.push('d'),
            'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ė' | 'ę' | 'ě' => out.push('e'),
            'ģ' | 'ğ' => out.push('g'),
            'ì' | 'í' | 'î' | 'ï' | 'ī' | 'į' | 'ı' => out.push('i'),
            'ķ' => out.push('k'),
            'ĺ' | 'ļ' | 'ľ' | 'ł' => out.push('l'),
            'ñ' | 'ń' | 'ņ' | 'ň' => out.push('n'),
            'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'ō' | 'ő' | 'œ' => out.push('o'),
            'ŕ' | 'ř' => out.push('r'),
            'ś' | 'š' | 'ş' | 'ș' => out.push('s'),
            'ť' | 'ţ' | 'ț' => out.push('t'),
            'ù' | 'ú' | 'û' | 'ü' | 'ū' | 'ů' | 'ű' | 'ų' => out.push('u'),
            'ý' | 'ÿ' => out.push('y'),
            'ź' | 'ż' | 'ž' => out.push('z'),
            'ß' => out.push_str("ss"),
            'e' if matches!(out.as_bytes().last(), Some(b'a' | b'o' | b'u')) => {}
            c if c.is_ascii_alphanumeric() || c == '%' => out.push(c),
            // Apostrophes and combining dots vanish; a letter of another script is kept, so that it stays
            // distinguishable.
            c if c.is_alphanumeric() && !c.is_ascii() => out.push(c),
            _ => {}
        }
    }
    out
}

/// Removes the English plural ending of a folded word. The vocabulary lists German plurals.
pub fn stem(word: &str) -> String {
    let n = word.len();
    if n <= 3 || !word.is_ascii() {
        return word.to_owned();
    }
    if n > 4 && word.ends_with("ies") {
        return format!("{}y", &word[..n - 3]);
    }
    if n > 4 && word.ends_with("ie") {
        return format!("{}y", &word[..n - 2]);
    }
    if n > 4 && ["xes", "ches", "shes", "sses", "zes"].iter().any(|end| word.ends_with(end)) {
        return word[..n - 2].to_owned();
    }
    if word.ends_with('s') && !word.ends_with("ss") {
        return word[..n - 1].to_owned();
    }
    word.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_one_key_to_spellings_of_a_word() {
        for [a, b] in [
            ["Möhren", "MOEHREN"],
            ["Käse", "kase"],
            ["Tomatoes", "tomato"],
            ["Berries", "BERRY"],
            ["Cookies", "cookie"],
            ["Peaches", "peach"],
            ["Eggland's Best", "EGGLANDS BEST"],
            ["Crème fraîche", "creme fraiche"],
            ["Boxes", "box"],
            ["Weißkohl", "WEISSKOHL"],
            ["śmietana", "SMIETANA"],
            ["sýr plátky", "SYR PLATKY"],
            ["mælk", "MAELK"],
            ["oeufs", "ŒUFS"],
        ] {
            assert_eq!(key(a), key(b), "{a} and {b}");
        }
    }

    #[test]
    fn keeps_end_of_short_words_and_double_s() {
        assert_ne!(key("Eis"), key("Ei"));
        assert_eq!(key("swiss"), "swiss");
        assert_eq!(key("peas"), "pea");
        assert_eq!(key("pies"), "pie");
    }

    #[test]
    fn keeps_other_scripts() {
        assert_eq!(key("молоко 牛奶"), "молоко 牛奶");
        assert_eq!(key("— !? —"), "");
    }
}
