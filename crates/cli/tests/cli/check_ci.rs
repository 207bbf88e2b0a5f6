//! `check` in CI: runs the steps of `action.yml` in a checkout as GitHub's runner runs them, and the hook of
//! docs/check.md.

#![cfg(unix)]

use std::collections::HashMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tests::fixture;
use xtask::tools::BASH;
use yaml_rust2::{Yaml, YamlLoader};

use crate::run::{Run, folder, run, text};

const PROGRAM: &str = env!("CARGO_BIN_EXE_btfscope");

fn action() -> Yaml {
    let source = fs::read_to_string(fixture::project().join("action.yml")).expect("the action");
    YamlLoader::load_from_str(&source).expect("YAML").into_iter().next().expect("a document")
}

/// A checkout with an object, its source, and two atlases of one kernel each.
fn checkout(test: &str) -> PathBuf {
    let folder = folder(test);
    fs::create_dir_all(folder.join("bpf/out dir")).expect("made");
    fs::create_dir(folder.join(".git")).expect("made");
    fs::create_dir(folder.join("temp")).expect("made");
    let fixtures = fixture::project().join("tests/fixtures");
    for (from, to) in [
        ("bin/relo.clang.bpfel.o", "bpf/out dir/relo.bpf.o"),
        ("src/relo.bpf.c", "bpf/relo.bpf.c"),
        ("bin/relo-old.bpfel.btf", "old.btf"),
        ("bin/relo-new.bpfel.btf", "new.btf"),
    ] {
        fs::copy(fixtures.join(from), folder.join(to)).expect("copied");
    }
    for kernel in ["old", "new"] {
        let words = ["atlas", "build", "-o", &format!("{kernel}.atlas"), &format!("{kernel}.btf")];
        let built = Command::new(PROGRAM).current_dir(&folder).args(words).output();
        assert!(built.is_ok_and(|output| output.status.success()));
    }
    folder
}

/// The results of the action's steps.
struct Job {
    /// The exit status of the first step that failed; else 0.
    status: i32,
    /// The standard output and standard error of the steps.
    log: String,
    summary: String,
    /// The outputs of the steps `install` and `check`.
    outputs: HashMap<String, String>,
    /// The `with` of the step that uploads, if that step is reached.
    uploaded: Option<HashMap<String, String>>,
}

/// Runs the action's steps with these inputs. `bin` goes before the other folders of `PATH`. `None`, with a message, if
/// there is no bash.
fn job(at: &Path, given: &[(&str, &str)], bin: Option<&Path>) -> Option<Job> {
    let bash = BASH.found().map_err(|why| tests::skip(&why)).ok()?;
    let action = action();
    let mut values: HashMap<String, String> = HashMap::new();
    for (name, input) in action["inputs"].as_hash().expect("inputs") {
        let name = name.as_str().expect("a name");
        let typed = given.iter().find(|(typed, _)| *typed == name).map(|(_, value)| (*value).to_owned());
        let value = typed.or_else(|| input["default"].as_str().map(str::to_owned));
        values.insert(format!("inputs.{name}"), value.unwrap_or_else(|| panic!("{name} is required")));
    }
    assert!(given.iter().all(|(name, _)| values.contains_key(&format!("inputs.{name}"))), "{given:?}");
    let mut done =
        Job { status: 0, log: String::new(), summary: String::new(), outputs: HashMap::new(), uploaded: None };
    for step in action["runs"]["steps"].as_vec().expect("steps") {
        let texts = |key: &str| -> HashMap<String, String> {
            let pairs = step[key].as_hash().into_iter().flatten();
            pairs
                .map(|(k, v)| (k.as_str().expect("text").to_owned(), filled(v.as_str().expect("text"), &values)))
                .collect()
        };
        if let Some(condition) = step["if"].as_str() {
            let (name, wanted) = condition.split_once(" == ").expect("a comparison");
            if values.get(name).map(String::as_str) != Some(wanted.trim_matches('\'')) {
                continue;
            }
        }
        let Some(script) = step["run"].as_str() else {
            done.uploaded = Some(texts("with"));
            continue;
        };
        // With an expression in the script, an input of the action could be run as code.
        assert!(!script.contains("${{"), "{script}");
        assert_eq!(step["shell"].as_str(), Some("bash"));
        let file = |name: &str| at.join("temp").join(name);
        fs::write(file("step.sh"), script).expect("written");
        fs::write(file("output"), "").expect("written");
        // The arguments with which the runner starts bash for `shell: bash`.
        let mut command = bash.command();
        command
            .args(["--noprofile", "--norc", "-eo", "pipefail"])
            .arg(file("step.sh"))
            .current_dir(at)
            .envs(texts("env"));
        command.envs([("RUNNER_OS", "Linux"), ("RUNNER_ARCH", "X64")]).env("RUNNER_TEMP", at.join("temp"));
        command
            .env("GITHUB_OUTPUT", file("output"))
            .env("GITHUB_STEP_SUMMARY", file("summary"))
            .env("GITHUB_WORKSPACE", at);
        if let Some(bin) = bin {
            let path = std::env::var("PATH").unwrap_or_default();
            command.env("PATH", format!("{}:{path}", text(bin)));
        }
        let output = command.output().expect("it runs");
        done.log += &String::from_utf8_lossy(&output.stdout);
        done.log += &String::from_utf8_lossy(&output.stderr);
        for line in fs::read_to_string(file("output")).expect("read").lines() {
            let (name, value) = line.split_once('=').expect("name=value");
            let id = step["id"].as_str().expect("a step with outputs has an id");
            values.insert(format!("steps.{id}.outputs.{name}"), value.to_owned());
            done.outputs.insert(name.to_owned(), value.to_owned());
        }
        if !output.status.success() {
            done.status = output.status.code().expect("it was not killed");
            break;
        }
    }
    done.summary = fs::read_to_string(at.join("temp/summary")).unwrap_or_default();
    Some(done)
}

/// The text with the values of its expressions.
fn filled(text: &str, values: &HashMap<String, String>) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("${{") {
        let (name, behind) = behind.split_once("}}").expect("an end");
        filled += before;
        filled += values.get(name.trim()).unwrap_or_else(|| panic!("{name}"));
        rest = behind;
    }
    filled + rest
}

#[test]
fn the_action_checks_and_writes_the_summary_and_the_findings() {
    let at = checkout("ci-action");
    let files = "bpf/out dir/*.bpf.o\n";
    let given = [("files", files), ("binary", PROGRAM), ("atlas", "old.atlas")];
    let Some(done) = job(&at, &given, None) else { return };
    assert_eq!(done.status, 1, "{}", done.log);
    assert_eq!(done.outputs["status"], "1");
    assert!(done.log.contains("without_name") && done.log.contains("::error::a program fails"), "{}", done.log);
    assert!(
        done.summary.contains("**without_name**") && done.summary.contains("| kernels | load |"),
        "{}",
        done.summary
    );
    let uploaded = done.uploaded.expect("it uploads");
    assert_eq!(uploaded["sarif_file"], "btfscope.sarif");
    let log: Value = serde_json::from_slice(&fs::read(at.join("btfscope.sarif")).expect("read")).expect("JSON");
    let first = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    // The compiler wrote ./relo.bpf.c, and the object lies in a folder below the source's.
    assert_eq!(first["artifactLocation"]["uri"], "bpf/relo.bpf.c");
    // Nothing is uploaded, and no shell runs commands in the inputs.
    let evil = "$(touch evil)`touch evil`; touch evil #";
    let given =
        [("files", files), ("binary", PROGRAM), ("atlas", "old.atlas"), ("upload", "false"), ("arguments", evil)];
    let done = job(&at, &given, None).expect("as before");
    assert!(done.status == 2 && done.uploaded.is_none() && !at.join("evil").exists(), "{}", done.log);
}

#[test]
fn what_cannot_be_told_fails_the_action_unless_that_is_accepted() {
    let at = checkout("ci-unknown");
    // A program's own BTF has no functions of a kernel, so it is not known whether a program can attach to one.
    let given = [
        ("files", "bpf/out dir/relo.bpf.o"),
        ("binary", PROGRAM),
        ("atlas", "new.atlas"),
        ("arguments", "--ignore=core\n--ignore=access\n"),
    ];
    let Some(done) = job(&at, &given, None) else { return };
    assert_eq!(done.status, 3, "{}", done.log);
    assert!(done.log.contains("'unknown: ok' accepts that"), "{}", done.log);
    let done = job(&at, &[&given[..], &[("unknown", "ok")]].concat(), None).expect("as before");
    assert_eq!(done.status, 0, "{}", done.log);
    let done = job(&at, &[&given[..], &[("unknown", "fail")]].concat(), None).expect("as before");
    assert_eq!(done.status, 1, "{}", done.log);
    // Nothing fits the pattern: a message says so, and the log of findings is valid and empty.
    let given = [("files", "bpf/*.bpf.o"), ("binary", PROGRAM), ("atlas", "new.atlas")];
    let done = job(&at, &given, None).expect("as before");
    assert!(done.status == 2 && done.log.contains("bpf/*.bpf.o: No such file"), "{}", done.log);
    let log: Value = serde_json::from_slice(&fs::read(at.join("btfscope.sarif")).expect("read")).expect("JSON");
    assert_eq!(log["runs"][0]["results"], Value::Array(Vec::new()));
}

/// A release as GitHub has it, in a folder: a script in the place of curl copies its files.
#[test]
fn the_action_installs_the_release_of_its_version_and_compares_its_digest() {
    let at = checkout("ci-install");
    let version = action()["inputs"]["version"]["default"].as_str().map(str::to_owned).expect("a version");
    assert_eq!(version, concat!("v", env!("CARGO_PKG_VERSION")));
    let release = at.join("releases").join(&version);
    let name = "btfscope-x86_64-unknown-linux-musl.tar.gz";
    let script = format!(
        "mkdir -p '{at}/bin' '{release}' '{at}/packed/btfscope'
cp '{PROGRAM}' '{at}/packed/btfscope/btfscope'
tar -czf '{release}/{name}' -C '{at}/packed' btfscope
cd '{release}' && sha256sum {name} > SHA256SUMS",
        at = text(&at),
        release = text(&release),
    );
    assert!(Command::new("sh").args(["-c", &script]).status().is_ok_and(|status| status.success()));
    let curl = at.join("bin/curl");
    let url = "https://github.com/btfscope/btfscope/releases/download";
    let copy = format!(
        "#!/bin/sh\nwhile [ $# -gt 0 ]; do case $1 in -o) to=$2; shift ;; {url}/*) from=${{1#{url}/}} ;; esac; shift; done\nexec cp \"{}/releases/$from\" \"$to\"\n",
        text(&at)
    );
    fs::write(&curl, copy).expect("written");
    fs::set_permissions(&curl, fs::Permissions::from_mode(0o755)).expect("set");
    let given = [("files", "bpf/out dir/relo.bpf.o"), ("atlas", "old.atlas")];
    let Some(done) = job(&at, &given, Some(&at.join("bin"))) else { return };
    assert_eq!(done.status, 1, "{}", done.log);
    assert!(done.outputs["binary"].starts_with(text(&at.join("temp"))), "{:?}", done.outputs);
    // If the archive has another content, its digest differs.
    fs::write(release.join(name), "another").expect("written");
    let done = job(&at, &given, Some(&at.join("bin"))).expect("as before");
    assert!(done.status == 1 && done.log.contains("FAILED") && !done.outputs.contains_key("status"), "{}", done.log);
}

/// Actions of other projects are named by the digests of commits, so that they cannot change.
#[test]
fn the_action_and_its_example_pin_what_they_use() {
    let steps = action();
    let used = steps["runs"]["steps"].as_vec().expect("steps").iter().filter_map(|step| step["uses"].as_str());
    let page = fs::read_to_string(fixture::project().join("docs/check.md")).expect("the page");
    let shown = page.lines().filter_map(|line| line.trim().strip_prefix("- uses: ")?.split(' ').next());
    let mut others = 0;
    for name in used.chain(shown).filter(|name| !name.starts_with("btfscope/")) {
        let digest = name.split_once('@').map_or("", |(_, digest)| digest);
        assert!(digest.len() == 40 && digest.bytes().all(|b| b.is_ascii_hexdigit()), "{name}");
        others += 1;
    }
    assert!(others >= 2);
    // Each input is explained.
    for name in steps["inputs"].as_hash().expect("inputs").keys() {
        let name = name.as_str().expect("a name");
        assert!(page.contains(&format!("`{name}`")), "{name}");
    }
}

#[test]
fn the_hook_finds_the_atlas_and_stops_what_fails() {
    let at = checkout("ci-hook");
    let page = fs::read_to_string(fixture::project().join("docs/check.md")).expect("the page");
    let (_, hook) = page.split_once("```sh\n#!/bin/sh\n").expect("a hook");
    let hook = hook.split("```").next().expect("its end");
    let fixed = hook.replace("--require 'arch:amd64 version:>=6.1' ", "").replace("prog.bpf.o", "bpf/relo.bpf.o");
    assert_ne!(fixed, hook);
    fs::create_dir(at.join("bin")).expect("made");
    symlink(PROGRAM, at.join("bin/btfscope")).expect("linked");
    fs::write(at.join("bin/make"), "#!/bin/sh\nexit 0\n").expect("written");
    fs::set_permissions(at.join("bin/make"), fs::Permissions::from_mode(0o755)).expect("set");
    fs::rename(at.join("bpf/out dir/relo.bpf.o"), at.join("bpf/relo.bpf.o")).expect("moved");
    let hooked = |atlas: &str| {
        let mut command = Command::new("sh");
        let path = format!("{}:{}", text(&at.join("bin")), std::env::var("PATH").unwrap_or_default());
        Run::of(
            command
                .args(["-c", &fixed])
                .current_dir(&at)
                .env("PATH", path)
                .env("BTFSCOPE_ATLAS", atlas)
                .output()
                .expect("it runs"),
        )
    };
    let old = hooked("old.atlas");
    assert_eq!(old.status, 1, "{}", old.err);
    assert!(old.text().contains("without_name"), "{}", old.text());
    // Without an atlas the commit goes on, and a message says why.
    let none = hooked("none.atlas");
    assert!(none.status == 0 && none.err.contains("none.atlas: BTFSCOPE_ATLAS names it"), "{}", none.err);
}

#[test]
fn the_path_of_the_atlas_is_whole() {
    let at = checkout("ci-path");
    let asked = |atlas: &str, more: &[&str]| {
        let mut command = Command::new(PROGRAM);
        command.args(["atlas", "path"]).args(more).current_dir(&at).env("BTFSCOPE_ATLAS", atlas);
        Run::of(command.output().expect("it runs"))
    };
    assert_eq!(asked("old.atlas", &[]).text(), format!("{}\n", text(&at.join("old.atlas"))));
    let json: Value = serde_json::from_str(asked("./old.atlas", &["--json"]).text()).expect("JSON");
    assert_eq!(json["path"].as_str().map(Path::new), Some(at.join("old.atlas").as_path()));
    assert_eq!(asked("none.atlas", &[]).status, 1);
    assert_eq!(run(&["atlas", "path", "x"]).status, 2);
}
