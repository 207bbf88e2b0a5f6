//! A relocation in a link has the same result, value, path, reason, suggestions and guard as the original. The only
//! exception is a relocation that is never reached: in a link it is poisoned, because a link does not have the whole
//! program.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use btf::Btf;
use model::program::Program;
use model::relocations::{Core, Detail, NamedKernel};
use needs::{Modules, Release};
use relo::ReloVerdict;
use tests::blob::{Blob, Order};
use tests::reference::corpus_or_skip;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/bin").join(name)
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn kernel(bytes: Vec<u8>) -> needs::Kernel {
    let btf = Arc::new(Btf::parse(bytes, None).expect("types"));
    needs::Kernel::new(Release::parse(""), btf, Modules::Unknown)
}

/// The text without type ids, which differ in a link.
fn without_ids(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('[') {
        let (before, after) = rest.split_at(at + 1);
        out.push_str(before);
        rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
        // Indices into arrays stay in the text.
        if !rest.starts_with(']') || before.trim_end_matches('[').ends_with(|c: char| c.is_ascii_alphanumeric()) {
            out.push_str(&after[..after.len() - rest.len()]);
        }
    }
    out + rest
}

/// The texts of a relocation, except for type ids, the number in its section and the instructions around it.
fn said(d: &Detail) -> Vec<String> {
    let mut out = vec![
        format!("{} {} {} {} {}", d.kind_str(), d.path, d.access, d.section, d.line),
        format!("{:?}", d.steps),
        format!("{:?}", d.guard),
    ];
    for (r, w) in d.results.iter().zip(&d.why) {
        out.push(format!(
            "{} {} {:?} {} {} {} {:?}",
            r.name, r.result, r.verdict, r.loads, r.access, r.value, r.member
        ));
        // Relocations of these kinds have type ids as values.
        if !d.kind_str().ends_with("type_id") {
            out.push(r.insn.clone());
        }
        // A link does not have the whole program, so it cannot tell which instructions are reached.
        let details: Vec<&String> =
            w.details.iter().filter(|d| !d.starts_with("The poisoned instruction is ")).collect();
        out.push(format!("{} {} {details:?} {} {:?}", w.title, w.headline, w.consequence, w.near));
        out.push(format!("{:?} {:?} {:?}", w.steps, w.loaders, w.guard));
    }
    let values = |line: &String| if d.kind_str().ends_with("type_id") { String::new() } else { without_ids(line) };
    out.iter().map(values).collect()
}

/// Checks every relocation of an object. Returns the lengths of the links in characters, sorted.
fn check(object: &Path, kernels: &[PathBuf]) -> Vec<usize> {
    let program = Program::new(bpf::Object::parse(read(object)).expect("an object"));
    let targets: Vec<(String, needs::Kernel)> = kernels
        .iter()
        .map(|path| (path.file_name().unwrap_or_default().to_string_lossy().into_owned(), kernel(read(path))))
        .collect();
    let mut lengths = Vec::new();
    for (name, on) in &targets {
        let kernel = NamedKernel { name, on };
        let core = Core { program: &program, kernels: &[kernel] };
        for index in 0..program.records().len() {
            let before = core.detail(index).expect("a detail");
            let carry = core.carry(index).expect("it is there").expect("small enough");
            assert_eq!(carry.kernels.len(), 1);
            lengths.push(carry.text.len() + carry.kernels[0].1.len());
            let carried = bpf::Object::parse(share::unpack(&carry.text).expect("a text")).expect("an object");
            assert!(carried.problems().is_empty(), "{:?}", carried.problems());
            let carried = Program::new(carried);
            let there = self::kernel(share::unpack(&carry.kernels[0].1).expect("a text"));
            let kernel = NamedKernel { on: &there, ..kernel };
            let core = Core { program: &carried, kernels: &[kernel] };
            assert_eq!(carried.records().len(), 1);
            let after = core.detail(0).expect("a detail");
            assert_eq!(carry.key, format!("{}#{}", after.section, after.number));
            match before.results[0].verdict {
                ReloVerdict::Unreached => {
                    assert_eq!(after.results[0].verdict, ReloVerdict::Poisoned, "{}", before.path)
                }
                _ => assert_eq!(said(&after), said(&before), "{} {} on {name}", before.kind_str(), before.path),
            }
            // The relocation from the link, packed once more, gives the same types of the kernel.
            let again = core.carry(0).expect("it is there").expect("small enough");
            assert_eq!(again.kernels, carry.kernels, "{} {} on {name}", before.kind_str(), before.path);
        }
    }
    lengths.sort_unstable();
    lengths
}

#[test]
fn every_relocation_of_the_fixtures_says_the_same() {
    for order in ["el", "eb"] {
        let kernels =
            ["relo-old.bpfel.btf", "relo-new.bpfel.btf", "relo-old.bpfeb.btf", "kernel.x86_64.btf"].map(fixture);
        let lengths = check(&fixture(&format!("relo.clang.bpf{order}.o")), &kernels);
        assert_eq!(lengths.len(), 83 * kernels.len());
    }
}

/// A kernel without `struct lost_member`, and two modules. The struct is in the modules that have an offset for it: the
/// byte at which its `state` is. In a module without one, another struct has the same id.
fn with_modules(states: [Option<u32>; 2]) -> needs::Kernel {
    let mut kernel = Blob::new(Order::Little);
    let int = kernel.int("int", 4, 1);
    let prototype = kernel.prototype(0, &[]);
    kernel.function("boot", prototype, 1);
    let btf = Arc::new(Btf::parse(kernel.build(), None).expect("types"));
    let module = |state: Option<u32>| {
        let mut module = Blob::split(&kernel);
        let (name, at) = state.map_or(("other", 4), |at| ("lost_member", at));
        module.structure(name, 16, &[("kept", int, 0), ("state", int, at * 8)]);
        Arc::new(Btf::parse(module.build(), Some(Arc::clone(&btf))).expect("types of a module"))
    };
    let modules = ["one", "two"].into_iter().zip(states).map(|(name, state)| (name.to_owned(), module(state)));
    let modules = Modules::Given(modules.collect());
    needs::Kernel::new(Release::parse(""), btf, modules)
}

/// The link carries the types of every module that has a candidate, whichever module comes last.
#[test]
fn types_of_modules_are_carried() {
    let program = Program::new(bpf::Object::parse(read(&fixture("relo.clang.bpfel.o"))).expect("an object"));
    for (states, value) in [
        ([Some(12), None], Some("12")),
        ([None, Some(12)], Some("12")),
        ([Some(12), Some(12)], Some("12")),
        // libbpf cannot choose between candidates that differ.
        ([Some(12), Some(8)], None),
    ] {
        let on = with_modules(states);
        let core = Core { program: &program, kernels: &[NamedKernel { name: "it", on: &on }] };
        let list = core.list(&|_, _| {});
        let row = list.rows.iter().find(|r| r.path == "struct lost_member.state" && r.kind_str() == "byte_off");
        let index = row.expect("it reads the member").index;
        let before = core.detail(index).expect("a detail");
        assert_eq!(Some(before.results[0].value.as_str()).filter(|_| value.is_some()), value, "{states:?}");
        let carry = core.carry(index).expect("it is there").expect("small enough");
        let carried = bpf::Object::parse(share::unpack(&carry.text).expect("a text")).expect("an object");
        let there = self::kernel(share::unpack(&carry.kernels[0].1).expect("a text"));
        let carried = Program::new(carried);
        let core = Core { program: &carried, kernels: &[NamedKernel { name: "it", on: &there }] };
        let after = core.detail(0).expect("a detail");
        let said = |d: &Detail| {
            let r = &d.results[0];
            (r.verdict, without_ids(&r.value), r.access.clone(), r.insn.clone())
        };
        assert_eq!(said(&after), said(&before), "{states:?}");
    }
}

/// Real programs on real kernels; and the lengths of their links.
#[test]
fn relocations_of_the_corpus_say_the_same() {
    let Some(corpus) = corpus_or_skip() else { return };
    let third = corpus.either("btf/vmlinux-retis-6.15.1-tiny-x86_64.btf", "btf/vmlinux-deb-6.12.107-arm64.btf");
    let kernels = ["btf/vmlinux-deb-6.1.176-amd64.btf", third, "btf/vmlinux-deb-6.12.107-s390x.btf"];
    let kernels = kernels.map(|file| corpus.path(file));
    let mut lengths = Vec::new();
    let is_program = |file: &String| {
        (file.starts_with("objs/debian/") || file.starts_with("objs/selftests-7.2/")) && file.ends_with(".o")
    };
    let mut objects: Vec<String> = corpus.index().into_iter().map(|row| row.file).filter(is_program).collect();
    objects.sort();
    assert!(objects.len() > 30, "{objects:?}");
    // A generated corpus has many more objects.
    for object in objects.iter().step_by(corpus.at_least(2, 10)) {
        lengths.extend(check(&corpus.path(object), &kernels));
    }
    lengths.sort_unstable();
    let at = |percent: usize| lengths.get(lengths.len() * percent / 100).copied().unwrap_or_default();
    println!("{} links: median {}, 95th {}, longest {:?}", lengths.len(), at(50), at(95), lengths.last());
    assert!(at(50) < most_characters(), "{}", at(50));
}

/// The most characters of a link that mail programs and documents pass on.
fn most_characters() -> usize {
    model::share::MOST
}
