//! The examples of the scratch pad: each is read without an error on every target.

use model::pad::examples::EXAMPLES;
use scratch::{Bits, Severity, Target, compile};

#[test]
fn every_example_compiles() {
    for example in EXAMPLES {
        for bits in [Bits::B32, Bits::B64] {
            for endian in [btf::Endian::Little, btf::Endian::Big] {
                let compiled = compile(example.text, Target { bits, endian });
                // What a static assertion says of sizes is that of 64 bits; the examples hold on both.
                let errors: Vec<_> = compiled.marks.iter().filter(|m| m.severity == Severity::Error).collect();
                assert!(errors.is_empty(), "{} {bits:?} {endian:?}: {errors:?}", example.title);
                assert!(compiled.blob.is_some());
            }
        }
    }
}
