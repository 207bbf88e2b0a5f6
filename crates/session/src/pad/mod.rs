//! The scratch pad: C declarations that are typed, and what the compiler says of them.
//!
//! The compiler (`scratch`) runs on the desk. What comes back is shown as an ordinary open file; this is what its editor needs.
//! The source is part of the address, as types are of links that carry them; nothing else keeps it, and a pad whose file was
//! closed has it until the page goes.

mod update;

pub use update::PadMsg;

use btf::{Btf, TypeId};
use desk::{FileId, PadSource};
use model::address::Address;
use model::c_text::{Part, parts};
use model::pad::PadMark;
use model::pad::PadPlace;
use model::pad::PadTarget;
use model::path;
use model::path::Path;

use crate::ask::Ask;

/// Bytes of a source that is painted, at most.
const MAX_PAINTED: usize = 32 << 10;

/// Names of types that need no keyword.
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

/// The pad.
#[derive(Clone, Debug, Default)]
pub struct Pad {
    /// The source as it was last compiled, or is being.
    pub text: String,
    /// What for.
    pub target: PadTarget,
    /// What there is to say, in the order of the source.
    pub marks: Vec<PadMark>,
    /// Where things are declared, in the order of the types.
    pub places: Vec<PadPlace>,
    /// The blob is older than the source, because the source as a whole cannot be read.
    pub stale: bool,
    /// Goes up when the source came from elsewhere than the editor.
    pub version: u32,
    /// What is to be compiled.
    wanted: Option<(PadSource, PadTarget)>,
    turn: u32,
    /// What is being compiled, by the number of the request.
    ask: Ask<u32, ()>,
    /// The pad's file, when it is open.
    file: Option<FileId>,
    /// The person asked for the pad: what comes is shown.
    opening: bool,
    /// What the person selected.
    kept: Option<Address>,
    /// That is gone, and this stands in for it until it is back.
    stand_in: Option<TypeId>,
    /// The line where what is selected was declared.
    kept_line: Option<u32>,
}

impl Pad {
    /// What the status line of the editor says.
    pub fn says(&self) -> String {
        let count = |error| self.marks.iter().filter(|m| m.error == error).count();
        let (errors, notes) = (count(true), count(false));
        let some = |n: usize, one: &str| match n {
            1 => format!("1 {one}"),
            _ => format!("{n} {one}s"),
        };
        let mut out = match errors {
            0 => "No errors".to_string(),
            n => some(n, "error"),
        };
        if notes > 0 {
            out.push_str(&format!(", {}", some(notes, "note")));
        }
        if self.stale {
            out.push_str(". The types are still those of the last correct source");
        }
        out
    }

    /// The first error, for a screen reader: on the screen the list of marks has it.
    pub fn first_error(&self) -> Option<String> {
        self.marks.iter().find(|m| m.error).map(|first| format!("Line {}: {}", first.line, first.message))
    }

    /// The line where a selected type or member is declared: that of the innermost thing on the way that has one.
    pub fn line_of(&self, btf: &Btf, id: TypeId, path: &Path) -> Option<u32> {
        let line = |id, item| self.places.iter().find(|p| p.id == id && p.item == item).map(|p| p.line);
        let mut found = line(id, None);
        let mut of = id;
        for step in path::walk(btf, id, path).unwrap_or_default() {
            found = line(step.parent.id(), Some(step.item.index)).or(found);
            of = step.parent.id();
        }
        // A typedef leads to the struct that it names.
        found.or_else(|| line(of, None))
    }

    /// What is declared on a line: the type and the path to its member. What is inside an anonymous struct is distinguished from the
    /// outermost one with a name.
    pub fn at_line(&self, btf: &Btf, wanted: u32) -> Option<(TypeId, Path)> {
        // Of several on a line the outermost, which comes first: `struct s { int x; };`.
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

    /// A text in the colours of C, cut at the places of the marks. A very long one has no colours: they are looked for with every key.
    pub fn painted<'t>(&self, text: &'t str) -> Vec<(&'t str, Part, Option<bool>)> {
        let coloured = if text.len() > MAX_PAINTED { vec![(Part::Plain, text)] } else { parts(text, &TYPES) };
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

    /// A text cut at the places of the marks: pieces, each with what its mark is: true for errors.
    pub fn pieces<'t>(&self, text: &'t str) -> Vec<(&'t str, Option<bool>)> {
        let (mut out, mut at) = (Vec::new(), 0);
        for m in &self.marks {
            let (start, end) = (m.range.start as usize, m.range.end as usize);
            // Where the text was changed since, the marks may fit it no more.
            let (Some(before), Some(marked)) = (text.get(at..start), text.get(start..end)) else { continue };
            out.extend([(before, None), (marked, Some(m.error))]);
            at = end;
        }
        out.push((text.get(at..).unwrap_or_default(), None));
        out
    }
}
