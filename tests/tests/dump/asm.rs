//! The assembler listing is equal to the output of `clang -S`, and assembles to the bytes of the blob.

use bpf::Object;
use btf::Btf;
use dump::AsmOptions;
use model::focus::BlobId;
use model::listing::{Symbols, WholeListing};
use model::program::asm_names;
use tests::blob::Order;
use tests::fixture::{project, section};
use tests::{handmade, skip};
use xtask::tools::{CLANG, FoundTool};

use crate::support::first_difference;

fn listing(btf: &Btf, annotate: bool) -> String {
    let mut text = String::new();
    dump::asm(btf, &mut text, &AsmOptions { annotate });
    text
}

/// Runs clang on a C or assembly file. Returns the bytes of clang's output file.
fn run(clang: &FoundTool, name: &str, arguments: &[&str], input: &std::path::Path) -> Vec<u8> {
    let out = std::env::temp_dir().join(format!("btfscope-{}-{name}", std::process::id()));
    let status = clang.command().args(arguments).arg("-o").arg(&out).arg(input).output().expect("clang starts");
    assert!(status.status.success(), "{}", String::from_utf8_lossy(&status.stderr));
    let bytes = std::fs::read(&out).expect("what clang wrote");
    std::fs::remove_file(&out).expect("to be removed");
    bytes
}

/// The lines of a section in clang's output, without the numbers of labels.
fn section_lines(text: &str, name: &str) -> String {
    let start = text.find(&format!("\t.section\t{name},")).expect("the section");
    let data = |line: &&str| ["\t.byte\t", "\t.short\t", "\t.long\t", "\t.ascii\t"].iter().any(|d| line.starts_with(d));
    let lines = text[start..].lines();
    let lines: Vec<String> = lines.clone().take(1).chain(lines.skip(1).take_while(data)).map(without_number).collect();
    lines.join("\n")
}

/// `.Ltmp12` becomes `.Ltmp`: clang counts all labels of a file.
fn without_number(line: &str) -> String {
    let label = ["\t.long\t.Ltmp", "\t.long\t.Lfunc_begin"].iter().find(|label| line.starts_with(*label));
    label.map_or_else(|| line.to_owned(), |label| (*label).to_owned())
}

/// Types alone, and programs with functions, lines, CO-RE relocations and variables: the listing is equal to clang's
/// text, and assembles to the same bytes.
#[test]
fn identical_to_what_clang_writes() {
    let Ok(clang) = CLANG.found().map_err(|why| skip(&why)) else { return };
    let mut records = 0;
    let sources = ["kinds.c", "layout.c", "net.c", "core.bpf.c", "relo.bpf.c", "sample.bpf.c", "stories.bpf.c"];
    for (source, target) in sources.into_iter().flat_map(|source| ["bpfel", "bpfeb"].map(|target| (source, target))) {
        let flags = ["-target", target, "-mcpu=v3", "-g", "-O2", "-w"];
        let path = project().join("tests/fixtures/src").join(source);
        let text = run(&clang, &format!("{source}.s"), &[&flags[..], &["-S"]].concat(), &path);
        let object = run(&clang, &format!("{source}.o"), &[&flags[..], &["-c"]].concat(), &path);
        let theirs = String::from_utf8(text).expect("UTF-8");
        let object = Object::parse(object).expect("an object");
        // There is no .BTF.ext without functions.
        let (btf, ext) = (object.btf().expect("BTF"), object.ext());
        let mut ours = String::new();
        dump::asm_object(btf, ext.map(|ext| &**ext), &asm_names(&object), &mut ours, &AsmOptions::default());
        assert_eq!(theirs.contains("\t.section\t.BTF.ext,"), ext.is_some(), "{source}");
        for section in [Some(".BTF"), ext.map(|_| ".BTF.ext")].into_iter().flatten() {
            let (ours, theirs) = (section_lines(&ours, section), section_lines(&theirs, section));
            assert_eq!(first_difference(ours.as_bytes(), theirs.as_bytes()), None, "{section} of {source} {target}");
        }
        records += ours.matches(".Ltmp").count() + ours.matches(".Lfunc_begin").count();
        let input = std::env::temp_dir().join(format!("btfscope-{}-{source}.s", std::process::id()));
        std::fs::write(&input, &ours).expect("a file");
        let again = run(&clang, &format!("{source}-again.o"), &["-target", target, "-c"], &input);
        std::fs::remove_file(&input).expect("to be removed");
        for (name, bytes) in [(".BTF", Some(btf.bytes())), (".BTF.ext", ext.map(|ext| ext.bytes()))] {
            assert_eq!(section(&again, name).as_deref(), bytes, "{name} of {source} {target}, assembled again");
        }
    }
    assert!(records > 200, "{records} labels");
}

/// The page's listing of one type is a part of the listing of the file, in the same order.
#[test]
fn the_record_of_one_type_is_part_of_the_listing() {
    let blob = handmade::all(Order::Little).into_iter().find(|b| b.base.is_none()).expect("a blob");
    let btf = Btf::parse(blob.bytes, None).expect("a header");
    let whole = listing(&btf, true);
    let mut at = 0;
    for t in btf.types() {
        let mut text = String::new();
        dump::asm_type(&btf, t.id(), &dump::AsmNames::default(), &mut text, &AsmOptions { annotate: true });
        assert!(text.contains(&format!("(id = {})", t.id())), "{text}");
        // Line by line, the text is the same, and the ranges of the lines cover the record.
        let lines = dump::asm_type_lines(&btf, t.id(), &dump::AsmNames::default(), &AsmOptions { annotate: true });
        assert_eq!(lines.iter().flat_map(|line| [line.tokens.text(), "\n"]).collect::<String>(), text);
        let ends = lines.iter().fold(t.record().start, |at, line| {
            assert_eq!(line.range.start, at, "{line:?}");
            line.range.end
        });
        assert_eq!(ends, t.record().end);
        at += whole[at..].find(&text).expect("the record in the listing") + text.len();
    }
    assert!(at > 0);
}

/// The listing of a blob, sound or damaged, assembles to the blob.
#[test]
fn assembles_to_the_same_bytes() {
    let Ok(clang) = CLANG.found().map_err(|why| skip(&why)) else { return };
    for order in Order::BOTH {
        let target = if order == Order::Little { "bpfel" } else { "bpfeb" };
        for blob in handmade::all(order).into_iter().filter(|b| b.base.is_none()) {
            let btf = Btf::parse(blob.bytes.clone(), None).expect("a header");
            for annotate in [false, true] {
                let input = std::env::temp_dir().join(format!("btfscope-{}-{}.s", std::process::id(), blob.name));
                std::fs::write(&input, listing(&btf, annotate)).expect("a file");
                let object = run(&clang, &format!("{}.o", blob.name), &["-target", target, "-c"], &input);
                std::fs::remove_file(&input).expect("to be removed");
                assert_eq!(section(&object, ".BTF"), Some(blob.bytes.clone()), "{} {target}", blob.name);
            }
        }
    }
}

/// The page's listing of a file, line by line, is the same text; and each byte belongs to the line that writes it.
#[test]
fn a_file_line_by_line_is_its_listing() {
    let by_lines = |btf: &Btf, ext: Option<&btf::Ext>, names: &dump::AsmNames| {
        let whole = WholeListing::new(btf, ext);
        let line = |i| whole.line(btf, ext, names, i).unwrap_or_else(|| panic!("line {i} of {}", whole.count()));
        let text: String =
            (0..whole.count()).flat_map(|i| [line(i).tokens.text().to_owned(), "\n".to_owned()]).collect();
        for (blob, bytes) in [(BlobId::Own, btf.bytes().len()), (BlobId::Ext, ext.map_or(0, |ext| ext.bytes().len()))] {
            for at in (0..bytes as u32).step_by(if bytes > 10_000 { 97 } else { 1 }) {
                let line = line(whole.line_of(blob, at).unwrap_or_else(|| panic!("byte {at:#x} of {blob:?}")));
                assert!(line.blob == blob && line.range.contains(at), "{at:#x}: {line:?}");
            }
            assert_eq!(whole.line_of(blob, bytes as u32), None);
        }
        text
    };
    let mut compared = 0;
    for blob in Order::BOTH.into_iter().flat_map(handmade::all).filter(|b| b.base.is_none() && b.bytes.len() < 200_000)
    {
        let btf = Btf::parse(blob.bytes, None).expect("a header");
        let theirs = listing(&btf, true);
        // Blobs with longer lines are left out: the page shortens long strings.
        if theirs.lines().all(|line| line.len() < 900) {
            assert_eq!(
                first_difference(by_lines(&btf, None, &dump::AsmNames::default()).as_bytes(), theirs.as_bytes()),
                None,
                "{}",
                blob.name
            );
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared} blobs");
    let file = std::fs::read(project().join("static/samples/sample.bpf.o")).expect("the sample");
    let object = Object::parse(file).expect("an object");
    let (btf, ext) = (object.btf().expect("BTF"), object.ext().expect(".BTF.ext"));
    let symbols = Symbols::of(&object).names();
    let mut theirs = String::new();
    dump::asm_object(btf, Some(ext), &symbols, &mut theirs, &AsmOptions { annotate: true });
    assert_eq!(by_lines(btf, Some(ext), &symbols), theirs);
}
