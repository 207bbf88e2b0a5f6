//! A function to be read by people: source lines and instructions, with the meanings of their relocations.

use std::collections::BTreeSet;
use std::ops::Range;

use bpf::{AsmKind, AsmSink, Insn, Notation, Relo, ReloKind, SymbolPlace};
use btf::{BlobRange, InsnOffset, TypeId};
use container::FileRange;
use wire::Wire;

use super::{Program, base_name};

/// A piece of an instruction's text.
pub type Piece = (AsmKind, String);

/// Where a click on a piece leads.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub enum Goes {
    /// To an instruction of this function: its slot.
    Slot(u32),
    /// To a function of the program, by its index.
    Function(usize),
    /// To a type.
    Type(TypeId),
    /// To a map or variable of this name.
    Data(String),
    /// To a CO-RE relocation, by its index in file order.
    Core(usize),
    /// To an ELF relocation: its section, and its index there.
    Relocation(String, u32),
}

/// The kind of a note after an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Wire)]
pub enum NoteKind {
    /// An ELF relocation.
    Elf,
    /// A CO-RE relocation.
    Core,
    /// A call, or a loaded address, without a relocation.
    Plain,
}

/// A note after an instruction.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Note {
    /// Its kind.
    pub kind: NoteKind,
    /// The words of the note.
    pub text: String,
    /// The byte range in its text that is a link; may be empty.
    pub link: Range<usize>,
    /// Where the note leads. For a CO-RE relocation, this is the relocation, although the link in the text leads to
    /// the root type ([`Note::target`]).
    pub goes: Option<Goes>,
    /// For a CO-RE relocation: its root type.
    pub type_id: Option<TypeId>,
    /// For a CO-RE relocation: the record's bytes in `.BTF.ext`.
    pub record: Option<BlobRange>,
}

impl Note {
    /// Where the link in the text leads, and a hint for it. The link of a CO-RE relocation shows its root type;
    /// `goes` leads to the relocation itself.
    pub fn target(&self) -> Option<(Goes, &'static str)> {
        match (self.type_id, &self.goes) {
            (Some(id), _) => Some((Goes::Type(id), "Show the type")),
            (None, Some(Goes::Core(_)) | None) => None,
            (None, Some(goes)) => Some((goes.clone(), "Show what it means")),
        }
    }

    /// A note whose last word is a link, if `goes` says where the link leads.
    fn of(kind: NoteKind, text: String, goes: Option<Goes>) -> Note {
        let last = text.rfind(' ').map_or(0, |at| at + 1);
        let link = if goes.is_some() { last..text.len() } else { 0..0 };
        Note { kind, text, link, goes, type_id: None, record: None }
    }
}

/// An ELF relocation of an instruction.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct InsnRelo {
    /// Its type: `R_BPF_64_64`.
    pub name: String,
    /// The formula with its numbers: `S 0 + A 0x18 = 0x18, into both immediates`.
    pub formula: String,
    /// Where a click on it leads: the relocation in its section.
    pub goes: Goes,
}

/// An instruction.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct InsnRow {
    /// Its index in the function, in slots of 8 bytes. The verifier and libbpf use this number in their logs, unless
    /// libbpf appends the function to a program.
    pub slot: u32,
    /// Its offset in its section, in bytes.
    pub offset: u32,
    /// Its bytes in the object: 8; for LDIMM64 16.
    pub bytes: FileRange,
    /// The instruction.
    pub insn: Insn,
    /// Its text in the verifier's notation.
    pub pieces: Vec<Piece>,
    /// The slot in this function to which it jumps.
    pub jump: Option<u32>,
    /// Whether an instruction of this function jumps to it.
    pub is_target: bool,
    /// The meanings of its relocations.
    pub notes: Vec<Note>,
    /// Its ELF relocations.
    pub relos: Vec<InsnRelo>,
}

impl InsnRow {
    /// The text in the verifier's notation.
    pub fn text(&self) -> String {
        self.pieces.iter().map(|(_, piece)| piece.as_str()).collect()
    }
}

/// A source line, above its instructions.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct SourceRow {
    /// The file, without its folders.
    pub file: String,
    /// The file as it was given to the compiler.
    pub path: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; 0 when not known.
    pub column: u32,
    /// The line's text without leading blanks; may be empty.
    pub text: String,
    /// The record's bytes in `.BTF.ext`.
    pub record: BlobRange,
}

/// A row of a listing.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub enum ListingRow {
    /// A source line.
    Source(SourceRow),
    /// An instruction.
    Insn(Box<InsnRow>),
}

/// A function to be read by people.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Listing {
    /// Its rows.
    pub rows: Vec<ListingRow>,
}

impl Listing {
    /// The index of the row with the instruction at a slot.
    pub fn row_of(&self, slot: u32) -> Option<usize> {
        self.rows.iter().position(|row| matches!(row, ListingRow::Insn(insn) if insn.slot == slot))
    }

    /// The instruction that contains a slot.
    pub fn insn(&self, slot: u32) -> Option<&InsnRow> {
        let found = self.rows.iter().rev().find_map(|row| match row {
            ListingRow::Insn(insn) if insn.slot <= slot => Some(insn),
            _ => None,
        })?;
        (u64::from(slot - found.slot) < found.bytes.len() / 8).then_some(found)
    }
}

struct Pieces(Vec<Piece>);

impl AsmSink for Pieces {
    fn put(&mut self, kind: AsmKind, text: &str) {
        match self.0.last_mut() {
            Some((last, known)) if *last == kind => known.push_str(text),
            _ => self.0.push((kind, text.to_owned())),
        }
    }
}

impl Program {
    /// A function to be read by people, by its index; empty if there is no such function.
    pub fn listing(&self, function: usize) -> Listing {
        let Some((f, section)) = self.function(function) else { return Listing::default() };
        let lines = self.object.lines(section);
        let mut lines = lines.iter().skip_while(|l| l.offset < f.start).peekable();
        let mut core = self.core_in(&section.name, f.start, f.end()).iter().peekable();
        let relos = self.object.relos_in(section, f.start.into(), f.end().into());
        let mut relos = relos.map(|raw| self.object.relo(section, raw)).peekable();
        let mut insns = self.object.insns_in(section, f.start, f.slots());
        let (mut rows, mut targets, mut slot, mut source) = (Vec::new(), BTreeSet::new(), 0u32, None);
        while let Some(insn) = insns.next() {
            let offset = f.start.saturating_add(slot.saturating_mul(Insn::SIZE));
            while let Some(line) = lines.next_if(|l| l.offset <= offset) {
                // Records of the same line that differ only in the column are shown once, as in the verifier's log.
                if source.replace((line.file, line.line)) == Some((line.file, line.line)) {
                    continue;
                }
                rows.push(ListingRow::Source(SourceRow {
                    file: base_name(line.file).to_owned(),
                    path: line.file.to_owned(),
                    line: line.line,
                    column: line.column,
                    text: line.text().trim().to_owned(),
                    record: line.record,
                }));
            }
            let second = if insn.is_ldimm64() { insns.next() } else { None };
            let slots = 1 + u32::from(second.is_some());
            let end = offset.saturating_add(slots * Insn::SIZE);
            let jump = insn.jump().and_then(|by| u32::try_from(i64::from(slot) + 1 + by).ok());
            let jump = jump.filter(|&to| to < f.slots());
            targets.extend(jump);
            let mut pieces = Pieces(Vec::new());
            Notation::Kernel.write(insn, second, &mut pieces);
            let mut notes = Vec::new();
            while let Some(&(_, index)) = core.next_if(|(at, _)| *at < end) {
                notes.extend(self.core_note(index));
            }
            let (before, mut found) = (notes.len(), Vec::new());
            while let Some(relo) = relos.next_if(|r| r.raw.offset < u64::from(end)) {
                notes.push(self.elf_note(&relo, insn));
                found.extend(self.insn_relo(&relo));
            }
            if notes.len() == before {
                notes.extend(self.plain_note(insn, f.section, offset));
            }
            let start = self.object.insn_in_file(section, InsnOffset(offset)).start;
            rows.push(ListingRow::Insn(Box::new(InsnRow {
                slot,
                offset,
                bytes: FileRange::at(start, u64::from(slots * Insn::SIZE)),
                insn,
                pieces: pieces.0,
                jump,
                is_target: false,
                notes,
                relos: found,
            })));
            slot += slots;
        }
        for row in &mut rows {
            if let ListingRow::Insn(insn) = row {
                insn.is_target = targets.contains(&insn.slot);
            }
        }
        Listing { rows }
    }

    /// The note of a CO-RE relocation: `CO-RE byte_off struct task_struct.pid (0:85 @ offset 2464)`.
    fn core_note(&self, index: usize) -> Option<Note> {
        let (record, btf) = (self.records.get(index)?, self.object.btf()?);
        let type_id = Some(record.type_id).filter(|&id| btf.get(id).is_some());
        let (text, link) = match relo::Spec::parse(btf, record) {
            // libbpf's text has the kind in angle brackets, and the type's id; both are left out, because the type is
            // a link.
            Ok(spec) => {
                let text = spec.text(btf);
                let rest = text.split_once("] ").map_or(text.as_str(), |(_, rest)| rest);
                let head = format!("CO-RE {} ", record.kind_str());
                // The path follows the word for the type's kind and the type's name.
                let name = btf.get(record.type_id).map_or(0, |t| t.name().len());
                let word = rest.find(' ').map_or(0, |at| at + 1);
                let link = head.len()..(head.len() + (word + name).min(rest.len()));
                (head + rest, link)
            }
            Err(problem) => {
                let access: String = record.access_str(btf).chars().take(80).collect();
                let text = format!("CO-RE {} of [{}] “{access}”: {problem}", record.kind_str(), record.type_id);
                (text, 0..0)
            }
        };
        let link = if type_id.is_some() && text.get(link.clone()).is_some() { link } else { 0..0 };
        Some(Note {
            kind: NoteKind::Core,
            text,
            link,
            goes: Some(Goes::Core(index)),
            type_id,
            record: Some(record.range),
        })
    }

    fn insn_relo(&self, relo: &Relo) -> Option<InsnRelo> {
        let table = self.object.section(relo.raw.table)?;
        let into = relo.raw.file_range.start.checked_sub(table.file_range.start)?;
        let place = u32::try_from(into.checked_div(relo.raw.file_range.len())?).ok()?;
        let formula = crate::elf::formula(Some(relo), &relo.raw, self.object.symbol(relo.raw.symbol));
        let goes = Goes::Relocation(table.name.clone(), place);
        Some(InsnRelo { name: relo.kind.as_str().to_owned(), formula, goes })
    }

    /// The meaning of a relocated instruction: `map events`, `.rodata limit`, `kernel function bpf_cast_to_kern_ctx`.
    fn elf_note(&self, relo: &Relo, insn: Insn) -> Note {
        let plain = |text: String, goes| Note::of(NoteKind::Elf, text, goes);
        let Some(target) = relo.target else {
            let (kind, symbol, count) = (relo.kind.as_str(), relo.raw.symbol, self.object.symbols().len());
            return plain(format!("{kind} refers to symbol {symbol}, but there are only {count}"), None);
        };
        let name = self.object.target_name(&target);
        let own = target.symbol.and_then(|index| self.object.symbol(index));
        let section = target.section.and_then(|index| self.object.section(index));
        let data = || own.map(|s| Goes::Data(s.name.clone()));
        match (section, relo.kind) {
            (Some(s), _) if s.is_code() => {
                let at = u32::try_from(target.offset).unwrap_or(u32::MAX);
                let goes = self.function_at(s.index, at).map(Goes::Function);
                let what = if insn.is_call() { "calls" } else { "address of" };
                plain(format!("{what} {name}"), goes)
            }
            (Some(s), _) if matches!(s.name.as_str(), ".maps" | "maps") => plain(format!("map {name}"), data()),
            (Some(s), _) => plain(format!("{} {name}", s.name), data()),
            (None, ReloKind::Call) => plain(format!("kernel function {name}"), None),
            (None, _) if own.is_some_and(|s| s.place == SymbolPlace::Undefined) => {
                plain(format!("extern {name}"), data())
            }
            (None, _) => plain(name, None),
        }
    }

    /// A note for a call within the section, or for a load whose relocation was applied already.
    fn plain_note(&self, insn: Insn, section: u32, offset: u32) -> Option<Note> {
        let plain = |text: String, goes| Some(Note::of(NoteKind::Plain, text, goes));
        if insn.is_call() && insn.src == 1 {
            let function = self.callee(insn, section, offset)?;
            let name = self.functions.get(function)?.name.as_str();
            return plain(format!("calls {name}"), Some(Goes::Function(function)));
        }
        plain(bpf::ldimm64_form(insn)?.to_owned(), None)
    }

    /// The index of the function that contains a byte of a section.
    pub fn function_at(&self, section: u32, at: u32) -> Option<usize> {
        let before = self.functions.partition_point(|f| (f.section, f.start) <= (section, at));
        let index = before.checked_sub(1)?;
        self.functions.get(index).filter(|f| f.section == section && at < f.end()).map(|_| index)
    }
}
