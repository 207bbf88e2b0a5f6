//! The inspector without a screen: the fields of what is selected, each with its value and what that means.
//!
//! [`inspect`] takes what [`crate::bytes::owner_target`] makes of a byte (or what is selected of a type) and gives an
//! [`Inspection`]: a struct of the format by its C name, its fields in file order, each with its bytes, so that the pane and the
//! bytes can point at each other. [`describe_byte`] is the same in one line, for hovering; [`problems`] lists what is wrong.
//! `.BTF.ext` has [`inspect_ext`], [`describe_ext_byte`] and [`problems_ext`].

mod describe;
mod ext;
mod header;
mod info;
mod problems;
mod record;
mod text;
mod words;

use std::fmt;

use btf::{BlobRange, Btf, Error, MemberIndex, StringOffset, TypeId};

use crate::bytes::{ByteClass, ByteTarget};

pub use describe::describe_byte;
pub use ext::{describe_ext_byte, ext_link, inspect_ext, relo_kind};
pub use problems::{ProblemView, problems, problems_ext, unfit_names, well_formed};
pub use text::{quoted, type_label};

/// Says the name of a type, as C would.
pub type Names<'a> = &'a dyn Fn(TypeId) -> String;

/// Where a click on a meaning leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Link {
    /// To a type.
    Type(TypeId),
    /// To a member, enumerator, parameter or variable.
    Item(TypeId, MemberIndex),
    /// To a string; [`Btf::locate_string`] finds the blob and the byte.
    String(StringOffset),
    /// To a byte of the same blob.
    Byte(u32),
}

/// What a value, or some of its bits, means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// What the whole value stands for; on its line, after an arrow.
    Is {
        /// What.
        text: String,
        /// Where a click leads.
        link: Option<Link>,
    },
    /// A line of its own.
    Note {
        /// Which bits; may be empty.
        label: String,
        /// Their value; may be empty.
        value: String,
        /// What that is.
        text: String,
    },
    /// What is wrong with the value; a line of its own.
    Problem(String),
}

impl Meaning {
    pub(crate) fn is(text: impl Into<String>) -> Meaning {
        Meaning::Is { text: text.into(), link: None }
    }

    pub(crate) fn link(text: impl Into<String>, link: Link) -> Meaning {
        Meaning::Is { text: text.into(), link: Some(link) }
    }

    pub(crate) fn note(label: impl Into<String>, value: impl ToString, text: impl Into<String>) -> Meaning {
        Meaning::Note { label: label.into(), value: value.to_string(), text: text.into() }
    }

    /// A line without bits and value.
    pub(crate) fn remark(text: impl Into<String>) -> Meaning {
        Meaning::note("", "", text)
    }
}

impl fmt::Display for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Meaning::Is { text, .. } => write!(f, "→ {text}"),
            Meaning::Problem(text) => write!(f, "! {text}"),
            Meaning::Note { label, value, text } => {
                let parts = [label.as_str(), value, text];
                let mut parts = parts.into_iter().filter(|p| !p.is_empty());
                f.write_str(parts.next().unwrap_or_default())?;
                parts.try_for_each(|p| write!(f, " {p}"))
            }
        }
    }
}

/// A field: its value and what that means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldView {
    /// The field's name in C.
    pub name: &'static str,
    /// The value as it stands: offsets and bit fields in hexadecimal, ids, sizes and counts in decimal.
    pub value: String,
    /// What it means.
    pub meaning: Vec<Meaning>,
    /// All of it in a few words.
    pub short: String,
    /// Its bytes in the blob.
    pub range: BlobRange,
    /// The colour of its bytes.
    pub class: ByteClass,
}

/// The inspector's content.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Inspection {
    /// What it is, as C or the format calls it: `btf_member[14]`.
    pub title: String,
    /// Its bytes; empty for what has none.
    pub range: BlobRange,
    /// Its fields, in file order.
    pub fields: Vec<FieldView>,
    /// What is wrong with it as a whole.
    pub problems: Vec<String>,
    /// What there is to say of something without fields.
    pub note: Option<String>,
}

impl Inspection {
    /// Puts each diagnostic to the field that it is about, or else to the whole.
    fn add_problems(&mut self, diagnostics: &[Error]) {
        for e in diagnostics.iter().filter(|e| !e.range.intersect(self.range).is_empty()) {
            match self.fields.iter_mut().find(|f| f.range.covers(e.range)) {
                // Words say this already, whether or not there was room for the diagnostic.
                Some(_) if problems::is_bad_reference(e) => {}
                Some(field) => field.meaning.push(Meaning::Problem(e.kind.to_string())),
                None => self.problems.push(e.kind.to_string()),
            }
        }
    }

    /// The field whose bytes hold `at`.
    pub fn field_at(&self, at: u32) -> Option<&FieldView> {
        self.fields.iter().find(|f| f.range.contains(at))
    }
}

impl fmt::Display for Inspection {
    /// As lines of text, as the pane would show them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.title)?;
        for field in &self.fields {
            write!(f, "  {} {}", field.name, field.value)?;
            for is in field.meaning.iter().filter(|m| matches!(m, Meaning::Is { .. })) {
                write!(f, " {is}")?;
            }
            writeln!(f)?;
            for line in field.meaning.iter().filter(|m| !matches!(m, Meaning::Is { .. })) {
                writeln!(f, "    {line}")?;
            }
        }
        for problem in &self.problems {
            writeln!(f, "  ! {problem}")?;
        }
        match &self.note {
            Some(note) => writeln!(f, "  {note}"),
            None => Ok(()),
        }
    }
}

/// What the inspector shows for `target`. Its ranges are of `btf`'s own blob, but for a type of the base: then of
/// `btf.get(id).btf()`'s, like [`crate::bytes::highlights`].
pub fn inspect(btf: &Btf, target: &ByteTarget, names: Names<'_>) -> Inspection {
    match target {
        ByteTarget::Type(focus) => record::inspect_type(btf, *focus, names),
        ByteTarget::Header(_) => header::inspect_header(btf),
        ByteTarget::String { offset, range, .. } => header::inspect_string(btf, *offset, *range),
        ByteTarget::Layout(kind) => header::inspect_layout(btf, *kind),
        ByteTarget::Gap(range) => {
            header::inspect_raw(btf, header::Raw::Gap, *range, "Bytes that belong to no section.")
        }
        ByteTarget::Unreadable(range) => header::inspect_raw(
            btf,
            header::Raw::Unreadable,
            *range,
            "Bytes of a damaged section: what they mean is unknown.",
        ),
    }
}
