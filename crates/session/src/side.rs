//! The tabs above the list on the left: which tabs a file has, and which screen each shows.

use std::borrow::Cow;

use model::kind::FileKind;

use crate::Session;
use crate::file::OpenFile;
use crate::msg::{ChangesMsg, CoreMsg, FieldsMsg, FitsMsg, ListsMsg, LogMsg, Msg, ProgramMsg, VerdictMsg};
use crate::screen::Screen;

/// A tab above the lists, a choice under More, or a mode of the tab Kernels.
#[derive(Clone, Debug)]
pub struct SideTab {
    /// Its name.
    pub name: &'static str,
    /// A short description of its list.
    pub about: &'static str,
    /// The number of rows in its list; none if the number is not known.
    pub count: Option<u64>,
    /// The screen that it shows; none for a dialog or panel.
    pub screen: Option<Screen>,
    /// Whether its screen is shown, or a screen that belongs to it.
    pub shown: bool,
    /// The message that a click sends.
    pub msg: Msg,
}

/// The tabs of a file, and the choices under More.
#[derive(Clone, Debug, Default)]
pub struct SideTabs {
    /// The tabs, in order.
    pub tabs: Vec<SideTab>,
    /// The choices under More.
    pub more: Vec<SideTab>,
}

impl Session {
    /// A tab that shows this screen.
    fn tab(&self, name: &'static str, about: &'static str, screen: Screen, count: Option<u64>, msg: Msg) -> SideTab {
        SideTab { name, about, count, screen: Some(screen), shown: self.screen() == screen, msg }
    }

    /// The tabs of a file: Types, Programs, Kernels for a program; Types, Lists for a kernel. Tabs that are rarely
    /// needed are under More.
    pub fn side_tabs(&self, file: &OpenFile) -> SideTabs {
        let program = file.kind == FileKind::Program;
        let types = match (program, self.screen()) {
            (true, _) => Msg::Program(ProgramMsg::Show(false)),
            (false, Screen::Lists) => Msg::Lists(ListsMsg::Show(false)),
            (false, _) => Msg::Changes(ChangesMsg::Show(false)),
        };
        let mut tabs = vec![self.tab(
            "Types",
            "All types of the file",
            Screen::Types,
            Some(file.btf.own_type_count().into()),
            types,
        )];
        let mut more = vec![];
        let verdict = Msg::Verdict(VerdictMsg::Show(true));
        let verdict = self.tab("BTF valid?", "Whether kernels accept this BTF", Screen::Verdict, None, verdict);
        if program {
            let functions = self.looks[file.id].program.overview().map(|o| o.functions.len() as u64);
            let about = "Instructions, with source lines and relocations";
            let show = Msg::Program(ProgramMsg::Show(true));
            tabs.push(self.tab("Programs", about, Screen::Programs, functions, show));
            let modes = self.kernel_modes(file);
            let about = "On which kernels it loads, and what differs between them";
            let shown = modes.iter().any(|mode| mode.shown);
            let kernels = self.tab("Kernels", about, Screen::Fits, None, Msg::Fits(FitsMsg::Show));
            tabs.push(SideTab { shown, ..kernels });
            if file.has_lists() {
                let show = Msg::Lists(ListsMsg::Show(true));
                more.push(self.tab("ELF", "ELF relocations and symbols", Screen::Lists, None, show));
            }
            more.push(verdict);
            let log = Msg::Log(LogMsg::Show(true));
            let about = "A log of the verifier or the loader beside the program";
            more.push(SideTab { name: "Log", about, count: None, screen: None, shown: false, msg: log });
        } else {
            if file.has_lists() {
                let about = "kfuncs, tracepoints, LSM hooks, iterators, struct_ops, .BTF_ids";
                let show = Msg::Lists(ListsMsg::Show(true));
                tabs.push(self.tab("Lists", about, Screen::Lists, None, show));
            }
            more.extend(self.between_files());
            more.push(verdict);
        }
        SideTabs { tabs, more }
    }

    /// The modes of the tab Kernels of a program. CO-RE is there if the program has relocations, Changes if there is a
    /// file to compare with, Fields if another file is open or Fields is shown.
    pub fn kernel_modes(&self, file: &OpenFile) -> Vec<SideTab> {
        let fits = Msg::Fits(FitsMsg::Show);
        let about = "On which kernels it loads, and why not on others";
        let mut modes = vec![self.tab("Loads on", about, Screen::Fits, None, fits)];
        let relocations = file.ext.as_ref().map_or(0, |ext| ext.core_relos().count() as u64);
        if relocations > 0 {
            let about = "The results of its relocations on kernels";
            let show = Msg::Core(CoreMsg::Show);
            modes.push(self.tab("CO-RE", about, Screen::Relocations, Some(relocations), show));
        }
        let of_program = |tab: SideTab| match tab.screen {
            Some(Screen::Changes) => SideTab { msg: Msg::Changes(ChangesMsg::OfProgram), ..tab },
            _ => tab,
        };
        modes.extend(self.between_files().into_iter().map(of_program));
        modes
    }

    /// The current program, if a mode of the tab Kernels is shown.
    pub fn on_kernels(&self) -> Option<&OpenFile> {
        let is_mode = |file: &&OpenFile| self.kernel_modes(file).iter().any(|mode| mode.shown);
        self.file().filter(|file| file.kind == FileKind::Program).filter(is_mode)
    }

    /// Changes, if there is a file to compare with; Fields, if several files are open or Fields is shown.
    fn between_files(&self) -> Vec<SideTab> {
        let mut found = vec![];
        if self.pair().is_some() {
            // While the list of the new pair is awaited, that of the pair before is still there.
            let list = self.changes().list().filter(|_| self.changes().pair() == self.pair());
            let differ = list.map(|list| list.types.len() as u64);
            let show = Msg::Changes(ChangesMsg::Show(true));
            found.push(self.tab("Changes", "Differences from another file", Screen::Changes, differ, show));
        }
        if self.files().len() > 1 || self.screen() == Screen::Fields {
            let about = "Where fields lie in all open files";
            found.push(self.tab("Fields", about, Screen::Fields, None, Msg::Fields(FieldsMsg::Show)));
        }
        found
    }

    /// The names of the three panes of a narrow window: list, view, bytes.
    pub fn pane_names(&self) -> [Cow<'static, str>; 3] {
        let names = match self.screen() {
            Screen::Types | Screen::Verdict if self.pad_file().is_some() => ["Source", "Type", "Inspector"],
            Screen::Types => {
                let selected =
                    self.file().and_then(|f| f.btf.get(f.look.selection.as_ref()?.id)).map(|t| t.name().to_string());
                let name = selected.filter(|name| !name.is_empty()).map_or("Type".into(), Cow::Owned);
                return ["Types".into(), name, "Inspector".into()];
            }
            Screen::Fields => ["Types", self.screen().view_name(), "Inspector"],
            Screen::Fits => ["List", self.screen().view_name(), "Answer"],
            Screen::Changes | Screen::Verdict => ["List", self.screen().view_name(), "Inspector"],
            Screen::Programs if self.program_overview().is_some() => ["Programs", "Overview", "Inspector"],
            screen => ["List", screen.view_name(), "Bytes"],
        };
        names.map(Cow::Borrowed)
    }

    /// The current file, if it is a program whose overview is shown: on the screen Programs, or beside its types.
    pub fn program_overview(&self) -> Option<&OpenFile> {
        let picked = self.program().filter(|file| self.looks[file.id].program.is_overview());
        picked.or(self.seen.overview_of_program())
    }

    /// The first line of a file's overview: its facts, version, compiler and base.
    pub fn about(&self, file: &OpenFile) -> String {
        let base = file.base.and_then(|id| self.file_of(id)).map(|base| format!("on {}", base.name));
        let own = (file.distilled && file.base.is_none()).then(|| "on the distilled base it brings".to_owned());
        let parts = [Some(file.facts()), file.about_kernel().map(str::to_owned), file.compiler.clone(), base, own];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }

    /// The screens that the overview of a file links to: all except Types, and except the verdict, which has a line of
    /// its own in the overview.
    pub fn beside_types(&self, file: &OpenFile) -> Vec<SideTab> {
        let SideTabs { tabs, more } = self.side_tabs(file);
        let modes = if file.kind == FileKind::Program { self.kernel_modes(file) } else { vec![] };
        let tabs = tabs.into_iter().filter(|tab| tab.screen != Some(Screen::Fits));
        let mut all: Vec<SideTab> = tabs.chain(modes).chain(more).collect();
        all.retain(|tab| tab.screen.is_some_and(|screen| !matches!(screen, Screen::Types | Screen::Verdict)));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FilesMsg;

    fn open(session: &mut Session, name: &str) {
        let path = format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR"));
        let bytes = std::fs::read(&path).expect("the file");
        let opened = container::open(name.rsplit('/').next().expect("a name"), &bytes).expect("it opens");
        session.update(Msg::Files(FilesMsg::Opened(Box::new(desk::open::input(opened)))));
    }

    fn names(session: &Session) -> String {
        let SideTabs { tabs, more } = session.side_tabs(session.file().expect("a file"));
        let names = |tabs: Vec<SideTab>| tabs.iter().map(|tab| tab.name).collect::<Vec<_>>().join(", ");
        format!("{}; {}", names(tabs), names(more))
    }

    #[test]
    fn each_kind_of_file_has_its_tabs() {
        let mut session = Session::default();
        open(&mut session, "tests/fixtures/bin/kernel.x86_64.btf");
        assert_eq!(names(&session), "Types, Lists; BTF valid?");
        open(&mut session, "static/samples/sample.bpf.o");
        assert_eq!(names(&session), "Types, Programs, Kernels; ELF, BTF valid?, Log");
        let file = session.file().expect("a file");
        let modes: Vec<_> = session.kernel_modes(file).iter().map(|mode| (mode.name, mode.count)).collect();
        // llvm-readelf shows 7 records of CO-RE relocations.
        assert_eq!(modes, [("Loads on", None), ("CO-RE", Some(7)), ("Changes", None), ("Fields", None)]);
        assert_eq!(session.side_tabs(file).tabs[0].count, Some(file.btf.own_type_count().into()));
        let kernel = session.files()[0].id;
        session.update(Msg::Files(FilesMsg::Switch(kernel)));
        assert_eq!(names(&session), "Types, Lists; Changes, Fields, BTF valid?");
    }

    #[test]
    fn panes_of_a_narrow_window_are_named_after_their_contents() {
        let mut session = Session::default();
        open(&mut session, "static/samples/sample.bpf.o");
        assert_eq!(session.pane_names(), ["Programs", "Overview", "Inspector"]);
        session.update(Msg::Program(ProgramMsg::Show(false)));
        assert_eq!(session.pane_names(), ["Types", "Type", "Inspector"]);
        for (msg, names) in [
            (Msg::Core(CoreMsg::Show), ["List", "Relocation", "Bytes"]),
            (Msg::Fits(FitsMsg::Show), ["List", "Matrix", "Answer"]),
            (Msg::Verdict(VerdictMsg::Show(true)), ["List", "Type", "Inspector"]),
        ] {
            session.update(msg);
            assert_eq!(session.pane_names(), names);
        }
    }

    #[test]
    fn overview_offers_the_tabs_beside_types() {
        let mut session = Session::default();
        let names = |session: &Session| -> Vec<&str> {
            let tabs = session.beside_types(session.file().expect("a file"));
            assert!(tabs.iter().all(|tab| !tab.about.is_empty()));
            tabs.into_iter().map(|tab| tab.name).collect()
        };
        open(&mut session, "static/samples/sample.bpf.o");
        assert_eq!(names(&session), ["Programs", "Loads on", "CO-RE", "ELF"]);
        open(&mut session, "tests/fixtures/bin/kernel.x86_64.btf");
        assert_eq!(names(&session), ["Lists", "Changes", "Fields"]);
    }

    /// Each tab shows the screen that it names, and the first one goes back to the types. The tab Kernels counts as
    /// shown in all of its modes.
    #[test]
    fn each_tab_leads_to_its_screen() {
        let mut session = Session::default();
        for name in ["tests/fixtures/bin/kernel.x86_64.btf", "static/samples/sample.bpf.o"] {
            open(&mut session, name);
            let file = session.file().expect("a file");
            let SideTabs { tabs, more } = session.side_tabs(file);
            let modes = if file.kind == FileKind::Program { session.kernel_modes(file) } else { vec![] };
            let is_mode: Vec<_> = modes.iter().filter_map(|mode| mode.screen).collect();
            for tab in tabs.into_iter().chain(more).chain(modes) {
                session.update(tab.msg);
                let Some(screen) = tab.screen else { continue };
                assert_eq!(session.screen(), screen, "{name}: {}", tab.name);
                let tabs = session.side_tabs(session.file().expect("a file")).tabs;
                let shown: Vec<_> = tabs.iter().filter(|tab| tab.shown).map(|tab| tab.name).collect();
                if is_mode.contains(&screen) {
                    assert_eq!(shown, ["Kernels"], "{name}: {}", tab.name);
                } else {
                    assert!(shown.len() <= 1 && shown.iter().all(|shown| *shown == tab.name), "{name}: {}", tab.name);
                }
            }
            // Back to the types.
            let types = session.side_tabs(session.file().expect("a file")).tabs.swap_remove(0);
            session.update(types.msg);
            assert_eq!(session.screen(), Screen::Types, "{name}");
        }
    }
}
