//! What went wrong, to be read.

use btf::ErrorKind;
use wire::Wire;

use crate::FileId;

/// What problems of links name in place of a file.
pub const THIS_LINK: &str = "This link";

/// Something that went wrong with a file, to be read.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Problem {
    /// The file that it is about, open or not; none when it is about a link or the desk's work.
    pub of: Option<FileId>,
    /// The file's name, to be read.
    pub file: String,
    /// One sentence: what is wrong.
    pub message: String,
    /// What was found.
    pub found: Option<String>,
    /// What was expected instead, when that helps.
    pub expected: Option<String>,
    /// The byte of the file it is about.
    pub at: Option<u64>,
    /// The open file with a partial model, and the byte of its `.BTF` to go to.
    pub go: Option<(FileId, u32)>,
    /// Files with which it would open, as this one names them.
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

    /// The same, about this file.
    pub fn about(self, id: FileId) -> Problem {
        Problem { of: Some(id), ..self }
    }

    /// What was found, what was expected, and where, as far as that is known.
    pub fn facts(&self) -> Vec<String> {
        let found = self.found.as_ref().map(|f| format!("found {f}"));
        let expected = self.expected.as_ref().map(|e| format!("expected {e}"));
        let at = self.at.map(|at| format!("at byte {at:#x} of the file"));
        [found, expected, at].into_iter().flatten().collect()
    }

    /// A problem of decoding, in words: the byte in them is one of the section.
    pub fn of_decode(file: &str, section: &str, e: &btf::Error) -> Problem {
        let mut found = None;
        let mut expected = None;
        if let ErrorKind::BadMagic { found: bytes } = &e.kind {
            expected = Some("the BTF magic, 9f eb or eb 9f".to_string());
            found = Some(format!("{:02x} {:02x}", bytes[0], bytes[1]));
        }
        let message = format!("{section}: {e}");
        Problem { expected, found, at: Some(e.range.start.into()), ..Problem::new(file, &message) }
    }

    /// A problem of a link, with what was found in it.
    pub fn of_link(message: String, found: Option<String>) -> Problem {
        Problem { found, ..Problem::new(THIS_LINK, &message) }
    }
}
