//! Files as the browser gives them. They are kept while the session may still need them, and read when it asks.

use desk::{Amount, FileId, Problem, ToDesk};
use js_sys::Array;
use model::address::Address;
use session::{BrowserFile, FilesMsg, Msg, OfferedFile, ReadResult, TypesFrom, Unpack};
use web_sys::File;
use yew::prelude::*;

use super::{App, AppMsg};
use crate::dom::folders::{self, Found};
use crate::dom::from_address::Loaded;
use crate::dom::served::{self, Served};
use crate::dom::{address, busy, files};
use crate::worker::open;

impl App {
    /// A new id for the next file.
    pub(super) fn new_file_id(&self) -> FileId {
        self.session.borrow().new_file_id()
    }

    /// Tells the session about files that were dropped, chosen or pasted.
    pub(super) fn give(&mut self, ctx: &Context<Self>, files: Vec<File>) {
        let given = files.into_iter().map(|file| self.hold(file)).collect();
        self.take(ctx, Msg::Files(FilesMsg::Given(given)));
    }

    /// Loads the files of the server that are to be opened at once, and offers its other files. If the address names
    /// files, as after a reload or in a link, loads these files instead.
    pub(super) fn take_served(&mut self, ctx: &Context<Self>) {
        let address = Address::parse(&address::current()).unwrap_or_default();
        let named: Vec<&str> = address.files.iter().map(|(_, source)| source.name()).collect();
        let is_wanted = |file: &Served| match named.as_slice() {
            [] => file.at_once,
            named => named.contains(&file.name.as_str()),
        };
        let (wanted, others): (Vec<_>, Vec<_>) = served::files().into_iter().partition(is_wanted);
        if !others.is_empty() {
            let offered = others.iter().map(|file| OfferedFile { name: file.name.clone(), size: file.size }).collect();
            self.offered = others;
            let alone = wanted.is_empty() && named.is_empty();
            self.take(ctx, Msg::Files(FilesMsg::Offered(offered, alone)));
        }
        self.load_served(ctx, wanted);
    }

    /// Loads files of the server, and reports them together.
    pub(super) fn load_served(&mut self, ctx: &Context<Self>, wanted: Vec<Served>) {
        if wanted.is_empty() {
            return;
        }
        let names: Vec<&str> = wanted.iter().map(|file| file.name.as_str()).collect();
        self.take(ctx, Msg::Notice(format!("Loading {} …", names.join(", "))));
        let link = ctx.link().clone();
        busy::spawn(async move {
            let (mut files, mut problems) = (Vec::new(), Vec::new());
            for file in &wanted {
                match served::load(file).await {
                    Ok(loaded) => files.push(loaded),
                    Err(why) => problems.push(Problem::new(&file.name, &why)),
                }
            }
            link.send_message(AppMsg::Served(files, problems));
        });
    }

    /// Tells the session about the files of dropped folders. If there are none, it tells the person so.
    pub(super) fn give_folder(&mut self, ctx: &Context<Self>, found: Found) {
        let folders = found.folders.join(", ");
        if found.files.is_empty() {
            self.take(ctx, Msg::Notice(format!("{folders}: a folder without files")));
            return;
        }
        if found.more {
            let most = folders::MOST;
            self.take(ctx, Msg::Notice(format!("{folders}: the first {most} files are read")));
        }
        self.give(ctx, found.files);
    }

    fn hold(&mut self, file: File) -> BrowserFile {
        self.last_key += 1;
        let (name, size, modified) = (file.name(), file.size() as u64, file.last_modified() as u64);
        self.held.insert(self.last_key, file);
        BrowserFile { key: self.last_key, name, size, modified }
    }

    /// Reads a file on the page, by ranges.
    pub(super) fn read(&self, ctx: &Context<Self>, id: FileId, key: u32) {
        if let Some(file) = self.held.get(&key) {
            let send = ctx.link().callback(AppMsg::Session);
            files::open(file.clone(), Callback::from(move |came| send.emit(Msg::Files(FilesMsg::Read(id, came)))));
        }
    }

    /// Starts a worker that reads the first of the files. The others have more of that file's debug information.
    pub(super) fn unpack(&mut self, ctx: &Context<Self>, work: Unpack) {
        let Unpack { id, name, files, entry, types } = work;
        let files: Array = files.iter().filter_map(|key| self.held.get(key)).collect();
        let (files, what) = match types {
            TypesFrom::DebugInfo => (files.into(), ToDesk::Dwarf(name.clone(), entry)),
            TypesFrom::File => (files.get(0), ToDesk::Open(name.clone(), entry)),
            TypesFrom::Header(machine) => (files.get(0), ToDesk::Header(name.clone(), entry, machine)),
        };
        self.opening = open(id, name.clone(), &files, &what, ctx.link().callback(AppMsg::Session));
        if self.opening.is_none() {
            let failed = FilesMsg::Read(id, ReadResult::Failed(files::no_worker(&name)));
            ctx.link().send_message(AppMsg::Session(Msg::Files(failed)));
        }
    }

    /// Tells the session about progress or outcome of loading a file from the web.
    pub(super) fn loaded(&mut self, ctx: &Context<Self>, id: FileId, news: Loaded) {
        if !matches!(news, Loaded::Progress(..)) {
            self.loading = None;
        }
        let msg = match news {
            Loaded::Progress(done, total) => FilesMsg::Progress(id, None, Amount::bytes(done, total)),
            Loaded::File(file) => FilesMsg::Loaded(id, self.hold(file)),
            Loaded::Failed(problem) => FilesMsg::Failed(problem.about(id)),
        };
        self.take(ctx, Msg::Files(msg));
    }
}
