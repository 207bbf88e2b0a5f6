//! Blobs that would make a careless printer loop forever, overflow the stack, or print gigabytes.

use btf::{Btf, TypeId};
use dump::{AsmOptions, CFileOptions, COptions, JsonOptions, PaholeOptions};
use tests::blob::{Blob, Order, kind};
use tests::clock::ends;

/// The longest output for a small blob, in bytes.
const MOST: usize = 64 << 20;

/// Runs every printer on the whole blob, or on types at the ends and in the middle. Each must end, and print little.
fn survives(name: &str, blob: &Blob) {
    ends(name, || prints_little(name, blob));
}

fn prints_little(name: &str, blob: &Blob) {
    let btf = Btf::parse(blob.build(), None).expect("a header");
    let check = |printer: &str, text: &str| {
        assert!(text.len() < MOST, "{name}: {printer} printed {} bytes", text.len());
    };
    for portable in [false, true] {
        for sorted in [false, true] {
            let mut text = String::new();
            dump::c(&btf, &mut text, &CFileOptions { sorted, portable, guards: true, raw_names: false });
            check("c", &text);
        }
        // The ends and the middle of long chains.
        let ids = (1..btf.type_cnt()).filter(|id| *id < 6 || id % 4999 == 0 || id + 6 > btf.type_cnt());
        for id in ids.map(TypeId) {
            let mut text = String::new();
            dump::c_type(&btf, id, &mut text, &COptions { portable, ..Default::default() });
            check("c_type", &text);
            let mut text = String::new();
            dump::c_with_dependencies(&btf, &[id], &mut text, &CFileOptions { portable, ..CFileOptions::default() });
            check("c_with_dependencies", &text);
            if portable {
                let name = dump::type_name(&btf, id);
                assert!(name.len() < 4000, "{name}");
                let mut text = String::new();
                dump::pahole(&btf, id, &mut text, &PaholeOptions::default()).ok();
                dump::pahole_reorganized(&btf, id, &mut text, &PaholeOptions::default()).ok();
                check("pahole", &text);
            }
        }
    }
    let mut text = String::new();
    dump::raw(&btf, &mut text);
    dump::json(&btf, &mut text, &JsonOptions { pretty: true });
    check("raw and json", &text);
    let mut text = String::new();
    dump::asm(&btf, &mut text, &AsmOptions { annotate: true });
    check("asm", &text);
}

/// Types that contain or name themselves.
#[test]
fn cycles_end() {
    for kind in [kind::PTR, kind::CONST, kind::VOLATILE, kind::RESTRICT, kind::TYPE_TAG, kind::TYPEDEF, kind::FUNC] {
        let mut blob = Blob::new(Order::Little);
        let own = blob.next_id();
        blob.named(kind, "itself", own);
        blob.pointer(own);
        survives("a reference to itself", &blob);
        let mut blob = Blob::new(Order::Little);
        let own = blob.next_id();
        blob.named(kind, "there", own + 1);
        blob.named(kind, "and_back", own);
        blob.pointer(own);
        survives("two references to each other", &blob);
    }
    let mut blob = Blob::new(Order::Little);
    let own = blob.next_id();
    blob.array(own, own, 3);
    blob.structure("holder", 8, &[("self", own + 1, 0)]);
    blob.structure("", 8, &[("self", own + 2, 0), ("again", own + 2, 0)]);
    blob.composite(kind::UNION, "", 8, false, &[("a", own + 3, 0), ("b", own + 3, 0)]);
    blob.prototype(own + 4, &[("f", own + 4), ("g", own + 4)]);
    blob.pointer(own + 4);
    survives("types that hold themselves", &blob);
}

/// Each type refers twice to the type before it, so there are 2^n paths to the first type.
#[test]
fn doubling_ends() {
    let levels = 60;
    type Step = fn(&mut Blob, u32) -> u32;
    let steps: [(&str, Step); 5] = [
        ("anonymous structs", |b, last| b.structure("", 8, &[("a", last, 0), ("b", last, 32)])),
        ("anonymous unions", |b, last| b.composite(kind::UNION, "", 8, false, &[("a", last, 0), ("b", last, 0)])),
        ("prototypes", |b, last| b.prototype(last, &[("a", last), ("b", last)])),
        ("pointers to prototypes", |b, last| {
            let proto = b.prototype(last, &[("a", last), ("b", last)]);
            b.pointer(proto)
        }),
        ("typedefs of prototypes", |b, last| {
            let proto = b.prototype(last, &[("a", last), ("b", last)]);
            let id = b.next_id();
            b.named(kind::TYPEDEF, &format!("t{id}"), proto)
        }),
    ];
    for (name, step) in steps {
        let mut blob = Blob::new(Order::Little);
        let mut last = blob.int("int", 4, 1);
        for _ in 0..levels {
            last = step(&mut blob, last);
        }
        blob.structure("top", 8, &[("all", last, 0)]);
        survives(name, &blob);
    }
}

/// Chains of 20,000 types, each referring to the type before it.
#[test]
fn long_chains_end() {
    type Step = fn(&mut Blob, u32) -> u32;
    let steps: [(&str, Step); 7] = [
        ("pointers", |b, last| b.pointer(last)),
        ("qualifiers", |b, last| b.reference(kind::CONST, last)),
        ("typedefs", |b, last| {
            let id = b.next_id();
            b.named(kind::TYPEDEF, &format!("t{id}"), last)
        }),
        ("arrays", |b, last| b.array(last, 1, 1)),
        ("anonymous structs", |b, last| b.structure("", 4, &[("m", last, 0)])),
        ("named structs", |b, last| {
            let id = b.next_id();
            b.structure(&format!("s{id}"), 4, &[("m", last, 0)])
        }),
        ("prototypes", |b, last| b.prototype(0, &[("p", last)])),
    ];
    for (name, step) in steps {
        let mut blob = Blob::new(Order::Little);
        let mut last = blob.int("int", 4, 1);
        for _ in 0..20_000 {
            last = step(&mut blob, last);
        }
        blob.structure("top", 8, &[("all", last, 0)]);
        survives(name, &blob);
    }
}

/// Gaps that would take hundreds of millions of padding members.
#[test]
fn huge_gaps_end() {
    let mut blob = Blob::new(Order::Big);
    let int = blob.int("int", 4, 1);
    blob.structure("empty", u32::MAX, &[]);
    blob.structure("odd", u32::MAX - 6, &[("a", int, 0), ("far", int, u32::MAX - 63)]);
    blob.structure("backwards", 16, &[("far", int, 96), ("near", int, 0)]);
    blob.composite(kind::UNION, "wide", u32::MAX, false, &[("a", int, 0)]);
    let zero = blob.int("nothing", 0, 0);
    blob.structure("of_nothing", 0, &[("a", zero, 0), ("b", zero, 64)]);
    survives("huge gaps", &blob);
    // Structs with as many holes as possible, and with small members that could fill the holes.
    let mut blob = Blob::new(Order::Little);
    let (byte, long) = (blob.int("char", 1, 1), blob.int("long", 8, 1));
    let names: Vec<String> = (0..6000).map(|i| format!("m{i}")).collect();
    let members = names.iter().zip(0..).map(|(name, i)| (&**name, if i % 2 == 0 { byte } else { long }, i * 64));
    for count in [1900, 6000] {
        let members: Vec<_> = members.clone().take(count).collect();
        blob.structure(&format!("cheese{count}"), count as u32 * 8, &members);
    }
    survives("many holes", &blob);
}
