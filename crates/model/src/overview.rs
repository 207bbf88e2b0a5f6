//! The overview of a file, shown before a type is selected: the contents of the file, and types to start with. It is
//! drawn right after opening, so each function makes only one pass over the records.

use btf::{Btf, Kind, SectionKind, SubSection, SubSectionKind, TypeId};
use text::counted;

use crate::kind::FileKind;
use crate::words::{file_size, many};

/// The best-known structs of a kernel.
const KNOWN: [&str; 8] = ["task_struct", "sk_buff", "page", "file", "inode", "net_device", "inet_sock", "mm_struct"];

/// The number of the file's own types of each kind, the most frequent first.
pub fn kind_counts(btf: &Btf) -> Vec<(Kind, u64)> {
    let mut counts: Vec<(Kind, u64)> = (0..=u8::MAX).map(|n| (Kind::from_number(n), 0)).collect();
    for t in btf.types() {
        if let Some((kind, count)) = counts.get_mut(usize::from(t.kind().number())) {
            // In a blob with a layout section, the numbers 20 to 22 may stand for unknown kinds, and not for those of
            // `Kind::from_number`.
            *kind = t.kind();
            *count += 1;
        }
    }
    counts.retain(|c| c.1 > 0);
    counts.sort_by_key(|c| std::cmp::Reverse(c.1));
    counts
}

/// The header in a line: `header of 24 bytes, version 1, little-endian, 1.2 MB of strings`.
pub fn header_words(btf: &Btf) -> String {
    let (header, strings) = (btf.header(), file_size(btf.section(SectionKind::Strings).len().into()));
    let endian = btf.endian().as_str();
    format!(
        "header of {}, version {}, {endian}-endian, {strings} of strings",
        counted(header.hdr_len, "byte"),
        header.version
    )
}

/// The word for a kind; `kind 25` for an unknown kind.
pub fn kind_name(kind: Kind) -> String {
    match kind {
        Kind::Unknown(number) => format!("kind {number}"),
        kind => kind.as_str().to_owned(),
    }
}

/// Types to start with: the best-known structs of a kernel, or the structs of the file with the most members.
pub fn starts(btf: &Btf, kind: FileKind) -> Vec<(TypeId, String)> {
    let structs = btf.types().filter(|t| t.kind() == Kind::Struct);
    let mut found: Vec<(usize, TypeId)> = Vec::new();
    if kind == FileKind::Kernel {
        for t in structs {
            let name = t.name_bytes();
            found.extend(KNOWN.iter().position(|known| known.as_bytes() == name).map(|at| (at, t.id())));
        }
        // Among types with the same name, the first one is kept.
        found.sort_unstable();
        found.dedup_by_key(|f| f.0);
    } else {
        found.extend(structs.filter(|t| !t.is_anonymous()).map(|t| (usize::MAX - t.vlen() as usize, t.id())));
        found.sort_unstable();
        found.truncate(KNOWN.len());
    }
    found.iter().filter_map(|f| btf.get(f.1)).map(|t| (t.id(), t.name().to_string())).collect()
}

/// The number and kind of the records in a part of `.BTF.ext`: `3 functions`.
pub fn records(part: &SubSection) -> String {
    let count: u64 = part.sections.iter().map(|section| u64::from(section.count)).sum();
    let one = match part.kind {
        SubSectionKind::FuncInfo => "function",
        SubSectionKind::LineInfo => "source line",
        SubSectionKind::CoreRelo => "CO-RE relocation",
    };
    many(count, one)
}

/// Explains why a program without BTF has no types, and how to get them.
pub const WITHOUT_BTF: &str = "This program was compiled without BTF: it has no section .BTF, and so no types. To get them, \
    compile it with clang -g -target bpf. Its instructions are under Programs, its relocations, symbols and the bytes of its sections under ELF.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_kinds_have_a_number() {
        assert_eq!(kind_name(Kind::from_number(4)), "STRUCT");
        assert_eq!(kind_name(Kind::Unknown(25)), "kind 25");
    }

    #[test]
    fn records_of_ext_are_counted_over_sections() {
        // llvm-readelf -r lists 38 relocations in .BTF.ext, one for each record; llvm-objdump -d shows 2 functions.
        let file = include_bytes!("../../../static/samples/sample.bpf.o");
        let opened = container::open("sample.bpf.o", file).expect("it opens");
        let ext = btf::Ext::parse(opened.btf_ext.expect("it has .BTF.ext").bytes).expect("it parses");
        let said: Vec<String> = ext.subsections().iter().map(records).collect();
        assert_eq!(said, ["2 functions", "29 source lines", "7 CO-RE relocations"]);
    }
}
