//! Commands never change the files that they read.

use std::fs::{self, File};
use std::path::Path;

use tests::fixture;

use super::{names, put};
use crate::run::{folder, good, program, text};

/// A folder with one file of each kind that commands read.
fn inputs(test: &str) -> std::path::PathBuf {
    let folder = folder(test);
    put(&folder, &[("core.clang.bpfel.o", "p.o"), ("relo-old.bpfel.btf", "k.btf"), ("kernel.x86_64.btf", "b.btf")]);
    fs::write(folder.join("s.c"), "struct s { int a; };").expect("written");
    fs::write(folder.join("meta.tsv"), "file\trelease\nk.btf\t6.1.0-k\n").expect("written");
    let lesson = fs::read(fixture::project().join("docs/lessons/blob.md")).expect("a lesson");
    fs::write(folder.join("l.md"), lesson).expect("written");
    good(&format!("atlas build -o {0}/a.atlas --meta {0}/meta.tsv {0}/k.btf", text(&folder)));
    // The name of a table that `atlas export` writes.
    fs::copy(folder.join("a.atlas"), folder.join("kernels.ndjson")).expect("copied");
    fs::hard_link(folder.join("k.btf"), folder.join("hard.btf")).expect("linked");
    #[cfg(unix)]
    std::os::unix::fs::symlink("k.btf", folder.join("soft.btf")).expect("linked");
    folder
}

/// The bytes of all files.
fn all(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let files = names(folder).into_iter().filter(|name| folder.join(name).is_file());
    files.map(|name| (name.clone(), fs::read(folder.join(name)).expect("read"))).collect()
}

#[test]
fn no_command_writes_over_a_file_that_it_is_given() {
    let folder = inputs("given");
    let lessons = fixture::project().join("static/samples");
    let lesson = format!("lesson l.md --files {0} --files {0}/lessons -o l.md", text(&lessons));
    let before = all(&folder);
    for (words, written, read) in [
        ("extract k.btf -o k.btf", "k.btf", "k.btf"),
        ("extract k.btf -o ./k.btf", "./k.btf", "k.btf"),
        ("extract k.btf -o hard.btf", "hard.btf", "k.btf"),
        ("extract k.btf -o soft.btf", "soft.btf", "k.btf"),
        ("extract soft.btf -o k.btf", "k.btf", "soft.btf"),
        ("extract a.atlas#6.1.0-k -o a.atlas", "a.atlas", "a.atlas#6.1.0-k"),
        ("atlas extract a.atlas 6.1.0-k -o a.atlas", "a.atlas", "a.atlas"),
        ("atlas build -o k.btf b.btf k.btf", "k.btf", "k.btf"),
        ("atlas build -o meta.tsv --meta meta.tsv k.btf", "meta.tsv", "meta.tsv"),
        ("atlas merge a.atlas -o a.atlas", "a.atlas", "a.atlas"),
        ("atlas export kernels.ndjson -o .", "./kernels.ndjson", "kernels.ndjson"),
        ("tailor p.o --target k.btf -o p.o", "p.o", "p.o"),
        ("tailor p.o --target k.btf -o k.btf", "k.btf", "k.btf"),
        ("tailor p.o --target k.btf -o .", "./k.btf", "k.btf"),
        ("tailor p.o --atlas a.atlas -o a.atlas", "a.atlas", "a.atlas"),
        ("encode p.o --with k.btf -o k.btf", "k.btf", "k.btf"),
        ("encode p.o --base b.btf -o b.btf", "b.btf", "b.btf"),
        ("scratch s.c -o s.c", "s.c", "s.c"),
        ("link k.btf 3 --out k.btf", "k.btf", "k.btf"),
        // The base is not written over, although `k.btf` needs no base and so the command does not read it.
        ("link k.btf 3 --base b.btf --out b.btf", "b.btf", "b.btf"),
        ("link p.o --reloc 0 --target k.btf --out k.btf", "k.btf", "k.btf"),
        ("base p.o k.btf --output k.btf", "k.btf", "k.btf"),
        ("graph k.btf 3 -o k.btf", "k.btf", "k.btf"),
        ("picture k.btf 3 -o k.btf", "k.btf", "k.btf"),
        (&lesson, "l.md", "l.md"),
    ] {
        let run = program().current_dir(&folder).args(words.split(' ')).output().expect("it runs");
        let said = String::from_utf8(run.stderr).expect("text");
        let wanted = format!("btfscope: {written}: it is the file that is read as {read}: write to another file\n");
        assert_eq!((run.status.code(), said), (Some(2), wanted), "{words}");
        assert!(run.stdout.is_empty(), "{words}: it was found before anything was printed");
        assert!(all(&folder) == before, "{words}");
    }
}

#[test]
fn standard_input_and_output_are_files_too() {
    let folder = inputs("given-streams");
    let before = all(&folder);
    let from = File::open(folder.join("s.c")).expect("a file");
    let run = program().current_dir(&folder).args(["scratch", "-", "-o", "s.c"]).stdin(from).output().expect("it runs");
    let said = String::from_utf8(run.stderr).expect("text");
    assert_eq!((run.status.code(), said.contains("read as standard input")), (Some(2), true), "{said}");
    let to = File::options().append(true).open(folder.join("k.btf")).expect("a file");
    let run = program().current_dir(&folder).args(["dump", "k.btf"]).stdout(to).output().expect("it runs");
    let said = String::from_utf8(run.stderr).expect("text");
    assert_eq!((run.status.code(), said.contains("standard output")), (Some(2), true), "{said}");
    assert!(all(&folder) == before);
}

#[test]
fn a_name_of_a_type_is_no_file() {
    let folder = inputs("given-names");
    fs::write(folder.join("net_device"), "old").expect("written");
    let words = ["link", "b.btf", "net_device", "--out", "net_device"];
    let run = program().current_dir(&folder).args(words).output().expect("it runs");
    assert_eq!(run.status.code(), Some(0));
    assert!(fs::read(folder.join("net_device")).expect("read").starts_with(&[0x9f, 0xeb]));
}
