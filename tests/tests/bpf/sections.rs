//! Compares the ELF section table with `llvm-readelf -S`, and checks the use that the table states
//! for each section.

use std::path::{Path, PathBuf};

use container::Opened;
use model::elf::{SectionRow, section_table};
use tests::blob::{Blob, Order};
use tests::elf::{Class, Elf, Section};
use tests::reference::corpus_or_skip;
use tests::{fixture, skip};
use xtask::tools::{FoundTool, LLVM_READELF};

/// A row as `llvm-readelf -S -W` prints it, with single spaces. Flags for which we have no letter are left out on both
/// sides.
fn line(row: &SectionRow) -> String {
    let flags = row.flags.split(' ').next().unwrap_or_default();
    let words = [
        format!(
            "[{}] {} {} {:016x} {:06x} {:06x} {:02x}",
            row.index, row.name, row.type_name, row.address, row.offset, row.size, row.entry_size
        ),
        flags.to_owned(),
        format!("{} {} {}", row.link, row.info, row.alignment),
    ];
    words.iter().filter(|word| !word.is_empty()).cloned().collect::<Vec<_>>().join(" ")
}

fn theirs(tool: &FoundTool, file: &Path) -> Vec<String> {
    let output = tool.command().args(["-S", "-W"]).arg(file).output().expect("it starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let of = |line: &str| {
        let (number, rest) = line.trim_start().strip_prefix('[')?.split_once(']')?;
        let index: u32 = number.trim().parse().ok().filter(|&index| index > 0)?;
        let mut words: Vec<String> = rest.split_whitespace().map(str::to_owned).collect();
        // Addresses have 8 digits in 32-bit files.
        let at = words.iter().position(|word| word.len() >= 8 && word.bytes().all(|b| b.is_ascii_hexdigit()))?;
        words[at] = format!("{:0>16}", words[at]);
        // The letters for flags that are undefined, or reserved for system or processor.
        let flags = words.len() - 4;
        if words.len() == at + 8 {
            words[flags].retain(|letter| !"opx".contains(letter));
            if words[flags].is_empty() {
                words.remove(flags);
            }
        }
        Some(format!("[{index}] {}", words.join(" ")))
    };
    text.lines().filter_map(of).collect()
}

fn open(path: &Path) -> Option<Opened> {
    let bytes = std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let opened = container::open("file", &bytes).ok()?;
    // llvm-readelf cannot read files that we unpacked.
    opened.layers.is_empty().then_some(opened)
}

/// Compares the tables of files. Returns how many files and sections were compared.
fn compare(files: impl Iterator<Item = PathBuf>) -> Option<(usize, usize)> {
    let tool = LLVM_READELF.found().map_err(|why| skip(&why)).ok()?;
    let (mut compared, mut sections) = (0, 0);
    for path in files {
        let Some(table) = open(&path).as_ref().and_then(section_table) else { continue };
        assert_eq!(table.total, table.rows.len() as u64);
        let ours: Vec<String> = table.rows.iter().filter(|row| !row.name.contains(' ')).map(line).collect();
        let theirs = theirs(&tool, &path);
        let at = (0..ours.len().max(theirs.len())).find(|&i| ours.get(i) != theirs.get(i));
        if let Some(at) = at {
            panic!("{}: line {at}\n  ours   {:?}\n  theirs {:?}", path.display(), ours.get(at), theirs.get(at));
        }
        (compared, sections) = (compared + 1, sections + ours.len());
    }
    Some((compared, sections))
}

fn files_in(folder: PathBuf) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file()).collect()
}

#[test]
fn fixtures_have_the_sections_of_llvm_readelf() {
    let files = files_in(fixture::folder()).into_iter().chain(files_in(fixture::dwarf_folder()));
    let Some((files, sections)) = compare(files) else { return };
    assert!(files >= 10 && sections > 100, "{files} files, {sections} sections");
}

#[test]
fn the_corpus_has_the_sections_of_llvm_readelf() {
    let Some(corpus) = corpus_or_skip() else { return };
    let all: Vec<PathBuf> = corpus.index().iter().map(|row| corpus.path(&row.file)).collect();
    let wanted = |path: &PathBuf| path.extension().is_some_and(|e| e == "o" || e == "elf" || e == "ko");
    let Some((files, sections)) = compare(all.into_iter().filter(wanted)) else { return };
    println!("{sections} sections of {files} files");
    assert!(files >= 100 && sections > 1000, "{files} files, {sections} sections");
}

/// The sections that have a use, with that use.
fn uses(path: &Path) -> Vec<(String, String)> {
    let table = open(path).as_ref().and_then(section_table).expect("an ELF file");
    table.rows.into_iter().filter(|row| !row.used_for.is_empty()).map(|row| (row.name, row.used_for)).collect()
}

#[test]
fn a_programs_sections_say_their_use() {
    let found = uses(&fixture::project().join("static/samples/lessons/elf-calls.o"));
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    let used = [".strtab", ".text", ".rel.text", "workers", ".BTF", ".rel.BTF", ".BTF.ext", ".rel.BTF.ext", ".symtab"];
    assert_eq!(names, used, "not the variable without a type, nor LLVM's address table");
    let of = |name: &str| found.iter().find(|(of, _)| of == name).map(|(_, text)| text.as_str());
    assert_eq!((of(".BTF"), of(".rel.text")), (Some("the types"), Some("ELF relocations of .text")));
    // A section with `?` has structs, too: libbpf creates them only if it is asked to.
    let found = uses(&fixture::folder().join("stories-later.clang.bpfel.o"));
    let structs = found.iter().filter(|(_, text)| text == "struct_ops: structs that programs implement");
    assert_eq!(structs.map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["?.struct_ops.link", ".struct_ops"]);
    // The symbols of an object that is no BPF program are not used.
    let names: Vec<String> =
        uses(&fixture::folder().join("kernel.x86_64.o")).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, [".shstrtab", ".BTF"]);
}

/// As in libbpf (`bpf_object__elf_collect`), only these four names are sections of structs. A section `struct_ops` has
/// programs if it has code.
#[test]
fn sections_of_structs_have_one_of_four_names() {
    let mut blob = Blob::new(Order::Little);
    blob.int("int", 4, 1);
    let mut elf = Elf::new(Class::Elf64, Order::Little, 247).with(Section::new(".BTF", blob.build()));
    let named = [".struct_ops", ".struct_ops.link", "?.struct_ops", "?.struct_ops.link"];
    let others = [".struct_ops.other", "?.struct_ops.other", "struct_ops", "struct_ops.s", ".struct_ops_link"];
    for name in named.into_iter().chain(others) {
        elf = elf.with(Section { flags: 3, ..Section::new(name, vec![0; 8]) });
    }
    elf = elf.with(Section { flags: 6, ..Section::new("struct_ops/init", vec![0; 8]) });
    let opened = container::open("object.o", &elf.build()).expect("an object");
    let rows = section_table(&opened).expect("an ELF file").rows;
    let of = |name: &str| rows.iter().find(|row| row.name == name).map(|row| row.used_for.as_str());
    for name in named {
        assert_eq!(of(name), Some("struct_ops: structs that programs implement"), "{name}");
    }
    for name in others {
        assert_eq!(of(name), Some(""), "{name}");
    }
    assert_eq!(of("struct_ops/init"), Some("programs"));
}
