//! Finds the types that have a name.

use crate::blob::Btf;
use crate::ids::TypeId;
use crate::record::Type;

/// An index of the names of a BTF and its base. It takes 8 to 12 bytes a type and is built in one pass. It keeps no
/// reference to the [`Btf`], so give the same one to [`NameIndex::find`].
#[derive(Clone, Debug)]
pub struct NameIndex {
    /// For each value of the low bits of a hash, the smallest id whose name has a hash with these bits; 0 for none.
    heads: Vec<u32>,
    /// For each id from `first` on, the next larger id whose hash has the same low bits; 0 for none.
    next: Vec<u32>,
    first: u32,
    key: fn(&[u8]) -> &[u8],
}

/// The most bytes of a name that is indexed. Names may overlap in the strings, and this limit keeps the time to hash
/// them all linear.
const MAX_NAME: u32 = 2048;

/// FNV-1a, with the high bits folded into the low ones at the end, because the low bits select the chain.
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
        NameIndex::by(btf, TypeId(1), |name| name)
    }

    /// Indexes the named types from id `first` on by a part of their names, which `key` cuts out; names of more than
    /// 2,048 bytes are left out.
    pub fn by(btf: &Btf, first: TypeId, key: fn(&[u8]) -> &[u8]) -> NameIndex {
        let first = first.0;
        let count = btf.type_cnt().saturating_sub(first) as usize;
        let buckets = count.next_power_of_two();
        let (mut heads, mut next) = (vec![0; buckets], vec![0; count]);
        // From the last id down, so that each chain ascends.
        for (id, link) in (first..btf.type_cnt()).zip(&mut next).rev() {
            let Some(t) = btf.get(TypeId(id)) else { continue };
            let Some(name) = indexed_name(&t).filter(|n| !n.is_empty()) else { continue };
            if let Some(head) = heads.get_mut(hash(key(name)) as usize & (buckets - 1)) {
                *link = *head;
                *head = id;
            }
        }
        NameIndex { heads, next, first, key }
    }

    /// The types of exactly this name (with [`NameIndex::by`], of this key), of any kind, in id order.
    pub fn find<'a, N>(&'a self, btf: &'a Btf, name: &'a N) -> impl Iterator<Item = Type<'a>> + use<'a, N>
    where
        N: AsRef<[u8]> + ?Sized,
    {
        let name = name.as_ref();
        let at = hash(name) as usize & self.heads.len().wrapping_sub(1);
        let head = self.heads.get(at).copied().filter(|&id| id != 0 && !name.is_empty());
        std::iter::successors(head, |&id| {
            self.next.get(id.checked_sub(self.first)? as usize).copied().filter(|&next| next > id)
        })
        .filter_map(|id| btf.get(TypeId(id)))
        .filter(move |t| indexed_name(t).is_some_and(|found| (self.key)(found) == name))
    }
}

fn indexed_name<'a>(t: &Type<'a>) -> Option<&'a [u8]> {
    t.btf().string_bytes_up_to(t.name_offset(), MAX_NAME)
}
