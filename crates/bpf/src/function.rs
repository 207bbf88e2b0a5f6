//! The functions of an object: programs and subprograms.

use std::collections::{BTreeMap, HashSet};

use btf::{InsnOffset, Kind, TypeId};

use crate::elf::Section;
use crate::insn::Insn;
use crate::object::Object;
use crate::symbol::{SymbolBind, SymbolType};

/// How a function was found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FunctionSource {
    /// A symbol of type FUNC.
    Symbol,
    /// Only a func_info record.
    FuncInfo,
    /// Neither a symbol nor a func_info record: the function is the whole section.
    Section,
}

/// A function: a range of a section of instructions.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Function {
    /// Its name: that of its symbol; without a symbol, that of its FUNC; if func_info names no FUNC, that of its
    /// section with the start behind it (`xdp+0x8`). A function that is a whole section has the section's name.
    pub name: String,
    /// The index of its section.
    pub section: u32,
    /// Where it starts, in bytes from the section's start.
    pub start: u32,
    /// Its size in bytes, cut at the section's end. If it has no symbol, or its symbol has no size, it extends to the
    /// start of the next function (0 bytes if both start at the same byte) or to the section's end.
    pub size: u32,
    /// The index of its symbol.
    pub symbol: Option<u32>,
    /// Whether its symbol is global or weak, and not hidden; false without a symbol.
    pub global: bool,
    /// The type that func_info has for its start: a FUNC if the object is sound.
    pub type_id: Option<TypeId>,
    /// How it was found.
    pub source: FunctionSource,
}

impl Function {
    /// How many slots of 8 bytes it has.
    pub fn slots(&self) -> u32 {
        self.size / Insn::SIZE
    }

    /// One past its last byte, from the section's start.
    pub fn end(&self) -> u32 {
        self.start.saturating_add(self.size)
    }
}

impl Object {
    /// All functions, by section and offset. Every section of instructions has at least one, unless it is empty.
    pub fn functions(&self) -> Vec<Function> {
        let types = self.function_types();
        let mut all = Vec::new();
        let mut by_section: BTreeMap<u32, Vec<Function>> = BTreeMap::new();
        for symbol in self.symbols().iter().filter(|s| s.symbol_type == SymbolType::Func) {
            let crate::symbol::SymbolPlace::Section(index) = symbol.place else { continue };
            let Some(section) = self.section(index).filter(|s| s.is_code()) else { continue };
            let len = code_len(section);
            let Some(start) = u32::try_from(symbol.value).ok().filter(|&at| at < len) else { continue };
            let size = u32::try_from(symbol.size).unwrap_or(u32::MAX).min(len - start);
            by_section.entry(index).or_default().push(Function {
                name: symbol.name.clone(),
                section: index,
                start,
                size,
                symbol: Some(symbol.index),
                global: symbol.bind != SymbolBind::Local && !symbol.is_hidden(),
                type_id: types.get(&(section.name.as_str(), start)).copied(),
                source: FunctionSource::Symbol,
            });
        }
        // Records of func_info name a section. Of several sections of one name, libbpf takes the first
        // (`elf_sec_by_name`). In a hostile file, thousands of sections of one name could share all records.
        let mut named = HashSet::new();
        for section in self.code_sections().filter(|s| code_len(s) > 0) {
            let mut here = by_section.remove(&section.index).unwrap_or_default();
            here.sort_by_key(|f| f.start);
            if named.insert(section.name.as_str()) {
                self.add_typed(section, &types, &mut here);
            }
            if here.is_empty() {
                here.push(Function {
                    name: section.name.clone(),
                    section: section.index,
                    start: 0,
                    size: code_len(section),
                    symbol: None,
                    global: false,
                    type_id: None,
                    source: FunctionSource::Section,
                });
            }
            fill_sizes(&mut here, code_len(section));
            all.append(&mut here);
        }
        all
    }

    /// The type id of each func_info record, by the name of the section and the offset in it. The first of several
    /// records for one place counts.
    fn function_types(&self) -> BTreeMap<(&str, u32), TypeId> {
        let (Some(btf), Some(ext)) = (self.btf(), self.ext()) else { return BTreeMap::new() };
        let mut types = BTreeMap::new();
        for (block, info) in ext.func_infos() {
            let Some(section) = btf.string(block.name_offset) else { continue };
            types.entry((section, info.insn_offset.0)).or_insert(info.type_id);
        }
        types
    }

    /// Adds the functions that only func_info has, for objects whose symbols were stripped. A record at the start of
    /// a known function, or within one whose symbol has a size, adds none.
    fn add_typed(&self, section: &Section, types: &BTreeMap<(&str, u32), TypeId>, here: &mut Vec<Function>) {
        let name = section.name.as_str();
        let mut more = Vec::new();
        for (&(_, start), &type_id) in types.range((name, 0)..=(name, u32::MAX)) {
            let before = here.partition_point(|f| f.start <= start);
            let inside =
                before.checked_sub(1).and_then(|i| here.get(i)).is_some_and(|f| start == f.start || start < f.end());
            if inside || start >= code_len(section) {
                continue;
            }
            let func = self.btf().and_then(|btf| btf.get(type_id)).filter(|t| t.kind() == Kind::Func);
            more.push(Function {
                name: func.map_or_else(|| format!("{name}+{start:#x}"), |t| t.name().to_owned()),
                section: section.index,
                start,
                size: 0,
                symbol: None,
                global: false,
                type_id: Some(type_id),
                source: FunctionSource::FuncInfo,
            });
        }
        here.append(&mut more);
        here.sort_by_key(|f| f.start);
    }

    /// The function that contains a byte of a section; `all` is from [`Object::functions`].
    pub fn function_at<'a>(&self, all: &'a [Function], section: u32, at: InsnOffset) -> Option<&'a Function> {
        all.get(index_at(all, section, at.0)?)
    }
}

/// The index in `all` of the function that contains byte `at` of a section.
pub(crate) fn index_at(all: &[Function], section: u32, at: u32) -> Option<usize> {
    let before = all.partition_point(|f| (f.section, f.start) <= (section, at));
    let i = before.checked_sub(1)?;
    all.get(i).filter(|f| f.section == section && at < f.end()).map(|_| i)
}

/// The length of a section's instructions in the file, in bytes, cut to whole slots.
fn code_len(section: &Section) -> u32 {
    let len = u32::try_from(section.file_range.len()).unwrap_or(u32::MAX);
    len / Insn::SIZE * Insn::SIZE
}

/// Gives a size to each function that has none: such a function extends to the start of the next function, the last one
/// to `len`.
fn fill_sizes(here: &mut [Function], len: u32) {
    let mut next = len;
    for f in here.iter_mut().rev() {
        if f.size == 0 {
            f.size = next.saturating_sub(f.start);
        }
        next = f.start;
    }
}
