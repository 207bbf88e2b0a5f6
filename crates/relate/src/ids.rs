//! `.BTF_ids`: the lists and sets of type ids that a kernel or module keeps for the verifier.
//!
//! The section is an array of 32-bit words, which symbols divide (kernel, `include/linux/btf_ids.h`): a plain symbol
//! begins a list, `__BTF_ID__set__…` or `__BTF_ID__set8__…` begins a set, and `__BTF_ID__func__vfs_read__12` names
//! the type whose id a slot is for. The build (`tools/bpf/resolve_btfids`) writes the ids and then sorts each set.
//! Therefore the symbols in a set are no longer at the ids of their types, but the id of each named type is somewhere
//! in the set.

use std::collections::{HashMap, HashSet};

use btf::{Btf, Endian, Kind, TypeId};

/// How to read the words from a symbol on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IdListKind {
    /// Ids, one after the other; the kernel's code depends on their order.
    List,
    /// A count, then ids in ascending order.
    Set,
    /// A count, the flags of the set (given here), then pairs of an id and its flags, in ascending order of the ids.
    FlagSet(u32),
    /// Words that no symbol names. Each word may be an id, a count or flags.
    Unnamed,
}

/// Flag of a [`IdListKind::FlagSet`]: its functions are kfuncs (`BTF_SET8_KFUNCS`, since Linux 6.9).
const SET_OF_KFUNCS: u32 = 1;

impl IdListKind {
    /// True for a set with the flag that its functions are kfuncs (since Linux 6.9).
    pub fn is_of_kfuncs(self) -> bool {
        matches!(self, IdListKind::FlagSet(flags) if flags & SET_OF_KFUNCS != 0)
    }
}

/// A list or set of `.BTF_ids`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdList {
    /// The name of its symbol; several names are joined by commas; empty without a symbol.
    pub name: String,
    /// How to read its words.
    pub kind: IdListKind,
    /// Where it begins in the section, in bytes.
    pub offset: u32,
    /// Its entries, in the order of the section.
    pub entries: Vec<IdEntry>,
    /// A fault: a count that goes beyond the next symbol, a set that is not sorted.
    pub problem: Option<String>,
}

/// An id in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdEntry {
    /// Where it lies in the section, in bytes.
    pub offset: u32,
    /// The id; 0 if the slot is unused or was not resolved.
    pub id: TypeId,
    /// The flags of this entry, in sets that have them.
    pub flags: Option<u32>,
    /// The kind and name of the type that the slot is for, if a symbol says so: `func` and `vfs_read`.
    pub wanted: Option<(String, String)>,
    /// The result of the check of the id.
    pub state: IdState,
}

btf::named! {
    /// The result of the check of an id against the type that its symbol names.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum IdState {
        /// The id belongs to the type that its symbol names.
        Right = "";
        /// A type with this id exists, but no symbol tells which type it should be. In a list without a name: no symbol
        /// names the word, which may be no id at all.
        Unchecked = "";
        /// The slot is 0 on purpose (`BTF_ID_UNUSED`).
        Unused = "unused";
        /// The slot is 0, but its symbol names a type: the kernel was built without that type, or resolve_btfids did
        /// not run.
        Unresolved = "not resolved";
        /// The type with this id is not the one that the symbol names, or there is no such type: the section belongs
        /// to another BTF.
        Wrong = "not what its symbol names";
    }
    /// A remark of a few words; empty for states that need none.
    pub fn words;
}

/// The start of every name that resolve_btfids reads.
const PREFIX: &str = "__BTF_ID__";

/// A symbol in the section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IdName<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its offset in the section, in bytes.
    pub offset: u32,
    /// Its size in bytes: of a set, the whole length of the set. 0 if not known.
    pub size: u32,
}

impl<'a> From<(&'a str, u32)> for IdName<'a> {
    fn from((name, offset): (&'a str, u32)) -> IdName<'a> {
        IdName { name, offset, size: 0 }
    }
}

impl<'a> From<(&'a str, u32, u32)> for IdName<'a> {
    fn from((name, offset, size): (&'a str, u32, u32)) -> IdName<'a> {
        IdName { name, offset, size }
    }
}

/// The meanings of the symbols.
struct Symbols<'a> {
    /// Starts of lists and sets: offset, names, kind. Sorted by offset.
    heads: Vec<(u32, Vec<&'a str>, IdListKind)>,
    /// The types that slots are for: offset, kind, name. Sorted by offset.
    slots: Vec<(u32, &'a str, &'a str)>,
    /// The lengths of sets in bytes, by offset.
    sizes: HashMap<u32, u32>,
}

impl<'a> Symbols<'a> {
    fn new(symbols: impl Iterator<Item = IdName<'a>>) -> Symbols<'a> {
        let mut sizes = HashMap::new();
        let mut sets = Vec::new();
        let mut slots = Vec::new();
        let mut plain = Vec::new();
        for IdName { name, offset, size } in symbols {
            let Some(rest) = name.strip_prefix(PREFIX) else {
                plain.push((offset, name));
                continue;
            };
            let parts = rest.split_once("__");
            if matches!(parts, Some(("set" | "set8", _))) && size > 0 {
                sizes.insert(offset, size);
            }
            match parts {
                Some(("set", name)) => sets.push((offset, name, IdListKind::Set)),
                Some(("set8", name)) => sets.push((offset, name, IdListKind::FlagSet(0))),
                // The name ends in a number that makes the symbol unique; it is cut off.
                Some((kind, name)) => slots.push((offset, kind, name.rsplit_once("__").map_or(name, |(name, _)| name))),
                None => plain.push((offset, name)),
            }
        }
        slots.sort_unstable();
        let mut heads: Vec<(u32, Vec<&str>, IdListKind)> = Vec::new();
        sets.sort_by_key(|set| set.0);
        for (offset, name, kind) in sets {
            match heads.last_mut() {
                Some(last) if last.0 == offset => last.1.push(name),
                _ => heads.push((offset, vec![name], kind)),
            }
        }
        // For each set there is also a plain symbol of the same name, which does not begin a list.
        let of_sets: HashSet<&str> = heads.iter().flat_map(|head| &head.1).copied().collect();
        plain.retain(|(_, name)| !of_sets.contains(name));
        plain.sort_unstable();
        let first = heads.len();
        for (offset, name) in plain {
            let at_set = heads.get(..first).unwrap_or_default().binary_search_by_key(&offset, |head| head.0).is_ok();
            match heads.last_mut() {
                Some(last) if last.2 == IdListKind::List && last.0 == offset => last.1.push(name),
                _ if at_set => {}
                _ => heads.push((offset, vec![name], IdListKind::List)),
            }
        }
        heads.sort_by_key(|head| head.0);
        Symbols { heads, slots, sizes }
    }

    /// The slots in a range, with the types that they are for.
    fn in_range(&self, start: u32, end: u32) -> &[(u32, &'a str, &'a str)] {
        let from = self.slots.partition_point(|slot| slot.0 < start);
        let to = self.slots.partition_point(|slot| slot.0 < end);
        self.slots.get(from..to).unwrap_or_default()
    }
}

/// Reads the `.BTF_ids` of the file that has `btf`; both must have the same byte order.
///
/// `symbols` are the symbols in the section: name, and offset in bytes. If there are none (bootable images have none),
/// the whole section is one list without a name. In a file on which resolve_btfids did not run, all words are 0, the
/// counts, too: the length of a set is then taken from the size of its symbol. Linear in the section and the symbols.
pub fn id_lists<'a, N: Into<IdName<'a>> + Copy>(btf: &Btf, section: &[u8], symbols: &[N]) -> Vec<IdList> {
    let words = Words { endian: btf.endian(), bytes: section };
    let symbols = Symbols::new(symbols.iter().map(|&symbol| symbol.into()));
    let mut lists = Vec::new();
    let mut done = 0;
    let len = words.len();
    for (i, (start, names, kind)) in symbols.heads.iter().enumerate() {
        let start = (*start).clamp(done, len);
        push_unnamed(&mut lists, btf, &words, &symbols, done, start);
        let end = symbols.heads.get(i + 1).map_or(len, |next| next.0.clamp(start, len));
        let mut list =
            IdList { name: names.join(", "), kind: *kind, offset: start, entries: Vec::new(), problem: None };
        done = match kind {
            IdListKind::List | IdListKind::Unnamed => {
                list.entries = slots(btf, &words, &symbols, start, end, false);
                end
            }
            IdListKind::Set => read_set(&mut list, btf, &words, &symbols, end, 4),
            IdListKind::FlagSet(_) => {
                list.kind = IdListKind::FlagSet(words.at(start.saturating_add(4)).unwrap_or(0));
                read_set(&mut list, btf, &words, &symbols, end, 8)
            }
        };
        lists.push(list);
    }
    push_unnamed(&mut lists, btf, &words, &symbols, done, len);
    lists
}

/// Adds the words that belong to no other list as an unnamed list: before the first list, between two lists, or after
/// the last one.
fn push_unnamed(lists: &mut Vec<IdList>, btf: &Btf, words: &Words<'_>, symbols: &Symbols<'_>, start: u32, end: u32) {
    let entries = slots(btf, words, symbols, start, end, true);
    if !entries.is_empty() {
        lists.push(IdList { name: String::new(), kind: IdListKind::Unnamed, offset: start, entries, problem: None });
    }
}

/// The entries of a list, a word each.
fn slots(btf: &Btf, words: &Words<'_>, symbols: &Symbols<'_>, start: u32, end: u32, unnamed: bool) -> Vec<IdEntry> {
    let mut named = symbols.in_range(start, end).iter().peekable();
    let mut entries = Vec::new();
    for offset in (start..end).step_by(4) {
        let Some(id) = words.at(offset).map(TypeId) else { break };
        while named.next_if(|slot| slot.0 < offset).is_some() {}
        let wanted = named.next_if(|slot| slot.0 == offset).map(|slot| (slot.1, slot.2));
        let mut state = state(btf, id, wanted);
        // In a list without a name, the word may be a count or flags instead of an id.
        if unnamed && wanted.is_none() {
            state = IdState::Unchecked;
        }
        entries.push(IdEntry { offset, id, flags: None, wanted: wanted.map(owned), state });
    }
    entries
}

/// Reads a set from its count on; returns where it ends.
fn read_set(list: &mut IdList, btf: &Btf, words: &Words<'_>, symbols: &Symbols<'_>, end: u32, stride: u32) -> u32 {
    let start = list.offset.saturating_add(stride);
    let mut count = words.at(list.offset).unwrap_or(0);
    let size = symbols.sizes.get(&list.offset).copied().unwrap_or(0);
    if count == 0 && size > stride {
        count = size / stride - 1;
        list.problem = Some(format!("resolve_btfids has not run: its symbol has room for {count}"));
    }
    let room = end.saturating_sub(start) / stride;
    if count > room {
        list.problem = Some(format!("its count is {count}, but there are {room} entries up to the next symbol"));
    }
    // At the end of a section that was cut off there may not even be room for the flags of the set.
    let end = start.saturating_add(count.min(room).saturating_mul(stride)).min(end);
    // How often each type should be in the set. After sorting, the ids are no longer at their symbols.
    let mut wanted: HashMap<(&str, &str), u32> = HashMap::new();
    for slot in symbols.in_range(start, end) {
        *wanted.entry((slot.1, slot.2)).or_default() += 1;
    }
    let known = !wanted.is_empty();
    let mut last = 0;
    for offset in (start..end).step_by(stride as usize) {
        let Some(id) = words.at(offset).map(TypeId) else { break };
        let flags = if stride == 8 { words.at(offset.saturating_add(4)) } else { None };
        let name = btf.get(id).map(|t| (symbol_kind(t.kind()), t.name()));
        let found = name.and_then(|name| wanted.get_mut(&name).filter(|n| **n > 0).map(|n| (name, n)));
        let (wanted, state) = match found {
            Some((name, n)) => {
                *n -= 1;
                (Some(owned(name)), IdState::Right)
            }
            None if id.0 == 0 => (None, IdState::Unresolved),
            None if known || name.is_none() => (None, IdState::Wrong),
            None => (None, IdState::Unchecked),
        };
        if id.0 < last && list.problem.is_none() {
            list.problem = Some(format!("it is not sorted: [{id}] comes after [{last}]"));
        }
        last = id.0;
        list.entries.push(IdEntry { offset, id, flags, wanted, state });
    }
    // The slots that are 0 or hold a wrong id get the types that were not found in the set.
    let mut left = symbols.in_range(start, end).iter().filter_map(|slot| {
        let n = wanted.get_mut(&(slot.1, slot.2)).filter(|n| **n > 0)?;
        *n -= 1;
        Some((slot.1, slot.2))
    });
    for entry in list.entries.iter_mut().filter(|e| e.wanted.is_none()) {
        entry.wanted = left.next().map(owned);
        if entry.wanted.is_none() && entry.id.0 == 0 {
            entry.state = IdState::Unused;
        }
    }
    end
}

fn owned((kind, name): (&str, &str)) -> (String, String) {
    (kind.to_owned(), name.to_owned())
}

fn state(btf: &Btf, id: TypeId, wanted: Option<(&str, &str)>) -> IdState {
    match (id.0, wanted, btf.get(id)) {
        (0, None, _) => IdState::Unused,
        (0, Some(_), _) => IdState::Unresolved,
        (_, None, Some(_)) => IdState::Unchecked,
        (_, Some(wanted), Some(t)) if wanted == (symbol_kind(t.kind()), t.name()) => IdState::Right,
        _ => IdState::Wrong,
    }
}

/// The word for a kind in names of symbols; empty for kinds that resolve_btfids does not resolve.
fn symbol_kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Struct => "struct",
        Kind::Union => "union",
        Kind::Typedef => "typedef",
        Kind::Func => "func",
        _ => "",
    }
}

/// The section as words.
struct Words<'a> {
    endian: Endian,
    bytes: &'a [u8],
}

impl Words<'_> {
    /// The length of all whole words, in bytes.
    fn len(&self) -> u32 {
        u32::try_from(self.bytes.len()).unwrap_or(u32::MAX) & !3
    }

    fn at(&self, offset: u32) -> Option<u32> {
        self.endian.u32_at(self.bytes, offset)
    }
}
