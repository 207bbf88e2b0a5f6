//! Global variables: DATASECs with the bytes of their sections.

use std::collections::HashMap;
use std::rc::Rc;

use btf::FileRange;
use btf::{Btf, Kind, Linkage, Type, TypeId};

use crate::elf::Section;
use crate::object::Object;
use crate::relo::Relo;
use crate::symbol::{Symbol, SymbolType};
use crate::value::{WORK, limited_value};

/// The most characters of a value.
const LONGEST: usize = 400;

/// The most variables that are listed for one object.
const MAX_VARIABLES: usize = 1 << 16;

/// A DATASEC: the variables of a section, for which loaders make a map, or the externs of `.kconfig` or `.ksyms`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DataSection {
    /// Its name: `.data`, `.rodata`, `.bss`, `.kconfig`, `.ksyms`.
    pub name: String,
    /// The DATASEC.
    pub type_id: TypeId,
    /// Its size in bytes as the DATASEC has it; 0 in an object that was not linked.
    pub size_in_file: u32,
    /// Its size in bytes as loaders pass it to the kernel: that of the DATASEC, or if this is 0, that of the ELF
    /// section. None if neither gives a size, as is usual for externs.
    pub size: Option<u32>,
    /// The index of the ELF section; none for externs, or if the file has no section of this name.
    pub section: Option<u32>,
    /// Its variables, by offset.
    pub variables: Vec<Variable>,
}

/// A variable.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// The VAR, or the FUNC of an extern function.
    pub type_id: TypeId,
    /// The variable's type; for an extern function, the FUNC again.
    pub of: TypeId,
    /// Its linkage.
    pub linkage: Option<Linkage>,
    /// In bytes from the section's start, as the DATASEC has it; 0 for the global variables of an object that was not
    /// linked.
    pub offset_in_file: u32,
    /// In bytes from the section's start. If the DATASEC has size 0 and the variable is not static, this is the
    /// symbol's offset; otherwise it is the DATASEC's.
    pub offset: u32,
    /// Its size in bytes.
    pub size: u32,
    /// Its bytes in the object; empty in `.bss` and for externs.
    pub bytes: FileRange,
    /// Its value, in C notation; none if there is no ELF section, as for externs.
    pub value: Option<String>,
}

/// What is known, and left to do, while the DATASECs of an object are listed.
struct Listing<'o> {
    /// How many more variables are listed.
    variables: usize,
    /// The work that is left for values ([`limited_value`]). In a sound object variables do not overlap, so that each
    /// byte is looked at once for each array that it is in.
    work: u64,
    /// The sections of DATASECs, by index: several DATASECs may have the name of one section.
    sections: HashMap<u32, Rc<Known<'o>>>,
}

/// What is in a section of variables.
struct Known<'o> {
    /// Its symbols, by name.
    symbols: Vec<&'o Symbol>,
    /// Its relocations, by offset.
    relos: Vec<(u64, Relo)>,
}

impl Object {
    /// The first 1024 DATASECs except `.maps`, in the order of their ids, with 65,536 variables at most.
    pub fn data_sections(&self) -> Vec<DataSection> {
        let Some(btf) = self.btf() else { return Vec::new() };
        let work = (self.bytes().len() as u64).saturating_mul(64).saturating_add(WORK);
        let mut listing = Listing { variables: MAX_VARIABLES, work, sections: HashMap::new() };
        let sections = btf.types().filter(|t| t.kind() == Kind::DataSec && t.name() != ".maps");
        sections.take(1024).map(|t| self.data_section(btf, t, &mut listing)).collect()
    }

    fn data_section<'o>(&'o self, btf: &Btf, t: Type<'_>, listing: &mut Listing<'o>) -> DataSection {
        let name = t.name();
        let is_extern = matches!(name, ".kconfig" | ".ksyms");
        let section = self.section_named(name).filter(|_| !is_extern);
        let size_in_file = t.size().unwrap_or(0);
        let fixed = size_in_file == 0 && !is_extern;
        let size = match section {
            _ if !fixed => Some(size_in_file).filter(|_| !is_extern || size_in_file > 0),
            Some(s) => u32::try_from(s.size).ok(),
            None => None,
        };
        let known = section.map(|s| {
            let known = || Known {
                symbols: self.variable_symbols(s),
                relos: self.resolved_relos(s).map(|r| (r.raw.offset, r)).collect(),
            };
            Rc::clone(listing.sections.entry(s.index).or_insert_with(|| Rc::new(known())))
        });
        let symbols = known.as_ref().map_or(&[][..], |known| known.symbols.as_slice());
        let relos = known.as_ref().map_or(&[][..], |known| known.relos.as_slice());
        let pointed = |at: u64| {
            let i = relos.binary_search_by_key(&at, |(offset, _)| *offset).ok()?;
            relos.get(i)?.1.target.map(|target| self.target_name(&target))
        };
        let bytes = section.map(|s| self.section_bytes(s));
        let mut variables = Vec::new();
        for var in t.vars().take(listing.variables) {
            let Some(of) = btf.get(var.type_id) else { continue };
            let symbol = named(symbols, of.name());
            let offset = match symbol {
                // libbpf does not change the offsets of static variables, which compilers fill in.
                Some(s) if fixed && of.linkage() != Some(Linkage::Static) => u32::try_from(s.value).unwrap_or(u32::MAX),
                _ => var.offset,
            };
            let target = if of.kind() == Kind::Var { of.type_ref().unwrap_or_default() } else { var.type_id };
            let in_file = section.filter(|s| !s.file_range.is_empty()).map(|s| {
                let start = s.file_range.start.saturating_add(offset.into());
                let end = start.saturating_add(var.size.into()).min(s.file_range.end);
                FileRange::new(start.min(end), end)
            });
            variables.push(Variable {
                name: of.name().to_owned(),
                type_id: var.type_id,
                of: target,
                linkage: of.linkage(),
                offset_in_file: var.offset,
                offset,
                size: var.size,
                bytes: in_file.unwrap_or_default(),
                value: bytes
                    .map(|b| limited_value(btf, target, b, offset.into(), LONGEST, &pointed, &mut listing.work)),
            });
        }
        listing.variables -= variables.len().min(listing.variables);
        variables.sort_by_key(|v| v.offset);
        let section = section.map(|s| s.index);
        DataSection { name: name.to_owned(), type_id: t.id(), size_in_file, size, section, variables }
    }

    /// The named symbols in a section, without the section's own symbol, sorted by name.
    pub(crate) fn variable_symbols(&self, section: &Section) -> Vec<&Symbol> {
        let named = |s: &&Symbol| !s.name.is_empty() && s.symbol_type != SymbolType::Section;
        let mut symbols: Vec<&Symbol> = self.symbols_in(section).filter(named).collect();
        symbols.sort_by(|a, b| a.name.cmp(&b.name));
        symbols
    }
}

/// The symbol of this name; `symbols` are sorted by name.
pub(crate) fn named<'a>(symbols: &[&'a Symbol], name: &str) -> Option<&'a Symbol> {
    symbols.binary_search_by_key(&name, |s| s.name.as_str()).ok().and_then(|i| symbols.get(i)).copied()
}
