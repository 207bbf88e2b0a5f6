//! Questions for an offset, as people write them: `sock+0x4c`, `sock 76`, `0x4c`, or a line that contains an
//! offset.

/// A question for an offset.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Asked {
    /// The type's name, maybe with `struct` before it; none if the text has none.
    pub of: Option<String>,
    /// Bytes from the start of the type.
    pub offset: u64,
    /// How many bytes are read there, if the text says so.
    pub size: Option<u32>,
    /// The register that the offset counts from (`r6`), if the text is a line of the verifier or of a disassembly.
    pub register: Option<String>,
}

/// An address below this is taken for a NULL pointer plus an offset. The kernel maps nothing below `mmap_min_addr` (64
/// KiB by default). The limit is higher, 1 MiB, because a struct may be larger than 64 KiB.
const NEAR_NULL: u64 = 1 << 20;

/// Parses the question. None when the text is not a question.
///
/// The forms: `TYPE+N`, `TYPE N`, `N` and `+N`, with N decimal or hexadecimal (`0x4c`, `4ch`); and a line that contains
/// an offset, maybe with the type before the line: `*(u64 *)(r6 +1936)`, `0x790(%rax)`, `[rax+0x790]`, `[x1, #1936]`,
/// `address: 0000000000000790`, `at off 1936 size 8`.
pub fn ask(text: &str) -> Option<Asked> {
    let text = text.trim();
    // Error messages of the verifier name the struct, so they are tried first.
    fault(text)
        .or_else(|| bpf_access(text))
        .or_else(|| near_null(text))
        .or_else(|| assembly(text))
        .or_else(|| plain(text))
}

/// `sock+0x4c`, `sock 76`, `+76`.
fn plain(text: &str) -> Option<Asked> {
    let (of, number) = match text.rsplit_once('+') {
        Some((of, number)) => (of.trim(), number.trim()),
        None => text.rsplit_once(char::is_whitespace).map_or(("", text), |(of, number)| (of.trim(), number)),
    };
    let offset = number_of(number)?;
    if of.is_empty() {
        return Some(Asked { offset, ..Asked::default() });
    }
    Some(Asked { of: Some(type_name(of)?), offset, ..Asked::default() })
}

/// A name of C, maybe with its keyword.
fn type_name(text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches(':').trim_end_matches('*').trim();
    let name = text.strip_prefix("struct ").or_else(|| text.strip_prefix("union ")).unwrap_or(text).trim();
    let first = name.chars().next()?;
    let in_name = |c: char| c.is_alphanumeric() || c == '_';
    ((first.is_alphabetic() || first == '_') && name.chars().all(in_name)).then(|| text.to_owned())
}

/// `0x4c`, `4ch`, `76`.
fn number_of(text: &str) -> Option<u64> {
    let text = text.trim();
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let hex = hex.or_else(|| text.strip_suffix('h').filter(|t| t.starts_with(|c: char| c.is_ascii_digit())));
    let (digits, radix) = hex.map_or((text, 10), |hex| (hex, 16));
    // Refuses a sign, which `from_str_radix` would accept.
    digits.chars().all(|c| c.is_ascii_hexdigit()).then(|| u64::from_str_radix(digits, radix).ok())?
}

/// The number that a text begins with, decimal or with `0x`.
fn leading(text: &str) -> Option<u64> {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
    number_of(text.get(..end)?)
}

/// `access beyond struct task_struct at off 1936 size 8`, `.. in struct list_head with off 4 size 4` (kernel/bpf/btf.c,
/// `btf_struct_walk`).
fn fault(text: &str) -> Option<Asked> {
    let (before, after) = text.split_once(" at off ").or_else(|| text.split_once(" with off "))?;
    let (_, of) = before.rsplit_once("struct ")?;
    let size = after.split_once(" size ").and_then(|(_, n)| leading(n)).and_then(|n| u32::try_from(n).ok());
    Some(Asked { of: Some(type_name(&format!("struct {of}"))?), offset: leading(after)?, size, register: None })
}

/// `12: (79) r1 = *(u64 *)(r6 +1936) ; R1_w=scalar() R6=ptr_task_struct()`, as the verifier and objdump print it.
fn bpf_access(text: &str) -> Option<Asked> {
    let start = text.find("*(")?;
    let (cast, rest) = text.get(start + 2..)?.split_once("*)(")?;
    let inside = rest.split_once(')')?.0.trim();
    let size = match cast.trim() {
        "u8" | "s8" => 1,
        "u16" | "s16" => 2,
        "u32" | "s32" => 4,
        "u64" | "s64" => 8,
        _ => return None,
    };
    let (register, number) = inside.split_at(inside.find(['+', '-', ' '])?);
    let number: String = number.chars().filter(|c| !c.is_whitespace()).collect();
    let offset = number_of(number.strip_prefix('+')?)?;
    let mut asked = Asked { of: None, offset, size: Some(size), register: Some(register.to_owned()) };
    let before = text.get(..start)?.trim();
    asked.of = type_name(before).or_else(|| before_line(before));
    // The line shows the registers as they are after the instruction, so a register that the instruction writes tells
    // nothing.
    let written = before.strip_suffix('=').map(|t| t.trim().rsplit(' ').next().unwrap_or_default());
    if asked.of.is_none() && written != Some(register) {
        let (of, off) = state(text, register)?.map_or((None, 0), |(of, off)| (Some(of), off));
        asked.of = of;
        asked.offset = asked.offset.checked_add(off)?;
    }
    Some(asked)
}

/// The type typed before a line of the verifier: `task_struct 12: (79) r1 =`, `task_struct r1 =`.
fn before_line(text: &str) -> Option<String> {
    let name = text.strip_prefix("struct ").unwrap_or(text);
    let (of, line) = name.split_once(char::is_whitespace)?;
    let first = line.split_whitespace().next()?;
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let is_line = first.strip_suffix(':').or(first.strip_prefix(['r', 'w'])).is_some_and(number);
    type_name(of).filter(|_| is_line)
}

/// The struct that a register points to, and the offset into it: `R6_w=trusted_ptr_task_struct(off=8,imm=0)`.
/// `Some(None)` if the line does not show this; `None` if the register points before the struct.
#[allow(clippy::option_option)]
fn state(text: &str, register: &str) -> Option<Option<(String, u64)>> {
    let number = register.strip_prefix('r').unwrap_or_default();
    let of_register = |word: &&str| {
        let rest = word.strip_prefix('R').and_then(|w| w.strip_prefix(number));
        rest.is_some_and(|rest| rest.starts_with(['=', '_']))
    };
    let Some(word) = text.split_whitespace().find(of_register) else { return Some(None) };
    let value = word.split_once('=').map_or("", |(_, value)| value);
    let Some((_, after)) = value.split_once("ptr_") else { return Some(None) };
    let (name, facts) = after.split_once('(').unwrap_or((after, ""));
    // `ptr_or_null_task_struct`.
    let name = name.strip_prefix("or_null_").unwrap_or(name);
    let off = facts.split([',', ')']).find_map(|fact| fact.strip_prefix("off="));
    let off = match off {
        Some(off) => off.parse().ok()?,
        None => 0,
    };
    Some(type_name(name).map(|name| (name, off)))
}

/// The address in an oops, if it is from an access through a NULL pointer.
fn near_null(text: &str) -> Option<Asked> {
    const BEFORE: [&str; 5] = ["for address:", "address:", "virtual address", "in range [", "CR2:"];
    let rest = BEFORE.iter().find_map(|words| text.split_once(words))?.1.trim();
    let digits = rest.strip_prefix("0x").unwrap_or(rest);
    let end = digits.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(digits.len());
    let offset = u64::from_str_radix(digits.get(..end)?, 16).ok().filter(|&at| at < NEAR_NULL)?;
    Some(Asked { offset, ..Asked::default() })
}

/// `mov 0x790(%rax),%rdx`, `mov rdx, [rax+0x790]`, `ldr x0, [x1, #1936]`, maybe with the type before the instruction:
/// `sock: ..`.
fn assembly(text: &str) -> Option<Asked> {
    let of = text.split_once(':').and_then(|(of, _)| type_name(of));
    let done = |offset: u64, register: &str| Asked {
        of: of.clone(),
        offset,
        size: None,
        register: Some(register.trim().trim_start_matches('%').to_owned()),
    };
    if let Some((before, after)) = text.split_once("(%") {
        let register = after.split([')', ',']).next()?;
        let number = before.rsplit([' ', ',', '\t', ':', '*']).next()?;
        return Some(done(if number.is_empty() { 0 } else { number_of(number)? }, register));
    }
    let inside = text.split_once('[')?.1.split_once(']')?.0;
    let (register, number) = inside.split_once('+').or_else(|| inside.split_once(','))?;
    Some(done(number_of(number.trim().trim_start_matches('#'))?, register))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Type, offset, size, register.
    type Said = (Option<String>, u64, Option<u32>, Option<String>);

    fn read(text: &str) -> Option<Said> {
        ask(text).map(|a| (a.of, a.offset, a.size, a.register))
    }

    fn of(name: &str) -> Option<String> {
        Some(name.to_owned())
    }

    #[test]
    fn typed_questions() {
        assert_eq!(read("sock+0x4c"), Some((of("sock"), 0x4c, None, None)));
        assert_eq!(read("struct sock + 76"), Some((of("struct sock"), 76, None, None)));
        assert_eq!(read("sock 76"), Some((of("sock"), 76, None, None)));
        assert_eq!(read(" 0x4c "), Some((None, 0x4c, None, None)));
        assert_eq!(read("+4ch"), Some((None, 0x4c, None, None)));
        assert_eq!(read("76"), Some((None, 76, None, None)));
        for no in ["", "sock", "task_struct.mm", "tcp_sendmsg+0x4c/0x120", "#123", "kind:struct 4x", "add", "0x", "-4"]
        {
            assert_eq!(read(no), None, "{no}");
        }
    }

    #[test]
    fn lines_of_the_verifier() {
        let r6 = of("r6");
        assert_eq!(read("*(u64 *)(r6 +1936)"), Some((None, 1936, Some(8), r6.clone())));
        assert_eq!(read("task_struct *(u64 *)(r6 +1936)"), Some((of("task_struct"), 1936, Some(8), r6.clone())));
        assert_eq!(read("12: (61) w1 = *(u32 *)(r6 +76)"), Some((None, 76, Some(4), r6.clone())));
        for line in ["task_struct 12: (79) r1 = *(u64 *)(r6 +1936)", "struct task_struct: r1 = *(u64 *)(r6 +1936)"] {
            assert_eq!(read(line), Some((of("task_struct"), 1936, Some(8), r6.clone())), "{line}");
        }
        assert_eq!(read("from 12 to 14: r1 = *(u64 *)(r6 +16)"), Some((None, 16, Some(8), r6.clone())));
        let said = "12: (79) r1 = *(u64 *)(r6 +1936)  ; R1_w=scalar() R6=trusted_ptr_task_struct(off=8,imm=0)";
        assert_eq!(read(said), Some((of("task_struct"), 1944, Some(8), r6.clone())));
        let null = "12: (79) r1 = *(u64 *)(r6 +16) ; R6_w=ptr_or_null_sock(id=1)";
        assert_eq!(read(null), Some((of("sock"), 16, Some(8), r6.clone())));
        // The line shows r6 as it is after the instruction.
        let own = "12: (79) r6 = *(u64 *)(r6 +16) ; R6_w=ptr_mm_struct()";
        assert_eq!(read(own), Some((None, 16, Some(8), r6)));
        assert_eq!(read("r1 = *(u64 *)(r10 -8)"), None);
        let beyond = "access beyond struct task_struct at off 13000 size 8";
        assert_eq!(read(beyond), Some((of("struct task_struct"), 13000, Some(8), None)));
    }

    #[test]
    fn lines_of_an_oops() {
        let at = |n| Some((None, n, None, None));
        assert_eq!(read("BUG: kernel NULL pointer dereference, address: 0000000000000790"), at(0x790));
        assert_eq!(
            read("Unable to handle kernel NULL pointer dereference at virtual address 0000000000000028"),
            at(0x28)
        );
        assert_eq!(read("KASAN: null-ptr-deref in range [0x0000000000000790-0x0000000000000797]"), at(0x790));
        assert_eq!(read("CR2: 0000000000000018 CR3: 000000010cc5a004"), at(0x18));
        assert_eq!(read("BUG: unable to handle page fault for address: ffffc90000a3bff8"), None);
        assert_eq!(read("mov    0x790(%rax),%rdx"), Some((None, 0x790, None, of("rax"))));
        assert_eq!(read("mov rdx, qword ptr [rax+0x790]"), Some((None, 0x790, None, of("rax"))));
        assert_eq!(read("ldr x0, [x1, #1936]"), Some((None, 1936, None, of("x1"))));
        assert_eq!(read("sock: mov (%rdi),%rdx"), Some((of("sock"), 0, None, of("rdi"))));
    }
}
