//! A split BTF on a distilled base (`.BTF.base`), relocated onto a kernel by the rules of libbpf's `btf__relocate`
//! (`btf_relocate.c`). libbpf stops at the first type that does not fit; here each type has its own result.

use std::collections::HashMap;

use btf::Kind::*;
use btf::{Btf, Endian, FieldName, Kind, StringOffset, Type, TypeId};

/// Why a type of the distilled base has no counterpart.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unmapped {
    /// No type of the kernel with this name fits.
    #[error("the kernel has no such type")]
    None,
    /// Several types fit, and nothing tells which of them is meant.
    #[error("the kernel has several of the name and size: {}", in_words(.0))]
    Several(Vec<TypeId>),
    /// These types have the name and the kind, but another size.
    #[error("its size differs from that of {}", in_words(.0))]
    OtherSize(Vec<TypeId>),
    /// The type should not be in a distilled base: it is not an INT, FLOAT, ENUM, STRUCT, UNION or FWD, or has no name.
    #[error("a distilled base has no such types")]
    Foreign,
}

/// The first eight ids.
fn in_words(ids: &[TypeId]) -> String {
    ids.iter().take(8).map(|id| format!("[{id}]")).collect::<Vec<_>>().join(", ")
}

/// A type of the distilled base, and its counterpart in the kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mapping {
    /// Its id in the distilled base.
    pub distilled: TypeId,
    /// True if the split BTF holds the type by value, so that its size must match.
    pub embedded: bool,
    /// Its id in the kernel, or why it has none.
    pub real: Result<TypeId, Unmapped>,
}

/// The result of moving a split BTF onto a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relocated {
    /// One mapping for each type of the distilled base, in id order.
    pub table: Vec<Mapping>,
    /// Names that the split BTF takes from the strings of the distilled base, and that are not the name of a type with
    /// a counterpart.
    pub names: Vec<StringOffset>,
    /// The split BTF with ids and names of the kernel, to be opened on the kernel; none unless all types and names fit.
    pub blob: Option<Vec<u8>>,
}

/// Why a BTF cannot be relocated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RelocateError {
    /// The BTF has no base.
    #[error("it has no distilled base")]
    NotSplit,
    /// The kernel has the other byte order.
    #[error("the byte orders differ")]
    ByteOrder,
}

/// Moves `split`, opened on its distilled base, onto `kernel`. Linear in both.
///
/// # Errors
/// `split` has no base, or `kernel` has the other byte order. Types that do not fit are not an error; the table lists
/// them.
pub fn relocate_base(split: &Btf, kernel: &Btf) -> Result<Relocated, RelocateError> {
    let base = split.base().ok_or(RelocateError::NotSplit)?;
    if split.endian() != kernel.endian() {
        return Err(RelocateError::ByteOrder);
    }
    let embedded = embedded(split, base.type_cnt());
    let mut found = candidates(base, kernel, &embedded);
    let mut table = Vec::new();
    let mut names: HashMap<u32, u32> = HashMap::new();
    for t in base.all_types() {
        let id = t.id();
        let of = found.remove(&id.0).unwrap_or_default();
        let real = match (is_distilled(&t), &of.fit[..], &of.other_size[..]) {
            (false, ..) => Err(Unmapped::Foreign),
            (_, [one], _) => Ok(*one),
            (_, [], []) => Err(Unmapped::None),
            (_, [], _) => Err(Unmapped::OtherSize(of.other_size)),
            _ => Err(Unmapped::Several(of.fit)),
        };
        if let Ok(real) = real
            && let Some(real) = kernel.get(real)
        {
            names.insert(t.name_offset().0, real.name_offset().0);
        }
        let embedded = embedded.get(id.0 as usize).copied().unwrap_or(false);
        table.push(Mapping { distilled: id, embedded, real });
    }
    let mut missing = Vec::new();
    let blob = rewritten(split, base, kernel, &table, &names, &mut missing);
    missing.sort_unstable();
    missing.dedup();
    let whole = missing.is_empty() && table.iter().all(|m| m.real.is_ok());
    Ok(Relocated { table, names: missing, blob: blob.filter(|_| whole) })
}

fn is_distilled(t: &Type<'_>) -> bool {
    matches!(t.kind(), Kind::Int | Kind::Float | Kind::Enum | Kind::Struct | Kind::Union | Kind::Fwd)
        && !t.is_anonymous()
}

/// For each id of the base, whether the split part holds that type by value.
fn embedded(split: &Btf, base_types: u32) -> Vec<bool> {
    let mut marks = vec![false; base_types as usize];
    for t in split.types().filter(|t| t.kind().is_composite()) {
        for m in t.members() {
            let mut at = m.type_id;
            // As in libbpf, but with a limit: chains of a damaged blob may be circles.
            for _ in 0..btf::MAX_RESOLVE_STEPS * 4 {
                let Some(t) = split.get(at) else { break };
                at = match t.kind() {
                    Const | Restrict | Volatile | Typedef | TypeTag => TypeId(t.size_or_type()),
                    Array => t.array().map_or(TypeId::VOID, |a| a.element),
                    Struct | Union => {
                        if let Some(mark) = marks.get_mut(at.0 as usize) {
                            *mark = true;
                        }
                        break;
                    }
                    Int | Ptr | Enum | Fwd | Func | FuncProto | Var | DataSec | Float | DeclTag | Enum64 | LocParam
                    | LocProto | LocSec | Unknown(_) => break,
                };
            }
        }
    }
    marks
}

/// The types of the kernel that could be the counterpart of one type of the base.
#[derive(Default)]
struct Candidates {
    fit: Vec<TypeId>,
    other_size: Vec<TypeId>,
}

fn candidates(base: &Btf, kernel: &Btf, embedded: &[bool]) -> HashMap<u32, Candidates> {
    let mut wanted: HashMap<&[u8], Vec<Type<'_>>> = HashMap::new();
    for t in base.all_types().filter(is_distilled) {
        wanted.entry(t.name_bytes()).or_default().push(t);
    }
    // How many structs and unions share a name, by the name's offset: each name is stored once.
    let mut shared: HashMap<u32, u32> = HashMap::new();
    for t in kernel.all_types().filter(|t| t.kind().is_composite() && t.name_offset().0 != 0) {
        *shared.entry(t.name_offset().0).or_default() += 1;
    }
    let mut found: HashMap<u32, Candidates> = HashMap::new();
    for real in kernel.all_types() {
        let kind = real.kind();
        let by_size = match kind {
            Int | Float | Enum | Enum64 => true,
            Struct | Union => shared.get(&real.name_offset().0).is_some_and(|&n| n > 1),
            Fwd => false,
            Ptr | Array | Typedef | Volatile | Const | Restrict | Func | FuncProto | Var | DataSec | DeclTag
            | TypeTag | LocParam | LocProto | LocSec | Unknown(_) => continue,
        };
        for t in wanted.get(real.name_bytes()).into_iter().flatten() {
            let id = t.id().0;
            let same_size = t.size_or_type() == real.size_or_type();
            let must = by_size || t.kind().is_composite() && embedded.get(id as usize).copied().unwrap_or(false);
            if !fits(t, &real) {
                continue;
            }
            let of = found.entry(id).or_default();
            if must && !same_size { of.other_size.push(real.id()) } else { of.fit.push(real.id()) }
        }
    }
    found
}

/// True if a kernel's type may be the counterpart of a type of the distilled base.
fn fits(t: &Type<'_>, real: &Type<'_>) -> bool {
    match t.kind() {
        // libbpf looks at the flag of the kernel's type even if that is a struct or union, where the flag has another
        // meaning (bitfields).
        Fwd => match real.kind() {
            Fwd => t.kind_flag() == real.kind_flag(),
            Struct => !real.kind_flag(),
            Union => real.kind_flag(),
            _ => false,
        },
        Int => real.kind() == Kind::Int && t.int().map(|i| i.encoding) == real.int().map(|i| i.encoding),
        Float => real.kind() == Kind::Float,
        Enum => matches!(real.kind(), Kind::Enum | Kind::Enum64),
        // libbpf does not look at the kernel's kind.
        Struct | Union => true,
        _ => false,
    }
}

/// The split blob, with ids and names of the kernel in place of ids and names of the distilled base.
fn rewritten(
    split: &Btf,
    base: &Btf,
    kernel: &Btf,
    table: &[Mapping],
    names: &HashMap<u32, u32>,
    missing: &mut Vec<StringOffset>,
) -> Option<Vec<u8>> {
    let mut blob = split.bytes().to_vec();
    let endian = split.endian();
    for t in split.types().filter(|t| !matches!(t.kind(), Kind::Unknown(_))) {
        for field in t.fields() {
            let Some(old) = endian.u32_at(split.bytes(), field.range.start) else { continue };
            let new = match field.part.name {
                name if name.is_type_id() => match old {
                    0 => 0,
                    id if id >= base.type_cnt() => (id - base.type_cnt()).checked_add(kernel.type_cnt())?,
                    // Types without a counterpart become void here; the table has the reason.
                    id => table.get(id as usize - 1).and_then(|m| m.real.clone().ok()).map_or(0, |id| id.0),
                },
                FieldName::NameOff => match old {
                    0 => 0,
                    at if at >= base.strings_end() => (at - base.strings_end()).checked_add(kernel.strings_end())?,
                    at => match names.get(&at) {
                        Some(&new) => new,
                        None => {
                            missing.push(StringOffset(at));
                            0
                        }
                    },
                },
                _ => continue,
            };
            let bytes = match endian {
                Endian::Little => new.to_le_bytes(),
                Endian::Big => new.to_be_bytes(),
            };
            blob.get_mut(field.range.as_usize())?.copy_from_slice(bytes.get(..field.range.len() as usize)?);
        }
    }
    Some(blob)
}
