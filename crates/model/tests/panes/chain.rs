//! The chain of records behind a type, and the stages of a tag, for declarations whose records were found by hand.

use btf::{Btf, DeclTags, Kind};
use model::chain::{chain_boxes, tag_stages};
use model::path::Path;
use scratch::{Target, compile};

const SOURCE: &str = "struct task {\n struct task __rcu *parent;\n const char *const name;\n int ids[4];\n\
    int depth __attribute__((btf_decl_tag(\"guarded_by:lock\")));\n void *any;\n};\n";

fn read() -> Btf {
    Btf::parse(compile(SOURCE, Target::default()).blob.expect("a blob"), None).expect("BTF")
}

fn chain(btf: &Btf, member: u32) -> String {
    let task = btf.types().find(|t| t.kind() == Kind::Struct).expect("struct task").id();
    let boxes = chain_boxes(btf, task, &Path::root().child(member));
    boxes.iter().map(|b| format!("{} {}", b.kind_text(), b.name).trim_end().to_owned()).collect::<Vec<_>>().join(" -> ")
}

#[test]
fn each_record_leads_to_the_next() {
    let btf = read();
    assert_eq!(chain(&btf, 0), "PTR -> TYPE_TAG rcu -> STRUCT task");
    assert_eq!(chain(&btf, 1), "CONST -> PTR -> CONST -> INT char");
    assert_eq!(chain(&btf, 2), "ARRAY × 4 -> INT int");
    assert_eq!(chain(&btf, 3), "INT int");
    assert_eq!(chain(&btf, 4), "PTR -> VOID void");
}

#[test]
fn a_tag_has_three_stages() {
    let btf = read();
    let tags = DeclTags::new(&btf);
    let task = btf.types().find(|t| t.kind() == Kind::Struct).expect("struct task").id();
    let of = |member: u32| tag_stages(&btf, &tags, task, &Path::root().child(member));
    let rcu = of(0).expect("a type tag");
    assert_eq!(rcu.source, "struct task __attribute__((btf_type_tag(\"rcu\"))) *parent;");
    // For clang 19, llvm-dwarfdump prints the annotation as a child of the pointer.
    assert_eq!(
        rcu.dwarf,
        "DW_TAG_pointer_type\n  DW_AT_type  struct task\n  DW_TAG_LLVM_annotation\n    DW_AT_name         btf_type_tag\n    \
         DW_AT_const_value  rcu"
    );
    let lines: Vec<&str> = rcu.btf.lines().filter(|line| line.starts_with('[')).collect();
    assert!(lines[0].contains("PTR '(anon)'") && lines[1].contains("TYPE_TAG 'rcu'"), "{lines:?}");
    let guarded = of(3).expect("a declaration tag");
    assert_eq!(guarded.source, "int depth __attribute__((btf_decl_tag(\"guarded_by:lock\")));");
    assert!(
        guarded.dwarf.starts_with("DW_TAG_member\n  DW_AT_name  depth\n  DW_TAG_LLVM_annotation"),
        "{}",
        guarded.dwarf
    );
    assert!(
        guarded.btf.contains("DECL_TAG 'guarded_by:lock'") && guarded.btf.contains("component_idx=3"),
        "{}",
        guarded.btf
    );
    assert_eq!(of(1), None);
}
