//! Tests the operator's commands: `backup`, `restore`, `check`, `devices`, `export` and `health`.

use crate::process::larder::{Larder, command, expect_refusal, kills, other_command, run, run_with_input};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};
use store::receipts::PICTURES_PREFIX;
use tempfile::TempDir;

fn add(larder: &Larder, token: &str, name: &str) {
    larder.expect(201, "POST", "/api/items", Some(token), Some(&json!({"name": name})));
}

fn names(larder: &Larder, token: &str) -> BTreeSet<String> {
    let items = larder.get("/api/items", token);
    items.as_array().unwrap().iter().map(|item| item["name"].as_str().unwrap().to_owned()).collect()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A folder with one larder of one item, its backup, and the token and port that open it.
struct Saved {
    folder: TempDir,
    backup: PathBuf,
    token: String,
    port: u16,
}

impl Saved {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let backup = folder.path().join("larder.tar.gz");
        let larder = Larder::start(&folder.path().join("data"));
        let (token, port) = (larder.sign_up(), larder.address.port());
        add(&larder, &token, "Milk");
        let (code, said) = run(&folder.path().join("data"), &["backup", text(&backup)]);
        assert_eq!(code, 0, "while it serves: {said}");
        add(&larder, &token, "Bread");
        assert_eq!(larder.stop(), Some(0));
        Self { folder, backup, token, port }
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn names(&self) -> Vec<String> {
        let larder = Larder::start_at(&self.data(), self.port);
        let names = names(&larder, &self.token).into_iter().collect();
        assert_eq!(larder.stop(), Some(0));
        names
    }
}

#[test]
fn restores_the_data_of_a_backup() {
    let saved = Saved::new();
    let (code, said) = run(&saved.data(), &["restore", text(&saved.backup), "--yes"]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(saved.names(), ["Milk"], "tokens of before the restore still open it");
    let before = said.split("was saved to ").nth(1).unwrap().trim().trim_end_matches('.');
    let (code, said) = run(&saved.data(), &["restore", before, "--yes"]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(saved.names(), ["Bread", "Milk"], "what the restore replaced comes back, too");
}

#[test]
fn moves_a_backup_to_another_machine() {
    let saved = Saved::new();
    let elsewhere = saved.folder.path().join("elsewhere");
    let photo = |data: &Path| data.join("pictures").join(PICTURES_PREFIX).join("photo.jpg");
    let taken_at = SystemTime::UNIX_EPOCH + Duration::from_secs(1_790_000_000);
    std::fs::create_dir_all(photo(&saved.data()).parent().unwrap()).unwrap();
    File::create(photo(&saved.data())).unwrap().set_modified(taken_at).unwrap();
    let backup = saved.folder.path().join("with-photo.tar.gz");
    assert_eq!(run(&saved.data(), &["backup", text(&backup)]).0, 0);
    assert_eq!(run(&elsewhere, &["restore", text(&backup)]).0, 0);
    let restored_at = photo(&elsewhere).metadata().unwrap().modified().unwrap();
    assert_eq!(restored_at, taken_at, "a restore keeps no photo longer");
    let [here, there] = [saved.data(), elsewhere.clone()].map(|data| std::fs::read(data.join("derivation-key")));
    assert_eq!(here.unwrap(), there.unwrap(), "tokens are derived from it");
    let larder = Larder::start_at(&elsewhere, saved.port);
    assert_eq!(names(&larder, &saved.token), ["Bread".to_owned(), "Milk".to_owned()].into());
}

fn refresh(larder: &Larder, token: &str) -> (u16, Value) {
    let body = json!({"grant_type": "refresh_token", "refresh_token": token});
    let (status, body) = larder.call("POST", "/identity/v1/token", None, Some(&body)).unwrap();
    (status, serde_json::from_str(&body).unwrap())
}

/// Each device refreshes hourly: after a backup it holds a secret that the restored rows do not know.
#[test]
fn keeps_devices_signed_in_after_a_restore() {
    const AN_HOUR_LATER: &[(&str, &str)] = &[("LARDER_DEV", "1"), ("LARDER_CLOCK_OFFSET", "61m")];
    for (refreshes, is_same_folder, settings) in
        [(1, true, &[][..]), (2, true, AN_HOUR_LATER), (3, false, AN_HOUR_LATER)]
    {
        let folder = TempDir::new().unwrap();
        let (data, backup) = (folder.path().join("data"), folder.path().join("larder.tar.gz"));
        let larder = Larder::start(&data);
        let port = larder.address.port();
        let account = larder.create_account();
        add(&larder, account["idToken"].as_str().unwrap(), "Milk");
        let mut token = account["refreshToken"].as_str().unwrap().to_owned();
        let rotate = |larder: &Larder, token: &mut String| {
            let (status, response) = refresh(larder, token);
            assert_eq!(status, 200, "{response}");
            response["refresh_token"].as_str().unwrap().clone_into(token);
            response["id_token"].as_str().unwrap().to_owned()
        };
        rotate(&larder, &mut token);
        assert_eq!(run(&data, &["backup", text(&backup)]).0, 0);
        for _ in 0..refreshes {
            rotate(&larder, &mut token);
        }
        assert_eq!(larder.stop(), Some(0));
        let target = if is_same_folder { data.clone() } else { folder.path().join("elsewhere") };
        let (code, said) = run(&target, &["restore", text(&backup), "--yes"]);
        assert_eq!(code, 0, "{said}");
        let larder = Larder::start_with(&target, port, settings);
        let id_token = rotate(&larder, &mut token);
        assert_eq!(names(&larder, &id_token), ["Milk".to_owned()].into());
        rotate(&larder, &mut token);
        assert_eq!(larder.stop(), Some(0));
        if is_same_folder {
            // Back to what the restore replaced.
            let replaced = said.split("was saved to ").nth(1).unwrap().trim().trim_end_matches('.');
            assert_eq!(run(&target, &["restore", replaced, "--yes"]).0, 0);
        }
        let larder = Larder::start_with(&data, port, settings);
        rotate(&larder, &mut token);
    }
}

#[test]
fn admits_a_device_that_joined_after_the_backup() {
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    let account = larder.create_account();
    let user = account["localId"].as_str().unwrap();
    add(&larder, account["idToken"].as_str().unwrap(), "Milk");
    assert_eq!(run(folder.path(), &["devices", "admit", "nobody"]).0, 66);
    let (code, said) = run(folder.path(), &["devices", "admit", user]);
    assert_eq!(code, 0, "{said}");
    let recover = json!({"credential": said.lines().last().unwrap(), "device": {"name": "Phone", "platform": "test"}});
    let recovered = larder.expect(200, "POST", "/api/household/join", None, Some(&recover));
    let token = json!({"token": recovered["customToken"], "returnSecureToken": true});
    let signed_in = larder.expect(200, "POST", "/identity/v1/accounts:signInWithCustomToken", None, Some(&token));
    let id_token = signed_in["idToken"].as_str().unwrap();
    assert_eq!(names(&larder, id_token), ["Milk".to_owned()].into());
    larder.get("/api/household", id_token);
    larder.expect(404, "POST", "/api/household/join", None, Some(&recover));
}

#[test]
fn lets_other_programs_open_and_verify_a_backup() {
    let saved = Saved::new();
    let folder = saved.folder.path().join("unpacked");
    std::fs::create_dir(&folder).unwrap();
    let shell = format!("tar -xzf {} && sha256sum --check --strict SHA256SUMS", text(&saved.backup));
    let output = Command::new("sh").args(["-c", &shell]).current_dir(&folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn changes_nothing_for_an_invalid_backup() {
    let saved = Saved::new();
    let whole = std::fs::read(&saved.backup).unwrap();
    let with = |bytes: &[u8]| {
        let file = saved.folder.path().join("wrong.tar.gz");
        std::fs::write(&file, bytes).unwrap();
        let (code, said) = run(&saved.data(), &["restore", text(&file), "--yes"]);
        assert_eq!(code, 65, "{said}");
        assert!(said.contains("wrong.tar.gz") && said.contains("Nothing was changed"), "{said}");
        said
    };
    // Eight bytes: a single bit may say something about a code that the compression never uses, and change nothing.
    let mut flipped = whole.clone();
    let middle = flipped.len() / 2;
    flipped[middle..middle + 8].iter_mut().for_each(|byte| *byte ^= 0xFF);
    // The last byte belongs to the sum over all the others.
    for damaged in [&whole[..whole.len() / 2], &whole[..whole.len() - 20], &whole[..whole.len() - 1], &flipped] {
        assert!(with(damaged).contains("is damaged"));
    }
    for foreign in [&b""[..], b"name,expiry\r\nMilk,2026-12-01\r\n", &whole[512..]] {
        assert!(with(foreign).contains("is not a Larder backup"));
    }
    // A newer format, made from this very backup.
    let unpack = saved.folder.path().join("newer");
    std::fs::create_dir(&unpack).unwrap();
    let shell = format!(
        "tar -xzf {} && sed -i 's/\"format\": [0-9]*/\"format\": 4711/' larder-backup.json && sha256sum larder-backup.json > new && \
         grep -v larder-backup SHA256SUMS >> new && mv new SHA256SUMS && \
         tar -czf ../newer.tar.gz larder-backup.json $(ls | grep -v -e larder-backup -e SHA256SUMS) SHA256SUMS && cat ../newer.tar.gz",
        text(&saved.backup)
    );
    let newer = Command::new("sh").args(["-c", &shell]).current_dir(&unpack).output().unwrap().stdout;
    assert!(with(&newer).contains("newer Larder (data format 4711"));
    let (code, said) = run(&saved.data(), &["restore", "nowhere.tar.gz", "--yes"]);
    assert_eq!((code, said.contains("nowhere.tar.gz cannot be read")), (66, true), "{said}");
    assert_eq!(saved.names(), ["Bread", "Milk"], "all that was there is there");
}

#[test]
fn rejects_restore_while_running_and_overwriting_files() {
    let saved = Saved::new();
    let larder = Larder::start_at(&saved.data(), saved.port);
    let (code, said) = run(&saved.data(), &["restore", text(&saved.backup), "--yes"]);
    assert_eq!((code, said.contains("Stop it first")), (69, true), "{said}");
    assert_eq!(names(&larder, &saved.token).len(), 2);
    let before = std::fs::read(&saved.backup).unwrap();
    let (code, said) = run(&saved.data(), &["backup", text(&saved.backup)]);
    assert_eq!((code, said.contains("already exists")), (73, true), "{said}");
    assert_eq!(std::fs::read(&saved.backup).unwrap(), before);
}

#[test]
fn rejects_data_of_a_newer_larder_without_changing_it() {
    let saved = Saved::new();
    let format = saved.data().join("format");
    std::fs::write(&format, "4711\n").unwrap();
    let newer = "written by a newer Larder (data format 4711";
    expect_refusal(command(&saved.data(), 0), 65, &[newer]);
    let (code, said) = run(&saved.data(), &["devices"]);
    assert!(code == 65 && said.contains(newer), "{said}");
    assert_eq!(std::fs::read_to_string(&format).unwrap(), "4711\n");
}

#[test]
fn reports_a_damaged_database_and_restores_it() {
    let saved = Saved::new();
    assert_eq!(run(&saved.data(), &["check"]).0, 0);
    std::fs::write(saved.data().join("dynamodb.sqlite"), vec![0x5a; 8_192]).unwrap();
    let (code, said) = run(&saved.data(), &["check"]);
    assert_eq!((code, said.contains("dynamodb.sqlite is damaged")), (65, true), "{said}");
    let (code, said) = run(&saved.data(), &["restore", text(&saved.backup), "--yes"]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(saved.names(), ["Milk"]);
}

#[test]
fn reports_damage_on_check() {
    let saved = Saved::new();
    let backups = saved.data().join("backups");
    std::fs::create_dir_all(&backups).unwrap();
    std::fs::copy(&saved.backup, backups.join("larder-2026-01-01.tar.gz")).unwrap();
    let (code, said) = run(&saved.data(), &["check"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("1 larders, 2 items and list rows") && said.contains("1 backups"), "{said}");
    std::fs::write(backups.join("larder-2026-01-01.tar.gz"), "no").unwrap();
    std::fs::write(saved.data().join("push-keys.json"), "{}").unwrap();
    let (code, said) = run(&saved.data(), &["check"]);
    assert_eq!(code, 65);
    assert!(said.contains("larder-2026-01-01.tar.gz") && said.contains("push-keys.json"), "{said}");
    std::fs::remove_dir_all(&backups).unwrap();
    std::fs::write(&backups, "no folder").unwrap();
    let (code, said) = run(&saved.data(), &["check"]);
    assert_eq!((code, said.contains("backups cannot be read")), (65, true), "{said}");
}

/// A restore that is killed early leaves one. A table in it would have no data format, and no Larder would open it.
#[test]
fn leaves_an_empty_database_alone() {
    let folder = TempDir::new().unwrap();
    let database = folder.path().join("dynamodb.sqlite");
    File::create(&database).unwrap();
    for command in [&["devices"][..], &["check"], &["backup", "x.tar.gz"]] {
        assert_eq!(run(folder.path(), command).0, 66, "{command:?}");
    }
    assert_eq!(database.metadata().unwrap().len(), 0);
}

#[test]
fn lists_and_removes_devices_and_exports_a_larder() {
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    let account = larder.create_account();
    let (user, token) = (account["localId"].as_str().unwrap(), account["idToken"].as_str().unwrap());
    add(&larder, token, "Milk");
    let (code, listed) = run(folder.path(), &["devices"]);
    assert_eq!(code, 0, "{listed}");
    let device =
        listed.lines().nth(1).filter(|line| line.contains(user)).unwrap().split(' ').next().unwrap().to_owned();
    let (code, export) = run(folder.path(), &["export", user]);
    assert_eq!(code, 0, "{export}");
    let export: Value = serde_json::from_str(&export).unwrap();
    assert_eq!(export["items"][0]["name"], "Milk");
    for wrong in [&["export", "nobody"][..], &["devices", "end", "nothing"], &["devices", "end", ""]] {
        assert_eq!(run(folder.path(), wrong).0, 66, "{wrong:?}");
    }
    let refresh = json!({"grant_type": "refresh_token", "refresh_token": account["refreshToken"]});
    larder.expect(200, "POST", "/identity/v1/token", None, Some(&refresh));
    let program = json!({"name": "Home Assistant", "scopes": ["read"]});
    let program = larder.expect(201, "POST", "/api/tokens", Some(token), Some(&program));
    let program = program["token"].as_str().unwrap();
    let code = larder.expect(201, "POST", "/api/household/recovery", Some(token), Some(&json!({})));
    larder.get("/api/items", program);
    assert_eq!(run(folder.path(), &["devices", "end", &device]).0, 0);
    assert_eq!(larder.call("GET", "/api/items", Some(program), None).unwrap().0, 401, "what it made ends with it");
    let recover = json!({"code": code["code"], "device": {"name": "Thief", "platform": "test"}});
    larder.expect(404, "POST", "/api/household/join", None, Some(&recover));
    assert_eq!(larder.call("POST", "/identity/v1/token", None, Some(&refresh)).unwrap().0, 400, "it is out");
}

#[test]
fn runs_commands_with_the_settings_of_the_server() {
    let folder = TempDir::new().unwrap();
    let table = ("LARDER_TABLE", "another");
    let larder = Larder::start_with(folder.path(), 0, &[table]);
    add(&larder, &larder.sign_up(), "Milk");
    let mut check = other_command(folder.path(), &["check"]);
    check.env(table.0, table.1);
    let (code, found) = run_with_input(check, "");
    assert_eq!(code, 0, "{found}");
    assert!(found.contains("1 larders, 1 items"), "{found}");
}

#[test]
fn reports_health_of_a_server() {
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    let port = larder.address.port().to_string();
    let health =
        || Command::new(env!("CARGO_BIN_EXE_larder")).arg("health").env("PORT", &port).status().unwrap().code();
    assert_eq!(health(), Some(0));
    assert_eq!(larder.stop(), Some(0));
    assert_eq!(health(), Some(69));
}

#[test]
fn asks_before_a_restore_replaces_data() {
    let saved = Saved::new();
    let restore =
        |response: &str| run_with_input(other_command(&saved.data(), &["restore", text(&saved.backup)]), response);
    for no in ["", "n\n", "maybe\n"] {
        let (code, said) = restore(no);
        assert_eq!(code, 64, "{said}");
        assert!(said.contains("Replace all data") && said.contains("Nothing was changed"), "{said}");
    }
    assert_eq!(saved.names(), ["Bread", "Milk"]);
    let saved_before = std::fs::read_dir(saved.data().join("backups")).map_or(0, Iterator::count);
    assert_eq!(saved_before, 0, "nothing was saved");
    assert_eq!(restore("y\n").0, 0);
    assert_eq!(saved.names(), ["Milk"]);
}

#[test]
fn reports_wrong_usage() {
    let folder = TempDir::new().unwrap();
    for wrong in [&["backup"][..], &["backup", "--verbose"], &["check", "all"], &["nonsense"]] {
        assert_eq!(run(folder.path(), wrong).0, 64, "{wrong:?}");
    }
    assert_eq!(run(&folder.path().join("none"), &["backup", "x.tar.gz"]).0, 66);
    assert_eq!(run(&folder.path().join("none"), &["check"]).0, 66);
}

#[test]
fn writes_a_complete_backup_or_none_when_killed() {
    let saved = Saved::new();
    let larder = Larder::start_at(&saved.data(), saved.port);
    for n in 0..40 {
        add(&larder, &saved.token, &format!("item {n}"));
    }
    let mut killed = 0;
    let rounds = kills(4);
    for round in 0..rounds {
        let file = saved.folder.path().join(format!("killed-{round}.tar.gz"));
        let mut command = other_command(&saved.data(), &["backup", text(&file)]);
        let mut child = command.stdout(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(2 + 9 * (round % 12)));
        // Beside other work a response can take longer than a backup.
        if round % 2 == 0 {
            child.kill().unwrap();
        }
        add(&larder, &saved.token, &format!("written during {round}"));
        child.kill().unwrap();
        child.wait().unwrap();
        if file.exists() {
            let elsewhere = saved.folder.path().join(format!("elsewhere-{round}"));
            assert_eq!(run(&elsewhere, &["restore", text(&file)]).0, 0, "what is there is whole");
        } else {
            killed += 1;
        }
    }
    assert!(killed > 0, "at least one was ended half-way");
    assert_eq!(names(&larder, &saved.token).len(), 42 + usize::try_from(rounds).unwrap(), "nothing was lost");
    assert_eq!(run(&saved.data(), &["check"]).0, 0);
}
