//! The page's samples, which are loaded on a click from the page's folder: a program that was compiled from the
//! fixtures' C source, and a distribution's kernel if the page was built with one (`cargo xtask samples`).

use crate::dom::page;

pub struct Sample {
    /// Its name in addresses of the page.
    pub name: &'static str,
    /// Its title.
    pub title: String,
    /// More about it: the tooltip.
    pub text: &'static str,
    /// Its size, as a text for people.
    pub size: String,
    /// The name of its file.
    pub file: &'static str,
    /// The name of the type that is selected first.
    pub start: &'static str,
}

/// All samples of this build.
pub fn samples() -> Vec<Sample> {
    let program = Sample {
        name: "program",
        title: "BPF program".into(),
        text: "A small program, compiled: bitfields, holes, unions, function pointers, a map and CO-RE.",
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
        // A title is like "Linux 6.1.176, Debian's kernel for amd64 clouds".
        title: title.split_once(',').map_or(title, |(version, _)| version).into(),
        text: "All its types, as in /sys/kernel/btf/vmlinux. The kernel is licensed under the GPL, version 2.",
        size: size.into(),
        file: "kernel.btf.gz",
        start: "task_struct",
    })
}
