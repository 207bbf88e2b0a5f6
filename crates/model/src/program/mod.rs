//! Programs: the contents of a BPF object, as lists and a listing to read.
//!
//! [`Program`] is the opened object. [`Program::functions`] is the list of functions, [`Program::listing`] one
//! function to be read, [`Program::data`] the maps and globals, [`Program::load`] the records that the loader passes
//! to the kernel. For the page, the worker computes these (questions `ReadProgram` and `ReadFunction`); the session
//! holds the selection.

mod assembler;
mod calls;
mod data;
mod functions;
mod listing;
mod load;
mod loader_calls;
mod slot;
mod text;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bpf::{Function, Object, Section};
use btf::{Btf, Ext, InsnOffset};
use needs::{NeedKind, Needs};
use relo::Record;
use wire::Wire;

use crate::words::{many, of_all};

pub use assembler::asm_names;
pub use bpf::{AsmKind, Insn};
pub use data::{Data, GlobalRow, GlobalSection, MapRow, TypeLink};
pub use functions::FunctionRow;
pub use listing::{Goes, InsnRelo, InsnRow, Listing, ListingRow, Note, NoteKind, Piece, SourceRow};
pub use load::{LoadModel, LoadPart, LoadRow};
pub use loader_calls::{LoaderAttribute, LoaderCall, LoaderCalls};
pub use slot::{SlotField, hex, slot_fields};
pub use text::{TextKind, listing_text};

/// The lists of a program: its functions, maps and globals.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Overview {
    /// The functions.
    pub functions: Vec<FunctionRow>,
    /// Maps and globals.
    pub data: Data,
    /// How many needs of kernels it has.
    pub needs: NeedCounts,
    /// The parts of the ELF file that cannot be read.
    pub problems: Vec<String>,
}

/// How many needs of each kind a program has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Wire)]
pub struct NeedCounts {
    /// The number of CO-RE relocations.
    pub core: u32,
    /// The number of programs whose attach target the kernel must have.
    pub attach: u32,
    /// The number of different helpers.
    pub helpers: u32,
    /// The number of different kernel functions.
    pub kfuncs: u32,
}

/// A line of the table of needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NeedLine {
    /// How many.
    pub count: u32,
    /// The word for the needs that this line counts: `helpers`.
    pub name: &'static str,
    /// The kind of need.
    pub kind: NeedKind,
    /// Whether they are relocations, which have a screen of their own.
    pub is_core: bool,
}

impl NeedCounts {
    /// The lines of the table of needs.
    pub fn lines(self) -> [NeedLine; 4] {
        let line = |count: u32, one: &'static str, many: &'static str, kind| NeedLine {
            count,
            name: if count == 1 { one } else { many },
            kind,
            is_core: kind == NeedKind::Core,
        };
        [
            line(self.core, "CO-RE relocation", "CO-RE relocations", NeedKind::Core),
            line(self.attach, "attach target", "attach targets", NeedKind::Attach),
            line(self.helpers, "helper", "helpers", NeedKind::Helper),
            line(self.kfuncs, "kfunc", "kfuncs", NeedKind::Kfunc),
        ]
    }
}

impl Overview {
    /// The numbers of functions and maps, if `shown` of the functions are shown: `3 of 12 functions, 2 maps`.
    pub fn counts(&self, shown: usize) -> String {
        let (all, maps) = (self.functions.len() as u64, many(self.data.maps.len() as u64, "map"));
        match shown as u64 {
            shown if shown < all => format!("{}, {maps}", of_all(shown, all, "function")),
            _ => format!("{}, {maps}", many(all, "function")),
        }
    }
}

/// A function to be read, and how it is loaded.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct FunctionModel {
    /// Its index among the functions.
    pub index: usize,
    /// Its rows.
    pub listing: Listing,
    /// The records that the loader passes to the kernel for it.
    pub load: LoadModel,
    /// The `bpf()` calls that load it, and those by which a tool finds it.
    pub calls: LoaderCalls,
}

/// An opened BPF object: its functions, and its CO-RE relocations by section and offset.
#[derive(Debug)]
pub struct Program {
    object: Object,
    functions: Vec<Function>,
    records: Vec<Record>,
    /// For each section, by name: the offset of each relocated instruction, and its relocation's index in `records`.
    /// Sorted by offset.
    core: BTreeMap<Arc<str>, Vec<(u32, usize)>>,
    needs: OnceCell<Needs>,
}

impl Program {
    /// Opens an object from the bytes of its file; `.BTF` was decoded already.
    ///
    /// # Errors
    /// The bytes are no ELF file for BPF.
    pub fn open(
        bytes: impl Into<Arc<[u8]>>,
        btf: Option<Arc<Btf>>,
        ext: Option<Arc<Ext>>,
    ) -> Result<Program, bpf::Error> {
        Ok(Program::new(Object::with_btf(bytes, btf, ext)?))
    }

    /// The program of an object that is already open.
    pub fn new(object: Object) -> Program {
        let functions = object.functions();
        let records = match (object.btf(), object.ext()) {
            (Some(btf), Some(ext)) => relo::records(btf, ext),
            _ => Vec::new(),
        };
        let mut core: BTreeMap<Arc<str>, Vec<(u32, usize)>> = BTreeMap::new();
        for (i, record) in records.iter().enumerate() {
            core.entry(Arc::clone(&record.section)).or_default().push((record.insn_offset.0, i));
        }
        core.values_mut().for_each(|list| list.sort_unstable());
        Program { object, functions, records, core, needs: OnceCell::new() }
    }

    /// The object.
    pub fn object(&self) -> &Object {
        &self.object
    }

    /// The CO-RE relocations, in file order.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Its needs; computed at the first call.
    pub fn needs(&self) -> &Needs {
        self.needs.get_or_init(|| Needs::of(Arc::new(self.object.clone())))
    }

    /// How many needs of each kind it has.
    pub fn need_counts(&self) -> NeedCounts {
        let of = |kind: NeedKind| self.needs().needs().iter().filter(move |need| need.kind == kind);
        let names = |kind| of(kind).map(|need| need.name.as_str()).collect::<BTreeSet<_>>().len() as u32;
        NeedCounts {
            core: self.records.len() as u32,
            attach: of(NeedKind::Attach).count() as u32,
            helpers: names(NeedKind::Helper),
            kfuncs: names(NeedKind::Kfunc),
        }
    }

    /// Whether every function ends with `exit` or a jump, as the verifier requires (`check_subprogs`). An object that a
    /// link carries for a relocation is not whole: its function has only one instruction.
    pub fn is_whole(&self) -> bool {
        self.functions.iter().all(|f| {
            let section = self.object.section(f.section);
            let last = f.end().checked_sub(Insn::SIZE).and_then(|at| self.object.insn(section?, InsnOffset(at)));
            last.is_some_and(Insn::ends_function)
        })
    }

    /// The functions, by section and offset. An index of a function refers to this list.
    pub fn all(&self) -> &[Function] {
        &self.functions
    }

    /// The CO-RE relocations in the bytes of a section from `start` up to `end`: the offset of the instruction, and
    /// the index in [`Program::records`].
    fn core_in(&self, section: &str, start: u32, end: u32) -> &[(u32, usize)] {
        let list = self.core.get(section).map(Vec::as_slice).unwrap_or_default();
        let from = list.partition_point(|(at, _)| *at < start);
        let to = list.partition_point(|(at, _)| *at < end);
        list.get(from..to).unwrap_or_default()
    }

    /// A function, by its index, and its section.
    fn function(&self, index: usize) -> Option<(&Function, &Section)> {
        let f = self.functions.get(index)?;
        Some((f, self.object.section(f.section)?))
    }

    /// The function to which a relative call leads, by its index. `offset`: where the call is in its section, in bytes.
    fn callee(&self, insn: Insn, section: u32, offset: u32) -> Option<usize> {
        let to = i64::from(offset) + (i64::from(insn.imm) + 1) * i64::from(Insn::SIZE);
        self.function_at(section, u32::try_from(to).ok()?)
    }

    /// The first CO-RE relocation of an instruction: an index in [`Program::records`]. `slot` counts from the start
    /// of the function.
    pub fn core_at(&self, function: usize, slot: u32) -> Option<usize> {
        let (f, section) = self.function(function)?;
        let at = slot.checked_mul(Insn::SIZE)?.checked_add(f.start)?;
        self.core_in(&section.name, at, at.checked_add(Insn::SIZE)?).first().map(|(_, place)| *place)
    }
}

/// The last part of a path.
fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
