//! Lines of a text, with their places.

/// A line without its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// The byte of the text where it begins.
    pub(super) at: usize,
    pub(super) text: &'a [u8],
}

/// The lines of a text that are not empty; line ends may be those of Windows.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let mut next = 0;
    text.split(|&b| b == b'\n').filter_map(move |line| {
        let at = next;
        next += line.len() + 1;
        let text = line.strip_suffix(b"\r").unwrap_or(line);
        (!text.trim_ascii().is_empty()).then_some(Line { at, text })
    })
}

/// The words of a line, with the byte of the line where each begins.
pub(super) fn words(line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut next = 0;
    line.split(u8::is_ascii_whitespace).filter_map(move |word| {
        let at = next;
        next += word.len() + 1;
        (!word.is_empty()).then_some((at, word))
    })
}

/// Whether a word is one or more hex digits.
pub(super) fn is_hex(word: &[u8]) -> bool {
    !word.is_empty() && word.iter().all(u8::is_ascii_hexdigit)
}

/// Whether a text contains another.
pub(super) fn has(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

/// A part of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a> {
    /// The byte of the text where it begins.
    pub(super) start: usize,
    pub(super) bytes: &'a [u8],
}

/// The tools whose command may precede their output.
const TOOLS: [&str; 9] = ["xxd", "hexdump", "hd", "od", "readelf", "objdump", "base64", "bpftool", "python"];

/// A text without a byte order mark and without the commands copied with it: a first line with a prompt and one of the
/// tools, and a last line that begins with a prompt.
pub(super) fn without_prompts(text: &[u8]) -> Part<'_> {
    let (mut start, mut end) = (0, text.len());
    if let Some(first) = lines(text).next()
        && is_command(first.text)
    {
        start = (first.at + first.text.len() + 1).min(text.len());
    }
    // The byte order mark, which Windows puts before a text.
    if text.get(start..).is_some_and(|rest| rest.starts_with(b"\xef\xbb\xbf")) {
        start += 3;
    }
    let before = text.get(start..).unwrap_or_default().trim_ascii_end();
    let last = before.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
    if last > 0 && before.get(last..).is_some_and(is_prompt) {
        end = start + last;
    }
    Part { start, bytes: text.get(start..end).unwrap_or_default() }
}

fn is_command(line: &[u8]) -> bool {
    let Ok(line) = std::str::from_utf8(line) else { return false };
    let prompt = ["$ ", "# ", "% ", "> "].iter().filter_map(|sign| line.find(sign).map(|at| at + 2)).min();
    let Some(words) = prompt.and_then(|at| line.get(at..)) else { return false };
    words.split_whitespace().any(|word| {
        let name = word.rsplit('/').next().unwrap_or(word);
        TOOLS.iter().any(|tool| name == *tool || name.strip_prefix("llvm-").is_some_and(|rest| rest.starts_with(tool)))
    })
}

/// Whether a line begins with a prompt. Lines of dumps begin with offsets, digits or a bracket instead.
fn is_prompt(line: &[u8]) -> bool {
    let first = line.split(u8::is_ascii_whitespace).find(|word| !word.is_empty()).unwrap_or_default();
    matches!(first, b"$" | b"%" | b">>>") || (first.contains(&b'@') && !line.starts_with(b" "))
}
