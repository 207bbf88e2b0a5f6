//! What is left to the desk, and what comes back from it.

use crate::FilesMsg;
use desk::FileId;
use desk::Problem;
use desk::{Answer, AtlasSays, AtlasWork, JobKind, Outcome};

use super::{Effect, Msg, Session};
use crate::file::Look;
use crate::look::atlas::KERNEL;
use crate::look::picture;

impl Session {
    pub(super) fn desk_said(&mut self, outcome: Outcome, effects: &mut Vec<Effect>) {
        match outcome {
            Outcome::Progress(JobKind::Changes, _, done, _) => self.changes.progress(done),
            Outcome::Progress(kind, what, done, total) => self.intake.progress(kind, what, done, total),
            Outcome::Done(answer) => self.answered(answer, effects),
            Outcome::Failed(kind, problem) => self.unanswered(kind, problem, effects),
            Outcome::Silent(silent) => self.intake.desk_is_silent(silent),
        }
    }

    /// Lets a feature of a file take something, when the file is still open.
    fn in_look(&mut self, id: FileId, take: impl FnOnce(&mut Look)) {
        if let Some(file) = self.files.iter_mut().find(|file| file.id == id) {
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
            Answer::Unpacked(carried) => {
                self.apply(Msg::Files(FilesMsg::Opened(Box::new(desk::carried::input(carried)))), effects);
                self.run(effects, |s| &mut s.link, |l, _| l.unpack_next());
            }
            Answer::Digest(id, sha256) => self.apply(Msg::Files(FilesMsg::Digest(id, sha256)), effects),
            Answer::Moved(request, blob) => {
                if let Some(input) = self.moved(&request, blob) {
                    self.open(input, effects);
                }
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
            Answer::Log(id, turn, reading) => self.in_look(id, |look| look.log.answered(turn, reading)),
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
            Answer::Atlas(_, AtlasSays::Kernel(taken)) => {
                self.intake.end(KERNEL);
                self.run(effects, |s| &mut s.atlas, |a, _| a.taken_out(taken));
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

    /// Says to the feature that asked why there is no answer.
    fn unanswered(&mut self, kind: JobKind, problem: Problem, effects: &mut Vec<Effect>) {
        let why = problem.message.clone();
        match kind {
            // It takes longer here, but it comes.
            JobKind::Search(id) => self.in_look(id, |look| look.list.search_here()),
            JobKind::Print => self.intake.unprinted(problem),
            JobKind::Pack => self.sharing.failed(why),
            JobKind::Pad => self.run(effects, |s| &mut s.pad, |p, s| p.failed(problem, s)),
            JobKind::Unpack => {
                // A link that carries its types and cannot be read: there is no file to ask for.
                let of_program = self.link.wanted().is_some_and(|wanted| wanted.address.fits);
                let problem = if of_program { desk::carried::of_program(problem) } else { problem };
                self.link.drop_carried(None);
                self.apply(Msg::Files(FilesMsg::Failed(problem)), effects);
            }
            // A link by name does without.
            JobKind::Digest(_) => {}
            JobKind::Move(_) => self.apply(Msg::Files(FilesMsg::Failed(problem)), effects),
            JobKind::Atlas(AtlasWork::Kernel) => {
                self.intake.end(KERNEL);
                self.run(effects, |s| &mut s.atlas, |a, _| a.not_taken_out(problem));
            }
            JobKind::Atlas(work) => self.atlas.failed(work, &problem),
            JobKind::Program(id) => self.in_look(id, |look| look.program.failed(why)),
            JobKind::Function(id) => self.in_look(id, |look| look.program.unread(why)),
            JobKind::Symbols(id) => self.in_look(id, |look| look.listing.failed(why)),
            JobKind::Core(id) => self.in_look(id, |look| look.core.failed(why)),
            JobKind::Fits(id) => self.in_look(id, |look| look.fits.failed(why)),
            JobKind::Relocation(id) => self.in_look(id, |look| look.core.unread(why)),
            JobKind::Lists(id) => self.in_look(id, |look| look.lists.failed(why)),
            JobKind::Log(id) => self.in_look(id, |look| look.log.failed(why)),
            JobKind::Graph => self.graph.failed(why),
            JobKind::Picture | JobKind::Page => self.notice = why,
            JobKind::Probe => self.probed.failed(why),
            JobKind::Users(_) => self.used_by.failed(why),
            JobKind::Sides => self.compare.failed(why),
            JobKind::Changes => self.changes.failed(why),
            JobKind::Fields => self.fields.failed(why),
            JobKind::Verdict => self.verdict.failed(why),
            JobKind::Own(id) => self.in_look(id, |look| look.values.failed(why)),
            JobKind::Paths => self.paths.failed(why),
            JobKind::Lesson => self.run(effects, |s| &mut s.learn, |l, _| l.unread(problem)),
            JobKind::Step => self.learn.failed(why),
        }
    }
}
