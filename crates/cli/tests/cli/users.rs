//! `users`, `at` and `path`.

use serde_json::Value;

use crate::run::{bad, good, run};

#[test]
fn users_by_sort() {
    let text = good("users kernel.x86_64.btf list_head");
    assert!(text.starts_with("embedded in ("), "{text}");
    assert!(text.contains("  struct task_struct.children  @ 24\n"), "{text}");
    assert!(text.contains("  struct list_head.next: struct list_head *  @ 0\n"), "{text}");
    let only = good("users kernel.x86_64.btf list_head --how pointed");
    assert!(only.starts_with("pointed to by (") && !only.contains("embedded in"), "{only}");
    let direct = good("users kernel.x86_64.btf list_head --direct --sort pointed");
    assert!(direct.contains("  struct list_head *\n") && direct.lines().count() == 2, "{direct}");
    let counts = good("users kernel.x86_64.btf list_head --count");
    assert!(counts.lines().count() == 12 && counts.lines().nth(1).is_some_and(|l| l.ends_with("  pointed to by")));
}

#[test]
fn users_of_what_a_field_has() {
    let by_field = run(&["users", "kernel.x86_64.btf", "task_struct.children"]);
    assert_eq!((by_field.status, by_field.text()), (0, good("users kernel.x86_64.btf list_head").as_str()));
    assert!(by_field.err.contains("task_struct.children leads to struct list_head"), "{}", by_field.err);
    // A field that is a pointer leads to its target. An unknown field has the same message as an unknown type.
    let parent = run(&["users", "kernel.x86_64.btf", "task_struct.parent"]);
    assert!(parent.err.contains("task_struct.parent leads to struct task_struct"), "{}", parent.err);
    assert!(bad("users kernel.x86_64.btf task_struct.none", 1).contains("no type “task_struct.none”"));
}

#[test]
fn users_as_json() {
    let json: Value = serde_json::from_str(&good("users kernel.x86_64.btf list_head --json")).expect("JSON");
    assert_eq!(json["name"], "struct list_head");
    let users = json["users"].as_array().expect("users");
    let child = users.iter().find(|u| u["part"] == "children").expect("task_struct.children");
    assert_eq!((&child["how"], &child["name"]), (&"embedded".into(), &"struct task_struct".into()));
    assert_eq!((&child["bit_offset"], &child["pointers"]), (&192.into(), &0.into()));
}

#[test]
fn nothing_uses_it() {
    assert_eq!(
        bad("users kernel.x86_64.btf register_device", 1),
        "kernel.x86_64.btf: nothing uses “register_device”, #40"
    );
    assert!(bad("users kernel.x86_64.btf nothing_like_it", 1).contains("no type “nothing_like_it”"));
    assert_eq!(run(&["users", "kernel.x86_64.btf"]).status, 2);
}

#[test]
fn paths_with_their_reads() {
    let text = good("path kernel.x86_64.btf task_struct list_head --limit 2");
    // `task->parent->children` is not listed: a path contains a type twice only if it ends at the type that it starts
    // from.
    assert_eq!(text, "task->children  no pointers\n    struct task_struct 0:5 children  @ 24\n");
    let own = good("path kernel.x86_64.btf task_struct task_struct");
    assert_eq!(own, "task->parent  1 pointer\n    struct task_struct 0:4 parent  @ 16\n");
    let json: Value = serde_json::from_str(&good("path kernel.x86_64.btf task_struct list_head --json")).expect("JSON");
    assert_eq!(json["paths"][0]["reads"][0]["access"], "0:5");
    assert_eq!(
        bad("path kernel.x86_64.btf list_head task_struct", 1),
        "kernel.x86_64.btf: no path from “list_head” to “task_struct”"
    );
    assert_eq!(
        bad("path kernel.x86_64.btf u32 task_struct", 1),
        "kernel.x86_64.btf: “u32”: [3] has no members to follow"
    );
}

/// In tests/fixtures/src/kernel.h, `children` is at offset 24, so `children.prev` is at 32. `users` prints 24, too.
#[test]
fn what_is_at_an_offset_and_what_is_inside() {
    let at = good("at kernel.x86_64.btf task_struct+0x20");
    assert!(at.starts_with("task_struct.children.prev  @ 32  8 bytes  struct list_head *"), "{at}");
    let line = run(&["at", "kernel.x86_64.btf", "12: (79) r1 = *(u64 *)(r6 +32) ; R6=ptr_task_struct()"]);
    assert_eq!((line.status, line.text()), (0, at.as_str()));
    let typed = run(&["at", "kernel.x86_64.btf", "struct task_struct", "*(u64 *)(r6 +32)"]);
    assert!(typed.status == 0 && typed.text().contains(".children.prev  @ 32"), "{}", typed.text());
    let json: Value = serde_json::from_str(&good("at kernel.x86_64.btf task_struct 36 --json")).expect("JSON");
    let place = &json["types"][0]["places"][0];
    assert_eq!((place["path"].as_str(), place["into"].as_u64()), (Some("children.prev"), Some(4)));
    assert!(bad("at kernel.x86_64.btf task_struct+1000000", 1).contains("it is only"));
    assert!(bad("at kernel.x86_64.btf none+4", 1).contains("no type “none”"));
    assert!(bad("at kernel.x86_64.btf task_struct", 2).contains("sock+0x4c"));
    let inside = good("users kernel.x86_64.btf list_head --inside");
    assert!(inside.contains("  struct task_struct.children  @ 24\n"), "{inside}");
}
