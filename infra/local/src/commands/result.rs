//! The output and exit code of a command of `larder`.

use std::io::{BufRead, Write};
use std::process::ExitCode;

/// A command's output and exit code.
#[derive(Debug)]
pub struct CommandResult {
    pub text: String,
    pub code: u8,
}

impl CommandResult {
    pub fn success(text: impl Into<String>) -> Self {
        Self { text: text.into(), code: 0 }
    }

    pub fn failure(code: u8, text: impl Into<String>) -> Self {
        Self { text: format!("larder: {}", text.into()), code }
    }

    /// Good words to the standard output, others to the standard error.
    pub fn say(self) -> ExitCode {
        // A closed pipe is no error.
        let _ = if self.code == 0 {
            writeln!(std::io::stdout(), "{}", self.text)
        } else {
            writeln!(std::io::stderr(), "{}", self.text)
        };
        self.code.into()
    }
}

/// Asks on the standard output. Anything but "y" or "yes", such as no answer, is no.
pub fn confirm(question: &str, input: &mut impl BufRead) -> bool {
    let mut out = std::io::stdout();
    // A closed pipe is no error.
    let _ = write!(out, "{question} [y/N] ").and_then(|()| out.flush());
    let mut answer = String::new();
    let _ = input.read_line(&mut answer);
    matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes")
}
