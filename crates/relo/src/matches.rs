//! `type_matches`: types compared down to their last member (libbpf `__bpf_core_types_match`).

use btf::Kind::*;
use btf::{Btf, Kind, StringOffset, Type, TypeId};

use crate::compat::MAX_DEPTH;
use crate::problem::{Problem, Reason};
use crate::trace::{Fit, Rule, Search};
use crate::types::{essential_name, skip};

/// Whether two types match. Structs and unions behind a pointer match if they have the same name and kind; there, a
/// forward declaration counts as the kind that it declares.
pub(crate) fn types(
    search: &mut Search<'_>,
    local: TypeId,
    target: TypeId,
    behind_pointer: bool,
    level: u32,
) -> Result<Fit, Problem> {
    if level == 0 {
        return Err(Problem::invalid(Reason::TooDeep));
    }
    let (mut local, mut target, mut behind) = (local, target, behind_pointer);
    for _ in 0..MAX_DEPTH {
        search.step()?;
        let (lid, l) = skip(search.local, local)?;
        let (tid, t) = skip(search.target, target)?;
        search.names(l.name(), t.name())?;
        if !same_name(l.name(), t.name()) {
            return Ok(Err(Rule::Names { local: lid, target: tid }));
        }
        let kinds = Err(Rule::Kinds { local: lid, target: tid });
        let (Some(a), Some(b)) = (l.some(), t.some()) else {
            return Ok(match l.kind() == t.kind() {
                true => Ok(()),
                false if l.kind() == Some(Kind::Float) => Err(Rule::Never { kind: l.kind() }),
                false => kinds,
            });
        };
        let same = a.kind() == b.kind();
        match a.kind() {
            Fwd => return Ok(forward(a, b, behind)),
            Enum | Enum64 => {
                return if b.kind().is_any_enum() { enums(search, a, b) } else { Ok(kinds) };
            }
            Struct | Union if behind => {
                let fwd = b.kind() == Kind::Fwd && (a.kind() == Kind::Union) == b.kind_flag();
                return Ok(match (same || fwd, b.kind()) {
                    (true, _) => Ok(()),
                    (false, Fwd) => Err(Rule::Forward { local: lid, target: tid }),
                    (false, _) => kinds,
                });
            }
            Struct | Union if same => return composites(search, a, b, behind, level),
            Int if same => {
                let of = |t: Type<'_>| (t.size_or_type(), t.int().is_some_and(|i| i.is_signed()));
                return Ok(if of(a) == of(b) { Ok(()) } else { Err(Rule::Ints { local: lid, target: tid }) });
            }
            Ptr if same => {
                behind = true;
                (local, target) = (TypeId(a.size_or_type()), TypeId(b.size_or_type()));
            }
            Array if same => {
                let (Some(a), Some(b)) = (a.array(), b.array()) else { return Ok(kinds) };
                if a.nelems != b.nelems {
                    return Ok(Err(Rule::Lengths { local: a.nelems, target: b.nelems }));
                }
                (local, target) = (a.element, b.element);
            }
            FuncProto if same => {
                if a.item_count() != b.item_count() {
                    return Ok(Err(Rule::Params { local: a.item_count(), target: b.item_count() }));
                }
                for (p, q) in a.params().zip(b.params()) {
                    let fit = types(search, p.type_id, q.type_id, behind, level - 1)?;
                    if fit.is_err() {
                        return Ok(fit);
                    }
                }
                (local, target) = (TypeId(a.size_or_type()), TypeId(b.size_or_type()));
            }
            Struct | Union | Int | Ptr | Array | FuncProto => return Ok(kinds),
            kind @ (Kind::Typedef
            | Volatile
            | Const
            | Restrict
            | Func
            | Var
            | DataSec
            | Float
            | DeclTag
            | TypeTag
            | LocParam
            | LocProto
            | LocSec
            | Unknown(_)) => return Ok(Err(Rule::Never { kind: Some(kind) })),
        }
    }
    Err(Problem::invalid(Reason::TooDeep))
}

/// Names without flavours (libbpf `bpf_core_names_match`); an empty name in the target matches only an empty local
/// name.
fn same_name(local: &[u8], target: &[u8]) -> bool {
    if target.is_empty() { local.is_empty() } else { essential_name(local) == essential_name(target) }
}

fn same_item(search: &mut Search<'_>, local: StringOffset, target: StringOffset) -> Result<bool, Problem> {
    fn name(btf: &Btf, at: StringOffset) -> &[u8] {
        btf.string_bytes(at).unwrap_or_default()
    }
    let (local, target) = (name(search.local, local), name(search.target, target));
    search.names(local, target)?;
    Ok(same_name(local, target))
}

/// The rule for a local forward declaration.
fn forward(a: Type<'_>, b: Type<'_>, behind: bool) -> Fit {
    let (local, target) = (a.id(), b.id());
    let wanted = if a.kind_flag() { Kind::Union } else { Kind::Struct };
    match b.kind() {
        Fwd if a.kind_flag() == b.kind_flag() => Ok(()),
        Fwd => Err(Rule::Forward { local, target }),
        kind if behind && kind == wanted => Ok(()),
        _ => Err(Rule::Kinds { local, target }),
    }
}

/// libbpf `bpf_core_enums_match`.
fn enums(search: &mut Search<'_>, a: Type<'_>, b: Type<'_>) -> Result<Fit, Problem> {
    if a.size_or_type() != b.size_or_type() {
        return Ok(Err(Rule::EnumSizes { local: a.size_or_type(), target: b.size_or_type() }));
    }
    if a.item_count() > b.item_count() {
        return Ok(Err(Rule::Fewer { local: a.item_count(), target: b.item_count() }));
    }
    for e in a.enumerators() {
        let mut found = false;
        for f in b.enumerators() {
            search.step()?;
            if same_item(search, e.name_offset, f.name_offset)? {
                found = true;
                break;
            }
        }
        if !found {
            return Ok(Err(Rule::Enumerator { within: a.id(), index: e.index.0 }));
        }
    }
    Ok(Ok(()))
}

/// libbpf `bpf_core_composites_match`.
fn composites(search: &mut Search<'_>, a: Type<'_>, b: Type<'_>, behind: bool, level: u32) -> Result<Fit, Problem> {
    if a.item_count() > b.item_count() {
        return Ok(Err(Rule::Fewer { local: a.item_count(), target: b.item_count() }));
    }
    for m in a.members() {
        let (mut found, mut why) = (false, None);
        for n in b.members() {
            search.step()?;
            if !same_item(search, m.name_offset, n.name_offset)? {
                continue;
            }
            match types(search, m.type_id, n.type_id, behind, level - 1)? {
                Ok(()) => {
                    found = true;
                    break;
                }
                Err(rule) => why = Some(Box::new(rule)),
            }
        }
        if !found {
            return Ok(Err(Rule::Member { within: a.id(), index: m.index.0, why }));
        }
    }
    Ok(Ok(()))
}
