//! The fields of a struct or union as CO-RE finds them: those of anonymous members as its own.

use btf::{Btf, Kind, MemberIndex, TypeId};

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

/// More fields than any struct has; in a damaged file anonymous types may hold each other many times over.
const MOST: usize = 1 << 16;
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
pub(crate) fn fields(btf: &Btf, id: TypeId) -> Vec<Field> {
    let mut out = Vec::new();
    let mut looked = 0;
    collect(btf, id, "", 0, 0, &mut looked, &mut out);
    out
}

fn collect(btf: &Btf, id: TypeId, prefix: &str, from: u64, depth: u32, looked: &mut usize, out: &mut Vec<Field>) {
    let Some(t) = btf.get(id) else { return };
    for m in t.members() {
        *looked += 1;
        if *looked > MOST {
            return;
        }
        let bits = m.bits();
        let offset = from.saturating_add(bits.offset.into());
        let inner = anonymous(btf, m.type_id).filter(|_| depth < DEEPEST);
        let name = m.name();
        if let (true, Some((inner, false))) = (name.is_empty(), inner) {
            collect(btf, inner, prefix, offset, depth + 1, looked, out);
            continue;
        }
        let name = if name.is_empty() { format!("#{}", m.index.0) } else { name.to_owned() };
        let path = if prefix.is_empty() { name } else { format!("{prefix}.{name}") };
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
            collect(btf, inner, &path, offset, depth + 1, looked, out);
        }
    }
}
