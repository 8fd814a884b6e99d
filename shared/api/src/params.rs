//! Reads query and path parameters, with our own error messages.

use crate::ApiError;
use axum::extract::{FromRequestParts, Path, Query};
use http::request::Parts;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::HashSet;
use uuid::Uuid;

/// The variable part of a path. Invalid text gets the response for a missing row.
#[derive(Debug)]
pub struct PathText(pub String);

impl<S: Send + Sync> FromRequestParts<S> for PathText {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        path.map(|Path(text)| Self(text)).map_err(|_| ApiError::not_found())
    }
}

/// The query of a URL. Repeated names are refused.
#[derive(Debug)]
pub struct QueryOf<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryOf<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        query
            .map(|Query(query)| Self(query))
            .map_err(|_| ApiError::invalid("query", "The query string cannot be read."))
    }
}

/// The rows that the user saw when removing "all": rows added since stay.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"ids": ["00000000-0000-4000-8000-000000000000"]}))]
pub struct SeenRows {
    /// The ids; by default all present rows.
    pub ids: Option<HashSet<Uuid>>,
}

impl SeenRows {
    pub fn contains(&self, id: Uuid) -> bool {
        self.ids.as_ref().is_none_or(|ids| ids.contains(&id))
    }
}
