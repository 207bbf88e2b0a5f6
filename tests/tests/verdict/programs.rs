//! The records of programs, as `BPF_PROG_LOAD` checks them: each rule alone, and the records of compiled objects.

use bpf::{Function, Insn, Object};
use btf::{Btf, Endian, TypeId};
use tests::blob::{Blob, Order, kind};
use tests::fixture;
use tests::reference::corpus_or_skip;
use verdict::prog::{Program, Records, Refusal, core_relo, func_info, line_info, programs};
use verdict::{Errno, Version, judge, libbpf};

/// Two functions of three instruction slots each: a 64-bit load and an exit.
struct Made {
    order: Order,
    insns: Vec<u8>,
    btf: Btf,
}

const MAIN: u32 = 3;
const SUB: u32 = 4;
const SUB_VOID: u32 = 6;

fn made(order: Order) -> Made {
    let mut b = Blob::new(order);
    let int = b.int("int", 4, 1);
    let proto = b.prototype(int, &[]);
    assert_eq!(b.function("main", proto, 1), MAIN);
    assert_eq!(b.function("sub", proto, 0), SUB);
    let void = b.prototype(0, &[]);
    assert_eq!(b.function("nothing", void, 0), SUB_VOID);
    b.string("line");
    let endian = if order == Order::Little { Endian::Little } else { Endian::Big };
    let exit = Insn { code: 0x95, ..Insn::default() };
    let load = [Insn { code: Insn::LDIMM64, ..Insn::default() }, Insn::default(), exit];
    let insns = [load, load].concat().iter().flat_map(|insn| insn.encode(endian)).collect();
    Made { order, insns, btf: Btf::parse(b.build(), None).expect("a BTF") }
}

impl Made {
    fn program(&self) -> Program<'_> {
        let endian = self.btf.endian();
        Program { endian, insns: &self.insns, starts: &[0, 3], btf: &self.btf }
    }

    fn bytes(&self, words: &[u32]) -> Vec<u8> {
        words.iter().flat_map(|word| self.order.u32(*word)).collect()
    }

    fn funcs(&self, size: u32, words: &[u32]) -> Result<(), Refusal> {
        func_info(&self.program(), Some(Records { bytes: &self.bytes(words), size }))
    }

    fn lines(&self, size: u32, words: &[u32]) -> Result<(), Refusal> {
        line_info(&self.program(), Records { bytes: &self.bytes(words), size })
    }

    fn relos(&self, size: u32, words: &[u32]) -> Result<(), Refusal> {
        core_relo(&self.program(), Records { bytes: &self.bytes(words), size })
    }
}

fn refused(errno: Errno, words: &str, record: Option<u32>) -> Result<(), Refusal> {
    Err(Refusal { errno, words: words.to_owned(), record })
}

const EINVAL: Errno = Errno::EINVAL;
const E2BIG: Errno = Errno::E2BIG;

#[test]
fn functions() {
    for order in Order::BOTH {
        let made = made(order);
        assert_eq!(made.funcs(8, &[0, MAIN, 3, SUB]), Ok(()));
        assert_eq!(made.funcs(12, &[0, MAIN, 0, 3, SUB, 0]), Ok(()));
        assert_eq!(func_info(&made.program(), None), Ok(()));
        let cases: [(u32, &[u32], _); 9] = [
            (4, &[0, 0], refused(EINVAL, "invalid func info rec size 4", None)),
            (10, &[0; 5], refused(EINVAL, "invalid func info rec size 10", None)),
            (256, &[0; 64], refused(EINVAL, "invalid func info rec size 256", None)),
            (12, &[0, MAIN, 0, 3, SUB, 1], refused(E2BIG, "nonzero tailing record in func info", Some(1))),
            (8, &[1, MAIN, 3, SUB], refused(EINVAL, "nonzero insn_off 1 for the first func info record", Some(0))),
            (
                8,
                &[0, MAIN, 0, SUB],
                refused(EINVAL, "same or smaller insn offset (0) than previous func info record (0)", Some(1)),
            ),
            (8, &[0, 1, 3, SUB], refused(EINVAL, "invalid type id 1 in func info", Some(0))),
            (8, &[0, MAIN], refused(EINVAL, "number of funcs in func_info doesn't match number of subprogs", None)),
            (
                8,
                &[0, MAIN, 2, SUB],
                refused(EINVAL, "func_info BTF section doesn't match subprog layout in BPF program", Some(1)),
            ),
        ];
        for (size, words, expected) in cases {
            assert_eq!(made.funcs(size, words), expected);
        }
        assert_eq!(made.funcs(8, &[0, u32::MAX, 3, SUB]), refused(EINVAL, "invalid type id -1 in func info", Some(0)));
    }
}

/// Old packet loads and tail calls can end a function early, so it must return an int.
#[test]
fn functions_that_end_early() {
    for (insn, what) in [
        (Insn { code: 0x20, ..Insn::default() }, "LD_ABS"),
        (Insn { code: 0x85, imm: 12, ..Insn::default() }, "tail_call"),
    ] {
        let mut made = made(Order::Little);
        made.insns.splice(40..48, insn.encode(Endian::Little));
        assert_eq!(made.funcs(8, &[0, MAIN, 3, SUB]), Ok(()));
        let only = format!("{what} is only allowed in functions that return 'int'.");
        assert_eq!(made.funcs(8, &[0, MAIN, 3, SUB_VOID]), refused(EINVAL, &only, Some(1)));
        let none = format!("{what} is not allowed in subprogs without BTF");
        assert_eq!(func_info(&made.program(), None), refused(EINVAL, &none, None));
    }
}

#[test]
fn lines() {
    for order in Order::BOTH {
        let made = made(order);
        assert_eq!(made.lines(16, &[0, 1, 1, 0, 2, 1, 1, 0, 3, 1, 1, 0]), Ok(()));
        assert_eq!(made.lines(16, &[]), Ok(()));
        let cases: [(u32, &[u32], _); 9] = [
            (12, &[0; 3], refused(EINVAL, "", None)),
            (20, &[0, 1, 1, 0, 7], refused(E2BIG, "nonzero tailing record in line_info", Some(0))),
            (
                16,
                &[0, 1, 1, 0, 0, 1, 1, 0],
                refused(EINVAL, "Invalid line_info[1].insn_off:0 (prev_offset:0 prog->len:6)", Some(1)),
            ),
            (
                16,
                &[0, 1, 1, 0, 6, 1, 1, 0],
                refused(EINVAL, "Invalid line_info[1].insn_off:6 (prev_offset:0 prog->len:6)", Some(1)),
            ),
            (16, &[0, 1, 1, 0, 1, 1, 1, 0], refused(EINVAL, "Invalid insn code at line_info[1].insn_off", Some(1))),
            (16, &[0, 1, 9999, 0], refused(EINVAL, "Invalid line_info[0].line_off or .file_name_off", Some(0))),
            (16, &[2, 1, 1, 0], refused(EINVAL, "missing bpf_line_info for func#0", Some(0))),
            (16, &[0, 1, 1, 0, 5, 1, 1, 0], refused(EINVAL, "missing bpf_line_info for func#1", Some(1))),
            (16, &[0, 1, 1, 0], refused(EINVAL, "missing bpf_line_info for 1 funcs starting from func#1", None)),
        ];
        for (size, words, expected) in cases {
            assert_eq!(made.lines(size, words), expected);
        }
    }
}

#[test]
fn relocations() {
    for order in Order::BOTH {
        let made = made(order);
        assert_eq!(made.relos(16, &[40, 1, 1, 0]), Ok(()));
        assert_eq!(made.relos(8, &[0, 0]), refused(EINVAL, "", None));
        assert_eq!(made.relos(20, &[0, 1, 1, 0, 1]), refused(E2BIG, "nonzero tailing record in core_relo", Some(0)));
        for at in [4, 48] {
            let words = format!("Invalid core_relo[0].insn_off:{at} prog->len:6");
            assert_eq!(made.relos(16, &[at, 1, 1, 0]), refused(EINVAL, &words, Some(0)));
        }
    }
}

/// Checks that the records of an object have no fault. Adds the faults of its types to `refusals`.
/// Returns the number of its programs.
fn object(name: &str, bytes: &[u8], refusals: &mut Vec<String>) -> usize {
    let Ok(object) = Object::parse(bytes) else { return 0 };
    let Some(blob) = object.section_named(".BTF").map(|section| object.section_bytes(section)) else { return 0 };
    let checked = programs(&object);
    for program in &checked {
        assert_eq!(program.refusals().next(), None, "{name}: {}", program.name);
    }
    match libbpf::fix_up(blob, &object) {
        Err(e) => refusals.push(format!("{name}: {e}")),
        Ok(fixed) => {
            for version in Version::OFFERED {
                let copy = libbpf::sanitize(&fixed.bytes, version).expect("what libbpf opens");
                let verdict = judge(&copy.bytes, &verdict::Options::new(version));
                if let Some(fault) = verdict.faults.first() {
                    refusals.push(format!("{name} on {version}: {}", fault.words));
                }
            }
        }
    }
    checked.len()
}

/// The relocation records of an object are checked as a light skeleton passes them: sorted by offset, without those
/// that no function has. The first record of the file is for byte 0 of `raw_tp/moves`, which has 240 bytes; the test
/// gives it other offsets.
#[test]
fn relocations_of_an_object() {
    for (name, order) in [("relo.clang.bpfel.o", Order::Little), ("relo.clang.bpfeb.o", Order::Big)] {
        let bytes = fixture::read(name);
        let object = Object::parse(bytes.as_slice()).expect("an object");
        let ext = object.ext().expect("records");
        let place = object.section_named(".BTF.ext").expect("a section").file_range.start;
        let first = ext.core_relos().map(|(_, relo)| relo.range).next().expect("relocations");
        let with_first_at = |at: u32| {
            let mut changed = bytes.clone();
            let start = (place + u64::from(first.start)) as usize;
            changed[start..start + 4].copy_from_slice(&order.u32(at));
            Object::parse(changed).expect("an object")
        };
        let refused = |at: u32| {
            let checked = programs(&with_first_at(at));
            checked.iter().flat_map(|p| p.refusals().map(|(what, why)| format!("{what}: {why}"))).collect::<Vec<_>>()
        };
        assert_eq!(refused(8), [""; 0], "{name}");
        let [line] = refused(12).try_into().expect("one program is refused");
        let expected = "core_relo: Invalid core_relo[1].insn_off:12 prog->len:";
        assert!(line.starts_with(expected) && line.ends_with("EINVAL (22)"), "{name}: {line}");
        assert_eq!(refused(0x8000), [""; 0], "{name}");
        let passed = |at: u32| -> Vec<u32> {
            let object = with_first_at(at);
            let all = object.functions();
            let is_it = |f: &Function| object.section(f.section).is_some_and(|s| s.name == "raw_tp/moves");
            let load = object.load(&all, all.iter().position(is_it).expect("a program"));
            verdict::prog::relocations(&object, &all, &load).into_iter().map(|(_, [passed, ..])| passed).collect()
        };
        let others = [8u32, 16, 40, 56, 72, 96, 128, 136, 168, 216];
        assert_eq!(passed(0), [&[0][..], &others].concat(), "{name}");
        assert_eq!(passed(232), [&others[..], &[232]].concat(), "{name}");
        assert_eq!(passed(240), others, "{name}");
    }
}

/// As libbpf's `find_int_btf_id`: the bits in the encoding decide and not the size, and no INT is added.
#[test]
fn symbols_of_the_kernel_get_the_first_int_of_32_bits() {
    let object = Object::parse(fixture::read("relo.clang.bpfel.o")).expect("an object");
    for order in Order::BOTH {
        let fixed = |ints: &[(u32, u32)]| {
            let mut b = Blob::new(order);
            let ids: Vec<u32> = ints.iter().map(|(size, bits)| b.int_of("number", *size, 1, 0, *bits)).collect();
            let var = b.variable("symbol", ids[0], 2);
            b.data_section(".ksyms", 0, &[[var, 0, 0]]);
            let fixed = libbpf::fix_up(&b.build(), &object).expect("what libbpf opens");
            let btf = Btf::parse(fixed.bytes, None).expect("a BTF");
            let of = btf.get(TypeId(var)).and_then(|var| var.type_ref()).map(|id| id.0);
            (btf.own_type_count() - ints.len() as u32, of)
        };
        // Besides the INTs there are the variable and the section.
        assert_eq!(fixed(&[(4, 31), (8, 32), (4, 32)]), (2, Some(2)));
        assert_eq!(fixed(&[(4, 31)]), (2, Some(0)));
    }
}

/// A million entries from the last offset to the first: sorting them takes no time that is quadratic in their number.
#[test]
fn many_entries_are_sorted_in_time() {
    const COUNT: u32 = 1_000_000;
    let object = Object::parse(fixture::read("relo.clang.bpfel.o")).expect("an object");
    let fixed = |entries: &[[u32; 3]]| {
        let mut b = Blob::new(Order::Little);
        let int = b.int("int", 4, 1);
        let var = b.variable("v", int, 0);
        let entries: Vec<[u32; 3]> = entries.iter().map(|[_, at, size]| [var, *at, *size]).collect();
        b.data_section(".data", COUNT * 4, &entries);
        libbpf::fix_up(&b.build(), &object).expect("what libbpf opens")
    };
    let mut entries: Vec<[u32; 3]> = (0..COUNT).rev().map(|n| [0, n * 4, 4]).collect();
    let backward = tests::clock::ends("a million entries", || fixed(&entries));
    assert_eq!(backward.changes, ["the entries of .data were sorted by their offsets"]);
    entries.reverse();
    let forward = fixed(&entries);
    assert_eq!(forward.changes, [""; 0]);
    assert!(backward.bytes == forward.bytes, "the entries are not in rising order");
}

#[test]
fn fixtures_are_accepted() {
    let mut refusals = Vec::new();
    let count: usize = fixture::names().iter().map(|name| object(name, &fixture::read(name), &mut refusals)).sum();
    // GCC's char is both SIGNED and CHAR, which no kernel accepts.
    refusals.retain(|line| !(line.contains(".gcc.bpf.o on ") && line.ends_with("Unsupported encoding")));
    assert_eq!(refusals, [""; 0]);
    assert!(count > 10, "only {count} programs");
}

/// Words of the refusals of some of the corpus' objects, which must be linked first, declare
/// missing symbols, or are no programs.
const REASONS: [&str; 5] = [
    "Invalid func linkage",
    "Linkage not supported",
    // An enum that is only declared.
    "ENUM Z size=0 vlen=0 Unexpected size",
    "the ELF file has no symbol for the variable ext_var",
    // A map to which the linker gave no offset.
    "Invalid offset",
];

#[test]
fn objects_of_the_corpus_are_accepted() {
    let Some(corpus) = corpus_or_skip() else { return };
    let (mut refusals, mut files, mut count) = (Vec::new(), 0, 0);
    for row in corpus.index().iter().filter(|row| row.file.starts_with("objs/")) {
        count += object(&row.file, &corpus.read(&row.file), &mut refusals);
        files += 1;
    }
    let (known, unknown): (Vec<_>, Vec<_>) =
        refusals.iter().partition(|line| REASONS.iter().any(|reason| line.contains(reason)));
    assert!(unknown.is_empty(), "{unknown:#?}");
    let linked = known.iter().filter(|line| line.contains("Invalid offset")).count();
    assert!(
        linked == 5 && known.len() < 120 && files > 100 && count > 300,
        "{} of {files}, {count} programs: {known:#?}",
        known.len()
    );
}

/// Sections that share a name of a megabyte: the changes show its beginning.
#[test]
fn a_long_name_is_shown_in_part() {
    const SECTIONS: u32 = 200;
    let object = Object::parse(fixture::read("relo.clang.bpfel.o")).expect("an object");
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    let var = b.variable("v", int, 0);
    let name = b.string(&"n".repeat(1 << 20));
    for _ in 0..SECTIONS {
        b.record(name, kind::DATASEC, 2, false, 8, &[var, 4, 4, var, 0, 4]);
    }
    let changes = libbpf::fix_up(&b.build(), &object).expect("what libbpf opens").changes;
    assert_eq!(changes.len(), SECTIONS as usize);
    let expected = format!("the entries of {} were sorted by their offsets", "n".repeat(512));
    assert!(changes.iter().all(|change| *change == expected));
}
