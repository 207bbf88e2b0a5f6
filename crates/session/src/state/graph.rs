//! The Graph view: what is asked of the desk, and what happens to it.

use desk::FileId;
use desk::Problem;
use desk::{AskGraph, GraphDrawn, Job};
use model::focus::ByteFocus;
use model::path;
use model::path::Path;
use model::views::View;

use super::{Effect, Msg, Session, Way};
use crate::graph::{GraphMsg, NodeKey, Subject, along};
use crate::look::program::Picked;

impl Session {
    /// What the graph that is shown is about, if one is.
    pub fn graph_subject(&self) -> Option<(FileId, Subject)> {
        let file = self.file()?;
        if self.core().is_some() {
            return None;
        }
        if self.program().is_some() {
            let shown = file.look.program.picked == Some(Picked::Calls) && file.look.program.overview.is_some();
            return shown.then_some((file.id, Subject::Program));
        }
        let id = file.look.selection.as_ref()?.id;
        (self.view == View::Graph).then_some((file.id, Subject::Type(id)))
    }

    /// Asks for the graph that is shown, when it is not there.
    pub(super) fn ask_graph(&mut self, effects: &mut Vec<Effect>) {
        let Some((file, subject)) = self.graph_subject() else { return };
        if self.graph.subject == Some((file, subject)) {
            return;
        }
        // What an address has expanded comes without a subject.
        if self.graph.subject.is_some() {
            self.graph.forget();
        }
        self.graph.begin(file, subject);
        self.draw_graph(false, effects);
        if subject != Subject::Program {
            self.show_address(Way::Replace, effects);
        }
    }

    /// Takes what an address says of the graph.
    pub(super) fn take_graph(&mut self, words: &str) {
        let Some(file) = self.current.and_then(|id| self.files.iter().find(|f| f.id == id)) else { return };
        self.graph.take_words(words, &|kind, name| super::link::find_named(file, kind, name));
    }

    /// What to ask for; none before there is a subject.
    pub(super) fn ask_of_graph(&self, keep: bool) -> Option<AskGraph> {
        let types = self.file().and_then(|f| Some(along(&f.btf, f.look.selection.as_ref()?))).unwrap_or_default();
        self.graph.request(types, keep)
    }

    fn draw_graph(&mut self, keep: bool, effects: &mut Vec<Effect>) {
        self.graph.waiting();
        effects.extend(self.ask_of_graph(keep).map(|ask| Effect::Ask(Job::Graph(ask))));
    }

    pub(super) fn graph_drawn(&mut self, answer: GraphDrawn) {
        self.graph.drawn(answer);
    }

    pub(super) fn graph_said(&mut self, msg: GraphMsg, effects: &mut Vec<Effect>) {
        match msg {
            GraphMsg::Settings(settings) => {
                let same = crate::graph::GraphSettings { table: self.graph.settings.table, ..settings };
                let redraw = same != self.graph.settings;
                self.graph.settings = settings;
                if redraw {
                    self.draw_graph(false, effects);
                }
                self.show_address(Way::Replace, effects);
            }
            GraphMsg::Focus(key) => {
                self.graph.focus = Some(key);
                self.focus_node();
            }
            GraphMsg::Step(way) => {
                if self.graph.step(way) {
                    self.focus_node();
                }
            }
            GraphMsg::Toggle(key @ NodeKey::Other(_)) | GraphMsg::Open(key) => self.open_node(key, effects),
            GraphMsg::Toggle(key) => {
                self.graph.focus = Some(key);
                let (said, ask) = self.graph.toggle(key);
                self.notice = said;
                if ask {
                    self.draw_graph(true, effects);
                    self.show_address(Way::Replace, effects);
                }
                self.focus_node();
            }
            GraphMsg::Again => self.draw_graph(false, effects),
            GraphMsg::Move(key, at) => {
                // The lines find their way anew.
                self.graph.move_to(key, at);
                self.draw_graph(true, effects);
            }
            GraphMsg::Edge(index) => self.select_edge(index, effects),
        }
    }

    /// Goes to what a node is.
    fn open_node(&mut self, key: NodeKey, effects: &mut Vec<Effect>) {
        match key {
            NodeKey::Type(id) => self.apply(Msg::GoTo(id, Path::root(), Way::Push), effects),
            NodeKey::MoreUses(_) | NodeKey::MoreUsers(_) => self.graph_said(GraphMsg::Toggle(key), effects),
            NodeKey::Other(_) => {
                if let Some(goes) = self.graph.goes(key).cloned() {
                    self.follow_note(goes, effects);
                }
            }
        }
    }

    /// Shows the record of the type that has the focus in the Bytes and the inspector.
    fn focus_node(&mut self) {
        let focus = self.graph.focus;
        let Some((_, Subject::Type(of))) = self.graph.subject else { return };
        let Some(file) = self.file_mut() else { return };
        file.look.byte = match focus {
            Some(NodeKey::Type(id)) if id != of => {
                let blob = file.blob_of(id);
                let at = file.blob(blob).and_then(|btf| btf.get(id)).map(|t| t.record().start);
                at.map(|at| ByteFocus { blob, at })
            }
            _ => None,
        };
    }

    /// Selects a member that an edge from the type in the middle stands for; the next one of several, when one of them is selected.
    fn select_edge(&mut self, index: usize, effects: &mut Vec<Effect>) {
        let Some(drawing) = self.graph.drawing.clone() else { return };
        let Some(edge) = drawing.edges.get(index) else { return };
        if edge.from != 0 {
            let key = drawing.nodes.get(edge.to).map(|n| n.key);
            return key.into_iter().for_each(|key| self.graph_said(GraphMsg::Focus(key), effects));
        }
        let Some(file) = self.file() else { return };
        let Some(selection) = &file.look.selection else { return };
        let paths = edge.names.iter().filter_map(|n| path::from_names(&file.btf, selection.id, n));
        let paths: Vec<Path> = paths.collect();
        let at = paths.iter().position(|p| *p == selection.path).map_or(0, |at| (at + 1) % paths.len());
        if let Some(path) = paths.get(at).cloned() {
            self.select(path, effects);
        }
    }

    pub(super) fn graph_failed(&mut self, problem: Problem) {
        self.graph.failed(problem.message);
    }
}
