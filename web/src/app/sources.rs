//! Files with debug information, of which types are made on request, or again with a file beside them.

use desk::{FileId, ToDesk};
use session::{FilesMsg, Msg};
use web_sys::File;
use yew::prelude::*;

use super::App;

/// The files that types are, or can be, made of.
pub(super) struct DwarfSource {
    /// What the result is known by.
    pub(super) id: FileId,
    /// The file, then those that have more of its debug information.
    pub(super) files: Vec<File>,
    /// The entry of the first of them, when that is an archive.
    pub(super) entry: Option<u32>,
    /// The open file in the place of which the result comes.
    pub(super) replaces: Option<FileId>,
}

/// Whether what came of a file may be asked for again.
pub(super) fn is_worth(msg: &Msg) -> bool {
    match msg {
        Msg::Files(FilesMsg::Opened(input)) => {
            input.has_dwarf || input.from_dwarf.as_ref().is_some_and(|made| !made.missing.is_empty())
        }
        Msg::Files(FilesMsg::Failed(problem)) => !problem.wants.is_empty(),
        _ => false,
    }
}

/// Whether a file has debug information of another, by its name.
pub(super) fn is_split(name: &str) -> bool {
    [".dwo", ".dwp"].iter().any(|end| name.ends_with(end))
}

impl App {
    /// Makes the types of a file again, with a file that it wants and those of them that wait. Whether it can.
    pub(super) fn read_beside(&mut self, ctx: &Context<Self>, of: FileId, file: &File) -> bool {
        let Some(at) = self.sources.iter().position(|source| source.id == of) else { return false };
        let mut source = self.sources.remove(at);
        source.files.push(file.clone());
        let session = self.session.borrow();
        self.queue.retain(|(_, file)| {
            let wanted = session.wants_beside(&file.name()) == Some(of);
            source.files.extend(wanted.then(|| file.clone()));
            !wanted
        });
        // One that could not be opened keeps its id; an open one gives its place to the result.
        if session.file_of(of).is_some() {
            (source.id, source.replaces) = (session.new_file_id(), Some(of));
        }
        drop(session);
        let Some(main) = source.files.first().cloned() else { return false };
        let (id, what) = (source.id, ToDesk::Dwarf(main.name(), source.entry));
        self.sources.push(source);
        self.long_work(ctx, id, main, &what);
        true
    }

    /// Closes the file in the place of which this one comes.
    pub(super) fn replace(&mut self, ctx: &Context<Self>, msg: &Msg) {
        let Msg::Files(FilesMsg::Opened(input)) = msg else { return };
        let source = self.sources.iter_mut().find(|source| Some(source.id) == input.id);
        if let Some(old) = source.and_then(|source| source.replaces.take()) {
            self.take(ctx, Msg::Files(FilesMsg::Close(old)));
        }
    }
}
