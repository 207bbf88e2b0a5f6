//! Reports the tests as skipped when libbpf is not compiled in.

#[cfg(not(feature = "libbpf"))]
#[test]
fn compared_with_libbpf() {
    tests::skip(
        "libbpf is not compiled in: `cargo xtask test` compares sizes, alignments and CO-RE relocations with libbpf's \
         where libelf-dev, zlib1g-dev, pkg-config, make and a C compiler are installed, and cargo with \
         `--features libbpf-tests/libbpf`",
    );
}
