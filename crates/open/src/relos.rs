//! Phase 8: ELF relocations (`bpf_object__collect_relos`).

use std::collections::HashSet;

use crate::btf::Btf;
use crate::elf::{Data, Rel, Symbol};
use crate::errno::Errno;
use crate::map_def::values_at;
use crate::maps::{ARRAY_OF_MAPS, HASH_OF_MAPS, Map, MapFrom, PROG_ARRAY};
use crate::names::{Name, NameMap};
use crate::programs::{Relo, SLOT};
use crate::rule::{self, Rule};
use crate::spans::{DeclaredMaps, StructOps};
use crate::state::{FileBytes, Role, State, Step};

const CALL: u8 = 0x85;
const LOAD: u8 = 0x18;
/// The source register of a call of a function of the object.
const PSEUDO_CALL: u8 = 1;

const STT_FUNC: u8 = 2;
const STT_SECTION: u8 = 3;

/// A relocation of code, and the symbol that it refers to.
struct Against<'a> {
    program: usize,
    name: Name<'a>,
    symbol: Symbol,
    rel: Rel,
    /// The slot, counted from the program's start.
    slot: u64,
    at: FileBytes,
}

/// The places that relocations may refer to: the section and offset of each declared map, and the index of each
/// extern's symbol.
struct Places {
    maps: HashSet<(u32, u64)>,
    externs: HashSet<u64>,
}

/// What the relocations of `.maps` refer to. A hostile file may have thousands of tables of relocations for `.maps`.
struct Slots<'a> {
    maps: DeclaredMaps,
    /// The programs by name, as indices.
    programs: NameMap<'a, usize>,
    /// The names by which `bpf_object__find_map_by_name` finds a map.
    map_names: NameMap<'a, ()>,
}

impl<'a> State<'a> {
    pub(crate) fn collect_relos(&mut self) -> Step<()> {
        let declared = self.maps.iter().filter(|m| matches!(m.from, MapFrom::Declared(_)));
        let places = Places {
            maps: declared.map(|m| (m.section, u64::from(m.offset))).collect(),
            externs: self.externs.iter().map(|e| e.symbol).collect(),
        };
        let (mut ops, mut slots) = (StructOps::new(&self.maps), None);
        for index in 0..self.elf.count() as u32 {
            if self.roles.get(index as usize) != Some(&Role::Relo) {
                continue;
            }
            let Some(section) = self.section(index) else { continue };
            let Ok(data) = self.elf.data(&section) else { continue };
            let target = section.info;
            let btf = self.btf.take();
            let result = match &btf {
                Some(btf) if self.roles.get(target as usize) == Some(&Role::StructOps) => {
                    self.struct_ops_relos(btf, index, data, &mut ops)
                }
                Some(btf) if self.maps_section == Some(target) => {
                    let slots = slots.get_or_insert_with(|| self.slots(btf));
                    self.map_relos(btf, index, data, slots)
                }
                _ => self.program_relos(index, data, &places),
            };
            self.btf = btf;
            result?;
        }
        for program in &mut self.programs {
            program.relos.sort_by_key(|(slot, _)| *slot);
        }
        Ok(())
    }

    fn program_relos(&mut self, index: u32, data: Data<'a>, places: &Places) -> Step<()> {
        let Some(section) = self.section(index) else { return Ok(()) };
        let target = section.info;
        let code = self.data(target, rule::RELO_TARGET)?;
        let own = self.section_name(index).unwrap_or_default();
        if self.section_name(target).is_none() {
            let line = self.lines.pop().unwrap_or_default();
            let at = self.header_of(target);
            return self.refuse(rule::RELO_TARGET, Errno::EINVAL, line, at);
        }
        for number in 0..data.size / 16 {
            let at = FileBytes::at(section.offset + number * 16, 16);
            let Some(rel) = self.elf.rel(data, number) else { break };
            let Some(symbol) = self.elf.symbol(self.symbols, rel.symbol.into()) else {
                let line = format!("sec '{own}': symbol #{} not found for relo #{number}", rel.symbol);
                return self.refuse(rule::RELO_SYMBOL, Errno::FORMAT, line, at);
            };
            if u64::from(symbol.section) >= self.elf.count() {
                let line = format!(
                    "sec '{own}': corrupted symbol #{} pointing to invalid section #{} for relo #{number}",
                    rel.symbol, symbol.section
                );
                return self.refuse(rule::RELO_SECTION, Errno::FORMAT, line, at);
            }
            if !rel.offset.is_multiple_of(SLOT) || rel.offset >= code.size {
                let line = format!("sec '{own}': invalid offset 0x{:x} for relo #{number}", rel.offset);
                return self.refuse(rule::RELO_OFFSET, Errno::FORMAT, line, at);
            }
            let name = if symbol.kind() == STT_SECTION && symbol.name == 0 {
                self.section_name(symbol.section.into())
            } else {
                self.symbol_name(symbol.name)
            };
            let name = name.unwrap_or(Name(b"<?"));
            let slot = u64::from((rel.offset / SLOT) as u32);
            let Some(program) = self.program_at(target, slot) else { continue };
            let first = self.programs.get(program).map_or(0, |p| p.first);
            let against = Against { program, name, symbol, rel, slot: slot - first, at };
            let relo = self.record(&against, places)?;
            if let Some(program) = self.programs.get_mut(program) {
                program.relos.push((against.slot, relo));
            }
        }
        Ok(())
    }

    fn refuse_relo<T>(&mut self, of: &Against<'_>, rule: &'static Rule, what: impl AsRef<str>) -> Step<T> {
        let program = self.programs.get(of.program).map(|p| p.name.to_string()).unwrap_or_default();
        self.refuse(rule, Errno::RELOC, format!("prog '{program}': {}", what.as_ref()), of.at)
    }

    /// Classifies a relocation of code, or refuses it (`bpf_program__record_reloc`).
    fn record(&mut self, of: &Against<'_>, places: &Places) -> Step<Relo> {
        let Some(insn) = self.programs.get(of.program).and_then(|p| p.insn(of.slot)) else {
            return self.refuse_relo(of, rule::RELO_CODE, "no instruction");
        };
        let (name, value) = (of.name, of.symbol.value);
        let section = u32::from(of.symbol.section);
        let is_call = insn.code == CALL;
        if !is_call && insn.code != LOAD {
            let line = format!("invalid relo against '{name}' for insns[{}].code 0x{:x}", of.slot, insn.code);
            return self.refuse_relo(of, rule::RELO_CODE, line);
        }
        if of.symbol.is_extern() {
            if !places.externs.contains(&of.rel.symbol.into()) {
                let line = format!("extern relo failed to find extern for '{name}' ({})", of.rel.symbol);
                return self.refuse_relo(of, rule::RELO_EXTERN, line);
            }
            return Ok(if is_call { Relo::ExternCall } else { Relo::ExternLoad });
        }
        if is_call {
            if insn.src != PSEUDO_CALL {
                return self.refuse_relo(of, rule::CALL_OPCODE, "incorrect bpf_call opcode");
            }
            if section == 0 || section != self.text {
                let its = self.section_name(section).unwrap_or(Name(b"(null)"));
                let line = format!("bad call relo against '{name}' in section '{its}'");
                return self.refuse_relo(of, rule::CALL_SECTION, line);
            }
            if !value.is_multiple_of(SLOT) {
                let line = format!("bad call relo against '{name}' at offset {value}");
                return self.refuse_relo(of, rule::CALL_OFFSET, line);
            }
            return Ok(Relo::Call(value));
        }
        if section == 0 {
            let line =
                format!("invalid relo against '{name}' in special section 0x0; forgot to initialize global var?..");
            return self.refuse_relo(of, rule::LOAD_UNDEFINED, line);
        }
        let kind = of.symbol.kind();
        let local_section = of.symbol.bind() == 0 && kind == STT_SECTION;
        if section == self.text && (local_section || of.symbol.is_global_or_weak() && kind == STT_FUNC) {
            if !value.is_multiple_of(SLOT) || insn.imm % SLOT as i32 != 0 {
                let line = format!("bad subprog addr relo against '{name}' at offset {value}+{}", insn.imm);
                return self.refuse_relo(of, rule::LOAD_FUNCTION, line);
            }
            return Ok(Relo::Address(value));
        }
        self.record_load(of, section, places)
    }

    /// Classifies the relocation of a load that is neither of an extern nor of a function's address.
    fn record_load(&mut self, of: &Against<'_>, section: u32, places: &Places) -> Step<Relo> {
        let (name, value) = (of.name, of.symbol.value);
        let its = self.section_name(section).unwrap_or(Name(b"(null)"));
        if self.arena.is_some_and(|(arena, _)| arena == section) {
            if self.arena_map.is_none() {
                let line = format!("bad arena data relocation at insn {}, no arena maps defined", of.slot);
                return self.refuse_relo(of, rule::ARENA_RELO, line);
            }
            return Ok(Relo::Data);
        }
        if self.jump_tables.is_some_and(|(tables, _)| tables == section) {
            return Ok(Relo::JumpTable(value, of.symbol.size));
        }
        let role = self.roles.get(section as usize).copied().unwrap_or_default();
        if matches!(role, Role::Data | Role::Rodata | Role::Bss) {
            if self.section(section).is_none_or(|s| s.size == 0) {
                let line = format!("data relo failed to find map for section '{its}'");
                return self.refuse_relo(of, rule::LOAD_EMPTY, line);
            }
            return Ok(Relo::Data);
        }
        if section == self.symtab {
            return self.refuse_relo(of, rule::LOAD_DATA, format!("bad data relo against section '{its}'"));
        }
        if self.maps_section != Some(section) {
            let line = format!("bad map relo against '{name}' in section '{its}'");
            return self.refuse_relo(of, rule::LOAD_SECTION, line);
        }
        if !places.maps.contains(&(section, value)) {
            let line = format!("map relo failed to find map for section '{its}', off {value}");
            return self.refuse_relo(of, rule::LOAD_MAP, line);
        }
        Ok(Relo::Map)
    }

    fn slots(&self, btf: &Btf<'a>) -> Slots<'a> {
        let programs = self.programs.iter().enumerate().filter(|(_, p)| p.section != self.text);
        // As in `bpf_object__find_map_by_name`, a name that begins with a dot finds only maps of variables, and any
        // other name finds only the other maps.
        let is_found = |m: &&Map<'_>| (m.from == MapFrom::Section) == m.name.starts(".");
        Slots {
            maps: DeclaredMaps::new(btf, self.maps_type.unwrap_or(0), &self.maps),
            programs: programs.map(|(i, p)| (p.name, i)).collect(),
            map_names: self.maps.iter().filter(is_found).map(|m| (m.name, ())).collect(),
        }
    }

    /// Checks the relocations that fill the slots of maps of maps and of maps of programs.
    fn map_relos(&mut self, btf: &Btf<'a>, index: u32, data: Data<'a>, slots: &Slots<'a>) -> Step<()> {
        let (Some(section), Some(datasec)) = (self.section(index), self.maps_type) else { return Ok(()) };
        for number in 0..data.size / 16 {
            let at = FileBytes::at(section.offset + number * 16, 16);
            let Some(rel) = self.elf.rel(data, number) else { break };
            let head = format!(".maps relo #{number}:");
            let Some(symbol) = self.elf.symbol(self.symbols, rel.symbol.into()) else {
                let line = format!("{head} symbol {:x} not found", rel.symbol);
                return self.refuse(rule::SLOT_SYMBOL, Errno::FORMAT, line, at);
            };
            let name = self.symbol_name(symbol.name).unwrap_or(Name(b"<?>"));
            let Some((map, item)) =
                slots.maps.find(rel.offset).and_then(|(m, item)| Some((self.maps.get(m)?.clone(), item)))
            else {
                let line = format!("{head} cannot find map '{name}' at rel->r_offset {}", rel.offset);
                return self.refuse(rule::SLOT_MAP, Errno::EINVAL, line, at);
            };
            match map.def.kind {
                ARRAY_OF_MAPS | HASH_OF_MAPS => {
                    if Some(u32::from(symbol.section)) != self.maps_section {
                        let line = format!("{head} '{name}' isn't a BTF-defined map");
                        return self.refuse(rule::SLOT_SECTION, Errno::RELOC, line, at);
                    }
                    if map.def.kind == HASH_OF_MAPS && map.def.key_size != 4 {
                        let line = format!("{head} hash-of-maps '{}' should have key size 4.", map.name);
                        return self.refuse(rule::SLOT_KEY, Errno::EINVAL, line, at);
                    }
                    if slots.map_names.get(name).is_none() {
                        let line = format!("{head} '{name}' isn't a valid map reference");
                        return self.refuse(rule::SLOT_NAME, Errno::ESRCH, line, at);
                    }
                }
                PROG_ARRAY => {
                    let Some(program) = slots.programs.get(name).and_then(|p| self.programs.get(p)) else {
                        let line = format!("{head} '{name}' isn't a valid program reference");
                        return self.refuse(rule::SLOT_PROGRAM, Errno::ESRCH, line, at);
                    };
                    if program.section != symbol.section.into() || program.first.checked_mul(SLOT) != Some(symbol.value)
                    {
                        let line = format!("{head} '{name}' isn't an entry-point program");
                        return self.refuse(rule::SLOT_ENTRY, Errno::RELOC, line, at);
                    }
                }
                _ => return self.silent(rule::SLOT_VALUES, Errno::EINVAL, map.name.to_string(), at),
            }
            let [var, offset, _] = btf.item(datasec, item, 3);
            let Some(def) = btf.skip(btf.target(var)) else { return self.endless() };
            let slot = values_at(btf, def).and_then(|values| {
                let within = rel.offset.checked_sub(offset.into())?.checked_sub(values.into())?;
                (within as u32).is_multiple_of(8).then_some(within)
            });
            if slot.is_none() {
                return self.silent(rule::SLOT_VALUES, Errno::EINVAL, map.name.to_string(), at);
            }
        }
        Ok(())
    }
}
