//! A kernel, and the section `.BTF.inline` that continues its types: it says, for each place where a function was
//! inlined, where the function's arguments are.

use crate::blob::{Blob, LAYOUT, LOC_LAYOUT, Order, kind};

/// Flags of LOC_PARAM: the value is signed, a constant, in a register, or at a register plus an offset.
const SIGNED: u32 = 1;
const CONSTANT: u32 = 2;
const REGISTER: u32 = 8;
const DEREFERENCED_OFFSET: u32 = 0x10 | 0x20;

/// The kernel's types.
pub(super) fn kernel() -> Blob {
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    let page = b.structure("page", 8, &[("order", int, 0), ("users", int, 32)]);
    let to_page = b.pointer(page);
    let prototype = b.prototype(int, &[("page", to_page), ("order", int)]);
    b.function("free_page", prototype, 0);
    b.layout(&LAYOUT);
    b.layout(&LOC_LAYOUT);
    b
}

/// The content of `.BTF.inline`. `free_page` is type 5 of the kernel.
pub(super) fn sites(kernel: &Blob) -> Blob {
    let func = 5;
    let mut b = Blob::split(kernel);
    let in_register = b.record(0, kind::LOC_PARAM, 1, false, 8, &[REGISTER, 5]);
    let on_stack = b.record(0, kind::LOC_PARAM, 2, false, 8, &[REGISTER | DEREFERENCED_OFFSET, 7, 16]);
    let zero = b.record(0, kind::LOC_PARAM, 1, false, 4, &[SIGNED | CONSTANT, 0]);
    let minus = b.record(0, kind::LOC_PARAM, 1, false, 4, &[SIGNED | CONSTANT, -1_i32 as u32]);
    let plain = b.record(0, kind::LOC_PROTO, 2, false, 0, &[in_register, zero]);
    let spilled = b.record(0, kind::LOC_PROTO, 2, false, 0, &[on_stack, minus]);
    let unknown = b.record(0, kind::LOC_PROTO, 2, false, 0, &[in_register, 0]);
    let name = b.string(".text");
    b.record(
        name,
        kind::LOCSEC,
        4,
        false,
        0,
        &[func, plain, 0x40, func, plain, 0x98, func, spilled, 0x1c0, func, unknown, 0x2f0],
    );
    b.layout(&LAYOUT);
    b.layout(&LOC_LAYOUT);
    b
}
