//! Files that cannot be opened, wrong bases, and the messages for them.

use std::fs;

use tests::fixture;

use crate::run::{bad, folder, good, run, text, with_input};

#[test]
fn files_that_hold_no_btf() {
    let folder = folder("no-btf");
    let write = |name: &str, bytes: &[u8]| {
        fs::write(folder.join(name), bytes).expect("written");
        text(&folder.join(name)).to_owned()
    };
    assert!(bad("info no-such-file", 2).starts_with("no-such-file: No such file"));
    assert!(bad("info .", 2).starts_with(".: "));
    let empty = write("empty", b"");
    let e = bad(&format!("info {empty}"), 2);
    assert!(e.starts_with(&format!("{empty}: found an empty file; expected BTF")), "{e}");
    let prose = write("prose", b"To whom it may concern\n");
    for command in ["info", "dump"] {
        let e = bad(&format!("{command} {prose}"), 2);
        assert!(
            e.contains("found text (“To whom it may concern”); expected BTF") && e.ends_with("(file bytes 0x0..0x8)"),
            "{e}"
        );
    }
    let elf = fixture::read("kernel.x86_64.o");
    let cut = write("cut.o", &elf[..40]);
    assert!(bad(&format!("info {cut}"), 2).contains("file byte"), "where it is cut off");
    // Byte 2 is the version of the header.
    let mut blob = fixture::read("kernel.x86_64.btf");
    blob[2] = 9;
    let version = write("version.btf", &blob);
    let e = bad(&format!("dump {version}"), 2);
    assert!(e.starts_with(&format!("{version}: ")) && e.contains("version 9") && e.contains("file byte 0x2"), "{e}");
}

#[test]
fn a_damaged_file_gives_what_it_has_and_status_2() {
    let folder = folder("damaged");
    let blob = fixture::read("kernel.x86_64.btf");
    // The type section ends at byte 912, and the strings follow.
    let path = folder.join("cut.btf");
    fs::write(&path, &blob[..500]).expect("written");
    let whole = good("dump kernel.x86_64.btf");
    let run = run(&["dump", text(&path)]);
    assert_eq!(run.status, 2);
    let ids = |text: &str| text.lines().filter(|l| l.starts_with('[')).count();
    assert!(ids(run.text()) > 5 && ids(run.text()) < ids(&whole), "{}", run.text());
    let expected = format!("btfscope: {}: damaged, so this is not all of it: ", text(&path));
    assert!(run.err.starts_with(&expected) && run.err.contains("(file byte"), "{}", run.err);
    let info = crate::run::run(&["info", text(&path)]);
    assert_eq!(info.status, 2);
    assert!(info.text().contains("\nproblems ") && info.text().contains("it is cut off (file bytes 0x8..0x10)"));
}

#[test]
fn commands_report_a_wrong_checksum() {
    let folder = folder("checksum");
    let mut packed = fs::read(fixture::project().join("tests/fixtures/packed/object.gz")).expect("a fixture");
    let sound = folder.join("sound.gz");
    fs::write(&sound, &packed).expect("written");
    // The last eight bytes are the checksum and the length.
    let crc = packed.len() - 8;
    packed[crc] ^= 1;
    let path = folder.join("wrong.gz");
    fs::write(&path, &packed).expect("written");
    let out = folder.join("out.btf");
    let said = format!("btfscope: {}: found damage (", text(&path));
    for args in
        [&["info"][..], &["info", "--json"], &["dump"], &["extract", "-o", text(&out)], &["layout", "task_struct"]]
    {
        let [command, more @ ..] = args else { continue };
        let of = |file| run(&[&[*command, text(file)], more].concat());
        let (good, bad) = (of(&sound), of(&path));
        assert_eq!(good.status, 0, "{args:?}: {}", good.err);
        assert!(bad.status == 2 && bad.err.starts_with(&said), "{args:?}: {} {}", bad.status, bad.err);
        assert!(bad.err.contains("checksum") && bad.err.contains("; the part before that is read\n"), "{}", bad.err);
    }
}

#[test]
fn a_wrong_reference_is_a_warning() {
    let mut blob = tests::blob::Blob::new(tests::blob::Order::Little);
    blob.int("int", 4, 1);
    blob.pointer(77);
    let path = folder("warning").join("wrong.btf");
    fs::write(&path, blob.build()).expect("written");
    let run = run(&["dump", text(&path)]);
    assert_eq!((run.status, run.text().lines().count()), (0, 2), "{}", run.text());
    let expected = format!(
        "btfscope: {}: warning: type [2]: type id 77, but the largest is 2 (file bytes 0x30..0x34)\n",
        text(&path)
    );
    assert_eq!(run.err, expected);
}

#[test]
fn a_module_needs_the_right_kernel() {
    let e = bad("dump module.x86_64.btf", 2);
    assert!(e.starts_with("module.x86_64.btf: its BTF (file bytes 0x0..0x239) continues another, its kernel's"), "{e}");
    assert!(e.contains("name it by --base"), "{e}");
    let e = bad("dump module.x86_64.btf --base kernel.s390x.btf", 2);
    assert!(
        e.starts_with("module.x86_64.btf: kernel.s390x.btf is not its base: the byte orders differ (file bytes"),
        "{e}"
    );
    let e = bad("dump module.x86_64.btf --base kinds.bpfel.btf", 2);
    assert!(e.starts_with("module.x86_64.btf: kinds.bpfel.btf is not its base: "), "{e}");
    let e = bad("dump module.x86_64.btf --base module.x86_64.btf", 2);
    assert!(e.starts_with("module.x86_64.btf: it cannot be the base, since it continues another one"), "{e}");
    bad("dump module.x86_64.btf --base no-such-file", 2);
    // The base of a file that needs none is ignored.
    let whole = run(&["dump", "kernel.x86_64.btf", "--base", "kernel.x86_64.btf"]);
    assert_eq!((whole.status, whole.text()), (0, good("dump kernel.x86_64.btf").as_str()));
    assert!(whole.err.contains("continues no other BTF, so --base is ignored"), "{}", whole.err);
}

#[test]
fn a_kernel_beside_the_module_is_found() {
    let folder = folder("sys-kernel-btf");
    fs::copy(fixture::folder().join("kernel.x86_64.btf"), folder.join("vmlinux")).expect("copied");
    fs::copy(fixture::folder().join("module.x86_64.btf"), folder.join("fixture")).expect("copied");
    fs::copy(fixture::folder().join("module.s390x.btf"), folder.join("other")).expect("copied");
    let module = folder.join("fixture");
    assert_eq!(good(&format!("dump {}", text(&module))), good("dump module.x86_64.btf --base kernel.x86_64.btf"));
    let info = good(&format!("info {}", text(&module)));
    assert!(info.contains(&format!("\nbase        {}\n", text(&folder.join("vmlinux")))), "{info}");
    let e = bad(&format!("dump {}", text(&folder.join("other"))), 2);
    assert!(e.contains("vmlinux is not it: ") && e.contains("the byte orders differ"), "{e}");
}

#[test]
fn standard_input_is_a_file_too() {
    for file in ["kernel.x86_64.btf", "core.clang.bpfel.o"] {
        let run = with_input(&["dump", "-"], &fixture::read(file));
        assert_eq!((run.status, run.err.as_str()), (0, ""));
        assert_eq!(run.text(), good(&format!("dump {file}")));
    }
    let run = with_input(&["dump", "-", "--base", "kernel.x86_64.btf"], &fixture::read("module.x86_64.btf"));
    assert_eq!((run.status, run.text()), (0, good("dump module.x86_64.btf --base kernel.x86_64.btf").as_str()));
    let run = with_input(&["dump", "module.x86_64.btf", "--base", "-"], &fixture::read("kernel.x86_64.btf"));
    assert_eq!((run.status, run.text()), (0, good("dump module.x86_64.btf --base kernel.x86_64.btf").as_str()));
    let run = with_input(&["info", "-"], b"");
    assert_eq!(run.status, 2);
    assert!(run.err.starts_with("btfscope: standard input: "), "{}", run.err);
}

/// Faults in `.BTF.ext` that libbpf refuses are listed, and the exit status is not 0.
#[test]
fn info_lists_what_is_wrong_in_btf_ext() {
    let object = fixture::read("core.clang.bpfel.o");
    let at = container::open("x", &object).expect("it opens").btf_ext.expect("a .BTF.ext").file_range.start as usize;
    // After the header of 32 bytes come the record size of func_info, and the section name and the number of records of
    // its first block.
    for (word, value, said) in [
        (32, 6u32, ".BTF.ext: record size 6, but it must be a multiple of 4 and at least 8"),
        (40, 0, ".BTF.ext: there are no records"),
    ] {
        let mut bytes = object.clone();
        bytes[at + word..at + word + 4].copy_from_slice(&value.to_le_bytes());
        let path = folder("info-ext").join("prog.o");
        fs::write(&path, bytes).expect("written");
        let run = run(&["info", text(&path)]);
        assert_eq!(run.status, 2, "{}", run.text());
        assert!(run.text().contains(said), "{}", run.text());
        assert!(run.err.contains("libbpf takes none of its .BTF.ext"), "{}", run.err);
    }
}
