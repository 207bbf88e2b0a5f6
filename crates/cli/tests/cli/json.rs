//! `--json` of all commands that list or report something.

use serde_json::{Value, json};

use crate::run::{bad, folder, good, run, text};

/// The JSON of a run that succeeds with an empty stderr.
fn of(words: &str) -> Value {
    serde_json::from_str(&good(words)).unwrap_or_else(|e| panic!("{words}: {e}"))
}

/// The JSON of a run that ends with this status, and may print messages on stderr.
fn said(args: &[&str], status: i32) -> Value {
    let run = run(args);
    assert_eq!(run.status, status, "{args:?}: {}", run.err);
    serde_json::from_str(run.text()).unwrap_or_else(|e| panic!("{args:?}: {e}"))
}

#[test]
fn info_is_what_the_npm_package_gives() {
    let kernel = of("info kernel.x86_64.btf --json");
    assert_eq!(kernel["info"]["role"], "kernel");
    assert_eq!((&kernel["info"]["pointer_size"], &kernel["info"]["byte_order"]), (&json!(8), &json!("little")));
    // The structs are counted in the listing, which is the same as that of `bpftool btf dump`.
    let listing = good("dump kernel.x86_64.btf");
    let structs = listing.lines().filter(|line| line.contains("] STRUCT ")).count();
    assert_eq!(kernel["kinds"]["STRUCT"], structs);
    assert_eq!((&kernel["problems"], &kernel["program"]), (&json!([]), &Value::Null));
    let header = &kernel["info"]["sections"][1];
    assert_eq!((&header["name"], &header["range"]), (&json!(".BTF header"), &json!({"start": 0, "end": 24})));

    let program = of("info core.clang.bpfel.o --json");
    assert_eq!(program["info"]["role"], "program");
    let names = |list: &Value| -> Vec<String> {
        list.as_array().expect("an array").iter().map(|f| f["name"].as_str().expect("a name").to_owned()).collect()
    };
    let shown = good("info core.clang.bpfel.o");
    for name in names(&program["program"]["functions"]) {
        assert!(shown.contains(&format!("  {name}: ")), "{name}: {shown}");
    }
    let module = of("info module.x86_64.ko --base kernel.x86_64.btf --json");
    assert_eq!((&module["info"]["base"], &module["info"]["role"]), (&json!("given"), &json!("module")));
}

#[test]
fn bytes_have_their_owners() {
    let owners = &of("bytes kinds.bpfel.btf 0 24 --json")["owners"];
    assert_eq!((&owners[0]["section"], &owners[0]["fields"][0]["value"]), (&json!(".BTF"), &json!("0xeb9f")));
    assert_eq!((&owners[1]["section_offset"], &owners[1]["type_id"]), (&json!(24), &json!(1)));
    bad("bytes kinds.bpfel.btf 0 0xffffff --json", 1);
}

#[test]
fn fields_have_their_places() {
    let fields = &of("field task_struct.parent,list_head.next kernel.x86_64.btf kernel.s390x.btf --json")["fields"];
    let parent = &fields[0];
    assert_eq!((&parent["field"], &parent["file"]), (&json!("task_struct.parent"), &json!("kernel.x86_64.btf")));
    // As in the output of `layout kernel.x86_64.btf task_struct`.
    assert_eq!((&parent["place"]["bit_offset"], &parent["place"]["size"]), (&json!(128), &json!(8)));
    assert_eq!(parent["place"]["type"], "struct task_struct *");
    assert_eq!(fields.as_array().map(Vec::len), Some(4));
    let absent = &said(&["field", "task_struct.nothing", "kernel.x86_64.btf", "--json"], 1)["fields"];
    assert_eq!(absent[0]["place"], Value::Null);
    assert!(absent[0]["absent"].as_str().is_some_and(|why| why.contains("nothing")), "{absent}");
}

#[test]
fn instructions_are_those_of_the_text() {
    let functions = &of("disasm core.clang.bpfel.o --json")["functions"];
    let shown = good("disasm core.clang.bpfel.o --source");
    let first = &functions[0];
    assert!(shown.starts_with(&format!(
        "{}: {} (",
        first["section"].as_str().expect("a section"),
        first["name"].as_str().expect("a name")
    )));
    for row in first["instructions"].as_array().expect("instructions") {
        let (slot, code) = (row["slot"].as_u64().expect("a slot"), row["code"].as_u64().expect("a code"));
        let line = format!("{slot:>6}: ({code:02x}) {}", row["text"].as_str().expect("a text"));
        assert!(shown.contains(&line), "{line}");
    }
    let sources = functions.as_array().expect("functions").iter().flat_map(|f| f["instructions"].as_array());
    let lines = sources.flatten().filter(|row| row["source"].is_string()).count();
    assert!(lines > 0 && shown.matches("  @ ").count() + shown.matches("; core").count() >= lines);
}

#[test]
fn graphs_have_their_edges() {
    let graph = of("graph kernel.x86_64.btf list_head --json");
    let table = good("graph kernel.x86_64.btf list_head --format table");
    let label = |i: &Value| graph["nodes"][i.as_u64().expect("a number") as usize]["label"].as_str().expect("a label");
    let edges = graph["edges"].as_array().expect("edges");
    assert_eq!(table.lines().count(), edges.len());
    for (edge, line) in edges.iter().zip(table.lines()) {
        let start =
            format!("{}  {}  {}", label(&edge["from"]), edge["relation"].as_str().expect("a word"), label(&edge["to"]));
        assert!(line.starts_with(&start), "{line}: {start}");
    }
    assert_eq!(
        (&graph["nodes"][0]["label"], &graph["nodes"][0]["kind"]),
        (&json!("struct list_head"), &json!("STRUCT"))
    );
}

#[test]
fn relocations_have_their_results() {
    let local = of("relocs core.clang.bpfel.o --json");
    let text = good("relocs core.clang.bpfel.o");
    let all = local["relocations"].as_array().expect("relocations");
    assert_eq!((all.len(), &local["targets"]), (text.lines().count(), &json!([])));
    for (row, line) in all.iter().zip(text.lines()) {
        let (section, at) = (row["section"].as_str().expect("a section"), row["insn_offset"].as_u64().expect("bytes"));
        assert!(line.starts_with(&format!("{section}+{at:#x} ")), "{line}");
    }
    let args = ["relocs", "relo.clang.bpfel.o", "--target", "relo-new.bpfel.btf", "--format"];
    let tsv = run(&[&args[..], &["tsv"]].concat());
    let json = said(&[&args[..], &["json", "--alone"]].concat(), tsv.status);
    let head: Vec<&str> = tsv.text().lines().next().expect("titles").trim_start_matches('#').split('\t').collect();
    let column =
        |name: &str| head.iter().position(|title| *title == name).unwrap_or_else(|| panic!("{name}: {head:?}"));
    let rows = json["relocations"].as_array().expect("relocations");
    assert_eq!(rows.len(), tsv.text().lines().count() - 1);
    for (row, line) in rows.iter().zip(tsv.text().lines().skip(1)) {
        let cells: Vec<&str> = line.split('\t').collect();
        let made = &row["results"][0];
        assert_eq!(made["original"].to_string(), cells[column("orig")], "{line}");
        assert_eq!(made["status"], cells[column("status")], "{line}");
        assert_eq!(row["section"], cells[column("sec")], "{line}");
    }
    assert_eq!(json["targets"][0]["target"], "relo-new.bpfel.btf");
    let failing = said(&[&args[..], &["json", "--failing"]].concat(), tsv.status);
    let failing = failing["relocations"].as_array().expect("relocations").clone();
    assert!(!failing.is_empty() && failing.len() < rows.len());
    assert!(failing.iter().all(|row| row["results"][0]["why"].is_string()));
}

#[test]
fn links_say_how_long_they_are_and_what_they_carry() {
    let link = said(&["link", "kernel.x86_64.btf", "list_head", "--site", "https://example.org/", "--json"], 0);
    let address = link["link"].as_str().expect("a link");
    assert!(address.starts_with("https://example.org/#"), "{address}");
    assert_eq!(link["characters"], address.len());
    let opened = said(&["open", address, "--json"], 0);
    assert_eq!((&opened["file"], &opened["shows"]), (&json!("kernel.x86_64.btf"), &json!("struct list_head")));
    let c = opened["c"].as_str().expect("C");
    assert!(c.contains("struct list_head {\n\tstruct list_head *next;"), "{c}");
    let blob = folder("link-json").join("types.btf");
    said(&["open", address, "--out", text(&blob), "--json"], 0);
    assert_eq!(opened["bytes"].as_u64(), blob.metadata().ok().map(|about| about.len()));
}

/// The commands without `--json`: they only write files, print types, scripts or help, draw, serve the page, or have
/// subcommands.
const WITHOUT: [&str; 17] = [
    "view",
    "dump",
    "extract",
    "lesson",
    "picture",
    "scratch",
    "atlas",
    "atlas build",
    "atlas add",
    "atlas remove",
    "atlas merge",
    "atlas extract",
    "atlas export",
    "atlas index",
    "completions",
    "man",
    "help",
];

#[test]
fn every_command_that_lists_or_says_something_has_json() {
    for command in crate::help::commands() {
        let help = good(&format!("{command} --help"));
        assert_eq!(help.contains("--json"), !WITHOUT.contains(&command.as_str()), "{command}");
    }
}
