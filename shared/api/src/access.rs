//! Who may call an operation, as each declares it by its `security`.

use axum::extract::{MatchedPath, Request};
use domain::household::Role;
use domain::program::Scope;
use http::Method;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::Arc;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{OpenApi, PathItem};

/// A kind of caller that an operation accepts, as `OpenAPI` writes it: `{"program": ["read"]}`, and an empty list for
/// the kinds without scopes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Accepted {
    /// A device, by a person's id token.
    Bearer([(); 0]),
    /// A program whose token has all of these scopes.
    Program(Vec<Scope>),
    /// A device that may only look and tick.
    Looker([(); 0]),
}

/// The callers that an operation accepts; none if it needs no token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Access(Arc<[Accepted]>);

impl Access {
    /// Returns what an operation declares. Panics if it declares nothing, or what does not exist, so that no such
    /// function starts.
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
            Accepted::Bearer(_) | Accepted::Looker(_) => None,
        });
        scopes.unwrap_or_default()
    }

    pub(crate) fn accepts(&self, role: Role) -> bool {
        let accepted = match role {
            Role::Member => Accepted::Bearer([]),
            Role::Looker => Accepted::Looker([]),
        };
        self.0.contains(&accepted)
    }
}

/// The declarations of a function's operations, by method and path.
#[derive(Clone, Debug)]
pub(crate) struct Declarations(Arc<HashMap<(Method, String), Access>>);

impl Declarations {
    pub(crate) fn of_document(document: &OpenApi) -> Self {
        let declared = document.paths.paths.iter().flat_map(|(path, item)| {
            let operations = operations(item).into_iter();
            operations
                .filter_map(|(method, operation)| Some(((method, path.clone()), Access::declared(operation.as_ref()?))))
        });
        Self(Arc::new(declared.collect()))
    }

    /// Returns whom the request's operation accepts; `None` if it needs no token, or does not exist.
    pub(crate) fn of_request(&self, request: &Request) -> Option<Access> {
        let path = request.extensions().get::<MatchedPath>()?.as_str().to_owned();
        // A GET route answers HEAD too.
        let method = if request.method() == Method::HEAD { &Method::GET } else { request.method() };
        self.0.get(&(method.clone(), path)).filter(|access| !access.0.is_empty()).cloned()
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
        let (closed, looker) =
            (declared(Some(vec![device.clone()])), SecurityRequirement::new::<_, _, String>("looker", []));
        assert_eq!((closed.program_scopes(), closed.accepts(Role::Looker)), (&[][..], false));
        let open = declared(Some(vec![device, looker]));
        assert!(closed.accepts(Role::Member) && open.accepts(Role::Member) && open.accepts(Role::Looker));
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
