//! Ingredients of recipes for the shopping list: reads a line such as "200 g flour, sifted" and compares it with what
//! is at home.

use super::amount::{self, DecimalSign};
use super::catalogue;
use super::food_name::same_food_key;
use super::quantity::Quantity;
use super::shelf_life::{self, words};
use super::shopping::{Details, UncheckedListItem};
use super::text;

/// The maximum number of ingredients of one recipe.
pub const MAX_INGREDIENTS: usize = 80;
/// The maximum length of an ingredient line, in characters; the rest is cut off.
const MAX_LINE: usize = 300;
/// The maximum length of a remark ("finely chopped"), in characters.
const MAX_REMARK: usize = 120;

/// One ingredient, as a program sends it or as [`Ingredient::read`] reads it from a line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ingredient {
    pub name: String,
    /// `None` if the recipe has no amount ("salt").
    pub quantity: Option<f64>,
    pub unit: Option<String>,
    /// The text after the name: "sifted", "Type 405".
    pub remark: Option<String>,
    /// True if the recipe program states that it is always at home.
    pub is_on_hand: bool,
}

impl Ingredient {
    /// Reads a line such as "200 g flour, sifted", "2 large eggs", "1½ TL Salz" or "200 g de farine". Of a range ("2-3
    /// carrots") it takes the larger number. A line may name two foods ("sel, poivre") or, as a heading, none.
    pub fn read(line: &str) -> Vec<Self> {
        let line = text::cut(line.trim(), MAX_LINE);
        if amount::is_heading(&line) {
            return vec![];
        }
        let entry = amount::split(&line, DecimalSign::UNKNOWN);
        let is_food = |part: &str| catalogue::find(part).is_some();
        let foods = amount::foods(entry.name, is_food).filter(|_| entry.amount.is_none());
        let remarks = |remark: Option<String>| {
            let all: Vec<String> = entry.note.clone().into_iter().chain(remark).collect();
            (!all.is_empty()).then(|| text::cut(&all.join(", "), MAX_REMARK))
        };
        let quantity = entry.amount.as_ref().map(|amount| amount.max);
        let unit = entry.amount.as_ref().map(|amount| amount.unit.clone()).filter(|unit| !unit.is_empty());
        let of_name = |(name, remark): (String, Option<String>)| {
            let name = name.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '.' | ':' | '-' | '*'));
            let (unit, remark) = (unit.clone(), remarks(remark));
            let ingredient = Self { name: name.to_owned(), quantity, unit, remark, is_on_hand: false };
            name.chars().any(char::is_alphabetic).then_some(ingredient)
        };
        match foods {
            Some(foods) => foods.into_iter().filter_map(|food| of_name((food.to_owned(), None))).collect(),
            None => of_name(split_remark(entry.name)).into_iter().collect(),
        }
    }

    /// Returns the row of the shopping list; `None` without a visible name. `scale` multiplies the amount, which is
    /// clamped to the allowed range. The notes name the recipe.
    pub fn row(&self, recipe: Option<&str>, scale: f64) -> Option<Details> {
        let quantity = self.quantity.filter(|quantity| *quantity > 0.0);
        let quantity = quantity.map_or(Quantity::ONE, |quantity| Quantity::nearest(quantity * scale));
        let name = visible(&self.name, text::MAX_NAME);
        let category = catalogue::find(&name).map(|entry| entry.category.to_owned());
        let notes: Vec<&str> = [recipe, self.remark.as_deref()].into_iter().flatten().collect();
        let draft = UncheckedListItem {
            name: Some(name),
            category,
            quantity: Some(quantity.as_number()),
            unit: self.unit.as_deref().map(|unit| visible(&amount::normalize_unit(unit.trim()), text::MAX_UNIT)),
            notes: Some(visible(&notes.join(": "), text::MAX_NOTES)),
        };
        draft.checked().ok()
    }
}

/// Returns a text of another program without control characters, of at most `max` characters.
fn visible(text: &str, max: usize) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    text::cut(text.trim(), max)
}

/// The name of a food, prepared for comparison with many others.
pub struct FoodName {
    key: String,
    entry: Option<&'static str>,
    kind: Option<&'static str>,
    words: Vec<String>,
}

impl FoodName {
    pub fn new(name: &str) -> Self {
        let name = text::cut(name, text::MAX_NAME);
        Self {
            key: same_food_key(&name),
            entry: catalogue::find(&name).map(|entry| entry.name),
            kind: shelf_life::kind_of(&name).map(|kind| kind.id),
            words: words::words(&name).collect(),
        }
    }

    /// Returns true if `item` satisfies an ingredient of this name: the same food ("Eggs" and "egg"), the same product
    /// in another language ("Milk" and "Milch"), or a sort of it, which is of the same kind and has the name at the end
    /// of a word ("Whole milk", "Vollmilch", but not "Peanut butter" for "butter", which is of another kind).
    pub fn is_satisfied_by(&self, item: &Self) -> bool {
        if self.key == item.key {
            return true;
        }
        if self.entry.is_some() && self.entry == item.entry {
            return true;
        }
        let is_in = |word: &String| item.words.iter().any(|present| present.ends_with(word.as_str()));
        self.kind.is_some() && self.kind == item.kind && self.words.iter().all(is_in)
    }
}

/// Splits a line into its text and its remarks: in parentheses, or after the first comma that is no decimal comma.
fn split_remark(line: &str) -> (String, Option<String>) {
    let mut text = String::with_capacity(line.len());
    let mut inside = String::new();
    let mut depth = 0_usize;
    for c in line.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' if depth > 0 => {
                depth -= 1;
                inside.push(' ');
            }
            c if depth > 0 => inside.push(c),
            c => text.push(c),
        }
    }
    let bytes = text.as_bytes();
    let comma = text.match_indices(',').map(|(at, _)| at).find(|&at| {
        let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
        at > 0 && !(digit(at - 1) && digit(at + 1))
    });
    let behind = comma.map(|at| text.split_off(at).split_off(1)).unwrap_or_default();
    let remark = [inside, behind].map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
    let remark = remark.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (text, (!remark.is_empty()).then_some(remark))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(line: &str) -> (String, Option<f64>, Option<String>, Option<String>) {
        let Ingredient { name, quantity, unit, remark, .. } = Ingredient::read(line).pop().expect(line);
        (name, quantity, unit, remark)
    }

    #[test]
    fn reads_amount_unit_name_and_remark() {
        for (line, quantity, unit, name, remark) in [
            ("200 g flour, sifted", Some(200.0), Some("g"), "flour", Some("sifted")),
            ("200g Mehl (Type 405)", Some(200.0), Some("g"), "Mehl", Some("Type 405")),
            ("2 eggs", Some(2.0), None, "eggs", None),
            ("1 1/2 cups sugar", Some(1.5), Some("cup"), "sugar", None),
            ("1½ TL Salz", Some(1.5), Some("TL"), "Salz", None),
            ("½ Zitrone", Some(0.5), None, "Zitrone", None),
            ("3/4 cup of milk", Some(0.75), Some("cup"), "milk", None),
            ("2-3 carrots", Some(3.0), None, "carrots", Some("2-3")),
            ("2 – 3 Möhren", Some(3.0), None, "Möhren", Some("2 – 3")),
            ("1,5 kg Kartoffeln, mehlig", Some(1500.0), Some("g"), "Kartoffeln", Some("mehlig")),
            ("200 g de farine", Some(200.0), Some("g"), "farine", None),
            ("2 gousses d'ail", Some(2.0), Some("gousse"), "ail", None),
            ("1 c. à soupe d’huile", Some(1.0), Some("c. à soupe"), "huile", None),
            ("1 (400 g) can tomatoes", Some(1.0), Some("can"), "tomatoes", Some("400 g")),
            ("2 tablespoons olive oil, divided", Some(2.0), Some("tbsp"), "olive oil", Some("divided")),
            ("salt and vinegar crisps", None, None, "salt and vinegar crisps", None),
            ("salt to taste", None, None, "salt", Some("to taste")),
            ("7up", None, None, "7up", None),
            ("2 dl Milch", Some(200.0), Some("ml"), "Milch", None),
            ("4 large eggs", Some(4.0), None, "large eggs", None),
        ] {
            let expected = (name.to_owned(), quantity, unit.map(str::to_owned), remark.map(str::to_owned));
            assert_eq!(read(line), expected, "{line}");
        }
        for nothing in
            ["", "  ", "200", "½", "(optional)", "---", "1/0", "For the sauce:", "Für den Teig", "Pour la pâte :"]
        {
            assert_eq!(Ingredient::read(nothing), [], "{nothing:?}");
        }
    }

    #[test]
    fn reads_two_foods_of_a_line() {
        for (line, names) in [
            ("Salt and pepper", ["Salt", "pepper"]),
            ("sel, poivre", ["sel", "poivre"]),
            ("Milk & eggs", ["Milk", "eggs"]),
        ] {
            let read: Vec<String> = Ingredient::read(line).into_iter().map(|one| one.name).collect();
            assert_eq!(read, names, "{line}");
        }
    }

    #[test]
    fn scales_row_and_names_recipe() {
        let flour = Ingredient::read("200 grams flour, sifted").remove(0).row(Some("Pancakes"), 2.0).unwrap();
        assert_eq!((flour.quantity.as_number(), flour.unit.as_str()), (400.0, "g"));
        assert_eq!((flour.name.as_str(), flour.notes.as_deref()), ("flour", Some("Pancakes: sifted")));
        let salt = Ingredient::read("salt").remove(0).row(None, 2.0).unwrap();
        assert_eq!((salt.quantity, salt.unit.as_str(), salt.notes), (Quantity::ONE, "item", None));
        let milk =
            Ingredient { name: "milk".into(), quantity: Some(0.0), unit: Some(" ".into()), ..Ingredient::default() };
        let milk = milk.row(None, 1.0).unwrap();
        assert_eq!(
            (milk.quantity, milk.unit.as_str(), milk.category.as_str()),
            (Quantity::ONE, "item", "Dairy & Eggs")
        );
    }

    #[test]
    fn finds_the_same_food_or_a_sort_of_it_at_home() {
        for (ingredient, item) in [
            ("egg", "Eggs"),
            ("milk", "Milch"),
            ("milk", "Whole Milk 3.5%"),
            ("Milch", "Bio Vollmilch"),
            ("butter", "Butter"),
            ("tomatoes", "Tomato"),
        ] {
            assert!(FoodName::new(ingredient).is_satisfied_by(&FoodName::new(item)), "{ingredient} is {item}");
        }
        for (ingredient, item) in [
            ("butter", "Peanut butter"),
            ("milk", "Milk chocolate"),
            ("milk", "Coconut milk"),
            ("cinnamon", "Paprika"),
            ("tomatoes", "Tomato soup"),
            ("unknown thing", "other thing"),
            ("chicken broth", "Chicken breast"),
        ] {
            assert!(!FoodName::new(ingredient).is_satisfied_by(&FoodName::new(item)), "{ingredient} is not {item}");
        }
    }

    proptest! {
        #[test]
        fn reads_any_line_without_a_panic(line in any::<String>(), item in any::<String>()) {
            for ingredient in Ingredient::read(&line) {
                let row = ingredient.row(Some("x"), 3.7);
                prop_assert!(row.is_none_or(|row| !row.name.is_empty() && row.name.chars().count() <= text::MAX_NAME));
            }
            FoodName::new(&line).is_satisfied_by(&FoodName::new(&item));
        }
    }
}
