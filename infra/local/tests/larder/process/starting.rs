//! Tests starting, stopping, and the errors with which Larder refuses to start.

use crate::process::larder::{Larder, command, expect_refusal, head, other_command, run_with_input};
use serde_json::Value;
use std::os::unix::fs::PermissionsExt;
use tempfile::TempDir;

#[test]
fn serves_health_and_contract() {
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
    let taken = format!("Port {port} is taken");
    let said = expect_refusal(command(other.path(), port), 69, &[&taken, "set PORT to another"]);
    assert!(!said.contains("make"), "{said}");
    assert_eq!(std::fs::read_dir(other.path()).unwrap().count(), 0);
}

#[test]
fn names_a_folder_in_use() {
    let folder = TempDir::new().unwrap();
    let _larder = Larder::start(folder.path());
    expect_refusal(command(folder.path(), 0), 69, &["Another Larder is using the data folder"]);
}

#[test]
fn names_a_data_folder_that_is_a_file() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("data");
    std::fs::write(&file, "not a folder").unwrap();
    expect_refusal(command(&file, 0), 73, &["cannot write to its data folder"]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "not a folder");
}

#[test]
fn names_a_damaged_database_without_changing_it() {
    let folder = TempDir::new().unwrap();
    assert_eq!(Larder::start(folder.path()).stop(), Some(0));
    let file = folder.path().join("dynamodb.sqlite");
    let garbage = vec![0x5a; 8_192];
    std::fs::write(&file, &garbage).unwrap();
    expect_refusal(command(folder.path(), 0), 65, &["dynamodb.sqlite cannot be read", "Nothing was changed"]);
    assert_eq!(std::fs::read(&file).unwrap(), garbage);
}

#[test]
fn names_damaged_signing_keys_without_changing_them() {
    let folder = TempDir::new().unwrap();
    assert_eq!(Larder::start(folder.path()).stop(), Some(0));
    let file = folder.path().join("identity-keys.json");
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600, "only the owner reads the keys");
    std::fs::write(&file, "{").unwrap();
    expect_refusal(command(folder.path(), 0), 65, &["identity-keys.json cannot be read"]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "{");
}

/// The log has no escape sequences when it goes to a file.
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
    for (name, value) in [
        ("PORT", "eighty"),
        ("LARDER_MONTHLY_UPLOADS", "many"),
        ("LARDER_LOG", "info,=="),
        ("LARDER_LOG", "loud"),
        ("LARDER_LOG", "info,stor"),
        ("LARDER_SITE", "/nowhere"),
        ("LARDER_SITE", env!("CARGO_MANIFEST_DIR")),
        ("LARDER_BACKUPS", "/dev/null/backups"),
        ("LARDER_BUCKET", "receipts"),
        ("LARDER_SIGNUP", "closed"),
    ] {
        let mut command = command(folder.path(), 0);
        command.env(name, value);
        expect_refusal(command, 78, &[name]);
    }
    let mut command = command(folder.path(), 0);
    command.env("LARDER_BIND", "203.0.113.7");
    // Not an address of this machine.
    expect_refusal(command, 69, &["LARDER_BIND"]);
}

#[cfg(debug_assertions)]
#[test]
fn accepts_the_fixed_token_and_moves_the_clock_in_development() {
    let folder = TempDir::new().unwrap();
    let token = application::identity::development::TOKEN;
    let plain = Larder::start(folder.path());
    assert_eq!(plain.call("GET", "/api/items", Some(token), None).unwrap().0, 401, "not without LARDER_DEV");
    assert_eq!(plain.stop(), Some(0));
    let settings = [("LARDER_DEV", "1"), ("LARDER_CLOCK_OFFSET", "3650d")];
    let larder = Larder::start_with(&folder.path().join("dev"), 0, &settings);
    larder.get("/api/items", token);
    let (_, created) =
        larder.call("POST", "/api/items", Some(token), Some(&serde_json::json!({"name": "Honey"}))).unwrap();
    let created: Value = serde_json::from_str(&created).unwrap();
    let year: i32 = created["createdAt"].as_str().unwrap()[..4].parse().unwrap();
    assert!(year >= 2036, "{created}");
}

/// The service and the operator's commands read their settings from one file.
#[test]
fn reads_one_settings_file_for_server_and_commands() {
    let folder = TempDir::new().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("larder.env"));
    std::fs::write(&file, format!("LARDER_DATA={}\nLARDER_SIGN_UP=link\nLARDER_METRICS=1\n", data.display())).unwrap();
    let with_file = |mut command: std::process::Command| {
        command.env_remove("LARDER_DATA").env("LARDER_SETTINGS", &file);
        command
    };
    let larder = Larder::from_command(with_file(command(&data, 0)));
    let (code, said) = run_with_input(with_file(other_command(&data, &["set-up-link"])), "");
    assert!(code == 0 && said.contains("#setup="), "{said}");
    let (status, metrics) = larder.call("GET", "/metrics", None, None).unwrap();
    assert!(status == 200 && metrics.contains("larder_problem{code=\"backups_missing\"} 0"), "{metrics}");
    std::fs::write(&file, "LARDER_SIGNUP=link\n").unwrap();
    let (code, said) = run_with_input(with_file(other_command(&data, &["devices"])), "");
    assert!(code == 78 && said.contains("Did you mean LARDER_SIGN_UP?"), "{said}");
}

/// Monitoring must not stay green for months without a backup.
#[test]
fn is_degraded_two_nights_after_the_last_backup() {
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    let health = || {
        let mut command = other_command(folder.path(), &["health"]);
        command.env("PORT", larder.address.port().to_string());
        run_with_input(command, "")
    };
    assert_eq!(health().0, 0);
    let key = std::fs::File::options().write(true).open(folder.path().join("derivation-key")).unwrap();
    key.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
    let (code, said) = health();
    assert!(code == 1 && said.contains("no backup for two nights"), "{said}");
    let degraded = larder.expect(200, "GET", "/api/health", None, None);
    assert_eq!(
        (&degraded["status"], &degraded["problems"][0]["code"]),
        (&"degraded".into(), &"backups_missing".into())
    );
    let (status, page) = larder.call("GET", "/metrics", None, None).unwrap();
    assert!(status == 404 && !page.contains("larder_problem"), "metrics are off by default");
}
