//! Decides which lines of a map are shown: only whole lines, and always the line of the selection.

use std::ops::Range;

use super::Map;
use crate::path::Path;

impl Map {
    /// The index of the first line that has a part of the member at `path`, of a member that contains this member, or
    /// of a member inside it. None for the root.
    pub fn line_of(&self, path: &Path) -> Option<usize> {
        if path.is_root() {
            return None;
        }
        self.lines.iter().position(|line| {
            let mut paths = line.segments.iter().flat_map(|s| {
                let parts = (0..s.parts.len()).filter_map(|part| s.part_path(part));
                s.path().into_iter().chain(parts)
            });
            paths.any(|at| at.0.starts_with(&path.0) || path.0.starts_with(&at.0))
        })
    }

    /// How many cache lines, or alternatives, there are; a line that stands for several counts as several.
    pub fn line_count(&self) -> u64 {
        self.lines.iter().map(|line| line.count).sum::<u64>() + self.left_out
    }

    /// The index of the line that contains a bit. `bit` counts from the start of the struct.
    pub fn line_at(&self, bit: u64) -> Option<usize> {
        self.lines.iter().position(|line| (line.offset * 8..(line.offset * 8).saturating_add(line.bits)).contains(&bit))
    }
}

/// The range of lines to show of `all` lines, if there is room for `room` lines: the first lines; or, if the selected
/// line is not among these, the selected line with its neighbours. At least one line is shown, if there is one.
pub fn shown_lines(all: usize, room: usize, selected: Option<usize>) -> Range<usize> {
    let room = room.clamp(1, all.max(1)).min(all);
    let start = match selected {
        Some(line) if line >= room => line.saturating_sub(room / 2).min(all - room),
        _ => 0,
    };
    start..start + room
}

#[cfg(test)]
mod tests {
    use super::shown_lines;

    #[test]
    fn whole_lines_with_the_selected_one() {
        assert_eq!(shown_lines(4, 7, None), 0..4);
        assert_eq!(shown_lines(153, 7, None), 0..7);
        assert_eq!(shown_lines(153, 7, Some(6)), 0..7, "it is among the first");
        assert_eq!(shown_lines(153, 7, Some(7)), 4..11);
        assert_eq!(shown_lines(153, 7, Some(152)), 146..153);
        assert_eq!(shown_lines(0, 7, Some(3)), 0..0);
        assert_eq!(shown_lines(3, 0, Some(2)), 2..3, "one at least");
    }
}
