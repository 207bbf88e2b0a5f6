//! Decodes the same blobs on wasm32 and on this machine. `cargo xtask test` builds the module and sets `BTFSCOPE_WASM`;
//! node runs it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tests::blob::Order;
use tests::ext_blob::{ExtBlob, SubSection};
use tests::extended::step;
use tests::fixture::{self, btf_of, section};
use tests::reference::{Corpus, corpus_or_skip};
use tests::{generate, handmade, large, skip};
use wasm_tests::{Answer, Question, answer};

/// A question about some bytes, with their base.
struct Case {
    name: String,
    question: Question,
    input: Vec<u8>,
    base: Vec<u8>,
}

#[derive(Default)]
struct Cases(Vec<Case>);

impl Cases {
    fn add(&mut self, name: &str, question: Question, input: &[u8], base: &[u8]) {
        self.0.push(Case { name: name.to_owned(), question, input: input.to_vec(), base: base.to_vec() });
    }

    fn blob(&mut self, name: &str, input: &[u8], base: &[u8]) {
        for question in [Question::Decode, Question::Layout, Question::Print, Question::Relate] {
            self.add(name, question, input, base);
        }
    }
}

/// The paths of node and of the module. `None`, with the test reported as skipped, when one is missing.
fn module() -> Option<(PathBuf, PathBuf)> {
    let Some(module) = env::var_os("BTFSCOPE_WASM").map(PathBuf::from) else {
        skip("BTFSCOPE_WASM is not set; `cargo xtask test` builds the module for wasm32 and sets it");
        return None;
    };
    let node = xtask::tools::NODE.found().map_err(|why| skip(&why)).ok()?;
    Some((node.path, module))
}

/// Asks the module all questions at once.
fn ask(node: &Path, module: &Path, cases: &Cases) -> Vec<String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("wasm-{}", std::process::id()));
    let folder = folder.join(std::thread::current().name().unwrap_or("test"));
    fs::create_dir_all(&folder).expect("a folder");
    let mut list = String::new();
    for (i, case) in cases.0.iter().enumerate() {
        let path = |what: &str, bytes: &[u8]| {
            let path = folder.join(format!("{i}.{what}"));
            fs::write(&path, bytes).expect("a file");
            path.display().to_string()
        };
        let base = if case.base.is_empty() { String::new() } else { path("base", &case.base) };
        list.push_str(&format!("{}\t{}\t{base}\n", case.question.number(), path("input", &case.input)));
    }
    let path = folder.join("list");
    fs::write(&path, list).expect("a file");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("run.mjs");
    let output = Command::new(node).arg(script).arg(module).arg(path).output().expect("node starts");
    fs::remove_dir_all(&folder).ok();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

/// Compares the module's answers with ours.
fn compare(cases: &Cases) {
    let Some((node, module)) = module() else { return };
    let theirs = ask(&node, &module, cases);
    assert_eq!(theirs.len(), cases.0.len());
    let mut wrong = Vec::new();
    let mut types = 0u64;
    for (case, theirs) in cases.0.iter().zip(theirs) {
        let Answer { types: own, hash } = answer(case.question, &case.input, &case.base);
        types += u64::from(own);
        if theirs != format!("{own} {hash}") {
            wrong.push(format!("{} {:?}: here {own} {hash}, on wasm32 {theirs}", case.name, case.question));
        }
    }
    println!("{} answers, {types} types", cases.0.len());
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.0.len(), wrong.join("\n"));
}

#[test]
fn fixtures() {
    let mut cases = Cases::default();
    for name in fixture::names() {
        let bytes = fixture::read(&name);
        let base = if name.starts_with("module") {
            name.replace("module", "kernel").replace(".ko", ".btf")
        } else {
            String::new()
        };
        let base = if base.is_empty() { Vec::new() } else { fixture::read(&base) };
        if let Some(blob) = btf_of(&bytes) {
            cases.blob(&name, &blob, &base);
        }
        if let Some(ext) = section(&bytes, ".BTF.ext") {
            cases.add(&name, Question::Ext, &ext, &[]);
        }
        cases.add(&name, Question::File, &bytes, &[]);
    }
    compare(&cases);
}

#[test]
fn made_by_hand() {
    let mut cases = Cases::default();
    for order in Order::BOTH {
        let all = handmade::all(order);
        for made in &all {
            let base = made.base.and_then(|name| all.iter().find(|base| base.name == name));
            // Only one base is passed. A blob whose base has a base is decoded as far as possible.
            cases.blob(made.name, &made.bytes, base.map_or(&[], |base| &base.bytes));
        }
        for (name, blob) in [
            ("zero-bytes", large::zero_bytes(order)),
            ("wide-struct", large::wide_struct(order, 300)),
            ("wide-enum", large::wide_enum(order, 2_400)),
            ("many-types", large::many_types(order, 1_000)),
        ] {
            cases.blob(name, &blob.build(), &[]);
        }
        let mut ext = ExtBlob::new(order, 32);
        ext.func_info = Some(SubSection { record_size: 8, blocks: vec![(1, vec![vec![0, 1]; 3])] });
        ext.core_relo = Some(SubSection { record_size: 20, blocks: vec![(1, vec![vec![0, 1, 2, 3, 4]])] });
        let ext = ext.build();
        for at in (4..ext.len() - 3).step_by(4) {
            for lie in [0x7fff_ffff, 0x8000_0004, u32::MAX - 3, u32::MAX] {
                let mut lying = ext.clone();
                lying[at..at + 4].copy_from_slice(&order.u32(lie));
                cases.add("lying ext", Question::Ext, &lying, &[]);
            }
        }
    }
    for seed in 0..40u32 {
        let mut state = seed.wrapping_mul(0x9e37_79b9) | 1;
        let choices: Vec<u8> = std::iter::repeat_with(|| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            (state >> 11) as u8
        })
        .take(600)
        .collect();
        cases.blob("random", &generate::blob(&choices), &[]);
    }
    compare(&cases);
}

/// Lengths whose sums and products overflow 32 bits. In a blob, they are put into every word but the first; in an
/// object, into the words of its header and into every third word of its last 900 bytes (in the extended run, into
/// every word). A row of a section table has 10 or 16 words, so every third word reaches each field in some row.
#[test]
fn lengths_that_overflow() {
    let mut cases = Cases::default();
    for order in Order::BOTH {
        for whole in [handmade::with_layout(order).build(), handmade::unknown_kind(order).build()] {
            for at in (4..whole.len() - 3).step_by(4) {
                for lie in [0x7fff_fff0, 0x8000_0000, 0xffff_fff0, u32::MAX] {
                    let mut lying = whole.clone();
                    lying[at..at + 4].copy_from_slice(&order.u32(lie));
                    cases.add(&format!("{lie:#x} at {at}"), Question::Decode, &lying, &[]);
                    if lie == 0x8000_0000 {
                        cases.add(&format!("{lie:#x} at {at}"), Question::Layout, &lying, &[]);
                    }
                }
            }
        }
    }
    for name in ["kernel.x86_64.o", "kinds.gcc.ppc.o"] {
        let whole = fixture::read(name);
        let table = whole.len().saturating_sub(900) / 4 * 4;
        for at in (16..64).step_by(4).chain((table..whole.len() - 3).step_by(4 * step(3))) {
            let mut lying = whole.clone();
            lying[at..at + 4].copy_from_slice(&0xffff_fff8u32.to_le_bytes());
            cases.add(&format!("{name} at {at}"), Question::File, &lying, &[]);
        }
    }
    compare(&cases);
}

#[test]
fn damaged() {
    let mut cases = Cases::default();
    for name in ["kernel.x86_64.btf", "kernel.s390x.btf"] {
        let bytes = fixture::read(name);
        cases.add(name, Question::Prefixes, &bytes, &[]);
        cases.add(name, Question::Flips, &bytes, &[]);
    }
    for order in Order::BOTH {
        let bytes = handmade::unknown_kind(order).build();
        cases.add("unknown-kind", Question::Prefixes, &bytes, &[]);
        cases.add("unknown-kind", Question::Flips, &bytes, &[]);
    }
    compare(&cases);
}

/// Whole kernels of both byte orders, and a module on its kernel.
#[test]
fn kernels() {
    let Some(corpus) = corpus_or_skip() else { return };
    let mut cases = Cases::default();
    let kernels = ["btf/vmlinux-deb-6.1.176-amd64.btf", "btf/vmlinux-deb-6.12.107-s390x.btf"];
    for kernel in kernels {
        cases.add(kernel, Question::Kernel, &corpus.read(kernel), &[]);
    }
    let module = |corpus: &Corpus| {
        corpus
            .index()
            .into_iter()
            .map(|row| row.file)
            .find(|file| file.ends_with(".btf") && corpus.base_of(file).as_deref() == Some(kernels[0]))
    };
    let module = module(&corpus).expect("a module of the first kernel");
    cases.add(&module, Question::Kernel, &corpus.read(&module), &corpus.read(kernels[0]));
    compare(&cases);
}
