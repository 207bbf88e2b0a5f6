//! Kernel sets in pages, as in atlases of a thousand kernels, give the same answers as a directory with all sets.

use std::fs;
use std::sync::Arc;

use atlas::{Atlas, Draft, Error, ErrorKind, Sought};
use relate::FieldPath;

fn debian() -> Atlas<Arc<[u8]>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../static/atlas/debian.atlas");
    Atlas::open(fs::read(path).expect("it is committed").into()).expect("sound")
}

fn open(bytes: &[u8]) -> Atlas<Arc<[u8]>> {
    Atlas::open(bytes.into()).expect("our own")
}

/// An atlas of the 5.10 kernels (two architectures, several flavours), written without and with pages.
fn both() -> (Vec<u8>, Vec<u8>) {
    let mut draft = Draft::new();
    draft.merge_some(&debian(), |kernel| kernel.version().starts_with("5.10.")).expect("sound");
    assert!(draft.kernels().len() > 8);
    (draft.write().expect("it fits"), draft.write_paged().expect("it fits"))
}

#[test]
fn pages_answer_like_a_directory() {
    let (plain, paged) = both();
    let (a, b) = (open(&plain), open(&paged));
    assert_eq!(a.kernels(), b.kernels());
    for name in ["task_struct", "sk_buff", "hash", "vfs_read", "tcp_sock", "kfree", "list_head", "no_such_name"] {
        let of = |atlas: &Atlas<Arc<[u8]>>| -> Vec<_> {
            let forms = atlas.forms_of(name.as_bytes(), None).expect("sound");
            forms.into_iter().map(|f| (f.kind, f.ordinal, f.kernels.iter().collect::<Vec<_>>())).collect()
        };
        assert_eq!(of(&a), of(&b), "{name}");
    }
    let path = FieldPath::parse("task_struct.mm.pgd").expect("a path");
    let places = |atlas: &Atlas<Arc<[u8]>>| -> Vec<_> {
        let found = atlas.members(&path).expect("sound");
        found.into_iter().map(|f| (f.kernels, f.place.map(|place| place.offset).ok())).collect()
    };
    assert_eq!(places(&a), places(&b));
    let names =
        |atlas: &Atlas<Arc<[u8]>>| atlas.search(atlas::Class::Types, Sought::Prefix(b"task_"), 50).expect("sound");
    assert_eq!(names(&a), names(&b));
    for kernel in [0, 5] {
        assert!(a.take_out(kernel).expect("sound") == b.take_out(kernel).expect("sound"));
    }
    assert_eq!(a.kernels_with(btf::Kind::Func).expect("sound"), b.kernels_with(btf::Kind::Func).expect("sound"));
    // An atlas with pages can be merged, and the result does not depend on how the sets were stored.
    let mut draft = Draft::new();
    draft.merge(&b).expect("sound");
    assert!(draft.write().expect("it fits") == plain);
    draft.merge(&a).expect("sound");
    assert!(draft.write_paged().expect("it fits") == paged);
}

#[test]
fn a_damaged_page_costs_its_sets_only() {
    let (_, mut paged) = both();
    let at = open(&paged).directory_len() as usize;
    // The first page, which blocks share, lies behind the directory.
    paged[at + 20] ^= 1;
    let atlas = Atlas::open(Arc::<[u8]>::from(paged)).expect("the directory is sound");
    let asked: Vec<Result<usize, Error>> = ["task_struct", "sk_buff", "vfs_read", "net", "hash", "inode"]
        .into_iter()
        .map(|name| atlas.forms_of(name.as_bytes(), None).map(|forms| forms.len()))
        .collect();
    let failed = asked.iter().filter_map(|result| result.as_ref().err());
    assert!(failed.clone().all(|e| matches!(e.kind, ErrorKind::Checksum("a page of kernel sets"))), "{asked:?}");
    assert!(failed.count() > 0 && atlas.kernels().len() > 8);
}

#[test]
fn a_kernel_that_is_known_by_a_header_stays_so() {
    let mut draft = Draft::new();
    let real = debian();
    let number = real.kernels().iter().position(|k| k.version().starts_with("5.10.")).expect("one") as u32;
    let btf = btf::Btf::parse(real.take_out(number).expect("sound"), None).expect("BTF");
    let kernel = atlas::AtlasKernel { from_header: true, ..real.kernels()[number as usize].clone() };
    draft.add(kernel.clone(), &btf).expect("it fits");
    let written = draft.write().expect("it fits");
    assert_eq!(open(&written).kernels(), [kernel]);
    // A reader that knows only earlier versions reports that it does not know version 3.
    assert_eq!(written[8..10], [3, 0]);
}
