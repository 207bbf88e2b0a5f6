//! Parts of small objects and blobs that many other parts share: work and output are in proportion to the file.

use btf::Btf;
use tests::blob::{Blob, Order, kind};
use tests::exercise::Digest;

/// A place of an argument that has no meaning but thousands of words, and a list that refers to it thousands of times.
#[test]
fn words_of_an_argument() {
    let mut blob = Blob::new(Order::Little);
    // No flags.
    let words = vec![0; 3001];
    let param = blob.record(0, kind::LOC_PARAM, 3000, false, 4, &words);
    blob.record(0, kind::LOC_PROTO, 3000, false, 0, &vec![param; 3000]);
    let btf = Btf::parse(blob.build(), None).expect("a header");
    let digest = &mut Digest::default();
    dump::raw(&btf, digest);
    assert!(digest.len() < 1 << 20, "{}", digest.len());
    let mut line = String::new();
    dump::raw_line(&btf, btf::TypeId(param), &mut line);
    assert!(line.ends_with(" vlen=3000 values='0x0 0x0 0x0 0x0 (2996 more)'\n"), "{line}");
}
