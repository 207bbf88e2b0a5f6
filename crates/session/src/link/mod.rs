//! Links: the address bar on its way in, what waits for a file, and what the address bar has.

mod carried;
mod kernels;

use self::kernels::waits_for;
use std::collections::VecDeque;

use desk::{FileId, Origin, Problem};
use model::address::{Address, AddressError, Role, Source};

use crate::ask::Ask;
use crate::file::OpenFile;
use crate::learn::LearnMsg;
use crate::look::atlas::AtlasMsg;
use crate::look::recent::RecentFiles;
use crate::pad::PadMsg;
use crate::recent::kept_of;
use crate::source::is;
use crate::state::{Feature, Out, Seen};
use crate::{Effect, FilesMsg, History, Msg, Overlay};

/// What happens with links.
#[derive(Clone, Debug)]
pub enum LinkMsg {
    /// This link asks for its file.
    Want(Box<Wanted>),
    /// The question for a link's file was closed.
    Forget,
    /// The link that waits for its file waits no longer: it has it, or cannot have it.
    Drop,
    /// Show what a link says in the file that is open, though it is not the file the link was made from.
    ShowAnyway,
    /// The file that a link waits for is read from the browser's store, as this; or it is not there, and has to be asked for.
    Read(Option<Source>),
    /// The page was loaded anew, with this address: what the person had open comes back without being asked for.
    Reloaded,
    /// Which files the browser keeps is known.
    Kept,
    /// Something could not be opened: what is awaited has to be asked for.
    Failed,
    /// This link of the page is followed, as a step of the history.
    Follow(String),
    /// The kernel of this name came out of an atlas, and is the current file: a link to it waits no longer.
    TakenOut(String),
    /// No kernel of this name comes out of an atlas.
    NotTakenOut(String),
    /// Another atlas is there: it may have the kernel of the link in the address bar.
    AtlasCame,
    /// What a link carries is to be opened: its text, and the name of the file it was made of.
    Unpack(String, String),
}

/// A link whose file is not open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// What to show.
    pub address: Address,
    /// The file that was opened for it is another one: its name.
    pub other: Option<String>,
    /// The browser has the file, and it is being read: nothing is asked.
    pub reading: bool,
}

impl Wanted {
    /// The file is in the link, or the browser has it: nothing has to be asked.
    pub fn is_coming(&self) -> bool {
        self.reading
            || matches!(self.address.main_file(), Some(Source::Data { .. } | Source::Pad { .. } | Source::Atlas(_)))
    }
}

/// Links, and what the address bar has.
#[derive(Debug, Default)]
pub(crate) struct Link {
    /// A link whose file is not open.
    wanted: Option<Wanted>,
    /// The page was loaded anew with this address, by the person: what they had open comes back without a click.
    reloaded: bool,
    /// Which files the browser keeps is not known yet.
    awaits_kept: bool,
    /// The digests of files that are read from the browser's store for this address.
    asked: Vec<String>,
    /// Files that were open beside that of a link and may come after it: they are not looked at.
    beside: Vec<Source>,
    /// The file of a reload came without a question, so that nobody was asked for those beside it.
    unasked: bool,
    /// Types that a link carries and that are still to be opened: text and name.
    to_unpack: VecDeque<(String, String)>,
    /// Those that the desk is opening.
    unpacking: Ask<(String, String), ()>,
    /// What the address bar has.
    shown: String,
    /// The address changes with this message, as a step of the history or not.
    history: Option<History>,
    /// A link that is followed with this message.
    followed: Option<String>,
    /// Only the view is shown, in a frame of another page.
    embed: bool,
}

impl Link {
    /// A link whose file is not open.
    pub(crate) fn wanted(&self) -> Option<&Wanted> {
        self.wanted.as_ref()
    }

    /// Files that were open before a reload and do not come by themselves: neither the page nor the browser has them.
    pub(crate) fn not_kept(&self, recent: &RecentFiles) -> Vec<&Source> {
        if !self.unasked || self.awaits_kept || self.wanted.is_some() {
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

    /// What the address bar has.
    pub(crate) fn shown(&self) -> &str {
        &self.shown
    }

    /// Only the view is shown, in a frame of another page.
    pub(crate) fn embed(&self) -> bool {
        self.embed
    }

    /// The address changes with this message. A step of the history stays one.
    pub(crate) fn changes(&mut self, history: History) {
        if self.history != Some(History::Push) {
            self.history = Some(history);
        }
    }

    /// How the address changes with the message that is done now, and the link that was followed with it; none when it does not change.
    pub(crate) fn take_change(&mut self) -> Option<(History, Option<String>)> {
        let (followed, history) = (self.followed.take(), self.history.take());
        let history = if followed.is_some() { Some(History::Push) } else { history };
        history.map(|history| (history, followed))
    }

    /// The address bar is to have this. Whether it has something else.
    pub(crate) fn set_shown(&mut self, fragment: &str) -> bool {
        let other = self.shown != fragment;
        fragment.clone_into(&mut self.shown);
        other
    }

    /// The address bar says this: what it says is shown, or its file is asked for.
    pub(crate) fn arrive(&mut self, fragment: String, seen: &Seen) -> Vec<Out> {
        self.embed = false;
        self.wanted = None;
        (self.reloaded, self.awaits_kept, self.unasked) = (false, false, false);
        self.beside.clear();
        self.asked.clear();
        // What the link before carries is not opened any more.
        self.to_unpack.clear();
        self.unpacking.forget();
        let mut out = vec![Out::Overlay(Overlay::None)];
        let parsed = Address::parse(&fragment);
        self.shown = fragment;
        let address = match parsed {
            Ok(address) => address,
            Err(e) => {
                let newer = matches!(e, AddressError::Newer(_));
                let found = (!newer).then(|| self.shown.chars().take(80).collect());
                out.push(Msg::Files(FilesMsg::Failed(Problem::of_link(e.to_string(), found))).into());
                return out;
            }
        };
        self.embed = address.embed;
        let shows = address.main_file().is_some();
        out.push(Msg::Learn(LearnMsg::Arrive(address.learn.clone(), shows, address.deck)).into());
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
        out.push(Out::LookAway);
        out
    }

    /// The page was loaded anew: what it has itself is opened, and of other files nothing is asked before it is known which ones the
    /// browser keeps.
    fn reload(&mut self) -> Vec<Out> {
        let mut out = Vec::new();
        if let Some(wanted) = &mut self.wanted {
            (self.reloaded, self.awaits_kept) = (true, true);
            wanted.reading = true;
            if let Some(Source::Sample(name)) = wanted.address.main_file() {
                out.push(Msg::Files(FilesMsg::LoadSample(name.clone())).into());
            }
        }
        out.push(Msg::Learn(LearnMsg::Reloaded).into());
        out
    }

    /// Whether this sample, or kernel of the atlas, comes with a link that was clicked, or with what a reload brings back.
    pub(crate) fn awaits_sample(&self, name: &str) -> bool {
        let is_it =
            |source: &Source| matches!(source, Source::Sample(sample) | Source::Atlas(sample) if sample == name);
        let main = self.wanted.as_ref().filter(|wanted| wanted.reading);
        self.beside.iter().any(is_it) || main.is_some_and(|wanted| wanted.address.files.iter().any(|f| is_it(&f.1)))
    }

    /// The page was loaded anew, and what the browser keeps is known now: it is read. Without the file that is looked at, the rest waits
    /// for that.
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

    /// Reads those of these files that the browser keeps, once.
    fn read_beside(&mut self, beside: Vec<Source>, recent: &RecentFiles) -> Vec<Out> {
        let files = beside.into_iter().map(|source| (Role::Target, source)).collect();
        let mut kept = kept_of(recent.remembered(), &Address { files, ..Address::default() });
        kept.retain(|sha256| !self.asked.contains(sha256));
        self.asked.extend(kept.iter().cloned());
        (!kept.is_empty()).then(|| Effect::OpenRemembered(kept).into()).into_iter().collect()
    }

    /// The file that is waited for, when the browser keeps it: by its digest, which those have that were open here.
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

    /// Whether a file that is opened now is not to be looked at: a link waits for another one, or had it open beside its own.
    pub(crate) fn leaves(&mut self, file: &OpenFile) -> bool {
        if let Some(at) = self.beside.iter().position(|source| is(file, source)) {
            self.beside.remove(at);
            return true;
        }
        self.wanted.as_ref().is_some_and(|wanted| {
            let main = wanted.address.main_file().is_some_and(|main| is(file, main));
            // The kernel of a module that is opened again, too.
            let named = wanted.address.files.iter().any(|(_, source)| is(file, source));
            !main && (named || wanted.reading && matches!(file.origin, Origin::Kept(_)))
        })
    }

    fn read_wanted(&mut self, main: Option<Source>, recent: &RecentFiles) -> Vec<Out> {
        let Some(wanted) = &mut self.wanted else { return vec![] };
        wanted.reading = main.is_some();
        if let (Some(source), Some((_, first))) = (main, wanted.address.files.first_mut()) {
            *first = source;
            self.asked = kept_of(recent.remembered(), &wanted.address);
            return vec![Effect::OpenRemembered(self.asked.clone()).into()];
        }
        vec![]
    }

    /// The digest of this file is known: it may be the one that a link waits for, or another one in its place.
    pub(crate) fn settle_by_digest(&mut self, id: FileId, seen: &Seen, recent: &RecentFiles) -> Vec<Out> {
        let Some(file) = seen.file_of(id) else { return vec![] };
        let is_it = |source: &Source| matches!(source, Source::Digest { .. }) && is(file, source);
        let Some(wanted) = &mut self.wanted else { return vec![] };
        match wanted.address.main_file() {
            Some(main) if is_it(main) => return self.settled(id, seen, recent),
            // A base, or what is compared with it, is no other file than the link was made from.
            Some(Source::Digest { .. }) if !wanted.address.files.iter().any(|(_, s)| is_it(s)) => {
                wanted.other = Some(file.name.clone());
            }
            _ => {}
        }
        vec![]
    }

    /// A link that knows only a name (or a sample) is satisfied as soon as a file of that name is open. One with a digest
    /// waits for the digest, unless the browser kept the file under it. Nothing when no link waits for this file.
    pub(crate) fn settle_by_name(&mut self, id: FileId, seen: &Seen, recent: &RecentFiles) -> Vec<Out> {
        let fits = |file: &OpenFile| match self.wanted.as_ref().and_then(|w| w.address.main_file()) {
            None => self.wanted.as_ref().is_some_and(|w| w.address.is_of_any_file()),
            // What the scratch pad compiles comes with its link.
            Some(Source::Pad { .. }) => false,
            Some(Source::Digest { .. }) if file.digest.is_none() => false,
            Some(main) => is(file, main),
        };
        if seen.file_of(id).is_some_and(fits) { self.settled(id, seen, recent) } else { vec![] }
    }

    /// The types that a link carries cannot be read, these or any: it has no file to ask for.
    pub(crate) fn drop_carried(&mut self, carried: Option<&str>) {
        let is_it = |main: &Source| matches!(main, Source::Data { text, .. } if carried.is_none_or(|c| c == text));
        self.wanted.take_if(|w| w.address.main_file().is_some_and(is_it));
    }

    /// The link that waits has its file. What was open beside it comes after it, as far as the page or the browser has it.
    fn settled(&mut self, id: FileId, seen: &Seen, recent: &RecentFiles) -> Vec<Out> {
        let Some(wanted) = self.wanted.take() else { return vec![] };
        self.unasked = self.reloaded && wanted.is_coming();
        let address = wanted.address;
        // For a link that brings its file itself nobody has clicked yet.
        let clicked = match address.main_file() {
            Some(Source::Data { .. } | Source::Pad { .. } | Source::Atlas(_)) | None => self.reloaded,
            Some(_) => true,
        };
        let missing = address.beside().filter(|source| !seen.files().iter().any(|f| is(f, source)));
        self.beside = missing.cloned().collect();
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
                // What is open is looked at, when nothing is.
                let look = last_open(seen).filter(|_| seen.current().is_none()).map(Out::LookAt);
                return look.into_iter().chain([Out::Address(History::Replace)]).collect();
            }
            LinkMsg::Drop => self.wanted = None,
            LinkMsg::ShowAnyway => {
                let id = seen.current().or_else(|| last_open(seen));
                let wanted = id.and_then(|id| Some((self.wanted.take()?, id)));
                return wanted.map(|(wanted, id)| Out::Link(Box::new(wanted.address), id)).into_iter().collect();
            }
            LinkMsg::Read(main) => return self.read_wanted(main, recent),
            LinkMsg::Reloaded => return self.reload(),
            LinkMsg::Kept => {
                if std::mem::take(&mut self.awaits_kept) {
                    return self.read_kept(recent);
                }
            }
            LinkMsg::Failed => return self.read_wanted(None, recent),
            LinkMsg::Follow(fragment) => {
                self.followed = Some(fragment.clone());
                return self.arrive(fragment, seen);
            }
            LinkMsg::TakenOut(name) => return self.taken_out(&name, seen, recent),
            LinkMsg::NotTakenOut(name) => {
                self.wanted.take_if(|wanted| waits_for(wanted, &name));
            }
            LinkMsg::AtlasCame => return self.ask_again(seen),
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
