//! Tests the ownership of data: files that root restores belong to the service's user.

use crate::process::larder::{Larder, command, expect_refusal, other_command, run, run_with_input};
use larder::data::exit_code::CANNOT_CREATE;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The user of the image.
const IMAGE_USER: u32 = 65_532;

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Returns the user and group of the service: those of the image, or if root does not run the tests, their own.
fn service() -> (u32, u32) {
    if is_root() {
        (IMAGE_USER, IMAGE_USER)
    } else {
        (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw())
    }
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Returns the files in a folder that do not belong to the service.
fn not_of_service(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![];
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let metadata = path.symlink_metadata().unwrap();
        if metadata.is_dir() {
            found.extend(not_of_service(&path));
        }
        if (metadata.uid(), metadata.gid()) != service() {
            found.push(path);
        }
    }
    found
}

/// A folder that others may enter, with a data folder in it: of the service's user, if root runs the tests.
fn service_folder() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
    let data = folder.path().join("data");
    std::fs::create_dir(&data).unwrap();
    let (user, group) = service();
    chown(&data, Some(user), Some(group)).unwrap();
    (folder, data)
}

/// Returns the command as the service's user runs it. A copy of the program runs, because the service cannot enter
/// root's home, where the project may be.
fn as_service(folder: &TempDir, command: Command) -> Command {
    if !is_root() {
        return command;
    }
    let program = folder.path().join("larder");
    if !program.exists() {
        std::fs::copy(command.get_program(), &program).unwrap();
    }
    let mut own = Command::new(program);
    own.args(command.get_args()).uid(IMAGE_USER).gid(IMAGE_USER);
    own.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    own
}

#[test]
fn gives_restored_data_to_the_owner_of_the_folder() {
    if !is_root() {
        // Nobody else can give files to another user; `backups.rs` tests what any user can restore.
        eprintln!("not tested: it needs root");
        return;
    }
    let (folder, data) = service_folder();
    let larder = Larder::from_command(as_service(&folder, command(&data, 0)));
    let token = larder.sign_up();
    let port = larder.address.port();
    assert_eq!(larder.stop(), Some(0));
    std::fs::create_dir_all(data.join("pictures/receipts/0a")).unwrap();
    std::fs::write(data.join("pictures/receipts/0a/1.jpg"), "picture").unwrap();
    chown(data.join("pictures/receipts"), Some(service().0), Some(service().1)).unwrap();
    let backup = folder.path().join("larder.tar.gz");
    let (code, said) = run(&data, &["backup", text(&backup)]);
    assert_eq!(code, 0, "{said}");
    let (code, said) = run(&data, &["restore", text(&backup), "--yes"]);
    assert_eq!(code, 0, "{said}");
    assert!(data.join("pictures/receipts/0a/1.jpg").exists());
    assert_eq!(not_of_service(&data), Vec::<PathBuf>::new());
    let larder = Larder::from_command(as_service(&folder, command(&data, port)));
    larder.get("/api/items", &token);
    assert_eq!(larder.stop(), Some(0));
    // Also into an empty folder.
    let (_folder, empty) = service_folder();
    let (code, said) = run(&empty, &["restore", text(&backup)]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(not_of_service(&empty), Vec::<PathBuf>::new());
}

/// The error does not advise to restore a backup, which would not help.
#[test]
fn names_unreadable_data_with_its_users() {
    let (folder, data) = service_folder();
    assert_eq!(Larder::from_command(as_service(&folder, command(&data, 0))).stop(), Some(0));
    let (user, _) = service();
    let database = data.join("dynamodb.sqlite");
    std::fs::set_permissions(&database, PermissionsExt::from_mode(0o000)).unwrap();
    if is_root() {
        chown(&database, Some(0), Some(0)).unwrap();
    }
    let owner = if is_root() { 0 } else { user };
    let commands = [&["check"][..], &["backup", "x"], &["devices"]].map(|arguments| other_command(&data, arguments));
    for command in [command(&data, 0)].into_iter().chain(commands) {
        let (code, said) = run_with_input(as_service(&folder, command), "");
        assert_eq!(code, CANNOT_CREATE, "{said}");
        for part in [
            format!("runs as user {user}"),
            format!("{} (Permission denied", database.display()),
            format!("belongs to user {owner} (mode 0)"),
            format!("chown -R {user} {}", data.display()),
        ] {
            assert!(said.contains(&part), "{part}: {said}");
        }
        assert!(!said.contains("Restore"), "{said}");
    }
    std::fs::set_permissions(&database, PermissionsExt::from_mode(0o600)).unwrap();
    std::fs::set_permissions(&data, PermissionsExt::from_mode(0o000)).unwrap();
    if is_root() {
        chown(&data, Some(0), Some(0)).unwrap();
    }
    expect_refusal(as_service(&folder, command(&data, 0)), CANNOT_CREATE, &[]);
    std::fs::set_permissions(&data, PermissionsExt::from_mode(0o700)).unwrap();
}
