//! The CO-RE models as text: list, filters, detail, matrix, probe, and a pasted log.

use std::path::Path;
use std::sync::Arc;

use btf::{Btf, Ext};
use model::program::Program;
use model::relocations::{Core, CoreStage, Detail, Filter, NamedKernel, Sift, StepResult, matrix, probe};
use needs::{Modules, Release};
use relate::ChangeEffect;
use relo::ReloVerdict;
use wire::Packed;

fn read(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/bin").join(name);
    std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn program(name: &str) -> Program {
    let object = bpf::Object::parse(read(name)).expect("an object");
    let (btf, ext): (Arc<Btf>, Arc<Ext>) =
        (object.btf().expect("types").clone(), object.ext().expect("relocations").clone());
    Program::open(read(name), Some(btf), Some(ext)).expect("a program")
}

fn kernel(name: &str) -> needs::Kernel {
    let btf = Arc::new(Btf::parse(read(name), None).expect("a kernel"));
    needs::Kernel::new(Release::parse(name), btf, Modules::Unknown)
}

/// Checks the fixture on three kernels: the old one, the new one, and one with the other byte order.
fn with(check: impl Fn(&Core<'_>)) {
    let program = program("relo.clang.bpfel.o");
    let (old, new, big) = (kernel("relo-old.bpfel.btf"), kernel("relo-new.bpfel.btf"), kernel("relo-old.bpfeb.btf"));
    let kernels = [("old", &old), ("new", &new), ("s390x", &big)];
    let kernels = kernels.map(|(name, on)| NamedKernel { name, on });
    check(&Core { program: &program, kernels: &kernels });
}

#[test]
fn the_list_counts_and_filters() {
    with(|core| {
        let list = core.list(&|_, _| {});
        assert_eq!(list.summary(), "83 relocations × 3 kernels · 14 fail on 2 · cannot load on 1");
        // The only relocation that fails on the old kernel; the headline has the number that libbpf gives it.
        let one = list.rows.iter().find(|r| r.verdicts[0].is_failing()).expect("one that fails on the old kernel");
        assert_eq!((list.heads[0].failing, list.heads[1].failing), (1, 14));
        assert_eq!(
            list.headline(),
            format!(
                "on old relocation {} of {} is reached and fails; on new 14 relocations are reached and fail; cannot load on s390x",
                one.number, one.section
            )
        );
        let state = list.rows.iter().find(|r| r.path == "struct lost_member.state").expect("it");
        assert_eq!(
            (state.kind_str(), state.access.as_str(), state.count(&list.heads)),
            ("byte_off", "0:1", "1/3 kernels".into())
        );
        assert_eq!(
            list.heads[2].cannot_load.as_deref(),
            Some("cannot load here: object little-endian, kernel big-endian")
        );
        let counts: Vec<usize> = Sift::ALL.iter().map(|&s| list.count(s)).collect();
        let [all, refused, silent, unreached, harmless, unknown, field, of_type, of_enum] = counts[..] else {
            panic!("{counts:?}")
        };
        assert_eq!(field + of_type + of_enum, all);
        assert_eq!((all, refused), (83, 14));
        // A missing type has id 0 and size 0, without an error.
        let quiet = list.rows.iter().filter(|r| r.effect(&list.heads) == ChangeEffect::Silent);
        let quiet: Vec<(&str, &str)> = quiet.map(|r| (r.kind_str(), r.path.as_str())).collect();
        assert_eq!(
            quiet,
            [("target_type_id", "struct gone"), ("target_type_id", "nameless"), ("type_size", "struct gone")]
        );
        assert_eq!((silent, unreached, harmless, unknown), (3, 0, 83 - 14 - 3, 0));
        assert_eq!(
            Sift::ALL.map(Sift::title)[1..5],
            ["refused at load", "silently wrong", "never reached", "harmless"]
        );
        let shown = |sift, text: &str| list.shown(&Filter { sift, text: text.to_owned() });
        assert_eq!(shown(Sift::All, "LOST_member state").len(), 2);
        assert_eq!(shown(Sift::Refused, "lost_member").len(), 1);
        assert_eq!(shown(Sift::Enum, "lost_member").len(), 0);
        assert_eq!(shown(Sift::All, "byte_off far").len(), 2);
        // Packing and unpacking does not change it.
        assert_eq!(Packed::new(&list).read::<model::relocations::CoreList>().as_ref(), Some(&list));
    });
}

fn detail_of(core: &Core<'_>, path: &str) -> Detail {
    let list = core.list(&|_, _| {});
    let row = list.rows.iter().find(|r| r.path == path).unwrap_or_else(|| panic!("no {path}"));
    let detail = core.detail(row.index).expect("a detail");
    assert_eq!(Packed::new(&detail).read::<Detail>().as_ref(), Some(&detail));
    detail
}

fn way(steps: &[u32]) -> model::path::Path {
    model::path::Path(steps.to_vec())
}

#[test]
fn the_path_of_an_access_string_has_no_step_for_elements() {
    with(|core| {
        let d = detail_of(core, "struct moved.value.bytes[3]");
        let members: Vec<_> = d.steps.iter().map(|s| (s.title.as_str(), s.member.clone())).collect();
        assert_eq!(
            members,
            [
                ("struct moved *", Some(way(&[]))),
                ("(without a name)", Some(way(&[5]))),
                (".value", Some(way(&[5, 0]))),
                (".bytes", Some(way(&[5, 0, 1]))),
                ("[3]", Some(way(&[5, 0, 1]))),
                ("offset 27", None),
            ]
        );
        assert_eq!(d.member, way(&[5, 0, 1]));
        // The members have other indices on the new kernel.
        assert_eq!((d.results[1].access.as_str(), d.results[1].member.clone()), ("0:6:0:0:1:3", way(&[6, 0, 0, 1])));
        assert_eq!(detail_of(core, "enum mode::MODE_ON").member, way(&[1]));
    });
}

/// In the program, `flags` has bits 32 to 34 of `struct moved`, and `level` bits 35 to 39.
#[test]
fn the_offset_of_a_bitfield_is_the_same_in_its_box_and_at_the_end() {
    with(|core| {
        let boxes = |path: &str| {
            let steps = detail_of(core, path).steps;
            steps.into_iter().skip(1).map(|s| (s.title, s.about)).collect::<Vec<_>>()
        };
        let ends = |path: &str| boxes(path).pop().map(|(title, _)| title);
        assert!(boxes("struct moved.level")[0].1.contains(" · +4:3 · "), "{:?}", boxes("struct moved.level"));
        assert_eq!(ends("struct moved.level").as_deref(), Some("offset 4:3"));
        assert!(boxes("struct moved.flags")[0].1.contains(" · +4:0 · "), "{:?}", boxes("struct moved.flags"));
        assert_eq!(ends("struct moved.flags").as_deref(), Some("offset 4:0"));
    });
}

#[test]
fn a_detail_says_what_and_why() {
    with(|core| {
        let d = detail_of(core, "struct lost_member.state");
        assert_eq!(
            (d.kind_str(), d.section.as_str(), d.line.as_str()),
            ("byte_off", "raw_tp/member_gone", "relo.bpf.c:147")
        );
        let boxes: Vec<_> = d.steps.iter().map(|s| (s.title.as_str(), s.number, s.about.as_str())).collect();
        assert_eq!(
            boxes,
            [
                ("struct lost_member *", Some(0), "element 0 of the pointer"),
                (".state", Some(1), "int · +4 · 4 B"),
                ("offset 4", None, "4 bytes"),
            ]
        );
        let current = d.code.iter().find(|c| c.current).expect("the instruction");
        assert_eq!((current.slot, current.text.as_str()), (Some(0), "r2 = *(u32 *)(r1 +4)"));
        let on: Vec<_> =
            d.results.iter().map(|r| (r.name.as_str(), r.result.as_str(), r.value.as_str(), r.insn.as_str())).collect();
        assert_eq!(
            on,
            [
                ("old", "ok", "4", "r2 = *(u32 *)(r1 +4)"),
                ("new", "poisoned", "struct lost_member [27] has no member “state”.", "call unknown#195896080"),
                (
                    "s390x",
                    "cannot load here",
                    "object little-endian, kernel big-endian; the field: 4",
                    "r2 = *(u32 *)(r1 +4)"
                ),
            ]
        );
        let why = &d.why[1];
        assert_eq!(why.near[0], ("__state".to_owned(), "the same name but for underscores".to_owned()));
        assert!(
            why.guard.as_deref().is_some_and(|g| g.contains("struct lost_member___other {\n\tint __state;")),
            "{:?}",
            why.guard
        );
        assert_eq!(
            why.log,
            [
                "prog 'member_gone': relo #0: <byte_off> [45] struct lost_member.state (0:1 @ offset 4)",
                "prog 'member_gone': relo #0: non-matching candidate #0 <byte_off> [27] struct lost_member (0 @ offset 0)",
                "prog 'member_gone': relo #0: no matching targets found",
                "prog 'member_gone': relo #0: substituting insn #0 w/ invalid insn",
            ]
        );
        // If the byte orders differ, only that is reported, with the facts about the field below it, and no advice.
        let foreign = &d.why[2];
        assert_eq!(
            (foreign.title.as_str(), foreign.headline.as_str()),
            ("It cannot load on s390x", "cannot load here: object little-endian, kernel big-endian.")
        );
        assert_eq!(foreign.details[0], "The field itself: The same as in the object: 4.");
        assert!(
            foreign.guard.is_none()
                && foreign.near.is_empty()
                && foreign.log.is_empty()
                && foreign.consequence.is_empty()
        );
        assert!(d.why[0].guard.is_none() && d.why[0].title == "Why, on old");
        // Each step has its member, and each kernel the path as far as it exists there.
        assert_eq!(
            d.steps.iter().map(|s| s.member.clone()).collect::<Vec<_>>(),
            [Some(way(&[])), Some(way(&[1])), None]
        );
        let there: Vec<_> = d.results.iter().map(|r| (r.type_id.map(|id| id.0), r.member.clone())).collect();
        assert_eq!(there, [(Some(25), way(&[1])), (Some(27), way(&[])), (Some(25), way(&[1]))]);
        let bits = detail_of(core, "struct moved.level");
        assert_eq!(bits.steps[1].about, "int · +4:3 · 5 bits");
        assert!(core.detail(9999).is_none());
    });
}

#[test]
fn the_matrix_is_a_table_to_save() {
    with(|core| {
        let list = core.list(&|_, _| {});
        let csv = matrix::csv(&list);
        let mut lines = csv.lines();
        assert_eq!(lines.next(), Some("section,insn,kind,path,access,old,old value,new,new value,s390x,s390x value"));
        assert_eq!(lines.next(), Some("raw_tp/moves,0,byte_off,struct moved.cell,0:4,ok,16,ok,40,cannot load here,16"));
        assert_eq!(csv.lines().count(), 84);
        let json = matrix::json(&list);
        assert!(json.contains("\"path\": \"struct moved.cell\", \"access\": \"0:4\", \"results\": [{\"result\": \"ok\", \"value\": \"16\"}"));
        assert_eq!(json.matches('{').count(), json.matches('}').count());
        let cells = |path: &str, kind: &str| -> Vec<String> {
            let row = list.rows.iter().position(|r| r.path == path && r.kind_str() == kind).expect("it");
            let cell = |n| matrix::at(&list, row, n).map(|c| format!("{} {} {}", c.sign, c.text, c.class));
            (0..3).filter_map(cell).collect()
        };
        let foreign = "⊘ cannot load here warn";
        assert_eq!(cells("struct moved.cell", "byte_off"), ["✓ 16 good", "✓ 40 changed good", foreign]);
        assert_eq!(cells("struct lost_member.state", "byte_off"), ["✓ 4 good", "✗ poisoned bad", foreign]);
        assert_eq!(cells("struct lost_member.state", "field_exists"), ["✓ 1 good", "○ 0 absent ", foreign]);
        assert!(matrix::at(&list, 0, 3).is_none() && matrix::at(&list, 83, 0).is_none());
    });
}

/// 2^63 is no negative number in an ENUM64 that is unsigned. Only the kernel's type says so: the program has 2^40.
#[test]
fn the_highest_bit_of_an_enumerator_is_a_sign_if_its_enum_is_signed() {
    let program = program("relo.clang.bpfel.o");
    for (signed, cell, words) in [
        (false, "9223372036854775808 changed", "9223372036854775808"),
        (true, "-9223372036854775808 changed", "-9223372036854775808 (0x8000000000000000)"),
    ] {
        let mut bytes = read("relo-old.bpfel.btf");
        let btf = Btf::parse(bytes.clone(), None).expect("a kernel");
        let wide = btf.types().find(|t| t.kind() == btf::Kind::Enum64 && t.name() == "wide").expect("it");
        let ranges: Vec<_> = wide.enumerators().map(|e| e.range.start as usize).collect();
        let [one, top] = ranges[..] else { panic!("{ranges:?}") };
        // An enumerator is its name and its value; kind_flag is the highest bit of `info`, 8 bytes before the first.
        bytes[top + 4..top + 12].copy_from_slice(&(1u64 << 63).to_le_bytes());
        bytes[one - 5] |= u8::from(signed) << 7;
        let btf = Arc::new(Btf::parse(bytes, None).expect("a kernel"));
        let on = needs::Kernel::new(Release::parse("it"), btf, Modules::Unknown);
        let core = Core { program: &program, kernels: &[NamedKernel { name: "it", on: &on }] };
        let list = core.list(&|_, _| {});
        let is_it =
            |r: &&model::relocations::CoreRow| r.path == "enum wide::WIDE_TOP" && r.kind_str() == "enumval_value";
        let row = list.rows.iter().find(is_it).expect("the relocation");
        assert_eq!(matrix::at(&list, row.index, 0).map(|c| c.text).as_deref(), Some(cell));
        let detail = core.detail(row.index).expect("a detail");
        assert_eq!(detail.results[0].value, words);
        let step = detail.why[0].walk.iter().find(|step| step.stage == CoreStage::Value).expect("a value");
        assert_eq!(step.headline, format!("enumval_value: 1099511627776 in the program, {words} here."));
    }
}

#[test]
fn an_access_can_be_probed_without_a_program() {
    let btf = Btf::parse(read("relo-old.bpfel.btf"), None).expect("a kernel");
    let (new, big) = (kernel("relo-new.bpfel.btf"), kernel("relo-old.bpfeb.btf"));
    let kernels = [NamedKernel { name: "new", on: &new }, NamedKernel { name: "big", on: &big }];
    let id = |name: &str| btf.types().find(|t| t.name() == name && t.kind().is_composite()).expect("it").id();
    let found = |name: &str, path: &[u32], is_program| {
        let found = probe::probe(&btf, id(name), &way(path), is_program, &kernels)?;
        assert_eq!(Packed::new(&found).read::<probe::Probe>().as_ref(), Some(&found));
        Some(found)
    };
    let rows = |p: &probe::Probe| -> Vec<String> {
        let row = |r: &probe::ProbeRow| format!("{}: {} {}", r.name, r.values.join(" "), r.why).trim_end().to_owned();
        p.rows.iter().map(row).collect()
    };
    let cell = found("moved", &[4], false).expect("a path");
    assert_eq!(cell.columns, ["byte_off", "byte_sz", "field_exists"]);
    assert_eq!(rows(&cell), ["these types: 16 8 1", "new: 40 8 1", "big: 16 8 1 for big-endian programs"]);
    assert_eq!(cell.rows[1].there.as_ref().map(|(_, path)| path.clone()), Some(way(&[1])));
    // For a program there is a message that it cannot load.
    let of_program = found("moved", &[4], true).expect("a path");
    assert_eq!(of_program.rows[2].why, "cannot load here: object little-endian, kernel big-endian");

    let bits = found("moved", &[2], false).expect("a path");
    assert_eq!(bits.columns, ["byte_off", "byte_sz", "lshift_u64", "rshift_u64", "signed", "field_exists"]);
    assert_eq!(rows(&bits)[0], "these types: 4 4 56 59 1 1");
    assert!(bits.needs.starts_with("The read needs all of these but field_exists"));

    // The path goes through a pointer, so there are two reads.
    let column = found("moved", &[4, 1], false).expect("a path");
    assert_eq!(column.columns, ["1: byte_off", "2: byte_off", "2: byte_sz", "2: field_exists"]);
    assert_eq!(rows(&column)[1], "new: 40 4 4 1");

    let state = found("lost_member", &[1], false).expect("a path");
    assert_eq!(rows(&state)[1], "new: poisoned poisoned 0 struct lost_member [27] has no member “state”.");
    assert!(found("moved", &[99], false).is_none() && found("moved", &[], false).is_none());
}

#[test]
fn logs_lead_to_instructions_and_relocations() {
    with(|core| {
        let text = "\
libbpf: prog 'member_gone': relo #0: no matching targets found
libbpf: prog 'member_gone': BPF program load failed: Invalid argument
func#0 @0
0: R1=ctx() R10=fp0
; return l->state + FIELD(l->state, 2) + l->kept; @ relo.bpf.c:147
0: (85) call unknown#195896080
invalid func unknown#195896080
libbpf: prog 'far_away': relo #1: insn #1 (LDX/ST/STX) value too big: 40004
1: <invalid CO-RE relocation>
failed to resolve CO-RE relocation <byte_off> [59] struct far.far_field (0:1 @ offset 4)
99: (95) exit
nothing of ours
";
        assert!(
            logs::is_log(text)
                && logs::is_log("0: (85) call unknown#195896080")
                && logs::is_log("1: <invalid CO-RE relocation>")
        );
        assert!(
            !logs::is_log("9feb0100 18000000: 1234\n00000010: 9f eb\n") && !logs::is_log("struct x { int a: (3); };")
        );
        let links = logs::read(core, text, None).links;
        // Before 6.10, lines have no file and number; the text of the source line finds the place.
        let old = text.replace(" @ relo.bpf.c:147", "");
        assert_eq!(logs::read(core, &old, None).links, links);
        assert_eq!(Packed::new(&links).read::<Vec<logs::LogLink>>().as_ref(), Some(&links));
        let list = core.list(&|_, _| {});
        let shown: Vec<_> = links
            .iter()
            .map(|l| (l.line, l.about.as_str(), l.relocation.map(|i| list.rows[i].path.as_str()), l.slot))
            .collect();
        assert_eq!(
            shown,
            [
                (0, "relocation #0", Some("struct lost_member.state"), Some(0)),
                (3, "instruction 0", Some("struct lost_member.state"), Some(0)),
                (4, "relo.bpf.c:147", None, Some(0)),
                (5, "instruction 0", Some("struct lost_member.state"), Some(0)),
                (6, "the poisoned relocation", Some("struct lost_member.state"), Some(0)),
                (7, "relocation #1", Some("struct far.far_field"), Some(1)),
                (8, "instruction 1", Some("struct far.far_field"), Some(1)),
                (9, "the poisoned relocation", Some("struct far.far_field"), Some(1)),
            ]
        );
        // The error lines, and the explanation of a poisoned instruction.
        let wrong: Vec<usize> = links.iter().filter(|l| l.wrong).map(|l| l.line).collect();
        assert_eq!(wrong, [0, 5, 6, 7, 8, 9]);
        let why: Vec<&str> = links.iter().map(|l| l.why.as_str()).filter(|why| !why.is_empty()).collect();
        let state = "relocation #0 is poisoned: that kernel has no struct lost_member.state that fits";
        let far = "relocation #1 is poisoned: that kernel has no struct far.far_field that fits";
        assert_eq!(why, [state, state, far, far]);
    });
}

/// Lines of the verifier and libbpf that mention an instruction, but no CO-RE relocation. The relocations in this log
/// (`relo 1`, `relo #0`) are ELF relocations.
#[test]
fn lines_of_a_log_mention_instructions() {
    let text = "libbpf: prog 'several': relo 1 at insn #1 can't be applied to array access
0: R1=ctx() R10=fp0
1: safe
from 0 to 1: R1=ctx() R10=fp0
from 0 to 2 (speculative execution): R1=ctx()
back-edge from insn 2 to 0
unreachable insn 1
jump out of range from insn 99 to 100
libbpf: prog 'several': relo #0: poisoning insn #1 that loads map #0 'events'
0: (79) r2 = *(u64 *)(r1 +16)
BPF map 'events' is referenced but wasn't created
processed 7 insns (limit 1000000) max_states_per_insn 0
from here to insn there
";
    assert!(logs::is_log(text));
    let program = program("relo.clang.bpfel.o");
    let several = program.functions().into_iter().find(|f| f.slots > 3 && f.is_program).expect("a program");
    let text = text.replace("several", &several.name);
    let core = Core { program: &program, kernels: &[] };
    let links = logs::read(&core, &text, None).links;
    let shown: Vec<_> = links.iter().map(|l| (l.line, l.function, l.slot, l.is_relocation())).collect();
    let function = Some(several.index);
    let lines = [(0, 1), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 1), (8, 1), (9, 0), (10, 0)];
    assert_eq!(shown, lines.map(|(line, slot)| (line, function, Some(slot), false)));
    // The complaint of libbpf, two refusals that are in the table of messages (`back-edge`, `unreachable insn`), and
    // the last line before the statistics.
    let wrong: Vec<usize> = links.iter().filter(|l| l.wrong).map(|l| l.line).collect();
    assert_eq!(wrong, [0, 5, 6, 10]);
}

/// libbpf-tools' offcputime first checks which of two names the field has. On a new kernel, the read by the old name
/// is poisoned, but never reached.
#[test]
fn a_read_that_a_guard_skips_is_no_failure() {
    let Some(corpus) = tests::reference::part_or_skip("kernels") else { return };
    let kernel = "linux-6.18.12+deb13-amd64_6.18.12-1-bpo13+1.btf";
    let object = corpus.path("objs/debian/libbpf-tools-0.26.0+ds-1/offcputime.bpf.o");
    let program = Program::new(bpf::Object::parse(std::fs::read(&object).expect("an object")).expect("an object"));
    let on = needs::Kernel::new(Release::parse(kernel), tests::kernels::kernel(&corpus, kernel), Modules::Unknown);
    let core = Core { program: &program, kernels: &[NamedKernel { name: kernel, on: &on }] };
    let list = core.list(&|_, _| {});
    let dead: Vec<&str> =
        (list.rows.iter().filter(|r| r.verdicts == [ReloVerdict::Unreached])).map(|r| r.path.as_str()).collect();
    assert!(dead.iter().all(|path| *path == "struct task_struct___o.state") && !dead.is_empty(), "{dead:?}");
    assert_eq!(list.heads[0].failing, 0);
    assert!(list.summary().ends_with(&format!(" · none fails · {} never reached", dead.len())), "{}", list.summary());
    assert_eq!(list.headline(), "relocations load on linux-6.18.12+deb13-amd64_6.18.12-1-bpo13+1");
    let row = list.rows.iter().find(|r| r.verdicts == [ReloVerdict::Unreached]).expect("a dead one");
    assert!(row.is_dead(&list.heads));
    assert_eq!(row.count(&list.heads), "never reached");
    let cell = matrix::at(&list, row.index, 0).expect("a cell");
    assert_eq!((cell.sign, cell.text.as_str(), cell.class), ("–", "never reached", "dim"));
    let detail = core.detail(row.index).expect("a detail");
    let (result, why) = (&detail.results[0], &detail.why[0]);
    assert_eq!((result.result.as_str(), result.tone().css()), ("never reached", "dim"));
    assert!(result.value.starts_with("never reached on this kernel (guard at instruction "), "{}", result.value);
    assert!(detail.is_guarded());
    assert_eq!((why.guard.as_deref(), why.consequence.as_str()), (None, ""), "no advice where there is a guard");
    let [.., poisoned, last] = &why.walk[..] else { panic!("{:?}", why.walk) };
    assert_eq!((poisoned.stage, poisoned.result), (CoreStage::Patch, StepResult::Dim));
    assert_eq!((last.stage, last.result), (CoreStage::Load, StepResult::Good));
    assert!(last.headline.contains("never reached on this kernel (guard at instruction "), "{}", last.headline);
}

#[test]
fn heads_say_how_many_relocations_fail() {
    let head = |cannot_load: Option<&str>, failing| model::relocations::Head {
        name: "k".into(),
        cannot_load: cannot_load.map(str::to_owned),
        failing,
        unknown: 0,
    };
    assert_eq!(head(Some("no"), 2).about(), "no");
    assert_eq!([0, 1, 2].map(|n| head(None, n).about()), ["none fails", "1 fails", "2 fail"]);
}
