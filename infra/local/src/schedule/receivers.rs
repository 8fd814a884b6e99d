//! Chooses the larder whose reminders also go to ntfy and Gotify, and marks it, so that no larder that is created later
//! takes them over.

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
    /// None has items yet; the first one with items is chosen.
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

/// Chooses the larder, and prepares it for reminders by the receivers.
pub async fn choose_larder(deps: &Deps, folder: &Path, settings: &ReceiverSettings) -> Result<Choice, StoreError> {
    let choice = find_or_mark(deps, folder, settings).await?;
    if let Choice::Larder(user) = &choice {
        prepare(deps, user, settings).await?;
    }
    Ok(choice)
}

/// Returns the larder of the settings, or the one that was marked earlier, or marks the only one with items.
async fn find_or_mark(deps: &Deps, folder: &Path, settings: &ReceiverSettings) -> Result<Choice, StoreError> {
    let users = users::list_users(folder, &deps.config.table)
        .map_err(|error| StoreError::Unavailable { operation: "list larders", detail: error.to_string() })?;
    if let Some(named) = &settings.larder {
        return Ok(if users.contains(named) { Choice::Larder(named.clone()) } else { Choice::Missing });
    }
    let mut with_items = vec![];
    for user in users {
        if deps.store.due_user(&user).await?.is_some_and(|due| due.has_receivers) {
            return Ok(Choice::Larder(user));
        }
        if !deps.store.item_list_active(&user, deps.now()).await?.is_empty() {
            with_items.push(user);
        }
    }
    match with_items.as_slice() {
        [] => Ok(Choice::NoneYet),
        [user] => {
            deps.store.due_add_receivers(user).await.map_err(CommitError::into_store_error)?;
            Ok(Choice::Larder(user.clone()))
        }
        _ => Ok(Choice::Several),
    }
}

/// Stores the language of the settings if the larder's devices have sent none, and resumes its checks, because without
/// a device it could not be reached before.
async fn prepare(deps: &Deps, user: &UserId, settings: &ReceiverSettings) -> Result<(), StoreError> {
    let preferences = deps.store.preferences_get(user).await?;
    if let Some(language) = settings.language.filter(|_| preferences.language.is_none()) {
        let change = PreferencesChange { language: Some(language), ..PreferencesChange::default() };
        let change = Write::preferences_change(user, &change, deps.now());
        deps.store.commit(vec![change], None).await.map_err(CommitError::into_store_error)?;
    }
    deps.store.due_resume_checks(user, deps.now()).await
}
