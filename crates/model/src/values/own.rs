//! The file's own data: the bytes of its variables and sections, and the types of its maps.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::Arc;

use bpf::Object;
use btf::{Btf, Kind, TypeId};
use wire::Wire;

/// The types of a map's keys and values, as the file declares them.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct MapOf {
    /// Its name.
    pub name: String,
    /// The section of which libbpf makes the map (`.bss`); none for a declared map.
    pub section: Option<String>,
    /// The type of its keys; none if it has no keys, or if only the size of a key is declared.
    pub key: Option<TypeId>,
    /// The type of its values; none if only the size of a value is declared.
    pub value: Option<TypeId>,
}

impl MapOf {
    /// Whether this name may mean the map: it is the kernel's name for it, or the name of the section that it is made
    /// of.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.section.as_deref() == Some(name)
    }
}

/// One variable of [`OwnBytes`].
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct OwnPart {
    /// Its name.
    pub name: String,
    /// The VAR.
    pub id: TypeId,
    /// Its offset in [`OwnBytes::bytes`].
    pub offset: u32,
    /// Its size in bytes.
    pub size: u32,
}

/// The bytes that an object has of a variable, or of a section with all its variables.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct OwnBytes {
    /// The section: `.rodata`.
    pub section: String,
    /// The bytes; for a variable, only its own.
    pub bytes: Arc<[u8]>,
    /// The variables in these bytes, by offset. In an object that was not linked, BTF does not have the offsets, so
    /// they are from the ELF symbols.
    pub parts: Vec<OwnPart>,
}

/// A file's data for the Values view.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Own {
    /// Its maps.
    pub maps: Vec<MapOf>,
    /// The bytes of the type that was asked for.
    pub bytes: Option<OwnBytes>,
}

/// The prefix of the structs that declare the types of a map in old objects (btf.rst 4.2).
const CONTAINER: &str = "____btf_map_";

/// The maps of a file: those declared in `.maps`, those whose types are declared by structs `____btf_map_NAME` with the
/// members `key` and `value` (btf.rst 4.2), and those that libbpf makes of sections with variables. The name of a map
/// that is made of a section begins with `file`, the name of the file.
pub fn maps(btf: &Btf, object: Option<&Object>, file: &str) -> Vec<MapOf> {
    let declared = object.map(Object::maps).unwrap_or_default().into_iter();
    let mut maps: Vec<MapOf> =
        declared.map(|map| MapOf { name: map.name, section: None, key: map.def.key, value: map.def.value }).collect();
    // The first map of each name, by its index in `maps`.
    let mut known: HashMap<String, usize> = HashMap::new();
    for (at, map) in maps.iter().enumerate() {
        known.entry(map.name.clone()).or_insert(at);
    }
    for t in btf.types().filter(|t| t.kind() == Kind::Struct) {
        let Some(name) = t.name().strip_prefix(CONTAINER) else { continue };
        let member = |name: &str| t.members().find(|m| m.name() == name).map(|m| m.type_id);
        let (key, value) = (member("key"), member("value"));
        match known.get(name) {
            Some(&at) => {
                if let Some(map) = maps.get_mut(at).filter(|map| map.value.is_none()) {
                    (map.key, map.value) = (key, value);
                }
            }
            None => {
                known.insert(name.to_owned(), maps.len());
                maps.push(MapOf { name: name.to_owned(), section: None, key, value });
            }
        }
    }
    let data = object.map(|object| syscalls::data_maps(object, btf, file)).unwrap_or_default();
    maps.extend(data.into_iter().map(|map| MapOf {
        name: map.name,
        section: Some(map.section),
        key: None,
        value: map.type_id,
    }));
    maps
}

/// The types of the map with this name: the BTF that has them, the key's type and the value's type. For a map made of
/// a section, the BTF is the file's after libbpf has set the sizes and offsets of sections (`btf__finalize_data`);
/// else it is the file's.
///
/// # Errors
/// No map with this name has a value type; the error is the list of all maps.
pub fn types_of_map(
    btf: &Arc<Btf>,
    object: Option<&Object>,
    file: &str,
    name: &str,
) -> Result<(Arc<Btf>, Option<TypeId>, TypeId), Vec<MapOf>> {
    let all = maps(btf, object, file);
    let found = all.iter().find(|map| map.is_called(name)).and_then(|map| Some((map, map.value?)));
    let Some((map, value)) = found else { return Err(all) };
    let loaded = map.section.as_ref().and(object).and_then(|object| {
        let fixed = verdict::libbpf::fix_up(object.btf()?.bytes(), object).ok()?;
        Btf::parse(fixed.bytes, None).ok()
    });
    Ok((loaded.map_or_else(|| Arc::clone(btf), Arc::new), map.key, value))
}

/// The bytes that an object has of a VAR or a DATASEC. None for other kinds, and if the file has no bytes for it:
/// `.bss`, externs.
pub fn own_bytes(btf: &Btf, object: &Object, id: TypeId) -> Option<OwnBytes> {
    let kind = btf.get(id)?.kind();
    if !matches!(kind, Kind::Var | Kind::DataSec) {
        return None;
    }
    let (section, parts) = parts_with(btf, object, id)?;
    let found = object.section_named(&section).map(|s| object.section_bytes(s)).filter(|bytes| !bytes.is_empty())?;
    if kind == Kind::DataSec {
        return Some(OwnBytes { section, bytes: found.into(), parts });
    }
    let part = parts.into_iter().find(|part| part.id == id)?;
    let start = part.offset as usize;
    let bytes = found.get(start..start.checked_add(part.size as usize)?)?;
    Some(OwnBytes { section, bytes: bytes.into(), parts: vec![OwnPart { offset: 0, ..part }] })
}

/// The variables of a section, or of the section with this variable.
fn parts_with(btf: &Btf, object: &Object, id: TypeId) -> Option<(String, Vec<OwnPart>)> {
    let is_it = |section: TypeId, vars: &[OwnPart]| section == id || vars.iter().any(|var| var.id == id);
    let of_data = object.data_sections().into_iter().map(|section| {
        let var = |v: &bpf::Variable| OwnPart { name: v.name.clone(), id: v.type_id, offset: v.offset, size: v.size };
        (section.type_id, section.name, section.variables.iter().map(var).collect::<Vec<_>>())
    });
    let maps = btf.types().filter(|t| t.kind() == Kind::DataSec && t.name() == ".maps");
    // The offsets of maps by their VARs: made once, however many sections a file calls `.maps`.
    let offsets: OnceCell<HashMap<TypeId, u64>> = OnceCell::new();
    let of_maps = maps.map(|section| {
        let offsets = offsets.get_or_init(|| {
            // Of several maps with a VAR the first counts, so it is put in last.
            object.maps().iter().rev().filter_map(|map| Some((map.var?, map.offset))).collect()
        });
        let vars = section.vars().map(|var| {
            let name = btf.get(var.type_id).map_or("", |t| t.name()).to_owned();
            let offset = offsets.get(&var.type_id).and_then(|at| u32::try_from(*at).ok()).unwrap_or(var.offset);
            OwnPart { name, id: var.type_id, offset, size: var.size }
        });
        let mut vars: Vec<OwnPart> = vars.collect();
        vars.sort_by_key(|var| var.offset);
        (section.id(), section.name().to_owned(), vars)
    });
    of_data.chain(of_maps).find(|(section, _, vars)| is_it(*section, vars)).map(|(_, name, vars)| (name, vars))
}
