//! Hostile blobs: wrong bases, cycles, deep nesting, absurd numbers, and what fuzzers found. Nothing may panic or take long, and
//! what is read must agree with itself. Prefixes and flipped bytes are in `damage.rs`.

use std::sync::Arc;

use btf::Btf;
use tests::blob::Order;
use tests::{fixture, handmade, walk};

fn parse(bytes: &[u8], base: Option<&Arc<Btf>>) -> Option<Btf> {
    Btf::parse(bytes, base.cloned()).ok()
}

/// All blobs made by hand, in both byte orders.
fn hand_made() -> Vec<(String, Vec<u8>)> {
    let of = |order: Order| {
        let named = move |made: handmade::Handmade| (format!("{}.{}", made.name, order.as_str()), made.bytes);
        handmade::all(order).into_iter().map(named)
    };
    Order::BOTH.into_iter().flat_map(of).collect()
}

/// Whatever is taken for whatever's base: of the other byte order, with a layout section or without, sound or damaged.
#[test]
fn any_blob_on_any_base() {
    let blobs = hand_made();
    for (_, base) in &blobs {
        let Some(base) = parse(base, None).map(Arc::new) else { continue };
        for (_, blob) in &blobs {
            if let Some(btf) = parse(blob, Some(&base)) {
                walk::everything(&btf);
            }
        }
    }
}

/// A base of the other byte order lends its layout section, but its byte order is not that of the records.
#[test]
fn records_are_read_in_their_own_byte_order() {
    let made = |order: Order, name: &str| handmade::all(order).into_iter().find(|m| m.name == name).map(|m| m.bytes);
    let count = |bytes: &[u8], base: Option<&Arc<Btf>>| parse(bytes, base).map(|btf| btf.own_type_count());
    for [own, other] in [[Order::Little, Order::Big], [Order::Big, Order::Little]] {
        let base = made(other, "split-base").and_then(|bytes| parse(&bytes, None)).map(Arc::new);
        let blob = made(own, "all-kinds").expect("a blob");
        assert_eq!(count(&blob, base.as_ref()), count(&blob, None));
    }
    let kernel = parse(&fixture::read("kernel.x86_64.btf"), None).map(Arc::new);
    let module = fixture::read("module.s390x.btf");
    assert_eq!(count(&module, kernel.as_ref()), count(&module, None));
}
