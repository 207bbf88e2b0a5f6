//! Damaged blobs, and blobs made to be expensive: printing ends without a panic, and the text is not long.

use btf::{Btf, TypeId};
use tests::blob::{Blob, Order, kind};
use tests::clock::ends;
use tests::extended::is_extended;
use tests::fixture;
use tests::handmade;

use crate::support::Language;

/// The longest text for a blob, in bytes. A member (12 bytes) becomes a field, two functions and an assertion, with
/// names of up to 200 bytes in each.
fn most(blob: usize) -> usize {
    (1 << 16) + blob * 800
}

/// Declares all types of a blob in one file, and some alone.
fn declare(name: &str, btf: &Btf) {
    let all: Vec<TypeId> = (0..=btf.type_cnt()).map(TypeId).collect();
    let last = btf.type_cnt().saturating_sub(1);
    for language in Language::ALL {
        for roots in [&all[..], &[TypeId(1)], &[TypeId(last)]] {
            let text = ends(format_args!("{name}: {language:?}"), || language.declare(btf, roots));
            assert!(text.len() < most(btf.bytes().len()), "{name}: {} bytes of {language:?}", text.len());
        }
    }
}

fn open(name: &str, bytes: Vec<u8>) {
    if let Ok(mut btf) = Btf::parse(bytes, None) {
        declare(name, &btf);
        btf.set_pointer_size(4);
        declare(name, &btf);
    }
}

/// Cuts and changes a blob at every `every`th byte in the extended run, and at a fifth of these
/// bytes in the plain run. Printing three languages takes time.
fn damaged(name: &str, whole: &[u8], every: usize) {
    open(name, whole.to_vec());
    let every = if is_extended() { every } else { every * 5 };
    for at in (0..whole.len()).step_by(every) {
        open(name, whole[..at].to_vec());
        for mask in [0x01, 0x80, 0xff] {
            let mut bytes = whole.to_vec();
            bytes[at] ^= mask;
            open(name, bytes);
        }
    }
}

#[test]
fn made_by_hand() {
    for order in Order::BOTH {
        for made in handmade::all(order).into_iter().filter(|made| made.base.is_none()) {
            damaged(made.name, &made.bytes, 5);
        }
    }
}

#[test]
fn compiled() {
    for name in ["layout.clang.bpfeb.o", "kinds.clang.bpfel.o"] {
        let bytes = fixture::read(name);
        damaged(name, &fixture::btf_of(&bytes).expect("BTF"), 61);
    }
}

/// Types that contain themselves, long chains of types, types that use the previous type several times, and huge
/// numbers.
#[test]
fn made_to_be_expensive() {
    let own: [(&str, u8); 6] = [
        ("pointers", kind::PTR),
        ("const", kind::CONST),
        ("typedefs", kind::TYPEDEF),
        ("functions", kind::FUNC),
        ("variables", kind::VAR),
        ("tags", kind::TYPE_TAG),
    ];
    for (name, kind) in own {
        let mut b = Blob::new(Order::Little);
        b.named(kind, "itself", 1);
        b.named(kind, "there", 3);
        b.named(kind, "back", 2);
        b.structure("holds", 8, &[("a", 1, 0), ("b", 2, 0)]);
        open(name, b.build());
    }
    let mut b = Blob::new(Order::Big);
    b.array(2, 2, 3);
    b.structure("holds", 8, &[("itself", 1, 0), ("again", 2, 0)]);
    b.composite(kind::UNION, "", 8, false, &[("a", 3, 0), ("b", 2, 0)]);
    let int = b.int("int", 4, 1);
    b.structure("huge", u32::MAX, &[("a", int, u32::MAX - 31), ("b", int, 3)]);
    b.composite(
        kind::STRUCT,
        "bits",
        4,
        true,
        &[("a", int, 0xff00_0001), ("b", int, 0xff00_0003), ("c", int, 0x2000_0000)],
    );
    b.array(int, int, u32::MAX);
    b.structure("odd", 3, &[("a", int, 0)]);
    open("holds itself", b.build());
    type Step = fn(&mut Blob, u32) -> u32;
    let steps: [(&str, u32, Step); 8] = [
        ("pointers", 20_000, |b, last| b.pointer(last)),
        ("arrays", 20_000, |b, last| b.array(last, 1, 1)),
        ("anonymous structs", 20_000, |b, last| b.structure("", 4, &[("m", last, 0)])),
        ("typedefs", 20_000, |b, last| b.named(kind::TYPEDEF, "one_name", last)),
        ("prototypes", 20_000, |b, last| {
            let p = b.prototype(last, &[("p", last)]);
            b.pointer(p)
        }),
        ("doubled prototypes", 60, |b, last| {
            let p = b.prototype(last, &[("a", last), ("b", last), ("c", last), ("d", last)]);
            b.pointer(p)
        }),
        ("doubled structs", 60, |b, last| b.structure("", 8, &[("a", last, 0), ("b", last, 32)])),
        ("one name", 5000, |b, last| b.structure("name", 4, &[("m", last, 0)])),
    ];
    for (name, count, step) in steps {
        let mut b = Blob::new(Order::Little);
        let mut last = b.int("int", 4, 1);
        for _ in 0..count {
            last = step(&mut b, last);
        }
        b.structure("top", 8, &[("all", last, 0), ("more", last, 0)]);
        open(name, b.build());
    }
    // A struct with a long name, and 3000 members with the same long name.
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    let long = "x".repeat(60_000);
    let members: Vec<(&str, u32, u32)> = (0..3000).map(|i| (&long[..], int, i * 32)).collect();
    b.structure(&long, 12_000, &members);
    open("long names", b.build());
}
