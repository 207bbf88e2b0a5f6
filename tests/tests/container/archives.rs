//! Handmade packages and archives: what is listed, what opens, and the errors for damaged ones.

use std::ops::ControlFlow;

use container::{
    Archive, EntryKind, Limits, OpenError, OpenErrorKind, Role, Unpacked, Wrapping, fits_base, unpack_entry,
};
use tests::extended::rounds;
use tests::fixture;

use crate::support::{gzip, noise, opened, take_apart, with_bare_programs};

/// The files of a small kernel package.
fn files() -> Vec<(String, Vec<u8>)> {
    let mut image = noise(300_000);
    image.extend(fixture::read("kernel.x86_64.btf"));
    let deep = format!("usr/lib/modules/6.6.6/kernel/{}/fixture.ko.gz", "a-long-name/".repeat(20));
    vec![
        ("./boot/config-6.6.6".into(), b"CONFIG_DEBUG_INFO_BTF=y\n".to_vec()),
        ("./boot/vmlinuz-6.6.6".into(), image),
        ("./usr/lib/modules/6.6.6/kernel/fs/fixture.ko".into(), fixture::read("module.x86_64.ko")),
        (deep, gzip(&fixture::read("module.x86_64.ko"))),
        ("./usr/share/kernel.h".into(), noise(400_000)),
        ("./usr/lib/bpf/core".into(), fixture::read("core.clang.bpfeb.o")),
        ("./usr/share/types".into(), fixture::read("kernel.s390x.btf")),
        ("./usr/share/doc/empty".into(), Vec::new()),
    ]
}

pub(crate) fn tar_header(name: &[u8], size: usize, kind: u8) -> Vec<u8> {
    tar_header_sized(name, format!("{size:011o}\0").as_bytes(), kind)
}

/// A tar header with this size field of 12 bytes.
fn tar_header_sized(name: &[u8], size: &[u8], kind: u8) -> Vec<u8> {
    let mut header = vec![0; 512];
    header[..name.len().min(100)].copy_from_slice(&name[..name.len().min(100)]);
    header[100..108].copy_from_slice(b"0000644\0");
    header[124..136].copy_from_slice(size);
    header[148..156].copy_from_slice(b"        ");
    header[156] = kind;
    header[257..265].copy_from_slice(b"ustar  \0");
    let sum: u32 = header.iter().map(|&b| u32::from(b)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    header
}

pub(crate) fn padded(mut bytes: Vec<u8>, to: usize) -> Vec<u8> {
    bytes.resize(bytes.len().next_multiple_of(to), 0);
    bytes
}

/// A tar archive of these files.
pub(crate) fn tar_of(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut out = Vec::new();
    for (path, bytes) in files {
        out.extend(tar_header(path.as_bytes(), bytes.len(), b'0'));
        out.extend(padded(bytes.clone(), 512));
    }
    out.extend([0; 1024]);
    out
}

/// A header of this kind with its content.
pub(crate) fn tar_member(name: &[u8], kind: u8, content: &[u8]) -> Vec<u8> {
    [tar_header(name, content.len(), kind), padded(content.to_vec(), 512)].concat()
}

/// A pax record with a path of 91 to 990 bytes.
fn pax_path(path: &str) -> Vec<u8> {
    let record = format!(" path={path}\n");
    format!("{}{record}", record.len() + 3).into_bytes()
}

/// A tar archive of [`files`] as GNU tar reads it, with directories and links. A name of more than 100 bytes is stored
/// in a pax header if `pax` is set, otherwise in GNU's `@LongLink`. Hard links have the size of their file but no
/// content, and one directory has no valid size.
fn tar(pax: bool) -> Vec<u8> {
    let mut out = tar_header(b"./", 0, b'5');
    out.extend(tar_header_sized(b"./boot/", &[0; 12], b'5'));
    for (path, bytes) in files() {
        if path.len() > 100 && pax {
            out.extend(tar_member(b"PaxHeaders/x", b'x', &pax_path(&path)));
        } else if path.len() > 100 {
            out.extend(tar_member(b"././@LongLink", b'L', format!("{path}\0").as_bytes()));
        }
        out.extend(tar_member(path.as_bytes(), b'0', &bytes));
        out.extend(tar_header(b"./vmlinuz", 0, b'2'));
        out.extend(tar_header(b"./hard", bytes.len(), b'1'));
    }
    out.extend([0; 1024]);
    out
}

fn cpio() -> Vec<u8> {
    let mut out = Vec::new();
    let mut member = |name: &str, mode: u32, bytes: Vec<u8>| {
        let fields = [1, mode, 0, 0, 1, 0, bytes.len() as u32, 0, 0, 0, 0, name.len() as u32 + 1, 0];
        let mut head = b"070701".to_vec();
        fields.iter().for_each(|f| head.extend(format!("{f:08x}").as_bytes()));
        head.extend(name.as_bytes());
        head.push(0);
        out.extend(padded(head, 4));
        out.extend(padded(bytes, 4));
    };
    member(".", 0o040_755, Vec::new());
    for (path, bytes) in files() {
        member(&path, 0o100_644, bytes);
        member("link", 0o120_777, b"vmlinuz".to_vec());
    }
    member("TRAILER!!!", 0, Vec::new());
    out
}

fn ar_member(name: &str, bytes: Vec<u8>) -> Vec<u8> {
    let mut out = format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 100_644, bytes.len()).into_bytes();
    out.extend(padded(bytes, 2));
    out
}

fn deb() -> Vec<u8> {
    let mut out = b"!<arch>\n".to_vec();
    out.extend(ar_member("debian-binary", b"2.0\n".to_vec()));
    out.extend(ar_member("control.tar.gz", gzip(b"odd")));
    out.extend(ar_member("data.tar.gz", gzip(&tar(false))));
    out
}

fn rpm() -> Vec<u8> {
    let header = |entries: u32, store: u32| {
        let mut out = vec![0x8e, 0xad, 0xe8, 1, 0, 0, 0, 0];
        out.extend(entries.to_be_bytes());
        out.extend(store.to_be_bytes());
        out.extend(noise((entries * 16 + store) as usize));
        out
    };
    let mut out = vec![0xed, 0xab, 0xee, 0xdb, 3, 0];
    out.resize(96, 0);
    out.extend(header(3, 21));
    out.resize(out.len().next_multiple_of(8), 0);
    out.extend(header(20, 333));
    out.extend(gzip(&cpio()));
    out
}

pub(crate) fn listed(name: &str, bytes: &[u8]) -> Archive {
    match take_apart(name, bytes) {
        Ok(Unpacked::Archive(archive)) => *archive,
        other => panic!("{name}: {other:?}"),
    }
}

pub(crate) fn entry(name: &str, bytes: &[u8], index: u32) -> Result<Unpacked, OpenError> {
    unpack_entry(name, &mut { bytes }, index, &Limits::default(), &mut |_| ControlFlow::Continue(()))
}

#[test]
fn packages_list_what_may_hold_btf() {
    for (name, bytes, what) in [
        ("linux.deb", deb(), Wrapping::Deb),
        ("kernel.rpm", rpm(), Wrapping::Rpm),
        ("linux.tar", tar(true), Wrapping::Tar),
        ("linux.tar.gz", gzip(&tar(true)), Wrapping::Tar),
        ("initrd", cpio(), Wrapping::Cpio),
    ] {
        let archive = listed(name, &bytes);
        assert_eq!((archive.what, archive.file_len), (what, bytes.len() as u64), "{name}");
        assert_eq!((archive.name.as_str(), archive.others), (name, 3), "{name}");
        let kinds: Vec<(EntryKind, &str)> = archive.entries.iter().map(|e| (e.kind, e.path.as_str())).collect();
        let deep = files()[3].0.clone();
        assert_eq!(
            kinds,
            [
                (EntryKind::Kernel, "boot/vmlinuz-6.6.6"),
                (EntryKind::Program, "usr/lib/bpf/core"),
                (EntryKind::Btf, "usr/share/types"),
                (EntryKind::Module, deep.as_str()),
                (EntryKind::Module, "usr/lib/modules/6.6.6/kernel/fs/fixture.ko"),
            ],
            "{name}"
        );
        for listed in &archive.entries {
            let path = listed.path.as_str();
            let Ok(Unpacked::File(found)) = entry(name, &bytes, listed.index) else { panic!("{name}: {path}") };
            assert_eq!(found.layers[0].what, listed.path, "{name}");
            assert_eq!(found.layers[0].len, listed.size, "{name}");
            assert_eq!(found.file_len, bytes.len() as u64);
            assert_eq!(found.name, path.rsplit('/').next().unwrap(), "{name}");
            let role = match listed.kind {
                EntryKind::Kernel | EntryKind::Btf => Role::Kernel,
                EntryKind::Program => Role::Program,
                EntryKind::Module | EntryKind::Debug => Role::Module,
            };
            assert_eq!(found.role, role, "{name}: {path}");
        }
        // The module belongs to the kernel beside it.
        let Ok(Unpacked::File(kernel)) = entry(name, &bytes, archive.entries[0].index) else { panic!("{name}") };
        let Ok(Unpacked::File(module)) = entry(name, &bytes, archive.entries[3].index) else { panic!("{name}") };
        let kernel = std::sync::Arc::new(btf::Btf::parse(kernel.btf.bytes, None).unwrap());
        assert_eq!(fits_base(&module.btf.bytes, &kernel), Ok(()));

        let error = entry(name, &bytes, 99).unwrap_err();
        assert_eq!(error.kind, OpenErrorKind::NoEntry);
        assert!(error.found.contains("8 files"), "{error}");
        // Opening a file without BTF gives the error for that file.
        let error = entry(name, &bytes, 0).unwrap_err();
        assert_eq!(
            (error.kind, error.inside.as_deref()),
            (OpenErrorKind::NotBtf, Some("boot/config-6.6.6")),
            "{error}"
        );
    }
}

#[test]
fn the_checksum_of_a_packed_archive_is_compared() {
    let mut packed = gzip(&tar(false));
    let Ok(Unpacked::Archive(sound)) = take_apart("linux.tar.gz", &packed) else { panic!("an archive") };
    assert_eq!((sound.damage, sound.notes), (None, vec![]));
    // The last eight bytes are the checksum and the length (RFC 1952).
    let crc = packed.len() - 8;
    packed[crc] ^= 1;
    let Ok(Unpacked::Archive(wrong)) = take_apart("linux.tar.gz", &packed) else { panic!("an archive") };
    assert_eq!(wrong.entries, sound.entries);
    let damage = wrong.damage.expect("said").to_string();
    assert!(damage.contains("checksum") && damage.contains("expected gzip data"), "{damage}");
    // Damage of the archive itself is not reported as damage of the compression.
    let mut plain = tar(false);
    plain[0] ^= 1;
    let error = take_apart("linux.tar.gz", &gzip(&plain)).unwrap_err();
    assert_eq!(error.expected, "an archive", "{error}");
    assert!(error.found.contains("the checksum of a tar header is wrong"), "{error}");
}

#[test]
fn packages_that_are_cut_off_or_damaged() {
    for (name, bytes) in [("linux.deb", deb()), ("kernel.rpm", rpm()), ("linux.tar", tar(false)), ("initrd", cpio())] {
        let (mut with_some, mut refused) = (0, 0);
        for len in (0..bytes.len()).step_by((bytes.len() / rounds(150) as usize).max(1)).chain(0..300) {
            match take_apart(name, &bytes[..len]) {
                Ok(Unpacked::Archive(archive)) if !archive.entries.is_empty() => {
                    with_some += 1;
                    // Only the bytes after the last file may be missing without a note.
                    let said = archive.notes.first().is_some_and(|n| n.contains("the files before were listed"));
                    assert!(said || archive.entries.len() == 5 || name == "linux.tar", "{name} cut to {len}");
                }
                // A plain tar that is cut at a file's end is a tar with fewer files.
                Ok(Unpacked::Archive(_)) => assert!(name == "linux.tar"),
                Ok(Unpacked::File(_) | Unpacked::Debug(_) | Unpacked::Text(_)) => {}
                Err(e) => {
                    refused += 1;
                    assert!(e.to_string().starts_with(name), "{e}");
                }
            }
        }
        assert!(with_some > 20 && refused > 20, "{name}: {with_some} with files, {refused} refused");
        for at in 0..400.min(bytes.len()) {
            let mut bytes = bytes.clone();
            bytes[at] ^= 0xff;
            if let Err(e) = take_apart(name, &bytes) {
                assert!(e.to_string().starts_with(name), "{e}");
            }
        }
    }
}

#[test]
fn numbers_that_lie() {
    // A size of 8 EiB in base 256, an invalid number, a name of 8 GiB.
    let mut huge = tar_header(b"vmlinuz", 0, b'0');
    huge[124..136].copy_from_slice(&[0x80, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
    let mut odd = tar_header(b"vmlinuz", 0, b'0');
    odd[124..136].copy_from_slice(b"99999999999\0");
    let name = tar_header(b"././@LongLink", 0o77777777777, b'L');
    for (i, mut header) in [huge, odd, name].into_iter().enumerate() {
        header[148..156].copy_from_slice(b"        ");
        let sum: u32 = header.iter().map(|&b| u32::from(b)).sum();
        header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        header.extend(noise(5000));
        match take_apart("a.tar", &header) {
            Ok(Unpacked::Archive(archive)) => assert!(i == 0 && archive.notes[0].contains("cut off"), "{archive:?}"),
            Ok(other) => panic!("{other:?}"),
            Err(error) => assert_eq!(error.kind, OpenErrorKind::Damaged, "{error}"),
        }
    }
    let mut bytes = cpio();
    bytes[6 + 11 * 8..14 + 11 * 8].copy_from_slice(b"ffffffff");
    assert_eq!(take_apart("initrd", &bytes).unwrap_err().kind, OpenErrorKind::Damaged);
    let mut bytes = deb();
    bytes[8 + 48..8 + 58].copy_from_slice(b"9999999999");
    assert_eq!(take_apart("a.deb", &bytes).unwrap_err().kind, OpenErrorKind::Damaged);
    let mut bytes = rpm();
    bytes[96 + 8..96 + 12].copy_from_slice(&[0xff; 4]);
    assert_eq!(take_apart("a.rpm", &bytes).unwrap_err().kind, OpenErrorKind::Damaged);
}

/// The name in the header of a file is cut to 100 bytes, so the name from the headers before it must not get lost. GNU
/// tar lists the same names, and an error for the same records.
#[test]
fn long_names_in_tar_belong_to_the_next_file() {
    let path = format!("usr/lib/{}types", "a-long-name/".repeat(12));
    let long = tar_member(path.as_bytes(), b'0', &fixture::read("kernel.s390x.btf"));
    let other = tar_member(b"other", b'0', &fixture::read("kernel.x86_64.btf"));
    let archive = |before: &[Vec<u8>]| [&before.concat()[..], &long, &other, &[0; 1024]].concat();
    let pax = |records: &[u8]| tar_member(b"PaxHeaders/x", b'x', records);
    let global = tar_member(b"pax_global_header", b'g', b"21 comment=a comment\n");
    let [name, link] = [b'L', b'K'].map(|kind| tar_member(b"././@LongLink", kind, format!("{path}\0").as_bytes()));
    let record = pax_path(&path);
    for before in [
        vec![global.clone(), pax(&record)],
        vec![pax(&record), global],
        vec![name, link],
        vec![pax(&[&record[..], &[0; 7]].concat())],
    ] {
        let paths: Vec<String> = listed("a.tar", &archive(&before)).entries.into_iter().map(|e| e.path).collect();
        assert_eq!(paths, ["other", path.as_str()]);
    }
    let [mut longer, mut without_end] = [record.clone(), record.clone()];
    longer[..3].copy_from_slice(b"999");
    *without_end.last_mut().expect("a line end") = b' ';
    for damaged in [longer, without_end, record[1..].to_vec(), b"9 path\n\n\n".to_vec()] {
        let error = take_apart("a.tar", &archive(&[pax(&damaged)])).unwrap_err();
        assert_eq!(error.kind, OpenErrorKind::Damaged, "{error}");
    }
}

#[test]
fn a_package_in_a_package_is_listed() {
    let inner = gzip(&deb());
    assert_eq!(listed("linux.deb.gz", &inner).layers.len(), 1);
    assert_eq!(opened("image.gz", &gzip(&files()[1].1)).role, Role::Kernel);
}

/// Callers that read instructions and relocations also get packed programs without BTF.
#[test]
fn a_packed_program_without_btf() {
    let mut bare = fixture::read("core.clang.bpfel.o");
    for at in 0..bare.len() - 4 {
        if bare[at..].starts_with(b".BTF") {
            bare[at + 1] = b'X';
        }
    }
    let mut packed = tar_header(b"progs/bare.o", bare.len(), b'0');
    packed.extend(padded(bare.clone(), 512));
    packed.extend(vec![0; 1024]);
    for (bytes, entry) in [(gzip(&bare), None), (gzip(&packed), Some(0))] {
        let Ok(Unpacked::File(opened)) = with_bare_programs("bare", &bytes, entry) else { panic!("it opens") };
        assert_eq!((opened.role, opened.has_btf()), (Role::Program, false));
        assert_eq!(opened.program.expect("it is kept").bytes[..], bare);
    }
    let refused = take_apart("bare.o.gz", &gzip(&bare)).expect_err("a program without BTF is given on request only");
    assert_eq!(refused.kind, OpenErrorKind::NoBtf);
    assert!(refused.expected.contains("clang -g"), "{refused}");
    assert!(opened("core.o.gz", &gzip(&fixture::read("core.clang.bpfel.o"))).has_btf());
}
