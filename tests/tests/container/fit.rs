//! Modules are recognised as fitting on their own kernel, and on no other.

use std::sync::Arc;

use btf::Btf;
use container::{Continued, MisfitKind, fits_base, open};
use tests::fixture;
use tests::reference::corpus_or_skip;

#[test]
fn modules_fit_on_their_kernel_only() {
    let Some(corpus) = corpus_or_skip() else { return };
    let rows = corpus.index();
    let debian = rows
        .iter()
        .filter_map(|row| Some((row.file.strip_prefix("btf/vmlinux-deb-")?.strip_suffix(".btf")?, row.file.as_str())));
    let others = [
        ("retis-6.15.1", "btf/vmlinux-retis-6.15.1-tiny-x86_64.btf"),
        ("cilium-kernel", "btf/vmlinux-cilium-testdata.btf"),
        ("cilium-btf_testmod", "btf/mod-cilium-btf_testmod.btf.base"),
        ("arm32", "objs/synth/pahole-arm32le-deb6.1hdr.btf"),
    ];
    let others: Vec<_> = if corpus.is_made() { Vec::new() } else { others.to_vec() };
    let kernels: Vec<(&str, Arc<Btf>)> =
        debian.chain(others).map(|(tag, file)| (tag, Arc::new(Btf::parse(corpus.read(file), None).unwrap()))).collect();
    assert!(kernels.len() >= 6, "only {} kernels", kernels.len());
    let mut pairs = 0;
    for row in corpus.index().into_iter().filter(|r| r.file.contains("/mod-") && r.file.ends_with(".btf")) {
        let module = corpus.read(&row.file);
        for (tag, kernel) in &kernels {
            let fits = fits_base(&module, kernel);
            let should = row.file.contains(tag);
            assert_eq!(fits.is_ok(), should, "{} on {tag}: {fits:?}", row.file);
            pairs += 1;
        }
    }
    assert!(pairs > 50, "only {pairs} pairs");
}

/// Even if the kernel itself is not there, a module fits only the number of types that its own kernel has.
#[test]
fn modules_continue_the_count_of_their_kernel_only() {
    let Some(corpus) = corpus_or_skip() else { return };
    let rows = corpus.index();
    let is_kernel =
        |file: &str| Some((file.strip_prefix("btf/vmlinux-deb-")?.strip_suffix(".btf")?.to_owned(), file.to_owned()));
    let kernels: Vec<(String, u32)> = rows
        .iter()
        .filter_map(|row| is_kernel(&row.file))
        .map(|(tag, file)| (tag, Btf::parse(corpus.read(&file), None).unwrap().type_cnt() - 1))
        .collect();
    assert!(kernels.len() >= 2, "only {} kernels", kernels.len());
    let (mut right, mut told) = (0, 0);
    for row in rows.iter().filter(|r| r.file.contains("/mod-deb") && r.file.ends_with(".btf")) {
        let module = Continued::parse(&corpus.read(&row.file)).unwrap();
        let fits = |count: u32| module.fits(count).is_ok_and(|references| references > 0);
        for (tag, count) in &kernels {
            let should = row.file.contains(tag.as_str());
            assert_eq!(fits(*count), should, "{} on {tag}: {:?}", row.file, module.fits(*count));
            right += u32::from(should);
            // A number that is one larger or smaller does not fit, except for a module with too few references to its
            // own types.
            told += u32::from(should && !fits(count - 1) && !fits(count + 1));
        }
    }
    assert!(right >= 14 && told >= 13, "{right} modules, of which {told} do not fit one type more or less");
}

#[test]
fn a_misfit_says_what_does_not_fit() {
    let kernel = |name| Arc::new(Btf::parse(fixture::read(name), None).unwrap());
    let module = open("m", &fixture::read("module.x86_64.ko")).unwrap().btf.bytes;
    assert_eq!(fits_base(&module, &kernel("kernel.x86_64.btf")), Ok(()));
    let other = fits_base(&module, &kernel("kernel.s390x.btf")).unwrap_err();
    assert_eq!(other.kind, MisfitKind::ByteOrder);
    // A blob with the right byte order but fewer strings.
    let short = fits_base(&module, &kernel("kinds.bpfel.btf")).unwrap_err();
    assert!(!short.to_string().is_empty());
    assert!(short.range.end as usize <= module.len());
    let unreadable = fits_base(b"\x9f\xeb", &kernel("kernel.x86_64.btf")).unwrap_err();
    assert!(matches!(unreadable.kind, MisfitKind::Unreadable(_)));
}
