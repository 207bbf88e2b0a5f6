//! Compares our printers with the tools that are installed, on our fixtures and on the running kernel. Differences
//! between their version and the version of the references (bpftool 7.8, pahole 1.31) are removed from both sides, and
//! listed here.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use btf::Btf;
use dump::{CFileOptions, JsonOptions, PaholeOptions};
use tests::fixture::{self, btf_of};
use tests::skip;
use xtask::tools::{BPFTOOL, FoundTool, PAHOLE, Version};

use crate::support::first_difference;

/// The BTF of the running kernel.
const RUNNING: &str = "/sys/kernel/btf/vmlinux";

/// The output of a tool.
fn run(tool: &FoundTool, arguments: &[&str]) -> Vec<u8> {
    tool.command().args(arguments).output().expect("it starts").stdout
}

/// Files with BTF, each with its base.
fn files() -> Vec<(PathBuf, Option<PathBuf>)> {
    let in_folder = |name: &str| fixture::folder().join(name);
    let mut files: Vec<(PathBuf, Option<PathBuf>)> = fixture::names()
        .into_iter()
        .map(|name| {
            let base = name.strip_prefix("module.").and_then(|rest| rest.split('.').next());
            (in_folder(&name), base.map(|machine| in_folder(&format!("kernel.{machine}.btf"))))
        })
        .collect();
    if Path::new(RUNNING).is_file() {
        files.push((RUNNING.into(), None));
    }
    files
}

fn open(file: &Path, base: Option<&Path>) -> Btf {
    let bytes = fs::read(file).expect("a file");
    let base = base.map(|base| Arc::new(open(base, None)));
    let mut btf = Btf::parse(btf_of(&bytes).expect("BTF"), base).expect("a header");
    if bytes.starts_with(b"\x7fELF") {
        btf.set_pointer_size(if bytes.get(4) == Some(&1) { 4 } else { 8 });
    }
    btf
}

/// The output of bpftool, with `options` before `btf dump file`, and `format` after the file.
fn bpftool(tool: &FoundTool, options: &[&str], file: &Path, base: Option<&Path>, format: &[&str]) -> Vec<u8> {
    let (file, base) = (file.to_string_lossy(), base.map(|base| base.to_string_lossy()));
    let mut arguments = options.to_vec();
    if let Some(base) = &base {
        arguments.extend(["-B", &**base]);
    }
    arguments.extend(["btf", "dump", "file", &*file]);
    arguments.extend(format);
    run(tool, &arguments)
}

#[test]
fn raw_and_json_as_bpftool_here() {
    let Ok(tool) = BPFTOOL.found().map_err(|why| skip(&why)) else { return };
    for (file, base) in files() {
        let btf = open(&file, base.as_deref());
        let mut text = String::new();
        dump::raw(&btf, &mut text);
        let theirs = bpftool(&tool, &[], &file, base.as_deref(), &[]);
        assert_eq!(first_difference(text.as_bytes(), &theirs), None, "{}", file.display());
        for pretty in [false, true] {
            let mut text = String::new();
            dump::json(&btf, &mut text, &JsonOptions { pretty });
            let option = if pretty { "-p" } else { "-j" };
            let theirs = bpftool(&tool, &[option], &file, base.as_deref(), &[]);
            assert_eq!(first_difference(text.as_bytes(), &theirs), None, "{} {option}", file.display());
        }
    }
}

/// C without what bpftool 7.1 lacks: macros before the types, kfuncs after them, the `mode` of enums of 1 and 8 bytes.
fn without_news(text: &str) -> String {
    let (_, types) = text.split_once("apply_to = record)\n#endif\n\n").unwrap_or_default();
    let types = types.split("\n/* BPF kfuncs */").next().unwrap_or_default();
    let types = types.split("#ifndef BPF_NO_PRESERVE_ACCESS_INDEX").next().unwrap_or_default();
    let macros = types.find("#define __bpf_fastcall\n#endif\n#endif\n\n");
    let types = macros.map_or(types, |at| &types[at + "#define __bpf_fastcall\n#endif\n#endif\n\n".len()..]);
    types.replace(" __attribute__((mode(byte)))", "").replace(" __attribute__((mode(word)))", "")
}

#[test]
fn c_as_bpftool_here() {
    let Ok(tool) = BPFTOOL.found().map_err(|why| skip(&why)) else { return };
    // bpftool sorts the types from 7.5 on.
    let is_old = tool.version < Version(7, 8);
    let options = CFileOptions { sorted: tool.version >= Version(7, 5), ..CFileOptions::default() };
    for (file, base) in files() {
        let btf = open(&file, base.as_deref());
        let mut ours = String::new();
        dump::c(&btf, &mut ours, &options);
        let mut theirs =
            String::from_utf8(bpftool(&tool, &[], &file, base.as_deref(), &["format", "c"])).expect("UTF-8");
        if is_old {
            (ours, theirs) = (without_news(&ours), without_news(&theirs));
        }
        assert_eq!(first_difference(ours.as_bytes(), theirs.as_bytes()), None, "{}", file.display());
    }
}

/// The structs and unions in pahole's output by name, the first of each name. Lines that pahole 1.24 prints differently
/// are removed: it knows no type tags and no signed enums, infers no alignment of members without a size, and does not
/// count holes in members.
fn structs(text: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for part in text.split_inclusive("\n}").map(str::trim_start) {
        let Some(start) = part.find("struct ").into_iter().chain(part.find("union ")).min() else { continue };
        let part = &part[start..];
        let news = ["XXX last struct", "member types with", "flexible array", "paddings:", "forced alignments:", " = "];
        let lines = part.lines().filter(|line| !line.trim().is_empty() && !news.iter().any(|n| line.contains(n)));
        let plain = lines.map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let line = words.join(" ");
            match line.split_once(" __attribute__((__aligned__(") {
                Some((before, behind)) => format!("{before}{}", behind.split_once(")))").map_or("", |(_, rest)| rest)),
                None => line,
            }
        });
        let name = part.split('{').next().unwrap_or_default().trim().to_owned();
        found.entry(name).or_insert_with(|| plain.collect::<Vec<_>>().join("\n"));
    }
    found
}

#[test]
fn layouts_as_pahole_here() {
    let Ok(tool) = PAHOLE.found().map_err(|why| skip(&why)) else { return };
    if !Path::new(RUNNING).is_file() {
        return println!("the running kernel shows no BTF");
    }
    let theirs = structs(&String::from_utf8_lossy(&run(&tool, &["-F", "btf", RUNNING])));
    let btf = open(RUNNING.as_ref(), None);
    let mut text = String::new();
    for t in btf.types().filter(|t| t.kind().is_composite() && !t.is_anonymous()) {
        dump::pahole(&btf, t.id(), &mut text, &PaholeOptions::default()).expect("a struct or union");
    }
    let ours = structs(&text);
    let mut compared = 0;
    for (name, theirs) in theirs.iter().filter(|(_, text)| !text.contains("<ERROR")) {
        let ours = ours.get(name).unwrap_or_else(|| panic!("{name} is missing"));
        assert_eq!(first_difference(ours.as_bytes(), theirs.as_bytes()), None, "{name}");
        compared += 1;
    }
    assert!(compared > 1000, "only {compared} structs were compared");
    println!("pahole 1.24: {compared} structs are the same but for what is listed");
}
