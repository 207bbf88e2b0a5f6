//! What is left to the desk, and what comes back from it.

use desk::FileId;
use desk::Problem;
use desk::{Answer, FindUsers, Job, Outcome, Print, Sort};
use model::print::DumpFormat;
use model::views::View;

use super::{Effect, Msg, Reading, Session};
use crate::Way;
use crate::list::List;
use crate::look::used_by::{UsedBy, UsedByMsg};

impl Session {
    /// Changes what the current file's list searches for. What takes longer than a frame goes to the desk.
    pub(super) fn search(&mut self, effects: &mut Vec<Effect>, change: impl FnOnce(&mut List)) {
        let has_desk = self.has_desk;
        let Some(file) = self.file_mut() else { return };
        file.look.list.leave_slow(has_desk);
        change(&mut file.look.list);
        let id = file.id;
        if let Some(request) = file.look.list.request(id) {
            effects.push(Effect::Ask(Job::Search(request)));
        }
    }

    /// Prints a whole file and saves it.
    pub(super) fn print_file(&mut self, id: FileId, format: DumpFormat, effects: &mut Vec<Effect>) {
        let Some(file) = self.file_of(id) else { return };
        let (name, save_as) = (file.name.clone(), format.file_name(&file.name));
        let what = format!("printing the {}", format.title());
        self.reading = Some(Reading { name, what, done: 0, total: 0, job: Some(Sort::Print) });
        effects.push(Effect::Ask(Job::Print(Print { file: id, format, save_as })));
    }

    /// Asks who uses the selected type, when that is what is shown and it is not known.
    pub(super) fn ask_users(&mut self, effects: &mut Vec<Effect>) {
        if self.view != View::UsedBy {
            return;
        }
        let Some((file, of)) = self.file().and_then(|f| Some((f.id, f.look.selection.as_ref()?.id))) else { return };
        if self.used_by.as_ref().is_none_or(|u| u.file != file || u.of != of) {
            let asked = UsedBy::asked(file, of);
            self.used_by = Some(match self.used_by.take() {
                Some(before) => asked.like(before),
                None => asked,
            });
        } else if !self.used_by.as_mut().is_some_and(UsedBy::asks_order) {
            return;
        }
        let order = self.used_by.as_ref().map(|u| u.order).unwrap_or_default();
        effects.push(Effect::Ask(Job::Users(FindUsers { file, of, order })));
    }

    pub(super) fn used_by_said(&mut self, msg: UsedByMsg, effects: &mut Vec<Effect>) {
        let Some(mut used_by) = self.used_by.take() else { return };
        let go = self.file().and_then(|file| used_by.update(file.look.list.columns(), msg));
        self.used_by = Some(used_by);
        if let Some((id, path)) = go {
            self.view = View::Layout;
            self.apply(Msg::GoTo(id, path, Way::Push), effects);
        }
    }

    pub(super) fn desk_said(&mut self, outcome: Outcome, effects: &mut Vec<Effect>) {
        match outcome {
            Outcome::Progress(Sort::Changes, _, done, _) => self.changes.progress = done as u32,
            Outcome::Progress(sort, what, done, total) => {
                if let Some(reading) = self.reading.as_mut().filter(|reading| reading.job == Some(sort)) {
                    *reading = Reading { what, done, total, ..reading.clone() };
                }
            }
            Outcome::Done(answer) => self.answered(answer, effects),
            Outcome::Failed(sort, problem) => self.unanswered(sort, problem, effects),
        }
    }

    fn answered(&mut self, answer: Answer, effects: &mut Vec<Effect>) {
        match answer {
            Answer::Found(found) => {
                if let Some(file) = self.files.iter_mut().find(|file| file.id == found.file) {
                    file.look.list.found(found.turn, found.results, found.problem);
                }
            }
            Answer::Printed(printed) => {
                self.reading = None;
                self.notice = format!("Saved {}", printed.save_as);
                effects.push(Effect::Save(printed.save_as, printed.text));
            }
            Answer::Packed(request, packed) => self.packed(&request, packed),
            Answer::Unpacked(carried) => {
                self.apply(Msg::Opened(Box::new(desk::carried::input(carried))), effects);
                self.unpack_next(effects);
            }
            Answer::Carried(request, carry) => self.carried(request, carry),
            Answer::Users(found) => {
                let Some(mut used_by) = self.used_by.take() else { return };
                if let Some(file) = self.file_of(found.file).filter(|f| f.id == used_by.file && used_by.of == found.of)
                {
                    used_by.found(file.look.list.columns(), found.users, found.often);
                }
                self.used_by = Some(used_by);
            }
            Answer::Pad(compiled) => self.pad_compiled(*compiled, effects),
            Answer::Digest(id, sha256) => self.apply(Msg::Digest(id, sha256), effects),
            Answer::Program(id, overview) => self.program_listed(id, *overview, effects),
            Answer::Function(id, model) => self.function_read(id, *model),
            Answer::Lists(asked, listed) => self.listed(&asked, *listed, effects),
            Answer::Moved(request, blob) => self.moved(&request, blob, effects),
            Answer::Core(id, list) => self.core_listed(id, *list, effects),
            Answer::Graph(drawn) => self.graph_drawn(drawn),
            Answer::Picture(made) => self.picture_made(made, effects),
            Answer::Relocation(id, detail) => self.relocation_read(id, *detail),
            Answer::Log(id, links) => self.log_read(id, Ok(links)),
            Answer::Probe(asked, probe) => self.probed_said(&asked, *probe),
            Answer::Sides(request, sides) => self.sides_read(&request, *sides),
            Answer::Changes(pair, changes) => self.changes_read(pair, changes),
            Answer::Fields(request, rows) => self.fields_read(&request, rows),
            Answer::Paths(request, found) => self.paths_read(&request, found),
            Answer::Lesson(name, lesson) => self.lesson_read(&name, *lesson, effects),
            Answer::Step(turn, ready) => self.step_ready(turn, *ready, effects),
        }
    }

    fn unanswered(&mut self, sort: Sort, problem: Problem, effects: &mut Vec<Effect>) {
        match sort {
            // It takes longer here, but it comes.
            Sort::Search(id) => {
                if let Some(file) = self.files.iter_mut().find(|file| file.id == id) {
                    file.look.list.search_here();
                }
            }
            Sort::Print => {
                let name = self.reading.take().map(|reading| reading.name).unwrap_or_default();
                self.apply(Msg::Failed(Problem { file: name, ..problem }), effects);
            }
            Sort::Pack => self.sharing.problem = Some(problem),
            Sort::Pad => self.pad_failed(problem, effects),
            Sort::Unpack => self.apply(Msg::Failed(problem), effects),
            Sort::Users(id) => {
                if let Some(used_by) = self.used_by.as_mut().filter(|u| u.file == id) {
                    used_by.failed(problem.message);
                }
            }
            // A link by name does without; the Tree shows what it knows itself.
            Sort::Digest(_) | Sort::Probe => {}
            Sort::Graph => self.graph_failed(problem),
            Sort::Picture => self.notice = problem.message,
            Sort::Log(id) => self.log_read(id, Err(problem.message)),
            Sort::Lesson => self.lesson_unread(problem, effects),
            Sort::Step => self.learn.said = Some((false, problem.message)),
            Sort::Program(id) | Sort::Function(id) => self.program_unread(id, problem),
            Sort::Lists(id) => self.unlisted(id, problem),
            Sort::Move(_) => self.apply(Msg::Failed(problem), effects),
            Sort::Core(id) | Sort::Relocation(id) => self.core_unread(id, problem),
            Sort::Sides => self.sides_unread(problem),
            Sort::Changes => self.changes_unread(problem),
            Sort::Fields => self.fields_unread(problem),
            Sort::Paths => self.paths_unread(problem),
        }
    }
}
