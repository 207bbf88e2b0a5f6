// Made from BTF by btfscope: a little-endian machine with pointers of 8 bytes.
// Types that are only behind pointers are opaque. Padding is written out; every pattern of bytes is a value.
#![allow(dead_code, non_camel_case_types, non_snake_case, non_upper_case_globals, improper_ctypes_definitions, clippy::all)]

pub type word_t = u32;

pub type counter_t = word_t;

pub type statistic_t = counter_t;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct statistics {
    pub packets: statistic_t,
    pub bytes: statistic_t,
}
const _: () = {
    assert!(core::mem::size_of::<statistics>() == 8);
    assert!(core::mem::align_of::<statistics>() == 4);
    assert!(core::mem::offset_of!(statistics, packets) == 0);
    assert!(core::mem::offset_of!(statistics, bytes) == 4);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct floats {
    pub f32_: f32,
    pub _padding_4: [u8; 4],
    pub f64_: f64,
}
const _: () = {
    assert!(core::mem::size_of::<floats>() == 16);
    assert!(core::mem::align_of::<floats>() == 8);
    assert!(core::mem::offset_of!(floats, f32_) == 0);
    assert!(core::mem::offset_of!(floats, f64_) == 8);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ints {
    pub plain_char: i8,
    pub signed_char: i8,
    pub unsigned_char: u8,
    pub boolean: u8,
    pub s16: i16,
    pub u16_: u16,
    pub s32: i32,
    pub u32_: u32,
    pub s_long: i64,
    pub u_long: u64,
    pub s64: i64,
    pub u64_: u64,
    pub s128: [u64; 2],
    pub u128_: [u64; 2],
}
const _: () = {
    assert!(core::mem::size_of::<ints>() == 80);
    assert!(core::mem::align_of::<ints>() == 8);
    assert!(core::mem::offset_of!(ints, plain_char) == 0);
    assert!(core::mem::offset_of!(ints, signed_char) == 1);
    assert!(core::mem::offset_of!(ints, unsigned_char) == 2);
    assert!(core::mem::offset_of!(ints, boolean) == 3);
    assert!(core::mem::offset_of!(ints, s16) == 4);
    assert!(core::mem::offset_of!(ints, u16_) == 6);
    assert!(core::mem::offset_of!(ints, s32) == 8);
    assert!(core::mem::offset_of!(ints, u32_) == 12);
    assert!(core::mem::offset_of!(ints, s_long) == 16);
    assert!(core::mem::offset_of!(ints, u_long) == 24);
    assert!(core::mem::offset_of!(ints, s64) == 32);
    assert!(core::mem::offset_of!(ints, u64_) == 40);
    assert!(core::mem::offset_of!(ints, s128) == 48);
    assert!(core::mem::offset_of!(ints, u128_) == 64);
};

#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct color(pub u32);
impl color {
    pub const COLOR_RED: Self = Self(0);
    pub const COLOR_GREEN: Self = Self(5);
    pub const COLOR_BLUE: Self = Self(6);
}

#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct verdict(pub i32);
impl verdict {
    pub const VERDICT_ERROR: Self = Self(-1);
    pub const VERDICT_PASS: Self = Self(0);
    pub const VERDICT_LOWEST: Self = Self(-2147483648);
}

#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct tiny(pub u8);
impl tiny {
    pub const TINY_NO: Self = Self(0);
    pub const TINY_YES: Self = Self(255);
}

#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct top_bit(pub u32);
impl top_bit {
    pub const TOP_BIT_CLEAR: Self = Self(0);
    pub const TOP_BIT_SET: Self = Self(2147483648);
}

#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct big(pub u64);
impl big {
    pub const BIG_ZERO: Self = Self(0);
    pub const BIG_BIT_40: Self = Self(1099511627776);
    pub const BIG_MAX: Self = Self(18446744073709551615);
}

#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct big_signed(pub i64);
impl big_signed {
    pub const BIG_SIGNED_MIN: Self = Self(-9223372036854775808);
    pub const BIG_SIGNED_ONE: Self = Self(1);
}

#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct enums__bindgen_ty_1(pub u32);
impl enums__bindgen_ty_1 {
    pub const INNER_A: Self = Self(0);
    pub const INNER_B: Self = Self(1);
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct enums {
    pub color: color,
    pub verdict: verdict,
    pub tiny: tiny,
    pub _padding_9: [u8; 3],
    pub top_bit: top_bit,
    pub big: big,
    pub big_signed: big_signed,
    pub anonymous: enums__bindgen_ty_1,
    pub _padding_36: [u8; 4],
}
const _: () = {
    assert!(core::mem::size_of::<enums>() == 40);
    assert!(core::mem::align_of::<enums>() == 8);
    assert!(core::mem::offset_of!(enums, color) == 0);
    assert!(core::mem::offset_of!(enums, verdict) == 4);
    assert!(core::mem::offset_of!(enums, tiny) == 8);
    assert!(core::mem::offset_of!(enums, top_bit) == 12);
    assert!(core::mem::offset_of!(enums, big) == 16);
    assert!(core::mem::offset_of!(enums, big_signed) == 24);
    assert!(core::mem::offset_of!(enums, anonymous) == 32);
};

pub type grid_t = [[i32; 4]; 3];

#[repr(C)]
#[derive(Clone, Copy)]
pub struct pointers {
    pub any: *mut core::ffi::c_void,
    pub any_const: *const core::ffi::c_void,
    pub text: *const i8,
    pub fixed: *mut i8,
    pub device: *mut i32,
    pub status: *const u32,
    pub alone: *mut i32,
    pub twice: *mut *mut i32,
    pub names: *const *const i8,
    pub opaque: *mut never_defined,
    pub opaque_union: *mut never_defined_either,
    pub self_: *mut pointers,
    pub grid: *mut grid_t,
    pub row: *mut [i32; 4],
}
const _: () = {
    assert!(core::mem::size_of::<pointers>() == 112);
    assert!(core::mem::align_of::<pointers>() == 8);
    assert!(core::mem::offset_of!(pointers, any) == 0);
    assert!(core::mem::offset_of!(pointers, any_const) == 8);
    assert!(core::mem::offset_of!(pointers, text) == 16);
    assert!(core::mem::offset_of!(pointers, fixed) == 24);
    assert!(core::mem::offset_of!(pointers, device) == 32);
    assert!(core::mem::offset_of!(pointers, status) == 40);
    assert!(core::mem::offset_of!(pointers, alone) == 48);
    assert!(core::mem::offset_of!(pointers, twice) == 56);
    assert!(core::mem::offset_of!(pointers, names) == 64);
    assert!(core::mem::offset_of!(pointers, opaque) == 72);
    assert!(core::mem::offset_of!(pointers, opaque_union) == 80);
    assert!(core::mem::offset_of!(pointers, self_) == 88);
    assert!(core::mem::offset_of!(pointers, grid) == 96);
    assert!(core::mem::offset_of!(pointers, row) == 104);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct arrays {
    pub one: [i32; 8],
    pub two: [[i32; 4]; 3],
    pub three: [[[i8; 5]; 3]; 2],
    pub _padding_110: [u8; 2],
    pub pointers: [*mut i8; 4],
    pub each_cpu: [statistics; 2],
    pub grid: grid_t,
}
const _: () = {
    assert!(core::mem::size_of::<arrays>() == 208);
    assert!(core::mem::align_of::<arrays>() == 8);
    assert!(core::mem::offset_of!(arrays, one) == 0);
    assert!(core::mem::offset_of!(arrays, two) == 32);
    assert!(core::mem::offset_of!(arrays, three) == 80);
    assert!(core::mem::offset_of!(arrays, pointers) == 112);
    assert!(core::mem::offset_of!(arrays, each_cpu) == 144);
    assert!(core::mem::offset_of!(arrays, grid) == 160);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub union either {
    pub number: u64,
    pub pointer: *mut core::ffi::c_void,
    pub floats: *mut floats,
}
const _: () = {
    assert!(core::mem::size_of::<either>() == 8);
    assert!(core::mem::align_of::<either>() == 8);
    assert!(core::mem::offset_of!(either, number) == 0);
    assert!(core::mem::offset_of!(either, pointer) == 0);
    assert!(core::mem::offset_of!(either, floats) == 0);
};

pub type callback_t = Option<unsafe extern "C" fn(_: *mut core::ffi::c_void, _: *const i8, ...) -> i32>;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct operations {
    pub open: Option<unsafe extern "C" fn(_: *mut operations, _: i32) -> i32>,
    pub close: Option<unsafe extern "C" fn()>,
    pub callback: callback_t,
    pub find: Option<unsafe extern "C" fn(_: *const i8, _: Option<unsafe extern "C" fn(_: *const core::ffi::c_void, _: *const core::ffi::c_void) -> i32>) -> *mut core::ffi::c_void>,
    pub table: [Option<unsafe extern "C" fn(_: i32) -> i32>; 3],
    pub maker: Option<unsafe extern "C" fn(_: i32) -> Option<unsafe extern "C" fn(_: i64) -> i32>>,
}
const _: () = {
    assert!(core::mem::size_of::<operations>() == 64);
    assert!(core::mem::align_of::<operations>() == 8);
    assert!(core::mem::offset_of!(operations, open) == 0);
    assert!(core::mem::offset_of!(operations, close) == 8);
    assert!(core::mem::offset_of!(operations, callback) == 16);
    assert!(core::mem::offset_of!(operations, find) == 24);
    assert!(core::mem::offset_of!(operations, table) == 32);
    assert!(core::mem::offset_of!(operations, maker) == 56);
};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct tagged {
    pub user_pointer: *mut i32,
    pub both: *mut ints,
    pub percpu_text: *const i8,
    pub counted: i32,
    pub total: i32,
}
const _: () = {
    assert!(core::mem::size_of::<tagged>() == 32);
    assert!(core::mem::align_of::<tagged>() == 8);
    assert!(core::mem::offset_of!(tagged, user_pointer) == 0);
    assert!(core::mem::offset_of!(tagged, both) == 8);
    assert!(core::mem::offset_of!(tagged, percpu_text) == 16);
    assert!(core::mem::offset_of!(tagged, counted) == 24);
    assert!(core::mem::offset_of!(tagged, total) == 28);
};

pub type tagged_t = tagged;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct never_defined {
    _opaque: [u8; 0],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct never_defined_either {
    _opaque: [u8; 0],
}

/// Functions and variables.
pub mod symbols {
    use super::*;
    unsafe extern "C" {
        pub fn entry(count: i32, stats: *mut statistics) -> i32;
        pub fn outside(_: i32) -> i32;
        pub fn inside(count: i32, stats: *mut statistics) -> i32;
        pub static mut all_floats: floats;
        pub static mut initialised: i32;
        pub static mut constant: i32;
        pub static mut terms: [i8; 18];
        pub static mut elsewhere: i32;
        pub static mut all_ints: ints;
        pub static mut all_enums: enums;
        pub static mut all_pointers: *mut pointers;
        pub static mut all_arrays: arrays;
        pub static mut all_either: either;
        pub static mut all_operations: operations;
        pub static mut all_tagged: tagged_t;
        pub static mut hidden: i32;
    }
}
