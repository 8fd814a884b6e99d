//! Decides whether two readings are photos of one receipt.
//!
//! Two photos of one receipt differ in some letters; two receipts of one store may have the same items at the same
//! prices. A missed duplicate costs a click, a false one hides purchases. So any evidence of a second purchase (another
//! time, total or item) decides against, and without a common time or number only a long list of amounts decides for.

use super::amounts::{amount, cents, common_in_order, ratio};
use super::printed_marks::{MIN_PAYMENT_NUMBERS, MarkMatch, PrintedMarks};
use super::products::Products;
use receipt_reader::Receipt;
use serde::{Deserialize, Serialize};

/// The maximum number of stored amounts.
const MAX_AMOUNTS: usize = 80;
/// The minimum number of common amounts, in their order, that identify a receipt without a printed time.
const MIN_COMMON_AMOUNTS: usize = 6;
/// Shares of common amounts, from the coincidences of two purchases to the losses of misread digits.
const SOME: f64 = 0.25;
const HALF: f64 = 0.5;
const THREE_QUARTERS: f64 = 0.75;
const NEARLY_ALL: f64 = 0.85;

/// The stored features of a receipt, to recognise it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fingerprint {
    /// Amounts in cents, in the order of the lines.
    #[serde(rename = "a")]
    amounts: Vec<u32>,
    #[serde(rename = "i", default)]
    products: Products,
    #[serde(rename = "s", default)]
    total: Option<PrintedSum>,
    /// The sum before tax. In Europe there is none, and in America a digit of the total may be unread.
    #[serde(rename = "u", default)]
    subtotal: Option<PrintedSum>,
    #[serde(flatten)]
    printed_marks: PrintedMarks,
}

/// A printed sum. It is stored as a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(u32, bool)", into = "(u32, bool)")]
struct PrintedSum {
    cents: u32,
    /// True if the products add up to it, or it is printed twice.
    is_confirmed: bool,
}

impl From<(u32, bool)> for PrintedSum {
    fn from((cents, is_confirmed): (u32, bool)) -> Self {
        Self { cents, is_confirmed }
    }
}

impl From<PrintedSum> for (u32, bool) {
    fn from(sum: PrintedSum) -> Self {
        (sum.cents, sum.is_confirmed)
    }
}

impl Fingerprint {
    pub fn of(receipt: &Receipt) -> Self {
        let words = receipt.lines.iter().flat_map(|line| line.split_whitespace());
        let mut amounts: Vec<u32> = words.filter_map(amount).collect();
        let sum = |printed: Option<f64>, is_added_up: bool| {
            let cents = cents(printed?);
            // A paid amount is printed again with the payment.
            let is_repeated = amounts.iter().filter(|amount| **amount == cents).count() >= 2;
            Some(PrintedSum { cents, is_confirmed: is_added_up || is_repeated })
        };
        let is_added_up = receipt.balanced == Some(true);
        // The products add up to the subtotal where there is one.
        let total = sum(receipt.total, is_added_up && receipt.subtotal.is_none());
        let subtotal = sum(receipt.subtotal, is_added_up);
        amounts.truncate(MAX_AMOUNTS);
        Self {
            amounts,
            products: Products::of(&receipt.items),
            total,
            subtotal,
            printed_marks: PrintedMarks::of(&receipt.lines),
        }
    }

    pub fn encode(&self) -> String {
        serde_json::to_string(self).expect("a fingerprint is plain data")
    }

    pub fn decode(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// Returns true if both are photos of one receipt.
    pub fn is_same_receipt(&self, other: &Self) -> bool {
        let times = self.printed_marks.compare_times(&other.printed_marks);
        let dates = self.printed_marks.compare_dates(&other.printed_marks, times);
        let sums = self.compare_sums(other);
        if [times, dates, sums].contains(&MarkMatch::Different) {
            return false;
        }
        let common = common_in_order(&self.amounts, &other.amounts);
        let common_share = ratio(common, self.amounts.len().max(other.amounts.len()));
        let products = self.products.compare(&other.products);
        let numbers = self.printed_marks.compare_numbers(&other.printed_marks, times);
        let own = self.printed_marks.count_common_own_numbers(&other.printed_marks);
        // Two numbers of one payment leave no doubt: then what one of the photos lacks or misread does not matter.
        let is_one_payment = own >= MIN_PAYMENT_NUMBERS;
        if is_one_payment && sums == MarkMatch::Equal && common_share >= SOME && products.replaced <= products.shared {
            return true;
        }
        if times == MarkMatch::Equal {
            let is_same_minute = dates == MarkMatch::Equal;
            // One minute of one day: other misreadings do not matter, and with a payment's own number the photo may be
            // arbitrarily bad.
            if is_same_minute && (is_one_payment || own > 0 && numbers != MarkMatch::Different) {
                return common_share >= SOME;
            }
            // If the day is in doubt, a number decides.
            let min_agreement = if is_same_minute || numbers == MarkMatch::Equal { HALF } else { THREE_QUARTERS };
            // One of the photos may show only a part of the receipt.
            let shorter = ratio(common, self.amounts.len().min(other.amounts.len()));
            let is_part = is_same_minute && common >= MIN_COMMON_AMOUNTS && shorter >= THREE_QUARTERS;
            return (is_same_minute || is_one_payment || numbers != MarkMatch::Different)
                && (common_share >= min_agreement || is_part)
                && products.replaced_at_another_price <= products.shared;
        }
        // Without a common time: an own number in common, or only an equal day to compare.
        let is_stamped =
            own > 0 || !self.printed_marks.either_has_time(&other.printed_marks) && dates == MarkMatch::Equal;
        let min_agreement = if own > 0 && dates == MarkMatch::Equal { THREE_QUARTERS } else { NEARLY_ALL };
        is_stamped
            && numbers != MarkMatch::Different
            && sums == MarkMatch::Equal
            && products.replaced == 0
            && common >= MIN_COMMON_AMOUNTS
            && common_share >= min_agreement
    }

    /// Compares the totals and the subtotals.
    fn compare_sums(&self, other: &Self) -> MarkMatch {
        match (compare(self.total, other.total), compare(self.subtotal, other.subtotal)) {
            (MarkMatch::Different, _) | (_, MarkMatch::Different) => MarkMatch::Different,
            (MarkMatch::Equal, _) | (_, MarkMatch::Equal) => MarkMatch::Equal,
            _ => MarkMatch::Unknown,
        }
    }
}

/// Compares two sums. An unconfirmed one may be misread.
fn compare(a: Option<PrintedSum>, b: Option<PrintedSum>) -> MarkMatch {
    match (a, b) {
        (Some(a), Some(b)) if a.cents == b.cents => MarkMatch::Equal,
        (Some(a), Some(b)) if a.is_confirmed && b.is_confirmed => MarkMatch::Different,
        _ => MarkMatch::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use receipt_reader::{Cell, Row, receipt_from_rows};

    const RECEIPT: &str = "Corner Market\n12 Main Street\nWHOLE MILK 3.49 F\nBANANAS 0.79 F\nSOURDOUGH BREAD 4.25 F\nSUBTOTAL 8.53\nTAX 0.00\nTOTAL 8.53\n\
        VISA 8.53\n11/20/2026 17:42 REF 00482913\nopen 7:30 - 21:00";

    /// Returns the fingerprint of these lines; an amount at a line's end is in the price column.
    fn fingerprint(text: &str) -> Fingerprint {
        let cell = |text: &str, left: f32| Cell::new(text, left, left + 80.0, 0.98);
        let row = |(y, line): (u16, &str)| {
            let split = line
                .find(|c: char| c.is_ascii_digit())
                .filter(|at| *at > 0 && line[*at..].split(' ').next().is_some_and(|word| amount(word).is_some()));
            let cells = match split {
                Some(at) => vec![cell(line[..at].trim(), 0.0), cell(&line[at..], 300.0)],
                None => vec![cell(line, 0.0)],
            };
            Row { cells, y: 24.0 * f32::from(y), height: 22.0 }
        };
        Fingerprint::of(&receipt_from_rows(&[(0..).zip(text.lines().map(str::trim)).map(row).collect()]))
    }

    proptest::proptest! {
        #[test]
        fn keeps_any_fingerprint_whole_and_compares_it_symmetrically(
            one in proptest::collection::vec(line(), 0..20),
            other in proptest::collection::vec(line(), 0..20),
            shared in proptest::collection::vec(line(), 0..20),
        ) {
            let of = |own: Vec<String>| fingerprint(&[shared.clone(), own].concat().join("\n"));
            let (a, b) = (of(one), of(other));
            proptest::prop_assert_eq!(a.is_same_receipt(&b), b.is_same_receipt(&a));
            proptest::prop_assert_eq!(Fingerprint::decode(&a.encode()), Some(a));
        }
    }

    /// A printed line, or random text.
    fn line() -> impl proptest::strategy::Strategy<Value = String> {
        proptest::prop_oneof![
            3 => "(MILK|BREAD|TOTAL|TAX|REF|VISA|PFAND) [0-9]{1,7}[.,][0-9]{2}[A-Z*-]{0,2}",
            1 => "[0-3][0-9][./][01][0-9][./]20[0-9]{2} [0-2][0-9]:[0-5][0-9]",
            1 => "[A-Za-zÄÖÜß0OlI1.&/%-]{1,14} [0-9]{1,12}",
            1 => "\\PC{0,12}",
        ]
    }

    fn same(a: &str, b: &str) -> bool {
        let (a, b) = (fingerprint(a), fingerprint(b));
        assert_eq!(a.is_same_receipt(&b), b.is_same_receipt(&a), "the order makes no difference");
        a.is_same_receipt(&b)
    }

    /// Returns the receipt with these replacements.
    fn but(changes: &[(&str, &str)]) -> String {
        changes.iter().fold(RECEIPT.to_owned(), |text, (from, to)| {
            assert!(text.contains(from), "{from}");
            text.replace(from, to)
        })
    }

    const LATER: (&str, &str) = ("17:42 REF 00482913", "17:49 REF 00482921");

    #[test]
    fn matches_a_receipt_with_misread_letters_and_lost_lines() {
        assert!(same(RECEIPT, RECEIPT));
        assert!(same(RECEIPT, &but(&[("BANANAS", "BANAMAS"), ("Market", "Markat"), ("TAX 0.00", "TX 0.00")])));
        assert!(same(RECEIPT, &but(&[("BANANAS 0.79 F\n", "")])), "a line less");
        assert!(same(RECEIPT, &but(&[("4.25", "4.26"), ("REF 00482913", "")])), "a digit misread, a number not read");
        assert!(same(RECEIPT, &but(&[("11/20/2026", "11/26/2026")])), "a digit of the date");
        assert!(
            same(RECEIPT, &but(&[("SUBTOTAL 8.53\n", ""), ("TOTAL 8.53", "TOTAL 3.53")])),
            "a total that nothing confirms"
        );
    }

    #[test]
    fn trusts_a_payments_own_number_more_than_a_bad_photo() {
        let dollars_for_digits =
            but(&[("3.49 F", "53.49 F"), ("0.79 F", "50.79 F"), ("4.25 F", "54.25 F"), ("VISA 8.53", "VISA 58.53")]);
        assert!(same(RECEIPT, &dollars_for_digits), "dollar signs read as fives");
        let unnumbered = |text: &str| text.replace("REF 00482913", "");
        assert!(!same(&unnumbered(RECEIPT), &unnumbered(&dollars_for_digits)), "too little in common without it");
        let foot = "STORE 2655\nAUTH 619131 REF 77120";
        let (whole, half) = (without_time(&PRODUCTS, "23.91", foot), without_time(&PRODUCTS[..4], "23.91", foot));
        assert!(same(&whole, &half), "two of six rows were lost");
        assert!(!same(&whole, &half.replace("REF 77120", "")), "one number may be the terminal's");
        assert!(!same(&whole, &half.replace("23.91", "13.82")), "another sum");
    }

    #[test]
    fn trusts_two_numbers_of_one_payment_over_all_but_sum_and_goods() {
        let receipt =
            |foot: &str| format!("{}\n{foot}", without_time(&PRODUCTS, "23.91", "STORE 2655\nAUTH 619131 REF 77120"));
        let whole = receipt("11/20/2026 17:42\nPIECES 11112222");
        let few = without_time(&PRODUCTS[2..4], "23.91", "AUTH 619131 REF 77120\n11/20/2026\nPIECES 11113223");
        assert!(same(&whole, &few), "a third of the prices, no time, and a number of an article on its own");
        assert!(!same(&whole, &few.replace("REF 77120", "REF 77130")), "another reference");
        let dayless = without_time(&PRODUCTS[2..3], "23.91", "AUTH 619131 REF 77120\n10/2126 17:42");
        assert!(same(&whole, &dayless), "its time makes it no other receipt");
        let unsummed = |text: &str| text.replace("TOTAL 23.91\nVISA 23.91\n", "");
        let (unsummed_whole, unsummed_few) = (unsummed(&whole), unsummed(&few.replace("2026\n", "2026 17:42\n")));
        assert!(same(&unsummed_whole, &unsummed_few), "at one minute it needs no sum");
        assert!(!same(&unsummed_whole, &unsummed_few.replace("REF 77120", "")), "one number is not enough");
        let others = ["TOFU 1.20", "OLIVES 4.10", "RICE 2.22", "PASTA 1.19", "LENTILS 3.10", "CREAM 2.05"];
        let others = without_time(&others, "23.91", "AUTH 619131 REF 77120\nPIECES 11113223");
        assert!(!same(&whole, &others), "other products");
    }

    #[test]
    fn matches_half_of_the_goods_at_one_time_with_a_common_number() {
        let receipt = |date: &str, number: &str| {
            format!("Corner Market\n{}\nTOTAL 23.91\n{number}\n{date} 17:42", PRODUCTS.join("\n"))
        };
        let whole = receipt("11/20/2026", "ID 593944");
        let half = receipt("", "ID 593944").replace("3.49", "8.49").replace("0.79", "8.79").replace("6.10", "8.10");
        assert!(same(&whole, &half));
        assert!(!same(&whole, &half.replace("593944", "593951")), "another number");
        assert!(!same(&whole, &half.replace("ID 593944", "")), "nothing to go by but the time");
        assert!(!same(&whole, &half.replace("17:42", "17:43")));
    }

    #[test]
    fn matches_a_photo_of_a_part_at_the_same_minute_only() {
        let products: Vec<String> =
            (1..).zip('A'..='T').map(|(price, letter)| format!("THING {letter} {price}.49 F")).collect();
        let head = "Corner Market\n11/20/2026 17:42\n";
        let whole = format!("{head}{}\nTOTAL 219.80\nVISA 219.80", products.join("\n"));
        let part = format!("{head}{}", products[..8].join("\n"));
        assert!(same(&whole, &part));
        assert!(!same(&whole, &part.replace("17:42", "17:49")), "another time");
        assert!(!same(&whole, &format!("{head}{}", products[..4].join("\n"))), "too few to tell");
    }

    #[test]
    fn compares_a_sum_with_its_like() {
        let taxed = but(&[("TAX 0.00\nTOTAL 8.53\nVISA 8.53", "TAX 0.43\nTOTAL 8.96\nVISA 8.96")]);
        assert!(same(&taxed, &taxed.replace("TOTAL 8.96", "TOTAL 8 96")), "a total with one photo's lost point");
        assert!(!same(&taxed, &taxed.replace("8.96", "9.06")), "another tax");
    }

    #[test]
    fn accepts_the_same_items_in_another_week() {
        assert!(!same(RECEIPT, &but(&[("11/20/2026 17:42 REF 00482913", "11/27/2026 17:20 REF 00483377")])));
        assert!(
            !same(RECEIPT, &but(&[("11/20/2026 17:42 REF 00482913", "11/27/2026 17:42 REF 00483377")])),
            "at the same minute"
        );
    }

    #[test]
    fn accepts_the_same_items_minutes_later() {
        assert!(!same(RECEIPT, &but(&[LATER])));
        assert!(!same(RECEIPT, &but(&[("17:42", "17:43")])), "the time alone");
    }

    #[test]
    fn treats_one_more_or_different_item_as_no_duplicate() {
        let more = but(&[("BANANAS", "EGGS 3.99 F\nBANANAS"), ("8.53", "12.52"), ("REF 00482913", "")]);
        assert!(!same(RECEIPT, &more), "at the same minute, with another sum");
        assert!(!same(RECEIPT, &but(&[("SOURDOUGH BREAD 4.25", "OLIVES 4.25"), LATER])));
    }

    /// A receipt of a till that prints the day and a number, but no time.
    fn without_time(products: &[&str], total: &str, foot: &str) -> String {
        format!("Corner Market\n{}\nTOTAL {total}\nVISA {total}\n{foot}", products.join("\n"))
    }

    const PRODUCTS: [&str; 6] = [
        "WHOLE MILK 3.49 F",
        "BANANAS 0.79 F",
        "SOURDOUGH BREAD 4.25 F",
        "GREEK YOGURT 5.29 F",
        "CHEDDAR 6.10 F",
        "EGGS 3.99 F",
    ];

    #[test]
    fn requires_numbers_and_goods_to_agree_without_a_time() {
        let receipt = without_time(&PRODUCTS, "23.91", "11/20/2026 STORE 2655\nAUTH 619131");
        assert!(same(&receipt, &receipt.replace("BANANAS", "BANAMAS").replace("AUTH 619131", "AUTH")));
        let pale = receipt.replace("6.10", "6 10").replace("3.49", "3 49");
        assert!(same(&receipt, &pale), "two points were lost");
        assert!(!same(&receipt, &pale.replace("AUTH 619131", "AUTH")), "and the number, too");
        assert!(!same(&receipt, &receipt.replace("619131", "701750")), "another payment");
        assert!(!same(&receipt, &receipt.replace("619131", "619132")), "the next payment");
        assert!(!same(&receipt, &receipt.replace("11/20/2026", "11/21/2026")), "another day");
        let other = [
            "WHOLE MILK 3.49 F",
            "ORANGES 0.79 F",
            "SOURDOUGH BREAD 4.25 F",
            "GREEK YOGURT 5.29 F",
            "CHEDDAR 6.10 F",
            "EGGS 3.99 F",
        ];
        let other = without_time(&other, "23.91", "11/20/2026 STORE 2655\nAUTH");
        assert!(!same(&receipt, &other), "another thing at the same price");
        assert!(
            !same(&without_time(&PRODUCTS, "23.91", ""), &without_time(&PRODUCTS, "23.91", "")),
            "nothing says that it is one"
        );
        let small = without_time(&PRODUCTS[..1], "3.49", "11/20/2026");
        assert!(!same(&small, &small), "a pint of milk is bought every day");
    }

    #[test]
    fn leaves_a_time_on_one_photo_only_undecided() {
        let products = PRODUCTS.join("\n");
        let receipt =
            |foot: &str| format!("Corner Market\n{products}\nTOTAL 23.91\nVISA 23.91\nTERMINAL-ID 59394434\n{foot}");
        assert!(!same(&receipt("14.09.2025 10:29"), &receipt("Vielen Dank")), "the terminal is in the shop every day");
        assert!(!same(&receipt("09.2025 10:29"), &receipt("21.09.2025 10:32")), "a date that was cut");
        assert!(same(&receipt("14.09.2025 10:29\nBELEG-NR 0048291"), &receipt("BELEG-NR 0048291")), "its own number");
    }

    #[test]
    fn matches_no_fingerprint_of_an_earlier_format() {
        let older = Fingerprint::decode(r#"{"w":[1,2,3],"a":[349,79,425,853,0,853,853],"m":["1742","00482913"]}"#);
        assert!(!older.expect("its amounts are still understood").is_same_receipt(&fingerprint(RECEIPT)));
        assert_eq!(Fingerprint::decode("{}"), None);
    }
}
