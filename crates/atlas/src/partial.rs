//! Parts of kernels: the types of some names, with all types that are needed to read them by value.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use btf::{Btf, Endian, Kind, TypeId};

use crate::ask::Form;
use crate::decode::Forms;
use crate::error::Error;
use crate::names::Class;
use crate::node;
use crate::open::{Atlas, read, unpack_forms, unpack_names};
use crate::parallel::in_order;
use crate::ranges::Ranges;
use crate::search::Sought;
use crate::taking::{Met, Others, Taking};

/// The most words of unpacked forms that are kept, for all blocks together; and the most words of [`Partial::met`]. One
/// block alone may have more.
const MAX_KEPT: usize = 32 << 20;

/// The most bytes of BTF that are kept as parts of kernels already taken. One part alone may have more.
const MAX_PARTS: usize = 64 << 20;

/// Takes parts of many kernels. Reads much less than [`Atlas::take_out`] if only a few names are needed.
///
/// A part has each type of a wanted name; the types that these have by value (members, elements, parameters, targets of
/// typedefs and qualifiers); and every other type that they mention, such as a typedef, an enum or an int. But structs
/// and unions behind pointers have only kind and name, with no members and size 0, unless they are wanted themselves.
/// Types of the same name and kind keep their order.
#[derive(Debug)]
pub struct Partial<'a, R> {
    atlas: &'a Atlas<R>,
    /// All forms of the wanted names.
    wanted: Vec<Form>,
    /// The block of each of these forms, and the index of the form in the block.
    known: HashSet<(usize, u32)>,
    /// For each kernel, the indices of the wanted forms that it has, in the order in which they were wanted.
    of_kernels: Vec<Vec<u32>>,
    /// The names wanted so far, with the number of a kind, or none for any kind.
    names: BTreeSet<(Vec<u8>, Option<u8>)>,
    /// Blocks of forms that were unpacked; shared with the clones.
    kept: Arc<Mutex<Unpacked>>,
    /// For each block that was read before, the offsets and ids of its texts and nodes in the current part. They are
    /// cleared for the next part: this is faster than to allocate the memory again.
    met: HashMap<usize, Met>,
    /// The words of `met`, at most [`MAX_KEPT`].
    met_words: usize,
    /// Parts of kernels taken before; shared with the clones.
    parts: Arc<Mutex<Parts>>,
}

/// The key of a kernel's part: block and index of each wanted form that the kernel has, whether it is big-endian, and
/// the bytes of a pointer. Kernels with the same key have equal parts.
type Same = (Vec<(usize, u32)>, bool, u8);

/// A part of a kernel; several kernels may share it.
#[derive(Clone, Debug)]
pub struct Part {
    /// The types.
    pub btf: Arc<Btf>,
    /// Two parts with the same number are equal if they come from the same [`Partial`] or from clones of it.
    pub number: u32,
}

/// A name with its kind.
type Name = (Kind, Vec<u8>);

impl<'a, R: Ranges> Partial<'a, R> {
    /// No names are wanted at first: see [`Partial::want`].
    pub fn new(atlas: &'a Atlas<R>) -> Partial<'a, R> {
        Partial {
            atlas,
            wanted: Vec::new(),
            known: HashSet::new(),
            of_kernels: vec![Vec::new(); atlas.kernels().len()],
            names: BTreeSet::new(),
            kept: Arc::default(),
            met: HashMap::new(),
            met_words: 0,
            parts: Arc::default(),
        }
    }

    /// Adds the types of a name, of one kind or of any. Returns whether `kernel` has such types that were not wanted
    /// before.
    ///
    /// # Errors
    /// When a block of names or a page of kernel sets is damaged or not at hand.
    pub fn want(&mut self, name: &[u8], kind: Option<Kind>, kernel: u32) -> Result<bool, Error> {
        if self.names.contains(&(name.to_vec(), None))
            || !self.names.insert((name.to_vec(), kind.map(|kind| kind.number())))
        {
            return Ok(false);
        }
        let forms = self.atlas.forms_of(name, kind)?;
        Ok(self.add(forms, kernel))
    }

    /// Adds the named enums whose names begin with one of `names`, and the unnamed enums with an enumerator that begins
    /// with one of `enumerators`. Reads the forms of all blocks of unnamed types.
    ///
    /// # Errors
    /// When a block or a page of kernel sets is damaged or not at hand.
    pub fn want_enums(&mut self, names: &[&str], enumerators: &[&str]) -> Result<(), Error> {
        let (atlas, directory) = (self.atlas, &self.atlas.directory);
        for prefix in names {
            for named in atlas.search(Class::Types, Sought::Prefix(prefix.as_bytes()), usize::MAX)? {
                if named.kind.is_any_enum() {
                    self.want(&named.name, Some(named.kind), 0)?;
                }
            }
        }
        let blocks: Vec<_> = (0..).zip(&directory.blocks).filter(|(_, b)| b.class == Class::Nameless).collect();
        in_order(
            blocks.len(),
            |at| Ok((read(atlas.ranges(), blocks[at].1.names.range)?, read(atlas.ranges(), blocks[at].1.forms.range)?)),
            |at, (names, forms)| {
                let block = blocks[at].1;
                let names = unpack_names(&names, &block.names, block.class, directory.numbers(block))?;
                let enums: Vec<_> = names.items.iter().filter(|item| item.kind.is_any_enum()).collect();
                if enums.is_empty() {
                    return Ok(HashSet::new());
                }
                let forms = unpack_forms(&forms, &block.forms, &names)?;
                let is_wanted = |at: &usize| {
                    let words = node::words_of(forms.forms.get(*at as u32)).skip(2);
                    let mut texts = words.filter(|(what, _)| *what == node::Word::Text);
                    let is_it = |text: &[u8]| enumerators.iter().any(|prefix| text.starts_with(prefix.as_bytes()));
                    texts.any(|(_, text)| is_it(forms.texts.get(text)))
                };
                Ok(enums.into_iter().flat_map(|item| item.places.clone()).filter(is_wanted).collect())
            },
            |at, wanted: HashSet<usize>| {
                if !wanted.is_empty() {
                    let mut enums = atlas.forms_where(blocks[at].0, &|kind| kind.is_any_enum())?;
                    enums.retain(|form| wanted.contains(&(form.at() as usize)));
                    self.add(enums, 0);
                }
                Ok(())
            },
        )
    }

    fn add(&mut self, forms: Vec<Form>, kernel: u32) -> bool {
        let mut new = false;
        for form in forms.into_iter().filter(|form| self.known.insert((form.block(), form.at()))) {
            new |= form.kernels.has(kernel);
            let number = self.wanted.len() as u32;
            for kernel in form.kernels.iter() {
                if let Some(of) = self.of_kernels.get_mut(kernel as usize) {
                    of.push(number);
                }
            }
            self.wanted.push(form);
        }
        new
    }

    /// The part of a kernel, by its index in [`Atlas::kernels`]. Names of types that the part needs are added to the
    /// wanted names.
    ///
    /// # Errors
    /// When there is no such kernel, or a block or a page of kernel sets is damaged or not at hand.
    pub fn take(&mut self, kernel: u32) -> Result<Part, Error> {
        // The key is made before the lock is taken, because making it takes longer than looking it up.
        let same = self.same(kernel)?;
        let known = locked(&self.parts).get(&same);
        if let Some(part) = known {
            return Ok(part);
        }
        loop {
            let (btf, stubs) = self.part(kernel)?;
            let mut more = false;
            for (kind, name) in stubs {
                more |= self.want(&name, Some(kind), kernel)?;
            }
            if !more {
                let same = self.same(kernel)?;
                return Ok(locked(&self.parts).add(same, btf));
            }
        }
    }

    /// The key of a kernel for the forms that are wanted now.
    fn same(&self, kernel: u32) -> Result<Same, Error> {
        let about = self.atlas.kernel(kernel)?;
        let here = self.here(kernel).into_iter().filter_map(|number| self.wanted.get(number as usize));
        let here = here.map(|form| (form.block(), form.at()));
        Ok((here.collect(), about.endian == Endian::Big, about.pointer_size))
    }

    /// The indices of the wanted forms that a kernel has, sorted by block, then by index in the block.
    fn here(&self, kernel: u32) -> Vec<u32> {
        let mut here = self.of_kernels.get(kernel as usize).cloned().unwrap_or_default();
        here.sort_unstable_by_key(|number| self.wanted.get(*number as usize).map(|form| (form.block(), form.at())));
        here
    }

    /// The part with the names wanted now, and the names of its stubs that must be wanted, too.
    fn part(&mut self, kernel: u32) -> Result<(Btf, Vec<Name>), Error> {
        let about = self.atlas.kernel(kernel)?;
        let here = self.here(kernel);
        let mut taking = Taking::new(about.endian);
        for form in here.iter().filter_map(|number| self.wanted.get(*number as usize)) {
            taking.ask(form.kind, &form.name, form.ordinal);
        }
        let of = |number: &u32| self.wanted.get(*number as usize).map(Form::block);
        let blocks: Vec<Vec<u32>> = here.chunk_by(|a, b| of(a) == of(b)).map(<[u32]>::to_vec).collect();
        for numbers in &blocks {
            self.write(numbers, &mut taking)?;
        }
        let asked = here.len() as u32;
        let (btf, stubs) = taking.open(about)?;
        let by_value = by_value(&btf, asked);
        let needed =
            stubs.into_iter().filter(|s| !s.kind.is_composite() || by_value.get(s.id.0 as usize) == Some(&true));
        let needed = needed.map(|s| (s.kind, s.name)).collect();
        Ok((btf, needed))
    }

    /// Writes wanted forms of one block.
    fn write(&mut self, numbers: &[u32], taking: &mut Taking) -> Result<(), Error> {
        let first = numbers.first().and_then(|number| self.wanted.get(*number as usize));
        let Some(first) = first.map(Form::block) else { return Ok(()) };
        let block = self.block(first)?;
        let mut met = match self.met.remove(&first) {
            Some(met) => met,
            None => {
                let words = (block.texts.len() as usize).saturating_add(block.nodes.len() as usize);
                if self.met_words.saturating_add(words) > MAX_KEPT {
                    self.met.clear();
                    self.met_words = 0;
                }
                self.met_words = self.met_words.saturating_add(words);
                Met::of(&block)
            }
        };
        for form in numbers.iter().filter_map(|number| self.wanted.get(*number as usize)) {
            let done = taking.form((&block, &mut met), form.at(), Others::Empty);
            done.map_err(|_| self.atlas.dangling(form.block(), &form.name))?;
        }
        met.clear();
        self.met.insert(first, met);
        Ok(())
    }

    fn block(&mut self, block: usize) -> Result<Arc<Forms>, Error> {
        if let Some(known) = locked(&self.kept).blocks.get(&block) {
            return Ok(Arc::clone(known));
        }
        let forms = self.atlas.forms(block)?;
        locked(&self.kept).add(block, &forms);
        Ok(forms)
    }
}

/// A clone takes parts independently of the original, in another thread if wanted. The parts of both are kept together.
impl<R> Clone for Partial<'_, R> {
    fn clone(&self) -> Self {
        Partial {
            atlas: self.atlas,
            wanted: self.wanted.clone(),
            known: self.known.clone(),
            of_kernels: self.of_kernels.clone(),
            names: self.names.clone(),
            kept: Arc::clone(&self.kept),
            met: HashMap::new(),
            met_words: 0,
            parts: Arc::clone(&self.parts),
        }
    }
}

fn locked<T>(kept: &Mutex<T>) -> MutexGuard<'_, T> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Parts of kernels taken before: the next kernel often has the same forms.
///
/// A part may come from a clone that wants more names. It still fits: the key has all wanted forms that the kernel has,
/// so names that only the clone wants are names that the kernel lacks.
#[derive(Debug, Default)]
struct Parts {
    of: HashMap<Same, Part>,
    bytes: usize,
    /// How many parts were made.
    made: u32,
}

impl Parts {
    fn get(&self, same: &Same) -> Option<Part> {
        self.of.get(same).cloned()
    }

    /// Adds a new part, and returns it with its number; or the equal part that a clone added in the meantime.
    fn add(&mut self, same: Same, btf: Btf) -> Part {
        if let Some(part) = self.get(&same) {
            return part;
        }
        let bytes = btf.bytes().len();
        if self.bytes.saturating_add(bytes) > MAX_PARTS {
            self.of.clear();
            self.bytes = 0;
        }
        self.bytes = self.bytes.saturating_add(bytes);
        self.made += 1;
        let part = Part { btf: Arc::new(btf), number: self.made };
        self.of.insert(same, part.clone());
        part
    }
}

/// Blocks of forms that were unpacked, by their numbers.
#[derive(Debug, Default)]
struct Unpacked {
    blocks: HashMap<usize, Arc<Forms>>,
    /// The words of all blocks.
    words: usize,
}

impl Unpacked {
    fn add(&mut self, block: usize, forms: &Arc<Forms>) {
        let words = forms.forms.total().saturating_add(forms.nodes.total());
        if self.words.saturating_add(words) > MAX_KEPT {
            self.blocks.clear();
            self.words = 0;
        }
        if self.blocks.insert(block, Arc::clone(forms)).is_none() {
            self.words = self.words.saturating_add(words);
        }
    }
}

impl<R: Ranges> Atlas<R> {
    /// For each kernel, whether it has any type of this kind.
    ///
    /// # Errors
    /// When a block of names or a page of kernel sets is damaged or not at hand.
    pub fn kernels_with(&self, kind: Kind) -> Result<Vec<bool>, Error> {
        let mut known = vec![false; self.set_count() as usize];
        let mut kernels = vec![false; self.kernels().len()];
        let mut left = kernels.len();
        for block in self.directory.of_class(Class::of(kind)) {
            if left == 0 {
                break;
            }
            let names = self.names(block)?;
            for item in names.items.iter().filter(|item| item.kind == kind) {
                for place in names.places.get(item.places.clone()).unwrap_or_default() {
                    if std::mem::replace(known.get_mut(place.set as usize).unwrap_or(&mut true), true) {
                        continue;
                    }
                    for kernel in self.set(place.set)?.iter() {
                        if let Some(kernel) = kernels.get_mut(kernel as usize).filter(|known| !**known) {
                            *kernel = true;
                            left -= 1;
                        }
                    }
                }
            }
        }
        Ok(kernels)
    }
}

/// For each id, whether it is one of the first `asked` types, or is reached from one without following a pointer.
fn by_value(btf: &Btf, asked: u32) -> Vec<bool> {
    let mut met = vec![false; btf.type_cnt() as usize];
    let mut left: Vec<TypeId> = (1..=asked).map(TypeId).collect();
    while let Some(id) = left.pop() {
        match met.get_mut(id.0 as usize) {
            Some(met) if !*met => *met = true,
            _ => continue,
        }
        let Some(t) = btf.get(id).filter(|t| t.kind() != Kind::Ptr) else { continue };
        match t.kind().is_composite() {
            true => left.extend(t.members().map(|m| m.type_id)),
            false => left.extend(t.references().map(|(_, id)| id)),
        }
    }
    met
}
