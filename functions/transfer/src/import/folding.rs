//! Folds names of columns, places and months, so that spellings compare equal.

/// Letters and digits, without accents and case: `Mindesthaltbarkeits-Datum` and `mindesthaltbarkeitsdatum` are one.
pub fn fold(header: &str) -> String {
    let plain = |c: char| match c {
        'ä' | 'á' | 'à' | 'â' | 'ã' | 'å' | 'ą' => 'a',
        'ö' | 'ó' | 'ò' | 'ô' | 'õ' | 'ø' | 'ő' => 'o',
        'ü' | 'ú' | 'ù' | 'û' | 'ů' | 'ű' => 'u',
        'é' | 'è' | 'ê' | 'ë' | 'ě' | 'ę' => 'e',
        'í' | 'ì' | 'î' | 'ï' => 'i',
        'ç' | 'ć' | 'č' => 'c',
        'ś' | 'š' => 's',
        'ź' | 'ż' | 'ž' => 'z',
        'ř' => 'r',
        'ñ' | 'ń' | 'ň' => 'n',
        'ł' => 'l',
        'ý' => 'y',
        // Decomposed, as macOS writes names.
        '\u{300}'..='\u{36f}' => '\u{300}',
        other => other,
    };
    header.chars().flat_map(char::to_lowercase).map(plain).filter(|c| c.is_alphanumeric()).collect()
}
