//! Files come and go: decoding, the base of a module, digests that a link waits for.

use std::sync::Arc;

use btf::{Btf, Ext};
use desk::Problem;
use desk::{FileId, FileInput};
use model::address::Source;
use model::kind::FileKind;
use model::path::Path;
use model::views::View;

use super::link::is;
use super::{Effect, Msg, Session, Waiting, Way};
use crate::file::OpenFile;

impl Session {
    pub(super) fn open(&mut self, mut input: FileInput, effects: &mut Vec<Effect>) {
        self.problems.retain(|p| p.file != input.name);
        // The same bytes again: show what is open.
        if let Some(same) = self.files.iter().find(|f| f.name == input.name && f.digest_of == *input.digest_source()) {
            let id = same.id;
            self.notice = format!("{} is open already", input.name);
            return self.apply(Msg::Switch(id), effects);
        }
        let mut base: Option<(Option<FileId>, Arc<Btf>)> = None;
        if let Some(bytes) = input.base.clone() {
            match Btf::parse(bytes, None) {
                Ok(b) => base = Some((None, Arc::new(b))),
                Err(e) => return self.apply(Msg::Failed(Problem::of_decode(&input.name, ".BTF.base", &e)), effects),
            }
        } else if input.needs_base {
            let made_on = input.on.and_then(|id| Some((id, Arc::clone(&self.file_of(id)?.btf))));
            match made_on.map_or_else(|| self.find_base(&input), Ok) {
                Ok((id, b)) => base = Some((Some(id), b)),
                Err(misfit) => {
                    self.waiting.retain(|w| w.input.name != input.name);
                    self.notice = format!("{} needs its kernel", input.name);
                    self.waiting.push(Waiting { input, misfit });
                    return;
                }
            }
            if input.on.is_none() {
                input.kind = FileKind::Module;
            }
        }
        let (base_id, base_btf) = base.map_or((None, None), |(id, b)| (id, Some(b)));
        let mut btf = match Btf::parse(Arc::clone(&input.btf), base_btf) {
            Ok(btf) => btf,
            Err(e) => {
                let mut problem = Problem::of_decode(&input.name, ".BTF", &e);
                problem.at = Some(input.btf_at.unwrap_or(0) + u64::from(e.range.start));
                return self.apply(Msg::Failed(problem), effects);
            }
        };
        if let Some(size) = input.pointer_size {
            btf.set_pointer_size(size);
        }
        // Of a file that the browser kept, only what is read of it is there.
        if let Some(kept) = self.recent.iter().find(|r| input.digest.as_ref() == Some(&r.sha256)) {
            input.size = kept.size;
        }
        self.next_id += 1;
        let id = FileId(self.next_id);
        let start = input.start.take();
        let ext = input.ext.as_ref().map(|bytes| Ext::parse(Arc::clone(bytes)));
        let lost = match &ext {
            Some(Ok(ext)) => ext.damage().next().cloned(),
            Some(Err(e)) => Some(e.clone()),
            None => None,
        };
        let ext = ext.and_then(Result::ok).map(Arc::new);
        let mut file = OpenFile::new(id, input, Arc::new(btf), ext, base_id);
        file.distilled |= base_id.and_then(|id| self.file_of(id)).is_some_and(|base| base.kind == FileKind::Base);
        if let Some(first) = file.btf.diagnostics().first() {
            let more = file.btf.diagnostics().len() - 1;
            let mut problem = Problem::of_decode(&file.name, ".BTF", first);
            if more > 0 {
                problem.message.push_str(&format!(" — and {more} more"));
            }
            problem.message.push_str(". What can be read is shown.");
            problem.at = Some(file.btf_at.unwrap_or(0) + u64::from(first.range.start));
            problem.go = Some((id, first.range.start));
            self.problems.push(problem);
        }
        if let Some(e) = &lost {
            let mut problem = Problem::of_decode(&file.name, ".BTF.ext", e);
            problem.message.push_str(". What can be read is shown.");
            // Counted in the section: where it lies in the file is not known here.
            problem.at = None;
            self.problems.push(problem);
        }
        let said = format!("Opened {}: {}", file.name, file.facts());
        // Whoever looks at relocations, or at a distilled base, drops kernels to see them there.
        let base_shown = self.lists().is_some_and(|f| f.look.lists.is_base()) && file.base.is_none() && !file.distilled;
        let mut stay = (self.core().is_some() || base_shown) && file.kind != FileKind::Program && self.wanted.is_none();
        // And whoever has nothing to compare with drops that.
        stay |=
            self.wanted.is_none() && self.view == View::Compare && self.selection().is_some() && self.pair().is_none();
        // The kernel of a module that is opened again is none to look at.
        stay |= self.wanted.as_ref().is_some_and(|w| {
            w.reading && file.digest.is_some() && !w.address.main_file().is_some_and(|main| is(&file, main))
        });
        self.files.push(file);
        if self.compare.wanted.is_some() && self.current.is_some() {
            // Its digest will tell; until then, its name has to do.
            stay = self.settle_partner(id) || self.may_be_partner(id);
        }
        effects.push(Effect::Digest(id));
        if stay {
            self.notice = said;
            self.show_address(Way::Replace, effects);
            return self.wake_waiting(effects);
        }
        self.current = Some(id);
        if !self.settle_wanted_by_name(id, effects) {
            let first = start.and_then(|name| {
                let file = self.file()?;
                file.names().find(&file.btf, &name).find(|t| t.kind().is_composite()).map(|t| t.id())
            });
            match first {
                Some(first) => self.go_to(first, Path::root(), Way::Push, effects),
                None => self.show_address(Way::Push, effects),
            }
        }
        self.notice = said;
        self.wake_waiting(effects);
    }

    /// The open kernel that a module continues, or why none of them is it.
    pub(super) fn find_base(&self, input: &FileInput) -> Result<(FileId, Arc<Btf>), Option<String>> {
        let mut misfits: Vec<String> = Vec::new();
        for file in self.files.iter().rev().filter(|f| !f.btf.is_split() && f.kind != FileKind::Program) {
            match model::base::fits(&input.btf, &file.btf) {
                Ok(()) => return Ok((file.id, Arc::clone(&file.btf))),
                Err(why) => misfits.push(format!("{} is not its kernel: {why}", file.name)),
            }
        }
        Err((!misfits.is_empty()).then(|| misfits.join(". ")))
    }

    /// Modules that waited may have their kernel now.
    pub(super) fn wake_waiting(&mut self, effects: &mut Vec<Effect>) {
        for waiting in std::mem::take(&mut self.waiting) {
            match self.find_base(&waiting.input) {
                Ok(_) => self.open(waiting.input, effects),
                Err(misfit) => self.waiting.push(Waiting { misfit, ..waiting }),
            }
        }
    }

    pub(super) fn close(&mut self, id: FileId, effects: &mut Vec<Effect>) {
        let Some(at) = self.files.iter().position(|f| f.id == id) else { return };
        self.pad_closes(id);
        let file = self.files.remove(at);
        self.problems.retain(|p| p.file != file.name);
        self.notice = format!("Closed {}", file.name);
        effects.push(Effect::LeaveDesk(id));
        self.compare.wanted.take_if(|w| w.of == id);
        if self.current == Some(id) {
            self.current = self.files.get(at.min(self.files.len().saturating_sub(1))).map(|f| f.id);
        }
        self.show_address(Way::Replace, effects);
    }

    pub(super) fn digest_known(&mut self, id: FileId, digest: String, effects: &mut Vec<Effect>) {
        let Some(file) = self.files.iter_mut().find(|f| f.id == id) else { return };
        file.digest = Some(digest.clone());
        let name = file.name.clone();
        self.note_opened(id, effects);
        self.settle_partner(id);
        if let Some(wanted) = &mut self.wanted {
            let among = |s: &Source| matches!(s, Source::Digest { sha256, .. } if *sha256 == digest);
            match wanted.address.main_file() {
                Some(Source::Digest { sha256, .. }) if *sha256 == digest => {
                    let address = wanted.address.clone();
                    self.wanted = None;
                    self.show(&address, id, effects);
                }
                // A base, or what is compared with it, is no other file than the link was made from.
                Some(Source::Digest { .. }) if !wanted.address.files.iter().any(|(_, s)| among(s)) => {
                    wanted.other = Some(name);
                }
                _ => {}
            }
        }
        self.show_address(Way::Replace, effects);
    }

    /// A link that knows only a name (or a sample) is satisfied as soon as a file of that name is open. One with a digest
    /// waits for the digest, unless the browser kept the file under it.
    pub(super) fn settle_wanted_by_name(&mut self, id: FileId, effects: &mut Vec<Effect>) -> bool {
        let Some(file) = self.file_of(id) else { return false };
        let fits = match self.wanted.as_ref().and_then(|w| w.address.main_file()) {
            Some(Source::Digest { sha256, .. }) => file.digest.as_ref() == Some(sha256),
            Some(Source::Name(name)) => *name == file.name,
            Some(Source::Sample(name)) => file.sample.as_ref() == Some(name),
            Some(Source::Url(address)) => file.url.as_ref() == Some(address),
            Some(Source::Data { text, .. }) => file.data.as_deref() == Some(text),
            _ => false,
        };
        if fits && let Some(wanted) = self.wanted.take() {
            self.show(&wanted.address, id, effects);
        }
        fits
    }
}
