//! Data as each released format kept it: any newer Larder brings it up to date and shows the same.
//!
//! `tests/formats/N.sql` is a dump of a table that the last Larder of format N wrote (items in all states, a receipt, a
//! list and its share, codes, an import, a calendar, a program's token, two ways in), `N.json` what its owner saw of
//! it. A format whose rows the next one converts adds its own two files; old ones are never changed.

use crate::process::larder::{Larder, command};
use chrono::{DateTime, Utc};
use larder::data::folder::{DATABASE, FORMAT};
use larder::data::format;
use rusqlite::Connection;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use system::clock::{Clock, SystemClock};
use tempfile::TempDir;

fn kept(format: u32, ending: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/formats/{format}.{ending}"));
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Sets the clock to the time of the stored data, so that its fresh items are fresh.
fn at(command: &mut Command, made_at: DateTime<Utc>) -> &mut Command {
    let seconds = (made_at - SystemClock::default().now()).num_seconds();
    command.env("LARDER_DEV", "1").env("LARDER_CLOCK_OFFSET", format!("{seconds}s"))
}

/// Returns true if everything that was exported is still there unchanged; newer fields may be added.
fn keeps(now: &Value, before: &Value) -> bool {
    match (now, before) {
        (Value::Object(now), Value::Object(before)) => {
            before.iter().all(|(name, value)| now.get(name).is_some_and(|now| keeps(now, value)))
        }
        (Value::Array(now), Value::Array(before)) => {
            now.len() == before.len() && now.iter().zip(before).all(|(now, before)| keeps(now, before))
        }
        _ => now == before,
    }
}

#[test]
fn data_of_every_released_format_is_brought_up_to_date_and_shows_the_same() {
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats");
    let names = std::fs::read_dir(files).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let formats: Vec<u32> = names.filter_map(|name| name.strip_suffix(".sql")?.parse().ok()).collect();
    assert!(formats.contains(&1));
    for format in formats {
        let folder = TempDir::new().unwrap();
        let expected: Value = serde_json::from_str(&kept(format, "json")).unwrap();
        let text = |name: &str| expected[name].as_str().unwrap();
        let made_at: DateTime<Utc> = text("madeAt").parse().unwrap();
        Connection::open(folder.path().join(DATABASE)).unwrap().execute_batch(&kept(format, "sql")).unwrap();
        std::fs::write(folder.path().join(FORMAT), format::text(format)).unwrap();

        let mut serve = command(folder.path(), 0);
        at(&mut serve, made_at);
        let larder = Larder::from_command(serve);
        assert_eq!(format::of(folder.path()), format::CURRENT, "format {format}");
        let program = format!("larder_pat_{}.{}", text("user"), text("programSecret"));
        let refresh = json!({"grant_type": "refresh_token", "refresh_token": text("refreshToken")});
        let calls = [
            ("POST", "/identity/v1/token".to_owned(), None, Some(&refresh)),
            ("GET", "/api/summary".to_owned(), Some(program.as_str()), None),
            ("GET", format!("/api/shared-list/{}", text("shareToken")), None, None),
            ("GET", format!("/api/{}", text("calendar")), None, None),
        ];
        for (method, path, token, body) in calls {
            let (status, said) = larder.call(method, &path, token, body).unwrap();
            assert_eq!(status, 200, "format {format}, {path}: {said}");
        }
        assert_eq!(larder.stop(), Some(0));

        let run = |arguments: &[&str]| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_larder"));
            let output = at(&mut command, made_at).args(arguments).env("LARDER_DATA", folder.path()).output().unwrap();
            assert!(output.status.success(), "format {format}: {}", String::from_utf8_lossy(&output.stderr));
            String::from_utf8(output.stdout).unwrap()
        };
        run(&["check"]);
        let export: Value = serde_json::from_str(&run(&["export", text("user")])).unwrap();
        assert!(keeps(&export, &expected["export"]), "format {format}: {export:#}");
    }
}
