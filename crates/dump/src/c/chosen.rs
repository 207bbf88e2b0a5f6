//! C of chosen types of any kind.

use std::collections::HashSet;

use btf::Kind::*;
use btf::{Btf, TypeId};

use super::file::{CFileOptions, c_with_dependencies};
use super::one::{COptions, c_type};
use crate::token::{Print, Sink};

/// Prints these types and the types needed to compile them. Functions, variables and sections, for which bpftool's
/// `root_id` prints nothing, are declared at the end, after the types that their declarations name.
pub fn c_of<S: Sink + ?Sized>(btf: &Btf, ids: &[TypeId], sink: &mut S, options: &CFileOptions) {
    let mut roots = Vec::new();
    let mut declared = Vec::new();
    for &id in ids {
        match btf.kind(id) {
            Some(Func | Var | DataSec) => {
                roots.extend(named_in(btf, id));
                declared.push(id);
            }
            None
            | Some(
                Int | Ptr | Array | Struct | Union | Enum | Fwd | Typedef | Volatile | Const | Restrict | FuncProto
                | Float | DeclTag | TypeTag | Enum64 | LocParam | LocProto | LocSec | Unknown(_),
            ) => roots.push(id),
        }
    }
    c_with_dependencies(btf, &roots, sink, options);
    for id in declared {
        sink.text("\n");
        c_type(btf, id, sink, &COptions { portable: options.portable, raw_names: options.raw_names });
    }
}

/// The types that the declaration of a function, variable or section names, also behind pointers, arrays, qualifiers
/// and prototypes.
fn named_in(btf: &Btf, id: TypeId) -> Vec<TypeId> {
    let mut named = Vec::new();
    let mut seen = HashSet::from([id]);
    let mut next = vec![id];
    while let Some(t) = next.pop().and_then(|id| btf.get(id)) {
        let mut go = |id: TypeId| {
            if !id.is_void() && seen.insert(id) && btf.get(id).is_some() {
                next.push(id);
            }
        };
        match t.kind() {
            DataSec => t.vars().for_each(|v| go(v.type_id)),
            Array => t.array().into_iter().for_each(|a| go(a.element)),
            FuncProto => {
                go(TypeId(t.size_or_type()));
                t.params().for_each(|p| go(p.type_id));
            }
            Func | Var | Ptr | Const | Volatile | Restrict | TypeTag => go(TypeId(t.size_or_type())),
            Int | Struct | Union | Enum | Fwd | Typedef | Float | DeclTag | Enum64 | LocParam | LocProto | LocSec
            | Unknown(_) => named.push(t.id()),
        }
    }
    named.sort_unstable();
    named
}
