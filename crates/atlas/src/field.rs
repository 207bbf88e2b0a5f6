//! A member path over all kernels: `task_struct.mm.pgd`.
//!
//! [`relate::field`] has the rules for paths. [`relate::field_of`] applies them to slices that have only the types on
//! the path. When the path meets a stub, the stub's forms are read, and the kernels are divided by the forms that they
//! have.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use btf::{Btf, Kind, MAX_RESOLVE_STEPS, TypeId};
use relate::{FieldAbsent, FieldPath, FieldPlace, FieldStep, field_of};

use crate::ask::Form;
use crate::error::Error;
use crate::open::Atlas;
use crate::ranges::Ranges;
use crate::sets::KernelSet;
use crate::slice::Slice;
use crate::taking::{Stub, part_of};

/// Kernels in which a field is the same, because the members on the path are the same.
#[derive(Debug)]
pub struct FieldIn {
    /// The kernels.
    pub kernels: KernelSet,
    /// The place of the field in [`FieldIn::slice`], or why there is none.
    pub place: Result<FieldPlace, FieldAbsent>,
    /// The types that the place refers to by id, as the first of the kernels has them. They may lack members that the
    /// path does not name; [`Atlas::path_types`] gives all members.
    pub slice: Slice,
    /// The kernels, divided by the forms on the path.
    groups: Vec<Group>,
}

impl FieldIn {
    /// The kernels, divided by the types on the path: in each part, the types are equal in all their members.
    pub fn alike(&self) -> impl Iterator<Item = &[u32]> {
        self.groups.iter().map(|(kernels, _)| kernels.as_slice())
    }
}

/// The most types on a path.
const MOST_TYPES: usize = 256;

/// Kernels, and the forms on the path that they have.
type Group = (Vec<u32>, Vec<Form>);

impl<R: Ranges> Atlas<R> {
    /// A field in every kernel. The kernels of one result have equal members on the path, the same byte order and the
    /// same pointer size. The results are ordered by their first kernels.
    ///
    /// # Errors
    /// When a needed block or page of kernel sets is damaged or not at hand.
    pub fn members(&self, path: &FieldPath) -> Result<Vec<FieldIn>, Error> {
        let mut roots = Vec::new();
        for kind in [Kind::Struct, Kind::Union, Kind::Typedef] {
            roots.extend(self.forms_of(&btf::unescaped(path.root()), Some(kind))?);
        }
        let all: Vec<u32> = (0..self.kernels().len() as u32).collect();
        let groups = self.parted(&all, &[], &Found::of(roots));
        let wanted: Vec<(u32, Vec<&Form>)> =
            groups.iter().map(|(kernels, forms)| (first(kernels), forms.iter().collect())).collect();
        let slices = self.slices(&wanted)?;
        let mut walk = Walk { path, found: HashMap::new(), waiting: Vec::new(), out: Vec::new() };
        for (group, slice) in groups.into_iter().zip(slices) {
            self.step(&mut walk, vec![group], slice, true)?;
        }
        while !walk.waiting.is_empty() {
            let waiting = std::mem::take(&mut walk.waiting);
            for groups in self.joined(waiting, path)? {
                let Some((kernels, forms)) = groups.first() else { continue };
                let slice = self.slice_of_members(first(kernels), &forms.iter().collect::<Vec<_>>(), &names(path))?;
                self.step(&mut walk, groups, slice, false)?;
            }
        }
        walk.out.sort_by_key(|found| found.kernels.iter().next());
        Ok(walk.out)
    }

    /// Joins groups whose forms agree in all that the path may meet. The joined groups are sorted by their first
    /// kernels.
    fn joined(&self, groups: Vec<Group>, path: &FieldPath) -> Result<Vec<Vec<Group>>, Error> {
        let names = names(path);
        // The size of the type that the path starts at matters only as the distance between elements.
        let root = btf::unescaped(path.root());
        let elements = path.parts().iter().any(|step| matches!(step, FieldStep::Element(_)));
        let mut parts: BTreeMap<(Vec<Met>, bool, u8), Vec<Group>> = BTreeMap::new();
        for (kernels, forms) in groups {
            let Some(about) = self.kernels().get(first(&kernels) as usize) else { continue };
            let mut met = Vec::new();
            for form in &forms {
                let part = part_of(&*self.forms(form.block())?, form.at(), &names).map(|mut words| {
                    if let Some(size) = words.get_mut(2).filter(|_| form.name == *root && !elements) {
                        *size = 0;
                    }
                    words
                });
                met.push((form.block(), form.name.clone(), form.ordinal, part.ok_or(form.at())));
            }
            let key = (met, about.endian == btf::Endian::Big, about.pointer_size);
            parts.entry(key).or_default().push((kernels, forms));
        }
        let mut joined: Vec<Vec<Group>> = parts.into_values().collect();
        joined.iter_mut().for_each(|groups| groups.sort_by_key(|(kernels, _)| first(kernels)));
        Ok(joined)
    }

    /// All types on the path of a result of [`Atlas::members`], with all their members, from one of the result's
    /// kernels. For another kernel the slice has no types.
    ///
    /// # Errors
    /// When there is no such kernel, or a block or a page of kernel sets is damaged or not at hand.
    pub fn path_types(&self, found: &FieldIn, kernel: u32) -> Result<Slice, Error> {
        let group = found.groups.iter().find(|(kernels, _)| kernels.binary_search(&kernel).is_ok());
        let forms = group.map_or(&[][..], |(_, forms)| forms);
        self.slice(kernel, &forms.iter().collect::<Vec<_>>())
    }

    /// If the path meets no stubs in `slice`, adds a result for the groups, which must agree on the path. Otherwise
    /// divides each group by the forms of the stubs, for the next round. `slice` has the forms of the first group.
    /// `apart`: whether the types in `slice` refer to each other by stubs only.
    fn step(&self, walk: &mut Walk<'_>, groups: Vec<Group>, slice: Slice, apart: bool) -> Result<(), Error> {
        let (kernel, forms) = groups.first().map_or((0, vec![]), |(kernels, forms)| (first(kernels), forms.clone()));
        let root = btf::unescaped(walk.path.root());
        let roots = |slice: &Slice| -> Vec<TypeId> {
            slice.types.iter().zip(&forms).filter(|(_, form)| form.name == *root).map(|(id, _)| *id).collect()
        };
        let stubs = if forms.len() < MOST_TYPES { blocking(&slice, &roots(&slice), walk.path) } else { Vec::new() };
        let mut more = Vec::new();
        for stub in stubs {
            let key = (stub.kind, stub.name.clone(), stub.ordinal);
            let found = match walk.found.get(&key) {
                Some(found) => Rc::clone(found),
                None => {
                    let mut of = self.forms_of(&stub.name, Some(stub.kind))?;
                    of.retain(|form| form.ordinal == stub.ordinal);
                    let of = Rc::new(Found::of(of));
                    walk.found.insert(key, Rc::clone(&of));
                    of
                }
            };
            more.push(found);
        }
        if more.is_empty() {
            let slice = match slice.stubs.iter().any(|stub| self.is_unknown(stub)) {
                true => self.slice(kernel, &forms.iter().collect::<Vec<_>>())?,
                false => slice,
            };
            let roots = roots(&slice);
            let place = field_of(&slice.btf, roots.iter().filter_map(|id| slice.btf.get(*id)), walk.path);
            let mut kernels: Vec<u32> = groups.iter().flat_map(|(kernels, _)| kernels).copied().collect();
            kernels.sort_unstable();
            walk.out.push(FieldIn { kernels: KernelSet::from_rising(kernels), place, slice, groups });
            return Ok(());
        }
        let mut parts = groups;
        for found in more {
            parts = parts.iter().flat_map(|(kernels, known)| self.parted(kernels, known, &found)).collect();
        }
        for (kernels, with_more) in parts {
            // Without new forms the next round would be the same again.
            if with_more.len() == forms.len() && !apart {
                let (block, name) = forms.last().map_or((0, &[][..]), |form| (form.block(), &form.name));
                return Err(self.dangling(block, name));
            }
            walk.waiting.push((kernels, with_more));
        }
        Ok(())
    }

    /// Divides kernels by the forms of `more` that they have, by byte order and by pointer size. Each part comes with
    /// `known` and its forms of `more`, each once.
    fn parted(&self, kernels: &[u32], known: &[Form], more: &Found) -> Vec<Group> {
        let mut parts: BTreeMap<(Vec<u32>, bool, u8), Vec<u32>> = BTreeMap::new();
        for &k in kernels {
            let Some(about) = self.kernels().get(k as usize) else { continue };
            let has = more.of_kernel(k).collect();
            parts.entry((has, about.endian == btf::Endian::Big, about.pointer_size)).or_default().push(k);
        }
        let is_known = |form: &&Form| !known.iter().any(|k| (k.block(), k.at()) == (form.block(), form.at()));
        let forms = |has: Vec<u32>| {
            let new = has.into_iter().filter_map(|i| more.forms.get(i as usize)).filter(is_known);
            known.iter().chain(new).cloned().collect()
        };
        parts.into_iter().map(|((has, ..), kernels)| (kernels, forms(has))).collect()
    }
}

/// The first kernel of a group.
fn first(kernels: &[u32]) -> u32 {
    kernels.first().copied().unwrap_or(0)
}

/// The names of the members on a path, as they are in a blob.
fn names(path: &FieldPath) -> Vec<Vec<u8>> {
    let name = |step: &FieldStep| match step {
        FieldStep::Member(name) => Some(btf::unescaped(name).into_owned()),
        FieldStep::Element(_) => None,
    };
    path.parts().iter().filter_map(name).collect()
}

/// The part of a form that a path may meet: its block, name and ordinal; then, for a struct or union, the words that
/// [`part_of`] gives, with the block's numbers of texts and nodes; for another kind, the index of the form in the
/// block.
type Met = (usize, Vec<u8>, u32, Result<Vec<u32>, u32>);

/// The search for a field.
struct Walk<'p> {
    path: &'p FieldPath,
    /// The forms of the stubs that were met.
    found: HashMap<(Kind, Vec<u8>, u32), Rc<Found>>,
    waiting: Vec<Group>,
    out: Vec<FieldIn>,
}

/// Forms, and which of them each kernel has.
struct Found {
    forms: Vec<Form>,
    /// Each kernel with the index of a form that it has, sorted.
    of: Vec<(u32, u32)>,
}

impl Found {
    fn of(forms: Vec<Form>) -> Found {
        let pairs = (0u32..).zip(&forms).flat_map(|(at, form)| form.kernels.iter().map(move |kernel| (kernel, at)));
        let mut of: Vec<(u32, u32)> = pairs.collect();
        of.sort_unstable();
        Found { forms, of }
    }

    /// The indices of the forms that a kernel has, ascending.
    fn of_kernel(&self, kernel: u32) -> impl Iterator<Item = u32> + '_ {
        let start = self.of.partition_point(|(k, _)| *k < kernel);
        self.of.iter().skip(start).take_while(move |(k, _)| *k == kernel).map(|(_, form)| *form)
    }
}

/// The stubs that must be read before the field's place, or its absence, is known. The path starts at one of `roots`.
fn blocking<'s>(slice: &'s Slice, roots: &[TypeId], path: &FieldPath) -> Vec<&'s Stub> {
    let btf = &slice.btf;
    let mut look = Look { slice, found: Vec::new(), depths: HashMap::new() };
    for steps in (0..=path.steps()).rev() {
        let whole = steps == path.steps();
        if steps == 0 {
            roots.iter().for_each(|id| look.at(*id, whole));
        } else if let Ok(place) = field_of(btf, roots.iter().filter_map(|id| btf.get(*id)), &path.prefix(steps)) {
            look.at(place.type_id, whole);
            break;
        }
    }
    look.found
}

struct Look<'s> {
    slice: &'s Slice,
    found: Vec<&'s Stub>,
    /// The depth at which each type's members were searched, so that a type that many types contain is not searched
    /// for each of them.
    depths: HashMap<TypeId, u32>,
}

impl<'s> Look<'s> {
    /// Finds the stubs at the type `id`, to which the path or its beginning leads. `whole`: whether the path ends
    /// there; if not, pointers and unnamed members are followed, too.
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
            // A forward declaration has no members to read.
            let stub = self.slice.stubs.iter().find(|stub| stub.id == at && stub.kind != Kind::Fwd);
            if let Some(stub) = stub {
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
