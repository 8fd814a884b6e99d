//! Prints the text above and below the items: store, address, time, card slip, tax table, thanks. All of it is
//! invented.

use crate::layouts::{Layout, Locale};
use crate::money;
use crate::order::Later;
use crate::rng::Rng;
use crate::sheet::{At, Row, Weight};

#[derive(Clone, Debug)]
pub struct Shop {
    pub name: &'static str,
    /// The tax that comes on top, in thousandths.
    pub tax_permille: i64,
    branch: i64,
    street: i64,
    day: (i64, i64, i64),
    marked: bool,
    /// Minutes after the seed's visit.
    later: i64,
}

impl Shop {
    pub fn draw(rng: &mut Rng, layout: Layout) -> Self {
        Self {
            name: rng.pick::<&str>(layout.shops()),
            tax_permille: rng.between(40, 95),
            branch: rng.between(101, 2999),
            street: rng.between(3, 980),
            day: (rng.between(2024, 2026), rng.between(1, 12), rng.between(1, 28)),
            marked: rng.chance(0.5),
            later: 0,
        }
    }

    /// Returns the same store on a later visit: clock and counters have advanced, the rest is unchanged.
    pub fn visited_again(mut self, later: Option<Later>) -> Self {
        if let Some(Later { weeks, minutes }) = later {
            let (year, month, day) = self.day;
            let day = day + 7 * weeks;
            self.day = (year, (month - 1 + (day - 1) / 28) % 12 + 1, (day - 1) % 28 + 1);
            self.later = minutes;
        }
        self
    }

    fn clock(&self, hour: i64, minute: i64) -> String {
        let minutes = (hour * 60 + minute + self.later) % (24 * 60);
        format!("{:02}:{:02}", minutes / 60, minutes % 60)
    }

    /// A till's counter: some more have paid since.
    fn counted(&self, number: i64, below: i64) -> i64 {
        (number + self.later) % below
    }

    /// Returns the bank's number for a payment.
    fn authorised(&self, code: i64) -> i64 {
        (code + 7_919 * self.later) % 1_000_000
    }

    pub fn header(&self, rng: &mut Rng, layout: Layout, plain: bool) -> Vec<Row> {
        let mut rows = vec![if self.marked && !plain {
            Row::Mark(self.name.to_owned())
        } else {
            Row::centre(self.name.to_uppercase()).weight(Weight::Double)
        }];
        let (street, town, phone) = match layout.locale() {
            Locale::Us => ("Orchard Avenue", "Springbrook, MN 55555", "(555) 555-0142"),
            Locale::Uk => ("Mill Lane", "Little Harrow LH1 1AA", "01632 960 142"),
            Locale::De => ("Lindenweg", "12345 Musterstadt", "Tel. 0555 / 123 456"),
        };
        let address = match layout.locale() {
            Locale::De => format!("{street} {}", self.street),
            _ => format!("{} {street}", self.street),
        };
        rows.push(Row::centre(address));
        rows.push(Row::centre(town));
        if !plain {
            rows.push(Row::centre(phone));
        }
        rows.push(Row::Space(0.6));
        let (hour, minute) = (rng.between(7, 21), rng.between(0, 59));
        match layout.locale() {
            Locale::Us if layout == Layout::Club => {
                rows.push(Row::left(format!("Member {}", 111_000_000_000 + rng.between(0, 99_999_999))));
            }
            Locale::Us => rows.push(Row::cells(vec![
                (At::Left(0), format!("Cashier: Lane {}", rng.between(1, 19))),
                (At::Right(layout.columns()), format!("{} {}", self.date(layout.locale()), self.clock(hour, minute))),
            ])),
            Locale::Uk => rows.push(Row::left(format!("VAT NO. 999 {} 00", 1000 + self.branch))),
            Locale::De => rows.push(Row::cells(vec![(At::Right(layout.columns() - 3), "EUR".to_owned())])),
        }
        if layout == Layout::Columns {
            rows.push(Row::Line);
            let right = layout.columns() - 3;
            rows.push(Row::cells(vec![
                (At::Left(0), "QTY".to_owned()),
                (At::Left(8), "ITEM".to_owned()),
                (At::Right(right - 8), "PRICE".to_owned()),
                (At::Right(right), "AMOUNT".to_owned()),
            ]));
            rows.push(Row::Line);
        } else {
            rows.push(Row::Space(0.4));
        }
        rows
    }

    pub fn footer(&self, rng: &mut Rng, layout: Layout, total: i64, lines: usize, plain: bool) -> Vec<Row> {
        let right = layout.columns() - 3;
        let pair = |left: String, amount: String| Row::cells(vec![(At::Left(0), left), (At::Right(right), amount)]);
        let amount = money::price(layout, total);
        let masked = format!("************{:04}", rng.between(1, 9999));
        let mut rows = Vec::new();
        match layout.locale() {
            Locale::Us => {
                rows.push(pair("DEBIT CARD".to_owned(), amount));
                rows.push(pair("CHANGE".to_owned(), money::price(layout, 0)));
                if !plain {
                    rows.push(Row::Space(0.5));
                    rows.push(Row::left(format!("ACCT: {masked}")));
                    rows.push(Row::left(format!(
                        "AUTH CODE {:06}  REF# {}",
                        self.authorised(rng.between(0, 999_999)),
                        self.counted(rng.between(10_000, 99_000), 100_000)
                    )));
                    rows.push(Row::left("AID: A0000000042203  CHIP READ"));
                }
                rows.push(Row::centre(format!("NUMBER OF ITEMS {lines}")));
            }
            Locale::Uk => {
                rows.push(pair("DEBIT CARD CONTACTLESS".to_owned(), amount));
                rows.push(pair("CHANGE".to_owned(), money::price(layout, 0)));
                if !plain {
                    rows.push(Row::Space(0.5));
                    rows.push(Row::left(format!("CARD NO {masked}")));
                    rows.push(Row::left(format!("AUTH CODE {:06}", self.authorised(rng.between(0, 999_999)))));
                    rows.push(Row::left("PLEASE KEEP FOR YOUR RECORDS"));
                }
                rows.push(Row::left(format!(
                    "{}  STORE {}  TILL {}",
                    self.date(Locale::Uk),
                    self.branch,
                    rng.between(1, 30)
                )));
            }
            Locale::De => {
                rows.push(pair(if rng.chance(0.5) { "Kartenzahlung" } else { "Geg. EC-Cash" }.to_owned(), amount));
                if !plain {
                    let reduced = total * rng.between(55, 95) / 100;
                    let full = total - reduced;
                    rows.push(Row::Space(0.4));
                    rows.push(tax_row(right, ["MwSt", "Netto", "Steuer", "Brutto"].map(str::to_owned)));
                    for (letter, rate, gross) in [("A", 7, reduced), ("B", 19, full)] {
                        let net = gross * 100 / (100 + rate);
                        let [net, tax, gross] = [net, gross - net, gross].map(|cents| money::number(Locale::De, cents));
                        rows.push(tax_row(right, [format!("{letter} {rate}%"), net, tax, gross]));
                    }
                    rows.push(Row::Space(0.4));
                    rows.push(Row::centre("K-U-N-D-E-N-B-E-L-E-G"));
                    rows.push(Row::left(format!("Terminal-ID {}", rng.between(50_000_000, 69_999_999))));
                    rows.push(Row::left(format!("Karten-Nr. {masked}")));
                }
                rows.push(Row::left(format!(
                    "{} {}  Filiale {}  Kasse {}",
                    self.date(Locale::De),
                    self.clock(rng.between(7, 21), rng.between(0, 59)),
                    self.branch,
                    rng.between(1, 9)
                )));
            }
        }
        if !plain {
            rows.push(Row::Space(0.6));
            if rng.chance(0.5) {
                rows.push(Row::Bars(rng.bits()));
            } else if rng.chance(0.4) {
                rows.push(Row::Square(rng.bits()));
            }
            let thanks: &[&str] = match layout.locale() {
                Locale::Us => &["THANK YOU FOR SHOPPING", "Returns within 30 days", "Tell us how we did today"],
                Locale::Uk => &["THANK YOU FOR YOUR VISIT", "Please come again soon"],
                Locale::De => {
                    &["Vielen Dank für Ihren Einkauf!", "Mo - Sa 7:30 - 21:00 Uhr", "Es bediente Sie: Kasse 3"]
                }
            };
            rows.extend(thanks.iter().map(|&text| Row::centre(text)));
        }
        rows
    }

    fn date(&self, locale: Locale) -> String {
        let (year, month, day) = self.day;
        match locale {
            Locale::Us => format!("{month:02}/{day:02}/{:02}", year % 100),
            Locale::Uk => format!("{day:02}/{month:02}/{year}"),
            Locale::De => format!("{day:02}.{month:02}.{year}"),
        }
    }
}

fn tax_row(right: u16, [letter, net, tax, gross]: [String; 4]) -> Row {
    Row::cells(vec![
        (At::Left(0), letter),
        (At::Right(right - 20), net),
        (At::Right(right - 9), tax),
        (At::Right(right), gross),
    ])
}
