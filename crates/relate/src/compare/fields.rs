//! The fields of a struct or union as CO-RE finds them: those of anonymous members as its own.

use btf::{Btf, Budget, Kind, MemberIndex, Stopped, TypeId};

/// A field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Field {
    /// Its path from the struct, anonymous members left out: `mm`, `a.b`, `list[].next`.
    pub(crate) path: String,
    /// The struct or union that has it as its member.
    pub(crate) parent: TypeId,
    /// Which of its members.
    pub(crate) index: MemberIndex,
    pub(crate) type_id: TypeId,
    /// Bits from the start of the outermost struct.
    pub(crate) offset: u64,
    /// Bits of a bitfield.
    pub(crate) bitfield: Option<u32>,
    /// Bytes, where they are known.
    pub(crate) size: Option<u32>,
    /// Its type is an anonymous struct or union, whose members follow as fields of their own.
    pub(crate) open: bool,
}

/// What a field takes beside its path, in bytes.
const EACH: u64 = std::mem::size_of::<Field>() as u64;
/// How deep anonymous types nest.
const DEEPEST: u32 = 32;

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

/// All fields, in file order, those of an anonymous member in its place.
///
/// # Errors
/// When the budget is spent: anonymous types may hold each other many times over.
pub(crate) fn fields(btf: &Btf, id: TypeId, budget: &Budget) -> Result<Vec<Field>, Stopped> {
    let (fields, result) = first_fields(btf, id, budget);
    result.map(|()| fields)
}

/// The fields that the budget has room for, and whether those are all.
pub(crate) fn first_fields(btf: &Btf, id: TypeId, budget: &Budget) -> (Vec<Field>, Result<(), Stopped>) {
    let mut out = Vec::new();
    let result = collect(btf, id, "", (0, 0), budget, &mut out);
    (out, result)
}

/// The fields of a type at a bit, so many anonymous types deep.
fn collect(
    btf: &Btf,
    id: TypeId,
    prefix: &str,
    (from, depth): (u64, u32),
    budget: &Budget,
    out: &mut Vec<Field>,
) -> Result<(), Stopped> {
    let Some(t) = btf.get(id) else { return Ok(()) };
    for m in t.members() {
        budget.step()?;
        let bits = m.bits();
        let offset = from.saturating_add(bits.offset.into());
        let inner = anonymous(btf, m.type_id).filter(|_| depth < DEEPEST);
        let name = m.name();
        if let (true, Some((inner, false))) = (name.is_empty(), inner) {
            collect(btf, inner, prefix, (offset, depth + 1), budget, out)?;
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
            parent: id,
            index: m.index,
            type_id: m.type_id,
            offset,
            bitfield: bits.bitfield,
            size,
            open,
        });
        if let Some((inner, path)) = below {
            collect(btf, inner, &path, (offset, depth + 1), budget, out)?;
        }
    }
    Ok(())
}
