//! Messages of the member table and the tree.

use model::path::Path;
use model::table::GapKind;

/// Messages of the member table and the tree.
#[derive(Clone, Debug)]
pub enum RowsMsg {
    /// Expand or collapse a row of the table.
    ToggleRow(Path),
    /// Expand or collapse a node of the tree.
    ToggleNode(Path),
    /// Move by this many rows in the table.
    TableStep(i64),
    /// Move by this many lines in the tree.
    TreeStep(i64),
    /// Right: expand, or go to the first child.
    Enter,
    /// Left: collapse, or go to the parent.
    Leave,
    /// Expand all embedded members.
    ExpandAll,
    /// Collapse everything.
    CollapseAll,
    /// Go to the next gap of the selected type, in Layout.
    NextGap(GapKind),
    /// Select the gap with this bit (from the start of the outermost type) of the struct at this path.
    Gap(Path, u64),
    /// Show another alternative of the union that is selected, or that the selected member is in.
    NextAlternative,
}
