//! Large files are opened by reading only the ranges that matter.

use container::{FileRange, OpenErrorKind, OpenStep, Opened, Opener, open};
use tests::blob::Order;
use tests::elf::{Class, Elf, Section};
use tests::fixture;
use tests::handmade::all_kinds;

/// Opens a file by ranges and counts the bytes that are read.
fn by_ranges(len: u64, read: impl Fn(FileRange) -> Vec<u8>) -> (Result<Opened, container::OpenError>, u64, u32) {
    let mut opener = Opener::new("file", len);
    let (mut bytes, mut rounds) = (0, 0);
    let mut step = opener.step(None);
    loop {
        match step {
            Ok(OpenStep::Need(range)) => {
                assert!(!range.is_empty() && range.end <= len, "asked for {range}");
                bytes += range.len();
                rounds += 1;
                assert!(rounds < 40, "asks for ever");
                step = opener.step(Some((range, &read(range))));
            }
            Ok(OpenStep::Done(opened)) => return (Ok(*opened), bytes, rounds),
            Ok(OpenStep::Unpack(wrapping)) => panic!("these files are as they are, not {wrapping}"),
            Err(e) => return (Err(e), bytes, rounds),
        }
    }
}

#[test]
fn ranges_give_what_the_whole_gives() {
    for name in fixture::names() {
        let bytes = fixture::read(&name);
        let (by_range, _, _) = by_ranges(bytes.len() as u64, |r| bytes[r.start as usize..r.end as usize].to_vec());
        assert_eq!(by_range, open("file", &bytes), "{name}");
    }
}

#[test]
fn a_gigabyte_is_opened_by_its_table_and_its_btf() {
    // A sparse file: 1 GiB of zeros between header and table, with the BTF 900 MiB into the file.
    let blob = all_kinds(Order::Little).build();
    let far = 900u64 << 20;
    let elf = Elf::new(Class::Elf64, Order::Little, 62)
        .with(Section { offset: Some(far), size: Some(blob.len() as u64), ..Section::new(".BTF", Vec::new()) })
        .build();
    let shift = 1u64 << 30;
    let table = u64::from_le_bytes(elf[0x28..0x30].try_into().unwrap());
    let mut head = elf[..64].to_vec();
    head[0x28..0x30].copy_from_slice(&(shift + table).to_le_bytes());
    let len = shift + elf.len() as u64;
    // The section names stay near the front, where the writer put them.
    let front = elf[..table as usize].to_vec();
    let read = |range: FileRange| -> Vec<u8> {
        (range.start..range.end)
            .map(|at| match at {
                0..64 => head[at as usize],
                _ if at < table => front[at as usize],
                _ if at >= far && at - far < blob.len() as u64 => blob[(at - far) as usize],
                _ if at >= shift + table => elf[(at - shift) as usize],
                _ => 0,
            })
            .collect()
    };
    let (opened, bytes, rounds) = by_ranges(len, read);
    let opened = opened.unwrap();
    assert_eq!(opened.btf.bytes[..], blob);
    assert_eq!(opened.btf.file_range, FileRange::at(far, blob.len() as u64));
    assert_eq!(opened.file_len, len);
    assert!(bytes < 100_000, "read {bytes} bytes");
    assert!(rounds < 8, "in {rounds} rounds");
}

#[test]
fn a_raw_blob_before_much_else() {
    let blob = all_kinds(Order::Big).build();
    let len = 3u64 << 30;
    let (opened, bytes, _) =
        by_ranges(len, |r| (r.start..r.end).map(|at| blob.get(at as usize).copied().unwrap_or(0)).collect());
    let opened = opened.unwrap();
    assert_eq!(opened.btf.bytes[..], blob);
    assert!(opened.notes[0].contains("; what follows was left out: "), "{:?}", opened.notes);
    assert!(bytes < 1 << 20, "read {bytes} bytes");
    // If only a few bytes follow the blob, they are kept, and shown as bytes without an owner.
    let mut some = blob.clone();
    some.extend([7; 9]);
    assert_eq!(open("some", &some).unwrap().btf.bytes.len(), some.len());
}

#[test]
fn a_file_that_changes_is_noticed() {
    let bytes = fixture::read("kernel.x86_64.o");
    let mut opener = Opener::new("vmlinux", bytes.len() as u64);
    let Ok(OpenStep::Need(range)) = opener.step(None) else { panic!("nothing asked") };
    let less = &bytes[..bytes.len() - 1];
    let error = opener.step(Some((range, less))).unwrap_err();
    assert_eq!(error.kind, OpenErrorKind::Changed);
    assert!(error.to_string().contains("changed while it was read"), "{error}");
}
