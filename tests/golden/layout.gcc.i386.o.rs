// Made from BTF by btfscope: a little-endian machine with pointers of 4 bytes.
// Types that are only behind pointers are opaque. Padding is written out; every pattern of bytes is a value.
#![allow(dead_code, non_camel_case_types, non_snake_case, non_upper_case_globals, improper_ctypes_definitions, clippy::all)]

/// A value of 8 bytes that lies at multiples of 4 on this machine.
#[repr(C, packed(4))]
#[derive(Clone, Copy)]
pub struct Packed4<T>(pub T);

/// A pointer of 4 bytes: an address on the machine of the BTF, not on the one that reads.
#[repr(C)]
pub struct Ptr32<T> {
    pub address: u32,
    to: core::marker::PhantomData<*const T>,
}
impl<T> Clone for Ptr32<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Ptr32<T> {}

pub type s8 = i8;

pub type s32 = i32;

pub type s64 = Packed4<i64>;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct holes {
    pub a: i8,
    pub _padding_1: [u8; 3],
    pub b: Packed4<u64>,
    pub c: u16,
    pub _padding_14: [u8; 2],
    pub d: u32,
    pub e: i8,
    pub _padding_21: [u8; 3],
}
const _: () = {
    assert!(core::mem::size_of::<holes>() == 24);
    assert!(core::mem::align_of::<holes>() == 4);
    assert!(core::mem::offset_of!(holes, a) == 0);
    assert!(core::mem::offset_of!(holes, b) == 4);
    assert!(core::mem::offset_of!(holes, c) == 12);
    assert!(core::mem::offset_of!(holes, d) == 16);
    assert!(core::mem::offset_of!(holes, e) == 20);
};

#[repr(C, packed)]
#[derive(Clone, Copy)]
pub struct packed {
    pub a: i8,
    pub b: Packed4<u64>,
    pub c: u16,
    pub d: u32,
    pub e: i8,
}
const _: () = {
    assert!(core::mem::size_of::<packed>() == 16);
    assert!(core::mem::align_of::<packed>() == 1);
    assert!(core::mem::offset_of!(packed, a) == 0);
    assert!(core::mem::offset_of!(packed, b) == 1);
    assert!(core::mem::offset_of!(packed, c) == 9);
    assert!(core::mem::offset_of!(packed, d) == 11);
    assert!(core::mem::offset_of!(packed, e) == 15);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct packed_but {
    pub a: i8,
    pub _padding_1: [u8; 3],
    pub b: u32,
    pub c: u16,
    pub _padding_10: [u8; 2],
}
const _: () = {
    assert!(core::mem::size_of::<packed_but>() == 12);
    assert!(core::mem::align_of::<packed_but>() == 4);
    assert!(core::mem::offset_of!(packed_but, a) == 0);
    assert!(core::mem::offset_of!(packed_but, b) == 4);
    assert!(core::mem::offset_of!(packed_but, c) == 8);
};

// Its padding hints at an alignment of 64 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct aligned {
    pub a: u32,
    pub _padding_4: [u8; 28],
    pub b: u32,
    pub _padding_36: [u8; 28],
}
const _: () = {
    assert!(core::mem::size_of::<aligned>() == 64);
    assert!(core::mem::align_of::<aligned>() == 4);
    assert!(core::mem::offset_of!(aligned, a) == 0);
    assert!(core::mem::offset_of!(aligned, b) == 32);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct cache_lines {
    pub first: [Packed4<u64>; 7],
    pub across: [u8; 16],
    pub second: [Packed4<u64>; 7],
}
const _: () = {
    assert!(core::mem::size_of::<cache_lines>() == 128);
    assert!(core::mem::align_of::<cache_lines>() == 4);
    assert!(core::mem::offset_of!(cache_lines, first) == 0);
    assert!(core::mem::offset_of!(cache_lines, across) == 56);
    assert!(core::mem::offset_of!(cache_lines, second) == 72);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct bit_widths {
    pub _bits_0: [u8; 68],
    pub _align: [u32; 0],
}
impl bit_widths {
    pub fn w1(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[0], 0, 0, 0, 0, 0, 0, 0]);
        (word << 63 >> 63) as u32
    }
    pub fn set_w1(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0x1 as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[0] = b[0] & !mask[0] | bits[0] & mask[0];
    }
    pub fn w31(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[0], b[1], b[2], b[3], 0, 0, 0, 0]);
        (word << 32 >> 33) as u32
    }
    pub fn set_w31(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0xfffffffe as u64).to_le_bytes();
        let bits = ((value as u64) << 1).to_le_bytes();
        b[0] = b[0] & !mask[0] | bits[0] & mask[0];
        b[1] = b[1] & !mask[1] | bits[1] & mask[1];
        b[2] = b[2] & !mask[2] | bits[2] & mask[2];
        b[3] = b[3] & !mask[3] | bits[3] & mask[3];
    }
    pub fn w2(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[4], 0, 0, 0, 0, 0, 0, 0]);
        (word << 62 >> 62) as u32
    }
    pub fn set_w2(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0x3 as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[4] = b[4] & !mask[0] | bits[0] & mask[0];
    }
    pub fn w30(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[4], b[5], b[6], b[7], 0, 0, 0, 0]);
        (word << 32 >> 34) as u32
    }
    pub fn set_w30(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0xfffffffc as u64).to_le_bytes();
        let bits = ((value as u64) << 2).to_le_bytes();
        b[4] = b[4] & !mask[0] | bits[0] & mask[0];
        b[5] = b[5] & !mask[1] | bits[1] & mask[1];
        b[6] = b[6] & !mask[2] | bits[2] & mask[2];
        b[7] = b[7] & !mask[3] | bits[3] & mask[3];
    }
    pub fn w3(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[8], 0, 0, 0, 0, 0, 0, 0]);
        (word << 61 >> 61) as u32
    }
    pub fn set_w3(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0x7 as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[8] = b[8] & !mask[0] | bits[0] & mask[0];
    }
    pub fn w29(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[8], b[9], b[10], b[11], 0, 0, 0, 0]);
        (word << 32 >> 35) as u32
    }
    pub fn set_w29(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0xfffffff8 as u64).to_le_bytes();
        let bits = ((value as u64) << 3).to_le_bytes();
        b[8] = b[8] & !mask[0] | bits[0] & mask[0];
        b[9] = b[9] & !mask[1] | bits[1] & mask[1];
        b[10] = b[10] & !mask[2] | bits[2] & mask[2];
        b[11] = b[11] & !mask[3] | bits[3] & mask[3];
    }
    pub fn w4(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[12], 0, 0, 0, 0, 0, 0, 0]);
        (word << 60 >> 60) as u32
    }
    pub fn set_w4(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0xf as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[12] = b[12] & !mask[0] | bits[0] & mask[0];
    }
    pub fn w28(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[12], b[13], b[14], b[15], 0, 0, 0, 0]);
        (word << 32 >> 36) as u32
    }
    pub fn set_w28(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0xfffffff0 as u64).to_le_bytes();
        let bits = ((value as u64) << 4).to_le_bytes();
        b[12] = b[12] & !mask[0] | bits[0] & mask[0];
        b[13] = b[13] & !mask[1] | bits[1] & mask[1];
        b[14] = b[14] & !mask[2] | bits[2] & mask[2];
        b[15] = b[15] & !mask[3] | bits[3] & mask[3];
    }
    pub fn w5(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[16], 0, 0, 0, 0, 0, 0, 0]);
        (word << 59 >> 59) as u32
    }
    pub fn set_w5(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0x1f as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[16] = b[16] & !mask[0] | bits[0] & mask[0];
    }
    pub fn w27(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[16], b[17], b[18], b[19], 0, 0, 0, 0]);
        (word << 32 >> 37) as u32
    }
    pub fn set_w27(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0xffffffe0 as u64).to_le_bytes();
        let bits = ((value as u64) << 5).to_le_bytes();
        b[16] = b[16] & !mask[0] | bits[0] & mask[0];
        b[17] = b[17] & !mask[1] | bits[1] & mask[1];
        b[18] = b[18] & !mask[2] | bits[2] & mask[2];
        b[19] = b[19] & !mask[3] | bits[3] & mask[3];
    }
    pub fn w6(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[20], 0, 0, 0, 0, 0, 0, 0]);
        (word << 58 >> 58) as u32
    }
    pub fn set_w6(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0x3f as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[20] = b[20] & !mask[0] | bits[0] & mask[0];
    }
    pub fn w26(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[20], b[21], b[22], b[23], 0, 0, 0, 0]);
        (word << 32 >> 38) as u32
    }
    pub fn set_w26(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0xffffffc0 as u64).to_le_bytes();
        let bits = ((value as u64) << 6).to_le_bytes();
        b[20] = b[20] & !mask[0] | bits[0] & mask[0];
        b[21] = b[21] & !mask[1] | bits[1] & mask[1];
        b[22] = b[22] & !mask[2] | bits[2] & mask[2];
        b[23] = b[23] & !mask[3] | bits[3] & mask[3];
    }
    pub fn w7(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[24], 0, 0, 0, 0, 0, 0, 0]);
        (word << 57 >> 57) as u32
    }
    pub fn set_w7(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0x7f as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[24] = b[24] & !mask[0] | bits[0] & mask[0];
    }
    pub fn w25(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[24], b[25], b[26], b[27], 0, 0, 0, 0]);
        (word << 32 >> 39) as u32
    }
    pub fn set_w25(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0xffffff80 as u64).to_le_bytes();
        let bits = ((value as u64) << 7).to_le_bytes();
        b[24] = b[24] & !mask[0] | bits[0] & mask[0];
        b[25] = b[25] & !mask[1] | bits[1] & mask[1];
        b[26] = b[26] & !mask[2] | bits[2] & mask[2];
        b[27] = b[27] & !mask[3] | bits[3] & mask[3];
    }
    pub fn w8(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[28], 0, 0, 0, 0, 0, 0, 0]);
        (word << 56 >> 56) as u32
    }
    pub fn set_w8(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0xff as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[28] = b[28] & !mask[0] | bits[0] & mask[0];
    }
    pub fn w24(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[29], b[30], b[31], 0, 0, 0, 0, 0]);
        (word << 40 >> 40) as u32
    }
    pub fn set_w24(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0xffffff as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[29] = b[29] & !mask[0] | bits[0] & mask[0];
        b[30] = b[30] & !mask[1] | bits[1] & mask[1];
        b[31] = b[31] & !mask[2] | bits[2] & mask[2];
    }
    pub fn w9(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[32], b[33], 0, 0, 0, 0, 0, 0]);
        (word << 55 >> 55) as u32
    }
    pub fn set_w9(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0x1ff as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[32] = b[32] & !mask[0] | bits[0] & mask[0];
        b[33] = b[33] & !mask[1] | bits[1] & mask[1];
    }
    pub fn w23(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[33], b[34], b[35], 0, 0, 0, 0, 0]);
        (word << 40 >> 41) as u32
    }
    pub fn set_w23(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0xfffffe as u64).to_le_bytes();
        let bits = ((value as u64) << 1).to_le_bytes();
        b[33] = b[33] & !mask[0] | bits[0] & mask[0];
        b[34] = b[34] & !mask[1] | bits[1] & mask[1];
        b[35] = b[35] & !mask[2] | bits[2] & mask[2];
    }
    pub fn w10(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[36], b[37], 0, 0, 0, 0, 0, 0]);
        (word << 54 >> 54) as u32
    }
    pub fn set_w10(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0x3ff as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[36] = b[36] & !mask[0] | bits[0] & mask[0];
        b[37] = b[37] & !mask[1] | bits[1] & mask[1];
    }
    pub fn w22(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[37], b[38], b[39], 0, 0, 0, 0, 0]);
        (word << 40 >> 42) as u32
    }
    pub fn set_w22(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0xfffffc as u64).to_le_bytes();
        let bits = ((value as u64) << 2).to_le_bytes();
        b[37] = b[37] & !mask[0] | bits[0] & mask[0];
        b[38] = b[38] & !mask[1] | bits[1] & mask[1];
        b[39] = b[39] & !mask[2] | bits[2] & mask[2];
    }
    pub fn w11(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[40], b[41], 0, 0, 0, 0, 0, 0]);
        (word << 53 >> 53) as u32
    }
    pub fn set_w11(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0x7ff as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[40] = b[40] & !mask[0] | bits[0] & mask[0];
        b[41] = b[41] & !mask[1] | bits[1] & mask[1];
    }
    pub fn w21(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[41], b[42], b[43], 0, 0, 0, 0, 0]);
        (word << 40 >> 43) as u32
    }
    pub fn set_w21(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0xfffff8 as u64).to_le_bytes();
        let bits = ((value as u64) << 3).to_le_bytes();
        b[41] = b[41] & !mask[0] | bits[0] & mask[0];
        b[42] = b[42] & !mask[1] | bits[1] & mask[1];
        b[43] = b[43] & !mask[2] | bits[2] & mask[2];
    }
    pub fn w12(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[44], b[45], 0, 0, 0, 0, 0, 0]);
        (word << 52 >> 52) as u32
    }
    pub fn set_w12(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0xfff as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[44] = b[44] & !mask[0] | bits[0] & mask[0];
        b[45] = b[45] & !mask[1] | bits[1] & mask[1];
    }
    pub fn w20(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[45], b[46], b[47], 0, 0, 0, 0, 0]);
        (word << 40 >> 44) as u32
    }
    pub fn set_w20(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0xfffff0 as u64).to_le_bytes();
        let bits = ((value as u64) << 4).to_le_bytes();
        b[45] = b[45] & !mask[0] | bits[0] & mask[0];
        b[46] = b[46] & !mask[1] | bits[1] & mask[1];
        b[47] = b[47] & !mask[2] | bits[2] & mask[2];
    }
    pub fn w13(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[48], b[49], 0, 0, 0, 0, 0, 0]);
        (word << 51 >> 51) as u32
    }
    pub fn set_w13(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0x1fff as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[48] = b[48] & !mask[0] | bits[0] & mask[0];
        b[49] = b[49] & !mask[1] | bits[1] & mask[1];
    }
    pub fn w19(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[49], b[50], b[51], 0, 0, 0, 0, 0]);
        (word << 40 >> 45) as u32
    }
    pub fn set_w19(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0xffffe0 as u64).to_le_bytes();
        let bits = ((value as u64) << 5).to_le_bytes();
        b[49] = b[49] & !mask[0] | bits[0] & mask[0];
        b[50] = b[50] & !mask[1] | bits[1] & mask[1];
        b[51] = b[51] & !mask[2] | bits[2] & mask[2];
    }
    pub fn w14(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[52], b[53], 0, 0, 0, 0, 0, 0]);
        (word << 50 >> 50) as u32
    }
    pub fn set_w14(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0x3fff as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[52] = b[52] & !mask[0] | bits[0] & mask[0];
        b[53] = b[53] & !mask[1] | bits[1] & mask[1];
    }
    pub fn w18(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[53], b[54], b[55], 0, 0, 0, 0, 0]);
        (word << 40 >> 46) as u32
    }
    pub fn set_w18(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0xffffc0 as u64).to_le_bytes();
        let bits = ((value as u64) << 6).to_le_bytes();
        b[53] = b[53] & !mask[0] | bits[0] & mask[0];
        b[54] = b[54] & !mask[1] | bits[1] & mask[1];
        b[55] = b[55] & !mask[2] | bits[2] & mask[2];
    }
    pub fn w15(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[56], b[57], 0, 0, 0, 0, 0, 0]);
        (word << 49 >> 49) as u32
    }
    pub fn set_w15(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0x7fff as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[56] = b[56] & !mask[0] | bits[0] & mask[0];
        b[57] = b[57] & !mask[1] | bits[1] & mask[1];
    }
    pub fn w17(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[57], b[58], b[59], 0, 0, 0, 0, 0]);
        (word << 40 >> 47) as u32
    }
    pub fn set_w17(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0xffff80 as u64).to_le_bytes();
        let bits = ((value as u64) << 7).to_le_bytes();
        b[57] = b[57] & !mask[0] | bits[0] & mask[0];
        b[58] = b[58] & !mask[1] | bits[1] & mask[1];
        b[59] = b[59] & !mask[2] | bits[2] & mask[2];
    }
    pub fn w16(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[60], b[61], 0, 0, 0, 0, 0, 0]);
        (word << 48 >> 48) as u32
    }
    pub fn set_w16(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0xffff as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[60] = b[60] & !mask[0] | bits[0] & mask[0];
        b[61] = b[61] & !mask[1] | bits[1] & mask[1];
    }
    pub fn w16_again(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[62], b[63], 0, 0, 0, 0, 0, 0]);
        (word << 48 >> 48) as u32
    }
    pub fn set_w16_again(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0xffff as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[62] = b[62] & !mask[0] | bits[0] & mask[0];
        b[63] = b[63] & !mask[1] | bits[1] & mask[1];
    }
    pub fn w32(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[64], b[65], b[66], b[67], 0, 0, 0, 0]);
        (word << 32 >> 32) as u32
    }
    pub fn set_w32(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0xffffffff as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[64] = b[64] & !mask[0] | bits[0] & mask[0];
        b[65] = b[65] & !mask[1] | bits[1] & mask[1];
        b[66] = b[66] & !mask[2] | bits[2] & mask[2];
        b[67] = b[67] & !mask[3] | bits[3] & mask[3];
    }
}
const _: () = {
    assert!(core::mem::size_of::<bit_widths>() == 68);
    assert!(core::mem::align_of::<bit_widths>() == 4);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct bit_crossing {
    pub _bits_0: [u8; 8],
    pub tail: u8,
    pub _padding_9: [u8; 3],
    pub _align: [u32; 0],
}
impl bit_crossing {
    pub fn low(&self) -> u64 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[0], 0, 0, 0, 0, 0, 0, 0]);
        (word << 61 >> 61) as u64
    }
    pub fn set_low(&mut self, value: u64) {
        let b = &mut self._bits_0;
        let mask = (0x7 as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[0] = b[0] & !mask[0] | bits[0] & mask[0];
    }
    pub fn middle(&self) -> u64 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]]);
        (word << 3 >> 6) as u64
    }
    pub fn set_middle(&mut self, value: u64) {
        let b = &mut self._bits_0;
        let mask = (0x1ffffffffffffff8 as u64).to_le_bytes();
        let bits = ((value as u64) << 3).to_le_bytes();
        b[0] = b[0] & !mask[0] | bits[0] & mask[0];
        b[1] = b[1] & !mask[1] | bits[1] & mask[1];
        b[2] = b[2] & !mask[2] | bits[2] & mask[2];
        b[3] = b[3] & !mask[3] | bits[3] & mask[3];
        b[4] = b[4] & !mask[4] | bits[4] & mask[4];
        b[5] = b[5] & !mask[5] | bits[5] & mask[5];
        b[6] = b[6] & !mask[6] | bits[6] & mask[6];
        b[7] = b[7] & !mask[7] | bits[7] & mask[7];
    }
    pub fn high(&self) -> u64 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[7], 0, 0, 0, 0, 0, 0, 0]);
        (word << 56 >> 61) as u64
    }
    pub fn set_high(&mut self, value: u64) {
        let b = &mut self._bits_0;
        let mask = (0xe0 as u64).to_le_bytes();
        let bits = ((value as u64) << 5).to_le_bytes();
        b[7] = b[7] & !mask[0] | bits[0] & mask[0];
    }
}
const _: () = {
    assert!(core::mem::size_of::<bit_crossing>() == 12);
    assert!(core::mem::align_of::<bit_crossing>() == 4);
    assert!(core::mem::offset_of!(bit_crossing, tail) == 8);
};

#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct bit_color(pub u32);
impl bit_color {
    pub const BIT_RED: Self = Self(0);
    pub const BIT_GREEN: Self = Self(1);
    pub const BIT_BLUE: Self = Self(2);
}

#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct bit_signed(pub u32);
impl bit_signed {
    pub const BIT_MINUS: Self = Self(4294967295);
    pub const BIT_ZERO: Self = Self(0);
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct bit_types {
    pub _bits_0: [u8; 9],
    pub _padding_9: [u8; 3],
    pub _align: [u32; 0],
}
impl bit_types {
    pub fn negative(&self) -> i32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[0], 0, 0, 0, 0, 0, 0, 0]);
        ((word << 59) as i64 >> 59) as i32
    }
    pub fn set_negative(&mut self, value: i32) {
        let b = &mut self._bits_0;
        let mask = (0x1f as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[0] = b[0] & !mask[0] | bits[0] & mask[0];
    }
    pub fn positive(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[0], b[1], 0, 0, 0, 0, 0, 0]);
        (word << 54 >> 59) as u32
    }
    pub fn set_positive(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0x3e0 as u64).to_le_bytes();
        let bits = ((value as u64) << 5).to_le_bytes();
        b[0] = b[0] & !mask[0] | bits[0] & mask[0];
        b[1] = b[1] & !mask[1] | bits[1] & mask[1];
    }
    pub fn yes(&self) -> u8 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[1], 0, 0, 0, 0, 0, 0, 0]);
        (word << 61 >> 63) as u8
    }
    pub fn set_yes(&mut self, value: u8) {
        let b = &mut self._bits_0;
        let mask = (0x4 as u64).to_le_bytes();
        let bits = ((value as u64) << 2).to_le_bytes();
        b[1] = b[1] & !mask[0] | bits[0] & mask[0];
    }
    pub fn color(&self) -> bit_color {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[1], 0, 0, 0, 0, 0, 0, 0]);
        bit_color((word << 59 >> 62) as u32)
    }
    pub fn set_color(&mut self, value: bit_color) {
        let b = &mut self._bits_0;
        let mask = (0x18 as u64).to_le_bytes();
        let bits = ((value.0 as u64) << 3).to_le_bytes();
        b[1] = b[1] & !mask[0] | bits[0] & mask[0];
    }
    pub fn sign(&self) -> bit_signed {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[1], 0, 0, 0, 0, 0, 0, 0]);
        bit_signed((word << 57 >> 62) as u32)
    }
    pub fn set_sign(&mut self, value: bit_signed) {
        let b = &mut self._bits_0;
        let mask = (0x60 as u64).to_le_bytes();
        let bits = ((value.0 as u64) << 5).to_le_bytes();
        b[1] = b[1] & !mask[0] | bits[0] & mask[0];
    }
    pub fn small(&self) -> i8 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[2], 0, 0, 0, 0, 0, 0, 0]);
        ((word << 57) as i64 >> 57) as i8
    }
    pub fn set_small(&mut self, value: i8) {
        let b = &mut self._bits_0;
        let mask = (0x7f as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[2] = b[2] & !mask[0] | bits[0] & mask[0];
    }
    pub fn half(&self) -> u16 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[2], b[3], 0, 0, 0, 0, 0, 0]);
        (word << 48 >> 55) as u16
    }
    pub fn set_half(&mut self, value: u16) {
        let b = &mut self._bits_0;
        let mask = (0xff80 as u64).to_le_bytes();
        let bits = ((value as u64) << 7).to_le_bytes();
        b[2] = b[2] & !mask[0] | bits[0] & mask[0];
        b[3] = b[3] & !mask[1] | bits[1] & mask[1];
    }
    pub fn wide(&self) -> i64 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[4], b[5], b[6], b[7], b[8], 0, 0, 0]);
        ((word << 31) as i64 >> 31) as i64
    }
    pub fn set_wide(&mut self, value: i64) {
        let b = &mut self._bits_0;
        let mask = (0x1ffffffff as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[4] = b[4] & !mask[0] | bits[0] & mask[0];
        b[5] = b[5] & !mask[1] | bits[1] & mask[1];
        b[6] = b[6] & !mask[2] | bits[2] & mask[2];
        b[7] = b[7] & !mask[3] | bits[3] & mask[3];
        b[8] = b[8] & !mask[4] | bits[4] & mask[4];
    }
    pub fn fixed(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[8], 0, 0, 0, 0, 0, 0, 0]);
        (word << 59 >> 60) as u32
    }
    pub fn set_fixed(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0x1e as u64).to_le_bytes();
        let bits = ((value as u64) << 1).to_le_bytes();
        b[8] = b[8] & !mask[0] | bits[0] & mask[0];
    }
}
const _: () = {
    assert!(core::mem::size_of::<bit_types>() == 12);
    assert!(core::mem::align_of::<bit_types>() == 4);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct bit_holes {
    pub _bits_0: [u8; 1],
    pub _padding_1: [u8; 3],
    pub _bits_4: [u8; 2],
    pub d: u8,
    pub _bits_7: [u8; 1],
    pub _align: [u32; 0],
}
impl bit_holes {
    pub fn a(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[0], 0, 0, 0, 0, 0, 0, 0]);
        (word << 61 >> 61) as u32
    }
    pub fn set_a(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0x7 as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[0] = b[0] & !mask[0] | bits[0] & mask[0];
    }
    pub fn b(&self) -> u32 {
        let b = &self._bits_4;
        let word = u64::from_le_bytes([b[0], 0, 0, 0, 0, 0, 0, 0]);
        (word << 59 >> 59) as u32
    }
    pub fn set_b(&mut self, value: u32) {
        let b = &mut self._bits_4;
        let mask = (0x1f as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[0] = b[0] & !mask[0] | bits[0] & mask[0];
    }
    pub fn c(&self) -> u32 {
        let b = &self._bits_4;
        let word = u64::from_le_bytes([b[1], 0, 0, 0, 0, 0, 0, 0]);
        (word << 59 >> 63) as u32
    }
    pub fn set_c(&mut self, value: u32) {
        let b = &mut self._bits_4;
        let mask = (0x10 as u64).to_le_bytes();
        let bits = ((value as u64) << 4).to_le_bytes();
        b[1] = b[1] & !mask[0] | bits[0] & mask[0];
    }
    pub fn e(&self) -> u16 {
        let b = &self._bits_7;
        let word = u64::from_le_bytes([b[0], 0, 0, 0, 0, 0, 0, 0]);
        (word << 60 >> 60) as u16
    }
    pub fn set_e(&mut self, value: u16) {
        let b = &mut self._bits_7;
        let mask = (0xf as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[0] = b[0] & !mask[0] | bits[0] & mask[0];
    }
}
const _: () = {
    assert!(core::mem::size_of::<bit_holes>() == 8);
    assert!(core::mem::align_of::<bit_holes>() == 4);
    assert!(core::mem::offset_of!(bit_holes, d) == 6);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct bit_packed {
    pub _bits_0: [u8; 14],
}
impl bit_packed {
    pub fn a(&self) -> u8 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[0], 0, 0, 0, 0, 0, 0, 0]);
        (word << 61 >> 61) as u8
    }
    pub fn set_a(&mut self, value: u8) {
        let b = &mut self._bits_0;
        let mask = (0x7 as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[0] = b[0] & !mask[0] | bits[0] & mask[0];
    }
    pub fn b(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[0], b[1], b[2], b[3], b[4], 0, 0, 0]);
        (word << 31 >> 34) as u32
    }
    pub fn set_b(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0x1fffffff8 as u64).to_le_bytes();
        let bits = ((value as u64) << 3).to_le_bytes();
        b[0] = b[0] & !mask[0] | bits[0] & mask[0];
        b[1] = b[1] & !mask[1] | bits[1] & mask[1];
        b[2] = b[2] & !mask[2] | bits[2] & mask[2];
        b[3] = b[3] & !mask[3] | bits[3] & mask[3];
        b[4] = b[4] & !mask[4] | bits[4] & mask[4];
    }
    pub fn c(&self) -> u16 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[4], b[5], 0, 0, 0, 0, 0, 0]);
        (word << 48 >> 49) as u16
    }
    pub fn set_c(&mut self, value: u16) {
        let b = &mut self._bits_0;
        let mask = (0xfffe as u64).to_le_bytes();
        let bits = ((value as u64) << 1).to_le_bytes();
        b[4] = b[4] & !mask[0] | bits[0] & mask[0];
        b[5] = b[5] & !mask[1] | bits[1] & mask[1];
    }
    pub fn d(&self) -> u64 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13]]);
        (word << 0 >> 0) as u64
    }
    pub fn set_d(&mut self, value: u64) {
        let b = &mut self._bits_0;
        let mask = (0xffffffffffffffff as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[6] = b[6] & !mask[0] | bits[0] & mask[0];
        b[7] = b[7] & !mask[1] | bits[1] & mask[1];
        b[8] = b[8] & !mask[2] | bits[2] & mask[2];
        b[9] = b[9] & !mask[3] | bits[3] & mask[3];
        b[10] = b[10] & !mask[4] | bits[4] & mask[4];
        b[11] = b[11] & !mask[5] | bits[5] & mask[5];
        b[12] = b[12] & !mask[6] | bits[6] & mask[6];
        b[13] = b[13] & !mask[7] | bits[7] & mask[7];
    }
}
const _: () = {
    assert!(core::mem::size_of::<bit_packed>() == 14);
    assert!(core::mem::align_of::<bit_packed>() == 1);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct bit_after_plain {
    pub plain: u8,
    pub _bits_1: [u8; 3],
    pub after: u8,
    pub _padding_5: [u8; 3],
    pub _align: [u32; 0],
}
impl bit_after_plain {
    pub fn low(&self) -> u32 {
        let b = &self._bits_1;
        let word = u64::from_le_bytes([b[0], 0, 0, 0, 0, 0, 0, 0]);
        (word << 60 >> 60) as u32
    }
    pub fn set_low(&mut self, value: u32) {
        let b = &mut self._bits_1;
        let mask = (0xf as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[0] = b[0] & !mask[0] | bits[0] & mask[0];
    }
    pub fn high(&self) -> u32 {
        let b = &self._bits_1;
        let word = u64::from_le_bytes([b[0], b[1], b[2], 0, 0, 0, 0, 0]);
        (word << 40 >> 44) as u32
    }
    pub fn set_high(&mut self, value: u32) {
        let b = &mut self._bits_1;
        let mask = (0xfffff0 as u64).to_le_bytes();
        let bits = ((value as u64) << 4).to_le_bytes();
        b[0] = b[0] & !mask[0] | bits[0] & mask[0];
        b[1] = b[1] & !mask[1] | bits[1] & mask[1];
        b[2] = b[2] & !mask[2] | bits[2] & mask[2];
    }
}
const _: () = {
    assert!(core::mem::size_of::<bit_after_plain>() == 8);
    assert!(core::mem::align_of::<bit_after_plain>() == 4);
    assert!(core::mem::offset_of!(bit_after_plain, plain) == 0);
    assert!(core::mem::offset_of!(bit_after_plain, after) == 4);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct word__bindgen_ty_1 {
    pub _bits_0: [u8; 4],
    pub _align: [u32; 0],
}
impl word__bindgen_ty_1 {
    pub fn low(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[0], b[1], 0, 0, 0, 0, 0, 0]);
        (word << 52 >> 52) as u32
    }
    pub fn set_low(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0xfff as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[0] = b[0] & !mask[0] | bits[0] & mask[0];
        b[1] = b[1] & !mask[1] | bits[1] & mask[1];
    }
    pub fn high(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_le_bytes([b[1], b[2], b[3], 0, 0, 0, 0, 0]);
        (word << 40 >> 44) as u32
    }
    pub fn set_high(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0xfffff0 as u64).to_le_bytes();
        let bits = ((value as u64) << 4).to_le_bytes();
        b[1] = b[1] & !mask[0] | bits[0] & mask[0];
        b[2] = b[2] & !mask[1] | bits[1] & mask[1];
        b[3] = b[3] & !mask[2] | bits[2] & mask[2];
    }
}
const _: () = {
    assert!(core::mem::size_of::<word__bindgen_ty_1>() == 4);
    assert!(core::mem::align_of::<word__bindgen_ty_1>() == 4);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub union word {
    pub whole: u32,
    pub half: [u16; 2],
    pub byte: [u8; 4],
    pub parts: word__bindgen_ty_1,
    pub _bits_0: [u8; 2],
}
impl word {
    pub fn bits(&self) -> u32 {
        let b = unsafe { &self._bits_0 };
        let word = u64::from_le_bytes([b[0], b[1], 0, 0, 0, 0, 0, 0]);
        (word << 55 >> 55) as u32
    }
    pub fn set_bits(&mut self, value: u32) {
        let b = unsafe { &mut self._bits_0 };
        let mask = (0x1ff as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[0] = b[0] & !mask[0] | bits[0] & mask[0];
        b[1] = b[1] & !mask[1] | bits[1] & mask[1];
    }
}
const _: () = {
    assert!(core::mem::size_of::<word>() == 4);
    assert!(core::mem::align_of::<word>() == 4);
    assert!(core::mem::offset_of!(word, whole) == 0);
    assert!(core::mem::offset_of!(word, half) == 0);
    assert!(core::mem::offset_of!(word, byte) == 0);
    assert!(core::mem::offset_of!(word, parts) == 0);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub union nested__bindgen_ty_1__bindgen_ty_1__bindgen_ty_1 {
    pub one: u8,
    pub right: u16,
}
const _: () = {
    assert!(core::mem::size_of::<nested__bindgen_ty_1__bindgen_ty_1__bindgen_ty_1>() == 2);
    assert!(core::mem::align_of::<nested__bindgen_ty_1__bindgen_ty_1__bindgen_ty_1>() == 2);
    assert!(core::mem::offset_of!(nested__bindgen_ty_1__bindgen_ty_1__bindgen_ty_1, one) == 0);
    assert!(core::mem::offset_of!(nested__bindgen_ty_1__bindgen_ty_1__bindgen_ty_1, right) == 0);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct nested__bindgen_ty_1__bindgen_ty_1 {
    pub left: u16,
    pub __bindgen_anon_2: nested__bindgen_ty_1__bindgen_ty_1__bindgen_ty_1,
}
const _: () = {
    assert!(core::mem::size_of::<nested__bindgen_ty_1__bindgen_ty_1>() == 4);
    assert!(core::mem::align_of::<nested__bindgen_ty_1__bindgen_ty_1>() == 2);
    assert!(core::mem::offset_of!(nested__bindgen_ty_1__bindgen_ty_1, left) == 0);
    assert!(core::mem::offset_of!(nested__bindgen_ty_1__bindgen_ty_1, __bindgen_anon_2) == 2);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct nested__bindgen_ty_1__bindgen_ty_2 {
    pub far_away: Packed4<u64>,
}
const _: () = {
    assert!(core::mem::size_of::<nested__bindgen_ty_1__bindgen_ty_2>() == 8);
    assert!(core::mem::align_of::<nested__bindgen_ty_1__bindgen_ty_2>() == 4);
    assert!(core::mem::offset_of!(nested__bindgen_ty_1__bindgen_ty_2, far_away) == 0);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub union nested__bindgen_ty_1 {
    pub __bindgen_anon_1: nested__bindgen_ty_1__bindgen_ty_1,
    pub both: u32,
    pub named: nested__bindgen_ty_1__bindgen_ty_2,
}
const _: () = {
    assert!(core::mem::size_of::<nested__bindgen_ty_1>() == 8);
    assert!(core::mem::align_of::<nested__bindgen_ty_1>() == 4);
    assert!(core::mem::offset_of!(nested__bindgen_ty_1, __bindgen_anon_1) == 0);
    assert!(core::mem::offset_of!(nested__bindgen_ty_1, both) == 0);
    assert!(core::mem::offset_of!(nested__bindgen_ty_1, named) == 0);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct nested__bindgen_ty_2 {
    pub inner: u8,
}
const _: () = {
    assert!(core::mem::size_of::<nested__bindgen_ty_2>() == 1);
    assert!(core::mem::align_of::<nested__bindgen_ty_2>() == 1);
    assert!(core::mem::offset_of!(nested__bindgen_ty_2, inner) == 0);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct nested {
    pub tag: u32,
    pub __bindgen_anon_2: nested__bindgen_ty_1,
    pub __bindgen_anon_3: nested__bindgen_ty_2,
    pub _padding_13: [u8; 3],
    pub last: u32,
}
const _: () = {
    assert!(core::mem::size_of::<nested>() == 20);
    assert!(core::mem::align_of::<nested>() == 4);
    assert!(core::mem::offset_of!(nested, tag) == 0);
    assert!(core::mem::offset_of!(nested, __bindgen_anon_2) == 4);
    assert!(core::mem::offset_of!(nested, __bindgen_anon_3) == 12);
    assert!(core::mem::offset_of!(nested, last) == 16);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct flexible {
    pub count: u32,
    pub items: [u16; 0], // as many as there are
}
const _: () = {
    assert!(core::mem::size_of::<flexible>() == 4);
    assert!(core::mem::align_of::<flexible>() == 4);
    assert!(core::mem::offset_of!(flexible, count) == 0);
    assert!(core::mem::offset_of!(flexible, items) == 4);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct zero_array {
    pub count: u32,
    pub nothing: [Packed4<u64>; 0],
    pub after: u32,
}
const _: () = {
    assert!(core::mem::size_of::<zero_array>() == 8);
    assert!(core::mem::align_of::<zero_array>() == 4);
    assert!(core::mem::offset_of!(zero_array, count) == 0);
    assert!(core::mem::offset_of!(zero_array, nothing) == 4);
    assert!(core::mem::offset_of!(zero_array, after) == 4);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub union flexible_in_union__bindgen_ty_1 {
    pub as_words: [u32; 0],
    pub as_bytes: [u8; 0],
}
const _: () = {
    assert!(core::mem::size_of::<flexible_in_union__bindgen_ty_1>() == 0);
    assert!(core::mem::align_of::<flexible_in_union__bindgen_ty_1>() == 4);
    assert!(core::mem::offset_of!(flexible_in_union__bindgen_ty_1, as_words) == 0);
    assert!(core::mem::offset_of!(flexible_in_union__bindgen_ty_1, as_bytes) == 0);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct flexible_in_union {
    pub kind: u32,
    pub __bindgen_anon_2: flexible_in_union__bindgen_ty_1,
}
const _: () = {
    assert!(core::mem::size_of::<flexible_in_union>() == 4);
    assert!(core::mem::align_of::<flexible_in_union>() == 4);
    assert!(core::mem::offset_of!(flexible_in_union, kind) == 0);
    assert!(core::mem::offset_of!(flexible_in_union, __bindgen_anon_2) == 4);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct nothing {
}
const _: () = {
    assert!(core::mem::size_of::<nothing>() == 0);
    assert!(core::mem::align_of::<nothing>() == 1);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct around_nothing {
    pub before: u32,
    pub none: nothing,
    pub many: [nothing; 3],
    pub after: u32,
}
const _: () = {
    assert!(core::mem::size_of::<around_nothing>() == 8);
    assert!(core::mem::align_of::<around_nothing>() == 4);
    assert!(core::mem::offset_of!(around_nothing, before) == 0);
    assert!(core::mem::offset_of!(around_nothing, none) == 4);
    assert!(core::mem::offset_of!(around_nothing, many) == 4);
    assert!(core::mem::offset_of!(around_nothing, after) == 4);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct list_head {
    pub next: Ptr32<list_head>,
    pub prev: Ptr32<list_head>,
}
const _: () = {
    assert!(core::mem::size_of::<list_head>() == 8);
    assert!(core::mem::align_of::<list_head>() == 4);
    assert!(core::mem::offset_of!(list_head, next) == 0);
    assert!(core::mem::offset_of!(list_head, prev) == 4);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct parent {
    pub children: list_head,
    pub eldest: Ptr32<child>,
    pub grand: Ptr32<parent>,
}
const _: () = {
    assert!(core::mem::size_of::<parent>() == 16);
    assert!(core::mem::align_of::<parent>() == 4);
    assert!(core::mem::offset_of!(parent, children) == 0);
    assert!(core::mem::offset_of!(parent, eldest) == 8);
    assert!(core::mem::offset_of!(parent, grand) == 12);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct child {
    pub siblings: list_head,
    pub parent: Ptr32<parent>,
}
const _: () = {
    assert!(core::mem::size_of::<child>() == 12);
    assert!(core::mem::align_of::<child>() == 4);
    assert!(core::mem::offset_of!(child, siblings) == 0);
    assert!(core::mem::offset_of!(child, parent) == 8);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct handler {
    pub run: Ptr32<unsafe extern "C" fn(_: Ptr32<handler>, _: Ptr32<core::ffi::c_void>, _: u32) -> i32>,
    pub done: Ptr32<unsafe extern "C" fn()>,
    pub state: u8,
    pub _padding_9: [u8; 3],
}
const _: () = {
    assert!(core::mem::size_of::<handler>() == 12);
    assert!(core::mem::align_of::<handler>() == 4);
    assert!(core::mem::offset_of!(handler, run) == 0);
    assert!(core::mem::offset_of!(handler, done) == 4);
    assert!(core::mem::offset_of!(handler, state) == 8);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct outer {
    pub inner: holes,
    pub after: u8,
    pub tight: packed,
    pub _padding_41: [u8; 3],
    pub array: [holes; 2],
}
const _: () = {
    assert!(core::mem::size_of::<outer>() == 92);
    assert!(core::mem::align_of::<outer>() == 4);
    assert!(core::mem::offset_of!(outer, inner) == 0);
    assert!(core::mem::offset_of!(outer, after) == 24);
    assert!(core::mem::offset_of!(outer, tight) == 25);
    assert!(core::mem::offset_of!(outer, array) == 44);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub union layouts {
    pub holes: holes,
    pub packed: packed,
    pub packed_but: packed_but,
    pub aligned: aligned,
    pub cache_lines: cache_lines,
    pub bit_widths: bit_widths,
    pub bit_crossing: bit_crossing,
    pub bit_types: bit_types,
    pub bit_holes: bit_holes,
    pub bit_packed: bit_packed,
    pub bit_after_plain: bit_after_plain,
    pub word: word,
    pub nested: nested,
    pub flexible: flexible,
    pub zero_array: zero_array,
    pub flexible_in_union: flexible_in_union,
    pub nothing: nothing,
    pub around_nothing: around_nothing,
    pub parent: parent,
    pub child: child,
    pub handler: handler,
    pub outer: outer,
}
const _: () = {
    assert!(core::mem::size_of::<layouts>() == 128);
    assert!(core::mem::align_of::<layouts>() == 4);
    assert!(core::mem::offset_of!(layouts, holes) == 0);
    assert!(core::mem::offset_of!(layouts, packed) == 0);
    assert!(core::mem::offset_of!(layouts, packed_but) == 0);
    assert!(core::mem::offset_of!(layouts, aligned) == 0);
    assert!(core::mem::offset_of!(layouts, cache_lines) == 0);
    assert!(core::mem::offset_of!(layouts, bit_widths) == 0);
    assert!(core::mem::offset_of!(layouts, bit_crossing) == 0);
    assert!(core::mem::offset_of!(layouts, bit_types) == 0);
    assert!(core::mem::offset_of!(layouts, bit_holes) == 0);
    assert!(core::mem::offset_of!(layouts, bit_packed) == 0);
    assert!(core::mem::offset_of!(layouts, bit_after_plain) == 0);
    assert!(core::mem::offset_of!(layouts, word) == 0);
    assert!(core::mem::offset_of!(layouts, nested) == 0);
    assert!(core::mem::offset_of!(layouts, flexible) == 0);
    assert!(core::mem::offset_of!(layouts, zero_array) == 0);
    assert!(core::mem::offset_of!(layouts, flexible_in_union) == 0);
    assert!(core::mem::offset_of!(layouts, nothing) == 0);
    assert!(core::mem::offset_of!(layouts, around_nothing) == 0);
    assert!(core::mem::offset_of!(layouts, parent) == 0);
    assert!(core::mem::offset_of!(layouts, child) == 0);
    assert!(core::mem::offset_of!(layouts, handler) == 0);
    assert!(core::mem::offset_of!(layouts, outer) == 0);
};

/// Functions and variables.
pub mod symbols {
    use super::*;
    unsafe extern "C" {
        pub static mut layouts: layouts;
    }
}
