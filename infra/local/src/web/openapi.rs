//! The OpenAPI document of the API, merged from those of the functions.

use axum::response::IntoResponse;
use http::header::CONTENT_TYPE;
use std::sync::LazyLock;
use utoipa::openapi::link::Link;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, OneOfBuilder, Schema, SchemaFormat, Type};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{
    Components, Content, InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder, Ref, RefOr, Required, Response,
    ResponseBuilder, ServerBuilder,
};

/// The security schemes: name, format of the token, description.
const SECURITY_SCHEMES: [(&str, &str, &str); 3] = [
    ("bearer", "JWT", "A device, by an id token."),
    ("program", "larder_pat_…", "A program, by a token that has all of the scopes that an operation names."),
    ("looker", "JWT", "A device that may only look and tick, by an id token."),
];

/// Links between operations: operation, status, pointer into the body; then the operation and parameter that use the
/// value. Clients and Schemathesis derive the order of calls from them.
const LINKS: [(&str, &str, &str, &str, &str); 17] = [
    ("create_item", "201", "id", "update_item", "id"),
    ("create_item", "201", "id", "archive_item", "id"),
    ("create_item", "201", "id", "change_item_state", "id"),
    ("create_item", "201", "id", "delete_item", "id"),
    ("archive_item", "200", "id", "restore_item", "id"),
    ("delete_item", "200", "id", "restore_item", "id"),
    ("create_list_item", "201", "id", "toggle_list_item", "id"),
    ("create_list_item", "201", "id", "update_list_item", "id"),
    ("create_list_item", "201", "id", "delete_list_item", "id"),
    ("create_share", "201", "token", "get_shared_list", "token"),
    ("create_share", "201", "token", "revoke_share", "token"),
    ("list_shares", "200", "0/id", "revoke_share_by_id", "id"),
    ("create_token", "201", "id", "end_token", "id"),
    ("extract_receipt", "200", "sessionId", "list_session_items", "id"),
    ("extract_receipt", "200", "sessionId", "add_session_to_shopping_list", "id"),
    ("list_scan_sessions", "200", "0/id", "list_session_items", "id"),
    ("list_scan_sessions", "200", "0/id", "add_session_to_shopping_list", "id"),
];

/// The error responses: status, name in `components.responses`, description.
const ERROR_RESPONSES: [(&str, &str, &str); 11] = [
    ("400", "BadRequest", "The body cannot be read."),
    ("401", "Unauthorized", "The token is missing or not valid."),
    ("403", "Forbidden", "The token is valid, but the program's scopes or the role of the device do not allow this."),
    ("404", "NotFound", "It does not exist, or it belongs to another larder."),
    ("409", "Conflict", "Another change came first, or the current state does not allow it."),
    ("413", "PayloadTooLarge", "The body is too large."),
    ("415", "UnsupportedMediaType", "The picture cannot be read."),
    ("422", "UnprocessableEntity", "A field is not valid; `field` names it."),
    (
        "429",
        "TooManyRequests",
        "Too many requests, or the month's uploads are used up; `Retry-After` says when to try again.",
    ),
    ("4XX", "Refused", "The request is refused before it reaches the operation, such as 405 for its method."),
    ("5XX", "Unavailable", "Larder cannot answer at the moment; `Retry-After` says when to try again."),
];

/// The error responses of the Identity Toolkit's protocol, whose body is another one.
const TOOLKIT_ERROR_RESPONSES: [(&str, &str, &str); 4] = [
    ("400", "ToolkitBadRequest", "The request cannot be read, or its token is not valid."),
    ("429", "ToolkitTooManyRequests", "Too many requests; `Retry-After` says when to try again."),
    ("4XX", "ToolkitRefused", "The request is refused before it reaches the operation, such as 405 for its method."),
    ("5XX", "ToolkitUnavailable", "Larder cannot answer at the moment; `Retry-After` says when to try again."),
];

static DOCUMENT: LazyLock<OpenApi> = LazyLock::new(build);

pub fn document() -> &'static OpenApi {
    &DOCUMENT
}

/// The document as JSON. utoipa 5 writes `operation_id` in links instead of `operationId`.
static JSON: LazyLock<String> = LazyLock::new(|| {
    let json = serde_json::to_string_pretty(document()).expect("the document is plain data");
    json.replace("\"operation_id\":", "\"operationId\":") + "\n"
});

pub fn json() -> &'static str {
    &JSON
}

pub async fn serve() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], json())
}

fn build() -> OpenApi {
    let mut document = OpenApiBuilder::new().components(Some(Components::new())).build();
    for part in [
        items::router().into_openapi(),
        scans::router().into_openapi(),
        shopping_list::router().into_openapi(),
        sharing::router().into_openapi(),
        preferences::router().into_openapi(),
        transfer::router().into_openapi(),
        programs::router().into_openapi(),
        identity::router().into_openapi(),
    ] {
        document.merge(part);
    }
    document.info = InfoBuilder::new()
        .title("Larder")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "Eat food before it spoils: items, receipts, the shopping list and its sharing, preferences, and anonymous \
             sign-in.",
        ))
        .license(Some(LicenseBuilder::new().name("MIT OR Apache-2.0").identifier(Some("MIT OR Apache-2.0")).build()))
        .build();
    document.servers = Some(vec![ServerBuilder::new().url("/").build()]);
    let components = document.components.get_or_insert_with(Components::new);
    for (name, format, description) in SECURITY_SCHEMES {
        let bearer =
            HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format(format).description(Some(description));
        components.add_security_scheme(name, SecurityScheme::Http(bearer.build()));
    }
    components.responses.extend(error_responses());
    for (path, item) in &mut document.paths.paths {
        let operations = [
            (false, &mut item.get),
            (true, &mut item.put),
            (true, &mut item.post),
            (true, &mut item.delete),
            (true, &mut item.patch),
        ];
        for (is_mutation, operation) in operations {
            let Some(operation) = operation else { continue };
            let id = operation.operation_id.clone().unwrap_or_default();
            let is_open = operation.security.as_ref().is_some_and(Vec::is_empty);
            if is_mutation && !is_open {
                operation.parameters.get_or_insert_default().push(idempotency_key_parameter());
            }
            add_error_responses(path.starts_with("/identity/"), !is_open, operation);
            add_links(&id, operation);
        }
    }
    document
}

/// Returns the shared error responses by their names.
fn error_responses() -> impl Iterator<Item = (String, RefOr<Response>)> {
    let body: RefOr<Schema> = Ref::from_schema_name("ErrorBody").into();
    let toolkit: RefOr<Schema> = Ref::from_schema_name("ToolkitErrorBody").into();
    // Errors before the operation have the body of the rest of the API.
    let either: RefOr<Schema> = OneOfBuilder::new().item(toolkit.clone()).item(body.clone()).into();
    let of_toolkit = move |status: &str| if status.ends_with("XX") { either.clone() } else { toolkit.clone() };
    let plain = ERROR_RESPONSES.into_iter().map(move |response| (response, body.clone()));
    let toolkit = TOOLKIT_ERROR_RESPONSES.into_iter().map(move |response| (response, of_toolkit(response.0)));
    plain.chain(toolkit).map(|((_, name, description), schema)| {
        let content = Content::new(Some(schema));
        (name.to_owned(), ResponseBuilder::new().description(description).content("application/json", content).into())
    })
}

/// Adds the error responses that follow from an operation's parameters and body, and those that it declares by status.
fn add_error_responses(is_toolkit: bool, is_secured: bool, operation: &mut Operation) {
    let has_parameter =
        |location: ParameterIn| operation.parameters.iter().flatten().any(|one| one.parameter_in == location);
    let has_body = operation.request_body.is_some();
    let follows = |status: &str| match status {
        "4XX" | "5XX" => true,
        // Tokens of programs have scopes, and unknown ones are limited by address.
        "401" | "403" | "429" => is_secured,
        "400" | "413" => has_body,
        "404" => has_parameter(ParameterIn::Path),
        "422" => has_body && !is_toolkit || has_parameter(ParameterIn::Query) || has_parameter(ParameterIn::Header),
        _ => false,
    };
    let toolkit = TOOLKIT_ERROR_RESPONSES.iter().filter(|_| is_toolkit);
    let named: Vec<_> = ERROR_RESPONSES
        .iter()
        .chain(toolkit)
        .filter(|(status, ..)| follows(status) || operation.responses.responses.contains_key(*status))
        .map(|(status, name, _)| ((*status).to_owned(), Ref::from_response_name(*name).into()))
        .collect();
    operation.responses.responses.extend(named);
}

/// Returns the parameter of all mutations of the API.
fn idempotency_key_parameter() -> Parameter {
    let uuid =
        ObjectBuilder::new().schema_type(Type::String).format(Some(SchemaFormat::KnownFormat(KnownFormat::Uuid)));
    ParameterBuilder::new()
        .name("Idempotency-Key")
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some(
            "The same key with the same request within 30 days answers the first result again and does nothing twice.",
        ))
        .schema(Some(uuid))
        .build()
}

fn add_links(id: &str, operation: &mut Operation) {
    for (_, status, pointer, target, parameter) in LINKS.iter().filter(|(from, ..)| *from == id) {
        if let Some(RefOr::T(response)) = operation.responses.responses.get_mut(*status) {
            let link =
                Link::builder().operation_id(*target).parameter(*parameter, format!("$response.body#/{pointer}"));
            response.links.insert((*target).to_owned(), RefOr::T(link.build()));
        }
    }
}
