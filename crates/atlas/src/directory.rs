//! The directory: kernels, kernel sets or their pages, and where each block lies. It is read first, and kept.

use std::borrow::Cow;

use btf::Endian;
use container::FileRange;

use crate::bytes::{Read, Reader};
use crate::header::Header;
use crate::kernel::{AtlasKernel, LONGEST_FIELD};
use crate::names::{Class, Numbers};
use crate::pack::{self, CHECK};
use crate::pages::Lanes;
use crate::sets::KernelSet;

/// The most kernels in an atlas.
pub(crate) const MAX_KERNELS: usize = 1 << 16;

/// The limit of the number of kernel sets multiplied by the number of kernels.
pub(crate) const MAX_MEMBERSHIPS: u64 = 1 << 32;

/// The longest note in bytes, and the most notes of an atlas.
pub(crate) const LONGEST_NOTE: usize = 1024;
pub(crate) const MAX_NOTES: usize = 256;

/// A part of the file, as stored: the names of a block, the forms of a block, or a page of kernel sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Part {
    /// Where it lies in the file.
    pub(crate) range: FileRange,
    /// Its size when unpacked, in bytes.
    pub(crate) unpacked: u32,
    pub(crate) check: [u8; CHECK],
}

/// A block: names, and the forms that they have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Block {
    pub(crate) class: Class,
    /// Its first name; empty in a block of unnamed types.
    pub(crate) first: Vec<u8>,
    pub(crate) names: Part,
    pub(crate) forms: Part,
    /// In an atlas with pages: the page with the block's sets that are in no shared page. In other atlases an empty
    /// page.
    pub(crate) page: Page,
}

/// Kernel sets that are packed together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Page {
    /// The number of its first set.
    pub(crate) first: u32,
    /// How many sets it has.
    pub(crate) count: u32,
    pub(crate) part: Part,
}

impl Page {
    /// One past the number of its last set.
    pub(crate) fn end(&self) -> u32 {
        self.first.saturating_add(self.count)
    }
}

/// The directory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Directory {
    pub(crate) kernels: Vec<AtlasKernel>,
    pub(crate) notes: Vec<String>,
    /// All kernel sets; empty in an atlas with pages.
    pub(crate) sets: Vec<KernelSet>,
    /// In an atlas with pages: the pages of the sets that blocks share, and the places of kernels in all sets. `None`
    /// in other atlases.
    pub(crate) paged: Option<(Vec<Page>, Lanes)>,
    pub(crate) blocks: Vec<Block>,
    /// The names of all forward declarations of unions, sorted. `None` if the atlas does not have this list.
    pub(crate) union_forwards: Option<Vec<Vec<u8>>>,
}

impl Directory {
    /// Writes the directory. The places of the parts follow from their order: pages that blocks share, pages of single
    /// blocks, the names of all blocks, the forms of all blocks.
    #[cfg(feature = "write")]
    pub(crate) fn encode(&self) -> Vec<u8> {
        use crate::bytes::{put, put_text};
        let mut out = Vec::new();
        put(&mut out, self.kernels.len() as u64);
        for text in 0..7 {
            for kernel in &self.kernels {
                put_text(&mut out, kernel.texts()[text].as_bytes());
            }
        }
        for kernel in &self.kernels {
            let header = u8::from(kernel.from_header) << 7;
            out.push(u8::from(kernel.endian == Endian::Big) | kernel.pointer_size << 1 | header);
            put(&mut out, kernel.types.into());
            put(&mut out, kernel.size.into());
            out.extend_from_slice(&kernel.sha256);
        }
        put(&mut out, self.notes.len() as u64);
        for note in &self.notes {
            put_text(&mut out, note.as_bytes());
        }
        let put_part = |out: &mut Vec<u8>, part: &Part| {
            put(out, part.range.len());
            put(out, part.unpacked.into());
            out.extend_from_slice(&part.check);
        };
        let put_page = |out: &mut Vec<u8>, page: &Page| {
            put(out, page.count.into());
            if page.count > 0 {
                put_part(out, &page.part);
            }
        };
        match &self.paged {
            None => {
                put(&mut out, self.sets.len() as u64);
                self.sets.iter().for_each(|set| set.encode(&mut out));
            }
            Some((pages, _)) => {
                put(&mut out, pages.len() as u64);
                pages.iter().for_each(|page| put_page(&mut out, page));
            }
        }
        put(&mut out, self.blocks.len() as u64);
        for block in &self.blocks {
            out.push(Class::ALL.iter().position(|c| *c == block.class).unwrap_or(0) as u8);
            put_text(&mut out, &block.first);
            put_part(&mut out, &block.names);
            put_part(&mut out, &block.forms);
            if self.paged.is_some() {
                put_page(&mut out, &block.page);
            }
        }
        if let Some(names) = &self.union_forwards {
            put(&mut out, names.len() as u64);
            names.iter().for_each(|name| put_text(&mut out, name));
        }
        out
    }

    /// Reads the directory of a file with this header. The parts of the file follow the stored directory, and fill the
    /// rest of the file.
    pub(crate) fn decode(bytes: &[u8], header: &Header) -> Read<Directory> {
        let (paged, start) = (header.is_paged(), header.directory().end);
        let mut r = Reader::new(bytes);
        let mut directory = Directory { kernels: kernels(&mut r, paged)?, ..Directory::default() };
        let count = r.count()?;
        if count > MAX_NOTES {
            return r.wrong("fewer notes");
        }
        directory.notes = (0..count).map(|_| text(&mut r, LONGEST_NOTE)).collect::<Read<_>>()?;
        let kernels = directory.kernels.len() as u32;
        let count = r.count()?;
        if paged {
            let mut first = 0;
            let pages = (0..count).map(|_| page(&mut r, &mut first)).collect::<Read<_>>()?;
            directory.paged = Some((pages, Lanes::of(&directory.kernels)));
        } else {
            within(&r, count as u64, kernels)?;
            directory.sets = (0..count).map(|_| KernelSet::decode(&mut r, kernels)).collect::<Read<_>>()?;
        }
        blocks(&mut r, &mut directory, start)?;
        if header.has_forwards() {
            directory.union_forwards = Some(union_forwards(&mut r)?);
        }
        r.end()?;
        within(&r, directory.set_count().into(), kernels)?;
        let end = directory.blocks.last().map_or(start, |block| block.forms.range.end);
        if end != header.file_len {
            return r.wrong("parts that fill the file");
        }
        Ok(directory)
    }

    /// The pages that have sets, in the order of the sets' numbers.
    pub(crate) fn pages(&self) -> impl Iterator<Item = &Page> {
        let shared = self.paged.iter().flat_map(|(pages, _)| pages);
        shared.chain(self.blocks.iter().map(|block| &block.page)).filter(|page| page.count > 0)
    }

    /// The number of kernel sets.
    pub(crate) fn set_count(&self) -> u32 {
        match self.paged {
            None => self.sets.len() as u32,
            Some(_) => self.pages().last().map_or(0, Page::end),
        }
    }

    /// Whether every forward declaration of this name is known to be one of a struct.
    pub(crate) fn is_struct_forward(&self, name: &[u8]) -> bool {
        let unions = self.union_forwards.as_ref();
        unions.is_some_and(|names| names.binary_search_by(|union| union.as_slice().cmp(name)).is_err())
    }

    /// How to translate the set numbers in the names of a block into set numbers of the atlas.
    pub(crate) fn numbers(&self, block: &Block) -> Numbers {
        match &self.paged {
            None => Numbers { shared: self.sets.len() as u32, own: None },
            Some((pages, _)) => {
                let shared = pages.last().map_or(0, Page::end);
                Numbers { shared, own: Some((block.page.first, block.page.count)) }
            }
        }
    }

    /// The blocks of a class, as a range of block numbers.
    pub(crate) fn of_class(&self, class: Class) -> std::ops::Range<usize> {
        self.blocks.partition_point(|b| b.class < class)..self.blocks.partition_point(|b| b.class <= class)
    }

    /// The blocks that may have this name; a name with more forms than fit a block is in several.
    pub(crate) fn with_name(&self, class: Class, name: &[u8]) -> std::ops::Range<usize> {
        self.between(class, name, |first| first <= name)
    }

    /// The blocks that may have names with this prefix.
    pub(crate) fn with_prefix(&self, class: Class, prefix: &[u8]) -> std::ops::Range<usize> {
        self.between(class, prefix, |first| first <= prefix || first.starts_with(prefix))
    }

    fn between(&self, class: Class, from: &[u8], goes_on: impl Fn(&[u8]) -> bool) -> std::ops::Range<usize> {
        let all = self.of_class(class);
        let blocks = self.blocks.get(all.clone()).unwrap_or_default();
        let start = blocks.partition_point(|b| b.first.as_slice() < from).saturating_sub(1);
        let end = blocks.partition_point(|b| goes_on(&b.first));
        all.start + start..all.start + end.max(start)
    }
}

/// A text of one line ([`one_line`]).
fn text(r: &mut Reader<'_>, longest: usize) -> Read<String> {
    match std::str::from_utf8(r.text(longest)?) {
        Ok(text) => Ok(one_line(text).into_owned()),
        Err(_) => r.wrong("a text in UTF-8"),
    }
}

/// A text with escapes in place of the characters that would alter the text around it. Backslashes stay, so that a text
/// that was escaped before stays the same.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    if !text.contains(btf::alters_text) {
        return text.into();
    }
    let shown =
        |c: &'_ str| if c.contains(btf::alters_text) { btf::visible(c.as_bytes()).into_owned() } else { c.to_owned() };
    text.split_inclusive(|_| true).map(shown).collect()
}

fn kernels(r: &mut Reader<'_>, paged: bool) -> Read<Vec<AtlasKernel>> {
    let count = r.count()?;
    if count > MAX_KERNELS {
        return r.wrong("fewer kernels");
    }
    let mut columns: [std::vec::IntoIter<String>; 7] = Default::default();
    for column in &mut columns {
        let texts: Read<Vec<String>> = (0..count).map(|_| text(r, LONGEST_FIELD)).collect();
        *column = texts?.into_iter();
    }
    let mut kernels = Vec::new();
    for _ in 0..count {
        let [distribution, suite, package_version, upstream, release, arch, flavour] =
            columns.each_mut().map(|column| column.next().unwrap_or_default());
        let form = r.byte()?;
        let endian = if form & 1 != 0 { Endian::Big } else { Endian::Little };
        let from_header = paged && form & 0x80 != 0;
        let pointer_size = if paged { form & 0x7f } else { form } >> 1;
        if !matches!(pointer_size, 4 | 8) {
            return r.wrong("pointers of 4 or 8 bytes");
        }
        let (types, size) = (r.number()?, r.number()?);
        let mut sha256 = [0; 32];
        sha256.copy_from_slice(r.take(32)?);
        kernels.push(AtlasKernel {
            distribution,
            suite,
            package_version,
            upstream,
            release,
            arch,
            flavour,
            endian,
            pointer_size,
            sha256,
            types,
            size,
            from_header,
        });
    }
    if !kernels.is_sorted_by(|a, b| a < b) {
        return r.wrong("kernels in their order");
    }
    Ok(kernels)
}

fn part(r: &mut Reader<'_>) -> Read<Part> {
    let (stored, unpacked) = (r.number()?, r.number()?);
    let mut check = [0; CHECK];
    check.copy_from_slice(r.take(CHECK)?);
    if !pack::may_be(stored, unpacked, pack::MAX_PART) {
        return r.wrong("a part that is less large");
    }
    Ok(Part { range: FileRange::at(0, stored.into()), unpacked, check })
}

/// Reads a page whose first set has the number `first`, and adds the number of its sets to `first`.
fn page(r: &mut Reader<'_>, first: &mut u32) -> Read<Page> {
    let count = r.number()?;
    let part = if count > 0 { part(r)? } else { Part::default() };
    // A set takes at least three bytes, so a page has fewer sets than bytes.
    let Some(next) = first.checked_add(count).filter(|_| count <= part.unpacked) else {
        return r.wrong("fewer kernel sets");
    };
    Ok(Page { first: std::mem::replace(first, next), count, part })
}

/// Checks that the sets times the kernels are within the limit.
fn within(r: &Reader<'_>, sets: u64, kernels: u32) -> Read<()> {
    if sets.saturating_mul(kernels.into()) > MAX_MEMBERSHIPS { r.wrong("fewer kernel sets") } else { Ok(()) }
}

fn union_forwards(r: &mut Reader<'_>) -> Read<Vec<Vec<u8>>> {
    let count = r.count()?;
    let names = (0..count).map(|_| Ok(r.text(btf::LONGEST_STRING as usize)?.to_vec())).collect::<Read<Vec<_>>>()?;
    if !names.is_sorted_by(|a, b| a < b) {
        return r.wrong("names in ascending order, each once");
    }
    Ok(names)
}

fn blocks(r: &mut Reader<'_>, directory: &mut Directory, start: u64) -> Read<()> {
    let count = r.count()?;
    let mut next = directory.set_count();
    for _ in 0..count {
        let Some(&class) = Class::ALL.get(usize::from(r.byte()?)) else { return r.wrong("a class of names") };
        let first = r.text(btf::LONGEST_STRING as usize)?.to_vec();
        let (names, forms) = (part(r)?, part(r)?);
        let page = if directory.paged.is_some() { page(r, &mut next)? } else { Page::default() };
        directory.blocks.push(Block { class, first, names, forms, page });
    }
    let key = |b: &Block| (b.class, b.first.clone());
    if !directory.blocks.is_sorted_by_key(key) {
        return r.wrong("blocks in the order of their names");
    }
    let mut at = start;
    let mut place = |part: &mut Part| {
        part.range = FileRange::at(at, part.range.len());
        at = part.range.end;
    };
    directory.paged.iter_mut().flat_map(|(pages, _)| pages).for_each(|page| place(&mut page.part));
    directory.blocks.iter_mut().for_each(|block| place(&mut block.page.part));
    directory.blocks.iter_mut().for_each(|block| place(&mut block.names));
    directory.blocks.iter_mut().for_each(|block| place(&mut block.forms));
    Ok(())
}

#[cfg(all(test, feature = "write"))]
mod tests {
    use super::*;
    use crate::content::{Content, FORWARDS};
    use crate::header::LEN;

    /// Reads the directory of an atlas without kernels, with these names of forward declarations of unions.
    fn with_forwards(names: &[&str]) -> Read<Directory> {
        let names = names.iter().map(|name| name.as_bytes().to_vec()).collect();
        let paged = Some((Vec::new(), Lanes::default()));
        let bytes = Directory { paged, union_forwards: Some(names), ..Directory::default() }.encode();
        let (unpacked, file_len) = (bytes.len() as u32, LEN as u64);
        let header =
            Header { version: FORWARDS, content: Content::Types, file_len, stored: 0, unpacked, check: [0; 32] };
        Directory::decode(&bytes, &header)
    }

    #[test]
    fn union_forwards_are_sorted() {
        let directory = with_forwards(&["nf_inet_addr", "nft_set"]).expect("sound");
        assert!(!directory.is_struct_forward(b"nft_set") && directory.is_struct_forward(b"nft"));
        for names in [["b", "a"], ["a", "a"]] {
            assert_eq!(
                with_forwards(&names).err().map(|wrong| wrong.expected),
                Some("names in ascending order, each once")
            );
        }
        // An atlas without the list knows nothing about forward declarations.
        assert!(!Directory::default().is_struct_forward(b"nft"));
    }
}
