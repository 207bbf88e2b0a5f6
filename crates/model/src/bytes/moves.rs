//! Moving the active byte with the keyboard.

use super::blob::Blob;

impl Blob<'_> {
    /// The byte to which a key moves from `at`. `more`: whether Ctrl is held. `page`: how many rows a page has; each
    /// row has `width` bytes. None for a key that does not move.
    pub fn move_by_key(self, key: &str, more: bool, at: u32, page: i64, width: u32) -> Option<u32> {
        Some(match key {
            "ArrowRight" if more => self.next_field(at),
            "ArrowLeft" if more => self.prev_field(at),
            "ArrowRight" => self.move_byte(at, 1),
            "ArrowLeft" => self.move_byte(at, -1),
            "ArrowDown" => self.move_rows(at, 1, width),
            "ArrowUp" => self.move_rows(at, -1, width),
            "PageDown" => self.move_rows(at, page, width),
            "PageUp" => self.move_rows(at, -page, width),
            "Home" if more => 0,
            "End" if more => self.last_byte(),
            "Home" => self.row_start(at, width),
            "End" => self.row_end(at, width),
            _ => return None,
        })
    }

    /// The offset of the last byte; 0 in an empty blob.
    pub fn last_byte(self) -> u32 {
        self.len().saturating_sub(1)
    }

    /// The byte that is `delta` bytes after `at` (before it, if negative), within the blob.
    pub fn move_byte(self, at: u32, delta: i64) -> u32 {
        let to = i64::from(at).saturating_add(delta).clamp(0, i64::from(self.last_byte()));
        u32::try_from(to).unwrap_or(0)
    }

    /// The byte that is `delta` rows below `at` (above it, if negative) in the same column, within the blob. If the
    /// last row is too short, its last byte.
    pub fn move_rows(self, at: u32, delta: i64, width: u32) -> u32 {
        let width = width.max(1);
        let column = i64::from(at % width);
        let last_row = i64::from(self.last_byte() / width);
        let row = i64::from(at / width).saturating_add(delta).clamp(0, last_row);
        let to = (row * i64::from(width) + column).min(i64::from(self.last_byte()));
        u32::try_from(to).unwrap_or(0)
    }

    /// The first byte of the row that contains `at`.
    pub fn row_start(self, at: u32, width: u32) -> u32 {
        self.move_byte(at - at % width.max(1), 0)
    }

    /// The last byte of the row that contains `at`.
    pub fn row_end(self, at: u32, width: u32) -> u32 {
        self.row_start(at, width).saturating_add(width.max(1) - 1).min(self.last_byte())
    }

    /// The first byte of the field after the one that contains `at`; for the last field, its own first byte.
    pub fn next_field(self, at: u32) -> u32 {
        let at = at.min(self.last_byte());
        match self.span(at) {
            Some(span) if span.range.end <= self.last_byte() => span.range.end,
            Some(span) => span.range.start,
            None => at,
        }
    }

    /// The first byte of the field that contains `at`; if that is `at` itself, the first byte of the field before.
    pub fn prev_field(self, at: u32) -> u32 {
        let at = at.min(self.last_byte());
        let Some(span) = self.span(at) else { return at };
        if at > span.range.start {
            return span.range.start;
        }
        let before = at.saturating_sub(1);
        self.span(before).map_or(before, |s| s.range.start)
    }
}
