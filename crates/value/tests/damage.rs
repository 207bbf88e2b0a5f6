//! Damage: small blobs that are cut off or have a changed byte, read by all their types; texts cut off and changed.
//! Nothing may panic, and results must be consistent.

use btf::Btf;
use tests::blob::Order;
use tests::exercise::{Digest, pasted, valued};
use tests::extended::step;
use tests::{generate, handmade};

/// Numbers, texts and a float; the first byte is not zero.
const BYTES: [u8; 36] =
    *b"\x01eth0\0\0\0\x80\xff\xff\xff\x00\x00\x80\x3f\x10abc\"'\\\n\xde\xad\xbe\xef\x01\x02\x03\x04\x05\x06\x07\x08";

fn read(blob: &[u8], bytes: &[u8]) {
    if let Ok(btf) = Btf::parse(blob, None) {
        valued(&btf, bytes, &mut Digest::default());
    }
}

fn blobs() -> Vec<Vec<u8>> {
    Order::BOTH.into_iter().flat_map(handmade::all).filter(|made| made.base.is_none()).map(|made| made.bytes).collect()
}

#[test]
fn prefixes_of_blobs_and_of_bytes() {
    for blob in blobs() {
        for len in (0..blob.len()).step_by(step(11)) {
            read(&blob[..len], &BYTES);
        }
        for len in (0..=BYTES.len()).step_by(step(3)) {
            read(&blob, &BYTES[..len]);
        }
    }
}

#[test]
fn flips_of_blobs() {
    for blob in blobs() {
        for at in (0..blob.len()).step_by(step(29)) {
            for mask in [0x01, 0x80, 0xff] {
                let mut damaged = blob.clone();
                damaged[at] ^= mask;
                read(&damaged, &BYTES);
            }
        }
    }
}

#[test]
fn blobs_of_any_choices() {
    let mut state = 77u64;
    for _ in 0..300 {
        let choices: Vec<u8> = (0..60)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) as u8
            })
            .collect();
        read(&generate::blob(&choices), &BYTES);
    }
}

/// Texts of all forms.
const TEXTS: [&str; 9] = [
    "0x01 02,03:04\n",
    "f0VMRgIBAQ==",
    "static u8 a[] = { 0x1, 'b', \"\\x03\", /* c */ -4 };",
    "\"\\x01\\377\"",
    "00000000: 7f45 4c46 0201 0100 0000 0000 0000 0000  .ELF............\n*\n00000020: 6162  ab\n",
    "00000000  7f 45 4c 46 02 01 01 00  00 00 00 00 00 00 00 00  |.ELF............|\n*\n00000030\n",
    "0x601040 <counter+4>:\t0x0201\t0x0403\n0x601044:\t0x0605\n",
    "key: 00 00  value: 01 02\nkey: 01 00  value: <no entry>\nkey:\n02 00\nvalue (CPU 00): 03 04\nvalue (CPU 01): 05 06\nFound 2 elements\n",
    r#"[{"key":["0x00"],"value":["0x01"],"formatted":{"key":0,"value":[1]}},{"key":["0x01"],"values":[{"cpu":0,"value":["0x02"]}]},{"key":["0x02"],"value":{"error":"x"}}]"#,
];

#[test]
fn texts_cut_off_and_changed() {
    for text in TEXTS {
        for len in 0..=text.len() {
            pasted(&text.as_bytes()[..len], &mut Digest::default());
        }
        for at in 0..text.len() {
            for byte in b"\0 \"'{}[]:,*0f>\\\xc3" {
                let mut damaged = text.as_bytes().to_vec();
                damaged[at] = *byte;
                pasted(&damaged, &mut Digest::default());
            }
        }
    }
}
