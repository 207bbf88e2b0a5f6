//! The tabs above the list on the left: which tabs a file has, and where they lead.

use model::kind::FileKind;

use crate::Session;
use crate::file::OpenFile;
use crate::msg::{ChangesMsg, CoreMsg, FieldsMsg, FitsMsg, ListsMsg, Msg, ProgramMsg, VerdictMsg};
use crate::screen::Screen;

/// A tab above the lists.
#[derive(Clone, Debug)]
pub struct SideTab {
    /// Its name.
    pub name: &'static str,
    /// A short description of its list.
    pub about: &'static str,
    /// The length of its list; none until that is known.
    pub count: Option<u64>,
    /// The screen that it shows.
    pub screen: Screen,
    /// The message that a click sends.
    pub msg: Msg,
}

impl Session {
    /// The tabs of a file, in order. Some are for programs only; CO-RE needs relocations, Fields another open file, Changes a file to
    /// compare with.
    pub fn side_tabs(&self, file: &OpenFile) -> Vec<SideTab> {
        let tab = |name, about, screen, count, msg| SideTab { name, about, count, screen, msg };
        let program = file.kind == FileKind::Program;
        let types = match (program, self.screen()) {
            (true, _) => Msg::Program(ProgramMsg::Show(false)),
            (false, Screen::Lists) => Msg::Lists(ListsMsg::Show(false)),
            (false, _) => Msg::Changes(ChangesMsg::Show(false)),
        };
        let mut tabs =
            vec![tab("Types", "All types of the file", Screen::Types, Some(file.btf.own_type_count().into()), types)];
        if program {
            let functions = self.looks[file.id].program.overview().map(|o| o.functions.len() as u64);
            tabs.push(tab(
                "Programs",
                "Instructions, with source lines and relocations",
                Screen::Programs,
                functions,
                Msg::Program(ProgramMsg::Show(true)),
            ));
            let relocations = file.ext.as_ref().map_or(0, |ext| ext.core_relos().count() as u64);
            if relocations > 0 {
                tabs.push(tab(
                    "CO-RE",
                    "What its relocations become on kernels",
                    Screen::Relocations,
                    Some(relocations),
                    Msg::Core(CoreMsg::Show),
                ));
            }
            tabs.push(tab(
                "Fits",
                "On which kernels it loads, and why not on others",
                Screen::Fits,
                None,
                Msg::Fits(FitsMsg::Show),
            ));
        }
        if file.has_lists() {
            let (name, about) = match program {
                true => ("ELF", "ELF relocations and symbols"),
                false => ("Lists", "kfuncs, tracepoints, LSM hooks, iterators, struct_ops, .BTF_ids"),
            };
            tabs.push(tab(name, about, Screen::Lists, None, Msg::Lists(ListsMsg::Show(true))));
        }
        if self.files().len() > 1 || self.screen() == Screen::Fields {
            tabs.push(tab(
                "Fields",
                "Where fields lie in all open files",
                Screen::Fields,
                None,
                Msg::Fields(FieldsMsg::Show),
            ));
        }
        if self.pair().is_some() {
            let differ = self.changes().list().map(|list| list.types.len() as u64);
            tabs.push(tab(
                "Changes",
                "What differs from another file",
                Screen::Changes,
                differ,
                Msg::Changes(ChangesMsg::Show(true)),
            ));
        }
        tabs.push(tab(
            "Verdict",
            "Whether kernels accept this BTF",
            Screen::Verdict,
            None,
            Msg::Verdict(VerdictMsg::Show(true)),
        ));
        tabs
    }

    /// The names of the three panes of a narrow window: list, view, bytes.
    pub fn pane_names(&self) -> [&'static str; 3] {
        match self.screen() {
            Screen::Types | Screen::Verdict if self.pad_file().is_some() => ["Source", "Type", "Bytes"],
            Screen::Types | Screen::Fields => ["Types", self.screen().view_name(), "Bytes"],
            Screen::Fits => ["List", self.screen().view_name(), "Answer"],
            screen => ["List", screen.view_name(), "Bytes"],
        }
    }

    /// The first line of a file's overview: its facts, version and base.
    pub fn about(&self, file: &OpenFile) -> String {
        let base = file.base.and_then(|id| self.file_of(id)).map(|base| format!("on {}", base.name));
        let own = (file.distilled && file.base.is_none()).then(|| "on the distilled base it brings".to_owned());
        let parts = [Some(file.facts()), file.version.clone(), base, own];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }

    /// The tabs that the overview of a file offers: all but Types, and Verdict, which has its own line there.
    pub fn beside_types(&self, file: &OpenFile) -> Vec<SideTab> {
        let mut tabs = self.side_tabs(file);
        tabs.retain(|tab| !matches!(tab.screen, Screen::Types | Screen::Verdict));
        tabs
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

    fn names(session: &Session) -> Vec<&'static str> {
        let tabs = session.side_tabs(session.file().expect("a file"));
        tabs.iter().map(|tab| tab.name).collect()
    }

    #[test]
    fn each_kind_of_file_has_its_tabs() {
        let mut session = Session::default();
        open(&mut session, "tests/fixtures/bin/kernel.x86_64.btf");
        assert_eq!(names(&session), ["Types", "Lists", "Verdict"]);
        open(&mut session, "static/samples/sample.bpf.o");
        assert_eq!(names(&session), ["Types", "Programs", "CO-RE", "Fits", "ELF", "Fields", "Changes", "Verdict"]);
        let file = session.file().expect("a file");
        let tabs = session.side_tabs(file);
        // llvm-readelf: 7 records of CO-RE relocations.
        assert_eq!((tabs[2].count, tabs[2].screen), (Some(7), Screen::Relocations));
        assert_eq!(tabs[0].count, Some(file.btf.own_type_count().into()));
    }

    #[test]
    fn panes_of_a_narrow_window_are_named_after_their_contents() {
        let mut session = Session::default();
        open(&mut session, "static/samples/sample.bpf.o");
        assert_eq!(session.pane_names(), ["Types", "Type", "Bytes"]);
        for (msg, names) in [
            (Msg::Core(CoreMsg::Show), ["List", "Relocation", "Bytes"]),
            (Msg::Fits(FitsMsg::Show), ["List", "Kernels", "Answer"]),
            (Msg::Verdict(VerdictMsg::Show(true)), ["List", "Type", "Bytes"]),
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
        assert_eq!(names(&session), ["Programs", "CO-RE", "Fits", "ELF"]);
        open(&mut session, "tests/fixtures/bin/kernel.x86_64.btf");
        assert_eq!(names(&session), ["Lists", "Fields", "Changes"]);
    }

    /// Each tab leads to the screen that it names, and the first one back to the types.
    #[test]
    fn each_tab_leads_to_its_screen() {
        let mut session = Session::default();
        for name in ["tests/fixtures/bin/kernel.x86_64.btf", "static/samples/sample.bpf.o"] {
            open(&mut session, name);
            for tab in session.side_tabs(session.file().expect("a file")) {
                session.update(tab.msg);
                assert_eq!(session.screen(), tab.screen, "{name}: {}", tab.name);
            }
            // Back to the types.
            let types = session.side_tabs(session.file().expect("a file")).swap_remove(0);
            session.update(types.msg);
            assert_eq!(session.screen(), Screen::Types, "{name}");
        }
    }
}
