//! Opening and closing files, with the changes to each part of the session. The list of files is
//! [`crate::files::Files`].

use desk::{FileId, FileInput, Origin, Problem};
use model::kind::FileKind;
use model::path::Path;
use model::views::View;

use crate::Session;
use crate::file::OpenFile;
use crate::files::NotLoaded;
use crate::msg::{BrowserHistory, Effect, FilesMsg, Msg};
use crate::screen::Screen;

impl Session {
    pub(crate) fn open(&mut self, mut input: FileInput) {
        // If a file with the same name and bytes is open already, switch to that file.
        if let Some(same) = self.seen.files.same(&input) {
            let said = format!("{} is open already", same.name);
            if let Some(read) = input.id {
                self.intake.queue.move_source(read, same.id);
            }
            self.apply(Msg::Files(FilesMsg::Switch(same.id)));
            self.notice.say(said);
            return;
        }
        // The browser stores only the part of a file that was read, so the size of the whole file is taken from the
        // list of recent files.
        if let Origin::Kept(sha256) = &input.origin
            && let Some(kept) = self.recent().iter().find(|r| r.sha256 == *sha256)
        {
            input.size = kept.size;
        }
        let start = input.start.take();
        let sample = input.origin.sample().map(str::to_owned);
        match self.seen.files.load(input) {
            Ok((file, problems)) => {
                self.intake.problems.extend(problems);
                self.opened(file, start.as_deref());
            }
            Err(NotLoaded::Waits(waiting)) => {
                let out = self.intake.add_waiting(*waiting);
                self.apply_out(out);
            }
            Err(NotLoaded::Failed(problem, carried)) => {
                // If a link carries this file, no other copy of it can be opened, so the link no longer waits.
                if let Some(carried) = carried.as_deref() {
                    self.link.drop_carried(Some(carried));
                }
                // A sample fails under its own name, by which a link waits for it.
                let file = sample.unwrap_or_else(|| problem.file.clone());
                self.apply(Msg::Files(FilesMsg::Failed(Problem { file, ..*problem })));
            }
        }
    }

    /// Adds a decoded file, and shows it unless another file stays current. `start`: the name of the type to select
    /// first.
    fn opened(&mut self, mut file: OpenFile, start: Option<&str>) {
        let id = file.id;
        // A program opens with its overview, and its functions beside it. An object that has only types opens with
        // its types.
        if file.kind == FileKind::Program && start.is_none() && file.may_have_programs() {
            file.look.screen = Screen::Programs;
        }
        let opened = format!("Opened {}", file.name);
        let said = format!("{opened}: {}", file.facts());
        let mut stay = self.keeps_current(&file);
        let beside = self.link.keeps_current(&file);
        stay |= beside;
        self.seen.files.add(file);
        self.looks.open(id);
        if beside {
            self.restore_last_view(id);
        }
        if self.pairing.wanted.is_some() && self.current().is_some() {
            // Until the digest is known, a file with the right name counts as the file that the link waits for.
            stay = self.settle_partner(id) || self.file_of(id).is_some_and(|file| self.pairing.may_be_partner(file));
        }
        self.effects.push(Effect::Digest(id));
        if stay {
            self.notice.say(said);
            self.link.mark_changed(BrowserHistory::Replace);
            return self.open_waiting();
        }
        self.make_current(Some(id));
        self.notice.clear();
        let settled = self.link.settle_by_name(id, &self.seen, &self.recent);
        let waited = !settled.is_empty();
        self.apply_out(settled);
        if !waited {
            let first = start.and_then(|name| {
                let file = self.file()?;
                file.names().find(&file.btf, &*btf::unescaped(name)).find(|t| t.kind().is_composite()).map(|t| t.id())
            });
            match first {
                Some(first) => self.go_to(first, Path::root(), BrowserHistory::Push),
                None => self.link.mark_changed(BrowserHistory::Push),
            }
        }
        // A link may already have set a notice about a type that the file lacks.
        if self.notice.text.is_empty() {
            // The overview of the file shows what was opened, so only screen readers need this notice.
            self.notice.read_aloud(opened);
        }
        self.open_waiting();
    }

    /// Whether the current file stays current when this file is opened. It does if this file is only opened for the
    /// current one: as a kernel for a program's relocations, or as a file to compare with.
    fn keeps_current(&self, file: &OpenFile) -> bool {
        if self.link.wanted().is_some() {
            return false;
        }
        // Relocations and distilled bases are resolved on kernels, so a kernel that is opened now is meant for them.
        let base_shown =
            self.lists().is_some_and(|f| self.looks[f.id].lists.is_base()) && file.base.is_none() && !file.distilled;
        let kernels_wanted = self.core().is_some() || self.fits().is_some() || base_shown;
        // If Compare is shown without a second file, a file that is opened now becomes the second one.
        let partner_wanted = self.view == View::Compare && self.selection().is_some() && self.pair().is_none();
        let to_check = self.program_file().is_some_and(|f| self.looks[f.id].program.wants_kernel);
        (kernels_wanted || to_check) && file.kind != FileKind::Program || partner_wanted
    }

    /// Compares with this file, if a link waits for it. Returns whether a link waited for it.
    fn settle_partner(&mut self, id: FileId) -> bool {
        let of = self.seen.settle_pair(id);
        if of.is_some() {
            self.make_current(of);
        }
        of.is_some()
    }

    /// Opens the waiting modules whose kernel is open now.
    fn open_waiting(&mut self) {
        for waiting in std::mem::take(&mut self.intake.waiting) {
            match self.seen.files.retry(waiting) {
                Ok(input) => self.open(input),
                Err(waiting) => self.intake.waiting.push(*waiting),
            }
        }
    }

    pub(crate) fn close(&mut self, id: FileId) {
        self.pad.closes(id, &self.seen);
        let Some((file, next)) = self.seen.files.remove(id) else { return };
        self.looks.close(id);
        self.intake.closed(id, &file.name);
        self.seen.pairing.closed(id);
        self.effects.push(Effect::LeaveDesk(id));
        let out = self.recent.closed(&file, &self.seen);
        self.apply_out(out);
        if self.current() == Some(id) {
            self.make_current(next);
        }
        self.notice.say(format!("Closed {}", file.name));
        self.link.mark_changed(BrowserHistory::Replace);
    }

    /// Puts a file in the place of the file `old`. Adds the file if `old` is none or not open.
    pub(crate) fn put(&mut self, file: OpenFile, old: Option<FileId>) {
        let id = file.id;
        self.looks.open(id);
        if let Some(before) = self.seen.files.put(file, old) {
            // The new file takes over the pasted bytes.
            if let Some((before, look)) = self.looks.close(before).zip(self.looks.of_mut(id)) {
                look.values.take_over(&before.values);
            }
            self.effects.push(Effect::LeaveDesk(before));
            self.seen.pairing.replaced(before, id);
        }
    }

    pub(crate) fn digest_known(&mut self, id: FileId, digest: String) {
        if self.seen.files.know_digest(id, digest) {
            if let Some(file) = self.seen.file_of(id).filter(|_| !self.link.embed()) {
                let out = self.recent.opened(file, &self.seen.today);
                self.apply_out(out);
            }
            self.settle_partner(id);
            let out = self.link.settle_by_digest(id, &self.seen, &self.recent);
            self.apply_out(out);
            self.link.mark_changed(BrowserHistory::Replace);
        }
    }
}
