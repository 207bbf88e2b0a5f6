//! The examples of the scratch pad: each compiles without an error for every target.

use model::pad::examples::EXAMPLES;
use scratch::{Bits, Severity, Target, compile};

#[test]
fn every_example_compiles() {
    for example in EXAMPLES {
        for bits in [Bits::B32, Bits::B64] {
            for endian in [btf::Endian::Little, btf::Endian::Big] {
                let compiled = compile(example.text, Target { bits, endian });
                // Static assertions on sizes hold for 64 bits only; the rest must hold for all.
                let errors: Vec<_> = compiled.marks.iter().filter(|m| m.severity == Severity::Error).collect();
                assert!(errors.is_empty(), "{} {bits:?} {endian:?}: {errors:?}", example.title);
                assert!(compiled.blob.is_some());
            }
        }
    }
}
