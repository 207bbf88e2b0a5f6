//! Calls that were inlined. We have no kernel with `.BTF.inline`, so the blobs are handmade.

use std::sync::Arc;

use btf::{Btf, TypeId};
use relate::{arguments, location, sites};
use tests::blob::{Blob, LAYOUT, LOC_LAYOUT, Order, kind};
use tests::handmade::{self, loc};

#[test]
fn sites_and_arguments() {
    for order in Order::BOTH {
        let btf = Btf::parse(loc(order, LOC_LAYOUT).build(), None).unwrap();
        let all: Vec<_> = sites(&btf).collect();
        let rows: Vec<_> = all.iter().map(|s| (s.func.0, s.arguments.0, s.section.0, s.offset)).collect();
        assert_eq!(rows, [(3, 7, 8, 0x10), (3, 7, 8, 0x400)]);
        let text = "a = -10, b = 81985529216486895, c = *(register 7 + 16), #3 not known";
        assert_eq!(all.iter().map(|s| arguments(&btf, s)).collect::<Vec<_>>(), [text; 2]);
    }
}

/// The lines that bpftool's selftest expects for the same types.
#[test]
fn raw_as_the_newest_bpftool() {
    for order in Order::BOTH {
        let btf = Btf::parse(handmade::locations(order).build(), None).unwrap();
        let mut text = String::new();
        dump::raw(&btf, &mut text);
        let (_, locations) = text.split_once("linkage=static\n").unwrap();
        assert_eq!(
            locations,
            "\
[4] LOC_PARAM '(anon)' size=4 flags=0x8 vlen=1 values='reg1'
[5] LOC_PARAM '(anon)' size=8 flags=0x38 vlen=2 values='*(reg2 + 0x10)'
[6] LOC_PARAM '(anon)' size=8 flags=0x29 vlen=2 values='fbreg - 0x10'
[7] LOC_PARAM '(anon)' size=8 flags=0x6 vlen=2 values='0x123456789abcdef0 (addr)'
[8] LOC_PARAM '(anon)' size=8 flags=0x2 vlen=2 values='0xdeadbeeffeedface'
[9] LOC_PARAM '(anon)' size=8 flags=0x39 vlen=2 values='*(fbreg - 0x20)'
[10] LOC_PROTO '(anon)' vlen=6
\ttype_id=4 value='reg1'
\ttype_id=5 value='*(reg2 + 0x10)'
\ttype_id=6 value='fbreg - 0x10'
\ttype_id=7 value='0x123456789abcdef0 (addr)'
\ttype_id=8 value='0xdeadbeeffeedface'
\ttype_id=9 value='*(fbreg - 0x20)'
[11] LOCSEC 'inline.text' vlen=1
\tname='foo' func_type_id=3 loc_proto_type_id=10 offset=64
"
        );
    }
}

/// As in a kernel, the calls are in a split BTF whose base is the kernel's BTF.
#[test]
fn on_the_types_of_another_blob() {
    let base = Blob::new(Order::Little);
    let mut base = base;
    let int = base.int("int", 4, 1);
    let proto = base.prototype(int, &[("x", int), ("", int)]);
    let func = base.function("f", proto, 0);
    base.layout(&LAYOUT);
    base.layout(&LOC_LAYOUT);
    let mut inline = Blob::split(&base);
    let cases: [(u32, &[u32], &str); 17] = [
        (2, &[7], "7"),
        (3, &[0xffff_ffff], "-1"),
        (3, &[0xffff_fffe, 0xffff_ffff], "-2"),
        (6, &[0x8000_0000, 1], "address 0x180000000"),
        (8, &[5], "register 5"),
        (0x18, &[5], "*register 5"),
        (0x28, &[5, 0xffff_fff0], "register 5 - 16"),
        (0x38, &[5, 8], "*(register 5 + 8)"),
        (0x38, &[5, 0xffff_fff0, 0xffff_ffff], "*(register 5 - 16)"),
        (0x29, &[0xffff_ffff, 0xffff_fff0], "frame base - 16"),
        (8, &[5, 6], "register 5 and register 6"),
        // Forms that are not known.
        (0xa, &[1], "flags 0xa, values 0x1"),
        (0x48, &[1], "flags 0x48, values 0x1"),
        (8, &[], "flags 0x8, values "),
        (4, &[1, 2], "flags 0x4, values 0x1 0x2"),
        (0x18, &[1, 2], "flags 0x18, values 0x1 0x2"),
        (2, &[1, 2, 3, 4, 5], "flags 0x2, values 0x1 0x2 0x3 0x4 …"),
    ];
    let params: Vec<(u32, &str)> = cases
        .iter()
        .map(|&(flags, values, text)| {
            let words: Vec<u32> = [flags].iter().chain(values).copied().collect();
            (inline.record(0, kind::LOC_PARAM, values.len() as u32, false, 8, &words), text)
        })
        .collect();
    let places = inline.record(0, kind::LOC_PROTO, 3, false, 0, &[params[0].0, 0, params[4].0]);
    let text = inline.string(".init.text");
    inline.record(text, kind::LOCSEC, 2, false, 0, &[func, places, 4, func, 0, 8]);
    let base = Arc::new(Btf::parse(base.build(), None).unwrap());
    let btf = Btf::parse(inline.build(), Some(base)).unwrap();
    for (id, text) in params {
        assert_eq!(location(&btf, TypeId(id)), text);
    }
    assert_eq!(location(&btf, TypeId(func)), format!("[{func}] is not a LOC_PARAM"));
    let rows: Vec<String> = sites(&btf).map(|s| arguments(&btf, &s)).collect();
    assert_eq!(rows, ["x = 7, #1 not known, #2 = register 5", ""]);
}
