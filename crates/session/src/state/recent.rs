//! The files that were open last: noted when a file's digest is known and whenever its view changes, and opened again.

use desk::FileId;
use model::address::{Address, Role, Source};

use super::{Effect, Msg, Session, Way};
use crate::file::OpenFile;
use crate::recent;
use crate::recent::{MAX_RECENT, MAX_STATE, Recent, RecentRow};

impl Session {
    /// The lines of the start page.
    pub fn recent_rows(&self) -> Vec<RecentRow> {
        recent::rows(&self.recent, &self.remembered)
    }

    /// The link that waits for its file is to what was looked at last in a file that was open here.
    pub fn wants_recent(&self) -> bool {
        self.recent.iter().any(|r| r.fragment == self.shown)
    }

    /// A file that was opened goes to the top of the list.
    pub(super) fn note_opened(&mut self, id: FileId, effects: &mut Vec<Effect>) {
        let Some(file) = self.file_of(id).filter(|_| !self.embed) else { return };
        // What is not a file of the person's own cannot be asked for.
        let (None, None, None, false, Some(sha256)) =
            (&file.sample, &file.data, &file.pad, file.made, file.digest.clone())
        else {
            return;
        };
        let here = Address { files: vec![(Role::Main, super::link::source(file))], ..Address::default() };
        let mut recent = Recent { sha256, size: file.size, date: self.today.clone(), fragment: here.to_fragment() };
        if let Some(before) = self.recent.iter().find(|r| r.sha256 == recent.sha256) {
            recent.fragment.clone_from(&before.fragment);
        }
        self.leave_recent(&recent.sha256);
        self.recent.insert(0, recent);
        self.recent.truncate(MAX_RECENT);
        self.save_recent(effects);
    }

    /// What is looked at now is what is shown when the file is opened again.
    pub(super) fn note_state(&mut self, fragment: &str, effects: &mut Vec<Effect>) {
        // Whoever opens a file anew has not looked at anything yet: what was there before stays.
        let looks = |f: &&OpenFile| {
            let look = &f.look;
            look.selection.is_some() || look.program.shown || look.core.shown || look.lists.shown
        };
        let Some(sha256) = self.file().filter(looks).and_then(|f| f.digest.clone()) else { return };
        let fits = !self.embed && fragment.len() <= MAX_STATE;
        let recent = self.recent.iter_mut().find(|r| r.sha256 == sha256);
        if let Some(recent) = recent.filter(|r| fits && r.fragment != fragment) {
            fragment.clone_into(&mut recent.fragment);
            self.save_recent(effects);
        }
    }

    /// Opens a file again, as it was left: at once when the browser has its contents; or else it is asked for.
    pub(super) fn reopen(&mut self, sha256: String, effects: &mut Vec<Effect>) {
        let Some(recent) = self.recent.iter().find(|r| r.sha256 == sha256) else {
            return effects.push(Effect::OpenRemembered(vec![sha256]));
        };
        let fragment = recent.fragment.clone();
        effects.push(Effect::Address(fragment.clone(), Way::Push));
        self.arrive(&fragment, effects);
        let (Some(wanted), Some(kept)) = (&mut self.wanted, self.remembered.iter().find(|k| k.sha256 == sha256)) else {
            return;
        };
        // What the browser has need not be loaded from the web again.
        if let Some((_, main)) = wanted.address.files.first_mut() {
            *main = Source::Digest { sha256, name: kept.name.clone() };
        }
        wanted.reading = true;
        let mut all = Vec::new();
        for (role, source) in &wanted.address.files {
            if let Source::Digest { sha256, .. } = source
                && self.remembered.iter().any(|k| k.sha256 == *sha256)
            {
                // A kernel before its module.
                let at = if *role == Role::Base { 0 } else { all.len() };
                all.insert(at, sha256.clone());
            }
        }
        effects.push(Effect::OpenRemembered(all));
    }

    /// Forgets files and what the browser has of them: one, or all.
    pub(super) fn forget_recent(&mut self, sha256: Option<&str>, effects: &mut Vec<Effect>) {
        for row in self.recent_rows() {
            if sha256.is_none_or(|sha256| sha256 == row.sha256) {
                self.leave_recent(&row.sha256);
                if row.kept {
                    self.apply(Msg::Forget(row.sha256), effects);
                }
            }
        }
        if sha256.is_none() {
            // What cannot be read is not listed, and goes, too.
            self.recent.clear();
        }
        self.save_recent(effects);
    }

    fn leave_recent(&mut self, sha256: &str) {
        self.recent.retain(|r| r.sha256 != sha256);
    }

    /// The browser has lost a file that it had: it is asked for.
    pub(super) fn lost(&mut self, sha256: String, effects: &mut Vec<Effect>) {
        self.apply(Msg::Forget(sha256), effects);
        if let Some(wanted) = &mut self.wanted {
            wanted.reading = false;
        }
        self.notice = "The browser has lost that file: open it again.".into();
    }

    fn save_recent(&self, effects: &mut Vec<Effect>) {
        effects.push(Effect::SaveRecent(recent::write(&self.recent)));
    }
}
