//! Blobs of about 2 KB whose types contain each other many times: every command ends, and prints at most 10 MB. For the
//! page, see `tests/tests/page/bounded.rs`.
#![cfg(unix)]

use std::fs;
use std::process::{Command, Stdio};

use tests::{extended, tangle};

use crate::help::each_is_typed;
use crate::run::{folder, text};

/// The most bytes that a command prints without `--limit`.
const MOST: usize = 10_000_000;

/// Every question about types. `F` stands for the file, `G` for its twin, `A` for an atlas of both, `A#K` for the file
/// as a kernel of that atlas, `E` for a folder.
const QUESTIONS: &str = "\
info F|info F --json|info F --base G|dump F|dump F -f json --pretty|dump F -f c|dump F -f c -t top|dump F -f c --portable|\
dump F -f c --unsorted|dump F -f rust|dump F -f rust -t top|dump F -f zig -t top|dump F -f go -t top|dump F -f asm --annotate|\
dump F -f json -t top|layout F top|layout F top --json|layout F top --reorganize --json|find F size:>=0 --derived --sort holes|\
find F type:int --derived --sort users --json|find F member:n holes:>0|find F /n.*n/ --derived|bytes F 24 36 100 500 --json|\
users F int|users F int --json|users F int --inside|users F int --inside --json|users F top --inside|users F 3 --count|\
path F top int|path F top int --embedded --json|path F top top|path F top 3 --limit 1000 --longest 64|diff F G|\
diff F G --details|diff F G --json|diff F G top|diff G F top --json|field top.x.n0.n1.n0 F G|field top.nothing F --json|\
at F top+0|at F top+0 --json|at F top+4294967295|graph F top --uses 100 --used-by 100|graph F int -f table --unfolded --uses 100|\
picture F top|link F top --depth 100|value F top 00000000|value F top 00000000 --json|value F top 00000000 --as libbpf --json|\
value F top 00000000 --emit-zeroes --compact|kfuncs F|hooks F tracepoints|hooks F struct-ops|ids F|inlined F|base F --base G G|\
verify F|verify F --json|verify F -k 5.4|check core.clang.bpfel.o --target F --json|relocs core.clang.bpfel.o -t F|\
tailor core.clang.bpfel.o -t F -o -|atlas build -o - F|history top --atlas A|history top --atlas A --json|history top.nothing --atlas A|history top.x.nothing --atlas A|which G --atlas A|which A#K --atlas A --json|\
read top.x --atlas A|read top --atlas A --json|field top.x A#K G|\
extract F -o -|encode F -o -|disasm F|symbols F|calls F|log core.clang.bpfel.o F|scratch F|lesson F -o -|atlas list A|\
atlas extract A F -o -|atlas export A -o E|atlas merge A -o -|atlas add A G|atlas remove A G";

/// Commands that ask nothing about types, each with the reason.
const LEFT_OUT: [(&str, &str); 6] = [
    ("view", "it decodes nothing: the page does"),
    ("open", "it takes a link"),
    ("atlas modules", "it reads names of modules, no types"),
    ("atlas index", "it reads which kernels atlases have, no types"),
    ("completions", "it reads no file"),
    ("man", "it reads no file"),
];

fn ask_everything(name: &str, bytes: &[u8]) {
    let folder = folder("bounded");
    for (file, bytes) in [("F", bytes), ("G", &tangle::twin(bytes))] {
        fs::write(folder.join(file), bytes).expect("written");
    }
    let path = |file: &str| text(&folder.join(file)).to_owned();
    let atlas = format!("atlas build -o {} {} {}", path("A"), path("F"), path("G"));
    for question in std::iter::once(atlas.as_str()).chain(QUESTIONS.split('|')) {
        let typed = question.split(' ').map(|word| match word {
            "F" | "G" | "A" | "E" => path(word),
            "A#K" => format!("{}#F", path("A")),
            word => word.to_owned(),
        });
        // A minute of processor time is far more than any command needs in a debug build. After that, a signal ends it.
        let run = Command::new("sh")
            .args(["-c", "ulimit -t 60; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_btfscope")])
            .args(typed)
            .current_dir(tests::fixture::folder())
            .stdin(Stdio::null())
            .output()
            .expect("a shell");
        let said = String::from_utf8_lossy(&run.stderr);
        let said: String = said.chars().take(2000).collect();
        let status = run.status.code();
        assert!(status.is_some_and(|status| status <= 3), "{name}: {question}: {:?}: {said}", run.status);
        assert!(run.stdout.len() <= MOST, "{name}: {question}: {} bytes", run.stdout.len());
        assert!(run.stderr.len() <= 100_000, "{name}: {question}: {} bytes on stderr", run.stderr.len());
    }
}

#[test]
fn every_question_has_an_end() {
    each_is_typed(&QUESTIONS.split('|').collect::<Vec<_>>(), &LEFT_OUT);
    let all = tangle::all();
    let step = if extended::is_extended() { 5 } else { 149 };
    for tangle in all.iter().skip(12).step_by(step) {
        ask_everything(&tangle.name, &tangle.bytes);
    }
    ask_everything("by name", &tangle::by_name());
    let first = extended::seed(1) * 1000;
    for seed in first..first + extended::rounds(2) {
        ask_everything(&format!("random {seed}"), &tangle::random(seed));
    }
}

#[test]
fn reaching_the_limit_is_an_error_and_the_limit_can_be_raised() {
    let folder = folder("bounded-limit");
    let all = tangle::all();
    let long =
        all.iter().find(|tangle| tangle.name.starts_with("named struct of 2, names of 300, Nothing")).expect("a shape");
    fs::write(folder.join("F"), &long.bytes).expect("written");
    let run = |words: &str| {
        let words = words.replace('F', text(&folder.join("F")));
        crate::run::run(&words.split(' ').collect::<Vec<_>>())
    };
    for words in ["users F int --inside", "users F int --inside --json"] {
        let stopped = run(words);
        assert_eq!(stopped.status, 2, "{words}");
        assert!(
            stopped.err.contains("stopped after 8") && stopped.err.ends_with("--limit N allows more, --limit 0 all\n"),
            "{}",
            stopped.err
        );
        assert!(stopped.out.len() < MOST, "{words}");
        let more = run(&format!("{words} --limit 12M"));
        assert!(
            more.out.len() > stopped.out.len() && more.err.contains("stopped after 12000000"),
            "{words}: {}",
            more.err
        );
    }
    // These commands stop after the number of bytes that `--limit` gives, even if their help does not list the option.
    // For find, path and graph, `--limit` is a number of results.
    for (words, stops) in
        [("dump F --limit 1k", true), ("layout F top --limit 10", true), ("info F --limit 50", true), ("info F", false)]
    {
        let run = run(words);
        assert_eq!(
            (run.status, run.err.contains("stopped after ")),
            (if stops { 2 } else { 0 }, stops),
            "{words}: {}",
            run.err
        );
    }
    assert_eq!(run("dump F --limit 1k").out.len(), 1000);
    let found = run("find F t --limit 2");
    assert_eq!((found.status, found.text().lines().count()), (0, 2), "{}", found.err);
}
