//! `check`: verdicts, formats, exit status.

use std::fs;

use serde_json::Value;
use tests::reference::{Corpus, part_or_skip};

use crate::run::{folder, good, program, run, run_alone, text};

const KERNELS: [&str; 3] = [
    "linux-5.10.0-32-amd64_5.10.223-1.btf.xz",
    "linux-6.1.0-56-amd64.btf.xz",
    "linux-6.18.12+deb13-amd64_6.18.12-1-bpo13+1.btf.xz",
];

fn ran(words: &[String]) -> (i32, String, String) {
    let run = run_alone(words);
    (run.status, run.text().to_owned(), run.err)
}

/// Runs `check` for an object of libbpf-tools on [`KERNELS`], with `more` arguments. Returns status, output and
/// messages.
pub fn tool(corpus: &Corpus, name: &str, more: &[&str]) -> (i32, String, String) {
    let file = corpus.path(&format!("objs/debian/libbpf-tools-0.26.0+ds-1/{name}.bpf.o"));
    let mut words = vec!["check".to_owned(), text(&file).to_owned()];
    for kernel in KERNELS {
        let path = corpus.root().join("kernels").join(kernel);
        words.extend(["--target".to_owned(), text(&path).to_owned()]);
    }
    words.extend(more.iter().map(|&w| w.to_owned()));
    ran(&words)
}

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn a_guarded_read_is_no_alarm() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let (status, text, err) = tool(&corpus, "offcputime", &[]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(!text.contains("fails"), "{text}");
    assert!(
        text.contains("struct task_struct___o.state (0:0): never reached on this kernel (guard at instruction 36)"),
        "{text}"
    );
    // With `--strict`, a feature that the program can do without is also an error.
    assert_eq!(tool(&corpus, "offcputime", &["--strict"]).0, 1);
}

#[test]
fn what_the_kernel_lacks_fails_and_may_be_left_out() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let (status, text, _) = tool(&corpus, "readahead", &["--modules", "none"]);
    assert_eq!(status, 1);
    assert!(text.contains("failed to find kernel BTF type ID of 'do_page_cache_ra': -ESRCH"), "{text}");
    let allowed = ["--allow", "do_page_cache_ra", "--allow", "FUNC __page_cache_alloc"];
    assert_eq!(tool(&corpus, "readahead", &allowed).0, 0);
    assert_eq!(tool(&corpus, "readahead", &["--ignore", "attach"]).0, 0);
    assert_eq!(tool(&corpus, "readahead", &["--program", "mark_page_accessed"]).0, 0);
    let (status, _, err) = tool(&corpus, "readahead", &["--program", "nobody"]);
    assert_eq!(status, 2);
    assert!(err.contains("it has no program nobody"), "{err}");
}

/// An object that libbpf does not open fails, whatever `--ignore` says.
#[test]
fn what_does_not_open_fails() {
    let Some(corpus) = part_or_skip("cases") else { return };
    let kernel = tests::fixture::folder().join("kernel.x86_64.btf");
    for (object, words) in [
        ("libbpf-refuses/pinbad.o", "map 'm': invalid pinning value 7."),
        ("static-program/st.o", "sec 'xdp': program 'hidden' is static and not supported"),
        ("btf-ext-broken/rec4.o", "Error loading ELF section .BTF.ext: -EINVAL. Ignored and continue."),
    ] {
        let object = corpus.root().join("cases").join(object);
        let ran = run(&["check", text(&object), "--target", text(&kernel), "--ignore", "open"]);
        assert_eq!(ran.status, 1, "{}", ran.text());
        assert!(ran.text().contains("does not open") && ran.text().contains(words), "{}", ran.text());
    }
}

/// libbpf refuses an object with a `.kconfig` variable that neither the kernel's configuration nor libbpf knows, before
/// it asks any kernel.
#[test]
fn values_that_no_configuration_has_fail() {
    let Ok(clang) = xtask::tools::CLANG.found().map_err(|why| tests::skip(&why)) else { return };
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("kconfig");
    std::fs::create_dir_all(&folder).expect("a folder");
    let kernel = tests::fixture::folder().join("kernel.x86_64.btf");
    for (name, fails) in [("FOO_BAR", true), ("CONFIG_HZ", false), ("LINUX_KERNEL_VERSION", false)] {
        let source = format!(
            "extern int {name} __attribute__((section(\".kconfig\")));\n\
             __attribute__((section(\"xdp\"), used)) int p(void *ctx) {{ return {name}; }}\n\
             char LICENSE[] __attribute__((section(\"license\"), used)) = \"GPL\";\n"
        );
        let (c, o) = (folder.join(format!("{name}.c")), folder.join(format!("{name}.o")));
        std::fs::write(&c, source).expect("a source");
        let args = ["-target", "bpfel", "-g", "-O2", "-c", "-o"];
        assert!(clang.command().args(args).arg(&o).arg(&c).status().expect("clang starts").success());
        let ran = run(&["check", text(&o), "--target", text(&kernel)]);
        let said = ran.text().contains("extern (kcfg) 'FOO_BAR': unrecognized virtual extern");
        assert_eq!((said, ran.status == 1), (fails, fails), "{name}: {}", ran.text());
    }
}

/// If the word after `--allow` is not the name of a need, a warning lists the needs. `FUNC` and `struct` are kinds of
/// needs, not names.
#[test]
fn what_is_allowed_has_to_be_needed() {
    let line = "check stories.clang.bpfel.o --target kernel.x86_64.btf --modules none --program gone";
    let (status, text, err) = ran(&words(&format!("{line} --allow do_page_cache_rq")));
    assert_eq!(status, 1, "{text}");
    assert!(err.starts_with("btfscope: warning: --allow do_page_cache_rq: there is no such need; there are "), "{err}");
    assert!(err.contains("FUNC do_page_cache_ra"), "{err}");
    for sort in ["FUNC", "struct", "byte_off"] {
        let (_, _, err) = ran(&words(&format!("{line} --allow {sort}")));
        assert!(err.contains(&format!("--allow {sort}: there is no such need")), "{err}");
    }
    let (_, text, err) = ran(&words(&format!("{line} --allow do_page_cache_ra")));
    assert!(err.is_empty() && !text.contains("do_page_cache_ra:"), "{err}\n{text}");
}

#[test]
fn a_function_that_a_module_may_have_is_no_failure() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    // The modules of 5.10 have no BTF, so libbpf cannot find the function there.
    let (status, text, _) = tool(&corpus, "mdflush", &[]);
    assert_eq!(status, 1, "{text}");
    assert!(text.contains("this kernel has no md_flush_request, and modules have BTF since 5.11 only"), "{text}");
    // On the other kernels nothing fails, but the result is not a pass.
    let with = |more: &[&str]| tool(&corpus, "mdflush", &[&["--require", "version:>=6.1"], more].concat());
    let (status, text, _) = with(&[]);
    assert_eq!(status, 3, "{text}");
    assert_eq!(with(&["--unknown", "ok"]).0, 0);
    assert_eq!(with(&["--unknown", "fail"]).0, 1);
    assert_eq!(text.lines().last(), Some("1 program: 1 cannot be told on 2 kernels"), "{text}");
    assert!(text.contains("cannot tell") && text.contains("; a module may have it"), "{text}");
    assert_eq!(tool(&corpus, "mdflush", &["--modules", "none"]).0, 1);
    assert_eq!(tool(&corpus, "mdflush", &["--strict"]).0, 1);
}

/// A folder without modules of the kernel proves nothing about the kernel's modules: a function that vmlinux lacks is
/// not reported as missing.
#[test]
fn a_folder_without_modules_is_no_proof() {
    let folder = folder("check-no-modules");
    let line =
        format!("check stories.clang.bpfel.o --target kernel.x86_64.btf --program gone --modules {}", text(&folder));
    let (status, said, err) = ran(&words(&line));
    assert_eq!(status, 3, "{said}");
    assert!(said.contains("; a module may have it"), "{said}");
    assert!(err.contains("no module of kernel.x86_64.btf is there"), "{err}");
    fs::copy(tests::fixture::folder().join("module.x86_64.btf"), folder.join("module.btf")).expect("a copy");
    let (status, said, err) = ran(&words(&line));
    assert_eq!((status, err.as_str()), (1, ""), "{said}");
}

#[test]
fn json_has_every_answer() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let (status, text, _) = tool(&corpus, "bitesize", &["--json", "--modules", "none"]);
    assert_eq!(status, 1);
    let json: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["kernels"][0]["version"], "5.10.223");
    assert_eq!(json["kernels"][2]["modules"], "none");
    let verdicts = &json["programs"][0]["verdicts"];
    assert_eq!((&verdicts[0]["load"], &verdicts[1]["load"]), (&"fails".into(), &"loads with fallback".into()));
    let reason = verdicts[0]["reasons"][0].as_u64().expect("a number");
    let need = json["needs"].as_array().expect("needs").iter().find(|n| n["id"] == reason).expect("the need");
    assert_eq!(need["kind"], "args");
    assert_eq!(need["answers"][0]["words"], "func 'block_rq_issue' doesn't have 2-th argument");
    assert_eq!(json["ranges"].as_array().map(Vec::len), Some(3));
}

#[test]
fn markdown_and_sarif_are_for_reviews() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let (_, text, _) = tool(&corpus, "readahead", &["--markdown", "--modules", "none"]);
    // The text has the object's path once, and a table for each program.
    assert!(text.starts_with("### ") && text.matches("readahead.bpf.o").count() == 1, "{text}");
    assert!(text.contains("**do_page_cache_ra** ("), "{text}");
    let headline = "Loads on 5.10.0-32-amd64. On 6.1.0-56-amd64 and";
    assert!(text.lines().nth(2).is_some_and(|line| line.starts_with(headline)), "{text}");
    assert_eq!(text.matches("| kernels | load | attach | why |\n|---|").count(), 4, "{text}");
    assert!(text.contains("| linux-6.1.0-56-amd64.btf.xz<br>linux-6.18.12"), "{text}");
    assert_eq!(text.lines().last(), Some("4 programs: 1 loads, 3 fail on 3 kernels"), "{text}");
    let (_, text, _) = tool(&corpus, "readahead", &["--sarif", "--modules", "none"]);
    let sarif: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(sarif["version"], "2.1.0");
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), 3, "three programs, each with one reason on two kernels");
    for result in results {
        assert_eq!((&result["level"], &result["ruleId"]), (&"error".into(), &"attach".into()));
        let place = &result["locations"][0]["physicalLocation"];
        assert!(
            place["artifactLocation"]["uri"].as_str().is_some_and(|uri| uri.ends_with("readahead.bpf.c")),
            "{place}"
        );
        assert!(place["region"]["startLine"].as_u64().is_some_and(|line| line > 1));
    }
}

#[test]
fn a_btf_without_functions_answers_relocations_only() {
    let (status, text, _) = ran(&words("check relo.clang.bpfel.o --target relo-old.bpfel.btf --program fields"));
    assert_eq!(status, 3, "{text}");
    assert!(text.contains("no functions of a kernel in this BTF"), "{text}");
    assert!(!text.contains("attach: attaches"), "{text}");
}

#[test]
fn the_other_byte_order_fails_with_libbpfs_words() {
    let (status, text, _) = ran(&words("check relo.clang.bpfel.o --target relo-old.bpfeb.btf"));
    assert_eq!(status, 1);
    assert!(text.contains("loading non-native endianness is unsupported"), "{text}");
    let (_, text, _) = ran(&words("check relo.clang.bpfel.o --target relo-old.bpfeb.btf --markdown"));
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| r")).collect();
    assert!(
        !rows.is_empty() && rows.iter().all(|row| row.ends_with("| loading non-native endianness is unsupported |")),
        "{text}"
    );
}

#[test]
fn bad_use_is_reported() {
    for line in [
        "check relo.clang.bpfel.o --atlas nowhere.atlas",
        "check relo.clang.bpfel.o --target nowhere.btf",
        "check kernel.x86_64.btf --target relo-old.bpfel.btf",
        "check relo.clang.bpfel.o --target relo-old.bpfel.btf --ignore nonsense",
        "check relo.clang.bpfel.o --target relo-old.bpfel.btf --modules nowhere",
    ] {
        let (status, text, err) = ran(&words(line));
        assert_eq!((status, text.as_str()), (2, ""), "{line}");
        assert!(!err.is_empty(), "{line}");
    }
}

/// Makes an atlas of [`KERNELS`], without a file of the names in modules. Returns its path.
fn atlas(corpus: &Corpus, test: &str) -> String {
    let path = folder(test).join("k.atlas");
    let path = text(&path).to_owned();
    let kernels = KERNELS.map(|k| text(&corpus.root().join("kernels").join(k)).to_owned()).join(" ");
    let meta = corpus.root().join("kernels/INDEX.tsv");
    good(&format!("atlas build -o {path} --meta {} {kernels}", text(&meta)));
    path
}

/// Kernels in an atlas have the same verdicts as the same kernels given as files.
#[test]
fn an_atlas_answers_as_its_kernels() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let atlas = atlas(&corpus, "check-atlas");
    // A kfunc that vmlinux lacks may be in a module, but the modules of 5.10 have no BTF.
    let objects = [("stories.clang.bpfel.o", 1), ("stories-kfunc.clang.bpfel.o", 1), ("stories-ops.clang.bpfel.o", 1)];
    for (object, expected) in objects {
        let targets = KERNELS.map(|k| format!("--target {}", text(&corpus.root().join("kernels").join(k))));
        let verdicts = |from: &str| {
            let (status, text, err) = ran(&words(&format!("check {object} {from} --json")));
            assert_eq!((status, err.as_str()), (expected, ""), "{object}");
            let json: Value = serde_json::from_str(&text).expect("JSON");
            json["programs"].clone()
        };
        assert_eq!(verdicts(&format!("--atlas {atlas}")), verdicts(&targets.join(" ")), "{object}");
    }
}

/// A program that reads registers of x86 is not expected to run on arm64, unless the user asks for arm64.
#[test]
fn kernels_of_another_architecture_decide_when_they_are_meant() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let path = folder("check-arch").join("k.atlas");
    let kernel = |name: &str| text(&corpus.root().join("kernels").join(name)).to_owned();
    let x86 = kernel("linux-6.18.12+deb13-amd64_6.18.12-1-bpo13+1.btf.xz");
    let arm = kernel("linux-6.18.12+deb13-arm64_6.18.12-1-bpo13+1.btf.xz");
    let meta = kernel("INDEX.tsv");
    good(&format!("atlas build -o {} --meta {meta} {x86} {arm}", text(&path)));
    let with = |more: &[&str]| {
        let words = ["check", "stories-regs-x86.clang.bpfel.o", "--ignore", "attach", "--atlas", text(&path)];
        run(&[&words[..], more].concat())
    };
    let two = ["--program", "own", "--program", "clean"];
    let line = "another architecture own (kprobe/vfs_read) on 6.18.12+deb13-arm64, not required";
    for more in [&[][..], &["--require", "version:>=6.1"], &["--require", "arch:amd64"]] {
        let all = with(&[&two[..], more].concat());
        assert_eq!(all.status, 0, "{more:?}: {}", all.text());
        assert!(all.text().contains(line), "{}", all.text());
        assert!(all.text().ends_with("2 programs: 2 load on 6.18.12+deb13-amd64\n"), "{}", all.text());
        let table = with(&[&two[..], more, &["--markdown"]].concat());
        assert!(table.status == 0 && !table.text().contains("arm64"), "{}", table.text());
        let sarif = with(&[&two[..], more, &["--sarif"]].concat());
        assert!(sarif.status == 0 && !sarif.text().contains("arm64"), "{}", sarif.text());
        let json: Value = serde_json::from_str(with(&[&two[..], more, &["--json"]].concat()).text()).expect("JSON");
        for verdict in json["programs"][0]["verdicts"].as_array().expect("verdicts") {
            let kernel = &json["kernels"][verdict["kernels"][0].as_u64().expect("a place") as usize];
            let is_arm = kernel["arch"] == "arm64";
            assert_eq!((verdict["another_architecture"] == true, kernel["required"] == false), (is_arm, is_arm));
            assert_eq!(verdict["load"], if is_arm { "fails" } else { "loads" });
        }
    }
    // The user asks for arm64 by a query with the architecture, by naming a file, or by giving no other kernels.
    let why = "pt_regs.di is a register of amd64 and i386, and this kernel is of arm64";
    for more in
        [["--require", "arch:arm64"], ["--require", "arch:amd64,arm64"], ["--target", &arm], ["--where", "arch:arm64"]]
    {
        let one = with(&[&two[..], &more].concat());
        assert!(one.status == 1 && one.text().contains(why), "{more:?}: {}", one.text());
        assert!(one.text().contains("fails               own (kprobe/vfs_read)"), "{}", one.text());
    }
    // `any` asks which registers exist, and loads on both kernels. `nobody` reads a register of neither architecture,
    // and loads on no kernel.
    assert_eq!(with(&["--program", "any", "--require", "arch:amd64,arm64"]).status, 0);
    let nobody = with(&["--program", "nobody"]);
    assert!(nobody.status == 1 && !nobody.text().contains("is a register of"), "{}", nobody.text());
}

/// A program is not expected to run on machines of the other byte order, unless the user asks for them.
#[test]
fn kernels_of_the_other_byte_order_decide_when_they_are_meant() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let path = folder("check-order").join("k.atlas");
    let kernel = |name: &str| text(&corpus.root().join("kernels").join(name)).to_owned();
    let little = kernel("linux-6.12.107+deb13-amd64_6.12.107-1.btf.xz");
    let big = kernel("linux-6.12.107+deb13-s390x_6.12.107-1.btf.xz");
    let meta = kernel("INDEX.tsv");
    good(&format!("atlas build -o {} --meta {meta} {little} {big}", text(&path)));
    let with = |more: &[&str]| {
        let words = ["check", "stories.clang.bpfel.o", "--program", "helper", "--atlas", text(&path)];
        run(&[&words[..], more].concat())
    };
    let all = with(&[]);
    assert_eq!(all.status, 0, "{}", all.text());
    assert!(all.text().contains("another architecture helper (kprobe/vfs_open) on 6.12.107+deb13-s390x, not required"));
    assert_eq!(with(&["--require", "arch:amd64"]).status, 0);
    // The user asks for s390x by a query, by naming a file, or by giving no other kernels.
    assert_eq!(with(&["--require", "arch:s390x"]).status, 1);
    assert_eq!(with(&["--target", &big]).status, 1);
    assert_eq!(with(&["--where", "arch:s390x"]).status, 1);
}

#[test]
fn only_required_kernels_decide() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let atlas = atlas(&corpus, "check-require");
    let with = |require: &str| {
        let words = ["check", "stories.clang.bpfel.o", "--program", "helper", "--atlas", &atlas, "--require", require];
        run(&words)
    };
    let some = with("distribution:debian arch:amd64 version:>=6.1");
    assert_eq!(some.status, 0, "{}", some.text());
    // Results on required kernels come first. The other results have no reasons.
    let lines: Vec<&str> = some.text().lines().filter(|line| line.contains("helper (kprobe/vfs_open) on")).collect();
    assert_eq!(lines.len(), 2, "{}", some.text());
    assert!(lines[0].starts_with("  loads "), "{}", some.text());
    assert_eq!(lines[1], "  fails               helper (kprobe/vfs_open) on 5.10.0-32-amd64, not required");
    assert!(!some.text().contains("newer than this kernel"), "{}", some.text());
    let all = "distribution:debian arch:amd64 version:>=6.1";
    let line = ["check", "stories.clang.bpfel.o", "--program", "helper", "--atlas", &atlas, "--require", all];
    let sarif: Value = serde_json::from_str(run(&[&line[..], &["--sarif"]].concat()).text()).expect("JSON");
    assert_eq!(sarif["runs"][0]["results"].as_array().map(Vec::len), Some(0));
    let table = run(&[&line[..], &["--markdown"]].concat());
    assert!(table.text().ends_with("| loads | likely |  |\n\n1 program: 1 loads on 2 kernels\n"), "{}", table.text());
    assert!(!table.text().contains("5.10"), "{}", table.text());
    assert_eq!(with("version:5.10").status, 1);
    // If no kernel is required, nothing is checked. That must not look like success.
    let none = with("version:>=9");
    assert_eq!(none.status, 2);
    assert!(none.err.contains("no kernel fits the conditions"), "{}", none.err);
    assert_eq!(with("version:>=6.1 colour:red").status, 2);
    let kernel = corpus.root().join("kernels").join(KERNELS[0]);
    let of_file = |require: &str| {
        let words = ["check", "stories.clang.bpfel.o", "--program", "helper", "--target", text(&kernel)];
        run(&[&words[..], &["--atlas", &atlas, "--require", require]].concat())
    };
    assert_eq!(of_file("version:6.1 distribution:debian").status, 0);
    assert_eq!(of_file("version:<6 arch:amd64").status, 1);
}

#[test]
fn the_atlas_that_comes_along_is_found() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let atlas = atlas(&corpus, "check-default");
    let words = ["check", "stories.clang.bpfel.o", "--program", "helper", "--where", "version:>=6.1"];
    let ran = program().args(words).env("BTFSCOPE_ATLAS", &atlas).output().expect("it runs");
    assert_eq!(ran.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&ran.stderr), format!("btfscope: kernels of {atlas}\n"));
    // A copy of btfscope in another folder, first alone, then beside an atlas.
    let folder = folder("check-alone");
    let copy = folder.join("btfscope");
    fs::copy(env!("CARGO_BIN_EXE_btfscope"), &copy).expect("copied");
    let alone = || {
        let mut command = std::process::Command::new(&copy);
        command.current_dir(tests::fixture::folder()).args(words).env_remove("BTFSCOPE_ATLAS");
        command.output().expect("it runs")
    };
    // Alone, the copy asks the kernels of the atlas inside it.
    let inside = String::from_utf8_lossy(&alone().stderr).into_owned();
    assert!(inside.starts_with("btfscope: kernels of debian.atlas (inside btfscope)\n"), "{inside}");
    fs::create_dir(folder.join("static")).and_then(|()| fs::create_dir(folder.join("static/atlas"))).expect("folders");
    fs::copy(&atlas, folder.join("static/atlas/debian.atlas")).expect("copied");
    let beside = alone();
    assert_eq!(beside.status.code(), Some(0));
    assert!(!String::from_utf8_lossy(&beside.stderr).contains("inside"));
}
