//! A small kernel with `.BTF_ids`, as an ELF file made by hand. It has the form that `tools/bpf/resolve_btfids`
//! produces.

use crate::blob::{Blob, Order, kind};
use crate::elf::{Class, Elf, STRTAB, SYMTAB, Section};

/// The address of the section in a linked file.
const ADDRESS: u64 = 0xffff_8000;

/// The ids of [`types`] by their names.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Ids {
    pub task: u32,
    pub file: u32,
    pub pid_t: u32,
    pub acquire: u32,
    pub release: u32,
    pub read: u32,
    pub tagged: u32,
}

/// The types of the kernel, and the ids of those that the section names.
pub fn types(order: Order) -> (Blob, Ids) {
    let mut b = Blob::new(order);
    let int = b.int("int", 4, 1);
    let pid_t = b.named(kind::TYPEDEF, "pid_t", int);
    let task = b.structure("task_struct", 4, &[("pid", pid_t, 0)]);
    let file = b.structure("file", 4, &[("f_flags", int, 0)]);
    let to_task = b.pointer(task);
    let to_file = b.pointer(file);
    let gives = b.prototype(to_task, &[("p", to_task)]);
    let takes = b.prototype(0, &[("p", to_task)]);
    let reads = b.prototype(int, &[("file", to_file), ("count", int)]);
    // The order of ids differs from the order in the set.
    let release = b.function("bpf_task_release", takes, 0);
    let read = b.function("vfs_read", reads, 0);
    let acquire = b.function("bpf_task_acquire", gives, 0);
    let tagged = b.function("bpf_task_tagged", takes, 0);
    b.decl_tag("bpf_kfunc", false, acquire, -1);
    b.decl_tag("bpf_kfunc", false, tagged, -1);
    (b, Ids { task, file, pid_t, acquire, release, read, tagged })
}

/// The words of the section, and its symbols.
pub fn section(ids: &Ids) -> (Vec<u32>, Vec<(&'static str, u32)>) {
    let words = vec![
        // A list of four: one slot is unused, and one is for a type that the kernel was built without.
        ids.task,
        0,
        ids.pid_t,
        0,
        // A set of two, sorted.
        2,
        ids.file,
        ids.read,
        // A set of kfuncs.
        2,
        1,
        ids.release,
        1 << 1 | 1 << 7,
        ids.acquire,
        1 << 0 | 1 << 2,
        // A set with flags whose functions are no kfuncs, and an empty one.
        1,
        0,
        ids.read,
        1 << 20,
        0,
    ];
    let symbols = vec![
        ("task_ids", 0),
        ("__BTF_ID__struct__task_struct__12", 0),
        ("__BTF_ID__typedef__pid_t__13", 8),
        ("__BTF_ID__struct__not_built_in__14", 12),
        ("allowed", 16),
        ("__BTF_ID__set__allowed", 16),
        ("__BTF_ID__func__vfs_read__15", 20),
        ("__BTF_ID__struct__file__16", 24),
        ("task_kfunc_ids", 28),
        ("__BTF_ID__set8__task_kfunc_ids", 28),
        ("__BTF_ID__func__bpf_task_acquire__17", 36),
        ("__BTF_ID__func__bpf_task_release__18", 44),
        ("hooks", 52),
        ("__BTF_ID__set8__hooks", 52),
        ("__BTF_ID__func__vfs_read__19", 60),
        ("nothing", 68),
        ("__BTF_ID__set__nothing", 68),
    ];
    (words, symbols)
}

/// The file: linked, as vmlinux is, or not, as a module is; with its symbols or without.
pub fn elf(class: Class, order: Order, linked: bool, with_symbols: bool) -> Vec<u8> {
    let (types, ids) = types(order);
    let (words, symbols) = section(&ids);
    with_ids(class, order, linked, &types, &words, with_symbols.then_some(&symbols))
}

/// An ELF file with these types, these words in `.BTF_ids`, and the symbols of that section, if there are any.
pub fn with_ids(
    class: Class,
    order: Order,
    linked: bool,
    types: &Blob,
    words: &[u32],
    symbols: Option<&Vec<(&'static str, u32)>>,
) -> Vec<u8> {
    let words: Vec<u8> = words.iter().flat_map(|&word| order.u32(word)).collect();
    let address = if linked { ADDRESS } else { 0 };
    let mut elf = Elf::new(class, order, 62);
    elf.kind = if linked { 2 } else { 1 };
    elf = elf.with(Section::new(".BTF", types.build())).with(Section {
        address,
        align: 4,
        ..Section::new(".BTF_ids", words)
    });
    let Some(symbols) = symbols else { return elf.build() };
    let (mut table, mut names) = (vec![0; if class == Class::Elf64 { 24 } else { 16 }], vec![0]);
    // A symbol of another section, and the section's own symbol: both must be ignored.
    let all = [("elsewhere", 4, 1), ("", 0, 2)].into_iter().chain(symbols.iter().map(|&(name, at)| (name, at, 2)));
    for (name, at, index) in all {
        let name_at = if name.is_empty() { 0 } else { names.len() as u32 };
        names.extend_from_slice(name.as_bytes());
        names.push(0);
        let value = address + u64::from(at);
        table.extend_from_slice(&order.u32(name_at));
        match class {
            Class::Elf64 => {
                table.extend_from_slice(&[1, 0]);
                table.extend_from_slice(&order.u16(index));
                table.extend_from_slice(&order.u64(value));
                table.extend_from_slice(&order.u64(4));
            }
            Class::Elf32 => {
                table.extend_from_slice(&order.u32(value as u32));
                table.extend_from_slice(&order.u32(4));
                table.extend_from_slice(&[1, 0]);
                table.extend_from_slice(&order.u16(index));
            }
        }
    }
    let entry_size = if class == Class::Elf64 { 24 } else { 16 };
    elf.with(Section { kind: SYMTAB, link: 4, entry_size, align: 8, ..Section::new(".symtab", table) })
        .with(Section { kind: STRTAB, ..Section::new(".strtab", names) })
        .build()
}
