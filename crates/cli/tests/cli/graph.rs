//! `graph`.

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
