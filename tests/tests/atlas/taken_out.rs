//! A kernel taken out of an atlas is equal to the kernel put in: type by type, and in what printers show.

use btf::{Btf, Kind, TypeId};
use dump::{CFileOptions, COptions, PaholeOptions};

use tests::extended::{sample, step};

use crate::support::{Given, atlas_of, corpus_atlas, draft_of, open, pairs, small};

/// How many types of each kernel are printed. The extended run prints all.
const PRINTED: usize = 2_000;

/// How many structs at most are printed with all types they need.
const WITH_ALL: usize = 4;

/// Checks that each type of one kernel has an equal type in the other, and that there are as many.
fn same_types(given: &Given, taken: &[u8]) {
    let again = Given::new(&format!("{}-again", given.kernel.release), taken.to_vec());
    assert_eq!(again.kernel.types, given.kernel.types, "{}", given.kernel);
    let counts = draft_of(&[given, &again]).counts();
    assert_eq!(counts.sets, 1, "{}: a form is in one of the two only", given.kernel);
}

fn c(btf: &Btf, id: TypeId) -> String {
    let mut out = String::new();
    dump::c_type(btf, id, &mut out, &COptions::default());
    out
}

fn with_all(btf: &Btf, id: TypeId) -> String {
    let mut out = String::new();
    dump::c_with_dependencies(btf, &[id], &mut out, &CFileOptions::default());
    out
}

fn pahole(btf: &Btf, id: TypeId) -> Result<String, layout::LayoutError> {
    let mut out = String::new();
    dump::pahole(btf, id, &mut out, &PaholeOptions::default()).map(|()| out)
}

/// Checks that printing types of the same name gives the same text.
fn same_text(original: &Btf, taken: &Btf, most: usize, what: &str) {
    let pairs = pairs(original, taken);
    let step = pairs.len().div_ceil(most).max(1);
    let mut structs = 0;
    for (theirs, ours) in pairs.into_iter().step_by(step) {
        let name = || dump::type_name(original, theirs);
        assert_eq!(c(taken, ours), c(original, theirs), "{what}: {}", name());
        let kind = original.kind(theirs);
        if matches!(kind, Some(Kind::Struct | Kind::Union)) {
            let (a, b) = (pahole(taken, ours), pahole(original, theirs));
            // Error texts contain ids, so only the results are compared.
            assert_eq!(a.as_ref().ok(), b.as_ref().ok(), "{what}: {}", name());
            assert_eq!(layout::size_of(taken, ours).ok(), layout::size_of(original, theirs).ok());
            assert_eq!(layout::align_of(taken, ours), layout::align_of(original, theirs));
            structs += 1;
            if structs % (most / 8).max(1) == 1 && structs / (most / 8).max(1) < WITH_ALL {
                assert_eq!(with_all(taken, ours), with_all(original, theirs), "{what}: {}", name());
            }
        }
    }
    assert!(structs > 0, "{what}: no struct was compared");
}

#[test]
fn small_kernels_come_out_as_they_went_in() {
    let given = small();
    let bytes = atlas_of(&given.iter().collect::<Vec<_>>());
    let atlas = open(&bytes);
    for (i, g) in given.iter().enumerate() {
        let taken = atlas.take_out(i as u32).expect("sound");
        same_types(g, &taken);
        let taken = Btf::parse(taken, None).expect("BTF");
        assert_eq!(taken.diagnostics(), []);
        same_text(&g.btf(), &taken, usize::MAX / 16, &g.kernel.release);
    }
}

#[test]
fn kernels_of_the_corpus_come_out_as_they_went_in() {
    let most = if step(2) == 1 { usize::MAX / 16 } else { PRINTED };
    let Some((kernels, bytes)) = corpus_atlas() else { return };
    let atlas = open(bytes);
    for given in sample(kernels, 2) {
        let number = atlas.kernel_called(&given.kernel.full_name()).expect("it is there");
        assert_eq!(atlas.kernels()[number as usize], given.kernel);
        let taken = atlas.take_out(number).expect("sound");
        same_types(given, &taken);
        let taken = Btf::parse(taken, None).expect("BTF");
        assert_eq!(taken.diagnostics(), [], "{}", given.kernel);
        assert_eq!(taken.endian(), given.kernel.endian);
        same_text(&given.btf(), &taken, most, &given.kernel.release);
    }
}

#[test]
fn an_atlas_of_what_was_taken_out_is_the_same() {
    let given = small();
    let bytes = atlas_of(&given.iter().collect::<Vec<_>>());
    let atlas = open(&bytes);
    let mut again = atlas::Draft::new();
    for (i, kernel) in atlas.kernels().iter().enumerate() {
        let taken = Btf::parse(atlas.take_out(i as u32).expect("sound"), None).expect("BTF");
        again.add(kernel.clone(), &taken).expect("it fits");
    }
    assert!(again.write().expect("it fits") == bytes);
}
