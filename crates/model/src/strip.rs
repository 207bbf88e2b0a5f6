//! The bit strip: the bytes of a bitfield, bit by bit, in the numbering of the file's byte order.

use btf::{Btf, Endian, TypeId};
use layout::{CoreLoad, Layout, Options};

use crate::path::{Path, walk};
use crate::words::type_class;

/// A run of bits of one byte that belong to the same member, or to no member. A row of several bytes has the cells of
/// its first byte.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The member; none for unused bits.
    pub member: Option<u32>,
    /// The member's name; empty for unused bits.
    pub label: String,
    /// The numbers of its bits in their byte, from left to right: `6`, `7–4`; empty in a row of several bytes.
    pub numbers: String,
    /// Its width in bits.
    pub bits: u32,
    /// The CSS class of its colour.
    pub class: &'static str,
    /// Whether it is a bitfield; plain members may be in the same byte.
    pub bitfield: bool,
    /// Whether the member's bits continue beyond the left or right edge of this row.
    pub continues: bool,
}

/// A byte as a row. If the bitfield touches more than three bytes, the bytes between the first and the last are one row
/// together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByteRow {
    /// The offset of its first byte from the start of the outermost struct.
    pub byte: u64,
    /// How many bytes it stands for; more than one only if the bitfield has all of their bits.
    pub count: u64,
    /// From left to right.
    pub cells: Vec<Cell>,
}

impl ByteRow {
    /// Its bytes: `130`, `1–6`.
    pub fn place(&self) -> String {
        bytes_text(self.byte, self.count)
    }

    /// Whether no cell extends across the middle of the byte, so that the row can be drawn as two rows of four bits.
    pub fn has_halves(&self) -> bool {
        let mut at = 0;
        self.cells.iter().any(|cell| {
            at += cell.bits;
            at == 4
        })
    }
}

/// The bytes of a bitfield.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strip {
    /// The offset of its first byte from the start of the outermost struct.
    pub byte: u64,
    /// The offset of the struct that has the bitfield, in bytes from the start of the outermost struct. Offsets of
    /// loads count from this struct.
    pub base: u64,
    /// The number of bytes.
    pub size: u64,
    /// The byte order, which determines how bits are numbered.
    pub endian: Endian,
    /// The bytes.
    pub rows: Vec<ByteRow>,
    /// How CO-RE reads the bitfield for which the strip was made; none if it cannot.
    pub load: Option<CoreLoad>,
    /// The index of the bitfield in its struct or union.
    pub member: u32,
    /// The struct or union that has the bitfield as a member.
    pub of: TypeId,
}

fn bytes_text(first: u64, count: u64) -> String {
    match count {
        0 | 1 => first.to_string(),
        n => format!("{first}–{}", first + n - 1),
    }
}

impl Strip {
    /// Its bytes: `Byte 4`, `Bytes 4–7`.
    pub fn place(&self) -> String {
        format!("{} {}", if self.size > 1 { "Bytes" } else { "Byte" }, bytes_text(self.byte, self.size))
    }

    /// How bits are numbered in the file's byte order, in words. The option `flipped` of [`strip`] does not change the
    /// numbers.
    pub fn order(&self) -> &'static str {
        match self.endian {
            Endian::Little => "little-endian, bit 0 is the least significant",
            Endian::Big => "big-endian, bit 0 is the most significant",
        }
    }
}

/// The strip of a bitfield of `layout`. The struct starts `base` bits after the start of the outermost struct.
/// `flipped` reverses the usual order: in little-endian files the least significant bit is then on the left. None if
/// the member is no bitfield.
pub fn strip(btf: &Btf, layout: &Layout, member: u32, base: u64, flipped: bool) -> Option<Strip> {
    let t = btf.get(layout.id)?;
    let own = layout.members().find(|m| m.index.0 == member && m.bits > 0)?;
    let field = own.bitfield.as_ref()?;
    let endian = btf.endian();
    // In a union, only the bitfield itself is drawn, because its alternatives have the same bits.
    let union = layout.kind == btf::Kind::Union;
    let all: Vec<_> = layout.members().filter(|m| m.bits > 0 && (!union || m.index.0 == member)).collect();
    let names: Vec<&str> = t.members().map(|m| m.name()).collect();
    let first = own.offset / 8;
    let end = (own.offset + own.bits).div_ceil(8).min(first + 32);
    let mut order: [u32; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
    // Big-endian files have bit 0 on the left, unless the strip is flipped.
    if (endian == Endian::Little) != flipped {
        order.reverse();
    }
    let row = |byte: u64, count: u64| {
        let mut cells: Vec<(Option<usize>, u32, u32)> = Vec::new();
        for b in order {
            let bit = byte * 8 + u64::from(b);
            let at = all.iter().position(|m| (m.offset..m.end()).contains(&bit));
            match cells.last_mut() {
                Some(last) if last.0 == at => last.2 = b,
                _ => cells.push((at, b, b)),
            }
        }
        let cells = cells.into_iter().map(|(at, left, right)| {
            let m = at.and_then(|at| all.get(at));
            Cell {
                member: m.map(|m| m.index.0),
                label: m.and_then(|m| names.get(m.index.0 as usize)).copied().unwrap_or_default().to_owned(),
                numbers: match count {
                    1 if left == right => left.to_string(),
                    1 => format!("{left}–{right}"),
                    _ => String::new(),
                },
                bits: left.abs_diff(right) + 1,
                class: m.map_or("unused", |m| if m.bitfield.is_some() { "bit" } else { type_class(btf, m.type_id) }),
                bitfield: m.is_some_and(|m| m.bitfield.is_some()),
                continues: m.is_some_and(|m| m.offset < byte * 8 || m.end() > (byte + count) * 8),
            }
        });
        ByteRow { byte: base / 8 + byte, count, cells: cells.collect() }
    };
    let rows = if end - first > 3 {
        vec![row(first, 1), row(first + 1, end - first - 2), row(end - 1, 1)]
    } else {
        (first..end).map(|byte| row(byte, 1)).collect()
    };
    Some(Strip {
        byte: base / 8 + first,
        base: base / 8,
        size: end - first,
        endian,
        rows,
        load: field.load,
        member,
        of: layout.id,
    })
}

/// The strip that the Layout view shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownStrip {
    /// The layout of the struct with the bitfield.
    pub layout: Layout,
    /// The bitfield.
    pub member: u32,
    /// Where that struct starts, in bits from the start of the outermost struct.
    pub base: u64,
}

/// The strip for a selected member of `root`, if it is a bitfield.
pub fn shown_strip(btf: &Btf, root: &Layout, path: &Path) -> Option<ShownStrip> {
    let steps = walk(btf, root.id, path)?;
    let last = steps.last()?;
    last.item.bitfield?;
    let base = last.offset?.checked_sub(last.item.offset?)?;
    let layout = layout::layout(btf, last.parent.id(), &Options::default()).ok()?;
    Some(ShownStrip { layout, member: last.item.index, base })
}
