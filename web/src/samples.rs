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
        text: "Bitfields, holes, unions, function pointers, a map and CO-RE: the source shown here, compiled.",
        size: "6.6 KB".into(),
        file: "sample.bpf.o",
        start: "tcp_segment",
    };
    [program].into_iter().chain(kernel()).collect()
}

/// The kernel, if `cargo xtask dist` wrote one into the page: its title and its size.
fn kernel() -> Option<Sample> {
    let content = page::meta("btfscope-kernel")?;
    let (title, size) = content.split_once("; ")?;
    Some(Sample {
        name: "kernel",
        title: title.into(),
        text: "All its types, as in /sys/kernel/btf/vmlinux. The kernel is licensed under the GPL, version 2.",
        size: size.into(),
        file: "kernel.btf.gz",
        start: "task_struct",
    })
}

/// The source that the landing page shows beside the sample's card.
const SOURCE: &str = include_str!("../../static/samples/sample.bpf.c");

/// What the sample's source has a `typedef` for.
pub const TYPES: [&str; 6] = ["u8", "u16", "u32", "u64", "be16", "be32"];

/// Some lines of the sample's source: its types.
pub fn excerpt() -> &'static str {
    let start = SOURCE.find("// The first bytes").unwrap_or(0);
    let end = SOURCE.find("// How a protocol").unwrap_or(SOURCE.len());
    SOURCE.get(start..end).unwrap_or(SOURCE).trim_end()
}
