//! `atlas build` of folders, archives and packages of several distributions.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use lzma_rust2::{XzOptions, XzWriter};
use tests::fixture;

use crate::run::{Run, bad, folder, good, run, text};

/// Packs files of the folder `from` into the archive `to` with the system's tar.
fn tar(from: &Path, to: &Path, how: &str, names: &[&str]) {
    fs::create_dir_all(to.parent().expect("a folder")).expect("made");
    let mut tar = Command::new("tar");
    let done = tar.args(["-C", text(from), how, "-cf", text(to)]).args(names).status().expect("tar runs");
    assert!(done.success(), "{}", to.display());
}

/// Packs files of the folder `from` into the archive `to`, compressed with xz. The system's tar would run the program
/// `xz`, which a bare Debian lacks.
fn tar_xz(from: &Path, to: &Path, names: &[&str]) {
    let plain = to.with_extension("plain");
    tar(from, &plain, "--format=gnu", names);
    let mut packed = XzWriter::new(fs::File::create(to).expect("made"), XzOptions::with_preset(1)).expect("options");
    packed.write_all(&fs::read(&plain).expect("read")).expect("packed");
    packed.finish().expect("packed");
    fs::remove_file(plain).expect("removed");
}

/// A kernel as BTFHub has it: `DISTRIBUTION/SUITE/ARCH/RELEASE.btf.tar.xz`.
fn hub(tree: &Path, path: &str, fixture_name: &str) {
    let scratch = tree.with_extension("scratch");
    fs::create_dir_all(&scratch).expect("made");
    let name = format!("{}.btf", path.rsplit('/').next().expect("a name"));
    fs::copy(fixture::folder().join(fixture_name), scratch.join(&name)).expect("copied");
    tar_xz(&scratch, &tree.join(format!("{path}.btf.tar.xz")), &[&name]);
}

/// Kernels of an atlas: release, distribution, suite, architecture, flavour, version.
fn kernels(atlas: &str) -> Vec<[String; 6]> {
    let json: serde_json::Value = serde_json::from_str(&good(&format!("atlas list {atlas} --json"))).expect("JSON");
    let of = |k: &serde_json::Value, key: &str| k[key].as_str().expect("a text").to_owned();
    let keys = ["release", "distribution", "suite", "arch", "flavour", "version"];
    json["kernels"].as_array().expect("a list").iter().map(|k| keys.map(|key| of(k, key))).collect()
}

fn fresh(test: &str) -> (PathBuf, String) {
    let folder = folder(test);
    let tree = folder.join("tree");
    fs::create_dir_all(&tree).expect("made");
    let atlas = text(&folder.join("world.atlas")).to_owned();
    (tree, atlas)
}

#[test]
fn a_folder_of_btfhubs_shape_becomes_an_atlas() {
    let (tree, atlas) = fresh("world-hub");
    hub(&tree, "ubuntu/20.04/x86_64/5.4.0-42-generic", "kernel.x86_64.btf");
    hub(&tree, "sles/12.5/s390x/4.12.14-122.103.1-default", "kernel.s390x.btf");
    fs::write(tree.join("README.md"), "about").expect("written");
    let broken = tree.join("ubuntu/20.04/x86_64/5.4.0-43-generic.btf.tar.xz");
    fs::write(&broken, "nothing").expect("written");
    let build = |args: &[&str]| run(&[&["atlas", "build", "-o", &atlas], args].concat());
    let built = build(&[text(&tree)]);
    // The kernels of files that can be read are in the atlas. Messages name the broken file, and count the files that
    // are not named like kernels.
    assert_eq!(built.status, 2, "{}", built.err);
    assert!(built.err.contains("1 file in it is not named like kernels"), "{}", built.err);
    assert!(built.err.contains("5.4.0-43-generic.btf.tar.xz: found text"), "{}", built.err);
    let expected = [
        ["4.12.14-122.103.1-default", "sles", "12.5", "s390x", "default", "4.12"],
        ["5.4.0-42-generic", "ubuntu", "20.04", "amd64", "generic", "5.4"],
    ];
    assert_eq!(kernels(&atlas), expected);
    let first = fs::read(&atlas).expect("an atlas");
    // The result is the same in another order, and from parts of the tree.
    fs::remove_file(broken).expect("removed");
    let two = build(&[text(&tree.join("ubuntu")), text(&tree.join("sles/12.5"))]);
    assert_eq!((two.status, two.err.as_str()), (0, ""));
    assert!(fs::read(&atlas).expect("an atlas") == first);
    let empty = tree.join("empty");
    fs::create_dir(&empty).expect("made");
    let e = bad(&format!("atlas build -o {atlas} {}", text(&empty)), 2);
    assert!(e.contains("no kernel was read, so it was not written"), "{e}");
}

#[test]
fn what_a_path_says_against_the_types_is_told() {
    let (tree, atlas) = fresh("world-conflict");
    hub(&tree, "ubuntu/20.04/arm64/5.4.0-42-generic", "kernel.x86_64.o");
    let built = run(&["atlas", "build", "-o", &atlas, text(&tree)]);
    assert!(built.err.contains("its name says architecture arm64, its types amd64: amd64 is taken"), "{}", built.err);
    assert_eq!(kernels(&atlas)[0][3], "amd64");
}

/// An rpm with a header of these tags and one file: lead, empty signature, header, cpio.
fn rpm(tags: &[(u32, &str)], path: &str, content: &[u8]) -> Vec<u8> {
    let header = |tags: &[(u32, &str)]| {
        let (mut index, mut store) = (Vec::new(), Vec::new());
        for (tag, value) in tags {
            // Type 6 is a text.
            for word in [*tag, 6, store.len() as u32, 1] {
                index.extend(word.to_be_bytes());
            }
            store.extend(value.bytes().chain([0]));
        }
        let counts = [(tags.len() as u32).to_be_bytes(), (store.len() as u32).to_be_bytes()].concat();
        [&[0x8e, 0xad, 0xe8, 1, 0, 0, 0, 0], &*counts, &*index, &*store].concat()
    };
    let mut cpio = Vec::new();
    for (path, content) in [(path, content), ("TRAILER!!!", &[][..])] {
        let sizes = [1, 0o100_644, 0, 0, 1, 0, content.len(), 0, 0, 0, 0, path.len() + 1, 0];
        let sizes: String = sizes.iter().map(|n| format!("{n:08x}")).collect();
        cpio.extend(format!("070701{sizes}{path}\0").bytes());
        cpio.resize(cpio.len().next_multiple_of(4), 0);
        cpio.extend(content);
        cpio.resize(cpio.len().next_multiple_of(4), 0);
    }
    let mut lead = vec![0xed, 0xab, 0xee, 0xdb, 3];
    lead.resize(96, 0);
    [lead, header(&[]), header(tags), cpio].concat()
}

/// A Debian package: an ar archive of control.tar and data.tar.
fn deb(control: &[u8], data: &[u8]) -> Vec<u8> {
    let mut out = b"!<arch>\n".to_vec();
    for (name, content) in [("debian-binary", &b"2.0\n"[..]), ("control.tar", control), ("data.tar", data)] {
        let size = content.len();
        out.extend(format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{size:<10}`\n", 0, 0, 0, 100_644).bytes());
        out.extend(content);
        out.resize(out.len().next_multiple_of(2), b'\n');
    }
    out
}

#[test]
fn packages_say_which_kernel_they_have() {
    let (tree, atlas) = fresh("world-packages");
    let scratch = tree.with_extension("scratch");
    let btf = fs::read(fixture::folder().join("kernel.x86_64.btf")).expect("a fixture");
    let put = |path: &str, bytes: &[u8]| {
        let path = scratch.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, bytes).expect("written");
    };
    put(
        "control",
        b"Package: linux-image-6.1.0-21-amd64\nVersion: 6.1.90-1\nArchitecture: amd64\nMaintainer: Debian\n",
    );
    put("boot/vmlinuz-6.1.0-21-amd64", &btf);
    tar(&scratch, &tree.join("control.tar"), "--format=gnu", &["./control"]);
    tar(&scratch, &tree.join("data.tar"), "--format=gnu", &["./boot"]);
    let [control, data] = ["control.tar", "data.tar"].map(|name| fs::read(tree.join(name)).expect("an archive"));
    for name in ["control.tar", "data.tar"] {
        fs::remove_file(tree.join(name)).expect("removed");
    }
    fs::write(tree.join("a.deb"), deb(&control, &data)).expect("written");
    let tags = [
        (1000, "kernel-core"),
        (1001, "5.14.0"),
        (1002, "427.13.1.el9_4"),
        (1011, "Rocky Enterprise Software Foundation"),
        (1022, "x86_64"),
    ];
    let inside = "./lib/modules/5.14.0-427.13.1.el9_4.x86_64/vmlinuz";
    fs::write(tree.join("b.rpm"), rpm(&tags, inside, &btf)).expect("written");
    put(".PKGINFO", b"# Generated by makepkg 6.1.0\npkgname = linux-zen\npkgver = 6.8.7.zen1-1\narch = x86_64\n");
    put("usr/lib/modules/6.8.7-zen1-1-zen/vmlinuz", &btf);
    tar(&scratch, &tree.join("c.pkg.tar.gz"), "--gzip", &[".PKGINFO", "usr"]);
    put(".PKGINFO", b"# Generated by abuild 3.13\npkgname = linux-lts\npkgver = 6.6.32-r0\narch = x86_64\n");
    put("boot/vmlinuz-lts", &btf);
    fs::remove_file(scratch.join("boot/vmlinuz-6.1.0-21-amd64")).expect("removed");
    tar(&scratch, &tree.join("d.apk"), "--gzip", &[".PKGINFO", "boot"]);
    let built = run(&["atlas", "build", "-o", &atlas, text(&tree)]);
    assert_eq!((built.status, built.err.as_str()), (0, ""));
    let expected = [
        ["5.14.0-427.13.1.el9_4.x86_64", "rocky", "9", "amd64", "", "5.14"],
        ["6.1.0-21-amd64", "debian", "", "amd64", "", "6.1.90"],
        ["6.6.32-r0", "alpine", "", "amd64", "lts", "6.6.32"],
        ["6.8.7-zen1-1-zen", "arch", "", "amd64", "zen", "6.8.7"],
    ];
    assert_eq!(kernels(&atlas), expected);
}

#[test]
fn an_archive_of_many_kernels_is_taken_whole() {
    let (tree, atlas) = fresh("world-archive");
    let scratch = tree.with_extension("scratch");
    for (path, name) in [
        ("ubuntu/22.04/x86_64/5.15.0-91-generic.btf", "kernel.x86_64.btf"),
        ("sles/15.5/s390x/5.14.21-150500.55.44-default.btf", "kernel.s390x.btf"),
    ] {
        let path = scratch.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::copy(fixture::folder().join(name), path).expect("copied");
    }
    let all = tree.join("all.tar.gz");
    tar(&scratch, &all, "--gzip", &["ubuntu", "sles"]);
    good(&format!("atlas build -o {atlas} {}", text(&all)));
    let expected = [
        ["5.14.21-150500.55.44-default", "sles", "15.5", "s390x", "default", "5.14"],
        ["5.15.0-91-generic", "ubuntu", "22.04", "amd64", "generic", "5.15"],
    ];
    assert_eq!(kernels(&atlas), expected);
}

#[test]
fn an_interrupted_build_goes_on() {
    let (tree, atlas) = fresh("world-part");
    hub(&tree, "ubuntu/20.04/x86_64/5.4.0-42-generic", "kernel.x86_64.btf");
    hub(&tree, "sles/12.5/s390x/4.12.14-122.103.1-default", "kernel.s390x.btf");
    let build = || -> Run { run(&["atlas", "build", "-o", &atlas, "--save-every", "0", text(&tree)]) };
    // A folder stands where the atlas is to be written, so the build fails after it has read the last kernel.
    fs::create_dir(&atlas).expect("made");
    assert_eq!(build().status, 2);
    fs::remove_dir(&atlas).expect("removed");
    let again = build();
    assert_eq!(again.status, 0, "{}", again.err);
    assert!(again.err.contains("2 of 2 files were read by a build that was interrupted"), "{}", again.err);
    let first = fs::read(&atlas).expect("an atlas");
    assert_eq!(kernels(&atlas).len(), 2);
    assert!(!Path::new(&format!("{atlas}.part")).exists() && !Path::new(&format!("{atlas}.part.tsv")).exists());
    let whole = build();
    assert_eq!((whole.status, whole.err.as_str()), (0, ""));
    assert!(fs::read(&atlas).expect("an atlas") == first);
}

#[test]
fn one_release_with_two_contents_is_told() {
    let (tree, atlas) = fresh("world-same");
    hub(&tree, "ubuntu/20.04/x86_64/5.4.0-42-generic", "kernel.x86_64.btf");
    // The same kernel again, and another kernel with the same name.
    let copy = tree.with_file_name("copy");
    hub(&copy, "ubuntu/20.04/x86_64/5.4.0-42-generic", "kernel.x86_64.btf");
    let other = tree.with_file_name("other");
    hub(&other, "ubuntu/20.04/x86_64/5.4.0-42-generic", "kernel.s390x.btf");
    // A kernel of another suite is no conflict.
    hub(&tree, "ubuntu/18.04/x86_64/5.4.0-42-generic", "kernel.x86_64.btf");
    let built = run(&["atlas", "build", "-o", &atlas, text(&tree), text(&copy), text(&other)]);
    assert_eq!(built.status, 0, "{}", built.err);
    let same: Vec<&str> = built.err.lines().filter(|line| line.contains("the same kernel as")).collect();
    assert_eq!(same.len(), 1, "{}", built.err);
    let digests = ["kernel.s390x.btf", "kernel.x86_64.btf"].map(|name| {
        let out = Command::new("sha256sum").arg(fixture::folder().join(name)).output().expect("sha256sum");
        String::from_utf8(out.stdout).expect("digits").chars().take(16).collect::<String>()
    });
    let told: Vec<&str> = built.err.lines().filter(|line| line.contains("both are kept")).collect();
    assert_eq!(told.len(), 1, "{}", built.err);
    assert!(digests.iter().all(|digest| told[0].contains(digest.as_str())), "{} {digests:?}", told[0]);
    assert_eq!(kernels(&atlas).len(), 3);
    // Each kernel has a name that finds it: its digest, or its path for the kernel of the other suite.
    let names = good(&format!("atlas list {atlas}"));
    assert!(names.contains("ubuntu/18.04/amd64/5.4.0-42-generic"), "{names}");
    for name in digests.iter().map(String::as_str).chain(["ubuntu/18.04/amd64/5.4.0-42-generic"]) {
        good(&format!("info {atlas}#{name}"));
    }
    let apart = ["a", "b"].map(|part| text(&tree.with_file_name(format!("{part}.atlas"))).to_owned());
    for (folder, part) in [(tree.join("ubuntu"), &apart[0]), (other, &apart[1])] {
        good(&format!("atlas build -o {part} {}", text(&folder)));
    }
    let merged = run(&["atlas", "merge", &apart[0], &apart[1], "-o", &atlas]);
    assert!(
        merged.err.contains("2 kernels have the name ubuntu/amd64/5.4.0-42-generic but different types"),
        "{}",
        merged.err
    );
}

#[test]
fn archives_in_archives_are_walked_once() {
    let (tree, atlas) = fresh("world-nested");
    for n in 0..3 {
        hub(&tree, &format!("ubuntu/20.04/x86_64/5.4.0-4{n}-generic"), "kernel.x86_64.btf");
    }
    hub(&tree, "debian/10/x86_64/4.19.0-21-amd64", "kernel.x86_64.btf");
    let whole = tree.with_file_name("hub.tar.xz");
    tar_xz(&tree, &whole, &["ubuntu", "debian"]);
    let scratch = tree.with_extension("scratch");
    let inner = scratch.join("centos/7/x86_64/4.18.0-80.el8.x86_64.btf");
    fs::create_dir_all(inner.parent().expect("a folder")).expect("made");
    fs::copy(fixture::folder().join("kernel.s390x.btf"), &inner).expect("copied");
    fs::rename(&whole, scratch.join("hub.btf.tar.xz")).expect("moved");
    // A broken archive in the archive is reported with its path; the others are taken.
    fs::write(scratch.join("broken.btf.tar.xz"), "nothing").expect("written");
    let outer = tree.with_file_name("outer.tar");
    tar(&scratch, &outer, "--format=gnu", &["hub.btf.tar.xz", "broken.btf.tar.xz", "centos"]);
    let built = run(&["atlas", "build", "-o", &atlas, text(&outer)]);
    assert_eq!(built.status, 2, "{}", built.err);
    assert!(built.err.contains("broken.btf.tar.xz"), "{}", built.err);
    let releases: Vec<String> = kernels(&atlas).into_iter().map(|[release, ..]| release).collect();
    let expected =
        ["4.18.0-80.el8.x86_64", "4.19.0-21-amd64", "5.4.0-40-generic", "5.4.0-41-generic", "5.4.0-42-generic"];
    assert_eq!(releases, expected);
    assert_eq!(kernels(&atlas)[4][..3], ["5.4.0-42-generic", "ubuntu", "20.04"].map(str::to_owned));
}

/// A kernel of which only a header is known has no functions in the atlas. Histories and checks do not conclude that
/// the kernel lacks them.
#[test]
fn a_header_is_a_kernel_without_functions() {
    let (tree, atlas) = fresh("world-header");
    let header = "/* Linux host 6.5.0-14-generic #1 SMP */\nstruct pt_regs { unsigned long r15; unsigned long orig_ax; };\n\
                  struct list_head { struct list_head *next, *prev; };\nstruct only_here { int a; long b; };\n";
    fs::write(tree.join("vmlinux.h"), header).expect("written");
    fs::copy(fixture::folder().join("kernel.x86_64.btf"), tree.join("vmlinux-6.1.0-53-amd64.btf")).expect("copied");
    let built = run(&["atlas", "build", "-o", &atlas, text(&tree)]);
    assert_eq!(built.status, 0, "{}", built.err);
    let list = good(&format!("atlas list {atlas}"));
    assert!(list.lines().any(|line| line.starts_with("6.5.0-14-generic") && line.contains("header only")), "{list}");
    let said = good(&format!("history only_here --atlas {atlas}"));
    assert!(said.contains("1 of 2 kernels"), "{said}");
    // For a name that the header lacks, the header's kernel is not among the kernels that were asked.
    let functions = good(&format!("find {atlas}#6.1.0-53-amd64 kind:func"));
    let function =
        functions.lines().next().and_then(|line| line.split_whitespace().nth(2)).expect("a function").to_owned();
    let said = good(&format!("history {function} --atlas {atlas}"));
    assert!(said.contains("On its one kernel") || said.contains("On all"), "{functions}{said}");
    assert!(!said.contains("header only"), "{said}");
}

#[test]
fn the_atlases_of_a_folder_are_listed_for_the_page() {
    let (tree, atlas) = fresh("world-index");
    hub(&tree, "ubuntu/20.04/x86_64/5.4.0-42-generic", "kernel.x86_64.btf");
    hub(&tree, "rhel/8/x86_64/4.18.0-80.el8.x86_64", "kernel.x86_64.btf");
    good(&format!("atlas build -o {atlas} {}", text(&tree)));
    let folder = Path::new(&atlas).parent().expect("a folder");
    fs::copy(&atlas, folder.join("debian.atlas")).expect("copied");
    let bytes = fs::metadata(&atlas).expect("an atlas").len();
    let list = good(&format!("atlas index {} -o -", text(folder)));
    // The page's own atlas is left out.
    assert_eq!(list, format!("file\tbytes\tkernels\tdistributions\nworld.atlas\t{bytes}\t2\trhel ubuntu\n"));
    let list = good(&format!("atlas index {} --without world.atlas -o -", text(folder)));
    assert!(list.contains("\ndebian.atlas\t") && !list.contains("world.atlas"), "{list}");
}
