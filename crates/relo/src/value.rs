//! The value of a relocation on either side (libbpf `bpf_core_calc_relo`).

use btf::{Btf, Endian, Kind, TypeId};
use layout::{LoadUnit, NoUnit};

use crate::problem::{Errno, Problem, Reason};
use crate::spec::{Spec, member};
use crate::types::{size, skip};
use crate::{CoreGroup, CoreKind};

/// The values of a relocation (libbpf `struct bpf_core_relo_res`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Values {
    /// The value from the object's types, which the compiler wrote.
    pub original: u64,
    /// The value that the loader writes.
    pub new: u64,
    /// Whether nothing matches, so that the instruction is replaced by one that verifiers refuse.
    pub poison: bool,
    /// Whether the loader checks that the instruction holds the original value.
    pub validate: bool,
    /// Whether the field's size changed in a way that a load or store cannot be adjusted to.
    pub bad_size_change: bool,
    /// The size in bytes of a load or store of the field, in the object. 0, except for relocations to the byte offset of
    /// a field that is not a bitfield.
    pub original_size: u32,
    /// The same size in the target.
    pub new_size: u32,
    /// The field's type in the object; void for the relocations that have no size here.
    pub original_type: TypeId,
    /// The field's type in the target; void for the relocations that have no size here.
    pub new_type: TypeId,
}

/// The values of one side.
#[derive(Clone, Copy, Default)]
struct Side {
    value: u64,
    size: u32,
    type_id: TypeId,
    validate: bool,
}

/// Computes the values. With an error, returns the values that were computed before the error.
pub(crate) fn values(
    local: (&Btf, &Spec),
    target: Option<(&Btf, &Spec)>,
    order: Endian,
) -> (Values, Result<(), Problem>) {
    let mut out = Values { validate: true, ..Values::default() };
    let ours = match side(local.0, local.1, order) {
        Ok(ours) => ours,
        Err(problem) => return (out, Err(problem)),
    };
    out.original = ours.value;
    out.original_size = ours.size;
    out.original_type = ours.type_id;
    out.validate = ours.validate;
    let Some((btf, spec)) = target else {
        // `exists` questions and relocations of types have a value even where nothing matches.
        out.poison = !local.1.kind.is_question() && local.1.kind.group() != CoreGroup::Type;
        return (out, Ok(()));
    };
    match side(btf, spec, order) {
        Ok(theirs) => {
            out.new = theirs.value;
            out.new_size = theirs.size;
            out.new_type = theirs.type_id;
        }
        Err(problem) => return (out, Err(problem)),
    }
    if out.original_size != out.new_size {
        out.bad_size_change = !may_resize((local.0, out.original_type), (btf, out.new_type));
    }
    (out, Ok(()))
}

/// The value from the object's own types, which the compiler writes.
///
/// # Errors
/// When the field has no value of this kind: a bitfield that no load covers, a type without a size.
pub fn original(local: &Btf, spec: &Spec) -> Result<u64, Problem> {
    side(local, spec, local.endian()).map(|side| side.value)
}

/// Whether a load or store may change its size: for pointers, and for integers extended with zeros.
fn may_resize(a: (&Btf, TypeId), b: (&Btf, TypeId)) -> bool {
    let (Some(a), Some(b)) = (a.0.get(a.1), b.0.get(b.1)) else { return false };
    match (a.int(), b.int()) {
        (Some(a), Some(b)) => a.encoding != 1 && b.encoding != 1,
        _ => a.kind() == Kind::Ptr && b.kind() == Kind::Ptr,
    }
}

fn side(btf: &Btf, spec: &Spec, order: Endian) -> Result<Side, Problem> {
    match spec.kind.group() {
        CoreGroup::Field => field(btf, spec, order),
        CoreGroup::Type => whole(btf, spec),
        CoreGroup::Enum => {
            let value = if spec.kind == CoreKind::EnumvalExists { 1 } else { enum_value(btf, spec) };
            Ok(Side { value, validate: true, ..Side::default() })
        }
    }
}

fn whole(btf: &Btf, spec: &Spec) -> Result<Side, Problem> {
    let (value, validate) = match spec.kind {
        CoreKind::TypeIdLocal | CoreKind::TypeIdTarget => (u64::from(spec.root.0), false),
        CoreKind::TypeSize => (u64::from(size_or_invalid(btf, spec.root)?), true),
        _ => (1, true),
    };
    Ok(Side { value, validate, ..Side::default() })
}

fn enum_value(btf: &Btf, spec: &Spec) -> u64 {
    let Some(a) = spec.accessors.first() else { return 0 };
    let index = u32::try_from(a.index).unwrap_or(0);
    match btf.get(a.type_id).and_then(|t| t.enumerators().from_index(index).next()) {
        Some(e) if e.wide => e.raw,
        // As in libbpf, always read as a signed number of 32 bits, whatever kind_flag is.
        Some(e) => e.raw as u32 as i32 as i64 as u64,
        None => 0,
    }
}

fn size_or_invalid(btf: &Btf, id: TypeId) -> Result<u32, Problem> {
    size(btf, id).map_err(|p| Problem::new(Errno::Invalid, p.reason))
}

/// libbpf `bpf_core_calc_field_relo`.
fn field(btf: &Btf, spec: &Spec, order: Endian) -> Result<Side, Problem> {
    if spec.kind == CoreKind::FieldExists {
        return Ok(Side { value: 1, validate: true, ..Side::default() });
    }
    let Some(last) = spec.last() else { return Err(Problem::invalid(Reason::NoAccess)) };
    if last.name.is_none() {
        return element(btf, spec, last.type_id);
    }
    let Some((_, m)) = member(btf, last) else { return Err(Problem::invalid(Reason::Broken(last.type_id))) };
    let (type_id, ty) = skip(btf, m.type_id)?;
    let bit_off = spec.bit_offset;
    let is_bitfield = m.bitfield_size() != 0;
    let (unit, bits) = match m.bitfield_size() {
        0 => {
            let byte_size = size_or_invalid(btf, type_id)?;
            (LoadUnit { byte_offset: bit_off / 8, byte_size }, byte_size.wrapping_mul(8))
        }
        bits => {
            let declared = ty.some().map_or(0, |t| t.size_or_type());
            let unit = LoadUnit::of_bitfield(bit_off, bits, declared).map_err(|e| match e {
                NoUnit::Empty => Problem::invalid(Reason::BitfieldOfNothing(type_id)),
                NoUnit::Wide => Problem::new(Errno::TooBig, Reason::WideBitfield { bit_offset: bit_off, bits }),
            })?;
            (unit, bits)
        }
    };
    let plain = Side { validate: !is_bitfield, ..Side::default() };
    Ok(match spec.kind {
        CoreKind::FieldByteOffset if is_bitfield => Side { value: unit.byte_offset.into(), ..plain },
        CoreKind::FieldByteOffset => {
            Side { value: unit.byte_offset.into(), size: access_size(btf, type_id)?, type_id, ..plain }
        }
        CoreKind::FieldByteSize => Side { value: unit.byte_size.into(), ..plain },
        CoreKind::FieldSigned => {
            let signed = ty.some().is_some_and(|t| t.is_signed_enum() || t.int().is_some_and(|int| int.is_signed()));
            Side { value: signed.into(), validate: true, ..plain }
        }
        CoreKind::FieldLShift => Side { value: unit.lshift(bit_off, bits, order).into(), ..plain },
        _ => Side { value: 64u32.wrapping_sub(bits).into(), validate: true, ..plain },
    })
}

/// The values for an array element, or the root alone, at the end of the path.
fn element(btf: &Btf, spec: &Spec, type_id: TypeId) -> Result<Side, Problem> {
    match spec.kind {
        CoreKind::FieldByteOffset => {
            let size = access_size(btf, type_id)?;
            Ok(Side { value: (spec.bit_offset / 8).into(), size, type_id, validate: true })
        }
        CoreKind::FieldByteSize => {
            Ok(Side { value: size_or_invalid(btf, type_id)?.into(), validate: true, ..Side::default() })
        }
        _ => Err(Problem::invalid(Reason::ElementKind)),
    }
}

/// How many bytes one load or store of a field accesses. For an array this is the size of its innermost element.
fn access_size(btf: &Btf, id: TypeId) -> Result<u32, Problem> {
    let mut id = id;
    // One round for each array dimension; the limit is that of `Btf::size_of`.
    for _ in 0..=btf::MAX_RESOLVE_STEPS {
        let (at, ty) = skip(btf, id)?;
        match ty.some().and_then(|t| t.array()) {
            Some(array) => id = array.element,
            None => return size_or_invalid(btf, at),
        }
    }
    Err(Problem::invalid(Reason::TooDeep))
}
