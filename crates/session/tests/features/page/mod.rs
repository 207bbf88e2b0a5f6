//! A session with a desk in the same thread, which is run after each message.

use std::sync::Arc;

use desk::{Book, Carried, FileInput};
use session::look::kernel_lists::ListsMsg;
use session::{BrowserHistory, Effect, FileLook, FilesMsg, Msg, PadEdit, Session};
use work::SameThread;

pub struct Page {
    pub session: Session,
    line: SameThread,
    book: Book<SameThread>,
    /// All addresses that were written, in order.
    pub addresses: Vec<(String, BrowserHistory)>,
    /// The edits that were sent to the editor of the scratch pad. Tests remove edits from `edits`; `all_edits` keeps
    /// all of them.
    pub edits: Vec<PadEdit>,
    pub all_edits: Vec<PadEdit>,
}

impl Page {
    pub fn new() -> Page {
        let line = SameThread::default();
        let mut session = Session::default();
        session.update(Msg::HasDesk);
        Page {
            session,
            book: Book::new(line.clone()),
            line,
            addresses: Vec::new(),
            edits: Vec::new(),
            all_edits: Vec::new(),
        }
    }

    /// Sends a message of the lists.
    pub fn lists(&mut self, msg: ListsMsg) {
        self.send(Msg::Lists(msg));
    }

    /// The entries of the lists: group, name and count.
    pub fn names(&self) -> Vec<String> {
        let listed = self
            .session
            .lists()
            .and_then(|f| self.session.looks()[f.id].lists.listed().cloned())
            .expect("the desk answered");
        listed.entries.iter().map(|e| format!("{:?} {} {}", e.group, e.name, e.count)).collect()
    }

    /// The features of the current file.
    pub fn look(&self) -> &FileLook {
        &self.session.looks()[self.session.file().expect("a file is open").id]
    }

    pub fn address(&self) -> &str {
        self.addresses.last().map_or("", |(address, _)| address)
    }

    /// A page with this file open.
    pub fn of(input: FileInput) -> Page {
        let mut page = Page::new();
        page.send(Msg::Files(FilesMsg::Opened(Box::new(input))));
        page
    }

    /// A page with this blob open.
    pub fn open(blob: Vec<u8>) -> Page {
        let carried = Carried { text: String::new(), name: "made.btf".into(), btf: Arc::from(blob), object: None };
        Page::of(FileInput { origin: desk::Origin::Dropped, ..desk::carried::input(carried) })
    }

    /// Sends a message, and runs the desk until it has nothing to do.
    pub fn send(&mut self, msg: Msg) {
        for effect in self.session.update(msg) {
            let outcomes = match effect {
                Effect::Ask(job) => self.book.ask(job, &self.session),
                Effect::LeaveDesk(id) => self.book.close(id),
                Effect::Address(fragment, history) => {
                    self.addresses.push((fragment, history));
                    vec![]
                }
                Effect::EditPad(edit) => {
                    self.edits.push(edit.clone());
                    self.all_edits.push(edit);
                    vec![]
                }
                _ => vec![],
            };
            for outcome in outcomes {
                self.send(Msg::Desk(outcome.into()));
            }
            while let Some(said) = self.line.work() {
                for message in said {
                    for outcome in self.book.take(message, &self.session) {
                        self.send(Msg::Desk(outcome.into()));
                    }
                }
            }
        }
    }
}
