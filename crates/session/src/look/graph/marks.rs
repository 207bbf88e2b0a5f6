//! The selected member in the graph: the types and edges on its path.

use btf::{Btf, TypeId};
use model::focus::Selection;
use model::path::{Step, walk};
use picture::Drawing;
use relate::NodeKey;

/// The types on the path of the selected member. The graph shows them even where it hides other nodes behind "n more",
/// and expands them unless the person collapsed them.
pub fn along(btf: &Btf, selection: &Selection) -> Vec<TypeId> {
    let steps = walk(btf, selection.id, &selection.path).unwrap_or_default();
    let parents = steps.iter().skip(1).map(|s| s.parent.id());
    let last = steps.last().map(|s| relate::cross(btf, s.item.type_id).target);
    parents.chain(last).filter(|&id| id != selection.id && btf.get(id).is_some()).collect()
}

/// The edges on the path to the selected member, from the root on, as indices.
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
        // In a graph that is not folded, the edge leads to the member's own type (a pointer, say).
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
