//! The labels of edges.

use relate::Edge;
use text::cut;

/// The maximum number of characters of an edge's label.
pub(crate) const LABEL: usize = 28;

/// The label of an edge: the names of two members, or of one if they are long, and how many more. A single member has
/// its tags behind it: `ptr [rw]`.
pub(crate) fn edge_label(edge: &Edge) -> String {
    let named: Vec<&str> = edge.names.iter().filter(|n| !n.is_empty()).map(String::as_str).collect();
    let long = |n: usize| named.iter().take(n).map(|n| n.len() + 2).sum::<usize>() > LABEL - 2;
    let shown = if named.len() > 1 && long(2) { 1 } else { 2 };
    let first = named.get(..shown.min(named.len())).unwrap_or_default().join(", ");
    match named.len().saturating_sub(shown) {
        0 if named.len() == 1 && !edge.tags.is_empty() => {
            let tags: Vec<&str> = edge.tags.iter().filter_map(|tag| Some(tag.split_once(": ")?.1)).collect();
            cut(&format!("{first} [{}]", tags.join(", ")), LABEL)
        }
        0 => first,
        more => format!("{} +{more}", cut(&first, LABEL - 4)),
    }
}

/// The width of a character of a label, in tenths of a pixel: 0.602 of a font size of 10.5 pixels.
pub(crate) const LABEL_CHARACTER: i32 = 64;

/// The width of a label, in pixels.
pub(crate) fn width(label: &str) -> i32 {
    label.chars().count().min(LABEL) as i32 * LABEL_CHARACTER / 10
}
