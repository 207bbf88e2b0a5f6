//! The architecture of types, from registers that only one architecture has.

use btf::{Btf, Kind};

/// The name of a struct, members that it has on only one architecture, and this architecture. These serve for BTF
/// without `struct pt_regs`.
const SIGNS: [(&str, &[&str], &str); 6] = [
    ("user_pt_regs", &["pstate", "regs"], "arm64"),
    ("user_pt_regs", &["psw", "gprs"], "s390x"),
    ("thread_struct", &["fsbase", "gsbase"], "amd64"),
    ("thread_struct", &["cpu_context", "fault_code"], "arm64"),
    ("thread_struct", &["ksp", "per_user"], "s390x"),
    ("thread_struct", &["bad_cause"], "riscv64"),
];

/// The architecture of the types, by Debian's name: from `struct pt_regs`; else, if pointers have 8 bytes, from
/// `user_pt_regs` and `thread_struct`. `None` if these do not tell, or point to several architectures.
pub(super) fn arch_of(btf: &Btf) -> Option<&'static str> {
    if let Some(arch) = needs::arch_of(btf) {
        return Some(arch);
    }
    let wide = btf.pointer_size() == 8;
    let mut found = None;
    for t in btf.all_types().filter(|t| t.kind() == Kind::Struct && wide) {
        for (_, members, arch) in SIGNS.iter().filter(|(name, ..)| t.name() == *name) {
            let has = |name: &&str| t.members().any(|m| m.name() == *name);
            if !members.iter().all(has) {
                continue;
            }
            if found.is_some_and(|known| known != *arch) {
                return None;
            }
            found = Some(*arch);
        }
    }
    found
}
