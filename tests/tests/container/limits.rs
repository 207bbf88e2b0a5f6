//! Long work has limits, reports progress, and can be cancelled.

use std::cell::Cell;
use std::ops::ControlFlow;

use container::{Limits, OpenError, OpenErrorKind, Progress, Source, Stage, unpack};
use tests::clock::ends;
use tests::fixture;

use crate::support::{gzip, noise, take_apart};

/// Zeros compressed by gzip, xz and zstd, with the name of each codec.
fn bombs(len: usize) -> Vec<(&'static str, Vec<u8>)> {
    use std::io::Write;
    let zeros = vec![0; len];
    let mut xz =
        lzma_rust2::XzWriter::new(Vec::new(), lzma_rust2::XzOptions::with_preset(0)).expect("memory takes all");
    xz.write_all(&zeros).expect("memory takes all");
    let zstd = ruzstd::encoding::compress_to_vec(&zeros[..], ruzstd::encoding::CompressionLevel::Fastest);
    vec![("gzip", gzip(&zeros)), ("xz", xz.finish().expect("memory takes all")), ("zstd", zstd)]
}

#[test]
fn compression_bombs() {
    let is_bomb = |error: OpenError| {
        assert_eq!(error.kind, OpenErrorKind::TooLarge, "{error}");
        assert!(error.found.contains("compression bomb"), "{error}");
    };
    is_bomb(take_apart("zeros.gz", &gzip(&vec![0; 4 << 20]).repeat(20)).unwrap_err());
    let early = Limits { ratio_from: 1 << 20, ..Limits::default() };
    for (name, bomb) in bombs(4 << 20) {
        is_bomb(unpack(name, &mut &bomb[..], &early, &mut |_| ControlFlow::Continue(())).unwrap_err());
        // Below the limit, it is a file of zeros.
        assert_eq!(take_apart(name, &bomb).unwrap_err().kind, OpenErrorKind::NotBtf);
    }
}

#[test]
fn as_much_as_the_limit_says() {
    let bytes = gzip(&noise(3 << 20));
    let small = Limits { output: 1 << 20, ..Limits::default() };
    let error = unpack("a.gz", &mut &bytes[..], &small, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert_eq!(error.kind, OpenErrorKind::TooLarge, "{error}");
    assert_eq!(error.expected, "at most 1048576 bytes unpacked");
    // The dictionary has a limit of its own.
    let mut xz = lzma_rust2::XzOptions::with_preset(9);
    xz.lzma_options.dict_size = 64 << 20;
    let mut writer = lzma_rust2::XzWriter::new(Vec::new(), xz).unwrap();
    std::io::Write::write_all(&mut writer, &fixture::read("kernel.x86_64.o")).unwrap();
    let bytes = writer.finish().unwrap();
    assert!(take_apart("a.xz", &bytes).is_ok());
    let small = Limits { dictionary: 1 << 20, ..Limits::default() };
    let error = unpack("a.xz", &mut &bytes[..], &small, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert_eq!(error.kind, OpenErrorKind::Damaged, "{error}");
    assert!(error.found.contains("memory"), "{error}");
}

#[test]
fn zeros_without_end() {
    // 100 MiB of zeros contain no BTF, and are searched quickly.
    let error = take_apart("zeros", &vec![0; 100 << 20]).unwrap_err();
    assert_eq!((error.kind, error.found.as_str()), (OpenErrorKind::NotBtf, "zeros"));
}

#[test]
fn headers_that_all_claim_the_whole_file() {
    // A header every 32 bytes, each with types and strings up to the end. Decoding all of them would take hours.
    let len = 8u32 << 20;
    let mut bytes = vec![0x66; 64];
    while bytes.len() + 32 < len as usize {
        let left = len - bytes.len() as u32;
        let types = (left - 24) / 8 * 4;
        bytes.extend([0x9f, 0xeb, 1, 0]);
        for word in [24, 0, types, types, left - 24 - types, 0, 0] {
            bytes.extend(u32::to_le_bytes(word));
        }
    }
    assert!(ends("headers", || take_apart("headers", &bytes)).is_err());
}

#[test]
fn progress_rises_to_the_end_and_names_the_stage() {
    let mut image = noise(5 << 20);
    image.extend(fixture::read("kernel.x86_64.btf"));
    let packed = gzip(&image);
    let mut seen: Vec<Progress> = Vec::new();
    let found = unpack("Image.gz", &mut &packed[..], &Limits::default(), &mut |progress| {
        seen.push(progress);
        ControlFlow::Continue(())
    });
    assert!(found.is_ok());
    assert!(seen.len() > 5, "{}", seen.len());
    assert!(seen.iter().all(|p| p.done <= p.total));
    let unpacking: Vec<&Progress> =
        seen.iter().filter(|p| p.stage == Stage::Unpacking(container::Codec::Gzip)).collect();
    assert!(unpacking.windows(2).all(|pair| pair[0].done <= pair[1].done));
    assert!(unpacking.iter().all(|p| p.total == packed.len() as u64));
    assert!(unpacking.last().is_some_and(|p| p.done * 2 > p.total));
    assert_eq!(unpacking[0].stage.to_string(), "unpacking gzip");
    assert!(seen.iter().any(|p| p.stage == Stage::Searching && p.total == image.len() as u64));
}

#[test]
fn cancelled_at_any_report() {
    let mut image = noise(3 << 20);
    image.extend(fixture::read("kernel.x86_64.btf"));
    for bytes in [gzip(&image), image.clone(), bombs(9 << 20).remove(0).1] {
        let run = |stop_at: u32| -> (Option<OpenError>, u32) {
            let mut count = 0;
            let result = unpack("Image", &mut &bytes[..], &Limits::default(), &mut |_| {
                count += 1;
                if count > stop_at { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            (result.err(), count)
        };
        let (_, all) = run(u32::MAX);
        assert!(all > 2);
        for stop_at in 0..all {
            let (error, count) = run(stop_at);
            assert_eq!(error.map(|e| e.kind), Some(OpenErrorKind::Cancelled), "after {stop_at} of {all}");
            assert_eq!(count, stop_at + 1, "went on after it was cancelled");
        }
    }
}

/// A source that fails from some byte on, or ends early.
struct Failing<'a> {
    bytes: &'a [u8],
    from: u64,
    short: bool,
    failed: Cell<bool>,
}

impl Source for Failing<'_> {
    fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn read_at(&mut self, at: u64, buf: &mut [u8]) -> Result<usize, String> {
        if at + buf.len() as u64 > self.from && at >= self.from {
            self.failed.set(true);
            return if self.short { Ok(0) } else { Err("the disk is on fire".into()) };
        }
        let bytes = &self.bytes[..(self.from as usize).min(self.bytes.len())];
        (&mut { bytes }).read_at(at, buf)
    }
}

#[test]
fn a_file_that_cannot_be_read_or_that_shrinks() {
    let mut image = noise(3 << 20);
    image.extend(fixture::read("kernel.x86_64.btf"));
    let packed = gzip(&image);
    for bytes in [&packed, &image] {
        for part in 0..8u64 {
            let from = bytes.len() as u64 * part / 8;
            for short in [false, true] {
                let mut source = Failing { bytes, from, short, failed: Cell::new(false) };
                let error = unpack("a", &mut source, &Limits::default(), &mut |_| ControlFlow::Continue(()));
                let error = error.expect_err("the end is missing");
                assert!(source.failed.get());
                if short {
                    assert_ne!(error.kind, OpenErrorKind::Unreadable, "{error}");
                } else {
                    assert_eq!(error.kind, OpenErrorKind::Unreadable, "{error}");
                    assert_eq!(error.found, "the disk is on fire");
                }
            }
        }
    }
}
