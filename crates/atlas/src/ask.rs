//! Questions about names: the forms of a name, and the kernels that have them. [`crate::slice`] reads their content.

use std::collections::HashMap;

use btf::Kind;

use crate::error::Error;
use crate::names::{Class, Item, Where};
use crate::open::Atlas;
use crate::ranges::Ranges;
use crate::sets::KernelSet;

/// A form of a name, and the kernels that share it. Its content is not read yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Form {
    /// The kind of the name.
    pub kind: Kind,
    /// The name.
    pub name: Vec<u8>,
    /// The index, from 0, among a kernel's types of this kind and name, in the order of their ids.
    pub ordinal: u32,
    /// The kernels that have the form.
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

impl<R: Ranges> Atlas<R> {
    /// The forms of a name, of one kind or of all kinds, sorted by class, kind, ordinal and first kernel. Reads the
    /// names in the blocks that may have this name, but not the contents of forms.
    ///
    /// # Errors
    /// When such a block or a page of kernel sets is damaged or not at hand.
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

    /// The forms of a block, in order. [`Atlas::block_count`] gives the number of blocks.
    ///
    /// # Errors
    /// When the block or a page of kernel sets is damaged or not at hand.
    pub fn forms_in(&self, block: u32) -> Result<Vec<Form>, Error> {
        self.forms_where(block, &|_| true)
    }

    /// The forms of a block with a kind for which `wanted` returns true.
    ///
    /// # Errors
    /// When the block or a page of kernel sets is damaged or not at hand.
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
}
