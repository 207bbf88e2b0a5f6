//! The content of forms: types of a kernel as a blob.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use btf::{Btf, Endian, Kind, TypeId};

use crate::ask::Form;
use crate::decode::Forms;
use crate::error::{Error, ErrorKind};
use crate::kernel::AtlasKernel;
use crate::open::Atlas;
use crate::ranges::Ranges;
use crate::taking::{Met, Others, Stub, Taking};

/// The most words of forms in a blob that several slices share.
const MOST_WORDS: usize = 1 << 20;

/// Some types of one kernel as a blob. Other named types that they refer to are *stubs*: types of that kind and name
/// without content (a forward declaration for a struct or union), so that their forms need not be read.
#[derive(Clone, Debug)]
pub struct Slice {
    /// The blob, open. Slices of one question may share it; then it also has types of other kernels.
    pub btf: Arc<Btf>,
    /// The types that were asked for, in the order of the forms.
    pub types: Vec<TypeId>,
    /// The stubs.
    pub stubs: Arc<[Stub]>,
}

/// How forms become a blob.
#[derive(Clone, Copy)]
enum How<'a> {
    /// The forms are whole and refer to each other, because they are of one kernel.
    Whole,
    /// The forms are whole and never refer to each other, because they may be of several kernels.
    Apart,
    /// As `Whole`, but structs and unions get only the members without a name and those with one of these names.
    Members(&'a [Vec<u8>]),
}

impl<R: Ranges> Atlas<R> {
    /// Forms that one kernel has, as a blob. Reads the blocks of those forms, and of the forward declarations that they
    /// refer to, unless the directory says that these are of structs.
    ///
    /// # Errors
    /// When a block or a page of kernel sets is damaged or not at hand, or the kernel does not have all of the forms.
    pub fn slice(&self, kernel: u32, forms: &[&Form]) -> Result<Slice, Error> {
        let mut more: Vec<Form> = Vec::new();
        loop {
            let all: Vec<&Form> = forms.iter().copied().chain(&more).collect();
            let slice = self.blob(self.about(kernel, &all)?, &all, How::Whole)?;
            let before = more.len();
            for stub in slice.stubs.iter().filter(|stub| self.is_unknown(stub)) {
                let of = self.forms_of(&stub.name, Some(Kind::Fwd))?;
                more.extend(of.into_iter().filter(|form| form.ordinal == stub.ordinal && form.kernels.has(kernel)));
            }
            if more.len() == before {
                return Ok(Slice { types: slice.types.into_iter().take(forms.len()).collect(), ..slice });
            }
        }
    }

    /// Forms of several kernels: for each kernel, the forms that are asked for. Does the work of many calls of
    /// [`Atlas::slice`]. For hundreds of forms of a name it is many times as fast, because kernels of the same byte
    /// order and pointer size share a blob. In a shared blob each type that a form refers to by name is a stub, even if
    /// that type was asked for.
    ///
    /// # Errors
    /// As [`Atlas::slice`].
    pub fn slices(&self, wanted: &[(u32, Vec<&Form>)]) -> Result<Vec<Slice>, Error> {
        let mut alike: BTreeMap<(bool, u8), Vec<usize>> = BTreeMap::new();
        for (at, (kernel, forms)) in wanted.iter().enumerate() {
            let about = self.about(*kernel, forms)?;
            alike.entry((about.endian == Endian::Big, about.pointer_size)).or_default().push(at);
        }
        let mut out: Vec<Option<Slice>> = vec![None; wanted.len()];
        for at in alike.into_values() {
            let mut left = &at[..];
            while let Some(count) = self.fit(left, wanted)? {
                let (here, rest) = left.split_at(count);
                left = rest;
                for (at, slice) in here.iter().zip(self.together(here, wanted)?) {
                    if let Some(to) = out.get_mut(*at) {
                        *to = Some(slice);
                    }
                }
            }
        }
        Ok(out.into_iter().flatten().collect())
    }

    /// How many of the wanted slices at the indices `at` go into one blob, at least one; `None` if `at` is empty.
    fn fit(&self, at: &[usize], wanted: &[(u32, Vec<&Form>)]) -> Result<Option<usize>, Error> {
        let mut words = 0usize;
        for (count, at) in at.iter().enumerate() {
            for form in wanted.get(*at).into_iter().flat_map(|(_, forms)| forms) {
                words = words.saturating_add(self.forms(form.block())?.forms.get(form.at()).len());
            }
            if words > MOST_WORDS && count > 0 {
                return Ok(Some(count));
            }
        }
        Ok((!at.is_empty()).then_some(at.len()))
    }

    /// The wanted slices at the indices `at`. Their kernels must have the same byte order and pointer size.
    fn together(&self, at: &[usize], wanted: &[(u32, Vec<&Form>)]) -> Result<Vec<Slice>, Error> {
        let wanted: Vec<&(u32, Vec<&Form>)> = at.iter().filter_map(|at| wanted.get(*at)).collect();
        let mut numbers: HashMap<(usize, u32), usize> = HashMap::new();
        let mut all: Vec<&Form> = Vec::new();
        for form in wanted.iter().flat_map(|(_, forms)| forms) {
            numbers.entry((form.block(), form.at())).or_insert_with(|| {
                all.push(form);
                all.len() - 1
            });
        }
        let first = wanted.first().map_or(0, |(kernel, _)| *kernel);
        let shared = self.blob(self.about(first, &[])?, &all, How::Apart)?;
        let one = |(kernel, forms): &(u32, Vec<&Form>)| {
            let id =
                |form: &&Form| numbers.get(&(form.block(), form.at())).and_then(|at| shared.types.get(*at)).copied();
            match shared.stubs.iter().any(|stub| self.is_unknown(stub)) {
                // Whether a forward declaration is of a union may depend on the kernel.
                true => self.slice(*kernel, forms),
                false => Ok(Slice { types: forms.iter().filter_map(id).collect(), ..shared.clone() }),
            }
        };
        wanted.into_iter().map(one).collect()
    }

    /// Whether a forward declaration must be read, to tell whether it is of a struct or a union.
    pub(crate) fn is_unknown(&self, stub: &Stub) -> bool {
        stub.kind == Kind::Fwd && !self.directory.is_struct_forward(&stub.name)
    }

    /// A kernel, which must have these forms.
    fn about(&self, kernel: u32, forms: &[&Form]) -> Result<&AtlasKernel, Error> {
        let about = self.kernels().get(kernel as usize);
        about.filter(|_| forms.iter().all(|form| form.kernels.has(kernel))).ok_or_else(|| {
            let message = format!("kernel {kernel} does not have that form");
            Error::new(ErrorKind::Kernel(message), Default::default())
        })
    }

    /// As [`Atlas::slice`], but structs and unions have only the members without a name and those with one of these
    /// names, and forward declarations stay stubs, even if the directory does not say whether they are of structs or of
    /// unions.
    pub(crate) fn slice_of_members(&self, kernel: u32, forms: &[&Form], names: &[Vec<u8>]) -> Result<Slice, Error> {
        self.blob(self.about(kernel, forms)?, forms, How::Members(names))
    }

    fn blob(&self, about: &AtlasKernel, forms: &[&Form], how: How<'_>) -> Result<Slice, Error> {
        let mut taking = Taking::new(about.endian);
        let types = forms
            .iter()
            .map(|form| match how {
                How::Apart => taking.ask_apart(&form.name),
                How::Whole | How::Members(_) => taking.ask(form.kind, &form.name, form.ordinal),
            })
            .collect();
        let mut blocks: BTreeMap<usize, (Arc<Forms>, Met)> = BTreeMap::new();
        for form in forms {
            let (block, met) = match blocks.entry(form.block()) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => {
                    let block = self.forms(form.block())?;
                    let met = Met::of(&block);
                    new.insert((block, met))
                }
            };
            let done = match how {
                How::Members(names) => taking.part_of_form((block, met), form.at(), names, Others::Stubs),
                How::Whole | How::Apart => taking.form((block, met), form.at(), Others::Stubs),
            };
            done.map_err(|_| self.dangling(form.block(), &form.name))?;
        }
        let (btf, stubs) = taking.open(about)?;
        Ok(Slice { btf: Arc::new(btf), types, stubs: stubs.into() })
    }
}
