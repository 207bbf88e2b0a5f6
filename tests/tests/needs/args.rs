//! The argument types that programs assume, on kernels where the traced function has other types. The prototypes were
//! read with `bpftool btf dump`.

use std::sync::Arc;

use bpf::Object;
use needs::{Kernel, Load, Modules, NeedKind, Needs, Release, Sure, check};
use tests::fixture;
use tests::kernels::kernel;
use tests::reference::part_or_skip;

/// Kernels, each with the struct that the first argument of its `vfs_unlink` points to.
const KERNELS: [(&str, &str); 5] = [
    ("linux-5.10.0-32-amd64_5.10.223-1.btf", "inode"),
    ("linux-6.1.0-56-amd64.btf", "user_namespace"),
    ("linux-6.12.107+deb13-amd64_6.12.107-1.btf", "mnt_idmap"),
    ("linux-6.16.12+deb13-amd64_6.16.12-1-bpo13+1.btf", "mnt_idmap"),
    ("linux-6.17.13+deb13-amd64_6.17.13-1-bpo13+1.btf", "mnt_idmap"),
];

#[test]
fn an_argument_of_another_type_is_told() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let object = Object::parse(fixture::read("stories-args.clang.bpfel.o")).expect("an object");
    let needs = Needs::of(Arc::new(object));
    for (name, pointed) in KERNELS {
        let kernel = Kernel::new(Release::parse(name), kernel(&corpus, name), Modules::Unknown);
        let report = check(&needs, &kernel);
        for (program, verdict) in needs.programs().iter().zip(&report.programs) {
            let of_vfs_unlink = matches!(program.name.as_str(), "unlinked" | "passed_on");
            let Some(reason) = verdict.reasons.first() else {
                // Types that fit: a folio begins with a page, and a sock with a sock_common; a task is the same type
                // everywhere.
                assert!(!of_vfs_unlink || pointed == "inode", "{name} {}", program.name);
                continue;
            };
            assert!(of_vfs_unlink && pointed != "inode", "{name} {}: {verdict:?}", program.name);
            assert_eq!((needs.needs()[reason.need].kind, verdict.load()), (NeedKind::Args, Load::CannotTell));
            let answer = &report.answers[reason.need];
            let said = format!(
                "it reads argument 1 of vfs_unlink as a struct inode, and on this kernel it is a struct {pointed}"
            );
            assert_eq!((answer.sure, answer.reason.as_deref()), (Sure::Suggested, Some(said.as_str())));
        }
    }
}
