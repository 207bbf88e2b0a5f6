//! Removes loggers' additions from a line: times and levels of `dmesg` and other logs, named fields, container names,
//! line numbers, and the prefixes of libbpf, cilium/ebpf and Aya.

/// The most layers that are removed; real lines have two or three.
const LAYERS: usize = 6;

/// A line without loggers' additions.
pub(crate) fn unwrapped(line: &str) -> &str {
    let mut line = trimmed(line);
    for _ in 0..LAYERS {
        let Some(inner) = unwrap_once(line).map(trimmed) else { break };
        line = inner;
    }
    line
}

/// A line without blanks before the text, also those in textual form (`\t`), and without an opening quote.
pub(crate) fn trimmed(line: &str) -> &str {
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
    // Prefixes of libbpf's own lines, which may stand behind another logger's prefix; and the words of Aya and
    // libbpf-rs before the log.
    for words in ["libbpf: ", "Verifier output: ", "verifier_log: ", "BPF: "] {
        if let Some(at) = line.find(words) {
            return line.get(at + words.len()..);
        }
    }
    bracket(line)
        .or_else(|| time(line))
        .or_else(|| grep(line))
        .or_else(|| level(line))
        .or_else(|| priority(line))
        .or_else(|| stream(line))
}

/// Removes `dmesg`'s prefix for levels: `<6>` (`dmesg -r`), `kern  :info  : ` (`dmesg -x`).
fn priority(line: &str) -> Option<&str> {
    if let Some((number, rest)) = line.strip_prefix('<').and_then(|line| line.split_once('>')) {
        return (number.len() <= 3 && number.parse::<u8>().is_ok()).then_some(rest);
    }
    const LEVELS: [&str; 8] = ["emerg", "alert", "crit", "err", "warn", "notice", "info", "debug"];
    let mut words = line.splitn(3, ':');
    let (facility, level, rest) = (words.next()?.trim_end(), words.next()?.trim_end(), words.next()?);
    (facility.bytes().all(|b| b.is_ascii_alphanumeric()) && LEVELS.contains(&level)).then_some(rest)
}

/// Removes a prefix that says where a line is from: `loader-1  | ` of Docker Compose, `stderr F ` in Kubernetes' files
/// (behind the time), `> ` of a quotation.
fn stream(line: &str) -> Option<&str> {
    if let Some(rest) = ["> ", "stdout F ", "stderr F "].into_iter().find_map(|words| line.strip_prefix(words)) {
        return Some(rest);
    }
    let (name, rest) = line.split_once("| ")?;
    let name = name.trim_end();
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    (!name.is_empty() && name.bytes().all(plain)).then_some(rest)
}

/// Fields before the text in lines of named fields, as written by Go's slog and zap, logrus and Rust's tracing.
const FIELDS: [&str; 10] =
    ["time", "ts", "timestamp", "level", "lvl", "logger", "source", "caller", "target", "subsys"];

/// The names of fields that hold the text.
const TEXTS: [&str; 6] = ["msg", "message", "err", "error", "text", "log"];

/// Removes the first field of a line with named fields (`time=2026-11-22T20:38:11Z level=INFO msg=".."`,
/// `{"time":"..","level":"INFO","msg":".."}`). Of the field with the text, only the name and the quotes are removed.
fn field(line: &str) -> Option<&str> {
    // A quote before the name may have been removed already.
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

/// A text up to its closing quote, which is at the end of the line or before the next field. None for a line that was
/// cut before the quote.
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

/// Removes a time or level in brackets: `[  123.456789] `, `[Mon Nov 22 20:38:00 2026] `, `[DEBUG] `.
fn bracket(line: &str) -> Option<&str> {
    let (inside, rest) = line.strip_prefix('[')?.split_once(']')?;
    // A type of a BTF log: `[8] STRUCT ..`.
    if crate::btf::is_type(line) {
        return None;
    }
    let fits = inside.len() <= 64 && (inside.bytes().any(|b| b.is_ascii_digit()) || is_level(inside.trim()));
    (fits && !rest.is_empty()).then_some(rest)
}

/// Removes the prefix of `grep -n` for hits and context lines: `12:`, `12-`, and with several files `file.log:12:`. The
/// number of an instruction stays.
fn grep(line: &str) -> Option<&str> {
    // The length of `12:` or `12-`. If a blank follows `12:`, a numbered line must follow the blank, because the
    // verifier, too, writes a blank behind its numbers.
    let behind = |text: &'_ str| -> Option<usize> {
        let digits = digits_of(text);
        let sign = text.as_bytes().get(digits).filter(|_| digits > 0 && digits < 9)?;
        let rest = text.get(digits + 1..)?;
        let is_hit = match sign {
            b':' => !rest.is_empty() && (!rest.starts_with(' ') || is_numbered(rest.trim_start())),
            b'-' => begins(rest),
            _ => false,
        };
        is_hit.then_some(digits + 1)
    };
    if let Some(at) = behind(line) {
        return line.get(at..);
    }
    let named = |name: &str| {
        let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-' | b'/' | b'+' | b'@' | b'~');
        name == "(standard input)"
            || (!name.is_empty() && name.bytes().all(plain) && name.bytes().any(|b| b.is_ascii_alphabetic()))
    };
    let signs = line.match_indices([':', '-']).take(32);
    for (at, _) in signs {
        let (name, rest) = (line.get(..at)?, line.get(at + 1..)?);
        if !named(name) {
            continue;
        }
        // The name of a file without a line number: `file.log:0: (b7) ..`.
        if line.as_bytes().get(at) == Some(&b':')
            && begins(rest)
            && (name.contains(['.', '/']) || name.starts_with('('))
        {
            return Some(rest);
        }
        if let Some(digits) = behind(rest) {
            return rest.get(digits..);
        }
        // A place in the loader's source: `main.go:33: 0: (b7) ..`.
        if let Some(message) = rest.get(digits_of(rest)..).and_then(|place| place.strip_prefix(": "))
            && digits_of(rest) > 0
            && name.contains('.')
        {
            return Some(message);
        }
    }
    None
}

/// How many digits a text begins with.
fn digits_of(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Whether a text begins like a line of a log: with a numbered instruction or state, a source line, a register, a type
/// of BTF, or a phrase of libbpf or the verifier.
fn begins(text: &str) -> bool {
    const WORDS: [&str; 6] = ["libbpf: ", "processed ", "from ", "func#", "BPF: ", "; "];
    let register = text.strip_prefix('R').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    is_numbered(text) || register || crate::btf::is_type(text) || WORDS.iter().any(|words| text.starts_with(words))
}

/// Whether a text begins with an instruction's number, followed by the instruction or a state.
fn is_numbered(text: &str) -> bool {
    let digits = digits_of(text);
    let behind = text.get(digits..).filter(|_| digits > 0).and_then(|rest| rest.strip_prefix(": "));
    behind.is_some_and(|rest| rest.starts_with(['(', '<', 'R', '.']) || rest.starts_with("safe") || digits_of(rest) > 0)
}

/// Removes dates and times: `2026-11-22T20:38:11.123Z `, `2026/11/22 20:38:11 `, `20:38:11.123 `; and the start of a
/// line in the system's log, `Nov 22 20:38:11 host agent[123]: `, `Nov 22 20:38:11 host kernel: `.
fn time(line: &str) -> Option<&str> {
    let is_clock = |word: &str| {
        let colons = word.bytes().filter(|&b| b == b':').count();
        let sign = |b: u8| b.is_ascii_digit() || matches!(b, b':' | b'.' | b',' | b'-' | b'/' | b'+' | b'T' | b'Z');
        let date = word.len() >= 10 && word.bytes().filter(|b| matches!(b, b'-' | b'/')).count() >= 2;
        // `12:34:` is no time: the number of a line stands before the number of an instruction.
        word.starts_with(|c: char| c.is_ascii_digit())
            && word.bytes().all(sign)
            && (colons >= 2 && !word.ends_with(':') || date)
    };
    let (word, rest) = line.split_once(' ')?;
    if is_clock(word) {
        return Some(behind_machine(rest).unwrap_or(rest));
    }
    if word.len() == 3 && word.bytes().all(|b| b.is_ascii_alphabetic()) {
        let mut words = line.splitn(5, ' ').filter(|word| !word.is_empty()).skip(1);
        let (day, clock) = (words.next()?, words.next()?);
        if day.parse::<u8>().is_ok() && is_clock(clock) {
            // Host and process follow the time.
            let mut behind = line.get(line.find(clock)? + clock.len()..)?.trim_start().splitn(3, ' ');
            let (_, who, rest) = (behind.next()?, behind.next()?, behind.next()?);
            return who.ends_with(':').then_some(rest);
        }
    }
    // The format of glog, used by Go programs: `I1122 20:38:11.123456    1234 loader.go:12] `.
    let klog =
        word.len() == 5 && word.starts_with(['I', 'W', 'E', 'F']) && word.bytes().skip(1).all(|b| b.is_ascii_digit());
    klog.then(|| line.split_once("] ").map(|(_, rest)| rest)).flatten()
}

/// The text behind host and process, which follow a date in the system's log: `host kernel: `, `host agent[123]: `.
fn behind_machine(line: &str) -> Option<&str> {
    let mut words = line.splitn(3, ' ');
    let (_, who, rest) = (words.next()?, words.next()?, words.next()?);
    (who == "kernel:" || who.ends_with("]:")).then_some(rest)
}

fn is_level(word: &str) -> bool {
    const LEVELS: [&str; 7] = ["TRACE", "DEBUG", "INFO", "WARN", "WARNING", "ERROR", "FATAL"];
    LEVELS.iter().any(|level| word.eq_ignore_ascii_case(level))
}

/// Removes a level (`DEBUG `, `WARN: `), or the module of a Rust program (`aya::bpf: `), which follows a level.
fn level(line: &str) -> Option<&str> {
    let (word, rest) = line.split_once(' ')?;
    let bare = word.trim_end_matches(':');
    let is_place = word.ends_with(':')
        && bare.contains("::")
        && !bare.contains(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | ':')));
    // `Error loading ..` is a message of libbpf.
    let is_word = word.ends_with(':') || !bare.bytes().any(|b| b.is_ascii_lowercase());
    (is_level(bare) && is_word || is_place).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn additions_of_loggers_are_removed() {
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
            "12:0: (b7) r0 = 0",
            "12: 0: (b7) r0 = 0",
            "12-0: (b7) r0 = 0",
            "verifier.log:12:0: (b7) r0 = 0",
            "verifier.log:0: (b7) r0 = 0",
            "/tmp/a-b/verifier.log-12-0: (b7) r0 = 0",
            "(standard input):12:0: (b7) r0 = 0",
            "main.go:33: 0: (b7) r0 = 0",
            "12:libbpf: 0: (b7) r0 = 0",
            "12:[  123.456789] 0: (b7) r0 = 0",
        ] {
            assert_eq!(unwrapped(line), "0: (b7) r0 = 0", "{line}");
        }
        for bare in [
            "12: (b7) r0 = 0",
            "12: R0=0",
            "12: safe",
            "12: .12....... (b7) r0 = 0",
            "[8] STRUCT []const u8 size=16 vlen=2 Invalid name",
            "Error loading .BTF into kernel: -22. BTF is optional, ignoring.",
            "; a ? 12:0: 5;",
            "; x = [1] + a::b;",
            "from 3 to 5: R0=0",
            "; x = a | b;",
            "; err = x > 5 ? info : err;",
        ] {
            assert_eq!(unwrapped(bare), bare);
        }
        let source = "level=warning msg=\"; f(\\\"a\\\", 1); @ p.c:3\" subsys=datapath-loader";
        assert_eq!(unwrapped(source), "; f(\\\"a\\\", 1); @ p.c:3");
    }
}
