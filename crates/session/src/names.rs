//! Unique names for open files that came with the same name: kernels are often copied from `/sys/kernel/btf/vmlinux`.

use model::words::many;

use crate::file::OpenFile;

/// Unique names for files with the same name, in their order. A single file keeps its name. Of several files, each gets
/// an addition: `from DWARF`, or the release of its kernel, or its number of types. If the additions are equal, too,
/// the beginning of the digest follows, or a number until the digest is known.
pub(crate) fn unique_names<'a>(files: impl Iterator<Item = &'a OpenFile>) -> Vec<String> {
    let files: Vec<&OpenFile> = files.collect();
    if let [file] = files.as_slice() {
        return vec![file.given_name.clone()];
    }
    let first: Vec<String> = files.iter().map(|file| format!("{} · {}", file.given_name, distinction(file))).collect();
    let is_alone = |name: &String| first.iter().filter(|other| *other == name).count() == 1;
    let mut names: Vec<String> = Vec::new();
    for (file, name) in files.iter().zip(&first) {
        let digest = file.digest.as_deref().and_then(|digest| digest.get(..8));
        let wanted = match digest {
            _ if is_alone(name) => name.clone(),
            Some(digest) => format!("{name} · {digest}"),
            None => format!("{name} · 1"),
        };
        // Two files may even have the same digest: except for programs, it covers only the BTF.
        let numbered = (2..).map(|n: u32| format!("{name} · {n}"));
        names.extend(std::iter::once(wanted).chain(numbered).find(|free| !names.contains(free)));
    }
    names
}

/// `from DWARF`, or the release of a file's kernel, or its number of types.
fn distinction(file: &OpenFile) -> String {
    if file.from_dwarf.is_some() {
        return "from DWARF".to_owned();
    }
    file.version.clone().unwrap_or_else(|| many(file.btf.own_type_count().into(), "type"))
}
