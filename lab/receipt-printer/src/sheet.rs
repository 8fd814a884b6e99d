//! A receipt before it meets the paper: rows of text in a grid of character cells.

/// A receipt as a printer gets it.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The number of normal-width characters per row.
    pub columns: u16,
    pub rows: Vec<Row>,
    /// The index of the first row below everything that counts: a thumb may lie on these.
    pub footer_from: usize,
}

#[derive(Clone, Debug)]
pub enum Row {
    Text {
        cells: Vec<Cell>,
        weight: Weight,
    },
    /// Blank space, in rows.
    Space(f32),
    /// A line across the paper.
    Line,
    /// A bar code, as wide as most of the paper.
    Bars(u64),
    /// A square code.
    Square(u64),
    /// The shop's mark: a word in large letters, with a shape of our own.
    Mark(String),
}

/// The size and boldness of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weight {
    #[default]
    Normal,
    Bold,
    /// Twice as wide and high, as totals often are.
    Double,
    /// Twice as wide only, as section headings often are.
    Wide,
}

#[derive(Clone, Debug)]
pub struct Cell {
    pub text: String,
    pub at: At,
}

/// The position of a cell, in columns from the left.
#[derive(Clone, Copy, Debug)]
pub enum At {
    /// Its left edge.
    Left(u16),
    /// Its right edge.
    Right(u16),
    Centre,
}

impl Row {
    pub fn left(text: impl Into<String>) -> Self {
        Self::cells(vec![(At::Left(0), text.into())])
    }

    pub fn centre(text: impl Into<String>) -> Self {
        Self::cells(vec![(At::Centre, text.into())])
    }

    pub fn cells(cells: Vec<(At, String)>) -> Self {
        let cells =
            cells.into_iter().filter(|(_, text)| !text.is_empty()).map(|(at, text)| Cell { text, at }).collect();
        Self::Text { cells, weight: Weight::Normal }
    }

    pub fn weight(self, weight: Weight) -> Self {
        match self {
            Self::Text { cells, .. } => Self::Text { cells, weight },
            other => other,
        }
    }
}
