//! Whole files as text.

use btf::Btf;
use wire::wire;

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
