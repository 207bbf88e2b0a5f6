//! [`State`]: an object while it is opened. [`Opened`]: the result.

use crate::btf::Btf;
use crate::elf::{Data, Elf, Section};
use crate::errno::Errno;
use crate::externs::Extern;
use crate::load::LoadRefusal;
use crate::load_ext::{Ext, may_relocate};
use crate::maps::Map;
use crate::names::{Name, NameMap};
use crate::programs::Program;
use crate::rule::{self, Rule};

/// Bytes of the object's file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FileBytes {
    /// The first byte.
    pub start: u64,
    /// One past the last.
    pub end: u64,
}

impl FileBytes {
    pub(crate) fn at(start: u64, len: u64) -> FileBytes {
        FileBytes { start, end: start.saturating_add(len) }
    }
}

impl std::fmt::Display for FileBytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "bytes 0x{:x}..0x{:x}", self.start, self.end)
    }
}

/// Why libbpf does not open or load an object, or goes on without a part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The rule.
    pub rule: &'static Rule,
    /// The errno that libbpf returns.
    pub errno: Errno,
    /// The line that libbpf prints for this rule; none for a silent refusal (the rule then tells why).
    pub line: Option<String>,
    /// The section, variable or program at fault, if `line` does not name it.
    pub about: String,
    /// The bytes at fault; they may lie beyond the end of a truncated file.
    pub range: FileBytes,
}

/// The result of opening an object.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opened {
    /// All lines that libbpf prints as warnings, in its order.
    pub lines: Vec<String>,
    /// Why libbpf does not open the object; none if it opens it.
    pub refusal: Option<Refusal>,
    /// The fault for which libbpf ignores `.BTF`; only for objects that do not need it. Such objects are loaded without
    /// types, externs and CO-RE relocations.
    pub without_btf: Option<Refusal>,
    /// The fault for which libbpf ignores `.BTF.ext`; only for objects that do not need it. Then no CO-RE relocation is
    /// applied, and programs use the offsets of the headers that they were compiled with.
    pub without_ext: Option<Refusal>,
    /// The reasons for which libbpf itself refuses to load the object: first those that concern the whole object, then
    /// for each program its first reason. Empty if libbpf does not open the object. Reasons that the application can
    /// remove (by setting a program's type or target) are left out.
    pub load: Vec<LoadRefusal>,
    /// True if not all programs were checked for `load`, because their code takes too many steps: only in files that are
    /// made to waste time. The programs without a reason in `load` may have one.
    pub load_unfinished: bool,
    /// True if `.BTF.ext` may have CO-RE relocations: it exists, and its header does not exclude them.
    pub may_relocate: bool,
}

impl Opened {
    pub(crate) fn new(state: &State<'_>, refusal: Option<Refusal>) -> Opened {
        let (load, load_unfinished) = if refusal.is_none() { state.load_refusals() } else { (Vec::new(), false) };
        Opened {
            load,
            load_unfinished,
            may_relocate: state.ext_section.is_some_and(|index| may_relocate(state.elf.bytes_of(index))),
            lines: state.lines.clone(),
            refusal,
            without_btf: state.without_btf.clone(),
            without_ext: state.without_ext.clone(),
        }
    }

    /// Why libbpf applies no CO-RE relocation. None if libbpf applies them, or if the object can have none. Meaningless
    /// if the object does not open.
    #[must_use]
    pub fn unrelocated(&self) -> Option<&Refusal> {
        if !self.may_relocate {
            return None;
        }
        self.without_btf.as_ref().or(self.without_ext.as_ref())
    }

    /// True if libbpf opens the object.
    #[must_use]
    pub fn opens(&self) -> bool {
        self.refusal.is_none()
    }
}

impl Refusal {
    /// Why, in a sentence without its full stop: libbpf's message with the rule in brackets. If libbpf prints nothing,
    /// the rule, and that nothing is printed.
    #[must_use]
    pub fn why(&self) -> String {
        let about = if self.about.is_empty() { String::new() } else { format!(": {}", self.about) };
        match &self.line {
            Some(line) => format!("{line} ({}{about})", self.rule.says),
            None => format!("{}{about} (libbpf prints nothing)", self.rule.says),
        }
    }
}

pub(crate) type Step<T> = Result<T, Box<Refusal>>;

/// How libbpf treats a section.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Role {
    #[default]
    None,
    Data,
    Rodata,
    Bss,
    StructOps,
    Relo,
}

/// The state of an object that is being opened.
#[derive(Debug, Default)]
pub(crate) struct State<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) path: String,
    pub(crate) lines: Vec<String>,
    pub(crate) elf: Elf<'a>,
    pub(crate) symbols: Data<'a>,
    pub(crate) symtab: u32,
    pub(crate) strtab: u32,
    pub(crate) roles: Vec<Role>,
    pub(crate) text: u32,
    pub(crate) maps_section: Option<u32>,
    /// The section of the arena's global variables: its index, and its size in bytes.
    pub(crate) arena: Option<(u32, u64)>,
    /// The section of jump tables: its index, and its size in bytes.
    pub(crate) jump_tables: Option<(u32, u64)>,
    pub(crate) btf_section: Option<u32>,
    pub(crate) ext_section: Option<u32>,
    pub(crate) programs: Vec<Program<'a>>,
    pub(crate) btf: Option<Btf<'a>>,
    pub(crate) ext: Option<Ext>,
    pub(crate) without_btf: Option<Refusal>,
    pub(crate) without_ext: Option<Refusal>,
    pub(crate) externs: Vec<Extern<'a>>,
    pub(crate) maps: Vec<Map<'a>>,
    /// The DATASEC of the maps.
    pub(crate) maps_type: Option<u32>,
    /// The index in `maps` of the first arena.
    pub(crate) arena_map: Option<usize>,
}

impl<'a> State<'a> {
    pub(crate) fn new(bytes: &'a [u8], path: &str) -> State<'a> {
        State { bytes, path: path.to_owned(), elf: Elf { bytes, ..Elf::default() }, ..State::default() }
    }

    pub(crate) fn run(&mut self) -> Step<()> {
        self.header()?;
        self.walk()?;
        self.load_btf()?;
        self.collect_externs()?;
        self.fix_datasecs()?;
        self.init_maps()?;
        self.collect_relos()
    }

    /// A refusal with a message of libbpf, which is added to `lines`.
    pub(crate) fn refuse<T>(
        &mut self,
        rule: &'static Rule,
        errno: Errno,
        line: impl Into<String>,
        range: FileBytes,
    ) -> Step<T> {
        let line = line.into();
        self.lines.push(line.clone());
        Err(Box::new(Refusal { rule, errno, line: Some(line), about: String::new(), range }))
    }

    /// A refusal without a message of libbpf.
    pub(crate) fn silent<T>(
        &self,
        rule: &'static Rule,
        errno: Errno,
        about: impl Into<String>,
        range: FileBytes,
    ) -> Step<T> {
        Err(Box::new(Refusal { rule, errno, line: None, about: about.into(), range }))
    }

    /// The refusal of types that form a loop.
    pub(crate) fn endless<T>(&self) -> Step<T> {
        self.silent(rule::LOOP, Errno::EINVAL, "", self.range_of(self.btf_section.unwrap_or(0)))
    }

    /// Runs a step that reads the types and changes the rest of the state. Does nothing if there are no types.
    pub(crate) fn with_btf(&mut self, step: impl FnOnce(&mut Self, &Btf<'a>) -> Step<()>) -> Step<()> {
        let Some(btf) = self.btf.take() else { return Ok(()) };
        let result = step(self, &btf);
        self.btf = Some(btf);
        result
    }

    pub(crate) fn section(&self, index: u32) -> Option<Section> {
        self.elf.section(index).copied()
    }

    /// Where a section lies in the file.
    pub(crate) fn range_of(&self, index: u32) -> FileBytes {
        self.elf.section(index).map(Section::range).unwrap_or_default()
    }

    /// Where a section's header lies in the file.
    pub(crate) fn header_of(&self, index: u32) -> FileBytes {
        let table = self.elf.order.u64(self.bytes, 40).unwrap_or(0);
        FileBytes::at(table.saturating_add(u64::from(index) * 64), 64)
    }

    /// Where a symbol lies in the file.
    pub(crate) fn symbol_range(&self, index: u64) -> FileBytes {
        FileBytes::at(self.range_of(self.symtab).start.saturating_add(index.saturating_mul(24)), 24)
    }

    /// How many symbols there are.
    pub(crate) fn symbol_count(&self) -> u64 {
        self.symbols.bytes.map_or(0, |b| b.len() as u64) / 24
    }

    fn unreadable(&mut self, offset: u64, why: &str) -> String {
        let line = format!("elf: failed to get section name string at offset {offset} from {}: {why}", self.path);
        self.lines.push(line.clone());
        line
    }

    /// A symbol's name (`elf_sym_str`). If it cannot be read, adds libbpf's line, which speaks of a section's name.
    pub(crate) fn symbol_name(&mut self, offset: u32) -> Option<Name<'a>> {
        match self.elf.string(self.strtab, offset.into()) {
            Ok(name) => Some(name),
            Err(why) => {
                self.unreadable(offset.into(), why);
                None
            }
        }
    }

    /// A string of the table of section names (`elf_sec_str`). The error is the line that libbpf prints; it is also
    /// added to `lines`.
    pub(crate) fn section_string(&mut self, offset: u32) -> Result<Name<'a>, String> {
        match self.elf.string(self.elf.names, offset.into()) {
            Ok(name) => Ok(name),
            Err(why) => Err(self.unreadable(offset.into(), why)),
        }
    }

    /// A section's name (`elf_sec_name`); adds two lines if it cannot be read.
    pub(crate) fn section_name(&mut self, index: u32) -> Option<Name<'a>> {
        let section = self.section(index)?;
        if let Err(why) = self.elf.string(self.elf.names, section.name.into()) {
            self.unreadable(section.name.into(), why);
            self.lines.push(format!("elf: failed to get section({index}) name from {}: {why}", self.path));
            return None;
        }
        self.elf.string(self.elf.names, section.name.into()).ok()
    }

    /// The first section of each name.
    pub(crate) fn sections_by_name(&self) -> NameMap<'a, u32> {
        let name = |index: u32| self.elf.string(self.elf.names, self.elf.section(index)?.name.into()).ok();
        (1..self.elf.count() as u32).filter_map(|index| Some((name(index)?, index))).collect()
    }

    /// A section's bytes (`elf_sec_data`).
    pub(crate) fn data(&mut self, index: u32, rule: &'static Rule) -> Step<Data<'a>> {
        let Some(section) = self.section(index) else {
            return self.silent(rule, Errno::FORMAT, "", FileBytes::default());
        };
        match self.elf.data(&section) {
            Ok(data) => Ok(data),
            Err(why) => {
                let name = self.section_name(index).map_or_else(|| "<?>".to_owned(), |name| name.to_string());
                let line = format!("elf: failed to get section({index}) {name} data from {}: {why}", self.path);
                self.refuse(rule, Errno::FORMAT, line, section.range())
            }
        }
    }
}
