//! The Bytes pane without a screen: a blob as rows of bytes, in which each byte is linked to the field that owns it.
//!
//! [`Blob`] is the content: the bytes of a `.BTF` or of a `.BTF.ext`. [`Blob::rows`] gives the rows on the screen, cut
//! into [`Run`]s with one owner each. Owners are looked up only for these rows, at most once for each run; nothing is
//! kept for the whole blob. [`Focus`] is the selected part of a type, and [`highlights`] gives its bytes. For the other
//! direction, [`owner_target`] gives what a click on a byte selects. [`Blob`] also moves the active byte by bytes, rows
//! and fields, and [`parse_offset`] reads the text of "go to offset".

mod blob;
mod class;
mod focus;
mod moves;
mod offset;
mod rows;
mod say;
mod target;

pub use blob::{Blob, ByteOwner, Span};
pub use class::ByteClass;
pub use focus::{Focus, Highlights, highlights};
pub use offset::{OffsetError, parse_offset};
pub use rows::{ByteItem, HexRow, ROW, Run, WIDE_ROW, address_digits};
pub use say::{Mark, covers, hex, string_place};

pub use target::{ByteTarget, ext_highlights, ext_item_range, layout_range, owner_target};
