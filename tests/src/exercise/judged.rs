//! Verdicts of kernels and of libbpf on a blob.

use std::sync::Arc;

use btf::{Btf, Endian, Header};
use verdict::{Mode, Options, Version, judge, libbpf};

/// Judges a blob by each of `Version::OFFERED`, in three ways: in `Mode::Load`, in `Mode::Kernel` without a base, and
/// in `Mode::Kernel` with the blob as its own base. A second judgement must be equal to the first. A judgement with the
/// whole log must have the same errno and faults. Every fault must be inside the blob.
///
/// # Panics
/// When one of these does not hold.
pub fn judged(blob: &[u8]) {
    judged_by(blob, &Version::OFFERED);
}

/// Like [`judged`], for these versions.
///
/// # Panics
/// As [`judged`].
pub fn judged_by(blob: &[u8], versions: &[Version]) {
    let base = Btf::parse(blob, None).ok().map(Arc::new);
    for &version in versions {
        for (mode, base) in [(Mode::Load, None), (Mode::Kernel, None), (Mode::Kernel, base.as_deref())] {
            let options = Options { mode, base, ..Options::new(version) };
            let brief = judge(blob, &options);
            let whole = judge(blob, &Options { whole_log: true, ..options });
            assert_eq!(brief, judge(blob, &options));
            assert_eq!((brief.errno, &brief.faults), (whole.errno, &whole.faults));
            assert_eq!(brief.errno, brief.faults.first().map(|fault| fault.rule.errno()));
            for fault in &brief.faults {
                assert!(fault.range.end as usize <= blob.len(), "{fault:?}");
                assert!(!fault.reference().is_empty());
            }
            if mode == Mode::Load && brief.faults.first().is_some_and(|fault| !fault.words.is_empty()) {
                assert!(whole.log.ends_with(&brief.log), "{version}: {:?}", brief.faults.first());
            }
        }
        // libbpf opens the blob that it has changed, with two exceptions. When it removes the layout section, unknown
        // kinds may be left. And a header that states less than its real length may have sections inside it; in
        // libbpf's copy, the header has the stated length and the sections follow it.
        if let Ok(changed) = libbpf::sanitize(blob, version)
            && !changed.changes.iter().any(|change| change.contains("layout"))
            && header_len(blob) >= Header::CLASSIC
        {
            assert_eq!(libbpf::read(&changed.bytes), Ok(()), "{version}: the blob that libbpf changed");
        }
    }
}

/// The header's own length field (`hdr_len`).
fn header_len(blob: &[u8]) -> u32 {
    Endian::of_magic(blob).and_then(|order| order.u32_at(blob, 4)).unwrap_or_default()
}
