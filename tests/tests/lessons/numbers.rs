//! Numbers in the text of lessons must be facts about a sample.

use lesson::{Block, LessonStep, Span};

/// Phrases with numbers that hold for every BTF, so that they need no sample. They are about the format and its
/// readers, and agree with the kernel's documentation and `include/uapi/linux/btf.h`.
const FORMAT: &[&str] = &[
    // The header, and records.
    "headers of 32 bytes",
    "header was 24 bytes",
    "header of 24 bytes",
    "bits 0 to 23",
    "bits 24 to 30",
    "bit 31 is kind_flag",
    "vlen now has 24 bits",
    "kind has 7 bits",
    "only 5 bits",
    "offset 0 means",
    "has the id 0",
    "12 + 3 ×",
    "by 24 bits",
    // Kinds.
    "bits 24 to 27",
    "bits 16 to 23",
    "size: 2, 4, 8, 12",
    "8, 12 or 16 bytes",
    "name and 32 bits",
    "more than 32 bits",
    "0 is static, 1",
    "section is 0, and so",
    "The 1 at the other",
    "Component -1",
    "upper 8 bits",
    "lower 24 bits",
    "bit 0 is",
    "at bit 0:",
    // Registers, cache lines and instructions.
    "of 64 bytes",
    "64 bits minus",
    "register, 32 bits, empty",
    "8 for each instruction",
    "16 for a wide",
    "instructions of 8 bytes",
    // .BTF.ext and CO-RE.
    "upper 22 bits",
    "lower 10 bits",
    "member (0)",
    "kind 0 is the member's",
    "(kind 2)",
    // ELF relocations, and EINVAL.
    "record of 16 bytes",
    "upper 32 bits",
    "lower 32 bits",
    "LDIMM64, 32 bits",
    "fills 64 bits",
    "(22 is EINVAL)",
    // .BTF_ids: a set with flags has an id and flags for each entry (include/linux/btf_ids.h, `struct btf_id_set8`).
    "has 8 bytes for an",
    // The stack of a program (MAX_BPF_STACK), and the registers.
    "512 bytes of stack",
    "64-bit number",
];

/// Words that make a number a fact about the sample: what it counts, or whose offset it is.
const COUNTED: &[&str] = &[
    "byte",
    "bytes",
    "bit",
    "bits",
    "id",
    "ids",
    "type",
    "types",
    "offset",
    "member",
    "members",
    "record",
    "records",
    "kind",
    "hole",
    "holes",
    "line",
    "lines",
    "value",
    "values",
    "relocation",
    "relocations",
    "element",
    "elements",
    "variable",
    "variables",
    "function",
    "functions",
    "parameter",
    "parameters",
    "vlen",
    "size",
    "instruction",
    "instructions",
    "string",
    "strings",
    "is",
    "at",
    "call",
];

/// The whole text of a step, with its lines of code.
pub fn whole(step: &LessonStep) -> String {
    let code = step.text.iter().map(|block| if let Block::Code(code) = block { code.as_str() } else { "" });
    code.collect::<String>() + &prose(step)
}

/// The text of a step without lines of code.
pub fn prose(step: &LessonStep) -> String {
    let mut out = String::new();
    let mut add = |spans: &[Span]| {
        out.extend(spans.iter().map(|s| s.text.as_str()));
        out.push('\n');
    };
    for block in &step.text {
        match block {
            Block::Paragraph(spans) => add(spans),
            Block::List(_, items) => items.iter().for_each(|i| add(i)),
            Block::Code(_) => {}
        }
    }
    add(&step.plan.task);
    step.plan.hints.iter().for_each(|h| add(h));
    step.plan.wrong.iter().for_each(|w| add(&w.why));
    step.plan.fixes.iter().for_each(|fix| [&fix.text, &fix.why].into_iter().for_each(|text| add(text)));
    add(&step.plan.done);
    out
}

/// The value of a number as the texts write it.
pub fn number(text: &str) -> Option<i64> {
    match text.strip_prefix("0x") {
        Some(hex) => i64::from_str_radix(hex, 16).ok(),
        None => text.replace(',', "").parse().ok(),
    }
}

/// The numbers in a text that stand for bytes, ids or counts, each with the words around it.
pub fn named_numbers(text: &str) -> Vec<(i64, String)> {
    let mut found = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '#').to_owned();
        for (at, word) in words.iter().enumerate() {
            let word = bare(word);
            let digits = word.strip_prefix('#').unwrap_or(&word);
            let Some(number) = number(digits).filter(|_| digits.starts_with(|c: char| c.is_ascii_digit())) else {
                continue;
            };
            let before = at.checked_sub(1).map_or(String::new(), |i| bare(words[i]));
            let after = words.get(at + 1).map_or(String::new(), |w| bare(w));
            // Bytes as in a dump are not numbers.
            let is_byte = |word: &str| word.len() == 2 && u8::from_str_radix(word, 16).is_ok();
            if digits.len() == 16 || is_byte(digits) && (is_byte(&before) || is_byte(&after)) {
                continue;
            }
            let is_counted = |word: &str| COUNTED.contains(&word.to_lowercase().as_str());
            if word.starts_with('#') || is_counted(&before) || is_counted(&after) {
                let from = at.saturating_sub(3);
                found.push((number, words[from..words.len().min(at + 4)].join(" ")));
            }
        }
    }
    found
}

/// Whether the words around a number contain a phrase of [`FORMAT`].
pub fn is_of_the_format(around: &str) -> bool {
    let around = around.to_lowercase();
    FORMAT.iter().any(|phrase| around.contains(&phrase.to_lowercase()))
}

#[test]
fn numbers_are_found_with_their_words() {
    let found = |text: &str| named_numbers(text).into_iter().map(|(n, _)| n).collect::<Vec<_>>();
    assert_eq!(found("It has 12 bytes, and type #7 at 0x18."), [12, 7, 24]);
    assert_eq!(found("Since Linux 6.18 and in 2026: 18 00 00 00, 0000000400000001"), [0; 0]);
    assert_eq!(found("1,234 bytes; (byte 5)."), [1234, 5]);
}

/// Texts that answer no question. They must be refused as answers, and must not break anything.
pub(super) const ODD: &[&str] = &[
    "",
    " ",
    "?",
    "-",
    "0x",
    "--1",
    "0b2",
    "1:",
    ":1",
    "1:9:9:9:9:9",
    "987654321",
    "99999999999999999999999999",
    "1e400",
    "NaN",
    "struct",
    "struct ",
    "()",
    "(22",
    "#",
    "[]",
    "\u{1f600}",
    "\u{202e}24",
    "null",
    "true",
    "byte",
    "0x0x1",
    "1 2 3 bytes bits",
];

/// The right answer in other notations.
pub(super) fn notations(typed: &str, number: Option<i64>) -> Vec<String> {
    let mut all = vec![format!("  {typed} "), format!("{typed}\t")];
    if let Some(n) = number.filter(|n| *n >= 0) {
        all.extend([
            format!("{n:#x}"),
            format!("{n:#X}").replacen("0X", "0x", 1),
            format!("{n:#b}"),
            format!("{n:x}h"),
            format!("0{n}"),
        ]);
    }
    all
}
