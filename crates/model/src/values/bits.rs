//! The bits of one value, for setting them one by one.

use btf::{Btf, Endian};
use value::{Shape, ValueStep, read_bits};

use super::sheet::Sheet;
use super::shown::{Shown, members};
use crate::words::{bits_text, many, offset_text};

/// A bit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BitCell {
    /// Its position among all bits of all bytes, in the numbering of the byte order.
    pub at: u64,
    /// Its number in its byte. In little-endian order 0 is the least significant bit, in big-endian order the most
    /// significant one.
    pub number: u32,
    /// Whether it is set.
    pub on: bool,
    /// Whether it belongs to the value.
    pub own: bool,
}

/// A byte.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BitByte {
    /// The offset of the byte from the first of all bytes.
    pub byte: u64,
    /// Its bits from left to right.
    pub bits: Vec<BitCell>,
}

/// A value and its bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueBits {
    /// The path to it by names: `saddr`, `b[3].x`; for the whole record, the name of the type.
    pub name: String,
    /// Its type.
    pub type_text: String,
    /// The value, in a form that can be typed.
    pub value: String,
    /// The same in hexadecimal; empty for a text.
    pub hex: String,
    /// The value in network byte order, if the name of its type says that it has this order (`__be16`) and it is read
    /// in the other order; else empty.
    pub network: String,
    /// Its place and size: `offset 12:3, 4 bits`.
    pub place: String,
    /// Its bytes; empty for a text.
    pub bytes: Vec<BitByte>,
    /// The names of values that it may have.
    pub names: Vec<String>,
}

/// How many names are offered, at most.
const NAMES: usize = 500;

/// The value at a path, if it can be changed: it has no parts, or is a text. `flipped` reverses the usual direction
/// in which bits are drawn.
pub fn value_bits(
    btf: &Btf,
    sheet: &Sheet,
    shown: &Shown,
    record: u64,
    path: &[ValueStep],
    flipped: bool,
) -> Option<ValueBits> {
    let (piece, node) = sheet.find(btf, record, path)?;
    let row = shown.row_of(record, path).and_then(|at| shown.rows.get(at)).filter(|row| row.row.path == path)?;
    let scalar = match node.shape {
        Shape::Scalar(scalar) => Some(scalar),
        Shape::Group(..) if row.row.value.starts_with('"') => None,
        Shape::Group(..) | Shape::Missing(_) => return None,
    };
    let start = (piece.start as u64).saturating_mul(8);
    let (from, to) = (start.saturating_add(node.bit_offset), start.saturating_add(node.end()));
    // Big-endian bytes have bit 0 on the left.
    let turned = (sheet.order == Endian::Little) != flipped;
    let byte = |byte: u64| {
        let cell = |number: u32| {
            let at = byte * 8 + u64::from(number);
            let on = read_bits(&sheet.bytes, at, 1, sheet.order) == Some(1);
            BitCell { at, number, on, own: (from..to).contains(&at) }
        };
        let bits = if turned { (0..8).rev().map(cell).collect() } else { (0..8).map(cell).collect() };
        BitByte { byte, bits }
    };
    let bytes = scalar.map(|_| (from / 8..to.div_ceil(8)).map(byte).collect()).unwrap_or_default();
    let size = if node.bitfield { bits_text(node.bits) } else { many(node.bits / 8, "byte") };
    let place = format!("offset {}, {size}", offset_text(from, node.bitfield));
    let target = btf.resolved(node.type_id).filter(|t| t.kind().is_any_enum());
    let names = target.map(|t| t.enumerators().take(NAMES).map(|e| e.name().to_owned()).collect()).unwrap_or_default();
    Some(ValueBits {
        name: written(btf, &piece.name, piece.id, path).unwrap_or_else(|| row.title().to_owned()),
        type_text: dump::type_name(btf, node.type_id),
        value: row.row.value.clone(),
        hex: row.row.hex.clone(),
        network: scalar.map(|scalar| network(btf, sheet.order, node.type_id, scalar.raw)).unwrap_or_default(),
        place,
        bytes,
        names,
    })
}

/// How many typedefs are followed, at most, to find one that says the byte order.
const MOST_TYPEDEFS: usize = 8;

/// A number read in network byte order, if a typedef of the kernel says that it has this order (`__be16`, `__be32`,
/// `__be64`) and `order` is little-endian. Else empty.
fn network(btf: &Btf, order: Endian, id: btf::TypeId, raw: u128) -> String {
    let mut at = btf.skip_qualifiers(id);
    for _ in 0..MOST_TYPEDEFS {
        let Some(t) = btf.get(at).filter(|t| order == Endian::Little && t.kind() == btf::Kind::Typedef) else { break };
        match t.name() {
            "__be16" => return u16::swap_bytes(raw as u16).to_string(),
            "__be32" => return u32::swap_bytes(raw as u32).to_string(),
            "__be64" => return u64::swap_bytes(raw as u64).to_string(),
            _ => at = btf.skip_qualifiers(t.type_ref().unwrap_or_default()),
        }
    }
    String::new()
}

/// The path by names; elements are written with their indices.
fn written(btf: &Btf, record: &str, id: btf::TypeId, path: &[ValueStep]) -> Option<String> {
    let mut out = record.to_owned();
    for (i, step) in path.iter().enumerate() {
        if let ValueStep::Element(at) = step {
            out.push_str(&format!("[{at}]"));
            continue;
        }
        let so_far = members(path.get(..=i)?);
        let steps = crate::path::walk(btf, id, &so_far)?;
        let name = steps.last()?.item.name;
        if !out.is_empty() && !name.is_empty() {
            out.push('.');
        }
        out.push_str(name);
    }
    (!out.is_empty()).then_some(out)
}
