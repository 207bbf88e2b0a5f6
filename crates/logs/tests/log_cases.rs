//! Logs as they stand in bug reports: in colours, of another program, of BPF_BTF_LOAD. The objects are from the same
//! reports; the corpus has them.

use std::fs;

use logs::{decode, read};
use model::program::Program;
use model::relocations::Core;
use tests::reference::part_or_skip;

/// The object of a case, and the text of its log.
fn case(name: &str, object: &str, log: &str) -> Option<(Program, String)> {
    let folder = part_or_skip("cases")?.root().join("cases").join(name);
    let object = fs::read(folder.join(object)).expect("an object");
    let log = if log.is_empty() { String::new() } else { decode(&fs::read(folder.join(log)).expect("a log")) };
    Some((Program::new(bpf::Object::parse(object).expect("an object")), log))
}

#[test]
fn colours_do_not_hide_instructions() {
    let Some((program, log)) = case("ansi-log", "prog.o", "colour.log") else { return };
    let reading = read(&Core { program: &program, kernels: &[] }, &log, None);
    assert_eq!(reading.links.iter().map(|l| l.slot).collect::<Vec<_>>(), [Some(0), Some(1)], "{}", reading.said);
    assert_eq!(reading.lines, ["0: (bf) r6 = r1", "1: (b7) r1 = 8"]);
}

/// No program of the file reads r9 at +99; the opcode alone would match many.
#[test]
fn registers_and_offsets_have_to_agree() {
    let Some((program, _)) = case("bare-log", "two.o", "") else { return };
    let core = Core { program: &program, kernels: &[] };
    let of = |log: &str| read(&core, log, None);
    let other = of("0: (61) r5 = *(u32 *)(r9 +99)\n");
    assert!(other.links.is_empty(), "{:?}", other.links);
    assert!(other.said.contains("no program of this file fits: at best 0 of 1 instructions"), "{}", other.said);
    // The offset tells `second` from `third`.
    for (line, name) in [("0: (61) r2 = *(u32 *)(r1 +16)\n", "second"), ("0: (61) r2 = *(u32 *)(r1 +12)\n", "third")] {
        let found = of(line);
        let function = found.links.first().and_then(|l| l.function).expect("a function");
        assert_eq!(program.all()[function].name, name);
        assert!(found.said.contains("1 of 1 instructions are as in it"), "{}", found.said);
    }
    // A log that names a program does not lead into it if the instructions differ.
    let named = of(
        "libbpf: prog 'second': -- BEGIN PROG LOAD LOG --\n0: (61) r5 = *(u32 *)(r9 +99)\nR9 !read_ok\nprocessed 1 insns\n",
    );
    assert!(named.links.iter().all(|l| l.slot.is_none()), "{:?}", named.links);
    assert!(named.said.contains("the log names second, but only 0 of 1 instructions agree"), "{}", named.said);
    assert_eq!(named.errors.len(), 1);
}

/// The log's line leads to the type and the bytes in which the verdict finds the fault, and has the verdict's message.
#[test]
fn a_btf_load_log_leads_to_the_fault() {
    let Some((program, log)) = case("btf-load-log", "prog.o", "log.txt") else { return };
    let core = Core { program: &program, kernels: &[] };
    let coloured = log.replace("[8]", "\u{1b}[31m[8]\u{1b}[0m");
    let journal: String = log.lines().map(|line| format!("Nov 22 20:38:11 host agent[123]: {line}\n")).collect();
    for log in [&log, &coloured, &journal] {
        let reading = read(&core, log, None);
        let line = log.lines().position(|line| line.contains("STRUCT []const u8")).expect("the line");
        assert_eq!(reading.first, Some(line), "{}", reading.said);
        let link = reading.links.iter().find(|l| l.line == line).expect("a link");
        let at = link.at.as_ref().expect("a type");
        assert_eq!((link.about.as_str(), at.id.map(|id| id.0), link.wrong), ("type [8]", Some(8), true));
        assert!(
            link.why.starts_with("A name has letters, digits, _ and dots")
                && link.why.ends_with("2.2.4 BTF_KIND_STRUCT)")
        );
        // As in `btfscope verify --as-is`: the name's four bytes, 0xa94..0xa98 of the file.
        let section = program.object().section_named(".BTF").expect("the section");
        let start = section.file_range.start + u64::from(at.range.start);
        assert_eq!((start, at.range.len()), (0xa94, 4));
        let error = reading.error_at(line).expect("an explanation");
        assert!(error.means.contains("type [8]") && error.means.contains("A name has letters"), "{}", error.means);
        assert_eq!(reading.errors.len(), 1, "libbpf's line only repeats it: {:?}", reading.errors);
        // The line of the INT, which comes before that line, leads to the program's type, too.
        assert!(reading.links.iter().any(|l| l.about == "type [2]" && !l.wrong), "{:?}", reading.links);
    }
}
