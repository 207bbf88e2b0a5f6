//! A relocation step by step. The numbers follow from tests/fixtures/src/relo.bpf.c and relo.kernel.c by hand.

use std::path::Path;
use std::sync::Arc;

use btf::{Btf, Ext};
use model::program::Program;
use model::relocations::{Core, CoreStage, CoreStep, Detail, NamedKernel, StepResult};
use needs::{Modules, Release};
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

/// The steps of a relocation of `relo.clang.bpfel.o`, by its kind and path, on a kernel.
fn steps(kernel: &str, kind: &str, path: &str) -> Vec<CoreStep> {
    let program = program("relo.clang.bpfel.o");
    let btf = Arc::new(Btf::parse(read(kernel), None).expect("a kernel"));
    let on = needs::Kernel::new(Release::parse(kernel), btf, Modules::Unknown);
    let core = Core { program: &program, kernels: &[NamedKernel { name: "it", on: &on }] };
    let list = core.list(&|_, _| {});
    let row = list.rows.iter().find(|r| r.kind_str() == kind && r.path == path).unwrap_or_else(|| panic!("no {path}"));
    let detail = core.detail(row.index).expect("a detail");
    assert_eq!(Packed::new(&detail).read::<Detail>().as_ref(), Some(&detail));
    detail.why.into_iter().next().expect("a kernel").walk
}

fn titles(steps: &[CoreStep]) -> Vec<&str> {
    steps.iter().map(|step| step.title.as_str()).collect()
}

fn boxes(step: &CoreStep) -> Vec<&str> {
    step.there.iter().map(|b| b.title.as_str()).collect()
}

const NEW: &str = "relo-new.bpfel.btf";

#[test]
fn a_path_is_matched_member_by_member() {
    let steps = steps(NEW, "byte_off", "struct moved.value.bytes[3]");
    assert_eq!(titles(&steps), ["candidates", ".value", ".bytes", "[3]", "value", "instruction", "verifier"]);
    assert!(steps.iter().all(|step| step.result == StepResult::Good), "{steps:?}");
    assert_eq!(steps[0].headline, "it has 1 candidate by the name of struct “moved”.");
    // In the program the value is in a struct without a name, and in the kernel in a union and a struct without names.
    assert_eq!((steps[1].at, steps[1].done), (Some(2), 3));
    assert_eq!(boxes(&steps[1]), ["struct moved *", "(without a name)", "(without a name)", ".value"]);
    assert!(steps[1].headline.starts_with("Finds “value” in struct"), "{}", steps[1].headline);
    assert!(steps[1].lines.iter().any(|line| line.starts_with("starts at struct moved")), "{:?}", steps[1].lines);
    let fits = "its type, const union value, fits that of the program, union value";
    assert!(steps[1].lines.iter().any(|line| line == fits), "{:?}", steps[1].lines);
    assert_eq!(steps[3].headline, "Takes element 3.");
    // 40 bytes of padding, a pointer, an enum, bitfields up to byte 62: the union begins at 64.
    assert_eq!(steps[4].headline, "byte_off: 27 bytes in the program, 67 bytes here.");
    let rows: Vec<_> = steps[4].rows.iter().map(|(_, said)| said.as_str()).collect();
    assert_eq!(rows, ["27 = bit 216 / 8", "67 = bit 536 / 8"]);
    assert_eq!(steps[5].headline, "libbpf writes the value: one field changes, the offset.");
    assert_eq!(steps[5].rows[1].1, "r3 = *(u8 *)(r1 +67)".replace("r3", &steps[5].rows[1].1[..2]));
}

#[test]
fn a_member_that_is_missing_poisons_the_instruction() {
    let of = steps(NEW, "byte_off", "struct lost_member.state");
    assert_eq!(titles(&of), ["candidates", ".state", "value", "instruction", "verifier"]);
    let results: Vec<_> = of.iter().map(|step| step.result).collect();
    use StepResult::{Bad, Good};
    assert_eq!(results, [Good, Bad, Bad, Bad, Bad]);
    assert!(of[1].headline.starts_with("No member of struct lost_member [27] has that name"), "{}", of[1].headline);
    assert!(of[1].lines.iter().any(|line| line == "passes 3 other names"), "{:?}", of[1].lines);
    assert_eq!((of[1].at, of[1].done, boxes(&of[1])), (Some(1), 1, vec!["struct lost_member *"]));
    assert_eq!(of[3].headline, "Poisoned: the instruction becomes a call of helper 195896080.");
    assert_eq!(of[3].rows[1].1, "call unknown#195896080");
    assert_eq!(of[4].headline, "The poisoned instruction is reached on this kernel.");
    assert!(of[4].lines[0].ends_with("invalid func unknown#195896080."), "{:?}", of[4].lines);

    // A relocation that asks whether a field exists has an answer even if the field does not exist.
    let asks = steps(NEW, "field_exists", "struct lost_member.state");
    assert_eq!(titles(&asks), ["candidates", ".state", "value", "instruction", "verifier"]);
    assert_eq!(asks[2].headline, "Nothing matches: the value is 0, and the program sees it.");
    assert_eq!((asks[2].result, asks[4].headline.as_str()), (StepResult::Plain, "The verifier knows 0 as a constant."));
}

#[test]
fn flavours_and_ambiguity_are_told() {
    let flavour = steps(NEW, "byte_off", "struct moved___flavour.cell");
    assert_eq!(titles(&flavour), ["candidates", ".cell", "value", "instruction", "verifier"]);
    assert!(
        flavour[0].lines[0].contains("moved___flavour is a flavour") && flavour[0].lines[0].contains("“___flavour”")
    );
    assert_eq!(flavour[0].rows.len(), 1);

    // `b` is at byte 4 of twice and at byte 8 of twice___other.
    let two = steps(NEW, "byte_off", "struct twice.b");
    assert_eq!(titles(&two), ["candidates", ".b", ".b", "ambiguous"]);
    assert_eq!(two[0].rows.len(), 2);
    // The candidates come in the order of their ids.
    assert_eq!((two[1].of.as_str(), two[2].of.as_str()), ("struct twice___other [2]", "struct twice [35]"));
    assert_eq!(two[0].rows[0].1, "of the kernel, 12 bytes, a flavour");
    assert_eq!(two[3].headline, "Several candidates match, at different places: bit 32 and bit 64.");
    assert_eq!((two[3].stage, two[3].result), (CoreStage::Choice, StepResult::Bad));
    // `a` is at the start of both.
    let same = steps(NEW, "byte_off", "struct twice.a");
    assert_eq!(titles(&same)[..4], ["candidates", ".a", ".a", "choice"]);
    assert!(same[3].headline.starts_with("2 candidates match"), "{}", same[3].headline);

    // There is no candidate at all.
    let none = steps(NEW, "field_exists", "struct gone.any");
    assert_eq!(none[0].result, StepResult::Plain);
    assert_eq!(none[0].rows.len(), 0);
}

#[test]
fn values_of_bitfields_follow_from_the_load() {
    let rows = |kind: &str, path: &str| -> Vec<String> {
        let all = steps(NEW, kind, path);
        let value = all.iter().find(|step| step.stage == CoreStage::Value).expect("a value");
        value.rows.iter().map(|(_, said)| said.clone()).collect()
    };
    // In the program, `level` has bits 35 to 39, in an int at byte 4. In the kernel, it has the 7 bits after the 35
    // bits of `tall`, in a long long at byte 56.
    let shift = rows("lshift_u64", "struct moved.level");
    assert!(shift[0].starts_with("56 = 64 − 3 − 5 ") && shift[1].starts_with("22 = 64 − 35 − 7 "), "{shift:?}");
    let right = rows("rshift_u64", "struct moved.level");
    assert!(right[0].starts_with("59 = 64 − 5 ") && right[1].starts_with("57 = 64 − 7 "), "{right:?}");
    let offset = rows("byte_off", "struct moved.level");
    assert!(offset[0].starts_with("4 = ") && offset[0].contains("bits 35 to 39, 4 bytes wide"), "{offset:?}");
    assert!(offset[1].starts_with("56 = ") && offset[1].contains("bits 483 to 489, 8 bytes wide"), "{offset:?}");
}

#[test]
fn another_byte_order_ends_before_the_instruction() {
    let of = steps("relo-old.bpfeb.btf", "byte_off", "struct lost_member.state");
    assert_eq!(titles(&of), ["candidates", ".state", "value", "loader"]);
    assert_eq!(of[3].result, StepResult::Warn);
    assert_eq!(of[3].headline, "Cannot load here: object little-endian, kernel big-endian.");
}

/// Every relocation of the fixture has steps on every kernel, and the last one agrees with the verdict.
#[test]
fn the_last_step_is_as_grave_as_the_verdict() {
    let program = program("relo.clang.bpfel.o");
    for name in ["relo-old.bpfel.btf", NEW] {
        let btf = Arc::new(Btf::parse(read(name), None).expect("a kernel"));
        let on = needs::Kernel::new(Release::parse(name), btf, Modules::Unknown);
        let core = Core { program: &program, kernels: &[NamedKernel { name: "it", on: &on }] };
        for index in 0..program.records().len() {
            let detail = core.detail(index).expect("a detail");
            let (result, walk) = (&detail.results[0], &detail.why[0].walk);
            let last = walk.last().unwrap_or_else(|| panic!("{}: no steps", detail.path));
            let fails = last.result == StepResult::Bad;
            assert_eq!(fails, result.verdict.is_failing(), "{} on {name}: {last:?}", detail.path);
            // The boxes that a step names are there.
            assert!(walk.iter().all(|step| step.at.is_none_or(|at| at < detail.steps.len())), "{}", detail.path);
        }
    }
}
