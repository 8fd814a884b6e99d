//! The names of settings. Unknown names are errors, because a misspelt setting would have no effect.

use domain::text::edit_distance;

/// The settings of `larder`.
const SETTINGS: [&str; 43] = [
    "LARDER_ABANDONED_DAYS",
    "LARDER_ANNOUNCE",
    "LARDER_BACKUPS",
    "LARDER_BEDROCK_DAILY",
    "LARDER_BEDROCK_MODEL",
    "LARDER_BEHIND_CDN",
    "LARDER_BIND",
    "LARDER_BUCKET",
    "LARDER_CDN_SECRETS",
    "LARDER_CLOCK_OFFSET",
    "LARDER_DATA",
    "LARDER_DERIVATION_KEY",
    "LARDER_DEV",
    "LARDER_DIGEST_LANGUAGE",
    "LARDER_DIGEST_LARDER",
    "LARDER_GOTIFY_TOKEN",
    "LARDER_GOTIFY_URL",
    "LARDER_IDENTITY_AUDIENCE",
    "LARDER_IDENTITY_ISSUER",
    "LARDER_IDENTITY_JWKS_URL",
    "LARDER_IDENTITY_KEYS",
    "LARDER_LOG",
    "LARDER_METRICS",
    "LARDER_MONTHLY_UPLOADS",
    "LARDER_NTFY_TOKEN",
    "LARDER_NTFY_URL",
    "LARDER_PRODUCT_LOOKUP",
    "LARDER_PUSH_CONTACT",
    "LARDER_PUSH_HOSTS",
    "LARDER_PUSH_KEY",
    "LARDER_READER",
    "LARDER_READINGS_PER_ADDRESS",
    "LARDER_READINGS_PER_TEN_SECONDS",
    "LARDER_SERVICE_ACCOUNT",
    "LARDER_SETTINGS",
    "LARDER_SIGN_UP",
    "LARDER_SIGN_UPS_PER_ADDRESS",
    "LARDER_SITE",
    "LARDER_SITE_URL",
    "LARDER_TABLE",
    "LARDER_TOKEN",
    "LARDER_TRUSTED_PROXIES",
    "LARDER_URL",
];

/// Other variables that a process may inherit: of the compose files, and of this repository's tests and tools.
const OTHER_NAMES: [&str; 10] = [
    "LARDER_BACKEND",
    "LARDER_BIN",
    "LARDER_FAULTS",
    "LARDER_HOST",
    "LARDER_HOUSEHOLDS",
    "LARDER_IMAGE",
    "LARDER_KILLS",
    "LARDER_MUTATIONS",
    "LARDER_UPSTREAM",
    "LARDER_WRITE",
];
/// The prefixes of variables that tests set, and that Kubernetes and Docker set for a service called `larder`.
const OTHER_PREFIXES: [&str; 6] =
    ["LARDER_E2E_", "LARDER_IMPORT_", "LARDER_MODEL_", "LARDER_TEST_", "LARDER_SERVICE_", "LARDER_PORT_"];

/// Fails at the first name that begins like a setting of Larder but is unknown.
pub fn check<'a>(variables: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<(), String> {
    let is_unknown = |(name, value): &(&str, &str)| {
        let is_address = *name == "LARDER_PORT" && value.contains("://");
        let is_other = OTHER_NAMES.contains(name) || OTHER_PREFIXES.iter().any(|prefix| name.starts_with(prefix));
        name.starts_with("LARDER_") && !SETTINGS.contains(name) && !is_other && !is_address
    };
    let Some((name, _)) = variables.into_iter().find(is_unknown) else { return Ok(()) };
    let suggestion = if name == "LARDER_PORT" { Some("PORT") } else { most_similar(name) };
    let hint = suggestion.map(|suggestion| format!(" Did you mean {suggestion}?")).unwrap_or_default();
    Err(format!("{name} is no setting of Larder.{hint} docs/CONFIGURATION.md lists them."))
}

/// Returns the most similar setting, if at most three letters differ.
fn most_similar(name: &str) -> Option<&'static str> {
    let distances = SETTINGS.iter().map(|setting| (edit_distance(name, setting), *setting));
    distances.min().filter(|(distance, _)| *distance <= 3).map(|(_, setting)| setting)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(name: &str, value: &str) -> Result<(), String> {
        check([("PATH", "/bin"), (name, value)])
    }

    #[test]
    fn rejects_unknown_names_and_suggests_the_most_similar() {
        assert!(checked("LARDER_SIGNUP", "closed").unwrap_err().contains("Did you mean LARDER_SIGN_UP?"));
        assert!(checked("LARDER_PORT", "9000").unwrap_err().contains("Did you mean PORT?"));
        assert!(!checked("LARDER_ABSOLUTELY_NOTHING", "1").unwrap_err().contains("Did you mean"));
    }

    #[test]
    fn ignores_names_of_other_programs() {
        for (name, value) in [
            ("LARDER_PORT", "tcp://10.0.0.7:8080"),
            ("LARDER_PORT_8080_TCP_ADDR", "10.0.0.7"),
            ("LARDER_SERVICE_HOST", "10.0.0.7"),
            ("LARDER_HOST", "larder.example.org"),
            ("LARDERS", "3"),
        ] {
            assert_eq!(checked(name, value), Ok(()), "{name}");
        }
    }

    #[test]
    fn knows_every_setting_of_the_code_and_of_the_documents() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut texts = vec![];
        for file in ["shared/application/src/config.rs", "docs/CONFIGURATION.md"] {
            texts.push(std::fs::read_to_string(root.join(file)).unwrap());
        }
        let mut paths = vec![root.join("infra/local/src")];
        while let Some(path) = paths.pop() {
            if path.is_dir() {
                paths.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
            } else if !path.ends_with("settings/names.rs") {
                texts.push(std::fs::read_to_string(path).unwrap());
            }
        }
        let is_part = |c: char| c.is_ascii_uppercase() || c == '_';
        let mut found = std::collections::BTreeSet::new();
        for text in &texts {
            for quoted in text.split(['"', '`']).filter(|word| word.starts_with("LARDER_")) {
                found.insert(quoted.split(|c| !is_part(c)).next().unwrap());
            }
        }
        assert!(found.len() > 30, "{found:?}");
        // The functions' own, which the document names.
        let on_lambda = ["LARDER_SIGNING_KEYS_ARN", "LARDER_PUSH_KEYS"];
        found.retain(|name| !on_lambda.contains(name) && !name.ends_with('_'));
        for name in found {
            assert_eq!(checked(name, "1"), Ok(()), "{name}");
        }
    }
}
