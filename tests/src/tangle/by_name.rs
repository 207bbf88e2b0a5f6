//! Structs that consist of themselves, under the names that walks look for.

use crate::shared::Shared;

/// Structs that a walk reaches only by their names: a kernel's registers, types by which features of a kernel are
/// known, and the types into which the program `core.clang.bpfel.o` relocates. Each struct has itself as a member
/// without a name, twenty times.
pub fn by_name() -> Vec<u8> {
    let mut blob = Shared::new();
    blob.int("int", 4, 1);
    for name in ["pt_regs", "task_struct", "bpf_verifier_state", "bpf_prog_aux", "task", "cred", "top"] {
        let own = blob.next_id();
        blob.structure(name, 8, &[("", own, 0); 20]);
    }
    blob.build()
}
