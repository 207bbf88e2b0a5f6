//! Verdicts of kernels and of libbpf.

use std::sync::Arc;

use btf::{Btf, Endian, Header};
use verdict::{Mode, Options, Version, judge, libbpf};

/// Judges a blob as every version does, in both modes, alone and on a base: the same verdict twice, with and without the whole log,
/// and every fault within the blob.
///
/// # Panics
/// When that is not so.
pub fn judged(blob: &[u8]) {
    judged_by(blob, &Version::OFFERED);
}

/// The same for some versions.
///
/// # Panics
/// When that is not so.
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
        // Without its layout section a blob may have unknown kinds. libbpf opens blobs whose header claims to be
        // shorter than it is, with sections inside it; in its copy the header has that length, and the sections follow
        // directly.
        if let Ok(changed) = libbpf::sanitize(blob, version)
            && !changed.changes.iter().any(|change| change.contains("layout"))
            && header_len(blob) >= Header::CLASSIC
        {
            assert_eq!(libbpf::read(&changed.bytes), Ok(()), "{version}: what libbpf changed it opens");
        }
    }
}

/// What the header says of its length.
fn header_len(blob: &[u8]) -> u32 {
    Endian::of_magic(blob).and_then(|order| order.u32_at(blob, 4)).unwrap_or_default()
}
