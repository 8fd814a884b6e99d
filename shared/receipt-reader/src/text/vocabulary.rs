//! The words on receipts that are not products: what ends the list, what changes a price, what heads a section.
//!
//! A word counts only as a whole word, and most rows only if all their words are such words, so that a salad bar, a
//! balance bread or a "Total" yogurt stay products.

use serde::Deserialize;
use std::collections::HashSet;
use std::sync::LazyLock;

/// What a row is about, judged by its words alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// The sum before tax or before discounts; items may follow in some shops.
    Subtotal,
    /// The sum to be paid.
    Total,
    Tax,
    /// How it was paid, change, cards.
    Payment,
    /// Price reductions, coupons, savings.
    Discount,
    /// A former or regular price, printed for comparison.
    FormerPrice,
    /// Deposits for bottles and their return.
    Deposit,
    /// A line taken back.
    Void,
    /// Counts, tare weights and other remarks.
    Remark,
    /// A department's name over its products.
    Heading,
    Product,
}

/// The words, by what they say. A language is a file in `till_words`; what several have in common stands in `any.json`.
/// A till may mix languages, so all of them count on every receipt.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
struct Lists {
    subtotal: HashSet<String>,
    total: HashSet<String>,
    /// Words that may stand beside a word of a sum without making a product of it.
    beside_sum: HashSet<String>,
    tax: HashSet<String>,
    /// What is added so that the sum can be paid in coins.
    rounding: HashSet<String>,
    /// Words beside the name of a tax that is in the sum already.
    including: HashSet<String>,
    /// Taxes whose names are as short as an abbreviated product's last word: `TOM PST` is tomato paste.
    tax_in_front: HashSet<String>,
    /// Words whose whole-word presence makes a payment row, wherever it stands below the items.
    payment: HashSet<String>,
    /// Payment words that are also products' words: only when the row has nothing else.
    payment_alone: HashSet<String>,
    discount: HashSet<String>,
    former_price: HashSet<String>,
    beside_former_price: HashSet<String>,
    deposit: HashSet<String>,
    /// Bags to carry things home in. A shop sells them, also where it calls their price a fee or a deposit.
    bag: HashSet<String>,
    void: HashSet<String>,
    remark: HashSet<String>,
    /// Names of departments. They stand alone on a row; a small shop's till also prints its key's name for a thing
    /// sold: `PRODUCE 3.49 F`.
    department: HashSet<String>,
    /// What else stands alone on a row: further words of departments, and the heads of columns.
    heading: HashSet<String>,
    /// Groups of goods that German shops print above them. Unlike a department's, such a name is a heading only where
    /// no amount stands beside it: a butcher's till prints `WURST 3,49`.
    group: HashSet<String>,
    /// Words of a discount, a deposit, a void, a payment or a remark that stand in names of things, too, by themselves
    /// or beside one other word: `BEEF TENDER`, `PRIX GARANTIE`, `SOTTO VUOTO`.
    in_names: HashSet<String>,
    /// Words of the bills of restaurants and other services: `TABLE`, `GRATUITY`. Words that grocers print in another
    /// sense do not belong here (`STAMPS` are collected, `PORTO` is a town, a `TAFEL` is donated to).
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

/// Shorter words are like others by chance.
const MIN_MISREAD: usize = 6;
/// Letters and digits that are taken for each other.
const ALIKE: [&str; 6] = ["IJLT1", "OQDCG0", "B8", "S5", "NMH", "A4"];

/// Words that longer ones are made of: `EINWEGPFANDFLASCHE`, `Mitarbeiterrabatt`.
const DEPOSITS: [&str; 4] = ["PFAND", "LEERGUT", "PANTTI", "STATIEGELD"];
const DISCOUNTS: [&str; 2] = ["RABATT", "COUPON"];
const HOURS: [&str; 4] = ["OPEN", "AM", "PM", "HOURS"];

static LISTS: LazyLock<Lists> = LazyLock::new(|| {
    let files = FILES.iter().map(|file| serde_json::from_str(file).expect("the built-in words are well-formed"));
    files.fold(Lists::default(), Lists::with)
});

impl Lists {
    fn with(mut self, more: Self) -> Self {
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
            (&mut self.group, more.group),
            (&mut self.in_names, more.in_names),
            (&mut self.service, more.service),
        ] {
            list.extend(more.iter().map(|word| plain(word)));
        }
        self
    }
}

/// What the words of a row say of a till, each by itself: one bit for each list that holds one of them, or a word and
/// the next one together.
pub fn classes(text: &str) -> u32 {
    let words = words(text);
    let lists = [
        &LISTS.subtotal,
        &LISTS.total,
        &LISTS.tax,
        &LISTS.rounding,
        &LISTS.including,
        &LISTS.tax_in_front,
        &LISTS.payment,
        &LISTS.payment_alone,
        &LISTS.discount,
        &LISTS.former_price,
        &LISTS.deposit,
        &LISTS.void,
        &LISTS.remark,
        &LISTS.department,
        &LISTS.heading,
        &LISTS.group,
        &LISTS.in_names,
        &LISTS.beside_former_price,
    ];
    let mut classes = 0;
    for (bit, list) in lists.into_iter().enumerate() {
        let has = words.iter().any(|word| list.contains(word.as_str()))
            || words.windows(2).any(|pair| list.contains(&pair.concat()));
        classes |= u32::from(has) << bit;
    }
    let is_made = |parts: &[&str]| words.iter().any(|word| is_made_of(word, parts));
    for (bit, parts) in (18..).zip([&DEPOSITS[..], &DISCOUNTS, &["TOTAL", "SUMME"], &["STORNO", "VOID"]]) {
        classes |= u32::from(is_made(parts)) << bit;
    }
    classes
}

/// The words of a row, or two together, that stand on bills of restaurants and services and on no grocer's receipt.
pub fn service_words(text: &str) -> Vec<String> {
    let words = words(text);
    let pairs = words.windows(2).map(<[String]>::concat);
    words.iter().cloned().chain(pairs).filter(|word| LISTS.service.contains(word)).collect()
}

/// Returns true if a row is about a bag to carry things home in.
pub fn names_bag(label: &str) -> bool {
    words(label).iter().any(|word| LISTS.bag.contains(word))
}

/// A word in capitals without its accents: many tills print none, and a recogniser loses them.
pub(crate) fn plain(word: &str) -> String {
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

/// The words of a label: in plain capitals, without the marks around them.
pub fn words(label: &str) -> Vec<String> {
    plain(label)
        .split(|c: char| {
            c.is_whitespace() || matches!(c, ':' | ';' | '*' | '(' | ')' | '=' | '#' | '<' | '>' | '!' | '"' | '\'')
        })
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '&' && c != '%').to_owned())
        .filter(|word| !word.is_empty())
        .collect()
}

fn any(words: &[&str], list: &HashSet<String>) -> bool {
    words.iter().any(|word| list.contains(*word))
}

fn all(words: &[&str], list: &HashSet<String>) -> bool {
    words.iter().all(|word| list.contains(*word))
}

fn has_one_of(words: &[&str], list: &[&str]) -> bool {
    words.iter().any(|word| list.contains(word))
}

/// What a row with this label is about. `below_items` says that the sum or the payment was already seen.
pub fn topic(label: &str) -> Topic {
    let owned = words(label);
    let letters: Vec<&str> =
        owned.iter().map(String::as_str).filter(|word| word.chars().any(char::is_alphabetic)).collect();
    if letters.is_empty() {
        return Topic::Product;
    }
    let joined = letters.concat();
    // `ARA TOPLAM`, `SOUS TOTAL`
    let is_spelt = |list: &HashSet<String>| letters.len() > 1 && joined.len() >= 5 && list.contains(joined.as_str());
    if any(&letters, &LISTS.subtotal)
        || is_spelt(&LISTS.subtotal)
        || (letters.contains(&"SUB") && letters.contains(&"TOTAL"))
        || is_near(&joined, "SUBTOTAL")
        || is_near(&joined, "ZWISCHENSUMME")
    {
        return Topic::Subtotal;
    }
    // What a shop charges for is a thing: a bag, a delivery.
    let is_deposit = any(&letters, &LISTS.deposit) || letters.iter().any(|word| is_made_of(word, &DEPOSITS));
    let is_charge = has_one_of(&letters, &["CHARGE", "FEE", "LEVY"]);
    let is_delivery = letters.last() == Some(&"CHARGE") && has_one_of(&letters, &["DELIVERY", "SERVICE"]);
    if is_delivery || (is_charge || is_deposit) && any(&letters, &LISTS.bag) {
        return Topic::Product;
    }
    // What is paid for the waste that a thing will be.
    let is_levy = has_one_of(&letters, &["FEE", "LEVY"])
        && has_one_of(
            &letters,
            &["ECO", "ECOLOGY", "ENVIRO", "ENV", "ENVIRONMENTAL", "RECYCLING", "BOTTLE", "CONTAINER"],
        );
    if is_levy || is_deposit {
        return Topic::Deposit;
    }
    if any(&letters, &LISTS.void) {
        return Topic::Void;
    }
    let names_a_tax = |word: &str| LISTS.tax.contains(word) || LISTS.tax_in_front.contains(word);
    let names_a_sum = any(&letters, &LISTS.total)
        && letters.iter().all(|word| {
            let is_scrap = word.chars().count() == 1;
            is_scrap || names_a_tax(word) || LISTS.total.contains(*word) || LISTS.beside_sum.contains(*word)
        });
    // `T O T A L`, `TOTA(A)L`
    if is_spelt(&LISTS.total) {
        return Topic::Total;
    }
    if any(&letters, &LISTS.rounding) {
        return if any(&letters, &LISTS.total) { Topic::Total } else { Topic::Tax };
    }
    // `TOTAL INCL. GST`: what is to be paid, with the tax.
    let first = |list: &HashSet<String>| letters.iter().position(|word| list.contains(*word));
    let includes_tax =
        first(&LISTS.total).zip(first(&LISTS.including)).is_some_and(|(total, including)| total < including);
    if names_a_sum && includes_tax {
        return Topic::Total;
    }
    if names_a_sum && letters.iter().any(|word| word.starts_with("EXCL")) {
        return Topic::Subtotal;
    }
    if names_a_sum && !any(&letters, &LISTS.tax) && !any(&letters, &LISTS.tax_in_front) {
        return if letters == ["ZAHLEN"] || letters == ["DUE"] || letters == ["AMOUNT"] {
            Topic::Remark
        } else {
            Topic::Total
        };
    }
    if any(&letters, &LISTS.tax)
        || letters.iter().position(|word| LISTS.tax_in_front.contains(*word)).is_some_and(|at| {
            letters[..at]
                .iter()
                .all(|word| names_a_tax(word) || LISTS.total.contains(*word) || LISTS.beside_sum.contains(*word))
        })
    {
        return Topic::Tax;
    }
    // `20% OFF` takes off; what begins with the word is insect spray.
    let takes_off = letters.iter().skip(usize::from(owned.len() == letters.len())).any(|word| *word == "OFF");
    let is_misread = |word: &&str| LISTS.discount.iter().any(|known| is_misread(word, known));
    if any(&letters, &LISTS.discount)
        || letters.iter().any(is_misread)
        || takes_off
        || letters.iter().any(|word| is_made_of(word, &DISCOUNTS))
    {
        return Topic::Discount;
    }
    let compares_prices = any(&letters, &LISTS.former_price) || letters.ends_with(&["YOU", "PAY"]);
    if compares_prices && all(&letters, &LISTS.beside_former_price) {
        return Topic::FormerPrice;
    }
    if any(&letters, &LISTS.payment) || is_spelt(&LISTS.payment) || all(&letters, &LISTS.payment_alone) {
        return Topic::Payment;
    }
    if letters.iter().all(|word| LISTS.department.contains(*word) || LISTS.heading.contains(*word)) {
        return Topic::Heading;
    }
    let tells_hours = has_one_of(&letters, &HOURS) && label.contains(|c: char| c.is_ascii_digit());
    if any(&letters, &LISTS.remark) || tells_hours {
        return Topic::Remark;
    }
    Topic::Product
}

/// What a row with this label and an amount above zero is about. All that makes another row of it than a thing may be a
/// part of a thing's name that goes on with a word of no till: `PROMO JUS DE POMME`, `BEEF TENDER ROAST`.
pub fn priced_topic(label: &str) -> Topic {
    let topic = topic(label);
    if !matches!(topic, Topic::Deposit | Topic::Void | Topic::Discount | Topic::Payment | Topic::Remark) {
        return topic;
    }
    // `COLA 1,5L + PFAND`: a thing with its deposit.
    let front = label.split_once('+').map_or("", |(front, _)| front.trim());
    if topic == Topic::Deposit && !front.is_empty() && self::topic(front) == Topic::Product {
        return Topic::Product;
    }
    let words = words(label);
    let deciding = [&LISTS.deposit, &LISTS.void, &LISTS.discount, &LISTS.payment, &LISTS.remark];
    let decides = |word: &str| {
        deciding.iter().any(|list| list.contains(word))
            || is_made_of(word, &DEPOSITS)
            || is_made_of(word, &DISCOUNTS)
            || word == "OFF"
            || HOURS.contains(&word)
    };
    let is_named = |at: usize| {
        let pair = |first: Option<usize>| {
            let pair = first.and_then(|first| words.get(first..first + 2));
            pair.is_some_and(|pair| LISTS.in_names.contains(&pair.join(" ")))
        };
        LISTS.in_names.contains(&words[at]) || pair(Some(at)) || pair(at.checked_sub(1))
    };
    let names_more =
        || words.iter().any(|word| word.chars().filter(|c| c.is_alphabetic()).count() >= 4 && !is_of_tills(word));
    let mut deciding = (0..words.len()).filter(|at| decides(&words[*at])).peekable();
    if deciding.peek().is_some() && deciding.all(is_named) && names_more() { Topic::Product } else { topic }
}

/// Whether a word is of a till, whatever it tells there. Departments and groups of goods are called as the goods are.
fn is_of_tills(word: &str) -> bool {
    let lists = [
        &LISTS.subtotal,
        &LISTS.total,
        &LISTS.beside_sum,
        &LISTS.tax,
        &LISTS.payment,
        &LISTS.payment_alone,
        &LISTS.discount,
        &LISTS.former_price,
        &LISTS.beside_former_price,
        &LISTS.deposit,
        &LISTS.void,
        &LISTS.remark,
        &LISTS.heading,
    ];
    lists.iter().any(|list| list.contains(word))
}

/// Returns true if a word has one of these in it.
fn is_made_of(word: &str, parts: &[&str]) -> bool {
    parts.iter().any(|part| word.contains(part))
}

/// Returns true if a word is another one with one letter that was misread.
fn is_misread(word: &str, known: &str) -> bool {
    let is_long = word.len() == known.len() && known.len() >= MIN_MISREAD;
    let mut wrong = word.chars().zip(known.chars()).filter(|(a, b)| a != b);
    let is_like = |(a, b): (char, char)| ALIKE.iter().any(|letters| letters.contains(a) && letters.contains(b));
    is_long && wrong.next().is_some_and(is_like) && wrong.next().is_none()
}

/// Whether a long word differs from another in at most two letters: sums are often printed bold or stretched and
/// misread.
fn is_near(word: &str, known: &str) -> bool {
    let (word, known): (Vec<char>, Vec<char>) = (word.chars().collect(), known.chars().collect());
    word.len() == known.len() && word.iter().zip(&known).filter(|(a, b)| a != b).count() <= 2
}

#[cfg(test)]
#[path = "vocabulary_tests.rs"]
mod tests;
