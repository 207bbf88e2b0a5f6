//! Phase 2: the sections, one after the other (`bpf_object__elf_collect`).

use std::collections::HashMap;

use crate::elf::{
    Data, REL, SHF_EXECINSTR, SHT_LLVM_ADDRSIG, SHT_NOBITS, SHT_PROGBITS, SHT_REL, SHT_STRTAB, SHT_SYMTAB,
};
use crate::elf::{Section, Symbol};
use crate::errno::Errno;
use crate::names::Name;
use crate::rule;
use crate::state::{FileBytes, Role, State, Step};

/// Sections of relocations that libbpf reads although their target section is not executable.
const RELOCATED: [&str; 5] =
    [".rel.struct_ops", ".rel.struct_ops.link", ".rel?.struct_ops", ".rel?.struct_ops.link", ".rel.maps"];

const STRUCT_OPS: [&str; 4] = [".struct_ops", ".struct_ops.link", "?.struct_ops", "?.struct_ops.link"];

/// FUNC symbols with their indices, by section index, in the order of the symbol table.
type Functions = HashMap<u32, Vec<(u64, Symbol)>>;

/// True if libbpf skips a section (`ignore_elf_section`).
fn is_ignored(section: &Section, name: Name<'_>) -> bool {
    section.kind == SHT_STRTAB
        || section.kind == SHT_LLVM_ADDRSIG
        || section.kind == SHT_PROGBITS && section.size == 0 && name.is(".text")
        || name.starts(".debug_")
        || name.starts(".rel.debug_")
        || name.is(".rel.BTF")
        || name.is(".rel.BTF.ext")
}

impl<'a> State<'a> {
    pub(crate) fn walk(&mut self) -> Step<()> {
        self.symbol_table()?;
        let mut functions = Functions::new();
        for index in 0..self.symbol_count() {
            if let Some(symbol) = self.elf.symbol(self.symbols, index).filter(|s| s.kind() == 2) {
                functions.entry(symbol.section.into()).or_default().push((index, symbol));
            }
        }
        let count = self.elf.count() as u32;
        for index in 1..count {
            let Some(section) = self.section(index) else { break };
            let name = match self.section_string(section.name) {
                Ok(name) => name,
                Err(line) => {
                    let at = self.header_of(index);
                    self.lines.pop();
                    return self.refuse(rule::SECTION_NAME, Errno::FORMAT, line, at);
                }
            };
            if is_ignored(&section, name) {
                continue;
            }
            let data = self.data(index, rule::SECTION_DATA)?;
            self.one(index, &section, name, data, &functions)?;
        }
        if self.strtab == 0 || self.strtab > count.saturating_sub(1) {
            let line = format!("elf: symbol strings section missing or invalid in {}", self.path);
            let at = self.header_of(self.symtab);
            return self.refuse(rule::NO_STRINGS, Errno::FORMAT, line, at);
        }
        self.sort_programs();
        Ok(())
    }

    fn symbol_table(&mut self) -> Step<()> {
        for index in 1..self.elf.count() as u32 {
            let Some(section) = self.section(index).filter(|s| s.kind == SHT_SYMTAB) else { continue };
            if self.symtab != 0 {
                let line = format!("elf: multiple symbol tables in {}", self.path);
                let at = self.header_of(index);
                return self.refuse(rule::TWO_SYMTABS, Errno::FORMAT, line, at);
            }
            self.symbols = self.data(index, rule::SYMTAB_DATA)?;
            self.symtab = index;
            self.strtab = section.link;
        }
        if self.symtab == 0 {
            let line = format!("elf: couldn't find symbol table in {}, stripped object file?", self.path);
            return self.refuse(rule::NO_SYMTAB, Errno::ENOENT, line, FileBytes::at(0, 64));
        }
        Ok(())
    }

    fn set_role(&mut self, index: u32, role: Role) {
        if let Some(slot) = self.roles.get_mut(index as usize) {
            *slot = role;
        }
    }

    fn one(
        &mut self,
        index: u32,
        section: &Section,
        name: Name<'a>,
        data: Data<'a>,
        functions: &Functions,
    ) -> Step<()> {
        let range = section.range();
        if name.is("license") {
            if data.bytes.is_none() {
                let line = format!("invalid license section in {}", self.path);
                return self.refuse(rule::LICENSE, Errno::FORMAT, line, range);
            }
        } else if name.is("version") {
            if data.bytes.is_none() || data.size != 4 {
                let line = format!("invalid kver section in {}", self.path);
                return self.refuse(rule::VERSION, Errno::FORMAT, line, range);
            }
        } else if name.is("maps") {
            let line = "elf: legacy map definitions in 'maps' section are not supported by libbpf v1.0+";
            return self.refuse(rule::LEGACY_MAPS, Errno::ENOTSUP, line, range);
        } else if name.is(".maps") {
            self.maps_section = Some(index);
        } else if name.is(".BTF") || name.is(".BTF.ext") {
            if section.kind != SHT_PROGBITS {
                return self.silent(rule::BTF_TYPE, Errno::FORMAT, name.to_string(), self.header_of(index));
            }
            let slot = if name.is(".BTF") { &mut self.btf_section } else { &mut self.ext_section };
            *slot = Some(index);
        } else if section.kind == SHT_SYMTAB {
            // `symbol_table` has read this section.
        } else if section.kind == SHT_PROGBITS && data.size > 0 {
            self.bits(index, section, name, data, functions)?;
        } else if section.kind == SHT_REL {
            let target = self.elf.section(section.info).filter(|_| section.entsize == REL);
            let Some(target) = target else {
                return self.silent(rule::REL_FORM, Errno::FORMAT, name.to_string(), self.header_of(index));
            };
            if target.flags & SHF_EXECINSTR != 0 || RELOCATED.iter().any(|r| name.is(r)) {
                self.set_role(index, Role::Relo);
            }
        } else if section.kind == SHT_NOBITS && (name.is(".bss") || name.starts(".bss.")) {
            self.set_role(index, Role::Bss);
        }
        Ok(())
    }

    fn bits(
        &mut self,
        index: u32,
        section: &Section,
        name: Name<'a>,
        data: Data<'a>,
        functions: &Functions,
    ) -> Step<()> {
        if section.flags & SHF_EXECINSTR != 0 {
            if name.is(".text") {
                self.text = index;
            }
            let functions = functions.get(&index).map(Vec::as_slice).unwrap_or_default();
            return self.add_programs(index, name, data, functions);
        }
        if name.is(".data") || name.starts(".data.") {
            self.set_role(index, Role::Data);
        } else if name.is(".rodata") || name.starts(".rodata.") {
            self.set_role(index, Role::Rodata);
        } else if STRUCT_OPS.iter().any(|s| name.is(s)) {
            self.set_role(index, Role::StructOps);
        } else if name.is(".addr_space.1") {
            self.arena = Some((index, data.size));
        } else if name.is(".jumptables") {
            self.jump_tables = Some((index, data.size));
        }
        Ok(())
    }
}
