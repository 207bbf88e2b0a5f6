//! `calls`: what libbpf calls for an object. Its attributes are compared with libbpf's own in `tests/libbpf/tests/calls.rs`.

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
    assert!(all.contains("\n# what a tool queries afterwards\n"));
    assert!(calls.ends_with(&["BPF_BTF_GET_FD_BY_ID  BTF", "BPF_OBJ_GET_INFO_BY_FD  BTF"]));
    // Offsets of func_info and line_info are those of instructions.
    let records = good(&format!("calls {} --records", sample()));
    assert!(records.contains("       insn_off 0  type_id 3"), "{records}");
    assert!(
        records.contains("  # byte 8 of the section\n") && records.contains("       insn_off 1  file_name_off "),
        "{records}"
    );
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
    // A light skeleton's offsets are in bytes, as in the file.
    assert_eq!(program["light_skeleton"]["core_relo_rec_size"], 16);
    assert_eq!(program["light_skeleton"]["core_relo"][0]["insn_off"], 16);
}

#[test]
fn what_is_no_program_has_no_calls() {
    assert!(bad("calls kernel.x86_64.o", 2).contains("kernel.x86_64.o"));
}
