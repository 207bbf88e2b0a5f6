//! The names of a block: how many forms each name has, and which kernels have each form.

use btf::Kind;
use btf::Kind::*;

use crate::bytes::{Read, Reader};
use crate::node;

/// The class of a name; each class has its own blocks, so that a question about a type need not read functions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// Named structs, unions, enums, typedefs, ints, floats and forward declarations.
    Types,
    /// Functions.
    Functions,
    /// Variables and their sections.
    Variables,
    /// Unnamed types that nothing refers to.
    Nameless,
}

impl Class {
    /// All classes, in the order of blocks.
    pub const ALL: [Class; 4] = [Class::Types, Class::Functions, Class::Variables, Class::Nameless];

    /// The class of a named type of this kind; [`Class::Nameless`] for a kind whose types are not referred to by name.
    pub fn of(kind: Kind) -> Class {
        match kind {
            Func => Class::Functions,
            Var | DataSec => Class::Variables,
            kind if node::is_named_kind(kind) => Class::Types,
            Int | Ptr | Array | Struct | Union | Enum | Fwd | Typedef | Volatile | Const | Restrict | FuncProto
            | Float | DeclTag | TypeTag | Enum64 | LocParam | LocProto | LocSec | Unknown(_) => Class::Nameless,
        }
    }
}

/// The ordinal of a form among the types of its name and kind, and the kernels that have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Where {
    /// The index among the types of that name and kind in a kernel; for unnamed types, among the types with equal
    /// content.
    pub(crate) ordinal: u32,
    /// The number of the kernel set.
    pub(crate) set: u32,
}

/// How to translate the set numbers in the names of a block into set numbers of the atlas. Without pages they are
/// equal. With pages, `n << 1 | 1` in the names stands for set `n` of the block's own page, and `n << 1` for set `n` of
/// the sets that all blocks share (docs/atlas.md).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbers {
    /// How many sets all blocks share.
    pub(crate) shared: u32,
    /// In an atlas with pages: the number of the first set in the block's own page, and how many sets that page has.
    pub(crate) own: Option<(u32, u32)>,
}

impl Numbers {
    /// The set's number in the atlas, from its number in the names of the block; none if there is no such set.
    fn of(self, called: u32) -> Option<u32> {
        match self.own {
            None => Some(called).filter(|n| *n < self.shared),
            Some((first, count)) if called & 1 != 0 => {
                Some(called >> 1).filter(|n| *n < count).and_then(|n| first.checked_add(n))
            }
            Some(_) => Some(called >> 1).filter(|n| *n < self.shared),
        }
    }
}

/// A name and its forms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Item {
    pub(crate) kind: Kind,
    pub(crate) name: Vec<u8>,
    /// A range of [`Names::places`].
    pub(crate) places: std::ops::Range<usize>,
}

/// The names of a block.
#[derive(Clone, Default, Debug)]
pub(crate) struct Names {
    pub(crate) items: Vec<Item>,
    pub(crate) places: Vec<Where>,
}

impl Names {
    /// Writes the names of a block as a part of the atlas, column by column (docs/atlas.md).
    #[cfg(feature = "write")]
    pub(crate) fn encode(&self) -> Vec<u8> {
        use crate::bytes::put;
        /// The longest prefix that is shared with the name before, in bytes.
        const MAX_PREFIX: usize = 255;
        let mut out = Vec::new();
        put(&mut out, self.items.len() as u64);
        let mut rests = Vec::new();
        let mut before: &[u8] = &[];
        for item in &self.items {
            let same = before.iter().zip(&item.name).take(MAX_PREFIX).take_while(|(a, b)| a == b).count();
            out.push(same as u8);
            rests.extend_from_slice(item.name.get(same..).unwrap_or_default());
            rests.push(0);
            before = &item.name;
        }
        out.append(&mut rests);
        out.extend(self.items.iter().map(|item| item.kind.number()));
        for item in &self.items {
            let places = self.places.get(item.places.clone()).unwrap_or_default();
            let ordinals = u64::from(places.iter().any(|p| p.ordinal != 0));
            put(&mut out, (places.len() as u64) << 1 | ordinals);
            for place in places.iter().filter(|_| ordinals != 0) {
                put(&mut out, place.ordinal.into());
            }
        }
        for place in &self.places {
            put(&mut out, place.set.into());
        }
        out
    }

    /// Reads the names of a block of this class.
    pub(crate) fn decode(part: &[u8], class: Class, sets: Numbers) -> Read<Names> {
        let mut r = Reader::new(part);
        let count = r.count()?;
        let prefixes = r.take(count)?;
        // Each name needs at least a prefix, an end, a kind, a count and a set.
        let room = count.min(part.len() / 5);
        let mut names = Names { items: Vec::with_capacity(room), places: Vec::with_capacity(room) };
        for &same in prefixes {
            let rest = part.get(r.at()..).unwrap_or_default();
            let Some(end) = rest.iter().take(btf::LONGEST_STRING as usize + 1).position(|&b| b == 0) else {
                return r.wrong("a name that ends");
            };
            let before = names.items.last().map_or(&[][..], |item| &item.name);
            let Some(start) = before.get(..same.into()) else { return r.wrong("a name that continues the one before") };
            let name = [start, r.take(end)?].concat();
            r.byte()?;
            if name.is_empty() != (class == Class::Nameless) {
                return r.wrong("names of the block's class");
            }
            names.items.push(Item { kind: Kind::Unknown(0), name, places: 0..0 });
        }
        for item in &mut names.items {
            let kind = Kind::from_number(r.byte()?);
            if matches!(kind, Kind::Unknown(_) | Kind::DeclTag) || class != Class::Nameless && Class::of(kind) != class
            {
                return r.wrong("a kind of the block's class");
            }
            item.kind = kind;
        }
        let mut all = 0usize;
        for item in &mut names.items {
            let head = r.number()?;
            let (count, ordinals) = ((head >> 1) as usize, head & 1 != 0);
            // After the counts come the numbers of the forms' sets, at least a byte for each form.
            if count == 0 || count > r.left() {
                return r.wrong("a count that the part has room for");
            }
            item.places = all..all + count;
            all += count;
            if all > part.len() {
                return r.wrong("fewer forms");
            }
            for _ in 0..count {
                let ordinal = if ordinals { r.number()? } else { 0 };
                names.places.push(Where { ordinal, set: 0 });
            }
        }
        for place in &mut names.places {
            let called = r.number()?;
            let Some(set) = sets.of(called) else { return r.wrong("a kernel set of the directory") };
            place.set = set;
        }
        r.end()?;
        let rises = |a: &Item, b: &Item| (&a.name, a.kind.number()) < (&b.name, b.kind.number());
        if class != Class::Nameless && !names.items.is_sorted_by(rises) {
            return Reader::new(part).wrong("names in their order");
        }
        Ok(names)
    }
}
