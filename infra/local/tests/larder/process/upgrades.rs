//! Tests upgrades: of the data of each release, and of older data that are killed half-way.

use crate::process::larder::{Larder, kills, run};
use crate::server::names;
use chrono::DateTime;
use larder::data::backup::replacement;
use larder::data::folder::{DATABASE, FORMAT};
use larder::data::format::{self, FIRST, Step};
use larder::data::upgrade::upgrade_data;
use rusqlite::Connection;
use serde_json::json;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

const FOLDER: &str = "LARDER_TEST_UPGRADE";

fn open(folder: &Path) -> Connection {
    Connection::open(folder.join(DATABASE)).unwrap()
}

/// Each step logs its run, so that a repeated step is visible. It sleeps, so that a kill can interrupt it.
fn note(folder: &Path) -> Result<(), String> {
    let connection = open(folder);
    let slowly = || std::thread::sleep(Duration::from_millis(3));
    let sql = |text: &str| connection.execute_batch(text).map_err(|error| error.to_string());
    sql("CREATE TABLE IF NOT EXISTS upgrades (n INTEGER)")?;
    slowly();
    sql("INSERT INTO upgrades VALUES (1)")?;
    slowly();
    Ok(())
}

const STEPS: &[Step] = &[note, note, note];

/// All rows of the table, in their order.
fn rows(folder: &Path) -> Vec<(String, String)> {
    let connection = open(folder);
    let mut statement = connection.prepare("SELECT pk || '|' || sk, hex(item_json) FROM larder ORDER BY 1").unwrap();
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.map(Result::unwrap).collect()
}

/// Not a test: the process that gets killed. It does a start's work before opening the database.
#[test]
#[ignore = "run by the test below"]
fn runs_the_upgrade_that_another_test_kills() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let folder = Path::new(&folder);
    replacement::complete(folder).unwrap();
    upgrade_data(folder, &folder.join("backups"), DateTime::UNIX_EPOCH, STEPS).unwrap();
}

fn upgrading(folder: &Path) -> std::process::Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", "process::upgrades::runs_the_upgrade_that_another_test_kills", "--ignored"])
        .env(FOLDER, folder);
    command.stdout(Stdio::null()).spawn().unwrap()
}

/// `tests/releases/<version>` has what that release wrote: a backup, an export, and a token, of one larder with rice
/// and oats. `docs/VERSIONS.md` promises that every later version opens them.
#[test]
fn opens_the_backup_and_the_export_of_each_release() {
    let releases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/releases");
    let mut seen = 0;
    for release in std::fs::read_dir(releases).unwrap().map(|entry| entry.unwrap().path()) {
        let folder = TempDir::new().unwrap();
        let backup = release.join("backup.tar.gz");
        assert_eq!(run(folder.path(), &["restore", backup.to_str().unwrap(), "--yes"]).0, 0, "{}", release.display());
        assert_eq!(run(folder.path(), &["check"]).0, 0, "{}", release.display());
        let larder = Larder::start(folder.path());
        let names = |path: &str, token: &str| names(&larder.get(path, token)).join(" ");
        let read = |name: &str| std::fs::read_to_string(release.join(name)).unwrap();
        let token = read("token.txt");
        assert_eq!([names("/api/items", token.trim()), names("/api/shopping-list", token.trim())], ["Rice", "Oats"]);
        let other = larder.sign_up();
        let file = json!({"text": read("export.json"), "language": "en"});
        larder.expect(200, "POST", "/api/user/import", Some(&other), Some(&file));
        assert_eq!([names("/api/items", &other), names("/api/shopping-list", &other)], ["Rice", "Oats"]);
        seen += 1;
    }
    assert!(seen > 0);
}

#[test]
fn loses_nothing_and_repeats_no_step_of_a_killed_upgrade() {
    let source = TempDir::new().unwrap();
    let larder = Larder::start(source.path());
    let token = larder.sign_up();
    for n in 0..40 {
        let item = json!({"name": format!("item {n}")});
        larder.expect(201, "POST", "/api/items", Some(&token), Some(&item));
    }
    assert_eq!(larder.stop(), Some(0));
    std::fs::write(source.path().join(FORMAT), format::text(FIRST)).unwrap();
    let before = rows(source.path());
    assert!(before.len() > 40, "{}", before.len());
    let mut early = 0;
    let rounds = kills(12);
    for round in 0..rounds {
        let folder = TempDir::new().unwrap();
        for entry in std::fs::read_dir(source.path()).unwrap().map(Result::unwrap) {
            if entry.file_type().unwrap().is_file() {
                std::fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
            }
        }
        let mut child = upgrading(folder.path());
        std::thread::sleep(Duration::from_millis(5 + 100 * round / rounds));
        child.kill().unwrap();
        child.wait().unwrap();
        // A start finds all of the old data, or a decision to complete.
        if format::read(folder.path()) == FIRST && !replacement::is_committed(folder.path()) {
            early += 1;
            assert_eq!(rows(folder.path()), before, "round {round}: as it was");
            assert_eq!(run(folder.path(), &["check"]).0, 0, "round {round}");
        }
        assert!(upgrading(folder.path()).wait().unwrap().success());
        assert_eq!((format::read(folder.path()), rows(folder.path()) == before), (FIRST + 3, true), "round {round}");
        let made: u32 = open(folder.path()).query_row("SELECT count(*) FROM upgrades", [], |row| row.get(0)).unwrap();
        assert_eq!(made, 3, "round {round}: each step once");
    }
    assert!(early > 0, "at least one was ended before the decision");
}
