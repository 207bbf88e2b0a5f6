//! The types as libbpf holds them in memory: 32-bit words that it changes in place.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::names::Name;

pub(crate) const INT: u32 = 1;
pub(crate) const PTR: u32 = 2;
pub(crate) const ARRAY: u32 = 3;
pub(crate) const STRUCT: u32 = 4;
pub(crate) const UNION: u32 = 5;
pub(crate) const ENUM: u32 = 6;
pub(crate) const FWD: u32 = 7;
pub(crate) const TYPEDEF: u32 = 8;
pub(crate) const VOLATILE: u32 = 9;
pub(crate) const CONST: u32 = 10;
pub(crate) const RESTRICT: u32 = 11;
pub(crate) const FUNC: u32 = 12;
pub(crate) const FUNC_PROTO: u32 = 13;
pub(crate) const VAR: u32 = 14;
pub(crate) const DATASEC: u32 = 15;
pub(crate) const FLOAT: u32 = 16;
pub(crate) const DECL_TAG: u32 = 17;
pub(crate) const TYPE_TAG: u32 = 18;
pub(crate) const ENUM64: u32 = 19;

/// Words of a record's head.
pub(crate) const HEAD: usize = 3;

/// The maximum number of steps from a type to its size, or to the type behind its modifiers (`MAX_RESOLVE_DEPTH`).
const MOST_STEPS: u32 = 32;

/// Why a type has no size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoSize {
    Unknown,
    TooBig,
}

/// The types of an object's `.BTF`.
#[derive(Debug)]
pub(crate) struct Btf<'a> {
    pub(crate) words: Vec<u32>,
    /// The index in `words` of each record's first word; index 0 is type id 1.
    pub(crate) starts: Vec<usize>,
    pub(crate) strings: &'a [u8],
    /// The offset of the type section in the file, in bytes.
    pub(crate) base: u64,
    /// The results of [`Btf::skip`] for the types that it passed.
    pub(crate) skipped: RefCell<HashMap<u32, Option<u32>>>,
}

impl<'a> Btf<'a> {
    /// One past the last id.
    pub(crate) fn count(&self) -> u32 {
        self.starts.len() as u32 + 1
    }

    fn start(&self, id: u32) -> Option<usize> {
        self.starts.get(id.checked_sub(1)? as usize).copied()
    }

    /// A word of a record; `index` counts words from the record's start.
    pub(crate) fn word(&self, id: u32, index: usize) -> u32 {
        self.start(id).and_then(|s| self.words.get(s.checked_add(index)?)).copied().unwrap_or(0)
    }

    pub(crate) fn set(&mut self, id: u32, index: usize, value: u32) {
        let at = self.start(id).and_then(|s| s.checked_add(index));
        if let Some(word) = at.and_then(|at| self.words.get_mut(at)) {
            *word = value;
            self.skipped = RefCell::default();
        }
    }

    /// The kind; 0 for void and for missing types.
    pub(crate) fn kind(&self, id: u32) -> u32 {
        self.word(id, 1) >> 24 & 0x7f
    }

    pub(crate) fn vlen(&self, id: u32) -> u32 {
        self.word(id, 1) & 0x00ff_ffff
    }

    pub(crate) fn kflag(&self, id: u32) -> bool {
        self.word(id, 1) >> 31 != 0
    }

    /// The third word: a size or a type id.
    pub(crate) fn target(&self, id: u32) -> u32 {
        self.word(id, 2)
    }

    pub(crate) fn kind_name(&self, id: u32) -> &'static str {
        match self.kind(id) {
            0 => "void",
            kind @ INT..=ENUM64 => btf::Kind::from_number(kind as u8).as_lower_str(),
            _ => "unknown",
        }
    }

    /// The string at an offset in the strings. The variable that [`crate::externs`] adds has the name `dummy_ksym`,
    /// which is behind all other strings: its offset is their length.
    pub(crate) fn string(&self, offset: u32) -> Name<'a> {
        match self.strings.get(offset as usize..) {
            Some([]) => Name(b"dummy_ksym"),
            Some(tail) => Name::new(tail),
            None => Name(b""),
        }
    }

    pub(crate) fn name(&self, id: u32) -> Name<'a> {
        self.string(self.word(id, 0))
    }

    /// The bytes of a record's head in the file.
    pub(crate) fn range(&self, id: u32) -> crate::state::FileBytes {
        let start = self.start(id).unwrap_or(0);
        crate::state::FileBytes::at(self.base.saturating_add(start as u64 * 4), 12)
    }

    /// The words of the item with this index. `words` says how many words an item has, at most 3.
    pub(crate) fn item(&self, id: u32, index: u32, words: usize) -> [u32; 3] {
        let at = HEAD + index as usize * words;
        let mut item = [0; 3];
        for (k, word) in item.iter_mut().enumerate().take(words) {
            *word = self.word(id, at + k);
        }
        item
    }

    pub(crate) fn set_item(&mut self, id: u32, index: u32, item: [u32; 3]) {
        for (k, word) in item.into_iter().enumerate() {
            self.set(id, HEAD + index as usize * 3 + k, word);
        }
    }

    /// The length of an array.
    pub(crate) fn array_len(&self, id: u32) -> u32 {
        self.word(id, HEAD + 2)
    }

    pub(crate) fn array_of(&self, id: u32) -> u32 {
        self.word(id, HEAD)
    }

    /// The type behind qualifiers, typedefs and type tags; none if they form a loop. Each type is passed once, because
    /// in a hostile file many types may begin the same long chain.
    pub(crate) fn skip(&self, id: u32) -> Option<u32> {
        let mut known = self.skipped.borrow_mut();
        let (mut at, mut passed) = (id, Vec::new());
        let behind = loop {
            if let Some(behind) = known.get(&at) {
                break *behind;
            }
            match self.kind(at) {
                TYPEDEF | VOLATILE | CONST | RESTRICT | TYPE_TAG => {
                    // A chain that comes back to this type finds that it has no end.
                    known.insert(at, None);
                    passed.push(at);
                    at = self.target(at);
                }
                _ => break Some(at),
            }
        };
        known.extend(passed.into_iter().map(|id| (id, behind)));
        behind
    }

    /// A type's size in bytes (`btf__resolve_size`).
    pub(crate) fn size(&self, id: u32) -> Result<u64, NoSize> {
        let (mut at, mut count, mut size) = (id, 1u32, None);
        for _ in 0..MOST_STEPS {
            match self.kind(at) {
                0 | FWD => break,
                INT | STRUCT | UNION | ENUM | ENUM64 | DATASEC | FLOAT => {
                    size = Some(self.target(at));
                    break;
                }
                PTR => {
                    size = Some(8);
                    break;
                }
                TYPEDEF | VOLATILE | CONST | RESTRICT | VAR | DECL_TAG | TYPE_TAG => at = self.target(at),
                ARRAY => {
                    count = count.checked_mul(self.array_len(at)).ok_or(NoSize::TooBig)?;
                    at = self.array_of(at);
                }
                _ => return Err(NoSize::Unknown),
            }
        }
        let size = u64::from(size.ok_or(NoSize::Unknown)?) * u64::from(count);
        if size > u32::MAX.into() { Err(NoSize::TooBig) } else { Ok(size) }
    }

    /// The type behind modifiers and variables (`btf__resolve_type`); none for void, a FWD and a chain that is too
    /// long.
    pub(crate) fn resolve(&self, id: u32) -> Option<u32> {
        let mut at = id;
        for _ in 0..MOST_STEPS {
            match self.kind(at) {
                0 | FWD => return None,
                TYPEDEF | VOLATILE | CONST | RESTRICT | VAR | TYPE_TAG => at = self.target(at),
                _ => return Some(at),
            }
        }
        None
    }

    /// A type's alignment in bytes (`btf__align_of`): 0 for a kind that libbpf warns about, none if types contain
    /// themselves or are nested too deeply. Adds the kinds that libbpf warns about to `warned`. `known` has the
    /// alignment of each type seen so far that refers to others; none while it is being computed. `depth` is how many
    /// structs and unions are being computed.
    pub(crate) fn align(
        &self,
        id: u32,
        known: &mut HashMap<u32, Option<u32>>,
        warned: &mut Vec<u32>,
        depth: u32,
    ) -> Option<u32> {
        let (mut at, mut passed) = (id, Vec::new());
        let align = loop {
            if let Some(align) = known.get(&at) {
                break *align;
            }
            let next = match self.kind(at) {
                INT | ENUM | ENUM64 | FLOAT => break Some(self.target(at).min(8)),
                PTR => break Some(8),
                TYPEDEF | VOLATILE | CONST | RESTRICT | TYPE_TAG => self.target(at),
                ARRAY => self.array_of(at),
                STRUCT | UNION => {
                    // A limit against hostile nesting; libbpf has no limit.
                    if depth > 256 {
                        return None;
                    }
                    known.insert(at, None);
                    passed.push(at);
                    break self.align_members(at, known, warned, depth + 1);
                }
                other => {
                    warned.push(other);
                    break Some(0);
                }
            };
            known.insert(at, None);
            passed.push(at);
            at = next;
        };
        known.extend(passed.into_iter().map(|id| (id, align)));
        align
    }

    fn align_members(
        &self,
        id: u32,
        known: &mut HashMap<u32, Option<u32>>,
        warned: &mut Vec<u32>,
        depth: u32,
    ) -> Option<u32> {
        let mut most = 1;
        for index in 0..self.vlen(id) {
            let [_, of, offset] = self.item(id, index, 3);
            let align = self.align(of, known, warned, depth)?;
            if align == 0 {
                return Some(0);
            }
            most = most.max(align);
            let bitfield = if self.kflag(id) { offset >> 24 } else { 0 };
            if bitfield == 0 && offset % (8 * align) != 0 {
                return Some(1);
            }
        }
        Some(if self.target(id).is_multiple_of(most) { most } else { 1 })
    }

    /// The first DATASEC of a name.
    pub(crate) fn datasec(&self, name: &str) -> Option<u32> {
        (1..self.count()).find(|&id| self.kind(id) == DATASEC && self.name(id).is(name))
    }
}
