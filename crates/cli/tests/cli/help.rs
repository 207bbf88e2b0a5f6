//! Help and bad use.

use std::env;
use std::fs;
use std::path::Path;

use crate::run::{bad, folder, good, program, run, text};
use tests::golden::golden;

/// All commands in the order of the help. The subcommands of a command follow the command: `atlas`, `atlas build`.
pub fn commands() -> Vec<String> {
    let mut all = Vec::new();
    below("", &mut all);
    assert!(all.len() > 30, "{all:?}");
    all
}

fn below(parent: &str, all: &mut Vec<String>) {
    let help = good(&format!("{parent} --help"));
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    for word in listed.filter_map(|line| line.split_whitespace().next()) {
        let name = format!("{parent} {word}").trim_start().to_owned();
        all.push(name.clone());
        below(&name, all);
    }
}

/// Commands that read no file, whatever is typed. Tests of files leave them out.
const READ_NOTHING: [&str; 2] = ["help", "atlas path"];

/// Checks that a test's lists name every command, so that a new command has to be added to one of them: `typed` has
/// command lines without the program's name, `left_out` has commands with the reason why they are not typed.
pub fn each_is_typed<S: AsRef<str>>(typed: &[S], left_out: &[(&str, &str)]) {
    let all = commands();
    for (name, why) in left_out {
        assert!(all.iter().any(|command| command == name), "{name} is no command; it was left out: {why}");
    }
    for command in all.iter().filter(|command| !READ_NOTHING.contains(&command.as_str())) {
        let begins = |words: &str| words == command || words.starts_with(&format!("{command} "));
        let is_typed = typed.iter().any(|words| begins(words.as_ref()));
        let why = left_out.iter().find(|(name, _)| name == command);
        assert_ne!(is_typed, why.is_some(), "{command}: type it in this test, or say why not, and not both: {why:?}");
    }
}

#[test]
fn help_is_as_it_was() {
    let mut text = good("--help");
    for command in commands() {
        text += &format!("\n==== {command} ====\n\n{}", good(&format!("{command} --help")));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/help.txt");
    golden(&path, text.as_bytes());
}

#[test]
fn every_command_has_examples() {
    for command in commands() {
        let help = good(&format!("{command} --help"));
        let examples = help.lines().filter(|line| line.contains(&format!("btfscope {command} "))).count();
        assert!(examples >= 2, "{command}: {help}");
    }
}

#[test]
fn help_of_a_command_is_what_its_option_prints() {
    for command in commands() {
        assert_eq!(good(&format!("help {command}")), good(&format!("{command} --help")), "{command}");
    }
    assert_eq!(good("help"), good("--help"));
    assert_eq!(bad("help layuot", 2), "help: there is no command “layuot”: did you mean layout?");
    assert_eq!(bad("help atlas lsit", 2), "help: there is no command “lsit”: did you mean list?");
    assert_eq!(bad("help zzzzzz", 2), "help: there is no command “zzzzzz”; `btfscope help` lists all");
}

#[test]
fn shells_complete_every_command() {
    for shell in ["bash", "zsh", "fish"] {
        let script = good(&format!("completions {shell}"));
        for command in commands() {
            let word = command.rsplit(' ').next().expect("a word");
            assert!(script.contains(word), "{shell}: {command}");
        }
        for option in ["how", "reorganize", "cache-line"] {
            assert!(script.contains(option), "{shell}: {option}");
        }
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = folder("man");
    let written = good(&format!("man {}", text(&folder)));
    let names = commands().into_iter().map(|command| format!("btfscope-{}.1", command.replace(' ', "-")));
    let mut names: Vec<String> = names.chain(["btfscope.1".to_owned()]).collect();
    names.sort();
    let mut found: Vec<String> =
        written.lines().map(|path| path.rsplit('/').next().expect("a name").to_owned()).collect();
    found.sort();
    assert_eq!(found, names);
    let page = fs::read_to_string(folder.join("btfscope-atlas-list.1")).expect("a page");
    for part in [".TH btfscope-atlas-list 1", "List the kernels of an atlas", "\\-\\-where", "SYNOPSIS"] {
        assert!(page.contains(part), "{part}: {page}");
    }
}

/// The pages have the sections of man-pages(7), each once, and all examples of the help.
#[test]
fn manual_pages_have_sections_and_a_date() {
    let folder = folder("man-sections");
    // `date -u -d @1700000000 +%F`
    let written = program().args(["man", text(&folder)]).env("SOURCE_DATE_EPOCH", "1700000000").output();
    assert!(written.is_ok_and(|output| output.status.success()));
    for command in commands() {
        let page =
            fs::read_to_string(folder.join(format!("btfscope-{}.1", command.replace(' ', "-")))).expect("a page");
        let title = format!(
            ".TH btfscope-{} 1 2023-11-14 \"btfscope {}\"",
            command.replace(' ', "-"),
            env!("CARGO_PKG_VERSION")
        );
        assert!(page.contains(&title), "{title}: {page}");
        let sections: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
        let wanted = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "\"EXIT STATUS\"", "EXAMPLES", "\"SEE ALSO\""];
        let listed: Vec<&str> = sections.iter().copied().filter(|name| *name != "SUBCOMMANDS").collect();
        assert_eq!(listed, wanted, "{command}");
        let (_, status) = page.split_once(".SH \"EXIT STATUS\"\n").expect("a section");
        let status = status.lines().next().unwrap_or_default();
        assert!(status.starts_with('0') && status.ends_with('.'), "{command}: {status}");
        let help = good(&format!("{command} --help"));
        let plain = |text: &str| text.replace("\\\\", "\\e").replace('-', "\\-").replace('\'', "\\*(Aq");
        for line in help.lines().filter(|line| line.contains(&format!("btfscope {command} "))) {
            let is_there = page.contains(&plain(line.trim())) || line.starts_with("Usage");
            assert!(is_there, "{command}: {line}: {page}");
        }
    }
    let page = fs::read_to_string(folder.join("btfscope-history.1")).expect("a page");
    assert!(page.contains("Of this command 1: no kernel has it."), "{page}");
    let bad = program().args(["man", text(&folder)]).env("SOURCE_DATE_EPOCH", "yesterday").output().expect("it runs");
    assert_eq!(bad.status.code(), Some(2));
}

#[test]
fn bad_use_is_status_2() {
    let uses: [&[&str]; 8] = [
        &[],
        &["dance"],
        &["dump"],
        &["dump", "kernel.x86_64.btf", "--format", "pdf"],
        &["dump", "kernel.x86_64.btf", "--type"],
        &["info", "kernel.x86_64.btf", "another"],
        &["find", "kernel.x86_64.btf"],
        &["bytes", "kernel.x86_64.btf"],
    ];
    for args in uses {
        let run = run(args);
        assert_eq!((run.status, run.text()), (2, ""), "{args:?}");
        assert!(!run.err.is_empty(), "{args:?}");
    }
    assert_eq!(good("--version"), format!("btfscope {}\n", env!("CARGO_PKG_VERSION")));
}
