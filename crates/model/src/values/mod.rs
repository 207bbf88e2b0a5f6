//! Bytes that are read by the types of a file, for the Values view: which type reads which bytes, rows beside bytes,
//! the bits of one value, texts to copy, and the text in a link. Reading values itself is in crate `value`.

mod bits;
mod link;
mod own;
mod print;
mod sheet;
mod shown;

pub use bits::{BitByte, BitCell, ValueBits, value_bits};
pub use link::{LinkedBytes, MAX_LINKED};
pub use own::{MapOf, Own, OwnBytes, OwnPart, maps, own_bytes, types_of_map};
pub use print::{Output, PrintOptions, Printed, print};
pub use sheet::{By, Piece, Sheet};
pub use shown::{ByteRun, MOST_ROWS, Shown, ShownRow};

/// The most bytes that the page reads; the terminal reads more.
pub const MAX_BYTES: usize = 1 << 20;
