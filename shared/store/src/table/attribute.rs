//! Attribute values of rows.

#![expect(clippy::needless_pass_by_value, reason = "callers pass references and numbers")]

use aws_sdk_dynamodb::types::AttributeValue;

pub(crate) fn text(value: impl ToString) -> AttributeValue {
    AttributeValue::S(value.to_string())
}

pub(crate) fn number(value: impl ToString) -> AttributeValue {
    AttributeValue::N(value.to_string())
}
