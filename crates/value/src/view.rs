//! The rows of a view of values, for the part of them that is on the screen.

use std::collections::BTreeSet;
use std::ops::Range;

use btf::{Budget, Kind, TypeId};

use crate::scalar::{ScalarKind, kind_of};
use crate::tree::{Group, Node, Record, Run, Shape, ValueStep};

/// The most rows that are counted.
const MOST_ROWS: u64 = 1 << 20;
/// The most runs of equal elements that one array shows.
const MOST_RUNS: usize = 1 << 16;
/// The most characters of a text that are shown.
const TEXT: usize = 256;

/// The values that are open: those whose parts are shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Open {
    /// Values at a smaller depth than this are open; the record has depth 0.
    pub levels: u32,
    /// Values that are open although their depth closes them, or closed although it opens them: the record's index
    /// among several, and the path in it.
    pub toggled: BTreeSet<(u64, Vec<ValueStep>)>,
}

impl Default for Open {
    fn default() -> Self {
        Open { levels: 2, toggled: BTreeSet::new() }
    }
}

impl Open {
    /// True if a value shows its parts.
    pub fn is_open(&self, record: u64, path: &[ValueStep]) -> bool {
        let by_depth = (path.len() as u64) < u64::from(self.levels);
        by_depth != (!self.toggled.is_empty() && self.toggled.contains(&(record, path.to_vec())))
    }

    /// Opens a closed value, closes an open one.
    pub fn toggle(&mut self, record: u64, path: &[ValueStep]) {
        let key = (record, path.to_vec());
        if !self.toggled.remove(&key) {
            self.toggled.insert(key);
        }
    }
}

/// One row: a value, or a fold, which stands for several equal elements of an array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueRow {
    /// How deep it is nested; the record is 0.
    pub depth: u32,
    /// The index of its record among several.
    pub record: u64,
    /// The steps to the value in the record; for a fold, to its first element.
    pub path: Vec<ValueStep>,
    /// `name`, `[3]`, for a fold `[3..17]` (17 is its last element), or nothing.
    pub name: String,
    /// The type's name.
    pub type_text: String,
    /// The type.
    pub type_id: TypeId,
    /// The value; for an array of characters, the text; empty for other values with parts; or the reason that it cannot
    /// be shown.
    pub value: String,
    /// The bits as hexadecimal; empty for a value with parts.
    pub hex: String,
    /// The first bit, from the first byte of its record, in the byte order's own numbering.
    pub bit_offset: u64,
    /// How many bits; for a fold, the bits of all its elements.
    pub bits: u64,
    /// True if it is a bitfield.
    pub bitfield: bool,
    /// How many equal elements it stands for; 1 if it is not a fold.
    pub repeats: u64,
    /// True if it is open, false if it is closed; `None` if it has no parts.
    pub open: Option<bool>,
    /// The kind of value with parts, if it has parts.
    pub group: Option<Group>,
    /// True if the value cannot be shown.
    pub trouble: bool,
}

impl ValueRow {
    /// True if it is an array of characters, not the record itself, that is open although its text is shown.
    pub fn is_open_text(&self) -> bool {
        self.open == Some(true) && self.value.starts_with('"') && !self.path.is_empty()
    }
}

/// The rows of a window.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rows {
    /// The rows of the requested window.
    pub rows: Vec<ValueRow>,
    /// How many rows there are in all, as far as they were counted.
    pub total: u64,
    /// True if the count ended at a limit, so that there are more rows.
    pub more: bool,
}

/// The records of some bytes, as rows.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    record: Record<'a>,
    /// The first record's index among several, and its name.
    named: Option<(u64, &'a str)>,
}

impl<'a> View<'a> {
    /// A view of one record, or of several one after the other ([`Record::count`]).
    pub fn new(record: Record<'a>) -> View<'a> {
        View { record, named: None }
    }

    /// A view of one of several records of different types: its index, and its name.
    pub fn named(record: Record<'a>, place: u64, name: &'a str) -> View<'a> {
        View { record, named: Some((place, name)) }
    }

    /// The first rows, at most `most`: the rest is neither made nor counted.
    pub fn first_rows(&self, open: &Open, most: u64) -> Rows {
        self.walk(open, 0..most, most.min(MOST_ROWS), None)
    }

    /// [`Self::first_rows`] with a budget: each row is a step, and its texts are bytes. When the budget is spent, the
    /// rows end.
    pub fn first_rows_within(&self, open: &Open, most: u64, budget: &Budget) -> Rows {
        self.walk(open, 0..most, most.min(MOST_ROWS), Some(budget))
    }

    /// The rows in a window.
    pub fn rows(&self, open: &Open, window: Range<u64>) -> Rows {
        self.walk(open, window, MOST_ROWS, None)
    }

    fn walk(&self, open: &Open, window: Range<u64>, most: u64, budget: Option<&Budget>) -> Rows {
        let mut walk = Walk { open, window, rows: Vec::new(), at: 0, record: 0, most, more: false, budget };
        let count = self.record.count();
        let (first, name) = self.named.unwrap_or_default();
        for index in 0..count {
            let Some(record) = self.record.nth(index) else { break };
            walk.record = first.saturating_add(index);
            let mut root = record.root();
            if self.named.is_some() {
                root.name = name.to_owned();
            } else if count > 1 {
                root.name = format!("[{index}]");
            }
            walk.node(&record, &root, 1);
            if walk.more {
                break;
            }
        }
        Rows { rows: walk.rows, total: walk.at, more: walk.more }
    }
}

struct Walk<'o> {
    open: &'o Open,
    window: Range<u64>,
    rows: Vec<ValueRow>,
    at: u64,
    record: u64,
    most: u64,
    /// Whether a row was left out because of `most` or the budget.
    more: bool,
    budget: Option<&'o Budget>,
}

/// The bytes that a row takes from the budget besides its texts and its path: about its length as JSON.
const ROW: usize = 256;

impl Walk<'_> {
    fn node(&mut self, record: &Record<'_>, node: &Node, repeats: u64) {
        if self.at >= self.most {
            self.more = true;
            return;
        }
        let open = (!node.is_empty()).then(|| self.open.is_open(self.record, &node.path));
        if self.window.contains(&self.at) {
            let row = row(record, self.record, node, repeats, open);
            if let Some(budget) = self.budget {
                let texts = row.name.len() + row.type_text.len() + row.value.len() + row.hex.len();
                let len = ROW + row.path.len() * size_of::<ValueStep>() + texts;
                if budget.step().and_then(|()| budget.bytes(len as u64)).is_err() {
                    (self.most, self.more) = (self.at, true);
                    return;
                }
            }
            self.rows.push(row);
        }
        self.at += 1;
        if open != Some(true) {
            return;
        }
        if matches!(node.shape, Shape::Group(Group::Array | Group::Flexible, _)) {
            for run in record.runs(node, MOST_RUNS) {
                self.run(record, node, &run);
                if self.more {
                    return;
                }
            }
        } else {
            for part in record.children(node, 0..node.len()) {
                self.node(record, &part, 1);
                if self.more {
                    return;
                }
            }
        }
    }

    fn run(&mut self, record: &Record<'_>, array: &Node, run: &Run) {
        let Some(mut first) = record.children(array, run.start..run.start.saturating_add(1)).pop() else { return };
        if run.count > 1 {
            first.name = format!("[{}..{}]", run.start, run.start.saturating_add(run.count - 1));
        }
        self.node(record, &first, run.count);
    }
}

fn row(record: &Record<'_>, place: u64, node: &Node, repeats: u64, open: Option<bool>) -> ValueRow {
    let (value, hex) = match &node.shape {
        Shape::Scalar(scalar) => (scalar.text(record.btf), scalar.hex()),
        Shape::Group(..) => (text_of(record, node).unwrap_or_default(), String::new()),
        Shape::Missing(trouble) => (trouble.to_string(), String::new()),
    };
    ValueRow {
        depth: node.path.len() as u32,
        record: place,
        path: node.path.clone(),
        name: node.name.clone(),
        type_text: dump::type_name(record.btf, node.type_id),
        type_id: node.type_id,
        value,
        hex,
        bit_offset: node.bit_offset,
        bits: node.bits.saturating_mul(repeats),
        bitfield: node.bitfield,
        repeats,
        open,
        group: match node.shape {
            Shape::Group(group, _) => Some(group),
            _ => None,
        },
        trouble: matches!(node.shape, Shape::Missing(_)),
    }
}

/// The text in an array of characters, up to its NUL; for plain bytes, only if they are nothing but text and then
/// zeros. [`Record::set`] can read the text back if it is not cut off and only zeros follow the NUL.
fn text_of(record: &Record<'_>, node: &Node) -> Option<String> {
    let array = record.target(node.type_id).filter(|t| t.kind() == Kind::Array)?.array()?;
    let element = record.btf.resolved(array.element).filter(|t| t.kind() == Kind::Int && t.size_or_type() == 1)?;
    let from = usize::try_from(node.bit_offset / 8).ok()?;
    let end = record.bytes.len().min(from.saturating_add(usize::try_from(node.len()).ok()?));
    let bytes = record.bytes.get(from..end)?;
    let is_char = kind_of(record.btf, element.id(), record.long) == Some(ScalarKind::Char);
    // What follows the characters that are shown matters only for plain bytes.
    let bytes = bytes.get(..TEXT + 1).filter(|_| is_char).unwrap_or(bytes);
    let len = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
    let (chars, rest) = bytes.split_at(len);
    let sure = || !chars.is_empty() && rest.iter().all(|&b| b == 0) && chars.iter().all(|&b| matches!(b, b' '..=b'~'));
    if !is_char && !sure() {
        return None;
    }
    let mut text = String::from("\"");
    for &byte in chars.iter().take(TEXT) {
        match byte {
            b'"' | b'\\' => text.extend(['\\', byte as char]),
            b' '..=b'~' => text.push(byte as char),
            b'\n' => text.push_str("\\n"),
            b'\t' => text.push_str("\\t"),
            _ => text.push_str(&format!("\\x{byte:02x}")),
        }
    }
    text.push('"');
    if chars.len() > TEXT {
        text.push('…');
    }
    Some(text)
}
