//! A session with its desk in the same thread.

use std::sync::Arc;

use btf::TypeId;
use desk::FileId;
use desk::{Book, Outcome};
use search::{Columns, Options, Order, Query};
use session::file::OpenFile;
use session::{CoreMsg, Effect, FileLook, FilesMsg, Msg, Session};
use work::SameThread;

pub const SAMPLE: &str = "static/samples/sample.bpf.o";
pub const KERNEL: &str = "tests/fixtures/bin/kernel.x86_64.btf";
pub const MODULE: &str = "tests/fixtures/bin/module.x86_64.ko";
pub const RELO: &str = "tests/fixtures/bin/relo.clang.bpfel.o";
pub const STORIES: &str = "tests/fixtures/bin/stories.clang.bpfel.o";

/// A session, its desk, and everything that was saved.
pub struct Page {
    pub session: Session,
    pub line: SameThread,
    pub book: Book<SameThread>,
    /// The saved files.
    pub saved: Vec<(String, String)>,
}

impl Page {
    pub fn new() -> Page {
        let line = SameThread::default();
        let mut session = Session::default();
        session.update(Msg::HasDesk);
        Page { session, book: Book::new(line.clone()), line, saved: Vec::new() }
    }

    /// A page that shows a program's relocations, resolved on an older and a newer kernel.
    pub fn with_kernels() -> Page {
        let mut page = Page::new();
        page.open(RELO);
        page.send(Msg::Core(CoreMsg::Show));
        for kernel in ["old", "new"] {
            page.open(&format!("tests/fixtures/bin/relo-{kernel}.bpfel.btf"));
        }
        page.work();
        page
    }

    /// Opens a file, by its path from the top of the project.
    pub fn open(&mut self, name: &str) -> FileId {
        let path = format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR"));
        let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
        let opened = container::open(name.rsplit('/').next().expect("it is there"), &bytes).expect("it is there");
        self.send(Msg::Files(FilesMsg::Opened(Box::new(desk::open::input(opened)))));
        self.session.current().expect("it is there")
    }

    pub fn send(&mut self, msg: Msg) {
        for effect in self.session.update(msg) {
            let outcomes = match effect {
                Effect::Ask(job) => self.book.ask(job, &self.session),
                Effect::CancelJob(kind) => self.book.cancel(kind, &self.session),
                Effect::LeaveDesk(id) => self.book.close(id),
                Effect::RestartDesk => self.book.restart(&self.session),
                Effect::Save(name, text) => {
                    self.saved.push((name, String::from_utf8(text.to_vec()).expect("it is there")));
                    vec![]
                }
                _ => vec![],
            };
            self.said(outcomes);
        }
    }

    pub fn said(&mut self, outcomes: Vec<Outcome>) {
        for outcome in outcomes {
            self.send(Msg::Desk(outcome.into()));
        }
    }

    /// Runs the desk until it has nothing to do.
    pub fn work(&mut self) {
        while let Some(said) = self.line.work() {
            for message in said {
                let outcomes = self.book.take(message, &self.session);
                self.said(outcomes);
            }
        }
    }

    /// The features of the current file.
    pub fn look(&self) -> &FileLook {
        &self.session.looks()[self.file().id]
    }

    pub fn file(&self) -> &OpenFile {
        self.session.file().expect("a file is open")
    }

    pub fn listed(&self) -> Vec<TypeId> {
        let list = &self.file().look.list;
        (0..list.count()).filter_map(|row| list.id_at(row)).collect()
    }

    pub fn searching(&self) -> bool {
        self.file().look.list.is_searching()
    }

    /// The ids that the search finds in the page, without the desk.
    pub fn expected(&self, text: &str, derived: bool) -> Vec<TypeId> {
        let file = self.file();
        let order = if text.is_empty() { Order::Id } else { Order::Name };
        let options = Options { derived, order, own_only: file.btf.is_split(), ..Options::default() };
        Columns::new(Arc::clone(&file.btf)).run(&Query::parse(text).0, &options).ids.to_vec()
    }
}
