//! Maps and globals.

use bpf::{InnerValues, MapDef, map_type_name};
use btf::TypeId;
use container::FileRange;
use wire::Wire;

use super::Program;
use crate::words::{grouped, many};

/// A type with its name, as a link.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct TypeLink {
    /// The type.
    pub id: TypeId,
    /// Its name in C.
    pub name: String,
}

crate::made! {
    /// A map.
    #[derive(Clone, PartialEq, Eq, Debug, Wire)]
    pub struct MapRow(map: &bpf::Map, key: Option<TypeLink>, value: Option<TypeLink>, more: Vec<String>) with {
            let def = &map.def;
    } {
        /// Its name.
        pub name: String = map.name.clone(),
        /// Its kind by bpftool's name; `type 99` for an unknown one; `map` if its definition has no type.
        pub kind: String = kind(def),
        /// The type of a key.
        pub key: Option<TypeLink> = key,
        /// The size of a key in bytes.
        pub key_size: Option<u32> = def.key_size,
        /// The type of a value.
        pub value: Option<TypeLink> = value,
        /// The size of a value in bytes.
        pub value_size: Option<u32> = def.value_size,
        /// The most entries that it may have; for a ring buffer its size in bytes.
        pub max_entries: Option<u32> = def.max_entries,
        /// Other settings: `flags 0x1`, `pinned by name`, `holds maps: hash`.
        pub more: Vec<String> = more,
        /// Reasons why a loader would refuse it.
        pub problems: Vec<String> = def.problems.clone(),
        /// The struct that defines it.
        pub type_id: Option<TypeId>,
    }
}

crate::made! {
    /// A global variable.
    #[derive(Clone, PartialEq, Eq, Debug, Wire)]
    pub struct GlobalRow(v: &bpf::Variable, of: TypeLink) {
        /// Its name.
        pub name: String = v.name.clone(),
        /// Its type.
        pub of: TypeLink = of,
        /// Its offset in its section after loading, in bytes.
        pub offset: u32,
        /// Its offset in the section of the file, if it differs from the offset after loading.
        pub offset_in_file: Option<u32> = Some(v.offset_in_file).filter(|&at| at != v.offset),
        /// Its size in bytes.
        pub size: u32,
        /// Its value; none if the object has no section for it, as for externs.
        pub value: Option<String> = v.value.clone(),
        /// Its bytes in the object file; empty if it has none there.
        pub bytes: FileRange,
        /// `static`, `global`, `extern`.
        pub linkage: String = v.linkage.map_or("", |l| l.as_str()).to_owned(),
    }
}

crate::made! {
    /// A section of globals.
    #[derive(Clone, PartialEq, Eq, Debug, Wire)]
    pub struct GlobalSection(s: &bpf::DataSection, about: &str, variables: Vec<GlobalRow>) {
        /// Its name.
        pub name: String = s.name.clone(),
        /// The DATASEC of the section.
        pub type_id: TypeId,
        /// How loaders treat it: `a read-only map`.
        pub about: String = about.to_owned(),
        /// Its size in bytes after loading.
        pub size: Option<u32>,
        /// Its size in bytes in the file, if it differs from the size after loading.
        pub size_in_file: Option<u32> = Some(s.size_in_file).filter(|&size| s.size.is_some_and(|s| s != size)),
        /// The variables, by offset.
        pub variables: Vec<GlobalRow> = variables,
    }
}

/// Maps and globals of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Data {
    /// The licence that it declares.
    pub license: Option<String>,
    /// The maps.
    pub maps: Vec<MapRow>,
    /// The sections of globals.
    pub sections: Vec<GlobalSection>,
}

/// Keywords that the short form of a type leaves out.
const KEYWORDS: [&str; 3] = ["struct ", "union ", "enum "];

impl MapRow {
    /// The types of key and value in short: `u32 → u32`, `request * → stage` (without `struct`), `4 → 4 bytes`; empty
    /// if neither is known.
    pub fn pair(&self) -> String {
        let short = |name: &str| KEYWORDS.iter().find_map(|word| name.strip_prefix(word)).unwrap_or(name).to_owned();
        let name = |link: &Option<TypeLink>| link.as_ref().map(|link| short(&link.name));
        match (name(&self.key), name(&self.value), self.key_size, self.value_size) {
            (None, None, Some(key), Some(value)) => format!("{key} → {value} bytes"),
            (None, None, None, None) => String::new(),
            (key, value, key_size, value_size) => {
                let side = |name: Option<String>, size: Option<u32>| {
                    name.or(size.map(|size| many(size.into(), "byte"))).unwrap_or_else(|| "–".to_owned())
                };
                format!("{} → {}", side(key, key_size), side(value, value_size))
            }
        }
    }
}

impl GlobalRow {
    /// Its offset in words: `8`, `8 (0 in the file)`; empty if it has no value.
    pub fn place(&self) -> String {
        self.value.as_ref().map(|_| format!("{}{}", self.offset, in_file(self.offset_in_file))).unwrap_or_default()
    }
}

impl GlobalSection {
    /// The text after the section's name: ` · 16 B · a read-only map`.
    pub fn facts(&self) -> String {
        let size = self.size.map(|size| format!(" · {} B{}", grouped(size.into()), in_file(self.size_in_file)));
        let about = Some(&self.about).filter(|about| !about.is_empty()).map(|about| format!(" · {about}"));
        size.unwrap_or_default() + &about.unwrap_or_default()
    }
}

/// The number in the file in words, if it differs from the number after loading.
fn in_file(number: Option<u32>) -> String {
    number.map(|n| format!(" ({n} in the file)")).unwrap_or_default()
}

impl Data {
    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.sections.iter().map(|s| s.variables.len()).sum()
    }

    /// The numbers of maps and variables: `3 maps, 1 variable`.
    pub fn counts(&self) -> String {
        format!("{}, {}", many(self.maps.len() as u64, "map"), many(self.variables() as u64, "variable"))
    }
}

impl Program {
    /// Maps and globals.
    pub fn data(&self) -> Data {
        let maps = self.object.maps();
        Data {
            license: self.object.license(),
            maps: maps.iter().map(|map| self.map_row(map)).collect(),
            sections: self.object.data_sections().iter().map(|s| self.section_row(s)).collect(),
        }
    }

    fn link(&self, id: TypeId) -> TypeLink {
        let name = self.object.btf().map_or_else(String::new, |btf| dump::type_name(btf, id));
        TypeLink { id, name }
    }

    fn map_row(&self, map: &bpf::Map) -> MapRow {
        let def = &map.def;
        let mut more = Vec::new();
        if let Some(flags) = def.flags.filter(|&f| f != 0) {
            more.push(format!("flags {flags:#x}"));
        }
        for (name, n) in &def.others {
            match (name.as_str(), n) {
                ("pinning", 1) => more.push("pinned by name".to_owned()),
                _ => more.push(format!("{name} {n}")),
            }
        }
        match &def.values {
            Some(InnerValues::Programs) => more.push("holds programs".to_owned()),
            Some(InnerValues::Maps(inner)) => more.push(format!("holds maps: {}", kind(inner))),
            None => {}
        }
        let link = |id| self.link(id);
        MapRow::of(map, def.key.map(link), def.value.map(link), more)
    }

    fn section_row(&self, s: &bpf::DataSection) -> GlobalSection {
        let about = match s.name.as_str() {
            ".kconfig" => "values of the kernel's configuration, which the loader fills in",
            ".ksyms" => "variables and functions of the kernel, which the loader looks up",
            "license" | "version" => "read by the loader",
            "maps" => "definitions of maps",
            name if name.starts_with(".rodata") => "a read-only map",
            name if name.starts_with(".bss") || name.starts_with(".data") => "a map",
            ".struct_ops" | ".struct_ops.link" => "operations that programs implement",
            // libbpf `init_struct_ops_maps`: a `?` before the name turns `autocreate` off.
            "?.struct_ops" | "?.struct_ops.link" => {
                "operations that programs implement; loaders create them only if told to"
            }
            _ => "",
        };
        let row = |v: &bpf::Variable| GlobalRow::of(v, self.link(v.of));
        GlobalSection::of(s, about, s.variables.iter().map(row).collect())
    }
}

fn kind(def: &MapDef) -> String {
    match def.map_type {
        Some(n) => map_type_name(n).map_or_else(|| format!("type {n}"), str::to_owned),
        None => "map".to_owned(),
    }
}
