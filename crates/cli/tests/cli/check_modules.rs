//! `check` with the names that an atlas knows in the modules of its kernels.

use std::fs;

use serde_json::Value;
use tests::reference::part_or_skip;

use crate::run::{folder, good, program, run, text};

/// If a file has the types of a kernel in the atlas, `check` uses the names that the atlas knows in that kernel's
/// modules, whatever the file is called.
#[test]
fn a_target_that_the_atlas_knows_has_its_modules() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let mdflush = corpus.path("objs/debian/libbpf-tools-0.26.0+ds-1/mdflush.bpf.o");
    let atlas = tests::fixture::project().join("static/atlas/debian.atlas");
    let folder = folder("check-known");
    let raw = tests::kernels::kernel(&corpus, "linux-6.1.0-56-amd64.btf");
    let (same, taken) = (folder.join("some.btf"), folder.join("taken.btf"));
    fs::write(&same, raw.bytes()).expect("written");
    good_or_noted(&["atlas", "extract", text(&atlas), "6.1.0-56-amd64", "-o", text(&taken)]);
    let in_atlas = format!("{}#6.1.0-56-amd64", text(&atlas));
    let check = |target: &str| {
        let words = ["check", text(&mdflush), "--target", target];
        let run = crate::run::Run::of(program().args(words).env("BTFSCOPE_ATLAS", &atlas).output().expect("it runs"));
        (run.status, run.text().to_owned(), run.err)
    };
    for target in [text(&same), text(&taken), &in_atlas] {
        let (status, said, err) = check(target);
        assert_eq!(status, 0, "{said}");
        assert!(said.contains(" when md_mod is loaded"), "{said}");
        assert!(err.contains("which knows its modules"), "{err}");
    }
    // With one name changed, it is another kernel.
    let mut other = raw.bytes().to_vec();
    let at = other.windows(10).position(|w| w == b"\0vfs_read\0").expect("a name") + 1;
    other[at] = b'w';
    fs::write(&same, other).expect("written");
    let (status, said, _) = check(text(&same));
    assert!(status == 3 && said.contains("; a module may have it"), "{said}");
}

fn good_or_noted(words: &[&str]) {
    assert_eq!(run(words).status, 0, "{words:?}");
}

/// Debian's atlas with the names in its modules: md_flush_request is a function of md-mod on some kernels.
#[test]
fn names_of_modules_beside_the_atlas_answer() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let mdflush = corpus.path("objs/debian/libbpf-tools-0.26.0+ds-1/mdflush.bpf.o");
    let atlas = tests::fixture::project().join("static/atlas/debian.atlas");
    let list =
        good(&format!("atlas modules {} md_flush_request --json", text(&atlas.with_file_name("debian-modules.atlas"))));
    let brings: Value = serde_json::from_str(&list).expect("JSON");
    let module = &brings["modules"][0];
    let kernel = module["kernels"][0].as_str().expect("a kernel");
    let release = kernel.rsplit('/').next().expect("a release");
    let words = ["check", text(&mdflush), "--atlas", text(&atlas), "--json", "--where"];
    let ran = run(&[&words[..], &[&format!("release={release}")]].concat());
    let json: Value = serde_json::from_str(ran.text()).expect("JSON");
    assert_eq!(json["kernels"][0]["modules"], "names", "{kernel}");
    let attach = json["needs"].as_array().expect("needs").iter().find(|n| n["kind"] == "attach").expect("attach");
    let why = attach["answers"][0]["reason"].as_str().unwrap_or_default();
    let name = module["module"].as_str().expect("a module").replace('-', "_");
    assert_eq!(why, format!("module {name} has it; its parameters are not known"), "{attach}");
    assert_eq!(ran.status, 0);
    let verdict = &json["programs"][0]["verdicts"][0];
    assert_eq!((&verdict["modules"][0], &attach["answers"][0]["module"]), (&"md_mod".into(), &"md_mod".into()));
}
