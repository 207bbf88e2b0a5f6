//! Handmade zip archives: what is listed, what opens, and the errors for damaged ones.

use container::{OpenErrorKind, Unpacked, Wrapping};
use tests::fixture;

use crate::support::{crc32, opened, take_apart};

/// A file of an archive: its path, its bytes, and its method.
type File<'a> = (&'a str, Vec<u8>, u16);

const STORED: u16 = 0;
const DEFLATE: u16 = 8;
const LZMA: u16 = 14;

/// A zip archive (APPNOTE 4.3): local headers with their data, the directory, its end.
fn zip_of(files: &[File<'_>]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (path, bytes, method) in files {
        let packed = match *method {
            DEFLATE => miniz_oxide::deflate::compress_to_vec(bytes, 6),
            _ => bytes.clone(),
        };
        let at = out.len() as u32;
        let mut common = Vec::new();
        for half in [20, 0, *method, 0, 0] {
            common.extend(u16::to_le_bytes(half));
        }
        for word in [crc32(bytes), packed.len() as u32, bytes.len() as u32] {
            common.extend(word.to_le_bytes());
        }
        common.extend((path.len() as u16).to_le_bytes());
        common.extend([0, 0]);
        out.extend(b"PK\x03\x04");
        out.extend(&common);
        out.extend(path.as_bytes());
        out.extend(packed);
        directory.extend(b"PK\x01\x02\x14\0");
        directory.extend(&common);
        // Comment, disk, attributes.
        directory.extend([0; 10]);
        directory.extend(at.to_le_bytes());
        directory.extend(path.as_bytes());
    }
    let (start, count) = (out.len() as u32, files.len() as u16);
    out.extend(&directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
    out.extend((directory.len() as u32).to_le_bytes());
    out.extend(start.to_le_bytes());
    out.extend([0, 0]);
    out
}

#[test]
fn the_only_candidate_opens() {
    let kernel = fixture::read("kernel.x86_64.btf");
    for method in [STORED, DEFLATE] {
        let file = zip_of(&[("a/readme.txt", b"text".to_vec(), STORED), ("a/k.btf", kernel.clone(), method)]);
        assert_eq!(opened("k.zip", &file).btf.bytes, opened("k.btf", &kernel).btf.bytes, "method {method}");
    }
}

#[test]
fn several_are_listed() {
    let [kernel, other] = ["kernel.x86_64.btf", "kernel.s390x.btf"].map(fixture::read);
    let file = zip_of(&[("x/one.btf", kernel, DEFLATE), ("x/two.btf", other, STORED)]);
    let Ok(Unpacked::Archive(archive)) = take_apart("k.zip", &file) else { panic!("a list") };
    assert_eq!(archive.what, Wrapping::Zip);
    assert_eq!(archive.entries.iter().map(|e| e.path.as_str()).collect::<Vec<_>>(), ["x/one.btf", "x/two.btf"]);
}

#[test]
fn a_method_that_is_not_read_is_named() {
    let file = zip_of(&[("k.btf", fixture::read("kernel.x86_64.btf"), LZMA)]);
    let error = take_apart("k.zip", &file).expect_err("LZMA is not read");
    assert!(error.to_string().contains("LZMA (method 14)"), "{error}");
}

/// A damaged archive gives an error or another file, never a panic. Changed data fails its checksum.
#[test]
fn damaged_archives() {
    let kernel = fixture::read("kernel.x86_64.btf");
    let sound = zip_of(&[("k.btf", kernel.clone(), STORED)]);
    for len in (0..sound.len()).step_by(sound.len() / 400 + 1) {
        let _ = take_apart("k.zip", &sound[..len]);
    }
    let directory = sound.len() - 22 - 46 - 5;
    for at in (0..40).chain(directory..sound.len()) {
        for bit in [1, 0x80, 0xff] {
            let mut file = sound.clone();
            file[at] ^= bit;
            let _ = take_apart("k.zip", &file);
        }
    }
    let mut changed = sound.clone();
    changed[30 + 5 + 100] ^= 1;
    let error = match take_apart("k.zip", &changed) {
        Err(error) => error,
        Ok(Unpacked::File(opened)) => *opened.damage.expect("its sum is wrong"),
        Ok(other) => panic!("{other:?}"),
    };
    assert_ne!(error.kind, OpenErrorKind::NoBtf, "{error}");
}

/// Two entries with the same data: no tool writes such an archive.
#[test]
fn files_that_overlap_are_refused() {
    let kernel = fixture::read("kernel.x86_64.btf");
    let mut file = zip_of(&[("a.btf", kernel.clone(), STORED), ("b.btf", kernel, STORED)]);
    // The second entry of the directory gets the offset of the first.
    let second = file.len() - 22 - 46 - 5;
    file[second + 42..second + 46].copy_from_slice(&[0; 4]);
    assert!(take_apart("k.zip", &file).is_err());
}
