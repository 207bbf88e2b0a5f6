//! What calls of the npm package can be given: the names of options are stated once, as the fields of these structs.

use serde::Deserialize;

/// Options that know their names.
pub trait Options: Default {
    /// The names, as JavaScript writes them.
    fn names() -> Vec<String>;
}

/// Says which keys are no options, and which there are.
///
/// # Errors
/// With these words, when one of the keys is no option.
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
                    vec![$(crate::camel(stringify!($field)),)* $($more.to_owned(),)*]
                }
            }
        )*

        /// The structs by their names, with the names of their options.
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
        /// By its debug information, also when it has BTF.
        from_dwarf: bool,
        /// A program without BTF is opened, too.
        bare: bool,
    }

    /// What a search finds.
    SearchOptions {
        /// Types without a name of their own, too.
        derived: bool,
        /// Only the file's own types.
        own_only: bool,
    }

    /// How a layout is computed.
    LayoutOptions {
        /// Bytes of a cache line; 64 if not given.
        cache_line: Option<u32>,
        /// In an order with fewer holes.
        reorganize: bool,
    }

    /// How types are printed.
    DumpOptions {
        /// C: in the order of ids.
        unsorted: bool,
        /// C: laid out rightly where bpftool errs.
        portable: bool,
        /// C: without what the types need to compile.
        definition_only: bool,
        /// JSON: with line breaks and indentation.
        pretty: bool,
        /// Listing: with every field's name and what its value means.
        annotate: bool,
        /// Pahole: in an order with fewer holes.
        reorganize: bool,
        /// Pahole: bytes of a cache line; 64 if not given.
        cache_line: Option<u32>,
        /// Rust, Zig, Go: without assertions of sizes and offsets.
        no_assertions: bool,
    }

    /// How bytes are read.
    ValueOptions {
        /// The form of a text; found out if not given.
        form: Option<String>,
        /// `little` or `big`; the file's if not given.
        byte_order: Option<String>,
        /// Text: by whose rules: `kernel` or `libbpf`; the kernel's if not given.
        printer: Option<String>,
        /// Text: on one line.
        compact: bool,
        /// Text: without names of members and types.
        skip_names: bool,
        /// Text: members that are zero, too.
        emit_zeroes: bool,
        /// Text: arrays of characters as strings.
        emit_strings: bool,
        /// Steps of work, and bytes of output, at most; 8 million, and some for each byte, if not given.
        limit: Option<f64>,
    }

    /// How a map dump is read and printed.
    MapDumpOptions {
        /// `little` or `big`; the file's if not given.
        byte_order: Option<String>,
        /// `plain`, `json` or `pretty`; plain if not given.
        style: Option<String>,
        /// Steps of work, and bytes of output, at most; 8 million, and some for each byte, if not given.
        limit: Option<f64>,
    }

    /// How a log is read.
    LogOptions {
        /// The program of a log that names none.
        program: Option<String>,
    }

    /// By which kernel a file is judged.
    VerifyOptions {
        /// The version; the newest that is known if not given, with the answers of others.
        kernel: Option<String>,
        /// `little` or `big`: the kernel's byte order; the file's if not given.
        byte_order: Option<String>,
        /// `program` or `kernel`: who asks; by what the file is if not given.
        who: Option<String>,
        /// A program as its file has it, without what libbpf changes.
        as_is: bool,
    }

    /// Which ELF relocations are listed.
    ElfRelocationOptions {
        /// Those of debug information, too.
        debug: bool,
    }

    /// Which kernels are asked for what a program needs. Kernels and modules are open files, which the npm package reads itself.
    FitsOptions {
    } and "targets" and "modules"

    /// How relocations are resolved. Targets and modules are open files, which are no plain values: the npm package reads them itself.
    RelocationOptions {
        /// Each by itself.
        alone: bool,
    } and "targets" and "modules"
}
