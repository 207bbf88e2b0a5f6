//! Whether two types are equal in a comparison of prototypes (pahole `types__match`): structs, unions, enums and
//! typedefs by name only.

use std::collections::HashSet;

use btf::Kind;

use crate::records::{Records, forward_kind};

/// The most pairs of types in a comparison.
const MOST: usize = 10_000;

/// Compares the types of two prototypes; `left` is how many more pairs may be compared in total.
pub(super) fn same(r: &Records, a: u32, b: u32, left: &mut u64) -> bool {
    if a == b {
        return true;
    }
    let mut pairs = vec![(a, b)];
    let mut seen = HashSet::new();
    while let Some((a, b)) = pairs.pop() {
        if a == b || !seen.insert((a, b)) {
            continue;
        }
        *left = left.saturating_sub(1);
        if seen.len() > MOST || *left == 0 || !pair(r, a, b, &mut pairs) {
            return false;
        }
    }
    true
}

/// Compares two types, and adds the pairs to compare next.
fn pair(r: &Records, a: u32, b: u32, pairs: &mut Vec<(u32, u32)>) -> bool {
    let (x, y) = (standing_for(r, a), standing_for(r, b));
    if x != y {
        // A CONST on one side only is skipped. So void equals `const void`, and no other type but itself.
        return match (x, y) {
            (Kind::Const, _) => push(pairs, r.third(a), b),
            (_, Kind::Const) => push(pairs, a, r.third(b)),
            _ => false,
        };
    }
    let named = r.name(a) == r.name(b);
    let (p, q) = (r.rest(a), r.rest(b));
    match x {
        Kind::Int => named && r.third(a) == r.third(b) && p == q,
        Kind::Float => named && r.third(a) == r.third(b),
        Kind::Typedef | Kind::Struct | Kind::Union | Kind::Enum | Kind::Enum64 => named,
        Kind::Ptr | Kind::Volatile | Kind::Const | Kind::Restrict | Kind::TypeTag => {
            push(pairs, r.third(a), r.third(b))
        }
        Kind::Array => match (p, q) {
            ([of, _, count], [other, _, other_count]) => count == other_count && push(pairs, *of, *other),
            _ => false,
        },
        Kind::FuncProto => {
            pairs.push((r.third(a), r.third(b)));
            pairs.extend(p.chunks_exact(2).zip(q.chunks_exact(2)).map(|(p, q)| (p[1], q[1])));
            p.len() == q.len()
        }
        _ => false,
    }
}

fn push(pairs: &mut Vec<(u32, u32)>, a: u32, b: u32) -> bool {
    pairs.push((a, b));
    true
}

/// The kind; for a forward declaration, that of the declared type.
fn standing_for(r: &Records, id: u32) -> Kind {
    match r.kind(id) {
        Kind::Fwd => forward_kind(r.info(id)),
        kind => kind,
    }
}
