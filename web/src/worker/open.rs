//! A worker that opens one file, and ends.

use desk::Problem;
use desk::{FromDesk, ToDesk};
use session::{Msg, Reading};
use web_sys::File;
use yew::Callback;

use super::start::{Said, Started};

/// A file that is being opened; dropping this breaks it off.
pub struct Opening {
    _worker: Started,
}

impl Opening {
    /// Starts a worker for a file, or for one entry of an archive. None where the browser has no workers for this.
    pub fn new(file: File, entry: Option<u32>, send: Callback<Msg>) -> Option<Opening> {
        let name = file.name();
        let said = {
            let name = name.clone();
            Callback::from(move |said: Said| send.emit(take(&name, said)))
        };
        let worker = Started::new(said)?;
        worker.send(&ToDesk::Open(name, entry), &file).then_some(Opening { _worker: worker })
    }
}

fn take(name: &str, said: Said) -> Msg {
    match said {
        Ok(FromDesk::Progress(what, done, total)) => {
            Msg::Reading(Some(Reading { name: name.to_string(), what, done, total, job: None }))
        }
        Ok(FromDesk::Opened(input)) => Msg::Opened(input),
        Ok(FromDesk::Listed(archive)) => Msg::Listed(archive),
        Ok(FromDesk::Failed(problem)) => Msg::Failed(problem),
        Err(why) => Msg::Failed(Problem::new(name, &why)),
        Ok(FromDesk::Ready | FromDesk::Answered(..)) => Msg::Reading(None),
    }
}
