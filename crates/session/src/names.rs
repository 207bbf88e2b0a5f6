//! Different names for open files of one name: kernels are all copied from `/sys/kernel/btf/vmlinux`.

use model::words::many;

use crate::file::OpenFile;

/// What files of one name are called, in their order: by that name when there is only one; else each says what it is, too: the kernel's
/// release if it is known, that its types are made from DWARF, or how many types. Where that is the same for several, the beginning of the digest follows, or a number until
/// that is computed.
pub(crate) fn apart<'a>(files: impl Iterator<Item = &'a OpenFile>) -> Vec<String> {
    let files: Vec<&OpenFile> = files.collect();
    if let [file] = files.as_slice() {
        return vec![file.given.clone()];
    }
    let first: Vec<String> = files.iter().map(|file| format!("{} · {}", file.given, what(file))).collect();
    let is_alone = |name: &String| first.iter().filter(|other| *other == name).count() == 1;
    let mut names: Vec<String> = Vec::new();
    for (file, name) in files.iter().zip(&first) {
        let digest = file.digest.as_deref().and_then(|digest| digest.get(..8));
        let wanted = match digest {
            _ if is_alone(name) => name.clone(),
            Some(digest) => format!("{name} · {digest}"),
            None => format!("{name} · 1"),
        };
        // Two files of one digest have other bytes around their BTF.
        let numbered = (2..).map(|n: u32| format!("{name} · {n}"));
        names.extend(std::iter::once(wanted).chain(numbered).find(|free| !names.contains(free)));
    }
    names
}

/// What a file is, in a word or two.
fn what(file: &OpenFile) -> String {
    if file.from_dwarf.is_some() {
        return "from DWARF".to_owned();
    }
    let release = file.version.as_deref().and_then(|v| v.strip_prefix("Linux version ")?.split(' ').next());
    release.map_or_else(|| many(file.btf.own_type_count().into(), "type"), str::to_owned)
}
