//! The blobs of the lessons (`static/samples/lessons`), made by hand: small enough to be read byte by byte, and with
//! forms that no compiler emits any more. `UPDATE=1 cargo test -p tests --test lessons` writes the files; otherwise the
//! test compares them.

use crate::blob::{Blob, Order, bits, kind};
use crate::elf::{Class, Elf, Section};

mod core2;
mod dedup;
mod faults;
mod inline;
mod kernels;
mod kfuncs;
mod part;
mod reorganise;
mod sizes;
mod tailored;
mod verdict;

pub use faults::{Damaged, damaged_blobs};
pub use part::PART;
pub use verdict::{FLAGS, LOCKS};

/// A sample of a lesson.
#[derive(Clone, Debug)]
pub struct LessonBlob {
    /// Its file's name.
    pub name: &'static str,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// The samples that `tests/fixtures/build.sh` compiles with clang and rustc.
pub const COMPILED: &[&str] = &[
    "elf-calls.o",
    "elf-data.o",
    "elf-pointer.o",
    "maps.bpf.o",
    "variant-flavour.bpf.o",
    "variant-guard.bpf.o",
    "variant-index.bpf.o",
    "variant-plain.bpf.o",
    "vmlinux.bpf.o",
    "sizes.bpf.o",
    "core2.bpf.o",
    "kfuncs.bpf.o",
    "clinic-null.bpf.o",
    "clinic-bounds.bpf.o",
    "clinic-packet.bpf.o",
    "clinic-stack.bpf.o",
    "clinic-context.bpf.o",
    "clinic-helper.bpf.o",
    "clinic-licence.bpf.o",
    "clinic-licence-gpl.bpf.o",
    "clinic-release.bpf.o",
    "clinic-poison.bpf.o",
    "clinic-loop.bpf.o",
    "clinic-args.bpf.o",
    "shapes.bpf.o",
    "shapes.rs.btf",
];

/// The samples that are made here.
pub fn all() -> Vec<LessonBlob> {
    let sample = |name, bytes| LessonBlob { name, bytes };
    let kernel = kernel();
    vec![
        sample("first.btf", first(Order::Little).build()),
        sample("first.be.btf", first(Order::Big).build()),
        sample("kinds.btf", kinds().build()),
        sample("bits.btf", bitfields(Order::Little).build()),
        sample("bits.be.btf", bitfields(Order::Big).build()),
        sample("holes.btf", holes().build()),
        sample("tags.btf", tags().build()),
        sample("kernel.btf", kernel.build()),
        sample("module.btf", module(&kernel).build()),
        sample("distilled.ko", distilled()),
        sample("older.btf", kernels::older().build()),
        sample("newer.btf", kernels::newer().build()),
        sample("tailored.btf", tailored::tailored(&kernels::newer())),
        sample("families.bpf.o", kernels::FAMILIES.to_vec()),
        sample("families.btf", kernels::families().build()),
        sample("layout.btf", layout().build()),
        sample("kfuncs.elf", kfuncs::kernel()),
        sample("core2.btf", core2::kernel().build()),
        sample("inline.kernel.btf", inline::kernel().build()),
        sample("inline.btf", inline::sites(&inline::kernel()).build()),
        sample("queues.btf", reorganise::queues().build()),
        sample("units.btf", dedup::before().build()),
        sample("merged.btf", dedup::after().build()),
        sample("broken.btf", verdict::broken().build()),
        sample("endless.btf", verdict::endless().build()),
        sample("dated.btf", verdict::dated().build()),
        sample("locks.btf", verdict::compiled(LOCKS)),
        sample("flags.btf", verdict::compiled(FLAGS)),
        sample("flow-wide.btf", sizes::wide().build()),
        sample("flow-narrow.btf", sizes::narrow().build()),
        sample(PART, part::part()),
    ]
}

/// The smallest blob that is worth reading: an int, a struct with two of them, a struct with two of those structs.
fn first(order: Order) -> Blob {
    let mut b = Blob::new(order);
    let int = b.int("int", 4, 1);
    let point = b.structure("point", 8, &[("x", int, 0), ("y", int, 32)]);
    b.structure("line", 16, &[("from", point, 0), ("to", point, 64)]);
    b
}

/// Every kind from 1 to 19 at least once, in one small example: a sensor and the program that reads it.
fn kinds() -> Blob {
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    let byte = b.int("unsigned char", 1, 0);
    let index = b.int("__ARRAY_SIZE_TYPE__", 4, 0);
    let bool = b.int("_Bool", 1, 4);
    let float = b.float("double", 8);
    let label = b.array(byte, index, 12);
    let values = b.composite(kind::UNION, "reading", 8, false, &[("exact", float, 0), ("raw", int, 0)]);
    let unit = b.enumeration("unit", 4, true, &[("UNIT_NONE", u32::MAX), ("UNIT_KELVIN", 0), ("UNIT_PASCAL", 1)]);
    let mask = b.enumeration64("feature", 8, false, &[("FEATURE_FAST", 1), ("FEATURE_ALL", u64::MAX)]);
    let driver = b.fwd("driver", false);
    let pointer = b.pointer(driver);
    let sensor = b.structure(
        "sensor",
        48,
        &[
            ("label", label, 0),
            ("unit", unit, 96),
            ("last", values, 128),
            ("features", mask, 192),
            ("driver", pointer, 256),
            ("ready", bool, 320),
        ],
    );
    let handle = b.named(kind::TYPEDEF, "sensor_t", sensor);
    let fixed = b.reference(kind::CONST, handle);
    let to_fixed = b.pointer(fixed);
    let only = b.reference(kind::RESTRICT, to_fixed);
    let changing = b.reference(kind::VOLATILE, int);
    let prototype = b.prototype(int, &[("sensor", only), ("count", int), ("", 0)]);
    b.function("read_sensor", prototype, 1);
    let tries = b.variable("tries", changing, 1);
    b.data_section(".bss", 4, &[[tries, 0, 4]]);
    let user = b.type_tag("user", false, byte);
    let buffer = b.pointer(user);
    b.structure("request", 16, &[("buffer", buffer, 0), ("length", int, 64)]);
    b.decl_tag("locked", false, sensor, 2);
    b
}

/// The same eight bits in three encodings: a plain member, an INT with its own offset and bits, and kind_flag.
fn bitfields(order: Order) -> Blob {
    let mut b = Blob::new(order);
    let word = b.int("unsigned int", 4, 0);
    let byte = b.int("unsigned char", 1, 0);
    // Old-style bitfields have an INT for each width: of 3 and of 5 bits, with the same name.
    let three = b.int_of("unsigned int", 4, 0, 0, 3);
    let five = b.int_of("unsigned int", 4, 0, 0, 5);
    // The example in the kernel's documentation: an INT whose value starts at bit 2.
    let shifted = b.int_of("unsigned int", 4, 0, 2, 4);
    b.structure("plain", 8, &[("version", byte, 0), ("length", word, 32)]);
    b.structure("old", 4, &[("mode", three, 0), ("level", five, 3), ("rest", shifted, 6)]);
    b.composite(
        kind::STRUCT,
        "new",
        8,
        true,
        &[
            ("mode", word, bits(0, 3)),
            ("level", word, bits(3, 5)),
            ("rest", word, bits(8, 4)),
            ("total", word, bits(32, 0)),
        ],
    );
    let signed = b.int("int", 4, 1);
    b.composite(
        kind::STRUCT,
        "packet",
        4,
        true,
        &[
            ("version", byte, bits(0, 4)),
            ("words", byte, bits(4, 4)),
            ("delta", signed, bits(8, 6)),
            ("tag", word, bits(14, 12)),
        ],
    );
    b
}

/// Holes, padding, cache lines.
fn holes() -> Blob {
    let mut b = Blob::new(Order::Little);
    let char = b.int("char", 1, 1);
    let short = b.int("short", 2, 1);
    let int = b.int("int", 4, 1);
    let long = b.int("long", 8, 1);
    let index = b.int("__ARRAY_SIZE_TYPE__", 4, 0);
    let name = b.array(char, index, 16);
    b.structure(
        "loose",
        32,
        &[("kind", char, 0), ("time", long, 64), ("port", short, 128), ("size", int, 160), ("last", char, 192)],
    );
    b.structure(
        "tight",
        16,
        &[("time", long, 0), ("size", int, 64), ("port", short, 96), ("kind", char, 112), ("last", char, 120)],
    );
    let pair = b.structure("pair", 8, &[("small", char, 0), ("large", int, 32)]);
    let pairs = b.array(pair, index, 5);
    b.structure(
        "session",
        144,
        &[
            ("id", long, 0),
            ("name", name, 64),
            ("pairs", pairs, 192),
            ("count", long, 512),
            ("deadline", long, 576),
            ("first", pair, 640),
            ("note", name, 704),
            ("state", int, 832),
            ("owner", long, 896),
            ("next", long, 960),
            ("hits", long, 1024),
            ("closed", char, 1088),
        ],
    );
    // Packed: `size` and `port` are not at their natural alignments.
    b.structure("packed", 7, &[("kind", char, 0), ("size", int, 8), ("port", short, 40)]);
    b
}

/// Pointers, const, and tags on types and declarations.
fn tags() -> Blob {
    let mut b = Blob::new(Order::Little);
    let char = b.int("char", 1, 1);
    let int = b.int("int", 4, 1);
    let const_char = b.reference(kind::CONST, char);
    let text = b.pointer(const_char);
    let pointer = b.pointer(char);
    let fixed = b.reference(kind::CONST, pointer);
    let task_id = b.next_id() + 4;
    let rcu = b.type_tag("rcu", false, task_id);
    let parent = b.pointer(rcu);
    let user = b.type_tag("user", false, char);
    let argument = b.pointer(user);
    let task = b.structure(
        "task",
        40,
        &[
            ("name", text, 0),
            ("scratch", fixed, 64),
            ("parent", parent, 128),
            ("argument", argument, 192),
            ("pid", int, 256),
        ],
    );
    assert_eq!(task, task_id, "the tag was made for this id");
    b.decl_tag("refcounted", false, task, -1);
    b.decl_tag("guarded_by:lock", false, task, 2);
    let to_task = b.pointer(task);
    let prototype = b.prototype(int, &[("task", to_task), ("name", text)]);
    let function = b.function("rename_task", prototype, 1);
    b.decl_tag("bpf_kfunc", false, function, -1);
    b.decl_tag("arg:nullable", false, function, 1);
    let noderef = b.type_tag("noderef", true, int);
    let percpu = b.type_tag("percpu", false, noderef);
    let counter = b.pointer(percpu);
    b.named(kind::TYPEDEF, "counter_t", counter);
    b
}

/// A small kernel, which a module continues.
fn kernel() -> Blob {
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    let long = b.int("long", 8, 1);
    let list_id = b.next_id() + 1;
    let pointer = b.pointer(list_id);
    let list = b.structure("list_head", 16, &[("next", pointer, 0), ("prev", pointer, 64)]);
    b.structure("device", 32, &[("devices", list, 0), ("id", int, 128), ("flags", long, 192)]);
    b.enumeration("state", 4, false, &[("STATE_DOWN", 0), ("STATE_UP", 1)]);
    b
}

/// The module's types, which use the kernel's `int`, `list_head`, `device` and `state`.
fn port(b: &mut Blob, [int, list, device, state]: [u32; 4]) {
    let to_device = b.pointer(device);
    let port = b.structure(
        "port",
        40,
        &[
            ("links", list, 0),
            ("device", to_device, 128),
            ("state", state, 192),
            ("number", int, 224),
            ("users", int, 256),
        ],
    );
    let to_port = b.pointer(port);
    let prototype = b.prototype(int, &[("port", to_port)]);
    b.function("port_open", prototype, 1);
}

/// A module on that kernel: ids and string offsets continue the kernel's.
fn module(kernel: &Blob) -> Blob {
    let mut b = Blob::split(kernel);
    port(&mut b, [1, 4, 5, 6]);
    b
}

/// A module built out of tree: it contains a distilled base with the necessary facts about the kernel's types.
fn distilled() -> Vec<u8> {
    // A distilled base has whole INTs, named structs with only their size, and enums with name and size.
    let mut base = Blob::new(Order::Little);
    let int = base.int("int", 4, 1);
    let list = base.structure("list_head", 16, &[]);
    let device = base.structure("device", 32, &[]);
    let state = base.enumeration("state", 4, false, &[]);
    let mut b = Blob::split(&base);
    port(&mut b, [int, list, device, state]);
    Elf::new(Class::Elf64, Order::Little, 62)
        .with(Section::new(".BTF", b.build()))
        .with(Section::new(".BTF.base", base.build()))
        .build()
}

/// A header of 32 bytes with a layout section, and a record of an unknown kind between known ones.
fn layout() -> Blob {
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    let name = b.string("mystery");
    // After the 12 bytes: one word, and two items of 8 bytes.
    b.record(name, UNKNOWN, 2, false, 0, &[7, 1, 2, 3, 4]);
    b.structure("after", 4, &[("value", int, 0)]);
    b.layout(&crate::blob::LAYOUT);
    b.layout(&crate::blob::LOC_LAYOUT);
    for _ in 23..UNKNOWN {
        b.layout(&[(0, 0)]);
    }
    b.layout(&[(4, 8)]);
    b
}

/// A kind above 31. Readers from before 2026 take only 5 bits of it, and see kind 8, a typedef.
const UNKNOWN: u8 = 40;
