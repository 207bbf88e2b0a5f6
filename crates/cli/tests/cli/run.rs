//! Runs the program.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tests::fixture;

/// The result of a run.
pub struct Run {
    /// The exit status.
    pub status: i32,
    /// Standard output.
    pub out: Vec<u8>,
    /// Standard error.
    pub err: String,
}

impl Run {
    /// From the output of a process.
    pub fn of(output: Output) -> Run {
        let err = String::from_utf8(output.stderr).expect("messages are UTF-8");
        Run { status: output.status.code().expect("it was not killed"), out: output.stdout, err }
    }

    /// Standard output as text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.out).expect("UTF-8")
    }
}

/// The program, started in the folder of the fixtures.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_btfscope"));
    command.current_dir(fixture::folder()).env_remove("NO_COLOR").env_remove("BTFSCOPE_SITE").stdin(Stdio::null());
    command
}

/// Runs btfscope with these arguments.
pub fn run<S: AsRef<OsStr>>(args: &[S]) -> Run {
    Run::of(program().args(args).output().expect("it runs"))
}

/// Runs btfscope with these arguments and without an atlas: BTFSCOPE_ATLAS names a file that does not exist. So nothing
/// is known about the modules of a kernel.
pub fn run_alone<S: AsRef<OsStr>>(args: &[S]) -> Run {
    Run::of(program().args(args).env("BTFSCOPE_ATLAS", "none.atlas").output().expect("it runs"))
}

/// Runs btfscope with these words as arguments. It must succeed with an empty stderr. Returns its standard output.
pub fn good(words: &str) -> String {
    let run = run(&words.split_whitespace().collect::<Vec<_>>());
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{words}");
    String::from_utf8(run.out).expect("UTF-8")
}

/// Runs btfscope with these words as arguments. It must end with this status and print nothing but one line on stderr.
/// Returns that line without `btfscope: `.
pub fn bad(words: &str, status: i32) -> String {
    let run = run(&words.split_whitespace().collect::<Vec<_>>());
    assert_eq!((run.status, run.text()), (status, ""), "{words}: {}", run.err);
    assert!(run.err.starts_with("btfscope: ") && run.err.lines().count() == 1, "{words}: {}", run.err);
    run.err.trim_start_matches("btfscope: ").trim_end().to_owned()
}

/// Runs btfscope with `input` on standard input.
pub fn with_input(args: &[&str], input: &[u8]) -> Run {
    let mut command = program();
    let mut child = command
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    // The program may end before it has read all input.
    let writer = std::thread::spawn(move || stdin.write_all(&input).ok());
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("the writer does not panic");
    Run::of(output)
}

/// A new folder for the files of a test.
pub fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli").join(test);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// The text of a path.
pub fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// The golden output of the printers for a fixture (`tests/golden`).
pub fn golden(name: &str) -> String {
    let path = fixture::project().join("tests/golden").join(name);
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Fails with the first line that differs.
pub fn same(what: &str, ours: &str, theirs: &str) {
    if ours == theirs {
        return;
    }
    let line = ours.lines().zip(theirs.lines()).take_while(|(a, b)| a == b).count();
    let show = |text: &str| text.lines().nth(line).unwrap_or("(the end)").chars().take(200).collect::<String>();
    panic!("{what}, line {}:\n  ours:   {}\n  theirs: {}", line + 1, show(ours), show(theirs));
}
