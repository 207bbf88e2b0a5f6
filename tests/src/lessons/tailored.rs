//! A kernel cut down for the page's sample program, as `btfscope tailor` and `bpftool gen min_core_btf` do.

use std::sync::Arc;

use btf::{Btf, Ext};
use tailor::Tailor;

use crate::blob::Blob;
use crate::fixture::{project, section};

/// The kernel's types and members that the sample program reads.
pub(super) fn tailored(kernel: &Blob) -> Vec<u8> {
    let object = std::fs::read(project().join("static/samples/sample.bpf.o")).expect("the page's sample program");
    let types = Btf::parse(section(&object, ".BTF").expect("its types"), None).expect("BTF");
    let ext = Ext::parse(section(&object, ".BTF.ext").expect("its .BTF.ext")).expect(".BTF.ext");
    let mut cut = Tailor::new(Arc::new(Btf::parse(kernel.build(), None).expect("the kernel")));
    cut.add(&types, &ext).expect("each relocation is resolved");
    cut.finish().bytes
}
