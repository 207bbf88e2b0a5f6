//! The notation of llvm-objdump (rules: LLVM's `BPFInstrInfo.td` and `BPFInstPrinter.cpp`).

use super::{ALU, JUMPS, Style, access, atomic_name, is_half, is_x, mode, mode_of, op};
use crate::insn::{Class, Insn};
use crate::token::{AsmSink, Writer};

/// Writes one instruction as llvm-objdump does; `second` is the slot after it. The name of a jump's target, which
/// llvm-objdump adds in angle brackets, is left to the caller.
pub fn llvm(insn: Insn, second: Option<Insn>, out: &mut dyn AsmSink) {
    let mut to = Writer(out);
    let known = if insn.dst > 11 || insn.src > 11 && uses_src(insn) {
        None
    } else {
        match insn.class() {
            Class::Alu | Class::Alu64 => alu(insn, &mut to),
            Class::Jmp | Class::Jmp32 => jump(insn, &mut to),
            Class::Ld => ld(insn, second, &mut to),
            Class::Ldx => STYLE.load(insn, is_narrow(insn), &mut to),
            Class::St if mode_of(insn) == mode::MEM => {
                STYLE.address(insn, insn.dst, access(insn), &mut to);
                to.punct(" = ").number(&hex(insn.imm.into()));
                Some(())
            }
            Class::St => None,
            Class::Stx if mode_of(insn) == mode::MEM => {
                STYLE.address(insn, insn.dst, access(insn), &mut to);
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

/// Whether an access has fewer than 64 bits, so that its value is in the lower half of a register.
fn is_narrow(insn: Insn) -> bool {
    insn.access_size() != Some(8)
}

/// `0x1f`, `-0x1`.
fn hex(value: i64) -> String {
    let sign = if value < 0 { "-" } else { "" };
    format!("{sign}{:#x}", value.unsigned_abs())
}

/// `+0x3`, `-0x1`.
fn distance(slots: i32) -> String {
    if slots < 0 { hex(slots.into()) } else { format!("+{slots:#x}") }
}

const STYLE: Style = Style {
    number: |imm| hex(imm.into()),
    compared: |imm| hex(imm.into()),
    distance,
    offset: |off| (if off < 0 { " - " } else { " + " }, format!("{:#x}", off.unsigned_abs())),
};

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
            STYLE.cast(insn, to);
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
    STYLE.arithmetic(insn, name, to);
    Some(())
}

fn jump(insn: Insn, to: &mut Writer<'_>) -> Option<()> {
    match insn.code {
        0x85 => drop(to.word("call").punct(" ").target(&hex(insn.imm.into()))),
        0x8d => drop(to.word("callx").punct(" ").reg(false, insn.dst)),
        0x05 => STYLE.go("goto", insn.off.into(), to),
        0x0d => drop(to.word("gotox").punct(" ").reg(false, insn.dst)),
        0xe5 => STYLE.go("may_goto", insn.off.into(), to),
        0x06 => STYLE.go("gotol", insn.imm, to),
        0x95 if insn.imm == 0 => drop(to.word("exit")),
        _ => match JUMPS[usize::from(insn.code >> 4)] {
            // LLVM's assembler has no jump with `&` (JSET).
            "" | "&" => return None,
            name => STYLE.branch(insn, name, to),
        },
    }
    Some(())
}

fn ld(insn: Insn, second: Option<Insn>, to: &mut Writer<'_>) -> Option<()> {
    match mode_of(insn) {
        mode::ABS if is_narrow(insn) => {
            Style::packet(insn, to);
            to.number(&hex(insn.imm.into())).punct("]");
        }
        mode::IND if is_narrow(insn) => {
            Style::packet(insn, to);
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

fn atomic(insn: Insn, to: &mut Writer<'_>) -> Option<()> {
    if mode_of(insn) != mode::ATOMIC {
        return None;
    }
    let half = is_narrow(insn);
    match insn.imm & 0x1f0 {
        0x100 => {
            to.reg(half, insn.dst).punct(" = ").word("load_acquire");
            STYLE.argument(insn, insn.src, to);
            to.punct(")");
            return Some(());
        }
        0x110 => {
            to.word("store_release");
            STYLE.argument(insn, insn.dst, to);
            to.punct(", ").reg(half, insn.src).punct(")");
            return Some(());
        }
        _ => {}
    }
    // The other atomics have no forms for 8 and 16 bits.
    let width = match insn.access_size() {
        Some(8) => "64",
        Some(4) => "32",
        _ => return None,
    };
    // The names of 32-bit forms have the width twice: `xchg32_32`.
    let twice = if half { "32" } else { "" };
    match insn.imm & 0xff {
        0xe1 => {
            to.reg(half, insn.src).punct(" = ").word(&format!("xchg{twice}_{width}")).punct("(");
            STYLE.base(insn, insn.dst, to);
            to.punct(", ").reg(half, insn.src).punct(")");
        }
        0xf1 => {
            to.reg(half, 0).punct(" = ").word(&format!("cmpxchg{twice}_{width}")).punct("(");
            STYLE.base(insn, insn.dst, to);
            to.punct(", ").reg(half, 0).punct(", ").reg(half, insn.src).punct(")");
        }
        imm if imm & 0xf == 1 => {
            let name = atomic_name(imm)?;
            to.reg(half, insn.src).punct(" = ").word(&format!("atomic_fetch_{name}"));
            STYLE.argument(insn, insn.dst, to);
            to.punct(", ").reg(half, insn.src).punct(")");
        }
        imm => {
            atomic_name(imm & 0xf0)?;
            to.word("lock").punct(" ");
            STYLE.address(insn, insn.dst, access(insn), to);
            to.punct(" ").punct(ALU[(imm >> 4) as usize & 0xf]).punct(" ").reg(half, insn.src);
        }
    }
    Some(())
}
