//! Pairs of pictures for the search for duplicates: the same receipt twice, or two receipts that look alike.

use serde::{Deserialize, Serialize};

use crate::layouts::Layout;
use crate::order::Later;
use crate::photo::{Conditions, Photo, Severity, photograph};
use crate::{Order, Printed, Truth, print, print_order};

/// Two pictures, and whether they show one receipt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    pub files: [String; 2],
    pub same: bool,
    pub kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// One receipt, photographed twice under different conditions.
    SameReceipt,
    /// Another basket from a shop of the same house style.
    SameHouse,
    /// The same shop on the same day, and half of the basket at the same prices.
    SameDay,
    /// The same shop and day, and all but one item the same; time and numbers are its own.
    AlmostSame,
    /// The same shop, till, card and basket, minutes later or in another week.
    SameBasket,
}

/// The pair of a seed: half of all pairs show the same receipt, and the others are of all four hard kinds.
pub fn pair(seed: u64, layout: Layout, severity: Severity) -> (Pair, [(Photo, Truth); 2]) {
    let (kind, [first, second]) = receipts(seed, layout);
    let take = |printed: &Printed, side: &str, photo_seed: u64| {
        let id = format!("pair-{seed:05}-{side}");
        let photo = photograph(printed, photo_seed, &Conditions::draw(photo_seed, severity));
        let truth = Truth { file: format!("{id}.jpg"), id, ..printed.truth.clone() };
        (photo, truth)
    };
    let pictures = [take(&first, "a", seed), take(&second, "b", seed ^ 0xb00b_0000)];
    let files = [pictures[0].1.file.clone(), pictures[1].1.file.clone()];
    (Pair { files, same: kind == Kind::SameReceipt, kind }, pictures)
}

fn receipts(seed: u64, layout: Layout) -> (Kind, [Printed; 2]) {
    // Layouts take turns by twelves; a turn of the kinds that moves on with each round meets all of them.
    let kind = match (seed + seed / 12) % 8 {
        0 | 2 | 4 | 6 => Kind::SameReceipt,
        1 => Kind::SameHouse,
        3 => Kind::SameDay,
        5 => Kind::AlmostSame,
        _ => Kind::SameBasket,
    };
    let first = print(seed, layout);
    let other_seed = seed ^ 0x5eed_0000_0000;
    let second = match kind {
        Kind::SameReceipt => first.clone(),
        Kind::SameHouse => print(other_seed, layout),
        Kind::SameDay => print_order(other_seed, layout, &Order { like: Some(seed), ..Order::default() }),
        Kind::AlmostSame => print_order(seed, layout, &Order { swap_one: true, ..Order::default() }),
        Kind::SameBasket => {
            let weeks = i64::from((seed / 16).is_multiple_of(2));
            let minutes = i64::try_from(seed / 32 % 19).map_or(1, |n| 2 * n + 1);
            print_order(seed, layout, &Order { again: Some(Later { weeks, minutes }), ..Order::default() })
        }
    };
    (kind, [first, second])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of items of one receipt that the other lacks.
    fn missing(of: &Truth, from: &Truth) -> usize {
        let mut left = from.items.clone();
        of.items
            .iter()
            .filter(|item| match left.iter().position(|other| other == *item) {
                Some(index) => {
                    left.swap_remove(index);
                    false
                }
                None => true,
            })
            .count()
    }

    #[test]
    fn pair_truth_matches_the_receipts() {
        for (seed, layout) in (0u64..).zip(Layout::ALL.into_iter().cycle()).take(18) {
            let (kind, [a, b]) = receipts(seed, layout);
            let same_goods = matches!(kind, Kind::SameReceipt | Kind::SameBasket);
            assert_eq!(a.truth.items == b.truth.items, same_goods, "seed {seed}");
            assert_eq!(a.image == b.image, kind == Kind::SameReceipt, "seed {seed}");
        }
    }

    #[test]
    fn almost_the_same_differs_in_little() {
        for layout in Layout::ALL {
            let (kind, [a, b]) = receipts(5, layout);
            assert_eq!(kind, Kind::AlmostSame);
            assert_eq!(a.truth.items.len(), b.truth.items.len(), "{}", layout.name());
            let differ = missing(&a.truth, &b.truth);
            assert!((1..=2).contains(&differ), "{}: {differ} items differ", layout.name());
        }
    }

    #[test]
    fn two_photographs_of_one_receipt_are_two_pictures() {
        let (pair, [(first, a), (second, b)]) = pair(6, Layout::LongEn, Severity::GoodPhoto);
        assert!(pair.same && a.items == b.items && pair.files[0] != pair.files[1]);
        assert!(first.jpeg() != second.jpeg());
    }
}
