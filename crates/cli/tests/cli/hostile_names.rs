//! Names with control characters, quotes and separators do not change the lines, columns and quotes of the output of
//! any command.

use std::fs;
use std::path::{Path, PathBuf};

use crate::help::each_is_typed;
use crate::run::{Run, folder, run, text};

/// Hostile beginnings of names. Each replaces the same number of bytes at the start of an existing name.
const HOSTILE: [&[u8]; 11] = [
    // A workflow command of GitHub at the start of a line; the rest of the name follows.
    b"\n::",
    b"\r\x1b]",
    b"\t|`",
    b"\",\"",
    b"</a",
    b"=1+",
    "\u{202e}".as_bytes(),
    "\u{200b}".as_bytes(),
    "\u{9b}m".as_bytes(),
    b"\xff\xfe*",
    b"'$(",
];

/// The names that are changed: of types, members, enumerators, functions, sections and maps of the fixtures.
const NAMES: [&str; 26] = [
    "moved",
    "flags",
    "level",
    "cell",
    "column",
    "grid",
    "mode",
    "MODE_ON",
    "MODE_GONE",
    "tail",
    "first",
    "value",
    "bytes",
    "gone",
    "retyped",
    "resized",
    "twice",
    "too_wide",
    "state",
    "lost_member",
    "moves",
    "fields",
    "types",
    "bounds",
    "task_struct",
    "net_device",
];

/// Writes a fixture in which each of [`NAMES`] begins with the hostile text.
fn spoilt(fixture: &str, hostile: &[u8], at: &Path) -> PathBuf {
    let mut bytes = fs::read(tests::fixture::folder().join(fixture)).expect("the fixture");
    for name in NAMES {
        let whole = |bytes: &[u8], i: usize| {
            let word = |b: Option<&u8>| b.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
            !word(bytes.get(i.wrapping_sub(1))) && !word(bytes.get(i + name.len()))
        };
        let places: Vec<usize> = bytes
            .windows(name.len())
            .enumerate()
            .filter(|(i, w)| *w == name.as_bytes() && whole(&bytes, *i))
            .map(|(i, _)| i)
            .collect();
        for place in places {
            bytes[place..place + hostile.len()].copy_from_slice(hostile);
        }
    }
    let path = at.join(fixture);
    fs::write(&path, bytes).expect("written");
    path
}

fn hostile_name(hostile: &[u8], name: &str) -> String {
    btf::visible(&[hostile, &name.as_bytes()[hostile.len()..]].concat()).into_owned()
}

/// Checks that a text has no control characters except line feeds and tabs, no invisible or direction-changing
/// characters, and no workflow command.
fn is_plain(what: &str, text: &str) {
    for line in text.split('\n') {
        assert!(!line.trim_start().starts_with("::"), "{what}: a command: {line:?}");
        let odd = line.chars().find(|&c| c != '\t' && btf::alters_text(c));
        assert_eq!(odd, None, "{what}: {line:?}");
    }
}

fn checked(args: &[&str]) -> Run {
    let what = args.join(" ");
    let run = run(args);
    let out = std::str::from_utf8(&run.out).unwrap_or_else(|e| panic!("{what}: {e}"));
    is_plain(&what, out);
    is_plain(&what, &run.err);
    assert!(run.status <= 3 && !run.err.contains("panicked"), "{what}: {}", run.err);
    run
}

/// Command lines about files with hostile names: `F` is the file, `N` the hostile text.
const ON_FILES: [&[&str]; 20] = [
    &["view", "F", "--page", "F"],
    &["info", "F"],
    &["dump", "F", "--base", "F", "-f", "c"],
    &["layout", "F", "N"],
    &["diff", "F", "relo-new.bpfel.btf"],
    &["field", "moved.cell", "F", "relo-new.bpfel.btf"],
    &["field", "moved.cell", "F", "relo-new.bpfel.btf", "-f", "csv"],
    &["relocs", "core.clang.bpfel.o", "-t", "F"],
    &["check", "core.clang.bpfel.o", "--target", "F"],
    &["check", "core.clang.bpfel.o", "--target", "F", "--markdown"],
    &["check", "F", "--target", "F"],
    &["verify", "F"],
    &["extract", "F", "-o", "F"],
    &["encode", "F", "-o", "F"],
    &["history", "N", "--atlas", "F"],
    &["which", "F", "--atlas", "F"],
    &["read", "N", "--atlas", "F"],
    &["scratch", "F"],
    &["log", "F", "F"],
    &["lesson", "F", "-o", "F"],
];

/// Commands that print no names of a file.
const LEFT_OUT: [(&str, &str); 2] = [("completions", "it reads no file"), ("man", "it reads no file")];

/// Checks the output of every command, and of most commands also with colours and in each format.
#[test]
fn no_name_alters_what_is_around_it() {
    for (n, hostile) in HOSTILE.into_iter().enumerate() {
        let folder = folder(&format!("hostile_names{n}"));
        let spoil = |fixture: &str| spoilt(fixture, hostile, &folder);
        let [old, new, prog, relo, kernel] = [
            "relo-old.bpfel.btf",
            "relo-new.bpfel.btf",
            "core.clang.bpfel.o",
            "relo.clang.bpfel.o",
            "kernel.x86_64.btf",
        ]
        .map(spoil);
        let [old, new, prog, relo, kernel] = [&old, &new, &prog, &relo, &kernel].map(|path| text(path));
        let (moved, task) = (&*hostile_name(hostile, "moved"), &*hostile_name(hostile, "task_struct"));
        let member = format!("{moved}.{}", hostile_name(hostile, "cell"));
        let atlas = folder.join("x.atlas");
        let atlas = text(&atlas);
        // An atlas only takes names in UTF-8.
        let in_atlas = std::str::from_utf8(hostile).is_ok();
        let build = &["atlas", "build", "-o", atlas, old, new][..];
        let built = checked(build);
        assert_eq!(built.status, if in_atlas { 0 } else { 2 }, "{}", built.err);

        // The escaped name, as shown, finds the type.
        let found_by_name = [
            &["dump", old, "--type", moved][..],
            &["dump", old, "-f", "c", "--type", moved],
            &["layout", old, moved],
            &["users", old, moved],
            &["path", old, moved, &hostile_name(hostile, "cell")],
            &["field", &member, old, new],
            &["diff", old, new, moved],
            &["value", old, moved, &"00".repeat(88)],
            &["graph", old, moved, "-f", "table"],
            &["picture", old, moved],
            &["history", "--atlas", atlas, moved],
            &["history", "--atlas", atlas, &member],
            &["layout", kernel, task],
            &["link", old, moved],
        ];
        for args in found_by_name {
            let run = checked(args);
            // In a list of fields a comma ends the path. An atlas that was not built has no types.
            if args.contains(&member.as_str()) && hostile.contains(&b',') || args.contains(&atlas) && !in_atlas {
                continue;
            }
            let differs = i32::from(args[0] == "diff");
            assert_eq!(run.status, differs, "{args:?}: {}", run.err);
            let found = run.text().contains(moved)
                || run.text().contains(task)
                || matches!(args[0], "picture" | "at" | "dump" | "diff" | "link" | "value");
            assert!(found, "{args:?}: {}", run.text());
        }

        let link = checked(&["link", old, moved]).text().to_owned();
        let [tailored, merged, exported] = ["tailored", "merged", "exported"].map(|name| folder.join(name));
        let commands: &[&[&str]] = &[
            &["info", old],
            &["info", prog],
            &["info", relo],
            &["dump", old],
            &["dump", old, "-f", "c"],
            &["dump", old, "-f", "c", "--portable"],
            &["dump", old, "-f", "asm", "--annotate"],
            &["dump", relo, "-f", "asm"],
            &["dump", old, "-f", "rust"],
            &["dump", old, "-f", "zig"],
            &["dump", old, "-f", "go"],
            &["find", old, "kind:struct"],
            &["bytes", old, "0x40", "0x80"],
            &["at", old, &format!("{moved}+4")],
            &["diff", old, new],
            &["diff", old, new, "--details"],
            &["graph", old, moved],
            &["disasm", prog],
            &["disasm", relo, "--source"],
            &["disasm", relo, "--llvm"],
            &["relocs", prog],
            &["relocs", prog, "--target", old, "--target", new],
            &["relocs", relo, "--target", old],
            &["relocs", relo, "--elf"],
            &["symbols", relo],
            &["calls", prog],
            &["calls", relo, "--records"],
            &["verify", old],
            &["verify", old, "--log"],
            &["verify", prog],
            &["check", prog, "--target", old, "--target", new],
            &["check", prog, "--atlas", atlas],
            &["check", relo, "--target", new],
            &["atlas", "list", atlas],
            &["atlas", "index", text(&folder), "-o", "-"],
            &["hooks", kernel, "tracepoints"],
            &["kfuncs", kernel],
            &["ids", kernel],
            &["tailor", prog, "--target", old, "-o", text(&tailored)],
            &["open", link.trim()],
            &["inlined", kernel],
            &["base", old, "--base", new, new],
            &["atlas", "add", atlas, new],
            &["atlas", "merge", atlas, "-o", text(&merged)],
            &["atlas", "extract", atlas, "relo-old.bpfel.btf", "-o", text(&tailored)],
            &["atlas", "export", atlas, "-o", text(&exported)],
            &["atlas", "modules", atlas, moved],
            &["atlas", "remove", text(&merged), "relo-old.bpfel.btf"],
        ];
        let typed = [&[build], &found_by_name[..], commands, &ON_FILES].concat();
        each_is_typed(&typed.iter().map(|args| args.join(" ")).collect::<Vec<_>>(), &LEFT_OUT);
        for args in commands {
            checked(args);
            checked_with_colours(args);
        }
        for (format, args) in [
            ("json", &["info", old, "--json"][..]),
            ("json", &["dump", old, "-f", "json"]),
            ("json", &["layout", old, moved, "--json"]),
            ("json", &["find", old, "kind:struct", "--json"]),
            ("json", &["diff", old, new, "--json"]),
            ("json", &["relocs", prog, "--target", old, "--json"]),
            ("json", &["check", prog, "--target", old, "--json"]),
            ("json", &["check", prog, "--target", old, "--sarif"]),
            ("json", &["verify", old, "--json"]),
            ("json", &["disasm", relo, "--json"]),
            ("json", &["calls", relo, "--json"]),
            ("json", &["history", "--atlas", atlas, moved, "--json"]),
            ("json", &["which", new, "--atlas", atlas, "--json"]),
            ("json", &["field", &member, old, new, "--json"]),
            ("tsv", &["relocs", prog, "--target", old, "-f", "tsv"]),
            ("tsv", &["relocs", relo, "--elf", "-f", "tsv"]),
            ("tsv", &["symbols", relo, "-f", "tsv"]),
            ("tsv", &["kfuncs", kernel, "-f", "tsv"]),
            ("csv", &["field", &member, old, new, "-f", "csv"]),
            ("markdown", &["check", prog, "--target", old, "--target", new, "--markdown"]),
            ("svg", &["picture", old, moved]),
            ("svg", &["graph", old, moved]),
        ] {
            let run = checked(args);
            if run.out.is_empty() && (hostile.contains(&b',') || args.contains(&atlas) && !in_atlas) {
                continue;
            }
            keeps_its_form(format, &args.join(" "), run.text());
        }
    }
}

/// Names of files, and words that the user typed, are escaped in the same way.
#[cfg(unix)]
#[test]
fn no_file_name_alters_what_is_around_it() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    for (n, hostile) in HOSTILE.into_iter().enumerate() {
        let folder = folder(&format!("hostile_files{n}"));
        let name = OsStr::from_bytes(hostile).to_string_lossy().replace('/', "_");
        // A file in the folder is named by the hostile text, cut to 60 characters.
        let path = folder.join(format!("{}.btf", name.chars().take(60).collect::<String>()));
        fs::write(&path, tests::fixture::read("relo-old.bpfel.btf")).expect("written");
        let file = text(&path);
        for words in ON_FILES {
            let word = |word: &&'static str| match *word {
                "F" => file.to_owned(),
                "N" => name.clone(),
                word => word.to_owned(),
            };
            let args: Vec<String> = words.iter().map(word).collect();
            checked(&args.iter().map(String::as_str).collect::<Vec<_>>());
        }
    }
}

/// The comment in which `open` says what a link shows has names from the link: of its file, and of the type. Behind the
/// comment stands C, which a name must not add to.
#[test]
fn no_name_in_a_link_ends_the_comment_of_open() {
    let made = run(&["link", "kernel.x86_64.btf", "task_struct"]);
    assert_eq!(made.status, 0, "{}", made.err);
    let link = made.text().trim();
    // With a space behind the end of a comment and without.
    for hostile in ["*/int evil;/*", "*/ int evil; /*", "**/*/int evil;/*"] {
        for (from, to) in [
            (";name=kernel.x86_64.btf&", format!(";name={hostile}&")),
            ("&t=task_struct&", format!("&t={hostile}&")),
            ("&kind=struct&", format!("&kind={hostile}&")),
        ] {
            assert!(link.contains(from), "{link}");
            let opened = checked(&["open", &link.replace(from, &to)]);
            assert_eq!(opened.status, 0, "{to}: {}", opened.err);
            let first = opened.text().lines().next().unwrap_or_default();
            assert!(first.starts_with("/* ") && first.contains("int evil;"), "{to}: {first}");
            assert_eq!(first.find("*/"), Some(first.len() - 2), "{to}: {first}");
        }
    }
}

/// Checks that colours are the only escape sequences in the output.
fn checked_with_colours(args: &[&str]) {
    let run = run(&[&["--color", "always"], args].concat());
    let out = String::from_utf8(run.out).expect("UTF-8");
    let mut plain = String::new();
    for (i, piece) in out.split("\x1b[").enumerate() {
        let rest = match i {
            0 => piece,
            _ => {
                piece
                    .split_once('m')
                    .filter(|(code, _)| code.len() <= 3 && code.bytes().all(|b| b.is_ascii_digit() || b == b';'))
                    .expect("a colour")
                    .1
            }
        };
        plain.push_str(rest);
    }
    is_plain(&args.join(" "), &plain);
}

fn keeps_its_form(format: &str, what: &str, text: &str) {
    match format {
        "json" => {
            serde_json::from_str::<serde_json::Value>(text).unwrap_or_else(|e| panic!("{what}: {e}: {text}"));
        }
        "tsv" => {
            let columns: Vec<usize> = text.lines().map(|line| line.split('\t').count()).collect();
            assert!(columns.windows(2).all(|w| w[0] == w[1]), "{what}: {columns:?}: {text}");
        }
        "csv" => {
            let columns: Vec<usize> = text.lines().map(csv_columns).collect();
            assert!(columns.windows(2).all(|w| w[0] == w[1]), "{what}: {columns:?}: {text}");
        }
        "markdown" => {
            let columns = |line: &str| line.replace("\\|", "").matches('|').count();
            let mut last = None;
            for line in text.lines() {
                let is_row = line.starts_with('|');
                let now = is_row.then(|| columns(line));
                assert!(last.is_none() || now.is_none() || last == now, "{what}: {line}");
                assert!(!line.contains("</a"), "{what}: HTML: {line}");
                last = now;
            }
        }
        _ => assert!(!text.contains("</a") && text.matches('<').count() == text.matches('>').count(), "{what}: {text}"),
    }
}

/// The number of columns in a line of CSV (RFC 4180) without line feeds in fields.
fn csv_columns(line: &str) -> usize {
    let mut quoted = false;
    1 + line
        .chars()
        .filter(|&c| {
            quoted ^= c == '"';
            c == ',' && !quoted
        })
        .count()
}
