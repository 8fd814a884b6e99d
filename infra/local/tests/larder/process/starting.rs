//! Starting, stopping, and the sentences with which Larder refuses to start.

use crate::process::larder::{Larder, command, head, refused};
use serde_json::Value;
use std::os::unix::fs::PermissionsExt;
use tempfile::TempDir;

#[test]
fn serves_health_contract_and_site() {
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    larder.expect(200, "GET", "/api/health", None, None);
    let (status, contract) = larder.call("GET", "/api/openapi.json", None, None).unwrap();
    assert_eq!(
        (status, serde_json::from_str::<Value>(&contract).unwrap()["openapi"].as_str().map(|v| &v[..3])),
        (200, Some("3.1"))
    );
    larder.expect(404, "GET", "/api/nothing", None, None);
    assert_eq!(larder.stop(), Some(0));
}

#[test]
fn compresses_long_answers_only() {
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    let said = "content-encoding: gzip";
    assert!(head(larder.address, "/api/openapi.json", "br, gzip").contains(said));
    assert!(!head(larder.address, "/api/health", "br, gzip").contains(said));
    assert!(!head(larder.address, "/api/openapi.json", "identity").contains("content-encoding"));
    assert_eq!(larder.stop(), Some(0));
}

#[test]
fn reports_a_port_in_use_without_changes() {
    let (folder, other) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let larder = Larder::start(folder.path());
    let port = larder.address.port();
    let (output, said) = refused(command(other.path(), port));
    assert_eq!(output.status.code(), Some(69));
    assert!(said.contains(&format!("Port {port} is taken")), "{said}");
    assert!(said.contains("set PORT to another") && !said.contains("make"), "{said}");
    assert_eq!(std::fs::read_dir(other.path()).unwrap().count(), 0);
}

#[test]
fn names_a_folder_in_use() {
    let folder = TempDir::new().unwrap();
    let _larder = Larder::start(folder.path());
    let (output, said) = refused(command(folder.path(), 0));
    assert_eq!(output.status.code(), Some(69));
    assert!(said.contains("Another Larder is using the data folder"), "{said}");
}

#[test]
fn names_a_data_folder_that_is_a_file() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("data");
    std::fs::write(&file, "not a folder").unwrap();
    let (output, said) = refused(command(&file, 0));
    assert_eq!(output.status.code(), Some(73));
    assert!(said.contains("cannot write to its data folder"), "{said}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "not a folder");
}

#[test]
fn names_a_damaged_database_without_changing_it() {
    let folder = TempDir::new().unwrap();
    assert_eq!(Larder::start(folder.path()).stop(), Some(0));
    let file = folder.path().join("dynamodb.sqlite");
    let garbage = vec![0x5a; 8_192];
    std::fs::write(&file, &garbage).unwrap();
    let (output, said) = refused(command(folder.path(), 0));
    assert_eq!(output.status.code(), Some(65), "{said}");
    assert!(said.contains("dynamodb.sqlite cannot be read") && said.contains("Nothing was changed"), "{said}");
    assert_eq!(std::fs::read(&file).unwrap(), garbage);
}

#[test]
fn names_damaged_signing_keys_without_changing_them() {
    let folder = TempDir::new().unwrap();
    assert_eq!(Larder::start(folder.path()).stop(), Some(0));
    let file = folder.path().join("identity-keys.json");
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600, "only the owner reads the keys");
    std::fs::write(&file, "{").unwrap();
    let (output, said) = refused(command(folder.path(), 0));
    assert_eq!(output.status.code(), Some(65), "{said}");
    assert!(said.contains("identity-keys.json cannot be read"), "{said}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "{");
}

/// An escape sequence in a file is noise.
#[test]
fn logs_without_colours_where_there_is_no_terminal() {
    let folder = TempDir::new().unwrap();
    let mut command = command(folder.path(), 0);
    command.env("LARDER_LOG", "info").stderr(std::process::Stdio::piped());
    let (code, log) = Larder::from_command(command).stop_and_read_log();
    assert_eq!(code, Some(0));
    assert!(log.contains("INFO") && log.contains("stopping") && !log.contains('\u{1b}'), "{log:?}");
}

#[test]
fn rejects_wrong_settings_by_name() {
    let folder = TempDir::new().unwrap();
    let all = ("LARDER_BIND", "0.0.0.0");
    let site = |url| vec![("LARDER_SITE_URL", url), all];
    let mut cases = vec![site("larder.example.org"), site("https://example.org/larder")];
    cases.extend(
        [
            ("PORT", "eighty"),
            ("LARDER_MONTHLY_UPLOADS", "many"),
            ("LARDER_READER", "magic"),
            ("LARDER_BEDROCK_MODEL", "no model"),
            ("LARDER_DEV", "maybe"),
            ("LARDER_CLOCK_OFFSET", "3d"),
            ("LARDER_PUSH_HOSTS", "push.example"),
            ("LARDER_LOG", "info,=="),
            ("LARDER_LOG", "loud"),
            ("LARDER_LOG", "info,stor"),
            ("LARDER_SITE", "/nowhere"),
            ("LARDER_SITE", env!("CARGO_MANIFEST_DIR")),
            ("LARDER_BUCKET", "receipts"),
            ("LARDER_SIGNUP", "closed"),
            ("LARDER_SIGN_UP", "friends"),
            ("LARDER_TRUSTED_PROXIES", "caddy"),
            ("LARDER_BIND", "kitchen"),
        ]
        .map(|setting| vec![setting]),
    );
    for settings in cases {
        let mut command = command(folder.path(), 0);
        command.envs(settings.clone());
        let (output, said) = refused(command);
        assert_eq!(output.status.code(), Some(78), "{settings:?}: {said}");
        assert!(said.contains(settings[0].0), "{settings:?}: {said}");
    }
    let mut command = command(folder.path(), 0);
    command.env("LARDER_BIND", "203.0.113.7");
    let (output, said) = refused(command);
    assert!(output.status.code() == Some(69) && said.contains("LARDER_BIND"), "not an address of this machine: {said}");
}

#[cfg(debug_assertions)]
#[test]
fn accepts_the_fixed_token_and_moves_the_clock_in_development() {
    let folder = TempDir::new().unwrap();
    let token = application::identity::development::TOKEN;
    let plain = Larder::start(folder.path());
    assert_eq!(plain.call("GET", "/api/items", Some(token), None).unwrap().0, 401, "not without LARDER_DEV");
    assert_eq!(plain.stop(), Some(0));
    let data = folder.path().join("dev");
    let mut dev = command(&data, 0);
    dev.env("LARDER_DEV", "1").env("LARDER_CLOCK_OFFSET", "3650d");
    let larder = Larder::from_command(dev);
    larder.expect(200, "GET", "/api/items", Some(token), None);
    let (_, created) = larder.call("POST", "/api/items", Some(token), Some(&json!({"name": "Honey"}))).unwrap();
    let created: Value = serde_json::from_str(&created).unwrap();
    let year: i32 = created["createdAt"].as_str().unwrap()[..4].parse().unwrap();
    assert!(year >= 2036, "{created}");
}
