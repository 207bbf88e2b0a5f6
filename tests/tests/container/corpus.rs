//! Every fixture and every file of the corpus that has BTF opens, and its role is recognised.

use container::{OpenErrorKind, Role, detect_role, open};
use tests::fixture;
use tests::reference::corpus_or_skip;

/// The role of a corpus file by its name. The reader must find the same by the content.
fn expected(file: &str) -> Role {
    let name = file.rsplit('/').next().unwrap_or(file);
    if name.ends_with(".btf.base") {
        Role::Base
    } else if name.starts_with("vmlinux") || file.starts_with("objs/synth/") {
        Role::Kernel
    } else if name.starts_with("mod-") || name.ends_with(".ko") {
        Role::Module
    } else if file.starts_with("btf/rawtests/") || (name.starts_with("gcc12-") && !name.contains("bpf")) {
        Role::Other
    } else {
        Role::Program
    }
}

#[test]
fn every_file_is_what_it_is() {
    let Some(corpus) = corpus_or_skip() else { return };
    let mut wrong = Vec::new();
    let mut seen = 0;
    for row in corpus.index() {
        let bytes = corpus.read(&row.file);
        seen += 1;
        match open(&row.file, &bytes) {
            Ok(opened) => {
                if opened.role != expected(&row.file) {
                    wrong.push(format!("{}: {:?}", row.file, opened.role));
                }
                // Exactly the files on a base report that they need one.
                if opened.needs_base.is_some() != (expected(&row.file) == Role::Module) {
                    wrong.push(format!("{}: needs_base {:?}", row.file, opened.needs_base));
                }
                let at = opened.btf.file_range;
                assert_eq!(bytes[at.start as usize..at.end as usize], opened.btf.bytes[..], "{}", row.file);
                let own = fixture::btf_of(&bytes).unwrap_or_default();
                assert_eq!(own, opened.btf.bytes[..], "{}", row.file);
            }
            Err(e) if row.types.is_none() => assert_eq!(e.kind, OpenErrorKind::NoBtf, "{e}"),
            Err(e) => wrong.push(e.to_string()),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen > 300, "only {seen} files");
}

#[test]
fn a_module_names_its_kernel() {
    let Some(corpus) = corpus_or_skip() else { return };
    for (file, name, release, machine) in [
        ("btf/6.1.176-amd64-veth.ko", "veth", "6.1.0-50-amd64", "x86-64"),
        ("btf/6.12.107-s390x-xt_tcpudp.ko", "xt_tcpudp", "6.12.107+deb13-s390x", "s390x"),
    ] {
        let opened = open(file, &corpus.read(file)).unwrap();
        assert_eq!(opened.kernel_release.as_deref(), Some(release));
        assert_eq!(opened.machine(), Some(machine));
        assert_eq!(opened.pointer_size(), Some(8));
        let need = opened.needs_base.as_ref().unwrap();
        assert_eq!(need.module_name.as_deref(), Some(name));
        assert!(need.vermagic.as_deref().unwrap_or_default().starts_with(release));
        assert_eq!(opened.elf().unwrap().build_id.as_ref().map(String::len), Some(40));
    }
}

#[test]
fn fixtures_are_what_they_are() {
    for name in fixture::names() {
        let opened = open(&name, &fixture::read(&name)).unwrap();
        let expected = match () {
            () if name.starts_with("kernel.") => Role::Kernel,
            () if name.starts_with("module.") => Role::Module,
            () if name.contains(".bpf") && name.ends_with(".o") => Role::Program,
            () => Role::Other,
        };
        assert_eq!(opened.role, expected, "{name}");
        assert_eq!(opened.needs_base.is_some(), expected == Role::Module, "{name}");
        assert_eq!(opened.program.is_some(), expected == Role::Program, "{name}");
        // The BTF alone gives the same role, except for facts that only the ELF file has.
        let alone = detect_role(&opened.btf.bytes).unwrap();
        let role = if expected == Role::Program { Role::Other } else { expected };
        assert_eq!(alone.role, role, "{name}");
    }
    let program = open("core", &fixture::read("core.clang.bpfel.o")).unwrap();
    assert_eq!(program.elf().unwrap().core_relos, Some(27));
    assert_eq!(program.machine(), Some("bpf"));
    assert_eq!(program.pointer_size(), Some(8));
    assert!(program.btf_ext.is_some());
    let gcc = open("gcc", &fixture::read("kinds.gcc.ppc.o")).unwrap();
    assert_eq!((gcc.machine(), gcc.pointer_size()), (Some("powerpc"), Some(4)));
}
