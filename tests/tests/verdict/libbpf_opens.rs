//! Blobs that libbpf 1.8 opens or refuses, by its `btf_parse_hdr` and `btf_parse_type_sec`.

use btf::Place;
use open::{Errno, parts};
use tests::blob::{Blob, Form, Order};

fn of_int(order: Order) -> Blob {
    let mut blob = Blob::new(order);
    blob.int("int", 4, 1);
    blob
}

/// libbpf copies `hdr_len` bytes of the header and takes the rest as 0. With `hdr_len` 20, `str_len` is not copied, so
/// it is 0. For the other byte order, libbpf refuses such a header.
#[test]
fn a_header_below_24_bytes_is_an_error_by_byte_order() {
    let short = |order| of_int(order).build_as(&Form { hdr_len: Some(20), ..Form::default() });
    let little = parts(&short(Order::Little)).expect_err("no strings");
    assert_eq!((little.errno, little.place, little.rule.id, little.line), (Errno::EINVAL, Place::Strings, "4.5", None));
    let big = parts(&short(Order::Big)).expect_err("the other byte order");
    let line = "Can't load BTF with non-native endianness due to unsupported header length 20";
    assert_eq!((big.errno, big.rule.id, big.line.as_deref()), (Errno::ENOTSUP, "4.2", Some(line)));
    assert_eq!((big.range.start, big.range.end), (4, 8));
}

/// The layout section has the sizes of an unknown kind, but it does not say how to swap the bytes
/// of the kind's records.
#[test]
fn an_unknown_kind_is_read_by_the_layout_in_the_machines_byte_order_only() {
    let blob = |order| {
        let mut blob = of_int(order);
        let name = blob.string("new");
        blob.record(name, 23, 1, false, 0, &[7, 8]);
        let mut sizes = [(0, 0); 24];
        sizes[1] = (4, 0);
        sizes[23] = (4, 4);
        blob.layout(&sizes);
        blob.build()
    };
    assert_eq!(parts(&blob(Order::Little)).map(|parts| parts.starts), Ok(vec![0, 16]));
    let big = parts(&blob(Order::Big)).expect_err("the other byte order");
    assert_eq!((big.errno, big.rule.id), (Errno::EINVAL, "4.6"));
}

/// A kernel stops at 16 MiB of strings, libbpf at 2 GiB (`BTF_MAX_STR_OFFSET`).
#[test]
fn long_strings_are_opened() {
    let mut blob = of_int(Order::Little);
    blob.string(&"x".repeat(17 << 20));
    assert!(parts(&blob.build()).is_ok());
}
