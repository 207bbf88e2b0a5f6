//! The lines of a log without what loggers put around them: `dmesg`'s times and levels, those of other logs, fields with names, the
//! names of containers, and the words of libbpf, cilium/ebpf and Aya.

use std::borrow::Cow;

/// Layers that are taken off a line; real ones have two or three.
const LAYERS: usize = 6;

/// The lines of a text. Where a logger kept a log in one line, with `\n` written out, these are its lines, too.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| {
        let written_out = line.contains("\\n") && line.split("\\n").any(|part| insn(trimmed(part)).is_some());
        let (many, one) = if written_out { (Some(line.split("\\n")), None) } else { (None, Some(line)) };
        many.into_iter().flatten().chain(one)
    })
}

/// An instruction in a line, wherever it stands: its number, its code if it has one, and its text.
///
/// The verifier prints `29: (85) call ...`, with live registers in front since 6.17 (`29: .12....... (85) call ...`); libbpf puts
/// `29: <invalid ...>` in the place of a call or a load that it could not make (`fixup_verifier_log`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LogInsn<'t> {
    pub(super) slot: u32,
    pub(super) code: Option<u8>,
    pub(super) text: &'t str,
}

/// The first instruction of a line.
pub(super) fn insn(line: &str) -> Option<LogInsn<'_>> {
    for (at, _) in line.match_indices(": ") {
        let before = line.get(..at)?;
        let digits = before.bytes().rev().take_while(u8::is_ascii_digit).count();
        let (head, number) = before.split_at(before.len() - digits);
        // Not the end of a word, of a path or of a time.
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
            // Behind it stands what the registers are then.
            let text = text.split(';').next().unwrap_or_default().trim();
            return Some(LogInsn { slot, code: Some(code), text });
        }
    }
    None
}

/// A line without what is around it.
pub(super) fn unwrapped(line: &str) -> &str {
    let mut line = trimmed(line);
    for _ in 0..LAYERS {
        let Some(inner) = unwrap_once(line).map(trimmed) else { break };
        line = inner;
    }
    line
}

/// Without blanks in front, written out or not, and without the quote in front of a text.
fn trimmed(line: &str) -> &str {
    let mut line = line.trim_start();
    while let Some(rest) = ["\\t", "\\r", "\""].into_iter().find_map(|sign| line.strip_prefix(sign)) {
        line = rest.trim_start();
    }
    line
}

fn unwrap_once(line: &str) -> Option<&str> {
    if let Some(behind) = field(line) {
        return Some(behind);
    }
    // libbpf's own lines, whatever its caller's logger put in front; and what Aya and libbpf-rs say before the log.
    for words in ["libbpf: ", "Verifier output: ", "verifier_log: "] {
        if let Some(at) = line.find(words) {
            return line.get(at + words.len()..);
        }
    }
    bracket(line).or_else(|| time(line)).or_else(|| level(line)).or_else(|| priority(line)).or_else(|| stream(line))
}

/// What `dmesg` puts in front when it is asked for levels: `<6>` (`-r`), `kern  :info  : ` (`-x`).
fn priority(line: &str) -> Option<&str> {
    if let Some((number, rest)) = line.strip_prefix('<').and_then(|line| line.split_once('>')) {
        return (number.len() <= 3 && number.parse::<u8>().is_ok()).then_some(rest);
    }
    const LEVELS: [&str; 8] = ["emerg", "alert", "crit", "err", "warn", "notice", "info", "debug"];
    let mut words = line.splitn(3, ':');
    let (facility, level, rest) = (words.next()?.trim_end(), words.next()?.trim_end(), words.next()?);
    (facility.bytes().all(|b| b.is_ascii_alphanumeric()) && LEVELS.contains(&level)).then_some(rest)
}

/// What shows whose line it is: `loader-1  | ` of Docker's Compose, `stderr F ` of Kubernetes' files behind the time, `> ` of a quotation.
fn stream(line: &str) -> Option<&str> {
    if let Some(rest) = ["> ", "stdout F ", "stderr F "].into_iter().find_map(|words| line.strip_prefix(words)) {
        return Some(rest);
    }
    let (name, rest) = line.split_once("| ")?;
    let name = name.trim_end();
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    (!name.is_empty() && name.bytes().all(plain)).then_some(rest)
}

/// What stands in front of a log's text in lines of named fields, as Go's slog and zap, logrus and Rust's tracing write them.
const FIELDS: [&str; 10] =
    ["time", "ts", "timestamp", "level", "lvl", "logger", "source", "caller", "target", "subsys"];

/// The fields that hold it.
const TEXTS: [&str; 6] = ["msg", "message", "err", "error", "text", "log"];

/// `time=2026-11-22T20:38:11Z level=INFO msg="`, `{"time":"..","level":"INFO","msg":"`: without the next field, or behind the name of
/// the field that holds the text, and without the quote that ends it.
fn field(line: &str) -> Option<&str> {
    // A quote before the name was taken off as that of a text.
    let line = line.trim_start_matches(['{', ' ', '"']);
    let (name, behind) = line.split_at(line.find(['=', '"'])?);
    let value = behind.strip_prefix('=').or_else(|| behind.strip_prefix("\":"))?.trim_start();
    if TEXTS.contains(&name) {
        return Some(value.strip_prefix('"').and_then(quoted).unwrap_or(value));
    }
    if !FIELDS.contains(&name) {
        return None;
    }
    let behind = match value.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"')?.1,
        None => value.get(value.find([' ', ','])?..)?,
    };
    Some(behind.trim_start_matches([',', ' ']))
}

/// A text up to the quote that ends it: the line ends there, or its next field begins. One that was cut has none.
fn quoted(text: &str) -> Option<&str> {
    let ends = |rest: &str| {
        let next = rest.trim_start_matches([' ', ',', '"']);
        let name = next.len() - next.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').len();
        let field = name > 0 && next.get(name..).is_some_and(|rest| rest.starts_with('=') || rest.starts_with("\":"));
        matches!(rest.trim_end(), "" | "}") || field && next.len() < rest.len()
    };
    let mut from = 0;
    while let Some(at) = text.get(from..)?.find('"').map(|at| from + at) {
        let head = text.get(..at)?;
        if !head.ends_with('\\') && ends(text.get(at + 1..)?) {
            return Some(head);
        }
        from = at + 1;
    }
    None
}

/// `[  123.456789] `, `[Mon Nov 22 20:38:00 2026] `, `[DEBUG] `.
fn bracket(line: &str) -> Option<&str> {
    let (inside, rest) = line.strip_prefix('[')?.split_once(']')?;
    let fits = inside.len() <= 64 && (inside.bytes().any(|b| b.is_ascii_digit()) || is_level(inside.trim()));
    (fits && !rest.is_empty()).then_some(rest)
}

/// Words of digits and their signs: `2026-11-22T20:38:11.123Z `, `2026/11/22 20:38:11 `, `20:38:11.123 `; and the beginning of a line in
/// the system's log, `Nov 22 20:38:11 host agent[123]: `, `Nov 22 20:38:11 host kernel: `.
fn time(line: &str) -> Option<&str> {
    let is_clock = |word: &str| {
        let colons = word.bytes().filter(|&b| b == b':').count();
        let sign = |b: u8| b.is_ascii_digit() || matches!(b, b':' | b'.' | b',' | b'-' | b'/' | b'+' | b'T' | b'Z');
        let date = word.len() >= 10 && word.bytes().filter(|b| matches!(b, b'-' | b'/')).count() >= 2;
        word.starts_with(|c: char| c.is_ascii_digit()) && word.bytes().all(sign) && (colons >= 2 || date)
    };
    let (word, rest) = line.split_once(' ')?;
    if is_clock(word) {
        return Some(behind_machine(rest).unwrap_or(rest));
    }
    if word.len() == 3 && word.bytes().all(|b| b.is_ascii_alphabetic()) {
        let mut words = line.splitn(5, ' ').filter(|word| !word.is_empty()).skip(1);
        let (day, clock) = (words.next()?, words.next()?);
        if day.parse::<u8>().is_ok() && is_clock(clock) {
            // Behind the clock the machine and who says it.
            let mut behind = line.get(line.find(clock)? + clock.len()..)?.trim_start().splitn(3, ' ');
            let (_, who, rest) = (behind.next()?, behind.next()?, behind.next()?);
            return who.ends_with(':').then_some(rest);
        }
    }
    // glog, as Go's programs have it: `I1122 20:38:11.123456    1234 loader.go:12] `.
    let klog =
        word.len() == 5 && word.starts_with(['I', 'W', 'E', 'F']) && word.bytes().skip(1).all(|b| b.is_ascii_digit());
    klog.then(|| line.split_once("] ").map(|(_, rest)| rest)).flatten()
}

/// Behind the machine and who says it, as the system's log has them after a date: `host kernel: `, `host agent[123]: `.
fn behind_machine(line: &str) -> Option<&str> {
    let mut words = line.splitn(3, ' ');
    let (_, who, rest) = (words.next()?, words.next()?, words.next()?);
    (who == "kernel:" || who.ends_with("]:")).then_some(rest)
}

fn is_level(word: &str) -> bool {
    const LEVELS: [&str; 7] = ["TRACE", "DEBUG", "INFO", "WARN", "WARNING", "ERROR", "FATAL"];
    LEVELS.iter().any(|level| word.eq_ignore_ascii_case(level))
}

/// `DEBUG `, `WARN: `, and behind it the place in a Rust program: `aya::bpf: `.
fn level(line: &str) -> Option<&str> {
    let (word, rest) = line.split_once(' ')?;
    let bare = word.trim_end_matches(':');
    let is_place = word.ends_with(':')
        && bare.contains("::")
        && !bare.contains(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | ':')));
    (is_level(bare) || is_place).then_some(rest)
}

/// The name of the program that a loader says it loads: libbpf's `prog 'x': `, cilium/ebpf's `program x: load program: `.
pub(super) fn named(line: &str) -> Option<&str> {
    super::between(line, "prog '", "'").or_else(|| {
        let (head, _) = line.split_once(": load program: ")?;
        let name = head.rsplit("program ").next().filter(|name| name.len() < head.len())?;
        (!name.is_empty() && !name.contains(' ')).then_some(name)
    })
}

/// The function that bpftool lists next: `int handle(struct pt_regs * ctx):` or `bpf_prog_44a040bf25481309_handle:`.
pub(super) fn listed(line: &str) -> Option<Listed<'_>> {
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
pub(super) enum Listed<'t> {
    /// As BTF has it.
    Whole(&'t str),
    /// As the kernel keeps it: 15 bytes of it.
    Short(&'t str),
}

/// A source line: its text, and file and line where they stand behind it; and the column, which bpftool prints.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LogSource<'t> {
    pub(super) text: &'t str,
    pub(super) place: Option<(Cow<'t, str>, u32)>,
    pub(super) column: Option<u32>,
}

/// `; x = 1; @ p.bpf.c:12` of the verifier since 6.10, `; x = 1; [file:/src/p.bpf.c line_num:12 line_col:3]` of bpftool, `; x = 1;`.
pub(super) fn source(line: &str) -> Option<LogSource<'_>> {
    let line = line.strip_prefix(';')?;
    let base = |path: &str| Cow::Owned(path.rsplit('/').next().unwrap_or_default().to_owned());
    if let Some((text, place)) = line.rsplit_once(" [file:") {
        let (path, rest) = place.split_once(" line_num:")?;
        let number = rest.split([' ', ']']).next()?.parse().ok()?;
        let column = super::between(rest, "line_col:", "]").and_then(|column| column.parse().ok());
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

    #[test]
    fn what_is_around_a_line_is_taken_off() {
        for line in [
            "libbpf: 0: (b7) r0 = 0",
            "[  123.456789] 0: (b7) r0 = 0",
            "[Mon Nov 22 20:38:00 2026] libbpf: 0: (b7) r0 = 0",
            "2026-11-22T20:38:11.123Z DEBUG aya::bpf: 0: (b7) r0 = 0",
            "2026/11/22 20:38:11 0: (b7) r0 = 0",
            "20:38:11.5 [WARN] 0: (b7) r0 = 0",
            "Nov  2 20:38:11 host agent[123]: 0: (b7) r0 = 0",
            "Nov 22 20:38:11 host kernel: 0: (b7) r0 = 0",
            "Nov 22 20:38:11 host kernel: [   12.345678] 0: (b7) r0 = 0",
            "2026-11-22T20:38:11.123456+00:00 host kernel: [   12.345678] 0: (b7) r0 = 0",
            "2026-11-22T20:38:11+0100 host agent[123]: 0: (b7) r0 = 0",
            "verifier_log: \"0: (b7) r0 = 0",
            "I1122 20:38:11.123456    1234 loader.go:12] 0: (b7) r0 = 0",
            "WARN  [retis] libbpf: 0: (b7) r0 = 0",
            "the BPF_PROG_LOAD syscall failed. Verifier output: 0: (b7) r0 = 0",
            "\\t0: (b7) r0 = 0",
            "time=2026-11-22T20:38:11.123+01:00 level=INFO msg=\"0: (b7) r0 = 0\"",
            "time=\"2026-11-22 20:38:11\" level=error msg=\"libbpf: 0: (b7) r0 = 0\"",
            "{\"time\":\"2026-11-22T20:38:11Z\",\"level\":\"INFO\",\"msg\":\"0: (b7) r0 = 0\"}",
            "{\"level\": \"info\", \"ts\": 1763.25, \"msg\": \"0: (b7) r0 = 0\"}",
            "level=warning msg=\"0: (b7) r0 = 0\" subsys=datapath-loader",
            "{\"level\":\"info\",\"msg\":\"0: (b7) r0 = 0\",\"logger\":\"a\"}",
            "<6>[   12.345678] 0: (b7) r0 = 0",
            "kern  :info  : [   12.345678] 0: (b7) r0 = 0",
            "[   12.345678][    T1] 0: (b7) r0 = 0",
            "[Nov24 20:30] 0: (b7) r0 = 0",
            "loader-1  | 0: (b7) r0 = 0",
            "2026-11-24T20:30:01.123456789Z stderr F 0: (b7) r0 = 0",
            "> 0: (b7) r0 = 0",
        ] {
            assert_eq!(unwrapped(line), "0: (b7) r0 = 0", "{line}");
        }
        for bare in ["; x = [1] + a::b;", "from 3 to 5: R0=0", "; x = a | b;", "; err = x > 5 ? info : err;"] {
            assert_eq!(unwrapped(bare), bare);
        }
        let source = "level=warning msg=\"; f(\\\"a\\\", 1); @ p.c:3\" subsys=datapath-loader";
        assert_eq!(unwrapped(source), "; f(\\\"a\\\", 1); @ p.c:3");
    }

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
    fn logs_in_one_line_have_lines() {
        let one = "error: Verifier output: 0: R1=ctx()\\n; x\\n0: (b7) r0 = 0\\n";
        assert_eq!(lines(one).count(), 4);
        let indented = "err=\"load program: permission denied:\\n\\t0: R1=ctx()\\n\\t0: (b7) r0 = 0\\n\\t\"";
        assert_eq!(lines(indented).map(unwrapped).nth(2), Some("0: (b7) r0 = 0"));
        // What the program prints is not one.
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
