//! Why a command did not do what it was asked: the exit status and the words for it.

use std::io::{self, Write};

/// Why a command did not do what it was asked. The message names the file, and the byte where there is one.
#[derive(Debug)]
pub enum Failure {
    /// What was asked for is not in the file: status 1.
    NotFound(String),
    /// Bad use, or a file that cannot be read: status 2.
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

    /// What to say.
    pub fn message(&self) -> &str {
        match self {
            Failure::NotFound(message) | Failure::Bad(message) => message,
        }
    }
}

/// Of commands with [`crate::args::Limit`].
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

/// Says something on stderr. Nothing better can be done about a stderr that is closed.
pub fn say(message: &str) {
    let mut stderr = io::stderr().lock();
    // What was typed may have anything in it, and a line that begins with :: is a command to GitHub.
    let text = harmless(message).replace('\n', "\\x0a");
    // In one piece: several of us may write to one terminal.
    stderr.write_all(format!("btfscope: {text}\n").as_bytes()).ok();
}

/// The text with escapes for what would command a terminal or turn the direction of writing ([`btf::visible`]): names in a file may have any.
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
