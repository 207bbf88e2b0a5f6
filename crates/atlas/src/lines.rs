//! Records with members, enumerators or variables as lines. The line of a struct's member has the distance to the next
//! member, not the member's offset, so that inserting or removing a member changes only one or two lines.

use btf::Kind;
use btf::Kind::*;

use crate::bytes::{Read, Reader, unzigzag};

/// One member, enumerator or variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Line {
    /// The text of the name; for a variable its size in bytes.
    pub(crate) a: u32,
    /// The node of its type.
    pub(crate) b: u32,
    /// The width of a bitfield in bits, as in the offset word; 0 for another member.
    pub(crate) bits: u8,
    /// For a member of a struct: the bits from its start to the start of the next member, or to the end of the struct.
    /// For a member of a union: its bit offset. For the first enumerator: its value. For a further enumerator: its
    /// value minus the value of the enumerator before it, minus 1. For a variable: the bytes from the end of the
    /// variable before it.
    pub(crate) step: i64,
}

/// The most words that a line becomes.
const MOST_WORDS: usize = 3;

/// How a kind's items become lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LineForm {
    Struct,
    Union,
    Enum,
    Enum64,
    /// Variables of a DATASEC.
    Section,
}

impl LineForm {
    /// `None` for a kind whose records are not written as lines.
    pub(crate) fn of(kind: Kind) -> Option<LineForm> {
        match kind {
            Struct => Some(LineForm::Struct),
            Union => Some(LineForm::Union),
            Enum => Some(LineForm::Enum),
            Enum64 => Some(LineForm::Enum64),
            DataSec => Some(LineForm::Section),
            Int | Ptr | Array | Fwd | Typedef | Volatile | Const | Restrict | Func | FuncProto | Var | Float
            | DeclTag | TypeTag | LocParam | LocProto | LocSec | Unknown(_) => None,
        }
    }
}

/// Whether records of this kind are written as lines.
pub(crate) fn has_lines(kind: Kind) -> bool {
    LineForm::of(kind).is_some()
}

/// A record as lines; for a struct, also the offset of its first member.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Listed {
    /// Bits before the first member of a struct.
    pub(crate) first: i64,
    /// Bytes; not used for structs with members, because it follows from the lines.
    pub(crate) size: u32,
    pub(crate) lines: Vec<Line>,
}

/// Appends to a record's first two words ([`crate::node::record_head`] and the name) its size and its items, made from
/// its lines. None if an offset or the size does not fit into a record, or if records of this kind have no lines.
pub(crate) fn unlisted(kind: Kind, flag: bool, of: &Listed, words: &mut Vec<u32>) -> Option<()> {
    let form = LineForm::of(kind)?;
    let third = words.len();
    words.reserve(1 + of.lines.len().saturating_mul(MOST_WORDS));
    words.push(of.size);
    let mut at = match form {
        LineForm::Enum | LineForm::Enum64 => -1,
        LineForm::Struct | LineForm::Union | LineForm::Section => of.first,
    };
    let raw = |at: i64, bits: u8| {
        let at = u32::try_from(at).ok()?;
        match flag {
            true => (at <= 0x00ff_ffff).then_some(u32::from(bits) << 24 | at),
            false => (bits == 0).then_some(at),
        }
    };
    for line in &of.lines {
        match form {
            LineForm::Struct => {
                words.extend([line.a, line.b, raw(at, line.bits)?]);
                at = at.checked_add(line.step)?;
            }
            LineForm::Union => words.extend([line.a, line.b, raw(line.step, line.bits)?]),
            LineForm::Enum => {
                let value = (at as u32).wrapping_add(line.step as u32).wrapping_add(1);
                at = value.into();
                words.extend([line.a, value]);
            }
            LineForm::Enum64 => {
                at = at.wrapping_add(line.step).wrapping_add(1);
                let value = at.cast_unsigned();
                words.extend([line.a, value as u32, (value >> 32) as u32]);
            }
            LineForm::Section => {
                at = at.checked_add(line.step)?;
                words.extend([line.b, u32::try_from(at).ok()?, line.a]);
                at = at.checked_add(i64::from(line.a))?;
            }
        }
    }
    if form == LineForm::Struct && !of.lines.is_empty() {
        let size = (at % 8 == 0).then(|| u32::try_from(at / 8).ok())??;
        *words.get_mut(third)? = size;
    }
    Some(())
}

/// For each node of a block: the step of the last struct member with this type that was written or read. Bitfields are
/// left out. A member's step is written as its difference from the expected step.
#[derive(Default, Debug)]
pub(crate) struct Steps {
    by_node: Vec<i64>,
}

impl Steps {
    /// The expected step of a struct's member, in bits. For a bitfield it is its width. For another member it is the
    /// last step of a member with the same type; if there is none, or it is 0, it is 64.
    pub(crate) fn expected(&self, line: &Line) -> i64 {
        const POINTER: i64 = 64;
        match line.bits {
            0 => self.by_node.get(line.b as usize).copied().filter(|step| *step != 0).unwrap_or(POINTER),
            bits => bits.into(),
        }
    }

    /// Remembers a line that was written or read.
    pub(crate) fn saw(&mut self, line: &Line) {
        if line.bits == 0 {
            let at = line.b as usize;
            if self.by_node.len() <= at {
                self.by_node.resize(at + 1, 0);
            }
            self.by_node[at] = line.step;
        }
    }
}

/// Reads a signed number.
pub(crate) fn signed(r: &mut Reader<'_>) -> Read<i64> {
    r.long().map(unzigzag)
}
