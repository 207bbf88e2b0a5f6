//! The pointers, arrays and qualifiers between a type and the struct, union, enum or prototype behind them.

use btf::{Btf, Kind, MAX_RESOLVE_STEPS, TypeId};

/// The pointers and arrays between a type and the struct, union, enum or prototype behind them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Crossing {
    /// The type at the end.
    pub target: TypeId,
    /// Pointers crossed.
    pub pointers: u32,
    /// Array dimensions crossed after the last pointer: element 0 of each.
    pub arrays: u32,
    /// Array dimensions crossed before the first pointer.
    pub arrays_before: u32,
}

/// Follows qualifiers, typedefs, pointers and arrays from `id` to a type with items, or to the end of the chain.
pub fn cross(btf: &Btf, id: TypeId) -> Crossing {
    let mut c = Crossing { target: id, ..Crossing::default() };
    for _ in 0..MAX_RESOLVE_STEPS {
        let resolved = btf.resolve(c.target);
        c.target = resolved;
        let Some(t) = btf.get(resolved) else { return c };
        match t.kind() {
            Kind::Ptr => {
                c.pointers += 1;
                c.arrays = 0;
                c.target = TypeId(t.size_or_type());
            }
            Kind::Array => {
                if c.pointers == 0 {
                    c.arrays_before += 1;
                }
                c.arrays += 1;
                c.target = t.array().map_or(TypeId::VOID, |a| a.element);
            }
            Kind::Func | Kind::Var => c.target = TypeId(t.size_or_type()),
            _ => return c,
        }
    }
    c
}
