//! `layout`: pahole's text, and the same data as JSON.

use serde_json::Value;

use crate::run::{bad, golden, good, run, same};

#[test]
fn text_is_what_pahole_prints() {
    const TEXT: &str = "\
struct task_struct {
	enum task_state            state;                /*     0     4 */
	int                        pid;                  /*     4     4 */
	u32                        on_cpu:1;             /*     8: 0  4 */
	u32                        policy:5;             /*     8: 1  4 */

	/* XXX 26 bits hole, try to pack */
	/* XXX 4 bytes hole, try to pack */

	struct task_struct *       parent;               /*    16     8 */
	struct list_head           children;             /*    24    16 */
	char                       comm[16];             /*    40    16 */
	union {
		u64                exit_code;            /*    56     8 */
		void *             exit_data;            /*    56     8 */
	};                                               /*    56     8 */
	/* --- cacheline 1 boundary (64 bytes) --- */
	atomic_t                   usage;                /*    64     4 */

	/* size: 72, cachelines: 2, members: 9 */
	/* sum members: 60, holes: 1, sum holes: 4 */
	/* sum bitfield members: 6 bits, bit holes: 1, sum bit holes: 26 bits */
	/* padding: 4 */
	/* last cacheline: 8 bytes */
};

";
    same("task_struct", &good("layout kernel.x86_64.btf task_struct"), TEXT);
    let lines = good("layout kernel.x86_64.btf task_struct --cache-line 32");
    assert!(lines.contains("/* size: 72, cachelines: 3, members: 9 */"), "{lines}");
    assert!(
        lines.contains("/* --- cacheline 1 boundary (32 bytes) was 24 bytes ago --- */")
            || lines.contains("cacheline 1 boundary (32 bytes)"),
        "{lines}"
    );
}

#[test]
fn several_types_and_a_typedef() {
    let golden = golden("net.clang.bpfeb.o.pahole");
    // Each layout is in the golden file, which also has pahole's empty lines between types.
    let names = good("find net.clang.bpfeb.o kind:struct,union --json");
    let names: Value = serde_json::from_str(&names).expect("JSON");
    for row in names["types"].as_array().expect("rows") {
        let ours = good(&format!("layout net.clang.bpfeb.o {}", row["name"].as_str().expect("a name")));
        assert!(golden.contains(ours.trim_end()), "{ours}");
    }
    let two = good("layout kernel.x86_64.btf list_head atomic_t");
    assert!(two.starts_with("struct list_head {") && two.contains("};\n\nstruct {\n\tint "), "{two}");
}

fn json(words: &str) -> Value {
    serde_json::from_str(&good(words)).unwrap_or_else(|e| panic!("{words}: {e}"))
}

#[test]
fn json_has_every_bit() {
    let json = json("layout kernel.x86_64.btf task_struct list_head --json");
    let [task, list] = json["layouts"].as_array().expect("an array").as_slice() else { panic!("{json}") };
    assert_eq!(list["name"], "list_head");
    assert_eq!((&task["id"], &task["kind"], &task["size"]), (&15.into(), &"STRUCT".into(), &72.into()));
    assert_eq!((&task["byte_order"], &task["align"], &task["cache_line"]), (&"little".into(), &8.into(), &64.into()));
    let rows = task["rows"].as_array().expect("rows");
    let mut at = 0;
    for row in rows {
        assert_eq!(row["bit_offset"], at, "{row}");
        at += row["bits"].as_u64().expect("a number");
    }
    assert_eq!(at, 72 * 8);
    let row = |i: usize| &rows[i];
    assert_eq!(row(3)["name"], "policy");
    assert_eq!(row(3)["bitfield"]["bits"], 5);
    assert_eq!(row(3)["bitfield"]["unit_offset"], 8);
    assert_eq!(row(3)["bitfield"]["core_load"]["rshift"], 59);
    assert_eq!((&row(4)["row"], &row(4)["bits"], &row(4)["in_bitfield"]), (&"hole".into(), &26.into(), &true.into()));
    assert_eq!((&row(5)["row"], &row(5)["bits"], &row(5)["in_bitfield"]), (&"hole".into(), &32.into(), &false.into()));
    assert_eq!((&row(6)["name"], &row(6)["declaration"]), (&"parent".into(), &"struct task_struct *".into()));
    assert_eq!(row(9)["name"], "");
    assert_eq!(rows.last().expect("a row")["row"], "padding");
    let figures = &task["figures"];
    let sums = ["sum_members", "holes", "hole_bytes", "sum_bitfield_bits", "bit_holes", "bit_hole_bits", "padding"];
    assert_eq!(sums.map(|key| figures[key].as_u64()), [60, 1, 4, 6, 1, 26, 4].map(Some));
}

#[test]
fn reorganized_layouts_say_what_they_save() {
    let mut blob = tests::blob::Blob::new(tests::blob::Order::Little);
    let byte = blob.int("char", 1, 1);
    let long = blob.int("long", 8, 1);
    blob.structure("gaps", 24, &[("a", byte, 0), ("b", long, 64), ("c", byte, 128)]);
    let path = crate::run::folder("gaps").join("gaps.btf");
    std::fs::write(&path, blob.build()).expect("written");
    let path = crate::run::text(&path);
    let text = good(&format!("layout {path} gaps --reorganize"));
    assert!(text.contains("'c' from after 'b' to after 'a'"), "{text}");
    assert!(text.contains("/* size: 16,") && text.contains("saved 8 bytes"), "{text}");
    let json = json(&format!("layout {path} gaps --reorganize --json"));
    let layout = &json["layouts"][0];
    assert_eq!(layout["size"], 16);
    let expected = serde_json::json!({
        "moves": [{"members": [2], "from_behind": 1, "to_behind": 0}], "saved": 8, "cache_lines_saved": 0
    });
    assert_eq!(layout["reorganized"], expected);
    let offsets: Vec<_> = layout["rows"].as_array().expect("rows").iter().map(|r| r["bit_offset"].as_u64()).collect();
    assert_eq!(offsets, [0, 8, 16, 64].map(Some), "a, c, the hole that is left, b");
}

#[test]
fn big_endian_bits_count_from_the_top() {
    let json = json("layout kernel.s390x.btf task_struct --json");
    let task = &json["layouts"][0];
    assert_eq!(task["byte_order"], "big");
    assert_eq!((&task["rows"][2]["name"], &task["rows"][2]["bit_offset"]), (&"on_cpu".into(), &64.into()));
    assert_eq!(task["rows"][3]["bitfield"]["core_load"]["lshift"], 33);
}

#[test]
fn what_has_no_layout_is_status_1() {
    assert_eq!(
        bad("layout kernel.x86_64.btf u32", 1),
        "kernel.x86_64.btf: no struct or union “u32”: [4] is an INT, not a struct or union"
    );
    bad("layout kernel.x86_64.btf list_head nothing", 1);
    assert_eq!(
        bad("layout kernel.x86_64.btf task_struct.pid", 1),
        "kernel.x86_64.btf: no type “task_struct.pid”; of task_struct, `btfscope field task_struct.pid FILE` says where a \
         member lies, `btfscope at FILE task_struct+OFFSET` what lies at an offset"
    );
    assert_eq!(
        bad("layout kernel.x86_64.btf task_struct+0x4", 1),
        "kernel.x86_64.btf: no type “task_struct+0x4”; of task_struct, `btfscope at FILE task_struct+0x4` says what lies there"
    );
    assert_eq!(
        bad("layout kernel.x86_64.btf tsk_struct", 1),
        "kernel.x86_64.btf: no type “tsk_struct”; did you mean task_struct?"
    );
    assert_eq!(bad("layout kernel.x86_64.btf no.such", 1), "kernel.x86_64.btf: no type “no.such”; no name is like it");
    assert_eq!(run(&["layout", "kernel.x86_64.btf"]).status, 2, "a type is needed");
    assert_eq!(run(&["layout", "kernel.x86_64.btf", "list_head", "--cache-line", "0"]).status, 2);
}

#[test]
fn of_several_types_the_first_is_printed_and_the_others_are_named() {
    let mut blob = tests::blob::Blob::new(tests::blob::Order::Little);
    let int = blob.int("int", 4, 1);
    let first = blob.structure("twin", 4, &[("a", int, 0)]);
    blob.named(tests::blob::kind::TYPEDEF, "twin", first);
    blob.structure("twin", 8, &[("a", int, 0), ("b", int, 32)]);
    let path = crate::run::folder("twins").join("twins.btf");
    std::fs::write(&path, blob.build()).expect("written");
    let path = crate::run::text(&path);
    let run = run(&["layout", path, "twin"]);
    assert_eq!(run.status, 0);
    assert!(run.text().contains("/* size: 4,"), "{}", run.text());
    assert_eq!(run.err, format!("btfscope: note: {path}: “twin” is #2, and also #4\n"));
    assert!(good(&format!("layout {path} #4")).contains("/* size: 8,"));
}
