//! A problem that is shown to the person.

use btf::ErrorKind;
use wire::Wire;

use crate::FileId;

/// The name of the file in problems about links.
pub const THIS_LINK: &str = "This link";

/// A problem that is shown to the person.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Problem {
    /// The file that it is about, open or not; none for a link or the desk's work.
    pub of: Option<FileId>,
    /// The file's name.
    pub file: String,
    /// The fault, as one sentence.
    pub message: String,
    /// The text after `found `; none if the fault is not about a value that was found.
    pub found: Option<String>,
    /// The text after `expected `; none if it would not help.
    pub expected: Option<String>,
    /// The offset of the fault in the file, in bytes.
    pub at: Option<u64>,
    /// The open file that is shown in part, and where to go in its `.BTF`: an offset in bytes.
    pub go: Option<(FileId, u32)>,
    /// The other files that are needed to open this file, by the names that this file has for them.
    pub wants: Vec<String>,
}

impl Problem {
    /// A problem in one sentence.
    pub fn new(file: &str, message: &str) -> Problem {
        Problem {
            of: None,
            file: file.into(),
            message: message.into(),
            found: None,
            expected: None,
            at: None,
            go: None,
            wants: Vec::new(),
        }
    }

    /// The same problem, about this file.
    pub fn about(self, id: FileId) -> Problem {
        Problem { of: Some(id), ..self }
    }

    /// `found ..`, `expected ..` and `at byte 0x.. of the file`, without the parts that are unknown.
    pub fn facts(&self) -> Vec<String> {
        let found = self.found.as_ref().map(|f| format!("found {f}"));
        let expected = self.expected.as_ref().map(|e| format!("expected {e}"));
        let at = self.at.map(|at| format!("at byte {at:#x} of the file"));
        [found, expected, at].into_iter().flatten().collect()
    }

    /// The problem of a decoding error, without its place in the file: the error's offset counts from the start of the
    /// section.
    pub fn of_decode(file: &str, section: &str, e: &btf::Error) -> Problem {
        let mut problem = Problem::new(file, &format!("{section}: {e}"));
        if let ErrorKind::BadMagic { found: bytes } = &e.kind {
            problem.expected = Some("the BTF magic, 9f eb or eb 9f".to_string());
            problem.found = Some(format!("{:02x} {:02x}", bytes[0], bytes[1]));
        }
        problem
    }

    /// The problem of a link, with the text that was found.
    pub fn of_link(message: String, found: Option<String>) -> Problem {
        Problem { found, ..Problem::new(THIS_LINK, &message) }
    }
}
