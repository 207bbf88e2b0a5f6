//! Options of the npm package's calls. The fields of these structs are the only list of their names.

use serde::Deserialize;

/// Options that know their names.
pub trait Options: Default {
    /// The names, as JavaScript writes them.
    fn names() -> Vec<String>;
}

/// Checks that all keys are options.
///
/// # Errors
/// A message with the allowed options, when a key is not one.
pub fn check_keys<T: Options>(keys: impl IntoIterator<Item = String>) -> Result<(), String> {
    let known = T::names();
    match keys.into_iter().find(|key| !known.contains(key)) {
        None => Ok(()),
        Some(key) => Err(format!("unknown option “{key}”; expected {}", known.join(", "))),
    }
}

/// Structs of options, with the list of their names.
macro_rules! options {
    ($($(#[doc = $about:literal])+ $name:ident {
        $($(#[doc = $doc:literal])+ $field:ident: $ty:ty,)*
    } $(and $more:literal)*)*) => {
        $(
            $(#[doc = $about])+
            #[derive(Default, Deserialize, Clone, Debug)]
            #[serde(default, rename_all = "camelCase")]
            pub struct $name {
                $($(#[doc = $doc])+ pub $field: $ty,)*
            }

            impl Options for $name {
                fn names() -> Vec<String> {
                    vec![$(crate::camel(stringify!($field).trim_start_matches("r#")),)* $($more.to_owned(),)*]
                }
            }
        )*

        /// The structs with the names of their options.
        pub fn all() -> Vec<(&'static str, Vec<String>)> {
            vec![$((stringify!($name), $name::names())),*]
        }
    };
}

options! {
    /// How a file is opened.
    OpenOptions {
        /// The file's name, for messages.
        name: Option<String>,
        /// Which file of an archive.
        entry: Option<String>,
        /// Reads the debug information, also when there is BTF.
        from_dwarf: bool,
        /// Opens a program without BTF, too.
        bare: bool,
        /// The machine of a kernel header's layouts, in place of the one that its registers tell.
        machine: Option<String>,
    }

    /// Which types a search finds.
    SearchOptions {
        /// Include types without a name of their own.
        derived: bool,
        /// Only the file's own types.
        own_only: bool,
    }

    /// How a layout is computed.
    LayoutOptions {
        /// Bytes of a cache line; 64 if not given.
        cache_line: Option<u32>,
        /// Reorder members for fewer holes.
        reorganize: bool,
    }

    /// How types are printed.
    DumpOptions {
        /// C: in the order of ids.
        unsorted: bool,
        /// C: work around layout errors of bpftool's output.
        portable: bool,
        /// C: leave out the types that the definition needs to compile.
        definition_only: bool,
        /// JSON: with line breaks and indentation.
        pretty: bool,
        /// Listing: name every field and explain its value.
        annotate: bool,
        /// Pahole: reorder members for fewer holes.
        reorganize: bool,
        /// Pahole: bytes of a cache line; 64 if not given.
        cache_line: Option<u32>,
        /// Rust, Zig, Go: without assertions of sizes and offsets.
        no_assertions: bool,
    }

    /// How bytes are read.
    ValueOptions {
        /// The form of the text; detected if not given.
        form: Option<String>,
        /// `little` or `big`; the file's if not given.
        byte_order: Option<String>,
        /// Text: in the format of `kernel` or `libbpf`; the kernel's if not given.
        printer: Option<String>,
        /// Text: on one line.
        compact: bool,
        /// Text: leave out names of members and types.
        skip_names: bool,
        /// Text: include members that are zero.
        emit_zeroes: bool,
        /// Text: print arrays of characters as strings.
        emit_strings: bool,
        /// The most steps of work and bytes of output; if not given, 8 million, and some for each input byte.
        limit: Option<f64>,
    }

    /// How a map dump is read and printed.
    MapDumpOptions {
        /// `little` or `big`; the file's if not given.
        byte_order: Option<String>,
        /// `plain`, `json` or `pretty`; plain if not given.
        style: Option<String>,
        /// The most steps of work and bytes of output; if not given, 8 million, and some for each input byte.
        limit: Option<f64>,
    }

    /// How a log is read.
    LogOptions {
        /// The program, if the log names none.
        program: Option<String>,
    }

    /// Which kernel judges a file.
    VerifyOptions {
        /// The version; if not given, the newest known one, with the answers of others besides.
        kernel: Option<String>,
        /// `little` or `big`: the kernel's byte order; the file's if not given.
        byte_order: Option<String>,
        /// `program` or `kernel`: who loads the BTF; depends on the file if not given.
        who: Option<String>,
        /// Judge a program as it is in its file, without libbpf's changes.
        as_is: bool,
    }

    /// Which ELF relocations are listed.
    ElfRelocationOptions {
        /// Include those of debug information.
        debug: bool,
    }

    /// Which differences are listed. The npm package reads the programs itself: they are open files.
    DiffOptions {
        /// Only these types, by name or id.
        types: Option<Vec<String>>,
        /// `harmless`, `refused` or `silent`: the least effect; harmless if not given.
        at_least: Option<String>,
        /// The most steps of work and bytes of output; if not given, 8 million, and some for each byte of types.
        limit: Option<f64>,
    } and "usedBy"

    /// Which users of a type are listed.
    UsersOptions {
        /// Only those that use it in one of these ways.
        how: Option<Vec<String>>,
        /// Only records that refer to the type itself.
        direct: bool,
    }

    /// How far the types that contain a type are looked for.
    ContainersOptions {
        /// The most steps of work and bytes of output; if not given, 8 million, and some for each byte of types.
        limit: Option<f64>,
    }

    /// Which paths between two types are listed.
    PathOptions {
        /// The most paths; 10 if not given.
        limit: Option<u16>,
        /// The most members in a path, from 1 to 64; 16 if not given.
        longest: Option<u8>,
        /// Follow no pointers.
        embedded: bool,
    }

    /// How much is read at an offset.
    AtOptions {
        /// How many bytes are read; what fits them comes first.
        size: Option<u32>,
    }

    /// Which history is told.
    HistoryOptions {
        /// Only kernels that fit these conditions.
        r#where: Option<String>,
        /// The field under this name alone.
        split: bool,
    }

    /// How the code is written that reads a field.
    ReadOptions {
        /// Only kernels that fit these conditions.
        r#where: Option<String>,
        /// Read the field under this name alone.
        split: bool,
        /// Take the field also under names that are not alike.
        follow: bool,
        /// Leave the last branch unguarded.
        no_guard: bool,
        /// `libbpf`, `ebpf-go` or `aya`: also the part of the program that chooses between prototypes.
        loader: Option<String>,
    }

    /// Which kernels a file is compared with.
    WhichOptions {
        /// Only kernels that fit these conditions.
        r#where: Option<String>,
    }

    /// Which kernels of an atlas a program is checked against.
    AtlasCheckOptions {
        /// Only kernels that fit these conditions.
        r#where: Option<String>,
        /// Only these of them are required: conditions, too.
        require: Option<String>,
        /// `none`: a kernel's modules are not loaded.
        modules: Option<String>,
    }

    /// How an atlas is opened. The npm package reads the file of modules itself: it is a source of bytes.
    AtlasOptions {
    } and "modules"

    /// Which kernels a program is checked against. The npm package reads kernels and modules itself: they are open
    /// files, not plain values.
    CheckOptions {
    } and "targets" and "modules"

    /// How relocations are resolved. The npm package reads targets and modules itself: they are open files, not plain
    /// values.
    RelocationOptions {
        /// Resolve each by itself.
        alone: bool,
    } and "targets" and "modules"
}
