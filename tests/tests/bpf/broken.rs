//! Broken programs on the page: the problems are reported, and the rest is shown.

use desk::{Book, Outcome};
use session::{CoreMsg, Effect, FilesMsg, Msg, ProgramMsg, Session};
use tests::broken;
use work::SameThread;

/// A session and its desk, without a page.
struct Page {
    session: Session,
    line: SameThread,
    book: Book<SameThread>,
}

impl Page {
    fn send(&mut self, msg: Msg) {
        for effect in self.session.update(msg) {
            if let Effect::Ask(job) = effect {
                let said = self.book.ask(job, &self.session);
                self.said(said);
            }
        }
    }

    fn said(&mut self, outcomes: Vec<Outcome>) {
        outcomes.into_iter().for_each(|outcome| self.send(Msg::Desk(outcome.into())));
    }

    fn work(&mut self) {
        while let Some(said) = self.line.work() {
            for message in said {
                let outcomes = self.book.take(message, &self.session);
                self.said(outcomes);
            }
        }
    }
}

/// Faults in `.BTF.ext` are reported when the file opens, faults of the ELF file when it is read for programs.
#[test]
fn what_cannot_be_read_is_said() {
    for broken in broken::all() {
        let line = SameThread::default();
        let mut page = Page { session: Session::default(), book: Book::new(line.clone()), line };
        page.session.update(Msg::HasDesk);
        let opened = container::open(broken.name, &broken.bytes).expect("it opens");
        page.send(Msg::Files(FilesMsg::Opened(Box::new(desk::open::input(opened)))));
        page.send(Msg::Program(ProgramMsg::Show(true)));
        page.work();
        page.send(Msg::Core(CoreMsg::Show));
        page.work();
        let said: Vec<&str> = page.session.problems().iter().map(|p| p.message.as_str()).collect();
        match broken.file_says {
            "" => assert!(said.is_empty(), "{}: {said:?}", broken.name),
            word => assert!(said.iter().any(|s| s.contains(word)), "{}: {said:?}", broken.name),
        }
        let file = page.session.file().expect("it is open");
        let look = &page.session.looks()[file.id];
        assert!(look.program.overview().is_some_and(|o| o.functions.len() >= 12), "{}", broken.name);
        assert!(look.core.problem().is_none() && look.core.list().is_some(), "{}", broken.name);
    }
}
