//! The result of a command of `larder`: its output, or a message with an exit code.

use crate::commands::command_line::UsageError;
use crate::data::backup::BackupError;
use crate::data::ownership::AccessDenied;
use crate::data::start_error::StartError;
use application::config::ConfigError;
use std::io::{BufRead, Write};
use std::process::ExitCode;

pub use crate::data::exit_code;

pub type CommandResult = Result<String, CommandError>;

#[derive(Debug)]
pub struct CommandError {
    code: u8,
    message: String,
}

impl CommandError {
    pub fn new(code: u8, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// Prints the message on the standard error.
    pub fn print(self) -> ExitCode {
        // A closed pipe is no error.
        let _ = writeln!(std::io::stderr(), "larder: {}", self.message);
        self.code.into()
    }
}

impl From<UsageError> for CommandError {
    fn from(error: UsageError) -> Self {
        Self::new(exit_code::USAGE, error.to_string())
    }
}

impl From<ConfigError> for CommandError {
    fn from(error: ConfigError) -> Self {
        Self::new(exit_code::CONFIG, error.to_string())
    }
}

impl From<AccessDenied> for CommandError {
    fn from(error: AccessDenied) -> Self {
        Self::new(exit_code::CANNOT_CREATE, error.to_string())
    }
}

impl From<StartError> for CommandError {
    fn from(error: StartError) -> Self {
        Self::new(error.exit_code(), error.to_string())
    }
}

impl From<BackupError> for CommandError {
    fn from(error: BackupError) -> Self {
        Self::new(error.exit_code(), error.to_string())
    }
}

/// Prints a command's output.
pub fn print(text: &str) -> ExitCode {
    // A closed pipe is no error.
    let _ = writeln!(std::io::stdout(), "{text}");
    ExitCode::SUCCESS
}

/// Asks on the standard output. Any answer but "y" or "yes" is no.
pub fn confirm(question: &str, input: &mut impl BufRead) -> bool {
    let mut out = std::io::stdout();
    // A closed pipe is no error.
    let _ = write!(out, "{question} [y/N] ").and_then(|()| out.flush());
    let mut answer = String::new();
    let _ = input.read_line(&mut answer);
    matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes")
}
