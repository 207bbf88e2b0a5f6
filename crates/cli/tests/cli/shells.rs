//! The completions that the shells themselves offer: bash in every run, zsh and fish only in the extended run.

use std::fs;
use std::path::Path;
use std::process::Command;

use tests::extended::is_extended;
use xtask::tools::{BASH, FISH, Tool, ZSH};

use crate::run::{folder, good, text};

/// A command that runs the shell in this folder, with the completions in the file `file` there; `None`, with a message,
/// if the shell is not installed.
fn shell(tool: &Tool, folder: &Path, file: &str) -> Option<Command> {
    let found = tool.found().map_err(|why| tests::skip(&why)).ok()?;
    fs::write(folder.join(file), good(&format!("completions {}", tool.name))).expect("written");
    let mut command = found.command();
    command.current_dir(folder).env("HOME", folder).env("XDG_CONFIG_HOME", folder).env("XDG_DATA_HOME", folder);
    Some(command)
}

fn said(command: &mut Command, script: &str) -> String {
    let output = command.args(["-c", script]).output().expect("the shell runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{script}: {error}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn bash_completes_commands_options_and_words() {
    let folder = folder("shells-bash");
    let Some(mut bash) = shell(&BASH, &folder, "btfscope.bash") else { return };
    // Does what bash's readline does: sets the words and the index of the word to complete, and calls the function that
    // `complete` was given.
    let asked = |words: &str, current: &str, before: &str| {
        let at = words.split(' ').count() - 1;
        format!(
            "COMP_WORDS=({words}); COMP_CWORD={at}; COMPREPLY=(); _btfscope btfscope '{current}' {before}; echo \"${{COMPREPLY[@]}}\"\n"
        )
    };
    let script = ". ./btfscope.bash\ncomplete -p btfscope\n".to_owned()
        + &asked("btfscope lay", "lay", "btfscope")
        + &asked("btfscope layout --re", "--re", "layout")
        + &asked("btfscope atlas ex", "ex", "atlas")
        + &asked("btfscope info --color a", "a", "--color");
    let got = said(bash.arg("--norc"), &script);
    let lines: Vec<&str> = got.lines().collect();
    assert!(lines.first().is_some_and(|line| line.ends_with("-F _btfscope btfscope")), "{got}");
    assert_eq!(lines.get(1..), Some(&["layout", "--reorganize", "extract export", "auto always"][..]), "{got}");
}

#[test]
fn fish_completes_commands_options_and_words() {
    if !is_extended() {
        return;
    }
    let folder = folder("shells-fish");
    let Some(mut fish) = shell(&FISH, &folder, "btfscope.fish") else { return };
    let script = "source btfscope.fish; for line in 'lay' 'layout --re' 'atlas ex' 'info --color a'; \
                  complete -C \"btfscope $line\"; end";
    let got = said(fish.arg("--no-config"), script);
    let words: Vec<&str> = got.lines().filter_map(|line| line.split('\t').next()).collect();
    assert_eq!(words, ["layout", "--reorganize", "export", "extract", "always", "auto"], "{got}");
}

/// zsh completes only at a terminal. So one zsh starts another zsh at a pseudo-terminal (`zsh/zpty`), and types the
/// keys there.
#[test]
fn zsh_completes_commands_and_options() {
    if !is_extended() {
        return;
    }
    let folder = folder("shells-zsh");
    let Some(mut zsh) = shell(&ZSH, &folder, "_btfscope") else { return };
    let script = format!(
        "zmodload zsh/zpty
zpty z {zsh} -f -i
zpty -w z 'PS1=; fpath=({at} $fpath); autoload -Uz compinit; compinit -u -D; print READ''Y'
zpty -r -m z line '*READY*' || exit 3
zpty -n -w z $'btfscope layo\\t'
zpty -r -m z line '*layout*' || exit 4
zpty -n -w z $'--reorg\\t'
zpty -r -m z line '*--reorganize*' || exit 5
zpty -d z
print completed",
        zsh = "zsh",
        at = text(&folder),
    );
    assert_eq!(said(zsh.arg("-f"), &script), "completed\n");
}
