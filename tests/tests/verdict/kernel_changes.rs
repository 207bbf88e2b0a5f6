//! The running kernel as a witness for changes of single records, names and headers, which random changes of bytes
//! rarely make. `BTFSCOPE_SEED` selects other changes, `BTFSCOPE_BLOBS` the number of blobs.

use bpf::Object;
use tests::reference::part_or_skip;
use tests::{generate, kernels, records};
use verdict::libbpf;

use crate::change::Parts;
use crate::kernel::{Numbers, agree, count, running, seeds};

/// The BTF of compiled programs, as libbpf loads it.
fn objects() -> Vec<Vec<u8>> {
    let Some(corpus) = part_or_skip("verdict") else { return Vec::new() };
    let files = kernels::objects(&corpus.root().join("files/objs"));
    let fixed = files.iter().filter_map(|file| {
        // Files that are no program objects are skipped.
        let object = Object::parse(std::fs::read(file).ok()?).ok()?;
        let btf = object.btf()?;
        libbpf::fix_up(btf.bytes(), &object).ok().map(|changed| changed.bytes)
    });
    fixed.filter(|blob| blob.len() < 1 << 16).collect()
}

#[test]
fn the_running_kernel_agrees_on_changes_of_records() {
    let Some(version) = running() else { return };
    let mut numbers = Numbers::of_run(71);
    let mut parts: Vec<Parts> = seeds().iter().filter_map(|blob| Parts::of(blob)).collect();
    let compiled: Vec<Parts> = objects().iter().filter_map(|blob| Parts::of(blob)).collect();
    assert!(parts.len() > 60 && compiled.len() > 20, "{} small blobs, {} of programs", parts.len(), compiled.len());
    parts.extend((0..60).filter_map(|_| Parts::of(&records::blob(&numbers.bytes(40, 600)))));
    parts.extend((0..60).filter_map(|_| Parts::of(&generate::blob(&numbers.bytes(40, 400)))));
    let count = count(20_000);
    let rules = agree(version, count, |round| {
        let from = if round % 8 == 7 { &compiled } else { &parts };
        let mut parts = from[numbers.below(from.len())].clone();
        (0..1 + numbers.below(3)).for_each(|_| parts.change(&mut numbers));
        if round % 10 == 9 { parts.under_another_header(&mut numbers) } else { parts.blob() }
    });
    let refused: usize = rules.values().sum();
    assert!(refused > count / 4 && count - refused > count / 10, "{refused} of {count} refused: that proves little");
    assert!(rules.len() > 70, "only {} rules were broken first", rules.len());
}
