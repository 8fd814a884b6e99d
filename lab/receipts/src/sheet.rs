//! A receipt before it meets the paper: rows of text in a grid of character cells.

/// A receipt as a printer gets it.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The number of normal-width characters per row.
    pub columns: u16,
    pub rows: Vec<Row>,
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
}

/// The size and boldness of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    Normal,
    Bold,
    /// Twice as wide and high, as totals often are.
    Double,
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

impl Cell {
    /// Returns its left and right edge, in columns.
    #[expect(clippy::cast_precision_loss, reason = "a row has few characters")]
    pub fn place(&self, weight: Weight, columns: u16) -> (f32, f32) {
        let wide = if weight == Weight::Double { 1.7 } else { 1.0 };
        let width = self.text.chars().count() as f32 * wide;
        let left = match self.at {
            At::Left(left) => f32::from(left),
            At::Right(right) => f32::from(right) - width,
            At::Centre => (f32::from(columns) - width) / 2.0,
        };
        (left, left + width)
    }
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
