//! Makes an atlas of many packages, step by step: `cargo xtask atlas` runs it.
//!
//! `cargo run --release -p atlas --features examples --example pool --` and one of
//!
//! - `take FOLDER OUT`: from an unpacked kernel package, writes `OUT/kernel.btf` and, when a module has BTF,
//!   `OUT/names.tsv.gz`: a line for each module with BTF. Its first column is the module's name; the others are the
//!   names of functions, kfuncs, struct_ops types, structs, unions, enums, values of enums, typedefs and variables.
//!   Tabs separate the columns, spaces the names in a column.
//! - `build ATLAS MODULES TABLE NOTE`: adds the kernels of a table to the atlas, and those whose modules have BTF to
//!   the file of the names of modules; a file that is missing is made. NOTE is a text that both files store. The table
//!   has a line for each kernel, without a heading: folder of the taken files, distribution, suite, version of the
//!   package, upstream version, release, architecture, flavour. Prints a line for each kernel: the SHA-256 of its BTF,
//!   the BTF's size in bytes, the number of modules with BTF, and for how many of these the types are known.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use atlas::{
    Atlas, AtlasKernel, BroughtKind, Draft, ModuleNames, ModulesBase, ModulesDraft, ModulesFile, module_names,
};
use btf::Btf;
use sha2::{Digest, Sha256};

type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let args: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let words: Vec<&Path> = args.iter().map(PathBuf::as_path).collect();
    let done = match *words.as_slice() {
        [what, folder, out] if what == Path::new("take") => take(folder, out),
        [what, atlas, modules, table, note] if what == Path::new("build") => build(atlas, modules, table, note),
        _ => {
            eprintln!("usage: pool take FOLDER OUT | pool build ATLAS MODULES TABLE NOTE");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(said) => {
            println!("{said}");
            ExitCode::SUCCESS
        }
        Err(e) => {
            eprintln!("{e}");
            ExitCode::FAILURE
        }
    }
}

fn build(atlas: &Path, modules: &Path, table: &Path, note: &Path) -> Result<String, Failure> {
    let (mut draft, mut names) = (Draft::new(), ModulesDraft::new());
    let mut before = Vec::new();
    if atlas.exists() {
        let old = Atlas::open(Arc::<[u8]>::from(fs::read(atlas)?))?;
        draft.merge(&old)?;
        before.extend_from_slice(old.kernels());
    }
    let mut again = BTreeSet::new();
    for line in fs::read_to_string(table)?.lines() {
        let folder = Path::new(line.split('\t').next().unwrap_or_default());
        if !modules_of(folder)?.is_empty() {
            again.insert(<[u8; 32]>::from(Sha256::digest(fs::read(folder.join("kernel.btf"))?)));
        }
    }
    if modules.exists() {
        // The file's entry of a kernel is dropped if the table has modules with BTF for this kernel: the new entry may
        // have more facts.
        let old = ModulesFile::open(Arc::<[u8]>::from(fs::read(modules)?))?;
        names.merge_some(&old, |kernel| !again.contains(&kernel.sha256))?;
    }
    let mut said = Vec::new();
    for line in fs::read_to_string(table)?.lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        let [folder, distribution, suite, package_version, upstream, release, arch, flavour] = *cells else {
            return Err(format!("{}: found {} columns, expected eight", table.display(), cells.len()).into());
        };
        let bytes = fs::read(Path::new(folder).join("kernel.btf"))?;
        let sha256 = Sha256::digest(&bytes).into();
        let mut btf = Btf::parse(bytes, None).map_err(|e| format!("{folder}: {e}"))?;
        btf.set_pointer_size(8);
        let kernel = AtlasKernel {
            distribution: distribution.to_owned(),
            suite: suite.to_owned(),
            package_version: package_version.to_owned(),
            upstream: upstream.to_owned(),
            release: release.to_owned(),
            arch: arch.to_owned(),
            flavour: flavour.to_owned(),
            endian: btf.endian(),
            // All Debian architectures whose kernels have BTF are 64-bit.
            pointer_size: 8,
            sha256,
            types: btf.own_type_count(),
            size: btf.bytes().len() as u32,
            from_header: false,
        };
        let found = modules_of(Path::new(folder))?;
        let (digest, size) = (kernel.digest(), kernel.size);
        if !found.is_empty() {
            names.add(kernel.clone(), &found).map_err(|e| format!("{folder}: {e}"))?;
        }
        draft.add(kernel, &btf).map_err(|e| format!("{folder}: {e}"))?;
        let types = found.iter().filter(|module| module.has_types).count();
        said.push(format!("{digest}\t{size}\t{}\t{types}", found.len()));
    }
    let note = note.to_str().ok_or("the note is not UTF-8")?;
    draft.note(note)?;
    names.note(note)?;
    // Links to a kernel must stay valid, so no kernel may disappear.
    if let Some(lost) = before.iter().find(|kernel| !draft.has(kernel)) {
        return Err(format!("{lost} would be dropped; nothing was written").into());
    }
    for (path, bytes) in [(atlas, draft.write()?), (modules, names.write()?)] {
        let new = path.with_extension("new");
        fs::write(&new, bytes)?;
        fs::rename(&new, path)?;
    }
    Ok(said.join("\n"))
}

/// The modules that `take` recorded; empty if none has BTF.
fn modules_of(folder: &Path) -> Result<Vec<ModuleNames>, Failure> {
    let packed = folder.join("names.tsv.gz");
    if !packed.exists() {
        return Ok(Vec::new());
    }
    let mut text = String::new();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(fs::File::open(packed)?), &mut text)?;
    let of = |line: &str| {
        let mut cells = line.split('\t');
        let module = cells.next().unwrap_or_default().as_bytes().to_vec();
        let mut names = BTreeSet::new();
        let mut columns = 0;
        for (kind, cell) in BroughtKind::ALL.into_iter().zip(cells) {
            columns += 1;
            names.extend(cell.split(' ').filter(|name| !name.is_empty()).map(|name| (kind, name.as_bytes().to_vec())));
        }
        for kfunc in names.iter().filter(|(kind, _)| *kind == BroughtKind::Kfunc).cloned().collect::<Vec<_>>() {
            names.remove(&(BroughtKind::Func, kfunc.1));
        }
        ModuleNames { module, names, has_types: columns == BroughtKind::ALL.len() }
    };
    Ok(text.lines().map(of).collect())
}

fn take(folder: &Path, out: &Path) -> Result<String, Failure> {
    let mut files = Vec::new();
    walk(folder, &mut files)?;
    let is_image = |path: &&PathBuf| file_name(path).starts_with("vmlinu");
    let image = files.iter().find(is_image).ok_or("the package has no kernel")?;
    let opened = container::open(&file_name(image), &fs::read(image)?)?;
    let kernel = ModulesBase::new(Arc::new(Btf::parse(opened.btf.bytes, None)?));
    fs::create_dir_all(out)?;
    let (mut lines, mut modules, mut without) = (Vec::new(), 0, 0);
    for path in &files {
        let name = file_name(path);
        let Some((stem, _)) = name.split_once(".ko").filter(|(_, end)| end.is_empty() || end.starts_with('.')) else {
            continue;
        };
        modules += 1;
        let opened = container::open(&name, &fs::read(path)?).ok();
        let Some(found) = opened.and_then(|opened| module_names(stem, &opened, &kernel)) else {
            without += 1;
            continue;
        };
        let of = |kind: BroughtKind| {
            let names = found.names.iter().filter(|(of, _)| *of == kind);
            names.map(|(_, name)| String::from_utf8_lossy(name).into_owned()).collect::<Vec<_>>().join(" ")
        };
        lines.push(format!("{stem}\t{}\n", BroughtKind::ALL.map(of).join("\t")));
    }
    lines.sort();
    if !lines.is_empty() {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        std::io::Write::write_all(&mut packed, lines.concat().as_bytes())?;
        fs::write(out.join("names.tsv.gz"), packed.finish()?)?;
    }
    let kernel = kernel.btf().bytes();
    fs::write(out.join("kernel.btf"), kernel)?;
    Ok(format!("{} bytes of BTF, {modules} modules, {without} of them without BTF", kernel.len()))
}

/// All files of a folder, sorted by path; symbolic links are skipped.
fn walk(folder: &Path, into: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let mut entries: Vec<_> = fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let kind = entry.file_type()?;
        if kind.is_dir() {
            walk(&entry.path(), into)?;
        } else if kind.is_file() {
            into.push(entry.path());
        }
    }
    Ok(())
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
