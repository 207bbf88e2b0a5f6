//! A check under way: the state of each type, and the writing of lines and faults.

use std::collections::BTreeSet;
use std::io::Write as _;

use btf::Kind::*;
use btf::{BlobRange, Kind, MemberIndex, Place, TypeId};

use crate::blob::{Blob, Record};
use crate::log::Line;
use crate::report::{At, Report, Verdict};
use crate::rule::Rule;
use crate::version::Version;
use crate::{MAX_SIZE, Mode, Options};

/// The state of a type while types are resolved.
#[derive(Clone, Copy, Default)]
pub(crate) struct State {
    /// Whether a walk went into it.
    pub(crate) entered: bool,
    /// Whether it is resolved.
    pub(crate) resolved: bool,
    /// Whether it cannot be relied on: its record has a fault, the walk met such a type, or the walk was given up.
    /// Faults that would follow from it are not reported.
    pub(crate) broken: bool,
    /// The id of the type that it resolves to, as the walk recorded it (`resolve`).
    pub(crate) target: u32,
    /// The recorded size, in bytes (`resolve`).
    pub(crate) size: u32,
}

/// The state of a check.
pub(crate) struct Check<'a> {
    pub(crate) blob: Blob<'a>,
    pub(crate) version: Version,
    pub(crate) mode: Mode,
    pub(crate) report: Report,
    /// Where each own type's record starts.
    pub(crate) starts: Vec<u32>,
    /// The state of each own type, in the order of `starts`.
    pub(crate) states: Vec<State>,
    /// Items (members, enumerators, parameters, entries) with a fault of their own, by type id and index.
    faulty: BTreeSet<(u32, u32)>,
}

impl<'a> Check<'a> {
    pub(crate) fn new(bytes: &'a [u8], options: &Options<'a>) -> Check<'a> {
        Check {
            blob: Blob::new(bytes, options.endian, options.base),
            version: options.version,
            mode: options.mode,
            report: Report::new(options),
            starts: Vec::new(),
            states: Vec::new(),
            faulty: BTreeSet::new(),
        }
    }

    /// Runs the phases.
    pub(crate) fn run(mut self) -> Verdict {
        let whole = BlobRange::at(0, self.blob.len());
        if self.mode == Mode::Load && whole.len() > MAX_SIZE {
            self.report.fault(Rule::TooLarge, At::new(Place::Header, whole), |_| {});
            return self.report.finish();
        }
        if self.header() {
            self.records();
            if self.mode == Mode::Load {
                self.resolve();
            }
            self.chains();
            if self.mode == Mode::Load && self.report.is_sound() {
                self.special_fields();
            }
        }
        self.report.finish()
    }

    /// One more than the largest id.
    pub(crate) fn end_id(&self) -> u32 {
        // `starts` has at most one entry for each id, so its length fits into 32 bits.
        self.blob.first_id.saturating_add(self.starts.len() as u32)
    }

    /// The record of an own type.
    pub(crate) fn get(&self, id: u32) -> Option<Record> {
        let at = *self.starts.get(id.checked_sub(self.blob.first_id)? as usize)?;
        Some(self.blob.record(id, at, self.version))
    }

    /// The state of an own type.
    pub(crate) fn state(&self, id: u32) -> State {
        let index = id.checked_sub(self.blob.first_id);
        index.and_then(|index| self.states.get(index as usize)).copied().unwrap_or_default()
    }

    pub(crate) fn state_mut(&mut self, id: u32) -> Option<&mut State> {
        self.states.get_mut(id.checked_sub(self.blob.first_id)? as usize)
    }

    /// Whether an item has a fault already.
    pub(crate) fn is_faulty(&self, record: &Record, index: u32) -> bool {
        self.faulty.contains(&(record.id, index))
    }

    /// Reports a fault whose line is the message alone. The fault's range is cut at the blob's end, because a header
    /// may be too short for the field.
    pub(crate) fn plain_fault(&mut self, rule: Rule, numbers: &[u32], at: At) {
        let text = rule.fill(numbers);
        let len = self.blob.len();
        let at = At { range: BlobRange::new(at.range.start.min(len), at.range.end.min(len)), ..at };
        self.report.fault(rule, at, |line| line.piece(text.as_bytes()));
    }

    /// Reports a fault of a type, with the type's line, details included.
    pub(crate) fn type_fault(&mut self, record: &Record, rule: Rule, numbers: &[u32], range: BlobRange) {
        self.fault_of(record, true, rule, numbers, range);
    }

    /// As [`Self::type_fault`], without details.
    pub(crate) fn brief_fault(&mut self, record: &Record, rule: Rule, numbers: &[u32], range: BlobRange) {
        self.fault_of(record, false, rule, numbers, range);
    }

    fn fault_of(&mut self, record: &Record, details: bool, rule: Rule, numbers: &[u32], range: BlobRange) {
        let text = rule.fill(numbers);
        let at = At { place: Place::Type(TypeId(record.id)), kind: Some(record.kind), range };
        let blob = &self.blob;
        self.report.fault(rule, at, |line| type_line(blob, record, details, &text, line));
        if !rule.is_name() {
            self.break_type(record.id);
        }
    }

    /// Marks a type as broken, so that its users report no faults because of it.
    pub(crate) fn break_type(&mut self, id: u32) {
        if let Some(state) = self.state_mut(id) {
            state.broken = true;
        }
    }

    /// Reports a fault of an enumerator. Its line is that of the type, or with `plain` the message alone.
    pub(crate) fn item_fault(&mut self, record: &Record, index: u32, rule: Rule, numbers: &[u32], plain: bool) {
        let text = rule.fill(numbers);
        let at = item_place(record, index);
        let blob = &self.blob;
        self.report.fault(rule, at, |line| match plain {
            true => line.piece(text.as_bytes()),
            false => type_line(blob, record, true, &text, line),
        });
        self.note_item(record, index);
    }

    /// Reports a fault of a member or entry, with the item's line; the line shows `shown` as the item's type.
    pub(crate) fn member_fault(&mut self, record: &Record, index: u32, shown: u32, rule: Rule, numbers: &[u32]) {
        let text = rule.fill(numbers);
        let at = item_place(record, index);
        let blob = &self.blob;
        self.report.fault(rule, at, |line| member_line(blob, record, index, shown, &text, line));
        self.note_item(record, index);
    }

    fn note_item(&mut self, record: &Record, index: u32) {
        // Only the items of listed faults are kept.
        if (self.report.count() as usize) < crate::report::MOST_FAULTS {
            self.faulty.insert((record.id, index));
        }
    }

    /// Writes the line of a type without a message.
    pub(crate) fn say_type(&mut self, record: &Record) {
        let blob = &self.blob;
        self.report.newline();
        self.report.say(|line| type_line(blob, record, true, "", line));
    }

    /// Writes the line of a member or entry without a message.
    pub(crate) fn say_member(&mut self, record: &Record, index: u32) {
        let blob = &self.blob;
        self.report.say(|line| {
            let [first, second, _] = blob.item(record, index);
            let type_id = if record.kind == Kind::DataSec { first } else { second };
            member_line(blob, record, index, type_id, "", line);
        });
    }
}

fn item_place(record: &Record, index: u32) -> At {
    let place = Place::Item(TypeId(record.id), MemberIndex(index));
    At { place, kind: Some(record.kind), range: record.item(index) }
}

/// A formatted piece; writing to a vector cannot fail.
macro_rules! piece {
    ($line:expr, $($format:tt)*) => {{
        let mut text = Vec::new();
        write!(text, $($format)*).ok();
        $line.piece(&text);
    }};
}
pub(crate) use piece;

/// `[id] KIND name details message`.
pub(crate) fn type_line(blob: &Blob<'_>, record: &Record, details: bool, message: &str, line: &mut Line<'_>) {
    let mut head = format!("[{}] {} ", record.id, record.kind.as_str()).into_bytes();
    head.extend_from_slice(blob.shown(record.name));
    if details {
        head.push(b' ');
    }
    line.piece(&head);
    if details {
        self::details(blob, record, line);
    }
    line.end(message);
}

/// The part of a type's line behind its name.
fn details(blob: &Blob<'_>, record: &Record, line: &mut Line<'_>) {
    let Record { third, vlen, .. } = *record;
    let first = blob.field(record.word(0));
    match record.kind {
        Int => {
            let encoding = match first >> 24 & 0xf {
                0 => "(none)",
                1 => "SIGNED",
                2 => "CHAR",
                4 => "BOOL",
                _ => "UNKN",
            };
            let (offset, bits) = (first >> 16 & 0xff, first & 0xff);
            piece!(line, "size={third} bits_offset={offset} nr_bits={bits} encoding={encoding}");
        }
        Struct | Union | Enum | Enum64 | DataSec => {
            piece!(line, "size={third} vlen={vlen}")
        }
        Array => {
            let (index, count) = (blob.field(record.word(1)), blob.field(record.word(2)));
            piece!(line, "type_id={first} index_type_id={index} nr_elems={count}");
        }
        Fwd => piece!(line, "{}", if record.flag { "union" } else { "struct" }),
        FuncProto => proto(blob, record, line),
        Var => piece!(line, "type_id={third} linkage={first}"),
        Float => piece!(line, "size={third}"),
        DeclTag => piece!(line, "type={third} component_idx={}", first as i32),
        Ptr | Typedef | Volatile | Const | Restrict | Func | TypeTag | LocParam | LocProto | LocSec | Unknown(_) => {
            piece!(line, "type_id={third}")
        }
    }
}

fn proto(blob: &Blob<'_>, record: &Record, line: &mut Line<'_>) {
    piece!(line, "return={} args=(", record.third);
    if record.vlen == 0 {
        line.piece(b"void");
    }
    for index in 0..record.vlen {
        if line.is_full() {
            return;
        }
        let [name, type_id, _] = blob.item(record, index);
        let comma = if index > 0 { ", " } else { "" };
        if type_id == 0 && index == record.vlen - 1 {
            piece!(line, "{comma}vararg");
            continue;
        }
        let mut text = format!("{comma}{type_id} ").into_bytes();
        text.extend_from_slice(blob.shown(name));
        line.piece(&text);
    }
    line.piece(b")");
}

/// `\tname type_id=.. bits_offset=.. message` of a member, `\t type_id=.. offset=.. size=.. message` of a section's
/// entry.
pub(crate) fn member_line(
    blob: &Blob<'_>,
    record: &Record,
    index: u32,
    type_id: u32,
    message: &str,
    line: &mut Line<'_>,
) {
    let [name, second, third] = blob.item(record, index);
    if record.kind == Kind::DataSec {
        piece!(line, "\t type_id={type_id} offset={second} size={third}");
        return line.end(message);
    }
    let mut text = vec![b'\t'];
    text.extend_from_slice(blob.shown(name));
    let written = match record.flag {
        true => write!(text, " type_id={type_id} bitfield_size={} bits_offset={}", third >> 24, third & 0x00ff_ffff),
        false => write!(text, " type_id={type_id} bits_offset={third}"),
    };
    written.ok();
    line.piece(&text);
    line.end(message);
}
