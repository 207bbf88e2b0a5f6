//! The alternatives of a union, shown below the map of the struct that contains it.

use std::cmp::Reverse;

use btf::{Btf, Kind, TypeId};
use layout::{Layout, Options};

use crate::map::{Map, map};
use crate::path::{Path, walk};

/// A union of a struct, drawn as lanes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lanes {
    /// The union.
    pub of: TypeId,
    /// The path to it from the struct.
    pub path: Path,
    /// The caption: `alternatives of NAME, bytes 8–15`.
    pub caption: String,
    /// A line for each alternative.
    pub map: Map,
}

/// The most lines of a map below which a union is shown without a selection.
const SMALL: usize = 2;

/// The union to show below the map of the struct `root`, whose map has `lines` lines: the outermost one on the way to
/// the selected member; without a selection, the largest one, if the map is small. None if there is no such union, and
/// behind pointers, which lead out of the struct.
pub fn lanes(btf: &Btf, root: &Layout, selected: &Path, lines: usize) -> Option<Lanes> {
    let (path, of) = union_of(btf, root, selected, lines)?;
    let layout = layout::layout(btf, of, &Options::default()).ok()?;
    let steps = walk(btf, root.id, &path)?;
    let last = steps.last()?;
    let name = if last.item.name.is_empty() { "the union" } else { last.item.name };
    let start = last.offset? / 8;
    let caption = match layout.size {
        0 => format!("alternatives of {name}"),
        n => format!("alternatives of {name}, bytes {start}–{}", start + u64::from(n) - 1),
    };
    Some(Lanes { of, caption, map: map(btf, &layout, Options::default().cache_line), path })
}

fn union_of(btf: &Btf, root: &Layout, selected: &Path, lines: usize) -> Option<(Path, TypeId)> {
    let is_union = |id| btf.resolved(id).filter(|t| t.kind() == Kind::Union).map(|t| t.id());
    for (i, step) in walk(btf, root.id, selected)?.iter().enumerate() {
        if step.crossing.pointers > 0 {
            return None;
        }
        if let Some(id) = is_union(step.item.type_id) {
            return Some((Path(selected.0.get(..=i)?.to_vec()), id));
        }
    }
    if !selected.is_root() || lines > SMALL {
        return None;
    }
    let unions = root.members().filter(|m| is_union(m.type_id).is_some());
    let largest = unions.max_by_key(|m| (m.bits, Reverse(m.index)))?;
    Some((Path::root().child(largest.index.0), is_union(largest.type_id)?))
}
