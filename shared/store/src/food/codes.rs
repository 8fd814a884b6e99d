//! Learnt barcodes: one row for each named product.

use crate::table::entity::{Entity, from_entity_row, to_entity_row};
use crate::table::error::StoreError;
use crate::table::keys::{self, CODE_PREFIX};
use crate::table::{Attributes, Guard, Range, Store, Write};
use domain::id::UserId;
use domain::product_code::{Gtin, LearntCode};
use domain::stored::Stored;

fn row(user: &UserId, learnt: &LearntCode) -> Attributes {
    // A new name replaces the whole earlier row.
    to_entity_row(keys::code(user, learnt.code.as_str()), 1, learnt, &Stored::default())
}

fn code_from_row(row: Attributes) -> Result<LearntCode, StoreError> {
    let Entity { sk, body, .. } = from_entity_row::<LearntCode>(row)?;
    let code = sk.strip_prefix(CODE_PREFIX).and_then(Gtin::parse);
    let code = code.ok_or_else(|| StoreError::Corrupt("learnt code: SK".into()))?;
    Ok(LearntCode { code, ..body })
}

impl Write {
    /// Stores the name of a code, replacing an earlier one.
    pub fn code_learn(user: &UserId, learnt: &LearntCode) -> Self {
        Self::Put { row: row(user, learnt), guard: Guard::Always }
    }

    /// Creates an imported code; refused if this larder has its own name.
    pub fn code_create(user: &UserId, learnt: &LearntCode) -> Self {
        Self::Put { row: row(user, learnt), guard: Guard::New }
    }

    pub fn code_forget(user: &UserId, code: &Gtin) -> Self {
        Self::Delete { key: keys::code(user, code.as_str()), guard: Guard::Always }
    }
}

impl Store {
    /// Returns the learnt codes, eventually consistent: a code is not scanned in the second after it was named.
    pub async fn code_list(&self, user: &UserId) -> Result<Vec<LearntCode>, StoreError> {
        let range = Range::prefix(keys::user_pk(user), CODE_PREFIX).eventually();
        self.attributes_list(range).await?.into_iter().map(code_from_row).collect()
    }
}
