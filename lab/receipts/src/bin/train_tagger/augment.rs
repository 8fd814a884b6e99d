//! Real rows in the habits of other shops: department headings, codes and prices on rows of their own, counts above or
//! below, promotions, voids, discounts, deposits, heads of tables. The tags of added rows are known.

use receipt_reader::training::{RowFacts, RowTag};
use receipt_reader::{Cell, Row};
use receipts::rng::Rng;

const HEADINGS: &str = "Obst & Gemüse|Molkerei|Molkerei / Käse|Getränke|Fleisch|Wurst|SB-Wurst|Backwaren|Backshop|Tiefkühl|Konserven|Süsswaren|Drogerie|Tiernahrung|Haushalt|Nährmittel|Kaffee / Tee|Brot|Feinkost|Spirituosen|PRODUCE|GROCERY|DAIRY|MEAT|DELI|BAKERY|FROZEN|SEAFOOD|GENERAL MERCHANDISE|HEALTH & BEAUTY|BEER & WINE|HOUSEHOLD|PET FOOD|REFRIG/FROZEN|Floral|Liquor|TAXABLE|Non food|Bulk|FRUITS ET LEGUMES|EPICERIE|CREMERIE|BOUCHERIE|BOULANGERIE|SURGELES|BOISSONS|HYGIENE|Fruits & Légumes|Liquides|Charcuterie|Poissonnerie|Crèmerie LS|ORTOFRUTTA|LATTICINI|SALUMI|PANE|BEVANDE|SURGELATI|Macelleria|GROENTE|ZUIVEL|BROOD|VLEES|FRUTA Y VERDURA|LACTEOS|CARNES|PESCADO|BEBIDAS|PANADERIA|Congelados|Frukt & grönt|Mejeri|Kött|Dryck|Kolonial|WARZYWA|OWOCE|NABIAŁ|PIECZYWO|NAPOJE|Hedelmät|Maito|Liha|Frutas|Padaria|Talho|Mercearia|Lacticínios|Zelenina|Pečivo|Meyve|Sebze|FLEISCH/WURST|TK-KOST|SB-Fleisch|Kühlregal|Promotion|Specials";
const DISCOUNTS: &str = "RABATT|Rabatt|Preisvorteil|Aktionsnachlass|Nachlass|Sofortrabatt|Remise|REDUCTION|Réduc. fidélité|SCONTO|Sconto fidelity|DESCUENTO|Dto. promo|Korting|BONUS KORTING|Rabatt kort|MEMBER SAVINGS|Savings|COUPON|STORE CPN|Promo|Clubcard Price|Multi-buy|Discount|SALE|Kedvezmény|OPUST|INDIRIM|Sleva|Alennus|Lidl Plus rabatt|Instant savings|You saved|Price reduction|Desconto|Poupança";
const DEPOSITS: &str = "PFAND 0,25|Pfand|Einwegpfand|Leergut|PANT|Pant 1kr|STATIEGELD|statiegeld|CRV|DEPOSIT|BOTTLE DEP|Pantti|SGR|Garantie|KAUCJA|Záloha|consigne|CA REDEMP VAL|+Deposit";
const CHARGES: &str = "BEVERAGE TAX|BEV TAX|Beverage tax {n}oz|SUGAR TAX|Soda tax|CITY TAX|BAG FEE|Recycling fee|ENV FEE|ECO FEE|Écotaxe|Éco-part.|Contrib. DEEE|ALCOHOL TAX|Excise tax|TASSA|IMPUESTO BEBIDAS";
const VOIDS: &str = "STORNO|Storno|VOID|ITEM VOID|KORR.|Zeilenstorno|ANNULLATO|ANNUL|Sofort-Storno|CORRECTION|voided item|RETOUR|Cancelled";
const TABLE_HEADS: &str = "Artikel Betrag|Bezeichnung EUR|Description Price|ITEM QTY PRICE|Désignation Qté Prix|DESCRIZIONE IVA Prezzo(€)|Descripción P. Unit Importe|Omschrijving Bedrag|M Bezeichnung Betrag|Qty Item Total|Produkt Ilość Cena Wartość|Vare Beløb|Anzahl Artikel Preis|EUR|Preis €|$|kr|Lei|PLN|Menge Preis Betrag|No. Item Amount";
const PROMOTIONS: &str = "{p} or 2/${a}|2 for ${a}, ${p} ea|Buy 2 get 1 free|Regular price {p}|Was {p} now {a}|statt {p}|UVP {p}|Reg {p}|lmt 4, ${a} ea|anstatt {p}|{p} each|Prix normal {p}|was {p}|Orig. {p}";
const INSTEAD: &str =
    "Aktion statt|Aktuell statt|Promotion instead of|Offre spéciale|Angebot|Prezzo offerta|SALE|Our price";
const COUNTS: &str = "{q} x {u}|{q} X {u}|{q} @ {u}|{q}x{u}|{q} × {u}|{q} * {u}|{q} Stk x {u}|{q} szt. x {u}|{q} @ ${u} each|{q} BUC x {u}|{q} stk à {u}|{q} ST {u}|{q}  {u}|{q} x {u} EUR|{q} á {u}|{q} @ ${u} EACH|{q} for {u}|{q} kpl {u}/kpl";
const WEIGHTS: &str = "{w} kg x {u}|{w} kg @ ${u}/kg|{w} kg x {u} EUR/kg|{w} KG X {u}|{w} lb @ {u}/lb|{w} lb. @ 1 lb/{u}|{w} kg NET @ ${u}/kg|{w} kg {u} €/kg";
const CODES: &str = "Code: {c}|{c}|Art.Nr. {c}|SKU {c}|EAN {c}|#{c}";
const FRAMES: &str = "{}|{}|{}|00-{}|*{}*|-- {} --|{}:|>{}|[{}]";

fn choices(list: &'static str) -> Vec<&'static str> {
    list.split('|').collect()
}

/// A row and its tag; nothing where that is not known.
pub type Tagged = (Row, Option<RowTag>);

/// The habits of an invented shop.
struct Shop {
    rng: Rng,
    decimals: char,
    left: f32,
    right: f32,
    glyph: f32,
    height: f32,
}

impl Shop {
    fn amount(&self, cents: i64) -> String {
        let sign = if cents < 0 { "-" } else { "" };
        format!("{sign}{}{}{:02}", cents.abs() / 100, self.decimals, cents.abs() % 100)
    }

    #[expect(clippy::cast_precision_loss, reason = "short texts")]
    fn width(&self, text: &str) -> f32 {
        self.glyph * text.chars().count() as f32
    }

    fn cell(&self, text: &str, left: f32) -> Cell {
        Cell::new(text, left, left + self.width(text), 0.95)
    }

    fn at_left(&self, text: &str, indent: f32) -> Cell {
        self.cell(text, self.left + indent)
    }

    fn at_right(&self, text: &str) -> Cell {
        self.cell(text, self.right - self.width(text))
    }

    fn row(&mut self, cells: Vec<Cell>) -> Row {
        Row { cells, y: 0.0, height: self.height * self.rng.range(0.9, 1.1) }
    }
}

/// The rows of a receipt as another shop would print them; nothing of receipts that show too little.
#[expect(clippy::too_many_lines, reason = "one habit after the other")]
#[expect(clippy::cast_precision_loss, reason = "a row of money")]
pub fn augment(rows: &[Row], facts: &[RowFacts], tags: &[Option<RowTag>], seed: u64) -> Option<Vec<Tagged>> {
    let begins = |at: &usize| tags[*at].is_some_and(RowTag::begins_item);
    let goods: Vec<usize> = (0..rows.len()).filter(begins).collect();
    let middle = |mut values: Vec<f32>| {
        values.sort_by(f32::total_cmp);
        values.get(values.len() / 2).copied()
    };
    let first = *goods.first().filter(|_| goods.len() >= 2)?;
    let right = middle(goods.iter().filter_map(|at| facts[*at].parsed.amount_right).collect())?;
    let height = middle(rows.iter().map(|row| row.height).collect())?;
    let step = middle(rows.windows(2).map(|pair| (pair[1].y - pair[0].y).max(1.0)).collect())?;
    let left = goods.iter().filter_map(|at| Some(rows[*at].cells.first()?.left)).fold(f32::MAX, f32::min);
    let text = rows.iter().map(Row::text).collect::<Vec<_>>().join(" ");
    let decimals = if text.matches(',').count() > text.matches('.').count() { ',' } else { '.' };
    let mut shop = Shop { rng: Rng::from_state(seed), decimals, left, right, glyph: height * 0.5, height };
    let glyph = shop.glyph;
    let [
        heads,
        two_rows,
        continues,
        counts,
        above,
        codes,
        promotes,
        instead,
        voids,
        discounts,
        deposits,
        charges,
        table,
        price_last,
        flips,
    ] = [0.4, 0.22, 0.25, 0.35, 0.5, 0.12, 0.2, 0.12, 0.2, 0.25, 0.2, 0.08, 0.3, 0.5, 0.3]
        .map(|part| shop.rng.chance(part));
    let mut pick = |list: &'static str| *shop.rng.pick(&choices(list));
    let (frame, count, weight, code) = (pick(FRAMES), pick(COUNTS), pick(WEIGHTS), pick(CODES));
    let (discount, deposit, void, promotion, before) =
        (pick(DISCOUNTS), pick(DEPOSITS), pick(VOIDS), pick(PROMOTIONS), pick(INSTEAD));
    let charge = pick(CHARGES);
    let head = pick(TABLE_HEADS);
    let capitals = shop.rng.chance(0.3);
    let indent = *shop.rng.pick(&[0.0, 2.0 * glyph, 4.0 * glyph]);
    let head_indent = *shop.rng.pick(&[0.0, 0.0, 2.0 * glyph, -2.0 * glyph, 0.25 * (right - left)]);
    let mark = *shop.rng.pick(&["", " A", " B", "", " T", ""]);
    let second_row = *shop.rng.pick(&["code", "count", "price", "both"]);
    let mut headings = choices(HEADINGS);
    let mut out: Vec<Tagged> = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let tag = tags[at];
        let line = &facts[at].parsed;
        if at == first && table {
            let (name, price) = head.rsplit_once(' ').unwrap_or(("", head));
            let mut cells = vec![shop.at_right(price)];
            if !name.is_empty() {
                cells.insert(0, shop.at_left(name, 0.0));
            }
            out.push((shop.row(cells), Some(RowTag::Header)));
        }
        let follows_detail = matches!(out.last(), Some((_, Some(RowTag::Heading | RowTag::Quantity))));
        if begins(&at) && heads && !headings.is_empty() && (at == first || !follows_detail && shop.rng.chance(0.35)) {
            let heading = headings.remove(shop.rng.index(0..headings.len()));
            let heading = if capitals { heading.to_uppercase() } else { heading.to_owned() };
            let number = format!("{:02}-", shop.rng.between(1, 50));
            let text = frame.replace("00-", &number).replace("{}", &heading);
            let cells = vec![shop.at_left(&text, head_indent)];
            out.push((shop.row(cells), Some(RowTag::Heading)));
        }
        let price = line.amount.filter(|price| *price > 0 && tag == Some(RowTag::Item) && line.amounts.len() == 1);
        let Some((price, (last, names))) = price.zip(row.cells.split_last().filter(|(_, names)| !names.is_empty()))
        else {
            out.push((row.clone(), tag));
            continue;
        };
        let names = names.to_vec();
        let shaped = |cells: Vec<Cell>| Row { cells, ..row.clone() };
        if two_rows && shop.rng.chance(0.9) {
            let number = shop.rng.between(1_000_000_000, 9_999_999_999_999).to_string();
            let pieces = *shop.rng.pick(&[1, 1, 1, 2, 3]);
            let counted = count.replace("{q}", &pieces.to_string()).replace("{u}", &shop.amount(price / pieces));
            let (text, is_count) = match second_row {
                "code" => (number, false),
                "count" => (counted, true),
                "both" => (format!("{number} {counted}"), true),
                _ => (String::new(), false),
            };
            let mut cells = vec![last.clone()];
            if !text.is_empty() {
                cells.insert(0, shop.at_left(&text, indent));
            }
            out.push((shaped(names), Some(RowTag::ItemName)));
            out.push((shop.row(cells), Some(if is_count { RowTag::Quantity } else { RowTag::PriceOnly })));
            continue;
        }
        if instead && shop.rng.chance(0.5) {
            let tenths = shop.rng.between(11, 20);
            let former = shop.amount(price * tenths / 10);
            let cells = vec![shop.at_left(before, 0.0), shop.cell(&former, left + 0.5 * (right - left)), last.clone()];
            out.push((shaped(names), Some(RowTag::ItemName)));
            out.push((shop.row(cells), Some(RowTag::PriceOnly)));
            continue;
        }
        let (mut item, mut above_it, mut below) = ((row.clone(), tag), Vec::new(), Vec::new());
        let words: Vec<&str> = names[names.len() - 1].text.split(' ').collect();
        if continues && words.len() >= 3 && shop.rng.chance(0.5) {
            let cut = shop.rng.index(2..words.len());
            let (begin, rest) = (words[..cut].join(" "), words[cut..].join(" "));
            if rest.chars().filter(|c| c.is_alphabetic()).count() >= 3 {
                let name = &names[names.len() - 1];
                let share = begin.chars().count() as f32 / name.text.chars().count().max(1) as f32;
                let short = Cell { text: begin, right: name.left + (name.right - name.left) * share, ..name.clone() };
                let mut cells = [&names[..names.len() - 1], &[short]].concat();
                let mut further = vec![shop.at_left(&rest, 0.0)];
                if price_last {
                    further.push(last.clone());
                } else {
                    cells.push(last.clone());
                }
                item = (shaped(cells), Some(if price_last { RowTag::ItemName } else { RowTag::Item }));
                below.push((shop.row(further), Some(RowTag::Continuation)));
            }
        }
        let is_counted = |at: Option<usize>| at.and_then(|at| tags.get(at)) == Some(&Some(RowTag::Quantity));
        if counts && shop.rng.chance(0.5) && !is_counted(at.checked_sub(1)) && !is_counted(Some(at + 1)) {
            let text = if shop.rng.chance(0.6) {
                let pieces = *shop.rng.pick(&[1, 2, 2, 2, 3, 4, 5, 6]);
                count.replace("{q}", &pieces.to_string()).replace("{u}", &shop.amount(price / pieces))
            } else {
                let grams = shop.rng.between(100, 2_500);
                let kilos = format!("{}{decimals}{:03}", grams / 1_000, grams % 1_000);
                weight.replace("{w}", &kilos).replace("{u}", &shop.amount(price * 1_000 / grams))
            };
            let cells = vec![shop.at_left(&text, indent)];
            let side = if above { &mut above_it } else { &mut below };
            side.push((shop.row(cells), Some(RowTag::Quantity)));
        }
        if codes {
            let number = shop.rng.between(10_000_000, 999_999_999_999).to_string();
            let cells = vec![shop.at_left(&code.replace("{c}", &number), indent)];
            below.push((shop.row(cells), Some(RowTag::Other)));
        }
        if promotes && shop.rng.chance(0.3) {
            let off = shop.rng.between(1, (price / 2).max(2));
            let lower = shop.amount(2 * price - off);
            let text = promotion.replace("{p}", &shop.amount(price)).replace("{a}", &lower);
            let cells = vec![shop.at_left(&text, indent)];
            below.push((shop.row(cells), Some(RowTag::Other)));
        }
        if discounts && shop.rng.chance(0.3) {
            let off = shop.rng.between(1, (price / 2).max(2));
            let off = shop.amount(off);
            let text = shop.rng.pick(&[format!("-{off}"), format!("{off}-")]).clone();
            let cells = vec![shop.at_left(discount, indent), shop.at_right(&(text + mark))];
            below.push((shop.row(cells), Some(RowTag::Discount)));
        }
        if deposits && shop.rng.chance(0.25) {
            let cents = *shop.rng.pick(&[8, 15, 25, 5, 10, 50, 100, 200]);
            let cells = vec![shop.at_left(deposit, 0.0), shop.at_right(&(shop.amount(cents) + mark))];
            below.push((shop.row(cells), Some(RowTag::Deposit)));
        }
        if charges && shop.rng.chance(0.3) {
            let cents = shop.rng.between(2, 250);
            let text = charge.replace("{n}", &shop.rng.between(8, 70).to_string());
            let cells = vec![shop.at_left(&text, indent), shop.at_right(&(shop.amount(cents) + mark))];
            below.push((shop.row(cells), Some(RowTag::Deposit)));
        }
        out.append(&mut above_it);
        out.push(item);
        out.append(&mut below);
        if voids && shop.rng.chance(0.15) {
            let other = *shop.rng.pick(&goods);
            let amount = facts[other].parsed.amount.filter(|amount| *amount > 0 && tags[other] == Some(RowTag::Item));
            if let Some(amount) = amount {
                let label = &facts[other].parsed.label;
                let begin: String = label.chars().take(14).collect();
                let text = [void.to_owned(), format!("{void} {begin}"), label.clone()];
                let text = shop.rng.pick(&text).clone();
                out.push((rows[other].clone(), tags[other]));
                let cells = vec![shop.at_left(&text, 0.0), shop.at_right(&shop.amount(-amount))];
                out.push((shop.row(cells), Some(RowTag::Void)));
            }
        }
    }
    if flips {
        flip_quantities(&mut out);
    }
    let mut y = 0.0;
    for (row, _) in &mut out {
        y += step * shop.rng.range(0.92, 1.08);
        row.y = y;
    }
    Some(out)
}

/// Puts counts that stand below their product above it.
fn flip_quantities(rows: &mut [Tagged]) {
    let is_count = |rows: &[Tagged], at: usize| matches!(rows.get(at), Some((_, Some(RowTag::Quantity))));
    let mut at = 1;
    while at < rows.len() {
        let follows_item = matches!(rows[at - 1].1, Some(RowTag::Item));
        let is_alone = !is_count(rows, at + 1) && (at < 2 || !is_count(rows, at - 2));
        if is_count(rows, at) && follows_item && is_alone {
            rows.swap(at - 1, at);
            at += 1;
        }
        at += 1;
    }
}
