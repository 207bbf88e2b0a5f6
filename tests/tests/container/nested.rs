//! Archives within an archive: what is cancelled ends, and all of them share one limit.

use std::cell::Cell;
use std::ops::ControlFlow;

use container::{Limits, OpenError, OpenErrorKind, unpack_each};
use tests::fixture;

use crate::archives::tar_of;
use crate::support::{gzip, noise};

/// An archive of two archives, each of two kernels with a large file between them.
fn two_archives() -> Vec<u8> {
    let kernel = fixture::read("kernel.x86_64.btf");
    let inner = tar_of(&[("a.btf", kernel.clone()), ("between", noise(5 << 20)), ("b.btf", kernel)]);
    tar_of(&[("1.btf.tar", inner.clone()), ("2.btf.tar", inner)])
}

/// Takes all kernels out. `stop(reports, kernels)` says whether to cancel at a report of progress.
fn take(bytes: &[u8], stop: impl Fn(u32, u32) -> bool) -> (Result<(), OpenError>, u32, u32) {
    let (mut reports, kernels) = (0, Cell::new(0));
    let result = unpack_each(
        "all.tar",
        &mut { bytes },
        &Limits::default(),
        &mut |_| {
            reports += 1;
            if stop(reports, kernels.get()) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
        &mut |path, found| {
            assert!(found.is_ok(), "{path}: {found:?}");
            kernels.set(kernels.get() + 1);
        },
    );
    (result, reports, kernels.get())
}

#[test]
fn cancelled_inside_an_archive() {
    let bytes = two_archives();
    let (result, reports, kernels) = take(&bytes, |_, _| false);
    assert_eq!((result.is_ok(), kernels), (true, 4));
    // After the first kernel, the large file is passed over, so there is a report before the second kernel.
    let (result, _, kernels) = take(&bytes, |_, kernels| kernels > 0);
    assert_eq!((result.map_err(|e| e.kind), kernels), (Err(OpenErrorKind::Cancelled), 1));
    for at in (1..=reports).step_by((reports as usize / 8).max(1)) {
        let (result, seen, kernels) = take(&bytes, |report, _| report >= at);
        assert_eq!(result.map_err(|e| e.kind), Err(OpenErrorKind::Cancelled), "at report {at} of {reports}");
        assert_eq!(seen, at, "went on after it was cancelled");
        assert!(kernels <= 4);
    }
}

#[test]
fn archives_within_an_archive_share_a_limit() {
    let kernel = fixture::read("kernel.x86_64.btf");
    // Each alone is no bomb: it stays below the size from which the ratio is checked.
    let inner = gzip(&tar_of(&[("zeros", vec![0; 600 << 10]), ("a.btf", kernel)]));
    let names: Vec<String> = (0..40).map(|i| format!("{i}.btf.tar.gz")).collect();
    let files: Vec<(&str, Vec<u8>)> = names.iter().map(|name| (name.as_str(), inner.clone())).collect();
    let bytes = tar_of(&files);
    let opened = |limits: &Limits| {
        let (mut opened, mut refused) = (0, Vec::new());
        let result =
            unpack_each("all.tar", &mut &bytes[..], limits, &mut |_| ControlFlow::Continue(()), &mut |_, found| {
                match found {
                    Ok(_) => opened += 1,
                    Err(e) => refused.push(e.to_string()),
                }
            });
        assert!(result.is_ok(), "{result:?}");
        (opened, refused)
    };
    assert_eq!(opened(&Limits::default()), (40, Vec::new()));
    let (some, refused) = opened(&Limits { ratio: 8, ratio_from: 1 << 20, ..Limits::default() });
    assert!((1..20).contains(&some), "{some}");
    assert!(refused.iter().all(|error| error.contains("compression bomb")), "{refused:?}");
}
