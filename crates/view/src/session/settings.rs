//! What a person set, and how whole files are printed.

use btf::Btf;
use wire::wire;

use crate::views::View;

/// What a person set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Single-letter keys act.
    pub single_keys: bool,
    /// Bit strips run the other way.
    pub flip_bits: bool,
    /// The C view shows what the type needs, too.
    pub c_needs: bool,
    /// The Layout view prints structs as pahole does.
    pub as_pahole: bool,
    /// The view that was last chosen.
    pub view: View,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { single_keys: true, flip_bits: false, c_needs: false, as_pahole: false, view: View::Layout }
    }
}

/// How a whole file is printed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DumpFormat {
    /// A C header, as `bpftool btf dump file X format c`.
    C,
    /// JSON, as `bpftool -j btf dump file X`.
    Json,
    /// The listing of records, as `bpftool btf dump file X`.
    Raw,
}
wire!(
    enum DumpFormat {
        C,
        Json,
        Raw,
    }
);

impl DumpFormat {
    /// All.
    pub const ALL: [DumpFormat; 3] = [DumpFormat::C, DumpFormat::Json, DumpFormat::Raw];

    /// What it is called.
    pub fn title(self) -> &'static str {
        match self {
            DumpFormat::C => "C header",
            DumpFormat::Json => "JSON",
            DumpFormat::Raw => "raw listing",
        }
    }

    /// The name of the saved file, for a file called `name`.
    pub fn file_name(self, name: &str) -> String {
        let stem = name.strip_suffix(".btf").or_else(|| name.strip_suffix(".o")).unwrap_or(name);
        match self {
            DumpFormat::C => format!("{stem}.h"),
            DumpFormat::Json => format!("{stem}.json"),
            DumpFormat::Raw => format!("{stem}.btf.txt"),
        }
    }

    /// Prints all types of a file.
    pub fn print(self, btf: &Btf) -> String {
        let mut out = String::new();
        match self {
            DumpFormat::C => dump::c(btf, &mut out, &dump::CFileOptions::default()),
            DumpFormat::Json => dump::json(btf, &mut out, &dump::JsonOptions::default()),
            DumpFormat::Raw => dump::raw(btf, &mut out),
        }
        out
    }
}
