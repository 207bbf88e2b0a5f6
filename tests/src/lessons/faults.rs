//! The damaged blobs of the lesson "Find the fault": each a few records made by hand, and then one change.

use crate::blob::{Blob, Order, kind};

/// A damaged blob.
#[derive(Clone, Debug)]
pub struct Damaged {
    /// The offset of the first changed byte.
    pub at: usize,
    /// The bytes of the blob, with the change.
    pub bytes: Vec<u8>,
}

/// Where records begin: after the header.
const TYPES: usize = 24;
/// Where a record after an INT begins.
const SECOND: usize = TYPES + 16;

fn damaged(blob: Blob, at: usize, with: &[u8]) -> Damaged {
    let mut bytes = blob.build();
    assert_ne!(bytes[at..at + with.len()], *with, "byte {at} has this value already");
    bytes[at..at + with.len()].copy_from_slice(with);
    Damaged { at, bytes }
}

/// An INT, and the records that `more` writes after it.
fn int_and(more: impl FnOnce(&mut Blob, u32)) -> Blob {
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    more(&mut b, int);
    b
}

fn int() -> Blob {
    int_and(|_, _| {})
}

fn point() -> Blob {
    int_and(|b, int| {
        b.structure("point", 8, &[("x", int, 0), ("y", int, 32)]);
    })
}

fn typedef() -> Blob {
    int_and(|b, int| {
        b.named(kind::TYPEDEF, "id_t", int);
    })
}

fn variable(more: impl FnOnce(&mut Blob, u32)) -> Blob {
    int_and(|b, int| {
        let seen = b.variable("seen", int, 1);
        more(b, seen);
    })
}

/// All damaged blobs, in the order of the lesson's steps.
pub fn damaged_blobs() -> Vec<Damaged> {
    let mut char = Blob::new(Order::Little);
    char.int("char", 1, 1);
    let mut forward = Blob::new(Order::Big);
    forward.fwd("task", false);
    let mut color = Blob::new(Order::Little);
    color.enumeration("color", 4, false, &[("RED", 0), ("BLUE", 1)]);
    let mut pointer = Blob::new(Order::Big);
    let text = pointer.int("char", 1, 1);
    pointer.pointer(text);
    let strings = int().build().len() - int().strings().len();
    let name = point().build().len() - "point\0x\0y\0".len();
    vec![
        // The header: magic, version, hdr_len, str_len.
        damaged(int(), 0, &[0x7f]),
        damaged(int(), 2, &[2]),
        damaged(int(), 4, &[20]),
        damaged(int(), 20, &[9]),
        // The strings: their first byte, their last one, a byte of a name.
        damaged(int(), strings, b"_"),
        damaged(int(), strings + 4, b"s"),
        damaged(point(), name, &[0xff]),
        // Heads of records: name_off, kind, vlen, kind_flag.
        damaged(typedef(), SECOND, &[0x40]),
        damaged(
            int_and(|b, int| {
                b.reference(kind::VOLATILE, int);
            }),
            SECOND + 7,
            &[31],
        ),
        damaged(forward, TYPES + 7, &[2]),
        damaged(int(), TYPES + 7, &[0x81]),
        // The bits of an INT, the vlen of an ENUM, the type of a PTR.
        damaged(char, TYPES + 12, &[9]),
        damaged(color, TYPES + 4, &[3]),
        damaged(pointer, SECOND + 11, &[9]),
        // Types together: a member's type, a typedef of itself, a member beyond its struct.
        damaged(point(), SECOND + 12 + 12 + 4, &[3]),
        damaged(typedef(), SECOND + 8, &[2]),
        damaged(point(), SECOND + 12 + 12 + 8, &[96]),
        // Variables and tags.
        damaged(variable(|_, _| {}), SECOND + 12, &[7]),
        damaged(
            variable(|b, seen| {
                b.data_section(".bss", 4, &[[seen, 0, 4]]);
            }),
            SECOND + 16 + 12 + 4,
            &[4],
        ),
        damaged(
            variable(|b, seen| {
                b.decl_tag("mine", false, seen, -1);
            }),
            SECOND + 16 + 12,
            &[0xfe],
        ),
    ]
}
