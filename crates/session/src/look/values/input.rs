//! Reads bytes that are typed, pasted, or come as a file.

use std::ops::Range;

use desk::Problem;
use model::kind::FileKind;
use model::values::MAX_BYTES;
use model::views::View;
use model::words::grouped;
use value::{Form, Input, InputError, is_map_dump, read_as, recognise};

use super::{Content, ValuesLook};
use crate::Session;
use crate::file::OpenFile;

/// The forms that can be chosen, with their names; `None` detects the form.
pub const FORMS: [(&str, Option<Form>); 9] = [
    ("detect", None),
    ("hexadecimal", Some(Form::Hex)),
    ("base64", Some(Form::Base64)),
    ("array or string", Some(Form::CArray)),
    ("hex dump (xxd)", Some(Form::HexDump { unit: 0 })),
    ("gdb x/", Some(Form::Gdb { unit: 0 })),
    ("bpftool map dump", Some(Form::MapDumpPlain)),
    ("bpftool map dump, JSON", Some(Form::MapDumpJson)),
    ("text as bytes", Some(Form::Raw)),
];

/// Why the given bytes cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadProblem {
    /// The problem and its place: `line 1, column 2: not a hexadecimal digit`.
    pub text: String,
    /// The range of the input, in bytes, that the problem is about; empty if it is about no part of the input.
    pub range: Range<usize>,
}

impl ReadProblem {
    pub(super) fn plain(text: String) -> ReadProblem {
        ReadProblem { text, range: 0..0 }
    }

    pub(super) fn too_large(len: u64) -> ReadProblem {
        ReadProblem::plain(format!(
            "{} bytes are more than the page reads ({}): `btfscope value` reads up to 64 MB",
            grouped(len),
            grouped(MAX_BYTES as u64)
        ))
    }
}

impl From<InputError> for ReadProblem {
    fn from(e: InputError) -> ReadProblem {
        ReadProblem { text: e.to_string(), range: e.range }
    }
}

impl Session {
    /// Whether pasted text is taken as bytes for Values: Values is shown, and the text looks neither like BTF nor
    /// like a lesson.
    pub fn takes_values(&self, text: &str) -> bool {
        let digits: String = text.chars().filter(char::is_ascii_hexdigit).take(6).collect();
        let is_btf = ["9feb01", "eb9f01"].iter().any(|magic| digits.eq_ignore_ascii_case(magic));
        let is_lesson = text.starts_with("---");
        self.view() == View::Values && self.screen().has_type() && self.selection().is_some() && !is_btf && !is_lesson
    }

    /// The problem with a pasted map dump that Values does not take now; none for any other text, and for a text that
    /// is too long.
    pub fn values_elsewhere(&self, text: &str) -> Option<Problem> {
        let has_room = text.len() <= MAX_TEXT && !self.takes_values(text);
        let then = match self.file().map(|file| file.kind) {
            None => "Open the program or the kernel that has its types, then",
            Some(FileKind::Program) => "In Programs, click on the type of the map's values, or",
            Some(_) => "To read it,",
        };
        let message =
            format!("This is a dump of a map. {then} select the type of the values and paste it in its view Values.");
        (has_room && is_map_dump(text)).then(|| Problem::new("pasted text", &message))
    }
}

/// How long an input text may be, in bytes: room for [`MAX_BYTES`] written as C with spaces.
const MAX_TEXT: usize = 8 * MAX_BYTES;

/// How large a file may be that is read, in bytes: room for [`MAX_BYTES`] in any form. The longest ones have a line for
/// each byte: gdb's `x/1xb` with its addresses and bpftool's indented JSON take about 20 characters.
pub const MAX_FILE: u64 = 32 * MAX_BYTES as u64;

impl ValuesLook {
    /// Reads the text of the field. `pasted`: whether the text was pasted; the field is then closed, unless there is a
    /// problem.
    pub(super) fn read_text(&mut self, text: String, pasted: bool, file: &OpenFile) {
        if text.trim().is_empty() {
            self.text = text.into();
            self.problem = None;
            self.content = None;
            self.before.clear();
            self.form_text.clear();
            return;
        }
        if text.len() > MAX_TEXT {
            self.problem = Some(ReadProblem::too_large(text.len() as u64));
            return;
        }
        let order = self.order(file);
        let read = match FORMS.get(self.form).and_then(|form| form.1) {
            Some(form) => read_as(form, text.as_bytes(), order),
            None => recognise(text.as_bytes(), order),
        };
        self.text = text.into();
        match read {
            Ok(input) => {
                let said = input.form.to_string();
                self.take_input(input, said);
                self.asking = self.asking && !(pasted && self.problem.is_none());
            }
            Err(e) => {
                // The bytes of the previous text are dropped.
                self.content = None;
                self.before.clear();
                self.problem = Some(e.into());
                self.asking = true;
            }
        }
    }

    /// Reads a file in the chosen form. If the form is to be detected: as text if it has one of the forms, else as raw
    /// bytes.
    pub(super) fn read_file(&mut self, name: &str, bytes: &[u8], file: &OpenFile) {
        let order = self.order(file);
        let raw = || read_as(Form::Raw, bytes, order);
        let read = match FORMS.get(self.form).and_then(|form| form.1) {
            Some(form) => read_as(form, bytes, order),
            None => recognise(bytes, order).or_else(|_| raw()),
        };
        self.text = "".into();
        match read {
            Ok(input) => {
                let said = format!("{}, {name}", input.form);
                self.take_input(input, said);
                self.asking = self.problem.is_some();
            }
            Err(e) => self.problem = Some(ReadProblem::plain(format!("{name}: {e}"))),
        }
    }

    fn take_input(&mut self, input: Input, said: String) {
        if input.bytes.len() > MAX_BYTES {
            self.problem = Some(ReadProblem::too_large(input.bytes.len() as u64));
            return;
        }
        match input.entries.is_empty() {
            true => self.take(Content::Bytes(input.bytes.into()), said),
            false => self.take(Content::Entries(input.entries.into()), said),
        }
        self.taken_as = Some(input.form);
    }

    /// Opens or closes the field. When it opens, its text becomes the current bytes, if these were changed or the field
    /// is empty.
    pub(super) fn set_asking(&mut self, on: bool) {
        self.asking = on;
        if on && (self.is_changed() || self.text.is_empty()) {
            self.text = self.as_text().unwrap_or_default().into();
        }
    }
}
