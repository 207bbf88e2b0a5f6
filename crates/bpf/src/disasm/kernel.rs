//! The notation of the kernel's verifier (rules: `print_bpf_insn` in the kernel's `kernel/bpf/disasm.c`).

use super::{ALU, JUMPS, Style, access, atomic_name, is_half, is_x, mode, mode_of, op};
use crate::helpers::helper_name;
use crate::insn::{Class, Insn};
use crate::token::{AsmSink, Writer};

/// Writes one instruction as the verifier does, but without the opcode that the verifier puts before it: `(b7) `.
/// For an instruction that the verifier does not know, or a 16-byte load without its second slot, one `unknown` token
/// is written. `second` is the slot after the instruction.
pub fn kernel(insn: Insn, second: Option<Insn>, out: &mut dyn AsmSink) {
    let mut to = Writer(out);
    let known = match insn.class() {
        Class::Alu | Class::Alu64 => alu(insn, &mut to),
        Class::Jmp | Class::Jmp32 => jump(insn, &mut to),
        Class::Ld => ld(insn, second, &mut to),
        Class::Ldx => STYLE.load(insn, false, &mut to),
        Class::St => st(insn, &mut to),
        Class::Stx if mode_of(insn) == mode::MEM => {
            STYLE.address(insn, insn.dst, access(insn), &mut to);
            to.punct(" = ").reg(false, insn.src);
            Some(())
        }
        Class::Stx => atomic(insn, &mut to),
    };
    if known.is_none() {
        to.unknown(&format!("unknown opcode {:#04x}", insn.code));
    }
}

const STYLE: Style = Style {
    number: |imm| imm.to_string(),
    compared: |imm| format!("{imm:#x}"),
    distance: |slots| format!("pc{slots:+}"),
    offset: |off| (" ", format!("{off:+}")),
};

/// The operator of signed division and modulo, which have the offset 1; none for other arithmetic.
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
        1 if insn.code == 0xbf => STYLE.cast(insn, to),
        -1 if insn.code == 0xbf => {
            to.reg(false, insn.dst).punct(" = &(").ty("void __percpu").punct(" *)(").reg(false, insn.src).punct(")");
        }
        _ => STYLE.arithmetic(insn, name, to),
    }
    Some(())
}

fn jump(insn: Insn, to: &mut Writer<'_>) -> Option<()> {
    match (op(insn), insn.code) {
        (0x80, _) => call(insn, to),
        (_, 0x05) => STYLE.go("goto", insn.off.into(), to),
        (_, 0x0d) => drop(to.word("gotox").punct(" ").reg(false, insn.dst)),
        (_, 0xe5) if insn.src == 0 => STYLE.go("may_goto", insn.off.into(), to),
        (_, 0x06) => STYLE.go("gotol", insn.imm, to),
        (_, 0x95) => drop(to.word("exit")),
        _ => match JUMPS[usize::from(insn.code >> 4)] {
            "" => return None,
            name => STYLE.branch(insn, name, to),
        },
    }
    Some(())
}

fn call(insn: Insn, to: &mut Writer<'_>) {
    to.word("call").punct(" ");
    if insn.src == 1 {
        to.target(&(STYLE.distance)(insn.imm));
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
            Style::packet(insn, to);
            to.number(&insn.imm.to_string()).punct("]");
        }
        mode::IND => {
            Style::packet(insn, to);
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

fn st(insn: Insn, to: &mut Writer<'_>) -> Option<()> {
    match mode_of(insn) {
        mode::MEM => {
            STYLE.address(insn, insn.dst, access(insn), to);
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
        STYLE.argument(insn, insn.dst, to);
        to.punct(", ").reg(false, insn.src).punct(")");
    };
    match insn.imm {
        0xe1 => fetch(to, "xchg"),
        0xf1 => {
            to.reg(false, 0).punct(" = ").word(&format!("atomic{wide}_cmpxchg"));
            STYLE.argument(insn, insn.dst, to);
            to.punct(", ").reg(false, 0).punct(", ").reg(false, insn.src).punct(")");
        }
        0x100 => {
            to.reg(false, insn.dst).punct(" = ").word("load_acquire");
            STYLE.argument(insn, insn.src, to);
            to.punct(")");
        }
        0x110 => {
            to.word("store_release");
            STYLE.argument(insn, insn.dst, to);
            to.punct(", ").reg(false, insn.src).punct(")");
        }
        imm => {
            let name = atomic_name(imm)?;
            if imm & 1 != 0 {
                fetch(to, &format!("fetch_{name}"));
            } else {
                to.word("lock").punct(" ");
                STYLE.address(insn, insn.dst, access(insn), to);
                to.punct(" ").punct(ALU[(imm >> 4) as usize & 0xf]).punct(" ").reg(false, insn.src);
            }
        }
    }
    Some(())
}
