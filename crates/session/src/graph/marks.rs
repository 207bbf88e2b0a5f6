//! The selected member in the graph: the edges on its way.

use btf::{Btf, TypeId};
use model::focus::Selection;
use model::path::{Step, walk};
use picture::Drawing;
use relate::NodeKey;

/// The types that a member's path leads to, which the graph then shows.
pub fn along(btf: &Btf, selection: &Selection) -> Vec<TypeId> {
    let steps = walk(btf, selection.id, &selection.path).unwrap_or_default();
    let parents = steps.iter().skip(1).map(|s| s.parent.id());
    let last = steps.last().map(|s| relate::cross(btf, s.item.type_id).target);
    parents.chain(last).filter(|&id| id != selection.id && btf.get(id).is_some()).collect()
}

/// Which edges of the graph are on the way to the selected member, from the middle on.
pub fn marked(btf: &Btf, selection: &Selection, drawing: &Drawing) -> Vec<usize> {
    let steps = walk(btf, selection.id, &selection.path).unwrap_or_default();
    let mut out = Vec::new();
    let (mut node, mut names) = (0, String::new());
    let end = |i: usize, step: &Step<'_>| match steps.get(i + 1) {
        Some(next) => next.parent.id(),
        None => relate::cross(btf, step.item.type_id).target,
    };
    for (i, step) in steps.iter().enumerate() {
        if !step.item.name.is_empty() {
            if !names.is_empty() {
                names.push('.');
            }
            names.push_str(step.item.name);
        }
        // Unfolded, the first edge leads to the member's own type, whatever that is.
        let targets = [end(i, step), step.item.type_id];
        let edge = drawing.edges.iter().position(|e| {
            let to = drawing.nodes.get(e.to).map(|n| n.key);
            e.from == node && targets.iter().any(|&t| to == Some(NodeKey::Type(t))) && e.names.contains(&names)
        });
        if let Some(edge) = edge {
            node = drawing.edges.get(edge).map_or(node, |e| e.to);
            names.clear();
            out.push(edge);
        }
    }
    out
}
