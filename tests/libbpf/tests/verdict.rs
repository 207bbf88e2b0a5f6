//! Blobs that libbpf accepts or refuses, and how it changes the BTF of objects: compared with libbpf in this process.
#![cfg(feature = "libbpf")]

use std::ffi::c_void;
use std::ptr::NonNull;
use std::slice;

use bpf::Object;
use btf::{Btf, FieldName};
use libbpf_sys as sys;
use libbpf_tests::LibbpfBtf;
use tests::reference::corpus_or_skip;
use tests::{fixture, generate, records};
use verdict::libbpf::{fix_up, read};

/// A generator of pseudo-random numbers, the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

/// Sound and damaged blobs, all with the short header: in a foreign byte order, this libbpf reads no other.
#[test]
fn blobs_are_opened_alike() {
    let mut numbers = Numbers(3);
    let (mut opened, mut refused) = (0, 0);
    for round in 0..20_000 {
        let choices: Vec<u8> = (0..10 + numbers.below(300)).map(|_| numbers.below(256) as u8).collect();
        let mut blob = if round % 2 == 0 { generate::blob(&choices) } else { records::blob(&choices) };
        for _ in 0..numbers.below(3) {
            let at = numbers.below(blob.len());
            blob[at] = numbers.below(256) as u8;
        }
        let short = 24u32;
        if ![short.to_le_bytes(), short.to_be_bytes()].iter().any(|len| blob.get(4..8) == Some(len)) {
            continue;
        }
        // Wide vlen and kinds above 31 are newer than this libbpf.
        let ours = read(&blob);
        let is_newer = |info: u32| info & 0x60ff_0000 != 0;
        let parsed = Btf::parse(blob.as_slice(), None).ok();
        let wide = parsed.iter().flat_map(|btf| btf.types()).any(|t| t.vlen() > 0xffff || t.kind().number() > 31);
        let last = ours.as_ref().err().and_then(|c| blob.get(c.range.start as usize + 4..)?.first_chunk::<4>());
        if wide || last.is_some_and(|info| is_newer(u32::from_le_bytes(*info)) || is_newer(u32::from_be_bytes(*info))) {
            continue;
        }
        let theirs = LibbpfBtf::new(&blob, None).map(|_| ());
        assert_eq!(ours.as_ref().err().map(|c| c.errno.0), theirs.err(), "round {round}: {ours:?}");
        if ours.is_ok() { opened += 1 } else { refused += 1 }
    }
    assert!(opened > 2000 && refused > 2000, "{opened} opened, {refused} refused");
}

/// An object that libbpf has opened.
struct Opened(NonNull<sys::bpf_object>);

impl Drop for Opened {
    fn drop(&mut self) {
        // SAFETY: the pointer is from libbpf, and nothing else closes the object.
        unsafe { sys::bpf_object__close(self.0.as_ptr()) }
    }
}

/// The BTF of an object after libbpf opened it: with its fixups, and before it is adapted to a kernel.
fn theirs(bytes: &[u8]) -> Option<Vec<u8>> {
    // SAFETY: the bytes live through the call, which copies them; no options are given.
    let object = unsafe {
        sys::libbpf_set_print(None);
        sys::bpf_object__open_mem(bytes.as_ptr().cast::<c_void>(), bytes.len() as _, std::ptr::null())
    };
    let object = Opened(NonNull::new(object)?);
    let mut len = 0;
    // SAFETY: the object is open. Its BTF, if there is one, and the raw bytes live as long.
    unsafe {
        let btf = sys::bpf_object__btf(object.0.as_ptr());
        if btf.is_null() {
            return None;
        }
        let data = sys::btf__raw_data(btf, &raw mut len);
        (!data.is_null()).then(|| slice::from_raw_parts(data.cast::<u8>(), len as usize).to_vec())
    }
}

/// All records as text, with names in place of their offsets: libbpf stores added strings at other offsets than we do.
fn listing(bytes: &[u8]) -> Vec<String> {
    let btf = Btf::parse(bytes, None).expect("a BTF");
    let word = |t: &btf::Type<'_>| -> Vec<String> {
        let field = |f: btf::Field| {
            let value = btf.endian().u32_at(btf.bytes(), f.range.start).unwrap_or_default();
            match f.part.name {
                FieldName::NameOff => btf.string(btf::StringOffset(value)).unwrap_or_default().to_owned(),
                _ => value.to_string(),
            }
        };
        t.fields().map(field).collect()
    };
    btf.types().map(|t| format!("[{}] {} {}", t.id(), t.kind().as_str(), word(&t).join(" "))).collect()
}

#[test]
fn objects_are_fixed_up_alike() {
    let mut files: Vec<(String, Vec<u8>)> = fixture::names()
        .into_iter()
        .filter(|name| name.contains("bpf"))
        .map(|name| (name.clone(), fixture::read(&name)))
        .collect();
    if let Some(corpus) = corpus_or_skip() {
        let rows = corpus.index();
        let objects = rows.iter().filter(|row| row.file.starts_with("objs/"));
        files.extend(objects.map(|row| (row.file.clone(), corpus.read(&row.file))));
    }
    let (mut compared, mut changed) = (0, 0);
    for (name, bytes) in files {
        let Ok(object) = Object::parse(bytes.as_slice()) else { continue };
        let Some(blob) = object.section_named(".BTF").map(|section| object.section_bytes(section)) else { continue };
        let Some(theirs) = theirs(&bytes) else { continue };
        let ours = fix_up(blob, &object).unwrap_or_else(|e| panic!("{name}: libbpf opens it, we do not: {e}"));
        // libbpf makes hidden functions static only at load.
        if ours.changes.iter().any(|change| change.starts_with("the hidden function")) {
            continue;
        }
        let (ours_listed, theirs_listed) = (listing(&ours.bytes), listing(&theirs));
        for (a, b) in ours_listed.iter().zip(&theirs_listed) {
            assert_eq!(a, b, "{name}: {:?}", ours.changes);
        }
        assert_eq!(ours_listed.len(), theirs_listed.len(), "{name}");
        compared += 1;
        changed += usize::from(!ours.changes.is_empty());
    }
    assert!(compared > 10 && changed > 5, "{compared} compared, {changed} changed");
}
