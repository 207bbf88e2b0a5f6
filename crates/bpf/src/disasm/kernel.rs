//! The notation of the kernel's verifier (rules: `print_bpf_insn` in the kernel's `kernel/bpf/disasm.c`).

use super::{ALU, JUMPS, access, atomic_name, is_half, is_x, mode, mode_of, movsx, op, signed_access};
use crate::helpers::helper_name;
use crate::insn::{Class, Insn};
use crate::token::{AsmSink, Writer};

/// Writes one instruction as the verifier does, without the code in parentheses in front; `second` is the slot after it.
pub fn kernel(insn: Insn, second: Option<Insn>, out: &mut dyn AsmSink) {
    let mut to = Writer(out);
    let known = match insn.class() {
        Class::Alu | Class::Alu64 => alu(insn, &mut to),
        Class::Jmp | Class::Jmp32 => jump(insn, &mut to),
        Class::Ld => ld(insn, second, &mut to),
        Class::Ldx => ldx(insn, &mut to),
        Class::St => st(insn, &mut to),
        Class::Stx if mode_of(insn) == mode::MEM => {
            address(insn, insn.dst, access(insn), &mut to);
            to.punct(" = ").reg(false, insn.src);
            Some(())
        }
        Class::Stx => atomic(insn, &mut to),
    };
    if known.is_none() {
        to.unknown(&format!("unknown opcode {:#04x}", insn.code));
    }
}

/// `*(u64 *)(r1 +8)`.
fn address(insn: Insn, base: u8, ty: &str, to: &mut Writer<'_>) {
    to.punct("*(");
    place(insn, base, ty, to);
}

/// `u64 *)(r1 +8)`.
fn place(insn: Insn, base: u8, ty: &str, to: &mut Writer<'_>) {
    to.ty(ty).punct(" *)(").reg(false, base).punct(" ").number(&format!("{:+}", insn.off)).punct(")");
}

/// `((u64 *)(r1 +8)`.
fn argument(insn: Insn, base: u8, to: &mut Writer<'_>) {
    to.punct("((");
    place(insn, base, access(insn), to);
}

/// Signed division, which the offset tells.
fn variant(insn: Insn) -> Option<&'static str> {
    match (op(insn), insn.off) {
        (0x30, 1) => Some("s/="),
        (0x90, 1) => Some("s%="),
        _ => None,
    }
}

fn alu(insn: Insn, to: &mut Writer<'_>) -> Option<()> {
    let half = is_half(insn);
    match op(insn) {
        0xd0 => {
            let how = match (half, is_x(insn)) {
                (false, _) => "bswap",
                (true, true) => "be",
                (true, false) => "le",
            };
            to.reg(false, insn.dst).punct(" = ").word(&format!("{how}{}", insn.imm)).punct(" ").reg(false, insn.dst);
            return Some(());
        }
        0x80 => {
            to.reg(half, insn.dst).punct(" = -").reg(half, insn.dst);
            return Some(());
        }
        _ => {}
    }
    let name = variant(insn).unwrap_or(ALU[usize::from(insn.code >> 4)]);
    if name.is_empty() {
        return None;
    }
    match insn.off {
        1 if insn.code == 0xbf => {
            let (to_space, from_space) = (insn.imm as u32 >> 16, insn.imm as u32 & 0xffff);
            to.reg(false, insn.dst).punct(" = ").word("addr_space_cast").punct("(").reg(false, insn.src);
            to.punct(", ").number(&to_space.to_string()).punct(", ").number(&from_space.to_string()).punct(")");
            return Some(());
        }
        -1 if insn.code == 0xbf => {
            to.reg(false, insn.dst).punct(" = &(").ty("void __percpu").punct(" *)(").reg(false, insn.src).punct(")");
            return Some(());
        }
        _ => {}
    }
    to.reg(half, insn.dst).punct(" ").punct(name).punct(" ");
    if is_x(insn) {
        if let Some(cast) = movsx(insn).filter(|_| op(insn) == 0xb0) {
            to.ty(cast);
        }
        to.reg(half, insn.src);
    } else {
        to.number(&insn.imm.to_string());
    }
    Some(())
}

fn jump(insn: Insn, to: &mut Writer<'_>) -> Option<()> {
    let half = is_half(insn);
    match (op(insn), insn.code) {
        (0x80, _) => call(insn, to),
        (_, 0x05) => drop(to.word("goto").punct(" ").target(&format!("pc{:+}", insn.off))),
        (_, 0x0d) => drop(to.word("gotox").punct(" ").reg(false, insn.dst)),
        (_, 0xe5) if insn.src == 0 => drop(to.word("may_goto").punct(" ").target(&format!("pc{:+}", insn.off))),
        (_, 0x06) => drop(to.word("gotol").punct(" ").target(&format!("pc{:+}", insn.imm))),
        (_, 0x95) => drop(to.word("exit")),
        _ => {
            let name = JUMPS[usize::from(insn.code >> 4)];
            if name.is_empty() {
                return None;
            }
            to.word("if").punct(" ").reg(half, insn.dst).punct(" ").punct(name).punct(" ");
            if is_x(insn) {
                to.reg(half, insn.src);
            } else {
                to.number(&format!("{:#x}", insn.imm as u32));
            }
            to.punct(" ").word("goto").punct(" ").target(&format!("pc{:+}", insn.off));
        }
    }
    Some(())
}

fn call(insn: Insn, to: &mut Writer<'_>) {
    to.word("call").punct(" ");
    if insn.src == 1 {
        to.target(&format!("pc{:+}", insn.imm));
        return;
    }
    let name = match insn.src {
        0 => helper_name(insn.imm),
        2 => Some("kernel-function"),
        _ => None,
    };
    to.function(name.unwrap_or("unknown")).punct("#").number(&insn.imm.to_string());
}

fn ld(insn: Insn, second: Option<Insn>, to: &mut Writer<'_>) -> Option<()> {
    match mode_of(insn) {
        mode::ABS => {
            to.reg(false, 0).punct(" = *(").ty(access(insn)).punct(" *)");
            to.word("skb").punct("[").number(&insn.imm.to_string()).punct("]");
        }
        mode::IND => {
            to.reg(false, 0).punct(" = *(").ty(access(insn)).punct(" *)").word("skb").punct("[");
            to.reg(false, insn.src).punct(" + ").number(&insn.imm.to_string()).punct("]");
        }
        mode::IMM if insn.is_ldimm64() => {
            let Some(second) = second else {
                to.unknown("half of a 16-byte load (0x18): its second slot is missing");
                return Some(());
            };
            to.reg(false, insn.dst).punct(" = ").number(&format!("{:#x}", insn.imm64(second)));
        }
        _ => return None,
    }
    Some(())
}

fn ldx(insn: Insn, to: &mut Writer<'_>) -> Option<()> {
    let ty = match mode_of(insn) {
        mode::MEM => access(insn),
        mode::MEMSX => signed_access(insn)?,
        _ => return None,
    };
    to.reg(false, insn.dst).punct(" = ");
    address(insn, insn.src, ty, to);
    Some(())
}

fn st(insn: Insn, to: &mut Writer<'_>) -> Option<()> {
    match mode_of(insn) {
        mode::MEM => {
            address(insn, insn.dst, access(insn), to);
            to.punct(" = ").number(&insn.imm.to_string());
        }
        mode::ATOMIC => drop(to.word("nospec")),
        _ => return None,
    }
    Some(())
}

fn atomic(insn: Insn, to: &mut Writer<'_>) -> Option<()> {
    if mode_of(insn) != mode::ATOMIC {
        return None;
    }
    let wide = if access(insn) == "u64" { "64" } else { "" };
    let fetch = |to: &mut Writer<'_>, name: &str| {
        to.reg(false, insn.src).punct(" = ").word(&format!("atomic{wide}_{name}"));
        argument(insn, insn.dst, to);
        to.punct(", ").reg(false, insn.src).punct(")");
    };
    match insn.imm {
        0xe1 => fetch(to, "xchg"),
        0xf1 => {
            to.reg(false, 0).punct(" = ").word(&format!("atomic{wide}_cmpxchg"));
            argument(insn, insn.dst, to);
            to.punct(", ").reg(false, 0).punct(", ").reg(false, insn.src).punct(")");
        }
        0x100 => {
            to.reg(false, insn.dst).punct(" = ").word("load_acquire");
            argument(insn, insn.src, to);
            to.punct(")");
        }
        0x110 => {
            to.word("store_release");
            argument(insn, insn.dst, to);
            to.punct(", ").reg(false, insn.src).punct(")");
        }
        imm => {
            let name = atomic_name(imm)?;
            if imm & 1 != 0 {
                fetch(to, &format!("fetch_{name}"));
            } else {
                to.word("lock").punct(" ");
                address(insn, insn.dst, access(insn), to);
                to.punct(" ").punct(ALU[(imm >> 4) as usize & 0xf]).punct(" ").reg(false, insn.src);
            }
        }
    }
    Some(())
}
