//! The part of the session that all features may read: open files, and what is shown of them.

mod pairing;

use desk::{FileId, Pair};
use model::address::{Role, Source};
use model::focus::Selection;
use model::kind::FileKind;
use model::views::View;

use crate::file::OpenFile;
use crate::files::Files;
use crate::msg::Overlay;
use crate::screen::Screen;
use crate::settings::Settings;

use self::pairing::Pairing;
pub use self::pairing::Partner;

/// The open files, and what is shown of them. Features read it while they handle a message; they change it only
/// through the `Out`s that they return.
#[derive(Debug, Default)]
pub struct Seen {
    /// The open files.
    pub(crate) files: Files,
    /// The file whose types are shown.
    pub(crate) current: Option<FileId>,
    /// The screen.
    pub(crate) screen: Screen,
    /// The view of the selected type.
    pub(crate) view: View,
    /// The dialog or panel above the page.
    pub(crate) overlay: Overlay,
    /// The two files that are compared.
    pub(crate) pairing: Pairing,
    /// The settings.
    pub(crate) settings: Settings,
    /// Today's date, as `2026-11-21`; empty until the page has sent it.
    pub(crate) today: String,
    /// Whether the desk's worker is running, so that searches that take longer than a frame can go to it.
    pub(crate) has_desk: bool,
}

impl Seen {
    /// The open files, in the order of their chips.
    pub fn files(&self) -> &[OpenFile] {
        self.files.all()
    }

    /// An open file.
    pub fn file_of(&self, id: FileId) -> Option<&OpenFile> {
        self.files.of(id)
    }

    /// The file whose types are shown, by its id.
    pub fn current(&self) -> Option<FileId> {
        self.current
    }

    /// The file whose types are shown.
    pub fn file(&self) -> Option<&OpenFile> {
        self.file_of(self.current?)
    }

    pub(crate) fn file_mut(&mut self) -> Option<&mut OpenFile> {
        self.files.of_mut(self.current?)
    }

    /// A new id, for a file that will be read. Changes nothing that is shown.
    pub fn new_file_id(&self) -> FileId {
        self.files.new_id()
    }

    /// The selected type and member of the current file.
    pub fn selection(&self) -> Option<&Selection> {
        self.file()?.look.selection.as_ref()
    }

    /// The view of the selected type.
    pub fn view(&self) -> View {
        self.view
    }

    /// The dialog or panel above the page.
    pub fn overlay(&self) -> Overlay {
        self.overlay
    }

    /// The settings.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// Today's date, as `2026-11-21`; empty until the page has sent it.
    pub fn today(&self) -> &str {
        &self.today
    }

    /// The screen of the current file. While a link waits for the file to compare with, [`Screen::Types`] is shown
    /// instead of [`Screen::Changes`].
    pub fn screen(&self) -> Screen {
        match self.screen {
            Screen::Changes if self.pairing.wanted.is_some() => Screen::Types,
            screen => screen,
        }
    }

    /// Whether the selected type is shown as an assembler listing.
    pub fn shows_listing(&self) -> bool {
        self.view == View::Record && self.settings.as_asm
    }

    /// Whether the list of differences is shown.
    pub fn changes_shown(&self) -> bool {
        self.screen() == Screen::Changes
    }

    /// Whether the screen Verdict is shown.
    pub fn verdict_shown(&self) -> bool {
        self.screen() == Screen::Verdict
    }

    /// Whether the screen Fields is shown, with an open file.
    pub fn fields_shown(&self) -> bool {
        self.screen() == Screen::Fields && self.file().is_some()
    }

    /// The current file, when it is a program.
    pub(crate) fn program_file(&self) -> Option<&OpenFile> {
        self.file().filter(|f| f.kind == FileKind::Program)
    }

    fn program_on(&self, screen: Screen) -> Option<&OpenFile> {
        self.program_file().filter(|_| self.screen() == screen)
    }

    /// The current file, if it is a program, and the screen Programs is shown.
    pub fn program(&self) -> Option<&OpenFile> {
        self.program_on(Screen::Programs)
    }

    /// The current file, if it is a program without a selected type, and the screen has a place for a type. The
    /// overview of the program is then shown in this place.
    pub fn overview_of_program(&self) -> Option<&OpenFile> {
        self.program_file().filter(|file| self.screen().has_type() && file.look.selection.is_none())
    }

    /// The current file, if it is a program, and the screen Relocations is shown.
    pub fn core(&self) -> Option<&OpenFile> {
        self.program_on(Screen::Relocations)
    }

    /// The current file, if it is a program, and the screen Fits is shown.
    pub fn fits(&self) -> Option<&OpenFile> {
        self.program_on(Screen::Fits)
    }

    /// The current file, if it has lists, and the screen Lists is shown.
    pub fn lists(&self) -> Option<&OpenFile> {
        self.file().filter(|f| self.screen() == Screen::Lists && f.has_lists())
    }

    /// The current file, if it was made by the scratch pad.
    pub fn pad_file(&self) -> Option<&OpenFile> {
        self.file().filter(|f| f.origin.is_pad())
    }

    /// The targets for a program's relocations: all other open files that may be kernels or modules.
    pub fn kernels(&self) -> Vec<FileId> {
        self.files().iter().filter(|f| f.is_target() && Some(f.id) != self.current).map(|f| f.id).collect()
    }

    /// The kernels with which a distilled base can be matched: open kernels and raw BTFs without a base, the last
    /// opened one first.
    pub fn bases(&self) -> Vec<FileId> {
        let whole = |f: &&OpenFile| !f.btf.is_split() && matches!(f.kind, FileKind::Kernel | FileKind::Raw);
        self.files().iter().rev().filter(whole).map(|f| f.id).collect()
    }

    /// The current file and the file that it is compared with, the older one first.
    pub fn pair(&self) -> Option<Pair> {
        self.pairing.pair(self)
    }

    /// The file that a link compares with, while it is not open.
    pub fn partner(&self) -> Option<&Partner> {
        self.pairing.wanted.as_ref()
    }

    /// The file that the current one is compared with.
    pub fn compared_with(&self) -> Option<&OpenFile> {
        self.file_of(self.pair()?.other(self.current?))
    }

    /// How an address names the file that the current one is compared with, if a comparison is shown.
    pub(crate) fn partner_source(&self) -> Option<(Role, Source)> {
        let shown = self.view == View::Compare || self.screen == Screen::Changes;
        self.pairing.source(self).filter(|_| shown)
    }

    /// The name of the selected member, or of the selected type.
    pub(crate) fn selected_name(&self) -> Option<String> {
        let file = self.file()?;
        let s = file.look.selection.as_ref()?;
        let named = model::path::walk(&file.btf, s.id, &s.path)?.last().map(|step| step.item.name.to_string());
        named.filter(|n| !n.is_empty()).or_else(|| Some(dump::type_name(&file.btf, s.id)))
    }
}
