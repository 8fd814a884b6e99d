//! Draws a store's printing habits independently, so that two stores rarely share all of them.

use super::words::{self, Words};
use crate::rng::Rng;

/// The position of the store's item number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    None,
    Front,
    Behind,
    RowAbove,
    /// The row below has the number, and the count and price with it.
    RowBelow,
}

/// The position of a tax letter or another mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    None,
    BeforeName,
    BeforePrice,
    Behind,
    Glued,
}

/// The position of a count or weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// A column in front of the names.
    Front,
    /// `2 x 1,49` between name and amount.
    Inside,
    Above,
    Below,
    /// The row below has the count and the amount.
    BelowPriced,
    /// Columns of count, price and amount.
    Table,
}

/// The form of a discount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Discount {
    /// A word and an amount below the product.
    Row,
    /// With the share: `-20%   -0,50`.
    Share,
    /// The product's name once more, below zero.
    NameAgain,
    /// All of them below the products.
    Block,
    /// A former price, for information only.
    FormerPrice,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Minus {
    Before,
    Behind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heading {
    None,
    Plain,
    Numbered,
    Starred,
}

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "habits that have nothing to do with each other")]
pub struct Habits {
    pub words: &'static Words,
    pub columns: u16,
    pub capitals: bool,
    /// The currency, and whether it precedes the amount; on every amount or on sums only.
    pub sign: Option<(&'static str, bool)>,
    pub sums_only: bool,
    pub thousands: bool,
    /// The currency has no small coins: amounts are whole, and their thousands grouped by this sign if any.
    pub whole: Option<&'static str>,
    pub minus: Minus,
    pub code: Code,
    pub code_digits: u32,
    pub flag: Flag,
    pub flags: [String; 3],
    /// A column of tax rates before the price.
    pub rates: Option<[&'static str; 2]>,
    pub count: Count,
    /// A single piece is counted, too.
    pub ones: bool,
    pub sign_word: &'static str,
    pub weighs: bool,
    pub numbered: bool,
    pub heading: Heading,
    /// The width at which names are wrapped instead of cut off; the price is beside the first or the last row.
    pub wrap: Option<u16>,
    pub price_first: bool,
    /// The price is on the row below the name.
    pub price_below: bool,
    pub discount: Discount,
    pub discounts: f32,
    pub deposits: f32,
    pub subtotal: bool,
    /// Tax is added to the prices; otherwise it is included.
    pub tax_on_top: bool,
    pub rounds: bool,
    pub indent: u16,
    pub total: &'static str,
    pub total_large: bool,
}

impl Habits {
    pub fn draw(rng: &mut Rng) -> Self {
        // English and German tills are half of all.
        let words = if rng.chance(0.5) { &words::ALL[usize::from(rng.chance(0.45))] } else { rng.pick(&words::ALL) };
        let count = *rng.pick(&[
            Count::Front,
            Count::Inside,
            Count::Above,
            Count::Below,
            Count::Below,
            Count::BelowPriced,
            Count::Table,
        ]);
        let code =
            *rng.pick(&[Code::None, Code::None, Code::None, Code::Front, Code::Behind, Code::RowAbove, Code::RowBelow]);
        let flag =
            *rng.pick(&[Flag::None, Flag::BeforeName, Flag::BeforePrice, Flag::Behind, Flag::Behind, Flag::Glued]);
        let letters = i64::from(if flag == Flag::Glued { 1 } else { *rng.pick(&[1, 1, 2, 3]) });
        let signed = rng.chance(0.45);
        let habits = Self {
            columns: u16::try_from(rng.between(32, 48)).unwrap_or(40),
            capitals: rng.chance(0.7),
            sign: signed.then(|| *rng.pick(words.signs)),
            sums_only: rng.chance(0.4),
            thousands: rng.chance(0.5),
            whole: words.whole.map(|groups| *rng.pick(groups)),
            minus: *rng.pick(&[Minus::Before, Minus::Before, Minus::Behind]),
            code,
            code_digits: u32::try_from(*rng.pick(&[4_i64, 5, 6, 8, 12, 13])).unwrap_or(6),
            flag,
            flags: std::array::from_fn(|_| mark(rng, letters)),
            rates: rng
                .chance(0.15)
                .then(|| *rng.pick(&[["7%", "19%"], ["5,5", "20,0"], ["6.00", "21.00"], ["8", "23"]])),
            count,
            ones: matches!(count, Count::Front | Count::Table) || rng.chance(0.25),
            sign_word: rng.pick::<&str>(&["x", "x", "X", "@", "*", "à"]),
            weighs: rng.chance(0.7),
            numbered: rng.chance(0.06),
            heading: *rng.pick(&[
                Heading::None,
                Heading::None,
                Heading::None,
                Heading::Plain,
                Heading::Numbered,
                Heading::Starred,
            ]),
            wrap: rng.chance(0.25).then(|| u16::try_from(rng.between(16, 24)).unwrap_or(20)),
            price_first: rng.chance(0.4),
            price_below: code != Code::RowBelow && rng.chance(0.1),
            discount: *rng.pick(&[
                Discount::Row,
                Discount::Row,
                Discount::Share,
                Discount::NameAgain,
                Discount::Block,
                Discount::FormerPrice,
            ]),
            discounts: *rng.pick(&[0.0, 0.05, 0.15, 0.3]),
            deposits: *rng.pick(&[0.0, 0.0, 0.1]),
            subtotal: rng.chance(0.5),
            tax_on_top: words.language == "en" && rng.chance(0.5),
            rounds: rng.chance(0.08),
            indent: u16::try_from(rng.between(0, 5)).unwrap_or(2),
            total: rng.pick::<&str>(words.total),
            total_large: rng.chance(0.5),
            words,
        };
        habits.fitting()
    }

    /// Moves a price that does not fit to the row below, or omits it: no till prints half of a price.
    fn fitting(mut self) -> Self {
        let wide = |is: bool, width: u32| if is { width } else { 0 };
        let front = wide(self.numbered, 4)
            + wide(self.flag == Flag::BeforeName, 4)
            + wide(self.code == Code::Front, self.code_digits + 1)
            + wide(self.count == Count::Front, if self.weighs { 9 } else { 4 });
        let behind = 10 + wide(self.rates.is_some(), 6) + wide(self.flag == Flag::BeforePrice, 4);
        let room = u32::from(self.right()).saturating_sub(front + behind);
        let code = wide(self.code == Code::Behind, self.code_digits + 1);
        match self.count {
            Count::Inside if room < 24 + code => self.count = Count::Below,
            Count::Table if room < 18 + code => self.code = Code::None,
            _ => {}
        }
        if self.code == Code::Behind && room < code + wide(self.count == Count::Table, 18) {
            self.code = Code::None;
        }
        self
    }

    pub fn number(&self, cents: i64) -> String {
        let (whole, part) = (cents.abs() / 100, cents.abs() % 100);
        if let Some(group) = self.whole {
            return if whole >= 1_000 {
                format!("{}{group}{:03}", whole / 1_000, whole % 1_000)
            } else {
                whole.to_string()
            };
        }
        let (point, group) = if self.words.comma { (',', '.') } else { ('.', ',') };
        let whole = if self.thousands && whole >= 1_000 {
            format!("{}{group}{:03}", whole / 1_000, whole % 1_000)
        } else {
            whole.to_string()
        };
        format!("{whole}{point}{part:02}")
    }

    /// An amount as it can be paid.
    pub fn rounded(&self, cents: i64) -> i64 {
        if self.whole.is_some() { (cents + 50).div_euclid(100) * 100 } else { cents }
    }

    pub fn price(&self, cents: i64) -> String {
        let sign = self.sign.filter(|_| !self.sums_only);
        self.signed(cents, sign)
    }

    pub fn sum(&self, cents: i64) -> String {
        self.signed(cents, self.sign)
    }

    fn signed(&self, cents: i64, sign: Option<(&str, bool)>) -> String {
        let number = self.number(cents);
        let amount = match sign {
            Some((sign, true)) => format!("{sign}{}{number}", if sign.len() > 2 { " " } else { "" }),
            Some((sign, false)) => format!("{number} {sign}"),
            None => number,
        };
        match (cents < 0, self.minus) {
            (false, _) => amount,
            (true, Minus::Before) => format!("-{amount}"),
            (true, Minus::Behind) => format!("{amount}-"),
        }
    }

    /// Thousandths as scales print them.
    pub fn weight(&self, thousandths: i64) -> String {
        let point = if self.words.comma { ',' } else { '.' };
        format!("{}{point}{:03}", thousandths / 1_000, thousandths % 1_000)
    }
}

/// A short token of capital letters, or a digit.
fn mark(rng: &mut Rng, letters: i64) -> String {
    if letters == 1 && rng.chance(0.2) {
        return rng.between(1, 4).to_string();
    }
    let letter =
        |rng: &mut Rng| *rng.pick(&['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'K', 'N', 'P', 'R', 'S', 'T', 'W']);
    (0..letters).map(|_| letter(rng)).collect()
}
