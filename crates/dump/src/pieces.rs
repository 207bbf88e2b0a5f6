//! A whole file's records or JSON in pieces, which several threads can print in parallel.

use std::ops::Range;

use btf::{Btf, TypeId};

use crate::json::{self, JsonOptions};
use crate::raw;
use crate::strings::Strings;
use crate::token::Sink;

/// Types in a piece: they give some hundred kilobytes of text.
const TYPES: u32 = 2048;

/// The most bytes of long names in one piece; a sound file has far fewer.
const LONG: u64 = 1 << 20;

#[derive(Clone, Copy)]
enum Form {
    Raw,
    Json(JsonOptions),
}

/// The output of [`raw`](crate::raw()) or [`json`](crate::json()) in pieces: [`Printer::start`], then each piece in
/// order, then [`Printer::end`] give the same text.
///
/// Long names (over 64 bytes) are printed whole, in the order of the text, until their sum exceeds a limit given by the
/// blob's size; later ones are cut. [`Printer::piece`] prints one piece alone and returns how many bytes of long names
/// it has. The piece with which the sum exceeds [`Pieces::long`], and all behind it, must be printed by
/// [`Printer::rest`].
pub struct Pieces<'a> {
    btf: &'a Btf,
    form: Form,
    /// The most bytes of long names that are printed whole.
    long: u64,
}

impl<'a> Pieces<'a> {
    /// The records, as [`raw`](crate::raw()) prints them.
    pub fn raw(btf: &'a Btf) -> Pieces<'a> {
        Pieces { btf, form: Form::Raw, long: Strings::few(btf).left() }
    }

    /// The JSON, as [`json`](crate::json()) prints it.
    pub fn json(btf: &'a Btf, options: &JsonOptions) -> Pieces<'a> {
        Pieces { btf, form: Form::Json(*options), long: Strings::few(btf).left() }
    }

    /// The number of pieces.
    pub fn count(&self) -> u32 {
        self.btf.own_type_count().div_ceil(TYPES)
    }

    /// The most bytes of long names that all pieces together print whole.
    pub fn long(&self) -> u64 {
        self.long
    }

    /// A printer of pieces; each thread needs its own.
    pub fn printer(&self) -> Printer<'_> {
        Printer { pieces: self, strings: Strings::whole(self.btf) }
    }
}

/// Prints pieces of [`Pieces`].
pub struct Printer<'a> {
    pieces: &'a Pieces<'a>,
    strings: Strings<'a>,
}

impl Printer<'_> {
    /// Prints the text before the first piece.
    pub fn start<S: Sink + ?Sized>(&self, sink: &mut S) {
        if let Form::Json(options) = self.pieces.form {
            json::start(&self.strings, sink, options);
        }
    }

    /// Prints the text behind the last piece.
    pub fn end<S: Sink + ?Sized>(&self, sink: &mut S) {
        if let Form::Json(options) = self.pieces.form {
            json::end(&self.strings, sink, options, self.pieces.count() == 0);
        }
    }

    /// Prints one piece, and returns how many bytes of long names it has. None if they may have exceeded a piece's
    /// limit: the text must be discarded then, and this piece and all behind it printed by [`Printer::rest`].
    pub fn piece(&self, n: u32, text: &mut String) -> Option<u64> {
        let from = n.saturating_mul(TYPES);
        let left = self.print(from..from.saturating_add(TYPES), LONG, text);
        // A name that does not fit is cut and uses nothing of the limit. Only if more than the longest name is left is
        // it certain that none was cut.
        (left > u64::from(btf::LONGEST_STRING)).then_some(LONG - left)
    }

    /// Prints the pieces from the `n`th on, if those before it have `used` bytes of long names.
    pub fn rest<S: Sink + ?Sized>(&self, n: u32, used: u64, sink: &mut S) {
        self.print(n.saturating_mul(TYPES)..u32::MAX, self.pieces.long.saturating_sub(used), sink);
    }

    /// Prints own types by their number, from 0, with a limit for long names in bytes; returns how many bytes of
    /// the limit are left.
    fn print<S: Sink + ?Sized>(&self, numbers: Range<u32>, long: u64, sink: &mut S) -> u64 {
        let btf = self.pieces.btf;
        let first = btf.first_id().0;
        let end = numbers.end.min(btf.own_type_count());
        let ids = first.saturating_add(numbers.start)..first.saturating_add(end);
        let strings = self.strings.with_left(long);
        let types = ids.filter_map(|id| btf.get(TypeId(id)));
        match self.pieces.form {
            Form::Raw => raw::records(types, &strings, sink),
            Form::Json(options) => json::elements(types, &strings, sink, options, numbers.start == 0),
        }
        strings.left()
    }
}
