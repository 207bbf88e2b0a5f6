//! The size of an atlas of the corpus. Sizes and counts are printed; the sizes that we guarantee are asserted.

use crate::support::{corpus_atlas, open};

#[test]
fn the_atlas_of_the_corpus_is_small() {
    let Some((kernels, bytes)) = corpus_atlas() else { return };
    let atlas = open(bytes);
    assert_eq!(atlas.kernels().len(), kernels.len());
    let names = atlas.kernel_names();
    assert!(names.iter().zip(atlas.kernels()).all(|(name, kernel)| *name == kernel.release), "releases are unique");
    println!(
        "{} kernels, {} bytes: directory {}, names and forms {:?}, {} blocks, {} sets",
        kernels.len(),
        bytes.len(),
        atlas.directory_len(),
        atlas.stored_len(),
        atlas.block_count(),
        atlas.set_count()
    );
    // docs/atlas.md states 2.0 MB for these 40 kernels.
    assert!(bytes.len() < 2_200_000, "{} bytes", bytes.len());
    assert!(atlas.directory_len() < 300 << 10);
}
