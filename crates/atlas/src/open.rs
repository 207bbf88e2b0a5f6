//! [`Atlas`], an open atlas: its directory, and blocks that are read when a question needs them.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use container::FileRange;
use release::{Series, Version};
use text::counted;

use crate::bytes::Wrong;
use crate::content::Content;
use crate::decode::{self, Forms};
use crate::directory::{Directory, Page, Part};
use crate::error::{Error, ErrorKind};
use crate::header::{self, Header};
use crate::kernel::{self, AtlasKernel};
use crate::names::{Class, Names, Numbers};
use crate::pack::{self, NotUnpacked};
use crate::pages::SetPage;
use crate::ranges::{NoBytes, Ranges};
use crate::sets::KernelSet;

/// The most unpacked blocks whose names are kept, and the most whose forms are kept. A history may go through the same
/// dozen of blocks once for each form.
const KEPT: usize = 32;
/// The most words of the forms that are kept, unless one block alone has more.
const KEPT_WORDS: usize = 16 << 20;
/// The most pages of kernel sets that are kept.
const KEPT_PAGES: usize = 64;

/// An open atlas: the directory, and access to the rest.
///
/// Only the parts that a question needs are read, and each is verified first. A damaged part makes only the names in it
/// unavailable.
#[derive(Debug)]
pub struct Atlas<R> {
    ranges: R,
    pub(crate) directory: Directory,
    digest: [u8; 32],
    names: Mutex<Kept<Names>>,
    forms: Mutex<Kept<Forms>>,
    pages: Mutex<Kept<SetPage>>,
    kernel_names: OnceLock<Vec<String>>,
    kernel_series: OnceLock<Vec<Option<Series>>>,
}

/// The blocks or pages unpacked last, each with its number.
type Kept<T> = Vec<(usize, Arc<T>)>;

impl<R: Ranges> Atlas<R> {
    /// Reads header and directory.
    ///
    /// # Errors
    /// When it is not an atlas, the header or directory is damaged, or its bytes are not at hand.
    pub fn open(ranges: R) -> Result<Atlas<R>, Error> {
        Atlas::open_as(ranges, Content::Types)
    }

    /// Reads header and directory of a file that must have this content.
    pub(crate) fn open_as(ranges: R, expected: Content) -> Result<Atlas<R>, Error> {
        let len = ranges.file_len();
        let head = FileRange::new(0, len.min(header::LEN as u64));
        let header = Header::read(&read(&ranges, head)?, len)?;
        if header.content != expected {
            return Err(Error::new(ErrorKind::Other { expected, found: header.content }, FileRange::at(10, 2)));
        }
        let range = header.directory();
        let stored = read(&ranges, range)?;
        if !header.is_of(&stored) {
            return Err(Error::new(ErrorKind::Checksum("the directory"), FileRange::new(0, range.end)));
        }
        let wrong = |wrong: Wrong| damaged("the directory", wrong, range);
        let bytes = pack::unpack(&stored, header.unpacked).map_err(|e| not_unpacked(&e, "the directory", range))?;
        let directory = Directory::decode(&bytes, &header).map_err(wrong)?;
        let (names, forms, pages, kernel_names, kernel_series) = Default::default();
        Ok(Atlas { ranges, directory, digest: header.check, names, forms, pages, kernel_names, kernel_series })
    }

    /// The kernels, in ascending order.
    pub fn kernels(&self) -> &[AtlasKernel] {
        &self.directory.kernels
    }

    /// A kernel by its index.
    pub(crate) fn kernel(&self, kernel: u32) -> Result<&AtlasKernel, Error> {
        self.kernels().get(kernel as usize).ok_or_else(|| {
            let message = format!("no kernel {kernel}: the atlas has {}", self.kernels().len());
            Error::new(ErrorKind::Kernel(message), FileRange::default())
        })
    }

    /// The name of each kernel: see [`kernel::names`]. The first call makes all names.
    pub fn kernel_names(&self) -> &[String] {
        self.kernel_names.get_or_init(|| kernel::names(&self.directory.kernels))
    }

    /// The series of each kernel, by [`AtlasKernel::linux`]; `None` if its version is not known. The first call reads
    /// all versions.
    pub fn kernel_series(&self) -> &[Option<Series>] {
        self.kernel_series.get_or_init(|| self.kernels().iter().map(|k| k.linux().map(Version::series)).collect())
    }

    /// Notes on the makers and the sources of the atlas.
    pub fn notes(&self) -> &[String] {
        &self.directory.notes
    }

    /// The identity of this atlas: the SHA-256 that its header holds, of the header's other bytes and of the directory.
    /// The directory has checksums of all other parts.
    pub fn digest(&self) -> [u8; 32] {
        self.digest
    }

    /// The kernel sets, by their numbers. In an atlas with pages, this reads every page; a set that several blocks use
    /// may then occur several times.
    ///
    /// # Errors
    /// When a page is damaged or not at hand.
    pub fn all_sets(&self) -> Result<Vec<KernelSet>, Error> {
        let Some((_, lanes)) = &self.directory.paged else { return Ok(self.directory.sets.clone()) };
        let mut all = Vec::with_capacity(self.set_count() as usize);
        for (number, page) in self.directory.pages().enumerate() {
            all.extend(self.page(number, page)?.all().iter().map(|set| lanes.kernels(set)));
        }
        Ok(all)
    }

    /// For each set of [`Atlas::all_sets`], whether it has this kernel. Reads every page, too, but takes less time.
    pub(crate) fn sets_with(&self, kernel: u32) -> Result<Vec<bool>, Error> {
        let Some((_, lanes)) = &self.directory.paged else {
            return Ok(self.directory.sets.iter().map(|set| set.has(kernel)).collect());
        };
        let place = lanes.place(kernel);
        let mut all = Vec::with_capacity(self.set_count() as usize);
        for (number, page) in self.directory.pages().enumerate() {
            all.extend(self.page(number, page)?.all().iter().map(|set| place.is_some_and(|place| set.has(place))));
        }
        Ok(all)
    }

    /// The number of kernel sets.
    pub fn set_count(&self) -> u32 {
        self.directory.set_count()
    }

    /// The number of blocks.
    pub fn block_count(&self) -> u32 {
        self.directory.blocks.len() as u32
    }

    /// Bytes of the header and the stored directory.
    pub fn directory_len(&self) -> u64 {
        let page = self.directory.pages().next().map(|page| page.part.range.start);
        let names = self.directory.blocks.first().map(|block| block.names.range.start);
        page.or(names).unwrap_or(self.ranges.file_len())
    }

    /// Stored bytes of all names and all pages of kernel sets, and of all forms.
    pub fn stored_len(&self) -> (u64, u64) {
        let blocks = &self.directory.blocks;
        let pages: u64 = self.directory.pages().map(|page| page.part.range.len()).sum();
        (
            pages + blocks.iter().map(|b| b.names.range.len()).sum::<u64>(),
            blocks.iter().map(|b| b.forms.range.len()).sum(),
        )
    }

    /// The index of the kernel with this name: its release, `DISTRIBUTION/ARCH/RELEASE`,
    /// `DISTRIBUTION/SUITE/ARCH/RELEASE`, or at least the first eight digits of its digest.
    ///
    /// # Errors
    /// When no kernel or several kernels have the name; the message names some kernels.
    pub fn kernel_called(&self, name: &str) -> Result<u32, Error> {
        let kernels = self.kernels();
        let fail = |message| Err(Error::new(ErrorKind::Kernel(message), FileRange::default()));
        let found: Vec<usize> = (0..kernels.len()).filter(|i| kernels[*i].is_called(name)).collect();
        let names = self.kernel_names();
        let listed =
            |of: &[usize]| of.iter().take(4).filter_map(|i| names.get(*i).cloned()).collect::<Vec<_>>().join(", ");
        // A name may fit several kernels: the start of a digest, for example. If [`kernel::names`] gives this name to
        // one of them, that kernel is meant.
        let own: Vec<usize> = found.iter().copied().filter(|i| names.get(*i).is_some_and(|own| own == name)).collect();
        match (&*own, &*found) {
            (_, [one]) | ([one], _) => Ok(*one as u32),
            (_, []) => {
                // First the kernels whose names contain `name`, then those with the longest common start; the newest
                // first.
                let common = |i: usize| names[i].bytes().zip(name.bytes()).take_while(|(a, b)| a == b).count();
                let mut near: Vec<usize> = (0..kernels.len()).rev().collect();
                near.sort_by_key(|i| std::cmp::Reverse((!name.is_empty() && names[*i].contains(name), common(*i))));
                fail(format!("no kernel “{name}” among {}; there are {}", kernels.len(), listed(&near)))
            }
            _ => fail(format!("{} kernels are called “{name}”: {}", found.len(), listed(&found))),
        }
    }

    /// A kernel set by its number.
    pub(crate) fn set(&self, number: u32) -> Result<KernelSet, Error> {
        let Some((_, lanes)) = &self.directory.paged else {
            return Ok(self.directory.sets.get(number as usize).cloned().unwrap_or_default());
        };
        // A linear search is enough, because an atlas has few pages.
        let found = self.directory.pages().enumerate().find(|(_, page)| number < page.end());
        let Some((at, page)) = found else { return Ok(KernelSet::default()) };
        let sets = self.page(at, page)?;
        Ok(sets.get(number.saturating_sub(page.first)).map(|set| lanes.kernels(set)).unwrap_or_default())
    }

    /// A page of sets, by its number among all pages.
    fn page(&self, number: usize, page: &Page) -> Result<Arc<SetPage>, Error> {
        const WHAT: &str = "a page of kernel sets";
        kept(&self.pages, (KEPT_PAGES, |_| 0), number, || {
            let bytes = unpack(&read(&self.ranges, page.part.range)?, &page.part, WHAT)?;
            let sets = SetPage::decode(&bytes, page.count, self.kernels().len() as u32);
            sets.map_err(|wrong| damaged(WHAT, wrong, page.part.range))
        })
    }

    pub(crate) fn ranges(&self) -> &R {
        &self.ranges
    }

    /// The names of a block.
    pub(crate) fn names(&self, block: usize) -> Result<Arc<Names>, Error> {
        kept(&self.names, (KEPT, |_| 0), block, || {
            let Some(b) = self.directory.blocks.get(block) else { return Ok(Names::default()) };
            let stored = read(&self.ranges, b.names.range)?;
            unpack_names(&stored, &b.names, b.class, self.directory.numbers(b))
        })
    }

    /// The forms of a block.
    pub(crate) fn forms(&self, block: usize) -> Result<Arc<Forms>, Error> {
        let names = self.names(block)?;
        kept(&self.forms, (KEPT, |forms| forms.forms.total() + forms.nodes.total()), block, || {
            let Some(b) = self.directory.blocks.get(block) else { return unpack_forms(&[], &Part::default(), &names) };
            let stored = read(&self.ranges, b.forms.range)?;
            unpack_forms(&stored, &b.forms, &names)
        })
    }
}

/// The thing with the number `block`: from `kept`, or made by `make` and added to `kept`. At most `most` things stay
/// there, with at most [`KEPT_WORDS`] words in all, as `words` counts them; one thing alone may have more. The oldest
/// are removed first.
fn kept<T>(
    kept: &Mutex<Kept<T>>,
    (most, words): (usize, fn(&T) -> usize),
    block: usize,
    make: impl FnOnce() -> Result<T, Error>,
) -> Result<Arc<T>, Error> {
    let locked = || kept.lock().unwrap_or_else(PoisonError::into_inner);
    let find = |kept: &Kept<T>| kept.iter().find(|(number, _)| *number == block).map(|(_, one)| Arc::clone(one));
    if let Some(found) = find(&locked()) {
        return Ok(found);
    }
    // Made without the lock: another thread may make the same meanwhile, which is better than to wait.
    let made = Arc::new(make()?);
    let mut kept = locked();
    if let Some(found) = find(&kept) {
        return Ok(found);
    }
    let mut all: usize = words(&made) + kept.iter().map(|(_, one)| words(one)).sum::<usize>();
    while kept.len() >= most || all > KEPT_WORDS && !kept.is_empty() {
        all -= words(&kept.remove(0).1);
    }
    kept.push((block, Arc::clone(&made)));
    Ok(made)
}

/// Reads bytes of the file.
pub(crate) fn read<R: Ranges>(ranges: &R, range: FileRange) -> Result<Arc<[u8]>, Error> {
    let bytes = ranges.read(range).map_err(|why| {
        let kind = match why {
            NoBytes::Missing => ErrorKind::Missing,
            NoBytes::Failed(message) => ErrorKind::Unreadable(message),
        };
        Error::new(kind, range)
    })?;
    if bytes.len() as u64 != range.len() {
        let message = format!("{} came", counted(bytes.len(), "byte"));
        return Err(Error::new(ErrorKind::Unreadable(message), range));
    }
    Ok(bytes)
}

fn damaged(part: &'static str, wrong: Wrong, range: FileRange) -> Error {
    let kind = ErrorKind::Damaged { part, at: wrong.at as u64, expected: wrong.expected.to_owned() };
    Error::new(kind, range)
}

/// Unpacks a stored part.
fn unpack(stored: &[u8], part: &Part, what: &'static str) -> Result<Vec<u8>, Error> {
    if pack::check(stored) != part.check {
        return Err(Error::new(ErrorKind::Checksum(what), part.range));
    }
    pack::unpack(stored, part.unpacked).map_err(|e| not_unpacked(&e, what, part.range))
}

/// The error for a part that cannot be unpacked. A lack of memory does not mean that the atlas is damaged.
fn not_unpacked(e: &NotUnpacked, part: &'static str, range: FileRange) -> Error {
    match e {
        NotUnpacked::Damaged => damaged(part, Wrong { at: 0, expected: "LZMA data" }, range),
        NotUnpacked::NoMemory(bytes) => {
            let message = format!("there is no memory for the {bytes} bytes that {part} has unpacked");
            Error::new(ErrorKind::Unreadable(message), range)
        }
    }
}

pub(crate) fn unpack_names(stored: &[u8], part: &Part, class: Class, sets: Numbers) -> Result<Names, Error> {
    const WHAT: &str = "a block of names";
    let bytes = unpack(stored, part, WHAT)?;
    Names::decode(&bytes, class, sets).map_err(|wrong| damaged(WHAT, wrong, part.range))
}

pub(crate) fn unpack_forms(stored: &[u8], part: &Part, names: &Names) -> Result<Forms, Error> {
    const WHAT: &str = "a block of forms";
    let bytes = unpack(stored, part, WHAT)?;
    let wanted: Vec<_> = names.items.iter().map(|item| (item.kind, item.places.len())).collect();
    decode::decode(&bytes, &wanted).map_err(|wrong| damaged(WHAT, wrong, part.range))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_made_meanwhile_is_not_kept_twice() {
        let all: Mutex<Kept<u32>> = Mutex::default();
        let get = |made: u32| kept(&all, (KEPT, |_| 0), 7, || Ok(made));
        // The inner call is in the place of another thread.
        let outer = kept(&all, (KEPT, |_| 0), 7, || get(1).map(|_| 2));
        assert_eq!((*outer.unwrap(), all.lock().unwrap().len()), (1, 1));
        assert_eq!(*get(3).unwrap(), 1);
    }
}
