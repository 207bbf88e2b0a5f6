//! The running kernel as a witness for func_info, line_info and core_relo: random records for one program.

use std::collections::BTreeMap;

use bpf::Insn;
use btf::{Btf, Endian};
use tests::blob::{Blob, Order, kind};
use verdict::prog::{Program, Records, core_relo, func_info, line_info};

use crate::kernel::{Numbers, count, running};
use crate::syscall::{load_btf, load_program};

/// A program whose main calls sub. sub has a 64-bit load and, with `packet_load`, an old packet load. Packet loads are
/// only allowed in functions that return an int.
fn program(packet_load: bool) -> Vec<u8> {
    let exit = Insn { code: 0x95, ..Insn::default() };
    let mut insns = vec![
        Insn { code: 0x85, src: 1, imm: 1, ..Insn::default() },
        exit,
        Insn { code: 0xb7, ..Insn::default() },
        Insn { code: Insn::LDIMM64, dst: 2, ..Insn::default() },
        Insn::default(),
    ];
    if packet_load {
        // r6 is the context, r0 a byte of the packet.
        insns.extend([Insn { code: 0xbf, dst: 6, src: 1, ..Insn::default() }, Insn { code: 0x30, ..Insn::default() }]);
    }
    insns.push(exit);
    insns.iter().flat_map(|insn| insn.encode(Endian::Little)).collect()
}

/// Usually `right`, otherwise a small number.
fn word(numbers: &mut Numbers, right: u32) -> u32 {
    if numbers.below(8) > 0 { right } else { numbers.below(9) as u32 }
}

#[test]
fn the_running_kernel_agrees_on_records() {
    if running().is_none() {
        return;
    }
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    let proto = b.prototype(int, &[]);
    let main = b.function("main", proto, 0);
    let sub = b.function("sub", proto, 0);
    // Function prototypes by their return type; only some return an int.
    let wide = b.int("wide", 16, 0);
    let color = b.enumeration("color", 4, false, &[("RED", 0)]);
    let pair = b.structure("pair", 8, &[("a", int, 0)]);
    let (alias, pointer) = (b.named(kind::TYPEDEF, "alias", int), b.pointer(int));
    let tagged = b.type_tag("user", false, alias);
    let returns = [0, wide, color, pair, alias, pointer, tagged].map(|id| {
        let proto = b.prototype(id, &[]);
        b.function("sub", proto, 0)
    });
    let line = b.string("line");
    // Relocations of kind "local type id": the kernel resolves them whatever its own types are.
    let (access, local_id) = (b.string("0"), 6);
    let blob = b.build();
    let btf = Btf::parse(blob.as_slice(), None).expect("a BTF");
    let mut log = vec![0; 1 << 16];
    let handle = load_btf(&blob, &mut log).0.expect("the kernel takes it");
    let mut numbers = Numbers::of_run(5);
    let mut words: BTreeMap<String, u32> = BTreeMap::new();
    for round in 0..count(4000) {
        let packet_load = numbers.below(3) == 0;
        let insns = program(packet_load);
        let ours = Program { endian: Endian::Little, insns: &insns, starts: &[0, 2], btf: &btf };
        let sub = if numbers.below(2) == 0 { returns[numbers.below(returns.len())] } else { sub };
        let func_size =
            if numbers.below(30) > 0 { [8, 12][numbers.below(2)] } else { [4, 10, 252, 256][numbers.below(4)] };
        let mut funcs = Vec::new();
        for (start, id) in
            [(0, main), (2, sub), (4, sub)].into_iter().take([2, 2, 2, 2, 2, 2, 1, 3, 0][numbers.below(9)])
        {
            funcs.extend([word(&mut numbers, start), word(&mut numbers, id)]);
            funcs.extend((8..func_size).step_by(4).map(|_| word(&mut numbers, 0)));
        }
        let line_size =
            if numbers.below(30) > 0 { [16, 20][numbers.below(2)] } else { [12, 18, 252, 256][numbers.below(4)] };
        let mut lines = Vec::new();
        for start in [0, 1, 2, 5].into_iter().take([4, 4, 4, 2, 3][numbers.below(5)]) {
            lines.extend([word(&mut numbers, start), word(&mut numbers, line), word(&mut numbers, line), 0]);
            lines.extend((16..line_size).step_by(4).map(|_| word(&mut numbers, 0)));
        }
        let relo_size =
            if numbers.below(30) > 0 { [16, 20][numbers.below(2)] } else { [12, 18, 252, 256][numbers.below(4)] };
        let mut relos = Vec::new();
        // The offsets below are for the program without a packet load.
        for _ in 0..if packet_load { 0 } else { [0, 0, 0, 1, 2][numbers.below(5)] } {
            // The record is at a move of a number, at a 64-bit load, or at neither.
            let at = [16, 16, 16, 24, 24, 20, 48, 56, 4096, u32::MAX][numbers.below(10)];
            relos.extend([at, int, access, local_id]);
            relos.extend((16..relo_size).step_by(4).map(|_| word(&mut numbers, 0)));
        }
        let bytes = |words: &[u32]| -> Vec<u8> { words.iter().flat_map(|word| word.to_le_bytes()).collect() };
        let (funcs, lines, relos) = (bytes(&funcs), bytes(&lines), bytes(&relos));
        let records = [(&funcs, func_size), (&lines, line_size), (&relos, relo_size)];
        let [funcs_of, lines_of, relos_of] = records.map(|(bytes, size)| (bytes.as_slice(), size));
        let (answer, text) = load_program(&insns, &handle, funcs_of, lines_of, relos_of, &mut log);
        let expected = func_info(&ours, Some(Records { bytes: &funcs, size: func_size }))
            .and_then(|()| line_info(&ours, Records { bytes: &lines, size: line_size }))
            .and_then(|()| core_relo(&ours, Records { bytes: &relos, size: relo_size }));
        let text = String::from_utf8_lossy(&text).into_owned();
        match expected {
            Ok(()) => assert!(answer.is_ok(), "round {round}: the kernel says {:?}: {text}", answer.err()),
            Err(refusal) => {
                *words.entry(refusal.words.split(['[', ' ']).take(3).collect::<Vec<_>>().join(" ")).or_default() += 1;
                assert_eq!(answer.err(), Some(refusal.errno.0), "round {round}: {refusal}: {text}");
                // Some messages have no newline, so the final statistics follow on the same line.
                let is_end = |rest: &str| rest.is_empty() || rest.starts_with("processed ");
                let said = text.lines().any(|line| line.strip_prefix(refusal.words.as_str()).is_some_and(is_end));
                let said = said || refusal.words.is_empty();
                assert!(said, "round {round}: {refusal}: {text}");
            }
        }
    }
    println!("{words:#?}");
    assert!(words.len() > 11, "{words:?}");
    assert!(words.contains_key("LD_ABS is only") && words.contains_key("LD_ABS is not"), "{words:?}");
}
