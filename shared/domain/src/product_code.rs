//! Product names by barcode, learned from a larder's users.

use super::invalid::Invalid;
use super::quantity::Quantity;
use super::shopping::{DEFAULT_CATEGORY, DEFAULT_UNIT};
use super::text;
use chrono::serde::ts_milliseconds;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// The maximum number of codes of a larder. A further one replaces the oldest.
pub const MAX_CODES: usize = 1_000;

/// A GTIN, padded to 14 digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Gtin(String);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LearntCode {
    /// Part of the row's key.
    #[serde(skip, default = "no_code")]
    pub code: Gtin,
    #[serde(rename = "n")]
    pub name: String,
    #[serde(rename = "c")]
    pub category: String,
    /// The content of one package, such as six bottles.
    #[serde(rename = "q", default = "one", skip_serializing_if = "Quantity::is_one")]
    pub quantity: Quantity,
    #[serde(rename = "u")]
    pub unit: String,
    #[serde(rename = "a", with = "ts_milliseconds")]
    pub learnt_at: DateTime<Utc>,
}

fn no_code() -> Gtin {
    Gtin(String::new())
}

/// Rows of earlier versions have no quantity.
fn one() -> Quantity {
    Quantity::ONE
}

/// A code as a client sends it, unvalidated.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = CodeDraft, example = json!({"code": "09506000134352", "name": "Risotto rice",
    "category": "Pantry Staples", "quantity": 1, "unit": "pack"})))]
pub struct UncheckedCode {
    /// A GTIN of 8, 12, 13 or 14 digits. In-store numbers (02, 04, 20 to 29 of 13 digits) are refused.
    #[cfg_attr(feature = "openapi", schema(max_length = 14))]
    pub code: Option<String>,
    /// 1 to 200 characters.
    #[cfg_attr(feature = "openapi", schema(max_length = 200))]
    pub name: Option<String>,
    /// At most 50 characters; "Pantry Staples" where it is left out.
    #[cfg_attr(feature = "openapi", schema(max_length = 50))]
    pub category: Option<String>,
    /// More than 0, at most 100,000, at most three decimal places; 1 where it is left out.
    #[cfg_attr(feature = "openapi", schema(exclusive_minimum = 0, maximum = 100_000))]
    pub quantity: Option<f64>,
    /// At most 30 characters; "item" where it is left out.
    #[cfg_attr(feature = "openapi", schema(max_length = 30))]
    pub unit: Option<String>,
}

impl Gtin {
    /// Parses a code of 8, 12, 13 or 14 digits with a valid check digit. Rejects in-store numbers, which mean other
    /// products in other stores or weeks.
    pub fn parse(text: &str) -> Option<Self> {
        if !matches!(text.len(), 8 | 12 | 13 | 14) || !text.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let code = format!("{text:0>14}");
        let weighted = code.bytes().rev().enumerate().map(|(index, digit)| {
            let weight = if index % 2 == 1 { 3 } else { 1 };
            u32::from(digit - b'0') * weight
        });
        let is_valid = weighted.sum::<u32>().is_multiple_of(10);
        (is_valid && !is_in_store_number(&code)).then_some(Self(code))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Returns true for restricted circulation numbers: the prefixes 02, 04 and 20 to 29 of a GTIN-13, and 0 of a GTIN-8. A
/// GTIN-8 that begins with 2 is one chain's own product, always the same in its shops, so that a household learns it.
fn is_in_store_number(code: &str) -> bool {
    match code.strip_prefix("000000") {
        Some(short) => short.starts_with('0'),
        None => ["02", "04", "2"].iter().any(|prefix| code[1..].starts_with(prefix)),
    }
}

impl UncheckedCode {
    pub fn checked(self, now: DateTime<Utc>) -> Result<LearntCode, Invalid> {
        let code = self.code.as_deref().and_then(|code| Gtin::parse(code.trim()));
        let code = code.ok_or_else(|| {
            Invalid::new("code", "This must be a product number of 8, 12, 13 or 14 digits, not a store's own number.")
        })?;
        let name =
            text::required("name", self.name.as_deref().unwrap_or(""), text::MAX_NAME, "Please enter an item name.")?;
        let category = text::optional("category", self.category.as_deref(), text::MAX_CATEGORY)?;
        let quantity =
            self.quantity.map_or(Ok(Quantity::ONE), |quantity| Quantity::from_number("quantity", quantity))?;
        let unit = text::optional("unit", self.unit.as_deref(), text::MAX_UNIT)?;
        let (category, unit) =
            (category.unwrap_or_else(|| DEFAULT_CATEGORY.into()), unit.unwrap_or_else(|| DEFAULT_UNIT.into()));
        Ok(LearntCode { code, name, category, quantity, unit, learnt_at: now })
    }
}

/// Returns the oldest code, if a new one needs its slot.
pub fn code_to_forget<'a>(known: &'a [LearntCode], new: &Gtin) -> Option<&'a Gtin> {
    let is_full = known.len() >= MAX_CODES && !known.iter().any(|one| one.code == *new);
    let oldest = known.iter().min_by_key(|one| (one.learnt_at, one.code.as_str()))?;
    is_full.then_some(&oldest.code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::now;
    use chrono::TimeDelta;

    fn draft(code: &str) -> UncheckedCode {
        UncheckedCode { code: Some(code.into()), name: Some(" Oat milk ".into()), ..UncheckedCode::default() }
    }

    #[test]
    fn normalizes_a_code_of_each_length() {
        for text in ["9506000134352", "09506000134352"] {
            assert_eq!(Gtin::parse(text).unwrap().as_str(), "09506000134352");
        }
        assert_eq!(Gtin::parse("012345678905").unwrap().as_str(), "00012345678905");
        assert_eq!(Gtin::parse("96385074").unwrap().as_str(), "00000096385074");
        for bad in ["9506000134353", "950600013435", "", "95060001343５2", "+506000134352", "123456789012345"] {
            assert_eq!(Gtin::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn rejects_in_store_numbers() {
        // Prefixes 02, 04, 20 and 29 of thirteen digits, and 0 of eight; each with a right check digit.
        for shop in ["0212345678909", "0412345678903", "2012345678903", "2912345678906", "00123457"] {
            assert_eq!(Gtin::parse(shop), None, "{shop}");
        }
        assert!(Gtin::parse("20123451").is_some(), "a chain's own product");
        assert!(Gtin::parse("3012345678900").is_none(), "a wrong check digit is an error of its own");
        assert!(Gtin::parse("3012345678902").is_some());
    }

    #[test]
    fn learns_a_code_with_its_name() {
        let learnt = draft("9506000134352").checked(now()).unwrap();
        assert_eq!(
            (learnt.name.as_str(), learnt.category.as_str(), learnt.unit.as_str()),
            ("Oat milk", "Pantry Staples", "item")
        );
        let six = UncheckedCode { quantity: Some(6.0), ..draft("9506000134352") }.checked(now()).unwrap();
        assert_eq!((learnt.quantity, six.quantity.as_number()), (Quantity::ONE, 6.0));
        assert_eq!(draft("2012345678903").checked(now()).unwrap_err().field, "code");
        assert_eq!(UncheckedCode { name: None, ..draft("9506000134352") }.checked(now()).unwrap_err().field, "name");
    }

    #[test]
    fn forgets_oldest_code_when_full() {
        let code = |n: usize| {
            let digits = format!("30{n:010}");
            (0..10).find_map(|check| Gtin::parse(&format!("{digits}{check}"))).unwrap()
        };
        let learnt = |n: usize| LearntCode {
            code: code(n),
            learnt_at: now() + TimeDelta::seconds(i64::try_from(n).unwrap()),
            ..draft("9506000134352").checked(now()).unwrap()
        };
        let mut known: Vec<_> = (0..MAX_CODES - 1).rev().map(learnt).collect();
        assert_eq!(code_to_forget(&known, &code(MAX_CODES)), None, "one more code fits");
        known.push(learnt(MAX_CODES));
        assert_eq!(code_to_forget(&known, &code(MAX_CODES + 1)), Some(&code(0)));
        assert_eq!(code_to_forget(&known, &code(7)), None, "a known code needs no slot");
    }
}
