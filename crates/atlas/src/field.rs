//! A member path over all kernels: `task_struct.mm.pgd`.
//!
//! The rules for paths are in [`relate::field`]. That function gets slices that have only the types on the path. When
//! the path meets a stub, the stub's forms are read, and the kernels are divided by the forms that they have.

use std::collections::{BTreeMap, HashMap};

use btf::{Btf, Kind, MAX_RESOLVE_STEPS, TypeId};
use relate::{FieldAbsent, FieldPath, FieldPlace, field};

use crate::ask::{Form, Slice, Stub};
use crate::error::Error;
use crate::open::Atlas;
use crate::ranges::Ranges;
use crate::sets::KernelSet;

/// Kernels in which a field is the same, because they have the same forms.
#[derive(Debug)]
pub struct FieldIn {
    /// The kernels.
    pub kernels: KernelSet,
    /// The place of the field in [`FieldIn::slice`], or why there is none.
    pub place: Result<FieldPlace, FieldAbsent>,
    /// The types on the path, from the first of the kernels.
    pub slice: Slice,
}

/// The most types on a path.
const MOST_TYPES: usize = 256;

impl<R: Ranges> Atlas<R> {
    /// A field in every kernel. Kernels with the same types on the path, byte order and pointer size are one result;
    /// the results are ordered by their first kernels.
    ///
    /// # Errors
    /// When a needed block is damaged or not at hand.
    pub fn members(&self, path: &FieldPath) -> Result<Vec<FieldIn>, Error> {
        let mut forms = Vec::new();
        for kind in [Kind::Struct, Kind::Union, Kind::Typedef] {
            forms.extend(self.forms_of(&btf::unescaped(path.root()), Some(kind))?);
        }
        let all: Vec<u32> = (0..self.kernels().len() as u32).collect();
        let mut waiting = self.parted(&all, &[], &forms);
        let mut out = Vec::new();
        while let Some((kernels, forms)) = waiting.pop() {
            let Some(&first) = kernels.first() else { continue };
            let slice = self.slice(first, &forms.iter().collect::<Vec<_>>())?;
            let blocking = if forms.len() < MOST_TYPES { blocking(&slice, path) } else { Vec::new() };
            let mut more = Vec::new();
            for stub in &blocking {
                more.extend(
                    self.forms_of(&stub.name, Some(stub.kind))?.into_iter().filter(|f| f.ordinal == stub.ordinal),
                );
            }
            if more.is_empty() {
                let place = field(&slice.btf, path);
                out.push(FieldIn { kernels: KernelSet::from_rising(kernels), place, slice });
                continue;
            }
            for (kernels, with_more) in self.parted(&kernels, &forms, &more) {
                // Without new forms the next round would be the same again.
                if with_more.len() == forms.len() {
                    let (block, name) = forms.last().map_or((0, &[][..]), |form| (form.block(), &form.name));
                    return Err(self.dangling(block, name));
                }
                waiting.push((kernels, with_more));
            }
        }
        out.sort_by_key(|found| found.kernels.iter().next());
        Ok(out)
    }

    /// Divides kernels by the forms of `more` that they have, by byte order and by pointer size. Each part comes with
    /// `known` and its forms of `more`.
    fn parted(&self, kernels: &[u32], known: &[Form], more: &[Form]) -> Vec<(Vec<u32>, Vec<Form>)> {
        let mut parts: BTreeMap<(Vec<usize>, bool, u8), Vec<u32>> = BTreeMap::new();
        for &k in kernels {
            let Some(about) = self.kernels().get(k as usize) else { continue };
            let has = (0..more.len()).filter(|i| more[*i].kernels.has(k)).collect();
            parts.entry((has, about.endian == btf::Endian::Big, about.pointer_size)).or_default().push(k);
        }
        let forms = |has: Vec<usize>| known.iter().chain(has.into_iter().map(|i| &more[i])).cloned().collect();
        parts.into_iter().map(|((has, ..), kernels)| (kernels, forms(has))).collect()
    }
}

/// The stubs that must be read before the field's place, or its absence, is known.
fn blocking<'s>(slice: &'s Slice, path: &FieldPath) -> Vec<&'s Stub> {
    let btf = &slice.btf;
    let mut look = Look { slice, found: Vec::new(), depths: HashMap::new() };
    for steps in (0..=path.steps()).rev() {
        let whole = steps == path.steps();
        if steps == 0 {
            for t in btf.types().filter(|t| t.name_bytes() == &*btf::unescaped(path.root())) {
                look.at(t.id(), whole);
            }
        } else if let Ok(place) = field(btf, &path.prefix(steps)) {
            look.at(place.type_id, whole);
            break;
        }
    }
    look.found
}

struct Look<'s> {
    slice: &'s Slice,
    found: Vec<&'s Stub>,
    /// The depth at which each type's members were searched, so that a type in many others is not searched for each.
    depths: HashMap<TypeId, u32>,
}

impl<'s> Look<'s> {
    fn at(&mut self, id: TypeId, whole: bool) {
        if let Some(end) = self.behind(id, !whole)
            && !whole
        {
            self.depths.clear();
            self.anonymous_members(end, 0);
        }
    }

    /// The type behind typedefs, qualifiers, arrays and, if `pointers`, pointers; none if a stub is met, which is added
    /// to `found`.
    fn behind(&mut self, id: TypeId, pointers: bool) -> Option<TypeId> {
        let btf: &Btf = &self.slice.btf;
        let mut at = id;
        for _ in 0..MAX_RESOLVE_STEPS {
            if let Some(stub) = self.slice.stubs.iter().find(|stub| stub.id == at) {
                self.found.push(stub);
                return None;
            }
            let t = btf.get(at)?;
            at = match t.kind() {
                kind if kind.is_modifier() => t.type_ref()?,
                Kind::Ptr if pointers => t.type_ref()?,
                Kind::Array => t.array()?.element,
                _ => return Some(at),
            };
        }
        None
    }

    /// Searches unnamed members, because the field may be a member of one.
    fn anonymous_members(&mut self, id: TypeId, depth: u32) {
        let Some(t) = self.slice.btf.get(id).filter(|_| depth < 16) else { return };
        if self.depths.get(&id).is_some_and(|&known| known <= depth) {
            return;
        }
        self.depths.insert(id, depth);
        for m in t.members().filter(|m| m.name().is_empty()) {
            if let Some(inner) = self.behind(m.type_id, false) {
                self.anonymous_members(inner, depth + 1);
            }
        }
    }
}
