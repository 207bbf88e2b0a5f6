// Made from BTF by btfscope: a little-endian machine with pointers of 8 bytes.
// Types that are only behind pointers are opaque. Padding is written out; every pattern of bytes is a value.
#![allow(dead_code, non_camel_case_types, non_snake_case, non_upper_case_globals, improper_ctypes_definitions, clippy::all)]

#[repr(C)]
#[derive(Clone, Copy)]
pub struct r#type {
    pub r#fn: i32,
    pub r#struct: i32,
}
const _: () = {
    assert!(core::mem::size_of::<r#type>() == 8);
    assert!(core::mem::align_of::<r#type>() == 4);
    assert!(core::mem::offset_of!(r#type, r#fn) == 0);
    assert!(core::mem::offset_of!(r#type, r#struct) == 4);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct self_ {
    pub self_: i32,
}
const _: () = {
    assert!(core::mem::size_of::<self_>() == 4);
    assert!(core::mem::align_of::<self_>() == 4);
    assert!(core::mem::offset_of!(self_, self_) == 0);
};

pub type bool_ = u8;

pub type u64_ = i32;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct one {
    pub a: i32,
}
const _: () = {
    assert!(core::mem::size_of::<one>() == 4);
    assert!(core::mem::align_of::<one>() == 4);
    assert!(core::mem::offset_of!(one, a) == 0);
};

pub type one___2 = i64;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct one___3 {
    pub b: i64,
}
const _: () = {
    assert!(core::mem::size_of::<one___3>() == 8);
    assert!(core::mem::align_of::<one___3>() == 8);
    assert!(core::mem::offset_of!(one___3, b) == 0);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct same {
    pub wide: [u64; 2],
}
const _: () = {
    assert!(core::mem::size_of::<same>() == 16);
    assert!(core::mem::align_of::<same>() == 8);
    assert!(core::mem::offset_of!(same, wide) == 0);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Type {
    pub a: i32,
    pub A: i32,
    pub _a: i32,
}
const _: () = {
    assert!(core::mem::size_of::<Type>() == 12);
    assert!(core::mem::align_of::<Type>() == 4);
    assert!(core::mem::offset_of!(Type, a) == 0);
    assert!(core::mem::offset_of!(Type, A) == 4);
    assert!(core::mem::offset_of!(Type, _a) == 8);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub union outer__bindgen_ty_1 {
    pub x: i64,
    pub y: *mut r#type,
}
const _: () = {
    assert!(core::mem::size_of::<outer__bindgen_ty_1>() == 8);
    assert!(core::mem::align_of::<outer__bindgen_ty_1>() == 8);
    assert!(core::mem::offset_of!(outer__bindgen_ty_1, x) == 0);
    assert!(core::mem::offset_of!(outer__bindgen_ty_1, y) == 0);
};

#[repr(C, packed)]
#[derive(Clone, Copy)]
pub struct outer {
    pub __bindgen_anon_1: outer__bindgen_ty_1,
    pub named: outer__bindgen_ty_1,
    pub _bits_16: [u8; 1],
    pub __bindgen_anon_5: u32,
    pub _padding_21: [u8; 3],
}
impl outer {
    pub fn flag(&self) -> u32 {
        let b = &self._bits_16;
        let word = u64::from_le_bytes([b[0], 0, 0, 0, 0, 0, 0, 0]);
        (word << 61 >> 61) as u32
    }
    pub fn set_flag(&mut self, value: u32) {
        let b = &mut self._bits_16;
        let mask = (0x7 as u64).to_le_bytes();
        let bits = ((value as u64) << 0).to_le_bytes();
        b[0] = b[0] & !mask[0] | bits[0] & mask[0];
    }
}
const _: () = {
    assert!(core::mem::size_of::<outer>() == 24);
    assert!(core::mem::align_of::<outer>() == 1);
    assert!(core::mem::offset_of!(outer, __bindgen_anon_1) == 0);
    assert!(core::mem::offset_of!(outer, named) == 8);
    assert!(core::mem::offset_of!(outer, __bindgen_anon_5) == 17);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct holder {
    pub outer: *mut outer,
}
const _: () = {
    assert!(core::mem::size_of::<holder>() == 8);
    assert!(core::mem::align_of::<holder>() == 8);
    assert!(core::mem::offset_of!(holder, outer) == 0);
};

/// Functions and variables.
pub mod symbols {
    use super::*;
    unsafe extern "C" {
        pub fn one(r#type: *mut r#type, one: one, r#match: i32) -> i32;
    }
}
