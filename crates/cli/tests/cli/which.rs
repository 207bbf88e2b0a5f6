//! `which`: finds the kernel whose types a file has.

use std::fs;

use crate::atlas::two;
use tests::blob::Order;
use tests::distilled;

use crate::run::{folder, good, run, text};

#[test]
fn a_kernel_is_found_by_its_bytes_and_by_its_types() {
    let (atlas, _) = two("which");
    // The fixture has 40 types by `bpftool btf dump`.
    assert_eq!(good(&format!("which kernel.x86_64.btf --atlas {atlas}")), "All 40 types are those of 6.1.9-test.\n");
    // A kernel that was taken out of the atlas has other bytes, but the same types.
    let taken = good(&format!("which {atlas}#6.1.9-test --atlas {atlas}"));
    assert!(
        taken.starts_with("All its ")
            && taken.contains(" are those of 6.1.9-test (test 6.1.9 amd64), which has no others."),
        "{taken}"
    );
    // As C, the kernel has neither its tags nor the names of its base types.
    let folder = folder("which-c");
    let header = folder.join("vmlinux.h");
    fs::write(&header, good("dump kernel.x86_64.btf -f c")).expect("written");
    let of_c = run(&["which", text(&header), "--atlas", &atlas, "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&of_c.out).expect("JSON");
    // Both fixtures are made of the same C, and differ only in their byte orders, which C does not show.
    let names: Vec<_> = json["nearest"].as_array().into_iter().flatten().map(|near| near["name"].as_str()).collect();
    assert_eq!(names, [Some("6.1.9-test"), Some("6.12.1-test")], "{json}");
    assert_eq!((&json["exact"], &json["arch"]), (&serde_json::Value::Null, &serde_json::Value::Null));
    // Only the other kernel is asked.
    let other = run(&["which", "kernel.x86_64.btf", "--atlas", &atlas, "--where", "arch=s390x", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&other.out).expect("JSON");
    assert_eq!(json["exact"], serde_json::Value::Null);
    assert!(json["nearest"].as_array().is_some_and(|all| all.iter().all(|k| k["name"] == "6.12.1-test")), "{json}");
}

#[test]
fn what_no_kernel_has_and_what_the_name_says() {
    let (atlas, _) = two("which-none");
    let folder = folder("which-none-c");
    let header = folder.join("vmlinux-5.11.0-1023-gcp.h");
    fs::write(&header, "struct of_no_kernel { int a; };\n").expect("written");
    let none = run(&["which", text(&header), "--atlas", &atlas]);
    assert_eq!(none.status, 1, "{}", none.err);
    let said = none.text();
    assert!(said.starts_with("None of 2 kernels has one of its 1 named type with this content.\n"), "{said}");
    assert!(said.contains("Its architecture is unknown"), "{said}");
    assert!(
        said.contains(
            "Its name says 5.11.0-1023-gcp: before 6.1, the first of the atlas, of a distribution that the atlas does not have (ubuntu)."
        ),
        "{said}"
    );
    // The output of uname -a at the start of the header says the release, too.
    let quiet = folder.join("some.h");
    let comment = "// Linux host 5.11.0-1023-gcp #25-Ubuntu SMP Mon Nov 15 07:15:20 UTC 2021 x86_64\nstruct of_no_kernel { int a; };\n";
    fs::write(&quiet, comment).expect("written");
    assert!(run(&["which", text(&quiet), "--atlas", &atlas]).text().contains("says 5.11.0-1023-gcp"));
}

#[test]
fn a_module_without_its_kernel() {
    // The kernel has 40 types by bpftool. The other kernel has as many, but the other byte order.
    let (atlas, _) = two("which-module");
    for module in ["module.x86_64.ko", "module.x86_64.btf"] {
        let said = good(&format!("which {module} --atlas {atlas}"));
        assert!(said.starts_with("Its ids continue 40 types, as many as 6.1.9-test has.\n"), "{said}");
    }
    let none = run(&["which", "module.x86_64.btf", "--atlas", &atlas, "--where", "arch=s390x"]);
    assert_eq!(none.status, 1, "{}", none.err);
    assert_eq!(none.text(), "No kernel that was asked has its byte order.\n");

    // A module built out of tree: `which` finds the kernels that its distilled base fits, as `base` tells for one
    // kernel.
    let folder = folder("which-distilled");
    let file = |name: &str, bytes: Vec<u8>| {
        let path = folder.join(name);
        fs::write(&path, bytes).expect("written");
        text(&path).to_owned()
    };
    let module = file("mine.ko", distilled::module(Order::Little));
    let kernels = [("6.1.9", distilled::kernel(Order::Little)), ("6.12.1", distilled::other_kernel(Order::Little))];
    let kernels = kernels.map(|(release, bytes)| file(&format!("{release}-amd64.btf"), bytes));
    let atlas = text(&folder.join("a.atlas")).to_owned();
    good(&format!("atlas build -o {atlas} {}", kernels.join(" ")));
    let found = run(&["which", &module, "--atlas", &atlas, "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&found.out).expect("JSON");
    assert_eq!(json["fits"], serde_json::json!(["6.1.9-amd64"]), "{json}");
    let said = json["sentences"].to_string();
    assert!(said.contains("struct list_head has another size"), "{said}");
}

#[test]
fn a_cut_down_btf_is_found_by_what_is_left() {
    let folder = folder("which-cut");
    let (atlas, cut) = (folder.join("a.atlas"), folder.join("cut.btf"));
    good(&format!("atlas build -o {} relo-old.bpfel.btf relo-new.bpfel.btf", text(&atlas)));
    good(&format!("tailor relo.clang.bpfel.o -t relo-old.bpfel.btf -o {}", text(&cut)));
    let found = run(&["which", text(&cut), "--atlas", text(&atlas), "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&found.out).expect("JSON");
    // `diff` of both files has three changed types: struct gone, struct far, union value.
    let near = &json["nearest"];
    assert_eq!((&near[0]["name"], near.as_array().map(Vec::len)), (&"relo-old.bpfel".into(), Some(1)), "{json}");
    assert_eq!((&near[0]["more"], &json["unknown"]), (&3.into(), &0.into()), "{json}");
    assert_eq!(json["differ"].as_array().map(Vec::len), Some(0), "{json}");
}
