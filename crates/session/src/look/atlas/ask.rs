//! Questions to atlases, and their answers.

use btf::Kind;
use desk::{AskAtlas, AtlasQuestion, AtlasSays, Problem, WhichFile};
use model::atlas::Asked;
use model::views::View;
use model::words::kind_word;

use super::AtlasLook;
use crate::Session;
use crate::file::OpenFile;
use crate::look::fields::selected_field;
use crate::msg::{FilesMsg, Msg, Overlay};
use crate::out::Out;
use crate::receive::Receives;
use crate::seen::Seen;

/// How long a text must be, in bytes, for names to be searched.
const SHORTEST: usize = 2;

/// Whether names that begin with this text are searched: the text is long enough, is no path, and has no keyword before
/// the name.
pub(super) fn begins_name(text: &str) -> bool {
    text.len() >= SHORTEST && !text.contains(['.', ' ', '['])
}

impl AtlasLook {
    /// A question to the chosen atlas. If all atlases are searched, the others are asked, too. But four answers come
    /// from the chosen atlas alone: the list of kernels, the code for all kernels, which kernel a file is, and which
    /// kernels a module continues.
    pub(super) fn ask(&self, what: AtlasQuestion) -> AskAtlas {
        let also = match what {
            AtlasQuestion::Board | AtlasQuestion::Read(_) | AtlasQuestion::Which(_) | AtlasQuestion::Continued(_) => {
                vec![]
            }
            _ => self.also(),
        };
        let distributions = match what {
            AtlasQuestion::Board
            | AtlasQuestion::Distributions
            | AtlasQuestion::Names(_)
            | AtlasQuestion::Continued(_) => vec![],
            _ => self.distributions.chosen(),
        };
        AskAtlas { atlas_id: self.atlas_id, what, also, distributions }
    }

    /// Asks for everything from atlases that is shown.
    pub(super) fn ask_what_is_shown(&mut self, seen: &Seen) -> Vec<Out> {
        let mut out = Vec::new();
        let panel = seen.file().is_none() || seen.overlay() == Overlay::Atlas;
        if panel && self.any() {
            let text = self.text.trim();
            if begins_name(text) {
                let ask = self.ask(AtlasQuestion::Names(text.to_owned()));
                out.extend(self.names.want(ask).map(Out::ask));
            }
            if self.listed {
                let ask = self.ask(AtlasQuestion::Board);
                out.extend(self.board.want(ask).map(Out::ask));
            }
        }
        let file = seen.file().filter(|file| self.is_identified(file.id) && self.may_identify(file));
        // While a type of the file is selected, this is not asked, and the answer stays.
        if let Some(file) = file.filter(|file| file.look.selection.is_none()) {
            let name = file.release().unwrap_or_else(|| file.given_name.clone());
            let of = WhichFile { id: file.id, name, from_c: file.from_c.is_some(), distilled: file.distilled };
            let ask = self.ask(AtlasQuestion::Which(of));
            out.extend(self.which.want_anew(ask).map(Out::ask));
        }
        if let Some(split) = self.waiting.clone().filter(|_| self.any()) {
            let ask = self.ask(AtlasQuestion::Continued(split));
            out.extend(self.continued.want_anew(ask).map(Out::ask));
        }
        // Do not ask before the person has asked or chosen an atlas: this may fetch the directory of the page's atlas.
        if self.any() && (self.atlas_id.is_some() || self.glance.used) {
            let ask = self.ask(AtlasQuestion::Distributions);
            out.extend(self.distributions.ask.want(ask).map(Out::ask));
        }
        let field = if panel { None } else { shown_type(seen).and(seen.file()).and_then(selected_field) };
        // If a member is selected, the view shows only the member's history.
        let about = if panel { self.about.clone() } else { shown_type(seen).filter(|_| field.is_none()) };
        match about.clone().filter(|_| self.any()) {
            Some(text) => {
                let ask = self.ask(AtlasQuestion::History(text));
                if let Some(ask) = self.past.want_anew(ask) {
                    self.side = None;
                    out.push(Out::ask(ask));
                }
            }
            None => self.past.forget(),
        }
        // The code for all kernels is shown below the picture of a history, once the picture is there. The inspector
        // shows it for a field, too, if the person asked for it there.
        let has_history = self.history(true).is_some_and(|past| past.present().0 > 0);
        let in_inspector = (self.reads_all && !panel).then(|| seen.file().and_then(selected_field)).flatten();
        let of_function =
            about.clone().filter(|_| self.history(false).is_some_and(|past| past.kind == Some(Kind::Func)));
        let of_field = field.clone().filter(|_| has_history).or(in_inspector);
        // Only fields may be followed under several names.
        let of_field = of_field.map(|text| Asked::split(&text, self.split));
        match of_field.or(of_function.filter(|_| !panel)).filter(|_| self.any()) {
            Some(text) => {
                let ask = self.ask(AtlasQuestion::Read(text));
                out.extend(self.code.want_anew(ask).map(Out::ask));
            }
            None => self.code.forget(),
        }
        match field.filter(|_| self.any()) {
            Some(text) => {
                let ask = self.ask(AtlasQuestion::Field(Asked::split(&text, self.split)));
                if let Some(ask) = self.field.want_anew(ask) {
                    self.side = None;
                    out.push(Out::ask(ask));
                }
            }
            None => self.field.forget(),
        }
        out.extend(self.ask_at_a_glance(seen));
        out
    }

    /// Takes an atlas's answer.
    pub(crate) fn answered(&mut self, ask: &AskAtlas, said: AtlasSays) {
        self.glance.used = true;
        let is_last = match (said, &ask.what) {
            (AtlasSays::Answer(answer), _) => self.glance.ask.take(ask, *answer),
            (AtlasSays::Board(board), _) => self.board.take(ask, board),
            (AtlasSays::Code(code), _) => self.code.take(ask, *code),
            (AtlasSays::Which(which), AtlasQuestion::Continued(_)) => self.continued.take(ask, which),
            (AtlasSays::Which(which), _) => self.which.take(ask, which),
            (AtlasSays::Distributions(all), _) => self.distributions.ask.take(ask, all),
            (AtlasSays::Names(rows), _) => self.names.take(ask, rows),
            (AtlasSays::History(past), AtlasQuestion::Field(_)) => self.field.take(ask, *past),
            (AtlasSays::History(past), _) => self.past.take(ask, *past),
        };
        if is_last && matches!(ask.what, AtlasQuestion::Names(_)) {
            self.chosen = None;
        }
    }

    /// Takes a failure. If an atlas beside the page's own cannot be read at all, returns its name.
    pub(crate) fn failed(&mut self, ask: &AskAtlas, why: String) -> Option<String> {
        let is_last = match ask.what {
            AtlasQuestion::Board => self.board.fail(ask, why),
            AtlasQuestion::Distributions => self.distributions.ask.fail(ask, why),
            AtlasQuestion::Names(_) => self.names.fail(ask, why),
            AtlasQuestion::History(_) => self.past.fail(ask, why),
            AtlasQuestion::Field(_) => self.field.fail(ask, why),
            AtlasQuestion::Read(_) => self.code.fail(ask, why),
            AtlasQuestion::Which(_) => self.which.fail(ask, why),
            AtlasQuestion::Continued(_) => self.continued.fail(ask, why),
            AtlasQuestion::Glance(_) => self.glance.ask.fail(ask, why),
        };
        self.whole(ask).filter(|_| is_last)
    }

    /// The name of the atlas, if it is not the page's own and the question is for the list of its kernels: a failure is
    /// then about the atlas as a whole.
    fn whole(&self, ask: &AskAtlas) -> Option<String> {
        let whole = ask.what == AtlasQuestion::Board;
        self.dropped.iter().find(|atlas| whole && Some(atlas.id) == ask.atlas_id).map(|atlas| atlas.name.clone())
    }
}

/// The question for the history of the selected type, if History is shown.
fn shown_type(seen: &Seen) -> Option<String> {
    type_question(seen.file().filter(|_| seen.view() == View::History && seen.screen().has_type())?)
}

/// The question for the history of a file's selected type; none if the type has no name.
pub(super) fn type_question(file: &OpenFile) -> Option<String> {
    let t = file.btf.get(file.look.selection.as_ref()?.id).filter(|t| !t.name().is_empty())?;
    Some(t.tagged(t.name()).unwrap_or_else(|| format!("{} {}", kind_word(&t), t.name())))
}

impl Receives<AskAtlas> for Session {
    fn receive(&mut self, ask: AskAtlas, result: Result<AtlasSays, Problem>) {
        match result {
            Ok(result) => {
                if let Some(atlas) = self.atlas.whole(&ask) {
                    self.intake.settled(&atlas);
                }
                self.atlas.answered(&ask, result);
                let out = self.atlas.awaited_came();
                self.apply_out(out);
            }
            Err(problem) => {
                if let Some(file) = self.atlas.failed(&ask, problem.message.clone()) {
                    // The list of kernels shows the problem, too, but may not be visible.
                    self.notice.clear();
                    self.apply(Msg::Files(FilesMsg::Problem(Problem { file, ..problem })));
                }
            }
        }
    }
}
