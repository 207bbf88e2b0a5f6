//! The inspector without a screen: the fields of the selected bytes, each with its value and meaning.
//!
//! [`inspect`] takes the target of a click on a byte ([`crate::bytes::owner_target`]), or the selected part of a type,
//! and gives an [`Inspection`]: a struct of the format under its C name, with its fields in file order. Each field has
//! its bytes, so that the inspector and the Bytes pane can point to each other. [`describe_byte`] gives the meaning of
//! one byte in one line; [`problems`] lists faults. For `.BTF.ext` there are [`inspect_ext`],
//! [`describe_ext_byte`] and [`problems_ext`].

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

/// A function that gives the name of a type in C.
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

/// The meaning of a value, or of some of its bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// The meaning of the whole value; shown on the line of the value, after an arrow.
    Is {
        /// The meaning.
        text: String,
        /// Where a click leads; none if the meaning is no link.
        link: Option<Link>,
    },
    /// A meaning on a line of its own.
    Note {
        /// The name of the bits; may be empty.
        label: String,
        /// Their value; may be empty.
        value: String,
        /// Their meaning.
        text: String,
    },
    /// A fault of the value; on a line of its own.
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

/// A field: its value and meaning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldView {
    /// The field's name in C.
    pub name: &'static str,
    /// The raw value: offsets and bit fields in hexadecimal, ids, sizes and counts in decimal.
    pub value: String,
    /// Its meanings.
    pub meaning: Vec<Meaning>,
    /// The most important meaning in a few words.
    pub short: String,
    /// Its bytes in the blob.
    pub range: BlobRange,
    /// The colour of its bytes.
    pub class: ByteClass,
}

/// The content of the inspector: a struct or another part of the blob.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Inspection {
    /// Its name in C or in the format: `btf_member[14]`.
    pub title: String,
    /// Its bytes in the blob; may be empty.
    pub range: BlobRange,
    /// Its fields, in file order.
    pub fields: Vec<FieldView>,
    /// Faults of the whole part.
    pub problems: Vec<String>,
    /// A note on the whole part.
    pub note: Option<String>,
}

impl Inspection {
    /// Adds each diagnostic to the field that it is about, or else to the whole part.
    fn with_problems(mut self, diagnostics: &[Error]) -> Inspection {
        for e in diagnostics.iter().filter(|e| !e.range.intersect(self.range).is_empty()) {
            match self.fields.iter_mut().find(|f| f.range.covers(e.range)) {
                // The meanings of the field already state this fault. The inspector finds such faults itself, because
                // a blob may have more faults than diagnostics are kept.
                Some(_) if problems::is_bad_reference(e) => {}
                Some(field) => field.meaning.push(Meaning::Problem(e.kind.to_string())),
                None => self.problems.push(e.kind.to_string()),
            }
        }
        self
    }

    /// The field that contains byte `at`.
    pub fn field_at(&self, at: u32) -> Option<&FieldView> {
        self.fields.iter().find(|f| f.range.contains(at))
    }
}

impl fmt::Display for Inspection {
    /// Writes lines of text as the pane shows them.
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

/// The inspection of `target`. Its ranges are in the blob of `btf` itself; for a type of the base, in the blob of the
/// base (`btf.get(id).btf()`).
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
