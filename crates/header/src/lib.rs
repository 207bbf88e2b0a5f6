//! Opens a `vmlinux.h`, whole or cut by hand, as a file with BTF.
//!
//! [`text()`] says whether a file is such a header. [`open`] finds its [`Machine`], compiles it (crate `scratch`), and
//! lists the declarations that could not be compiled, with their lines. Nothing is guessed: a struct with a member that
//! cannot be compiled is only declared.
#![forbid(unsafe_code)]

mod machine;

use container::{OpenError, Opened, Source};
use scratch::{Mark, Severity, compile_header};
use text::{counted, grouped};

pub use machine::Machine;

/// How many bytes at the start of a file are examined to see whether it is C.
const HEAD: usize = 64 << 10;

/// How many lines at the start of a header are searched for a comment with the kernel's release.
const COMMENT: usize = 32;

/// The most left-out declarations that a note names.
const NAMED: usize = 3;

/// A header as a file with BTF, and the declarations that are missing in that BTF.
#[derive(Clone, Debug)]
pub struct Header {
    /// The file. Its BTF is made of the header.
    pub opened: Opened,
    /// The machine by whose rules the types are laid out.
    pub machine: Machine,
    /// The declarations that could not be compiled, with their lines: at most a thousand.
    pub left_out: Vec<Mark>,
    /// How many declarations could not be compiled.
    pub errors: u32,
}

/// Why a header is not opened.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
pub enum HeaderError {
    /// The whole text is unreadable: a bracket is not closed, or the text is too large.
    #[error("line {line}: {message}")]
    Unreadable {
        /// The line, from 1.
        line: u32,
        /// The byte offset in the text.
        at: u32,
        /// Why, without a full stop.
        message: String,
    },
    /// The text declares no type.
    #[error("the text declares no C type")]
    Empty,
    /// The BTF that was made cannot be read, which is a fault of this program.
    #[error("the BTF made of it cannot be read: {0}")]
    Made(String),
}

/// The text of a file if it looks like C declarations; `None` for other files and for files of more than
/// [`scratch::MAX_HEADER`] bytes.
///
/// # Errors
/// When the file cannot be read.
pub fn text(source: &mut dyn Source) -> Result<Option<String>, String> {
    let len = source.len();
    if len > scratch::MAX_HEADER as u64 {
        return Ok(None);
    }
    let mut bytes = vec![0; (len as usize).min(HEAD)];
    let count = source.read_at(0, &mut bytes)?;
    bytes.truncate(count);
    if !is_c(&bytes) {
        return Ok(None);
    }
    let mut all = vec![0; len as usize];
    let count = source.fill_from(0, &mut all)?;
    all.truncate(count);
    Ok(Some(String::from_utf8(all).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())))
}

/// Whether the start of a file looks like declarations of C types: all of its bytes may occur in text, and it has a
/// line whose first word is `struct`, `union`, `enum` or `typedef` and that ends with `{` or `;`. Lines of comments
/// count too.
fn is_c(head: &[u8]) -> bool {
    let is_text = head.iter().all(|&b| b >= b' ' || matches!(b, b'\t' | b'\n' | b'\r' | 0x0c));
    let text = String::from_utf8_lossy(head);
    let line = |line: &str| {
        let words: Vec<&str> =
            line.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|w| !w.is_empty()).collect();
        let declares = matches!(words.first(), Some(&("struct" | "union" | "enum" | "typedef")));
        let ends = line.trim_end();
        declares && (ends.ends_with('{') || ends.ends_with(';'))
    };
    is_text && text.lines().any(line)
}

/// Opens a header. `machine`: the machine of its layouts; `None` to find the machine in the header ([`Machine::of`]).
///
/// # Errors
/// When nothing of the header can be compiled, or the BTF that was made cannot be read.
pub fn open(name: &str, text: &str, machine: Option<Machine>) -> Result<Header, HeaderError> {
    let asked = machine;
    let machine = machine.unwrap_or_else(|| Machine::of(text));
    let compiled = compile_header(text, machine.target(), machine.va_list());
    let errors = compiled.errors;
    let left_out: Vec<Mark> = compiled.marks.into_iter().filter(|mark| mark.severity == Severity::Error).collect();
    let Some(blob) = compiled.blob else {
        let why = left_out.first();
        return Err(why.map_or(HeaderError::Empty, |mark| HeaderError::Unreadable {
            line: mark.line,
            at: mark.range.start,
            message: mark.message.clone(),
        }));
    };
    let made = |e: OpenError| HeaderError::Made(e.to_string());
    let mut opened = container::open(name, &blob).map_err(made)?;
    if compiled.declared.is_empty() {
        return Err(HeaderError::Empty);
    }
    opened.file_len = text.len() as u64;
    opened.format = container::Format::Header(machine.name());
    opened.kernel_release = opened.kernel_release.or_else(|| release_in(text));
    opened.notes.push(machine.says(asked.is_some()));
    let mut header = Header { opened, machine, left_out, errors };
    header.opened.notes.extend(header.left_out_words());
    Ok(header)
}

/// The kernel's release, from a comment at the start of the header that holds the output of `uname -a`: `Linux HOST
/// RELEASE #..`.
fn release_in(text: &str) -> Option<String> {
    let start = text.lines().take(COMMENT).take_while(|line| !line.trim_start().starts_with('#'));
    let of = |line: &str| {
        let (_, behind) = line.split_once("Linux ")?;
        let mut words = behind.split_whitespace();
        let (_host, release, number) = (words.next()?, words.next()?, words.next()?);
        let is_release = release.starts_with(|c: char| c.is_ascii_digit()) && release.contains('.');
        (number.starts_with('#') && is_release).then(|| release.to_owned())
    };
    start
        .map(str::trim)
        .filter(|line| line.starts_with("//") || line.starts_with("/*") || line.starts_with('*'))
        .find_map(of)
}

impl Header {
    /// How many declarations were left out, and the first of them with their lines and reasons, as a sentence without
    /// its full stop: `3 declarations were not taken: line 27285: no type .. is known here; ..`. `None` if there are
    /// none.
    pub fn left_out_words(&self) -> Option<String> {
        let (errors, marks) = (self.errors, self.left_out.iter().take(NAMED));
        let first: Vec<String> = marks.map(|mark| format!("line {}: {}", mark.line, mark.message)).collect();
        let more = (errors as usize).saturating_sub(first.len());
        let more = if more > 0 { format!("; and {} more", grouped(more as u64)) } else { String::new() };
        let were = if errors == 1 { "was" } else { "were" };
        (errors > 0).then(|| format!("{} {were} not taken: {}{more}", counted(errors, "declaration"), first.join("; ")))
    }
}
