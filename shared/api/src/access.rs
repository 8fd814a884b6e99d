//! Who may call an operation: the one check of all callers, by what each operation declares as its `security`.

use crate::Caller;
use crate::caller::authenticate;
use application::deps::Deps;
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use domain::program::Scope;
use http::Method;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::Arc;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{OpenApi, PathItem};

/// A kind of caller that an operation accepts.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Accepted {
    /// A device, by a person's id token.
    Bearer([(); 0]),
    /// A program whose token has all of these scopes.
    Program(Vec<Scope>),
}

/// The callers that an operation accepts; none if it needs no token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Access(Arc<[Accepted]>);

impl Access {
    /// Returns what an operation declares. Panics if it declares nothing, or what does not exist, so that no such function
    /// starts.
    fn declared(operation: &Operation) -> Self {
        let id = operation.operation_id.as_deref().unwrap_or_default();
        let security = operation.security.as_ref().unwrap_or_else(|| panic!("{id} does not declare its security"));
        let accepted = serde_json::to_value(security).and_then(serde_json::from_value::<Vec<Accepted>>);
        Self(accepted.unwrap_or_else(|error| panic!("the security of {id}: {error}")).into())
    }

    /// Returns the scopes that a program needs; none if no program may call the operation.
    pub(crate) fn program_scopes(&self) -> &[Scope] {
        let scopes = self.0.iter().find_map(|accepted| match accepted {
            Accepted::Program(scopes) => Some(scopes.as_slice()),
            Accepted::Bearer(_) => None,
        });
        scopes.unwrap_or_default()
    }
}

/// The declarations of a function's operations, by method and path.
#[derive(Clone, Debug)]
pub(crate) struct Declarations(Arc<HashMap<(Method, String), Access>>);

impl Declarations {
    pub(crate) fn of(document: &OpenApi) -> Self {
        let declared = document.paths.paths.iter().flat_map(|(path, item)| {
            let operations = operations(item).into_iter();
            operations
                .filter_map(|(method, operation)| Some(((method, path.clone()), Access::declared(operation.as_ref()?))))
        });
        Self(Arc::new(declared.collect()))
    }

    fn get(&self, request: &Request) -> Option<Access> {
        let path = request.extensions().get::<MatchedPath>()?.as_str().to_owned();
        // A GET route answers HEAD too.
        let method = if request.method() == Method::HEAD { &Method::GET } else { request.method() };
        self.0.get(&(method.clone(), path)).cloned()
    }
}

fn operations(item: &PathItem) -> [(Method, &Option<Operation>); 5] {
    [
        (Method::GET, &item.get),
        (Method::PUT, &item.put),
        (Method::POST, &item.post),
        (Method::DELETE, &item.delete),
        (Method::PATCH, &item.patch),
    ]
}

/// Refuses callers that the operation does not accept, before anything of its body is read. Without a declaration, as at
/// an unknown path, there is no caller for the handler.
pub(crate) async fn layer(
    State((deps, declarations)): State<(Deps, Declarations)>,
    request: Request,
    next: Next,
) -> Response {
    let Some(access) = declarations.get(&request).filter(|access| !access.0.is_empty()) else {
        return next.run(request).await;
    };
    let (mut parts, body) = request.into_parts();
    match authenticate(&deps, &access, &mut parts).await {
        Ok(caller) => {
            parts.extensions.insert::<Caller>(caller);
            next.run(Request::from_parts(parts, body)).await
        }
        Err(error) => error.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use utoipa::openapi::path::OperationBuilder;
    use utoipa::openapi::security::SecurityRequirement;

    fn declared(security: Option<Vec<SecurityRequirement>>) -> Access {
        Access::declared(&OperationBuilder::new().securities(security).build())
    }

    #[test]
    fn reads_who_may_call_an_operation() {
        let device = SecurityRequirement::new::<_, _, String>("bearer", []);
        let program = SecurityRequirement::new("program", ["read", "list"]);
        assert_eq!(declared(Some(vec![device.clone(), program])).program_scopes(), [Scope::Read, Scope::List]);
        assert_eq!(declared(Some(vec![device])).program_scopes(), [], "closed to programs");
        assert!(declared(Some(vec![])).0.is_empty(), "open to everybody");
    }

    #[test]
    #[should_panic(expected = "does not declare its security")]
    fn starts_no_operation_without_a_declaration() {
        declared(None);
    }

    #[test]
    #[should_panic(expected = "unknown variant")]
    fn starts_no_operation_with_an_unknown_scope() {
        declared(Some(vec![SecurityRequirement::new("program", ["reed"])]));
    }
}
