//! The scratch pad: C declarations that a person types, compiled to BTF.
//!
//! The compiler (crate `scratch`) runs in the worker. Its result is shown as an ordinary open file; this module has
//! the state of the editor. It keeps the source until the person leaves the page, even if the pad's file is closed;
//! after that, only the address has the source.

mod scrub;
mod update;

pub use update::PadMsg;

use std::collections::BTreeMap;
use std::sync::Arc;

use btf::{Btf, TypeId};
use desk::{FileId, PadSource};
use model::address::Address;
use model::c_text::{Part, parts};
use model::pad::PadMark;
use model::pad::PadPlace;
use model::pad::PadTarget;
use model::pad::hex::comment_at;
use model::path;
use model::path::Path;
use model::words::many;

use crate::ask::Ask;

/// How long a source that is shown with syntax colours may be, in bytes.
const MAX_PAINTED: usize = 32 << 10;

/// How many colours there are; the declared types get them in turn.
pub const HUES: usize = 8;

/// Names of types that are coloured even if the source does not declare them.
const TYPES: [&str; 22] = [
    "u8",
    "u16",
    "u32",
    "u64",
    "s8",
    "s16",
    "s32",
    "s64",
    "__u8",
    "__u16",
    "__u32",
    "__u64",
    "__be16",
    "__be32",
    "bool",
    "size_t",
    "pid_t",
    "atomic_t",
    "atomic64_t",
    "spinlock_t",
    "refcount_t",
    "uintptr_t",
];

/// The state of the pad.
#[derive(Clone, Debug, Default)]
pub struct Pad {
    /// The source that was compiled last, or is being compiled.
    pub text: String,
    /// The machine to compile for.
    pub target: PadTarget,
    /// Errors and notes, in the order of the source.
    pub marks: Vec<PadMark>,
    /// The lines of declarations, in the order of the types.
    pub places: Vec<PadPlace>,
    /// The numbers of the colours of the declared types.
    colours: BTreeMap<TypeId, usize>,
    /// Whether the types are older than the source, because the source has an error now.
    pub stale: bool,
    /// Increases whenever the source changes in another way than by typing, so that the editor must show it again.
    pub version: u32,
    /// The source that waits to be sent to the desk.
    wanted: Option<(PadSource, PadTarget)>,
    /// The number of the last question to compile.
    turn: u32,
    ask: Ask<u32, ()>,
    /// The number of the last question that was answered.
    answered: u32,
    /// The state of moving members by drags and keys.
    scrub: scrub::Scrub,
    /// The bytes that the source gives; none while the source is C.
    written: Option<Arc<[u8]>>,
    /// Why readers of BTF reject the bytes in `written`; none if they accept them.
    stops: Option<String>,
    /// The last C source, while the source is bytes.
    c: String,
    /// The pad's file, if it is open.
    file: Option<FileId>,
    /// Whether the person opened the pad or replaced its source; its file then becomes current when it is compiled.
    opening: bool,
    /// The type and member that the person selected, by their names.
    kept: Option<Address>,
    /// The type that is selected while the source does not have the type in `kept`.
    stand_in: Option<TypeId>,
    /// The line of the selection's declaration.
    kept_line: Option<u32>,
}

impl Pad {
    /// The status line of the editor.
    pub fn status(&self) -> String {
        let count = |error| self.marks.iter().filter(|m| m.error == error).count() as u64;
        let (errors, notes) = (count(true), count(false));
        let mut out = match errors {
            0 => "No errors".to_string(),
            n => many(n, "error"),
        };
        if notes > 0 {
            out.push_str(&format!(", {}", many(notes, "note")));
        }
        if self.stale {
            out.push_str(". The types are still those of the last correct source");
        }
        out
    }

    /// The first error, for screen readers; on the screen, the list of marks shows it.
    pub fn first_error(&self) -> Option<String> {
        self.marks.iter().find(|m| m.error).map(|first| format!("Line {}: {}", first.line, first.message))
    }

    /// The bytes that the person writes; none while the source is C.
    pub fn written(&self) -> Option<&Arc<[u8]>> {
        self.written.as_ref().filter(|_| self.target.bytes)
    }

    /// The number of a declared type's colour, below [`HUES`]. The lines of its declaration in the editor and its
    /// records beside the editor have this colour.
    pub fn hue_of(&self, id: TypeId) -> Option<usize> {
        self.colours.get(&id).copied()
    }

    /// Takes the lines of the declarations of a new source.
    fn set_places(&mut self, places: Vec<PadPlace>) {
        self.colours.clear();
        for place in &places {
            let next = self.colours.len() % HUES;
            self.colours.entry(place.id).or_insert(next);
        }
        self.places = places;
    }

    /// The line where a type or an item of it is declared.
    pub fn declared_at(&self, id: TypeId, item: Option<u32>) -> Option<u32> {
        self.places.iter().find(|place| place.id == id && place.item == item).map(|place| place.line)
    }

    /// The colours of the lines of the source: for the number of each line with a declaration, counted from 1, the
    /// number of the declared type's colour. A line with several declarations has the colour of the one that comes last
    /// in [`Pad::places`].
    pub fn hues(&self) -> BTreeMap<u32, usize> {
        self.places.iter().filter_map(|place| Some((place.line, self.hue_of(place.id)?))).collect()
    }

    /// The line on which a type or member is declared. A member without a line of its own has the line of the innermost
    /// member around it that has a line, or else the line of the type.
    pub fn line_of(&self, btf: &Btf, id: TypeId, path: &Path) -> Option<u32> {
        let line = |id, item| self.places.iter().find(|p| p.id == id && p.item == item).map(|p| p.line);
        let mut found = line(id, None);
        let mut of = id;
        for step in path::walk(btf, id, path).unwrap_or_default() {
            found = line(step.parent.id(), Some(step.item.index)).or(found);
            of = step.parent.id();
        }
        // If a typedef without a line leads to the member, this is the line of the type that contains the member.
        found.or_else(|| line(of, None))
    }

    /// The type or member that is declared on a line. A member of an anonymous struct is given by the path from the
    /// innermost named type around it.
    pub fn at_line(&self, btf: &Btf, wanted: u32) -> Option<(TypeId, Path)> {
        // If a line has several declarations, the outermost comes first: `struct s { int x; };`.
        let place = self.places.iter().find(|p| p.line == wanted)?;
        let (mut id, mut steps) = (place.id, Vec::from_iter(place.item));
        for _ in 0..path::MAX_STEPS {
            if btf.get(id).is_none_or(|t| !t.is_anonymous()) {
                break;
            }
            let holds = |p: &&PadPlace| {
                p.item.and_then(|i| path::items(&btf.get(p.id)?, i).next()).is_some_and(|i| i.type_id == id)
            };
            let Some((holder, item)) = self.places.iter().find(holds).and_then(|p| Some((p.id, p.item?))) else {
                break;
            };
            steps.insert(0, item);
            id = holder;
        }
        Some((id, Path(steps)))
    }

    /// A text cut into pieces with syntax colours and marks (true for an error). A very long text gets no colours,
    /// because they are computed after each key.
    pub fn painted<'t>(&self, text: &'t str) -> Vec<(&'t str, Part, Option<bool>)> {
        let coloured = match text.len() > MAX_PAINTED {
            true => vec![(Part::Plain, text)],
            false if self.target.bytes => bytes_and_comments(text),
            false => parts(text, &TYPES),
        };
        let mut coloured = coloured.into_iter();
        let mut out = Vec::new();
        let mut rest = coloured.next();
        for (mut piece, mark) in self.pieces(text) {
            while let Some((part, run)) = rest.filter(|_| !piece.is_empty()) {
                let length = run.len().min(piece.len());
                let (Some(here), Some(left)) = (piece.get(..length), piece.get(length..)) else { break };
                if !here.is_empty() {
                    out.push((here, part, mark));
                }
                piece = left;
                rest = match run.get(length..).filter(|later| !later.is_empty()) {
                    Some(later) => Some((part, later)),
                    None => coloured.next(),
                };
            }
        }
        out
    }

    /// A text cut into pieces at the marks: true for errors, false for notes, none for unmarked text.
    pub fn pieces<'t>(&self, text: &'t str) -> Vec<(&'t str, Option<bool>)> {
        let (mut out, mut at) = (Vec::new(), 0);
        for m in &self.marks {
            let (start, end) = (m.range.start as usize, m.range.end as usize);
            // If the text was changed since, a mark may be outside of it.
            let (Some(before), Some(marked)) = (text.get(at..start), text.get(start..end)) else { continue };
            out.extend([(before, None), (marked, Some(m.error))]);
            at = end;
        }
        out.push((text.get(at..).unwrap_or_default(), None));
        out
    }
}

/// Splits a text of bytes into the digits, which have no colours of C, and the comments.
fn bytes_and_comments(text: &str) -> Vec<(Part, &str)> {
    let lines = text.split_inclusive('\n').flat_map(|line| {
        let (bytes, comment) = line.split_at(comment_at(line));
        [(Part::Plain, bytes), (Part::Comment, comment)]
    });
    lines.filter(|(_, piece)| !piece.is_empty()).collect()
}
