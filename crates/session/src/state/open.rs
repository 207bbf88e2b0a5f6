//! Files come and go: decoding, the base of a module, digests that a link waits for.

use crate::FilesMsg;
use std::sync::Arc;

use btf::Ext;
use desk::Problem;
use desk::{FileId, FileInput};
use model::kind::FileKind;
use model::load::{Blobs, LoadError, Loaded, decode};
use model::path::Path;
use model::views::View;

use super::{Effect, History, Msg, Session, Waiting};
use crate::file::OpenFile;
use crate::names::apart;

impl Session {
    pub(super) fn open(&mut self, mut input: FileInput, effects: &mut Vec<Effect>) {
        // The same bytes again: show what is open.
        if let Some(same) = self.files.iter().find(|f| f.given == input.name && f.digest_of == *input.digest_source()) {
            let id = same.id;
            let said = format!("{} is open already", same.name);
            self.apply(Msg::Files(FilesMsg::Switch(id)), effects);
            self.notice = said;
            return;
        }
        let made_on = input.on.and_then(|id| Some((id, Arc::clone(&self.file_of(id)?.btf))));
        let loaded = match made_on {
            _ if input.base.is_some() || !input.needs_base => decode(blobs(&input), None).map(|l| (None, l)),
            Some((id, base)) => decode(blobs(&input), Some(base)).map(|l| (Some(id), l)),
            None => match self.find_base(&input) {
                Ok((id, loaded)) => Ok((Some(id), loaded)),
                Err(misfit) => {
                    // The same bytes again wait once.
                    let same = |w: &Waiting| w.input.name == input.name && w.input.btf == input.btf;
                    self.intake.waiting.retain(|w| !same(w));
                    self.notice = format!("{} needs its kernel", input.name);
                    self.intake.waiting.push(Waiting { input, misfit });
                    return;
                }
            },
        };
        let (base_id, btf) = match loaded {
            Ok((base_id, loaded)) => (base_id, loaded.btf),
            Err(e) => return self.not_opened(&input, e, effects),
        };
        if input.base.is_none() && input.needs_base && input.on.is_none() {
            input.kind = FileKind::Module;
        }
        // Of a file that the browser kept, only what is read of it is there.
        if let Some(kept) = self.recent().iter().find(|r| input.digest.as_ref() == Some(&r.sha256)) {
            input.size = kept.size;
        }
        let id = input.id.unwrap_or_else(|| self.new_file_id());
        let start = input.start.take();
        let ext = input.ext.as_ref().map(|bytes| Ext::parse(Arc::clone(bytes)));
        let lost = match &ext {
            Some(Ok(ext)) => ext.damage().next().cloned(),
            Some(Err(e)) => Some(e.clone()),
            None => None,
        };
        let ext = ext.and_then(Result::ok).map(Arc::new);
        let mut file = OpenFile::new(id, input, btf, ext, base_id);
        file.distilled |= base_id.and_then(|id| self.file_of(id)).is_some_and(|base| base.kind == FileKind::Base);
        let names = apart(self.files.iter().chain([&file]).filter(|f| f.given == file.given));
        file.name = names.last().cloned().unwrap_or_default();
        if let Some(first) = file.btf.diagnostics().first() {
            let more = file.btf.diagnostics().len() - 1;
            let mut problem = Problem::of_decode(&file.name, ".BTF", first);
            if more > 0 {
                problem.message.push_str(&format!(" — and {more} more"));
            }
            problem.message.push_str(". What can be read is shown.");
            problem.at = Some(file.btf_at.unwrap_or(0) + u64::from(first.range.start));
            problem.go = Some((id, first.range.start));
            self.intake.problems.push(problem.about(id));
        }
        if let Some(e) = &lost {
            let mut problem = Problem::of_decode(&file.name, ".BTF.ext", e);
            problem.message.push_str(". What can be read is shown.");
            // Counted in the section: where it lies in the file is not known here.
            problem.at = None;
            self.intake.problems.push(problem.about(id));
        }
        let said = format!("Opened {}: {}", file.name, file.facts());
        // Whoever looks at relocations, or at a distilled base, drops kernels to see them there.
        let base_shown = self.lists().is_some_and(|f| f.look.lists.is_base()) && file.base.is_none() && !file.distilled;
        let mut stay = (self.core().is_some() || self.fits().is_some() || base_shown)
            && file.kind != FileKind::Program
            && self.link.wanted().is_none();
        // And whoever has nothing to compare with drops that.
        stay |= self.link.wanted().is_none()
            && self.view == View::Compare
            && self.selection().is_some()
            && self.pair().is_none();
        let beside = self.link.leaves(&file);
        stay |= beside;
        let given = file.given.clone();
        self.files.push(file);
        if beside {
            self.leave_as_before(id);
        }
        self.name_apart(&given);
        if self.compare.wanted.is_some() && self.current.is_some() {
            // Its digest will decide; until then, its name has to do.
            stay = self.settle_partner(id) || self.compare.may_be_partner(id, self);
        }
        effects.push(Effect::Digest(id));
        if stay {
            self.notice = said;
            self.link.changes(History::Replace);
            return self.wake_waiting(effects);
        }
        self.look_at(Some(id));
        let settled = self.with(|s| &mut s.link, |l, s| l.settle_by_name(id, s));
        let waited = !settled.is_empty();
        self.obey(settled, effects);
        if !waited {
            let first = start.and_then(|name| {
                let file = self.file()?;
                file.names().find(&file.btf, &name).find(|t| t.kind().is_composite()).map(|t| t.id())
            });
            match first {
                Some(first) => self.go_to(first, Path::root(), History::Push),
                None => self.link.changes(History::Push),
            }
        }
        self.notice = said;
        self.wake_waiting(effects);
    }

    /// Gives the files of this name names that differ.
    fn name_apart(&mut self, given: &str) {
        let names = apart(self.files.iter().filter(|f| f.given == given));
        for (file, name) in self.files.iter_mut().filter(|f| f.given == given).zip(names) {
            file.name = name;
        }
    }

    /// What was read cannot be opened. A link that carries it has no file to ask for.
    fn not_opened(&mut self, input: &FileInput, error: LoadError, effects: &mut Vec<Effect>) {
        let problem = match &error {
            LoadError::Unreadable(section, e) => {
                let mut problem = Problem::of_decode(&input.name, section, e);
                if *section == ".BTF" {
                    problem.at = Some(input.btf_at.unwrap_or(0) + u64::from(e.range.start));
                }
                problem
            }
            error => Problem::new(&input.name, &error.to_string()),
        };
        if let Some(carried) = input.data.as_deref() {
            self.link.drop_carried(Some(carried));
        }
        self.apply(Msg::Files(FilesMsg::Failed(Problem { of: input.id, ..problem })), effects);
    }

    /// Compares with a file when a link wants that. Whether it does.
    fn settle_partner(&mut self, id: FileId) -> bool {
        let of = self.with(|s| &mut s.compare, |c, s| c.settle(id, s));
        if of.is_some() {
            self.look_at(of);
        }
        of.is_some()
    }

    /// The open kernel that a module continues, with the module's types on it; or why none of them is it.
    fn find_base(&self, input: &FileInput) -> Result<(FileId, Loaded), Option<String>> {
        let mut misfits: Vec<String> = Vec::new();
        for file in self.files.iter().rev().filter(|f| fits_modules(f)) {
            match decode(blobs(input), Some(Arc::clone(&file.btf))) {
                Ok(loaded) => return Ok((file.id, loaded)),
                Err(LoadError::WrongBase(why)) => misfits.push(format!("{} is not its kernel: {why}", file.name)),
                Err(e) => misfits.push(format!("{} is not its kernel: {e}", file.name)),
            }
        }
        Err((!misfits.is_empty()).then(|| misfits.join(". ")))
    }

    /// Modules that waited may have their kernel now.
    pub(super) fn wake_waiting(&mut self, effects: &mut Vec<Effect>) {
        for waiting in std::mem::take(&mut self.intake.waiting) {
            match self.find_base(&waiting.input) {
                Ok(_) => self.open(waiting.input, effects),
                Err(misfit) => self.intake.waiting.push(Waiting { misfit, ..waiting }),
            }
        }
    }

    pub(super) fn close(&mut self, id: FileId, effects: &mut Vec<Effect>) {
        let Some(at) = self.files.iter().position(|f| f.id == id) else { return };
        self.run(
            effects,
            |s| &mut s.pad,
            |p, s| {
                p.closes(id, s);
                vec![]
            },
        );
        let file = self.files.remove(at);
        self.intake.problems.retain(|p| p.of != Some(id));
        self.name_apart(&file.given);
        effects.push(Effect::LeaveDesk(id));
        self.compare.wanted.take_if(|w| w.of == id);
        if self.current == Some(id) {
            self.look_at(self.files.get(at.min(self.files.len().saturating_sub(1))).map(|f| f.id));
        }
        self.notice = format!("Closed {}", file.name);
        self.link.changes(History::Replace);
    }

    /// A file takes the place of another one, or joins the files.
    pub(super) fn put(&mut self, file: OpenFile, old: Option<FileId>, effects: &mut Vec<Effect>) {
        let id = file.id;
        match self.files.iter_mut().find(|f| Some(f.id) == old) {
            Some(place) => {
                let before = std::mem::replace(place, file);
                effects.push(Effect::LeaveDesk(before.id));
                self.compare.replaced(before.id, id);
            }
            None => self.files.push(file),
        }
    }

    pub(super) fn digest_known(&mut self, id: FileId, digest: String, effects: &mut Vec<Effect>) {
        let Some(file) = self.files.iter_mut().find(|f| f.id == id) else { return };
        file.digest = Some(digest);
        let given = file.given.clone();
        self.name_apart(&given);
        self.run(effects, |s| &mut s.recent, |r, s| r.opened(id, s));
        self.settle_partner(id);
        self.run(effects, |s| &mut s.link, |l, s| l.settle_by_digest(id, s));
        self.link.changes(History::Replace);
    }
}

/// Whether a module may continue it. It would refer to types by ids, and a kernel of an atlas has others than the real one.
fn fits_modules(file: &OpenFile) -> bool {
    !file.btf.is_split() && file.kind != FileKind::Program && file.atlas.is_none()
}

/// What is decoded of what was read.
fn blobs(input: &FileInput) -> Blobs<'_> {
    Blobs {
        btf: &input.btf,
        own_base: input.base.as_ref(),
        pointer_size: input.pointer_size,
        needs_base: input.needs_base,
    }
}
