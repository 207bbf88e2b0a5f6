//! Saves a picture of the current view: the desk draws it, the browser saves it.

use desk::{Picture, PictureOf, Problem, What};
use model::picture::{Frame, InType, TypePicture};
use model::views::View;

use crate::Session;
use crate::look::graph::Subject;
pub use crate::msg::Shot;
use crate::msg::{AtlasMsg, Effect, Msg};
use crate::out::Out;
use crate::receive::Receives;

/// Asks the desk for a picture of the current view.
pub(crate) fn ask(session: &Session, shot: Shot, png: bool, dark: bool) -> Vec<Out> {
    if session.view() == View::History && session.screen().has_type() && session.selection().is_some() {
        let of_field = session.atlas().ask_of(true).asked().is_some();
        return vec![Msg::Atlas(AtlasMsg::Picture(of_field, 0, png, dark)).into()];
    }
    let Some((what, title)) = shown(session, shot) else {
        let can = "This view cannot be saved as a picture: Layout, Tree, Graph and History can";
        return vec![Msg::Notice(can.into()).into()];
    };
    let Some(file) = session.file() else { return vec![] };
    let frame = Frame { title, source: format!("{} · btfscope", file.name), dark };
    vec![Out::ask(PictureOf { file: file.id, what, frame, png })]
}

/// The subject of a picture of the current view, and its title; none if the view cannot be drawn.
fn shown(session: &Session, shot: Shot) -> Option<(What, String)> {
    if let Some((_, subject)) = session.graph_subject() {
        let title = match subject {
            Subject::Program => "calls and maps".to_owned(),
            Subject::Type(_) => format!("{}: graph", session.graph().drawing.as_ref()?.nodes.first()?.label),
        };
        return Some((What::Graph(session.graph().ask(true, session)?), title));
    }
    let file = session.file()?;
    let selection = file.look.selection.as_ref()?;
    if !session.screen().has_type() {
        return None;
    }
    let name = dump::type_name(&file.btf, selection.id);
    let of = InType { id: selection.id, path: selection.path.clone(), flipped: session.settings().flip_bits };
    match (session.view(), shot) {
        (View::Layout, Shot::View) => Some((What::Type(TypePicture::Layout(of)), format!("{name}: layout"))),
        (View::Layout, Shot::Strip) => Some((What::Type(TypePicture::Strip(of)), format!("{name}: bits"))),
        (View::Tree, _) => {
            let open = file.look.rows.tree_open.0.iter().cloned().collect();
            Some((What::Type(TypePicture::Tree(of, open)), format!("{name}: tree")))
        }
        _ => None,
    }
}

/// Saves a picture that the desk drew.
fn drawn(made: Picture) -> Vec<Out> {
    let said = Msg::Notice(format!("Saved {}", made.name));
    let save = match made.png {
        true => Effect::SavePng(made.name, made.svg),
        false => Effect::Save(made.name, made.svg),
    };
    vec![said.into(), save.into()]
}

impl Receives<PictureOf> for Session {
    fn receive(&mut self, _: PictureOf, result: Result<Picture, Problem>) {
        match result {
            Ok(found) => self.apply_out(drawn(found)),
            Err(problem) => self.notice.say(problem.message),
        }
    }

    fn cancelled(&mut self, _: PictureOf) {}
}
