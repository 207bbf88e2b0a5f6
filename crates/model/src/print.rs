//! Prints a whole file as text.

use btf::Btf;
use wire::Wire;

btf::named! {
    /// The format in which a whole file is printed.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Wire)]
    pub enum DumpFormat {
        /// A C header, as `bpftool btf dump file X format c`.
        C = "C header";
        /// JSON, as `bpftool -j btf dump file X`.
        Json = "JSON";
        /// The listing of records, as `bpftool btf dump file X`.
        Raw = "raw listing";
        /// The assembler listing, as `clang -S`; for a program it includes `.BTF.ext`.
        Asm = "assembler listing";
    }
    /// All formats.
    pub const ALL;
    /// Its name.
    pub fn title;
}

impl DumpFormat {
    /// The name under which the text of the file `name` is saved.
    pub fn file_name(self, name: &str) -> String {
        let stem = name.strip_suffix(".btf").or_else(|| name.strip_suffix(".o")).unwrap_or(name);
        match self {
            DumpFormat::C => format!("{stem}.h"),
            DumpFormat::Json => format!("{stem}.json"),
            DumpFormat::Raw => format!("{stem}.btf.txt"),
            DumpFormat::Asm => format!("{stem}.s"),
        }
    }

    /// Prints all types of a file. With an object, the assembler listing prints its symbols in place of numbers.
    pub fn print(self, btf: &Btf, object: Option<&bpf::Object>) -> String {
        let mut out = String::new();
        match self {
            DumpFormat::C => dump::c(btf, &mut out, &dump::CFileOptions::default()),
            DumpFormat::Json => dump::json(btf, &mut out, &dump::JsonOptions::default()),
            DumpFormat::Raw => dump::raw(btf, &mut out),
            DumpFormat::Asm => {
                let names = object.map(crate::program::asm_names).unwrap_or_default();
                let ext = object.and_then(|o| o.ext()).map(|ext| &**ext);
                dump::asm_object(btf, ext, &names, &mut out, &dump::AsmOptions { annotate: true });
            }
        }
        out
    }
}
