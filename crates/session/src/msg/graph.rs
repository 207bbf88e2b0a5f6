//! Messages of the Graph view.

use picture::Point;
use relate::NodeKey;

/// Messages of the view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GraphMsg {
    /// Use these settings.
    Settings(GraphSettings),
    /// Focus this node.
    Focus(NodeKey),
    /// Focus a node whose name contains this text: the first one (0), the next one (1) or the previous one (-1).
    Find(String, i32),
    /// Move the focus.
    Step(Direction),
    /// Expand or collapse this node, or list or fold the names of this box. At a node "n more", show more nodes. A node
    /// of a program is opened.
    Toggle(NodeKey),
    /// Go to the type, function or map of this node. At a box or a node "n more", do the same as `Toggle`.
    Open(NodeKey),
    /// Lay out the whole graph again.
    Again,
    /// Fold the box that was opened longest ago, because the graph does not fit its pane.
    FoldOldest,
    /// Move the focus one step out: from a name to its box, from an open box to the folded box.
    Leave,
    /// The person moved a node; the point is its new centre.
    Move(NodeKey, Point),
    /// Select the member that this edge (by index) stands for. If the edge does not begin at the root, focus the node
    /// to which it leads.
    Edge(usize),
}

/// How much the graph shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GraphSettings {
    /// How many edges deep to follow the types that the subject uses.
    pub uses: u32,
    /// How many edges deep to follow the users of the subject.
    pub used_by: u32,
    /// How many types are shown, at most, without those that the person's choices add. Only links can change it.
    pub most: usize,
    /// Whether many nodes are collected into boxes.
    pub boxed: bool,
    /// Whether qualifiers, typedefs, pointers and anonymous members are skipped.
    pub folded: bool,
    /// Whether a table is shown instead of the drawing.
    pub table: bool,
}

impl Default for GraphSettings {
    fn default() -> Self {
        GraphSettings { uses: 1, used_by: 1, most: 300, boxed: true, folded: true, table: false }
    }
}

impl GraphSettings {
    /// The greatest depth that is offered.
    pub const DEEPEST: u32 = 4;
    /// The values of [`GraphSettings::most`] that a link may set.
    pub const LIMITS: [usize; 4] = [60, 120, 300, 600];
}

/// A direction in which the focus moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// To a neighbour on the left.
    Left,
    /// To a neighbour on the right.
    Right,
    /// To the next node above, in the same column.
    Up,
    /// To the next node below.
    Down,
    /// To the root.
    Home,
}
