//! A handmade module that was built out of tree, so its BTF is on a distilled base (`.BTF.base`); and kernels to
//! relocate it to.

use crate::blob::{Blob, Order, kind};
use crate::elf::{Class, Elf, Section};

/// The distilled base: [1] int, [2] struct list_head, [3] struct task_struct, [4] enum mode.
pub fn base(order: Order) -> Blob {
    let mut b = Blob::new(order);
    b.int("int", 4, 1);
    b.structure("list_head", 16, &[]);
    b.structure("task_struct", 64, &[]);
    b.enumeration("mode", 4, false, &[]);
    b
}

/// The module's own types: [5] a pointer, [6] struct mine, which contains a list_head and points to a task_struct, and
/// a function.
pub fn split(order: Order) -> Blob {
    let base = base(order);
    let mut b = Blob::split(&base);
    let task = b.pointer(3);
    let mine = b.structure("mine", 32, &[("node", 2, 0), ("owner", task, 128), ("mode", 4, 192), ("count", 1, 224)]);
    let to_mine = b.pointer(mine);
    let proto = b.prototype(1, &[("mine", to_mine)]);
    b.function("mine_open", proto, 0);
    b
}

/// The module as an ELF file.
pub fn module(order: Order) -> Vec<u8> {
    let info = b"name=mine\0vermagic=6.12.0 SMP\0".to_vec();
    Elf::new(Class::Elf64, order, 62)
        .with(Section::new(".modinfo", info))
        .with(Section::new(".BTF", split(order).build()))
        .with(Section::new(".BTF.base", base(order).build()))
        .build()
}

/// A kernel with all types of the distilled base. Its task_struct has another size, which is
/// allowed, since the module only points to it.
pub fn kernel(order: Order) -> Vec<u8> {
    kernel_of(order, 16, |_, _| ())
}

/// A kernel that the module does not fit: its list_head is larger, two of its three task_structs
/// have 64 bytes, and it has no enum mode.
pub fn other_kernel(order: Order) -> Vec<u8> {
    kernel_of(order, 32, |b, name| {
        b.record(name, kind::STRUCT, 0, false, 64, &[]);
        b.record(name, kind::STRUCT, 0, false, 64, &[]);
    })
}

fn kernel_of(order: Order, list_size: u32, more: impl FnOnce(&mut Blob, u32)) -> Vec<u8> {
    let mut b = Blob::new(order);
    let unsigned = b.int("unsigned int", 4, 0);
    let int = b.int("int", 4, 1);
    let list = b.next_id();
    let to_list = list + 1;
    b.structure("list_head", list_size, &[("next", to_list, 0), ("prev", to_list, 64)]);
    b.pointer(list);
    let name = b.string("task_struct");
    let size = if list_size == 16 { 128 } else { 32 };
    let members = [b.string("pid"), int, 0, b.string("children"), list, 64];
    b.record(name, kind::STRUCT, 2, false, size, &members);
    if list_size == 16 {
        b.enumeration("mode", 4, false, &[("QUIET", 0), ("LOUD", 7)]);
    }
    more(&mut b, name);
    let proto = b.prototype(unsigned, &[]);
    b.function("run", proto, 0);
    b.build()
}
