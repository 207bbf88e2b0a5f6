//! A file before a type of it is chosen: what is in it, and where to start. Drawn with the list right after opening, so that each
//! answer is one pass over the records.

use btf::{Btf, Kind, TypeId};

use crate::kind::FileKind;

/// The best-known structs of a kernel.
const KNOWN: [&str; 8] = ["task_struct", "sk_buff", "page", "file", "inode", "net_device", "inet_sock", "mm_struct"];

/// How many of the file's own types are of which kind, the most frequent first.
pub fn kind_counts(btf: &Btf) -> Vec<(Kind, u64)> {
    let mut counts: Vec<(Kind, u64)> = (0..=u8::MAX).map(|n| (Kind::from_number(n), 0)).collect();
    for t in btf.types() {
        if let Some((kind, count)) = counts.get_mut(usize::from(t.kind().number())) {
            // Kinds 20 to 22 are known only where the layout section agrees.
            *kind = t.kind();
            *count += 1;
        }
    }
    counts.retain(|c| c.1 > 0);
    counts.sort_by_key(|c| std::cmp::Reverse(c.1));
    counts
}

/// Types to start with: a kernel's best known, or the structs of the file itself with the most members.
pub fn starts(btf: &Btf, kind: FileKind) -> Vec<(TypeId, String)> {
    let structs = btf.types().filter(|t| t.kind() == Kind::Struct);
    let mut found: Vec<(usize, TypeId)> = Vec::new();
    if kind == FileKind::Kernel {
        for t in structs {
            let name = t.name_bytes();
            found.extend(KNOWN.iter().position(|known| known.as_bytes() == name).map(|at| (at, t.id())));
        }
        // Of the same name, the first.
        found.sort_unstable();
        found.dedup_by_key(|f| f.0);
    } else {
        found.extend(structs.filter(|t| !t.is_anonymous()).map(|t| (usize::MAX - t.vlen() as usize, t.id())));
        found.sort_unstable();
        found.truncate(KNOWN.len());
    }
    found.iter().filter_map(|f| btf.get(f.1)).map(|t| (t.id(), t.name().to_string())).collect()
}

/// Why a file has no types at all, and how to get them. None when it has some.
pub fn without_types(kind: FileKind, btf: &Btf) -> Option<&'static str> {
    let none = kind == FileKind::Program && btf.type_cnt() <= 1;
    none.then_some(
        "This program was compiled without BTF, so it has no types: compile it with clang -g -target bpf. Its instructions are under \
         Programs, its relocations and symbols under ELF.",
    )
}
