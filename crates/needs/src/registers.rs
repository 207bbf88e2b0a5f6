//! Registers that only some architectures' structs have: they show for which architectures a program was compiled.

use btf::Btf;
use release::joined;
use relo::{CoreGroup, Spec, essential_name};

/// Structs of registers: the struct's name, an architecture (Debian's name), and the members that the struct has there
/// in at least one version from 5.4 on (arch/*/include/asm/ptrace.h, arch/*/include/uapi/asm/ptrace.h, asm/user.h,
/// asm/processor.h). Members that are not listed prove nothing.
const REGISTERS: [(&str, &str, &str); 20] = [
    (
        "pt_regs",
        "amd64",
        "r15 r14 r13 r12 bp bx r11 r10 r9 r8 ax cx dx si di orig_ax ip cs csx fred_cs flags sp ss ssx fred_ss",
    ),
    ("pt_regs", "i386", "bx cx dx si di bp ax ds es fs gs orig_ax ip cs flags sp ss"),
    (
        "pt_regs",
        "arm64",
        "user_regs regs sp pc pstate orig_x0 syscallno unused2 orig_addr_limit sdei_ttbr1 pmr pmr_save stackframe lockdep_hardirqs exit_rcu",
    ),
    ("pt_regs", "armhf", "uregs"),
    (
        "pt_regs",
        "s390x",
        "user_regs args psw gprs orig_gpr2 int_code int_parm int_parm_long tpi_info flags last_break cr1 percpu_register cpu",
    ),
    (
        "pt_regs",
        "ppc64el",
        "user_regs gpr nip msr orig_gpr3 ctr link xer ccr softe mq trap dar dear dsisr esr result ppr exit_result amr iamr kuap exit_flags",
    ),
    (
        "pt_regs",
        "riscv64",
        "epc ra sp gp tp t0 t1 t2 t3 t4 t5 t6 s0 s1 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 a0 a1 a2 a3 a4 a5 a6 a7 status badaddr cause orig_a0",
    ),
    ("pt_regs", "loong64", "regs orig_a0 csr_era csr_badvaddr csr_crmd csr_prmd csr_euen csr_ecfg csr_estat"),
    ("pt_regs", "mips64el", "pad0 regs cp0_status hi lo acx cp0_badvaddr cp0_cause cp0_epc mpl mtp"),
    ("user_pt_regs", "arm64", "regs sp pc pstate"),
    ("user_pt_regs", "s390x", "args psw gprs"),
    ("user_pt_regs", "ppc64el", "gpr nip msr orig_gpr3 ctr link xer ccr softe trap dar dsisr result"),
    ("user_pt_regs", "loong64", "regs orig_a0 csr_era csr_badv reserved"),
    (
        "user_regs_struct",
        "amd64",
        "r15 r14 r13 r12 bp bx r11 r10 r9 r8 ax cx dx si di orig_ax ip cs flags sp ss fs_base gs_base ds es fs gs",
    ),
    ("user_regs_struct", "i386", "bx cx dx si di bp ax ds es fs gs orig_ax ip cs flags sp ss"),
    (
        "user_regs_struct",
        "riscv64",
        "pc ra sp gp tp t0 t1 t2 t3 t4 t5 t6 s0 s1 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 a0 a1 a2 a3 a4 a5 a6 a7",
    ),
    // Thread-local storage, which profilers read.
    ("thread_struct", "amd64", "fsbase gsbase fsindex gsindex"),
    ("thread_struct", "arm64", "uw cpu_context"),
    ("thread_struct", "s390x", "acrs"),
    ("thread_struct", "ppc64el", "ksp_vsid"),
];

/// A register that a relocation asks for and that no kernel of an architecture has, because only other architectures
/// have it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Elsewhere {
    /// The struct, without its flavour.
    of: &'static str,
    /// The register.
    register: String,
    /// The architectures that have it.
    there: Vec<&'static str>,
    /// The kernel's architecture.
    here: String,
}

impl Elsewhere {
    /// The reason: `pt_regs.di is a register of amd64 and i386, and this kernel is of arm64: the object is compiled for
    /// another architecture`.
    pub(crate) fn because(&self) -> String {
        let Elsewhere { of, register, there, here } = self;
        let there = joined(there);
        format!(
            "{of}.{register} is a register of {there}, and this kernel is of {here}: the object is compiled for another architecture"
        )
    }

    /// The remedy, for a person.
    pub(crate) fn way_out(&self) -> String {
        format!("compile the object for {} (-D__TARGET_ARCH_{})", self.here, target_word(&self.here))
    }
}

/// The register that a relocation asks for, if kernels of this architecture lack it and others have it. None if the
/// architecture has it, if it is not a known register, or if the architecture is not known.
pub(crate) fn elsewhere(btf: &Btf, spec: &Spec, here: &str) -> Option<Elsewhere> {
    let family = family(here);
    if spec.kind.group() != CoreGroup::Field || !REGISTERS.iter().any(|(_, arch, _)| *arch == family) {
        return None;
    }
    let name = |id| btf.get(btf.resolve(id)).map(|t| t.name().to_owned()).filter(|name| !name.is_empty());
    let root = btf.get(spec.root).map(|t| t.name().to_owned());
    spec.accessors.iter().find_map(|step| {
        let register = btf.string(step.name?)?;
        // A typedef of an unnamed struct is looked up by its own name (user_pt_regs of s390x).
        let of = name(step.type_id).or_else(|| root.clone())?;
        let of = String::from_utf8_lossy(essential_name(of.as_bytes())).into_owned();
        let (of, there) = with(&of, register)?;
        (!there.contains(&family)).then(|| Elsewhere {
            of,
            register: register.to_owned(),
            there,
            here: here.to_owned(),
        })
    })
}

/// The architectures (at least one) whose struct of this name has a register.
fn with(of: &str, register: &str) -> Option<(&'static str, Vec<&'static str>)> {
    let has = |members: &str| members.split(' ').any(|member| member == register);
    let rows = REGISTERS.iter().filter(|(name, _, members)| *name == of && has(members));
    let found: Vec<(&str, &str)> = rows.map(|(name, arch, _)| (*name, *arch)).collect();
    let name = found.first()?.0;
    Some((name, found.into_iter().map(|(_, arch)| arch).collect()))
}

/// The architecture that stands for this one and for others with the same registers.
fn family(arch: &str) -> &str {
    match arch {
        "x32" => "amd64",
        "armel" => "armhf",
        "ppc64" | "powerpc" => "ppc64el",
        "riscv32" => "riscv64",
        "loong32" => "loong64",
        "mips64" | "mipsel" | "mips" => "mips64el",
        arch => arch,
    }
}

/// The name of an architecture in libbpf's bpf_tracing.h.
fn target_word(arch: &str) -> &'static str {
    match family(arch) {
        "amd64" | "i386" => "x86",
        "arm64" => "arm64",
        "armhf" => "arm",
        "s390x" => "s390",
        "ppc64el" => "powerpc",
        "riscv64" => "riscv",
        "loong64" => "loongarch",
        "mips64el" => "mips",
        _ => "...",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_show_their_architectures() {
        let there = |of: &str, register: &str| with(of, register).map(|(_, there)| there.join(" "));
        assert_eq!(there("pt_regs", "di").as_deref(), Some("amd64 i386"));
        assert_eq!(there("pt_regs", "r15").as_deref(), Some("amd64"));
        assert_eq!(there("user_pt_regs", "regs").as_deref(), Some("arm64 loong64"));
        assert_eq!(there("pt_regs", "flags").as_deref(), Some("amd64 i386 s390x"));
        assert_eq!(there("pt_regs", "no_such"), None);
        assert_eq!(there("task_struct", "di"), None);
    }
}
