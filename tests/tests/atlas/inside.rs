//! Damage with correct checksums, as an attacker makes it: an error or an answer, never a panic.

use tests::exercise::{SmallAtlas, asked, merged};
use tests::generate;

use crate::support::Chance;

#[test]
fn changed_parts_are_read_safely() {
    let small = SmallAtlas::new();
    assert_eq!(asked(&small.changed(&[])), Ok(()));
    let mut chance = Chance(7);
    let mut refused = 0;
    for round in 0..1500 {
        let steps = 1 + chance.below(4);
        let mut script = vec![round as u8 % 4];
        script.extend((0..steps * 5).map(|_| chance.below(256) as u8));
        refused += u32::from(asked(&small.changed(&script)).is_err());
    }
    assert!(refused > 500, "only {refused} were refused");
}

#[test]
fn any_blobs_merge_in_any_order() {
    let mut chance = Chance(11);
    let mut fitted = 0;
    for _ in 0..150 {
        let blobs: Vec<Vec<u8>> = (0..3)
            .map(|_| {
                let data: Vec<u8> = (0..chance.below(160)).map(|_| chance.below(120) as u8).collect();
                generate::blob(&data)
            })
            .collect();
        fitted += merged(&blobs);
    }
    assert!(fitted > 10, "only {fitted} blobs fitted");
}
