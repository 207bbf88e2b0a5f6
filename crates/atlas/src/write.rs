//! [`Draft::write`]: the bytes of an atlas. They depend only on its content: everything is sorted first.

use std::collections::HashMap;

use btf::Kind;
use container::FileRange;
use sha2::{Digest, Sha256};

use crate::content::{Content, FORWARDS, VERSION};
use crate::directory::{Block, Directory, MAX_MEMBERSHIPS, Page, Part};
use crate::draft::{Draft, Entry};
use crate::encode::Encoder;
use crate::error::Unfit;
use crate::header::{self, Header};
use crate::names::{Class, Item, Names, Where};
use crate::node::{self, FIXED, Word};
use crate::pack;
use crate::pages::Lanes;
use crate::paging::Paging;
use crate::sets::KernelSet;

/// A block whose forms have this many bytes, unpacked, ends before the next name.
pub(crate) const BLOCK: usize = 160 << 10;

/// A block of this many bytes ends even in the middle of a name.
const LARGEST_BLOCK: usize = 1 << 20;

/// From this many kernels on, the sets of kernels are in pages: otherwise the directory would be larger than the parts
/// that a question reads. They are in pages, too, if a kernel is known only by a header.
const MANY_KERNELS: usize = 1000;

/// An entry, ready to be sorted.
struct Sorted<'d> {
    class: Class,
    name: &'d [u8],
    kind: Kind,
    /// For an unnamed type, the key by which it is sorted: the name of its first member, and the digest of its content.
    content: Option<(&'d [u8], [u8; 16])>,
    ordinal: u32,
    /// The number of its set in the directory.
    set: u32,
    /// The first kernel that has the form.
    first: u32,
    /// In a file of the names of modules, where a kernel may have a name several times: the module that brings the
    /// name, and how ([`Draft::module_of`]).
    module: Option<(&'d [u8], u32)>,
    entry: Entry,
}

impl Draft {
    /// The bytes of the atlas. They depend on the kernels and notes that were added, not on the order.
    ///
    /// # Errors
    /// When a limit of an atlas is exceeded: a single type of megabytes, far too many kernel sets, or a directory of
    /// more than 16 MiB.
    pub fn write(&self) -> Result<Vec<u8>, Unfit> {
        self.written(false)
    }

    /// As [`Draft::write`], but with kernel sets in pages, as atlases of many kernels have them; for tests.
    ///
    /// # Errors
    /// As [`Draft::write`].
    #[doc(hidden)]
    pub fn write_paged(&self) -> Result<Vec<u8>, Unfit> {
        self.written(true)
    }

    fn written(&self, paged: bool) -> Result<Vec<u8>, Unfit> {
        let (kernels, numbers) = self.sorted_kernels();
        let (sets, set_numbers) = self.sorted_sets(&numbers);
        let mut sorted = self.sorted_entries(&sets, &set_numbers);
        sorted.sort_unstable_by(|a, b| {
            let names = (a.class, a.name, a.kind.number()).cmp(&(b.class, b.name, b.kind.number()));
            names
                .then_with(|| a.content.cmp(&b.content))
                .then_with(|| (a.ordinal, a.first).cmp(&(b.ordinal, b.first)))
                .then_with(|| a.module.cmp(&b.module))
        });
        let paged = paged || kernels.len() >= MANY_KERNELS || kernels.iter().any(|kernel| kernel.from_header);
        let (mut blocks, mut names, forms) = self.blocks(&sorted);
        let lanes = paged.then(|| Lanes::of(&kernels));
        let paging = lanes.as_ref().map(|lanes| Paging::new(&sets, &mut names, lanes));
        let pages = paging.as_ref().map(|paging| paging.parts()).unwrap_or_default();
        let shared = paging.as_ref().map_or(0, |paging| paging.shared.len());
        let names = names.iter().map(Names::encode);
        // In the order of the file: pages that blocks share, pages of single blocks, names, forms.
        let parts: Vec<Vec<u8>> = pages.into_iter().chain(names).chain(forms).collect();
        let packed = pack_all(&parts);
        let mut done = Vec::with_capacity(parts.len());
        for (part, packed) in parts.iter().zip(&packed) {
            if !pack::may_be(packed.len() as u32, part.len() as u32, pack::MAX_PART) {
                return Err(Unfit::TooMuch("type that takes megabytes"));
            }
            let range = FileRange::at(0, packed.len() as u64);
            done.push(Part { range, unpacked: part.len() as u32, check: pack::check(packed) });
        }
        let counts = paging.as_ref().map(|paging| paging.counts()).unwrap_or_default();
        let mut pages = counts.iter().zip(&done).map(|(&count, part)| Page {
            first: 0,
            count,
            part: if count > 0 { *part } else { Part::default() },
        });
        let shared: Vec<Page> = pages.by_ref().take(shared).collect();
        for (block, page) in blocks.iter_mut().zip(pages) {
            block.page = page;
        }
        let count = blocks.len();
        let rest = done.get(counts.len()..).unwrap_or_default();
        for (block, (names, forms)) in blocks.iter_mut().zip(rest.iter().zip(rest.iter().skip(count))) {
            (block.names, block.forms) = (*names, *forms);
        }
        let sets = if paged { Vec::new() } else { sets };
        let set_count = counts.iter().map(|count| u64::from(*count)).sum::<u64>() + sets.len() as u64;
        if set_count * kernels.len() as u64 > MAX_MEMBERSHIPS {
            return Err(Unfit::TooMuch("more kernel sets"));
        }
        let paged = lanes.map(|lanes| (shared, lanes));
        let version = if paged.is_some() { FORWARDS } else { VERSION };
        let union_forwards = paged.is_some().then(|| self.union_forwards(&sorted));
        let notes = self.notes.iter().cloned().collect();
        let directory = Directory { kernels, notes, sets, paged, blocks, union_forwards };
        let unpacked = directory.encode();
        if unpacked.len() > pack::MAX_DIRECTORY as usize {
            return Err(Unfit::TooMuch("larger directory than 16 MiB"));
        }
        // A page without sets has no bytes.
        let empty = |at: usize| counts.get(at) == Some(&0);
        let packed: Vec<Vec<u8>> =
            packed.into_iter().enumerate().filter(|(at, _)| !empty(*at)).map(|(_, p)| p).collect();
        Ok(together(self.content, version, &unpacked, &packed))
    }

    /// The names of all forward declarations of unions, sorted.
    fn union_forwards(&self, sorted: &[Sorted<'_>]) -> Vec<Vec<u8>> {
        let is_union = |entry: &&Sorted<'_>| entry.kind == Kind::Fwd && node::flag(self.untagged(entry.entry.content));
        let mut names: Vec<Vec<u8>> = sorted.iter().filter(is_union).map(|entry| entry.name.to_vec()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The kernels in order, and the new index of each of the draft's kernels.
    fn sorted_kernels(&self) -> (Vec<crate::AtlasKernel>, Vec<u32>) {
        let mut order: Vec<usize> = (0..self.kernels.len()).collect();
        order.sort_by(|a, b| self.kernels[*a].cmp(&self.kernels[*b]));
        let mut numbers = vec![0; order.len()];
        for (new, old) in order.iter().enumerate() {
            numbers[*old] = new as u32;
        }
        (order.into_iter().map(|i| self.kernels[i].clone()).collect(), numbers)
    }

    /// The sets in use, the most used first, and for each number of a set in the draft its new number.
    fn sorted_sets(&self, numbers: &[u32]) -> (Vec<KernelSet>, HashMap<u32, u32>) {
        let mut uses: HashMap<u32, u32> = HashMap::new();
        for entry in &self.entries {
            *uses.entry(entry.set).or_default() += 1;
        }
        let mut sets: Vec<(u32, KernelSet, u32)> = uses
            .into_iter()
            .map(|(set, uses)| {
                let all = self.sets.kernels(set).into_iter();
                let mut kernels: Vec<u32> = all.filter_map(|i| numbers.get(i as usize).copied()).collect();
                kernels.sort_unstable();
                (uses, KernelSet::from_rising(kernels), set)
            })
            .collect();
        sets.sort_unstable_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        let by_old = sets.iter().enumerate().map(|(new, (.., old))| (*old, new as u32)).collect();
        (sets.into_iter().map(|(_, set, _)| set).collect(), by_old)
    }

    fn sorted_entries(&self, sets: &[KernelSet], numbers: &HashMap<u32, u32>) -> Vec<Sorted<'_>> {
        let mut digests = HashMap::new();
        let mut out = Vec::with_capacity(self.entries.len());
        for &entry in &self.entries {
            let Some((kind, name, ordinal)) = node::reference(self.pool.nodes.get(entry.reference)) else { continue };
            let set = numbers.get(&entry.set).copied().unwrap_or(0);
            let first = sets.get(set as usize).and_then(|set| set.iter().next()).unwrap_or(0);
            let name = self.pool.texts.get(name);
            let (class, content) = match name {
                [] => {
                    (Class::Nameless, Some((self.first_text(entry.content), self.digest(entry.content, &mut digests))))
                }
                _ => (Class::of(kind), None),
            };
            let module = (self.content == Content::ModuleNames).then(|| self.module_of(entry.content));
            out.push(Sorted { class, name, kind, content, ordinal, set, first, module, entry });
        }
        out
    }

    /// The words of a content without its declaration tags.
    fn untagged(&self, content: u32) -> &[u32] {
        node::untagged(self.pool.nodes.get(content), |node| self.pool.nodes.get(node)).0
    }

    /// The name of the first member or enumerator.
    fn first_text(&self, content: u32) -> &[u8] {
        let words = self.untagged(content);
        match node::kind(words) {
            Some(Kind::Struct | Kind::Union | Kind::Enum | Kind::Enum64) => {
                words.get(FIXED).map_or(&[], |text| self.pool.texts.get(*text))
            }
            _ => &[],
        }
    }

    /// A digest of a node with its whole content. Nodes refer only to nodes with smaller numbers.
    fn digest(&self, node: u32, known: &mut HashMap<u32, [u8; 16]>) -> [u8; 16] {
        if let Some(found) = known.get(&node) {
            return *found;
        }
        let mut sha = Sha256::new();
        for (what, word) in node::words_of(self.pool.nodes.get(node)) {
            match what {
                Word::Plain => sha.update(word.to_le_bytes()),
                Word::Text => {
                    let text = self.pool.texts.get(word);
                    sha.update((text.len() as u32).to_le_bytes());
                    sha.update(text);
                }
                // The recursion is as deep as unnamed types are nested, which is limited.
                Word::Node => sha.update(self.digest(word, known)),
            }
        }
        let mut out = [0; 16];
        out.copy_from_slice(&sha.finalize()[..16]);
        known.insert(node, out);
        out
    }

    /// The blocks, with the names and the unpacked forms of each.
    fn blocks(&self, sorted: &[Sorted<'_>]) -> (Vec<Block>, Vec<Names>, Vec<Vec<u8>>) {
        let mut encoder = Encoder::new(&self.pool);
        let (mut blocks, mut all, mut parts) = (Vec::new(), Vec::new(), Vec::new());
        let mut names = Names::default();
        let mut class = Class::Types;
        let mut flush = |of: &mut Names, encoder: &mut Encoder<'_>, class| {
            let Some(first) = of.items.first().map(|item| item.name.clone()) else { return };
            let (names, forms) = (Part::default(), Part::default());
            blocks.push(Block { class, first, names, forms, page: Page::default() });
            all.push(std::mem::take(of));
            parts.push(encoder.finish());
        };
        for (i, entry) in sorted.iter().enumerate() {
            let before = i.checked_sub(1).and_then(|i| sorted.get(i));
            let same = |b: &Sorted<'_>| (b.name, b.kind, b.content) == (entry.name, entry.kind, entry.content);
            let mut new = !before.is_some_and(same);
            let len = encoder.len() + encoder.text_len();
            if entry.class != class || new && len >= BLOCK || len >= LARGEST_BLOCK {
                flush(&mut names, &mut encoder, class);
                new = true;
            }
            class = entry.class;
            if new {
                encoder.name();
                let at = names.places.len();
                names.items.push(Item { kind: entry.kind, name: entry.name.to_vec(), places: at..at });
            }
            encoder.form(entry.entry.content);
            names.places.push(Where { ordinal: entry.ordinal, set: entry.set });
            if let Some(item) = names.items.last_mut() {
                item.places.end = names.places.len();
            }
        }
        flush(&mut names, &mut encoder, class);
        (blocks, all, parts)
    }
}

/// The file: header, directory, packed parts. The parts are pages of kernel sets, names, forms; the names of all blocks
/// are one range.
pub(crate) fn together(content: Content, version: u16, directory: &[u8], packed: &[Vec<u8>]) -> Vec<u8> {
    let stored = pack::pack(directory);
    let all: usize = packed.iter().map(Vec::len).sum();
    let header = Header {
        version,
        content,
        file_len: (header::LEN + stored.len() + all) as u64,
        stored: stored.len() as u32,
        unpacked: directory.len() as u32,
        check: [0; 32],
    };
    let mut out = header.write(&stored);
    out.extend_from_slice(&stored);
    packed.iter().for_each(|part| out.extend_from_slice(part));
    out
}

/// Packs parts on all processors, or on this thread if there are no others.
fn pack_all(parts: &[Vec<u8>]) -> Vec<Vec<u8>> {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};
    let next = AtomicUsize::new(0);
    let done: Vec<Mutex<Vec<u8>>> = parts.iter().map(|_| Mutex::default()).collect();
    let work = || {
        while let at = next.fetch_add(1, Ordering::Relaxed)
            && let (Some(part), Some(slot)) = (parts.get(at), done.get(at))
        {
            let packed = pack::pack(part);
            if let Ok(mut slot) = slot.lock() {
                *slot = packed;
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(parts.len().max(1));
    std::thread::scope(|scope| {
        for _ in 1..threads {
            if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    done.into_iter().map(|slot| slot.into_inner().unwrap_or_default()).collect()
}
