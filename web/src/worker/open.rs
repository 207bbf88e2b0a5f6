//! A worker that opens one file, and ends.

use desk::{FileId, Problem};
use desk::{FromDesk, ToDesk, UNREADABLE};
use session::{FilesMsg, Msg, Reading, Work};
use wasm_bindgen::JsValue;
use yew::Callback;

use super::start::{Said, Started};

/// A file that is being opened; dropping this breaks it off.
pub struct Opening {
    _worker: Started,
}

impl Opening {
    /// Starts a worker that does `what` with a file, or several of which the first has this name. None where the browser has no workers
    /// for this.
    pub fn new(id: FileId, name: String, files: &JsValue, what: &ToDesk, send: Callback<Msg>) -> Option<Opening> {
        let said = Callback::from(move |said: Said| {
            if let Some(msg) = take(id, &name, said) {
                send.emit(msg.about(id));
            }
        });
        let worker = Started::new(said)?;
        worker.send(what, files).then_some(Opening { _worker: worker })
    }
}

fn take(id: FileId, name: &str, said: Said) -> Option<Msg> {
    Some(match said {
        Ok(FromDesk::Progress(what, amount)) => {
            Msg::Files(FilesMsg::Reading(Reading { work: Work::File(id), name: name.to_string(), what, amount }))
        }
        Ok(FromDesk::Opened(input)) => Msg::Files(FilesMsg::Opened(input)),
        Ok(FromDesk::Listed(archive)) => Msg::Files(FilesMsg::Listed(id, archive)),
        Ok(FromDesk::Failed(problem)) => Msg::Files(FilesMsg::Failed(problem)),
        Ok(FromDesk::Unreadable) => Msg::Files(FilesMsg::Failed(Problem::new(name, UNREADABLE))),
        Err(why) => Msg::Files(FilesMsg::Failed(Problem::new(name, &why))),
        Ok(FromDesk::Ready | FromDesk::Answered(..) | FromDesk::Tick) => return None,
    })
}
