//! The twelve layouts, named after the position of the quantity and other difficulties.

use crate::basket::Habits;
use crate::products::Shelf;

/// A shop's way to print a receipt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// US; the price of several pieces is on the row below the name.
    UsAfter,
    /// US; section headings, item codes, weight and count stand above their item.
    UsBefore,
    /// US; `3 @ 3 FOR 5.00` and weights below the item, coupons and voids.
    UsFor,
    /// Warehouse club; item numbers, `E` flags, coupons that name an item number.
    Club,
    /// US; leading item codes, a flag between name and price, was-prices.
    UsSale,
    /// English; a table with a column each for quantity, item, price and amount.
    Columns,
    /// US; names over two rows.
    LongEn,
    /// UK; pounds and kilograms; some shops tell the count above the item, some below; member savings.
    Uk,
    /// German discounter; count within the row (`1,49 x 2  2,98 A`), mixed case.
    DeInline,
    /// German supermarket; `2 x 1,49` above the item, deposits.
    DeBefore,
    /// German supermarket; `2 Stk x 1,49` and `kg x EUR/kg` below the item, empties returned.
    DeAfter,
    /// German drugstore; names over two rows and the price on the next.
    LongDe,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Locale {
    Us,
    Uk,
    De,
}

impl Layout {
    pub const ALL: [Self; 12] = [
        Self::UsAfter,
        Self::UsBefore,
        Self::UsFor,
        Self::Club,
        Self::UsSale,
        Self::Columns,
        Self::LongEn,
        Self::Uk,
        Self::DeInline,
        Self::DeBefore,
        Self::DeAfter,
        Self::LongDe,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::UsAfter => "us-after",
            Self::UsBefore => "us-before",
            Self::UsFor => "us-for",
            Self::Club => "club",
            Self::UsSale => "us-sale",
            Self::Columns => "columns",
            Self::LongEn => "long-en",
            Self::Uk => "uk",
            Self::DeInline => "de-inline",
            Self::DeBefore => "de-before",
            Self::DeAfter => "de-after",
            Self::LongDe => "long-de",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|layout| layout.name() == name)
    }

    pub fn locale(self) -> Locale {
        match self {
            Self::Uk => Locale::Uk,
            Self::DeInline | Self::DeBefore | Self::DeAfter | Self::LongDe => Locale::De,
            _ => Locale::Us,
        }
    }

    /// Characters in a row of normal width.
    pub fn columns(self) -> u16 {
        match self {
            Self::UsBefore | Self::UsSale | Self::Columns => 42,
            Self::Uk | Self::Club => 36,
            Self::DeInline | Self::DeAfter => 40,
            _ => 38,
        }
    }

    pub fn habits(self) -> Habits {
        let (sells, upper) = match self {
            Self::UsAfter | Self::UsBefore | Self::UsFor | Self::UsSale | Self::Columns => (Shelf::Us, true),
            Self::Club => (Shelf::Club, true),
            Self::LongEn => (Shelf::LongEn, false),
            Self::Uk => (Shelf::Uk, true),
            Self::DeInline => (Shelf::De, false),
            Self::DeBefore | Self::DeAfter => (Shelf::De, true),
            Self::LongDe => (Shelf::LongDe, false),
        };
        Habits {
            shelf: sells,
            capitals: upper,
            bundles: matches!(self, Self::UsFor | Self::UsBefore),
            weighs: true,
            multiples: match self {
                Self::Club => 0.1,
                Self::Columns | Self::LongDe => 0.3,
                _ => 0.2,
            },
        }
    }

    /// Returns the minimum and maximum number of lines.
    pub fn lines(self) -> (i64, i64) {
        match self {
            Self::LongEn | Self::LongDe => (3, 11),
            Self::Club => (5, 24),
            _ => (4, 22),
        }
    }

    /// Invented shops: a reader must not live on knowing the real ones.
    pub fn shops(self) -> &'static [&'static str] {
        match self {
            Self::UsAfter => &["Green Meadow Market", "Oak & Thistle"],
            Self::UsBefore => &["Lakeside Foods", "Hollis Brothers"],
            Self::UsFor => &["Valley Fresh", "Prairie Grocers"],
            Self::Club => &["Bulkhouse", "Depot Wholesale"],
            Self::UsSale => &["Marlow", "Corner & Main"],
            Self::Columns => &["Saigon Garden Market", "Mercado Luna"],
            Self::LongEn => &["Pantry Post", "Basketry"],
            Self::Uk => &["Wexley", "Harrow Lane Stores"],
            Self::DeInline => &["Sparhof", "Nordi"],
            Self::DeBefore => &["Kaufgarten", "Marktplatz Nord"],
            Self::DeAfter => &["Rabenmarkt", "Frischhof"],
            Self::LongDe => &["Lindenblatt", "Drogerie Falk"],
        }
    }
}
