//! Linux's uapi headers, preprocessed by `clang -E -P`: the layouts of the named structs and unions are clang's.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use btf::Btf;
use scratch::{Target, compile};
use tests::extended::is_extended;
use tests::skip;
use xtask::tools::CLANG;

use super::clang;

const FOLDER: &str = "/usr/include/linux";
/// In the plain run, only one in this many headers is compiled.
const STEP: usize = 24;

#[test]
fn headers_of_linux_have_clangs_layouts() {
    let Ok(clang) = CLANG.found().map_err(|why| skip(&why)) else { return };
    let Ok(folder) = fs::read_dir(FOLDER) else { return skip("there are no headers of Linux (linux-libc-dev)") };
    let mut names: Vec<String> =
        folder.flatten().filter_map(|e| e.file_name().into_string().ok()).filter(|n| n.ends_with(".h")).collect();
    names.sort();
    let multiarch = ["x86_64-linux-gnu", "aarch64-linux-gnu"].map(|arch| format!("/usr/include/{arch}"));
    let (mut headers, mut compared) = (0, 0);
    for name in names.iter().step_by(if is_extended() { 1 } else { STEP }) {
        let include = multiarch.iter().filter(|path| Path::new(path).is_dir()).map(|path| format!("-I{path}"));
        let mut args: Vec<String> = ["-target", "bpfel", "-E", "-P"].map(str::to_owned).to_vec();
        args.extend(include);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let Some(source) = clang::output(&clang, &args, &format!("#include <linux/{name}>\n")) else { continue };
        // Skip headers that clang does not compile by themselves.
        if clang::output(&clang, &["-target", "bpfel", "-fsyntax-only"], &source).is_none() {
            continue;
        }
        let compiled = compile(&source, Target::default());
        assert!(!compiled.has_errors(), "{name}: {:#?}", compiled.marks);
        let btf = Btf::parse(compiled.blob.expect("a blob"), None).expect("BTF");
        assert_eq!(btf.diagnostics(), [], "{name}");
        // clang prints only the layouts of types that are used.
        let mut used = source;
        for (i, t) in btf.types().filter(|t| t.kind().is_composite() && !t.is_anonymous()).enumerate() {
            let word = t.kind().as_str().to_lowercase();
            writeln!(used, "char use_{i}[sizeof({word} {})];", t.name()).expect("a string");
        }
        let theirs = clang::layouts(&clang, "bpfel", &used);
        for t in btf.types().filter(|t| t.kind().is_composite() && !t.is_anonymous()) {
            let words = format!("{} {}", t.kind().as_str().to_lowercase(), t.name());
            let Some(laid) = theirs.get(&words) else { continue };
            assert_eq!(t.size().map(|s| u64::from(s) * 8), Some(laid.size), "{name}: {words}");
            // Unnamed bitfields are not members in BTF.
            let ours: Vec<u64> = t.members().map(|m| m.bit_offset().into()).collect();
            if ours.len() == laid.offsets.len() {
                assert_eq!(ours, laid.offsets, "{name}: {words}");
            }
            compared += 1;
        }
        headers += 1;
    }
    let least = if is_extended() { (400, 3_000) } else { (10, 50) };
    assert!(headers >= least.0 && compared >= least.1, "{headers} headers, {compared} structs");
}
