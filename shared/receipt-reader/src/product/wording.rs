//! Names as text.

/// A name is at most this long, however much a line says.
const MAX_NAME_CHARS: usize = 100;

pub(super) fn upper_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}

pub(super) fn clamp(text: &str) -> String {
    text.chars().take(MAX_NAME_CHARS).collect::<String>().trim().to_owned()
}

/// Returns a line of which nothing is known as it may stand in a list: in small letters and without what cannot be
/// read.
pub(super) fn tidy(raw_text: &str) -> String {
    let words: Vec<&str> = raw_text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .take(20)
        .collect();
    let text = clamp(&upper_first(&words.join(" ").to_lowercase()));
    if text.is_empty() { "Unknown item".to_owned() } else { text }
}
