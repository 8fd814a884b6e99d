//! Tables of product names and till lines with the category of each, and which of their rows are kept apart for
//! scoring. A folder holds them; NOTICE names their sources.

use domain::category::Category;
use std::collections::HashMap;
use std::error::Error;
use std::fs;
use std::path::Path;

/// A table, its columns of text ("a+b" is one text of two columns) and what a row of it counts in training.
pub struct Table {
    pub file: &'static str,
    pub columns: &'static [&'static str],
    pub worth: f32,
    /// The column by which rows are kept apart for scoring: all of a shop or brand, or none.
    pub apart_by: Option<&'static str>,
}

pub const TABLES: [Table; 10] = [
    Table { file: "fr_receipt_lines_insee.tsv", columns: &["text"], worth: 2.0, apart_by: Some("shop") },
    Table { file: "fr_products_coicop_insee.tsv", columns: &["product"], worth: 0.6, apart_by: None },
    Table { file: "us_products_grocerydb.tsv", columns: &["name", "brand+name"], worth: 0.5, apart_by: Some("brand") },
    Table { file: "us_brands_grocerydb.tsv", columns: &["brand"], worth: 1.0, apart_by: Some("brand") },
    Table { file: "usda_fdc_brand_owner_category_sample.tsv", columns: &["brand_name"], worth: 0.4, apart_by: None },
    Table { file: "usda_sr28_long_short.tsv", columns: &["long", "short"], worth: 0.25, apart_by: None },
    Table { file: "de_foods_bls4.tsv", columns: &["name_de"], worth: 0.3, apart_by: None },
    Table { file: "de_at_products_heissepreise.tsv", columns: &["name"], worth: 2.0, apart_by: Some("name") },
    Table {
        file: "shopify_taxonomy_6lang.tsv",
        columns: &["en", "de", "fr", "es", "it", "nl"],
        worth: 1.0,
        apart_by: None,
    },
    Table { file: "odbl/foods_multilingual.tsv", columns: &["name"], worth: 1.0, apart_by: None },
];

/// One in so many shops, brands or names is kept apart.
const ONE_IN: u64 = 8;

/// A row of a table by the names of its columns.
pub struct Fields<'a>(HashMap<&'a str, &'a str>);

impl<'a> Fields<'a> {
    pub fn get(&self, column: &str) -> &'a str {
        self.0.get(column).copied().unwrap_or_default()
    }

    /// Returns true if the row is for scoring only.
    pub fn is_held_out(&self, table: &Table) -> bool {
        table.apart_by.is_some_and(|column| {
            let key = self.get(column).to_lowercase();
            let hash = key.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, letter| {
                (hash ^ u64::from(letter)).wrapping_mul(0x0100_0000_01b3)
            });
            !key.is_empty() && (hash ^ (hash >> 29)) % ONE_IN == 0
        })
    }

    /// The category that the row is labelled with, by the rules of our own vocabulary: coffee and tea are pantry goods,
    /// what is no food is for the household.
    pub fn category(&self) -> Option<Category> {
        let is_coffee = ["01.2.2", "01.2.3"].iter().any(|code| self.get("coicop").starts_with(code));
        let is_iced = self.get("coicop_label_fr").contains("glacé");
        if is_coffee && !is_iced || matches!(self.get("category"), "drink-coffee" | "drink-tea") {
            return Some(Category::Pantry);
        }
        // A brand that makes many things says little.
        let share = self.get("share");
        let is_one = share.is_empty() || share.parse::<f32>().is_ok_and(|share| share >= 0.6);
        let named = |column: &str| Category::ALL.into_iter().find(|category| category.as_str() == self.get(column));
        match self.get("food") {
            "0" => Some(Category::Household),
            "-" => None,
            _ => named("larder").or_else(|| named("top_larder").filter(|_| is_one)),
        }
    }
}

/// Calls `each` with every row of a table.
pub fn rows(folder: &Path, file: &str, mut each: impl FnMut(&Fields)) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(folder.join(file))?;
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    for line in lines {
        each(&Fields(header.iter().copied().zip(line.split('\t')).collect()));
    }
    Ok(())
}
