//! [`Draft`]: an atlas under construction. Kernels and other atlases are added in any order; [`Draft::write`] gives the
//! same bytes for the same kernels.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use btf::Btf;

use crate::collect::{Found, Pool, collect};
use crate::content::Content;
use crate::directory::{LONGEST_NOTE, MAX_KERNELS, MAX_NOTES, one_line};
use crate::error::{Error, Unfit};
use crate::kernel::{AtlasKernel, LONGEST_FIELD};
use crate::members::Members;
use crate::node::{self, Word};
use crate::open::Atlas;
use crate::ranges::Ranges;

/// One form of a name, and the kernels that have it. A name has several forms where kernels have different types under
/// it (docs/atlas.md).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// The node that names the type: kind, name, and an ordinal for types of equal kind and name.
    pub(crate) reference: u32,
    /// The node that describes the type.
    pub(crate) content: u32,
    /// The kernels that have the form: a number in [`Draft::sets`]; 0 is the empty set.
    pub(crate) set: u32,
}

/// An atlas under construction. It holds each form once and each kernel set once.
#[derive(Debug)]
pub struct Draft {
    pub(crate) content: Content,
    pub(crate) pool: Pool,
    /// In the order in which they were added.
    pub(crate) kernels: Vec<AtlasKernel>,
    known: HashMap<AtlasKernel, u32>,
    pub(crate) notes: BTreeSet<String>,
    /// Sets of kernels, as indices into [`Draft::kernels`].
    pub(crate) sets: Members,
    pub(crate) entries: Vec<Entry>,
    /// From reference and content to the index of the entry.
    index: HashMap<(u32, u32), u32>,
}

impl Default for Draft {
    fn default() -> Draft {
        Draft::new()
    }
}

impl Draft {
    /// An empty draft.
    pub fn new() -> Draft {
        Draft::of(Content::Types)
    }

    /// An empty draft for this content.
    pub(crate) fn of(content: Content) -> Draft {
        Draft {
            content,
            pool: Pool::new(),
            kernels: Vec::new(),
            known: HashMap::new(),
            notes: BTreeSet::new(),
            sets: Members::new(),
            entries: Vec::new(),
            index: HashMap::new(),
        }
    }

    /// The kernels, in the order in which they were added.
    pub fn kernels(&self) -> &[AtlasKernel] {
        &self.kernels
    }

    /// Whether a kernel was added already.
    pub fn has(&self, kernel: &AtlasKernel) -> bool {
        self.known.contains_key(&in_lines(kernel.clone()))
    }

    /// The numbers of names, forms and distinct kernel sets.
    pub fn counts(&self) -> Counts {
        let name = |e: &Entry| match node::reference(self.pool.nodes.get(e.reference)) {
            Some((kind, 0, _)) => (kind, 0, e.content),
            Some((kind, name, _)) => (kind, name, 0),
            None => (btf::Kind::Unknown(0), 0, 0),
        };
        let names: std::collections::HashSet<_> = self.entries.iter().map(name).collect();
        let sets: std::collections::HashSet<_> = self.entries.iter().map(|e| e.set).collect();
        Counts { names: names.len() as u32, forms: self.entries.len() as u32, sets: sets.len() as u32 }
    }

    /// Adds a note on the maker or the sources of the atlas, on one line: control characters and the like become
    /// escapes. A note that the atlas has already is not added again. A merged atlas has the notes of all its parts.
    ///
    /// # Errors
    /// When the note with its escapes is longer than 1,024 bytes, or would be the 257th.
    pub fn note(&mut self, note: &str) -> Result<(), Unfit> {
        let note = one_line(note);
        if note.len() > LONGEST_NOTE {
            return Err(Unfit::TooMuch("note of more than 1,024 bytes"));
        }
        if self.notes.len() >= MAX_NOTES && !self.notes.contains(&*note) {
            return Err(Unfit::TooMuch("more than 256 notes"));
        }
        self.notes.insert(note.into_owned());
        Ok(())
    }

    /// Adds a kernel. Returns whether it was new; if not, nothing changes. In its texts, control characters and the like
    /// become escapes.
    ///
    /// # Errors
    /// When the BTF is split, is damaged, or has a type that an atlas cannot describe ([`Unfit`]), when a text of
    /// `kernel` with its escapes is longer than 255 bytes, or when there are 65,536 kernels already. The draft is unchanged
    /// then.
    pub fn add(&mut self, kernel: AtlasKernel, btf: &Btf) -> Result<bool, Unfit> {
        self.add_found(kernel, |pool| collect(btf, pool))
    }

    /// Adds a kernel. `find` puts its names and their contents into the pool, and returns their numbers.
    pub(crate) fn add_found(
        &mut self,
        kernel: AtlasKernel,
        find: impl FnOnce(&mut Pool) -> Result<Vec<Found>, Unfit>,
    ) -> Result<bool, Unfit> {
        let kernel = in_lines(kernel);
        if self.has(&kernel) {
            return Ok(false);
        }
        check_texts(&kernel)?;
        let found = find(&mut self.pool)?;
        let number = self.kernel(kernel)?;
        // Most forms share a few sets of kernels, so the union of each set with the new kernel is computed once.
        let mut steps: HashMap<u32, u32> = HashMap::new();
        for (reference, content) in found {
            let at = self.entry(reference, content);
            let before = self.entries[at].set;
            let set = *steps.entry(before).or_insert_with(|| self.sets.with(before, number));
            self.entries[at].set = set;
        }
        self.compact();
        Ok(true)
    }

    /// Adds the kernels of an atlas, and its notes.
    ///
    /// # Errors
    /// When the atlas is damaged, its bytes cannot be read, or the draft and the atlas together exceed the limits of an
    /// atlas. After an error, the draft must not be used any more.
    pub fn merge<R: Ranges>(&mut self, atlas: &Atlas<R>) -> Result<(), MergeError> {
        self.merge_some(atlas, |_| true)
    }

    /// Adds the kernels of an atlas for which `keep` returns true, and its notes.
    ///
    /// # Errors
    /// As [`Draft::merge`].
    pub fn merge_some<R: Ranges>(
        &mut self,
        atlas: &Atlas<R>,
        keep: impl Fn(&AtlasKernel) -> bool,
    ) -> Result<(), MergeError> {
        for note in atlas.notes() {
            self.note(note)?;
        }
        let mut numbers = Vec::new();
        for kernel in atlas.kernels() {
            numbers.push(if keep(kernel) { Some(self.kernel(kernel.clone())?) } else { None });
        }
        // For each set of the atlas, its number in this draft.
        let mut sets = Vec::new();
        for set in atlas.all_sets()? {
            let kernels = set.iter().filter_map(|k| numbers.get(k as usize).copied().flatten());
            sets.push(self.sets.of(kernels.collect()));
        }
        let mut unions = HashMap::new();
        for block in 0..atlas.directory.blocks.len() {
            let (names, forms) = (atlas.names(block)?, atlas.forms(block)?);
            let texts: Vec<u32> = (0..forms.texts.len()).map(|i| self.pool.texts.intern(forms.texts.get(i))).collect();
            let mut nodes: Vec<u32> = Vec::with_capacity(forms.nodes.len() as usize);
            let mut words = Vec::new();
            for i in 0..forms.nodes.len() {
                translate(forms.nodes.get(i), &texts, &nodes, &mut words);
                nodes.push(self.pool.nodes.intern(&words));
            }
            for item in &names.items {
                let name = self.pool.texts.intern(&item.name);
                for at in item.places.clone() {
                    let Some(place) = names.places.get(at) else { continue };
                    let set = sets.get(place.set as usize).copied().unwrap_or(0);
                    if set == 0 {
                        continue;
                    }
                    translate(forms.forms.get(at as u32), &texts, &nodes, &mut words);
                    if name != 0
                        && let Some(word) = words.get_mut(1)
                    {
                        *word = name;
                    }
                    let mut content = self.pool.nodes.intern(&words);
                    let tags = forms.tags.get(at as u32);
                    if !tags.is_empty() {
                        words.clear();
                        words.extend([node::TAGGED, content]);
                        let of = |text: u32| texts.get(text as usize).copied().unwrap_or(0);
                        words.extend(tags.iter().enumerate().map(|(i, w)| if i % 3 == 1 { of(*w) } else { *w }));
                        content = self.pool.nodes.intern(&words);
                    }
                    let reference = self.pool.nodes.intern(&node::to_name(item.kind, name, place.ordinal));
                    let at = self.entry(reference, content);
                    let before = self.entries[at].set;
                    self.entries[at].set = *unions.entry((before, set)).or_insert_with(|| self.sets.union(before, set));
                }
            }
        }
        self.compact();
        Ok(())
    }

    /// When there are many sets, forgets those that no form has any more.
    fn compact(&mut self) {
        self.sets.compact(self.entries.iter_mut().map(|entry| &mut entry.set));
    }

    /// The index of a kernel whose texts are lines. It is added if it is new.
    fn kernel(&mut self, kernel: AtlasKernel) -> Result<u32, Unfit> {
        if let Some(&number) = self.known.get(&kernel) {
            return Ok(number);
        }
        check_texts(&kernel)?;
        if self.kernels.len() >= MAX_KERNELS {
            return Err(Unfit::TooMuch("more than 65,536 kernels"));
        }
        let number = self.kernels.len() as u32;
        self.known.insert(kernel.clone(), number);
        self.kernels.push(kernel);
        Ok(number)
    }

    /// The index of an entry; a new one has the empty set.
    fn entry(&mut self, reference: u32, content: u32) -> usize {
        let next = self.entries.len() as u32;
        let number = *self.index.entry((reference, content)).or_insert(next);
        if number == next {
            self.entries.push(Entry { reference, content, set: 0 });
        }
        number as usize
    }
}

/// The kernel with each of its texts on one line, as a directory is read ([`one_line`]): otherwise the same kernel would
/// be another one after the atlas was read again.
fn in_lines(mut kernel: AtlasKernel) -> AtlasKernel {
    let texts = [
        &mut kernel.distribution,
        &mut kernel.suite,
        &mut kernel.package_version,
        &mut kernel.upstream,
        &mut kernel.release,
        &mut kernel.arch,
        &mut kernel.flavour,
    ];
    for text in texts {
        if let Cow::Owned(line) = one_line(text) {
            *text = line;
        }
    }
    kernel
}

/// Refuses a kernel whose texts are too long for a directory.
fn check_texts(kernel: &AtlasKernel) -> Result<(), Unfit> {
    match kernel.texts().iter().any(|text| text.len() > LONGEST_FIELD) {
        true => Err(Unfit::TooMuch("kernel with a text of more than 255 bytes")),
        false => Ok(()),
    }
}

/// The sizes of a draft.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Distinct pairs of kind and name; an unnamed type counts by its content.
    pub names: u32,
    /// Distinct pairs of a name and a content.
    pub forms: u32,
    /// Distinct sets of kernels that share a form.
    pub sets: u32,
}

/// Why an atlas cannot be merged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MergeError {
    /// The atlas is damaged, or its bytes are not at hand.
    #[error(transparent)]
    Atlas(#[from] Error),
    /// The draft and the atlas together exceed the limits of an atlas.
    #[error(transparent)]
    Unfit(#[from] Unfit),
}

/// Sets `out` to the words of a block's node, with the pool's numbers of texts and nodes instead of the block's.
fn translate(words: &[u32], texts: &[u32], nodes: &[u32], out: &mut Vec<u32>) {
    out.clear();
    out.extend(node::words_of(words).map(|(what, word)| match what {
        Word::Plain => word,
        Word::Text => texts.get(word as usize).copied().unwrap_or(0),
        Word::Node => nodes.get(word as usize).copied().unwrap_or(0),
    }));
}
