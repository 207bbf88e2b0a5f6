//! Session and address bar: what is shown as an address, and an address as what is to be shown.

use btf::TypeId;
use desk::FileId;
use desk::Job;
use desk::Problem;
use model::address;
use model::address::{Address, AddressError, Role, Source};
use model::path;
use model::views::View;
use model::words::kind_word;

use super::problem::{Reading, Wanted};
use super::{Effect, Msg, Overlay, Session, Way};
use crate::file::OpenFile;

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
        if file.look.program.shown {
            address.program = file.look.program.key();
        }
        if file.look.core.shown {
            address.relocation = file.look.core.key();
            // What came in the link with it goes along again.
            let came = |f: &&OpenFile| f.data.is_some() && file.data.is_some() && f.id != file.id;
            address.files.extend(self.files.iter().filter(came).map(|f| (Role::Target, source(f))));
        }
        if file.look.lists.shown {
            address.list = file.look.lists.key();
        }
        // Beside any of these, it is not what is seen.
        address.changes = self.changes.shown
            && address.program.is_empty()
            && address.relocation.is_empty()
            && address.list.is_empty();
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

    pub(super) fn show_address(&mut self, way: Way, effects: &mut Vec<Effect>) {
        if self.wanted.is_some() && self.current.is_none() {
            return;
        }
        let shows = self.current.is_some() || !self.learn.key().is_empty();
        let fragment = if shows { self.address().to_fragment() } else { String::new() };
        self.note_state(&fragment, effects);
        if fragment != self.shown {
            self.shown.clone_from(&fragment);
            effects.push(Effect::Address(fragment, way));
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
                return self.apply(Msg::Failed(Problem::of_link(e.to_string(), found)), effects);
            }
        };
        self.embed = address.embed;
        self.learn_arrive(&address.learn, address.main_file().is_some(), effects);
        let Some(wanted) = address.main_file() else {
            self.current = if self.files.is_empty() { None } else { self.current };
            return;
        };
        let open = self.files.iter().find(|f| is(f, wanted));
        match open.map(|f| f.id) {
            Some(id) => self.show(&address, id, effects),
            None => {
                if let Source::Data { text, name } = wanted {
                    effects.push(Effect::Ask(Job::Unpack(text.clone(), name.clone())));
                }
                if let Source::Pad { text, target } = wanted {
                    self.open_packed(text, *target, effects);
                }
                self.wanted = Some(Wanted { address, other: None, reading: false });
                self.current = None;
            }
        }
    }

    /// Asks whether to load a file from the web, as a link to it does.
    pub(super) fn ask_url(&mut self, address: String) {
        let address =
            Address { files: vec![(Role::Main, Source::Url(address))], view: self.view, ..Address::default() };
        self.wanted = Some(Wanted { address, other: None, reading: false });
    }

    /// Loads a file from the web.
    pub(super) fn load_url(&mut self, address: String, effects: &mut Vec<Effect>) {
        self.overlay = Overlay::None;
        let what = format!("loading from {}", address::host(&address));
        let name = address::file_name(&address);
        self.reading = Some(Reading { name, what, done: 0, total: 0, job: None });
        effects.push(Effect::LoadUrl(address));
    }

    pub(super) fn show(&mut self, address: &Address, id: FileId, effects: &mut Vec<Effect>) {
        self.current = Some(id);
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
            self.go_to(type_id, path.unwrap_or_default(), Way::Replace, effects);
            if missing {
                self.notice = format!("{} has no member {} here", address.type_name, address.member);
            }
        } else {
            self.notice = format!("There is no {} {} in this file", address.kind, address.type_name);
        }
        self.show_partner(address, id, effects);
        if self.view == View::Graph {
            self.take_graph(&address.graph);
        }
        if !address.relocation.is_empty() {
            self.unpack_targets(address, effects);
        }
        self.show_program(&address.program, effects);
        self.show_core(&address.relocation, effects);
        self.show_lists(&address.list, effects);
        self.show_address(Way::Replace, effects);
    }
}

/// Whether a file is the one that an address means. Until its digest is known, its name has to do.
pub(super) fn is(file: &OpenFile, source: &Source) -> bool {
    match source {
        Source::Digest { sha256, name } => match &file.digest {
            Some(digest) => digest == sha256,
            None => file.name == *name,
        },
        Source::Name(name) => file.name == *name,
        Source::Sample(name) => file.sample.as_ref() == Some(name),
        Source::Url(address) => file.url.as_ref() == Some(address),
        Source::Data { text, .. } => file.data.as_deref() == Some(text),
        Source::Pad { text, target } => file.pad.as_ref().is_some_and(|p| *p.0 == **text && p.1 == *target),
    }
}

/// How an address names a file.
pub(super) fn source(file: &OpenFile) -> Source {
    if let Some(text) = &file.data {
        return Source::Data { text: text.to_string(), name: file.name.clone() };
    }
    if let Some((text, target)) = &file.pad {
        return Source::Pad { text: text.to_string(), target: *target };
    }
    if let Some(address) = &file.url {
        return Source::Url(address.clone());
    }
    source_at_home(file)
}

/// How an address names a file for those who have it, wherever it was loaded from.
pub(super) fn source_at_home(file: &OpenFile) -> Source {
    match (&file.sample, &file.digest) {
        (Some(name), _) => Source::Sample(name.clone()),
        (None, Some(sha256)) => Source::Digest { sha256: sha256.clone(), name: file.name.clone() },
        (None, None) => Source::Name(file.name.clone()),
    }
}

/// The type an address means: the id when its name (and kind) still agree, else by name, of the same kind if there is one.
pub(super) fn find_type(file: &OpenFile, address: &Address) -> Option<TypeId> {
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
pub(super) fn find_named(file: &OpenFile, kind: &str, name: &str) -> Option<TypeId> {
    let fits = |t: &btf::Type<'_>| kind.is_empty() || kind_word(t) == kind;
    let named: Vec<_> = file.names().find(&file.btf, name).collect();
    let best = named.iter().find(|t| fits(t)).or_else(|| named.iter().find(|t| t.kind().is_composite()));
    best.or(named.first()).map(|t| t.id())
}
