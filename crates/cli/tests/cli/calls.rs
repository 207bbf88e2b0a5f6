//! `calls`: the system calls of libbpf for an object. `tests/libbpf/tests/calls.rs` compares the attributes with those
//! of libbpf.

use serde_json::Value;
use tests::fixture;

use crate::run::{bad, good, text};

fn sample() -> String {
    text(&fixture::project().join("static/samples/sample.bpf.o")).to_owned()
}

#[test]
fn calls_stand_in_their_order_with_attributes() {
    let all = good(&format!("calls {}", sample()));
    let calls: Vec<&str> = all.lines().filter_map(|l| l.get(5..).filter(|c| c.starts_with("BPF_"))).collect();
    let start = [
        "BPF_BTF_LOAD  BTF",
        "BPF_MAP_CREATE  events",
        "BPF_MAP_CREATE  sample.rodata",
        "BPF_MAP_UPDATE_ELEM  sample.rodata",
        "BPF_MAP_FREEZE  sample.rodata",
    ];
    assert_eq!(calls[..5], start);
    assert!(all.contains("     btf_key_type_id           8  # INT unsigned int\n"), "{all}");
    assert!(all.contains("     expected_attach_type      BPF_TRACE_FENTRY\n"), "{all}");
    assert!(all.contains("     attach_btf_id             (the id of the kernel's FUNC tcp_connect)\n"), "{all}");
    assert!(all.contains("\n# calls of a tool that looks at them afterwards\n"));
    assert!(calls.ends_with(&["BPF_BTF_GET_FD_BY_ID  BTF", "BPF_OBJ_GET_INFO_BY_FD  BTF"]));
    // The offsets in func_info and line_info count instructions.
    let records = good(&format!("calls {} --records", sample()));
    assert!(records.contains("       insn_off 0  type_id 3"), "{records}");
    assert!(
        records.contains("  # byte 8 of the section\n") && records.contains("       insn_off 1  file_name_off "),
        "{records}"
    );
}

/// A program with hidden visibility is loaded. An object that libbpf does not open has no calls, and `verify` reports
/// the refusal first.
#[test]
fn what_does_not_open_calls_nothing() {
    let Some(corpus) = tests::reference::part_or_skip("cases") else { return };
    let case = |name: &str| text(&corpus.root().join("cases").join(name)).to_owned();
    let hidden = good(&format!("calls {}", case("static-program/hiddenprog.o")));
    assert!(hidden.contains("BPF_PROG_LOAD  p\n"), "{hidden}");
    let refused = good(&format!("calls {}", case("static-program/st.o")));
    assert!(
        refused.contains("program 'hidden' is static and not supported") && !refused.contains("BPF_PROG_LOAD"),
        "{refused}"
    );
    for (object, line) in [
        ("static-program/st.o", "sec 'xdp': program 'hidden' is static and not supported"),
        (
            "libbpf-refuses/legacymaps.o",
            "elf: legacy map definitions in 'maps' section are not supported by libbpf v1.0+",
        ),
        ("btf-ext-broken/num0.o", "Error loading ELF section .BTF.ext: -EINVAL. Ignored and continue."),
    ] {
        let ran = crate::run::run(&["verify", &case(object)]);
        assert_eq!(ran.status, 1, "{object}");
        assert!(ran.text().contains(line) && ran.text().contains("no kernel is asked"), "{}", ran.text());
        let ran = crate::run::run(&["verify", "--json", &case(object)]);
        let json: Value = serde_json::from_str(ran.text()).expect("JSON");
        assert_eq!((ran.status, &json["accepted"]), (1, &false.into()), "{json}");
        let refusal = &json["libbpf"]["refusal"];
        assert_eq!(refusal["line"], line, "{json}");
        assert_eq!((&refusal["errno"], &refusal["errno_name"]), (&json["errno"], &json["errno_name"]));
        let (start, end) = (refusal["start"].as_u64().expect("a byte"), refusal["end"].as_u64().expect("a byte"));
        assert!(start < end && std::fs::metadata(case(object)).is_ok_and(|file| file.len() >= end), "{json}");
        assert!(open::RULES.iter().any(|rule| rule.id == refusal["rule"] && rule.says == refusal["says"]), "{json}");
        // Every command that predicts loading reports the refusal.
        let ran = crate::run::run(&["info", &case(object)]);
        assert!(ran.text().contains(&format!("libbpf      does not open it: {line} (")), "{}", ran.text());
        let kernel = tests::fixture::folder().join("kernel.x86_64.btf");
        let ran = crate::run::run(&["relocs", &case(object), "--target", text(&kernel)]);
        let said = format!("libbpf does not open the object, and loads it on no kernel: {line} (");
        assert!(ran.status != 0 && ran.text().contains(&said), "{}", ran.text());
        let ran = crate::run::run(&["relocs", "--format", "json", &case(object), "--target", text(&kernel)]);
        let json: Value = serde_json::from_str(ran.text()).unwrap_or_default();
        let head = &json["targets"][0];
        assert!(head["loads"] == false && head["error"].as_str().is_some_and(|why| why.starts_with(&said)), "{json}");
    }
}

/// The section of a kprobe becomes one of struct_ops, and no struct_ops variable refers to its program `atime`: libbpf
/// finds this only when it comes to the program.
#[test]
fn a_fault_at_a_programs_turn_comes_after_calls() {
    let mut bytes = fixture::read("stories.clang.bpfel.o");
    let (old, new) = (b"kprobe/vfs_read", b"struct_ops/read");
    for at in 0..bytes.len() - old.len() {
        if bytes[at..].starts_with(old) {
            bytes[at..at + old.len()].copy_from_slice(new);
        }
    }
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("struct_ops_turn.o");
    std::fs::write(&path, bytes).expect("a file");
    let calls = good(&format!("calls {}", text(&path)));
    let start = "# libbpf gives up at a program, after the calls for maps and earlier programs: prog 'atime': ";
    assert!(calls.lines().any(|line| line.starts_with(start)), "{calls}");
    assert!(calls.contains("BPF_MAP_CREATE") && !calls.contains("before it asks the kernel"), "{calls}");
}

#[test]
fn calls_as_json() {
    let all: Value = serde_json::from_str(&good(&format!("calls {} --json --kernel 6.1", sample()))).expect("JSON");
    assert_eq!(all["kernel"], "6.1");
    let find = |command: &str, about: &str| {
        let load = all["load"].as_array().expect("a list");
        load.iter().find(|c| c["command"] == command && c["about"] == about).expect("the call")
    };
    let map = &find("BPF_MAP_CREATE", "events")["attributes"];
    assert_eq!(
        (&map["key_size"], &map["btf_value_type_id"], &map["btf_fd"]["call"]),
        (&4.into(), &11.into(), &1.into())
    );
    let program = find("BPF_PROG_LOAD", "on_connect");
    let attributes = &program["attributes"];
    assert_eq!(attributes["func_info_rec_size"], 8);
    assert_eq!(attributes["func_info"][0]["insn_off"], 0);
    assert_eq!(
        attributes["line_info"].as_array().map(Vec::len).map(Value::from).as_ref(),
        Some(&attributes["line_info_cnt"])
    );
    // In a light skeleton, offsets are in bytes, as in the file.
    assert_eq!(program["light_skeleton"]["core_relo_rec_size"], 16);
    assert_eq!(program["light_skeleton"]["core_relo"][0]["insn_off"], 16);
}

#[test]
fn what_is_no_program_has_no_calls() {
    assert!(bad("calls kernel.x86_64.o", 2).contains("kernel.x86_64.o"));
}
