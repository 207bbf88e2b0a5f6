//! `verify`.

use std::path::{Path, PathBuf};

use serde_json::Value;
use tests::blob::{Blob, Order, kind};

use crate::run::{bad, good, run};

/// Writes a file into the build's folder.
fn file(name: &str, bytes: &[u8]) -> PathBuf {
    tests::put(Path::new(env!("CARGO_TARGET_TMPDIR")), name, bytes)
}

/// A struct whose second member ends beyond the struct, and a FWD with an invalid name.
fn wrong(order: Order) -> Vec<u8> {
    let mut b = Blob::new(order);
    let int = b.int("int", 4, 1);
    b.structure("s", 4, &[("a", int, 0), ("b", int, 24)]);
    b.fwd("x$", false);
    b.build()
}

fn json(args: &[&str]) -> (i32, Value) {
    let run = run(args);
    assert_eq!(run.err, "", "{args:?}");
    (run.status, serde_json::from_str(run.text()).expect("JSON"))
}

#[test]
fn an_object_is_judged_as_libbpf_hands_it_over() {
    let text = good("verify kinds.clang.bpfel.o");
    assert!(text.contains("\nverdict   accepted\n"), "{text}");
    assert!(text.contains("the section .data got its size from the ELF file: 20 bytes\n"), "{text}");
    let as_is = run(&["verify", "kinds.clang.bpfel.o", "--as-is"]);
    assert_eq!((as_is.status, as_is.err.as_str()), (1, ""));
    assert!(as_is.text().contains("\nverdict   refused, EINVAL (22)\nlog       ["), "{}", as_is.text());
    let programs = good("verify relo.clang.bpfel.o");
    assert!(programs.contains("with records of functions, lines and relocations as they have to be\n"), "{programs}");
}

#[test]
fn a_refusal_has_words_and_place() {
    for order in Order::BOTH {
        let path = file(&format!("verify-{}.btf", order.as_str()), &wrong(order));
        let path = path.to_str().expect("UTF-8");
        let text = run(&["verify", path]);
        assert_eq!((text.status, text.err.as_str()), (1, ""));
        let expected = "\
verdict   refused, EINVAL (22)
log       [3] FWD x$ struct Invalid name
            type [3], bytes 0x4c..0x50
            A name has letters, digits, _ and dots, no digit first, and at most 512 bytes (128 before 6.1) (btf.rst 2.2.7 BTF_KIND_FWD)
besides   1 more
          \\tb type_id=1 bits_offset=24 Member exceeds struct_size
            type [2], item 1, bytes 0x40..0x4c
";
        assert!(text.text().contains(expected), "{}", text.text());
        let note = "it is big-endian, and only a big-endian kernel takes it";
        assert_eq!(text.text().contains(note), order == Order::Big);
        let (status, json) = json(&["verify", path, "--kernel", "6.1.140-1-amd64", "--json"]);
        assert_eq!(status, 1);
        assert_eq!((&json["kernel"], &json["accepted"], &json["errno"]), (&"6.1".into(), &false.into(), &22.into()));
        assert_eq!(json["line"], "[3] FWD x$ struct Invalid name");
        assert_eq!(json["faults"][1]["rule"], "MemberEnd");
        assert_eq!((&json["faults"][1]["type_id"], &json["faults"][1]["member"]), (&2.into(), &1.into()));
        assert_eq!((&json["faults"][1]["start"], &json["faults"][1]["end"]), (&0x40.into(), &0x4c.into()));
        assert_eq!((&json["libbpf"]["errno"], json["others"].as_array().map(Vec::len)), (&0.into(), Some(0)));
    }
}

#[test]
fn the_log_is_the_kernels() {
    let path = file("verify-log.btf", &wrong(Order::Little));
    let log = run(&["verify", path.to_str().expect("UTF-8"), "--log", "-k", "7.2"]);
    let expected = "\
magic: 0xeb9f
version: 1
flags: 0x0
hdr_len: 24
type_off: 0
type_len: 64
str_off: 64
str_len: 14
btf_total_size: 102
[1] INT int size=4 bits_offset=0 nr_bits=32 encoding=SIGNED
[2] STRUCT s size=4 vlen=2
\ta type_id=1 bits_offset=0
\tb type_id=1 bits_offset=24
[3] FWD x$ struct Invalid name
";
    assert_eq!((log.status, log.text()), (1, expected));
    // A kernel of the other byte order does not recognise the file as BTF.
    let other = run(&["verify", path.to_str().expect("UTF-8"), "--log", "--order", "big"]);
    assert_eq!((other.status, other.text()), (1, "btf_header not found\n"));
}

#[test]
fn versions_differ() {
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    b.type_tag("a", true, int);
    let constant = b.reference(kind::CONST, 2);
    b.type_tag("b", false, constant);
    let path = file("verify-versions.btf", &b.build());
    let (status, json) = json(&["verify", path.to_str().expect("UTF-8"), "--json"]);
    let answer = |json: &Value| (json["kernel"].clone(), json["accepted"].clone(), json["line"].clone());
    assert_eq!((status, answer(&json)), (0, ("7.2".into(), true.into(), Value::Null)));
    let others: Vec<_> = json["others"].as_array().expect("a list").iter().map(answer).collect();
    let flag = "[2] TYPE_TAG a type_id=1 Invalid btf_info kind_flag";
    let expected = [
        ("6.18".into(), false.into(), "Type tags don't precede modifiers".into()),
        ("6.12".into(), false.into(), flag.into()),
        ("6.1".into(), false.into(), flag.into()),
        ("5.10".into(), false.into(), "[2] Invalid btf_info:92000000".into()),
    ];
    assert_eq!(others, expected);
    assert_eq!((&json["others"][3]["complete"], &json["complete"]), (&false.into(), &true.into()));
}

#[test]
fn kernels_and_modules_are_trusted() {
    assert!(good("verify module.x86_64.ko --base kernel.x86_64.btf").contains("\nverdict   accepted\n"));
    let (status, json) = json(&["verify", "kernel.x86_64.btf", "--as", "kernel", "--json"]);
    assert_eq!((status, &json["mode"], &json["accepted"]), (0, &"kernel".into(), &true.into()));
    assert!(bad("verify module.x86_64.ko", 2).contains("name it by --base"));
}

/// A module's own BTF, without its kernel: its rules are those of a kernel all the same.
#[test]
fn a_module_alone_is_judged_as_a_kernel_judges_it() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lone-module");
    std::fs::create_dir_all(&folder).expect("made");
    let path = tests::put(&folder, "module.btf", &tests::fixture::read("module.x86_64.btf"));
    let ran = run(&["verify", path.to_str().expect("UTF-8")]);
    assert!(ran.text().contains("; its own or a module's BTF\n"), "{}", ran.text());
    assert!(
        ran.text().contains("a module's BTF is judged on that of its kernel, which is not given\n"),
        "{}",
        ran.text()
    );
}

/// A program's BTF has at most 16 MiB; a kernel's own may have more.
#[test]
fn only_a_programs_btf_can_be_too_large() {
    let mut b = Blob::new(Order::Little);
    (0..1_100_000).for_each(|_| {
        b.int("int", 4, 1);
    });
    let path = file("large.btf", &b.build());
    let path = path.to_str().expect("UTF-8");
    let kernel = run(&["verify", path, "--as", "kernel", "-k", "6.12"]);
    assert!(kernel.text().contains("\nverdict   accepted\n"), "{}", kernel.text());
    let program = run(&["verify", path, "--as", "program", "-k", "6.12"]);
    assert!(program.text().contains("\nverdict   refused, E2BIG (7)\n"), "{}", program.text());
}

#[test]
fn what_is_no_btf_is_refused_as_a_kernel_would() {
    let path = file("verify-nothing", b"BTF?!");
    let none = run(&["verify", path.to_str().expect("UTF-8")]);
    assert_eq!(none.status, 1);
    assert!(none.text().contains("\nlog       hdr_len not found\n"), "{}", none.text());
    assert!(none.err.contains("its format is unknown; it is judged as if it were BTF"), "{}", none.err);
    assert!(bad("verify nowhere.btf", 2).contains("nowhere.btf"));
    let usage = run(&["verify", "kernel.x86_64.btf", "--kernel", "5.4"]);
    assert_eq!(usage.status, 2);
    assert!(usage.err.contains("expected a kernel version of 5.10 or later"), "{}", usage.err);
}
