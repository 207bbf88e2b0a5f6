//! From a name to the types that have it.

use crate::blob::Btf;
use crate::ids::TypeId;
use crate::record::Type;

/// An index of all names of a BTF and its base. It takes 8 bytes a type and is built in one pass; it keeps no reference, so
/// ask it with the same [`Btf`].
#[derive(Clone, Debug)]
pub struct NameIndex {
    /// By hash: the first id with it, 0 for none.
    heads: Vec<u32>,
    /// By id: the next larger id with the same hash, 0 for none.
    next: Vec<u32>,
}

/// Longer names are not indexed: no compiler makes them, and hashing them would not be linear where they overlap.
const MAX_NAME: u32 = 2048;

/// FNV-1a, finished by a multiply so that the low bits depend on all of it.
fn hash(name: &[u8]) -> u32 {
    let mut h = 0x811c_9dc5u32;
    for &b in name {
        h = (h ^ u32::from(b)).wrapping_mul(0x0100_0193);
    }
    h ^ h >> 15
}

impl NameIndex {
    /// Indexes the named types of `btf` and its base; names of more than 2,048 bytes are left out.
    pub fn new(btf: &Btf) -> NameIndex {
        let count = btf.type_cnt() as usize;
        let buckets = count.next_power_of_two();
        let mut heads = vec![0; buckets];
        let mut next = vec![0; count];
        // From the last id down, so that each chain ascends.
        for id in (1..btf.type_cnt()).rev() {
            let Some(t) = btf.get(TypeId(id)) else { continue };
            let Some(name) = t.btf().string_bytes_up_to(t.name_offset(), MAX_NAME).filter(|n| !n.is_empty()) else {
                continue;
            };
            let head = &mut heads[hash(name) as usize & (buckets - 1)];
            next[id as usize] = *head;
            *head = id;
        }
        NameIndex { heads, next }
    }

    /// The types of exactly this name, of any kind, in id order.
    pub fn find<'a>(&'a self, btf: &'a Btf, name: &'a str) -> impl Iterator<Item = Type<'a>> + 'a {
        let first = match name.is_empty() || self.heads.is_empty() {
            true => 0,
            false => self.heads[hash(name.as_bytes()) as usize & (self.heads.len() - 1)],
        };
        std::iter::successors((first != 0).then_some(first), |&id| {
            self.next.get(id as usize).copied().filter(|&next| next > id)
        })
        .filter_map(|id| btf.get(TypeId(id)))
        .filter(move |t| t.btf().string_bytes_up_to(t.name_offset(), MAX_NAME) == Some(name.as_bytes()))
    }
}
