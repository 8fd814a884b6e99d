//! The products of the printed stores: our own list of receipt lines and their meaning.

use std::sync::LazyLock;

/// A line of `products.txt`.
#[derive(Clone, Debug)]
pub struct Product {
    pub shelf: Shelf,
    pub line: &'static str,
    pub name: &'static str,
    pub category: &'static str,
    pub category_ok: Vec<&'static str>,
    /// `None`: neither food nor drink.
    pub days: Option<(u32, u32)>,
    pub sold_by: SoldBy,
    /// Cents a piece or a unit of weight, from and to.
    pub price: (i64, i64),
}

/// Which shops sell it: how a line is worded depends on the country and the kind of shop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shelf {
    Us,
    Club,
    Uk,
    De,
    LongEn,
    LongDe,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoldBy {
    Each,
    Pound,
    Kilogram,
}

impl SoldBy {
    pub fn unit(self) -> &'static str {
        match self {
            Self::Each => "each",
            Self::Pound => "lb",
            Self::Kilogram => "kg",
        }
    }
}

static PRODUCTS: LazyLock<Vec<Product>> = LazyLock::new(|| {
    include_str!("products.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| parse(line).expect("every line of products.txt is whole, as a test holds"))
        .collect()
});

/// Returns the products of a shelf; never empty.
pub fn of_shelf(shelf: Shelf) -> Vec<&'static Product> {
    PRODUCTS.iter().filter(|product| product.shelf == shelf).collect()
}

fn parse(line: &'static str) -> Option<Product> {
    let fields: Vec<&'static str> = line.split('|').collect();
    let [shelf, line, name, category, alternatives, days, sold_by, price] = fields[..] else { return None };
    let shelf = match shelf {
        "us" => Shelf::Us,
        "club" => Shelf::Club,
        "uk" => Shelf::Uk,
        "de" => Shelf::De,
        "long-en" => Shelf::LongEn,
        "long-de" => Shelf::LongDe,
        _ => return None,
    };
    let days = match days {
        "-" => None,
        range => {
            let (from, to) = range.split_once('-')?;
            Some((from.parse().ok()?, to.parse().ok()?))
        }
    };
    let sold_by = match sold_by {
        "each" => SoldBy::Each,
        "lb" => SoldBy::Pound,
        "kg" => SoldBy::Kilogram,
        _ => return None,
    };
    let (from, to) = price.split_once('-')?;
    let price = (cents(from)?, cents(to)?);
    let category_ok = alternatives.split(',').filter(|text| !text.is_empty()).collect();
    Some(Product { shelf, line, name, category, category_ok, days, sold_by, price })
}

fn cents(text: &str) -> Option<i64> {
    let (whole, part) = text.split_once('.')?;
    Some(whole.parse::<i64>().ok()? * 100 + part.parse::<i64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CATEGORIES: [&str; 12] = [
        "Dairy",
        "Meat",
        "Seafood",
        "Fruit",
        "Vegetable",
        "Bakery",
        "Pantry",
        "Frozen",
        "Beverages",
        "Snacks",
        "Household",
        "Other",
    ];

    #[test]
    fn every_line_of_the_list_is_whole() {
        for line in include_str!("products.txt").lines().filter(|line| !line.starts_with('#')) {
            let product = parse(line).unwrap_or_else(|| panic!("cannot be read: {line}"));
            assert!(CATEGORIES.contains(&product.category), "{line}");
            assert!(product.category_ok.iter().all(|category| CATEGORIES.contains(category)), "{line}");
            assert_eq!(product.days.is_none(), product.category == "Household", "{line}");
            assert!(product.price.0 > 0 && product.price.0 <= product.price.1, "{line}");
            assert!(product.days.is_none_or(|(from, to)| from <= to), "{line}");
        }
    }

    #[test]
    fn every_shelf_has_enough_for_a_basket() {
        for shelf in [Shelf::Us, Shelf::Club, Shelf::Uk, Shelf::De, Shelf::LongEn, Shelf::LongDe] {
            assert!(of_shelf(shelf).len() >= 12, "{shelf:?}");
        }
    }
}
