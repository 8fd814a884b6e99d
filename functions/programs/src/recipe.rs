//! `POST /api/shopping-list/recipe`

use api::{ApiError, Caller, Idempotency, JsonBody, Reply, retry_lost_race};
use application::deps::Deps;
use axum::extract::State;
use domain::freshness::Freshness;
use domain::id::ListItemId;
use domain::invalid::Invalid;
use domain::recipe::{FoodName, Ingredient, MAX_INGREDIENTS};
use domain::shopping::{Details, ListItem, MAX_ROWS, row_for_food};
use domain::text;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::Write;

/// The largest factor for a recipe's amounts.
const MAX_SCALE: f64 = 1_000.0;

/// A recipe as [schema.org](https://schema.org/Recipe) describes it, or as a recipe action of Mealie sends it: the
/// recipe in `content`, its factor in `recipe_scale`.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"name": "Pancakes", "recipeIngredient": ["200 g flour", "2 eggs", "300 ml milk"]}))]
pub struct RecipeRequest {
    /// At most 200 characters are kept, as a note of the rows.
    pub name: Option<String>,
    /// 1 to 80 ingredients, of which each is a line or Mealie's object.
    #[serde(alias = "recipe_ingredient")]
    #[schema(max_items = 80)]
    pub recipe_ingredient: Option<Vec<RecipeIngredient>>,
    /// Mealie's recipe, instead of the two above.
    pub content: Option<Recipe>,
    /// Multiplies the amounts; more than 0, at most 1,000; 1 where it is left out.
    #[serde(alias = "recipe_scale")]
    #[schema(exclusive_minimum = 0, maximum = 1_000)]
    pub recipe_scale: Option<f64>,
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Recipe {
    pub name: Option<String>,
    #[serde(alias = "recipe_ingredient")]
    #[schema(max_items = 80)]
    pub recipe_ingredient: Option<Vec<RecipeIngredient>>,
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(untagged)]
pub enum RecipeIngredient {
    /// A line such as "200 g flour, sifted"; what follows after 300 characters is left out.
    Line(String),
    Parts(Box<IngredientParts>),
}

/// An ingredient of Mealie: in parts if it was parsed there, otherwise a line in `note`.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IngredientParts {
    pub quantity: Option<f64>,
    pub unit: Option<NameOrObject>,
    pub food: Option<NameOrObject>,
    pub note: Option<String>,
    pub display: Option<String>,
    #[serde(alias = "original_text")]
    pub original_text: Option<String>,
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(untagged)]
pub enum NameOrObject {
    Name(String),
    Object(NamedObject),
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NamedObject {
    pub name: String,
    /// The abbreviation of a unit, preferred to its name.
    pub abbreviation: Option<String>,
    /// The households that always have this food, according to Mealie.
    #[serde(alias = "households_with_ingredient_food")]
    pub households_with_ingredient_food: Option<Vec<String>>,
    /// The same in Mealie before 2.0, which had one answer for all households.
    #[serde(alias = "on_hand")]
    pub on_hand: Option<bool>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecipeAdded {
    pub message: String,
    /// The number of new rows.
    pub added: usize,
    /// The number of rows that were on the list and have more now.
    pub increased: usize,
    /// The ingredients that are at home and were left out.
    pub at_home: Vec<String>,
}

/// Adds a recipe's ingredients that are not at home to the shopping list. What is on the list already gets the amount
/// added. An ingredient is at home if its food, in whatever amount, has not expired or is only past its best-before
/// date, or if the recipe's program says so.
#[utoipa::path(post, path = "/api/shopping-list/recipe", tag = "shopping-list",
    security(("bearer" = []), ("program" = ["read", "list"])), request_body = RecipeRequest,
    responses((status = 200, body = RecipeAdded), (status = 409)))]
pub async fn add_recipe(
    caller: Caller,
    State(deps): State<Deps>,
    idempotency: Idempotency,
    JsonBody(request): JsonBody<RecipeRequest>,
) -> Result<Reply, ApiError> {
    let CheckedRecipe { name, ingredients, scale } = request.checked()?;
    let local = deps.local_time(&caller.user).await?;
    let now = local.at;
    let items = deps.store.item_list_active(&caller.user, now).await?;
    let unexpired = items.iter().filter(|item| item.freshness(local) != Freshness::Expired || item.is_best_before());
    let unexpired: Vec<FoodName> = unexpired.map(|item| FoodName::new(&item.details.name)).collect();
    let is_at_home = |ingredient: &Ingredient| {
        let wanted = FoodName::new(&ingredient.name);
        ingredient.is_on_hand || unexpired.iter().any(|item| wanted.is_satisfied_by(item))
    };
    let (at_home, missing): (Vec<Ingredient>, Vec<Ingredient>) = ingredients.into_iter().partition(is_at_home);
    let at_home: Vec<String> = at_home.into_iter().map(|ingredient| ingredient.name).collect();
    let rows: Vec<Details> = missing.iter().filter_map(|ingredient| ingredient.row(name.as_deref(), scale)).collect();
    retry_lost_race(|| async {
        let list = deps.store.list_item_list(&caller.user).await?;
        let row_count = list.len();
        let MergedRows { created, replaced } = merge(Arc::unwrap_or_clone(list), &rows, |nth, details| {
            let id = ListItemId(idempotency.id(&deps, nth));
            ListItem::new(id, caller.user.clone(), details, caller.device, now)
        });
        if row_count + created.len() > MAX_ROWS {
            return Err(ApiError::list_full().into());
        }
        let (added, increased) = (created.len(), replaced.len());
        let replaced = replaced.into_iter().map(|row| ListItem { changed_by: caller.device, ..row });
        let replaced = replaced.map(|row| Write::list_item_replace(&row));
        let writes = created.iter().map(Write::list_item_create).chain(replaced).collect();
        let message = message(added + increased);
        let reply = Reply::ok(&RecipeAdded { message, added, increased, at_home: at_home.clone() });
        deps.store.commit(writes, idempotency.record(&reply)).await?;
        Ok(reply)
    })
    .await
}

fn message(rows: usize) -> String {
    match rows {
        0 => "Everything for this recipe is at home.".into(),
        1 => "Added 1 item to your shopping list.".into(),
        rows => format!("Added {rows} items to your shopping list."),
    }
}

struct MergedRows {
    created: Vec<ListItem>,
    /// Rows of the list in their next version.
    replaced: Vec<ListItem>,
}

/// Adds each of `rows` to the row of the same food and unit: a pending one first, then a completed one, then a new one.
fn merge(list: Vec<ListItem>, rows: &[Details], mut new: impl FnMut(usize, Details) -> ListItem) -> MergedRows {
    let mut replaced: Vec<ListItem> = Vec::new();
    let mut created: Vec<ListItem> = Vec::new();
    let mut unchanged = list;
    for details in rows {
        if let Some(row) = created.iter_mut().chain(&mut replaced).find(|row| row.is_same_food(details)) {
            // A request makes one version of a row.
            let version = row.version;
            *row = ListItem { version, ..row.add(details) };
        } else if let Some(at) = row_for_food(&unchanged, details) {
            replaced.push(unchanged.remove(at).add(details));
        } else {
            created.push(new(created.len(), details.clone()));
        }
    }
    MergedRows { created, replaced }
}

struct CheckedRecipe {
    name: Option<String>,
    ingredients: Vec<Ingredient>,
    scale: f64,
}

impl RecipeRequest {
    fn checked(self) -> Result<CheckedRecipe, Invalid> {
        let scale = self.recipe_scale.unwrap_or(1.0);
        if !(scale > 0.0 && scale <= MAX_SCALE) {
            return Err(Invalid::new("recipeScale", "The factor must be more than 0 and up to 1,000."));
        }
        let (field, recipe) = match self.content {
            Some(recipe) => ("content.recipeIngredient", recipe),
            None => ("recipeIngredient", Recipe { name: self.name, recipe_ingredient: self.recipe_ingredient }),
        };
        let listed = recipe.recipe_ingredient.unwrap_or_default();
        let too_many = || Invalid::new(field, format!("A recipe can have up to {MAX_INGREDIENTS} ingredients."));
        if listed.len() > MAX_INGREDIENTS {
            return Err(too_many());
        }
        let ingredients: Vec<Ingredient> = listed.into_iter().flat_map(RecipeIngredient::into_ingredients).collect();
        // A line can name several foods.
        if ingredients.len() > MAX_INGREDIENTS {
            return Err(too_many());
        }
        if ingredients.is_empty() {
            return Err(Invalid::new(field, "The recipe has no ingredients."));
        }
        let name = recipe.name.map(|name| text::cut(name.trim(), text::MAX_NAME)).filter(|name| !name.is_empty());
        Ok(CheckedRecipe { name, ingredients, scale })
    }
}

impl RecipeIngredient {
    fn into_ingredients(self) -> Vec<Ingredient> {
        let parts = match self {
            Self::Line(line) => return Ingredient::read(&line),
            Self::Parts(parts) => *parts,
        };
        let non_blank = |text: Option<String>| text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        let note = non_blank(parts.note);
        let is_on_hand = parts.food.as_ref().is_some_and(NameOrObject::is_on_hand);
        let Some(food) = non_blank(parts.food.map(NameOrObject::name)) else {
            let line = note.or_else(|| non_blank(parts.display)).or_else(|| non_blank(parts.original_text));
            return line.map_or(vec![], |line| Ingredient::read(&line));
        };
        let quantity = parts.quantity.filter(|quantity| quantity.is_finite());
        let unit = non_blank(parts.unit.map(NameOrObject::short_name));
        vec![Ingredient { name: food, quantity, unit, remark: note, is_on_hand }]
    }
}

impl NameOrObject {
    fn name(self) -> String {
        match self {
            Self::Name(name) | Self::Object(NamedObject { name, .. }) => name,
        }
    }

    fn is_on_hand(&self) -> bool {
        let Self::Object(food) = self else { return false };
        food.on_hand == Some(true) || food.households_with_ingredient_food.as_ref().is_some_and(|all| !all.is_empty())
    }

    fn short_name(self) -> String {
        match self {
            Self::Name(name) => name,
            Self::Object(NamedObject { name, abbreviation, .. }) => {
                abbreviation.filter(|short| !short.trim().is_empty()).unwrap_or(name)
            }
        }
    }
}
