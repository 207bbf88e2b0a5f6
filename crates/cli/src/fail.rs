//! Failures of commands: exit status and message.

use std::io::{self, Write};

use scratch::{Mark, Severity};

/// Why a command failed. The message names the file, if the failure is about one, and the byte in it, if that is known.
#[derive(Debug)]
pub enum Failure {
    /// The file does not have what was asked for: status 1.
    NotFound(String),
    /// Invalid arguments, a file that cannot be read or written, or more work than the limit: status 2.
    Bad(String),
}

impl Failure {
    /// The exit status.
    pub fn status(&self) -> u8 {
        match self {
            Failure::NotFound(_) => 1,
            Failure::Bad(_) => 2,
        }
    }

    /// The message to print.
    pub fn message(&self) -> &str {
        match self {
            Failure::NotFound(message) | Failure::Bad(message) => message,
        }
    }
}

/// The work or the output exceeds its limit ([`crate::args::Limit`]).
impl From<btf::Stopped> for Failure {
    fn from(stopped: btf::Stopped) -> Failure {
        Failure::Bad(format!("{stopped}; --limit N allows more, --limit 0 all"))
    }
}

impl From<container::OpenError> for Failure {
    fn from(e: container::OpenError) -> Failure {
        Failure::Bad(e.to_string())
    }
}

/// Prints a message on stderr. If stderr is closed, the message is lost.
pub fn say(message: &str) {
    let mut stderr = io::stderr().lock();
    // Arguments may contain anything, and GitHub takes a line that begins with :: for a command.
    let text = harmless(message).replace('\n', "\\x0a");
    // The line is written by one call, because several processes may share a terminal.
    stderr.write_all(format!("btfscope: {text}\n").as_bytes()).ok();
}

/// Escapes characters that control a terminal or change the direction of writing ([`btf::visible`]), except line feeds
/// and tabs. Names in a file may contain any character.
pub fn harmless(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\t' => clean.push(c),
            c if btf::alters_text(c) => clean.push_str(&btf::visible(c.encode_utf8(&mut [0; 4]).as_bytes())),
            c => clean.push(c),
        }
    }
    clean
}

/// Prints a mark of the C compiler on stderr, in the form that editors parse.
pub fn say_mark(name: &str, mark: &Mark) {
    let word = match mark.severity {
        Severity::Error => "error",
        Severity::Note => "note",
    };
    say(&format!("{name}:{}:{}: {word}: {}", mark.line, mark.column, mark.message));
}
