//! Maps that a program declares: in `.maps` by BTF (libbpf: `parse_btf_map_def`), in `maps` by legacy structs.

use btf::{Btf, Kind, Type, TypeId};

use crate::globals::named;
use crate::object::Object;
use crate::symbol::SymbolType;

/// The most members of a definition that are read; real ones have about ten.
const MAX_MEMBERS: usize = 64;

/// The definition of a map.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MapDef {
    /// `enum bpf_map_type`; see [`map_type_name`].
    pub map_type: Option<u32>,
    /// The size of a key in bytes: as the definition gives it, or the size of the key's type.
    pub key_size: Option<u32>,
    /// The key's type.
    pub key: Option<TypeId>,
    /// The size of a value in bytes: as the definition gives it, or the size of the value's type.
    pub value_size: Option<u32>,
    /// The value's type.
    pub value: Option<TypeId>,
    /// How many entries it may have; for a ring buffer, its size in bytes.
    pub max_entries: Option<u32>,
    /// `BPF_F_...`; see [`map_flag_name`].
    pub flags: Option<u32>,
    /// All other members, as name and number: `pinning`, `numa_node`, `map_extra`.
    pub others: Vec<(String, u64)>,
    /// The kind of the elements in a map of maps or a map of programs.
    pub values: Option<InnerValues>,
    /// Faults for which libbpf would refuse the map, each a sentence without its full stop.
    pub problems: Vec<String>,
}

/// The kind of the elements of the member `values`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InnerValues {
    /// Maps of this definition.
    Maps(Box<MapDef>),
    /// Programs.
    Programs,
}

/// A map of an object.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Map {
    /// Its name.
    pub name: String,
    /// The VAR in the DATASEC `.maps`; none for a legacy map.
    pub var: Option<TypeId>,
    /// The type that defines it, which should be a struct; none for a legacy map.
    pub type_id: Option<TypeId>,
    /// The section: `.maps` or `maps`.
    pub section: String,
    /// Its offset in this section, in bytes: taken from its symbol, else from the DATASEC.
    pub offset: u64,
    /// Its definition.
    pub def: MapDef,
}

/// The name of a map type as bpftool prints it; none for an unknown number.
pub fn map_type_name(map_type: u32) -> Option<&'static str> {
    MAP_TYPES.get(map_type as usize).copied()
}

/// The name of a flag of a map (`BPF_F_...` of the kernel's `include/uapi/linux/bpf.h`), by the number of its bit; none
/// for an unknown bit.
pub fn map_flag_name(bit: u32) -> Option<&'static str> {
    MAP_FLAGS.get(bit as usize).copied()
}

impl Object {
    /// The maps: first those of `.maps`, in the order of the DATASEC, then the legacy maps by offset.
    pub fn maps(&self) -> Vec<Map> {
        let mut maps = self.btf().map(|btf| self.btf_maps(btf)).unwrap_or_default();
        maps.extend(self.legacy_maps());
        maps
    }

    fn btf_maps(&self, btf: &Btf) -> Vec<Map> {
        let Some(section) = btf.types().find(|t| t.kind() == Kind::DataSec && t.name() == ".maps") else {
            return Vec::new();
        };
        let symbols = self.section_named(".maps").map(|s| self.variable_symbols(s)).unwrap_or_default();
        let map = |var: btf::SecVar<'_>| {
            let t = btf.get(var.type_id).filter(|t| t.kind() == Kind::Var)?;
            let def = t.type_ref().and_then(|id| btf.resolved(id));
            let symbol = named(&symbols, t.name());
            Some(Map {
                name: t.name().to_owned(),
                var: Some(var.type_id),
                type_id: def.as_ref().map(|t| t.id()),
                section: ".maps".to_owned(),
                offset: symbol.map_or(u64::from(var.offset), |s| s.value),
                def: match def {
                    Some(def) if def.kind() == Kind::Struct => define(btf, def, 0),
                    _ => MapDef { problems: vec!["its definition is no struct".to_owned()], ..MapDef::default() },
                },
            })
        };
        section.vars().filter_map(map).collect()
    }

    /// `struct bpf_map_def` of old programs: type, key size, value size, entries, flags; 4 bytes each.
    fn legacy_maps(&self) -> Vec<Map> {
        let Some(section) = self.section_named("maps").filter(|s| !s.is_code()) else { return Vec::new() };
        let bytes = self.section_bytes(section);
        let word = |at: u64| {
            let bytes = bytes.get(usize::try_from(at).ok()?..)?.first_chunk::<4>()?;
            Some(self.endian().u32(*bytes))
        };
        let of_map = |s: &&crate::Symbol| matches!(s.symbol_type, SymbolType::Object | SymbolType::NoType);
        let mut maps: Vec<Map> = self
            .symbols_in(section)
            .filter(of_map)
            .map(|s| {
                let field = |i: u64| word(s.value.saturating_add(i * 4)).filter(|_| s.size == 0 || i * 4 + 4 <= s.size);
                Map {
                    name: s.name.clone(),
                    var: None,
                    type_id: None,
                    section: section.name.clone(),
                    offset: s.value,
                    def: MapDef {
                        map_type: field(0),
                        key_size: field(1),
                        value_size: field(2),
                        max_entries: field(3),
                        flags: field(4),
                        problems: vec!["legacy definitions are no longer taken by libbpf 1.0 and later".to_owned()],
                        ..MapDef::default()
                    },
                }
            })
            .collect();
        maps.sort_by_key(|m| m.offset);
        maps
    }
}

/// The number that `__uint` encodes as the length of an array behind a pointer, or `__ulong` as an enumerator.
fn number(btf: &Btf, id: TypeId) -> Option<u64> {
    let t = btf.resolved(id)?;
    if t.kind().is_any_enum() {
        return t.enumerators().next().map(|e| e.raw);
    }
    let array = btf.get(btf.resolved(id).filter(|t| t.kind() == Kind::Ptr)?.type_ref()?)?.array()?;
    Some(array.nelems.into())
}

fn define(btf: &Btf, t: Type<'_>, depth: u32) -> MapDef {
    let mut def = MapDef::default();
    for member in t.members().take(MAX_MEMBERS) {
        let name = member.name();
        let word = || number(btf, member.type_id).and_then(|n| u32::try_from(n).ok());
        match name {
            "type" => def.map_type = word(),
            "max_entries" => def.max_entries = word(),
            "map_flags" => def.flags = word(),
            "key_size" => set(&mut def.key_size, word(), "key", &mut def.problems),
            "value_size" => set(&mut def.value_size, word(), "value", &mut def.problems),
            "key" | "value" => {
                let pointer = btf.get(member.type_id).filter(|t| t.kind() == Kind::Ptr);
                let Some(pointed) = pointer.and_then(|t| t.type_ref()) else {
                    def.problems.push(format!("the {name} is no pointer to its type"));
                    continue;
                };
                let size = btf.size_of(pointed).ok();
                if size.is_none() {
                    def.problems.push(format!("the {name}'s type has no size"));
                }
                if name == "key" {
                    def.key = Some(pointed);
                    set(&mut def.key_size, size, name, &mut def.problems);
                } else {
                    def.value = Some(pointed);
                    set(&mut def.value_size, size, name, &mut def.problems);
                }
            }
            "values" => {
                def.values = inner(btf, member.type_id, depth);
                if def.values.is_none() {
                    def.problems.push("values is no array of maps or programs".to_owned());
                }
                set(&mut def.value_size, Some(4), "value", &mut def.problems);
            }
            _ => match number(btf, member.type_id) {
                Some(n) => def.others.push((name.to_owned(), n)),
                None => def.problems.push(format!("the member {name} gives no number")),
            },
        }
    }
    if def.map_type.is_none_or(|t| t == 0) {
        def.problems.push("the map's type is not given".to_owned());
    }
    def
}

/// Sets a size. Adds a problem instead if another size was set before; an earlier size of 0 counts as not set.
fn set(to: &mut Option<u32>, size: Option<u32>, what: &str, problems: &mut Vec<String>) {
    match (*to, size) {
        (Some(known), Some(size)) if known != size && known != 0 => {
            problems.push(format!("two sizes are given for a {what}: {known} and {size}"));
        }
        (_, Some(size)) => *to = Some(size),
        (_, None) => {}
    }
}

fn inner(btf: &Btf, id: TypeId, depth: u32) -> Option<InnerValues> {
    let element = btf.resolved(btf.get(id)?.array()?.element)?;
    let pointed = btf.resolved(element.type_ref().filter(|_| element.kind() == Kind::Ptr)?)?;
    match pointed.kind() {
        Kind::FuncProto => Some(InnerValues::Programs),
        // libbpf supports only one level of inner maps.
        Kind::Struct if depth == 0 => Some(InnerValues::Maps(Box::new(define(btf, pointed, 1)))),
        _ => None,
    }
}

/// The names of map types, by their numbers in `enum bpf_map_type`.
const MAP_TYPES: [&str; 36] = [
    "unspec",
    "hash",
    "array",
    "prog_array",
    "perf_event_array",
    "percpu_hash",
    "percpu_array",
    "stack_trace",
    "cgroup_array",
    "lru_hash",
    "lru_percpu_hash",
    "lpm_trie",
    "array_of_maps",
    "hash_of_maps",
    "devmap",
    "devmap_hash",
    "sockmap",
    "cpumap",
    "xskmap",
    "sockhash",
    "cgroup_storage",
    "reuseport_sockarray",
    "percpu_cgroup_storage",
    "queue",
    "stack",
    "sk_storage",
    "struct_ops",
    "ringbuf",
    "inode_storage",
    "task_storage",
    "bloom_filter",
    "user_ringbuf",
    "cgrp_storage",
    "arena",
    "insn_array",
    "rhash",
];

/// The names of the flags of maps, by bit.
const MAP_FLAGS: [&str; 20] = [
    "BPF_F_NO_PREALLOC",
    "BPF_F_NO_COMMON_LRU",
    "BPF_F_NUMA_NODE",
    "BPF_F_RDONLY",
    "BPF_F_WRONLY",
    "BPF_F_STACK_BUILD_ID",
    "BPF_F_ZERO_SEED",
    "BPF_F_RDONLY_PROG",
    "BPF_F_WRONLY_PROG",
    "BPF_F_CLONE",
    "BPF_F_MMAPABLE",
    "BPF_F_PRESERVE_ELEMS",
    "BPF_F_INNER_MAP",
    "BPF_F_LINK",
    "BPF_F_PATH_FD",
    "BPF_F_VTYPE_BTF_OBJ_FD",
    "BPF_F_TOKEN_FD",
    "BPF_F_SEGV_ON_FAULT",
    "BPF_F_NO_USER_CONV",
    "BPF_F_RB_OVERWRITE",
];
