//! The signed header for each push service, kept for a while: a run of the reminders tells thousands of browsers of the
//! same few services.

use super::VapidKeys;
use chrono::{DateTime, TimeDelta, Utc};
use http::HeaderValue;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Half of the header's lifetime, so that no service gets one that is about to expire.
const KEPT: TimeDelta = TimeDelta::hours(6);
/// Audiences are part of user input. Real services have a dozen hosts between them.
const MAX_AUTHORIZATIONS: usize = 64;

#[derive(Debug, Default)]
pub(super) struct Authorizations {
    made: Mutex<HashMap<String, (DateTime<Utc>, HeaderValue)>>,
}

impl Authorizations {
    pub(super) fn header(&self, keys: &VapidKeys, audience: String, now: DateTime<Utc>) -> Option<HeaderValue> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, header)) = made.get(&audience)
            && (TimeDelta::zero()..KEPT).contains(&(now - *at))
        {
            return Some(header.clone());
        }
        let header = HeaderValue::from_str(&keys.authorization(&audience, now)).ok()?;
        if made.len() >= MAX_AUTHORIZATIONS {
            made.clear();
        }
        made.insert(audience, (now, header.clone()));
        Some(header)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renews_header_per_service_and_after_six_hours() {
        let keys = VapidKeys::generate([7; 32], "mailto:a@example.org").unwrap();
        let kept = Authorizations::default();
        let header = |audience: &str, seconds| {
            kept.header(&keys, audience.into(), DateTime::from_timestamp(seconds, 0).unwrap()).unwrap()
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
        let kept = Authorizations::default();
        for n in 0..1_000 {
            kept.header(&keys, format!("https://{n}.example"), DateTime::UNIX_EPOCH).unwrap();
        }
        assert!(kept.made.lock().unwrap().len() <= MAX_AUTHORIZATIONS);
    }
}
