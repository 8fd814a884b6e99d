//! The settings file, which the service, the container and the operator's commands read: `/etc/larder.env`, or the file
//! that `LARDER_SETTINGS` names. The process's own variables win over it.

use application::config::Environment;
use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::Path;

const NAME: &str = "LARDER_SETTINGS";
const DEFAULT_PATH: &str = "/etc/larder.env";

/// The variables of the settings file and, over them, of the process.
#[derive(Clone, Debug, Default)]
pub struct SettingsEnvironment(HashMap<String, String>);

impl SettingsEnvironment {
    /// Reads the settings. The default file may be missing, or unreadable for the user of a service that got its
    /// variables from systemd.
    pub fn load(process: impl IntoIterator<Item = (String, String)>) -> Result<Self, String> {
        let process: HashMap<String, String> = process.into_iter().collect();
        let given = process.get(NAME).filter(|path| !path.is_empty());
        let path = Path::new(given.map_or(DEFAULT_PATH, String::as_str));
        let mut variables = match std::fs::read_to_string(path) {
            Ok(text) => parse(&text).map_err(|line| {
                format!("Line {line} of {} is no setting such as LARDER_SIGN_UP=link.", path.display())
            })?,
            Err(error)
                if given.is_none() && matches!(error.kind(), ErrorKind::NotFound | ErrorKind::PermissionDenied) =>
            {
                HashMap::new()
            }
            Err(error) => return Err(format!("The settings file {} cannot be read: {error}.", path.display())),
        };
        variables.extend(process);
        Ok(Self(variables))
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

impl Environment for SettingsEnvironment {
    fn get(&self, name: &str) -> Option<String> {
        self.0.get(name).cloned()
    }
}

/// Parses lines such as `NAME=value`, as systemd and docker do: the value may be quoted, and `#` begins a comment line.
/// Returns the number of a line that is none.
fn parse(text: &str) -> Result<HashMap<String, String>, usize> {
    let mut variables = HashMap::new();
    for (n, line) in text.lines().map(str::trim).enumerate() {
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        let (name, value) = line.split_once('=').ok_or(n + 1)?;
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(is_name) {
            return Err(n + 1);
        }
        let value = value.trim();
        let unquoted = ['"', '\''].iter().find_map(|quote| value.strip_prefix(*quote)?.strip_suffix(*quote));
        variables.insert(name.to_owned(), unquoted.unwrap_or(value).to_owned());
    }
    Ok(variables)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(text: &str, process: &[(&str, &str)]) -> Result<SettingsEnvironment, String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("larder.env");
        std::fs::write(&file, text).unwrap();
        let process = process.iter().copied().chain([(NAME, file.to_str().unwrap())]);
        SettingsEnvironment::load(process.map(|(name, value)| (name.to_owned(), value.to_owned())))
    }

    #[test]
    fn reads_a_file_below_the_variables_of_the_process() {
        let text =
            "# Larder\n\nLARDER_SIGN_UP=link\nPORT = 9\nLARDER_SITE_URL=\"https://larder.example.org\"\nPORT=80\n";
        assert_eq!(load(text, &[]).unwrap_err().split(" of ").next(), Some("Line 4"));
        let settings = load(&text.replace("PORT = 9", ""), &[("PORT", "81")]).unwrap();
        let get = |name: &str| settings.get(name).unwrap_or_default();
        assert_eq!((get("LARDER_SIGN_UP"), get("PORT")), ("link".into(), "81".into()));
        assert_eq!(get("LARDER_SITE_URL"), "https://larder.example.org");
    }

    #[test]
    fn rejects_a_named_file_that_is_missing() {
        let named = [(NAME.to_owned(), "/nowhere/larder.env".to_owned())];
        assert!(SettingsEnvironment::load(named).unwrap_err().contains("/nowhere/larder.env cannot be read"));
    }
}
