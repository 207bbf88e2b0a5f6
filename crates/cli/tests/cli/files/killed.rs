//! A command that is killed at a system call, or whose system call fails, leaves the old file or the new one. These
//! tests are in the extended run, and need strace.

use std::fs;
use std::path::Path;

use tests::extended::is_extended;
use xtask::tools::{FoundTool, STRACE};

use super::{names, put};
use crate::run::{folder, good, text};

/// strace; `None` in the plain run, and, with a message, if it is not installed.
fn strace() -> Option<FoundTool> {
    if !is_extended() {
        return None;
    }
    STRACE.found().map_err(|why| tests::skip(&why)).ok()
}

/// Runs the program while strace changes one of its calls. Returns the status; `None` when it was killed.
fn run_with(strace: &FoundTool, inject: &str, words: &str) -> Option<i32> {
    let mut command = strace.command();
    command.args(["-f", "-o", "/dev/null", "-e", inject]).arg(env!("CARGO_BIN_EXE_btfscope"));
    let output = command.args(words.split(' ')).output().expect("strace runs");
    output.status.code()
}

const CALLS: [&str; 8] = ["write", "fsync", "linkat", "rename", "renameat", "renameat2", "unlink", "openat"];

/// For each of [`CALLS`]: kills the program at its first such call, then in another run at its second, and so on until
/// a run ends by itself; and makes the call fail in the same way. After each run calls `check` and `reset`.
fn at_each_call(strace: &FoundTool, words: &str, check: &dyn Fn(&str), reset: &dyn Fn()) {
    for call in CALLS {
        for (what, ended) in [("signal=SIGKILL", None), ("error=ENOSPC", Some(2))] {
            let mut hits = 0;
            for when in 1..200 {
                let inject = format!("inject={call}:{what}:when={when}");
                let status = run_with(strace, &inject, words);
                check(&format!("{words}: {inject}"));
                reset();
                if status == Some(0) {
                    break;
                }
                // Opening also fails while the program itself is being loaded.
                assert!(call == "openat" || status == ended, "{words}: {inject}: {status:?}");
                hits += 1;
            }
            if call == "fsync" {
                assert!(hits > 0, "{words}: {call} was never met");
            }
        }
    }
}

fn without_leftovers(folder: &Path) -> Vec<String> {
    names(folder).into_iter().filter(|name| !name.starts_with(".btfscope-")).collect()
}

#[test]
fn an_atlas_is_old_or_new_wherever_add_is_killed() {
    let Some(strace) = strace() else { return };
    let folder = folder("killed-add");
    let at = text(&folder);
    put(&folder, &[("kernel.x86_64.btf", "5.10.1.btf"), ("layout.bpfel.btf", "5.10.2.btf")]);
    let add = format!("atlas add {at}/w.atlas {at}/5.10.2.btf");
    good(&format!("atlas build -o {at}/w.atlas {at}/5.10.1.btf"));
    let read = || fs::read(folder.join("w.atlas")).expect("read");
    let old = read();
    good(&add);
    let new = read();
    let reset = || fs::write(folder.join("w.atlas"), &old).expect("written");
    reset();
    let files = names(&folder);
    let check = |what: &str| {
        let now = read();
        assert!(now == old || now == new, "{what}");
        // One call gives the new file a temporary name, another call its final name. A kill between these two leaves
        // the temporary name, which the next run removes.
        assert_eq!(without_leftovers(&folder), files, "{what}");
        assert!(names(&folder).len() <= files.len() + 1, "{what}");
    };
    at_each_call(&strace, &add, &check, &reset);
    good(&add);
    assert_eq!(names(&folder), files);
}

#[test]
fn a_new_file_or_folder_is_there_as_a_whole_or_not() {
    let Some(strace) = strace() else { return };
    let folder = folder("killed-new");
    let at = text(&folder);
    put(&folder, &[("kernel.x86_64.btf", "5.10.1.btf")]);
    good(&format!("atlas build -o {at}/a.atlas {at}/5.10.1.btf"));
    good(&format!("atlas export {at}/a.atlas -o {at}/whole"));
    let files = names(&folder);
    let table = |below: &str, name: &str| fs::read(folder.join(below).join(name)).expect("read");
    let check = |what: &str| {
        let now = without_leftovers(&folder);
        if now.iter().any(|name| name == "new") {
            for name in names(&folder.join("whole")) {
                assert!(table("whole", &name) == table("new", &name), "{what}: {name}");
            }
        } else {
            assert_eq!(now, files, "{what}");
        }
    };
    let reset = || {
        fs::remove_dir_all(folder.join("new")).ok();
    };
    at_each_call(&strace, &format!("atlas export {at}/a.atlas -o {at}/new"), &check, &reset);
    let extract = format!("extract {at}/5.10.1.btf -o {at}/new.btf");
    let check = |what: &str| {
        // The new file has no temporary name here, so nothing is left.
        let mut now = names(&folder);
        if let Ok(new) = fs::read(folder.join("new.btf")) {
            assert!(new == fs::read(folder.join("5.10.1.btf")).expect("read"), "{what}");
            now.retain(|name| name != "new.btf");
        }
        assert_eq!(now, files, "{what}");
    };
    let reset = || {
        fs::remove_file(folder.join("new.btf")).ok();
    };
    good(&format!("atlas export {at}/a.atlas -o {at}/new"));
    fs::remove_dir_all(folder.join("new")).expect("removed");
    at_each_call(&strace, &extract, &check, &reset);
}

/// The last sync is of the folder, after all files have their new names.
#[test]
fn an_existing_folder_has_its_old_files_again_when_a_sync_fails() {
    let Some(strace) = strace() else { return };
    let folder = folder("refused-sync");
    let at = text(&folder);
    put(&folder, &[("kernel.x86_64.btf", "5.10.1.btf"), ("layout.bpfel.btf", "5.10.2.btf")]);
    good(&format!("atlas build -o {at}/old.atlas {at}/5.10.1.btf"));
    good(&format!("atlas build -o {at}/new.atlas {at}/5.10.1.btf {at}/5.10.2.btf"));
    let all = |name: &str| {
        let below = folder.join(name);
        names(&below).into_iter().map(|name| (fs::read(below.join(&name)).expect("read"), name)).collect::<Vec<_>>()
    };
    for (atlas, name) in [("old", "tables"), ("old", "expected-old"), ("new", "expected-new")] {
        good(&format!("atlas export {at}/{atlas}.atlas -o {at}/{name}"));
    }
    let (old, new) = (all("expected-old"), all("expected-new"));
    assert!(old != new && !old.is_empty());
    let export = format!("atlas export {at}/new.atlas -o {at}/tables");
    let mut refused = 0;
    for when in 1..200 {
        let inject = format!("inject=fsync:error=EIO:when={when}");
        let status = run_with(&strace, &inject, &export);
        if status == Some(0) {
            break;
        }
        assert_eq!(status, Some(2), "{inject}");
        assert!(all("tables") == old, "{inject}");
        refused += 1;
    }
    assert_eq!(refused, new.len() + 1, "one sync for each file and one for the folder");
    assert!(all("tables") == new);
}

#[test]
fn one_thread_does_the_work_when_no_other_can_be_had() {
    let Some(strace) = strace() else { return };
    let folder = folder("killed-threads");
    let at = text(&folder);
    fs::write(folder.join("large.btf"), tests::large::many_types(tests::blob::Order::Little, 20_000).build())
        .expect("written");
    for (words, file) in [
        (format!("dump {at}/large.btf"), None),
        (format!("dump {at}/large.btf -f json"), None),
        (format!("dump {at}/large.btf -f c"), None),
        (format!("atlas build {at}/large.btf -o {at}/a.atlas"), Some("a.atlas")),
        (format!("atlas add {at}/a.atlas {at}/large.btf"), Some("a.atlas")),
    ] {
        let expected = good(&words);
        let written = file.map(|name| fs::read(folder.join(name)).expect("read"));
        for calls in ["clone,clone3:error=EAGAIN", "clone,clone3:error=EAGAIN:when=2+"] {
            let mut command = strace.command();
            command.args(["-f", "-o", "/dev/null", "-e", &format!("inject={calls}")]);
            let output = command.arg(env!("CARGO_BIN_EXE_btfscope")).args(words.split(' ')).output().expect("it runs");
            assert_eq!(output.status.code(), Some(0), "{words}: {}", String::from_utf8_lossy(&output.stderr));
            assert!(output.stdout == expected.as_bytes(), "{words}");
            assert!(written == file.map(|name| fs::read(folder.join(name)).expect("read")), "{words}");
        }
    }
}
