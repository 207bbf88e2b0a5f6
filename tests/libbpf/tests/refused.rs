//! Compares with libbpf which programs do not load because of a failed CO-RE relocation. libbpf applies the relocations
//! of each program that is loaded, and of all subprograms, whether called or not. A relocation that fails ends the load
//! of the whole object.
//!
//! It needs the right to load programs, which libbpf checks before it applies relocations.
#![cfg(feature = "libbpf")]

use std::sync::Arc;

use btf::Btf;
use libbpf_tests::load::{Only, load_on};
use needs::{Kernel, KernelHas, Load, Modules, NeedKind, Needs, Release, Report, check};
use tests::fixture;

/// libbpf's message when a relocation ends the load.
const ENDS: &str = "failed to perform CO-RE relocations";

const OBJECTS: [&str; 3] = [
    "stories-refused-own.clang.bpfel.o",
    "stories-refused-called.clang.bpfel.o",
    "stories-refused-unused.clang.bpfel.o",
];

/// Whether our verdict is that a relocation makes this program fail.
fn is_refused(needs: &Needs, report: &Report, program: usize) -> bool {
    let of_core = |need: usize| needs.needs()[need].kind == NeedKind::Core;
    let refused = |need: usize| of_core(need) && report.answers[need].found == KernelHas::Refused;
    report.programs[program].reasons.iter().any(|r| refused(r.need) && r.load == Load::Fails)
}

#[test]
fn a_failed_relocation_ends_the_load_as_in_libbpf() {
    let kernel_file = fixture::folder().join("relo-new.bpfel.btf");
    let btf = Arc::new(Btf::parse(fixture::read("relo-new.bpfel.btf"), None).expect("BTF"));
    let kernel = Kernel::new(Release::parse("6.12"), btf, Modules::Absent);
    let mut refused = Vec::new();
    for name in OBJECTS {
        let bytes = fixture::read(name);
        let needs = Needs::of(Arc::new(bpf::Object::parse(bytes.clone()).expect("an object")));
        let report = check(&needs, &kernel);
        for (p, program) in needs.programs().iter().enumerate() {
            let loaded = load_on(&bytes, Only::Program(&program.section, &program.name), Some(&kernel_file));
            if loaded.log.contains("Operation not permitted") || loaded.not_permitted {
                return tests::skip("there is no right to load programs (CAP_BPF)");
            }
            let ends = loaded.log.contains(ENDS);
            assert_eq!(is_refused(&needs, &report, p), ends, "{name} {}: {}", program.name, loaded.log);
            if ends {
                refused.push(program.name.clone());
            }
        }
        // Load all programs that are loaded by default.
        let loaded = load_on(&bytes, Only::ByItself, Some(&kernel_file));
        let ours = needs.programs().iter().enumerate().any(|(p, of)| of.autoload && is_refused(&needs, &report, p));
        assert_eq!(ours, loaded.log.contains(ENDS), "{name}: {}", loaded.log);
    }
    // In the first object, `own` and `off` have a failed relocation each, and the other programs load without them. In
    // the other two objects a subprogram has it, so every program fails.
    assert_eq!(refused, ["own", "off", "clean", "calls", "clean"]);
}
