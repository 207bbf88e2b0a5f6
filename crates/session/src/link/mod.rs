//! Links: the fragment in the address bar is applied, a link may wait for its file, and the session writes the
//! fragment.

mod carried;
mod kernels;

use self::kernels::waits_for;
use std::collections::VecDeque;

use desk::{FileId, Origin, Problem, THIS_LINK};
use model::address::{Address, AddressError, Role, Source};

use crate::ask::Ask;
use crate::feature::Feature;
use crate::file::OpenFile;
use crate::look::recent::RecentFiles;
use crate::msg::{AtlasMsg, BrowserHistory, Effect, FilesMsg, LearnMsg, LinkMsg, Msg, Overlay, PadMsg, Wanted};
use crate::out::Out;
use crate::recent::kept_of;
use crate::seen::Seen;
use crate::source::is;

/// Links, and the text of the address bar.
#[derive(Debug, Default)]
pub(crate) struct Link {
    /// The link that waits for its file.
    wanted: Option<Wanted>,
    /// Whether the person reloaded the page with this address; files that were open are then opened again without a
    /// click.
    reloaded: bool,
    /// Whether the list of files that the browser stores is still to be read.
    awaits_kept: bool,
    /// The digests of files that are being read from the browser's storage for this address.
    reading_digests: Vec<String>,
    /// Files that were open beside the link's file when the link was made, and are not open now. They may be opened
    /// after the link's file, and do not become current.
    beside: Vec<Source>,
    /// Whether the files beside the link's file are loaded without another click.
    loads_beside: bool,
    /// Whether, after a reload, the main file was opened without a question; the person must then still be told of
    /// missing files beside it.
    came_unasked: bool,
    /// Types and programs that a link carries and that must still be opened: the text and the name of each.
    to_unpack: VecDeque<(String, String)>,
    /// The carried file that the desk is unpacking.
    unpacking: Ask<(String, String), ()>,
    /// The fragment in the address bar.
    shown: String,
    /// Whether, and in which way, the current message changes the address.
    history: Option<BrowserHistory>,
    /// The link that the current message follows.
    followed: Option<String>,
    /// Whether the address has `embed=1`.
    embed: bool,
}

impl Link {
    /// The link that waits for its file.
    pub(crate) fn wanted(&self) -> Option<&Wanted> {
        self.wanted.as_ref()
    }

    /// The main file of the link that waits.
    fn main(&self) -> Option<&Source> {
        self.wanted.as_ref()?.address.main_file()
    }

    /// Files that were open before a reload, and that neither the page nor the browser's storage has.
    pub(crate) fn lost_files(&self, recent: &RecentFiles) -> Vec<&Source> {
        if !self.came_unasked || self.awaits_kept || self.wanted.is_some() {
            return vec![];
        }
        let kept = |sha256: &str| recent.remembered().iter().any(|r| r.sha256 == sha256);
        let is_lost = |source: &&Source| match source {
            Source::Digest { sha256, .. } => !kept(sha256),
            Source::Name(_) | Source::Url(_) => true,
            Source::Sample(_) | Source::Atlas(_) | Source::Data { .. } | Source::Pad { .. } => false,
        };
        self.beside.iter().filter(is_lost).collect()
    }

    /// The fragment in the address bar.
    pub(crate) fn shown(&self) -> &str {
        &self.shown
    }

    /// Whether the address has `embed=1`.
    pub(crate) fn embed(&self) -> bool {
        self.embed
    }

    /// Marks the address as changed by this message. `Push` wins over `Replace`.
    pub(crate) fn mark_changed(&mut self, history: BrowserHistory) {
        if self.history != Some(BrowserHistory::Push) {
            self.history = Some(history);
        }
    }

    /// Called at the end of a message: takes the way in which the address changes, and the link that was followed. None
    /// if the address does not change.
    pub(crate) fn take_change(&mut self) -> Option<(BrowserHistory, Option<String>)> {
        let (followed, history) = (self.followed.take(), self.history.take());
        let history = if followed.is_some() { Some(BrowserHistory::Push) } else { history };
        history.map(|history| (history, followed))
    }

    /// Sets the fragment of the address bar. Returns whether it differs from the previous one.
    pub(crate) fn set_shown(&mut self, fragment: &str) -> bool {
        let other = self.shown != fragment;
        fragment.clone_into(&mut self.shown);
        other
    }

    /// Applies the fragment of the address bar: shows what it names, or waits for its file.
    pub(crate) fn apply_address(&mut self, fragment: String, seen: &Seen) -> Vec<Out> {
        self.embed = false;
        self.wanted = None;
        (self.reloaded, self.awaits_kept, self.came_unasked) = (false, false, false);
        self.beside.clear();
        self.reading_digests.clear();
        // Drop the files that the previous link carries.
        self.to_unpack.clear();
        self.unpacking.forget();
        // A problem of the previous link no longer matters.
        let mut out = vec![Out::Overlay(Overlay::None), Msg::Files(FilesMsg::Settled(THIS_LINK.to_owned())).into()];
        let parsed = Address::parse(&fragment);
        self.shown = fragment;
        let address = match parsed {
            Ok(address) => address,
            Err(e) => {
                let newer = matches!(e, AddressError::Newer(_));
                let found = (!newer).then(|| self.shown.chars().take(80).collect());
                out.push(Msg::Files(FilesMsg::Problem(Problem::of_link(e.to_string(), found))).into());
                return out;
            }
        };
        self.embed = address.embed;
        let shows = address.main_file().is_some();
        out.push(Msg::Learn(LearnMsg::AddressNames(address.learn.clone(), shows, address.deck)).into());
        let Some(main) = address.main_file() else {
            if address.is_of_any_file() {
                match seen.current().or_else(|| last_open(seen)) {
                    Some(id) => out.push(Out::Link(Box::new(address), id)),
                    None => self.wanted = Some(Wanted { address, other: None, reading: false }),
                }
            }
            return out;
        };
        if let Some(file) = seen.files().iter().find(|f| is(f, main)) {
            out.push(Out::Link(Box::new(address), file.id));
            return out;
        }
        match main {
            Source::Data { text, name } => self.unpack(text.clone(), name.clone()),
            Source::Atlas(name) => out.push(Msg::Atlas(AtlasMsg::TakeOut(name.clone())).into()),
            Source::Pad { text, target } => out.push(Msg::Pad(PadMsg::Packed(text.clone(), *target)).into()),
            Source::Sample(_) | Source::Digest { .. } | Source::Name(_) | Source::Url(_) => {}
        }
        self.wanted = Some(Wanted { address, other: None, reading: false });
        out.push(Out::ClearCurrent);
        out
    }

    /// After a reload: loads the main file at once if it is a sample. If it is no sample, the person is asked for it
    /// only after the list of stored files was read.
    fn reload(&mut self) -> Vec<Out> {
        let mut out = Vec::new();
        if let Some(wanted) = &mut self.wanted {
            (self.reloaded, self.awaits_kept) = (true, true);
            wanted.reading = true;
        }
        out.extend(self.load_sample());
        out.push(Msg::Learn(LearnMsg::Reloaded).into());
        out
    }

    /// Loads the sample that the waiting link names as its main file, without a question.
    fn load_sample(&mut self) -> Option<Out> {
        let wanted = self.wanted.as_mut()?;
        let Some(Source::Sample(name)) = wanted.address.main_file() else { return None };
        wanted.reading = true;
        Some(Msg::Files(FilesMsg::LoadSample(name.clone())).into())
    }

    /// Whether this sample or this kernel of an atlas is already being loaded, for a link or a reload.
    pub(crate) fn is_loading_sample(&self, name: &str) -> bool {
        let is_it =
            |source: &Source| matches!(source, Source::Sample(sample) | Source::Atlas(sample) if sample == name);
        let main = self.wanted.as_ref().filter(|wanted| wanted.reading);
        self.loads_beside && self.beside.iter().any(is_it)
            || main.is_some_and(|wanted| wanted.address.files.iter().any(|f| is_it(&f.1)))
    }

    /// Called after a reload, when the list of stored files was read. If the browser stores the main file, reads this
    /// file and the other stored files of the address. If the main file never comes from storage (a sample, a kernel of
    /// an atlas, a file that the link carries), or is open already, reads the stored files beside it. Else the person
    /// must open the main file, and `show_wanted` reads the files beside it.
    fn read_kept(&mut self, recent: &RecentFiles) -> Vec<Out> {
        match self.wanted.as_ref().and_then(|w| w.address.main_file()) {
            Some(Source::Digest { .. } | Source::Url(_) | Source::Name(_)) => {
                self.read_wanted(self.kept_main(recent), recent)
            }
            Some(_) => {
                let beside = self.wanted.iter().flat_map(|w| w.address.beside()).cloned().collect();
                self.read_beside(beside, recent)
            }
            None => self.read_beside(self.beside.clone(), recent),
        }
    }

    /// Reads these files from the browser's storage, if it has them and they are not being read already.
    fn read_beside(&mut self, beside: Vec<Source>, recent: &RecentFiles) -> Vec<Out> {
        let files = beside.into_iter().map(|source| (Role::Target, source)).collect();
        let mut kept = kept_of(recent.remembered(), &Address { files, ..Address::default() });
        kept.retain(|sha256| !self.reading_digests.contains(sha256));
        self.reading_digests.extend(kept.iter().cloned());
        (!kept.is_empty()).then(|| Effect::OpenRemembered(kept).into()).into_iter().collect()
    }

    /// The file of the waiting link by its digest, if the browser stores it. The list of recent files has the digest
    /// of a file from the web.
    fn kept_main(&self, recent: &RecentFiles) -> Option<Source> {
        let main = self.wanted.as_ref()?.address.main_file()?;
        let was = |fragment: &str| Address::parse(fragment).is_ok_and(|a| a.main_file() == Some(main));
        let sha256 = match main {
            Source::Digest { sha256, .. } => sha256,
            Source::Url(_) => &recent.list().iter().find(|r| was(&r.fragment))?.sha256,
            _ => return None,
        };
        let kept = recent.remembered().iter().find(|kept| kept.sha256 == *sha256)?;
        Some(Source::Digest { sha256: kept.sha256.clone(), name: kept.name.clone() })
    }

    /// Whether the file that is being opened must not become current: it was open beside the file of a link that is
    /// shown already, or it belongs to a link that still waits for its main file. In the first case, this call also
    /// ends the waiting for the file.
    pub(crate) fn keeps_current(&mut self, file: &OpenFile) -> bool {
        if let Some(at) = self.beside.iter().position(|source| is(file, source)) {
            self.beside.remove(at);
            return true;
        }
        self.wanted.as_ref().is_some_and(|wanted| {
            let main = wanted.address.main_file().is_some_and(|main| is(file, main));
            // Files that the link names, and stored files that are opened for it, such as the kernel of a module.
            let named = wanted.address.files.iter().any(|(_, source)| is(file, source));
            !main && (named || wanted.reading && matches!(file.origin, Origin::Kept(_)))
        })
    }

    fn read_wanted(&mut self, main: Option<Source>, recent: &RecentFiles) -> Vec<Out> {
        let Some(wanted) = &mut self.wanted else { return vec![] };
        wanted.reading = main.is_some();
        if let (Some(source), Some((_, first))) = (main, wanted.address.files.first_mut()) {
            *first = source;
            self.reading_digests = kept_of(recent.remembered(), &wanted.address);
            return vec![Effect::OpenRemembered(self.reading_digests.clone()).into()];
        }
        vec![]
    }

    /// A file's digest is known now. Shows the waiting link if it is for this file; else remembers that another file
    /// is open.
    pub(crate) fn settle_by_digest(&mut self, id: FileId, seen: &Seen, recent: &RecentFiles) -> Vec<Out> {
        let Some(file) = seen.file_of(id) else { return vec![] };
        let is_it = |source: &Source| matches!(source, Source::Digest { .. }) && is(file, source);
        let Some(wanted) = &mut self.wanted else { return vec![] };
        match wanted.address.main_file() {
            Some(main) if is_it(main) => return self.show_wanted(id, seen, recent),
            // A file that the link names as a base or for a comparison does not count as another file.
            Some(Source::Digest { .. }) if !wanted.address.files.iter().any(|(_, s)| is_it(s)) => {
                wanted.other = Some(file.name.clone());
            }
            _ => {}
        }
        vec![]
    }

    /// A file was opened. Shows the waiting link if this is its file, or if the link is about any file. A link with a
    /// digest waits until the digest of the file is known. Returns nothing if no link waits for this file.
    pub(crate) fn settle_by_name(&mut self, id: FileId, seen: &Seen, recent: &RecentFiles) -> Vec<Out> {
        let fits = |file: &OpenFile| match self.wanted.as_ref().and_then(|w| w.address.main_file()) {
            None => self.wanted.as_ref().is_some_and(|w| w.address.is_of_any_file()),
            // The pad shows its link itself after it has compiled the source.
            Some(Source::Pad { .. }) => false,
            Some(Source::Digest { .. }) if file.digest.is_none() => false,
            Some(main) => is(file, main),
        };
        if seen.file_of(id).is_some_and(fits) { self.show_wanted(id, seen, recent) } else { vec![] }
    }

    /// Stops waiting for a file that a link carries and that cannot be read. `carried`: the text of that file; none for
    /// any carried file.
    pub(crate) fn drop_carried(&mut self, carried: Option<&str>) {
        let is_it = |main: &Source| matches!(main, Source::Data { text, .. } if carried.is_none_or(|c| c == text));
        self.wanted.take_if(|w| w.address.main_file().is_some_and(is_it));
    }

    /// Shows the waiting link in its file. If the person clicked for that file or reloaded the page, also opens the
    /// files that were open beside it, if an atlas, the page or the browser's storage has them.
    fn show_wanted(&mut self, id: FileId, seen: &Seen, recent: &RecentFiles) -> Vec<Out> {
        let Some(wanted) = self.wanted.take() else { return vec![] };
        self.came_unasked = self.reloaded && wanted.is_coming();
        let address = wanted.address;
        // A link that carries its file, names a kernel of an atlas, or is about any file opens without a click, so
        // nothing else may be loaded for it.
        let clicked = match address.main_file() {
            Some(Source::Data { .. } | Source::Pad { .. } | Source::Atlas(_)) | None => self.reloaded,
            Some(_) => true,
        };
        let missing = address.beside().filter(|source| !seen.files().iter().any(|f| is(f, source)));
        self.beside = missing.cloned().collect();
        self.loads_beside = clicked;
        let mut out = vec![Out::Link(Box::new(address), id)];
        if clicked {
            for source in &self.beside {
                match source {
                    Source::Atlas(name) => out.push(Msg::Atlas(AtlasMsg::TakeOut(name.clone())).into()),
                    Source::Sample(name) => out.push(Msg::Files(FilesMsg::LoadSample(name.clone())).into()),
                    _ => {}
                }
            }
            out.extend(self.read_beside(self.beside.clone(), recent));
        }
        out
    }
}

impl Feature for Link {
    type Msg = LinkMsg;
    type Reads<'a> = (&'a Seen, &'a RecentFiles);

    fn update(&mut self, msg: LinkMsg, (seen, recent): (&Seen, &RecentFiles)) -> Vec<Out> {
        match msg {
            LinkMsg::Want(wanted) => self.wanted = Some(*wanted),
            LinkMsg::Forget => {
                self.wanted = None;
                self.beside.clear();
                // If no file is current, the file that was opened last becomes current.
                let look = last_open(seen).filter(|_| seen.current().is_none()).map(Out::MakeCurrent);
                return look.into_iter().chain([Out::Address(BrowserHistory::Replace)]).collect();
            }
            LinkMsg::Drop => self.wanted = None,
            LinkMsg::ShowAnyway => {
                let id = seen.current().or_else(|| last_open(seen));
                let wanted = id.and_then(|id| Some((self.wanted.take()?, id)));
                return wanted.map(|(wanted, id)| Out::Link(Box::new(wanted.address), id)).into_iter().collect();
            }
            LinkMsg::Read(main) => return self.read_wanted(Some(main), recent),
            LinkMsg::NotStored(sha256) => {
                if matches!(self.main(), Some(Source::Digest { sha256: main, .. }) if *main == sha256) {
                    return self.read_wanted(None, recent);
                }
            }
            LinkMsg::Reloaded => return self.reload(),
            LinkMsg::Kept => {
                if std::mem::take(&mut self.awaits_kept) {
                    return self.read_kept(recent);
                }
            }
            LinkMsg::Failed(name) => {
                // A stored file and a sample fail under the name by which the link knows them.
                let is_other = match self.main() {
                    Some(Source::Digest { name: main, .. } | Source::Sample(main)) => *main != name,
                    // A file that the browser stores is read by its digest, so the file that failed is another one.
                    Some(Source::Name(_) | Source::Url(_)) => true,
                    _ => false,
                };
                return if is_other { vec![] } else { self.read_wanted(None, recent) };
            }
            LinkMsg::Follow(fragment) => {
                self.followed = Some(fragment.clone());
                return self.apply_address(fragment, seen);
            }
            LinkMsg::FollowSample(fragment) => {
                self.followed = Some(fragment.clone());
                let mut out = self.apply_address(fragment, seen);
                out.extend(self.load_sample());
                return out;
            }
            LinkMsg::TakenOut(name) => return self.taken_out(&name, seen, recent),
            LinkMsg::NotTakenOut(name) => {
                self.wanted.take_if(|wanted| waits_for(wanted, &name));
            }
            LinkMsg::AtlasCame => return self.follow_again(seen),
            LinkMsg::Unpack(text, name) => self.unpack(text, name),
        }
        vec![]
    }

    fn reconcile(&mut self, _: (&Seen, &RecentFiles)) -> Vec<Out> {
        self.unpack_next()
    }
}

/// The file that was opened last.
fn last_open(seen: &Seen) -> Option<FileId> {
    seen.files().last().map(|f| f.id)
}
