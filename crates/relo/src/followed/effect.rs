//! How calls, stores and arithmetic change a state.

use bpf::{Class, Insn, helper_name};

use super::helpers::{gives_map_value, gives_open_number, gives_pointer};
use super::kind::{Kind, State};

/// The state after a call with this result. If `writes` is set and an argument may be an address of the stack, the
/// called function may write to the stack.
pub(super) fn call(state: &mut State, result: Kind, writes: bool) {
    let given = |kind: Kind| matches!(kind, Kind::Stack(_) | Kind::Unknown);
    if writes && state.arguments().into_iter().any(given) {
        state.forget_stack();
    }
    (1..=5).for_each(|r| state.set(r, Kind::Unknown));
    state.set(0, result);
}

/// The state after a call of a helper.
pub(super) fn helper(slot: u32, number: i32, state: &mut State, plain_values: bool) {
    state.stale(slot);
    let name = helper_name(number).unwrap_or_default();
    let read = match (state.get(1), state.get(2)) {
        (Kind::Stack(at), Kind::Const(size)) if name.starts_with("bpf_probe_read") => {
            i64::try_from(size).ok().filter(|size| (1..=512).contains(size)).map(|size| (at, size))
        }
        _ => None,
    };
    let result = match () {
        () if name.is_empty() => Kind::Unknown,
        () if plain_values && gives_map_value(name) => Kind::Found(slot),
        () if gives_pointer(name) => Kind::Other,
        () if gives_open_number(name) => Kind::Fresh(slot, true),
        () => Kind::Number,
    };
    call(state, result, true);
    if let Some((at, size)) = read {
        state.numbers(at, size);
    }
}

/// The state after a store or an atomic operation.
pub(super) fn store(insn: Insn, state: &mut State) {
    let bytes = insn.access_size().unwrap_or(8);
    let base = state.get(if insn.imm == 0x100 && insn.code & 0xe0 == 0xc0 { insn.src } else { insn.dst });
    if insn.class() == Class::Stx && insn.code & 0xe0 == 0xc0 {
        if matches!(base, Kind::Stack(_) | Kind::Unknown) {
            state.forget_stack();
        }
        // 0x100 is a load-acquire. 0xf1 is cmpxchg, which returns the old value in r0; the other fetching operations
        // return it in their source.
        match insn.imm {
            0x100 => state.set(insn.dst, Kind::Unknown),
            0xf1 => state.set(0, Kind::Unknown),
            imm if imm & 1 != 0 => state.set(insn.src, Kind::Unknown),
            _ => {}
        }
        return;
    }
    let value = match insn.class() {
        Class::Stx => state.get(insn.src),
        _ => Kind::Const(i64::from(insn.imm) as u64),
    };
    if let (Kind::Fresh(origin, _), true) = (value, bytes < 8) {
        state.stale(origin);
    }
    match base.moved(insn.off.into()) {
        Kind::Stack(at) => state.store(at, bytes, value),
        Kind::Unknown => state.forget_stack(),
        _ => {}
    }
}

/// The result of arithmetic.
pub(super) fn alu(insn: Insn, state: &State) -> Kind {
    let wide = insn.class() == Class::Alu64;
    let by_constant = insn.code & 8 == 0;
    let source = if by_constant { Kind::Const(i64::from(insn.imm) as u64) } else { state.get(insn.src) };
    let dst = state.get(insn.dst);
    match (insn.code & 0xf0, dst, source) {
        (0xb0, _, Kind::Const(v)) if insn.off == 0 => Kind::Const(if wide { v } else { v & 0xffff_ffff }),
        (0xb0, _, kind) if wide && insn.off == 0 => kind,
        (0xb0, _, kind) if kind.is_number() => Kind::Number,
        (0xb0, ..) => Kind::Unknown,
        // neg, and byte swaps.
        (0x80 | 0xd0, kind, _) if kind.is_number() => Kind::Number,
        (0x80 | 0xd0, ..) => Kind::Unknown,
        (_, a, b) if a.is_number() && b.is_number() => Kind::Number,
        (0x00, Kind::Context(_) | Kind::Stack(_), Kind::Const(by)) if wide => dst.moved(by as i64),
        (0x10, Kind::Context(_) | Kind::Stack(_), Kind::Const(by)) if wide => {
            (by as i64).checked_neg().map_or(Kind::Unknown, |by| dst.moved(by))
        }
        (0x00 | 0x10, Kind::Value | Kind::Found(_), b) if wide && b.is_number() => Kind::Value,
        (0x00, a, Kind::Value | Kind::Found(_)) if wide && a.is_number() => Kind::Value,
        (0x00, Kind::Other, b) if wide && (b.is_number() || b == Kind::Other) => Kind::Other,
        (0x00, a, Kind::Other) if wide && a.is_number() => Kind::Other,
        (0x10, Kind::Other, b) if wide && b.is_number() => Kind::Other,
        _ => Kind::Unknown,
    }
}
