//! The notation of llvm-objdump (rules: LLVM's `BPFInstrInfo.td` and `BPFInstPrinter.cpp`).

use super::{ALU, JUMPS, access, atomic_name, is_half, is_x, mode, mode_of, movsx, op, signed_access};
use crate::insn::{Class, Insn};
use crate::token::{AsmSink, Writer};

/// Writes one instruction as llvm-objdump does; `second` is the slot after it. The name of where a jump goes, which llvm-objdump
/// adds in angle brackets, is the caller's.
pub fn llvm(insn: Insn, second: Option<Insn>, out: &mut dyn AsmSink) {
    let mut to = Writer(out);
    let known = if insn.dst > 11 || insn.src > 11 && uses_src(insn) {
        None
    } else {
        match insn.class() {
            Class::Alu | Class::Alu64 => alu(insn, &mut to),
            Class::Jmp | Class::Jmp32 => jump(insn, &mut to),
            Class::Ld => ld(insn, second, &mut to),
            Class::Ldx => ldx(insn, &mut to),
            Class::St if mode_of(insn) == mode::MEM => {
                address(insn, insn.dst, access(insn), &mut to);
                to.punct(" = ").number(&hex(insn.imm.into()));
                Some(())
            }
            Class::St => None,
            Class::Stx if mode_of(insn) == mode::MEM => {
                address(insn, insn.dst, access(insn), &mut to);
                to.punct(" = ").reg(is_narrow(insn), insn.src);
                Some(())
            }
            Class::Stx => atomic(insn, &mut to),
        }
    };
    if known.is_none() {
        to.unknown("<unknown>");
    }
}

fn uses_src(insn: Insn) -> bool {
    match insn.class() {
        Class::Ldx | Class::Stx => true,
        Class::St => false,
        Class::Ld => mode_of(insn) == mode::IND,
        Class::Alu | Class::Alu64 | Class::Jmp | Class::Jmp32 => is_x(insn) && !matches!(op(insn), 0xd0),
    }
}

/// Less than 64 bits: then values are in the lower halves of registers.
fn is_narrow(insn: Insn) -> bool {
    insn.access_size() != Some(8)
}

/// `0x1f`, `-0x1`.
fn hex(value: i64) -> String {
    let sign = if value < 0 { "-" } else { "" };
    format!("{sign}{:#x}", value.unsigned_abs())
}

/// `+0x3`, `-0x1`.
fn distance(value: i64) -> String {
    if value < 0 { hex(value) } else { format!("+{value:#x}") }
}

/// `r1 + 0x8`.
fn base(insn: Insn, base: u8, to: &mut Writer<'_>) {
    let sign = if insn.off < 0 { " - " } else { " + " };
    to.reg(false, base).punct(sign).number(&format!("{:#x}", insn.off.unsigned_abs()));
}

/// `*(u64 *)(r1 + 0x8)`.
fn address(insn: Insn, register: u8, ty: &str, to: &mut Writer<'_>) {
    to.punct("*(").ty(ty).punct(" *)(");
    base(insn, register, to);
    to.punct(")");
}

/// `((u64 *)(r1 + 0x8)`.
fn argument(insn: Insn, register: u8, to: &mut Writer<'_>) {
    to.punct("((").ty(access(insn)).punct(" *)(");
    base(insn, register, to);
    to.punct(")");
}

fn alu(insn: Insn, to: &mut Writer<'_>) -> Option<()> {
    let half = is_half(insn);
    let name = match (op(insn), insn.off) {
        (0xd0, _) => {
            let how = match (half, is_x(insn)) {
                (false, false) => "bswap",
                (true, true) => "be",
                (true, false) => "le",
                (false, true) => return None,
            };
            if !matches!(insn.imm, 16 | 32 | 64) {
                return None;
            }
            to.reg(false, insn.dst).punct(" = ").word(&format!("{how}{}", insn.imm)).punct(" ").reg(false, insn.dst);
            return Some(());
        }
        (0x80, _) if !is_x(insn) => {
            to.reg(half, insn.dst).punct(" = -").reg(half, insn.dst);
            return Some(());
        }
        (0x80, _) => return None,
        (0x30, 1) => "s/=",
        (0x90, 1) => "s%=",
        (0xb0, 1) if insn.code == 0xbf => {
            let (to_space, from_space) = (insn.imm as u32 >> 16, insn.imm as u32 & 0xffff);
            to.reg(false, insn.dst).punct(" = ").word("addr_space_cast").punct("(").reg(false, insn.src).punct(", ");
            to.number(&hex(to_space.into())).punct(", ").number(&hex(from_space.into())).punct(")");
            return Some(());
        }
        (0xb0, 8 | 16) if is_x(insn) => "=",
        (0xb0, 32) if insn.code == 0xbf => "=",
        (_, 0) => ALU[usize::from(insn.code >> 4)],
        _ => return None,
    };
    if name.is_empty() {
        return None;
    }
    to.reg(half, insn.dst).punct(" ").punct(name).punct(" ");
    if is_x(insn) {
        if let Some(cast) = movsx(insn).filter(|_| op(insn) == 0xb0) {
            to.ty(cast);
        }
        to.reg(half, insn.src);
    } else {
        to.number(&hex(insn.imm.into()));
    }
    Some(())
}

fn jump(insn: Insn, to: &mut Writer<'_>) -> Option<()> {
    let half = is_half(insn);
    match insn.code {
        0x85 => drop(to.word("call").punct(" ").target(&hex(insn.imm.into()))),
        0x8d => drop(to.word("callx").punct(" ").reg(false, insn.dst)),
        0x05 => drop(to.word("goto").punct(" ").target(&distance(insn.off.into()))),
        0x0d => drop(to.word("gotox").punct(" ").reg(false, insn.dst)),
        0xe5 => drop(to.word("may_goto").punct(" ").target(&distance(insn.off.into()))),
        0x06 => drop(to.word("gotol").punct(" ").target(&distance(insn.imm.into()))),
        0x95 if insn.imm == 0 => drop(to.word("exit")),
        _ => {
            // Its assembler has no `&`.
            let name = JUMPS[usize::from(insn.code >> 4)];
            if name.is_empty() || name == "&" {
                return None;
            }
            to.word("if").punct(" ").reg(half, insn.dst).punct(" ").punct(name).punct(" ");
            if is_x(insn) {
                to.reg(half, insn.src);
            } else {
                to.number(&hex(insn.imm.into()));
            }
            to.punct(" ").word("goto").punct(" ").target(&distance(insn.off.into()));
        }
    }
    Some(())
}

fn ld(insn: Insn, second: Option<Insn>, to: &mut Writer<'_>) -> Option<()> {
    match mode_of(insn) {
        mode::ABS if is_narrow(insn) => {
            to.reg(false, 0).punct(" = *(").ty(access(insn)).punct(" *)").word("skb").punct("[");
            to.number(&hex(insn.imm.into())).punct("]");
        }
        mode::IND if is_narrow(insn) => {
            to.reg(false, 0).punct(" = *(").ty(access(insn)).punct(" *)").word("skb").punct("[");
            to.reg(false, insn.src).punct("]");
        }
        mode::IMM if insn.is_ldimm64() && insn.off == 0 => {
            let value = hex(insn.imm64(second?) as i64);
            if insn.src == 0 {
                to.reg(false, insn.dst).punct(" = ").number(&value).punct(" ").word("ll");
            } else {
                to.word("ld_pseudo").punct("\t").reg(false, insn.dst).punct(", ");
                to.number(&hex(insn.src.into())).punct(", ").number(&value);
            }
        }
        _ => return None,
    }
    Some(())
}

fn ldx(insn: Insn, to: &mut Writer<'_>) -> Option<()> {
    let (half, ty) = match mode_of(insn) {
        mode::MEM => (is_narrow(insn), access(insn)),
        mode::MEMSX => (false, signed_access(insn)?),
        _ => return None,
    };
    to.reg(half, insn.dst).punct(" = ");
    address(insn, insn.src, ty, to);
    Some(())
}

fn atomic(insn: Insn, to: &mut Writer<'_>) -> Option<()> {
    if mode_of(insn) != mode::ATOMIC {
        return None;
    }
    let half = is_narrow(insn);
    match insn.imm & 0x1f0 {
        0x100 => {
            to.reg(half, insn.dst).punct(" = ").word("load_acquire");
            argument(insn, insn.src, to);
            to.punct(")");
            return Some(());
        }
        0x110 => {
            to.word("store_release");
            argument(insn, insn.dst, to);
            to.punct(", ").reg(half, insn.src).punct(")");
            return Some(());
        }
        _ => {}
    }
    // The others have no forms for 8 and 16 bits.
    let width = match insn.access_size() {
        Some(8) => "64",
        Some(4) => "32",
        _ => return None,
    };
    // The 32-bit forms spell their width twice.
    let twice = if half { "32" } else { "" };
    match insn.imm & 0xff {
        0xe1 => {
            to.reg(half, insn.src).punct(" = ").word(&format!("xchg{twice}_{width}")).punct("(");
            base(insn, insn.dst, to);
            to.punct(", ").reg(half, insn.src).punct(")");
        }
        0xf1 => {
            to.reg(half, 0).punct(" = ").word(&format!("cmpxchg{twice}_{width}")).punct("(");
            base(insn, insn.dst, to);
            to.punct(", ").reg(half, 0).punct(", ").reg(half, insn.src).punct(")");
        }
        imm if imm & 0xf == 1 => {
            let name = atomic_name(imm)?;
            to.reg(half, insn.src).punct(" = ").word(&format!("atomic_fetch_{name}"));
            argument(insn, insn.dst, to);
            to.punct(", ").reg(half, insn.src).punct(")");
        }
        imm => {
            atomic_name(imm & 0xf0)?;
            to.word("lock").punct(" ");
            address(insn, insn.dst, access(insn), to);
            to.punct(" ").punct(ALU[(imm >> 4) as usize & 0xf]).punct(" ").reg(half, insn.src);
        }
    }
    Some(())
}
