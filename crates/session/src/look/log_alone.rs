//! A log that was pasted while the current file is not a program: the meaning of its messages. When a program becomes
//! the current file while the log is shown, the log is read again for this program.

use std::sync::Arc;

use super::log::{LogLook, LogMsg};
use crate::feature::Feature;
use crate::msg::{Msg, Overlay};
use crate::out::Out;
use crate::seen::Seen;

/// A log without its program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LogAlone {
    /// Its lines, and their meaning.
    pub look: LogLook,
    /// The whole text, kept for the program.
    text: Option<Arc<str>>,
}

impl Feature for LogAlone {
    type Msg = LogMsg;
    type Reads<'a> = &'a Seen;

    fn update(&mut self, msg: LogMsg, _: &Seen) -> Vec<Out> {
        // The other messages need a program.
        let LogMsg::Text(text) = msg else { return vec![] };
        let text: Arc<str> = text.into();
        self.look.put(text.clone());
        self.text = Some(text);
        vec![Out::Overlay(Overlay::Log)]
    }

    /// Asks for the meaning of the log, and hands the log to the first program that becomes the current file.
    fn reconcile(&mut self, seen: &Seen) -> Vec<Out> {
        if let Some(ask) = self.look.question(None, None) {
            return vec![Out::ask(ask)];
        }
        if seen.overlay() != Overlay::Log {
            // After the person has closed the log, no program gets it.
            self.text = None;
        }
        match seen.program_file().and_then(|_| self.text.take()) {
            Some(text) => vec![Out::Overlay(Overlay::None), Out::Send(Msg::Log(LogMsg::Text(text.to_string())))],
            None => vec![],
        }
    }
}
