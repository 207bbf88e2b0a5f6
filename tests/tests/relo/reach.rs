//! The instructions that a verifier visits, in small programs checked by hand, most of them in both byte orders.

use bpf::{Insn, Object};
use btf::Endian;
use relo::POISON;
use relo::reach::{Apart, Code, Cut, Extern, Facts, Reach, Reached, reach, reach_apart};
use relo::{Patched, Values, patch};
use tests::blob::Order;
use tests::elf::{Class, Elf, PROGBITS, REL, STRTAB, SYMTAB, Section};

const ALLOC_EXEC: u64 = 6;

/// An instruction from its fields.
fn i(code: u8, dst: u8, src: u8, off: i16, imm: i32) -> Insn {
    Insn { code, dst, src, off, imm }
}

fn mov(dst: u8, imm: i32) -> Insn {
    i(0xb7, dst, 0, 0, imm)
}

/// `if dst == imm goto +off`
fn jeq(dst: u8, imm: i32, off: i16) -> Insn {
    i(0x15, dst, 0, off, imm)
}

fn exit() -> Insn {
    i(0x95, 0, 0, 0, 0)
}

/// An object with a program in `xdp`, subprograms in `.text` and data in `.rodata`, and its code.
struct Made {
    object: Object,
    code: Code,
}

const ORDERS: [(Order, Endian); 2] = [(Order::Little, Endian::Little), (Order::Big, Endian::Big)];

/// A symbol: name, section, value, size, type and binding.
struct Sym(&'static str, u16, u64, u64, u8);

const GLOBAL_FUNC: u8 = 0x12;
const LOCAL_FUNC: u8 = 0x02;
const WEAK: u8 = 0x20;

fn made(
    order: Order,
    program: &[Insn],
    text: &[Insn],
    rodata: &[u8],
    symbols: &[Sym],
    relos: &[(u64, u32, u32)],
) -> Made {
    let endian = if matches!(order, Order::Little) { Endian::Little } else { Endian::Big };
    let bytes = |insns: &[Insn]| insns.iter().flat_map(|i| i.encode(endian)).collect::<Vec<u8>>();
    let code = |name: &str, insns: &[Insn]| Section { flags: ALLOC_EXEC, align: 8, ..Section::new(name, bytes(insns)) };
    let mut strings = vec![0];
    let mut table = vec![0; 24];
    for Sym(name, section, value, size, info) in symbols {
        table.extend_from_slice(&order.u32(strings.len() as u32));
        table.extend_from_slice(&[*info, 0]);
        table.extend_from_slice(&order.u16(*section));
        table.extend_from_slice(&order.u64(*value));
        table.extend_from_slice(&order.u64(*size));
        strings.extend_from_slice(name.as_bytes());
        strings.push(0);
    }
    let mut records = Vec::new();
    for &(offset, symbol, kind) in relos {
        records.extend_from_slice(&order.u64(offset));
        records.extend_from_slice(&order.u64(u64::from(symbol) << 32 | u64::from(kind)));
    }
    let elf = Elf::new(Class::Elf64, order, 247)
        .with(code("xdp", program))
        .with(code(".text", text))
        .with(Section { flags: 2, ..Section::new(".rodata", rodata.to_vec()) })
        .with(Section { kind: SYMTAB, link: 5, info: 1, entry_size: 24, ..Section::new(".symtab", table) })
        .with(Section { kind: STRTAB, ..Section::new(".strtab", strings) })
        .with(Section { kind: REL, link: 4, info: 1, entry_size: 16, ..Section::new(".relxdp", records) });
    assert_eq!(elf.sections[0].kind, PROGBITS);
    let object = Object::parse(elf.build()).expect("an object");
    let code = Code::new(&object, &object.functions());
    Made { object, code }
}

impl Made {
    fn walk(&self, facts: &Facts) -> Reach {
        let program = self.object.functions().iter().position(|f| f.section == 1).expect("a program");
        reach(&self.object, &self.code, &[program], facts)
    }
}

/// Walks a single program whose instructions in `poisoned` are poisoned. Returns the walk, and how
/// it reached each instruction.
fn alone(order: Order, program: &[Insn], poisoned: &[u32]) -> (Reach, Vec<Reached>) {
    let size = program.len() as u64 * 8;
    let made = made(order, program, &[], &[], &[Sym("prog", 1, 0, size, GLOBAL_FUNC)], &[]);
    let mut facts = Facts::default();
    for &slot in poisoned {
        facts.patch(slot, &poison(made.code.insn(slot)));
    }
    let reach = made.walk(&facts);
    let all = (0..program.len() as u32).map(|slot| reach.reached(slot)).collect();
    (reach, all)
}

fn poison(insn: Insn) -> Patched {
    let patched = patch(insn, None, &Values { poison: true, ..Values::default() });
    assert_eq!((patched.insn.code, patched.insn.imm), (0x85, POISON));
    patched
}

#[test]
fn a_guard_that_is_answered_cuts_off_the_poison() {
    for (order, _) in ORDERS {
        for (answer, reached) in [(0, Reached::Never), (1, Reached::Yes)] {
            let program = [mov(1, answer), jeq(1, 0, 1), i(0x79, 2, 6, 8, 0), mov(0, 0), exit()];
            let (reach, all) = alone(order, &program, &[2]);
            assert_eq!(all[2], reached);
            assert_eq!(reach.cut(2), (reached == Reached::Never).then_some(Cut::Guard(1)));
        }
    }
}

#[test]
fn the_verifier_stops_at_the_poison() {
    let (reach, all) = alone(Order::Little, &[i(0x79, 2, 1, 8, 0), mov(0, 0), exit()], &[0]);
    assert_eq!(all, [Reached::Yes, Reached::Never, Reached::Never]);
    assert_eq!((reach.cut(0), reach.cut(2)), (None, Some(Cut::Behind(0))));
}

#[test]
fn constants_go_through_copies_arithmetic_and_32_bits() {
    for (order, _) in ORDERS {
        let program = [
            mov(1, 0),
            i(0xbf, 2, 1, 0, 0),
            // w2 ^= 1, r2 <<= 3, w2 == 8?
            i(0xa4, 2, 0, 0, 1),
            i(0x67, 2, 0, 0, 3),
            i(0x16, 2, 0, 1, 8),
            i(0x79, 3, 6, 0, 0),
            mov(0, 0),
            exit(),
        ];
        let (reach, all) = alone(order, &program, &[5]);
        assert_eq!((all[5], reach.cut(5)), (Reached::Never, Some(Cut::Guard(4))));
    }
}

#[test]
fn where_paths_meet_only_equal_constants_stay() {
    for (order, _) in ORDERS {
        for (other, reached) in [(7, Reached::Never), (8, Reached::Yes)] {
            // r6 is unknown: r2 is 7 on one path and `other` on the other.
            let program = [
                i(0x61, 6, 1, 0, 0),
                mov(2, 7),
                jeq(6, 0, 1),
                mov(2, other),
                jeq(2, 7, 1),
                i(0x79, 3, 6, 0, 0),
                mov(0, 0),
                exit(),
            ];
            let (_, all) = alone(order, &program, &[5]);
            assert_eq!(all[5], reached, "{other}");
        }
    }
}

#[test]
fn a_register_is_the_constant_that_it_equals() {
    // if r6 == 3 { if r6 != 3 poison }
    let program = [i(0x61, 6, 1, 0, 0), i(0x55, 6, 0, 2, 3), jeq(6, 3, 1), i(0x79, 3, 6, 0, 0), mov(0, 0), exit()];
    let (reach, all) = alone(Order::Little, &program, &[3]);
    assert_eq!((all[3], reach.cut(3)), (Reached::Never, Some(Cut::Guard(2))));
}

#[test]
fn calls_lose_r0_to_r5_and_keep_the_rest() {
    for (register, reached) in [(1, Reached::Yes), (6, Reached::Never)] {
        let program =
            [mov(register, 0), i(0x85, 0, 0, 0, 5), jeq(register, 0, 1), i(0x79, 3, 7, 0, 0), mov(0, 0), exit()];
        assert_eq!(alone(Order::Little, &program, &[3]).1[3], reached);
    }
}

#[test]
fn static_functions_are_walked_with_their_arguments_and_results() {
    for (order, _) in ORDERS {
        for (info, reached) in [(LOCAL_FUNC, Reached::Never), (GLOBAL_FUNC, Reached::Yes)] {
            // r1 = 0; r0 = f(r1); if r0 == 0 goto +1; poison
            let program = [mov(1, 0), i(0x85, 0, 1, 0, -1), jeq(0, 0, 1), i(0x79, 3, 6, 0, 0), mov(0, 0), exit()];
            // f: if r1 == 0 goto +1; poison; r0 = r1; exit
            let text = [jeq(1, 0, 1), i(0x79, 3, 6, 0, 0), i(0xbf, 0, 1, 0, 0), exit()];
            let symbols = [Sym("prog", 1, 0, 48, GLOBAL_FUNC), Sym("f", 2, 0, 32, info)];
            let made = made(order, &program, &text, &[], &symbols, &[(8, 2, 10)]);
            let mut facts = Facts::default();
            for slot in [3, 7] {
                facts.patch(slot, &poison(made.code.insn(slot)));
            }
            let reach = made.walk(&facts);
            assert_eq!((reach.reached(6), reach.reached(3), reach.reached(7)), (Reached::Yes, reached, reached));
        }
    }
}

/// The verifier before 6.8 checks a global function even if nothing calls it.
#[test]
fn a_function_that_is_checked_by_itself_is_reached() {
    let symbols = [Sym("prog", 1, 0, 32, GLOBAL_FUNC), Sym("by_itself", 2, 0, 16, GLOBAL_FUNC)];
    // A call of the function that is never reached.
    let program = [mov(0, 0), jeq(0, 0, 1), i(0x85, 0, 1, 0, -1), exit()];
    let relos = [(16, 2, 10)];
    for (order, _) in ORDERS {
        let Made { object, code } = made(order, &program, &[mov(0, 0), exit()], &[], &symbols, &relos);
        let (main, other) = (function_named(&object, "prog"), function_named(&object, "by_itself"));
        let slot = code.slots_of(other).start;
        let reached = |apart: Option<bool>| {
            let functions: &[usize] = if apart.is_some() { &[other] } else { &[] };
            let apart = Apart { functions, sure: apart == Some(true) };
            reach_apart(&object, &code, &[main], apart, &Facts::default()).reached(slot)
        };
        let all = [None, Some(false), Some(true)].map(reached);
        assert_eq!(all, [Reached::Never, Reached::Unsure, Reached::Yes]);
    }
}

/// The index of the function of this name.
fn function_named(object: &Object, name: &str) -> usize {
    object.functions().iter().position(|f| f.name == name).expect(name)
}

#[test]
fn a_function_whose_address_is_taken_may_be_called_with_anything() {
    let program = [i(0x18, 2, 4, 0, 0), i(0, 0, 0, 0, 0), i(0x85, 0, 0, 0, 181), mov(0, 0), exit()];
    let text = [jeq(1, 0, 1), i(0x79, 3, 6, 0, 0), mov(0, 0), exit()];
    let symbols = [Sym("prog", 1, 0, 40, GLOBAL_FUNC), Sym("callback", 2, 0, 32, LOCAL_FUNC)];
    let made = made(Order::Little, &program, &text, &[], &symbols, &[(0, 2, 1)]);
    assert_eq!(made.walk(&Facts::default()).reached(6), Reached::Yes);
}

#[test]
fn read_only_data_is_what_the_file_has() {
    for (order, endian) in ORDERS {
        let mut rodata = vec![0; 4];
        rodata.extend_from_slice(&match endian {
            Endian::Little => 0x1_0000_u32.to_le_bytes(),
            Endian::Big => 0x1_0000_u32.to_be_bytes(),
        });
        // r1 = &rodata + 4; w2 = *(u32 *)r1; if r2 == 65536 goto +1; poison
        let program = [
            i(0x18, 1, 0, 0, 0),
            i(0, 0, 0, 0, 0),
            i(0x61, 2, 1, 0, 0),
            jeq(2, 65536, 1),
            i(0x79, 3, 6, 0, 0),
            mov(0, 0),
            exit(),
        ];
        let symbols = [Sym("prog", 1, 0, 56, GLOBAL_FUNC), Sym("wanted", 3, 4, 4, 0x11)];
        let made = made(order, &program, &[], &rodata, &symbols, &[(0, 2, 1)]);
        let reach = made.walk(&Facts::default());
        assert_eq!((reach.reached(4), reach.cut(4)), (Reached::Never, Some(Cut::Guard(3))), "{endian:?}");
    }
}

#[test]
fn externs_are_there_missing_or_not_known() {
    // r1 = &weak; if r1 == 0 goto +1; poison
    let program = [i(0x18, 1, 0, 0, 0), i(0, 0, 0, 0, 0), jeq(1, 0, 1), i(0x79, 3, 6, 0, 0), mov(0, 0), exit()];
    let symbols = [Sym("prog", 1, 0, 48, GLOBAL_FUNC), Sym("weak", 0, 0, 0, WEAK)];
    for (order, _) in ORDERS {
        let made = made(order, &program, &[], &[], &symbols, &[(0, 2, 1)]);
        for (what, reached) in
            [(Extern::Missing, Reached::Never), (Extern::There, Reached::Yes), (Extern::Unknown, Reached::Unsure)]
        {
            let mut facts = Facts::default();
            facts.set_extern(2, what);
            assert_eq!(made.walk(&facts).reached(3), reached, "{what:?}");
        }
        // In `.kconfig`, the value at the address counts.
        let program = [
            i(0x18, 1, 0, 0, 0),
            i(0, 0, 0, 0, 0),
            i(0x61, 1, 1, 0, 0),
            jeq(1, 0, 1),
            i(0x79, 3, 6, 0, 0),
            mov(0, 0),
            exit(),
        ];
        let symbols = [Sym("prog", 1, 0, 56, GLOBAL_FUNC), Sym("CONFIG_HZ", 0, 0, 0, WEAK)];
        let made = self::made(order, &program, &[], &[], &symbols, &[(0, 2, 1)]);
        for (what, reached) in [
            (Extern::Config(0), Reached::Never),
            (Extern::Config(250), Reached::Yes),
            (Extern::UnknownConfig, Reached::Unsure),
        ] {
            let mut facts = Facts::default();
            facts.set_extern(2, what);
            assert_eq!(made.walk(&facts).reached(4), reached, "{what:?}");
        }
    }
}

#[test]
fn the_context_is_followed_through_copies_and_the_stack() {
    // r6 = r1; *(u64 *)(r10 - 8) = r6; call; r2 = *(u64 *)(r10 - 8); r2 += 8; r3 = *(u64 *)(r2 + 16)
    let program = [
        i(0xbf, 6, 1, 0, 0),
        i(0x7b, 10, 6, -8, 0),
        i(0x85, 0, 0, 0, 5),
        i(0x79, 2, 10, -8, 0),
        i(0x07, 2, 0, 0, 8),
        i(0x79, 3, 2, 16, 0),
        mov(0, 0),
        exit(),
    ];
    for (order, _) in ORDERS {
        let (reach, _) = alone(order, &program, &[]);
        assert_eq!(reach.context().map(|(at, slots)| (at, slots.len())).collect::<Vec<_>>(), [(24, 1)]);
    }
}

#[test]
fn jumps_by_a_table_are_not_followed_and_nothing_is_called_dead() {
    let program = [i(0x0d, 1, 0, 0, 0), i(0x79, 3, 6, 0, 0), mov(0, 0), exit()];
    let (reach, all) = alone(Order::Little, &program, &[]);
    assert!(!reach.is_complete());
    assert_eq!(all[1], Reached::Unsure);
}
