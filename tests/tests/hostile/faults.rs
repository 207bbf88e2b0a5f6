//! Each rule of records is broken alone in a blob, in both byte orders, so that only this fault is reported. The
//! nearest blob without a fault must have no diagnostic.

use std::sync::Arc;

use btf::{Btf, ErrorKind, MemberIndex, Place, TypeId};
use tests::blob::{Blob, Order, bits, kind};

/// The diagnostics of a blob: kind, place, and the offset within the record at which they start.
fn faults(blob: &Blob, base: Option<&Arc<Btf>>) -> Vec<(ErrorKind, Place, u32)> {
    let btf = Btf::parse(blob.build(), base.cloned()).unwrap_or_else(|e| panic!("{e}"));
    let start = |place| match place {
        Place::Type(id) | Place::Item(id, _) => btf.get(id).map_or(0, |t| t.record().start),
        _ => 0,
    };
    btf.diagnostics().iter().map(|d| (d.kind.clone(), d.place, d.range.start - start(d.place))).collect()
}

/// Checks that a blob with an INT (type 1) and what `make` adds has exactly the diagnostics `wanted`.
#[track_caller]
fn alone<T>(make: impl Fn(&mut Blob) -> T, wanted: &[(ErrorKind, Place, u32)]) {
    for order in Order::BOTH {
        let mut blob = Blob::new(order);
        blob.int("int", 4, 1);
        make(&mut blob);
        assert_eq!(faults(&blob, None), wanted, "{order:?}");
    }
}

fn on(id: u32) -> Place {
    Place::Type(TypeId(id))
}

fn item(id: u32, index: u32) -> Place {
    Place::Item(TypeId(id), MemberIndex(index))
}

/// A cycle of these kinds: each refers to the next, and the last to the first.
fn circle(blob: &mut Blob, kinds: &[u8]) {
    let first = blob.next_id();
    for (i, &kind) in kinds.iter().enumerate() {
        let next = first + (i + 1) as u32 % kinds.len() as u32;
        blob.named(kind, "", next);
    }
}

#[test]
fn chains_that_come_back() {
    let cycle = |id| (ErrorKind::Cycle, on(id), 8);
    alone(|b| circle(b, &[kind::TYPEDEF]), &[cycle(2)]);
    alone(|b| circle(b, &[kind::TYPEDEF, kind::TYPEDEF]), &[cycle(2), cycle(3)]);
    alone(|b| circle(b, &[kind::CONST, kind::VOLATILE]), &[cycle(2), cycle(3)]);
    alone(|b| circle(b, &[kind::TYPE_TAG, kind::RESTRICT, kind::TYPEDEF]), &[cycle(2), cycle(3), cycle(4)]);
    // A cycle that is longer than any chain that is followed.
    alone(|b| circle(b, &[kind::TYPEDEF; 200]), &(2..202).map(cycle).collect::<Vec<_>>());
    // Types that lead into a cycle are not part of it.
    let led_in = |b: &mut Blob| {
        b.reference(kind::CONST, 3);
        b.reference(kind::VOLATILE, 4);
        b.reference(kind::CONST, 3);
        b.reference(kind::RESTRICT, 2);
    };
    alone(led_in, &[cycle(3), cycle(4)]);
}

#[test]
fn chains_that_end() {
    // Many types that refer forward, without a cycle.
    let long = |b: &mut Blob| {
        for _ in 0..200 {
            b.named(kind::TYPEDEF, "", b.next_id() + 1);
        }
        b.pointer(0);
    };
    alone(long, &[]);
    // A list node: a reference back through a struct or pointer is allowed.
    let node = |b: &mut Blob| {
        b.structure("node", 8, &[("next", 3, 0)]);
        b.pointer(4);
        b.reference(kind::CONST, 5);
        b.named(kind::TYPEDEF, "node_t", 2);
        b.pointer(6);
    };
    alone(node, &[]);
}

#[test]
fn circles_in_a_split_blob() {
    for order in Order::BOTH {
        let mut kernel = Blob::new(order);
        circle(&mut kernel, &[kind::CONST, kind::VOLATILE]);
        let mut module = Blob::split(&kernel);
        module.named(kind::TYPEDEF, "of_the_kernel", 1);
        circle(&mut module, &[kind::TYPEDEF, kind::CONST]);
        let base = Arc::new(Btf::parse(kernel.build(), None).unwrap());
        // A cycle within the kernel is only reported for the kernel.
        assert_eq!(faults(&module, Some(&base)), [(ErrorKind::Cycle, on(4), 8), (ErrorKind::Cycle, on(5), 8)]);
    }
}

/// `int bits_of:5` at bit `offset` of a struct of 4 bytes, encoded with an INT of 5 bits, as before kind_flag.
fn old_bitfield(b: &mut Blob, offset: u32) {
    b.int_of("", 4, 1, 0, 5);
    b.structure("s", 4, &[("bits_of", b.next_id() - 1, offset)]);
}

#[test]
fn bitfields_beyond_their_struct() {
    let outside = |end, id| [(ErrorKind::MemberOutside { end, size: 32 }, item(id, 0), 12)];
    alone(|b| old_bitfield(b, 27), &[]);
    alone(|b| old_bitfield(b, 28), &outside(33, 3));
    let by_int = |b: &mut Blob, shift| {
        b.int_of("", 4, 0, shift, 4);
        b.reference(kind::CONST, 2);
        b.structure("s", 4, &[("through_const", 3, 24)]);
    };
    alone(|b| by_int(b, 4), &[]);
    alone(|b| by_int(b, 5), &outside(33, 4));
    let flagged = |b: &mut Blob, offset| {
        b.composite(kind::STRUCT, "s", 4, true, &[("b", 1, bits(offset, 3))]);
    };
    alone(|b| flagged(b, 29), &[]);
    alone(|b| flagged(b, 30), &outside(33, 2));
    alone(|b| b.structure("s", 4, &[("m", 1, 32)]), &[]);
    alone(|b| b.structure("s", 4, &[("m", 1, 33)]), &outside(33, 2));
    // The INT may be in the kernel, and the struct in the module.
    for order in Order::BOTH {
        let mut kernel = Blob::new(order);
        kernel.int_of("", 4, 1, 0, 5);
        let base = Arc::new(Btf::parse(kernel.build(), None).unwrap());
        for (offset, wanted) in [(27, &[][..]), (28, &outside(33, 2))] {
            let mut module = Blob::split(&kernel);
            module.structure("s", 4, &[("b", 1, offset)]);
            assert_eq!(faults(&module, Some(&base)), wanted);
        }
    }
}

#[test]
fn ids_and_names() {
    let id = |id, max| ErrorKind::BadTypeId { id, max };
    alone(|b| b.pointer(3), &[(id(3, 2), on(2), 8)]);
    alone(|b| b.array(3, 1, 1), &[(id(3, 2), on(2), 12)]);
    alone(|b| b.array(1, 3, 1), &[(id(3, 2), on(2), 16)]);
    alone(|b| b.structure("s", 4, &[("m", 3, 0)]), &[(id(3, 2), item(2, 0), 16)]);
    alone(|b| b.prototype(3, &[]), &[(id(3, 2), on(2), 8)]);
    alone(|b| b.prototype(1, &[("p", 3)]), &[(id(3, 2), item(2, 0), 16)]);
    alone(|b| b.variable("v", 3, 0), &[(id(3, 2), on(2), 8)]);
    alone(|b| b.data_section(".data", 4, &[[3, 0, 4]]), &[(id(3, 2), item(2, 0), 12)]);
    alone(|b| b.decl_tag("t", false, 3, -1), &[(id(3, 2), on(2), 8)]);
    // `nelems` of an array and a size are not ids.
    alone(|b| b.array(1, 1, 99), &[]);
    alone(|b| b.structure("s", 99, &[]), &[]);
    // "int" and two NULs: the strings end at 5.
    let name = |offset| ErrorKind::BadStringOffset { offset, end: 5 };
    alone(|b| b.record(4, kind::FWD, 0, false, 0, &[]), &[]);
    alone(|b| b.record(5, kind::FWD, 0, false, 0, &[]), &[(name(5), on(2), 0)]);
    alone(|b| b.record(0, kind::STRUCT, 1, false, 4, &[5, 1, 0]), &[(name(5), item(2, 0), 12)]);
    alone(|b| b.record(0, kind::ENUM, 1, false, 4, &[5, 1]), &[(name(5), item(2, 0), 12)]);
    alone(|b| b.record(0, kind::ENUM64, 1, false, 8, &[5, 1, 0]), &[(name(5), item(2, 0), 12)]);
    alone(|b| b.record(0, kind::FUNC_PROTO, 1, false, 1, &[5, 1]), &[(name(5), item(2, 0), 12)]);
}

#[test]
fn counts_and_flags() {
    use kind::*;
    let words = |kind| match kind {
        INT => vec![0x0100_0020],
        ARRAY => vec![1, 1, 1],
        VAR | DECL_TAG => vec![0],
        _ => vec![],
    };
    for k in [INT, PTR, ARRAY, FWD, TYPEDEF, VOLATILE, CONST, RESTRICT, VAR, FLOAT, DECL_TAG, TYPE_TAG] {
        let third = if matches!(k, INT | FLOAT) { 4 } else { 1 };
        let make = |b: &mut Blob, vlen, flag| b.record(0, k, vlen, flag, third, &words(k));
        alone(|b| make(b, 0, false), &[]);
        alone(|b| make(b, 1, false), &[(ErrorKind::UnexpectedVlen(1), on(2), 4)]);
        let flagged = (ErrorKind::UnexpectedKindFlag, on(2), 4);
        // kind_flag is allowed on a FWD (of a union) and on tags (attributes, since Linux 6.14).
        let wanted = if matches!(k, FWD | DECL_TAG | TYPE_TAG) { vec![] } else { vec![flagged] };
        alone(|b| make(b, 0, true), &wanted);
    }
    for (k, third) in [(FUNC, 1), (FUNC_PROTO, 1), (DATASEC, 0)] {
        let flagged = [(ErrorKind::UnexpectedKindFlag, on(2), 4)];
        alone(|b| b.record(0, k, 0, true, third, &[]), &flagged);
    }
    alone(|b| b.function("f", 1, 2), &[]);
    alone(|b| b.function("f", 1, 3), &[(ErrorKind::BadLinkage(3), on(2), 4)]);
    alone(|b| b.variable("v", 1, 2), &[]);
    alone(|b| b.variable("v", 1, 3), &[(ErrorKind::BadLinkage(3), on(2), 12)]);
    alone(|b| b.decl_tag("t", false, 1, -2), &[(ErrorKind::BadComponent(-2), on(2), 12)]);
}

#[test]
fn sizes() {
    let bad = |size| [(ErrorKind::BadSize(size), on(2), 8)];
    alone(|b| b.enumeration("e", 3, false, &[("A", 1)]), &bad(3));
    alone(|b| b.enumeration("e", 0, false, &[("A", 1)]), &bad(0));
    alone(|b| b.enumeration("e", 0, false, &[]), &[]);
    alone(|b| b.enumeration64("e", 16, false, &[("A", 1)]), &bad(16));
    alone(|b| b.float("f", 3), &bad(3));
    alone(|b| b.float("f", 12), &[]);
    alone(|b| b.int_of("i", 17, 0, 0, 8), &bad(17));
    let encoding = |raw, size| [(ErrorKind::BadIntEncoding { raw, size }, on(2), 12)];
    alone(|b| b.int_of("i", 4, 0, 1, 32), &encoding(0x0001_0020, 4));
    alone(|b| b.int_of("i", 16, 0, 0, 129), &encoding(129, 16));
    alone(|b| b.record(0, kind::INT, 0, false, 4, &[0x1000_0020]), &encoding(0x1000_0020, 4));
    // The message names the broken rule.
    for (raw, said) in [
        (0x0100_0028, "integer encoding 0x01000028 says 40 bits from bit 0, but the size of 4 bytes is 32 bits"),
        (0x0001_0020, "integer encoding 0x00010020 says 32 bits from bit 1, but the size of 4 bytes is 32 bits"),
        (0x0000_00ff, "integer encoding 0x000000ff says 255 bits, but the most are 128"),
        (0x1000_0020, "integer encoding 0x10000020 has bits set that mean nothing: 0x10000000"),
    ] {
        assert_eq!(ErrorKind::BadIntEncoding { raw, size: 4 }.to_string(), said);
    }
    alone(
        |b| b.data_section(".data", 4, &[[1, 1, 4]]),
        &[(ErrorKind::VariableOutside { end: 5, size: 4 }, item(2, 0), 12)],
    );
    // libbpf sets the size at load.
    alone(|b| b.data_section(".data", 0, &[[1, 1, 4]]), &[]);
}
