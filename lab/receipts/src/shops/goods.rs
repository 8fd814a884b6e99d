//! Draws the basket of an invented store.

use super::habits::Habits;
use super::{Amount, Bought};
use crate::rng::Rng;

struct Product {
    line: &'static str,
    weighed: bool,
    price: (i64, i64),
    food: bool,
}

pub fn draw_basket(rng: &mut Rng, habits: &Habits) -> Vec<Bought> {
    let mut shelf = shelf(habits.words.language);
    let wanted = usize::try_from(rng.between(2, 22)).unwrap_or(8);
    let mut bought: Vec<Bought> = Vec::new();
    while bought.len() < wanted && !shelf.is_empty() {
        let product = shelf.swap_remove(rng.index(0..shelf.len()));
        bought.push(buy(rng, habits, &product));
    }
    bought
}

fn buy(rng: &mut Rng, habits: &Habits, product: &Product) -> Bought {
    let drawn = rng.between(product.price.0, product.price.1);
    let each = if rng.chance(0.6) { (drawn / 10 * 10 + 9).min(product.price.1) } else { drawn };
    // A currency without small coins has more of the others.
    let each = if habits.whole.is_some() { each * 100 } else { each };
    let amount = if product.weighed && habits.weighs {
        Amount::Weight(rng.between(90, 2_400))
    } else if rng.chance(0.25) {
        Amount::Count(*rng.pick(&[2, 2, 2, 3, 3, 4, 6, 12]))
    } else {
        Amount::One
    };
    let price = habits.rounded(match amount {
        Amount::One => each,
        Amount::Count(count) => each * count,
        Amount::Weight(thousandths) => ((each * thousandths + 500) / 1_000).max(1),
    });
    let line = if habits.capitals { product.line.to_uppercase() } else { product.line.to_owned() };
    Bought {
        line,
        amount,
        each,
        price,
        food: product.food,
        kind: usize::from(!product.food) + usize::from(rng.chance(0.1)),
        number: 0,
        code: rng.bits(),
    }
}

fn shelf(language: &str) -> Vec<Product> {
    include_str!("goods.txt").lines().filter_map(|line| parse(line, language)).collect()
}

fn parse(line: &'static str, language: &str) -> Option<Product> {
    let mut fields = line.strip_prefix(language)?.strip_prefix('|')?.split('|');
    let (line, sold_by, price) = (fields.next()?, fields.next()?, fields.next()?);
    let (from, to) = price.split_once('-')?;
    let cents = |text: &str| text.replace('.', "").parse().ok();
    Some(Product { line, weighed: sold_by == "kg", price: (cents(from)?, cents(to)?), food: fields.next().is_none() })
}

#[cfg(test)]
mod tests {
    use super::super::words;
    use super::*;

    #[test]
    fn offers_enough_products_in_every_language() {
        for words in &words::ALL {
            assert!(shelf(words.language).len() >= 18, "{}", words.language);
        }
        let lines = include_str!("goods.txt").lines().filter(|line| !line.starts_with('#'));
        for line in lines {
            assert!(parse(line, &line[..2]).is_some_and(|product| product.price.0 <= product.price.1), "{line}");
        }
    }
}
