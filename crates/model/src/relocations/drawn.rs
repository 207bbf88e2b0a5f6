//! Drawings of a relocation: its access path over the bytes of the root type, and its instruction before and after
//! patching.

use btf::{Btf, Endian, TypeId};
use dump::type_name;
use relo::{CoreGroup, Patched, Record, Spec};
use wire::Wire;

use crate::program::{Program, SlotField, slot_fields};
use crate::words::type_class;

/// A step of the access path, drawn as a bar over its bytes.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct PathBar {
    /// `struct sock`, `__sk_common`, `[2]`.
    pub title: String,
    /// The name of its type, for the text beside the bar.
    pub of: String,
    /// The class of its colour.
    pub class: String,
    /// Its first bit, from the start of the root type.
    pub start: u64,
    /// One past its last bit.
    pub end: u64,
}

impl PathBar {
    /// The range in words: `bytes 24..28`; for a bitfield `bits 67..70`.
    pub fn place(&self) -> String {
        match self.start.is_multiple_of(8) && self.end.is_multiple_of(8) {
            true => format!("bytes {}..{}", self.start / 8, self.end / 8),
            false => format!("bits {}..{}", self.start, self.end),
        }
    }

    /// Its left edge and width, in thousandths of the root type's width; at least wide enough to be seen. `all`: the
    /// size of the root type in bits.
    pub fn drawn(&self, all: u64) -> (u64, u64) {
        const THINNEST: u64 = 6;
        let all = all.max(1);
        let part = |bits: u64| u64::try_from(u128::from(bits.min(all)) * 1000 / u128::from(all)).unwrap_or(1000);
        let width = (part(self.end).saturating_sub(part(self.start))).clamp(THINNEST, 1000);
        (part(self.start).min(1000 - width), width)
    }
}

/// The access path over the bytes of the root type: the whole type, then each step.
pub(super) fn path_bars(btf: &Btf, spec: &Spec) -> Vec<PathBar> {
    if spec.kind.group() != CoreGroup::Field {
        return Vec::new();
    }
    let bits = |id: TypeId| btf.size_of(id).map_or(0, |bytes| u64::from(bytes) * 8);
    let bar = |title: String, id: TypeId, start: u64, len: u64| PathBar {
        title,
        of: type_name(btf, id),
        class: type_class(btf, id).to_owned(),
        start,
        end: start.saturating_add(len),
    };
    let mut at = btf.resolve(spec.root);
    let mut out = vec![bar(type_name(btf, spec.root), spec.root, 0, bits(at))];
    let mut start = 0u64;
    for &number in spec.raw.iter().skip(1) {
        let (Some(t), Ok(index)) = (btf.resolved(at), u32::try_from(number)) else { break };
        if let Some(array) = t.array() {
            start = start.saturating_add(bits(array.element).saturating_mul(index.into()));
            out.push(bar(format!("[{index}]"), array.element, start, bits(array.element)));
            at = array.element;
            continue;
        }
        let Some(member) = t.members().from_index(index).next() else { break };
        start = start.saturating_add(member.bit_offset().into());
        let len = match member.bitfield_size() {
            0 => bits(member.type_id),
            bits => bits.into(),
        };
        let title = if member.name().is_empty() { "(without a name)" } else { member.name() };
        out.push(bar(title.to_owned(), member.type_id, start, len));
        at = member.type_id;
    }
    out
}

/// A field of an instruction's bytes.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct PatchField {
    /// `opcode`, `registers`, `offset`, `immediate`.
    pub name: String,
    /// The class of its colour.
    pub class: String,
    /// Its bytes in file order, in hex.
    pub hex: String,
    /// Whether it differs from the same field on the other side.
    pub changed: bool,
}

impl PatchField {
    /// A description: `offset: 28 00, changed`.
    pub fn words(&self) -> String {
        format!("{}: {}{}", self.name, self.hex, if self.changed { ", changed" } else { "" })
    }
}

/// An instruction on one side of a patch: its bytes by field, for each slot, and its text.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct PatchSide {
    /// The fields of each slot; there are one or two slots.
    pub slots: Vec<Vec<PatchField>>,
    /// The instruction in the verifier's notation.
    pub text: String,
}

/// An instruction before and after a patch.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Patch {
    /// The instruction as the compiler wrote it.
    pub before: PatchSide,
    /// The instruction as the loader leaves it.
    pub after: PatchSide,
}

/// The patch of a relocation's instruction; none if there is no instruction, or if the loader does not get as far as
/// patching it.
pub(super) fn patch(program: &Program, record: &Record, patched: Option<&Patched>) -> Option<Patch> {
    let object = program.object();
    let section = object.section_named(&record.section)?;
    let code = object.section_bytes(section);
    let at = record.insn_offset.0 as usize;
    let insn = object.insn(section, record.insn_offset)?;
    let wide = insn.is_ldimm64();
    let old = code.get(at..at.checked_add(if wide { 16 } else { 8 })?)?;
    let patched = patched.filter(|p| p.has_insn())?;
    let endian: Endian = object.endian();
    let mut new = patched.insn.encode(endian).to_vec();
    if let Some(second) = patched.second.filter(|_| wide) {
        new.extend(second.encode(endian));
    }
    let second = wide.then(|| old.get(8..16)?.try_into().ok()).flatten().map(|bytes| bpf::Insn::decode(bytes, endian));
    let text = |insn, second| bpf::Notation::Kernel.text(insn, second);
    Some(Patch {
        before: PatchSide { slots: fields(old, &new), text: text(insn, second) },
        after: PatchSide { slots: fields(&new, old), text: text(patched.insn, patched.second) },
    })
}

/// The fields of some slots, compared with others.
fn fields(bytes: &[u8], other: &[u8]) -> Vec<Vec<PatchField>> {
    let others = other.chunks(8).map(slot_fields).chain(std::iter::repeat(slot_fields(&[])));
    let slot = |(slot, other): (&[u8], [SlotField; 4])| {
        let one = |(field, other): (SlotField, SlotField)| PatchField {
            name: field.name.to_owned(),
            class: field.class.to_owned(),
            changed: field.hex != other.hex,
            hex: field.hex,
        };
        slot_fields(slot).into_iter().zip(other).map(one).collect()
    };
    bytes.chunks(8).zip(others).map(slot).collect()
}
