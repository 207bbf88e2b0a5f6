//! After a write a file has either its old or its new content, and keeps its permissions and links.

use std::fs;
#[cfg(unix)]
use std::process::{Command, Output};

#[cfg(unix)]
use tests::blob::Order;
use tests::fixture;
#[cfg(unix)]
use tests::large::many_types;

use super::{names, put};
use crate::run::{bad, folder, good, program, run, text};

/// Runs the program with a limit set in the shell (`ulimit`).
#[cfg(unix)]
fn limited(limit: &str, words: &str) -> Output {
    let script = format!("ulimit {limit}; exec \"$0\" {words}");
    Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_btfscope")]).output().expect("a shell")
}

#[cfg(unix)]
#[test]
fn a_limit_leaves_the_old_file_and_nothing_else() {
    let folder = folder("whole-limit");
    fs::write(folder.join("large.btf"), many_types(Order::Little, 4000).build()).expect("written");
    fs::write(folder.join("old"), "precious").expect("written");
    let at = text(&folder);
    good(&format!("atlas build -o {at}/a.atlas {at}/large.btf"));
    let before = names(&folder);
    for words in [
        format!("extract {at}/large.btf -o {at}/old"),
        format!("extract {at}/large.btf -o {at}/new"),
        format!("atlas export {at}/a.atlas -o {at}"),
        format!("atlas export {at}/a.atlas -o {at}/tables/of/it"),
    ] {
        // The limit counts blocks of 512 bytes.
        let run = limited("-f 4", &words);
        let said = String::from_utf8(run.stderr).expect("text");
        assert_eq!((run.status.code(), said.contains("File too large")), (Some(2), true), "{words}: {said}");
        assert_eq!(fs::read(folder.join("old")).expect("read"), b"precious", "{words}");
        assert_eq!(names(&folder), before, "{words}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn memory_that_cannot_be_had_is_said() {
    let folder = folder("whole-memory");
    let path = folder.join("large.btf");
    fs::write(&path, many_types(Order::Little, 400_000).build()).expect("written");
    let mut refused = 0;
    // The program itself needs some tens of MB of address space.
    for kilobytes in (20_000..100_000).step_by(8_000) {
        let run = limited(&format!("-v {kilobytes}"), &format!("info {}", text(&path)));
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        if said.contains("error while loading") || run.status.code() == Some(0) || run.status.code() == Some(127) {
            continue;
        }
        if said.contains("memory") {
            refused += 1;
            assert_eq!(run.status.code(), Some(2), "{kilobytes}: {said}");
            assert!(said.contains("btfscope: ") && !said.contains("damaged"), "{said}");
        }
    }
    assert!(refused > 0, "no limit was met while the program ran");
}

#[test]
fn several_files_are_written_together() {
    let folder = folder("whole-folder");
    let at = text(&folder);
    put(&folder, &[("kernel.x86_64.btf", "k.btf")]);
    good(&format!("atlas build -o {at}/a.atlas {at}/k.btf"));
    // If one of the tables cannot be written, none is.
    fs::create_dir_all(folder.join("t/forms.ndjson")).expect("made");
    fs::write(folder.join("t/kernels.ndjson"), "old").expect("written");
    assert!(bad(&format!("atlas export {at}/a.atlas -o {at}/t"), 2).contains("forms.ndjson: it is a folder"));
    assert_eq!(names(&folder.join("t")), ["forms.ndjson", "kernels.ndjson"]);
    assert_eq!(fs::read(folder.join("t/kernels.ndjson")).expect("read"), b"old");
    fs::remove_dir(folder.join("t/forms.ndjson")).expect("removed");
    fs::write(folder.join("t/mine"), "mine").expect("written");
    good(&format!("atlas export {at}/a.atlas -o {at}/t"));
    good(&format!("atlas export {at}/a.atlas -o {at}/new/folder"));
    assert_eq!(names(&folder.join("t")).len(), 7);
    for name in names(&folder.join("new/folder")) {
        let read = |below: &str| fs::read(folder.join(below).join(&name)).expect("read");
        assert!(read("t") == read("new/folder"), "{name}");
    }
    assert_eq!(fs::read(folder.join("t/mine")).expect("read"), b"mine");
    assert_eq!(names(&folder), ["a.atlas", "k.btf", "new", "t"]);
    assert!(bad(&format!("atlas export {at}/a.atlas -o {at}/k.btf/x"), 2).contains("is no folder"));
}

#[cfg(unix)]
#[test]
fn links_modes_and_devices_stay() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    let folder = folder("whole-links");
    let at = text(&folder);
    symlink("real", folder.join("link")).expect("linked");
    symlink("link", folder.join("link-2")).expect("linked");
    // The target of the link does not exist yet.
    run(&["extract", "kernel.x86_64.btf", "-o", &format!("{at}/link-2")]);
    let is = |name: &str| fs::read(folder.join(name)).expect("read") == fixture::read("kernel.x86_64.btf");
    assert!(is("real") && folder.join("link").is_symlink() && folder.join("link-2").is_symlink());
    fs::write(folder.join("real"), "old").expect("written");
    fs::set_permissions(folder.join("real"), PermissionsExt::from_mode(0o604)).expect("set");
    run(&["extract", "kernel.x86_64.btf", "-o", &format!("{at}/link-2")]);
    assert!(is("real") && folder.join("link").is_symlink() && folder.join("link-2").is_symlink());
    assert_eq!(fs::metadata(folder.join("real")).expect("there").mode() & 0o7777, 0o604);
    // A temporary file of a killed run is removed; a file with a similar name is not.
    fs::write(folder.join(".btfscope-0123456789abcdef"), "half").expect("written");
    fs::write(folder.join(".btfscope-config"), "mine").expect("written");
    run(&["extract", "kernel.x86_64.btf", "-o", &format!("{at}/real")]);
    assert_eq!(names(&folder), [".btfscope-config", "link", "link-2", "real"]);
    // As many links as Linux follows, and one more.
    let many = folder.join("many");
    fs::create_dir(&many).expect("made");
    for link in 1..=41 {
        symlink((link - 1).to_string(), many.join(link.to_string())).expect("linked");
    }
    run(&["extract", "kernel.x86_64.btf", "-o", &format!("{at}/many/40")]);
    assert!(is("many/0") && many.join("1").is_symlink());
    assert!(bad(&format!("extract kernel.x86_64.btf -o {at}/many/41"), 2).contains("leads to no end"));
    // A link to itself.
    symlink("loop", folder.join("loop")).expect("linked");
    assert!(bad(&format!("extract kernel.x86_64.btf -o {at}/loop"), 2).contains("leads to no end"));
    assert!(bad(&format!("extract kernel.x86_64.btf -o {at}"), 2).contains("it is a folder"));
    // A pipe is written to.
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("coreutils").success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read(pipe).expect("read")
    });
    run(&["extract", "kernel.x86_64.btf", "-o", text(&pipe)]);
    assert!(reader.join().expect("no panic") == fixture::read("kernel.x86_64.btf"));
    assert!(!pipe.symlink_metadata().expect("there").is_file());
    let full = bad("extract kernel.x86_64.btf -o /dev/full", 2);
    assert!(full.starts_with("/dev/full: No space left"), "{full}");
}

#[test]
fn standard_output_is_a_file_to_write() {
    let blob = fixture::read("kernel.x86_64.btf");
    let got = run(&["extract", "kernel.x86_64.btf", "-o", "-"]);
    assert!(got.out == blob && got.status == 0 && got.err.is_empty(), "{}", got.err);
    let folder = folder("whole-stdout");
    let at = text(&folder);
    good(&format!("atlas build -o {at}/a.atlas kernel.x86_64.btf"));
    let kernel = good(&format!("atlas list {at}/a.atlas")).split_whitespace().next().expect("a name").to_owned();
    run(&["atlas", "extract", &format!("{at}/a.atlas"), &kernel, "-o", &format!("{at}/taken")]);
    let got = run(&["atlas", "extract", &format!("{at}/a.atlas"), &kernel, "-o", "-"]);
    assert!(got.out == fs::read(folder.join("taken")).expect("read") && got.err.is_empty(), "{}", got.err);
    let got = run(&["atlas", "build", "-o", "-", "kernel.x86_64.btf"]);
    assert!(got.out == fs::read(folder.join("a.atlas")).expect("read"));
    assert!(bad("link kernel.x86_64.btf net_device --out -", 2).contains("name a file"));
    assert!(bad(&format!("atlas export {at}/a.atlas --out -"), 2).ends_with("name a folder"));
    // A file that standard output was redirected to is not replaced: the output follows what is already in it.
    #[cfg(target_os = "linux")]
    {
        use std::io::Write;
        let mut to = fs::File::create(folder.join("log")).expect("made");
        to.write_all(b"before").expect("written");
        let args = ["extract", "kernel.x86_64.btf", "-o", "/dev/stdout"];
        let status = program().args(args).stdout(to).stderr(std::process::Stdio::null()).status().expect("it runs");
        assert!(status.success());
        assert!(fs::read(folder.join("log")).expect("read") == [b"before", blob.as_slice()].concat());
    }
}

#[test]
fn drawings_are_written_to_files() {
    let folder = folder("whole-drawings");
    let at = text(&folder);
    for words in [
        "graph kernel.x86_64.btf net_device",
        "graph kernel.x86_64.btf net_device --json",
        "graph kernel.x86_64.btf net_device -f table",
        "picture kernel.x86_64.btf net_device",
    ] {
        let written = run(&format!("{words} -o {at}/drawing").split(' ').collect::<Vec<_>>());
        assert!(written.status == 0 && written.out.is_empty() && written.err.contains("drawing"), "{}", written.err);
        assert_eq!(fs::read_to_string(folder.join("drawing")).expect("read"), good(words));
    }
}

#[test]
fn folders_of_outputs_are_made_before_the_work() {
    let folder = folder("whole-prepared");
    let at = text(&folder);
    put(&folder, &[("kernel.x86_64.btf", "k.btf")]);
    good(&format!("atlas build -o {at}/new/of/it/a.atlas {at}/k.btf"));
    assert_eq!(names(&folder.join("new/of/it")), ["a.atlas"]);
    let extracted = run(&["extract", &format!("{at}/k.btf"), "-o", &format!("{at}/x/../y/k.btf")]);
    assert_eq!(extracted.status, 0, "{}", extracted.err);
    assert_eq!(names(&folder.join("y")), ["k.btf"]);
    // A folder made for an output that was never written is gone; folders that were there stay.
    fs::create_dir(folder.join("empty")).expect("made");
    bad(&format!("extract {at}/none.btf -o {at}/no/such/k.btf"), 2);
    bad(&format!("extract {at}/none.btf -o {at}/empty/such/k.btf"), 2);
    assert_eq!(names(&folder), ["empty", "k.btf", "new", "x", "y"]);
    assert_eq!(names(&folder.join("empty")), [""; 0]);
    // This is reported before the input, which does not exist, is opened.
    assert!(bad(&format!("extract {at}/none.btf -o {at}/k.btf/x"), 2).ends_with("k.btf is no folder"));
    #[cfg(target_os = "linux")]
    assert!(bad(&format!("extract {at}/none.btf -o /proc/none/x.btf"), 2).starts_with("/proc/none: "));
}
