//! Compressed files, dumps and archives.

use std::fs;

use tests::fixture;

use crate::help::each_is_typed;
use crate::run::{bad, folder, good, run, text};

#[test]
fn compressed_files_and_dumps_print_the_same() {
    let packed = fixture::project().join("tests/fixtures/packed");
    let mut count = 0;
    for entry in fs::read_dir(packed).expect("the packed fixtures") {
        let path = entry.expect("an entry").path();
        let (like, base) = match path.file_stem().and_then(|name| name.to_str()) {
            Some("object") => ("kernel.x86_64.o", ""),
            Some("blob") => ("module.x86_64.btf", "--base kernel.x86_64.o"),
            _ => continue,
        };
        assert_eq!(good(&format!("dump {} {base}", text(&path))), good(&format!("dump {like} {base}")), "{path:?}");
        count += 1;
    }
    assert!(count >= 10, "only {count} files");
}

/// A tar archive, as `tar --format=ustar` writes it.
pub(crate) fn tar(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut all = Vec::new();
    for (name, bytes) in files {
        let mut head = [0u8; 512];
        head[..name.len()].copy_from_slice(name.as_bytes());
        head[100..108].copy_from_slice(b"0000644\0");
        head[124..136].copy_from_slice(format!("{:011o}\0", bytes.len()).as_bytes());
        head[148..156].copy_from_slice(b"        ");
        head[156] = b'0';
        head[257..265].copy_from_slice(b"ustar\x0000");
        let sum: u32 = head.iter().map(|&b| u32::from(b)).sum();
        head[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        all.extend_from_slice(&head);
        all.extend_from_slice(bytes);
        all.resize(all.len().next_multiple_of(512), 0);
    }
    all.resize(all.len() + 1024, 0);
    all
}

#[test]
fn the_btf_of_a_file_is_saved_as_it_is() {
    let saved = folder("extract").join("saved");
    let save = |words: &str| {
        let words: Vec<&str> = words.split_whitespace().chain(["-o", text(&saved)]).collect();
        let run = run(&words);
        assert_eq!((run.status, run.text()), (0, ""), "{words:?}: {}", run.err);
        (fs::read(&saved).expect("the saved file"), run.err)
    };
    // llvm-objcopy extracted the blob from the same module.
    let (bytes, said) = save("extract module.x86_64.ko");
    assert_eq!(bytes, fixture::read("module.x86_64.btf"));
    assert!(said.ends_with(&format!(", {} bytes: .BTF\n", bytes.len())), "{said}");
    let packed = text(&fixture::project().join("tests/fixtures/packed/object.xz")).to_owned();
    assert_eq!(save(&format!("extract {packed}")).0, save("extract kernel.x86_64.o").0);
    let (bytes, _) = save("extract core.clang.bpfel.o --section .BTF.ext");
    assert_eq!(bytes.get(..2), Some(&[0x9f, 0xeb][..]));
    let none = bad(&format!("extract core.clang.bpfel.o --section .BTF.base -o {}", text(&saved)), 1);
    assert_eq!(none, "core.clang.bpfel.o: has no section .BTF.base");
}

#[test]
fn a_file_of_an_archive_is_chosen_by_its_path() {
    let module = fixture::read("module.x86_64.ko");
    let program = fixture::read("core.clang.bpfel.o");
    let path = folder("archive").join("all.tar");
    fs::write(&path, tar(&[("lib/fixture.ko", &module), ("lib/other/fixture.ko", &module), ("core.o", &program)]))
        .expect("written");
    let path = text(&path);

    let list = good(&format!("info {path}"));
    for line in ["what        a tar archive", "lib/fixture.ko", "lib/other/fixture.ko", "core.o"] {
        assert!(list.contains(line), "{list}");
    }
    assert_eq!(good(&format!("dump {path} --entry core.o")), good("dump core.clang.bpfel.o"));
    let own = good(&format!("dump {path} --entry lib/fixture.ko --base kernel.x86_64.btf"));
    assert_eq!(own, good("dump module.x86_64.ko --base kernel.x86_64.btf"));

    let e = bad(&format!("dump {path}"), 2);
    assert!(e.starts_with(&format!("{path}: it is a tar archive: choose a file of it by --entry")), "{e}");
    let e = bad(&format!("dump {path} --entry fixture.ko"), 2);
    assert!(e.contains("may be lib/fixture.ko or lib/other/fixture.ko"), "{e}");
    let e = bad(&format!("dump {path} --entry missing.ko"), 1);
    assert!(e.contains("no file “missing.ko” that may hold BTF"), "{e}");
    let e = bad("dump kernel.x86_64.btf --entry x", 2);
    assert!(e.contains("no archive"), "{e}");
    // Offsets count from the start of the entry, not of the archive.
    let at = good(&format!("bytes {path} --entry core.o --blob 0"));
    assert!(at.starts_with("byte 0x") && at.contains(" inside core.o, byte 0x0 of .BTF: header"), "{at}");
}

/// Commands that have no answer for a program object in an archive, each with the reason.
const NO_ANSWER: [(&str, &str); 28] = [
    ("view", "the page opens it"),
    ("encode", "the object has no debug information"),
    ("log", "the log of another program is an error"),
    ("ids", "the object has none: status 1"),
    ("kfuncs", "the object has none: status 1"),
    ("hooks", "the object has none: status 1"),
    ("inlined", "the object has none: status 1"),
    ("base", "the object has none: status 1"),
    ("diff", NO_ENTRY),
    ("field", NO_ENTRY),
    ("tailor", NO_ENTRY),
    ("history", NO_ENTRY),
    ("read", NO_ENTRY),
    ("scratch", NO_ENTRY),
    ("lesson", NO_ENTRY),
    ("atlas", NO_ENTRY),
    ("atlas build", NO_ENTRY),
    ("atlas add", NO_ENTRY),
    ("atlas remove", NO_ENTRY),
    ("atlas merge", NO_ENTRY),
    ("atlas list", NO_ENTRY),
    ("atlas extract", NO_ENTRY),
    ("atlas export", NO_ENTRY),
    ("atlas index", NO_ENTRY),
    ("atlas modules", NO_ENTRY),
    ("open", "it takes a link"),
    ("completions", "it reads no file"),
    ("man", "it reads no file"),
];

const NO_ENTRY: &str = "it takes no file of an archive";

#[test]
fn of_a_cut_archive_every_command_ends_with_2() {
    let program = fixture::read("core.clang.bpfel.o");
    let whole = tar(&[("core.o", &program), ("other.o", &program)]);
    let path = folder("archive-cut").join("cut.tar");
    fs::write(&path, &whole[..program.len() + 2000]).expect("written");
    let commands = [
        "info",
        "layout task --entry core.o",
        "find kind:struct --entry core.o",
        "bytes 0x240 --entry core.o",
        "extract -o - --entry core.o",
        "users int --entry core.o",
        "path task int --entry core.o",
        "at task+0 --entry core.o",
        "graph task --entry core.o",
        "picture task --entry core.o",
        "link task --site https://example.org/ --entry core.o",
        "value int 00000000 --entry core.o",
        "info --json",
        "disasm --entry core.o",
        "symbols --entry core.o",
        "relocs --elf --entry core.o",
        "calls --entry core.o",
        "verify --entry core.o",
        "dump --entry core.o",
        "which --entry core.o",
        "check --target kernel.x86_64.btf",
    ];
    each_is_typed(&commands, &NO_ANSWER);
    for words in commands {
        let (command, options) = words.split_once(' ').unwrap_or((words, ""));
        let mut args = vec![command, text(&path)];
        args.extend(options.split_whitespace());
        let got = run(&args);
        assert_eq!(got.status, 2, "{words}: {}", got.err);
        // The second object is cut off, so `check` has no answer for it.
        assert!(got.err.contains("it is cut off"), "{words}: {}", got.err);
        assert_eq!(got.out.is_empty(), command == "check", "{words}: {}", got.err);
    }
}

/// The types of these entries are made from C and from debug information.
#[test]
fn damage_of_an_archive_is_told_for_entries_without_btf() {
    let (program, object) = (fixture::read("core.clang.bpfel.o"), fixture::read_dwarf("dwarf.gcc.x86_64.o"));
    let header = b"typedef unsigned long long u64;\nstruct whole {\n\tint a;\n};\n";
    let whole = tar(&[("c.btf", header), ("dwarf.o", &object), ("other.o", &program)]);
    let folder = folder("archive-cut-made");
    let (path, out) = (folder.join("cut.tar"), folder.join("out.btf"));
    fs::write(&path, &whole[..whole.len() - program.len()]).expect("written");
    for args in [
        &["info", text(&path), "--entry", "c.btf"][..],
        &["info", text(&path), "--entry", "dwarf.o"],
        &["encode", text(&path), "--entry", "dwarf.o", "-o", text(&out)],
    ] {
        let got = run(args);
        assert_eq!(got.status, 2, "{args:?}: {}", got.err);
        assert!(
            got.err.contains("it is cut off") && got.err.contains("; the part before that is read\n"),
            "{}",
            got.err
        );
    }
    assert!(out.exists(), "types before the damage are written");
}
