//! The list of a blob's faults.

use btf::{BlobRange, Btf, Error, ErrorKind, Ext, Place};
use text::counted;

use super::info::unused_bits_set;
use super::text::{item_word, type_label};
use crate::words::plain_text;

/// A line of the list of problems.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProblemView {
    /// The fault with its place, in one line.
    pub text: String,
    /// The bytes of the fault in the blob; empty if the fault is at no bytes.
    pub range: BlobRange,
    /// The part of the blob.
    pub place: Place,
}

impl ProblemView {
    /// The first byte of the fault; none if `range` is empty.
    pub fn byte(&self) -> Option<u32> {
        (!self.range.is_empty()).then_some(self.range.start)
    }
}

/// The faults of the blob of `btf` itself, in file order.
pub fn problems(btf: &Btf) -> Vec<ProblemView> {
    let mut list = views(btf.diagnostics(), |place| place_text(btf, place));
    for problem in &mut list {
        // A record that could not be read may have a wrong kind or length because it uses bits that were unused
        // before 2026.
        let unread = matches!(problem.place, Place::Type(id) if btf.get(id).is_none());
        if let Some(bits) = unread.then(|| unused_bits_set(btf, problem.range.start)).flatten() {
            problem.text = format!("{}; {bits}", problem.text);
        }
    }
    list
}

/// The names that are not identifiers of C ([`dump::unfit_names`]), as one problem; none if there are none. Reads all
/// names.
pub fn unfit_names(btf: &Btf) -> Option<ProblemView> {
    let unfit = dump::unfit_names(btf);
    let first = unfit.first?;
    let others = match unfit.count {
        0 | 1 => String::new(),
        n => format!(", the first of {}", counted(n, "such name")),
    };
    let text = format!(
        "type {first}, {}: a name that is no identifier of C{others}; dump -f c spells it as one",
        type_label(btf, first)
    );
    let range = btf.get(first).map_or(BlobRange::new(0, 0), |t| t.record());
    Some(ProblemView { text, range, place: Place::Type(first) })
}

/// The text for a file without faults.
pub fn well_formed(name: &str) -> String {
    format!(
        "{name} is well formed: every type id, string offset and size was checked. Verdict shows whether a kernel accepts it."
    )
}

/// The faults of `.BTF.ext`, in file order.
pub fn problems_ext(ext: &Ext) -> Vec<ProblemView> {
    views(ext.diagnostics(), |place| place.to_string())
}

fn views(diagnostics: &[Error], place: impl Fn(Place) -> String) -> Vec<ProblemView> {
    let mut list: Vec<ProblemView> = diagnostics
        .iter()
        .map(|e| {
            let text = match e.kind {
                ErrorKind::More { .. } => e.kind.to_string(),
                _ => format!("{}: {}", place(e.place), e.kind),
            };
            ProblemView { text, range: e.range, place: e.place }
        })
        .collect();
    // The entry for faults that were not kept (`ErrorKind::More`) has no bytes; it comes last.
    list.sort_by_key(|p| (p.range.is_empty(), p.range.start));
    list
}

fn place_text(btf: &Btf, place: Place) -> String {
    match place {
        Place::Type(id) => match btf.get(id) {
            Some(_) => format!("type {id}, {}", type_label(btf, id)),
            // The record could not be read, so there is an id, but no type.
            None => format!("type {id}"),
        },
        Place::Item(id, i) => {
            let Some(t) = btf.get(id) else { return place.to_string() };
            let name = t.members().from_index(i.0).next().map(|m| m.name_offset);
            let name = name.and_then(|n| btf.string_bytes(n)).map(plain_text).unwrap_or_default();
            let space = if name.is_empty() { "" } else { " " };
            format!("{} {}{space}{name} of type {id}, {}", item_word(t.kind()), i.0, type_label(btf, id))
        }
        Place::Header | Place::Layout | Place::Strings | Place::Types | Place::Ext => place.to_string(),
    }
}

/// Whether the diagnostic is about an invalid type id or string offset; the inspector finds these itself.
pub(crate) fn is_bad_reference(e: &Error) -> bool {
    matches!(e.kind, ErrorKind::BadTypeId { .. } | ErrorKind::BadStringOffset { .. })
}
