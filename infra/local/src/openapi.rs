//! The contract of the whole API, put together from the functions' own.

use axum::Json;
use identity::signer::Signer;
use std::sync::{Arc, LazyLock};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{Components, InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder, SecurityRequirement, ServerBuilder};

/// Operations that need no token.
const OPEN: [&str; 9] = [
    "get_health",
    "sign_up",
    "lookup_account",
    "delete_account",
    "refresh_id_token",
    "get_key_set",
    "get_configuration",
    "get_shared_list",
    "list_common_items",
];

static DOCUMENT: LazyLock<OpenApi> = LazyLock::new(build);

pub fn document() -> &'static OpenApi {
    &DOCUMENT
}

pub async fn serve() -> Json<&'static OpenApi> {
    Json(document())
}

fn build() -> OpenApi {
    let no_keys = Arc::new(Signer::nobody());
    let mut document = OpenApiBuilder::new().components(Some(Components::new())).build();
    for part in [
        items::router().into_openapi(),
        scans::router(Arc::new(scans::engine::Embedded::default())).into_openapi(),
        shopping_list::router().into_openapi(),
        sharing::router().into_openapi(),
        preferences::router().into_openapi(),
        identity::router(no_keys).into_openapi(),
    ] {
        document.merge(part);
    }
    document.info = InfoBuilder::new()
        .title("Larder")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some("Eat food before it spoils: items, receipts, the shopping list and its sharing, preferences, and anonymous sign-in."))
        .license(Some(LicenseBuilder::new().name("MIT OR Apache-2.0").identifier(Some("MIT OR Apache-2.0")).build()))
        .build();
    document.servers = Some(vec![ServerBuilder::new().url("/").build()]);
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build();
    let components = document.components.get_or_insert_with(Components::new);
    components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
    for item in document.paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.put, &mut item.post, &mut item.delete, &mut item.patch];
        for operation in operations.into_iter().flatten() {
            let open = operation.operation_id.as_deref().is_some_and(|id| OPEN.contains(&id));
            operation.security = Some(if open { vec![] } else { vec![SecurityRequirement::new::<_, _, String>("bearer", [])] });
        }
    }
    document
}
