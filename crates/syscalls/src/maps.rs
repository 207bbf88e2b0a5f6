//! Maps: those that the object declares, and those that libbpf makes from sections of variables and from struct_ops.

use bpf::{InnerValues, Map, MapDef, Object, map_type_name};
use btf::{Btf, Kind, Linkage, TypeId};

use crate::call::{Call, Command, Value, constant, kernel, map_flags, object_name, object_of};

/// The map types that are treated specially (`enum bpf_map_type`).
const PERF_EVENT_ARRAY: u32 = 4;
const PROG_ARRAY: u32 = 3;
const STRUCT_OPS: u32 = 26;
const RINGBUFS: [u32; 2] = [27, 31];
/// The map types for which libbpf passes no BTF (`bpf_object__create_map`).
const WITHOUT_BTF: [u32; 14] = [4, 8, 7, 12, 13, 14, 25, 16, 17, 15, 18, 22, 23, 33];

const RDONLY_PROG: u32 = 1 << 7;
const MMAPABLE: u32 = 1 << 10;

/// The kernel's page size on most machines.
const PAGE: u32 = 4096;

/// A map to create.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    /// Its name, of which the kernel stores at most 15 bytes.
    pub(crate) name: String,
    pub(crate) def: MapDef,
    pub(crate) kind: MadeOf,
}

/// The origin of a map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum MadeOf {
    /// A variable in `.maps`: its index among the object's maps.
    Declared(usize),
    /// A section of variables.
    Data { section: String, type_id: Option<TypeId>, read_only: bool, bytes: u64 },
    /// A variable in a section of struct_ops.
    StructOps { of: String },
}

/// A map that libbpf makes from a section of variables: `.data`, `.rodata` and sections such as `.data.NAME`; `.bss`;
/// `.kconfig`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataMap {
    /// Its name, as the kernel stores it: the start of the object's name, and the section's name; but a section's name
    /// with two dots stands alone.
    pub name: String,
    /// The section.
    pub section: String,
    /// The DATASEC that is the type of the map's value; `None` if the BTF has no such DATASEC.
    pub type_id: Option<TypeId>,
}

/// The maps that libbpf makes from sections of variables, for an object in a file with this name.
pub fn data_maps(object: &Object, btf: &Btf, file: &str) -> Vec<DataMap> {
    let made = all(object, Some(btf), object_of(file)).into_iter();
    made.filter_map(|made| match made.kind {
        MadeOf::Data { section, type_id, .. } => Some(DataMap { name: made.name, section, type_id }),
        MadeOf::Declared(_) | MadeOf::StructOps { .. } => None,
    })
    .collect()
}

/// All maps in libbpf's order: declared ones, sections by their index, `.kconfig`, struct_ops.
pub(crate) fn all(object: &Object, btf: Option<&Btf>, name: &str) -> Vec<Made> {
    let declared = object.maps();
    let mut maps: Vec<Made> = declared.into_iter().enumerate().map(|(index, map)| user(index, map)).collect();
    let datasec = |name: &str| btf.and_then(|btf| btf.types().find(|t| t.kind() == Kind::DataSec && t.name() == name));
    for section in object.sections().iter().filter(|s| s.size > 0 && s.flags & 2 != 0) {
        let is =
            |of: &str| section.name == of || section.name.strip_prefix(of).is_some_and(|rest| rest.starts_with('.'));
        let read_only = is(".rodata");
        if !(read_only || is(".data") || section.name == ".bss") {
            continue;
        }
        maps.push(data(btf, name, &section.name, datasec(&section.name), section.size, read_only));
    }
    if let Some(kconfig) = datasec(".kconfig") {
        let bytes = kconfig.size().unwrap_or(0).into();
        maps.push(data(btf, name, ".kconfig", Some(kconfig), bytes, true));
    }
    if let Some(btf) = btf {
        maps.extend(["struct_ops", "struct_ops.link"].into_iter().flat_map(|of| struct_ops(btf, of)));
    }
    maps
}

fn user(index: usize, map: Map) -> Made {
    let Map { name, mut def, .. } = map;
    if def.map_type.is_some_and(|t| RINGBUFS.contains(&t)) {
        def.max_entries = def.max_entries.map(ring);
    }
    Made { name, def, kind: MadeOf::Declared(index) }
}

/// The size of a ring buffer as libbpf rounds it up (`adjust_ringbuf_sz`): to a power of two of pages.
fn ring(bytes: u32) -> u32 {
    if bytes == 0 || bytes.is_multiple_of(PAGE) && (bytes / PAGE).is_power_of_two() {
        return bytes;
    }
    (bytes / PAGE + 1).checked_next_power_of_two().and_then(|pages| pages.checked_mul(PAGE)).unwrap_or(bytes)
}

fn data(
    btf: Option<&Btf>,
    object: &str,
    section: &str,
    datasec: Option<btf::Type<'_>>,
    bytes: u64,
    read_only: bool,
) -> Made {
    let visible = |var: btf::SecVar<'_>| {
        let var = btf.and_then(|btf| btf.get(var.type_id)).filter(|t| t.kind() == Kind::Var);
        var.is_some_and(|t| t.linkage() != Some(Linkage::Static))
    };
    let mmapable = datasec.as_ref().is_some_and(|t| t.vars().any(visible));
    let type_id = datasec.map(|t| t.id());
    let def = MapDef {
        map_type: Some(2),
        key_size: Some(4),
        value_size: u32::try_from(bytes).ok(),
        value: type_id,
        max_entries: Some(1),
        flags: Some(if read_only { RDONLY_PROG } else { 0 } | if mmapable { MMAPABLE } else { 0 }),
        ..MapDef::default()
    };
    let kind = MadeOf::Data { section: section.to_owned(), type_id, read_only, bytes };
    Made { name: data_name(object, section), def, kind }
}

/// The name of a section's map (`internal_map_name`): as much of the object's name as fits, and the section's name. For
/// a section with two dots, it is the section's name alone.
fn data_name(object: &str, section: &str) -> String {
    const LONGEST: usize = 15;
    let behind = section.len().clamp(7, LONGEST);
    let before = if section.get(1..).is_some_and(|rest| rest.contains('.')) { 0 } else { LONGEST - behind };
    let chars = object.bytes().take(before).chain(section.bytes().take(behind));
    chars.map(|b| if b.is_ascii_alphanumeric() || b == b'.' { char::from(b) } else { '_' }).collect()
}

fn struct_ops(btf: &Btf, section: &str) -> Vec<Made> {
    let names = [format!(".{section}"), section.to_owned()];
    let found = btf.types().find(|t| t.kind() == Kind::DataSec && names.iter().any(|name| name == t.name()));
    let Some(datasec) = found else { return Vec::new() };
    let flags = if section == "struct_ops.link" { 1 << 13 } else { 0 };
    let made = |var: btf::SecVar<'_>| {
        let t = btf.get(var.type_id)?;
        let of = t.type_ref().and_then(|id| btf.resolved(id))?;
        let def = MapDef {
            map_type: Some(STRUCT_OPS),
            key_size: Some(4),
            max_entries: Some(1),
            flags: Some(flags),
            ..MapDef::default()
        };
        let kind = MadeOf::StructOps { of: of.name().to_owned() };
        Some(Made { name: t.name().to_owned(), def, kind })
    };
    datasec.vars().filter_map(made).collect()
}

/// The name of a type for a note.
fn type_note(btf: Option<&Btf>, id: TypeId) -> String {
    let named = btf.and_then(|btf| btf.resolved(id)).map(|t| (t.kind(), t.name().to_owned()));
    match named {
        Some((kind, name)) if !name.is_empty() => format!("{} {name}", kind.as_str()),
        Some((kind, _)) => kind.as_str().to_owned(),
        None => String::new(),
    }
}

/// `BPF_MAP_CREATE` of a map. `btf_call` is the call that loaded the BTF, if any; `inner` is the call that created the
/// template of its elements.
pub(crate) fn create(
    number: usize,
    name: &str,
    def: &MapDef,
    kind: &MadeOf,
    btf: Option<&Btf>,
    btf_call: Option<usize>,
    inner: Option<usize>,
) -> Call {
    let map_type = def.map_type.unwrap_or(0);
    let of_struct_ops = if let MadeOf::StructOps { of } = kind { Some(of) } else { None };
    let value_size = match of_struct_ops {
        Some(of) => kernel(format!("the size of the kernel's bpf_struct_ops_{of}")),
        None => def.value_size.unwrap_or(0).into(),
    };
    let max_entries = match def.max_entries.unwrap_or(0) {
        0 if map_type == PERF_EVENT_ARRAY => kernel("as many as the machine can have processors"),
        entries => entries.into(),
    };
    let other = |key: &str| def.others.iter().find(|(name, _)| name == key).map(|(_, n)| *n);
    let typed = btf_call.filter(|_| !WITHOUT_BTF.contains(&map_type));
    let mut call = Call::new(number, Command::MapCreate, name)
        .with("map_type", map_type_name(map_type).map_or_else(|| map_type.into(), |n| constant("BPF_MAP_TYPE_", n)))
        .with("key_size", def.key_size.unwrap_or(0))
        .with("value_size", value_size)
        .with("max_entries", max_entries)
        .with("map_flags", map_flags(def.flags.unwrap_or(0)))
        .with_some("inner_map_fd", inner.map(Value::Of))
        .with_some("numa_node", other("numa_node"))
        .with("map_name", object_name(name))
        .with("btf_fd", typed.map_or(Value::Number(0), Value::Of));
    let id = |id: Option<TypeId>| id.filter(|_| typed.is_some() && map_type != STRUCT_OPS);
    for (field, of) in [("btf_key_type_id", id(def.key)), ("btf_value_type_id", id(def.value))] {
        call = call.with(field, of.map_or(0, |id| id.0));
        if let Some(of) = of {
            call = call.note(type_note(btf, of));
        }
    }
    let id_of = |of: &String| kernel(format!("the id of the kernel's struct bpf_struct_ops_{of}"));
    call = call.with_some("btf_vmlinux_value_type_id", of_struct_ops.map(id_of));
    call = call.with_some("map_extra", other("map_extra"));
    if btf_call.is_some() && typed.is_none() && (def.key.is_some() || def.value.is_some()) {
        call.notes.push("libbpf passes no types for maps of this type".to_owned());
    }
    call
}

/// The definition of the elements of a map of maps.
pub(crate) fn inner(def: &MapDef) -> Option<&MapDef> {
    match def.values.as_ref()? {
        InnerValues::Maps(inner) => Some(inner),
        InnerValues::Programs => None,
    }
}

/// Whether a map contains programs, which are loaded only later.
pub(crate) fn holds_programs(def: &MapDef) -> bool {
    def.map_type == Some(PROG_ARRAY)
}

/// The slots of a map that the object sets, with the name of each slot's symbol, from the relocations in `.maps`.
pub(crate) fn slots(object: &Object, map: &Map) -> Vec<(u32, String)> {
    let values = || {
        let btf = object.btf()?;
        let def = btf.get(map.type_id?)?;
        let values = def.members().find(|m| m.name() == "values")?;
        Some((values.bit_offset() / 8, def.size()?))
    };
    let (Some((values, size)), Some(section)) = (values(), object.section_named(&map.section)) else {
        return Vec::new();
    };
    let start = map.offset.saturating_add(values.into());
    // The array of values is flexible, so the variable is longer than its type.
    let symbol = object.symbol_at(section.index, map.offset).map_or(u64::from(size), |s| s.size);
    let end = map.offset.saturating_add(symbol.max(size.into()));
    let relos = object.relos_in(section, start, end);
    let name = |r: &bpf::ElfRelo| object.symbol(r.symbol).map(|s| s.name.clone()).unwrap_or_default();
    relos.filter_map(|r| Some((u32::try_from((r.offset - start) / 8).ok()?, name(r)))).collect()
}
