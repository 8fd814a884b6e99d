//! Validates a browser's push subscription.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use domain::invalid::Invalid;
use domain::subscription::Subscription;
use http::Uri;

/// The maximum length of an endpoint, in bytes. Endpoints in use have 150 to 500.
const MAX_ENDPOINT_LENGTH: usize = 2_048;

/// The hosts of push services. Others are refused, because the server sends requests to every endpoint.
const HOSTS: [&str; 2] = ["fcm.googleapis.com", "updates.push.services.mozilla.com"];
const HOST_ENDINGS: [&str; 2] = [".push.apple.com", ".notify.windows.com"];

/// Validates a subscription. `more_hosts` are further `host:port` for development, without TLS too.
pub fn parse_subscription(
    endpoint: &str,
    p256dh: &str,
    auth: &str,
    more_hosts: &[String],
    now: DateTime<Utc>,
) -> Result<Subscription, Invalid> {
    if !is_known_endpoint(endpoint, more_hosts) {
        return Err(Invalid::new("endpoint", "This must be the HTTPS address of a known push service."));
    }
    let p256dh: Option<[u8; 65]> = decode(p256dh).filter(|point: &[u8; 65]| point[0] == 4);
    let p256dh =
        p256dh.ok_or_else(|| Invalid::new("keys.p256dh", "This must be a public key of 65 bytes in base64url."))?;
    let auth =
        decode(auth).ok_or_else(|| Invalid::new("keys.auth", "This must be a secret of 16 bytes in base64url."))?;
    Ok(Subscription { endpoint: endpoint.to_owned(), p256dh, auth, created_at: now, device: None })
}

/// Decodes base64url, also with padding, which some libraries write.
fn decode<const N: usize>(text: &str) -> Option<[u8; N]> {
    (text.len() <= 2 * N).then(|| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()).flatten()?.try_into().ok()
}

/// Returns true if an endpoint is the HTTPS address of a known push service on the usual port, or one of `more_hosts`.
pub fn is_known_endpoint(text: &str, more_hosts: &[String]) -> bool {
    // Refuses text that other URL parsers might read differently.
    let is_plain = text.len() <= MAX_ENDPOINT_LENGTH
        && text.bytes().all(|b| b.is_ascii_graphic() && !matches!(b, b'\\' | b'#' | b'@'));
    let Some(uri) = is_plain.then(|| text.parse::<Uri>().ok()).flatten() else { return false };
    let Some(authority) = uri.authority().map(|authority| authority.as_str().to_ascii_lowercase()) else {
        return false;
    };
    let is_known = HOSTS.contains(&authority.as_str())
        || HOST_ENDINGS.iter().any(|ending| {
            authority.strip_suffix(ending).is_some_and(|label| !label.is_empty() && !label.contains(':'))
        });
    match uri.scheme_str() {
        Some("https") if is_known => true,
        Some("https" | "http") => more_hosts.contains(&authority),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp_millis(1_800_000_000_000).unwrap()
    }

    fn keys() -> (String, String) {
        let mut point = [7; 65];
        point[0] = 4;
        (URL_SAFE_NO_PAD.encode(point), URL_SAFE_NO_PAD.encode([9; 16]))
    }

    fn endpoint(text: &str) -> Result<Subscription, Invalid> {
        let (p256dh, auth) = keys();
        parse_subscription(text, &p256dh, &auth, &["127.0.0.1:9099".to_owned()], now())
    }

    #[test]
    fn accepts_known_push_services() {
        for good in [
            "https://fcm.googleapis.com/fcm/send/abc:def-_",
            "https://updates.push.services.mozilla.com/wpush/v2/gAAAA=",
            "https://web.push.apple.com/QGo",
            "https://wns2-am3p.notify.windows.com/w/?token=BQY%3d",
            "http://127.0.0.1:9099/push/1",
        ] {
            assert_eq!(endpoint(good).unwrap().endpoint, good);
        }
    }

    #[test]
    fn rejects_endpoints_of_other_hosts() {
        for bad in [
            "",
            "fcm.googleapis.com/x",
            "http://fcm.googleapis.com/x",
            "https://fcm.googleapis.com:8443/x",
            "https://fcm.googleapis.com./x",
            "https://fcm.googleapis.com@evil.example/x",
            "https://user:pass@fcm.googleapis.com/x",
            "https://fcm.googleapis.com\\@evil.example/x",
            "https://evil.example/?https://fcm.googleapis.com/",
            "https://evil.example#.push.apple.com",
            "https://fcm.googleapis.com.evil.example/x",
            "https://evilpush.apple.com/x",
            "https://.push.apple.com/x",
            "https://127.0.0.1:80.push.apple.com/x",
            "https://169.254.169.254/latest/meta-data",
            "https://127.0.0.1/x",
            "https://[::1]:9099/x",
            "http://127.0.0.1:9098/x",
            "ftp://127.0.0.1:9099/x",
            "https://fcm.googleapis.com/a b",
            "https://fcm.googleapis.com/\u{e4}",
            &format!("https://fcm.googleapis.com/{}", "x".repeat(3_000)),
        ] {
            assert_eq!(endpoint(bad).unwrap_err().field, "endpoint", "{bad}");
        }
    }

    #[test]
    fn requires_keys_of_right_length() {
        let (p256dh, auth) = keys();
        let check = |p: &str, a: &str| parse_subscription("https://web.push.apple.com/x", p, a, &[], now());
        assert!(check(&p256dh, &auth).is_ok());
        assert!(check(&p256dh, &format!("{auth}==")).is_ok(), "padding does not matter");
        for bad in ["", "AAAA", &auth, &URL_SAFE_NO_PAD.encode([0; 65]), "not base64!", &"A".repeat(100_000)] {
            assert_eq!(check(bad, &auth).unwrap_err().field, "keys.p256dh", "{}", &bad[..bad.len().min(20)]);
        }
        for bad in ["", "AAAA", &p256dh, &URL_SAFE_NO_PAD.encode([0; 17])] {
            assert_eq!(check(&p256dh, bad).unwrap_err().field, "keys.auth", "{bad}");
        }
    }
}
