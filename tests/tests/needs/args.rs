//! The argument types that programs assume, on kernels where the traced function has other types. The prototypes were
//! read with `bpftool btf dump`.

use std::sync::Arc;

use bpf::{Insn, Object};
use btf::{Btf, Endian};
use needs::{Answer, Kernel, Load, Modules, NeedKind, Needs, Release, Sure, check};
use tests::blob::{Blob, Order, kind};
use tests::elf::{Class, Elf, STRTAB, SYMTAB, Section};
use tests::fixture;
use tests::kernels::kernel;
use tests::reference::part_or_skip;

/// Kernels, each with the struct that the first argument of its `vfs_unlink` points to.
const KERNELS: [(&str, &str); 5] = [
    ("linux-5.10.0-32-amd64_5.10.223-1.btf", "inode"),
    ("linux-6.1.0-56-amd64.btf", "user_namespace"),
    ("linux-6.12.107+deb13-amd64_6.12.107-1.btf", "mnt_idmap"),
    ("linux-6.16.12+deb13-amd64_6.16.12-1-bpo13+1.btf", "mnt_idmap"),
    ("linux-6.17.13+deb13-amd64_6.17.13-1-bpo13+1.btf", "mnt_idmap"),
];

#[test]
fn an_argument_of_another_type_is_told() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let object = Object::parse(fixture::read("stories-args.clang.bpfel.o")).expect("an object");
    let needs = Needs::of(Arc::new(object));
    for (name, pointed) in KERNELS {
        let kernel = Kernel::new(Release::parse(name), kernel(&corpus, name), Modules::Unknown);
        let report = check(&needs, &kernel);
        for (program, verdict) in needs.programs().iter().zip(&report.programs) {
            let of_vfs_unlink = matches!(program.name.as_str(), "unlinked" | "passed_on");
            let Some(reason) = verdict.reasons.first() else {
                // Types that fit: a folio begins with a page, and a sock with a sock_common; a task is the same type
                // everywhere.
                assert!(!of_vfs_unlink || pointed == "inode", "{name} {}", program.name);
                continue;
            };
            assert!(of_vfs_unlink && pointed != "inode", "{name} {}: {verdict:?}", program.name);
            assert_eq!((needs.needs()[reason.need].kind, verdict.load()), (NeedKind::Args, Load::CannotTell));
            let answer = &report.answers[reason.need];
            let said = format!(
                "it reads argument 1 of vfs_unlink as a struct inode, and on this kernel it is a struct {pointed}"
            );
            assert_eq!((answer.sure, answer.reason.as_deref()), (Sure::Suggested, Some(said.as_str())));
        }
    }
}

/// A kernel with arguments of 16 bytes: `takes(struct pair, unsigned long)`, which returns nothing, `gives` with the
/// same parameters, which returns a number, and the tracepoint `sched_switch` of a `struct pair` and a `struct other
/// *`. The tracepoint `tick` has one argument of 8 bytes.
fn with_pairs(release: &str) -> Kernel {
    let mut b = Blob::new(Order::Little);
    let long = b.int("unsigned long", 8, 0);
    let int = b.int("int", 4, 1);
    let pair = b.structure("pair", 16, &[("first", long, 0), ("second", long, 64)]);
    let other = b.structure("other", 8, &[("number", long, 0)]);
    b.structure("task_struct", 4, &[("pid", int, 0)]);
    for (name, returns) in [("takes", 0), ("gives", long)] {
        let proto = b.prototype(returns, &[("pair", pair), ("number", long)]);
        b.function(name, proto, 0);
    }
    let (data, other) = (b.pointer(0), b.pointer(other));
    for (name, params) in [("sched_switch", &[data, pair, other][..]), ("tick", &[data, long])] {
        let params: Vec<(&str, u32)> = params.iter().map(|&of| ("", of)).collect();
        let proto = b.prototype(0, &params);
        let pointer = b.pointer(proto);
        b.named(kind::TYPEDEF, &format!("btf_trace_{name}"), pointer);
    }
    let btf = Btf::parse(b.build(), None).expect("types");
    Kernel::new(Release::parse(release), Arc::new(btf), Modules::Absent)
}

/// The answer for the arguments of a program of an object.
fn answer(object: Object, program: &str, kernel: &Kernel) -> Answer {
    let needs = Needs::of(Arc::new(object));
    let of = needs.programs().iter().position(|p| p.name == program).expect("the program");
    let need = needs.needs().iter().position(|n| n.kind == NeedKind::Args && n.program == Some(of)).expect("a need");
    check(&needs, kernel).answers[need].clone()
}

/// An object with one program, which reads 8 bytes of its context.
fn reads(section: &str, slot: i16) -> Object {
    let read = Insn { code: 0x79, dst: 0, src: 1, off: slot * 8, imm: 0 };
    let exit = Insn { code: 0x95, dst: 0, src: 0, off: 0, imm: 0 };
    let code = [read, exit].into_iter().flat_map(|insn| insn.encode(Endian::Little)).collect();
    let mut symbols = vec![0; 24];
    symbols.extend([1, 0, 0, 0, 0x12, 0, 1, 0]);
    symbols.extend([0u64, 16].into_iter().flat_map(u64::to_le_bytes));
    let elf = Elf::new(Class::Elf64, Order::Little, 247)
        .with(Section { flags: 6, align: 8, ..Section::new(section, code) })
        .with(Section { kind: SYMTAB, link: 3, info: 1, entry_size: 24, align: 8, ..Section::new(".symtab", symbols) })
        .with(Section { kind: STRTAB, ..Section::new(".strtab", b"\0prog\0".to_vec()) });
    Object::parse(elf.build()).expect("an object")
}

/// An argument of 16 bytes takes two slots of the context. Our sentence counts arguments. So does the kernel from 6.1
/// on, but it counts the return value and the hidden first parameter of a tracepoint, too, and nothing behind these.
#[test]
fn an_argument_of_two_slots_counts_once() {
    let cases = [
        ("fentry/takes", 3, "6.12", Some((3, 2, 4))),
        ("fentry/takes", 5, "6.12", Some((5, 2, 4))),
        ("fentry/gives", 3, "6.12", Some((3, 2, 3))),
        ("fentry/gives", 4, "6.12", Some((4, 2, 4))),
        ("fentry/gives", 2, "6.12", None),
        ("fexit/gives", 3, "6.12", None),
        ("fentry/gives", 4, "5.15", Some((4, 2, 5))),
        ("tp_btf/tick", 1, "6.12", Some((2, 1, 2))),
        ("tp_btf/tick", 2, "6.12", Some((3, 1, 4))),
        ("tp_btf/tick", 2, "5.15", Some((3, 1, 3))),
    ];
    for (section, slot, release, expected) in cases {
        let kernel = with_pairs(&format!("{release}-amd64"));
        let answer = answer(reads(section, slot), "prog", &kernel);
        let (_, of) = section.split_once('/').expect("a target");
        let symbol = if section.starts_with("tp") { format!("btf_trace_{of}") } else { of.to_owned() };
        let expected = expected.map(|(number, count, said)| {
            let reason = format!("it reads argument {number} of {symbol}, which has {count} on this kernel");
            (reason, format!("func '{of}' doesn't have {said}-th argument"))
        });
        assert_eq!(answer.reason.zip(answer.words), expected, "{section} {slot} {release}");
    }
}

/// `switched` reads slot 2 as a task. That is the second argument, because the first one takes two slots.
#[test]
fn an_argument_of_another_type_is_counted_as_an_argument() {
    let object = Object::parse(fixture::read("stories-args.clang.bpfel.o")).expect("an object");
    let answer = answer(object, "switched", &with_pairs("6.12-amd64"));
    let reason = "it reads argument 2 of btf_trace_sched_switch as a struct task_struct, and on this kernel it is a struct other";
    assert_eq!(answer.reason.as_deref(), Some(reason));
}
