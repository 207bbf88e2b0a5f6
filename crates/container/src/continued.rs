//! A split BTF whose base is not there: how many types that base has, by the ids of its own.

use btf::{BlobRange, Btf, Kind, TypeId};

use crate::fit::{Misfit, MisfitKind, wrong_kind};
use crate::references::{Target, references};
use crate::role::words_for;

/// The ids of a split BTF whose base is not there: with how many types of a base they are sound.
#[derive(Debug)]
pub struct Continued(Btf);

impl Continued {
    /// Reads the split BTF.
    ///
    /// # Errors
    /// When its header cannot be read.
    pub fn parse(split: &[u8]) -> Result<Continued, btf::Error> {
        Btf::parse(split, None).map(Continued)
    }

    /// Its byte order, which is that of its base.
    #[must_use]
    pub fn endian(&self) -> btf::Endian {
        self.0.endian()
    }

    /// Whether its ids can continue a base with so many types, void not counted: ids above these are its own, so references to them
    /// must lead to types of the right kinds, and each of its function prototypes must be referred to, since a base knows nothing of it.
    /// Returns how many references lead to its own types: with none, nothing tells.
    ///
    /// Linear in the split BTF.
    ///
    /// # Errors
    /// The first misfit. Ids in its words count from the first of the split BTF.
    pub fn fits(&self, base_types: u32) -> Result<u32, Misfit> {
        let btf = &self.0;
        let misfit = |kind, range| Err(Misfit { kind, range });
        let max = btf.type_cnt().saturating_sub(1);
        let mut is_used = vec![false; btf.type_cnt() as usize];
        let mut count = 0u32;
        for t in btf.types() {
            let from = || words_for(btf, t.id());
            for reference in references(btf, &t) {
                let Target::Type(id) = reference.target else { continue };
                let Some(own) = id.checked_sub(base_types).filter(|own| *own > 0) else { continue };
                let Some(used) = is_used.get_mut(own as usize) else {
                    return misfit(MisfitKind::NoType { from: from(), id: own, max }, reference.range);
                };
                *used = true;
                count = count.saturating_add(1);
                if let Some(expected) = wrong_kind(t.kind(), btf.kind(TypeId(own))) {
                    let to = words_for(btf, TypeId(own));
                    return misfit(MisfitKind::WrongKind { from: from(), to, id: own, expected }, reference.range);
                }
            }
        }
        let is_unused = |id: TypeId| is_used.get(id.0 as usize) == Some(&false);
        match btf.types().find(|t| t.kind() == Kind::FuncProto && is_unused(t.id())) {
            Some(t) => {
                let range = t.fields().next().map_or_else(BlobRange::default, |field| field.range);
                misfit(MisfitKind::Unused { what: words_for(btf, t.id()) }, range)
            }
            None => Ok(count),
        }
    }
}
