//! Tables of lines and names that the naming and the categories are scored with.

/// The sources of lines: their columns with the language of each, and whether they are names to be damaged.
pub struct Source {
    pub file: &'static str,
    pub columns: &'static [(&'static str, &'static str)],
    pub shop: Option<&'static str>,
    pub is_damaged: bool,
}

pub const SOURCES: [Source; 4] = [
    Source { file: "fr_receipt_lines_insee.tsv", columns: &[("text", "fr")], shop: Some("shop"), is_damaged: false },
    Source { file: "us_products_grocerydb.tsv", columns: &[("name", "en")], shop: Some("store"), is_damaged: true },
    Source {
        file: "de_at_products_heissepreise.tsv",
        columns: &[("name", "de")],
        shop: Some("store"),
        is_damaged: true,
    },
    Source { file: "odbl/off_products_labelled.tsv", columns: &[("name", "lang")], shop: None, is_damaged: true },
];
