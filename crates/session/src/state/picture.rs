//! Pictures of what is shown, to save.

use desk::{Job, Picture};
use desk::{PictureOf, What};
use model::picture::Frame;
use model::picture::InType;
use model::picture::TypePicture;
use model::views::View;

use super::{Effect, Msg, Out, Session};
use crate::graph::Subject;
use crate::shot::Shot;

impl Session {
    /// Asks for a picture of what is shown.
    pub(super) fn ask_picture(&self, shot: Shot, png: bool, dark: bool) -> Vec<Out> {
        let Some((what, title)) = self.picture(shot) else {
            return vec![Msg::Notice("There is no picture of this: Layout, Tree and Graph have one".into()).into()];
        };
        let Some(file) = self.file() else { return vec![] };
        let frame = Frame { title, source: format!("{} · btfscope", file.name), dark };
        let request = PictureOf { file: file.id, what, frame, png };
        vec![Job::Picture(request).into()]
    }

    /// What a picture of what is shown has on it, and its title.
    fn picture(&self, shot: Shot) -> Option<(What, String)> {
        if let Some((_, subject)) = self.graph_subject() {
            let title = match subject {
                Subject::Program => "calls and maps".to_owned(),
                Subject::Type(_) => format!("{}: graph", self.graph.drawing.as_ref()?.nodes.first()?.label),
            };
            return Some((What::Graph(self.graph.ask(true, self)?), title));
        }
        let file = self.file()?;
        let selection = file.look.selection.as_ref()?;
        if self.program().is_some() || self.core().is_some() {
            return None;
        }
        let name = dump::type_name(&file.btf, selection.id);
        let of = InType { id: selection.id, path: selection.path.clone(), flipped: self.settings.flip_bits };
        match (self.view, shot) {
            (View::Layout, Shot::View) => Some((What::Type(TypePicture::Layout(of)), format!("{name}: layout"))),
            (View::Layout, Shot::Strip) => Some((What::Type(TypePicture::Strip(of)), format!("{name}: bits"))),
            (View::Tree, _) => {
                let open = file.look.rows.tree_open().0.iter().cloned().collect();
                Some((What::Type(TypePicture::Tree(of, open)), format!("{name}: tree")))
            }
            _ => None,
        }
    }

    /// The desk drew it.
    pub(super) fn picture_made(made: Picture) -> Vec<Out> {
        let said = Msg::Notice(format!("Saved {}", made.name));
        let save = match made.png {
            true => Effect::SavePng(made.name, made.svg),
            false => Effect::Save(made.name, made.svg),
        };
        vec![said.into(), save.into()]
    }
}
