//! Blobs made by hand, in either byte order.

use btf::{Btf, Endian, Ext, TypeId};

/// Bytes of a `.BTF` or `.BTF.ext`, written one after the other.
pub struct Bytes {
    pub endian: Endian,
    pub bytes: Vec<u8>,
}

impl Bytes {
    pub fn new(endian: Endian) -> Bytes {
        Bytes { endian, bytes: Vec::new() }
    }

    pub fn u16(&mut self, n: u16) -> &mut Bytes {
        self.bytes.extend(if self.endian == Endian::Little { n.to_le_bytes() } else { n.to_be_bytes() });
        self
    }

    pub fn u32(&mut self, n: u32) -> &mut Bytes {
        self.bytes.extend(if self.endian == Endian::Little { n.to_le_bytes() } else { n.to_be_bytes() });
        self
    }

    pub fn words(&mut self, words: &[u32]) -> &mut Bytes {
        words.iter().for_each(|&n| {
            self.u32(n);
        });
        self
    }
}

/// A `.BTF` from its sections. Its header has 32 bytes if there is a layout section, else 24.
pub fn blob(endian: Endian, types: &[u32], layout: &[[u8; 2]], strings: &[u8]) -> Vec<u8> {
    let mut b = Bytes::new(endian);
    let types_len = types.len() as u32 * 4;
    let layout_len = layout.len() as u32 * 4;
    b.u16(0xeb9f);
    b.bytes.extend([1, 0]);
    b.words(&[if layout.is_empty() { 24 } else { 32 }, 0, types_len, types_len + layout_len, strings.len() as u32]);
    if !layout.is_empty() {
        b.words(&[types_len, layout_len]);
    }
    b.words(types);
    for &[info_sz, elem_sz] in layout {
        b.bytes.extend([info_sz, elem_sz, 0, 0]);
    }
    b.bytes.extend(strings);
    b.bytes
}

pub fn info(kind: u32, vlen: u32, flag: bool) -> u32 {
    u32::from(flag) << 31 | kind << 24 | vlen
}

pub const BOTH: [Endian; 2] = [Endian::Little, Endian::Big];

/// The offsets of the strings: 1 int, 5 s, 7 a, 9 b, 11 e, 13 A, 15 fn, 18 .bss, 23 double, 30 tag, 34 old.
pub const STRINGS: &[u8] = b"\0int\0s\0a\0b\0e\0A\0fn\0.bss\0double\0tag\0old\0";

/// At least one type of every kind, one of an unknown kind, and last a pointer with an invalid name and an invalid
/// target.
pub fn every_kind(endian: Endian) -> Btf {
    let types = [
        &[1, info(1, 0, false), 4, 0x0100_0020][..],                       // 1 int
        &[0, info(2, 0, false), 3],                                        // 2 s *
        &[5, info(4, 3, true), 8, 7, 1, 0, 9, 1, 0x0200_0022, 0, 4, 0x20], // 3 struct s
        &[0, info(5, 1, false), 4, 7, 1, 0],                               // 4 union
        &[0, info(3, 0, false), 0, 1, 1, 3],                               // 5 int[3]
        &[11, info(6, 2, true), 4, 13, u32::MAX, 9, 5],                    // 6 enum e
        &[11, info(19, 1, false), 8, 13, u32::MAX, 1],                     // 7 enum64 e
        &[5, info(7, 0, true), 0],                                         // 8 forward union s
        &[5, info(8, 0, false), 3],                                        // 9 typedef s
        &[0, info(9, 0, false), 1],                                        // 10 volatile
        &[0, info(10, 0, false), 10],                                      // 11 const
        &[0, info(11, 0, false), 2],                                       // 12 restrict
        &[0, info(13, 3, false), 0, 7, 1, 9, 2, 0, 0],                     // 13 void (int, s *, ...)
        &[15, info(12, 1, false), 13],                                     // 14 fn
        &[7, info(14, 0, false), 1, 0],                                    // 15 static int a
        &[18, info(15, 1, false), 0, 15, 0, 4],                            // 16 .bss
        &[23, info(16, 0, false), 8],                                      // 17 double
        &[30, info(17, 0, false), 3, 1],                                   // 18 tag on s.b
        &[30, info(18, 0, true), 1],                                       // 19 type tag
        &[30, info(17, 0, false), 14, 0],                                  // 20 tag on fn's a
        &[30, info(17, 0, true), 9, u32::MAX],                             // 21 tag on typedef s
        &[34, info(1, 0, false), 4, 0x0002_0004],                          // 22 4 bits from bit 2
        &[34, info(4, 1, false), 16, 7, 22, 100],                          // 23 struct old
        &[0, info(20, 2, false), 8, 3, u32::MAX - 1, u32::MAX],            // 24 LOC_PARAM -2
        &[0, info(21, 2, false), 0, 24, 0],                                // 25 LOC_PROTO
        &[0, info(22, 1, false), 0, 14, 25, 0x40],                         // 26 LOCSEC
        &[0x7777, info(25, 1, true), 0x1234, 0x0101_0101, 0x0202_0202, 0x0303_0303], // 27 unknown
        &[0x999, info(2, 0, false), 99],                                   // 28 a pointer to nothing
    ]
    .concat();
    let mut layout = vec![[0, 0]; 26];
    (layout[20], layout[21], layout[22], layout[25]) = ([4, 4], [0, 4], [0, 12], [8, 4]);
    Btf::parse(blob(endian, &types, &layout, STRINGS), None).expect("a header")
}

/// A `.BTF.ext` for [`every_kind`]: a function, two lines, a relocation. Records of line_info have 4 bytes more than
/// the known format.
pub fn every_record(endian: Endian) -> Ext {
    let mut b = Bytes::new(endian);
    b.u16(0xeb9f);
    b.bytes.extend([1, 0]);
    // func_info has 20 bytes, line_info 52, core_relo 28; the last 4 bytes belong to no subsection.
    b.words(&[32, 0, 20, 20, 52, 72, 28]);
    b.words(&[8, 18, 1, 0, 14]);
    b.words(&[20, 18, 2, 0, 15, 34, 12 << 10 | 5, 0xdddd, 16, 15, 34, 13 << 10, 0xeeee]);
    b.words(&[16, 18, 1, 8, 3, 13, 2]);
    b.words(&[0]);
    Ext::parse(b.bytes).expect("a header")
}

/// Names types by their own records alone, for tests that do not print C.
pub fn names(btf: &Btf) -> impl Fn(TypeId) -> String {
    move |id| model::inspect::type_label(btf, id)
}
