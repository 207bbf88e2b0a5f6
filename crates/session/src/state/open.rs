//! Files come and go: what each part of the session does then. The files themselves are [`crate::files::Files`].

use desk::{FileId, FileInput, Origin};
use model::kind::FileKind;
use model::path::Path;
use model::views::View;

use super::{Effect, History, Msg, Session};
use crate::FilesMsg;
use crate::file::OpenFile;
use crate::files::NotLoaded;

impl Session {
    pub(super) fn open(&mut self, mut input: FileInput, effects: &mut Vec<Effect>) {
        // The same bytes again: show what is open.
        if let Some(same) = self.files.same(&input) {
            let said = format!("{} is open already", same.name);
            if let Some(read) = input.id {
                self.intake.is_open_as(read, same.id);
            }
            self.apply(Msg::Files(FilesMsg::Switch(same.id)), effects);
            self.notice = said;
            return;
        }
        // Of a file that the browser kept, only what is read of it is there.
        if let Origin::Kept(sha256) = &input.origin
            && let Some(kept) = self.recent().iter().find(|r| r.sha256 == *sha256)
        {
            input.size = kept.size;
        }
        let start = input.start.take();
        match self.files.load(input) {
            Ok((file, problems)) => {
                self.intake.problems.extend(problems);
                self.opened(file, start.as_deref(), effects);
            }
            Err(NotLoaded::Waits(waiting)) => self.run(effects, |s| &mut s.intake, |i, _| i.wait(*waiting)),
            Err(NotLoaded::Failed(problem, carried)) => {
                // A link that carries it has no file to ask for.
                if let Some(carried) = carried.as_deref() {
                    self.link.drop_carried(Some(carried));
                }
                self.apply(Msg::Files(FilesMsg::Failed(*problem)), effects);
            }
        }
    }

    /// A file joins the others. `start`: the name of the type that is looked at first.
    fn opened(&mut self, file: OpenFile, start: Option<&str>, effects: &mut Vec<Effect>) {
        let id = file.id;
        let said = format!("Opened {}: {}", file.name, file.facts());
        let mut stay = self.stays(&file);
        let beside = self.link.leaves(&file);
        stay |= beside;
        self.files.add(file);
        if beside {
            self.leave_as_before(id);
        }
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
        self.notice.clear();
        let settled = self.with(|s| &mut s.link, |l, s| l.settle_by_name(id, s));
        let waited = !settled.is_empty();
        self.obey(settled, effects);
        if !waited {
            let first = start.and_then(|name| {
                let file = self.file()?;
                file.names().find(&file.btf, &*btf::unescaped(name)).find(|t| t.kind().is_composite()).map(|t| t.id())
            });
            match first {
                Some(first) => self.go_to(first, Path::root(), History::Push),
                None => self.link.changes(History::Push),
            }
        }
        // A link may have said what the file lacks.
        if self.notice.is_empty() {
            self.notice = said;
        }
        self.wake_waiting(effects);
    }

    /// Whether what is looked at stays when this file is opened: it is there for that.
    fn stays(&self, file: &OpenFile) -> bool {
        if self.link.wanted().is_some() {
            return false;
        }
        // Whoever looks at relocations, or at a distilled base, drops kernels to see them there.
        let base_shown = self.lists().is_some_and(|f| f.look.lists.is_base()) && file.base.is_none() && !file.distilled;
        let kernels_wanted = self.core().is_some() || self.fits().is_some() || base_shown;
        // And whoever has nothing to compare with drops that.
        let partner_wanted = self.view == View::Compare && self.selection().is_some() && self.pair().is_none();
        kernels_wanted && file.kind != FileKind::Program || partner_wanted
    }

    /// Compares with a file when a link wants that. Whether it does.
    fn settle_partner(&mut self, id: FileId) -> bool {
        let of = self.with(|s| &mut s.compare, |c, s| c.settle(id, s));
        if of.is_some() {
            self.look_at(of);
        }
        of.is_some()
    }

    /// Modules that waited may have their kernel now.
    fn wake_waiting(&mut self, effects: &mut Vec<Effect>) {
        for waiting in std::mem::take(&mut self.intake.waiting) {
            match self.files.wake(waiting) {
                Ok(input) => self.open(input, effects),
                Err(waiting) => self.intake.waiting.push(*waiting),
            }
        }
    }

    pub(super) fn close(&mut self, id: FileId, effects: &mut Vec<Effect>) {
        self.with(|s| &mut s.pad, |p, s| p.closes(id, s));
        let Some((file, next)) = self.files.remove(id) else { return };
        self.intake.closed(id);
        self.compare.closed(id);
        effects.push(Effect::LeaveDesk(id));
        if self.current == Some(id) {
            self.look_at(next);
        }
        self.notice = format!("Closed {}", file.name);
        self.link.changes(History::Replace);
    }

    /// A file takes the place of another one, or joins the files.
    pub(super) fn put(&mut self, file: OpenFile, old: Option<FileId>, effects: &mut Vec<Effect>) {
        let id = file.id;
        if let Some(before) = self.files.put(file, old) {
            effects.push(Effect::LeaveDesk(before));
            self.compare.replaced(before, id);
        }
    }

    pub(super) fn digest_known(&mut self, id: FileId, digest: String, effects: &mut Vec<Effect>) {
        if self.files.know_digest(id, digest) {
            self.run(effects, |s| &mut s.recent, |r, s| r.opened(id, s));
            self.settle_partner(id);
            self.run(effects, |s| &mut s.link, |l, s| l.settle_by_digest(id, s));
            self.link.changes(History::Replace);
        }
    }
}
