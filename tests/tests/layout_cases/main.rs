//! Layouts of handmade structs, with values computed by hand.

mod align;
mod bitfields;
mod damaged;
mod flat;
mod rows;

use btf::{Btf, TypeId};
use layout::{HoleKind, Layout, LayoutRow, MemberLayout, Options, layout};
use tests::blob::{Blob, Order};

/// A blob that is being written, with the types that most structs need.
struct Types {
    blob: Blob,
    u8: u32,
    u16: u32,
    u32: u32,
    u64: u32,
    i32: u32,
}

impl Types {
    /// `long` and pointers have 8 bytes.
    fn new(order: Order) -> Types {
        Types::with_long(order, 8)
    }

    /// `long` and pointers have `bytes` bytes, 4 or 8.
    fn with_long(order: Order, bytes: u32) -> Types {
        let mut blob = Blob::new(order);
        blob.int("long", bytes, 1);
        let [u8, u16, u32, u64] = [("u8", 1), ("u16", 2), ("u32", 4), ("u64", 8)].map(|(name, n)| blob.int(name, n, 0));
        let i32 = blob.int("int", 4, 1);
        Types { blob, u8, u16, u32, u64, i32 }
    }

    fn btf(&self) -> Btf {
        Btf::parse(self.blob.build(), None).expect("a header")
    }
}

fn lay(btf: &Btf, id: u32) -> Layout {
    layout(btf, TypeId(id), &Options::default()).expect("a layout")
}

/// The rows in short form, with first bit and number of bits: member `m0 32+8`, hole `hole 40+24`; `bit-hole` and
/// `padding` likewise.
fn rows(layout: &Layout) -> Vec<String> {
    let kind = |kind: &HoleKind| if *kind == HoleKind::Bits { "bit-" } else { "" };
    let short = |row: &LayoutRow| match row {
        LayoutRow::Member(m) => format!("m{} {}+{}", m.index.0, m.offset, m.bits),
        LayoutRow::Hole { offset, bits, kind: k } => format!("{}hole {offset}+{bits}", kind(k)),
        LayoutRow::Padding { offset, bits, kind: k } => format!("{}padding {offset}+{bits}", kind(k)),
    };
    layout.rows.iter().map(short).collect()
}

/// The member with this index.
fn member(layout: &Layout, index: u32) -> MemberLayout {
    *layout.member(btf::MemberIndex(index)).expect("a member")
}
