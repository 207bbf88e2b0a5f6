//! Damaged blobs: any blob that can be opened can be shown, byte by byte.

use btf::{Btf, Ext};
use model::bytes::{Blob, ROW, ext_highlights, owner_target};
use model::inspect::{describe_byte, describe_ext_byte, inspect, inspect_ext, problems, problems_ext};
use tests::blob::{Blob as Blob24, Order};

use crate::rows::runs_cover;
use crate::support::{BOTH, every_kind, every_record, names};

fn show_all(btf: &Btf) {
    runs_cover(Blob::Btf(btf));
    let name = names(btf);
    // The first byte of each field is enough, because all bytes of a field have the same owner.
    for at in Blob::Btf(btf).rows(0, u32::MAX, ROW).iter().flat_map(|r| &r.runs).map(|r| r.range.start) {
        let target = owner_target(btf, at).expect("an owner");
        assert!(!describe_byte(btf, at, &name).is_empty(), "{at:#x}");
        let inspection = inspect(btf, &target, &name);
        assert!(!inspection.title.is_empty() && inspection.field_at(at).is_some(), "{at:#x} {inspection}");
        assert!(target.highlights(btf).innermost().is_some_and(|r| r.contains(at)), "{at:#x}");
    }
    for p in problems(btf) {
        assert!(!p.text.is_empty() && p.byte().is_none_or(|at| (at as usize) < btf.bytes().len()), "{p:?}");
    }
}

fn show_all_ext(ext: &Ext, btf: &Btf) {
    runs_cover(Blob::Ext(ext));
    let name = names(btf);
    for at in 0..ext.bytes().len() as u32 {
        assert!(!describe_ext_byte(ext, Some(btf), at, &name).is_empty(), "{at:#x}");
        let inspection = inspect_ext(ext, Some(btf), ext.owner(at).expect("an owner"), &name);
        assert!(inspection.field_at(at).is_some(), "{at:#x} {inspection}");
        assert!(ext_highlights(ext, at).innermost().is_some_and(|r| r.contains(at)), "{at:#x}");
    }
    assert!(problems_ext(ext).iter().all(|p| !p.text.is_empty()));
}

#[test]
fn every_prefix_can_be_shown() {
    for endian in BOTH {
        let whole = every_kind(endian);
        let ext = every_record(endian);
        let mut opened = 0;
        for len in 0..=whole.bytes().len() {
            if let Ok(btf) = Btf::parse(&whole.bytes()[..len], None) {
                show_all(&btf);
                opened += 1;
            }
        }
        assert_eq!(opened, whole.bytes().len() - 31, "every prefix that has a whole header can be opened");
        for len in 0..=ext.bytes().len() {
            if let Ok(ext) = Ext::parse(&ext.bytes()[..len]) {
                show_all_ext(&ext, &whole);
            }
        }
    }
}

#[test]
fn every_flipped_byte_can_be_shown() {
    for endian in BOTH {
        let whole = every_kind(endian);
        for at in 0..whole.bytes().len() {
            for mask in [0x01, 0x40, 0xff] {
                let mut bytes = whole.bytes().to_vec();
                bytes[at] ^= mask;
                if let Ok(btf) = Btf::parse(bytes, None) {
                    show_all(&btf);
                }
            }
        }
        let ext = every_record(endian);
        for at in 0..ext.bytes().len() {
            for mask in [0x01, 0x04, 0x40, 0xff] {
                let mut bytes = ext.bytes().to_vec();
                bytes[at] ^= mask;
                if let Ok(ext) = Ext::parse(bytes) {
                    show_all_ext(&ext, &whole);
                }
            }
        }
    }
}

#[test]
fn a_record_that_cannot_be_read_says_why() {
    for endian in BOTH {
        let mut bytes = every_kind(endian).bytes().to_vec();
        // The byte with the kind of type 2: PTR becomes 98, a kind for which there is no layout entry.
        let kind = if endian == btf::Endian::Little { 0x37 } else { 0x34 };
        bytes[kind] = 98;
        let btf = Btf::parse(bytes, None).unwrap();
        let why = "kind 98 is not known and no layout gives its size; the types after it cannot be read";
        assert_eq!(describe_byte(&btf, 0x30, &names(&btf)), format!("unreadable: {why}"));
        let text = inspect(&btf, &owner_target(&btf, 0x31).unwrap(), &names(&btf)).to_string();
        assert!(text.starts_with("unreadable\n  bytes 00 00 00 00 ") && text.contains(&format!("! {why}\n")), "{text}");
        let list = problems(&btf);
        assert_eq!(list.len(), 1);
        assert_eq!((list[0].text.clone(), list[0].byte()), (format!("type 2: {why}"), Some(0x30)));
    }
}

/// Bits 16 to 23 and 29 to 30 of `info` belong to neither vlen nor kind if the header has 24 bytes; the hint says
/// that they are unused.
#[test]
fn bits_that_an_old_header_leaves_unused_are_called_so() {
    let hint = |order: Order, kind: u8, vlen: u32| {
        let mut blob = Blob24::new(order);
        blob.record(0, kind, vlen, false, 4, &[0, 0, 0]);
        let list = problems(&Btf::parse(blob.build(), None).unwrap());
        assert_eq!(list.len(), 1, "{list:?}");
        list[0].text.clone()
    };
    let said = "bits set that are unused in a blob with a header of 24 bytes";
    for order in [Order::Little, Order::Big] {
        let vlen = hint(order, 4, 0x1_0001);
        assert!(
            vlen.starts_with("type 1: 24 bytes left, but the record needs 786456; info 0x04010001 has ")
                && vlen
                    .ends_with(&format!("{said}: 0x0 in 30–29, 0x1 in 23–16; without them it is STRUCT with vlen 1")),
            "{vlen}"
        );
        let kind = hint(order, 36, 1);
        assert!(
            kind.starts_with("type 1: kind 36 is not known ")
                && kind
                    .ends_with(&format!("{said}: 0x1 in 30–29, 0x0 in 23–16; without them it is STRUCT with vlen 1")),
            "{kind}"
        );
        // If a record is too long for another reason, there is no such hint.
        assert!(!hint(order, 4, 2).contains("unused"));
    }
}
