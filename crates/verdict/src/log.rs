//! The kernel's log: pieces of text as its verifier writes them.

/// The most bytes of one piece; the rest is cut (`BPF_VERIFIER_TMP_LOG_SIZE`, with a NUL).
pub(crate) const PIECE: usize = 1023;

/// A line of the log under construction. In a loader's log, its pieces follow each other; in the kernel's own log, each
/// piece becomes a line.
pub(crate) struct Line<'a> {
    out: &'a mut Vec<u8>,
    kernel: bool,
    /// The length of `out`, in bytes, from which on the log counts as full.
    limit: usize,
    visible: bool,
}

impl<'a> Line<'a> {
    /// A line that is appended to `out`. A caller with a long list stops when `out` has `limit` bytes
    /// ([`Line::is_full`]).
    pub(crate) fn new(out: &'a mut Vec<u8>, kernel: bool, limit: usize) -> Line<'a> {
        Line { out, kernel, limit, visible: false }
    }

    /// Sets whether names become text of one line ([`btf::visible`]). A line feed or tab inside a piece must belong to
    /// a name.
    pub(crate) fn visible(self, visible: bool) -> Line<'a> {
        Line { visible, ..self }
    }

    /// Adds a piece.
    pub(crate) fn piece(&mut self, text: &[u8]) {
        let text = text.get(..PIECE).unwrap_or(text);
        let clean;
        let text = if self.visible {
            clean = in_one_line(text);
            &clean
        } else {
            text
        };
        if self.kernel {
            self.out.extend_from_slice(b"BPF: ");
            self.out.extend_from_slice(text.strip_suffix(b"\n").unwrap_or(text));
            self.out.push(b'\n');
        } else {
            self.out.extend_from_slice(text);
        }
    }

    /// Ends a line of a type or member: adds the message, if any, and the newline.
    pub(crate) fn end(&mut self, message: &str) {
        if !message.is_empty() {
            self.piece(b" ");
            self.piece(message.as_bytes());
        }
        self.piece(b"\n");
    }

    /// Whether the text is at its limit, so that the rest of a long list can be left out.
    pub(crate) fn is_full(&self) -> bool {
        self.out.len() >= self.limit
    }
}

/// A piece with its names as text. The tab that begins a member's line, and the line feed at the end, belong to no
/// name.
fn in_one_line(text: &[u8]) -> Vec<u8> {
    let (start, rest) = text.split_at(usize::from(text.first() == Some(&b'\t')));
    let (inside, end) = rest.split_at(rest.len() - usize::from(rest.last() == Some(&b'\n')));
    [start, btf::visible(inside).as_bytes(), end].concat()
}

/// Text of the log for display: a tab as `\t`, and bytes that are not printable ASCII as `\xNN`.
pub fn escape(text: &[u8]) -> String {
    let mut out = String::with_capacity(text.len());
    for &byte in text {
        match byte {
            b'\t' => out.push_str("\\t"),
            b' '..=b'~' => out.push(char::from(byte)),
            _ => out.push_str(&format!("\\x{byte:02x}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernels_own_log_has_a_line_for_each_piece() {
        let mut log = Vec::new();
        let mut line = Line::new(&mut log, true, usize::MAX);
        line.piece(b"[7] ENUM e ");
        line.piece(b"size=4 vlen=1");
        line.end("Invalid name");
        assert_eq!(log, b"BPF: [7] ENUM e \nBPF: size=4 vlen=1\nBPF:  \nBPF: Invalid name\nBPF: \n");
    }

    #[test]
    fn long_pieces_are_cut() {
        let mut log = Vec::new();
        Line::new(&mut log, false, usize::MAX).piece(&[b'x'; 2000]);
        assert_eq!(log.len(), 1023);
    }

    #[test]
    fn escaped_text_is_ascii() {
        assert_eq!(escape(b"\ta\xd7 b~\x7f"), "\\ta\\xd7 b~\\x7f");
    }
}
