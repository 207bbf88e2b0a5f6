//! `relocs`: tables, reasons, exit status.

use serde_json::Value;

use crate::run::{bad, folder, golden, good, run, same, text};

fn ran(words: &str) -> (i32, String, String) {
    let run = run(&words.split_whitespace().collect::<Vec<_>>());
    (run.status, run.text().to_owned(), run.err)
}

#[test]
fn tables_have_every_column() {
    for order in ["bpfel", "bpfeb"] {
        for kernel in ["old", "new"] {
            let (status, text, err) =
                ran(&format!("relocs relo.clang.{order}.o --target relo-{kernel}.{order}.btf --format tsv"));
            assert_eq!((status, err.as_str()), (1, ""), "some relocations fail on each kernel");
            same(kernel, &text, &golden(&format!("relo-{kernel}.{order}.tsv")));
        }
    }
}

#[test]
fn without_a_target_there_are_access_paths() {
    let text = good("relocs relo.clang.bpfel.o --format tsv");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("#sec\tinsn_off\tidx\tkind\tlocal_id\tlocal_name\taccess\tspec\tinsn"));
    assert_eq!(
        lines.next(),
        Some(
            "raw_tp/moves\t0\t0\tfield_byte_offset\t2\tmoved\t0:4\t<byte_off> [2] struct moved.cell (0:4 @ offset 16)\t79:2:1:16:0"
        )
    );
    assert!(good("relocs relo.clang.bpfel.o").contains("<byte_off> [2] struct moved.tail[4] (0:8:4 @ offset 100)"));
}

#[test]
fn failing_ones_say_why_and_several_targets_are_apart() {
    let (status, text, err) =
        ran("relocs relo.clang.bpfel.o --target relo-old.bpfel.btf --target relo-new.bpfel.btf --failing");
    assert_eq!((status, err.as_str()), (1, ""));
    let parts: Vec<&str> = text.split("\n\n").collect();
    let [old, new, last] = parts[..] else { panic!("not a part for each target and the headline: {text}") };
    assert_eq!(
        last.trim_end(),
        "on old.bpfel relocation 0 of raw_tp/nameless is reached and fails; on new.bpfel 12 relocations are reached and fail"
    );
    assert!(old.starts_with("relo.clang.bpfel.o on relo-old.bpfel.btf: 83 relocations, "), "{old}");
    assert!(!old.contains("lost_member") && new.contains("struct lost_member [27] has no member “state”."), "{new}");
    assert!(new.contains("near: __state (the same name but for underscores)"), "{new}");
    let (_, text, _) =
        ran("relocs relo.clang.bpfel.o -t relo-old.bpfel.btf -t relo-new.bpfel.btf --failing --format tsv");
    let heads = text.lines().filter(|line| line.starts_with('#')).count();
    assert_eq!(heads, 4, "a name and a heading each");
}

#[test]
fn the_other_byte_order_cannot_load() {
    for format in ["text", "tsv", "json"] {
        let (status, text, err) =
            ran(&format!("relocs relo.clang.bpfel.o --target relo-old.bpfeb.btf --format {format}"));
        assert_eq!(status, 1);
        assert_eq!(
            err,
            "btfscope: warning: relo-old.bpfeb.btf: cannot load here: object little-endian, kernel big-endian\n"
        );
        match format {
            "tsv" => assert_eq!(text.lines().count(), 84, "each relocation still has a row"),
            "json" => {
                let json: Value = serde_json::from_str(&text).expect("JSON");
                assert_eq!(json["targets"][0]["loads"], false);
                assert_eq!(json["relocations"][0]["results"][0]["loads"], false);
            }
            _ => {
                let first = text.lines().next().unwrap_or_default();
                assert!(first.ends_with("cannot load here: object little-endian, kernel big-endian"), "{first}");
                assert!(!text.contains("  same "), "nothing is shown as a success");
            }
        }
    }
}

#[test]
fn json_has_all_of_it() {
    let (_, text, _) = ran("relocs relo.clang.bpfel.o --target relo-new.bpfel.btf --format json");
    let json: Value = serde_json::from_str(&text).expect("JSON");
    let all = json["relocations"].as_array().expect("relocations");
    assert_eq!((all.len(), &all[0]["access"]), (83, &"0:4".into()));
    let result = &all[0]["results"][0];
    assert_eq!((&result["original"], &result["value"]), (&16.into(), &40.into()));
    let matched = serde_json::json!({"type_id": 6, "declaration": "struct moved", "access": "0:1", "path": ".cell"});
    assert_eq!(result["matched"], matched);
    let gone = all.iter().find(|r| r["section"] == "raw_tp/member_gone").map(|r| &r["results"][0]).expect("it");
    assert_eq!((&gone["verdict"], &gone["near"][0]["path"]), (&"poisoned".into(), &"__state".into()));
}

#[test]
fn modules_are_targets_over_their_kernel() {
    let (status, text, err) =
        ran("relocs relo.clang.bpfel.o --target module.x86_64.ko --base kernel.x86_64.btf --format tsv");
    // A name that vmlinux and this module lack may be in another module.
    assert_eq!((status, err.as_str(), text.lines().count()), (3, "", 84));
    assert!(bad("relocs relo.clang.bpfel.o --target module.x86_64.btf", 2).contains("name it by --base"));
}

#[test]
fn what_is_no_program_is_reported() {
    assert_eq!(
        bad("relocs kernel.x86_64.btf", 2),
        "kernel.x86_64.btf: it is no BPF program object, so it has no CO-RE relocations"
    );
    bad("relocs relo.clang.bpfel.o --target missing.btf", 2);
    assert_eq!(run(&["relocs", "relo.clang.bpfel.o", "--format", "xml"]).status, 2);
}

/// A broken object gives a message and an exit status; nothing that cannot be patched is shown as a success.
#[test]
fn broken_objects_are_reported() {
    let folder = folder("broken");
    for broken in tests::broken::all() {
        let file = folder.join(broken.name);
        std::fs::write(&file, &broken.bytes).expect("a file");
        let ran = run(&["relocs", text(&file), "--target", "relo-old.bpfel.btf"]);
        let listed = run(&["disasm", text(&file)]);
        let lost = !broken.file_says.is_empty();
        assert_eq!(ran.status, if lost { 2 } else { 1 }, "{}: {}", broken.name, ran.err);
        assert_eq!(listed.status, if lost { 2 } else { 0 }, "{}: {}", broken.name, listed.err);
        for err in [&ran.err, &listed.err] {
            assert_eq!(err.contains("damaged, so this is not all of it: "), lost, "{}: {err}", broken.name);
            assert!(err.contains(broken.file_says), "{}: {err}", broken.name);
        }
        if !broken.relocation_says.is_empty() {
            let first: Vec<&str> = ran.text().lines().skip(1).take(2).collect();
            assert!(first[0].starts_with("  refused  raw_tp/moves+"), "{}: {first:?}", broken.name);
            assert!(first[1].contains(broken.relocation_says), "{}: {first:?}", broken.name);
        }
    }
}

/// The target has two types of one name. The first relocation drops the candidate that has the field of the second
/// relocation (libbpf's cache).
#[test]
fn a_dropped_candidate_that_has_the_field_is_named() {
    let Some(corpus) = tests::reference::corpus_or_skip() else { return };
    let folder = corpus.root().join("cases/duplicate-target");
    if !folder.is_dir() {
        eprintln!("SKIPPED: the corpus has no cases/duplicate-target");
        return;
    }
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let shown = run(&["relocs", &path("dup.o"), "--target", &path("two.btf")]);
    let words = "struct dup [2] has no member “ptp_delta”; struct dup [26] has it, but is no longer a candidate: it does not match the earlier relocation \
                 <byte_off> of struct dup.gotcl_old";
    assert!(shown.text().contains(words), "{}", shown.text());
}

/// A register of another architecture is reported as such, as by `check`.
#[test]
fn a_register_of_another_architecture_is_said_to_be_one() {
    let Some(corpus) = tests::reference::part_or_skip("kernels") else { return };
    let object = corpus.path("objs/debian/libbpf-tools-0.26.0+ds-1/bashreadline.bpf.o");
    let kernel = corpus.root().join("kernels/linux-5.10.0-30-arm64_5.10.218-1.btf.xz");
    let shown = run(&["relocs", &object.to_string_lossy(), "--target", &kernel.to_string_lossy()]);
    let words = "pt_regs.ax is a register of amd64 and i386, and this kernel is of arm64: the object is compiled for another architecture";
    assert!(shown.text().contains(words) && !shown.text().contains("near:"), "{}", shown.text());
    assert!(shown.text().contains("\ncannot load on "), "{}", shown.text());

    // The page has the same text, above the column and beside the relocation.
    let object = bpf::Object::parse(std::fs::read(&object).expect("an object")).expect("an object");
    let program = model::program::Program::new(object);
    let opened = container::open("k", &std::fs::read(&kernel).expect("a kernel")).expect("it opens");
    let types = model::load::load(&opened, None).expect("it loads").btf;
    let kernel = needs::Kernel::new(needs::Release::default(), types, needs::Modules::Unknown);
    let core = model::relocations::Core {
        program: &program,
        kernels: &[model::relocations::NamedKernel { name: "k", on: &kernel }],
    };
    let list = core.list(&|_, _| ());
    assert_eq!((list.heads[0].about().as_str(), list.heads[0].failing), (words, 0));
    assert_eq!(list.headline(), "cannot load on k");
}
