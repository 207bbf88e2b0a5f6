//! Names that are unique in a file of C (libbpf `btf_dump_resolve_name`).

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use btf::Kind::*;
use btf::{Btf, Kind, Type};

/// A hash of type ids, which are consecutive and do not collide. (Names use std's hash instead: it is slower, but no
/// blob can make its names collide.)
#[derive(Default)]
pub(crate) struct IdHasher(u64);

impl Hasher for IdHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &b in bytes {
            self.write_u32(b.into());
        }
    }

    fn write_u32(&mut self, n: u32) {
        self.0 = (self.0 ^ u64::from(n)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        // std's table takes the bucket from the low bits and the tag from the high ones.
        self.0 ^ self.0 >> 32
    }
}

/// For maps by type id.
pub(crate) type ById = BuildHasherDefault<IdHasher>;

type Counts<'a> = HashMap<&'a str, u32>;

/// How often each name was used so far. C has two name spaces that matter here: tags of structs, unions and enums, and
/// ordinary identifiers (typedefs and enumerators).
pub(crate) struct UniqueNames<'a> {
    tags: Counts<'a>,
    identifiers: Counts<'a>,
    /// By id: the type's number among the types of the same name; 0 until the type's name is first printed.
    numbers: Vec<u32>,
}

impl<'a> UniqueNames<'a> {
    /// For a file with about `expected` names.
    pub(crate) fn new(btf: &Btf, expected: usize) -> UniqueNames<'a> {
        UniqueNames {
            // Most names are enumerators, which are not tags.
            tags: Counts::with_capacity(expected / 2),
            identifiers: Counts::with_capacity(expected),
            numbers: vec![0; btf.type_cnt() as usize],
        }
    }

    /// The number of a type among those with the given name: 1 for the first one used, which keeps the name unchanged.
    /// A forward declaration always has the number 1.
    pub(crate) fn number_of(&mut self, t: &Type<'a>, name: &'a str) -> u32 {
        if t.name_offset().0 == 0 {
            return 1;
        }
        let Some(number) = self.numbers.get_mut(t.id().0 as usize) else { return 1 };
        if *number == 0 {
            let forward = t.kind() == Kind::Fwd || t.kind() == Kind::Enum && t.vlen() == 0;
            *number = match t.kind() {
                _ if forward => 1,
                Typedef => count(&mut self.identifiers, name),
                Int | Ptr | Array | Struct | Union | Enum | Fwd | Volatile | Const | Restrict | Func | FuncProto
                | Var | DataSec | Float | DeclTag | TypeTag | Enum64 | LocParam | LocProto | LocSec | Unknown(_) => {
                    count(&mut self.tags, name)
                }
            };
        }
        *number
    }

    /// The number of an enumerator among the identifiers of its name.
    pub(crate) fn number_of_enumerator(&mut self, name: &'a str) -> u32 {
        count(&mut self.identifiers, name)
    }
}

fn count<'a>(counts: &mut Counts<'a>, name: &'a str) -> u32 {
    let n = counts.entry(name).or_default();
    *n = n.saturating_add(1);
    *n
}
