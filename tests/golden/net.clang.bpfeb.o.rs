// Made from BTF by btfscope: a big-endian machine with pointers of 8 bytes.
// Types that are only behind pointers are opaque. Padding is written out; every pattern of bytes is a value.
#![allow(dead_code, non_camel_case_types, non_snake_case, non_upper_case_globals, improper_ctypes_definitions, clippy::all)]

pub type be16 = u16;

pub type be32 = u32;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ipv4_header__bindgen_ty_1__bindgen_ty_1 {
    pub source: be32,
    pub destination: be32,
}
const _: () = {
    assert!(core::mem::size_of::<ipv4_header__bindgen_ty_1__bindgen_ty_1>() == 8);
    assert!(core::mem::align_of::<ipv4_header__bindgen_ty_1__bindgen_ty_1>() == 4);
    assert!(core::mem::offset_of!(ipv4_header__bindgen_ty_1__bindgen_ty_1, source) == 0);
    assert!(core::mem::offset_of!(ipv4_header__bindgen_ty_1__bindgen_ty_1, destination) == 4);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ipv4_header__bindgen_ty_1__bindgen_ty_2 {
    pub source: be32,
    pub destination: be32,
}
const _: () = {
    assert!(core::mem::size_of::<ipv4_header__bindgen_ty_1__bindgen_ty_2>() == 8);
    assert!(core::mem::align_of::<ipv4_header__bindgen_ty_1__bindgen_ty_2>() == 4);
    assert!(core::mem::offset_of!(ipv4_header__bindgen_ty_1__bindgen_ty_2, source) == 0);
    assert!(core::mem::offset_of!(ipv4_header__bindgen_ty_1__bindgen_ty_2, destination) == 4);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub union ipv4_header__bindgen_ty_1 {
    pub __bindgen_anon_1: ipv4_header__bindgen_ty_1__bindgen_ty_1,
    pub addresses: ipv4_header__bindgen_ty_1__bindgen_ty_2,
}
const _: () = {
    assert!(core::mem::size_of::<ipv4_header__bindgen_ty_1>() == 8);
    assert!(core::mem::align_of::<ipv4_header__bindgen_ty_1>() == 4);
    assert!(core::mem::offset_of!(ipv4_header__bindgen_ty_1, __bindgen_anon_1) == 0);
    assert!(core::mem::offset_of!(ipv4_header__bindgen_ty_1, addresses) == 0);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ipv4_header {
    pub _bits_0: [u8; 1],
    pub service: u8,
    pub length: be16,
    pub id: be16,
    pub fragment: be16,
    pub hops: u8,
    pub protocol: u8,
    pub checksum: u16,
    pub __bindgen_anon_10: ipv4_header__bindgen_ty_1,
}
impl ipv4_header {
    pub fn version(&self) -> u8 {
        let b = &self._bits_0;
        let word = u64::from_be_bytes([0, 0, 0, 0, 0, 0, 0, b[0]]);
        (word << 56 >> 60) as u8
    }
    pub fn set_version(&mut self, value: u8) {
        let b = &mut self._bits_0;
        let mask = (0xf0 as u64).to_be_bytes();
        let bits = ((value as u64) << 4).to_be_bytes();
        b[0] = b[0] & !mask[7] | bits[7] & mask[7];
    }
    pub fn words(&self) -> u8 {
        let b = &self._bits_0;
        let word = u64::from_be_bytes([0, 0, 0, 0, 0, 0, 0, b[0]]);
        (word << 60 >> 60) as u8
    }
    pub fn set_words(&mut self, value: u8) {
        let b = &mut self._bits_0;
        let mask = (0xf as u64).to_be_bytes();
        let bits = ((value as u64) << 0).to_be_bytes();
        b[0] = b[0] & !mask[7] | bits[7] & mask[7];
    }
}
const _: () = {
    assert!(core::mem::size_of::<ipv4_header>() == 20);
    assert!(core::mem::align_of::<ipv4_header>() == 4);
    assert!(core::mem::offset_of!(ipv4_header, service) == 1);
    assert!(core::mem::offset_of!(ipv4_header, length) == 2);
    assert!(core::mem::offset_of!(ipv4_header, id) == 4);
    assert!(core::mem::offset_of!(ipv4_header, fragment) == 6);
    assert!(core::mem::offset_of!(ipv4_header, hops) == 8);
    assert!(core::mem::offset_of!(ipv4_header, protocol) == 9);
    assert!(core::mem::offset_of!(ipv4_header, checksum) == 10);
    assert!(core::mem::offset_of!(ipv4_header, __bindgen_anon_10) == 12);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ipv6_header {
    pub _bits_0: [u8; 4],
    pub length: be16,
    pub next: u8,
    pub hops: u8,
    pub source: [u8; 16],
    pub destination: [u8; 16],
    pub _align: [u32; 0],
}
impl ipv6_header {
    pub fn version(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_be_bytes([0, 0, 0, 0, 0, 0, 0, b[0]]);
        (word << 56 >> 60) as u32
    }
    pub fn set_version(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0xf0 as u64).to_be_bytes();
        let bits = ((value as u64) << 4).to_be_bytes();
        b[0] = b[0] & !mask[7] | bits[7] & mask[7];
    }
    pub fn class_high(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_be_bytes([0, 0, 0, 0, 0, 0, 0, b[0]]);
        (word << 60 >> 60) as u32
    }
    pub fn set_class_high(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0xf as u64).to_be_bytes();
        let bits = ((value as u64) << 0).to_be_bytes();
        b[0] = b[0] & !mask[7] | bits[7] & mask[7];
    }
    pub fn class_low(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_be_bytes([0, 0, 0, 0, 0, 0, 0, b[1]]);
        (word << 56 >> 60) as u32
    }
    pub fn set_class_low(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0xf0 as u64).to_be_bytes();
        let bits = ((value as u64) << 4).to_be_bytes();
        b[1] = b[1] & !mask[7] | bits[7] & mask[7];
    }
    pub fn flow_high(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_be_bytes([0, 0, 0, 0, 0, 0, 0, b[1]]);
        (word << 60 >> 60) as u32
    }
    pub fn set_flow_high(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0xf as u64).to_be_bytes();
        let bits = ((value as u64) << 0).to_be_bytes();
        b[1] = b[1] & !mask[7] | bits[7] & mask[7];
    }
    pub fn flow_low(&self) -> u32 {
        let b = &self._bits_0;
        let word = u64::from_be_bytes([0, 0, 0, 0, 0, 0, b[2], b[3]]);
        (word << 48 >> 48) as u32
    }
    pub fn set_flow_low(&mut self, value: u32) {
        let b = &mut self._bits_0;
        let mask = (0xffff as u64).to_be_bytes();
        let bits = ((value as u64) << 0).to_be_bytes();
        b[2] = b[2] & !mask[6] | bits[6] & mask[6];
        b[3] = b[3] & !mask[7] | bits[7] & mask[7];
    }
}
const _: () = {
    assert!(core::mem::size_of::<ipv6_header>() == 40);
    assert!(core::mem::align_of::<ipv6_header>() == 4);
    assert!(core::mem::offset_of!(ipv6_header, length) == 4);
    assert!(core::mem::offset_of!(ipv6_header, next) == 6);
    assert!(core::mem::offset_of!(ipv6_header, hops) == 7);
    assert!(core::mem::offset_of!(ipv6_header, source) == 8);
    assert!(core::mem::offset_of!(ipv6_header, destination) == 24);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub union packet__bindgen_ty_1 {
    pub v4: ipv4_header,
    pub v6: ipv6_header,
}
const _: () = {
    assert!(core::mem::size_of::<packet__bindgen_ty_1>() == 40);
    assert!(core::mem::align_of::<packet__bindgen_ty_1>() == 4);
    assert!(core::mem::offset_of!(packet__bindgen_ty_1, v4) == 0);
    assert!(core::mem::offset_of!(packet__bindgen_ty_1, v6) == 0);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct tcp_header {
    pub source: be16,
    pub destination: be16,
    pub sequence: be32,
    pub acknowledged: be32,
    pub _bits_12: [u8; 2],
    pub window: be16,
    pub checksum: u16,
    pub urgent: be16,
}
impl tcp_header {
    pub fn words(&self) -> u16 {
        let b = &self._bits_12;
        let word = u64::from_be_bytes([0, 0, 0, 0, 0, 0, 0, b[0]]);
        (word << 56 >> 60) as u16
    }
    pub fn set_words(&mut self, value: u16) {
        let b = &mut self._bits_12;
        let mask = (0xf0 as u64).to_be_bytes();
        let bits = ((value as u64) << 4).to_be_bytes();
        b[0] = b[0] & !mask[7] | bits[7] & mask[7];
    }
    pub fn reserved(&self) -> u16 {
        let b = &self._bits_12;
        let word = u64::from_be_bytes([0, 0, 0, 0, 0, 0, 0, b[0]]);
        (word << 60 >> 61) as u16
    }
    pub fn set_reserved(&mut self, value: u16) {
        let b = &mut self._bits_12;
        let mask = (0xe as u64).to_be_bytes();
        let bits = ((value as u64) << 1).to_be_bytes();
        b[0] = b[0] & !mask[7] | bits[7] & mask[7];
    }
    pub fn accurate_ecn(&self) -> u16 {
        let b = &self._bits_12;
        let word = u64::from_be_bytes([0, 0, 0, 0, 0, 0, 0, b[0]]);
        (word << 63 >> 63) as u16
    }
    pub fn set_accurate_ecn(&mut self, value: u16) {
        let b = &mut self._bits_12;
        let mask = (0x1 as u64).to_be_bytes();
        let bits = ((value as u64) << 0).to_be_bytes();
        b[0] = b[0] & !mask[7] | bits[7] & mask[7];
    }
    pub fn cwr(&self) -> u16 {
        let b = &self._bits_12;
        let word = u64::from_be_bytes([0, 0, 0, 0, 0, 0, 0, b[1]]);
        (word << 56 >> 63) as u16
    }
    pub fn set_cwr(&mut self, value: u16) {
        let b = &mut self._bits_12;
        let mask = (0x80 as u64).to_be_bytes();
        let bits = ((value as u64) << 7).to_be_bytes();
        b[1] = b[1] & !mask[7] | bits[7] & mask[7];
    }
    pub fn ece(&self) -> u16 {
        let b = &self._bits_12;
        let word = u64::from_be_bytes([0, 0, 0, 0, 0, 0, 0, b[1]]);
        (word << 57 >> 63) as u16
    }
    pub fn set_ece(&mut self, value: u16) {
        let b = &mut self._bits_12;
        let mask = (0x40 as u64).to_be_bytes();
        let bits = ((value as u64) << 6).to_be_bytes();
        b[1] = b[1] & !mask[7] | bits[7] & mask[7];
    }
    pub fn urg(&self) -> u16 {
        let b = &self._bits_12;
        let word = u64::from_be_bytes([0, 0, 0, 0, 0, 0, 0, b[1]]);
        (word << 58 >> 63) as u16
    }
    pub fn set_urg(&mut self, value: u16) {
        let b = &mut self._bits_12;
        let mask = (0x20 as u64).to_be_bytes();
        let bits = ((value as u64) << 5).to_be_bytes();
        b[1] = b[1] & !mask[7] | bits[7] & mask[7];
    }
    pub fn ack(&self) -> u16 {
        let b = &self._bits_12;
        let word = u64::from_be_bytes([0, 0, 0, 0, 0, 0, 0, b[1]]);
        (word << 59 >> 63) as u16
    }
    pub fn set_ack(&mut self, value: u16) {
        let b = &mut self._bits_12;
        let mask = (0x10 as u64).to_be_bytes();
        let bits = ((value as u64) << 4).to_be_bytes();
        b[1] = b[1] & !mask[7] | bits[7] & mask[7];
    }
    pub fn psh(&self) -> u16 {
        let b = &self._bits_12;
        let word = u64::from_be_bytes([0, 0, 0, 0, 0, 0, 0, b[1]]);
        (word << 60 >> 63) as u16
    }
    pub fn set_psh(&mut self, value: u16) {
        let b = &mut self._bits_12;
        let mask = (0x8 as u64).to_be_bytes();
        let bits = ((value as u64) << 3).to_be_bytes();
        b[1] = b[1] & !mask[7] | bits[7] & mask[7];
    }
    pub fn rst(&self) -> u16 {
        let b = &self._bits_12;
        let word = u64::from_be_bytes([0, 0, 0, 0, 0, 0, 0, b[1]]);
        (word << 61 >> 63) as u16
    }
    pub fn set_rst(&mut self, value: u16) {
        let b = &mut self._bits_12;
        let mask = (0x4 as u64).to_be_bytes();
        let bits = ((value as u64) << 2).to_be_bytes();
        b[1] = b[1] & !mask[7] | bits[7] & mask[7];
    }
    pub fn syn(&self) -> u16 {
        let b = &self._bits_12;
        let word = u64::from_be_bytes([0, 0, 0, 0, 0, 0, 0, b[1]]);
        (word << 62 >> 63) as u16
    }
    pub fn set_syn(&mut self, value: u16) {
        let b = &mut self._bits_12;
        let mask = (0x2 as u64).to_be_bytes();
        let bits = ((value as u64) << 1).to_be_bytes();
        b[1] = b[1] & !mask[7] | bits[7] & mask[7];
    }
    pub fn fin(&self) -> u16 {
        let b = &self._bits_12;
        let word = u64::from_be_bytes([0, 0, 0, 0, 0, 0, 0, b[1]]);
        (word << 63 >> 63) as u16
    }
    pub fn set_fin(&mut self, value: u16) {
        let b = &mut self._bits_12;
        let mask = (0x1 as u64).to_be_bytes();
        let bits = ((value as u64) << 0).to_be_bytes();
        b[1] = b[1] & !mask[7] | bits[7] & mask[7];
    }
}
const _: () = {
    assert!(core::mem::size_of::<tcp_header>() == 20);
    assert!(core::mem::align_of::<tcp_header>() == 4);
    assert!(core::mem::offset_of!(tcp_header, source) == 0);
    assert!(core::mem::offset_of!(tcp_header, destination) == 2);
    assert!(core::mem::offset_of!(tcp_header, sequence) == 4);
    assert!(core::mem::offset_of!(tcp_header, acknowledged) == 8);
    assert!(core::mem::offset_of!(tcp_header, window) == 14);
    assert!(core::mem::offset_of!(tcp_header, checksum) == 16);
    assert!(core::mem::offset_of!(tcp_header, urgent) == 18);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct packet {
    pub ip: packet__bindgen_ty_1,
    pub tcp: tcp_header,
}
const _: () = {
    assert!(core::mem::size_of::<packet>() == 60);
    assert!(core::mem::align_of::<packet>() == 4);
    assert!(core::mem::offset_of!(packet, ip) == 0);
    assert!(core::mem::offset_of!(packet, tcp) == 40);
};

/// Functions and variables.
pub mod symbols {
    use super::*;
    unsafe extern "C" {
        pub static mut packet: packet;
    }
}
