//! The fields of a struct or union as CO-RE finds them: the members of an anonymous member count as members of the
//! struct or union itself.

use btf::{Btf, Budget, Kind, MemberIndex, Stopped, TypeId};

/// A field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Field {
    /// Its path from the struct, without unnamed structs and unions: `mm`, `a.b`, `list[].next`. Any other member
    /// without a name is `#` and its index: `#3`.
    pub(crate) path: String,
    /// The struct or union that has it as a direct member.
    pub(crate) parent: TypeId,
    /// Its index in `parent`.
    pub(crate) index: MemberIndex,
    pub(crate) type_id: TypeId,
    /// Bits from the start of the outermost struct.
    pub(crate) offset: u64,
    /// Its width in bits, if it is a bitfield.
    pub(crate) bitfield: Option<u32>,
    /// Its size in bytes, if known.
    pub(crate) size: Option<u32>,
    /// True if its type is an anonymous struct or union, whose members follow as fields of their own.
    pub(crate) open: bool,
}

/// Bytes of memory for a field, without its path.
const EACH: u64 = std::mem::size_of::<Field>() as u64;
/// The most levels of anonymous types that are opened.
const DEEPEST: usize = 32;

/// The anonymous struct or union behind qualifiers and arrays, and whether arrays were crossed.
fn anonymous(btf: &Btf, id: TypeId) -> Option<(TypeId, bool)> {
    let (mut at, mut arrays) = (btf.skip_qualifiers(id), false);
    for _ in 0..btf::MAX_RESOLVE_STEPS {
        let t = btf.get(at)?;
        match t.kind() {
            Kind::Array => at = btf.skip_qualifiers(t.array()?.element),
            Kind::Struct | Kind::Union if t.is_anonymous() => return Some((at, arrays)),
            _ => return None,
        }
        arrays = true;
    }
    None
}

/// All fields in file order. The fields of an unnamed struct or union take its place; the fields of a named member of
/// an anonymous type follow the member.
///
/// # Errors
/// When the budget is spent: anonymous types may hold each other many times over.
pub(crate) fn fields(btf: &Btf, id: TypeId, budget: &Budget) -> Result<Vec<Field>, Stopped> {
    let (fields, result) = first_fields(btf, id, budget);
    result.map(|()| fields)
}

/// The fields that the budget has room for, and an error if there are more.
pub(crate) fn first_fields(btf: &Btf, id: TypeId, budget: &Budget) -> (Vec<Field>, Result<(), Stopped>) {
    let mut out = Vec::new();
    let result = collect(btf, "", 0, &mut vec![id], budget, &mut out);
    (out, result)
}

/// Adds the fields of the last type in `within`. The types in `within` are nested in each other; the last one starts at
/// bit `from` of the first. A type that is nested in itself, which only a damaged file has, gets no fields.
fn collect(
    btf: &Btf,
    prefix: &str,
    from: u64,
    within: &mut Vec<TypeId>,
    budget: &Budget,
    out: &mut Vec<Field>,
) -> Result<(), Stopped> {
    let Some(t) = within.last().and_then(|&id| btf.get(id)) else { return Ok(()) };
    for m in t.members() {
        budget.step()?;
        let bits = m.bits();
        let offset = from.saturating_add(bits.offset.into());
        let inner = anonymous(btf, m.type_id).filter(|(id, _)| within.len() <= DEEPEST && !within.contains(id));
        let name = m.name();
        if let (true, Some((inner, false))) = (name.is_empty(), inner) {
            within.push(inner);
            collect(btf, prefix, offset, within, budget, out)?;
            within.pop();
            continue;
        }
        let name = if name.is_empty() { format!("#{}", m.index.0) } else { name.to_owned() };
        let path = if prefix.is_empty() { name } else { format!("{prefix}.{name}") };
        budget.bytes(EACH + path.len() as u64)?;
        let size = btf.size_of(m.type_id).ok();
        let open = inner.is_some();
        let below = inner.map(|(id, arrays)| (id, if arrays { format!("{path}[]") } else { path.clone() }));
        out.push(Field {
            path,
            parent: t.id(),
            index: m.index,
            type_id: m.type_id,
            offset,
            bitfield: bits.bitfield,
            size,
            open,
        });
        if let Some((inner, path)) = below {
            within.push(inner);
            collect(btf, &path, offset, within, budget, out)?;
            within.pop();
        }
    }
    Ok(())
}
