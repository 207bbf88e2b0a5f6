//! What is left to the desk, and what comes back from it.

use crate::FilesMsg;
use desk::FileId;
use desk::Problem;
use desk::{Answer, AtlasSays, AtlasWork, CANCELLED, Job, JobKind, Outcome};

use super::{Effect, Msg, Session};
use crate::file::Look;
use crate::look::atlas::KERNEL;
use crate::look::picture;

impl Session {
    pub(super) fn desk_said(&mut self, outcome: Outcome, effects: &mut Vec<Effect>) {
        match outcome {
            Outcome::Progress(JobKind::Changes, _, amount) => self.changes.progress(&amount),
            Outcome::Progress(kind, what, amount) => self.intake.progress(kind, what, amount),
            Outcome::Done(answer) => self.answered(answer, effects),
            Outcome::Failed(job, problem) => self.unanswered(*job, problem, effects),
            Outcome::Cancelled(job) => self.cancelled(*job, effects),
            Outcome::Slow(kind) => self.intake.desk_is_slow(kind),
            Outcome::Silent(silent) => self.intake.desk_is_silent(silent),
        }
    }

    /// Lets a feature of a file take something, when the file is still open.
    fn in_look(&mut self, id: FileId, take: impl FnOnce(&mut Look)) {
        if let Some(file) = self.files.of_mut(id) {
            take(&mut file.look);
        }
    }

    /// Leads an answer to the feature that asked.
    fn answered(&mut self, answer: Answer, effects: &mut Vec<Effect>) {
        match answer {
            Answer::Found(found) => {
                self.in_look(found.file, |look| look.list.found(found.turn, found.results, found.problem));
            }
            Answer::Printed(printed) => self.run(effects, |s| &mut s.intake, |i, _| i.printed(printed)),
            Answer::Packed(ask, packed) => self.sharing.packed(&ask, packed),
            Answer::Carried(ask, carry) => self.sharing.carried(&ask, carry),
            Answer::PackedFits(ask, packed) => self.sharing.packed_fits(&ask, packed),
            Answer::Unpacked(carried) => self.run(effects, |s| &mut s.link, |l, _| l.unpacked(carried)),
            Answer::Digest(id, sha256) => self.apply(Msg::Files(FilesMsg::Digest(id, sha256)), effects),
            Answer::Moved(ask, blob) => {
                self.run_in(ask.file, effects, |f| &mut f.look.lists, |l, file, s| l.moved(&ask, blob, file, s));
            }
            Answer::Pad(compiled) => self.run(effects, |s| &mut s.pad, |p, s| p.answered(*compiled, s)),
            Answer::Program(id, list) => {
                self.run_in(id, effects, |f| &mut f.look.program, |p, file, s| p.answered(*list, file, s));
            }
            Answer::Function(id, model) => self.in_look(id, |look| look.program.read(*model)),
            Answer::Symbols(id, symbols) => self.in_look(id, |look| look.listing.answered(symbols)),
            Answer::Lists(ask, listed) => {
                self.run_in(ask.file, effects, |f| &mut f.look.lists, |l, _, s| l.answered(&ask, *listed, s));
            }
            Answer::Core(ask, list) => {
                self.run_in(ask.file, effects, |f| &mut f.look.core, |c, _, s| c.answered(ask, *list, s));
            }
            Answer::Fits(ask, fits) => self.in_look(ask.file, |look| look.fits.answered(&ask, *fits)),
            Answer::Relocation(ask, detail) => self.in_look(ask.on.file, |look| look.core.read(ask, *detail)),
            Answer::Log(Some(id), turn, reading) => self.in_look(id, |look| look.log.answered(turn, reading)),
            Answer::Log(None, turn, reading) => self.log.look.answered(turn, reading),
            Answer::Graph(drawn) => self.graph.drawn(drawn),
            Answer::Picture(made) => self.obey(picture::drawn(made), effects),
            Answer::Probe(asked, probe) => self.probed.answered(&asked, *probe),
            Answer::Users(ask, found) => self.with(|s| &mut s.used_by, |u, s| u.answered(&ask, found, s)),
            Answer::Sides(ask, sides) => self.with(|s| &mut s.compare, |c, s| c.answered(&ask, *sides, s)),
            Answer::Changes(pair, list) => self.with(|s| &mut s.changes, |c, s| c.answered(pair, list, s)),
            Answer::Fields(request, rows) => self.fields.answered(&request, rows),
            Answer::Verdict(ask, ruling) => self.verdict.answered(&ask, *ruling),
            Answer::Own(ask, own) => {
                self.run_in(ask.file, effects, |f| &mut f.look.values, |v, file, s| v.answered(&ask, *own, file, s));
            }
            Answer::Paths(request, found) => self.paths.answered(&request, found),
            Answer::Atlas(ask, AtlasSays::Kernel(taken)) => {
                if self.atlas.takes(&ask) {
                    self.intake.end(KERNEL);
                    self.run(effects, |s| &mut s.atlas, |a, _| a.taken_out(taken));
                }
            }
            Answer::Atlas(ask, said) => self.atlas.answered(&ask, said),
            Answer::Lesson(name, lesson) => self.run(effects, |s| &mut s.learn, |l, s| l.read(&name, *lesson, s)),
            Answer::Page(name, text) => {
                self.notice = format!("Saved {name}");
                effects.push(Effect::Save(name, text));
            }
            Answer::Step(turn, ready) => self.run(effects, |s| &mut s.learn, |l, s| l.answered(turn, *ready, s)),
        }
    }

    /// A person cancelled what was asked. Whoever asked says so in the place of the answer; that it was cancelled was said, too.
    fn cancelled(&mut self, job: Job, effects: &mut Vec<Effect>) {
        match job {
            Job::Search(ask) => self.in_look(ask.file, |look| look.list.cancelled(ask.turn, CANCELLED)),
            Job::Print(_) | Job::SaveChanges(_) | Job::Picture(_) | Job::Page(_) => {}
            job => self.unanswered(job, Problem::new("", CANCELLED), effects),
        }
    }

    /// Says to the feature that asked why there is no answer to what it asked.
    fn unanswered(&mut self, job: Job, problem: Problem, effects: &mut Vec<Effect>) {
        let why = problem.message.clone();
        match job {
            // It takes longer here, but it comes.
            Job::Search(ask) => self.in_look(ask.file, |look| look.list.search_here(ask.turn)),
            Job::Print(_) | Job::SaveChanges(_) => self.intake.unprinted(problem),
            Job::Pack(ask) => self.sharing.not_packed(&ask, why),
            Job::Carry(ask) => self.sharing.not_carried(&ask, why),
            Job::PackFits(ask) => self.sharing.no_fits(&ask, why),
            Job::Pad(ask) => self.run(effects, |s| &mut s.pad, |p, s| p.failed(ask.turn, problem, s)),
            Job::Unpack(text, name) => {
                self.run(effects, |s| &mut s.link, |l, _| l.not_unpacked(text, name, problem));
            }
            // A link by name does without.
            Job::Digest(_) => {}
            Job::Move(_) => self.apply(Msg::Files(FilesMsg::Failed(problem)), effects),
            Job::Atlas(ask) if ask.work() == AtlasWork::Kernel => {
                if self.atlas.takes(&ask) {
                    self.intake.end(KERNEL);
                    self.run(effects, |s| &mut s.atlas, |a, _| a.not_taken_out(problem));
                }
            }
            Job::Atlas(ask) => {
                if let Some(name) = self.atlas.failed(&ask, why) {
                    // The list of its kernels says so, too, but may be out of sight.
                    self.notice.clear();
                    self.apply(Msg::Files(FilesMsg::Failed(Problem { file: name, ..problem })), effects);
                }
            }
            Job::Program(id) => self.in_look(id, |look| look.program.failed(why)),
            Job::Function(ask) => self.in_look(ask.file, |look| look.program.unread(ask.index, why)),
            Job::Symbols(id) => self.in_look(id, |look| look.listing.failed(why)),
            Job::Core(ask) => self.in_look(ask.file, |look| look.core.failed(&ask, why)),
            Job::Fits(ask) => self.in_look(ask.file, |look| look.fits.failed(&ask, why)),
            Job::Relocation(ask) => self.in_look(ask.on.file, |look| look.core.unread(ask, why)),
            Job::Lists(ask) => self.in_look(ask.file, |look| look.lists.failed(&ask, why)),
            Job::Log(ask) => match ask.file {
                Some(file) => self.in_look(file, |look| look.log.failed(ask.turn, why)),
                None => self.log.look.failed(ask.turn, why),
            },
            Job::Graph(ask) => self.graph.failed(ask.turn, why),
            Job::Picture(_) | Job::Page(_) => self.notice = why,
            Job::Probe(ask) => self.probed.failed(&ask, why),
            Job::Users(ask) => self.used_by.failed(&ask, why),
            Job::Sides(ask) => self.compare.failed(&ask, why),
            Job::Changes(pair) => self.changes.failed(pair, why),
            Job::Fields(ask) => self.fields.failed(&ask, why),
            Job::Verdict(ask) => self.verdict.failed(&ask, why),
            Job::Own(ask) => self.in_look(ask.file, |look| look.values.failed(&ask, why)),
            Job::Paths(ask) => self.paths.failed(&ask, why),
            Job::Lesson(..) => self.run(effects, |s| &mut s.learn, |l, _| l.unread(problem)),
            Job::Step(ask) => self.learn.failed(ask.turn, why),
        }
    }
}
