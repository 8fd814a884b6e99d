//! A household's own places, such as a cellar. Each keeps food like one of the four storage places.

use super::id::PlaceId;
use super::invalid::Invalid;
use super::shelf_life::Storage;
use super::text;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use uuid::Uuid;

/// The maximum number of own places of a household.
const MAX_PLACES: usize = 8;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OwnPlace {
    pub id: PlaceId,
    /// 1 to 40 characters.
    pub name: String,
    /// The storage place that it keeps food like.
    pub storage: Storage,
}

/// A place as a client sends it, unvalidated.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = OwnPlaceDraft))]
pub struct UncheckedPlace {
    /// A client-made id, so that a place can be made offline. It stays when the place is renamed.
    pub id: Option<Uuid>,
    /// 1 to 40 characters, and different from the other names.
    #[cfg_attr(feature = "openapi", schema(max_length = 40))]
    pub name: Option<String>,
    /// The storage place that it keeps food like.
    pub storage: Option<Storage>,
}

impl UncheckedPlace {
    fn checked(self) -> Result<OwnPlace, Invalid> {
        let missing = |what: &str| Invalid::new("places", format!("A place needs {what}."));
        Ok(OwnPlace {
            id: PlaceId(self.id.ok_or_else(|| missing("an id"))?),
            name: text::required("places", &self.name.unwrap_or_default(), text::MAX_PLACE, "A place needs a name.")?,
            storage: self
                .storage
                .ok_or_else(|| missing("a storage that it keeps like: fridge, freezer, pantry or counter"))?,
        })
    }
}

/// Validates the places of a household: their number, and unique ids and names.
pub fn checked(drafts: Vec<UncheckedPlace>) -> Result<Vec<OwnPlace>, Invalid> {
    if drafts.len() > MAX_PLACES {
        return Err(Invalid::new("places", format!("A household can have up to {MAX_PLACES} places of its own.")));
    }
    let mut places: Vec<OwnPlace> = Vec::with_capacity(drafts.len());
    for draft in drafts {
        let place = draft.checked()?;
        if places.iter().any(|other| other.id == place.id) {
            return Err(Invalid::new("places", "Two places have the same id."));
        }
        if named(&places, &place.name).is_some() {
            return Err(Invalid::new("places", format!("There are two places called “{}”.", place.name)));
        }
        places.push(place);
    }
    Ok(places)
}

/// Returns the places after one was added or changed, and another removed.
pub fn changed(
    current: &[OwnPlace],
    upserted: Option<UncheckedPlace>,
    removed: Option<PlaceId>,
) -> Result<Vec<OwnPlace>, Invalid> {
    let draft = |place: &OwnPlace| UncheckedPlace {
        id: Some(place.id.0),
        name: Some(place.name.clone()),
        storage: Some(place.storage),
    };
    let mut drafts: Vec<_> = current.iter().filter(|place| Some(place.id) != removed).map(draft).collect();
    if let Some(upserted) = upserted {
        match drafts.iter_mut().find(|place| place.id == upserted.id) {
            Some(place) => *place = upserted,
            None => drafts.push(upserted),
        }
    }
    checked(drafts)
}

/// Returns the place with this name; case and spaces do not matter.
pub fn named<'a>(places: &'a [OwnPlace], name: &str) -> Option<&'a OwnPlace> {
    let key = text::name_key(name);
    places.iter().find(|place| text::name_key(&place.name) == key)
}

/// Adds imported places up to the limit; a place of the same id or name is the same place. Returns all places, and the
/// id that each imported one has among them.
pub fn merged(current: &[OwnPlace], imported: Vec<OwnPlace>) -> (Vec<OwnPlace>, HashMap<PlaceId, PlaceId>) {
    let mut places = current.to_vec();
    let mut new_ids = HashMap::new();
    for place in imported {
        let same = places.iter().find(|other| other.id == place.id).or_else(|| named(&places, &place.name));
        match same {
            Some(same) => {
                new_ids.insert(place.id, same.id);
            }
            None if places.len() < MAX_PLACES => {
                new_ids.insert(place.id, place.id);
                places.push(place);
            }
            None => {}
        }
    }
    (places, new_ids)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(id: u128, name: &str) -> UncheckedPlace {
        UncheckedPlace { id: Some(Uuid::from_u128(id)), name: Some(name.into()), storage: Some(Storage::Pantry) }
    }

    fn place(id: u128, name: &str) -> OwnPlace {
        OwnPlace { id: PlaceId(Uuid::from_u128(id)), name: name.into(), storage: Storage::Pantry }
    }

    #[test]
    fn accepts_up_to_eight_named_places() {
        let drafts = |n: u128| (0..n).map(|id| draft(id, &format!("Shelf {id}"))).collect::<Vec<_>>();
        assert_eq!(checked(drafts(8)).unwrap().len(), 8);
        assert_eq!(checked(drafts(9)).unwrap_err().field, "places");
        assert_eq!(checked(vec![draft(1, " Cellar\t")]).unwrap(), [place(1, "Cellar")]);
        assert!(checked(vec![draft(1, &"ä".repeat(40))]).is_ok());
    }

    #[test]
    fn rejects_incomplete_and_duplicate_places() {
        let cases = [
            (vec![draft(1, " ")], "A place needs a name."),
            (vec![draft(1, &"x".repeat(41))], "This text is too long: up to 40 characters are allowed."),
            (vec![UncheckedPlace { id: None, ..draft(1, "Cellar") }], "A place needs an id."),
            (
                vec![UncheckedPlace { storage: None, ..draft(1, "Cellar") }],
                "A place needs a storage that it keeps like: fridge, freezer, pantry or counter.",
            ),
            (vec![draft(1, "Cellar"), draft(1, "Caravan")], "Two places have the same id."),
            (vec![draft(1, "Cellar"), draft(2, " CELLAR ")], "There are two places called “CELLAR”."),
        ];
        for (drafts, message) in cases {
            assert_eq!(checked(drafts).unwrap_err().message, message);
        }
    }

    #[test]
    fn keeps_other_places_when_one_changes() {
        let current = [place(1, "Cellar"), place(2, "Caravan")];
        let after = |draft, removed: Option<u128>| {
            changed(&current, draft, removed.map(|id| PlaceId(Uuid::from_u128(id)))).unwrap()
        };
        assert_eq!(after(Some(draft(1, "Attic")), None), [place(1, "Attic"), place(2, "Caravan")]);
        assert_eq!(after(Some(draft(3, "Attic")), None).len(), 3);
        assert_eq!(after(None, Some(1)), [place(2, "Caravan")]);
        assert_eq!(after(None, Some(9)), current, "it was removed before");
        assert!(changed(&current, Some(draft(3, "cellar")), None).is_err());
    }

    #[test]
    fn adds_imported_places_and_reuses_those_of_the_same_name() {
        let current = [place(1, "Cellar"), place(2, "Caravan")];
        let (places, new_ids) = merged(&current, vec![place(2, "Camper"), place(3, "cellar"), place(4, "Attic")]);
        assert_eq!(places, [place(1, "Cellar"), place(2, "Caravan"), place(4, "Attic")]);
        let id = |n| PlaceId(Uuid::from_u128(n));
        assert_eq!(new_ids, HashMap::from([(id(2), id(2)), (id(3), id(1)), (id(4), id(4))]));
    }

    #[test]
    fn leaves_out_imported_places_beyond_the_limit() {
        let current: Vec<_> = (0..7).map(|n| place(n, &format!("Shelf {n}"))).collect();
        let (places, new_ids) = merged(&current, vec![place(8, "Attic"), place(9, "Shed")]);
        assert_eq!((places.len(), new_ids.len()), (8, 1));
    }
}
