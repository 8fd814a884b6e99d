//! Access for other programs: tokens, the calendar feed, and a summary for displays.

mod calendar;
mod recipe;
mod summary;
mod tokens;

use application::deps::Deps;
use calendar::{manage, read};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub fn router() -> OpenApiRouter<Deps> {
    OpenApiRouter::new()
        .routes(routes!(manage::get_calendar, manage::create_calendar, manage::end_calendar))
        .routes(routes!(read::read_calendar))
        .routes(routes!(recipe::add_recipe))
        .routes(routes!(summary::get_summary))
        .routes(routes!(tokens::list_tokens, tokens::create_token))
        .routes(routes!(tokens::end_token))
}
