//! Tags of rows.

/// The role of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RowTag {
    /// The shop's name and address, or the head of a table.
    Header,
    /// A department's name above its products.
    Heading,
    /// A product with its price.
    Item,
    /// A product whose price is on another row.
    ItemName,
    /// A further row of a product's name.
    Continuation,
    /// The price of a product whose name is on another row.
    PriceOnly,
    /// A count or weight of the product above or below.
    Quantity,
    Discount,
    /// A deposit, or a tax or fee between the products: a part of the sum, no product.
    Deposit,
    /// A product that is returned or cancelled.
    Void,
    Subtotal,
    Total,
    Tax,
    Payment,
    Other,
}

impl RowTag {
    pub const COUNT: usize = 15;
    pub const ALL: [Self; Self::COUNT] = [
        Self::Header,
        Self::Heading,
        Self::Item,
        Self::ItemName,
        Self::Continuation,
        Self::PriceOnly,
        Self::Quantity,
        Self::Discount,
        Self::Deposit,
        Self::Void,
        Self::Subtotal,
        Self::Total,
        Self::Tax,
        Self::Payment,
        Self::Other,
    ];

    /// Returns the name in training data.
    pub fn name(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Heading => "heading",
            Self::Item => "item",
            Self::ItemName => "item_name",
            Self::Continuation => "continuation",
            Self::PriceOnly => "price_only",
            Self::Quantity => "quantity",
            Self::Discount => "discount",
            Self::Deposit => "deposit",
            Self::Void => "void",
            Self::Subtotal => "subtotal",
            Self::Total => "total",
            Self::Tax => "tax",
            Self::Payment => "payment",
            Self::Other => "other",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tag| tag.name() == name)
    }

    /// Returns true if the row belongs to a product.
    pub fn is_product(self) -> bool {
        matches!(self, Self::Item | Self::ItemName | Self::Continuation | Self::PriceOnly | Self::Quantity | Self::Void)
    }

    /// Returns true if a product begins on the row.
    pub fn begins_item(self) -> bool {
        matches!(self, Self::Item | Self::ItemName)
    }
}
