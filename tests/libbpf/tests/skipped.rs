//! Reports the tests as skipped when libbpf is not compiled in.

#[cfg(not(feature = "libbpf"))]
#[test]
fn compared_with_libbpf() {
    tests::skip(
        "sizes, alignments and CO-RE relocations are compared with libbpf's by `cargo xtask test` where libelf-dev, zlib1g-dev, pkg-config and a C \
         compiler are, or with `--features libbpf-tests/libbpf`",
    );
}
