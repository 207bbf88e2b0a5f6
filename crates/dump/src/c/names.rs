//! Names that are unique in a file of C (libbpf `btf_dump_resolve_name`).

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use btf::{Btf, Kind, Type};

/// FNV-1a: names are short, and nobody is hurt by a collision beyond the time it takes.
#[derive(Default)]
pub(crate) struct Fnv(u64);

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for &b in bytes {
            self.0 = (self.0 ^ u64::from(b)).wrapping_mul(0x100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        // The table takes its bucket from the low bits and its tag from the high ones.
        self.0 ^ self.0 >> 29
    }
}

/// For maps by names or ids of a blob.
pub(crate) type ByHash = BuildHasherDefault<Fnv>;

type Counts<'a> = HashMap<&'a str, u32, ByHash>;

/// How often each name was used so far. C has two name spaces that matter here: tags of structs, unions and enums, and ordinary
/// identifiers (typedefs and enumerators).
pub(crate) struct UniqueNames<'a> {
    tags: Counts<'a>,
    identifiers: Counts<'a>,
    /// By id: 0 when the type has no name yet, else its number among those of the same name.
    numbers: Vec<u32>,
}

impl<'a> UniqueNames<'a> {
    /// For a file with about `expected` names.
    pub(crate) fn new(btf: &Btf, expected: usize) -> UniqueNames<'a> {
        UniqueNames {
            tags: Counts::with_capacity_and_hasher(expected, ByHash::default()),
            identifiers: Counts::with_capacity_and_hasher(expected, ByHash::default()),
            numbers: vec![0; btf.type_cnt() as usize],
        }
    }

    /// The number of a type, whose name is given, among those of its name: 1 for the first to be mentioned, which keeps its name as it is. Forward
    /// declarations share the name of what they declare.
    pub(crate) fn number_of(&mut self, t: &Type<'a>, name: &'a str) -> u32 {
        if t.name_offset().0 == 0 {
            return 1;
        }
        let Some(number) = self.numbers.get_mut(t.id().0 as usize) else { return 1 };
        if *number == 0 {
            let forward = t.kind() == Kind::Fwd || t.kind() == Kind::Enum && t.vlen() == 0;
            *number = match (forward, t.kind()) {
                (true, _) => 1,
                (false, Kind::Typedef) => count(&mut self.identifiers, name),
                (false, _) => count(&mut self.tags, name),
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
