//! The page's samples, which are loaded from the page's folder on a click: one compiled from the fixtures' C source, and a
//! distribution's kernel if the page was built with one (`cargo xtask samples`).

use crate::dom::page;

pub struct Sample {
    /// Its name in addresses of the page.
    pub name: &'static str,
    /// The title of its card.
    pub title: String,
    /// The text of its card.
    pub text: &'static str,
    /// Its size, as shown.
    pub size: String,
    /// The name of its file.
    pub file: &'static str,
    /// The type that is selected first.
    pub start: &'static str,
}

/// All samples of this build.
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

/// The kernel sample, if `cargo xtask dist` put one into the page.
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

/// The source of the program sample, shown beside its card.
const SOURCE: &str = include_str!("../../static/samples/sample.bpf.c");

/// The names that the source declares with `typedef`, for colouring.
pub const TYPES: [&str; 6] = ["u8", "u16", "u32", "u64", "be16", "be32"];

/// The part of the source that declares its types.
pub fn excerpt() -> &'static str {
    let start = SOURCE.find("// The first bytes").unwrap_or(0);
    let end = SOURCE.find("// How a protocol").unwrap_or(SOURCE.len());
    SOURCE.get(start..end).unwrap_or(SOURCE).trim_end()
}
