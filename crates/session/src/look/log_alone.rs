//! A log that came with no program open: what its messages mean. When its program is opened, the log is read with that.

use std::sync::Arc;

use super::log::{LogLook, LogMsg};
use crate::state::{Feature, Out, Seen};
use crate::{Msg, Overlay};

/// A log without its program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LogAlone {
    /// Its lines, and what they mean.
    pub look: LogLook,
    /// The log, for its program.
    text: Option<Arc<str>>,
}

impl Feature for LogAlone {
    type Msg = LogMsg;
    type Reads<'a> = &'a Seen;

    fn update(&mut self, msg: LogMsg, _: &Seen) -> Vec<Out> {
        match msg {
            LogMsg::Text(text) => {
                let text: Arc<str> = text.into();
                self.look.put(text.clone());
                self.text = Some(text);
                vec![Out::Overlay(Overlay::Log)]
            }
            // The rest is about lines beside a program.
            LogMsg::Show(_) | LogMsg::Step(_) | LogMsg::Follow | LogMsg::Go(..) => vec![],
        }
    }

    /// Asks what the log means, and gives it to its program when that is opened.
    fn reconcile(&mut self, seen: &Seen) -> Vec<Out> {
        if let Some(ask) = self.look.question(None, None) {
            return vec![Out::ask(ask)];
        }
        if seen.overlay() != Overlay::Log {
            // Whoever closed it is done with it.
            self.text = None;
        }
        match seen.program_file().and_then(|_| self.text.take()) {
            Some(text) => vec![Out::Overlay(Overlay::None), Out::Send(Msg::Log(LogMsg::Text(text.to_string())))],
            None => vec![],
        }
    }
}
