//! ELF relocations and symbols are compared with `llvm-readelf -r -s`, and their results with llvm-objdump's listings.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use bpf::Object;
use btf::Endian;
use model::elf::{ReloRow, ReloSection, relo_rows, relo_sections, symbol_rows};
use tests::reference::corpus_or_skip;
use tests::{fixture, skip};
use xtask::tools::{FoundTool, LLVM_READELF};

/// A section of relocations with its rows.
fn relocations(object: &Object) -> Vec<(ReloSection, Vec<ReloRow>)> {
    let rows = |of: ReloSection| {
        let rows = relo_rows(object, &of);
        (of, rows)
    };
    relo_sections(object).into_iter().map(rows).collect()
}

/// Our relocations and symbols in llvm-readelf's format, with single spaces.
fn ours(object: &Object) -> Vec<String> {
    let mut lines = Vec::new();
    for (of, rows) in relocations(object) {
        lines.push(format!("{} {:#x} {}", of.name, of.bytes.start, of.count));
        for row in rows {
            let mut line = format!("{:016x} {:016x} {}", row.offset, row.info, row.kind.as_str());
            if row.symbol != 0 {
                line += &format!(" {:016x} {}", row.symbol_value.expect("a symbol"), row.symbol_name);
            }
            lines.push(line.trim_end().to_owned());
        }
    }
    for row in symbol_rows(object) {
        let place = match row.section.as_str() {
            "UND" | "ABS" | "COM" => row.section.clone(),
            _ => row.section_index.to_string(),
        };
        let (kind, bind, visibility) = (&row.symbol_type, &row.bind, row.visibility);
        let line =
            format!("{}: {:016x} {} {kind} {bind} {visibility} {place} {}", row.index, row.value, row.size, row.name);
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// The lines of `llvm-readelf -r -s` with data, in the same form.
fn theirs(tool: &FoundTool, file: &Path) -> Vec<String> {
    let output = tool.command().args(["-r", "-s", "-W"]).arg(file).output().expect("it starts");
    let text = String::from_utf8_lossy(&output.stdout);
    let mut lines = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["Relocation", "section", name, "at", "offset", offset, "contains", count, ..] => {
                lines.push(format!("{} {offset} {count}", name.trim_matches('\'')));
            }
            [] | ["Offset" | "Num:" | "Symbol", ..] | ["There", "are", "no", "relocations", ..] => {}
            words => lines.push(words.join(" ")),
        }
    }
    lines
}

fn tool() -> Option<FoundTool> {
    LLVM_READELF.found().map_err(|why| skip(&why)).ok()
}

/// How many objects of each byte order, and how many relocations were compared.
#[derive(Default)]
struct Compared {
    little: usize,
    big: usize,
    relocations: usize,
}

/// The page finds the words that relocations fill without reading the whole object. Checks that
/// they are those of the relocation rows.
fn words_are_marked(object: &Object, bytes: &[u8], path: &Path) {
    for section in [".BTF", ".BTF.ext"] {
        let Some(of) = relo_sections(object).into_iter().find(|of| of.name == format!(".rel{section}")) else {
            continue;
        };
        let rows = relo_rows(object, &of).into_iter().filter(|row| matches!(row.type_number, 3 | 4));
        let mut offsets: Vec<u64> = rows.map(|row| row.offset).collect();
        offsets.sort_unstable();
        let found: Vec<u64> = container::filled_words(bytes, section).into_iter().map(u64::from).collect();
        assert_eq!(found, offsets, "{}: {section}", path.display());
    }
}

fn compare(tool: &FoundTool, files: impl Iterator<Item = PathBuf>) -> Compared {
    let mut compared = Compared::default();
    for path in files {
        let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let Ok(object) = Object::parse(bytes.as_slice()) else { continue };
        words_are_marked(&object, &bytes, &path);
        let (ours, theirs) = (ours(&object), theirs(tool, &path));
        let at = (0..ours.len().max(theirs.len())).find(|&i| ours.get(i) != theirs.get(i));
        if let Some(at) = at {
            panic!("{}: line {at}\n  ours   {:?}\n  theirs {:?}", path.display(), ours.get(at), theirs.get(at));
        }
        match object.endian() {
            Endian::Little => compared.little += 1,
            Endian::Big => compared.big += 1,
        }
        compared.relocations += relo_sections(&object).iter().map(|of| of.count).sum::<usize>();
    }
    compared
}

#[test]
fn fixtures_are_read_as_by_llvm_readelf() {
    let Some(tool) = tool() else { return };
    let folder = |folder: PathBuf| {
        let entries = std::fs::read_dir(folder).expect("a folder");
        entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file()).collect::<Vec<_>>()
    };
    let files = folder(fixture::folder()).into_iter().chain(folder(fixture::dwarf_folder()));
    let compared = compare(&tool, files);
    assert!(compared.little >= 8 && compared.big >= 5 && compared.relocations > 500);
}

#[test]
fn the_corpus_is_read_as_by_llvm_readelf() {
    let Some(corpus) = corpus_or_skip() else { return };
    let Some(tool) = tool() else { return };
    let files: Vec<PathBuf> = corpus.index().iter().map(|row| corpus.path(&row.file)).collect();
    let objects = files.into_iter().filter(|path| path.extension().is_some_and(|e| e == "o" || e == "elf"));
    let compared = compare(&tool, objects);
    assert!(compared.little >= 100 && compared.relocations > 5_000, "{} {}", compared.little, compared.relocations);
    assert!(compared.big >= 20, "{} big-endian objects", compared.big);
}

/// From a listing: the addresses of labels by section, and the relocations, each with the instruction above it.
#[derive(Default)]
struct Listing {
    labels: BTreeMap<String, BTreeSet<u64>>,
    relocations: Vec<ListedRelocation>,
}

struct ListedRelocation {
    section: String,
    offset: u64,
    type_name: String,
    symbol: String,
    insn: String,
}

fn read(text: &str) -> Listing {
    let mut listing = Listing::default();
    let (mut section, mut insn) = (String::new(), String::new());
    let number = |text: &str| u64::from_str_radix(text, 16).ok();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("Disassembly of section ") {
            section = name.trim_end_matches(':').to_owned();
        } else if let Some((address, _)) = line.split_once(" <").filter(|_| line.ends_with(">:"))
            && let Some(address) = number(address)
        {
            listing.labels.entry(section.clone()).or_default().insert(address);
        } else if let Some((address, rest)) = line.trim().split_once(":  R_BPF_")
            && let Some(offset) = number(address)
        {
            let (type_name, symbol) = rest.split_once('\t').unwrap_or((rest, ""));
            let type_name = format!("R_BPF_{}", type_name.trim());
            let (section, symbol, insn) = (section.clone(), symbol.trim().to_owned(), insn.clone());
            listing.relocations.push(ListedRelocation { section, offset, type_name, symbol, insn });
        } else if let Some(text) = line.splitn(3, '\t').nth(2) {
            insn = text.trim().to_owned();
        }
    }
    listing
}

/// The immediate in the text of a call or of a 64-bit load.
fn immediate(text: &str) -> Option<i64> {
    let word = text.strip_prefix("call ").or_else(|| text.strip_suffix(" ll")?.split(" = ").nth(1))?;
    let (sign, digits) = word.strip_prefix('-').map_or((1, word), |digits| (-1, digits));
    let digits = digits.split_whitespace().next()?;
    Some(sign * i64::from_str_radix(digits.strip_prefix("0x")?, 16).ok()?)
}

#[test]
fn results_lead_where_llvm_objdump_has_labels() {
    let Some(corpus) = corpus_or_skip() else { return };
    let (mut calls, mut loads) = (0, 0);
    for row in corpus.index() {
        let Some(reference) = corpus.reference(&row.file, "objdump.txt") else { continue };
        let Ok(object) = Object::parse(corpus.read(&row.file)) else { continue };
        let listing = read(&String::from_utf8_lossy(&reference));
        let rows: BTreeMap<(String, u64), ReloRow> = relocations(&object)
            .into_iter()
            .flat_map(|(of, rows)| rows.into_iter().map(move |row| ((of.patches.clone(), row.offset), row)))
            .collect();
        for there in &listing.relocations {
            let place = format!("{}: {}+{:#x}", row.file, there.section, there.offset);
            let ours = rows.get(&(there.section.clone(), there.offset)).unwrap_or_else(|| panic!("{place}"));
            assert_eq!((ours.kind.as_str(), &ours.symbol_name), (there.type_name.as_str(), &there.symbol), "{place}");
            let (Some(imm), Some(addend)) = (immediate(&there.insn), ours.addend) else { continue };
            if there.type_name == "R_BPF_64_32" {
                assert_eq!(addend, (imm + 1) * 8, "{place}: {}", ours.formula);
                let Some(result) = ours.result else {
                    assert_eq!(ours.symbol_section, "UND", "{place}");
                    continue;
                };
                // The target of the call, in bytes from the start of the symbol's section, must be the start of a
                // function.
                let target = u64::try_from((result + 1) * 8).expect("no call before a section");
                let labels = listing.labels.get(&ours.symbol_section);
                assert!(labels.is_some_and(|all| all.contains(&target)), "{place}: {} leads nowhere", ours.formula);
                calls += 1;
            } else if there.type_name == "R_BPF_64_64" {
                assert_eq!(addend, imm, "{place}: {}", ours.formula);
                let Some(result) = ours.result else { continue };
                // The relocation must lead to a map, a variable or a function of that name.
                let named = ours.means.split('+').next().unwrap_or_default();
                let symbols = object.symbols().iter().filter(|s| s.name == named);
                // GNU as, in objects of GCC 12, also writes the symbol's value into the place. S + A is then not the
                // intended value, but it is the value that a loader computes.
                let doubled = row.file.contains("/gccbpf") && ours.addend == ours.symbol_value.map(|s| s as i64);
                let fits = doubled
                    || symbols
                        .clone()
                        .any(|s| (s.value..s.value.saturating_add(s.size.max(1))).contains(&(result as u64)));
                assert!(fits || symbols.count() == 0, "{place}: {} is not in {}", ours.formula, ours.means);
                loads += 1;
            }
        }
    }
    assert!(calls > 100 && loads > 1_000, "{calls} calls and {loads} loads were compared");
}
