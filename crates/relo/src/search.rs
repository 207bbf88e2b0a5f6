//! Finds the local path in a candidate (libbpf `bpf_core_spec_match`, `bpf_core_match_member`).
//!
//! libbpf fills one spec while it searches. When an anonymous member has a member of the right name but the wrong type,
//! the search goes on outside of the anonymous member, but the steps into it stay in the spec. The same happens here.

use btf::TypeId;

use crate::compat::{self, MAX_DEPTH};
use crate::matches;
use crate::problem::{Errno, Problem, Reason};
use crate::spec::{Accessor, MAX_SPEC_LEN, Spec, bits_of, index_of, member};
use crate::trace::{Event, Search};
use crate::types::{essential_name, size, skip};
use crate::{CoreGroup, CoreKind};

/// Matches a candidate, and fills in its spec as far as it matches. `false`: it does not match.
pub(crate) fn candidate(search: &mut Search<'_>, local: &Spec, found: &mut Spec) -> Result<bool, Problem> {
    match local.kind.group() {
        CoreGroup::Type => {
            let fit = match local.kind {
                CoreKind::TypeMatches => matches::types(search, local.root, found.root, false, MAX_DEPTH)?,
                _ => compat::types(search, local.root, found.root, MAX_DEPTH)?,
            };
            let matched = fit.is_ok();
            search.note(Event::Types { rule: fit.err() });
            Ok(matched)
        }
        CoreGroup::Enum => enumerator(search, local, found),
        CoreGroup::Field => field(search, local, found),
    }
}

fn enumerator(search: &mut Search<'_>, local: &Spec, found: &mut Spec) -> Result<bool, Problem> {
    let (id, ty) = skip(search.target, found.root)?;
    let Some(t) = ty.some().filter(|t| t.kind().is_any_enum()) else {
        search.note(Event::NotEnum { id });
        return Ok(false);
    };
    let name = local.accessors.first().and_then(|a| a.name).and_then(|n| search.local.string_bytes(n));
    let wanted = essential_name(name.unwrap_or_default());
    for e in t.enumerators() {
        search.step()?;
        let name = search.target.string_bytes(e.name_offset).unwrap_or_default();
        search.names(wanted, name)?;
        if essential_name(name) == wanted {
            let index = index_of(e.index);
            found.accessors.push(Accessor { type_id: id, index, name: Some(e.name_offset) });
            found.raw.push(index);
            search.note(Event::Enumerator { id, index: e.index.0 });
            return Ok(true);
        }
    }
    search.note(Event::NoEnumerator { id });
    Ok(false)
}

fn field(search: &mut Search<'_>, local: &Spec, found: &mut Spec) -> Result<bool, Problem> {
    let mut at = found.root;
    for (i, accessor) in local.accessors.iter().enumerate() {
        let (id, ty) = skip(search.target, at)?;
        at = id;
        search.note(Event::Step { accessor: i, within: id });
        if accessor.name.is_some() {
            match named(search, accessor, id, found)? {
                Some(next) => at = next,
                None => return Ok(false),
            }
            continue;
        }
        // The first accessor is the root's index. As in libbpf, any index is allowed, and the root need be no array.
        if i > 0 {
            let Some(array) = ty.some().and_then(|t| t.array()) else {
                search.note(Event::NotArray { id });
                return Ok(false);
            };
            let flexible = found.ends_flexible(search.target, array.nelems);
            let inside = u32::try_from(accessor.index).is_ok_and(|i| i < array.nelems);
            if !flexible && !inside {
                search.note(Event::Beyond { id, index: accessor.index, nelems: array.nelems });
                return Ok(false);
            }
            search.note(Event::Element { id, index: accessor.index, flexible });
            at = skip(search.target, array.element)?.0;
        }
        if found.raw.len() == MAX_SPEC_LEN {
            return Err(Problem::new(Errno::TooBig, Reason::LongAccess));
        }
        found.accessors.push(Accessor { type_id: at, index: accessor.index, name: None });
        found.raw.push(accessor.index);
        found.bit_offset = found.bit_offset.wrapping_add(bits_of(accessor.index, size(search.target, at)?));
    }
    Ok(true)
}

/// The type of the member with the accessor's name in `within`, if there is such a member and its type is compatible.
fn named(
    search: &mut Search<'_>,
    accessor: &Accessor,
    within: TypeId,
    found: &mut Spec,
) -> Result<Option<TypeId>, Problem> {
    let Some((_, local)) = member(search.local, accessor) else {
        return Err(Problem::invalid(Reason::Broken(accessor.type_id)));
    };
    let name = search.local.string_bytes(local.name_offset).unwrap_or_default();
    match in_composite(search, name, local.type_id, within, found)? {
        Looked::Match(next) => Ok(Some(next)),
        Looked::None { misfit } => {
            if !misfit {
                search.note(Event::Missing { within });
            }
            Ok(None)
        }
    }
}

enum Looked {
    Match(TypeId),
    /// No member fits. `misfit`: a member has the name, but another type.
    None {
        misfit: bool,
    },
}

fn in_composite(
    search: &mut Search<'_>,
    name: &[u8],
    local_type: TypeId,
    within: TypeId,
    found: &mut Spec,
) -> Result<Looked, Problem> {
    let (within, ty) = skip(search.target, within)?;
    let Some(t) = ty.some().filter(|t| t.kind().is_composite()) else {
        search.note(Event::NotComposite { id: within });
        return Ok(Looked::None { misfit: false });
    };
    let mut misfit_inside = false;
    for m in t.members() {
        search.step()?;
        // This limit also ends the recursion.
        if found.raw.len() == MAX_SPEC_LEN {
            return Err(Problem::new(Errno::TooBig, Reason::LongAccess));
        }
        let index = m.index.0;
        found.bit_offset = found.bit_offset.wrapping_add(m.bit_offset());
        found.raw.push(index_of(m.index));
        let member_name = search.target.string_bytes(m.name_offset).unwrap_or_default();
        search.names(name, member_name)?;
        if member_name.is_empty() {
            search.note(Event::Entered { within, index });
            match in_composite(search, name, local_type, m.type_id, found)? {
                Looked::None { misfit } => misfit_inside |= misfit,
                matched => return Ok(matched),
            }
            search.note(Event::Left);
        } else if member_name == name {
            search.note(Event::Found { within, index });
            return match compat::fields(search, local_type, m.type_id)? {
                Ok(()) => {
                    let accessor = Accessor { type_id: within, index: index_of(m.index), name: Some(m.name_offset) };
                    found.accessors.push(accessor);
                    Ok(Looked::Match(m.type_id))
                }
                Err(rule) => {
                    search.note(Event::Misfit { within, index, rule });
                    Ok(Looked::None { misfit: true })
                }
            };
        } else {
            search.note(Event::Compared { within, index });
        }
        found.bit_offset = found.bit_offset.wrapping_sub(m.bit_offset());
        found.raw.pop();
    }
    Ok(Looked::None { misfit: misfit_inside })
}
