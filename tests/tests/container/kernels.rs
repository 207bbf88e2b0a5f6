//! Debian's kernel packages as they are published. `tests/fetch-kernels.sh` or `cargo xtask corpus` downloads them.

use std::env;
use std::fs::{self, File};
use std::io::{Write, stderr};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use btf::Btf;
use container::{
    Archive, EntryKind, Limits, OpenError, OpenErrorKind, Role, Seekable, Unpacked, Wrapping, fits_base, unpack,
    unpack_entry,
};

/// The name of a machine in Debian and in `container`, and whether Debian builds its kernel with BTF.
const MACHINES: &[(&str, &str, bool)] = &[
    ("amd64", "x86-64", true),
    ("arm64", "arm64", true),
    ("s390x", "s390x", true),
    ("ppc64el", "ppc64le", true),
    ("riscv64", "riscv64", true),
    ("armhf", "arm", false),
    ("i386", "i386", false),
];

/// Whether a package has a kernel: `cargo xtask corpus` stores other packages in the same folder.
fn is_kernel(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with("linux-image-") && name.ends_with(".deb")
}

/// The packages. If there are none, reports the test as skipped. CI downloads one if it can, so a machine without a
/// network must not fail here.
fn packages() -> Vec<PathBuf> {
    let Some(folder) = env::var_os("BTFSCOPE_KERNELS") else {
        let why = "BTFSCOPE_KERNELS is not set: tests/fetch-kernels.sh fetches kernel packages";
        stderr().write_all(format!("SKIPPED kernels::packages_open: {why}\n").as_bytes()).ok();
        return Vec::new();
    };
    let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut list: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).filter(|p| is_kernel(p)).collect();
    list.sort();
    assert!(!list.is_empty(), "no packages in {}", folder.display());
    list
}

fn entry(path: &Path, index: u32) -> Result<Unpacked, OpenError> {
    let mut source = Seekable::new(File::open(path).expect("it was there")).expect("a file seeks");
    unpack_entry("kernel.deb", &mut source, index, &Limits::default(), &mut |_| ControlFlow::Continue(()))
}

fn list(path: &Path) -> Archive {
    let mut source = Seekable::new(File::open(path).expect("it was there")).expect("a file seeks");
    let mut reports = 0;
    let found = unpack("kernel.deb", &mut source, &Limits::default(), &mut |progress| {
        assert!(progress.done <= progress.total);
        reports += 1;
        ControlFlow::Continue(())
    });
    assert!(reports > 50, "{} reports", reports);
    match found {
        Ok(Unpacked::Archive(archive)) => *archive,
        other => panic!("{}: {other:?}", path.display()),
    }
}

#[test]
fn packages_open() {
    for path in packages() {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let parts: Vec<&str> = name.trim_end_matches(".deb").split('_').collect();
        let [package, _, architecture] = parts[..] else { panic!("{name}: not the name of a package") };
        let release = package.trim_start_matches("linux-image-");
        let (_, machine, has_btf) = *MACHINES.iter().find(|m| m.0 == architecture).expect("a known architecture");

        let archive = list(&path);
        assert_eq!(archive.what, Wrapping::Deb);
        let of = |kind| archive.entries.iter().filter(move |e| e.kind == kind);
        let kernels: Vec<_> = of(EntryKind::Kernel).collect();
        assert_eq!(kernels.len(), 1, "{name}: {kernels:?}");
        assert!(kernels[0].path.starts_with("boot/vmlinu") && kernels[0].path.ends_with(release), "{kernels:?}");
        assert!(of(EntryKind::Module).count() > 500, "{name}");
        let veth = of(EntryKind::Module).find(|e| e.path.contains("/veth.ko")).expect("a module");

        if !has_btf {
            for index in [kernels[0].index, veth.index] {
                let error = entry(&path, index).unwrap_err();
                assert_eq!(error.kind, OpenErrorKind::NoBtf, "{name}: {error}");
            }
            let error = entry(&path, kernels[0].index).unwrap_err();
            assert!(error.found.contains(release), "{name}: {error}");
            continue;
        }
        let Ok(Unpacked::File(kernel)) = entry(&path, kernels[0].index) else { panic!("{name}: the kernel") };
        assert_eq!(kernel.role, Role::Kernel, "{name}");
        assert_eq!(kernel.kernel_release.as_deref(), Some(release), "{name}");
        assert_eq!(kernel.machine(), Some(machine), "{name}");
        let btf = Arc::new(Btf::parse(kernel.btf.bytes, None).unwrap());
        assert_eq!(btf.diagnostics(), [], "{name}");
        assert!(btf.own_type_count() > 80_000, "{name}: {} types", btf.own_type_count());

        let Ok(Unpacked::File(module)) = entry(&path, veth.index) else { panic!("{name}: veth") };
        assert_eq!(module.role, Role::Module, "{name}");
        assert_eq!(module.kernel_release.as_deref(), Some(release), "{name}");
        assert_eq!(module.machine(), Some(machine), "{name}");
        assert_eq!(module.needs_base.and_then(|need| need.module_name).as_deref(), Some("veth"), "{name}");
        assert_eq!(fits_base(&module.btf.bytes, &btf), Ok(()), "{name}");
        let split = Btf::parse(module.btf.bytes, Some(btf)).unwrap();
        assert_eq!(split.diagnostics(), [], "{name}");
        assert!(split.types().any(|t| t.name() == "veth_xmit"), "{name}");
    }
}
