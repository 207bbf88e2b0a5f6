//! [`Records`]: type records under construction, as in BTF (btf.rst, "Type Encoding") but with numbers of
//! [`crate::strings`] as names. Id 0 is void.

use btf::Kind;
use btf::Kind::*;

/// Bits of an INT's encoding, which stands in bits 24 to 27 of the word after the first three.
pub(crate) const SIGNED: u32 = 1;
pub(crate) const BOOL: u32 = 4;

/// The largest number of items a record can have: 24 bits (kernel 7.x; 16 before).
pub(crate) const MAX_ITEMS: u32 = (1 << 24) - 1;

/// An unused bit of the info word, set for an enum that is defined without values (`enum class byte : char {}`). Any
/// other enum without values is taken for a forward declaration. (libbpf takes every enum without values for one, which
/// is always right in C.) Never written out.
pub(crate) const WHOLE: u32 = 1 << 30;

/// Records, one after the other.
#[derive(Debug)]
pub(crate) struct Records {
    words: Vec<u32>,
    /// Where each record begins, and where the last one ends.
    starts: Vec<u32>,
}

/// The info word.
pub(crate) fn info(kind: Kind, flag: bool, items: u32) -> u32 {
    u32::from(flag) << 31 | u32::from(kind.number()) << 24 | items & MAX_ITEMS
}

impl Records {
    /// A list with only void.
    pub(crate) fn new() -> Records {
        Records { words: vec![0, 0, 0], starts: vec![0, 3] }
    }

    /// The number of records, void included: the id of the next one.
    pub(crate) fn len(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    /// The number of words of all records.
    pub(crate) fn words_len(&self) -> usize {
        self.words.len()
    }

    /// Adds a record and gives its id.
    pub(crate) fn push(&mut self, name: u32, info: u32, third: u32, rest: &[u32]) -> u32 {
        let id = self.len();
        self.words.extend_from_slice(&[name, info, third]);
        self.words.extend_from_slice(rest);
        self.starts.push(self.words.len() as u32);
        id
    }

    fn start(&self, id: u32) -> usize {
        self.starts.get(id as usize).map_or(0, |&at| at as usize)
    }

    /// The words of a record; those of void for an id that does not exist.
    pub(crate) fn get(&self, id: u32) -> &[u32] {
        let id = if id < self.len() { id } else { 0 };
        self.words.get(self.start(id)..self.start(id + 1)).unwrap_or_default()
    }

    fn head(&self, id: u32, index: usize) -> u32 {
        self.words.get(self.start(id) + index).copied().unwrap_or(0)
    }

    /// The name.
    pub(crate) fn name(&self, id: u32) -> u32 {
        self.head(id, 0)
    }

    /// The info word.
    pub(crate) fn info(&self, id: u32) -> u32 {
        self.head(id, 1)
    }

    /// The size or the type referred to.
    pub(crate) fn third(&self, id: u32) -> u32 {
        self.head(id, 2)
    }

    /// The kind.
    pub(crate) fn kind(&self, id: u32) -> Kind {
        kind_of(self.info(id))
    }

    /// The words as written to BTF, except that names are still numbers of [`crate::strings`].
    pub(crate) fn written(&self, id: u32) -> impl Iterator<Item = u32> + '_ {
        self.get(id).iter().enumerate().map(|(i, &word)| if i == 1 { word & !WHOLE } else { word })
    }

    /// Whether an enum is, or may be, only a forward declaration: it has no values and is not marked as [`WHOLE`].
    pub(crate) fn is_enum_forward(&self, id: u32) -> bool {
        self.rest(id).is_empty() && self.info(id) & WHOLE == 0
    }

    /// Marks an enum without values as a definition.
    pub(crate) fn set_whole(&mut self, id: u32) {
        let info = self.info(id);
        self.set_word(self.word_at(id, 1), info | WHOLE);
    }

    /// The words behind the first three.
    pub(crate) fn rest(&self, id: u32) -> &[u32] {
        self.get(id).get(3..).unwrap_or_default()
    }

    /// The index, among the words of all records, of this record's word `index`.
    pub(crate) fn word_at(&self, id: u32, index: u32) -> u32 {
        (self.start(id) as u32).saturating_add(index)
    }

    /// Sets a word that [`Records::word_at`] found.
    pub(crate) fn set_word(&mut self, at: u32, value: u32) {
        if let Some(word) = self.words.get_mut(at as usize) {
            *word = value;
        }
    }

    /// Calls `f` with each word of a record that is an id.
    pub(crate) fn each_reference(&mut self, id: u32, mut f: impl FnMut(&mut u32)) {
        let range = self.start(id)..self.start(id + 1);
        let Some([_, info, third, rest @ ..]) = self.words.get_mut(range) else { return };
        let kind = kind_of(*info);
        if kind.has_type_ref() {
            f(third);
        }
        match kind {
            Array => rest.iter_mut().take(2).for_each(f),
            Struct | Union => rest.iter_mut().skip(1).step_by(3).for_each(f),
            FuncProto => rest.iter_mut().skip(1).step_by(2).for_each(f),
            DataSec => rest.iter_mut().step_by(3).for_each(f),
            Int | Ptr | Enum | Fwd | Typedef | Volatile | Const | Restrict | Func | Var | Float | DeclTag | TypeTag
            | Enum64 | LocParam | LocProto | LocSec | Unknown(_) => {}
        }
    }

    /// Keeps the records for which `keep` is true, from `first` on; all before it stay.
    pub(crate) fn retain(&mut self, first: u32, keep: impl Fn(u32) -> bool) {
        let (mut to, mut next) = (self.start(first), first as usize);
        for id in first..self.len() {
            let (from, end) = (self.start(id), self.start(id + 1));
            if !keep(id) {
                continue;
            }
            self.words.copy_within(from..end, to);
            if let Some(start) = self.starts.get_mut(next) {
                *start = to as u32;
            }
            (to, next) = (to + (end - from), next + 1);
        }
        self.words.truncate(to);
        self.starts.truncate(next);
        self.starts.push(to as u32);
    }
}

/// The kind in an info word.
pub(crate) fn kind_of(info: u32) -> Kind {
    Kind::from_number((info >> 24 & 0x1f) as u8)
}

/// The kind that a forward declaration with this info word stands for.
pub(crate) fn forward_kind(info: u32) -> Kind {
    if info >> 31 == 1 { Kind::Union } else { Kind::Struct }
}

/// How many words each item has, for kinds whose items begin with a name; none for other kinds.
pub(crate) fn names_in(kind: Kind) -> Option<usize> {
    match kind {
        Struct | Union | Enum64 => Some(3),
        Enum | FuncProto => Some(2),
        Int | Ptr | Array | Fwd | Typedef | Volatile | Const | Restrict | Func | Var | DataSec | Float | DeclTag
        | TypeTag | LocParam | LocProto | LocSec | Unknown(_) => None,
    }
}
