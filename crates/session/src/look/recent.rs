//! The list of recent files. A file is added when its digest is known. Its entry has the address of its last view
//! (unless the address is too long), and opens the file again with this view.

use desk::Origin;
use model::address::{Address, Role, Source};

use crate::Session;
use crate::feature::Feature;
use crate::file::OpenFile;
use crate::incoming::{NotKept, Remembered};
pub use crate::msg::RecentMsg;
use crate::msg::{Effect, LinkMsg, Msg};
use crate::out::Out;
use crate::recent;
use crate::recent::{MAX_RECENT, MAX_STATE, Recent, RecentRow};
use crate::seen::Seen;
use crate::source::source;

/// Recent files, and files that the browser stores.
#[derive(Debug, Default)]
pub(crate) struct RecentFiles {
    /// Recent files, the latest first.
    list: Vec<Recent>,
    /// The files whose bytes this browser stores.
    remembered: Vec<Remembered>,
    /// The files that a reload loses: the digest of each, and the reason.
    not_kept: Vec<(String, NotKept)>,
}

impl RecentFiles {
    /// Recent files, the latest first.
    pub(crate) fn list(&self) -> &[Recent] {
        &self.list
    }

    /// The files whose bytes this browser stores.
    pub(crate) fn remembered(&self) -> &[Remembered] {
        &self.remembered
    }

    /// Whether the person asked this browser to remember the file with this digest.
    pub(crate) fn remembers(&self, sha256: &str) -> bool {
        self.remembered.iter().any(|r| r.sha256 == sha256 && !r.for_tab)
    }

    /// Why a reload loses the file with this digest; none if it does not.
    pub(crate) fn not_kept(&self, sha256: &str) -> Option<NotKept> {
        self.not_kept.iter().find(|(other, _)| other == sha256 && !self.remembers(sha256)).map(|&(_, why)| why)
    }

    /// A file was closed: deletes the bytes that were stored for a reload of this tab.
    pub(crate) fn closed(&mut self, file: &OpenFile, seen: &Seen) -> Vec<Out> {
        let Some(sha256) = file.digest.clone().filter(|_| file.origin.is_recent()) else { return vec![] };
        if seen.files().iter().any(|f| f.digest.as_ref() == Some(&sha256)) {
            return vec![];
        }
        self.remembered.retain(|r| r.sha256 != sha256 || !r.for_tab);
        self.not_kept.retain(|(other, _)| *other != sha256);
        vec![Effect::LeaveTab(sha256).into()]
    }

    fn forget(&mut self, sha256: String) -> Out {
        self.remembered.retain(|r| r.sha256 != sha256 || r.for_tab);
        Effect::Forget(sha256).into()
    }

    /// Puts an opened file at the top of the list, with this date.
    pub(crate) fn opened(&mut self, file: &OpenFile, date: &str) -> Vec<Out> {
        // Files that a link carried or that were made on this page are not listed, because the person has no copy to
        // open again. Samples are on the start page already.
        let Some(sha256) = file.digest.clone().filter(|_| file.origin.is_recent()) else { return vec![] };
        let here = Address { files: vec![(Role::Main, source(file))], ..Address::default() };
        let mut recent = Recent { sha256, size: file.size, date: date.to_owned(), fragment: here.to_fragment() };
        if let Some(before) = self.list.iter().find(|r| r.sha256 == recent.sha256) {
            recent.fragment.clone_from(&before.fragment);
        }
        self.remove(&recent.sha256);
        self.list.insert(0, recent);
        self.list.truncate(MAX_RECENT);
        [self.save()].into_iter().chain(self.keep_for_tab(file)).collect()
    }

    /// Asks the browser to store the file's bytes for a reload, if they are not stored yet. A kernel of an atlas is
    /// not stored: a reload takes it out of the atlas again.
    fn keep_for_tab(&self, file: &OpenFile) -> Option<Out> {
        let is_stored = self.remembered.iter().any(|r| Some(&r.sha256) == file.digest.as_ref());
        let comes_back = is_stored || matches!(file.origin, Origin::Atlas(_));
        (!comes_back).then(|| Effect::KeepForTab(file.id).into())
    }

    /// Stores the address of the present view, to show it again when the file is opened again.
    pub(crate) fn view_changed(&mut self, fragment: String, seen: &Seen) -> Vec<Out> {
        // A file that was opened just now shows nothing yet; the stored address stays.
        let looks = |f: &&OpenFile| f.look.selection.is_some() || !seen.screen().has_type();
        let Some(sha256) = seen.file().filter(looks).and_then(|f| f.digest.as_ref()) else { return vec![] };
        let fits = fragment.len() <= MAX_STATE;
        let recent = self.list.iter_mut().find(|r| r.sha256 == *sha256);
        match recent.filter(|r| fits && r.fragment != fragment) {
            Some(recent) => {
                recent.fragment = fragment;
                vec![self.save()]
            }
            None => vec![],
        }
    }

    /// Opens a file again as it was shown last. If the browser stores the file's bytes, they are read at once;
    /// otherwise the file comes as for any link with its address.
    fn reopen(&self, sha256: String) -> Vec<Out> {
        let Some(recent) = self.list.iter().find(|r| r.sha256 == sha256) else {
            return vec![Effect::OpenRemembered(vec![sha256]).into()];
        };
        let follow = LinkMsg::Follow(recent.fragment.clone()).into();
        // Stored bytes are used even if the file came from the web.
        let kept = self.remembered.iter().find(|k| k.sha256 == sha256);
        let read = kept.map(|kept| LinkMsg::Read(Source::Digest { sha256, name: kept.name.clone() }).into());
        std::iter::once(follow).chain(read).collect()
    }

    /// Removes one file, or all, from the list, together with stored bytes.
    fn forget_recent(&mut self, sha256: Option<&str>) -> Vec<Out> {
        let mut out = Vec::new();
        for row in recent::rows(&self.list, &self.remembered) {
            if sha256.is_none_or(|sha256| sha256 == row.sha256) {
                self.remove(&row.sha256);
                if row.kept {
                    out.push(self.forget(row.sha256));
                }
            }
        }
        if sha256.is_none() {
            // Entries with an invalid address are not listed; remove them, too.
            self.list.clear();
        }
        out.push(self.save());
        out
    }

    fn remove(&mut self, sha256: &str) {
        self.list.retain(|r| r.sha256 != sha256);
    }

    fn save(&self) -> Out {
        Effect::SaveRecent(recent::write(&self.list)).into()
    }
}

impl Feature for RecentFiles {
    type Msg = RecentMsg;
    type Reads<'a> = &'a Seen;

    fn update(&mut self, msg: RecentMsg, seen: &Seen) -> Vec<Out> {
        match msg {
            RecentMsg::Remembered(list) => {
                self.remembered = list;
                return vec![LinkMsg::Kept.into()];
            }
            RecentMsg::Remember(id) => {
                let Some(file) = seen.file_of(id).filter(|f| f.digest.is_some()) else { return vec![] };
                let said = format!("{} is kept in this browser, on this computer only", file.name);
                return vec![Msg::Notice(said).into(), Effect::Remember(id).into()];
            }
            RecentMsg::NotKept(sha256, why) => {
                let first = self.not_kept.is_empty();
                let name = seen.files().iter().find(|f| f.digest.as_ref() == Some(&sha256)).map(|f| f.name.clone());
                self.not_kept.retain(|(other, _)| *other != sha256);
                self.not_kept.push((sha256, why));
                let said = |name| Msg::Notice(format!("A reload loses {name}: {}", why.words())).into();
                return name.filter(|_| first).map(said).into_iter().collect();
            }
            RecentMsg::Forget(sha256) => {
                let file = seen.files().iter().find(|f| f.digest.as_ref() == Some(&sha256));
                let mut out = vec![self.forget(sha256)];
                out.extend(file.and_then(|file| self.keep_for_tab(file)));
                return out;
            }
            RecentMsg::OpenRemembered(sha256) => return vec![Effect::OpenRemembered(vec![sha256]).into()],
            RecentMsg::Lost(sha256) => {
                let said = Msg::Notice("The browser no longer has that file. Open it again.".into());
                self.remembered.retain(|r| r.sha256 != sha256);
                let missing = LinkMsg::NotStored(sha256.clone()).into();
                return vec![self.forget(sha256), missing, said.into()];
            }
            RecentMsg::List(text) => self.list = recent::read(&text),
            RecentMsg::Reopen(sha256) => return self.reopen(sha256),
            RecentMsg::ForgetRecent(sha256) => return self.forget_recent(sha256.as_deref()),
        }
        vec![]
    }
}

impl Session {
    /// The recent files for the start page.
    pub fn recent_rows(&self) -> Vec<RecentRow> {
        recent::rows(self.recent(), self.remembered())
    }

    /// Whether the person asked this browser to remember the file with this digest.
    pub fn remembers(&self, sha256: &str) -> bool {
        self.recent.remembers(sha256)
    }

    /// Why a reload of this tab loses the file with this digest; none if it does not.
    pub fn not_kept(&self, sha256: &str) -> Option<NotKept> {
        self.recent.not_kept(sha256)
    }

    /// Whether the waiting link belongs to a recent file (after a reload), and is not a link from another person.
    pub fn wants_recent(&self) -> bool {
        let Ok(address) = Address::parse(self.link.shown()) else { return false };
        let alone = address.alone().to_fragment();
        self.recent().iter().any(|r| r.fragment == alone)
    }
}
