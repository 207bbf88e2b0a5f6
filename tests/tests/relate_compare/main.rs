//! The comparison of two kernels is checked by two simple programs. One compares pahole's output for both kernels. The
//! other writes every type of bpftool's JSON as text and compares the texts.

mod fields;
mod pahole;
mod parts;
mod whole;

use std::ops::ControlFlow;

use btf::{Btf, Budget};
use relate::{CompareOptions, Comparison, compare};
use tests::reference::Corpus;

const OLD: &str = "btf/vmlinux-deb-6.1.176-amd64.btf";

/// A newer kernel.
fn newer(corpus: &Corpus) -> &'static str {
    corpus.either("btf/vmlinux-cilium-testdata.btf", "btf/vmlinux-deb-6.12.107-amd64.btf")
}

/// A kernel with another configuration.
fn other(corpus: &Corpus) -> &'static str {
    corpus.either("btf/vmlinux-retis-6.15.1-tiny-x86_64.btf", "btf/vmlinux-deb-6.12.107-arm64.btf")
}

fn open(corpus: &Corpus, file: &str) -> Btf {
    Btf::parse(corpus.read(file), None).expect("a kernel")
}

fn compared(old: &Btf, new: &Btf) -> Comparison {
    let go = &mut |_, _| ControlFlow::Continue(());
    let found = compare(old, new, &CompareOptions::default(), &Budget::of([old, new]), go);
    found.expect("a budget for a kernel").expect("not stopped")
}
