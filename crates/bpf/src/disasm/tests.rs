//! Both notations of the forms of instructions. The kernel's texts were derived by hand from `print_bpf_insn`, those of
//! llvm-objdump from `BPFInstrInfo.td`.

use super::*;

/// code, dst, src, off, imm; the kernel's text; LLVM's text.
type Case = (u8, u8, u8, i16, i32, &'static str, &'static str);

#[rustfmt::skip]
const CASES: &[Case] = &[
    // Arithmetic.
    (0xb7, 1, 0, 0, 88, "r1 = 88", "r1 = 0x58"),
    (0xb7, 1, 0, 0, -1, "r1 = -1", "r1 = -0x1"),
    (0xb4, 1, 0, 0, 88, "w1 = 88", "w1 = 0x58"),
    (0xbf, 6, 1, 0, 0, "r6 = r1", "r6 = r1"),
    (0xbc, 6, 1, 0, 0, "w6 = w1", "w6 = w1"),
    (0x07, 2, 0, 0, -8, "r2 += -8", "r2 += -0x8"),
    (0x0f, 2, 3, 0, 0, "r2 += r3", "r2 += r3"),
    (0x1f, 2, 3, 0, 0, "r2 -= r3", "r2 -= r3"),
    (0x27, 2, 0, 0, 3, "r2 *= 3", "r2 *= 0x3"),
    (0x3f, 2, 3, 0, 0, "r2 /= r3", "r2 /= r3"),
    (0x3f, 2, 3, 1, 0, "r2 s/= r3", "r2 s/= r3"),
    (0x34, 2, 0, 1, 7, "w2 s/= 7", "w2 s/= 0x7"),
    (0x97, 2, 0, 0, 7, "r2 %= 7", "r2 %= 0x7"),
    (0x9f, 2, 3, 1, 0, "r2 s%= r3", "r2 s%= r3"),
    (0x4f, 2, 3, 0, 0, "r2 |= r3", "r2 |= r3"),
    (0x57, 2, 0, 0, 255, "r2 &= 255", "r2 &= 0xff"),
    (0x67, 2, 0, 0, 32, "r2 <<= 32", "r2 <<= 0x20"),
    (0x77, 2, 0, 0, 32, "r2 >>= 32", "r2 >>= 0x20"),
    (0xc7, 2, 0, 0, 32, "r2 s>>= 32", "r2 s>>= 0x20"),
    (0xac, 2, 3, 0, 0, "w2 ^= w3", "w2 ^= w3"),
    (0x87, 2, 0, 0, 0, "r2 = -r2", "r2 = -r2"),
    (0x84, 2, 0, 0, 0, "w2 = -w2", "w2 = -w2"),
    (0xbf, 2, 3, 8, 0, "r2 = (s8)r3", "r2 = (s8)r3"),
    (0xbf, 2, 3, 16, 0, "r2 = (s16)r3", "r2 = (s16)r3"),
    (0xbf, 2, 3, 32, 0, "r2 = (s32)r3", "r2 = (s32)r3"),
    (0xbc, 2, 3, 8, 0, "w2 = (s8)w3", "w2 = (s8)w3"),
    (0xbf, 1, 2, 1, 1, "r1 = addr_space_cast(r2, 0, 1)", "r1 = addr_space_cast(r2, 0x0, 0x1)"),
    (0xbf, 1, 2, 1, 0x10000, "r1 = addr_space_cast(r2, 1, 0)", "r1 = addr_space_cast(r2, 0x1, 0x0)"),
    (0xbf, 1, 2, -1, 0, "r1 = &(void __percpu *)(r2)", "<unknown>"),
    (0xdc, 1, 0, 0, 16, "r1 = be16 r1", "r1 = be16 r1"),
    (0xd4, 1, 0, 0, 64, "r1 = le64 r1", "r1 = le64 r1"),
    (0xd7, 1, 0, 0, 32, "r1 = bswap32 r1", "r1 = bswap32 r1"),
    // Loads and stores.
    (0x79, 2, 1, 8, 0, "r2 = *(u64 *)(r1 +8)", "r2 = *(u64 *)(r1 + 0x8)"),
    (0x61, 2, 10, -4, 0, "r2 = *(u32 *)(r10 -4)", "w2 = *(u32 *)(r10 - 0x4)"),
    (0x69, 2, 1, 0, 0, "r2 = *(u16 *)(r1 +0)", "w2 = *(u16 *)(r1 + 0x0)"),
    (0x71, 2, 1, -32768, 0, "r2 = *(u8 *)(r1 -32768)", "w2 = *(u8 *)(r1 - 0x8000)"),
    (0x81, 2, 1, 4, 0, "r2 = *(s32 *)(r1 +4)", "r2 = *(s32 *)(r1 + 0x4)"),
    (0x89, 2, 1, 4, 0, "r2 = *(s16 *)(r1 +4)", "r2 = *(s16 *)(r1 + 0x4)"),
    (0x91, 2, 1, 4, 0, "r2 = *(s8 *)(r1 +4)", "r2 = *(s8 *)(r1 + 0x4)"),
    (0x7b, 10, 1, -8, 0, "*(u64 *)(r10 -8) = r1", "*(u64 *)(r10 - 0x8) = r1"),
    (0x63, 10, 1, -8, 0, "*(u32 *)(r10 -8) = r1", "*(u32 *)(r10 - 0x8) = w1"),
    (0x62, 10, 0, -8, -1, "*(u32 *)(r10 -8) = -1", "*(u32 *)(r10 - 0x8) = -0x1"),
    (0x7a, 10, 0, -8, 5, "*(u64 *)(r10 -8) = 5", "*(u64 *)(r10 - 0x8) = 0x5"),
    (0x20, 0, 0, 0, 12, "r0 = *(u32 *)skb[12]", "r0 = *(u32 *)skb[0xc]"),
    (0x28, 0, 0, 0, 12, "r0 = *(u16 *)skb[12]", "r0 = *(u16 *)skb[0xc]"),
    (0x50, 0, 7, 0, 14, "r0 = *(u8 *)skb[r7 + 14]", "r0 = *(u8 *)skb[r7]"),
    // Atomics.
    (0xdb, 1, 2, 8, 0x00, "lock *(u64 *)(r1 +8) += r2", "lock *(u64 *)(r1 + 0x8) += r2"),
    (0xc3, 1, 2, 8, 0x00, "lock *(u32 *)(r1 +8) += r2", "lock *(u32 *)(r1 + 0x8) += w2"),
    (0xdb, 1, 2, 0, 0x40, "lock *(u64 *)(r1 +0) |= r2", "lock *(u64 *)(r1 + 0x0) |= r2"),
    (0xdb, 1, 2, 0, 0x50, "lock *(u64 *)(r1 +0) &= r2", "lock *(u64 *)(r1 + 0x0) &= r2"),
    (0xdb, 1, 2, 0, 0xa0, "lock *(u64 *)(r1 +0) ^= r2", "lock *(u64 *)(r1 + 0x0) ^= r2"),
    (0xdb, 1, 2, 0, 0x01, "r2 = atomic64_fetch_add((u64 *)(r1 +0), r2)", "r2 = atomic_fetch_add((u64 *)(r1 + 0x0), r2)"),
    (0xc3, 1, 2, 0, 0x51, "r2 = atomic_fetch_and((u32 *)(r1 +0), r2)", "w2 = atomic_fetch_and((u32 *)(r1 + 0x0), w2)"),
    (0xdb, 1, 2, 0, 0xe1, "r2 = atomic64_xchg((u64 *)(r1 +0), r2)", "r2 = xchg_64(r1 + 0x0, r2)"),
    (0xc3, 1, 2, 0, 0xe1, "r2 = atomic_xchg((u32 *)(r1 +0), r2)", "w2 = xchg32_32(r1 + 0x0, w2)"),
    (0xdb, 1, 2, 0, 0xf1, "r0 = atomic64_cmpxchg((u64 *)(r1 +0), r0, r2)", "r0 = cmpxchg_64(r1 + 0x0, r0, r2)"),
    (0xc3, 1, 2, 0, 0xf1, "r0 = atomic_cmpxchg((u32 *)(r1 +0), r0, r2)", "w0 = cmpxchg32_32(r1 + 0x0, w0, w2)"),
    (0xdb, 1, 2, 0, 0x100, "r1 = load_acquire((u64 *)(r2 +0))", "r1 = load_acquire((u64 *)(r2 + 0x0))"),
    (0xd3, 1, 2, 0, 0x100, "r1 = load_acquire((u8 *)(r2 +0))", "w1 = load_acquire((u8 *)(r2 + 0x0))"),
    (0xcb, 1, 2, 6, 0x110, "store_release((u16 *)(r1 +6), r2)", "store_release((u16 *)(r1 + 0x6), w2)"),
    // Jumps.
    (0x05, 0, 0, -3, 0, "goto pc-3", "goto -0x3"),
    (0x05, 0, 0, 3, 0, "goto pc+3", "goto +0x3"),
    (0x06, 0, 0, 0, 70_000, "gotol pc+70000", "gotol +0x11170"),
    (0x0d, 3, 0, 0, 0, "gotox r3", "gotox r3"),
    (0xe5, 0, 0, 4, 0, "may_goto pc+4", "may_goto +0x4"),
    (0x15, 1, 0, 5, 0, "if r1 == 0x0 goto pc+5", "if r1 == 0x0 goto +0x5"),
    (0x1d, 1, 2, 5, 0, "if r1 == r2 goto pc+5", "if r1 == r2 goto +0x5"),
    (0x65, 1, 0, 3, 0, "if r1 s> 0x0 goto pc+3", "if r1 s> 0x0 goto +0x3"),
    (0x65, 1, 0, 3, -1, "if r1 s> 0xffffffff goto pc+3", "if r1 s> -0x1 goto +0x3"),
    (0x56, 1, 0, 3, 7, "if w1 != 0x7 goto pc+3", "if w1 != 0x7 goto +0x3"),
    (0x2e, 1, 2, 3, 0, "if w1 > w2 goto pc+3", "if w1 > w2 goto +0x3"),
    (0x3d, 1, 2, 3, 0, "if r1 >= r2 goto pc+3", "if r1 >= r2 goto +0x3"),
    (0xad, 1, 2, 3, 0, "if r1 < r2 goto pc+3", "if r1 < r2 goto +0x3"),
    (0xbd, 1, 2, 3, 0, "if r1 <= r2 goto pc+3", "if r1 <= r2 goto +0x3"),
    (0x7d, 1, 2, 3, 0, "if r1 s>= r2 goto pc+3", "if r1 s>= r2 goto +0x3"),
    (0xcd, 1, 2, 3, 0, "if r1 s< r2 goto pc+3", "if r1 s< r2 goto +0x3"),
    (0xdd, 1, 2, 3, 0, "if r1 s<= r2 goto pc+3", "if r1 s<= r2 goto +0x3"),
    (0x45, 1, 0, 3, 2, "if r1 & 0x2 goto pc+3", "<unknown>"),
    (0x85, 0, 0, 0, 113, "call bpf_probe_read_kernel#113", "call 0x71"),
    (0x85, 0, 1, 0, -1, "call pc-1", "call -0x1"),
    (0x85, 0, 1, 0, 12, "call pc+12", "call 0xc"),
    (0x85, 0, 2, 0, 4711, "call kernel-function#4711", "call 0x1267"),
    (0x85, 0, 0, 0, 195_896_080, "call unknown#195896080", "call 0xbad2310"),
    (0x95, 0, 0, 0, 0, "exit", "exit"),
    (0xc2, 0, 0, 0, 0, "nospec", "<unknown>"),
    // Instructions that at least one notation does not know.
    (0x00, 0, 0, 0, 0, "unknown opcode 0x00", "<unknown>"),
    (0xf7, 0, 0, 0, 0, "unknown opcode 0xf7", "<unknown>"),
    (0xe5, 0, 1, 0, 0, "unknown opcode 0xe5", "may_goto +0x0"),
    (0x99, 2, 1, 4, 0, "unknown opcode 0x99", "<unknown>"),
    (0xdb, 1, 2, 0, 0x77, "unknown opcode 0xdb", "<unknown>"),
];

#[test]
fn every_form_in_both_notations() {
    for &(code, dst, src, off, imm, kernel, llvm) in CASES {
        let insn = Insn { code, dst, src, off, imm };
        assert_eq!(Notation::Kernel.text(insn, None), kernel, "{insn:x?}");
        assert_eq!(Notation::Llvm.text(insn, None), llvm, "{insn:x?}");
    }
}

#[test]
fn loads_of_64_bits() {
    let second = Insn { imm: -1, ..Insn::default() };
    let texts = |src, second| {
        let insn = Insn { code: Insn::LDIMM64, dst: 1, src, off: 0, imm: -2 };
        (Notation::Kernel.text(insn, second), Notation::Llvm.text(insn, second), ldimm64_form(insn))
    };
    let text = |kernel: &str, llvm: &str, form| (kernel.to_owned(), llvm.to_owned(), form);
    assert_eq!(texts(0, Some(second)), text("r1 = 0xfffffffffffffffe", "r1 = -0x2 ll", None));
    let zero = Some(Insn::default());
    let form = Some("map by file descriptor");
    assert_eq!(texts(1, zero), text("r1 = 0xfffffffe", "ld_pseudo\tr1, 0x1, 0xfffffffe", form));
    let cut = "half of a 16-byte load (0x18): its second slot is missing";
    assert_eq!(texts(0, None), text(cut, "<unknown>", None));
}

/// Writes every code with every source register, and with offsets and immediates that mean something for some code.
/// Nothing panics, no text is empty, and the joined pieces are the text.
#[test]
fn no_slot_is_too_broken() {
    let words = [0, 1, 2, 8, 16, 32, 64, 0x40, 0x50, 0xa1, 0xe1, 0xf1, 0x100, 0x110, -1, i32::MAX, i32::MIN];
    for code in 0..=255 {
        for src in 0..=15 {
            for imm in words {
                for off in [0, 1, 8, 16, 32, -1, i16::MIN, i16::MAX] {
                    let insn = Insn { code, dst: 15 - src, src, off, imm };
                    for (notation, second) in [(Notation::Kernel, None), (Notation::Llvm, Some(insn))] {
                        let mut pieces: Vec<(crate::AsmKind, String)> = Vec::new();
                        notation.write(insn, second, &mut pieces);
                        let text: String = pieces.into_iter().map(|(_, text)| text).collect();
                        assert!(!text.is_empty() && text == notation.text(insn, second));
                    }
                    insn.jump();
                }
            }
        }
    }
}
