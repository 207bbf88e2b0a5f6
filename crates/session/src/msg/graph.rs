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
    /// Focus the first node with this text in its name (0), the next one (1) or the previous one (-1).
    Find(String, i32),
    /// Move the focus.
    Step(Direction),
    /// Expand or collapse this node; for a node "n more", show more.
    Toggle(NodeKey),
    /// Go to the type, function or map of this node.
    Open(NodeKey),
    /// Lay out the whole graph again.
    Again,
    /// Fold the box that was opened longest ago: the graph has no room in its pane.
    FoldOldest,
    /// One step out: from a name to its box, from an open box to a folded one.
    Leave,
    /// The person moved a node: its new centre.
    Move(NodeKey, Point),
    /// Select the member that this edge stands for.
    Edge(usize),
}

/// How much the graph shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GraphSettings {
    /// How many edges deep to follow the types that the subject uses.
    pub uses: u32,
    /// How many edges deep to follow the users of the subject.
    pub used_by: u32,
    /// How many types are shown, at most. Only links set it.
    pub most: usize,
    /// Whether many nodes are put into boxes.
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
    /// The limits that links may set.
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
