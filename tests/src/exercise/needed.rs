//! Asks `needs` about a file as a program object, on several kernels.

use std::sync::{Arc, OnceLock};

use bpf::Object;
use btf::Btf;
use needs::{Kernel, Load, Modules, Needs, Release, check, fold, reaching};
use tailor::Tailor;

use super::Digest;
use crate::fixture;

/// Small kernels of either byte order, one of them without modules.
fn kernels() -> &'static [Kernel] {
    static KERNELS: OnceLock<Vec<Kernel>> = OnceLock::new();
    KERNELS.get_or_init(|| {
        let kernel = |file: &str, release: &str, modules| {
            let btf = Btf::parse(fixture::read(file), None).unwrap_or_else(|e| panic!("{file}: {e}"));
            Kernel::new(Release::parse(release), Arc::new(btf), modules)
        };
        vec![
            kernel("relo-new.bpfel.btf", "linux-6.1.0-56-amd64", Modules::Absent),
            kernel("relo-old.bpfeb.btf", "linux-5.10.218-s390x", Modules::Unknown),
        ]
    })
}

/// Checks an object against kernels and against its own types.
///
/// # Panics
/// When the answers contradict each other.
pub fn needed(bytes: &[u8], digest: &mut Digest) {
    let Ok(object) = Object::parse(bytes) else { return };
    let needs = Needs::of(Arc::new(object));
    digest.debug(&(needs.needs(), needs.programs(), needs.assumptions()));
    for need in needs.needs() {
        for &slot in &need.slots {
            assert!(needs.code().place(slot).is_some(), "{need:?}");
        }
    }
    let own = needs.object().btf().cloned().map(|btf| Kernel::new(Release::default(), btf, Modules::Unknown));
    let mut reports = Vec::new();
    for kernel in kernels().iter().chain(&own) {
        let report = check(&needs, kernel);
        assert_eq!(report.answers.len(), needs.needs().len());
        assert_eq!(report.programs.len(), needs.programs().len());
        for verdict in &report.programs {
            let why = report.foreign.is_some() || !verdict.reasons.is_empty();
            assert!(verdict.load() == Load::Loads || why, "{verdict:?}");
        }
        digest.debug(&report);
        digest.debug(&reaching(&needs, kernel));
        digest.debug(&cut(&needs, kernel));
        reports.push(report);
    }
    let release = Release::default();
    let releases = vec![&release; reports.len()];
    for program in 0..needs.programs().len() {
        let folded: usize = fold(&releases, &reports, program).iter().map(|r| r.kernels.len()).sum();
        assert_eq!(folded, reports.len());
    }
}

/// Cuts the kernel's BTF down for the object; the result must open. Returns its number of types. `None` when a
/// relocation is refused, or the object has no `.BTF` or `.BTF.ext`.
fn cut(needs: &Needs, kernel: &Kernel) -> Option<u32> {
    let (btf, ext) = (needs.object().btf()?, needs.object().ext()?);
    let mut tailor = Tailor::new(kernel.btf().clone());
    tailor.add(btf, ext).ok()?;
    let out = tailor.finish();
    let cut = Btf::parse(out.bytes, None).expect("a blob");
    assert_eq!(cut.types().count(), out.types as usize);
    Some(out.types)
}
