//! The languages of the site, and the texts that the server writes. A language is a folder of `web/src/locales` and an
//! entry in the list below.

use crate::amount::DecimalSign;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use std::sync::LazyLock;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "&'static str")]
pub struct Language(usize);

/// The texts of `push.json` and `server.json`, as the site compiles them.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Texts {
    pub title: String,
    /// The text of a device's test message.
    pub test: String,
    /// The text of a notification without due items.
    pub none: String,
    /// `count`, `names`, `more`.
    pub text: String,
    /// `name`, `days`.
    pub named: String,
    /// `name`.
    pub named_expired: String,
    /// `name`, for food that is only past its best-before date.
    pub named_best_before: String,
    /// The text of a test message to ntfy or Gotify.
    pub arrives: String,
    /// The name of the calendar.
    pub calendar: String,
    /// The title of an event: `names`, `more`.
    pub event: String,
    /// A line of its description: `name`, `amount`.
    pub line: String,
}

macro_rules! languages {
    ($($code:literal)+) => {
        const FILES: &[(&str, [&str; 2])] = &[$(($code, [
            include_str!(concat!("../../../web/src/locales/", $code, "/push.json")),
            include_str!(concat!("../../../web/src/locales/", $code, "/server.json")),
        ])),+];
    };
}
languages!("en" "de" "es" "fr" "it" "nl" "pl" "pt");

static TEXTS: LazyLock<Vec<Texts>> = LazyLock::new(|| {
    let read = |[push, server]: [&str; 2]| {
        let object = |text| serde_json::from_str::<serde_json::Map<_, _>>(text);
        let joined = object(push)?.into_iter().chain(object(server)?).collect();
        serde_json::from_value(serde_json::Value::Object(joined))
    };
    let all: Result<_, serde_json::Error> = FILES.iter().map(|(_, files)| read(*files)).collect();
    all.expect("the built-in texts are valid, a test reads them")
});

/// A value of a message.
#[derive(Clone, Copy)]
pub enum Value<'a> {
    Text(&'a str),
    Count(usize),
}

impl Language {
    pub fn all() -> impl Iterator<Item = Self> {
        (0..FILES.len()).map(Self)
    }

    pub fn code(self) -> &'static str {
        FILES[self.0].0
    }

    pub fn texts(self) -> &'static Texts {
        &TEXTS[self.0]
    }

    /// Returns a number with the language's decimal sign.
    pub fn number(self, value: f64) -> String {
        let text = value.to_string();
        if DecimalSign::of_language(self.code()).is_point() { text } else { text.replace('.', ",") }
    }

    /// Formats a message: `{name}`, `{n, plural, =0 {…} one {…} other {# …}}`.
    pub fn format(self, message: &str, values: &[(&str, Value)]) -> String {
        let mut output = String::with_capacity(message.len());
        self.append(message, values, "", &mut output);
        output
    }

    /// Appends a formatted message to `output`; `count_text` replaces `#`.
    fn append(self, message: &str, values: &[(&str, Value)], count_text: &str, output: &mut String) {
        let mut rest = message;
        while let Some((before, (inner, after))) =
            rest.find('{').and_then(|at| Some((&rest[..at], in_braces(&rest[at..])?)))
        {
            output.push_str(&before.replace('#', count_text));
            let (name, choice) = inner.split_once(',').unwrap_or((inner, ""));
            match values.iter().find(|(known, _)| *known == name.trim()).map(|(_, value)| value) {
                Some(Value::Text(text)) => output.push_str(text),
                Some(Value::Count(count)) => {
                    let case = choice.split_once(',').and_then(|(_, cases)| self.select_case(cases, *count));
                    self.append(case.unwrap_or("#"), values, &count.to_string(), output);
                }
                None => {}
            }
            rest = after;
        }
        output.push_str(&rest.replace('#', count_text));
    }

    /// Returns the case for a number: its own (`=0`), else that of the plural form, else `other`.
    fn select_case(self, mut cases: &str, count: usize) -> Option<&str> {
        let (exact, form, mut found) = (format!("={count}"), self.plural_form(count), None);
        while let Some(at) = cases.find('{') {
            let (key, (inner, after)) = (cases[..at].trim(), in_braces(&cases[at..])?);
            if key == exact {
                return Some(inner);
            }
            if key == form || key == "other" && found.is_none() {
                found = Some(inner);
            }
            cases = after;
        }
        found
    }

    /// Returns the plural form of a whole number below a million, as Unicode's CLDR has it (of Portuguese, Portugal's).
    fn plural_form(self, count: usize) -> &'static str {
        let (ones, tens) = (count % 10, count % 100);
        match (self.code(), count) {
            ("fr", 0) | (_, 1) => "one",
            ("pl", _) if (2..=4).contains(&ones) && !(12..=14).contains(&tens) => "few",
            ("pl", _) => "many",
            _ => "other",
        }
    }
}

/// Returns the content of the braces at the beginning of a text, and the rest.
fn in_braces(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0;
    for (at, sign) in text.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((&text[1..at], &text[at + 1..]));
        }
    }
    None
}

impl FromStr for Language {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::all().find(|language| language.code() == text).ok_or_else(|| format!("no language is called {text}"))
    }
}

impl TryFrom<String> for Language {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Language> for &'static str {
    fn from(language: Language) -> Self {
        language.code()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Language {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .enum_values(Some(Self::all().map(Self::code)))
            .into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Language {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn matches_languages_of_the_site() {
        let folders = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/locales")).unwrap();
        let folders = folders.map(|entry| entry.unwrap()).filter(|entry| entry.file_type().unwrap().is_dir());
        let codes: BTreeSet<_> = folders.map(|folder| folder.file_name().into_string().unwrap()).collect();
        assert_eq!(codes, Language::all().map(|language| language.code().to_owned()).collect());
        assert_eq!(Language::default().code(), "en");
    }

    /// The site's build checks that each text has all forms of its language: a form that no number
    /// here needs shows that `plural_form` lacks a rule.
    #[test]
    fn has_a_rule_for_every_plural_form_in_the_texts() {
        for (language, (_, files)) in Language::all().zip(FILES) {
            let forms: BTreeSet<_> = (0..200).map(|count| language.plural_form(count)).collect();
            for form in ["zero", "one", "two", "few", "many"] {
                let is_written = files.iter().any(|file| file.contains(&format!(" {form} {{")));
                assert!(!is_written || forms.contains(form), "{} has no rule for “{form}”", language.code());
            }
        }
    }

    #[test]
    fn chooses_the_case_of_a_number() {
        let say = |code: &str, count| {
            let text = "{n, plural, =0 {nic} one {# raz {who}} few {# razy} many {# wiele} other {# inne}}!";
            let values = [("n", Value::Count(count)), ("who", Value::Text("#{x}"))];
            code.parse::<Language>().unwrap().format(text, &values)
        };
        assert_eq!([0, 1, 2].map(|n| say("en", n)), ["nic!", "1 raz #{x}!", "2 inne!"]);
        assert_eq!([2, 5, 12, 22].map(|n| say("pl", n)), ["2 razy!", "5 wiele!", "12 wiele!", "22 razy!"]);
        let short =
            "pl".parse::<Language>().unwrap().format("{n, plural, one {raz} other {inne}}", &[("n", Value::Count(5))]);
        assert_eq!(short, "inne", "a text without the number's form");
    }
}
