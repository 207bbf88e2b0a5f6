//! `atlas`, `history`, and kernels in an atlas given as files.

use std::fs;
use std::process::Command;

use crate::run::{Run, bad, folder, good, program, run, text};

/// Makes an atlas whose two kernels are fixtures. Returns the path of the atlas, and the path of the table that
/// describes the kernels.
pub fn two(test: &str) -> (String, String) {
    let folder = folder(test);
    let meta = folder.join("meta.tsv");
    let table = "file\tdistribution\tupstream\trelease\tarch\n\
        kernel.x86_64.btf\ttest\t6.1.9\t6.1.9-test\tx86_64\n\
        kernel.s390x.btf\ttest\t6.12.1\t6.12.1-test\ts390x\n\
        layout.bpfel.btf\ttest\t6.12.3\t6.12.3-test\tamd64\n";
    fs::write(&meta, table).expect("written");
    let path = folder.join("two.atlas");
    let path = text(&path).to_owned();
    let described =
        good(&format!("atlas build -o {path} --meta {} kernel.s390x.btf kernel.x86_64.btf --note here", text(&meta)));
    assert!(described.starts_with(&format!("{path}: 2 kernels, ")), "{described}");
    (path, text(&meta).to_owned())
}

#[test]
fn an_atlas_is_built_listed_and_changed() {
    let (path, meta) = two("atlas-change");
    let first = fs::read(&path).expect("an atlas");
    let list = good(&format!("atlas list {path}"));
    assert!(list.starts_with("# here\n6.1.9-test") && list.contains("amd64") && list.contains("s390x"), "{list}");
    let some = run(&["atlas", "list", &path, "--where", "version>=6.12 arch=s390x"]);
    assert!(some.text().contains("1 of 2 kernels") && !some.text().contains("6.1.9-test"), "{}", some.text());
    assert_eq!(run(&["atlas", "list", &path, "--where", "version>=7"]).status, 1);
    good(&format!("atlas add {path} --meta {meta} layout.bpfel.btf"));
    assert!(good(&format!("atlas list {path}")).contains("3 of 3 kernels"));
    // Adding a kernel again changes nothing, and a message says so. Merging with an atlas of some of its kernels
    // changes nothing, either.
    let three = fs::read(&path).expect("an atlas");
    let again = run(&["atlas", "add", &path, "--meta", &meta, "layout.bpfel.btf"]);
    assert!(again.status == 0 && again.err.ends_with("it is in the atlas once\n"), "{}", again.err);
    assert!(fs::read(&path).expect("an atlas") == three);
    fs::write(format!("{path}.old"), &first).expect("written");
    good(&format!("atlas merge {path} {path}.old {path} -o {path}.merged"));
    assert!(fs::read(format!("{path}.merged")).expect("an atlas") == three);
    good(&format!("atlas remove {path} 6.12.3-test"));
    assert!(fs::read(&path).expect("an atlas") == first);
    let json: serde_json::Value = serde_json::from_str(&good(&format!("atlas list {path} --json"))).expect("JSON");
    assert_eq!(json["kernels"][1]["version"], "6.12.1");
    assert_eq!(json["kernels"][1]["byte_order"], "big");
    assert_eq!(json["notes"][0], "here");
}

#[test]
fn a_kernel_of_an_atlas_is_a_file() {
    let (path, _) = two("atlas-file");
    for (release, file) in [("6.1.9-test", "kernel.x86_64.btf"), ("test/s390x/6.12.1-test", "kernel.s390x.btf")] {
        let taken = format!("{path}#{release}");
        assert_eq!(good(&format!("layout {taken} task_struct")), good(&format!("layout {file} task_struct")));
        assert_eq!(
            good(&format!("users {taken} task_struct --count")),
            good(&format!("users {file} task_struct --count"))
        );
        let diff = run(&["diff", file, &taken]);
        assert_eq!((diff.status, diff.err.as_str()), (0, ""), "{}", diff.text());
        let link = run(&["link", &taken, "task_struct", "--view", "tree", "--site", "https://example.org/"]);
        let short =
            format!("this link is shorter: https://example.org/#v=1&f=atlas:{release}&t=task_struct&kind=struct&");
        assert!(link.err.contains(&short) && link.text().contains("f=data:"), "{}", link.err);
        let info = good(&format!("info {taken}"));
        assert!(
            info.contains("taken out of an atlas: the types are the kernel's, their ids and bytes are not"),
            "{info}"
        );
        let field = good(&format!("field task_struct.pid {taken} {file}"));
        let lines: Vec<&str> = field.lines().map(|line| line.split_once(' ').expect("a name").1).collect();
        assert_eq!(lines[0], lines[1]);
    }
    let e = bad(&format!("dump module.x86_64.ko --base {path}#6.1.9-test"), 2);
    assert!(e.contains("cannot be a base") && e.contains("has other ids than its own BTF"), "{e}");
}

#[test]
fn a_kernel_is_taken_out() {
    let (path, _) = two("atlas-extract");
    let to = format!("{path}.btf");
    let whole = run(&["atlas", "extract", &path, "6.1.9-test", "-o", &to]);
    assert_eq!(whole.status, 0, "{}", whole.err);
    assert!(whole.err.contains("ids are not those of the kernel"), "{}", whole.err);
    assert_eq!(run(&["diff", "kernel.x86_64.btf", &to]).status, 0);
    let some = run(&["atlas", "extract", &path, "6.1.9-test", "-o", &to, "--type", "task_struct", "--depth", "0"]);
    assert_eq!(some.status, 0, "{}", some.err);
    assert_eq!(good(&format!("layout {to} task_struct")), good("layout kernel.x86_64.btf task_struct"));
    let e = bad(&format!("atlas extract {path} 6.1.9-test -o {to} --type nothing"), 1);
    assert!(e.contains("no type “nothing”"), "{e}");
}

#[test]
fn history_without_atlas_uses_the_default_atlas() {
    let (path, _) = two("atlas-history-ours");
    let ours = |atlas: &str| {
        Run::of(program().args(["history", "task_struct"]).env("BTFSCOPE_ATLAS", atlas).output().expect("it runs"))
    };
    let run = ours(&path);
    assert_eq!((run.status, run.err.as_str()), (0, &*format!("btfscope: kernels of {path}\n")));
    assert_eq!(run.text(), good(&format!("history task_struct --atlas {path}")));
    assert_eq!(ours("none.atlas").status, 2);
}

/// The program alone in a folder, as `cargo install` leaves it.
#[test]
fn a_program_alone_has_an_atlas() {
    let folder = folder("atlas-inside");
    let copy = folder.join("btfscope");
    // A program that was just written cannot be started while another thread's child still has it open (ETXTBSY).
    let program = env!("CARGO_BIN_EXE_btfscope");
    fs::hard_link(program, &copy).or_else(|_| fs::copy(program, &copy).map(drop)).expect("copied");
    let alone = |words: &[&str]| {
        let mut command = Command::new(&copy);
        Run::of(command.current_dir(&folder).args(words).env_remove("BTFSCOPE_ATLAS").output().expect("it runs"))
    };
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/atlas/debian.atlas");
    let inside = alone(&["history", "task_struct.pid", "--where", "arch=s390x"]);
    assert_eq!((inside.status, inside.err.as_str()), (0, "btfscope: kernels of debian.atlas (inside btfscope)\n"));
    assert_eq!(inside.text(), good(&format!("history task_struct.pid --where arch=s390x --atlas {file}")));
    // The modules' names are inside, too.
    let inside = alone(&["history", "func nf_conntrack_in"]);
    assert_eq!(inside.status, 0, "{}", inside.err);
    let of_file = run(&["history", "func nf_conntrack_in", "--atlas", file]);
    assert!(of_file.text().contains("module"), "{}", of_file.text());
    assert_eq!(inside.text(), of_file.text());
    // A kernel of the atlas inside the program is given as a file.
    let list = good(&format!("atlas list {file} --json"));
    assert_eq!(alone(&["atlas", "list", "--json"]).text(), list);
    let list: serde_json::Value = serde_json::from_str(&list).expect("JSON");
    let kernel = list["kernels"][0]["name"].as_str().expect("a name");
    let layout = alone(&["layout", &format!("debian.atlas#{kernel}"), "list_head"]);
    assert_eq!((layout.status, layout.err.as_str()), (0, ""), "{kernel}");
    assert_eq!(layout.text(), good(&format!("layout {file}#{kernel} list_head")));
    // A file `debian.atlas` in the folder comes before the atlas inside the program.
    fs::write(folder.join("debian.atlas"), "no atlas").expect("written");
    assert_eq!(alone(&["layout", &format!("debian.atlas#{kernel}"), "list_head"]).status, 2);
}

#[test]
fn the_history_of_a_type_and_of_a_field() {
    let (path, _) = two("atlas-history");
    let text = good(&format!("history task_struct --atlas {path}"));
    let (headline, forms) = text.split_once('\n').expect("two lines");
    assert_eq!(headline, "On all 2 kernels.");
    assert!(forms.contains("\nstruct task_struct, ") && forms.contains("amd64 6.1.9"), "{text}");
    let field = good(&format!("history task_struct.pid --atlas {path}"));
    let expected = good("field task_struct.pid kernel.x86_64.btf");
    let place = expected.split_once("  task_struct.pid").expect("a path").1.trim();
    assert!(field.contains(place), "{field}\n{expected}");
    let e = bad(&format!("history nothing --atlas {path}"), 1);
    assert!(e.contains("no kernel has a type, function or variable “nothing”"), "{e}");
    for near in ["task_strct", "task_strct.pid"] {
        let e = bad(&format!("history {near} --atlas {path}"), 1);
        assert!(e.contains("“task_strct”; there are task_struct"), "{e}");
    }
    let kind = run(&["history", "union task_struct", "--atlas", &path]);
    assert!(kind.err.contains("no kernel has “union task_struct”; there are struct task_struct"), "{}", kind.err);
    let e = bad(&format!("history task_struct --atlas {path} --where arch=riscv64"), 1);
    assert!(e.contains("none of the kernels that --where names has a type, function or variable “task_struct”"), "{e}");
    assert_eq!(run(&["history", "nothing.at_all", "--atlas", &path]).status, 1);
    let e = bad(&format!("history task_struct --atlas {path} --where colour=red"), 2);
    assert!(e.contains("“colour=red” is no condition"), "{e}");
    let json = good(&format!("history task_struct --atlas {path} --json"));
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&json["forms"][0]["kind"], &json["modules"]), (&"STRUCT".into(), &serde_json::json!([])));
}

/// Below the lanes of a member that was renamed, its places are listed under both names, and no kernel is listed twice.
#[test]
fn the_places_of_a_renamed_member_have_both_names() {
    let file = &format!("{}/../../static/atlas/debian.atlas", env!("CARGO_MANIFEST_DIR"));
    let places = |options: &[&str]| {
        let run =
            run(&[&["history", "task_struct.__state", "--where", "arch=amd64", "--atlas", file], options].concat());
        let there = run.text().lines().filter(|line| line.contains("  @ ")).map(str::to_owned).collect::<Vec<_>>();
        let of = |name: &str| there.iter().filter(|line| line.starts_with(name)).count();
        (of("task_struct.__state  "), of("task_struct.state  "))
    };
    let (new, old) = places(&[]);
    assert!(new > 0 && old > 0, "{new} {old}");
    assert_eq!(places(&["--split"]), (new, 0));
}

/// Debian built the same kernel with two versions of pahole. The two builds differ only in tags: the newer pahole tags
/// kfuncs.
#[test]
fn tags_tell_forms_apart() {
    let atlas = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/atlas/debian.atlas");
    let text = good(&format!("history bpf_obj_new_impl --atlas {atlas} --where version=6.12.117"));
    let heads: Vec<&str> = text.lines().filter(|line| line.starts_with("func ")).collect();
    let plain = "func void *bpf_obj_new_impl(u64 local_type_id__k, void *meta__ign)";
    assert_eq!(heads, [plain, &format!("{plain}, tagged bpf_kfunc")], "{text}");
}

/// The command prints the sentence, lanes and steps that the page shows. Lanes of kernels that do not fit `--where` are
/// left out.
#[test]
fn a_member_has_lanes_and_steps() {
    let atlas = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/atlas/debian.atlas");
    let text = good(&format!("history task_struct.__state --atlas {atlas} --where arch=arm64"));
    let lines: Vec<&str> = text.lines().take(11).collect();
    assert_eq!(
        lines,
        [
            "On all 129 kernels: state on 5.10, __state from 6.1.",
            "state and __state are taken for one member: the same name but for underscores. --split keeps them apart.",
            "",
            "byte      5.10       6.1  6.12  6.16  6.17  6.18  6.19  7.0  7.1  7.2  7.3",
            "arm64     state +24  +24  +24   +24   +24   +24   +24   +24  +32  +32  +32",
            "arm64 rt  -          +32  +24   +24   +24   +24   +24   +24  +32  +32  +32",
            "",
            "arm64, 5.10.223 → 6.1.164: state +24 → +24",
            "arm64 rt, 6.1.192 → 6.12.74: +32 → +24",
            "arm64, 7.0 → 7.1: +24 → +32",
            "arm64 rt beside the usual kernel, on 6.1: +24 → +32",
        ]
    );
    let json = good(&format!("history task_struct.__state --atlas {atlas} --where arch=riscv64 --json"));
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["headline"], "On all 3 kernels, in 2 places.");
    let runs = &json["lanes"][0]["runs"];
    assert_eq!((&runs[0]["series"], &runs[0]["text"]), (&serde_json::json!(["6.12"]), &"+72".into()));
    assert_eq!((&runs[1]["series"], &runs[1]["text"]), (&serde_json::json!(["7.2"]), &"+104".into()));
    assert_eq!(
        (&json["steps"][0]["between"], &json["steps"][0]["lanes"]),
        (&"6.12.107 → 7.2.13".into(), &"riscv64".into())
    );
    let split = good(&format!("history task_struct.__state --atlas {atlas} --split"));
    assert!(split.starts_with("On 6.1 to 7.3 (288 of 298 kernels), in 5 places.\n"), "{split}");
}

/// net/netfilter/nf_conntrack_bpf.c: the kfunc belongs to the module if conntrack is built as a module, as in all of
/// Debian's kernels.
#[test]
fn what_modules_bring_is_in_the_history() {
    let atlas = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/atlas/debian.atlas");
    let text = good(&format!("history bpf_skb_ct_lookup --atlas {atlas}"));
    assert!(text.starts_with("bpf_skb_ct_lookup: only modules have it\n"), "{text}");
    assert!(text.contains("module nf_conntrack brings it as a kfunc in "), "{text}");
    let json = good(&format!("history bpf_skb_ct_lookup --atlas {atlas} --json"));
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((json["forms"].as_array().map(Vec::len), json["modules"].as_array().map(Vec::len)), (Some(0), Some(1)));
}

#[test]
fn tables_are_exported() {
    let (path, _) = two("atlas-export");
    let to = format!("{path}.tables");
    let described = good(&format!("atlas export {path} -o {to}"));
    assert_eq!(described.lines().count(), 6);
    let rows = |table: &str| -> Vec<serde_json::Value> {
        let text = fs::read_to_string(format!("{to}/{table}.ndjson")).expect("a table");
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    assert_eq!(rows("kernels").len(), 2);
    let forms = rows("forms");
    let task = forms.iter().find(|f| f["name"] == "task_struct" && f["kind"] == "STRUCT").expect("a form");
    let members = rows("members");
    let pid = members.iter().find(|m| m["form"] == task["form"] && m["name"] == "pid").expect("a member");
    assert_eq!(pid["type"], "int");
    assert!(rows("sets").iter().any(|s| s["set"] == task["set"] && s["kernel"] == 0));
}

#[test]
fn bad_use_of_atlases_is_reported() {
    let (path, _) = two("atlas-bad");
    let e = bad(&format!("layout {path} task_struct"), 2);
    assert!(e.contains("it is an atlas: name a kernel of it by"), "{e}");
    let e = bad(&format!("layout {path}#6.9 task_struct"), 1);
    assert!(e.contains("no kernel “6.9” among 2; there are 6.12.1-test, 6.1.9-test"), "{e}");
    let e = bad(&format!("layout {path}#6.1.8 task_struct"), 1);
    assert!(e.contains("among 2; there are 6.1.9-test, 6.12.1-test"), "{e}");
    let e = bad("atlas list kernel.x86_64.btf", 2);
    assert!(e.contains("found 9f eb 01 00 18 00 00 00, expected an atlas (89 41 54 4c 41 53 0d 0a)"), "{e}");
    let bytes = fs::read(&path).expect("an atlas");
    let cut = format!("{path}.cut");
    fs::write(&cut, &bytes[..bytes.len() - 7]).expect("written");
    let e = bad(&format!("atlas list {cut}"), 2);
    assert!(e.contains("as its header has it"), "{e}");
    let mut damaged = bytes.clone();
    let last = damaged.len() - 1;
    damaged[last] ^= 0x40;
    fs::write(&cut, &damaged).expect("written");
    let e = bad(&format!("info {cut}#6.1.9-test"), 2);
    assert!(e.contains("its checksum differs"), "{e}");
    let e = bad(&format!("atlas remove {path} 6.9"), 1);
    assert!(e.contains("no kernel “6.9”"), "{e}");
    assert!(fs::read(&path).expect("an atlas") == bytes);
    let run = run(&["atlas", "build", "-o", &cut, "module.x86_64.btf"]);
    assert_eq!(run.status, 2, "{}", run.err);
    let said = "module.x86_64.btf: an atlas holds whole kernels, and this BTF continues another (";
    assert!(run.err.contains(said), "{}", run.err);
}

#[test]
fn the_module_of_a_kfunc_is_named() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/atlas");
    let ask = |name: &str, more: &str| {
        let modules = format!("{folder}/debian-modules.atlas");
        let run = run(&format!("atlas modules {modules} {name} {more}").split_whitespace().collect::<Vec<_>>());
        assert_eq!(run.err, "");
        (run.status, run.text().to_owned())
    };
    // net/netfilter/nf_conntrack_bpf.c: BTF_ID_FLAGS made it a kfunc in 6.0.
    let (status, text) = ask("bpf_xdp_ct_alloc", "--where arch=amd64");
    assert!(status == 0 && text.starts_with("kfunc in nf_conntrack, "), "{text}");
    assert!(text.contains(" 6.1.0-56-amd64 ") && !text.contains("arm64"), "{text}");
    let (status, json) = ask("veth_xmit", "--json");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        (status, &json["modules"][0]["module"], &json["modules"][0]["kind"]),
        (0, &"veth".into(), &"function".into())
    );
    let (status, text) = ask("no_such_function_at_all", "");
    assert!(status == 1 && text.starts_with("no module of "), "{text}");
    let e = bad(&format!("atlas modules {folder}/debian.atlas veth_xmit"), 2);
    assert!(e.contains("found an atlas of types, expected one of the names of modules"), "{e}");
    let e = bad(&format!("atlas list {folder}/debian-modules.atlas"), 2);
    assert!(e.contains("found an atlas of the names of modules, expected one of types"), "{e}");
}
