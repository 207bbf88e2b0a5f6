//! Whose CO-RE relocation ends a load, beside libbpf: it makes the relocations of each program that is to be loaded, and those of all
//! subprograms, whoever calls them; one that it cannot make ends the load of the whole object.
//!
//! It wants the right to load programs: libbpf asks the kernel for that before it relocates.
#![cfg(feature = "libbpf")]

use std::sync::Arc;

use btf::Btf;
use libbpf_tests::load::{Only, load_on};
use needs::{Kernel, KernelHas, Kind, Load, Modules, Needs, Release, Report, check};
use tests::fixture;

/// What libbpf says where a relocation ends the load.
const ENDS: &str = "failed to perform CO-RE relocations";

const OBJECTS: [&str; 3] = [
    "stories-refused-own.clang.bpfel.o",
    "stories-refused-called.clang.bpfel.o",
    "stories-refused-unused.clang.bpfel.o",
];

/// Whether a relocation that cannot be made fails a program, as the verdict has it.
fn is_refused(needs: &Needs, report: &Report, program: usize) -> bool {
    let of_core = |need: usize| needs.needs()[need].kind == Kind::Core;
    let refused = |need: usize| of_core(need) && report.answers[need].found == KernelHas::Refused;
    report.programs[program].reasons.iter().any(|r| refused(r.need) && r.load == Load::Fails)
}

#[test]
fn a_relocation_ends_the_load_of_whom_libbpf_asks_it_for() {
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
        // All that are loaded by themselves.
        let loaded = load_on(&bytes, Only::ByItself, Some(&kernel_file));
        let ours = needs.programs().iter().enumerate().any(|(p, of)| of.autoload && is_refused(&needs, &report, p));
        assert_eq!(ours, loaded.log.contains(ENDS), "{name}: {}", loaded.log);
    }
    // The others of `own` are loaded without it; a subprogram is everyone's.
    assert_eq!(refused, ["own", "off", "clean", "calls", "clean"]);
}
