//! `ids`, `kfuncs`, `inlined`, `base`.

use std::fs;

use serde_json::Value;
use tests::blob::{LOC_LAYOUT, Order};
use tests::distilled;
use tests::elf::Class;
use tests::handmade::loc;
use tests::id_elf::elf;

use crate::run::{bad, folder, run, text};

fn as_json(args: &[&str]) -> Value {
    let run = run(args);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{args:?}");
    serde_json::from_str(run.text()).expect("JSON")
}

#[test]
fn ids_of_a_kernel() {
    let folder = folder("ids");
    for order in Order::BOTH {
        let file = folder.join("vmlinux");
        fs::write(&file, elf(Class::Elf64, order, true, true)).unwrap();
        let all = run(&["ids", text(&file)]);
        assert_eq!((all.status, all.err.as_str()), (0, ""));
        let expected = "\
task_ids        list            0x0    3  struct   task_struct
task_ids        list            0x4    0                                                       unused
task_ids        list            0x8    2  typedef  pid_t
task_ids        list            0xc    0  struct   not_built_in                                not resolved
allowed         set             0x14   4  struct   file
allowed         set             0x18  11  func     vfs_read
task_kfunc_ids  set of kfuncs   0x24  10  func     bpf_task_release  KF_RELEASE | KF_RCU
task_kfunc_ids  set of kfuncs   0x2c  12  func     bpf_task_acquire  KF_ACQUIRE | KF_RET_NULL
hooks           set with flags  0x3c  11  func     vfs_read          0x100000
";
        assert_eq!(all.text(), expected);
        let one = run(&["ids", text(&file), "allowed", "--format", "tsv"]);
        let rows = "list\tlist_kind\toffset\tid\tkind\tname\tflags\tstate\n\
                    allowed\tset\t0x14\t4\tstruct\tfile\t\t\nallowed\tset\t0x18\t11\tfunc\tvfs_read\t\t\n";
        assert_eq!(one.text(), rows);
        assert!(bad(&format!("ids {} allowed missing", text(&file)), 1).ends_with("has no list “missing”"));

        let json = as_json(&["ids", text(&file), "--format", "json"]);
        assert_eq!(json["rows"][6]["flags"], "KF_RELEASE | KF_RCU");
        assert_eq!((&json["rows"][1]["id"], &json["rows"][1]["name"]), (&0.into(), &Value::Null));

        // A bootable image has no symbols.
        fs::write(&file, elf(Class::Elf64, order, true, false)).unwrap();
        let stripped = run(&["ids", text(&file)]);
        assert_eq!(stripped.text().lines().count(), 18);
        assert!(stripped.err.contains("has no symbols"), "{}", stripped.err);
    }
    assert!(bad("ids kernel.x86_64.btf", 1).contains("no section .BTF_ids"));
}

#[test]
fn kfuncs_by_sets_and_tags() {
    let folder = folder("kfuncs");
    let file = folder.join("vmlinux");
    fs::write(&file, elf(Class::Elf64, Order::Little, true, true)).unwrap();
    let json = as_json(&["kfuncs", text(&file), "--format", "json"]);
    let rows: Vec<[&str; 4]> = json["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|r| ["name", "flags", "sets", "tagged"].map(|key| r[key].as_str().unwrap_or("-")))
        .collect();
    assert_eq!(
        rows,
        [
            ["bpf_task_acquire", "KF_ACQUIRE | KF_RET_NULL", "task_kfunc_ids", "bpf_kfunc"],
            ["bpf_task_release", "KF_RELEASE | KF_RCU", "task_kfunc_ids", "-"],
            ["bpf_task_tagged", "-", "-", "bpf_kfunc"],
        ]
    );
    assert_eq!(json["rows"][0]["prototype"], "struct task_struct *bpf_task_acquire(struct task_struct *p)");
    // Without symbols, kfuncs are known only by their tags.
    fs::write(&file, elf(Class::Elf32, Order::Big, true, false)).unwrap();
    let json = as_json(&["kfuncs", text(&file), "--format", "json"]);
    assert_eq!(json["rows"].as_array().unwrap().len(), 2);
    assert!(json["notes"][1].as_str().unwrap().starts_with("Flags are not known"), "{json}");
    assert!(bad("kfuncs kernel.x86_64.btf", 1).contains("no kfuncs are known"));
}

#[test]
fn inlined_calls() {
    let folder = folder("inlined");
    let file = folder.join("inline.btf");
    fs::write(&file, loc(Order::Big, LOC_LAYOUT).build()).unwrap();
    let json = as_json(&["inlined", text(&file), "inlined", "--format", "json"]);
    assert_eq!(json["rows"][1]["offset"], "0x400");
    let place = "a = -10, b = 81985529216486895, c = *(register 7 + 16), #3 not known";
    assert_eq!(json["rows"][0]["arguments"], place);
    assert!(bad(&format!("inlined {} other", text(&file)), 1).contains("“other” was inlined nowhere"));
    assert!(bad("inlined kernel.x86_64.btf", 1).contains(".BTF.inline"));
}

#[test]
fn a_distilled_base_on_kernels() {
    for order in Order::BOTH {
        let folder = folder("base");
        let file = |name: &str, bytes: Vec<u8>| {
            let path = folder.join(name);
            fs::write(&path, bytes).unwrap();
            text(&path).to_owned()
        };
        let module = file("mine.ko", distilled::module(order));
        let kernel = file("vmlinux-a", distilled::kernel(order));
        let other = file("vmlinux-b", distilled::other_kernel(order));

        let alone = as_json(&["base", &module, "--format", "json"]);
        assert_eq!(alone["rows"].as_array().unwrap().len(), 4);
        assert_eq!((&alone["rows"][1]["name"], &alone["rows"][1]["real_id"]), (&"list_head".into(), &Value::Null));

        let moved = folder.join("moved.btf");
        let fits = as_json(&["base", &module, &kernel, "--format", "json", "--output", text(&moved)]);
        let ids: Vec<u64> = fits["rows"].as_array().unwrap().iter().map(|r| r["real_id"].as_u64().unwrap()).collect();
        assert_eq!(ids, [2, 3, 5, 6]);
        assert_eq!((&fits["rows"][1]["held"], &fits["rows"][2]["held"]), (&"by value".into(), &Value::Null));
        // The written BTF opens on that kernel, and has its members.
        let c = run(&["layout", text(&moved), "mine", "--base", &kernel]);
        assert!(c.text().contains("struct list_head           node;"), "{}{}", c.text(), c.err);

        let fails = run(&["base", &module, &other, "--format", "json"]);
        assert_eq!(fails.status, 1, "{}", fails.err);
        let fails: Value = serde_json::from_str(fails.text()).unwrap();
        let problems: Vec<&str> =
            fails["rows"].as_array().unwrap().iter().map(|r| r["problem"].as_str().unwrap_or("-")).collect();
        assert_eq!(
            problems,
            [
                "-",
                "its size differs from that of [3]",
                "the kernel has several of the name and size: [6], [7]",
                "the kernel has no such type",
            ]
        );
        assert!(fails["notes"][1].as_str().unwrap().starts_with("3 of 4 types have no counterpart in "), "{fails}");
    }
    assert!(bad("base module.x86_64.btf --base kernel.x86_64.btf", 1).contains("no distilled base"));
}
