//! Functions shared by these tests.

use std::ops::ControlFlow;

use container::{Limits, OpenError, Opened, Progress, Unpacked, unpack, unpack_entry};

/// Unpacks bytes with the usual limits.
pub fn take_apart(name: &str, bytes: &[u8]) -> Result<Unpacked, OpenError> {
    unpack(name, &mut { bytes }, &Limits::default(), &mut |_| ControlFlow::Continue(()))
}

/// Like [`take_apart`], but accepts programs without BTF. With `entry`, unpacks this entry of an
/// archive.
pub fn with_bare_programs(name: &str, bytes: &[u8], entry: Option<u32>) -> Result<Unpacked, OpenError> {
    let limits = Limits { bare_programs: true, ..Limits::default() };
    let mut go_on = |_: Progress| ControlFlow::Continue(());
    match entry {
        Some(entry) => unpack_entry(name, &mut { bytes }, entry, &limits, &mut go_on),
        None => unpack(name, &mut { bytes }, &limits, &mut go_on),
    }
}

/// The file in the bytes.
///
/// # Panics
/// When the bytes are no file with BTF, for example an archive.
pub fn opened(name: &str, bytes: &[u8]) -> Opened {
    match take_apart(name, bytes) {
        Ok(Unpacked::File(opened)) => *opened,
        Ok(Unpacked::Debug(file) | Unpacked::Text(file)) => panic!("{name}: {file:?}"),
        Ok(Unpacked::Archive(archive)) => panic!("{name}: an archive: {archive:?}"),
        Err(e) => panic!("{e}"),
    }
}

/// gzip data, made by another library than the one that reads it: a header without a name, deflate, CRC-32 and length.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3];
    out.extend(miniz_oxide::deflate::compress_to_vec(bytes, 1));
    out.extend(crc32(bytes).to_le_bytes());
    out.extend((bytes.len() as u32).to_le_bytes());
    out
}

/// The CRC-32 of gzip and zip, computed bit by bit.
pub fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = !0u32;
    for &b in bytes {
        crc ^= u32::from(b);
        for _ in 0..8 {
            crc = if crc & 1 != 0 { 0xedb8_8320 ^ (crc >> 1) } else { crc >> 1 };
        }
    }
    !crc
}

/// Bytes without order, as in machine code, that contain neither text nor the magic of a format.
pub fn noise(len: usize) -> Vec<u8> {
    let mut x = 0x2545_f491u32;
    (0..len)
        .map(|_| {
            x ^= x << 13;
            x ^= x >> 17;
            x ^= x << 5;
            // Avoids the first bytes of all magics.
            (x as u8 & 0x0f) | 0xc0
        })
        .collect()
}
