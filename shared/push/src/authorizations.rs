//! Caches the signed header of each push service: a run of the reminders job sends to thousands of browsers of the same
//! few services.

use super::VapidKeys;
use chrono::{DateTime, TimeDelta, Utc};
use http::HeaderValue;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Half of the header's lifetime, so that no header is about to expire.
const MAX_AGE: TimeDelta = TimeDelta::hours(6);
/// Audiences come from user input; real services have a dozen hosts in all.
const MAX_AUTHORIZATIONS: usize = 64;

#[derive(Debug, Default)]
pub(super) struct Authorizations {
    headers: Mutex<HashMap<String, (DateTime<Utc>, HeaderValue)>>,
}

impl Authorizations {
    pub(super) fn header(&self, keys: &VapidKeys, audience: String, now: DateTime<Utc>) -> Option<HeaderValue> {
        let mut headers = self.headers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, header)) = headers.get(&audience)
            && (TimeDelta::zero()..MAX_AGE).contains(&(now - *at))
        {
            return Some(header.clone());
        }
        let header = HeaderValue::from_str(&keys.authorization(&audience, now)).ok()?;
        if headers.len() >= MAX_AUTHORIZATIONS {
            headers.clear();
        }
        headers.insert(audience, (now, header.clone()));
        Some(header)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renews_header_per_service_and_after_six_hours() {
        let keys = VapidKeys::generate([7; 32], "mailto:a@example.org").unwrap();
        let authorizations = Authorizations::default();
        let header = |audience: &str, seconds| {
            authorizations.header(&keys, audience.into(), DateTime::from_timestamp(seconds, 0).unwrap()).unwrap()
        };
        let first = header("https://one.example", 1_800_000_000);
        assert_eq!(header("https://one.example", 1_800_021_599), first);
        assert_ne!(header("https://two.example", 1_800_000_000), first);
        assert_ne!(header("https://one.example", 1_800_021_600), first);
        // A clock that was set back must not make a header last longer than it is valid.
        let later = header("https://one.example", 1_800_021_600);
        assert_ne!(header("https://one.example", 1_799_999_999), later);
    }

    #[test]
    fn bounds_cache_size() {
        let keys = VapidKeys::generate([7; 32], "mailto:a@example.org").unwrap();
        let authorizations = Authorizations::default();
        for n in 0..1_000 {
            authorizations.header(&keys, format!("https://{n}.example"), DateTime::UNIX_EPOCH).unwrap();
        }
        assert!(authorizations.headers.lock().unwrap().len() <= MAX_AUTHORIZATIONS);
    }
}
