//! A worker that opens one file; the page then ends it.

use desk::{FileId, FromDesk, Problem, ToDesk, UNREADABLE};
use session::{FilesMsg, Msg, ReadResult};
use wasm_bindgen::JsValue;
use yew::Callback;

use super::start::{Said, Started};

/// Starts a worker that does `what` with `files`: one file, or a list of files. `name`: the name of the first file.
/// Dropping the result ends the worker. None if the browser cannot start a worker.
pub fn open(id: FileId, name: String, files: &JsValue, what: &ToDesk, send: Callback<Msg>) -> Option<Started> {
    let said = Callback::from(move |said: Said| {
        if let Some(msg) = take(id, &name, said) {
            send.emit(Msg::Files(msg));
        }
    });
    Started::new(said).filter(|worker| worker.send(what, files))
}

fn take(id: FileId, name: &str, said: Said) -> Option<FilesMsg> {
    let came = match said {
        Ok(FromDesk::Progress(what, amount)) => return Some(FilesMsg::Progress(id, Some(what), amount)),
        Ok(FromDesk::Opened(input)) => ReadResult::Opened(input),
        Ok(FromDesk::Listed(archive)) => ReadResult::Listed(archive),
        Ok(FromDesk::Failed(problem)) => ReadResult::Failed(problem),
        Ok(FromDesk::Unreadable) => ReadResult::Failed(Problem::new(name, UNREADABLE)),
        Err(why) => ReadResult::Failed(Problem::new(name, &why)),
        Ok(FromDesk::Ready | FromDesk::Answered(..) | FromDesk::Tick) => return None,
    };
    Some(FilesMsg::Read(id, came))
}
