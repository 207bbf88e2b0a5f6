//! Turns declarations into types: resolves names, computes sizes and offsets.

mod attrs;
mod constant;
mod declare;
mod enumeration;
mod init;
mod merge;
mod record;
mod ty;
mod typed;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::grammar::Items;
use crate::macros::Packs;
use crate::mark::Marks;
use crate::syntax::{Assert, Item};
use crate::target::Target;
use crate::token::Token;
use crate::types::{Id, Place, Types};
use crate::value::Value;

/// An error that is marked already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Marked;

/// The result for a part of the source.
pub(crate) type Known<T> = Result<T, Marked>;

/// The linkage of a function or variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Linkage {
    Static = 0,
    Global = 1,
    Extern = 2,
}

/// A function or variable.
#[derive(Clone, Debug)]
pub(crate) struct Symbol {
    pub name: String,
    pub of: Id,
    pub linkage: Linkage,
    /// The section that an attribute names.
    pub named_section: Option<String>,
    /// The section that clang chooses without an attribute; `None` for functions, and for variables that are only
    /// declared.
    pub usual_section: Option<&'static str>,
    /// The alignment in bytes that attributes ask for.
    pub aligned: Option<u64>,
    pub tags: Vec<String>,
    /// Declaration tags of the parameters, by their index.
    pub param_tags: Vec<(u32, String)>,
    pub place: Place,
}

impl Symbol {
    /// The name of its section.
    pub fn section(&self) -> Option<&str> {
        self.named_section.as_deref().or(self.usual_section)
    }
}

/// A name of a function or variable, with the facts from its declarations so far.
#[derive(Clone, Copy, Debug)]
struct Named {
    of: Id,
    /// Index in [`Lower::roots`].
    root: usize,
    is_function: bool,
    /// True if it has a body or an initial value.
    is_defined: bool,
    linkage: Linkage,
}

/// A declaration of the source.
#[derive(Clone, Debug)]
pub(crate) enum Root {
    Type(Id),
    Function(Symbol),
    Variable(Symbol),
}

/// A tag of a struct, union or enum, by its index in [`Types`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tag {
    Record(u32),
    Enum(u32),
}

#[derive(Default)]
pub(crate) struct Lower<'s> {
    pub types: Types,
    pub marks: Marks,
    pub roots: Vec<Root>,
    typedefs: HashMap<&'s str, Id>,
    tags: HashMap<&'s str, Tag>,
    constants: HashMap<&'s str, Value>,
    symbols: HashMap<&'s str, Named>,
    /// For each variable whose type the rest of the source may complete: the type, and the variable's place.
    unfinished: Vec<(Id, Range<u32>)>,
    /// Structs and enums that the current declaration defines or declares.
    defined: Vec<Id>,
    /// True if the prelude is being read: it has no places, and the source may declare its names again.
    from_start: bool,
    /// If true, a struct is only declared when a part of it cannot be compiled.
    pub whole: bool,
    /// How many typedefs, records and enums the prelude has.
    known: (u32, u32, u32),
    /// Enumerators of the prelude that the source has not declared.
    given: HashSet<&'s str>,
    /// The `#pragma pack` lines.
    pub packs: Packs,
    /// True if type tags stand behind the star of their pointer, as in GCC.
    pub gcc_tags: bool,
}

impl<'s> Lower<'s> {
    pub fn new(target: Target) -> Lower<'s> {
        Lower { types: Types::new(target), from_start: true, ..Lower::default() }
    }

    /// Ends the prelude; the source follows.
    pub fn start(&mut self) {
        self.roots.clear();
        self.known = (self.types.typedefs.len() as u32, self.types.records.len() as u32, self.types.enums.len() as u32);
        self.given = self.constants.keys().copied().collect();
        self.from_start = false;
    }

    /// Reads the declarations of a source and lowers each. `types`: the names of typedefs that are known before.
    /// Returns the names that are known afterwards.
    pub fn file(&mut self, tokens: &[Token<'s>], types: HashSet<&'s str>) -> HashSet<&'s str> {
        let mut items = Items::new(tokens, types);
        while let Some(item) = items.next(&mut self.marks) {
            // An error is already marked.
            let _ = match &item {
                Item::Declaration(declaration) => self.declaration(declaration),
                Item::Assert(assert) => self.assert(assert),
            };
            // clang meets the type of a declared name before the types that the declaration defines.
            self.roots.extend(self.defined.drain(..).map(Root::Type));
        }
        for (of, range) in std::mem::take(&mut self.unfinished) {
            if self.types.size(of).is_none() {
                let what = self.without_size(of);
                self.marks.error(range, format!("a variable of {what} is not possible"));
            }
        }
        items.types()
    }

    fn assert(&mut self, assert: &Assert<'s>) -> Known<()> {
        if !self.constant(&assert.value)?.is_true() {
            let says = assert.says.as_ref().map(|says| format!(": {says}")).unwrap_or_default();
            self.marks.error(assert.value.range.clone(), format!("the static assertion does not hold{says}"));
        }
        Ok(())
    }

    fn error<T>(&mut self, at: &Range<u32>, message: impl Into<String>) -> Known<T> {
        self.marks.error(at.clone(), message);
        Err(Marked)
    }

    fn place(&self, at: &Range<u32>) -> Place {
        (!self.from_start).then(|| at.clone())
    }
}
