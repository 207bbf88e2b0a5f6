//! The kernel for `lesson-kfuncs.bpf.c`: two kfuncs and their set, a function and a tracepoint to attach to, a
//! struct_ops type.

use crate::blob::{Blob, Order, kind};
use crate::elf::Class;
use crate::id_elf::with_ids;

/// `KF_ACQUIRE | KF_RET_NULL` and `KF_RELEASE`, and the flag that marks a set of kfuncs (`include/linux/btf.h`).
const ACQUIRES: u32 = 1 << 0 | 1 << 2;
const RELEASES: u32 = 1 << 1;
const SET_OF_KFUNCS: u32 = 1;

/// The kernel's ELF file.
pub(super) fn kernel() -> Vec<u8> {
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    let char = b.int("char", 1, 1);
    let word = b.int("unsigned int", 4, 0);
    let long = b.int("unsigned long long", 8, 0);
    let index = b.int("__ARRAY_SIZE_TYPE__", 4, 0);
    let task = b.structure("task_struct", 16, &[("state", long, 0), ("pid", int, 64), ("tgid", int, 96)]);
    let to_task = b.pointer(task);
    let takes = b.prototype(0, &[("p", to_task)]);
    let release = b.function("bpf_task_release", takes, 0);
    let gives = b.prototype(to_task, &[("p", to_task)]);
    let acquire = b.function("bpf_task_acquire", gives, 0);
    b.decl_tag("bpf_kfunc", false, release, -1);
    b.decl_tag("bpf_kfunc", false, acquire, -1);

    let inode = b.fwd("inode", false);
    let dentry = b.fwd("dentry", false);
    let (to_inode, to_dentry) = (b.pointer(inode), b.pointer(dentry));
    let unlinks = b.prototype(int, &[("dir", to_inode), ("dentry", to_dentry)]);
    b.function("do_unlink", unlinks, 0);

    let context = b.pointer(0);
    let traces = b.prototype(0, &[("", context), ("", to_task), ("", long)]);
    let to_traces = b.pointer(traces);
    b.named(kind::TYPEDEF, "btf_trace_task_newtask", to_traces);

    let name = b.array(char, index, 16);
    let to_words = b.pointer(long);
    let asks = b.prototype(word, &[("", to_words)]);
    let window = b.pointer(asks);
    let resets = b.prototype(0, &[("", to_words)]);
    let reset = b.pointer(resets);
    let ops = b.structure("flow_ops", 32, &[("name", name, 0), ("reset", reset, 128), ("window", window, 192)]);
    b.structure("bpf_struct_ops_flow_ops", 40, &[("common", long, 0), ("data", ops, 64)]);

    let words = [2, SET_OF_KFUNCS, release, RELEASES, acquire, ACQUIRES];
    let symbols = vec![
        ("task_kfunc_ids", 0),
        ("__BTF_ID__set8__task_kfunc_ids", 0),
        ("__BTF_ID__func__bpf_task_release__1", 8),
        ("__BTF_ID__func__bpf_task_acquire__2", 16),
    ];
    with_ids(Class::Elf64, Order::Little, false, &b, &words, Some(&symbols))
}
