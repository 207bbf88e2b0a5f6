//! Session and address bar: what is shown as an address, and an address as what is to be shown.

use crate::FilesMsg;
use btf::TypeId;
use desk::FileId;
use desk::Job;
use desk::Problem;
use model::address::{Address, AddressError, Role, Source};
use model::kind::FileKind;
use model::path;
use model::views::View;
use model::words::kind_word;

use super::problem::Wanted;
use super::{Effect, History, Msg, Overlay, Screen, Session};
use crate::file::OpenFile;
use crate::look::atlas::AtlasMsg;
use crate::pad::compile_packed;

impl Session {
    /// The address of what is shown.
    pub fn address(&self) -> Address {
        let learn = self.learn.key();
        let mut address = Address { view: self.view, embed: self.embed, learn, ..Address::default() };
        let Some(file) = self.file() else { return address };
        address.files.push((Role::Main, source(file)));
        if let Some(base) = file.base.and_then(|id| self.file_of(id)) {
            address.files.push((Role::Base, source(base)));
        }
        address.files.extend(self.partner_source());
        address.query = file.look.list.text().to_string();
        if self.screen() == Screen::Programs {
            address.program = file.look.program.key();
        }
        if self.screen() == Screen::Relocations {
            address.relocation = file.look.core.key();
            // What came in the link with it goes along again.
            let came = |f: &&OpenFile| f.data.is_some() && file.data.is_some() && f.id != file.id;
            address.files.extend(self.files.iter().filter(came).map(|f| (Role::Target, source(f))));
        }
        if self.screen() == Screen::Lists {
            address.list = file.look.lists.key();
        }
        address.changes = self.screen == Screen::Changes;
        address.verdict = self.screen == Screen::Verdict;
        address.fits = self.screen() == Screen::Fits;
        if let Some(s) = &file.look.selection
            && let Some(t) = file.btf.get(s.id)
        {
            address.type_name = t.name().to_string();
            address.kind = kind_word(&t).to_string();
            address.id = Some(s.id.0);
            address.member = path::to_names(&file.btf, s.id, &s.path).unwrap_or_default();
            if self.view == View::Graph {
                address.graph = self.graph.to_words(&file.btf);
            }
        }
        address
    }

    /// What an address has of the comparison that is shown.
    pub(crate) fn partner_source(&self) -> Option<(Role, Source)> {
        let shown = self.view == View::Compare || self.screen == Screen::Changes;
        self.compare.source(self).filter(|_| shown)
    }

    /// Something of the address changed: it is written when the message is done. A step of the history stays one.
    pub(super) fn show_address(&mut self, history: History) {
        if self.history != Some(History::Push) {
            self.history = Some(history);
        }
    }

    /// Writes the address, when it changed.
    pub(super) fn write_address(&mut self, effects: &mut Vec<Effect>) {
        let followed = self.followed.take();
        let history = self.history.take();
        let Some(history) = followed.as_ref().map(|_| History::Push).or(history) else { return };
        let waits = self.wanted.is_some() && self.current.is_none();
        let fragment = match &followed {
            // Nothing is shown yet: the address is the link.
            _ if !waits => self.fragment(),
            Some(link) => link.clone(),
            None => return,
        };
        if !waits {
            self.run(effects, |s| &mut s.recent, |r, s| r.looked_at(&fragment, s));
        }
        if followed.is_some() || fragment != self.shown {
            self.shown.clone_from(&fragment);
            // Before all else: what is asked may be answered at once, and writes an address of its own.
            effects.insert(0, Effect::Address(fragment, history));
        }
    }

    /// The address of what is shown, as text; empty when nothing is.
    fn fragment(&self) -> String {
        let shows = self.current.is_some() || !self.learn.key().is_empty();
        if shows { self.address().to_fragment() } else { String::new() }
    }

    /// Follows a link of the page, as a step of the history.
    pub(super) fn follow_link(&mut self, fragment: String, effects: &mut Vec<Effect>) {
        self.arrive(&fragment, effects);
        self.followed = Some(fragment);
    }

    /// The file that a link waits for is read from the browser's store, as this; or it is not there, and has to be asked for.
    pub(super) fn read_wanted(&mut self, main: Option<Source>, effects: &mut Vec<Effect>) {
        let Some(wanted) = &mut self.wanted else { return };
        wanted.reading = main.is_some();
        if let (Some(source), Some((_, first))) = (main, wanted.address.files.first_mut()) {
            *first = source;
            effects.push(Effect::OpenRemembered(self.recent.kept_of(&wanted.address)));
        }
    }

    pub(super) fn arrive(&mut self, fragment: &str, effects: &mut Vec<Effect>) {
        self.shown = fragment.to_string();
        self.embed = false;
        self.wanted = None;
        self.overlay = Overlay::None;
        let address = match Address::parse(fragment) {
            Ok(address) => address,
            Err(e) => {
                let newer = matches!(e, AddressError::Newer(_));
                let found = (!newer).then(|| fragment.chars().take(80).collect());
                return self.apply(Msg::Files(FilesMsg::Failed(Problem::of_link(e.to_string(), found))), effects);
            }
        };
        self.embed = address.embed;
        let shows = address.main_file().is_some();
        self.run(effects, |s| &mut s.learn, |l, _| l.arrive(&address.learn, shows));
        let Some(wanted) = address.main_file() else {
            return;
        };
        let open = self.files.iter().find(|f| is(f, wanted));
        match open.map(|f| f.id) {
            Some(id) => self.show(&address, id, effects),
            None => {
                if let Source::Data { text, name } = wanted {
                    effects.push(Effect::Ask(Job::Unpack(text.clone(), name.clone())));
                }
                if let Source::Atlas(name) = wanted {
                    self.apply(Msg::Atlas(AtlasMsg::TakeOut(name.clone())), effects);
                }
                if let Source::Pad { text, target } = wanted {
                    effects.push(Effect::Ask(compile_packed(text, *target)));
                }
                self.wanted = Some(Wanted { address, other: None, reading: false });
                self.look_at(None);
            }
        }
    }

    pub(super) fn show(&mut self, address: &Address, id: FileId, effects: &mut Vec<Effect>) {
        self.look_at(Some(id));
        self.view = address.view;
        let Some(file) = self.file_mut() else { return };
        if file.look.list.text() != address.query {
            file.look.list.search(&address.query);
        }
        if address.type_name.is_empty() && address.id.is_none() {
            file.look.selection = None;
        } else if let Some(type_id) = find_type(file, address) {
            let path = path::from_names(&file.btf, type_id, &address.member);
            let missing = path.is_none();
            self.go_to(type_id, path.unwrap_or_default(), History::Replace);
            if missing {
                self.notice = format!("{} has no member {} here", address.type_name, address.member);
            }
        } else {
            self.notice = format!("There is no {} {} in this file", address.kind, address.type_name);
        }
        self.show_screen(match (address.changes, address.verdict) {
            (true, _) => Screen::Changes,
            (false, true) => Screen::Verdict,
            (false, false) => Screen::Types,
        });
        self.run(effects, |s| &mut s.compare, |c, s| c.arrive(address, id, s));
        if self.view == View::Graph {
            self.run(
                effects,
                |s| &mut s.graph,
                |g, s| {
                    g.arrive(address, s);
                    vec![]
                },
            );
        }
        if !address.relocation.is_empty() {
            self.unpack_targets(address, effects);
        }
        if !address.program.is_empty() {
            self.show_program(&address.program, effects);
        }
        if address.fits && self.program_file().is_some() {
            self.show_screen(Screen::Fits);
        }
        if !address.list.is_empty() && self.file().is_some_and(OpenFile::has_lists) {
            self.run_in(id, effects, |f| &mut f.look.lists, |l, _, _| l.arrive(&address.list));
        }
        if !address.relocation.is_empty() && self.file().is_some_and(|f| f.kind == FileKind::Program) {
            self.run_in(id, effects, |f| &mut f.look.core, |c, _, _| c.arrive(&address.relocation));
        }
        self.show_address(History::Replace);
    }
}

impl Session {
    /// Shows what an address says of a program.
    pub(super) fn show_program(&mut self, key: &str, effects: &mut Vec<Effect>) {
        if let Some(id) = self.file().filter(|f| f.kind == FileKind::Program).map(|f| f.id) {
            self.run_in(id, effects, |f| &mut f.look.program, |p, _, _| p.arrive(key));
        }
    }

    /// Opens the kernels' types that a link to a relocation carries.
    fn unpack_targets(&mut self, address: &Address, effects: &mut Vec<Effect>) {
        let here = |source: &Source| self.files.iter().any(|f| is(f, source));
        let carried = address.files.iter().filter(|(role, source)| *role == Role::Target && !here(source));
        let carried = carried.filter_map(|(_, source)| match source {
            Source::Data { text, name } => Some((text.clone(), name.clone())),
            _ => None,
        });
        self.to_unpack = carried.take(MOST_CARRIED).collect();
        self.unpack_next(effects);
    }

    /// One after the other: the desk drops a request when a newer one of the same sort comes.
    pub(super) fn unpack_next(&mut self, effects: &mut Vec<Effect>) {
        if let Some((text, name)) = self.to_unpack.pop_front() {
            effects.push(Effect::Ask(Job::Unpack(text, name)));
        }
    }
}

/// So many kernels of a link are opened.
const MOST_CARRIED: usize = 16;

/// Whether a file is the one that an address means. Until its digest is known, its name has to do.
pub(crate) fn is(file: &OpenFile, source: &Source) -> bool {
    match source {
        Source::Digest { sha256, name } => match &file.digest {
            Some(digest) => digest == sha256,
            None => file.name == *name,
        },
        Source::Name(name) => file.name == *name,
        Source::Sample(name) => file.sample.as_ref() == Some(name),
        Source::Url(address) => file.url.as_ref() == Some(address),
        Source::Data { text, .. } => file.data.as_deref() == Some(text),
        Source::Atlas(name) => file.atlas.as_deref() == Some(name),
        Source::Pad { text, target } => file.pad.as_ref().is_some_and(|p| *p.0 == **text && p.1 == *target),
    }
}

/// How an address names a file.
pub(crate) fn source(file: &OpenFile) -> Source {
    if let Some(text) = &file.data {
        return Source::Data { text: text.to_string(), name: file.name.clone() };
    }
    if let Some((text, target)) = &file.pad {
        return Source::Pad { text: text.to_string(), target: *target };
    }
    if let Some(name) = &file.atlas {
        return Source::Atlas(name.to_string());
    }
    if let Some(address) = &file.url {
        return Source::Url(address.clone());
    }
    source_at_home(file)
}

/// How an address names a file for those who have it, wherever it was loaded from.
pub(crate) fn source_at_home(file: &OpenFile) -> Source {
    match (&file.sample, &file.digest) {
        (Some(name), _) => Source::Sample(name.clone()),
        (None, Some(sha256)) => Source::Digest { sha256: sha256.clone(), name: file.name.clone() },
        (None, None) => Source::Name(file.name.clone()),
    }
}

/// The type an address means: the id when its name (and kind) still agree, else by name, of the same kind if there is one.
pub(crate) fn find_type(file: &OpenFile, address: &Address) -> Option<TypeId> {
    let fits =
        |t: &btf::Type<'_>| t.name() == address.type_name && (address.kind.is_empty() || kind_word(t) == address.kind);
    if let Some(t) = address.id.and_then(|id| file.btf.get(TypeId(id)))
        && fits(&t)
    {
        return Some(t.id());
    }
    if address.type_name.is_empty() {
        return None;
    }
    find_named(file, &address.kind, &address.type_name)
}

/// The type of a name: of this kind if there is one.
pub(crate) fn find_named(file: &OpenFile, kind: &str, name: &str) -> Option<TypeId> {
    let fits = |t: &btf::Type<'_>| kind.is_empty() || kind_word(t) == kind;
    let named: Vec<_> = file.names().find(&file.btf, name).collect();
    let best = named.iter().find(|t| fits(t)).or_else(|| named.iter().find(|t| t.kind().is_composite()));
    best.or(named.first()).map(|t| t.id())
}
