//! Tests `larder test-digest`, which sends a message to ntfy.

use crate::listener::Listener;
use crate::process::larder::{Larder, other_command, run_with_input};
use larder::data::exit_code::{CONFIG, UNAVAILABLE};
use serde_json::json;
use tempfile::TempDir;

/// Runs the command with the address of a server for ntfy.
fn test_digest(folder: &TempDir, ntfy: &Listener, settings: &[(&str, &str)]) -> (u8, String) {
    let mut command = other_command(folder.path(), &["test-digest"]);
    command.env("LARDER_NTFY_URL", format!("http://{}/our-larder", ntfy.address)).envs(settings.iter().copied());
    run_with_input(command, "")
}

#[test]
fn says_whose_reminders_go_to_ntfy_and_keeps_to_that_larder() {
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    let (anna, ben) = (larder.sign_up(), larder.sign_up());
    // It refuses the last of four messages.
    let ntfy = Listener::start(|n, _| Some((if n == 3 { 401 } else { 200 }, "{}".into())));
    let test = |settings: &[(&str, &str)]| test_digest(&folder, &ntfy, settings);
    let (code, text) = test(&[]);
    assert!(code == 0 && text.contains("No larder has items yet."), "{text}");
    let milk = json!({"name": "Milk", "shelfLifeDays": 5});
    larder.expect(201, "POST", "/api/items", Some(&anna), Some(&milk));
    let user = larder.get("/api/preferences", &anna)["userId"].as_str().unwrap().to_owned();
    let (code, text) = test(&[("LARDER_DIGEST_LANGUAGE", "de")]);
    let whose = format!("The reminders of larder {user} go there, at 09:00 (UTC), in the language de.");
    assert!(code == 0 && text.contains(&whose), "{text}");
    larder.expect(201, "POST", "/api/items", Some(&ben), Some(&milk));
    let (code, text) = test(&[]);
    assert!(code == 0 && text.contains(&whose), "a guest changes nothing: {text}");
    // The second run stored its language: the third one had no such setting.
    assert_eq!(ntfy.received()[2].body, "Die tägliche Erinnerung von Larder kommt hier an.");
    let (code, text) = test(&[]);
    assert!(
        code == UNAVAILABLE && text.contains("ntfy did not take the message: answered 401 Unauthorized."),
        "{text}"
    );
}

#[test]
fn asks_for_the_larder_of_ntfy_if_several_have_items() {
    let folder = TempDir::new().unwrap();
    let larder = Larder::start(folder.path());
    for token in [larder.sign_up(), larder.sign_up()] {
        larder.expect(201, "POST", "/api/items", Some(&token), Some(&json!({"name": "Milk", "shelfLifeDays": 5})));
    }
    let ntfy = Listener::start(|_, _| Some((200, "{}".into())));
    let (code, text) = test_digest(&folder, &ntfy, &[]);
    assert!(code == CONFIG && text.contains("Nothing is sent there"), "{code} {text}");
    assert!(text.contains("LARDER_DIGEST_LARDER"), "{text}");
    let settings = [("LARDER_DIGEST_LARDER", "nobody"), ("LARDER_DIGEST_LANGUAGE", "de")];
    let (code, text) = test_digest(&folder, &ntfy, &settings);
    assert!(code == CONFIG && text.contains("names no larder"), "{code} {text}");
    let (_, text) = run_with_input(other_command(folder.path(), &["devices"]), "");
    assert!(!text.contains("nobody"), "none was created: {text}");
}
