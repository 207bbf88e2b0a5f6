//! Finds the members and gaps at one byte of a type.

use btf::{Btf, TypeId};
use layout::{LayoutRow, Layouts, Options};

use crate::path::{MAX_STEPS, Path};

/// The most answers for a byte. Types of kernels have a few dozen at most; nested unions may have any number.
const MOST: usize = 200;
/// The most types that are searched for one question.
const LOOKS: usize = 20_000;

btf::named! {
    /// The kind of answer for a byte.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum What {
        /// A member that has no members itself, or an element of an array whose elements have none.
        Member = "member";
        /// A gap between members.
        Hole = "hole";
        /// The gap behind the last member.
        Padding = "padding";
    }
    /// One word.
    pub fn word;
}

/// One answer for a byte.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AtPlace {
    /// Its kind.
    pub what: What,
    /// The path in C, without the type: `__sk_common.skc_flags`, `cb[3]`. For a gap, the path to the struct with the
    /// gap; empty for the type itself.
    pub names: String,
    /// The path by members; for a gap, the path to the struct with the gap. Elements of arrays have no step.
    pub path: Path,
    /// Its type; for a gap, the struct with the gap.
    pub type_id: TypeId,
    /// Its first bit, from the start of the type that was asked for, in the byte order's own numbering.
    pub bit_offset: u64,
    /// Its length in bits.
    pub bits: u64,
    /// The width of a bitfield in bits; none for others.
    pub bitfield: Option<u32>,
    /// Whole bytes from its start to the byte that was asked for.
    pub into: u64,
}

impl AtPlace {
    /// True if a read of `size` bytes at the byte that was asked for reads exactly this member.
    pub fn is_read_by(&self, size: u32) -> bool {
        self.what == What::Member && self.into == 0 && self.bitfield.is_none() && self.bits == u64::from(size) * 8
    }
}

/// The answers for a byte of a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct At {
    /// The answers in the order of the members, with every alternative of unions; those that a read of the given size
    /// reads exactly come first.
    pub places: Vec<AtPlace>,
    /// True if a limit ended the search, so that there may be more answers.
    pub more: bool,
}

/// Why a byte has no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AtError {
    /// The type has no members.
    #[error("it is not a struct or union with known members")]
    NoMembers,
    /// The type ends before this byte.
    #[error("it is only {size} ({size:#x}) bytes long")]
    Beyond {
        /// The size of the type in bytes.
        size: u32,
    },
}

/// A type that is still to be searched, or an answer, with its path and its offset.
struct Reached {
    id: TypeId,
    start: u64,
    names: String,
    path: Path,
    bitfield: Option<(u64, u32)>,
    bits: u64,
    flexible: bool,
}

/// The members and gaps at byte `byte` of a struct or union. Searches embedded structs, every alternative of unions,
/// and the element of an array that has the byte. Members without bytes are left out, except that a flexible array is
/// taken to go on beyond the end of the type. `size`: how many bytes are read there, if known.
///
/// # Errors
/// The type has no members, or it ends before that byte.
pub fn at(btf: &Btf, root: TypeId, byte: u64, size: Option<u32>) -> Result<At, AtError> {
    let layouts = &mut Layouts::new(btf, Options::default());
    let whole = layouts.layout(root).map_err(|_| AtError::NoMembers)?.size;
    let mut found = At { places: Vec::new(), more: false };
    let first = Reached {
        id: root,
        start: 0,
        names: String::new(),
        path: Path::root(),
        bitfield: None,
        bits: u64::from(whole) * 8,
        flexible: false,
    };
    let mut todo = vec![first];
    let bit = byte.checked_mul(8).ok_or(AtError::Beyond { size: whole })?;
    let mut looks = 0;
    while let Some(reached) = todo.pop() {
        looks += 1;
        if found.places.len() >= MOST || looks > LOOKS {
            found.more = true;
            break;
        }
        step(btf, layouts, reached, bit, &mut todo, &mut found);
    }
    if found.places.is_empty() {
        return Err(AtError::Beyond { size: whole });
    }
    if let Some(size) = size {
        found.places.sort_by_key(|place| !place.is_read_by(size));
    }
    Ok(found)
}

/// Searches one type: a member that contains the byte is an answer, or is searched next. `bit` is the first bit of
/// the byte.
fn step(btf: &Btf, layouts: &mut Layouts<'_>, reached: Reached, bit: u64, todo: &mut Vec<Reached>, found: &mut At) {
    let place = |what, id: TypeId, start: u64, bits: u64, bitfield, reached: &Reached| AtPlace {
        what,
        names: reached.names.clone(),
        path: reached.path.clone(),
        type_id: id,
        bit_offset: start,
        bits,
        bitfield,
        into: bit.saturating_sub(start) / 8,
    };
    if let Some((start, bits)) = reached.bitfield {
        found.places.push(place(What::Member, reached.id, start, bits.into(), Some(bits), &reached));
        return;
    }
    let leaf = place(What::Member, reached.id, reached.start, reached.bits, None, &reached);
    let Some(t) = btf.resolved(reached.id).filter(|_| reached.path.len() < MAX_STEPS) else {
        found.places.push(leaf);
        return;
    };
    if let Some(array) = t.array() {
        let each = btf.size_of(array.element).map_or(0, |n| u64::from(n) * 8);
        let Some(index) = bit.saturating_sub(reached.start).checked_div(each) else {
            found.places.push(leaf);
            return;
        };
        if index < u64::from(array.nelems) || reached.flexible {
            let names = format!("{}[{index}]", reached.names);
            let start = reached.start.saturating_add(index.saturating_mul(each));
            todo.push(Reached { id: array.element, start, names, bits: each, flexible: false, ..reached });
        }
        return;
    }
    let Some(layout) = t.kind().is_composite().then(|| layouts.layout(t.id()).ok()).flatten() else {
        found.places.push(leaf);
        return;
    };
    // In reverse, because `todo` is a stack: the member that is pushed last is searched first.
    for row in layout.rows.iter().rev() {
        let start = reached.start.saturating_add(row.offset());
        let overlaps = start < bit.saturating_add(8) && bit < start.saturating_add(row.bits());
        match row {
            LayoutRow::Member(m) => {
                let flexible = m.flexible && start <= bit;
                if !overlaps && !flexible {
                    continue;
                }
                let item = crate::path::items(&t, m.index.0).next();
                let name = item.map_or("", |item| item.name);
                let names = match (reached.names.is_empty(), name.is_empty()) {
                    (_, true) => reached.names.clone(),
                    (true, false) => name.to_owned(),
                    (false, false) => format!("{}.{name}", reached.names),
                };
                let bitfield = m.bitfield.is_some().then(|| (start, u32::try_from(m.bits).unwrap_or(u32::MAX)));
                let path = reached.path.child(m.index.0);
                todo.push(Reached { id: m.type_id, start, names, path, bitfield, bits: m.bits, flexible });
            }
            LayoutRow::Hole { bits, .. } if overlaps => {
                found.places.push(place(What::Hole, reached.id, start, *bits, None, &reached));
            }
            LayoutRow::Padding { bits, .. } if overlaps => {
                found.places.push(place(What::Padding, reached.id, start, *bits, None, &reached));
            }
            LayoutRow::Hole { .. } | LayoutRow::Padding { .. } => {}
        }
    }
}
