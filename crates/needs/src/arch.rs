//! The architecture of a kernel, found from its BTF.

use btf::{Btf, Endian, Kind, Type};

use crate::kernel::has_member;

/// The architecture of a kernel's BTF, by Debian's name (`amd64`, `ppc64el`). It is found from the members of `struct
/// pt_regs` that only one architecture has (arch/*/include/asm/ptrace.h). Byte order and pointer size tell variants of
/// an architecture apart. None if the BTF has no such struct, if one of these structs fits no architecture or several,
/// or if they fit different ones.
pub fn arch_of(btf: &Btf) -> Option<&'static str> {
    arch_among(btf, btf.all_types().filter(|t| t.name() == "pt_regs"))
}

/// [`arch_of`], with the types named `pt_regs` given.
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
    let has = |names: &[&str]| names.iter().all(|name| has_member(btf, id, name));
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
