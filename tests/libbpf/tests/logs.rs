//! Logs of the running kernel for programs of the corpus lead to the same places with and without libbpf's lines that
//! name the program.
//!
//! Part of the extended run, as root. Nothing is attached or pinned.
#![cfg(feature = "libbpf")]

use std::fs;
use std::process::Command;

use logs::{LogLink, read};
use model::program::Program;
use model::relocations::Core;
use tests::extended::is_extended;
use tests::reference::corpus_or_skip;

const OBJECTS: [&str; 6] = [
    "objs/debian/libbpf-tools-0.26.0+ds-1/tcplife.bpf.o",
    "objs/debian/libbpf-tools-0.26.0+ds-1/javagc.bpf.o",
    "objs/debian/libbpf-tools-0.26.0+ds-1/oomkill.bpf.o",
    "objs/debian/libbpf-tools-0.26.0+ds-1/filelife.bpf.o",
    "objs/debian/xdp-tools-1.3.1-1/xdp-filter.bpf.o",
    "objs/cilium/testdata_strings-el.elf",
];

/// The target of a link as a tuple that can be compared.
fn to(link: &LogLink) -> (usize, String, Option<usize>, Option<u32>) {
    (link.line, link.about.clone(), link.function, link.slot)
}

#[test]
fn logs_without_their_headers_give_the_same_links() {
    if !is_extended() {
        return;
    }
    let Some(corpus) = corpus_or_skip() else { return };
    let (mut links, mut parts) = (0, 0);
    for file in corpus.present(&OBJECTS) {
        let path = corpus.path(file);
        let output = Command::new(env!("CARGO_BIN_EXE_load_object")).arg(&path).arg("log").output().expect("it runs");
        assert!(output.status.success(), "{file} does not load (as root): {}", String::from_utf8_lossy(&output.stderr));
        let log = String::from_utf8_lossy(&output.stdout).into_owned();
        let program = Program::new(bpf::Object::parse(fs::read(&path).expect("a file")).expect("an object"));
        let core = Core { program: &program, kernels: &[] };
        let named = read(&core, &log, None);
        assert!(named.taken.is_empty(), "{file}: {:?}", named.taken);
        // Empty the lines instead of removing them, so that line numbers stay.
        let bare: String =
            log.lines().map(|l| if l.contains("PROG LOAD LOG") { "\n".to_owned() } else { format!("{l}\n") }).collect();
        let found = read(&core, &bare, None);
        let (named, found) =
            (named.links.iter().map(to).collect::<Vec<_>>(), found.links.iter().map(to).collect::<Vec<_>>());
        let differs = named.iter().zip(&found).find(|(a, b)| a != b);
        assert_eq!(differs, None, "{file}");
        assert_eq!(named.len(), found.len(), "{file}");
        assert!(
            named.len() * 2 > log.lines().count() / 2,
            "{file}: {} links of {} lines",
            named.len(),
            log.lines().count()
        );
        links += named.len();
        parts += log.matches("BEGIN PROG LOAD LOG").count();
    }
    println!("{links} lines of {parts} programs lead to the same places");
    assert!(links > 500 && parts >= 6, "{links} links, {parts} programs");
}
