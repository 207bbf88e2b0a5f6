//! Options of the npm package's calls. Their names are listed only here: the fields of these structs, and after `and`
//! the names of options that JavaScript reads itself.

use serde::Deserialize;

/// Options that can list their names.
pub trait Options: Default {
    /// The names, as JavaScript writes them.
    fn names() -> Vec<String>;
}

/// Checks that all keys are options.
///
/// # Errors
/// A key is not an option; the message lists the options.
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
    /// Options for opening a file.
    OpenOptions {
        /// The file's name, for messages.
        name: Option<String>,
        /// The file to open, if the source is an archive.
        entry: Option<String>,
        /// Make the types from the debug information, even if there is BTF.
        from_dwarf: bool,
        /// Open a program even if it has no BTF.
        bare: bool,
        /// The machine for the layouts of a kernel header, instead of the one that the header's registers suggest.
        machine: Option<String>,
    }

    /// Options for a search of types.
    SearchOptions {
        /// Include types without a name of their own.
        derived: bool,
        /// Only types of the file itself, not of its base.
        own_only: bool,
    }

    /// Options for a layout.
    LayoutOptions {
        /// The size of a cache line in bytes; 64 if not given.
        cache_line: Option<u32>,
        /// Reorder members so that there are fewer holes.
        reorganize: bool,
    }

    /// Options for printing types.
    DumpOptions {
        /// C: keep the order of ids.
        unsorted: bool,
        /// C: avoid the layout errors of bpftool's output.
        portable: bool,
        /// C: leave out the other types, which the definition needs to compile.
        definition_only: bool,
        /// JSON: with line breaks and indentation.
        pretty: bool,
        /// Listing: name every field and explain its value.
        annotate: bool,
        /// Pahole: reorder members so that there are fewer holes.
        reorganize: bool,
        /// Pahole: the size of a cache line in bytes; 64 if not given.
        cache_line: Option<u32>,
        /// Rust, Zig, Go: leave out assertions of sizes and offsets.
        no_assertions: bool,
    }

    /// Options for reading bytes as a type.
    ValueOptions {
        /// The form in which the bytes are written as text; detected if not given.
        form: Option<String>,
        /// `little` or `big`; the byte order of the file if not given.
        byte_order: Option<String>,
        /// Text: as `kernel` or `libbpf` print it; as the kernel if not given.
        printer: Option<String>,
        /// Text: on one line.
        compact: bool,
        /// Text: leave out names of members and types.
        skip_names: bool,
        /// Text: include members that are zero.
        emit_zeroes: bool,
        /// Text: print arrays of characters as strings.
        emit_strings: bool,
        /// The most steps of work and bytes of output; if not given, 8 million, and more for each byte of input.
        limit: Option<f64>,
    }

    /// Options for reading a map dump and printing it.
    MapDumpOptions {
        /// `little` or `big`; the byte order of the file if not given.
        byte_order: Option<String>,
        /// `plain`, `json` or `pretty`; plain if not given.
        style: Option<String>,
        /// The most steps of work and bytes of output; if not given, 8 million, and more for each byte of input.
        limit: Option<f64>,
    }

    /// Options for reading a log.
    LogOptions {
        /// The program that the log is about, if the log names none.
        program: Option<String>,
    }

    /// Options for the verdict of kernels on a file.
    VerifyOptions {
        /// The kernel's version; if not given, the newest known version, with the answers of the other versions.
        kernel: Option<String>,
        /// `little` or `big`: the byte order of the kernel; if not given, the byte order of the file.
        byte_order: Option<String>,
        /// `program` or `kernel`: who loads the BTF; if not given, it depends on the file.
        who: Option<String>,
        /// Check a program as it is in its file, without libbpf's changes.
        as_is: bool,
    }

    /// Options for listing ELF relocations.
    ElfRelocationOptions {
        /// Include the relocations of debug information.
        debug: bool,
    }

    /// Options for a comparison. The npm package reads the programs itself: they are open files.
    DiffOptions {
        /// Only these types, by names or ids.
        types: Option<Vec<String>>,
        /// `harmless`, `refused` or `silent`: the mildest effect to list; `harmless` if not given.
        at_least: Option<String>,
        /// The most steps of work and bytes of output; if not given, 8 million, and more for each byte of types.
        limit: Option<f64>,
    } and "usedBy"

    /// Options for listing the users of a type.
    UsersOptions {
        /// Only users that use the type in one of these ways.
        how: Option<Vec<String>>,
        /// Only records that refer to the type itself, not through other types.
        direct: bool,
    }

    /// Options for listing the types that contain a type.
    ContainersOptions {
        /// The most steps of work and bytes of output; if not given, 8 million, and more for each byte of types.
        limit: Option<f64>,
    }

    /// Options for the paths between two types.
    PathOptions {
        /// The most paths; 10 if not given.
        limit: Option<u16>,
        /// The most members in a path, from 1 to 64; 16 if not given.
        longest: Option<u8>,
        /// Follow no pointers.
        embedded: bool,
    }

    /// Options for the members at an offset.
    AtOptions {
        /// How many bytes are read; members of that size come first.
        size: Option<u32>,
    }

    /// Options for a history.
    HistoryOptions {
        /// Only kernels that fit these conditions.
        r#where: Option<String>,
        /// Follow the field under this name alone: names that it was renamed from or to are left out.
        split: bool,
    }

    /// Options for the code that reads a field.
    ReadOptions {
        /// Only kernels that fit these conditions.
        r#where: Option<String>,
        /// Read the field under this name alone: names that it was renamed from or to are left out.
        split: bool,
        /// Take the field under other names, too, even if these are not alike.
        follow: bool,
        /// Leave out the guard of the last branch.
        no_guard: bool,
        /// `libbpf`, `ebpf-go` or `aya`: also write the loader's part, which chooses between prototypes.
        loader: Option<String>,
    }

    /// Options for finding the kernel that a file comes from.
    WhichOptions {
        /// Only kernels that fit these conditions.
        r#where: Option<String>,
    }

    /// Options for checking a program on kernels of an atlas.
    AtlasCheckOptions {
        /// Only kernels that fit these conditions.
        r#where: Option<String>,
        /// Only kernels that also fit these conditions are required.
        require: Option<String>,
        /// `none`: treat the modules of the kernels as not loaded.
        modules: Option<String>,
    }

    /// Options for opening an atlas. The npm package reads the file of modules itself: it is a source of bytes.
    AtlasOptions {
    } and "modules"

    /// Options for checking a program. The npm package reads kernels and modules itself: they are open files, not
    /// plain values.
    CheckOptions {
    } and "targets" and "modules"

    /// Options for resolving relocations. The npm package reads targets and modules itself: they are open files, not
    /// plain values.
    RelocationOptions {
        /// Resolve each relocation without regard to the others.
        alone: bool,
    } and "targets" and "modules"
}
