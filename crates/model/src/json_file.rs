//! JSON as the page saves it. A list that is a member of the outermost object has one line for each element, so that
//! files with thousands of elements can be read and compared line by line. The terminal and the npm package use crate
//! `json` instead.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// The JSON text of a value, with a newline at its end.
pub(crate) fn json_file(value: &impl Serialize) -> String {
    let mut out = Vec::new();
    let written = value.serialize(&mut Serializer::with_formatter(&mut out, Rows::default()));
    debug_assert!(written.is_ok(), "writing to memory does not fail, and all keys are texts: {written:?}");
    out.push(b'\n');
    String::from_utf8_lossy(&out).into_owned()
}

/// The formatter: where blanks and newlines are put.
#[derive(Default)]
struct Rows {
    /// How many objects and lists are open at this place.
    depth: usize,
}

/// The depth at which elements get a line of their own: in a list in the outermost object.
const ROW: usize = 2;

impl Rows {
    fn open(&mut self, to: &mut (impl Write + ?Sized), sign: &[u8]) -> io::Result<()> {
        self.depth += 1;
        to.write_all(sign)
    }

    fn close(&mut self, to: &mut (impl Write + ?Sized), sign: &[u8]) -> io::Result<()> {
        self.depth = self.depth.saturating_sub(1);
        to.write_all(sign)
    }
}

impl Formatter for Rows {
    fn begin_array<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.open(to, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.close(to, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, to: &mut W, first: bool) -> io::Result<()> {
        to.write_all(match (first, self.depth == ROW) {
            (true, true) => b"\n  ",
            (false, true) => b",\n  ",
            (true, false) => b"",
            (false, false) => b", ",
        })
    }

    fn begin_object<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.open(to, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.close(to, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, to: &mut W, first: bool) -> io::Result<()> {
        to.write_all(match (first, self.depth) {
            (true, _) => b"",
            (false, 1) => b",\n ",
            (false, _) => b", ",
        })
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        to.write_all(b": ")
    }
}

#[cfg(test)]
mod tests {
    use serde::Serialize;

    #[derive(Serialize)]
    struct Row {
        name: &'static str,
        of: Vec<u32>,
    }

    #[derive(Serialize)]
    struct Table {
        rows: Vec<Row>,
        none: Vec<u32>,
    }

    #[test]
    fn a_row_is_a_line() {
        let rows = vec![Row { name: "a\"b\n", of: vec![1, 2] }, Row { name: "", of: vec![] }];
        assert_eq!(
            super::json_file(&Table { rows, none: vec![] }),
            "{\"rows\": [\n  {\"name\": \"a\\\"b\\n\", \"of\": [1, 2]},\n  {\"name\": \"\", \"of\": []}],\n \"none\": []}\n"
        );
    }
}
