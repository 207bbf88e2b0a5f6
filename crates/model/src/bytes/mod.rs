//! The Bytes pane without a screen: a blob as rows of sixteen bytes, in which every byte knows the field that owns it.
//!
//! [`Blob`] is the content: the bytes of a `.BTF` or of a `.BTF.ext`. [`Blob::rows`] gives the rows on the screen, cut
//! into [`Run`]s of one owner each; this takes one owner query for each run, so nothing is kept for the whole blob.
//! [`Focus`] is the selected part of a type and [`highlights`] gives its bytes; [`owner_target`] goes the other way,
//! from a byte to what a click on it selects. [`Blob`] also has the moves by byte and field, and [`parse_offset`] reads
//! the text of "go to offset".

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
