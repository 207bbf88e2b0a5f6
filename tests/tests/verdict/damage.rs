//! Damage: every prefix of small blobs, and every byte changed. Nothing may panic, repeating gives the same verdict,
//! and all ranges are in the blob.

use tests::blob::Order;
use tests::{exercise, handmade};
use verdict::Version;

fn each(mut check: impl FnMut(&[u8])) {
    for order in Order::BOTH {
        for made in handmade::all(order) {
            check(&made.bytes);
        }
        check(&crate::types_rules::sound(order).build());
    }
}

#[test]
fn prefixes() {
    each(|blob| {
        for len in 0..blob.len() {
            exercise::judged(&blob[..len]);
        }
    });
}

#[test]
fn flips() {
    each(|blob| {
        for at in 0..blob.len() {
            for mask in [0x01, 0x80, 0xff] {
                let mut damaged = blob.to_vec();
                damaged[at] ^= mask;
                // Each byte with one version, so that all versions are used.
                let version = Version::OFFERED[at % Version::OFFERED.len()];
                exercise::judged_by(&damaged, &[version]);
            }
        }
    });
}
