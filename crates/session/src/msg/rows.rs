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
    /// The right arrow: expand the row, or go to its first child.
    Enter,
    /// The left arrow: collapse the row, or go to its parent.
    Leave,
    /// Expand all embedded members.
    ExpandAll,
    /// Collapse everything.
    CollapseAll,
    /// Go to the next gap of this kind in the selected type, in Layout.
    NextGap(GapKind),
    /// Select the gap that has this bit, in the struct at this path. The bit counts from the start of the outermost
    /// type.
    Gap(Path, u64),
    /// Show the next alternative of the union that is selected, or that contains the selected member.
    NextAlternative,
}
