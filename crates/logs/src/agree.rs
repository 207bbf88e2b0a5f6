//! Tells whether an instruction of a log is the program's: it has the same code, registers, offsets and sizes, except
//! for changes by a loader or the kernel.
//!
//! libbpf changes instructions with relocations before the verifier sees them. For a CO-RE relocation it writes an
//! offset, a number or a size (`bpf_core_patch_insn`), or an invalid call (`bpf_core_poison_insn`); for an ELF
//! relocation, the address of a map or variable (LDIMM64), or the function of a call. It replaces newer helpers that a
//! kernel lacks by bpf_probe_read and bpf_probe_read_str (`bpf_object__sanitize_prog`). It rearranges functions, so the
//! distances of calls change. Other instructions are as in the object.

use crate::lines::LogInsn;

/// An instruction of the program.
pub(crate) struct Ours {
    /// Its number in the verifier's count.
    pub(crate) number: u32,
    pub(crate) code: u8,
    /// Its text in the verifier's notation.
    pub(crate) text: String,
    /// Whether a CO-RE relocation patches it.
    pub(crate) core: bool,
    /// Whether it has an ELF relocation.
    pub(crate) elf: bool,
}

/// How to compare distances of jumps and calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Distances {
    /// They must be equal: a log of the verifier is from before the kernel changes the program.
    Same,
    /// They are ignored: in a dump the kernel has inserted instructions.
    Any,
}

/// Whether both are the same instruction.
pub(crate) fn agrees(ours: &Ours, theirs: &LogInsn<'_>, distances: Distances) -> bool {
    let Some(code) = theirs.code else {
        // libbpf's text for an instruction that it made invalid (`fixup_verifier_log`).
        return match theirs.text {
            text if text.starts_with("<invalid CO-RE") => ours.core,
            _ => ours.elf,
        };
    };
    let text = bare(theirs.text);
    let (mine, text) = (normal(&ours.text), normal(text));
    if code == CALL && poison(&text).is_some_and(|core| if core { ours.core } else { ours.elf }) {
        return true;
    }
    if ours.core {
        return same_form(ours.code, code) && shape(&mine) == shape(&text);
    }
    if ours.code != code {
        return false;
    }
    match code {
        CALL => call(&mine, &text, ours.elf, distances),
        LDIMM64 if ours.elf => target(&mine) == target(&text),
        _ if distances == Distances::Any => upto(&mine, "goto ") == upto(&text, "goto "),
        _ => mine == text,
    }
}

const CALL: u8 = 0x85;
const LDIMM64: u8 = 0x18;

/// An instruction's text without the rest of its line. The rest is a message in cilium/ebpf's last line, the state of
/// another instruction where a branch ends (`if r1 != 0x7 goto pc+3 5: R1=ctx() R10=fp0`), or in logs of older kernels
/// the state of the registers.
fn bare(text: &str) -> &str {
    let is_state =
        |text: &str| text.strip_prefix('R').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    if let Some((insn, behind)) = text.split_once(": ") {
        let number = is_state(behind).then(|| insn.trim_end_matches(|c: char| c.is_ascii_digit()));
        return number.unwrap_or(insn).trim_end();
    }
    let state = text.match_indices(" R").find(|(at, _)| text.get(at + 1..).is_some_and(is_state));
    state.and_then(|(at, _)| text.get(..at)).unwrap_or(text).trim()
}

/// Normalises a text: 32-bit registers as in kernels since 5.0, and one blank between words.
fn normal(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace("(u32) r", "w").replace("(u32) ", "")
}

/// For an invalid call that libbpf inserted: true if the call stands for a CO-RE relocation, false if it stands for a
/// missing map or function (`POISON_LDIMM64_MAP_BASE`, `POISON_CALL_KFUNC_BASE`). None for other calls.
fn poison(text: &str) -> Option<bool> {
    let number = text.rsplit_once('#')?.1.parse::<u32>().ok()?;
    match number {
        195_896_080 => Some(true),
        2_001_000_000..=2_002_999_999 => Some(false),
        _ => None,
    }
}

/// Whether a relocation may change one code into the other: loads and stores may change their size.
fn same_form(ours: u8, theirs: u8) -> bool {
    const SIZE: u8 = 0x18;
    ours == theirs || matches!(ours & 7, 1..=3) && ours & !SIZE == theirs & !SIZE
}

/// A text with its registers, but without numbers and access sizes.
fn shape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end.max(c.len_utf8()));
        let signed = matches!(c, '+' | '-') && behind.starts_with(|c: char| c.is_ascii_digit());
        if !signed {
            let is = |first: &[char]| {
                word.starts_with(first) && word.len() > 1 && word.bytes().skip(1).all(|b| b.is_ascii_digit())
            };
            match () {
                () if c.is_ascii_digit() => out.push('#'),
                () if is(&['u', 's']) => out.push('u'),
                () => out.push_str(word),
            }
        }
        rest = behind;
    }
    out
}

/// The register that is loaded.
fn target(text: &str) -> Option<&str> {
    Some(text.split_once(" = ")?.0)
}

fn upto<'t>(text: &'t str, word: &str) -> &'t str {
    text.find(word).and_then(|at| text.get(..at + word.len())).unwrap_or(text)
}

/// The least number that is the type id of a kernel function. Helpers have smaller numbers (Linux 7.4 has 211 helpers).
/// The ids of kernel functions are larger, because the kernel's other types come before them.
const LEAST_KFUNC: u32 = 1_000;

/// Compares calls. In a dump all calls agree, because the kernel replaces helpers by other functions. Otherwise calls
/// of helpers agree if their numbers do, or if libbpf replaces the program's helper by the log's; calls of the
/// program's functions always agree. For a call with an ELF relocation (`elf`) only the kind of call is compared,
/// because the object does not have the number.
fn call(ours: &str, theirs: &str, elf: bool, distances: Distances) -> bool {
    if distances == Distances::Any || ours == theirs {
        return true;
    }
    // libbpf rearranges functions, so distances differ.
    if ours.starts_with("call pc") && theirs.starts_with("call pc") {
        return true;
    }
    let number = |text: &str| text.rsplit(['#', ' ']).next().and_then(|n| n.parse::<u32>().ok());
    if elf {
        // A relocated call leads to a function of the program (`pc+5`) or of the kernel (`name#65900`, its type id). A
        // smaller number is the number of a helper.
        return theirs.contains("pc") || number(theirs).is_some_and(|id| id >= LEAST_KFUNC);
    }
    match (number(ours), number(theirs)) {
        (Some(112 | 113), Some(4)) | (Some(114 | 115), Some(45)) => true,
        (Some(ours), Some(theirs)) => ours == theirs,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::insn;

    fn same(code: u8, text: &str, core: bool, elf: bool, line: &str, distances: Distances) -> bool {
        let ours = Ours { number: 0, code, text: text.to_owned(), core, elf };
        agrees(&ours, &insn(line).unwrap_or_else(|| panic!("{line}")), distances)
    }

    #[test]
    fn registers_offsets_and_sizes_agree() {
        let is = |code, text, line| same(code, text, false, false, line, Distances::Same);
        let load = "r2 = *(u32 *)(r1 +4)";
        assert!(is(0x61, load, "0: (61) r2 = *(u32 *)(r1 +4)          ; R1=ctx() R2=pkt_end()"));
        assert!(is(0x61, load, "0: (61) r2 = *(u32 *)(r1 +4) R1=ctx(id=0,off=0,imm=0)"));
        for other in [
            "0: (61) r3 = *(u32 *)(r1 +4)",
            "0: (61) r2 = *(u32 *)(r9 +4)",
            "0: (61) r2 = *(u32 *)(r1 +8)",
            "0: (69) r2 = *(u16 *)(r1 +4)",
            "0: (61) r5 = *(u32 *)(r9 +99)",
        ] {
            assert!(!is(0x61, load, other), "{other}");
        }
        // A branch's state is on the same line.
        assert!(is(0x56, "if w2 != 0x7 goto pc+3", "1: (56) if w2 != 0x7 goto pc+3 5: R1=ctx() R2=scalar()"));
        assert!(!is(0x56, "if w2 != 0x7 goto pc+3", "1: (56) if w2 != 0x7 goto pc+4"));
        // 32-bit registers in the notation of kernels before 5.0.
        assert!(is(0x04, "w1 += 5", "0: (04) (u32) r1 += (u32) 5"));
        assert!(!is(0x04, "w1 += 5", "0: (04) (u32) r1 += (u32) 6"));
    }

    #[test]
    fn changes_by_relocations_agree() {
        let core = |line| same(0x61, "r2 = *(u32 *)(r1 +4)", true, false, line, Distances::Same);
        assert!(core("0: (61) r2 = *(u32 *)(r1 +1264)") && core("0: (79) r2 = *(u64 *)(r1 +96)"));
        assert!(core("0: (85) call unknown#195896080") && core("0: <invalid CO-RE relocation>"));
        assert!(!core("0: (61) r3 = *(u32 *)(r1 +4)") && !core("0: (63) *(u32 *)(r1 +4) = r2"));
        assert!(!core("0: (07) r2 += 4") && !core("0: (85) call bpf_x#5"));
        let plain = |line| same(0x61, "r2 = *(u32 *)(r1 +4)", false, false, line, Distances::Same);
        assert!(!plain("0: (85) call unknown#195896080") && !plain("0: <invalid CO-RE relocation>"));
        let map = |line| same(0x18, "r1 = 0x0", false, true, line, Distances::Same);
        assert!(
            map("0: (18) r1 = 0xffff8883c934a800       ; R1=map_ptr(map=bm,ks=64,vs=8)")
                && map("0: (18) r1 = map[id:5]")
        );
        assert!(!map("0: (18) r2 = 0xffff8883c934a800"));
        assert!(map("0: <invalid BPF map reference>") && !plain("0: <invalid BPF map reference>"));
        let number = |line| same(0x18, "r1 = 0x1122334455667788", false, false, line, Distances::Same);
        assert!(number("0: (18) r1 = 0x1122334455667788") && !number("0: (18) r1 = 0x1122334455667789"));
    }

    #[test]
    fn calls_agree_by_their_targets() {
        let helper = |line| same(0x85, "call bpf_probe_read_kernel#113", false, false, line, Distances::Same);
        assert!(
            helper("0: (85) call bpf_probe_read_kernel#113        ; R0=scalar()")
                && helper("0: (85) call bpf_probe_read#4")
        );
        assert!(!helper("0: (85) call bpf_map_lookup_elem#1") && !helper("0: (85) call pc+5"));
        let function = |line| same(0x85, "call pc-1", false, true, line, Distances::Same);
        assert!(function("0: (85) call pc+5") && function("0: (85) call bpf_task_from_pid#65900"));
        assert!(!function("0: (85) call bpf_map_lookup_elem#1"));
        assert!(same(0x85, "call bpf_x#1", false, false, "0: (85) call array_map_lookup#9", Distances::Any));
        assert!(same(0x15, "if r1 == 0x0 goto pc+3", false, false, "0: (15) if r1 == 0x0 goto pc+9", Distances::Any));
    }
}
