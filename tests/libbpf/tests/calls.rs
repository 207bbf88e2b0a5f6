//! Our list of a loader's system calls against libbpf's: `strace` records how libbpf loads objects of the corpus into
//! the running kernel. All attributes that strace prints are compared, except keys and values of maps. The bytes of the
//! BTF and the function and line records are compared, too.
//!
//! Part of the extended run, as root. Nothing is attached or pinned.
#![cfg(feature = "libbpf")]

use std::collections::BTreeMap;
use std::fs;

use bpf::Object;
use syscalls::{Call, Value, calls};
use tests::extended::is_extended;
use tests::reference::corpus_or_skip;
use verdict::Version;
use xtask::tools::STRACE;

/// Objects with maps of several types, frozen constants, externs, functions beside programs, and CO-RE relocations.
const OBJECTS: [&str; 7] = [
    "objs/debian/libbpf-tools-0.26.0+ds-1/tcplife.bpf.o",
    "objs/debian/libbpf-tools-0.26.0+ds-1/javagc.bpf.o",
    "objs/debian/libbpf-tools-0.26.0+ds-1/oomkill.bpf.o",
    "objs/debian/libxdp1-1.3.1-1/xdp-dispatcher.bpf.o",
    "objs/debian/xdp-tools-1.3.1-1/xdp-filter.bpf.o",
    "objs/cilium/testdata_kconfig-el.elf",
    "objs/cilium/testdata_variables-el.elf",
];

/// A call in the output of strace.
#[derive(Debug)]
struct Seen {
    command: String,
    attributes: BTreeMap<String, String>,
    result: i64,
}

/// The bytes of a quoted string, in which strace writes each byte as `\x..`.
fn unquoted(text: &str) -> Option<Vec<u8>> {
    let hex = text.strip_prefix('"')?.strip_suffix('"')?;
    hex.split("\\x").skip(1).map(|byte| u8::from_str_radix(byte, 16).ok()).collect()
}

/// Splits `a=1, b={c=2, d=3}` at its outer commas.
fn fields(text: &str) -> BTreeMap<String, String> {
    let (mut depth, mut quoted, mut start) = (0, false, 0);
    let mut parts = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '{' | '[' | '(' if !quoted => depth += 1,
            '}' | ']' | ')' if !quoted => depth -= 1,
            ',' if depth == 0 && !quoted => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts.iter().filter_map(|p| p.trim().split_once('=')).map(|(a, b)| (a.to_owned(), b.to_owned())).collect()
}

fn read(trace: &str) -> Vec<Seen> {
    let call = |line: &str| {
        // The line starts with the number of the process.
        let at = line.find("bpf(").or_else(|| line.find("dup3("))?;
        let line = &line[at..];
        let (arguments, result) = line.rsplit_once(" = ")?;
        let result = result.split(' ').next()?.parse().ok()?;
        if let Some(arguments) = arguments.strip_prefix("dup3(") {
            let (from, to) = arguments.split_once(", ")?;
            let attributes = [("from", from), ("to", to.split(',').next()?)];
            let attributes = attributes.map(|(a, b)| (a.to_owned(), b.to_owned())).into();
            return Some(Seen { command: "dup3".to_owned(), attributes, result });
        }
        let (command, rest) = arguments.strip_prefix("bpf(")?.split_once(", ")?;
        // strace prints only a pointer for commands that it does not know.
        let inside = rest.strip_prefix('{').and_then(|rest| rest.rsplit_once('}')).map(|(inside, _)| fields(inside));
        Some(Seen { command: command.to_owned(), attributes: inside.unwrap_or_default(), result })
    };
    trace.lines().filter_map(call).collect()
}

/// Whether libbpf makes this call only to find out what the kernel supports: maps and programs with libbpf's own names
/// or none, and small blobs.
fn is_probe(seen: &Seen) -> bool {
    let name = ["map_name", "prog_name"].iter().find_map(|key| seen.attributes.get(*key));
    let name = name.and_then(|name| unquoted(name)).unwrap_or_default();
    match seen.command.as_str() {
        "BPF_MAP_CREATE" | "BPF_PROG_LOAD" => name.is_empty() || name.starts_with(b"libbpf_") || name == b"det_arg_ctx",
        "BPF_BTF_LOAD" => seen.attributes["btf_size"].parse::<u32>().is_ok_and(|size| size < 200),
        // Calls on the maps and programs of such probes, and reads of other BTFs in the kernel.
        "BPF_PROG_BIND_MAP"
        | "BPF_LINK_CREATE"
        | "BPF_TOKEN_CREATE"
        | "BPF_BTF_GET_NEXT_ID"
        | "BPF_BTF_GET_FD_BY_ID"
        | "BPF_OBJ_GET_INFO_BY_FD" => true,
        // BPF_TOKEN_CREATE, which this strace does not know. libbpf works without a token.
        other => other.starts_with("0x24 "),
    }
}

/// For each file descriptor, the number of our call that returned it.
type Owners = BTreeMap<i64, usize>;

/// The difference between an attribute of ours and the traced text, if there is one.
fn differs(value: &Value, seen: &str, owners: &Owners) -> Option<String> {
    let is = match value {
        // strace prints a name for 0 in some attributes.
        Value::Number(0) => ["0", "NULL", "BPF_CGROUP_INET_INGRESS", "BPF_ANY", "BPF_PROG_TYPE_UNSPEC"].contains(&seen),
        Value::Number(n) => seen.parse() == Ok(*n),
        // strace 6.1 does not know this name.
        Value::Name(name) if seen == "0x30 /* BPF_??? */" => name == "BPF_TRACE_UPROBE_MULTI",
        Value::Name(name) => seen == name,
        Value::Text(text) => unquoted(seen).is_some_and(|seen| seen == text.as_bytes()),
        Value::Of(call) => seen.parse().ok().and_then(|fd| owners.get(&fd)) == Some(call),
        // A pointer. The counts and sizes are attributes of their own.
        Value::Bytes(_) => seen != "NULL",
        Value::Records(records) => (seen == "NULL") == records.rows.is_empty(),
        Value::Kernel(_) => !["0", "NULL"].contains(&seen),
    };
    (!is).then(|| format!("{value} here, {seen} there ({owners:?})"))
}

/// Attributes that strace does not print, or prints under another name.
fn is_hidden(name: &str) -> bool {
    matches!(name, "core_relo_cnt" | "insns" | "btf")
}

fn compare(object: &Object, file: &str, ours: &syscalls::Calls, trace: &[Seen]) -> usize {
    let (mut owners, mut compared) = (Owners::new(), 0);
    let mut rest = trace.iter();
    for call in &ours.load {
        let seen = loop {
            let seen = rest.next().unwrap_or_else(|| panic!("{file}: libbpf does not call {call:?}"));
            if let ("dup3", Some(owner)) = (
                seen.command.as_str(),
                seen.attributes.get("from").and_then(|fd| owners.get(&fd.parse().ok()?)).copied(),
            ) {
                owners.insert(seen.result, owner);
            }
            if seen.command == "dup3" {
                continue;
            }
            if seen.command == call.command.as_str() && wants(call, seen, ours) {
                break seen;
            }
            assert!(is_probe(seen), "{file}: libbpf calls {seen:?} before {call:?}");
        };
        assert!(seen.result >= 0, "{file}: {seen:?}");
        owners.retain(|fd, _| {
            *fd != seen.result
                || matches!(seen.command.as_str(), "BPF_MAP_UPDATE_ELEM" | "BPF_MAP_FREEZE" | "BPF_PROG_BIND_MAP")
        });
        if matches!(seen.command.as_str(), "BPF_BTF_LOAD" | "BPF_MAP_CREATE" | "BPF_PROG_LOAD") {
            owners.insert(seen.result, call.number);
        }
        for attribute in call.attributes.iter().filter(|a| !is_hidden(a.name)) {
            let found = seen.attributes.get(attribute.name);
            // Keys and values of elements are pointers in the trace.
            let Some(found) =
                found.filter(|_| call.command != syscalls::Command::MapUpdateElem || attribute.name == "map_fd")
            else {
                continue;
            };
            let wrong = differs(&attribute.value, found, &owners);
            assert_eq!(wrong, None, "{file}: {} of {:?}", attribute.name, (call.number, call.command, &call.about));
            compared += 1;
        }
        // Attributes that we do not list must be 0.
        for (name, value) in &seen.attributes {
            let listed = call.attributes.iter().any(|a| a.name == name);
            let is_log = name.contains("log_") || matches!(name.as_str(), "fd_array" | "func_info" | "line_info");
            let zero = ["0", "NULL", "BPF_ANY", "\"\""].contains(&value.as_str());
            assert!(listed || is_log || zero, "{file}: {name}={value} of {seen:?} is not listed");
        }
    }
    for seen in rest {
        assert!(seen.command == "dup3" || is_probe(seen), "{file}: libbpf calls {seen:?} at the end");
    }
    assert!(object.functions().len() >= ours.load.iter().filter(|c| c.command == syscalls::Command::ProgLoad).count());
    compared
}

/// Whether a traced call of the same command is this one, and not a probe: compares the bytes of a BTF, and the names
/// of maps and programs.
fn wants(call: &Call, seen: &Seen, ours: &syscalls::Calls) -> bool {
    let name = |key: &str| match call.value(key) {
        Some(Value::Text(name)) => {
            seen.attributes.get(key).and_then(|n| unquoted(n)).is_some_and(|n| n == name.as_bytes())
        }
        _ => false,
    };
    match call.command {
        syscalls::Command::BtfLoad => unquoted(&seen.attributes["btf"]).is_some_and(|bytes| bytes == ours.btf),
        syscalls::Command::MapCreate => name("map_name"),
        syscalls::Command::ProgLoad => name("prog_name"),
        // strace 6.1 does not decode this command, so any call of it counts, also libbpf's probe.
        syscalls::Command::ProgBindMap => true,
        _ => true,
    }
}

/// Compares our function and line records with libbpf's, as `load_object` prints them.
fn compare_records(file: &str, ours: &syscalls::Calls, printed: &str) -> usize {
    let mut wanted = Vec::new();
    for call in &ours.load {
        for kind in ["func_info", "line_info"] {
            let Some(Value::Records(records)) = call.value(kind) else { continue };
            for row in &records.rows {
                let words = row.iter().map(ToString::to_string).collect::<Vec<_>>();
                wanted.push(format!("{kind} {} {}", call.about, words.join(" ")));
            }
        }
    }
    let seen: Vec<&str> = printed.lines().collect();
    assert_eq!(wanted, seen, "{file}");
    wanted.len()
}

#[test]
fn libbpf_makes_the_same_calls() {
    if !is_extended() {
        return;
    }
    let strace = match STRACE.found() {
        Ok(strace) => strace,
        Err(why) => return tests::skip(&why),
    };
    let Some(corpus) = corpus_or_skip() else { return };
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").expect("a release");
    let version: Version = release.trim().parse().expect("a version");
    let (mut attributes, mut records) = (0, 0);
    let objects = corpus.present(&OBJECTS);
    for file in &objects {
        let path = corpus.path(file);
        let trace = std::env::temp_dir().join(format!("btfscope-calls-{}", std::process::id()));
        let output = strace
            .command()
            .args(["-f", "-xx", "-s", "10000000", "-e", "trace=bpf,dup3", "-o"])
            .arg(&trace)
            .arg(env!("CARGO_BIN_EXE_load_object"))
            .arg(&path)
            .output()
            .expect("strace runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{file} does not load (this test needs root): {said}");
        let object = Object::parse(fs::read(&path).expect("a file")).expect("an object");
        let ours = calls(&object, file, version);
        let seen = read(&fs::read_to_string(&trace).expect("a trace"));
        attributes += compare(&object, file, &ours, &seen);
        records += compare_records(file, &ours, &String::from_utf8_lossy(&output.stdout));
    }
    println!("{attributes} attributes and {records} records are libbpf's, of {} objects", objects.len());
    assert!(attributes > 400 && records > 400, "{attributes} attributes, {records} records");
}
