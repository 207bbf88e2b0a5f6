//! Phase 7: maps (`bpf_object__init_maps`).

use crate::btf::{Btf, HEAD, STRUCT};
use crate::errno::Errno;
use crate::externs::{EXTERN, From, GLOBAL, STATIC};
use crate::map_def::{self, Def, Known};
use crate::names::Name;
use crate::rule;
use crate::state::{FileBytes, Role, State, Step};

pub(crate) const PROG_ARRAY: u32 = 3;
pub(crate) const ARRAY_OF_MAPS: u32 = 12;
pub(crate) const HASH_OF_MAPS: u32 = 13;
const ARENA: u32 = 33;

const PAGE: u64 = 4096;
/// The longest path (`PATH_MAX`), with its NUL.
const PATH_MAX: usize = 4096;
const PIN_ROOT: &str = "/sys/fs/bpf";
/// The longest name of an object or a map, with its NUL.
const NAME_LEN: usize = 16;

/// The origin of a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MapFrom {
    /// `.maps`: the variable's index in the DATASEC.
    Declared(u32),
    /// A section of variables.
    Section,
    /// A struct_ops variable: the id of its type.
    StructOps(u32),
}

/// A map.
#[derive(Clone, Debug)]
pub(crate) struct Map<'a> {
    pub(crate) name: Name<'a>,
    pub(crate) from: MapFrom,
    pub(crate) section: u32,
    /// The offset in the section, in bytes.
    pub(crate) offset: u32,
    pub(crate) def: Def,
}

impl<'a> State<'a> {
    pub(crate) fn init_maps(&mut self) -> Step<()> {
        self.with_btf(State::declared_maps)?;
        self.section_maps()?;
        self.kconfig_map()?;
        self.with_btf(State::struct_ops_maps)
    }

    fn declared_maps(&mut self, btf: &Btf<'a>) -> Step<()> {
        let Some(section) = self.maps_section else { return Ok(()) };
        let size = self.section(section).map_or(0, |s| s.size);
        let Some(datasec) = btf.datasec(".maps") else {
            let range = self.range_of(section);
            return self.refuse(rule::MAPS_DATASEC, Errno::ENOENT, "DATASEC '.maps' not found.", range);
        };
        self.maps_type = Some(datasec);
        let known = Known::default();
        for index in 0..btf.vlen(datasec) {
            self.declared_map(btf, datasec, index, (section, size), &known)?;
        }
        self.arenas(btf)
    }

    /// Adds the map that an item of the DATASEC declares. `section`: the index of `.maps` and its size in bytes.
    fn declared_map(
        &mut self,
        btf: &Btf<'a>,
        datasec: u32,
        index: u32,
        (section, size): (u32, u64),
        known: &Known,
    ) -> Step<()> {
        let [var, offset, var_size] = btf.item(datasec, index, 3);
        let name = btf.name(var);
        let at = btf.range(var);
        if name.is_empty() {
            return self.refuse(rule::MAP_NAME, Errno::EINVAL, format!("map #{index}: empty name."), at);
        }
        if u64::from(offset) + u64::from(var_size) > size {
            return self.refuse(rule::MAP_BOUNDS, Errno::EINVAL, format!("map '{name}' BTF data is corrupted."), at);
        }
        let linkage = match btf.word(var, HEAD) {
            GLOBAL => None,
            STATIC => Some("static"),
            EXTERN => Some("extern"),
            _ => Some("unknown"),
        };
        if let Some(linkage) = linkage {
            let line = format!("map '{name}': unsupported map linkage {linkage}.");
            return self.refuse(rule::MAP_LINKAGE, Errno::ENOTSUP, line, at);
        }
        let Some(of) = btf.skip(btf.target(var)) else { return self.endless() };
        if btf.kind(of) != STRUCT {
            let line = format!("map '{name}': unexpected def kind var.");
            return self.refuse(rule::MAP_STRUCT, Errno::EINVAL, line, at);
        }
        if btf.target(of) > var_size {
            return self.refuse(rule::MAP_SIZE, Errno::EINVAL, format!("map '{name}': invalid def size."), at);
        }
        let def = match map_def::read(btf, of, name, false, known) {
            Ok(def) => def,
            Err(None) => return self.endless(),
            Err(Some((rule, errno, line))) => return self.refuse(rule, errno, line, btf.range(of)),
        };
        if def.pinned && PIN_ROOT.len() + 1 + name.bytes().len() >= PATH_MAX {
            let line = format!("map '{name}': couldn't build pin path.");
            return self.refuse(rule::PIN_PATH, Errno::ENAMETOOLONG, line, at);
        }
        let from = MapFrom::Declared(index);
        self.maps.push(Map { name, from, section, offset, def });
        Ok(())
    }

    fn arenas(&mut self, btf: &Btf<'a>) -> Step<()> {
        let arenas: Vec<usize> = (0..).zip(&self.maps).filter(|(_, m)| m.def.kind == ARENA).map(|(i, _)| i).collect();
        let range = |index: Option<&usize>, state: &State<'_>| match index.and_then(|&i| state.maps.get(i)) {
            Some(Map { from: MapFrom::Declared(i), .. }) => {
                btf.range(btf.item(state.maps_type.unwrap_or(0), *i, 3).first().copied().unwrap_or(0))
            }
            _ => FileBytes::default(),
        };
        if let (Some(&index), Some((_, size))) = (arenas.first(), self.arena) {
            self.arena_map = Some(index);
            let max = self.maps.get(index).map_or(0, |m| m.def.max_entries);
            let memory = PAGE * u64::from(max);
            if size.div_ceil(PAGE).saturating_mul(PAGE) > memory {
                let line = format!(
                    "elf: sec '.addr_space.1': declared ARENA map size ({memory}) is too small to hold global __arena variables of size {size}"
                );
                let at = range(arenas.first(), self);
                return self.refuse(rule::ARENA_SMALL, Errno::E2BIG, line, at);
            }
        }
        self.arena_map = arenas.first().copied();
        if let [first, second, ..] = arenas.as_slice() {
            let name = |i: &usize| self.maps.get(*i).map(|m| m.name.to_string()).unwrap_or_default();
            let line = format!(
                "map '{}': only single ARENA map is supported (map '{}' is also ARENA)",
                name(second),
                name(first)
            );
            let at = range(arenas.get(1), self);
            return self.refuse(rule::TWO_ARENAS, Errno::EINVAL, line, at);
        }
        if let (Some((section, _)), None) = (self.arena, self.arena_map) {
            let line = "elf: sec '.addr_space.1': to use global __arena variables the ARENA map should be explicitly \
                        declared in SEC(\".maps\")";
            let at = self.range_of(section);
            return self.refuse(rule::NO_ARENA, Errno::ENOENT, line, at);
        }
        Ok(())
    }

    /// Adds a map for each section of variables.
    fn section_maps(&mut self) -> Step<()> {
        for index in 1..self.elf.count() as u32 {
            let role = self.roles.get(index as usize).copied().unwrap_or_default();
            let Some(section) = self.section(index).filter(|s| s.size > 0) else { continue };
            if matches!(role, Role::Data | Role::Rodata | Role::Bss) {
                let name = self.section_name(index).unwrap_or_default();
                self.section_map(name, index, section.size)?;
            }
        }
        Ok(())
    }

    fn kconfig_map(&mut self) -> Step<()> {
        let last = self.externs.iter().rfind(|e| e.from == From::Kconfig).map(|e| e.end());
        match last {
            // libbpf computes this size as an `int`, so it wraps at 32 bits.
            Some(size) => self.section_map(Name(b".kconfig"), self.symtab, size.into()),
            None => Ok(()),
        }
    }

    fn section_map(&mut self, name: Name<'a>, section: u32, size: u64) -> Step<()> {
        let value = size as u32;
        if value.wrapping_add(7) & !7 == 0 {
            let line = format!("failed to alloc map '{}' content buffer: -EINVAL", self.internal_name(name));
            let at = self.header_of(section);
            return self.refuse(rule::CONTENT, Errno::EINVAL, line, at);
        }
        let def = Def { kind: 2, key_size: 4, value_size: value, max_entries: 1, pinned: false };
        self.maps.push(Map { name, from: MapFrom::Section, section, offset: 0, def });
        Ok(())
    }

    /// The name of a map of variables (`internal_map_name`).
    fn internal_name(&self, section: Name<'_>) -> String {
        let section = section.to_string();
        let suffix = section.len().clamp(7, NAME_LEN - 1);
        let prefix = if section.get(1..).is_some_and(|rest| rest.contains('.')) { 0 } else { NAME_LEN - 1 - suffix };
        let text: String = self.path.chars().take(prefix).chain(section.chars().take(suffix)).collect();
        text.chars().map(|c| if c.is_ascii_alphanumeric() || matches!(c, '_' | '.') { c } else { '_' }).collect()
    }
}
