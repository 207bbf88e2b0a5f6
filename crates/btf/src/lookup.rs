//! Types by id, of a blob and of its base.

use crate::blob::Btf;
use crate::ids::TypeId;
use crate::kind::Kind;
use crate::record::Type;

impl Btf {
    /// The type with this id, of this blob or its base. None for void and for ids that have no type.
    ///
    /// Inlined outside of wasm, because printers call it about ten times for each type. Where it is inlined, the
    /// compiler drops the reads of words that the caller does not use.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    pub fn get(&self, id: TypeId) -> Option<Type<'_>> {
        let btf = if id.0 >= self.first_id { self } else { self.base_with(id)? };
        let at = *btf.offsets.get((id.0 - btf.first_id) as usize)?;
        Type::read(btf, id, at)
    }

    /// Finds the blob in the chain of bases that has the type `id`. The id is below this blob's own ids.
    #[inline(never)]
    fn base_with(&self, id: TypeId) -> Option<&Btf> {
        let mut btf = self;
        while id.0 < btf.first_id {
            btf = btf.base.as_deref()?;
        }
        Some(btf)
    }

    /// The kind of the type with this id; `None` as in [`Btf::get`].
    pub fn kind(&self, id: TypeId) -> Option<Kind> {
        self.get(id).map(|t| t.kind())
    }

    /// This blob's own types, in id order.
    pub fn types(&self) -> Types<'_> {
        Types { btf: self, next: self.first_id, end: self.type_cnt() }
    }

    /// All types: the base's, then this blob's.
    pub fn all_types(&self) -> impl Iterator<Item = Type<'_>> {
        (1..self.type_cnt()).filter_map(|id| self.get(TypeId(id)))
    }
}

/// The own types of a blob, in id order.
#[derive(Clone, Debug)]
pub struct Types<'a> {
    btf: &'a Btf,
    next: u32,
    end: u32,
}

impl<'a> Iterator for Types<'a> {
    type Item = Type<'a>;

    fn next(&mut self) -> Option<Type<'a>> {
        if self.next >= self.end {
            return None;
        }
        let t = self.btf.get(TypeId(self.next));
        self.next += 1;
        t
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = (self.end - self.next) as usize;
        (n, Some(n))
    }
}

impl ExactSizeIterator for Types<'_> {}
