//! A split BTF whose base is not there: how many types that base has, judged by the ids in the split BTF.

use btf::{BlobRange, Btf, Endian, Kind, TypeId};

use crate::fit::{Misfit, MisfitKind, wrong_kind};
use crate::references::{Target, references};

/// The references of a split BTF whose base is not there, to find out how many types the base may have.
#[derive(Debug)]
pub struct Continued {
    btf: Btf,
    /// The references to types, by the id that they lead to.
    references: Vec<Reference>,
    /// The ids of the function prototypes, counted from 1 for the first type of the split BTF.
    prototypes: Vec<u32>,
}

#[derive(Debug)]
struct Reference {
    id: u32,
    /// The kind of the type that has the reference.
    from: Kind,
    range: BlobRange,
}

impl Continued {
    /// Reads the split BTF.
    ///
    /// # Errors
    /// When its header cannot be read.
    pub fn parse(split: &[u8]) -> Result<Continued, btf::Error> {
        let btf = Btf::parse(split, None)?;
        let mut all = Vec::new();
        for t in btf.types() {
            for reference in references(&btf, &t) {
                if let Target::Type(id) = reference.target {
                    all.push(Reference { id, from: t.kind(), range: reference.range });
                }
            }
        }
        all.sort_by_key(|reference| reference.id);
        let prototypes = btf.types().filter(|t| t.kind() == Kind::FuncProto).map(|t| t.id().0).collect();
        Ok(Continued { btf, references: all, prototypes })
    }

    /// The byte order of the split BTF, which its base must have, too.
    #[must_use]
    pub fn endian(&self) -> Endian {
        self.btf.endian()
    }

    /// Whether the split BTF's ids can continue a base of `base_types` types, void not counted. Ids above that number
    /// are the split BTF's own types, so references to these ids must lead to types of the right kinds. And something
    /// must refer to each of the split BTF's own function prototypes, because no type of the base can. Returns how many
    /// references lead to its own types; if there is none, a fit proves nothing.
    ///
    /// # Errors
    /// A misfit. The ids in its message count from 1 for the first type of the split BTF.
    pub fn fits(&self, base_types: u32) -> Result<u32, Misfit> {
        let misfit = |kind, range| Err(Misfit { kind, range });
        let max = self.btf.type_cnt().saturating_sub(1);
        let first = self.references.partition_point(|reference| reference.id <= base_types);
        let own = self.references.get(first..).unwrap_or_default();
        let from = |reference: &Reference| format!("a type of kind {}", reference.from.as_str());
        if let Some(last) = own.last().filter(|last| last.id - base_types > max) {
            let id = last.id - base_types;
            return misfit(MisfitKind::NoType { from: from(last), id, max }, last.range);
        }
        for reference in own {
            let id = reference.id - base_types;
            let to = self.btf.kind(TypeId(id));
            if let Some(expected) = wrong_kind(reference.from, to) {
                let to = to.map_or_else(String::new, |kind| format!("of kind {}", kind.as_str()));
                return misfit(MisfitKind::WrongKind { from: from(reference), to, id, expected }, reference.range);
            }
        }
        let is_used = |id: &u32| {
            let id = base_types.saturating_add(*id);
            own.binary_search_by_key(&id, |reference| reference.id).is_ok()
        };
        match self.prototypes.iter().find(|id| !is_used(id)) {
            Some(id) => {
                let t = self.btf.get(TypeId(*id));
                let range = t.and_then(|t| t.fields().next()).map_or_else(BlobRange::default, |field| field.range);
                misfit(MisfitKind::Unused { what: format!("the function prototype [{id}]") }, range)
            }
            None => Ok(own.len() as u32),
        }
    }
}
