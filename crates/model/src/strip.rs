//! The bit strip: the storage unit of a bitfield, bit by bit, as the file's byte order numbers them.

use btf::{Btf, Endian, TypeId};
use layout::{CoreLoad, Layout, LayoutRow, Options};

use crate::path::{Path, walk};
use crate::words::type_class;

/// A run of bits of one byte that belong to one member, or to none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The member; none for unused bits.
    pub member: Option<u32>,
    /// The text on it; empty when it does not fit (see [`Strip::legend`]).
    pub label: String,
    /// The number in the legend, when the name does not fit.
    pub legend: Option<u32>,
    /// How many bits wide.
    pub bits: u32,
    /// The CSS class of its colour.
    pub class: &'static str,
    /// It is a bitfield (plain members may lie in the same unit).
    pub bitfield: bool,
    /// The member's bits go on beyond the left or right edge of this byte's row.
    pub continues: bool,
}

/// One byte of the unit, as a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByteRow {
    /// The byte, from the start of the outermost struct.
    pub byte: u64,
    /// The numbers above the bits, from left to right.
    pub numbers: [u32; 8],
    /// From left to right.
    pub cells: Vec<Cell>,
}

/// A storage unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strip {
    /// Its first byte, from the start of the outermost struct.
    pub byte: u64,
    /// Where the struct with the unit starts, in bytes from the outermost struct; offsets of loads count from there.
    pub base: u64,
    /// Its bytes.
    pub size: u32,
    /// The name of the declared type: `__u8`; `unnamed` for integers of old-style bitfields without a name.
    pub type_name: String,
    /// The byte order of the numbers.
    pub endian: Endian,
    /// A row a byte.
    pub rows: Vec<ByteRow>,
    /// Names that did not fit, by number from 1: (number, member, name).
    pub legend: Vec<(u32, u32, String)>,
    /// How CO-RE reads the member for which the strip was made.
    pub load: Option<CoreLoad>,
    /// That member.
    pub member: u32,
    /// The struct or union that it is a member of.
    pub of: TypeId,
}

impl Strip {
    /// Its bytes: `byte 4`, `bytes 4–7`.
    pub fn place(&self) -> String {
        match self.size {
            0 | 1 => format!("byte {}", self.byte),
            size => format!("bytes {}–{}", self.byte, self.byte + u64::from(size) - 1),
        }
    }

    /// The order of its bits, in words.
    pub fn order(&self) -> &'static str {
        match self.endian {
            Endian::Little => "little-endian, bit 0 is the least significant",
            Endian::Big => "big-endian, bit 0 is the most significant",
        }
    }

    /// Which bit is at which end: `LSB left`; `flipped` must be as in [`strip`].
    pub fn direction(&self, flipped: bool) -> &'static str {
        match (self.endian, starts_left(self.endian, flipped)) {
            (Endian::Little, false) => "LSB right",
            (Endian::Little, true) => "LSB left",
            (Endian::Big, true) => "MSB left",
            (Endian::Big, false) => "MSB right",
        }
    }
}

/// Whether bit 0 is on the left: by the byte order, unless `flipped`.
fn starts_left(endian: Endian, flipped: bool) -> bool {
    (endian == Endian::Big) != flipped
}

/// How many characters fit on one bit of the strip.
const CHARS_PER_BIT: usize = 10;

/// The strip of a bitfield of `layout`, whose struct starts `base` bits into the outermost one. `flipped` reverses the
/// usual order: the least significant bit is then on the left in little-endian files.
pub fn strip(btf: &Btf, layout: &Layout, member: u32, base: u64, flipped: bool) -> Option<Strip> {
    let t = btf.get(layout.id)?;
    let own = layout.rows.iter().find_map(|r| match r {
        LayoutRow::Member(m) if m.index.0 == member => Some(m),
        _ => None,
    })?;
    let field = own.bitfield.as_ref()?;
    let endian = btf.endian();
    let union = layout.kind == btf::Kind::Union;
    // In a union only the member itself: its alternatives use the same bits.
    let spans: Vec<(u64, u64, u32)> = layout
        .rows
        .iter()
        .filter_map(|r| match r {
            LayoutRow::Member(m) if m.bits > 0 && (!union || m.index.0 == member) => {
                Some((m.offset, m.offset + m.bits, m.index.0))
            }
            _ => None,
        })
        .collect();
    let owner = |bit: u64| spans.iter().find(|s| (s.0..s.1).contains(&bit)).map(|s| s.2);
    let names: Vec<&str> = t.members().map(|m| m.name()).collect();
    // The colour of a member that is no bitfield.
    let plain = |index: u32| {
        layout.rows.iter().find_map(|r| match r {
            LayoutRow::Member(m) if m.index.0 == index && m.bitfield.is_none() => Some(m.type_id),
            _ => None,
        })
    };
    let class = |index: u32| plain(index).map_or("bit", |id| type_class(btf, id));
    // In a packed struct a field may end behind its unit; the strip is extended then.
    let first = u64::from(field.unit_offset);
    let end = (own.offset + own.bits).div_ceil(8).max(first + u64::from(field.unit_size)).min(first + 32);
    let mut strip = Strip {
        byte: base / 8 + first,
        base: base / 8,
        size: (end - first) as u32,
        type_name: match dump::type_name(btf, own.type_id) {
            name if name.is_empty() => "unnamed".to_owned(),
            name => name,
        },
        endian,
        rows: Vec::new(),
        legend: Vec::new(),
        load: field.load,
        member,
        of: layout.id,
    };
    for byte in first..end {
        let mut order: [u32; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
        if !starts_left(endian, flipped) {
            order.reverse();
        }
        let number = |b: u32| (byte - first) as u32 * 8 + b;
        let mut cells: Vec<Cell> = Vec::new();
        for b in order {
            let bit = byte * 8 + u64::from(b);
            let member = owner(bit);
            if let Some(last) = cells.last_mut()
                && last.member == member
            {
                last.bits += 1;
                continue;
            }
            let class = member.map_or("unused", class);
            let span = spans.iter().find(|s| Some(s.2) == member);
            let continues = span.is_some_and(|s| s.0 < byte * 8 || s.1 > byte * 8 + 8);
            let label = member.and_then(|i| names.get(i as usize)).copied().unwrap_or_default().to_string();
            let bitfield = member.is_some_and(|index| plain(index).is_none());
            cells.push(Cell { member, label, legend: None, bits: 1, class, bitfield, continues });
        }
        for cell in &mut cells {
            let (Some(index), true) = (cell.member, cell.label.len() > cell.bits as usize * CHARS_PER_BIT) else {
                continue;
            };
            let known = strip.legend.iter().find(|l| l.1 == index).map(|l| l.0);
            let number = known.unwrap_or(strip.legend.len() as u32 + 1);
            let name = std::mem::take(&mut cell.label);
            if known.is_none() {
                strip.legend.push((number, index, name));
            }
            cell.legend = Some(number);
        }
        strip.rows.push(ByteRow { byte: base / 8 + byte, numbers: order.map(number), cells });
    }
    Some(strip)
}

/// The strip that the Layout view shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownStrip {
    /// The layout of the struct with the bitfield.
    pub layout: Layout,
    /// The bitfield.
    pub member: u32,
    /// Bits from the start of the outermost struct to that one.
    pub base: u64,
    /// Whether it is the strip of the selected member, not just of the first bitfield.
    pub chosen: bool,
}

/// The strip for a selected member of `root`: its own if it is a bitfield; that of the first bitfield if nothing is
/// selected.
pub fn shown_strip(btf: &Btf, root: &Layout, path: &Path) -> Option<ShownStrip> {
    let steps = walk(btf, root.id, path)?;
    let Some(last) = steps.last() else {
        return Some(ShownStrip { layout: root.clone(), member: first_bitfield(root)?, base: 0, chosen: false });
    };
    last.item.bitfield?;
    let base = last.offset?.checked_sub(last.item.offset?)?;
    let layout = layout::layout(btf, last.parent.id(), &Options::default()).ok()?;
    Some(ShownStrip { layout, member: last.item.index, base, chosen: true })
}

/// The first bitfield of a layout: shown if nothing is selected.
pub fn first_bitfield(layout: &Layout) -> Option<u32> {
    layout.rows.iter().find_map(|r| match r {
        LayoutRow::Member(m) if m.bitfield.is_some() && m.bits > 0 => Some(m.index.0),
        _ => None,
    })
}
