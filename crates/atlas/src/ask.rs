//! Questions about names: the forms of a name, the kernels that have them, and their content.

use std::collections::HashMap;

use btf::{Btf, Kind, TypeId};

use crate::error::{Error, ErrorKind};
use crate::names::{Class, Item, Where};
use crate::open::Atlas;
use crate::ranges::Ranges;
use crate::sets::KernelSet;
use crate::taking::{Met, Others, Taking};

/// A form of a name, and the kernels that share it. Its content is not read yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Form {
    /// The kind of the name.
    pub kind: Kind,
    /// The name.
    pub name: Vec<u8>,
    /// If a kernel has several types of this kind and name: the index among them, from 0, in the order of their ids.
    pub ordinal: u32,
    /// The kernels that have it.
    pub kernels: KernelSet,
    /// The index of `kernels` in [`Atlas::all_sets`].
    pub set: u32,
    block: usize,
    at: u32,
}

impl Form {
    fn new(item: &Item, place: &Where, kernels: KernelSet, block: usize, at: usize) -> Form {
        let (kind, name, at) = (item.kind, item.name.clone(), at as u32);
        Form { kind, name, ordinal: place.ordinal, kernels, set: place.set, block, at }
    }

    /// The number of the block that has the form.
    pub(crate) fn block(&self) -> usize {
        self.block
    }

    /// The index of the form in its block.
    pub(crate) fn at(&self) -> u32 {
        self.at
    }
}

/// Some types of one kernel as a blob. Other named types that they refer to are *stubs*: types of that kind and name
/// without content (a forward declaration for a struct or union), so that their forms need not be read.
#[derive(Debug)]
pub struct Slice {
    /// The blob, open.
    pub btf: Btf,
    /// The types that were asked for.
    pub types: Vec<TypeId>,
    /// The stubs.
    pub stubs: Vec<Stub>,
}

/// A type of a [`Slice`] with only kind and name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stub {
    /// Its id in the slice.
    pub id: TypeId,
    /// Its kind in the kernel.
    pub kind: Kind,
    /// Its name.
    pub name: Vec<u8>,
    /// Its index among the types of that kind and name.
    pub ordinal: u32,
}

impl<R: Ranges> Atlas<R> {
    /// The forms of a name, of one kind or of all kinds, sorted by class, kind, ordinal and first kernel. Reads the
    /// names in the blocks that may have this name, but not the contents of forms.
    ///
    /// # Errors
    /// When such a block is damaged or not at hand.
    pub fn forms_of(&self, name: &[u8], kind: Option<Kind>) -> Result<Vec<Form>, Error> {
        let mut out = Vec::new();
        if name.is_empty() {
            return Ok(out);
        }
        for class in Class::ALL.into_iter().filter(|class| kind.is_none_or(|kind| Class::of(kind) == *class)) {
            for block in self.directory.with_name(class, name) {
                let names = self.names(block)?;
                let start = names.items.partition_point(|item| item.name.as_slice() < name);
                let items = names.items.iter().skip(start).take_while(|item| item.name == name);
                for item in items.filter(|item| kind.is_none_or(|kind| kind == item.kind)) {
                    for at in item.places.clone() {
                        let Some(place) = names.places.get(at) else { continue };
                        out.push(Form::new(item, place, self.set(place.set)?, block, at));
                    }
                }
            }
        }
        Ok(out)
    }

    /// Every form of a block, in order, to go through a whole atlas: see [`Atlas::block_count`].
    ///
    /// # Errors
    /// When the block is damaged or not at hand.
    pub fn forms_in(&self, block: u32) -> Result<Vec<Form>, Error> {
        self.forms_where(block, &|_| true)
    }

    /// The forms of a block with a kind for which `wanted` returns true.
    ///
    /// # Errors
    /// When the block is damaged or not at hand.
    pub(crate) fn forms_where(&self, block: u32, wanted: &dyn Fn(Kind) -> bool) -> Result<Vec<Form>, Error> {
        let names = self.names(block as usize)?;
        let of = names.items.iter().flat_map(|item| item.places.clone().map(move |at| (item, at)));
        let mut known: HashMap<u32, KernelSet> = HashMap::new();
        let mut out = Vec::with_capacity(names.places.len());
        for (item, at) in of.filter(|(item, _)| wanted(item.kind)) {
            let Some(place) = names.places.get(at) else { continue };
            let set = match known.get(&place.set) {
                Some(set) => set.clone(),
                None => known.entry(place.set).or_insert(self.set(place.set)?).clone(),
            };
            out.push(Form::new(item, place, set, block as usize, at));
        }
        Ok(out)
    }

    /// Forms that one kernel has, as a blob. Reads the blocks of those forms, and of the forward declarations that they
    /// refer to.
    ///
    /// # Errors
    /// When a block is damaged or not at hand, or the kernel does not have all of the forms.
    pub fn slice(&self, kernel: u32, forms: &[&Form]) -> Result<Slice, Error> {
        let mut more: Vec<Form> = Vec::new();
        // A forward declaration is read, to tell whether it is of a struct or a union.
        loop {
            let all: Vec<&Form> = forms.iter().copied().chain(&more).collect();
            let slice = self.slice_of(kernel, &all)?;
            let before = more.len();
            for stub in slice.stubs.iter().filter(|stub| stub.kind == Kind::Fwd) {
                let of = self.forms_of(&stub.name, Some(Kind::Fwd))?;
                more.extend(of.into_iter().filter(|form| form.ordinal == stub.ordinal && form.kernels.has(kernel)));
            }
            if more.len() == before {
                return Ok(Slice { types: slice.types.into_iter().take(forms.len()).collect(), ..slice });
            }
        }
    }

    fn slice_of(&self, kernel: u32, forms: &[&Form]) -> Result<Slice, Error> {
        let about = self.kernels().get(kernel as usize);
        let (Some(about), None) = (about, forms.iter().find(|form| !form.kernels.has(kernel))) else {
            let message = format!("kernel {kernel} does not have that form");
            return Err(Error::new(ErrorKind::Kernel(message), Default::default()));
        };
        let mut taking = Taking::new(about.endian);
        let types = forms.iter().map(|form| taking.ask(form.kind, &form.name, form.ordinal)).collect();
        let mut met: Option<(usize, Met)> = None;
        for form in forms {
            let block = self.forms(form.block)?;
            // Consecutive forms are mostly in the same block.
            let here = match &mut met {
                Some((at, here)) if *at == form.block => here,
                other => &mut other.insert((form.block, Met::of(&block))).1,
            };
            let done = taking.form((&block, here), form.at, Others::Stubs);
            done.map_err(|_| self.dangling(form.block, &form.name))?;
        }
        let stubs = taking.stubs().to_vec();
        let bytes = taking.finish();
        let broken = |e: btf::Error| {
            let range = Default::default();
            Error::new(ErrorKind::Damaged { part: "a block of forms", at: 0, expected: format!("BTF ({e})") }, range)
        };
        let mut btf = Btf::parse(bytes, None).map_err(broken)?;
        btf.set_pointer_size(about.pointer_size.into());
        let stubs = stubs
            .into_iter()
            .map(|stub| {
                let name = btf.string_bytes(btf::StringOffset(stub.name)).unwrap_or_default().to_vec();
                Stub { id: stub.id, kind: stub.kind, name, ordinal: stub.ordinal }
            })
            .collect();
        Ok(Slice { btf, types, stubs })
    }
}
