//! Files on their way in: those that wait for their turn, and the one that is read.

use desk::{Amount, FileId, ToDesk};
use session::{FilesMsg, Msg, Reading, Work};
use wasm_bindgen::JsValue;
use web_sys::File;
use yew::prelude::*;

use super::{App, AppMsg, sources};
use crate::dom::files;
use crate::worker::Opening;

impl App {
    /// What the next file is known by, from now on.
    pub(super) fn new_file_id(&self) -> FileId {
        self.session.borrow().new_file_id()
    }

    /// Reads these files, after those that wait.
    pub(super) fn enqueue(&mut self, ctx: &Context<Self>, mut files: Vec<File>) {
        let several = files.len() > 1;
        // What belongs to another file comes behind it.
        files.sort_by_key(|file| sources::is_split(&file.name()));
        for file in files {
            let id = self.failed.id_of(&file, &self.session.borrow());
            self.queue.push_back((id, file));
            self.together.extend(several.then_some(id));
        }
        self.next_file(ctx);
    }

    /// Reads the next file that waits. One after the other: a module may come before its kernel, but two unpackings at once would
    /// take twice the memory.
    pub(super) fn next_file(&mut self, ctx: &Context<Self>) {
        if self.busy {
            return;
        }
        if self.queue.is_empty() && !self.together.is_empty() {
            let came = std::mem::take(&mut self.together);
            self.take(ctx, Msg::Files(FilesMsg::CameTogether(came)));
        }
        if let Some((id, file)) = self.queue.pop_front() {
            self.busy = true;
            let wanted = self.session.borrow().wants_beside(&file.name());
            if let Some(of) = wanted
                && self.read_beside(ctx, of, &file)
            {
                return;
            }
            self.read = Some((id, file.clone(), None));
            let long = ctx.link().callback(|(id, file)| AppMsg::LongWork(id, file));
            files::open(id, file, ctx.link().callback(AppMsg::Done), long);
        }
    }

    pub(super) fn long_work(&mut self, ctx: &Context<Self>, id: FileId, file: File, what: &ToDesk) {
        // What is made of debug information may need more files.
        let files: JsValue = match (what, self.sources.iter().find(|source| source.id == id)) {
            (ToDesk::Dwarf(..), Some(source)) => source.files.iter().collect::<js_sys::Array>().into(),
            (ToDesk::Dwarf(..), None) => js_sys::Array::of1(&file).into(),
            _ => file.clone().into(),
        };
        let name = file.name();
        let (say, done) = (ctx.link().callback(AppMsg::Session), ctx.link().callback(AppMsg::Done));
        let send = Callback::from(move |msg: Msg| match msg {
            Msg::Files(FilesMsg::Reading(_)) => say.emit(msg),
            msg => done.emit(msg),
        });
        self.archive = Some((id, file));
        self.opening = Opening::new(id, name.clone(), &files, what, send);
        let first =
            Reading { work: Work::File(id), name: name.clone(), what: "starting".into(), amount: Amount::default() };
        match self.opening {
            Some(_) => self.take(ctx, Msg::Files(FilesMsg::Reading(first))),
            None => {
                ctx.link().send_message(AppMsg::Done(Msg::Files(FilesMsg::Failed(files::no_worker(&name).about(id)))))
            }
        }
    }
}
