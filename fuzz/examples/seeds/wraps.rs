//! Wrappings around packed fixtures: packages, archives, kernel images.

/// One file of each kind of wrapping, with a name. `packed` is a compressed file, `object` an uncompressed object.
pub fn all(packed: &[u8], object: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let tar = tar(&[("./boot/vmlinuz-6.6.6", object), ("./lib/modules/a.ko.gz", packed)]);
    vec![
        ("bz-image", bz_image(packed)),
        ("zboot", zboot(packed)),
        ("arm64-image", searched(packed, 0x38, b"ARM\x64")),
        ("riscv-image", searched(packed, 0x38, b"RSC\x05")),
        ("zimage", searched(packed, 0x24, &[0x18, 0x28, 0x6f, 0x01])),
        ("s390-image", searched(object, 0, &[0, 8, 0, 0, 0x80, 0, 2, 0])),
        ("cpio", cpio(&[("boot/vmlinuz", object), ("TRAILER!!!", b"")])),
        ("deb", ar(&[("debian-binary", b"2.0\n"), ("data.tar", &tar)])),
        ("rpm", rpm(&cpio(&[("./lib/modules/a.ko", object), ("TRAILER!!!", b"")]))),
        ("zip", zip(&[("lib/modules/a.ko", object), ("boot/vmlinuz.gz", packed)])),
        ("tar", tar),
    ]
}

fn put(bytes: &mut [u8], at: usize, what: &[u8]) {
    bytes[at..at + what.len()].copy_from_slice(what);
}

fn bz_image(payload: &[u8]) -> Vec<u8> {
    let mut image = vec![0xcc; 1024];
    put(&mut image, 0x1f1, &[1]);
    put(&mut image, 0x1fe, &[0x55, 0xaa]);
    put(&mut image, 0x202, b"HdrS\x0f\x02");
    put(&mut image, 0x20e, &0x80u16.to_le_bytes());
    put(&mut image, 0x248, &0u32.to_le_bytes());
    put(&mut image, 0x24c, &(payload.len() as u32).to_le_bytes());
    put(&mut image, 0x280, b"6.6.6-test (a@b) #1\0");
    image.extend(payload);
    image
}

fn zboot(payload: &[u8]) -> Vec<u8> {
    let mut image = vec![0xcc; 0x100];
    put(&mut image, 0, b"MZ\0\0zimg");
    put(&mut image, 8, &0x100u32.to_le_bytes());
    put(&mut image, 12, &(payload.len() as u32).to_le_bytes());
    put(&mut image, 24, b"gzip\0");
    put(&mut image, 0x3c, &0x80u32.to_le_bytes());
    put(&mut image, 0x80, b"PE\0\0\x64\xaa");
    image.extend(payload);
    image
}

fn searched(payload: &[u8], at: usize, magic: &[u8]) -> Vec<u8> {
    let mut image = vec![0xcc; 0x100];
    put(&mut image, 0x30, b"RISCV\0\0\0");
    put(&mut image, at, magic);
    put(&mut image, 0x80, b"Linux version 6.7.8-x (gcc) #1\n\0");
    image.extend(payload);
    image
}

fn padded(mut bytes: Vec<u8>, to: usize) -> Vec<u8> {
    bytes.resize(bytes.len().next_multiple_of(to), 0);
    bytes
}

fn tar(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut out = Vec::new();
    for (path, bytes) in files {
        let mut header = vec![0; 512];
        put(&mut header, 0, path.as_bytes());
        put(&mut header, 100, b"0000644\0");
        put(&mut header, 124, format!("{:011o}\0", bytes.len()).as_bytes());
        put(&mut header, 148, b"        0ustar  \0");
        put(&mut header, 156, b"0");
        put(&mut header, 257, b"ustar  \0");
        let sum: u32 = header.iter().map(|&b| u32::from(b)).sum();
        put(&mut header, 148, format!("{sum:06o}\0 ").as_bytes());
        out.extend(header);
        out.extend(padded(bytes.to_vec(), 512));
    }
    out.extend([0; 1024]);
    out
}

fn cpio(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut out = Vec::new();
    for (path, bytes) in files {
        let fields = [1, 0o100_644, 0, 0, 1, 0, bytes.len(), 0, 0, 0, 0, path.len() + 1, 0];
        let mut head = b"070701".to_vec();
        fields.iter().for_each(|field| head.extend(format!("{field:08x}").as_bytes()));
        head.extend(path.as_bytes());
        head.push(0);
        out.extend(padded(head, 4));
        out.extend(padded(bytes.to_vec(), 4));
    }
    out
}

/// A zip archive of files that are stored, not compressed: local headers with their data, the directory, its end.
fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut out, mut directory): (Vec<u8>, Vec<u8>) = (Vec::new(), Vec::new());
    for (path, bytes) in files {
        let len = (bytes.len() as u32).to_le_bytes();
        let mut common = vec![20u8, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        common.extend([crc32(bytes).to_le_bytes(), len, len].concat());
        common.extend((path.len() as u16).to_le_bytes());
        common.extend([0, 0]);
        directory.extend(b"PK\x01\x02\x14\0");
        directory.extend(&common);
        // Comment, disk, attributes.
        directory.extend([0; 10]);
        directory.extend((out.len() as u32).to_le_bytes());
        directory.extend(path.as_bytes());
        out.extend(b"PK\x03\x04");
        out.extend(&common);
        out.extend(path.as_bytes());
        out.extend(*bytes);
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

fn crc32(bytes: &[u8]) -> u32 {
    let bit = |crc: u32, _| (crc >> 1) ^ (0xedb8_8320 * (crc & 1));
    !bytes.iter().fold(!0u32, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), bit))
}

fn ar(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut out = b"!<arch>\n".to_vec();
    for (name, bytes) in members {
        out.extend(format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 100_644, bytes.len()).as_bytes());
        out.extend(padded(bytes.to_vec(), 2));
    }
    out
}

fn rpm(payload: &[u8]) -> Vec<u8> {
    let header = |entries: u32, store: u32| {
        let mut out = vec![0x8e, 0xad, 0xe8, 1, 0, 0, 0, 0];
        out.extend(entries.to_be_bytes());
        out.extend(store.to_be_bytes());
        out.resize(out.len() + (entries * 16 + store) as usize, 0xcc);
        out
    };
    let mut out = vec![0xed, 0xab, 0xee, 0xdb, 3, 0];
    out.resize(96, 0);
    out.extend(header(1, 21));
    let mut out = padded(out, 8);
    out.extend(header(2, 33));
    out.extend(payload);
    out
}
