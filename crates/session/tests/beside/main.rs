//! Comparisons of two files (a type, all types, fields), and paths within one file. The tests send messages and links,
//! and compare the results as text.

mod changes;
mod fields;
mod paths_between;
mod sides;
mod users;

use desk::Book;
use desk::FileId;
use model::path::Path;
use session::{BrowserHistory, Effect, FilesMsg, Msg, Session};
use work::SameThread;

fn read(name: &str) -> Vec<u8> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/bin").join(name);
    std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// A page and its desk.
#[derive(Default)]
struct Page {
    session: Session,
    line: SameThread,
    /// The saved files.
    saved: Vec<(String, Vec<u8>)>,
}

impl Page {
    fn send(&mut self, msg: Msg) -> Vec<Effect> {
        let effects = self.session.update(msg);
        self.serve(&effects);
        effects
    }

    fn serve(&mut self, effects: &[Effect]) {
        let mut book = Book::new(self.line.clone());
        for effect in effects {
            if let Effect::Save(name, bytes) = effect {
                self.saved.push((name.clone(), bytes.to_vec()));
            }
            let Effect::Ask(job) = effect else { continue };
            let mut outcomes = book.ask(job.clone(), &self.session);
            while let Some(said) = self.line.work() {
                for message in said {
                    outcomes.extend(book.take(message, &self.session));
                }
            }
            for outcome in outcomes {
                let more = self.session.update(Msg::Desk(outcome.into()));
                self.serve(&more);
            }
        }
    }

    fn open(&mut self, name: &str) -> FileId {
        self.open_as(name, name)
    }

    /// Opens a fixture under another name.
    fn open_as(&mut self, fixture: &str, name: &str) -> FileId {
        let opened = container::open(name, &read(fixture)).expect("it opens");
        self.send(Msg::Files(FilesMsg::Opened(Box::new(desk::open::input(opened)))));
        self.session.files().last().expect("it is open").id
    }

    fn go(&mut self, name: &str) {
        let file = self.session.file().expect("a file");
        let id = file.names().find(&file.btf, name).next().unwrap_or_else(|| panic!("no {name}")).id();
        self.send(Msg::GoTo(id, Path::root(), BrowserHistory::Push));
    }
}

fn pair() -> (Page, FileId, FileId) {
    let mut page = Page::default();
    let (old, new) = (page.open("relo-old.bpfel.btf"), page.open("relo-new.bpfel.btf"));
    (page, old, new)
}
