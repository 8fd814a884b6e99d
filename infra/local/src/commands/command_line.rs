//! The arguments of `larder`: its commands, their options, and `--help` for each.

use lexopt::{Arg, Parser, ValueExt};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::PathBuf;

#[derive(Debug, PartialEq)]
pub enum Command {
    Serve,
    Read { json: bool, files: Vec<PathBuf> },
    Mcp,
    Operate(Operation),
    Help(String),
    Version,
}

/// A command for the operator, on the data of this machine.
#[derive(Debug, PartialEq)]
pub enum Operation {
    Backup { file: PathBuf },
    Restore { file: PathBuf, yes: bool },
    Check,
    Devices,
    EndDevice { device: String },
    AdmitDevice { larder: String },
    Export { larder: String },
    ImportGrocy(GrocyImport),
    TestDigest,
    SetUpLink,
    Health,
}

#[derive(Debug, PartialEq)]
pub struct GrocyImport {
    pub url: String,
    pub larder: Option<String>,
    /// The file to write instead of importing.
    pub save: Option<PathBuf>,
    /// Imports without confirmation.
    pub yes: bool,
}

#[derive(Debug, thiserror::Error)]
#[error("{reason}. See `{see}`.")]
pub struct UsageError {
    reason: String,
    see: String,
}

/// A command as `--help` shows it.
struct Usage {
    name: &'static str,
    arguments: &'static str,
    about: &'static str,
    options: &'static [(&'static str, &'static str)],
}

const fn usage(name: &'static str, arguments: &'static str, about: &'static str) -> Usage {
    Usage { name, arguments, about, options: &[] }
}

const ABOUT: &str = "Larder keeps track of food, so that it is eaten before it spoils.";
const SETTINGS: &str = "Settings are environment variables; docs/CONFIGURATION.md lists them.";
const YES: (&str, &str) = ("yes", "do not ask");
const USAGES: [Usage; 14] = [
    usage("serve", "", "serve the whole product on http://127.0.0.1:${PORT:-8080}"),
    Usage {
        options: &[("json", "one line of JSON per picture")],
        ..usage("read", "IMAGE...", "print the items of a receipt, without a server")
    },
    usage("mcp", "", "tools for an assistant (MCP), for the Larder at LARDER_URL with LARDER_TOKEN"),
    usage("backup", "FILE", "write all data to one file, or to a new file in a folder; works while Larder runs"),
    Usage {
        options: &[YES],
        ..usage(
            "restore",
            "FILE",
            "replace all data with a backup; Larder must be stopped. The old data is saved first",
        )
    },
    usage("check", "", "check the data and its backups for damage"),
    usage("devices", "", "list all signed-in devices"),
    usage("devices end", "DEVICE", "sign a device out"),
    usage("devices admit", "LARDER", "print a recovery code that lets a device into a larder, once"),
    usage("export", "LARDER", "print all data of a larder as JSON"),
    Usage {
        options: &[YES, ("save FILE", "only save Grocy's data to a file")],
        ..usage("import grocy", "URL [LARDER]", "import from a Grocy server (GROCY_API_KEY)")
    },
    usage("test-digest", "", "send a test message to ntfy and Gotify"),
    usage("set-up-link", "", "print a link that allows one new larder (LARDER_SIGN_UP=link)"),
    usage("health", "", "check that the server on this machine answers"),
];

impl Usage {
    fn synopsis(&self) -> String {
        let options = if self.options.is_empty() { "" } else { "[OPTIONS]" };
        let words = ["larder", self.name, options, self.arguments];
        words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }

    fn is_for(&self, name: &str) -> bool {
        self.name.split(' ').next() == Some(name)
    }

    fn has_option(&self, option: &str) -> bool {
        self.options.iter().any(|(name, _)| name.split(' ').next() == Some(option))
    }
}

/// Returns the help of all commands.
fn help() -> String {
    let mut text = format!("{ABOUT}\n\n");
    for usage in &USAGES {
        let _ = writeln!(text, "  {:<43} {}", usage.synopsis(), usage.about);
    }
    text + "\n  larder COMMAND --help tells more about one, larder --version its version.\n\n" + SETTINGS + "\n"
}

/// Returns the help of a command, and of its subcommands.
fn help_of(name: &str) -> String {
    let mut text = String::new();
    for usage in USAGES.iter().filter(|usage| usage.is_for(name)) {
        let _ = writeln!(text, "{}\n    {}", usage.synopsis(), usage.about);
        for (option, about) in usage.options {
            let _ = writeln!(text, "    --{option:<12} {about}");
        }
    }
    text + "\n" + SETTINGS + "\n"
}

/// The arguments after a command's name.
#[derive(Default)]
struct Arguments {
    values: Vec<OsString>,
    options: Vec<String>,
    save: Option<PathBuf>,
}

impl Arguments {
    fn has(&self, option: &str) -> bool {
        self.options.iter().any(|given| given == option)
    }
}

/// Reads the arguments after the program's name.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, UsageError> {
    let mut parser = Parser::from_args(arguments);
    let no_command =
        |reason: &dyn std::fmt::Display| UsageError { reason: reason.to_string(), see: "larder --help".into() };
    let name = match parser.next().map_err(|e| no_command(&e))? {
        None => return Err(no_command(&"A command is missing")),
        Some(Arg::Short('h') | Arg::Long("help")) => return Ok(Command::Help(help())),
        Some(Arg::Short('V') | Arg::Long("version")) => return Ok(Command::Version),
        Some(Arg::Value(name)) => name.string().map_err(|e| no_command(&e))?,
        Some(other) => return Err(no_command(&other.unexpected())),
    };
    if name == "help" {
        return Ok(Command::Help(help()));
    }
    if !USAGES.iter().any(|usage| usage.is_for(&name)) {
        return Err(no_command(&format_args!("There is no command {name:?}")));
    }
    let wrong = |reason: &dyn std::fmt::Display| UsageError {
        reason: reason.to_string(),
        see: format!("larder {name} --help"),
    };
    let Some(arguments) = read_arguments(&name, parser).map_err(|e| wrong(&e))? else {
        return Ok(Command::Help(help_of(&name)));
    };
    to_command(&name, arguments).ok_or_else(|| {
        let usages: Vec<String> = USAGES.iter().filter(|usage| usage.is_for(&name)).map(Usage::synopsis).collect();
        wrong(&format_args!("Wrong arguments; usage: {}", usages.join(" or ")))
    })
}

/// Reads the arguments after a command's name; `None` if they contain `--help`.
fn read_arguments(name: &str, mut parser: Parser) -> Result<Option<Arguments>, lexopt::Error> {
    let mut arguments = Arguments::default();
    let has = |option: &str| USAGES.iter().any(|usage| usage.is_for(name) && usage.has_option(option));
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return Ok(None),
            Arg::Value(value) => arguments.values.push(value),
            Arg::Long("save") if has("save") => arguments.save = Some(parser.value()?.into()),
            Arg::Long(option) if has(option) => arguments.options.push(option.to_owned()),
            other => return Err(other.unexpected()),
        }
    }
    Ok(Some(arguments))
}

/// Returns the command of this name; `None` if its arguments do not fit.
fn to_command(name: &str, arguments: Arguments) -> Option<Command> {
    if name == "read" {
        let json = arguments.has("json");
        let files: Vec<PathBuf> = arguments.values.into_iter().map(PathBuf::from).collect();
        return (!files.is_empty()).then_some(Command::Read { json, files });
    }
    match (name, arguments.values.as_slice()) {
        ("serve", []) => Some(Command::Serve),
        ("mcp", []) => Some(Command::Mcp),
        _ => to_operation(name, &arguments).map(Command::Operate),
    }
}

fn to_operation(name: &str, arguments: &Arguments) -> Option<Operation> {
    let text = |text: &OsString| text.to_str().map(str::to_owned);
    Some(match (name, arguments.values.as_slice()) {
        ("backup", [file]) => Operation::Backup { file: file.into() },
        ("restore", [file]) => Operation::Restore { file: file.into(), yes: arguments.has("yes") },
        ("check", []) => Operation::Check,
        ("devices", []) => Operation::Devices,
        ("devices", [end, device]) if end == "end" => Operation::EndDevice { device: text(device)? },
        ("devices", [admit, larder]) if admit == "admit" => Operation::AdmitDevice { larder: text(larder)? },
        ("export", [larder]) => Operation::Export { larder: text(larder)? },
        ("import", [grocy, url, larder @ ..]) if grocy == "grocy" && larder.len() <= 1 => {
            let larder = larder.first().map_or(Some(None), |larder| text(larder).map(Some))?;
            let (save, yes) = (arguments.save.clone(), arguments.has("yes"));
            Operation::ImportGrocy(GrocyImport { url: text(url)?, larder, save, yes })
        }
        ("test-digest", []) => Operation::TestDigest,
        ("set-up-link", []) => Operation::SetUpLink,
        ("health", []) => Operation::Health,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn operation(words: &[&str]) -> Operation {
        let Ok(Command::Operate(operation)) = parse_words(words) else { panic!("{words:?}") };
        operation
    }

    fn parse_words(words: &[&str]) -> Result<Command, UsageError> {
        parse(words.iter().map(OsString::from))
    }

    #[test]
    fn reads_commands_and_their_options() {
        let file = || PathBuf::from("larder.tar.gz");
        assert_eq!(operation(&["backup", "larder.tar.gz"]), Operation::Backup { file: file() });
        assert_eq!(operation(&["restore", "larder.tar.gz"]), Operation::Restore { file: file(), yes: false });
        assert_eq!(operation(&["restore", "larder.tar.gz", "--yes"]), Operation::Restore { file: file(), yes: true });
        let files = vec!["a.jpg".into(), "b.jpg".into()];
        assert_eq!(parse_words(&["read", "a.jpg", "--json", "b.jpg"]).unwrap(), Command::Read { json: true, files });
        assert_eq!(operation(&["devices", "end", "0a"]), Operation::EndDevice { device: "0a".into() });
        assert_eq!(operation(&["devices", "admit", "abc"]), Operation::AdmitDevice { larder: "abc".into() });
        let import = |larder: Option<&str>, save: Option<&str>, yes| {
            let (url, larder) = ("https://grocy.example.org".into(), larder.map(Into::into));
            Operation::ImportGrocy(GrocyImport { url, larder, save: save.map(Into::into), yes })
        };
        let url = "https://grocy.example.org";
        assert_eq!(operation(&["import", "grocy", url, "abc", "--yes"]), import(Some("abc"), None, true));
        for save in [&["--save", "grocy.json"][..], &["--save=grocy.json"]] {
            let words = [&["import", "grocy"], save, &[url]].concat();
            assert_eq!(operation(&words), import(None, Some("grocy.json"), false));
        }
    }

    #[test]
    fn accepts_a_file_named_like_an_option_after_two_dashes() {
        assert_eq!(operation(&["backup", "--", "--help"]), Operation::Backup { file: "--help".into() });
    }

    #[test]
    fn prints_help_for_each_command() {
        for usage in &USAGES {
            let words: Vec<&str> = usage.name.split(' ').collect();
            for words in [[&words[..], &["--help"]].concat(), [&words[..1], &["-h", "x"]].concat()] {
                let Ok(Command::Help(text)) = parse_words(&words) else { panic!("{words:?}") };
                assert!(text.contains(&usage.synopsis()) && text.contains(usage.about), "{text}");
            }
        }
        for words in [&["--help"][..], &["-h"], &["help"]] {
            let Ok(Command::Help(text)) = parse_words(words) else { panic!("{words:?}") };
            assert!(USAGES.iter().all(|usage| text.contains(&usage.synopsis())), "{text}");
        }
        assert_eq!(parse_words(&["--version"]).unwrap(), Command::Version);
    }

    #[test]
    fn rejects_unknown_options_and_wrong_arguments() {
        for (words, reason) in [
            (&["restore", "--force", "x"][..], "option '--force'"),
            (&["serve", "--yes"], "option '--yes'"),
            (&["serve", "now"], "usage: larder serve"),
            (&["backup", "-v", "x"], "option '-v'"),
            (&["backup"], "usage: larder backup FILE"),
            (
                &["devices", "stop", "x"],
                "usage: larder devices or larder devices end DEVICE or larder devices admit LARDER",
            ),
            (&["import", "grocy", "--yes"], "usage"),
            (&["import", "grocy", "u", "a", "b"], "usage"),
            (&["import", "grocy", "u", "--save"], "missing argument"),
            (&["import", "mealie", "u"], "usage"),
            (&["nonsense"], "no command \"nonsense\""),
            (&["--nonsense"], "option '--nonsense'"),
            (&[], "A command is missing"),
        ] {
            let message = parse_words(words).unwrap_err().to_string();
            assert!(message.contains(reason) && message.contains("--help"), "{words:?}: {message}");
        }
    }
}
