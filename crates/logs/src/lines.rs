//! The lines of a log: instructions, source lines, names of programs.

use std::borrow::Cow;

use crate::wrap::trimmed;

/// The lines of a text. If a logger wrote a log as one line, with `\n` as two characters, these separate lines, too.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    let is_log = |part: &str| {
        let part = trimmed(part);
        insn(part).is_some() || part.starts_with("processed ") || part.contains("LOAD LOG --")
    };
    text.lines().flat_map(move |line| {
        let written_out = line.contains("\\n") && line.split("\\n").any(is_log);
        let (many, one) = if written_out { (Some(line.split("\\n")), None) } else { (None, Some(line)) };
        many.into_iter().flatten().chain(one)
    })
}

/// An instruction anywhere in a line: its number, its code if it has one, and its text.
///
/// The verifier prints `29: (85) call ...`, since 6.17 with live registers before it (`29: .12....... (85) call ...`);
/// libbpf prints `29: <invalid ...>` for a call or load that it could not resolve (`fixup_verifier_log`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LogInsn<'t> {
    pub(crate) slot: u32,
    pub(crate) code: Option<u8>,
    pub(crate) text: &'t str,
}

/// The first instruction of a line.
pub(crate) fn insn(line: &str) -> Option<LogInsn<'_>> {
    for (at, _) in line.match_indices(": ") {
        let before = line.get(..at)?;
        let digits = before.bytes().rev().take_while(u8::is_ascii_digit).count();
        let (head, number) = before.split_at(before.len() - digits);
        // Excludes the end of a word, of a path or of a time.
        if digits == 0
            || digits > 7
            || head.ends_with(|c: char| c.is_alphanumeric() || matches!(c, ':' | '.' | '#' | '-'))
        {
            continue;
        }
        let mut rest = line.get(at + 2..)?;
        if let Some((live, behind)) = rest.split_once(' ')
            && live.len() == 10
            && live.bytes().all(|b| b == b'.' || b.is_ascii_digit())
        {
            rest = behind;
        }
        let Ok(slot) = number.parse() else { continue };
        if rest.starts_with("<invalid ") {
            return Some(LogInsn { slot, code: None, text: rest });
        }
        let code = rest.strip_prefix('(').and_then(|r| Some((u8::from_str_radix(r.get(..2)?, 16).ok()?, r.get(2..)?)));
        if let Some((code, text)) = code.and_then(|(code, rest)| Some((code, rest.strip_prefix(')')?))) {
            // The state of the registers follows after the semicolon.
            let text = text.split(';').next().unwrap_or_default().trim();
            return Some(LogInsn { slot, code: Some(code), text });
        }
    }
    None
}

/// The name of the program that a loader is loading: libbpf's `prog 'x': `, cilium/ebpf's `program x: load program: `.
pub(crate) fn named(line: &str) -> Option<&str> {
    crate::between(line, "prog '", "'").or_else(|| {
        let (head, _) = line.split_once(": load program: ")?;
        let name = head.rsplit("program ").next().filter(|name| name.len() < head.len())?;
        (!name.is_empty() && !name.contains(' ')).then_some(name)
    })
}

/// The function that bpftool lists next: `int handle(struct pt_regs * ctx):` or `bpf_prog_44a040bf25481309_handle:`.
pub(crate) fn listed(line: &str) -> Option<Listed<'_>> {
    let line = line.strip_suffix(':')?;
    if let Some(rest) = line.strip_prefix("bpf_prog_") {
        let (tag, name) = rest.split_once('_')?;
        let is_tag = tag.len() == 16 && tag.bytes().all(|b| b.is_ascii_hexdigit());
        return (is_tag && !name.is_empty()).then_some(Listed::Short(name));
    }
    let head = line.strip_suffix(')')?.split_once('(')?.0;
    let (_, name) = head.rsplit_once([' ', '*'])?;
    let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    (!name.is_empty() && name.bytes().all(plain)).then_some(Listed::Whole(name))
}

/// A function's name in a dump.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Listed<'t> {
    /// Its full name, as in BTF.
    Whole(&'t str),
    /// The first 15 bytes, as the kernel stores it.
    Short(&'t str),
}

/// A source line: its text, and if the log has them, the file and line, and the column, which only bpftool prints.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LogSource<'t> {
    pub(crate) text: &'t str,
    pub(crate) place: Option<(Cow<'t, str>, u32)>,
    pub(crate) column: Option<u32>,
}

/// Parses `; x = 1; @ p.bpf.c:12` of the verifier since 6.10, `; x = 1; [file:/src/p.bpf.c line_num:12 line_col:3]` of
/// bpftool, and `; x = 1;` without a place.
pub(crate) fn source(line: &str) -> Option<LogSource<'_>> {
    let line = line.strip_prefix(';')?;
    let base = |path: &str| Cow::Owned(path.rsplit('/').next().unwrap_or_default().to_owned());
    if let Some((text, place)) = line.rsplit_once(" [file:") {
        let (path, rest) = place.split_once(" line_num:")?;
        let number = rest.split([' ', ']']).next()?.parse().ok()?;
        let column = crate::between(rest, "line_col:", "]").and_then(|column| column.parse().ok());
        return Some(LogSource { text: text.trim(), place: Some((base(path), number)), column });
    }
    if let Some((text, place)) = line.rsplit_once(" @ ")
        && let Some((path, number)) = place.trim_end().rsplit_once(':')
        && let Ok(number) = number.parse()
    {
        return Some(LogSource { text: text.trim(), place: Some((base(path), number)), column: None });
    }
    Some(LogSource { text: line.trim(), place: None, column: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wrap::unwrapped;

    #[test]
    fn instructions_are_found_where_they_stand() {
        let found = |line| insn(line).map(|i| (i.slot, i.code, i.text));
        assert_eq!(found("  12: (bf) r2 = r10"), Some((12, Some(0xbf), "r2 = r10")));
        assert_eq!(found("     12: .1...5.... (bf) r2 = r10"), Some((12, Some(0xbf), "r2 = r10")));
        let short = "load program: permission denied: 5: (61) r0 = *(u32 *)(r1 +0): invalid (12 line(s) omitted)";
        assert_eq!(found(short).map(|i| (i.0, i.1)), Some((5, Some(0x61))));
        assert_eq!(found("1: <invalid CO-RE relocation>").map(|i| i.0), Some(1));
        for line in [
            "R1=ctx() R10=fp0",
            "; a ? b: (c)",
            "p.c:12: (xx) no",
            "0x1f: (b7) no",
            "a.b12: (b7) x",
            "   0:\tpush   %rbp",
        ] {
            assert_eq!(found(line), None, "{line}");
        }
    }

    #[test]
    fn logs_in_one_line_are_split() {
        let one = "error: Verifier output: 0: R1=ctx()\\n; x\\n0: (b7) r0 = 0\\n";
        assert_eq!(lines(one).count(), 4);
        let indented = "err=\"load program: permission denied:\\n\\t0: R1=ctx()\\n\\t0: (b7) r0 = 0\\n\\t\"";
        assert_eq!(lines(indented).map(unwrapped).nth(2), Some("0: (b7) r0 = 0"));
        // A `\n` in the program's own text does not count.
        assert_eq!(lines("; bpf_printk(\"a\\nb\\n\");").count(), 1);
    }

    #[test]
    fn functions_are_named() {
        assert_eq!(named("prog 'p': -- BEGIN PROG LOAD LOG --"), Some("p"));
        assert_eq!(named("field P: program p: load program: permission denied: x"), Some("p"));
        assert_eq!(listed("int p(struct pt_regs * ctx):"), Some(Listed::Whole("p")));
        assert_eq!(listed("struct a *p(void):"), Some(Listed::Whole("p")));
        assert_eq!(listed("bpf_prog_44a040bf25481309_test_long_fname:"), Some(Listed::Short("test_long_fname")));
        assert_eq!(listed("bpf_prog_44a0_p:"), None);
        assert_eq!(listed("if (x):"), None);
    }

    #[test]
    fn source_lines_have_places() {
        let of = |line| source(line).map(|s| (s.text.to_owned(), s.place.map(|(f, n)| (f.into_owned(), n))));
        let place = Some(("p.c".to_owned(), 12));
        assert_eq!(of("; x = 1; @ p.c:12"), Some(("x = 1;".to_owned(), place.clone())));
        assert_eq!(of("; x = 1; [file:/a/p.c line_num:12 line_col:3]"), Some(("x = 1;".to_owned(), place)));
        assert_eq!(of("; x = 1;"), Some(("x = 1;".to_owned(), None)));
        assert_eq!(of("x"), None);
    }
}
