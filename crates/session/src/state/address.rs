//! Writes the session's state as an address, and applies an address to the session.

use desk::FileId;
use model::address::{Address, InView, Role, Shown};
use model::focus::Selection;
use model::kind::FileKind;
use model::path;
use model::views::View;

use crate::Session;
use crate::file::OpenFile;
use crate::look::slide::SlideLook;
use crate::msg::{BrowserHistory, Effect};
use crate::screen::Screen;
use crate::source::{find_type, name_selection, source};

impl Session {
    /// The address of the current file, view and selection.
    pub fn address(&self) -> Address {
        let learn = self.learn.key();
        let deck = self.learn.deck && !learn.is_empty();
        let mut address = Address { view: self.view(), embed: self.link.embed(), learn, deck, ..Address::default() };
        let Some(file) = self.file() else { return address };
        address.files.push((Role::Main, source(file)));
        if let Some(base) = file.base.and_then(|id| self.file_of(id)) {
            address.files.push((Role::Base, source(base)));
        }
        address.files.extend(self.partner_source());
        let look = &self.looks[file.id];
        address.query = file.look.list.text().to_string();
        address.shown = match self.seen.screen {
            Screen::Types => Shown::Types,
            Screen::Changes => Shown::Changes,
            Screen::Verdict => Shown::Verdict,
            Screen::Programs => Shown::Program(look.program.key()),
            Screen::Relocations => Shown::Relocation(look.core.key() + &look.slide.key(&look.core)),
            Screen::Fits => Shown::Fits { answers: look.fits.carried.as_deref().unwrap_or_default().to_owned() },
            Screen::Lists => Shown::List(look.lists.key()).as_written(),
            Screen::Fields => Shown::Fields(self.fields.key()),
        };
        if matches!(address.shown, Shown::Relocation(_)) {
            // If a link carried the program, the other files that a link carried (its kernels) stay in the address.
            let came = |f: &&OpenFile| f.origin.link().is_some() && file.origin.link().is_some() && f.id != file.id;
            address.files.extend(self.files().iter().filter(came).map(|f| (Role::Target, source(f))));
        }
        if name_selection(&mut address, file) {
            address.in_view = match self.view() {
                View::Graph => InView::written(InView::Graph, self.graph.to_words(&file.btf)),
                View::Values => InView::written(InView::Bytes, look.values.link.clone()),
                View::History => InView::written(InView::Step, self.atlas.step_to_link()),
                _ => InView::Nothing,
            };
        }
        self.add_beside(&mut address);
        address
    }

    /// Adds the other open files, so that a reload opens them again. Files that a link carried or that were made on
    /// this page are left out, because the address would have to hold all of their contents.
    fn add_beside(&self, address: &mut Address) {
        if address.embed {
            return;
        }
        let others = self.files().iter().filter(|f| f.origin.is_named_beside());
        for source in others.map(source).take(MOST_BESIDE) {
            if !address.files.iter().any(|f| f.1 == source) {
                address.files.push((Role::Target, source));
            }
        }
    }

    /// Adds the effect that sets the address bar, if a feature marked the address as changed.
    pub(crate) fn write_address(&mut self) {
        let Some((history, followed)) = self.link.take_change() else { return };
        let waits = self.link.wanted().is_some() && self.current().is_none();
        let fragment = match &followed {
            // While a link waits for its file, the address is the link itself.
            _ if !waits => self.fragment(),
            Some(link) => link.clone(),
            None => return,
        };
        if !waits {
            // An entry in the list of recent files is about one file, without the others that are open.
            let alone = self.address().alone().to_fragment();
            let out = self.recent.view_changed(alone, &self.seen);
            self.apply_out(if self.link.embed() { vec![] } else { out });
        }
        if self.link.set_shown(&fragment) || followed.is_some() {
            // This is the first of the effects, because a question may be answered at once, and its answer writes a
            // newer address.
            self.effects.insert(0, Effect::Address(fragment, history));
        }
    }

    /// The address of the current file, view and selection, as text; empty when neither a file nor a lesson is shown.
    fn fragment(&self) -> String {
        let shows = self.current().is_some() || !self.learn.key().is_empty();
        if shows { self.address().to_fragment() } else { String::new() }
    }

    pub(crate) fn show(&mut self, address: &Address, id: FileId) {
        self.make_current(Some(id));
        let has_type = !address.type_name.is_empty() || address.id.is_some();
        if has_type {
            self.seen.view = address.view;
        }
        let has_desk = self.has_desk;
        let Some(file) = self.seen.file_mut() else { return };
        file.look.list.has_desk = has_desk;
        if file.look.list.text() != address.query {
            file.look.list.search(&address.query);
        }
        if !has_type {
            (file.look.selection, file.look.byte) = (None, None);
        } else if let Some(type_id) = find_type(file, address) {
            let path = path::from_names(&file.btf, type_id, &address.member);
            let missing = path.is_none();
            self.go_to(type_id, path.unwrap_or_default(), BrowserHistory::Replace);
            if missing {
                self.notice.say(format!("{} has no member {} here", address.type_name, address.member));
            }
        } else {
            let kind = if address.kind.is_empty() { "type" } else { &address.kind };
            self.notice.say(format!("There is no {kind} {} in this file", address.type_name));
        }
        self.show_screen(match address.shown {
            Shown::Changes => Screen::Changes,
            Shown::Verdict => Screen::Verdict,
            // `show_beside_types` shows the other screens, if the file has them.
            Shown::Types
            | Shown::Program(_)
            | Shown::Relocation(_)
            | Shown::List(_)
            | Shown::Fields(_)
            | Shown::Fits { .. } => Screen::Types,
        });
        let out = self.seen.apply_pair_of_address(address, id);
        self.apply_out(out);
        if self.view() == View::Graph {
            self.graph.apply_address(address, &self.seen);
        }
        if let InView::Bytes(text) = &address.in_view {
            let out = self.file_and_look(id).map(|(file, look)| look.values.apply_address(text, file));
            self.apply_out(out.unwrap_or_default());
        }
        if let InView::Step(text) = &address.in_view {
            self.atlas.choose_linked_step(text);
        }
        self.show_beside_types(address, id);
        self.link.mark_changed(BrowserHistory::Replace);
    }

    /// Shows the screen that the address names in addition to the type (a function, a relocation, a list ..), if the
    /// file has it.
    fn show_beside_types(&mut self, address: &Address, id: FileId) {
        match &address.shown {
            Shown::Types | Shown::Changes | Shown::Verdict => {}
            Shown::Program(key) => self.show_program(key),
            Shown::Relocation(key) => {
                self.link.unpack_targets(address, &self.seen);
                let look = self.file_and_look(id).filter(|(file, _)| file.kind == FileKind::Program);
                let out = look.map(|(_, look)| {
                    let (key, kernel) = SlideLook::read(key);
                    look.slide.apply_address(kernel);
                    look.core.apply_address(key)
                });
                self.apply_out(out.unwrap_or_default());
            }
            Shown::List(name) => {
                let look = self.file_and_look(id).filter(|(file, _)| file.has_lists());
                let out = look.map(|(_, look)| look.lists.apply_address(name));
                self.apply_out(out.unwrap_or_default());
            }
            Shown::Fits { answers } if self.program_file().is_some() => {
                if let Some((_, look)) = self.file_and_look(id) {
                    look.fits.apply_address(answers);
                }
                self.show_screen(Screen::Fits);
            }
            Shown::Fits { .. } => {}
            Shown::Fields(fields) => {
                self.fields.apply_address(fields);
                self.show_screen(Screen::Fields);
            }
        }
    }

    /// Shows the function or map of a program that an address names.
    pub(crate) fn show_program(&mut self, key: &str) {
        if let Some(id) = self.program_file().map(|f| f.id) {
            let out = self.file_and_look(id).map(|(_, look)| look.program.apply_address(key));
            self.apply_out(out.unwrap_or_default());
        }
    }

    /// Restores the selection, the screen and the chosen list of a file that was open beside the current one before a reload. The list
    /// of recent files has them.
    pub(crate) fn restore_last_view(&mut self, id: FileId) {
        let last = self.file_of(id).and_then(|file| {
            let digest = file.digest.as_ref()?;
            let recent = self.recent().iter().find(|r| r.sha256 == *digest)?;
            Address::parse(&recent.fragment).ok()
        });
        let Some((address, file)) = last.zip(self.seen.files.of_mut(id)) else { return };
        if let Some(type_id) = find_type(file, &address) {
            let path = path::from_names(&file.btf, type_id, &address.member).unwrap_or_default();
            file.look.rows.reset(&file.btf, type_id);
            file.look.rows.reveal(&path);
            file.look.list.show_active(type_id);
            file.look.selection = Some(Selection { id: type_id, path });
        }
        file.look.screen = match address.shown {
            Shown::Relocation(_) if file.kind == FileKind::Program => Screen::Relocations,
            Shown::Program(_) if file.kind == FileKind::Program => Screen::Programs,
            Shown::Fits { .. } if file.kind == FileKind::Program => Screen::Fits,
            Shown::List(_) if file.has_lists() => Screen::Lists,
            Shown::Types
            | Shown::Changes
            | Shown::Verdict
            | Shown::Program(_)
            | Shown::Relocation(_)
            | Shown::List(_)
            | Shown::Fields(_)
            | Shown::Fits { .. } => Screen::Types,
        };
        if let (Shown::List(name), Some((_, look))) = (&address.shown, self.file_and_look(id)) {
            // The list's screen is shown when the file becomes the current one.
            look.lists.apply_address(name);
        }
    }
}

/// How many open files `add_beside` looks at, at most; the current file may be one of them.
const MOST_BESIDE: usize = 16;
