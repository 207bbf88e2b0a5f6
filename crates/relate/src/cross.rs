//! The pointers, arrays, typedefs and qualifiers between a type and the struct, union, enum or prototype behind them.

use btf::{Btf, Kind, MAX_RESOLVE_STEPS, TypeId};

/// The pointers and arrays between a type and the struct, union, enum or prototype behind them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Crossing {
    /// The type at the end.
    pub target: TypeId,
    /// Pointers crossed.
    pub pointers: u32,
    /// Array dimensions crossed after the last pointer, or all of them if there is no pointer. Each dimension is
    /// crossed at its element 0.
    pub arrays: u32,
    /// Array dimensions crossed before the first pointer, or all of them if there is no pointer.
    pub arrays_before: u32,
}

/// Follows qualifiers, typedefs, pointers and arrays, and the types of functions and variables, from `id` to a type
/// with items or to the end of the chain. Stops after [`MAX_RESOLVE_STEPS`] pointers, arrays, functions and variables.
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
