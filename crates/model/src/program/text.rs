//! A listing as text, for a terminal and for the clipboard.

use bpf::AsmKind;

use super::{Listing, ListingRow};

/// The kind of a piece of the text, for colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextKind {
    /// A piece of an instruction.
    Asm(AsmKind),
    /// A source line, or a note.
    Comment,
    /// Blanks and numbers of instructions.
    Plain,
}

/// The column at which notes start.
const NOTES_AT: usize = 44;

/// Writes a listing, one row on each line: `     3: (79) r2 = *(u64 *)(r1 +8)   ; CO-RE ...`. With `source`, source
/// lines are written as `; text  @ file.c:42`.
pub fn listing_text(listing: &Listing, source: bool, put: &mut dyn FnMut(TextKind, &str)) {
    for row in &listing.rows {
        match row {
            ListingRow::Source(line) if source => {
                let place = format!("{}:{}", line.file, line.line);
                let text = if line.text.is_empty() { place } else { format!("{}  @ {place}", line.text) };
                put(TextKind::Comment, &format!("; {text}\n"));
            }
            ListingRow::Source(_) => {}
            ListingRow::Insn(insn) => {
                put(TextKind::Plain, &format!("{:>6}: ({:02x}) ", insn.slot, insn.insn.code));
                let mut width = 13;
                for (kind, text) in &insn.pieces {
                    put(TextKind::Asm(*kind), text);
                    width += text.chars().count();
                }
                for note in &insn.notes {
                    put(TextKind::Plain, &" ".repeat(NOTES_AT.saturating_sub(width).max(2)));
                    put(TextKind::Comment, &format!("; {}", note.text));
                    width = NOTES_AT;
                }
                put(TextKind::Plain, "\n");
            }
        }
    }
}
