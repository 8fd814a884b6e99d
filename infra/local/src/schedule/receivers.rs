//! Chooses the larder whose reminders also go to ntfy and Gotify: once, so that no guest's larder takes them over.

use crate::data::users;
use crate::settings::receivers::{LARDER, ReceiverSettings};
use application::deps::Deps;
use domain::id::UserId;
use domain::preferences::PreferencesChange;
use std::path::Path;
use store::{CommitError, StoreError, Write};

/// The larder of the receivers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    Larder(UserId),
    /// None has items yet; the first that has is chosen.
    NoneYet,
    /// Several had items before one was chosen.
    Several,
    /// The settings name one that does not exist.
    Missing,
}

impl Choice {
    /// Returns what the operator should know, if nothing is sent.
    pub fn problem(&self) -> Option<String> {
        match self {
            Self::Larder(_) => None,
            Self::NoneYet => {
                Some("No larder has items yet. The first one that has gets its reminders there.".to_owned())
            }
            Self::Missing => {
                Some(format!("Nothing is sent there: {LARDER} names no larder that `larder devices` lists."))
            }
            Self::Several => Some(format!(
                "Nothing is sent there: several larders have items. {LARDER} must name one that `larder devices` lists."
            )),
        }
    }

    pub fn larder(self) -> Option<UserId> {
        if let Self::Larder(user) = self { Some(user) } else { None }
    }
}

/// Returns the larder of the settings, or the one chosen earlier, or chooses the only one with items. Stores the
/// language of the settings if its devices have sent none, and resumes its checks, because without a device it could
/// not be reached before.
pub async fn choose(deps: &Deps, folder: &Path, settings: &ReceiverSettings) -> Result<Choice, StoreError> {
    let users = users::list_users(folder, &deps.config.table)
        .map_err(|error| StoreError::Unavailable { operation: "list larders", detail: error.to_string() })?;
    if settings.larder.as_ref().is_some_and(|named| !users.contains(named)) {
        return Ok(Choice::Missing);
    }
    let (mut earlier, mut with_items) = (settings.larder.clone(), vec![]);
    for user in users {
        if earlier.is_some() {
            break;
        }
        if deps.store.due_user(&user).await?.is_some_and(|due| due.has_receivers) {
            earlier = Some(user);
        } else if !deps.store.item_list_active(&user, deps.now()).await?.is_empty() {
            with_items.push(user);
        }
    }
    let chosen = match (earlier, with_items.as_slice()) {
        (Some(user), _) => user,
        (None, []) => return Ok(Choice::NoneYet),
        (None, [user]) => {
            deps.store.due_add_receivers(user).await.map_err(CommitError::into_store_error)?;
            user.clone()
        }
        (None, _) => return Ok(Choice::Several),
    };
    let preferences = deps.store.preferences_get(&chosen).await?;
    if let Some(language) = settings.language.filter(|_| preferences.language.is_none()) {
        let change = PreferencesChange { language: Some(language), ..PreferencesChange::default() };
        let change = Write::preferences_change(&chosen, &change, deps.now());
        deps.store.commit(vec![change], None).await.map_err(CommitError::into_store_error)?;
    }
    deps.store.due_resume_checks(&chosen, deps.now()).await?;
    Ok(Choice::Larder(chosen))
}
