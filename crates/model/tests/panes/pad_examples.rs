//! The examples of the scratch pad: each compiles without an error for every target.

use layout::LayoutRow;
use model::pad::examples::EXAMPLES;
use model::pad::preview;
use scratch::{Bits, Severity, Target, compile};

#[test]
fn every_example_compiles() {
    for example in EXAMPLES {
        for bits in [Bits::B32, Bits::B64] {
            for endian in [btf::Endian::Little, btf::Endian::Big] {
                let compiled = compile(example.text, Target { bits, endian });
                // A static assertion that does not hold is an error, too.
                let errors: Vec<_> = compiled.marks.iter().filter(|m| m.severity == Severity::Error).collect();
                assert!(errors.is_empty(), "{} {bits:?} {endian:?}: {errors:?}", example.title);
                assert!(compiled.blob.is_some());
            }
        }
    }
}

/// The picture on the start page shows the layout that the pad computes for the same source.
#[test]
fn the_preview_is_the_layout_of_its_source() {
    let target = Target { bits: Bits::B64, endian: btf::Endian::Little };
    let blob = compile(preview::SOURCE, target).blob.expect("it compiles");
    let btf = btf::Btf::parse(blob, None).expect("BTF");
    let packet = btf.types().find(|t| t.name() == "packet").expect("it is there").id();
    let layout = layout::layout(&btf, packet, &layout::Options::default()).expect("a struct");
    let name =
        |m: &layout::MemberLayout| btf.get(packet)?.members().nth(m.index.0 as usize).map(|m| m.name().to_owned());
    let rows: Vec<_> = layout
        .rows
        .iter()
        .map(|row| match row {
            LayoutRow::Member(m) => (m.offset / 8, m.bits / 8, name(m)),
            LayoutRow::Hole { offset, bits, .. } => (offset / 8, bits / 8, None),
            LayoutRow::Padding { .. } => panic!("padding"),
        })
        .collect();
    let drawn = preview::PIECES.map(|p| (p.at.into(), p.bytes.into(), p.member.map(str::to_owned)));
    assert_eq!(rows, drawn);
    let holes: u32 = preview::PIECES.iter().filter(|p| p.member.is_none()).map(|p| p.bytes).sum();
    assert_eq!(preview::FACTS, format!("{} bytes, {holes} a hole", layout.size));
}
