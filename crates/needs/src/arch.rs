//! The architecture that a kernel's BTF shows.

use btf::{Btf, Endian, Kind, Type};

use crate::kernel::has_member;

/// The architecture that a kernel's BTF is of, by Debian's word (`amd64`, `ppc64el`): by members that only one has in `struct pt_regs`
/// (arch/*/include/asm/ptrace.h), with byte order and size of a pointer where an architecture has several. None where the BTF has no such
/// struct with a body, or one that fits several or none.
pub fn arch_of(btf: &Btf) -> Option<&'static str> {
    arch_among(btf, btf.all_types().filter(|t| t.name() == "pt_regs"))
}

/// [`arch_of`], where the types that are called `pt_regs` are at hand.
pub(crate) fn arch_among<'a>(btf: &Btf, registers: impl Iterator<Item = Type<'a>>) -> Option<&'static str> {
    let mut found = None;
    for t in registers.filter(|t| t.kind() == Kind::Struct) {
        let arch = of_registers(btf, t.id());
        if arch.is_none() || found.is_some() && found != arch {
            return None;
        }
        found = arch;
    }
    found
}

fn of_registers(btf: &Btf, id: btf::TypeId) -> Option<&'static str> {
    let has = |names: &[&str]| names.iter().all(|name| has_member(btf, id, name, 8));
    let (wide, little) = (btf.pointer_size() == 8, btf.endian() == Endian::Little);
    let fits = [
        (has(&["orig_ax", "r15"]), if wide { "amd64" } else { "x32" }),
        (has(&["orig_ax", "bx"]) && !has(&["r15"]), "i386"),
        (has(&["user_regs", "pstate"]) || has(&["pstate", "syscallno"]), "arm64"),
        (has(&["uregs"]), "armhf"),
        (has(&["psw", "gprs"]), "s390x"),
        (has(&["epc", "badaddr"]), if wide { "riscv64" } else { "riscv32" }),
        (has(&["csr_era"]), if wide { "loong64" } else { "loong32" }),
        (
            has(&["nip", "msr", "gpr"]),
            match (wide, little) {
                (true, true) => "ppc64el",
                (true, false) => "ppc64",
                (false, _) => "powerpc",
            },
        ),
        (
            has(&["cp0_epc"]),
            match (wide, little) {
                (true, true) => "mips64el",
                (true, false) => "mips64",
                (false, true) => "mipsel",
                (false, false) => "mips",
            },
        ),
    ];
    let mut those = fits.iter().filter(|(fits, _)| *fits).map(|(_, arch)| *arch);
    let one = those.next()?;
    those.next().is_none().then_some(one)
}
