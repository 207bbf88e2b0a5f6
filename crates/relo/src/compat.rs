//! The rules by which fields, and whole types, count as compatible.

use btf::Kind::*;
use btf::{Btf, Kind, TypeId};

use crate::problem::{Problem, Reason};
use crate::trace::{Fit, Rule, Search};
use crate::types::{Ty, essential_name, kinds_fit, skip};

/// The most levels of nested types that are compared (libbpf: 32).
pub(crate) const MAX_DEPTH: u32 = 32;

/// Whether a target's field may be read in the place of the local one (libbpf `bpf_core_fields_are_compat`).
pub(crate) fn fields(search: &mut Search<'_>, local: TypeId, target: TypeId) -> Result<Fit, Problem> {
    let (mut local, mut target) = (local, target);
    loop {
        search.step()?;
        let (local_id, l) = skip(search.local, local)?;
        let (target_id, t) = skip(search.target, target)?;
        let (lk, tk) = (l.kind(), t.kind());
        if lk.is_some_and(Kind::is_composite) && tk.is_some_and(Kind::is_composite) {
            return Ok(Ok(()));
        }
        if !kinds_fit(lk, tk) {
            return Ok(Err(Rule::Kinds { local: local_id, target: target_id }));
        }
        return Ok(match (lk, l.some(), t.some()) {
            (Some(Ptr | Float), ..) => Ok(()),
            (Some(Fwd | Enum | Enum64), ..) => {
                let (a, b) = (essential_name(l.name()), essential_name(t.name()));
                match a.is_empty() || b.is_empty() || a == b {
                    true => Ok(()),
                    false => Err(Rule::Names { local: local_id, target: target_id }),
                }
            }
            (Some(Int), Some(a), Some(b)) => int_offsets(a, b, local_id, target_id),
            (Some(Array), Some(a), Some(b)) => {
                let (Some(a), Some(b)) = (a.array(), b.array()) else { return Ok(Err(Rule::Never { kind: lk })) };
                (local, target) = (a.element, b.element);
                continue;
            }
            (
                None
                | Some(
                    Int | Array | Struct | Union | Typedef | Volatile | Const | Restrict | Func | FuncProto | Var
                    | DataSec | DeclTag | TypeTag | LocParam | LocProto | LocSec | Unknown(_),
                ),
                ..,
            ) => Err(Rule::Never { kind: lk }),
        });
    }
}

fn int_offsets(a: btf::Type<'_>, b: btf::Type<'_>, local: TypeId, target: TypeId) -> Fit {
    let offset = |t: btf::Type<'_>| t.int().map_or(0, |i| i.offset);
    if offset(a) == 0 && offset(b) == 0 { Ok(()) } else { Err(Rule::IntOffset { local, target }) }
}

/// Whether a type of an object and one of a kernel are compatible, apart from their names and those of nested types.
/// libbpf compares the prototypes of kernel functions and the types of kernel variables in this way
/// (`bpf_core_types_are_compat`).
///
/// # Errors
/// When an id has no type, when a chain of qualifiers and typedefs never ends, when the types are nested over 32 levels
/// deep, and when the comparison takes over a million steps.
pub fn types_compatible(local: &Btf, id: TypeId, kernel: &Btf, kernel_id: TypeId) -> Result<bool, Problem> {
    types(&mut Search::new(local, kernel, false), id, kernel_id, MAX_DEPTH).map(|fit| fit.is_ok())
}

/// Whether whole types are compatible, names aside (libbpf `__bpf_core_types_are_compat`).
pub(crate) fn types(search: &mut Search<'_>, local: TypeId, target: TypeId, level: u32) -> Result<Fit, Problem> {
    // The kinds of the roots are compared without resolving: a typedef matches only typedefs.
    let roots = (Ty::get(search.local, local)?.kind(), Ty::get(search.target, target)?.kind());
    if !kinds_fit(roots.0, roots.1) {
        return Ok(Err(Rule::Kinds { local, target }));
    }
    let (mut local, mut target) = (local, target);
    for _ in 0..MAX_DEPTH {
        search.step()?;
        let (local_id, l) = skip(search.local, local)?;
        let (target_id, t) = skip(search.target, target)?;
        if !kinds_fit(l.kind(), t.kind()) {
            return Ok(Err(Rule::Kinds { local: local_id, target: target_id }));
        }
        let (Some(a), Some(b)) = (l.some(), t.some()) else { return Ok(Ok(())) };
        match a.kind() {
            Struct | Union | Enum | Enum64 | Fwd => return Ok(Ok(())),
            Int => return Ok(int_offsets(a, b, local_id, target_id)),
            Ptr => (local, target) = (TypeId(a.size_or_type()), TypeId(b.size_or_type())),
            Array => {
                let (Some(a), Some(b)) = (a.array(), b.array()) else { return Ok(Err(Rule::Never { kind: l.kind() })) };
                (local, target) = (a.element, b.element);
            }
            FuncProto => {
                if a.item_count() != b.item_count() {
                    return Ok(Err(Rule::Params { local: a.item_count(), target: b.item_count() }));
                }
                for (p, q) in a.params().zip(b.params()) {
                    if level == 0 {
                        return Err(Problem::invalid(Reason::TooDeep));
                    }
                    let (p, _) = skip(search.local, p.type_id)?;
                    let (q, _) = skip(search.target, q.type_id)?;
                    let fit = types(search, p, q, level - 1)?;
                    if fit.is_err() {
                        return Ok(fit);
                    }
                }
                local = skip(search.local, TypeId(a.size_or_type()))?.0;
                target = skip(search.target, TypeId(b.size_or_type()))?.0;
            }
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
