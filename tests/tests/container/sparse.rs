//! Sparse files in tar archives, in each of GNU tar's formats. The layout of the headers was compared with archives that
//! GNU tar 1.34 made (`tar -S --format=gnu`; `--format=posix --sparse-version=` 0.0, 0.1 and 1.0).

use container::{OpenErrorKind, Unpacked};
use tests::fixture;

use crate::archives::{entry, listed, padded, tar_header, tar_member};
use crate::support::take_apart;

/// The bytes of a file, and its pieces: the first byte and the size of each.
type Sparse = (Vec<u8>, Vec<(usize, usize)>);

/// A change of the pieces.
type Change<'a> = &'a dyn Fn(&mut Vec<(usize, usize)>);

/// Types with five holes: runs of zeros that the archive leaves out.
fn file() -> Sparse {
    let bytes = fixture::read("kernel.s390x.btf");
    let mut pieces = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < bytes.len() {
        let zeros = bytes[at..].iter().take_while(|byte| **byte == 0).count();
        if zeros >= 8 {
            pieces.push((start, at - start));
            start = at + zeros;
        }
        at += zeros.max(1);
    }
    pieces.push((start, bytes.len() - start));
    // GNU tar marks the end with an empty piece.
    pieces.push((bytes.len(), 0));
    assert_eq!(pieces.len(), 7);
    (bytes, pieces)
}

/// The pieces, one after the other.
fn stored((bytes, pieces): &Sparse) -> Vec<u8> {
    pieces.iter().flat_map(|&(start, len)| bytes[start..start + len].to_vec()).collect()
}

/// A header with its checksum corrected.
fn summed(mut header: Vec<u8>) -> Vec<u8> {
    header[148..156].copy_from_slice(b"        ");
    let sum: u32 = header.iter().map(|&b| u32::from(b)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    header
}

/// GNU's own format: four pieces in the header, 21 in each block behind it.
fn gnu(file: &Sparse) -> Vec<u8> {
    let number = |n: usize| format!("{n:011o}\0");
    let pairs = |pieces: &[(usize, usize)]| -> Vec<u8> {
        pieces.iter().flat_map(|&(start, len)| (number(start) + &number(len)).into_bytes()).collect()
    };
    let data = stored(file);
    let mut header = tar_header(b"types", data.len(), b'S');
    header[386..482].copy_from_slice(&pairs(&file.1[..4]));
    header[482] = 1;
    header[483..495].copy_from_slice(number(file.0.len()).as_bytes());
    let more = padded(pairs(&file.1[4..]), 512);
    [summed(header), more, padded(data, 512)].concat()
}

/// pax records, each of less than 98 bytes or of 98 to 996 bytes.
fn records(list: &[(&str, String)]) -> Vec<u8> {
    let record = |(key, value): &(&str, String)| {
        let rest = format!(" GNU.sparse.{key}={value}\n");
        let digits = if rest.len() + 2 < 100 { 2 } else { 3 };
        format!("{}{rest}", rest.len() + digits)
    };
    list.iter().map(record).collect::<String>().into_bytes()
}

fn pax(list: &[(&str, String)], content: &[u8]) -> Vec<u8> {
    [tar_member(b"PaxHeaders/x", b'x', &records(list)), tar_member(b"GNUSparseFile.1/types", b'0', content)].concat()
}

/// The formats of pax: 0.0, 0.1 and 1.0.
fn pax_formats(file: &Sparse) -> [Vec<u8>; 3] {
    let data = stored(file);
    let size = file.0.len().to_string();
    let numbers: Vec<String> = file.1.iter().flat_map(|(start, len)| [start.to_string(), len.to_string()]).collect();
    let name = ("name", "types".to_owned());
    let mut pairs = vec![name.clone(), ("size", size.clone())];
    for pair in numbers.chunks(2) {
        pairs.extend([("offset", pair[0].clone()), ("numbytes", pair[1].clone())]);
    }
    let list = [name.clone(), ("size", size.clone()), ("map", numbers.join(","))];
    let in_content = [("major", "1".to_owned()), ("minor", "0".to_owned()), name, ("realsize", size)];
    let map = format!("{}\n{}\n", file.1.len(), numbers.join("\n")).into_bytes();
    [pax(&pairs, &data), pax(&list, &data), pax(&in_content, &[padded(map, 512), data].concat())]
}

#[test]
fn holes_are_filled_with_zeros() {
    let file = file();
    let after = tar_member(b"after", b'0', &fixture::read("kernel.x86_64.btf"));
    let mut all = vec![gnu(&file)];
    all.extend(pax_formats(&file));
    for (i, sparse) in all.into_iter().enumerate() {
        let archive = [&sparse[..], &after, &[0; 1024]].concat();
        let list = listed("a.tar", &archive);
        assert_eq!(list.notes, [""; 0], "format {i}");
        let files: Vec<(&str, u64)> = list.entries.iter().map(|e| (e.path.as_str(), e.size)).collect();
        let len = fixture::read("kernel.x86_64.btf").len() as u64;
        assert_eq!(files, [("after", len), ("types", file.0.len() as u64)], "format {i}");
        let types = list.entries.iter().find(|e| e.path == "types").expect("listed");
        let Ok(Unpacked::File(found)) = entry("a.tar", &archive, types.index) else { panic!("format {i}") };
        assert!(*found.btf.bytes == *file.0, "format {i}");
    }
}

#[test]
fn wrong_maps_are_damage() {
    let (bytes, pieces) = file();
    let damaged = |change: Change<'_>, size: usize| {
        let mut pieces = pieces.clone();
        change(&mut pieces);
        let numbers: Vec<String> =
            pieces.iter().flat_map(|(start, len)| [start.to_string(), len.to_string()]).collect();
        let list = [("name", "types".to_owned()), ("size", size.to_string()), ("map", numbers.join(","))];
        let archive = pax(&list, &stored(&(bytes.clone(), pieces)));
        take_apart("a.tar", &[&archive[..], &[0; 1024]].concat())
    };
    assert!(damaged(&|_| {}, bytes.len()).is_ok());
    let wrong: [(Change<'_>, usize); 3] = [
        // A piece before the one that precedes it, a file that ends before its last piece, a piece that is not stored.
        (&|pieces| pieces.swap(0, 1), bytes.len()),
        (&|_| {}, bytes.len() - 1),
        (&|pieces| pieces[1].0 = 0, bytes.len()),
    ];
    for (i, (change, size)) in wrong.into_iter().enumerate() {
        let error = damaged(change, size).unwrap_err();
        assert_eq!(error.kind, OpenErrorKind::Damaged, "{i}: {error}");
        assert!(error.found.contains("the map of a sparse file"), "{i}: {error}");
    }
    // A map that goes on without end.
    let list = [("major", "1".to_owned()), ("name", "types".to_owned()), ("realsize", "9".to_owned())];
    let map = format!("{}\n", "1".repeat(30)).repeat(100).into_bytes();
    assert!(take_apart("a.tar", &pax(&list, &map)).is_err());
}
