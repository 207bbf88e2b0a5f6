//! `graph` and `picture`.

use crate::run::{bad, good};

#[test]
fn a_drawing_and_a_table() {
    let svg = good("graph kernel.x86_64.btf task_struct --theme dark");
    assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n") && svg.contains("struct task_struct"));
    let table = good("graph kernel.x86_64.btf task_struct --format table");
    assert!(table.contains("struct task_struct  points to  struct task_struct  parent\n"), "{table}");
    assert!(table.contains("struct task_struct  embeds  struct list_head  children\n"), "{table}");
    let alone = good("graph kernel.x86_64.btf task_struct --format table --collapse task_struct");
    assert_eq!(alone, "");
    bad("graph kernel.x86_64.btf nothing", 1);
}

#[test]
fn pictures_of_types() {
    for (args, has) in [
        ("task_struct", "line 0"),
        ("task_struct --view tree --theme dark", ">children</text>"),
        ("task_struct --view layout --member children.next", "task_struct: layout"),
    ] {
        let svg = good(&format!("picture kernel.x86_64.btf {args}"));
        assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n") && svg.contains(has), "{args}: {svg}");
        assert!(svg.contains(">kernel.x86_64.btf · btfscope</text>"), "{args}");
    }
    let strip = good("picture layout.clang.bpfel.o bit_crossing --view strip --member middle");
    assert!(strip.contains("middle") && strip.contains("little-endian"), "{strip}");
    bad("picture kernel.x86_64.btf list_head --view strip", 1);
    bad("picture kernel.x86_64.btf task_struct --member nothing", 1);
}
