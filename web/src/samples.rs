//! The page's samples, loaded from beside the page on a click: one compiled from the fixtures' C, and a distribution's kernel where
//! the page was built with one (`cargo xtask samples`).

use crate::dom::page;

/// A sample.
pub struct Sample {
    /// Its name in addresses.
    pub name: &'static str,
    /// What its card is called.
    pub title: String,
    /// What its card says.
    pub text: &'static str,
    /// How large it is.
    pub size: String,
    /// Its file.
    pub file: &'static str,
    /// The type that is shown first.
    pub start: &'static str,
}

/// All samples.
pub fn samples() -> Vec<Sample> {
    let program = Sample {
        name: "program",
        title: "A small BPF program".into(),
        text: "Bitfields, holes, unions, function pointers, a map, CO-RE: the lines beside, compiled.",
        size: "6.6 KB".into(),
        file: "sample.bpf.o",
        start: "tcp_segment",
    };
    [program].into_iter().chain(kernel()).collect()
}

/// The kernel, if `cargo xtask dist` told the page of one: its title and its size.
fn kernel() -> Option<Sample> {
    let told = page::told("btfscope-kernel")?;
    let (title, size) = told.split_once("; ")?;
    Some(Sample {
        name: "kernel",
        title: title.into(),
        text: "All its types, as /sys/kernel/btf/vmlinux has them. The kernel's licence is the GPL, version 2.",
        size: size.into(),
        file: "kernel.btf.gz",
        start: "task_struct",
    })
}

/// The source that the landing page shows beside the sample's card.
const SOURCE: &[u8] = include_bytes!("../../static/samples/sample.bpf.c");

/// Where a line of it starts, in bytes.
const fn line(text: &[u8]) -> usize {
    let mut at = 0;
    while at < SOURCE.len() {
        let mut n = 0;
        while n < text.len() && SOURCE[at + n] == text[n] {
            n += 1;
        }
        if n == text.len() {
            return at;
        }
        at += 1;
    }
    panic!("the sample's source has no such line")
}

const START: usize = line(b"// The first bytes");
const LENGTH: usize = line(b"// How a protocol") - START;

/// Only these lines are in the page, not the whole source.
const EXCERPT: [u8; LENGTH] = {
    let mut lines = [0; LENGTH];
    let mut at = 0;
    while at < LENGTH {
        lines[at] = SOURCE[START + at];
        at += 1;
    }
    lines
};

/// Some lines of the sample's source: its types.
pub fn excerpt() -> &'static str {
    const TEXT: &str = match std::str::from_utf8(&EXCERPT) {
        Ok(text) => text,
        Err(_) => panic!("a character is cut"),
    };
    TEXT.trim_end()
}
