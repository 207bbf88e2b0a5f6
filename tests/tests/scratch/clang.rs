//! Runs clang for comparisons.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use xtask::tools::FoundTool;

/// The declarations that the pad predefines, for clang.
pub const PRELUDE: &str = concat!(
    include_str!("../../../crates/scratch/src/prelude/types.h"),
    include_str!("../../../crates/scratch/src/prelude/kernel.h"),
    include_str!("../../../crates/scratch/src/prelude/attributes.h"),
    include_str!("../../../crates/scratch/src/prelude/programs.h")
);

/// The source with the prelude for a target before it.
pub fn whole(source: &str, bits: u32) -> String {
    let size = match bits {
        64 => "typedef unsigned long __kernel_size_t; typedef long __kernel_ssize_t;",
        _ => "typedef unsigned int __kernel_size_t; typedef int __kernel_ssize_t;",
    };
    format!("{size}\n{PRELUDE}\n#undef true\n#undef false\n{source}")
}

fn run(clang: &FoundTool, args: &[&str], source: &str) -> (bool, String, String) {
    let mut child = clang
        .command()
        .args(args)
        .args(["-g", "-O2", "-std=gnu11", "-Wno-everything", "-x", "c", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("clang starts");
    let mut to = child.stdin.take().expect("a pipe");
    let text = source.to_owned();
    let writer = std::thread::spawn(move || to.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("clang ends");
    writer.join().expect("a thread").ok();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.success(), text(&output.stdout), text(&output.stderr))
}

/// Compiles for `target` into `to`. The error is clang's output.
pub fn compile(clang: &FoundTool, target: &str, source: &str, to: &Path) -> Result<(), String> {
    let to = to.to_str().expect("a path in UTF-8");
    match run(clang, &["-target", target, "-c", "-o", to], source) {
        (true, ..) => Ok(()),
        (false, _, said) => Err(said),
    }
}

/// A struct or union in clang's layout, in bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Laid {
    pub size: u64,
    /// The offsets of all members, unnamed bitfields included.
    pub offsets: Vec<u64>,
}

/// The output of clang with these arguments; `None` when it refuses the source.
pub fn output(clang: &FoundTool, args: &[&str], source: &str) -> Option<String> {
    let (worked, said, _) = run(clang, args, source);
    worked.then_some(said)
}

/// The layouts of the tagged structs and unions that the source uses.
pub fn layouts(clang: &FoundTool, target: &str, source: &str) -> BTreeMap<String, Laid> {
    let args = ["-target", target, "-Xclang", "-fdump-record-layouts-simple", "-S", "-emit-llvm", "-o", "/dev/null"];
    let (worked, said, wrong) = run(clang, &args, source);
    assert!(worked, "{target}: {wrong}\n{source}");
    let mut found = BTreeMap::new();
    for part in said.split("*** Dumping AST Record Layout\n").skip(1) {
        let line = |key: &str| part.lines().find_map(|l| l.trim().strip_prefix(key)).unwrap_or_default().to_owned();
        let name = line("Type: ");
        let list = line("FieldOffsets: [");
        let list = list.split(']').next().unwrap_or_default();
        let offsets = list.split(", ").filter_map(|n| n.parse().ok()).collect();
        found.insert(name, Laid { size: line("Size:").parse().expect("a number"), offsets });
    }
    found
}
