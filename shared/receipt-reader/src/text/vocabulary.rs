//! The words of tills: rows that are no products are recognised by them.
//!
//! For most topics one whole word decides. For sums, former prices and headings all words of a row must be such words,
//! so that a salad bar, a balance bread or a "Total" yogurt stay products. A few words count inside longer ones, too.

use domain::month::month_named;
use serde::Deserialize;
use std::collections::HashSet;
use std::sync::LazyLock;

/// The topic of a row by its words alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// The sum before tax or before discounts; items may follow in some shops.
    Subtotal,
    /// The sum to be paid.
    Total,
    Tax,
    /// Payment, change, cards.
    Payment,
    /// Price reductions, coupons, savings.
    Discount,
    /// A former or regular price, printed for comparison.
    FormerPrice,
    /// Deposits for bottles and their return.
    Deposit,
    /// A cancelled line.
    Void,
    /// Counts, tare weights and other remarks.
    Remark,
    /// A department's name over its products.
    Heading,
    Product,
}

/// The words by meaning. Each file in `till_words` is a language; `any.json` has common words. A till may mix
/// languages, so all words apply to every receipt.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
struct TillWords {
    subtotal: HashSet<String>,
    total: HashSet<String>,
    /// Words beside a word of a sum that do not make the row a product.
    beside_sum: HashSet<String>,
    tax: HashSet<String>,
    /// Words of rounding to coins.
    rounding: HashSet<String>,
    /// Words of a tax that is included in the sum.
    including: HashSet<String>,
    /// Names of taxes that are also abbreviations at the end of a product: `TOM PST` is tomato paste.
    tax_in_front: HashSet<String>,
    /// Words that make a row a payment.
    payment: HashSet<String>,
    /// Payment words that are also products' words: they count only if the row has nothing else.
    payment_alone: HashSet<String>,
    discount: HashSet<String>,
    former_price: HashSet<String>,
    beside_former_price: HashSet<String>,
    deposit: HashSet<String>,
    /// Carrier bags. A shop sells them, even if it calls their price a fee or a deposit.
    bag: HashSet<String>,
    void: HashSet<String>,
    remark: HashSet<String>,
    /// Names of departments, alone on a row. A small shop's till prints the name of the key for a product: `PRODUCE
    /// 3.49 F`.
    department: HashSet<String>,
    /// Other headings: further words of departments, and the heads of columns.
    heading: HashSet<String>,
    /// The heads of columns. Several of them and nothing else are no product, even with an amount.
    column: HashSet<String>,
    /// The value without tax, its words joined.
    net_value: HashSet<String>,
    /// Product groups that German shops print as headings, but only without an amount: a butcher's till prints `WURST
    /// 3,49`.
    group: HashSet<String>,
    /// Words of a discount, a deposit, a cancellation, a payment or a remark that are also parts of products' names,
    /// alone or with one other word: `BEEF TENDER`, `PRIX GARANTIE`, `SOTTO VUOTO`.
    in_names: HashSet<String>,
    /// Words of bills of restaurants and other services: `TABLE`, `GRATUITY`. Words that grocers use in another sense
    /// do not belong here (`STAMPS` are collected, `PORTO` is a town, a `TAFEL` receives donations).
    service: HashSet<String>,
}

static FILES: [&str; 20] = [
    include_str!("till_words/any.json"),
    include_str!("till_words/de.json"),
    include_str!("till_words/en.json"),
    include_str!("till_words/es.json"),
    include_str!("till_words/fr.json"),
    include_str!("till_words/it.json"),
    include_str!("till_words/nl.json"),
    include_str!("till_words/pl.json"),
    include_str!("till_words/cs.json"),
    include_str!("till_words/fi.json"),
    include_str!("till_words/hr.json"),
    include_str!("till_words/hu.json"),
    include_str!("till_words/lt.json"),
    include_str!("till_words/pt.json"),
    include_str!("till_words/ro.json"),
    include_str!("till_words/sv.json"),
    include_str!("till_words/tr.json"),
    include_str!("till_words/is.json"),
    include_str!("till_words/sl.json"),
    include_str!("till_words/ms.json"),
];

/// The minimum length of a word that is recognised with a misread letter.
const MIN_MISREAD_LENGTH: usize = 6;
/// Letters and digits that are confused with each other.
const CONFUSABLE: [&str; 6] = ["IJLT1", "OQDCG0", "B8", "S5", "NMH", "A4"];

/// Parts of longer words: `EINWEGPFANDFLASCHE`, `Mitarbeiterrabatt`.
const DEPOSIT_PARTS: [&str; 4] = ["PFAND", "LEERGUT", "PANTTI", "STATIEGELD"];
const DISCOUNT_PARTS: [&str; 2] = ["RABATT", "COUPON"];
const HOUR_WORDS: [&str; 4] = ["OPEN", "AM", "PM", "HOURS"];
/// Words beside a fee for the waste of a product.
const WASTE_WORDS: [&str; 8] = ["ECO", "ECOLOGY", "ENVIRO", "ENV", "ENVIRONMENTAL", "RECYCLING", "BOTTLE", "CONTAINER"];

static WORDS: LazyLock<TillWords> = LazyLock::new(|| {
    let files = FILES.iter().map(|file| serde_json::from_str(file).expect("the built-in words are well-formed"));
    files.fold(TillWords::default(), TillWords::merge)
});

impl TillWords {
    fn merge(mut self, more: Self) -> Self {
        for (list, more) in [
            (&mut self.subtotal, more.subtotal),
            (&mut self.total, more.total),
            (&mut self.beside_sum, more.beside_sum),
            (&mut self.tax, more.tax),
            (&mut self.rounding, more.rounding),
            (&mut self.including, more.including),
            (&mut self.tax_in_front, more.tax_in_front),
            (&mut self.payment, more.payment),
            (&mut self.payment_alone, more.payment_alone),
            (&mut self.discount, more.discount),
            (&mut self.former_price, more.former_price),
            (&mut self.beside_former_price, more.beside_former_price),
            (&mut self.deposit, more.deposit),
            (&mut self.bag, more.bag),
            (&mut self.void, more.void),
            (&mut self.remark, more.remark),
            (&mut self.department, more.department),
            (&mut self.heading, more.heading),
            (&mut self.column, more.column),
            (&mut self.net_value, more.net_value),
            (&mut self.group, more.group),
            (&mut self.in_names, more.in_names),
            (&mut self.service, more.service),
        ] {
            list.extend(more.iter().map(|word| to_plain_capitals(word)));
        }
        self
    }
}

/// Returns one bit for each list that has a word of the row, or two words together. The tagger's weights depend on the
/// order of the bits.
pub fn word_classes(text: &str) -> u32 {
    let words = words(text);
    let lists = [
        &WORDS.subtotal,
        &WORDS.total,
        &WORDS.tax,
        &WORDS.rounding,
        &WORDS.including,
        &WORDS.tax_in_front,
        &WORDS.payment,
        &WORDS.payment_alone,
        &WORDS.discount,
        &WORDS.former_price,
        &WORDS.deposit,
        &WORDS.void,
        &WORDS.remark,
        &WORDS.department,
        &WORDS.heading,
        &WORDS.group,
        &WORDS.in_names,
        &WORDS.beside_former_price,
    ];
    let mut classes = 0;
    for (bit, list) in lists.into_iter().enumerate() {
        let has = words.iter().any(|word| list.contains(word.as_str()))
            || words.windows(2).any(|pair| list.contains(&pair.concat()));
        classes |= u32::from(has) << bit;
    }
    let has_part = |parts: &[&str]| words.iter().any(|word| contains_part(word, parts));
    for (bit, parts) in (18..).zip([&DEPOSIT_PARTS[..], &DISCOUNT_PARTS, &["TOTAL", "SUMME"], &["STORNO", "VOID"]]) {
        classes |= u32::from(has_part(parts)) << bit;
    }
    classes
}

/// Returns the words of a row, or two together, that are on bills of restaurants and services and on no grocer's
/// receipt.
pub fn service_words(text: &str) -> Vec<String> {
    let words = words(text);
    let pairs = words.windows(2).map(<[String]>::concat);
    words.iter().cloned().chain(pairs).filter(|word| WORDS.service.contains(word)).collect()
}

/// Returns true if a label has a word for a carrier bag.
pub fn has_bag_word(label: &str) -> bool {
    words(label).iter().any(|word| WORDS.bag.contains(word))
}

/// The minimum number of heads of columns in a row of them.
const MIN_COLUMNS: usize = 2;
/// The minimum length of an identifier of an electronic invoice, and its minimum changes between letters and digits.
const MIN_ID_LENGTH: usize = 20;
const MIN_ID_CHANGES: usize = 4;

/// Returns true for a label that is no product, whatever is beside it: the heads of columns, the value without tax, the
/// identifier of an electronic invoice, a date or time of day.
pub fn is_never_product(label: &str) -> bool {
    if is_timestamp(label) {
        return true;
    }
    let owned = words(label);
    let letters: Vec<&String> = owned.iter().filter(|word| word.contains(char::is_alphabetic)).collect();
    let are_columns = letters.len() >= MIN_COLUMNS
        && letters.iter().all(|word| WORDS.column.contains(*word) || word.chars().count() == 1)
        && letters.iter().filter(|word| word.chars().count() > 2).count() >= MIN_COLUMNS;
    let joined: String = letters.into_iter().map(String::as_str).collect();
    are_columns || WORDS.net_value.contains(&joined) || owned.iter().any(|word| is_identifier(word))
}

/// Returns true for a date or time of day without other words.
fn is_timestamp(label: &str) -> bool {
    let plain = to_plain_capitals(label).to_lowercase();
    let mut words = plain.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().count() > 2);
    words.all(|word| month_named(word).is_some()) && super::has_timestamp(label)
}

fn is_identifier(word: &str) -> bool {
    let glyphs: Vec<char> = word.chars().filter(|c| c.is_alphanumeric()).collect();
    let changes = glyphs.windows(2).filter(|pair| pair[0].is_ascii_digit() != pair[1].is_ascii_digit()).count();
    glyphs.len() >= MIN_ID_LENGTH && changes >= MIN_ID_CHANGES
}

/// Returns a word in capitals without accents: many tills print none, and a recogniser loses them.
pub(crate) fn to_plain_capitals(word: &str) -> String {
    let base = |c: char| match c {
        'À'..='Å' | 'Ā' | 'Ă' | 'Ą' => 'A',
        'Ç' | 'Ć' | 'Č' => 'C',
        'Ď' | 'Đ' => 'D',
        'È'..='Ë' | 'Ē' | 'Ė' | 'Ę' | 'Ě' => 'E',
        'Ì'..='Ï' | 'Ī' | 'Į' | 'İ' => 'I',
        'Ĺ' | 'Ļ' | 'Ľ' | 'Ł' => 'L',
        'Ñ' | 'Ń' | 'Ņ' | 'Ň' => 'N',
        'Ò'..='Ö' | 'Ø' | 'Ō' | 'Ő' => 'O',
        'Ŕ' | 'Ř' => 'R',
        'Ś' | 'Š' | 'Ş' | 'Ș' => 'S',
        'Ť' | 'Ţ' | 'Ț' => 'T',
        'Ù'..='Ü' | 'Ū' | 'Ů' | 'Ű' | 'Ų' => 'U',
        'Ý' => 'Y',
        'Ź' | 'Ż' | 'Ž' => 'Z',
        c => c,
    };
    word.to_uppercase().chars().map(base).collect()
}

/// Returns the words of a label in plain capitals, without the marks around them.
pub fn words(label: &str) -> Vec<String> {
    to_plain_capitals(label)
        .split(|c: char| {
            c.is_whitespace() || matches!(c, ':' | ';' | '*' | '(' | ')' | '=' | '#' | '<' | '>' | '!' | '"' | '\'')
        })
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '&' && c != '%').to_owned())
        .filter(|word| !word.is_empty())
        .collect()
}

/// A label with its words.
struct Label<'a> {
    text: &'a str,
    words: &'a [String],
    /// The words that have letters.
    named: Vec<&'a str>,
    /// These, joined: `ARA TOPLAM`, `T O T A L`.
    joined: String,
}

/// Returns the topic of a row with this label.
pub fn classify_label(label: &str) -> Topic {
    let words = words(label);
    let label = Label::new(label, &words);
    if label.named.is_empty() {
        Topic::Product
    } else if label.is_subtotal() {
        Topic::Subtotal
    } else if let Some(topic) = label.charge_or_deposit() {
        topic
    } else if label.has_any(&WORDS.void) {
        Topic::Void
    } else if let Some(topic) = label.sum_or_tax() {
        topic
    } else if label.is_discount() {
        Topic::Discount
    } else if label.is_former_price() {
        Topic::FormerPrice
    } else if label.is_payment() {
        Topic::Payment
    } else if label.is_heading() {
        Topic::Heading
    } else if label.is_remark() {
        Topic::Remark
    } else {
        Topic::Product
    }
}

impl<'a> Label<'a> {
    fn new(text: &'a str, words: &'a [String]) -> Self {
        let has_letter = |word: &&str| word.chars().any(char::is_alphabetic);
        let named: Vec<&str> = words.iter().map(String::as_str).filter(has_letter).collect();
        let joined = named.concat();
        Self { text, words, named, joined }
    }

    fn has_any(&self, list: &HashSet<String>) -> bool {
        self.named.iter().any(|word| list.contains(*word))
    }

    fn has_only(&self, list: &HashSet<String>) -> bool {
        self.named.iter().all(|word| list.contains(*word))
    }

    fn has_one_of(&self, words: &[&str]) -> bool {
        self.named.iter().any(|word| words.contains(word))
    }

    fn has_part(&self, parts: &[&str]) -> bool {
        self.named.iter().any(|word| contains_part(word, parts))
    }

    /// Returns true if its words make one of the list together.
    fn is_spaced(&self, list: &HashSet<String>) -> bool {
        self.named.len() > 1 && self.joined.len() >= 5 && list.contains(&self.joined)
    }

    fn is_subtotal(&self) -> bool {
        self.has_any(&WORDS.subtotal)
            || self.is_spaced(&WORDS.subtotal)
            || self.named.contains(&"SUB") && self.named.contains(&"TOTAL")
            || is_near(&self.joined, "SUBTOTAL")
            || is_near(&self.joined, "ZWISCHENSUMME")
    }

    fn charge_or_deposit(&self) -> Option<Topic> {
        // A bag or a delivery that is charged for is a product.
        let is_deposit = self.has_any(&WORDS.deposit) || self.has_part(&DEPOSIT_PARTS);
        let is_charge = self.has_one_of(&["CHARGE", "FEE", "LEVY"]);
        let is_delivery = self.named.last() == Some(&"CHARGE") && self.has_one_of(&["DELIVERY", "SERVICE"]);
        if is_delivery || (is_charge || is_deposit) && self.has_any(&WORDS.bag) {
            return Some(Topic::Product);
        }
        let is_levy = self.has_one_of(&["FEE", "LEVY"]) && self.has_one_of(&WASTE_WORDS);
        (is_levy || is_deposit).then_some(Topic::Deposit)
    }

    fn sum_or_tax(&self) -> Option<Topic> {
        // `T O T A L`, `TOTA(A)L`
        if self.is_spaced(&WORDS.total) {
            return Some(Topic::Total);
        }
        if self.has_any(&WORDS.rounding) {
            return Some(if self.has_any(&WORDS.total) { Topic::Total } else { Topic::Tax });
        }
        let is_single_letter = |word: &str| word.chars().count() == 1;
        if self.has_any(&WORDS.total)
            && self.named.iter().all(|word| is_single_letter(word) || is_tax(word) || is_sum_word(word))
        {
            // `TOTAL INCL. GST`: what is to be paid, with the tax.
            let first = |list: &HashSet<String>| self.named.iter().position(|word| list.contains(*word));
            let (total, including) = (first(&WORDS.total), first(&WORDS.including));
            if total.zip(including).is_some_and(|(total, including)| total < including) {
                return Some(Topic::Total);
            }
            if self.named.iter().any(|word| word.starts_with("EXCL")) {
                return Some(Topic::Subtotal);
            }
            if !self.named.iter().any(|word| is_tax(word)) {
                let is_remark = matches!(self.named.as_slice(), ["ZAHLEN" | "DUE" | "AMOUNT"]);
                return Some(if is_remark { Topic::Remark } else { Topic::Total });
            }
        }
        let in_front = self.named.iter().position(|word| WORDS.tax_in_front.contains(*word));
        let begins_with_tax =
            in_front.is_some_and(|at| self.named[..at].iter().all(|word| is_tax(word) || is_sum_word(word)));
        (self.has_any(&WORDS.tax) || begins_with_tax).then_some(Topic::Tax)
    }

    fn is_discount(&self) -> bool {
        // `20% OFF` and `OFF 20%` are discounts; `OFF` in front of nothing but words is insect spray.
        let has_letters_only = self.words.len() == self.named.len();
        let has_off = self.named.iter().skip(usize::from(has_letters_only)).any(|word| *word == "OFF");
        let is_misread_discount = |word: &&str| WORDS.discount.iter().any(|known| is_misread(word, known));
        has_off
            || self.has_any(&WORDS.discount)
            || self.has_part(&DISCOUNT_PARTS)
            || self.named.iter().any(is_misread_discount)
    }

    fn is_former_price(&self) -> bool {
        let compares_prices = self.has_any(&WORDS.former_price) || self.named.ends_with(&["YOU", "PAY"]);
        compares_prices && self.has_only(&WORDS.beside_former_price)
    }

    fn is_payment(&self) -> bool {
        self.has_any(&WORDS.payment) || self.is_spaced(&WORDS.payment) || self.has_only(&WORDS.payment_alone)
    }

    fn is_heading(&self) -> bool {
        self.named.iter().all(|word| WORDS.department.contains(*word) || WORDS.heading.contains(*word))
    }

    fn is_remark(&self) -> bool {
        let has_hours = self.has_one_of(&HOUR_WORDS) && self.text.contains(|c: char| c.is_ascii_digit());
        has_hours || self.has_any(&WORDS.remark)
    }
}

fn is_tax(word: &str) -> bool {
    WORDS.tax.contains(word) || WORDS.tax_in_front.contains(word)
}

fn is_sum_word(word: &str) -> bool {
    WORDS.total.contains(word) || WORDS.beside_sum.contains(word)
}

/// Returns the topic of a row with this label and a positive amount. Words of other topics may be parts of a product's
/// name if it has other words: `PROMO JUS DE POMME`, `BEEF TENDER ROAST`.
pub fn classify_priced_label(label: &str) -> Topic {
    let topic = classify_label(label);
    if !matches!(topic, Topic::Deposit | Topic::Void | Topic::Discount | Topic::Payment | Topic::Remark) {
        return topic;
    }
    // `COLA 1,5L + PFAND`: a product with its deposit.
    let front = label.split_once('+').map_or("", |(front, _)| front.trim());
    if topic == Topic::Deposit && !front.is_empty() && classify_label(front) == Topic::Product {
        return Topic::Product;
    }
    let words = words(label);
    let deciding = [&WORDS.deposit, &WORDS.void, &WORDS.discount, &WORDS.payment, &WORDS.remark];
    let decides = |word: &str| {
        deciding.iter().any(|list| list.contains(word))
            || contains_part(word, &DEPOSIT_PARTS)
            || contains_part(word, &DISCOUNT_PARTS)
            || word == "OFF"
            || HOUR_WORDS.contains(&word)
    };
    let may_be_in_name = |at: usize| {
        let pair = |first: Option<usize>| {
            let pair = first.and_then(|first| words.get(first..first + 2));
            pair.is_some_and(|pair| WORDS.in_names.contains(&pair.join(" ")))
        };
        WORDS.in_names.contains(&words[at]) || pair(Some(at)) || pair(at.checked_sub(1))
    };
    let has_other_word =
        || words.iter().any(|word| word.chars().filter(|c| c.is_alphabetic()).count() >= 4 && !is_till_word(word));
    let mut deciding = (0..words.len()).filter(|at| decides(&words[*at])).peekable();
    if deciding.peek().is_some() && deciding.all(may_be_in_name) && has_other_word() { Topic::Product } else { topic }
}

/// Returns true if a word is on a list whose words make no product's name by themselves. Products have the words of
/// the other lists, such as names of departments, too.
fn is_till_word(word: &str) -> bool {
    let lists = [
        &WORDS.subtotal,
        &WORDS.total,
        &WORDS.beside_sum,
        &WORDS.tax,
        &WORDS.payment,
        &WORDS.payment_alone,
        &WORDS.discount,
        &WORDS.former_price,
        &WORDS.beside_former_price,
        &WORDS.deposit,
        &WORDS.void,
        &WORDS.remark,
        &WORDS.heading,
    ];
    lists.iter().any(|list| list.contains(word))
}

/// Returns true if a word contains one of these parts.
fn contains_part(word: &str, parts: &[&str]) -> bool {
    parts.iter().any(|part| word.contains(part))
}

/// Returns true if a word is a known one with one misread letter.
fn is_misread(word: &str, known: &str) -> bool {
    let is_long = word.len() == known.len() && known.len() >= MIN_MISREAD_LENGTH;
    let mut wrong = word.chars().zip(known.chars()).filter(|(a, b)| a != b);
    let are_confusable =
        |(a, b): (char, char)| CONFUSABLE.iter().any(|letters| letters.contains(a) && letters.contains(b));
    is_long && wrong.next().is_some_and(are_confusable) && wrong.next().is_none()
}

/// Returns true if a word differs from a known one of the same length in at most two letters: sums are often printed
/// bold or stretched and misread.
fn is_near(word: &str, known: &str) -> bool {
    let (word, known): (Vec<char>, Vec<char>) = (word.chars().collect(), known.chars().collect());
    word.len() == known.len() && word.iter().zip(&known).filter(|(a, b)| a != b).count() <= 2
}

#[cfg(test)]
mod tests;
