//! [`Layouts`] lays out many types, and keeps the facts of the types that they embed.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use btf::{Btf, Type, TypeId};

use crate::align::{element, scalar_align, scalar_natural};
use crate::build::build;
use crate::error::LayoutError;
use crate::figures::Figures;
use crate::model::{Layout, Options};

/// The facts of a struct or union, known once its members were walked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    /// libbpf's `btf__align_of`, or why there is none.
    pub(crate) align: Result<u32, LayoutError>,
    /// pahole's natural alignment.
    pub(crate) natural: u32,
    /// libbpf's `btf_is_struct_packed`.
    pub(crate) packed: bool,
    pub(crate) figures: Figures,
}

/// Lays out types of one BTF. Facts of embedded structs and unions are kept, so that asking for all types of a kernel
/// is linear in their members.
#[derive(Debug)]
pub struct Layouts<'a> {
    btf: &'a Btf,
    options: Options,
    /// The facts by type id; none while the type's members are being walked. A member of such a type means that the
    /// type contains itself: `build` gets none from `embedded`, and reports a cycle.
    known: HashMap<TypeId, Option<Facts>>,
}

impl<'a> Layouts<'a> {
    /// Layouts of types of `btf` (and its base).
    pub fn new(btf: &'a Btf, options: Options) -> Self {
        Layouts { btf, options, known: HashMap::new() }
    }

    /// Lays out a STRUCT or UNION; typedefs and qualifiers are followed to it. Fails for any other type, and when the
    /// chain to it has no end.
    pub fn layout(&mut self, id: TypeId) -> Result<Layout, LayoutError> {
        let ty = self.composite(id)?;
        let facts = self.facts(ty)?;
        let mut rows = Vec::with_capacity(ty.item_count() as usize + 1);
        build(self.btf, &self.options, &ty, &|e| self.embedded(e), Some(&mut rows));
        Ok(Layout {
            id: ty.id(),
            kind: ty.kind(),
            endian: self.btf.endian(),
            size: ty.size_or_type(),
            align: facts.align.unwrap_or(1),
            natural_align: facts.natural,
            rows,
            figures: facts.figures,
        })
    }

    /// The sums of a STRUCT or UNION, without its rows.
    pub fn figures(&mut self, id: TypeId) -> Result<Figures, LayoutError> {
        let ty = self.composite(id)?;
        Ok(self.facts(ty)?.figures)
    }

    /// See [`crate::align_of`].
    pub fn align_of(&mut self, id: TypeId) -> Result<u32, LayoutError> {
        let ty = element(self.btf, id).ty.ok_or(LayoutError::NoAlign(id))?;
        if ty.kind().is_composite() {
            return self.facts(ty)?.align;
        }
        scalar_align(self.btf, &ty).ok_or(LayoutError::NoAlign(ty.id()))
    }

    /// See [`crate::natural_align_of`].
    pub fn natural_align_of(&mut self, id: TypeId) -> u32 {
        match element(self.btf, id).ty {
            Some(ty) if ty.kind().is_composite() => self.facts(ty).map_or(1, |f| f.natural),
            Some(ty) => scalar_natural(self.btf, &ty),
            None => 1,
        }
    }

    /// See [`crate::is_packed`].
    pub fn is_packed(&mut self, id: TypeId) -> Result<bool, LayoutError> {
        let ty = self.composite(id)?;
        let facts = self.facts(ty)?;
        facts.align?;
        Ok(facts.packed)
    }

    /// The struct or union behind typedefs and qualifiers.
    fn composite(&self, id: TypeId) -> Result<Type<'a>, LayoutError> {
        let at = self.btf.resolve(id);
        let ty = self.btf.get(at).ok_or(if at.is_void() {
            btf::ResolveError::Unsized(id)
        } else {
            btf::ResolveError::Missing(at)
        })?;
        let kind = ty.kind();
        if kind.is_composite() {
            Ok(ty)
        } else if kind.is_modifier() {
            Err(btf::ResolveError::TooDeep(id).into())
        } else {
            Err(LayoutError::NotComposite { id: at, kind })
        }
    }

    /// The facts of the struct or union behind a member; none while the walk is inside of that type.
    fn embedded(&self, ty: &Type<'_>) -> Option<Facts> {
        *self.known.get(&ty.id())?
    }

    /// Computes the facts of a struct or union after those of the types it embeds: depth first, with a stack on the
    /// heap.
    fn facts(&mut self, root: Type<'a>) -> Result<Facts, LayoutError> {
        if let Some(Some(facts)) = self.known.get(&root.id()) {
            return Ok(*facts);
        }
        self.known.insert(root.id(), None);
        // The structs and unions that are being walked, each with the members that were not visited yet.
        let mut stack = vec![(root, root.members())];
        while let Some((ty, members)) = stack.last_mut() {
            let Some(member) = members.next() else {
                let ty = *ty;
                let facts = build(self.btf, &self.options, &ty, &|e| self.embedded(e), None);
                self.known.insert(ty.id(), Some(facts));
                stack.pop();
                continue;
            };
            let Some(inner) = element(self.btf, member.type_id).ty.filter(|t| t.kind().is_composite()) else {
                continue;
            };
            if let Entry::Vacant(free) = self.known.entry(inner.id()) {
                free.insert(None);
                stack.push((inner, inner.members()));
            }
        }
        match self.known.get(&root.id()) {
            Some(Some(facts)) => Ok(*facts),
            _ => Err(LayoutError::Cycle(root.id())),
        }
    }
}
