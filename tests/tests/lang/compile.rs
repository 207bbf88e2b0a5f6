//! The compilers of Rust, Zig and Go accept our declarations. Assertions in the declarations check the layout.

use std::path::Path;

use btf::Kind;
use tests::extended::{self, is_extended};
use tests::reference::{Corpus, corpus_or_skip};
use tests::{kernels, skip};
use xtask::tools::{GO, Tool, ZIG};

use crate::support::{Folder, Language, output, roots, rustc};

/// Kernels of both byte orders, all of 64 bits. `BTFSCOPE_SEED` selects other kernels of the corpus.
const KERNELS: [&str; 4] = [
    "linux-6.12.107+deb13-s390x_6.12.107-1.btf",
    "linux-6.18.15+deb13-amd64_6.18.15-1-bpo13+1.btf",
    "linux-6.12.94+deb13-riscv64_6.12.94-1.btf",
    "linux-5.10.0-30-arm64_5.10.218-1.btf",
];

/// Compiles a file of the language. The error is the compiler's output.
pub type Compile = fn(&Folder, &Path) -> Result<(), String>;

fn rust(folder: &Folder, file: &Path) -> Result<(), String> {
    let lib = ["--crate-type", "lib", "--emit", "metadata", "--out-dir"];
    output(rustc().args(lib).arg(folder.path()).arg(file)).map(|_| ())
}

/// Zig only compiles what `comptime` code reaches; [`complete`] adds code that reaches everything.
fn zig(folder: &Folder, file: &Path) -> Result<(), String> {
    let mut zig = ZIG.found()?.command();
    zig.args(["build-obj", "-fno-emit-bin", "--cache-dir"])
        .arg(folder.path())
        .arg("--global-cache-dir")
        .arg(folder.path());
    output(zig.arg(file)).map(|_| ())
}

fn go(folder: &Folder, file: &Path) -> Result<(), String> {
    let mut go = GO.found()?.command();
    go.args(["tool", "compile", "-p", "types", "-o"]).arg(folder.path().join("types.o"));
    output(go.arg(file)).map(|_| ())
}

/// The compilers of this run. Zig and Go are used only in the extended run. Missing ones are reported in one line.
pub fn compilers() -> [(Language, Option<Compile>); 3] {
    let mut missing = Vec::new();
    let mut found = |tool: &Tool, compile: Compile| match tool.found() {
        _ if !is_extended() => None,
        Ok(_) => Some(compile),
        Err(why) => {
            missing.push(why);
            None
        }
    };
    let all =
        [(Language::Rust, Some(rust as Compile)), (Language::Zig, found(&ZIG, zig)), (Language::Go, found(&GO, go))];
    if !missing.is_empty() {
        skip(&missing.join("; "));
    }
    all
}

/// The kernels of this run.
fn kernels(corpus: &Corpus, count: usize) -> Vec<String> {
    let Some(seed) = extended::chosen_seed() else { return KERNELS[..count].iter().map(|&name| name.into()).collect() };
    let all = kernels::names(corpus);
    assert!(all.len() >= count, "kernels in the corpus");
    (0..count).map(|i| all[(seed as usize + i * all.len() / count) % all.len()].clone()).collect()
}

/// Compiles `count` types of some kernels in one file. Each of the first `alone` types is also declared and compiled
/// without the others.
fn kernels_compile(language: Language, kernel_count: usize, count: usize, alone: usize, compile: Compile) {
    let Some(corpus) = corpus_or_skip() else { return };
    let mut wrong = Vec::new();
    for name in kernels(&corpus, kernel_count) {
        let btf = kernels::kernel(&corpus, &name);
        let roots = roots(&btf, count);
        let folder = Folder::new();
        let functions = btf.types().filter(|t| t.kind() == Kind::Func).step_by(1000).map(|t| t.id());
        let text = language.declare(&btf, &roots.iter().copied().chain(functions).collect::<Vec<_>>());
        // Every member of these kernels can be declared in each language.
        if let Some(line) = text.lines().find(|line| line.contains("// No f")) {
            wrong.push(format!("{name}: {line}"));
        }
        let file = folder.write(&format!("all.{}", language.extension()), &complete(language, &text));
        if let Err(e) = compile(&folder, &file) {
            wrong.push(format!("{name}, {count} types: {e}"));
        }
        // In Rust, each of these types gets a module in one file, so that the compiler starts only once.
        if language == Language::Rust {
            let alone = roots.iter().take(alone).enumerate();
            let modules = alone.map(|(i, root)| format!("mod m{i} {{\n{}\n}}\n", language.declare(&btf, &[*root])));
            let text: String = std::iter::once("#![allow(warnings)]\n".to_owned()).chain(modules).collect();
            if let Err(e) = compile(&folder, &folder.write("each.rs", &text)) {
                wrong.push(format!("{name}, each alone: {e}"));
            }
            continue;
        }
        for root in roots.iter().take(alone) {
            let text = complete(language, &language.declare(&btf, &[*root]));
            if let Err(e) = compile(&folder, &folder.write(&format!("one.{}", language.extension()), &text)) {
                wrong.push(format!("{name}, [{root}] alone: {e}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Adds code that makes Zig compile everything in the file, with the functions of structs and unions.
pub fn complete(language: Language, text: &str) -> String {
    match language {
        Language::Zig => format!("{text}{ZIG_ALL}"),
        _ => text.to_owned(),
    }
}

const ZIG_ALL: &str = r#"
comptime {
    @setEvalBranchQuota(10_000_000);
    for (@typeInfo(@This()).@"struct".decls) |decl| {
        const it = @field(@This(), decl.name);
        if (@TypeOf(it) != type) continue;
        switch (@typeInfo(it)) {
            inline .@"struct", .@"union" => |info| for (info.decls) |inner| {
                const Of = @TypeOf(@field(it, inner.name));
                if (Of != type) _ = &@field(it, inner.name);
            },
            else => {},
        }
    }
}
"#;

#[test]
fn rust_compiles() {
    let (kernels, count, alone) = if is_extended() { (4, 500, 500) } else { (1, 60, 6) };
    kernels_compile(Language::Rust, kernels, count, alone, rust);
}

#[test]
fn zig_compiles() {
    if !is_extended() {
        return;
    }
    match ZIG.found() {
        Ok(_) => kernels_compile(Language::Zig, 4, 500, 25, zig),
        Err(why) => skip(&why),
    }
}

#[test]
fn go_compiles() {
    if !is_extended() {
        return;
    }
    match GO.found() {
        Ok(_) => kernels_compile(Language::Go, 4, 500, 100, go),
        Err(why) => skip(&why),
    }
}
