//! Finds a node by its name.

use picture::Drawing;
use relate::NodeKey;

use super::GraphView;

/// The nodes whose names contain this text, or whose labels (`struct sock`) begin with it; case does not count. The
/// nodes are sorted by the offset of the text in the name, and then by the length of the label.
fn named(drawing: &Drawing, text: &str) -> Vec<NodeKey> {
    let wanted = text.trim().to_lowercase();
    if wanted.is_empty() {
        return Vec::new();
    }
    let place = |(at, (key, label)): (usize, (NodeKey, &str))| {
        let label = label.to_lowercase();
        // If the name does not match, the label may begin with the text: `struct so`.
        let name = label.split_once(' ').map_or(label.as_str(), |(_, name)| name);
        let found = name.find(&wanted).or_else(|| label.starts_with(&wanted).then_some(0))?;
        Some((found, label.len(), at, key))
    };
    // A name in a folded box leads to the box.
    let of = |n: &'_ picture::DrawnNode, key| if n.open { key } else { n.key };
    let labels = drawing.nodes.iter().flat_map(|n| {
        let own = (!n.is_box()).then_some((n.key, n.label.as_str()));
        own.into_iter().chain(n.names.iter().map(move |name| (of(n, name.key), name.label.as_str())))
    });
    let mut found: Vec<_> = labels.enumerate().filter_map(place).collect();
    found.sort_unstable();
    let mut out: Vec<NodeKey> = Vec::new();
    for (.., key) in found {
        if !out.contains(&key) {
            out.push(key);
        }
    }
    out
}

impl GraphView {
    /// Focuses the first node whose name contains this text. If `by` is not 0 and the focused node matches, focuses the
    /// match that is `by` matches after it. Returns whether any node matches.
    pub(super) fn find(&mut self, text: &str, by: i32) -> bool {
        let Some(drawing) = &self.drawing else { return false };
        let found = named(drawing, text);
        let here = found.iter().position(|&key| Some(key) == self.focus).filter(|_| by != 0);
        let next = match here {
            Some(at) => (at as i64 + i64::from(by)).rem_euclid(found.len() as i64) as usize,
            None => 0,
        };
        let key = found.get(next).copied();
        self.focus = key.or(self.focus);
        key.is_some()
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use btf::TypeId;
    use picture::{Drawing, DrawnNode, Paint, Point};
    use relate::NodeKey;

    use super::{GraphView, named};

    fn drawing() -> Drawing {
        let labels =
            ["struct sk_buff", "struct sk_buff_head", "struct sock", "kfree_skb()", "struct list_head", "union { }"];
        let node = |(id, label): (u32, &str)| DrawnNode {
            key: NodeKey::Type(TypeId(id)),
            rank: 0,
            label: label.to_owned(),
            detail: String::new(),
            paint: Paint::Struct,
            at: Point::default(),
            size: (10, 10),
            open: false,
            more: 0,
            hub: false,
            names: Vec::new(),
        };
        Drawing { nodes: (0..).zip(labels).map(node).collect(), ..Drawing::default() }
    }

    #[test]
    fn names_with_the_prefix_come_first() {
        let drawing = drawing();
        let named = |text| named(&drawing, text).into_iter().map(NodeKey::number).collect::<Vec<u64>>();
        assert_eq!(named("sk"), [0, 1, 3]);
        assert_eq!(named("SK_BUFF_head"), [1]);
        assert_eq!(named("struct so"), [2]);
        assert_eq!(named("head"), [4, 1]);
        // A part of the keyword finds nothing.
        assert_eq!(named("truc"), [0_u64; 0]);
        assert_eq!(named(" "), [0_u64; 0]);
    }

    #[test]
    fn focus_cycles_through_matches() {
        let mut view = GraphView { drawing: Some(Rc::new(drawing())), ..GraphView::default() };
        let mut go = |text: &str, by| (view.find(text, by), view.focus.map(|key| key.number()));
        assert_eq!(go("sk", 0), (true, Some(0)));
        assert_eq!(go("sk", 1), (true, Some(1)));
        assert_eq!(go("sk", 1), (true, Some(3)));
        assert_eq!(go("sk", 1), (true, Some(0)));
        assert_eq!(go("sk", -1), (true, Some(3)));
        // If no node has the name, the focus stays where it is.
        assert_eq!(go("nothing", 0), (false, Some(3)));
    }
}
