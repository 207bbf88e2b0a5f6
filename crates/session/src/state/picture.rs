//! Pictures of what is shown, to save.

use desk::{Job, Picture};
use desk::{PictureOf, What};
use model::picture::Frame;
use model::picture::InType;
use model::picture::TypePicture;
use model::views::View;

use super::{Effect, Session};
use crate::graph::Subject;
use crate::shot::Shot;

impl Session {
    /// Asks for a picture of what is shown.
    pub(super) fn ask_picture(&mut self, shot: Shot, png: bool, dark: bool, effects: &mut Vec<Effect>) {
        let Some((what, title)) = self.picture(shot) else {
            self.notice = "There is no picture of this: Layout, Tree and Graph have one".into();
            return;
        };
        let Some(file) = self.file() else { return };
        let frame = Frame { title, source: format!("{} · btfscope", file.name), dark };
        let request = PictureOf { file: file.id, what, frame, png };
        effects.push(Effect::Ask(Job::Picture(request)));
    }

    /// What a picture of what is shown has on it, and its title.
    fn picture(&mut self, shot: Shot) -> Option<(What, String)> {
        if let Some((_, subject)) = self.graph_subject() {
            let title = match subject {
                Subject::Program => "calls and maps".to_owned(),
                Subject::Type(_) => format!("{}: graph", self.graph.drawing.as_ref()?.nodes.first()?.label),
            };
            return Some((What::Graph(self.ask_of_graph(true)?), title));
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
                let open = file.look.tree_open.0.iter().cloned().collect();
                Some((What::Type(TypePicture::Tree(of, open)), format!("{name}: tree")))
            }
            _ => None,
        }
    }

    /// The desk drew it.
    pub(super) fn picture_made(&mut self, made: Picture, effects: &mut Vec<Effect>) {
        self.notice = format!("Saved {}", made.name);
        effects.push(match made.png {
            true => Effect::SavePng(made.name, made.svg),
            false => Effect::Save(made.name, made.svg),
        });
    }
}
