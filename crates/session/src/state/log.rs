//! A pasted log: its lines, and where they lead in the open program.

use std::rc::Rc;
use std::sync::Arc;

use desk::FileId;
use desk::{AskLog, Job};
use model::kind::FileKind;
use model::relocations::log::{LogLink, MAX_LINES, is_log};

use super::{Effect, Overlay, Session, Way};
use crate::look::program::Picked;

/// What happens with a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LogMsg {
    /// Show the dialog.
    Show,
    /// A log was pasted or typed; an empty one makes room for the next.
    Text(String),
    /// Move from line to line that leads somewhere.
    Step(i64),
    /// Go to where the line leads that is picked.
    Follow,
    /// Go to where a link leads, by its place: to its relocation, or else to its instruction.
    Go(usize, bool),
}

/// A log that was pasted for a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LogLook {
    /// Its lines.
    pub lines: Rc<Vec<String>>,
    /// The lines that lead somewhere, once the desk found them, in order.
    pub links: Option<Rc<Vec<LogLink>>>,
    /// Which of these is picked.
    pub picked: Option<usize>,
    /// Why there are none.
    pub problem: Option<String>,
}

impl LogLook {
    /// The link of a line, by its place among the links.
    pub fn link_at(&self, line: usize) -> Option<usize> {
        let links = self.links.as_ref()?;
        links.binary_search_by_key(&line, |l| l.line).ok()
    }

    /// The line that is picked.
    pub fn active(&self) -> Option<usize> {
        Some(self.links.as_ref()?.get(self.picked?)?.line)
    }
}

impl Session {
    /// Whether pasted text is to be read as a log: it looks like one, and a program is open.
    pub fn takes_log(&self, text: &str) -> bool {
        self.file().is_some_and(|f| f.kind == FileKind::Program) && is_log(text)
    }

    pub(super) fn log_msg(&mut self, msg: LogMsg, effects: &mut Vec<Effect>) {
        let Some(file) = self.file_mut().filter(|f| f.kind == FileKind::Program) else {
            self.notice = "A log is read with its program: open the BPF object first".to_owned();
            return;
        };
        let (id, log) = (file.id, &mut file.look.log);
        match msg {
            LogMsg::Show => self.show_overlay(Overlay::Log, effects),
            LogMsg::Text(text) => {
                let text: Arc<str> = text.into();
                let lines = text.lines().take(MAX_LINES).map(str::to_owned).collect::<Vec<_>>();
                *log = LogLook { lines: Rc::new(lines), ..LogLook::default() };
                if !log.lines.is_empty() {
                    effects.push(Effect::Ask(Job::Log(AskLog { file: id, text })));
                }
                self.overlay = Overlay::Log;
            }
            LogMsg::Step(delta) => {
                let Some(last) = log.links.as_ref().and_then(|l| l.len().checked_sub(1)) else { return };
                let to = log.picked.map_or(0, |at| (at as i64).saturating_add(delta).clamp(0, last as i64) as usize);
                log.picked = Some(to);
            }
            LogMsg::Follow => {
                let link = log.picked.and_then(|i| Some((i, log.links.as_ref()?.get(i)?.is_relocation)));
                if let Some((index, to_relocation)) = link {
                    self.log_msg(LogMsg::Go(index, to_relocation), effects);
                }
            }
            LogMsg::Go(index, to_relocation) => {
                let Some(link) = log.links.as_ref().and_then(|l| l.get(index).cloned()) else { return };
                log.picked = Some(index);
                self.overlay = Overlay::None;
                effects.push(Effect::FocusView);
                match (link.relocation.filter(|_| to_relocation), link.function) {
                    (Some(relocation), _) => {
                        if let Some(file) = self.file_mut() {
                            file.look.core.matrix = false;
                        }
                        self.pick_relocation(relocation, Way::Push, effects);
                    }
                    (None, Some(function)) => self.pick(Picked::Function(function, link.slot), Way::Push, effects),
                    (None, None) => {}
                }
            }
        }
    }

    pub(super) fn log_read(&mut self, id: FileId, links: Result<Vec<LogLink>, String>) {
        let Some(file) = self.files.iter_mut().find(|f| f.id == id) else { return };
        let log = &mut file.look.log;
        match links {
            Ok(links) => {
                // The first that tells of a relocation is what is looked for.
                log.picked = links.iter().position(|l| l.is_relocation).or((!links.is_empty()).then_some(0));
                log.links = Some(Rc::new(links));
            }
            Err(why) => log.problem = Some(why),
        }
    }
}
