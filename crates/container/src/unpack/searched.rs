//! Files of formats that do not tell where their BTF is: searched for BTF, for BPF objects and for compressed data.

use text::counted;

use super::content::Content;
use super::report::is_about_content;
use super::{MAX_TRIES, TRY, Unpacked, Unpacker};
use crate::FileRange;
use crate::archive::{Archive, Entry, EntryKind, FileHead, Place};
use crate::codec::Codec;
use crate::embedded::{self, Embedded};
use crate::error::{OpenError, OpenErrorKind};
use crate::image::ImageFacts;
use crate::opened::{Format, Role};
use crate::opener::{Opener, raw_at};
use crate::piece::Piece;
use crate::search::{self, Found};
use crate::shape::Wrapping;
use crate::source::{Input, Source, read_full};
use crate::work::Stage;

impl Unpacker<'_, '_> {
    /// Searches for plain BTF and BPF objects, then for compressed data with BTF in it. With `objects_only`, searches
    /// for BPF objects only.
    pub(super) fn search(
        &mut self,
        source: &mut dyn Source,
        opener: Opener,
        objects_only: bool,
    ) -> Result<Unpacked, OpenError> {
        let all = FileRange::new(0, source.len());
        // A file of an unknown format may be of any length: a disk, a sparse file, a device.
        if all.len() > self.work.limits.archive {
            let expected = format!("at most {} bytes to search for BTF", self.work.limits.archive);
            let found = format!("{} bytes, of which nothing says where BTF is", all.len());
            return Err(self.error(OpenErrorKind::TooLarge, all, expected, found));
        }
        let found = search::search(source, self.work).map_err(|e| self.data_error(all, None, &e))?;
        let release = found.release;
        let objects =
            embedded::objects(source, &found.objects, self.work).map_err(|e| self.data_error(all, None, &e))?;
        if objects_only {
            return match objects.is_empty() {
                true => Err(self.inside(opener.nothing_found())),
                false => self.embedded(source, objects, &[]),
            };
        }
        let outside = |header: &&FileRange| !objects.iter().any(|object| object.range.covers(**header));
        let headers: Vec<FileRange> = found.headers.iter().filter(outside).copied().collect();
        let sound = search::sound(source, &headers, self.work).map_err(|e| self.data_error(all, None, &e))?;
        let best = search::best(&sound);
        if !objects.is_empty() && best.is_none_or(|best| !best.kernel) {
            return self.embedded(source, objects, &sound);
        }
        if let Some(Found { range, .. }) = best {
            let others = sound.len() - 1;
            let btf = Piece::new(self.read_shared(source, range)?, range.start);
            let mut opened = raw_at(&self.name, btf, source.len()).map_err(|e| self.inside(e))?;
            let facts = self.image.as_ref().map(|image| image.facts.clone());
            opened.format = Format::Image(facts.unwrap_or(ImageFacts { what: "binary", machine: None }));
            opened.kernel_release = release.filter(|_| opened.role == Role::Kernel);
            if let Some(OpenError { expected, found, at, .. }) = opener.damage() {
                let damage = format!("found {found}; expected {expected} ({})", at.bytes());
                opened.notes.push(format!("found by a search, since the ELF file is damaged: {damage}"));
            }
            if others > 0 {
                opened.notes.push(format!("{others} smaller BTF blobs are in it, too"));
            }
            return Ok(Unpacked::File(Box::new(self.finish(opened))));
        }
        // The error for a kernel without BTF is kept: it tells more than the errors for other compressed data.
        let mut without = None;
        for (start, codec) in found.packed.into_iter().take(MAX_TRIES) {
            let range = FileRange::new(start, source.len());
            if !self.unpacks(source, range, codec)? {
                continue;
            }
            let mark = self.layers.len();
            let before = std::mem::replace(&mut self.is_trying, true);
            let tried = self.stream(source, range, Some(codec), false);
            self.is_trying = before;
            match tried {
                Ok(found) => return Ok(found),
                // The compressed data here is not the kernel, which may come later.
                Err(e) if is_about_content(e.kind) && self.work.stopped().is_none() => {
                    self.layers.truncate(mark);
                    without = without.or(Some(e).filter(|e| e.kind == OpenErrorKind::NoBtf));
                }
                Err(e) => return Err(e),
            }
        }
        if let Some(error) = without {
            return Err(error);
        }
        let mut nothing = self.inside(opener.nothing_found());
        if let Some(release) = release.or_else(|| self.image.as_ref()?.release.clone()) {
            let found = format!("Linux {release}, which was built without BTF (CONFIG_DEBUG_INFO_BTF)");
            nothing =
                OpenError { kind: OpenErrorKind::NoBtf, expected: "a kernel with BTF".to_owned(), found, ..nothing };
        }
        Err(nothing)
    }

    /// Lists the BPF objects in a binary, and the BTFs beside them. If an entry is asked for, or there is only one,
    /// opens it instead. If `each` is set, hands it the contents of the files instead.
    fn embedded(
        &mut self,
        source: &mut dyn Source,
        objects: Vec<Embedded>,
        beside: &[Found],
    ) -> Result<Unpacked, OpenError> {
        let of_object = |object: Embedded| (object.path, object.range, EntryKind::Program);
        let of_btf = |found: &Found| (format!("{:#x}.btf", found.range.start), found.range, EntryKind::Btf);
        let all: Vec<_> = objects.into_iter().map(of_object).chain(beside.iter().map(of_btf)).collect();
        let entry = |(index, (path, range, kind)): (u32, &(String, FileRange, EntryKind))| Entry {
            index,
            path: path.clone(),
            size: range.len(),
            kind: *kind,
        };
        let archive = Archive {
            name: self.name.clone(),
            file_len: 0,
            what: Wrapping::Binary,
            layers: Vec::new(),
            entries: (0u32..).zip(&all).map(entry).collect(),
            others: 0,
            damage: None,
            notes: Vec::new(),
        };
        if let Some(each) = self.each {
            for (path, range, _) in each.files().filter_map(|number| all.get(number as usize)) {
                if let Content::Plain(chunks, _) = self.content(source, *range, None, true)? {
                    self.work.release(chunks.len());
                    each.take(&FileHead { path: path.clone(), size: range.len() }, chunks);
                }
            }
            return Ok(Unpacked::Archive(Box::new(Archive { entries: Vec::new(), ..archive })));
        }
        let Some(index) = self.want.or_else(|| self.only(&archive)) else {
            return Ok(Unpacked::Archive(Box::new(archive)));
        };
        let Some((path, range, _)) = all.get(index as usize) else {
            let (expected, found) = (format!("a BPF object number {index}"), counted(all.len(), "BPF object"));
            return Err(self.error(OpenErrorKind::NoEntry, FileRange::new(0, source.len()), expected, found));
        };
        match self.content(source, *range, None, true)? {
            Content::Plain(chunks, problem) => {
                let file = FileHead { path: path.clone(), size: range.len() };
                let error = problem.map(|e| self.data_error(*range, None, &e));
                self.taken(file, chunks, Place { file: index, object: None }, *range, error)
            }
            Content::Listing(archive) => Ok(Unpacked::Archive(archive)),
            Content::Entry(file, chunks) => self.taken(file, chunks, Place { file: index, object: None }, *range, None),
        }
    }

    /// Whether the data at a place can be unpacked: its first [`TRY`] bytes of output are tried.
    fn unpacks(&self, source: &mut dyn Source, range: FileRange, codec: Codec) -> Result<bool, OpenError> {
        self.work.start(Stage::Searching);
        let input = Input::new(source, range, self.work);
        let Ok(mut reader) = codec.reader(input, None, self.work.limits.dictionary) else { return Ok(false) };
        let mut bytes = vec![0; TRY];
        let result = read_full(&mut reader, &mut bytes);
        match (result, self.work.stopped()) {
            (Err(e), Some(_)) => Err(self.data_error(range, None, &e)),
            (Ok(count), None) => Ok(count > 0),
            (Ok(_) | Err(_), _) => Ok(false),
        }
    }
}
