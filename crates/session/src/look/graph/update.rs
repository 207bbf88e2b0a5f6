//! The messages of the Graph view, and its questions to the desk.

use desk::{AskGraph, FileId, GraphDrawn, Problem};
use model::address::{Address, InView};
use model::focus::ByteFocus;
use model::path;
use model::path::Path;
use model::views::View;

use super::{GraphMsg, GraphView, NodeKey, Subject};
use crate::Session;
use crate::feature::Feature;
use crate::look::looks::Looks;
use crate::msg::{BrowserHistory, Msg, Picked, ProgramMsg};
use crate::out::Out;
use crate::receive::Receives;
use crate::seen::Seen;
use crate::source::find_named;

impl Session {
    /// The file and subject of the shown graph, if one is shown.
    pub fn graph_subject(&self) -> Option<(FileId, Subject)> {
        subject(self, &self.looks)
    }
}

/// The file and subject of the shown graph, if one is shown.
fn subject(seen: &Seen, looks: &Looks) -> Option<(FileId, Subject)> {
    let file = seen.file()?;
    if seen.program().is_some() {
        let look = &looks[file.id].program;
        let shown = look.picked == Some(Picked::Calls) && look.overview().is_some();
        return shown.then_some((file.id, Subject::Program));
    }
    let id = file.look.selection.as_ref()?.id;
    (seen.view() == View::Graph && seen.screen().has_type()).then_some((file.id, Subject::Type(id)))
}

impl GraphView {
    /// Takes the state of the graph from an address.
    pub(crate) fn apply_address(&mut self, address: &Address, seen: &Seen) {
        if let Some(file) = seen.file() {
            let words = if let InView::Graph(words) = &address.in_view { words } else { "" };
            self.apply_words(words, &|kind, name| find_named(file, kind, name));
        }
    }

    /// Marks the graph to be drawn again. Once a call has asked for a new layout of the whole graph (`keep` false),
    /// later calls do not change that.
    fn mark_redraw(&mut self, keep: bool) {
        self.redraw = Some(keep && self.redraw.unwrap_or(true));
    }

    fn expand(&mut self, key: NodeKey, seen: &Seen) -> Vec<Out> {
        self.focus = Some(key);
        let (said, more) = self.toggle(key);
        let mut out = vec![Msg::Notice(said).into()];
        if more {
            self.mark_redraw(true);
            out.push(Out::Address(BrowserHistory::Replace));
        }
        out.extend(self.show_focus(seen));
        out
    }

    /// Goes to the type, function or map of a node.
    fn open(&mut self, key: NodeKey, seen: &Seen) -> Vec<Out> {
        match key {
            NodeKey::Type(id) => vec![Msg::GoTo(id, Path::root(), BrowserHistory::Push).into()],
            NodeKey::MoreUses(_) | NodeKey::MoreUsers(_) | NodeKey::Box(..) => self.expand(key, seen),
            NodeKey::Other(_) => {
                self.goes(key).map(|goes| Msg::Program(ProgramMsg::Go(goes.clone())).into()).into_iter().collect()
            }
        }
    }

    fn focus_on(&mut self, key: NodeKey, seen: &Seen) -> Vec<Out> {
        self.focus = Some(key);
        self.show_focus(seen)
    }

    /// Shows the record of the focused type in the Bytes pane and the inspector.
    fn show_focus(&self, seen: &Seen) -> Vec<Out> {
        let (Some((_, Subject::Type(of))), Some(file)) = (self.subject, seen.file()) else { return vec![] };
        let byte = match self.focus {
            Some(NodeKey::Type(id)) if id != of => {
                let blob = file.blob_of(id);
                let at = file.blob(blob).and_then(|btf| btf.get(id)).map(|t| t.record().start);
                at.map(|at| ByteFocus { blob, at })
            }
            _ => None,
        };
        vec![Out::Byte(byte)]
    }

    /// Selects the member that an edge from the root stands for. If it stands for several, a further click selects the
    /// next one. An edge from another node focuses the node to which it leads.
    fn edge(&mut self, index: usize, seen: &Seen) -> Vec<Out> {
        let Some(drawing) = self.drawing.clone() else { return vec![] };
        let Some(edge) = drawing.edges.get(index) else { return vec![] };
        if edge.from != 0 {
            let key = drawing.nodes.get(edge.to).map(|n| n.key);
            return key.map(|key| self.focus_on(key, seen)).unwrap_or_default();
        }
        let Some((file, selection)) = seen.file().zip(seen.selection()) else { return vec![] };
        let paths = edge.names.iter().filter_map(|n| path::from_names(&file.btf, selection.id, n));
        let paths: Vec<Path> = paths.collect();
        let at = paths.iter().position(|p| *p == selection.path).map_or(0, |at| (at + 1) % paths.len());
        paths.get(at).map(|path| Msg::Select(path.clone()).into()).into_iter().collect()
    }
}

impl Feature for GraphView {
    type Msg = GraphMsg;
    type Reads<'a> = (&'a Seen, &'a Looks);

    fn update(&mut self, msg: GraphMsg, (seen, _): (&Seen, &Looks)) -> Vec<Out> {
        match msg {
            GraphMsg::Settings(settings) => {
                let redraw = settings != self.settings;
                self.settings = settings;
                if redraw {
                    self.mark_redraw(false);
                }
                vec![Out::Address(BrowserHistory::Replace)]
            }
            GraphMsg::Focus(key) => self.focus_on(key, seen),
            GraphMsg::Find(text, by) => {
                let is_there = self.find(&text, by);
                self.search_text = text;
                match self.search_text.trim() {
                    _ if is_there => self.show_focus(seen),
                    "" => vec![],
                    name => vec![Msg::Notice(format!("No node is called {name}")).into()],
                }
            }
            GraphMsg::Step(direction) if self.step(direction) => self.show_focus(seen),
            GraphMsg::Step(_) => vec![],
            GraphMsg::Toggle(key @ NodeKey::Other(_)) | GraphMsg::Open(key) => self.open(key, seen),
            GraphMsg::Toggle(key) => self.expand(key, seen),
            GraphMsg::Again => {
                self.mark_redraw(false);
                vec![]
            }
            GraphMsg::FoldOldest => {
                if self.listed.is_empty() {
                    return vec![];
                }
                self.listed.remove(0);
                self.mark_redraw(true);
                vec![Out::Address(BrowserHistory::Replace)]
            }
            GraphMsg::Leave => {
                let before = self.listed.len();
                let Some(said) = self.leave() else { return vec![] };
                let mut out = vec![Msg::Notice(said).into()];
                if self.listed.len() != before {
                    self.mark_redraw(true);
                    out.push(Out::Address(BrowserHistory::Replace));
                }
                out.extend(self.show_focus(seen));
                out
            }
            GraphMsg::Move(key, at) => {
                // The edges must be routed again.
                self.move_to(key, at);
                self.mark_redraw(true);
                vec![]
            }
            GraphMsg::Edge(index) => self.edge(index, seen),
        }
    }

    /// Asks for the graph while it is shown, if it is not there or must be drawn again.
    fn reconcile(&mut self, (seen, looks): (&Seen, &Looks)) -> Vec<Out> {
        let Some((file, subject)) = subject(seen, looks) else { return vec![] };
        let mut out = Vec::new();
        if self.subject != Some((file, subject)) {
            // If there was no subject before, the expanded nodes come from an address and stay.
            if self.subject.is_some() {
                self.forget_expanded();
            }
            self.subject = Some((file, subject));
            self.drawing = None;
            self.focus = None;
            self.search_text.clear();
            self.mark_redraw(false);
            out.extend((subject != Subject::Program).then_some(Out::Address(BrowserHistory::Replace)));
        }
        if let Some(keep) = self.redraw.take() {
            self.turn = self.ask.again(self.turn + 1);
            out.extend(self.ask(keep, seen).map(Out::ask));
        }
        out
    }
}

impl Receives<AskGraph> for Session {
    fn receive(&mut self, ask: AskGraph, result: Result<GraphDrawn, Problem>) {
        match result {
            Ok(found) => self.graph.drawn(found),
            Err(problem) => {
                self.graph.ask.fail(&ask.turn, problem.message);
            }
        }
    }
}
