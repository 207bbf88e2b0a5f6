//! Memory: the peak of opening, laying out, printing and showing, counted in bytes.
//!
//! It is a single test, because the count is for the whole process.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use btf::{Btf, Ext};
use tests::blob::{Blob, Form, Order, kind};
use tests::clock::ends;
use tests::elf::{Class, Elf, Section};
use tests::exercise::{Digest, encoded, laid_out, printed, shown};
use tests::ext_blob::{ExtBlob, SubSection};
use tests::fixture;
use tests::large;

/// The system's allocator, with a count of the bytes in use.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn add(bytes: usize) {
    let now = NOW.fetch_add(bytes, Relaxed) + bytes;
    PEAK.fetch_max(now, Relaxed);
}

// SAFETY: every call is passed to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        // SAFETY: the caller keeps the allocator's contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        // SAFETY: the caller keeps the allocator's contract.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller keeps the allocator's contract.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // While the bytes are copied, both the old and the new block may exist.
        add(size);
        NOW.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller keeps the allocator's contract.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The peak of bytes in use during a step, minus the bytes before it.
fn peak<T>(step: impl FnOnce() -> T) -> (T, usize) {
    let before = NOW.load(Relaxed);
    PEAK.store(before, Relaxed);
    let result = step();
    (result, PEAK.load(Relaxed).saturating_sub(before))
}

const MB: usize = 1 << 20;

/// Opens a blob that is already in memory, and checks how much that takes.
fn opening(name: &str, bytes: Vec<u8>, most: usize) -> Option<Btf> {
    let bytes: Arc<[u8]> = bytes.into();
    let len = bytes.len();
    let (btf, took) = peak(|| Btf::parse(bytes, None).ok());
    println!("{name}: {len} bytes, {took} more to open, {:?} types", btf.as_ref().map(Btf::own_type_count));
    assert!(took <= most, "{name}: {took} bytes to open {len}, at most {most}");
    btf
}

/// Uses a blob in the ways whose cost can grow faster than its size.
fn using(name: &str, btf: &Btf, most: usize) {
    for (what, step) in [
        ("layouts", laid_out as fn(&Btf, &mut Digest)),
        ("printing", |btf, digest| printed(btf, false, digest)),
        ("the page", |btf, digest| shown("file", btf.bytes(), digest)),
    ] {
        let ((), took) = peak(|| step(btf, &mut Digest::default()));
        println!("{name}: {took} bytes for {what}");
        assert!(took <= most, "{name}: {took} bytes for {what}, at most {most}");
    }
}

fn header(types: u32, strings: u32) -> Vec<u8> {
    let mut bytes = vec![0x9f, 0xeb, 1, 0];
    for word in [24, 0, types, types, strings] {
        bytes.extend(word.to_le_bytes());
    }
    bytes
}

#[test]
fn memory_is_bounded() {
    // The decoder keeps a list with 4 bytes for each type. While the list grows, it takes up to three times as much.
    let many = large::many_types(Order::Little, 28_000).build();
    let types = 140_002;
    let btf = opening("many types", many, types * 12).expect("a header");
    assert_eq!(btf.own_type_count() as usize, types);
    using("many types", &btf, 128 * MB);

    // 100 MB of zeros: as a file, which has no magic number then; as types, of which the first already has no known
    // kind; and as strings, which are all empty.
    assert!(opening("zeros", vec![0; 100 * MB], MB).is_none());
    let mut zeros = header(100 << 20, 0);
    zeros.resize(zeros.len() + 100 * MB, 0);
    opening("zeros for types", zeros, 20 * MB);
    let mut zeros = header(0, 100 << 20);
    zeros.resize(zeros.len() + 100 * MB, 0);
    let btf = opening("zeros for strings", zeros, MB).expect("a header");
    using("zeros for strings", &btf, 110 * MB);

    // Forward declarations have the smallest records.
    let mut forwards = header(96 << 20, 1);
    for _ in 0..8 << 20 {
        forwards.extend([0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0]);
    }
    forwards.push(0);
    let btf = opening("forward declarations", forwards, 96 * MB).expect("a header");
    assert_eq!(btf.own_type_count(), 8 << 20);
    let ((), took) = peak(|| {
        btf::NameIndex::new(&btf);
    });
    assert!(took < 100 * MB, "{took} bytes for names");

    // Lengths and counts that claim gigabytes.
    for (types, strings) in [(u32::MAX, u32::MAX), (0, u32::MAX), (u32::MAX - 3, 0), (0x7fff_fffc, 0x7fff_ffff)] {
        opening("a lying header", header(types, strings), MB);
    }
    for n in [kind::STRUCT, kind::ENUM, kind::ENUM64, kind::FUNC_PROTO, kind::DATASEC, kind::LOC_PARAM] {
        let mut b = Blob::new(Order::Big);
        b.int("int", 4, 1);
        b.record(0, n, 0x00ff_ffff, true, u32::MAX, &[1, 2, 3]);
        let btf = opening("a lying vlen", b.build_as(&Form::default()), MB).expect("a header");
        using("a lying vlen", &btf, 4 * MB);
    }
    let mut ext = ExtBlob::new(Order::Little, 32);
    ext.line_info = Some(SubSection { record_size: 16, blocks: vec![(1, vec![vec![1, 2, 3, 4]])] });
    let ext = ext.build();
    for at in (8..ext.len() - 3).step_by(4) {
        let mut lying = ext.clone();
        lying[at..at + 4].copy_from_slice(&0x7fff_fffcu32.to_le_bytes());
        let (_, took) = peak(|| Ext::parse(lying).map(|ext| ext.line_infos().count()));
        assert!(took < MB, "{took} bytes for a lying .BTF.ext");
    }
    let section = |size| Section { size: Some(size), ..Section::new(".BTF", vec![0; 64]) };
    for size in [1 << 20, 1 << 31, u64::from(u32::MAX), 1 << 40, u64::MAX] {
        let elf = Elf::new(Class::Elf64, Order::Little, 62).with(section(size)).build();
        let (opened, took) = peak(|| container::open("elf", &elf));
        assert!(opened.is_err() && took < MB, "{took} bytes for a section of {size}");
    }

    // Debug information that is damaged at every offset, and debug information whose sections claim to have gigabytes.
    for name in ["dwarf-tags.x86_64.o", "dwarf.gcc.x86_64.o", "dwarf.types.x86_64.o"] {
        let mut bytes = fixture::read_dwarf(name);
        let mut most = 0;
        for at in 0..bytes.len() {
            bytes[at] ^= 0xff;
            most = most.max(peak(|| encoded(&bytes, &[], None)).1);
            bytes[at] ^= 0xff;
        }
        println!("{name}: {most} bytes to convert it damaged");
        assert!(most < 8 * MB, "{name}: {most} bytes");
    }
    for (flags, size) in [(0, 1 << 30), (0, u64::MAX), (0x800, 64)] {
        let mut data = vec![1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x3f, 0, 0, 0, 0];
        data.resize(64, 0);
        let section = Section { flags, size: Some(size), ..Section::new(".debug_info", data) };
        let elf = Elf::new(Class::Elf64, Order::Little, 62).with(section).build();
        let (made, took) = peak(|| encoded(&elf, &[], None));
        assert!(made.is_none() && took < 4 * MB, "{took} bytes for a section of {size}");
    }

    // 20,000 sections whose names overlap in a megabyte.
    let mut elf = Elf::new(Class::Elf64, Order::Little, 62).with(Section::new(&"n".repeat(MB), Vec::new())).build();
    let word = |bytes: &[u8], at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap_or_default()) as usize;
    let table = word(&elf, 0x28);
    let first = elf[table + 64..table + 128].to_vec();
    for i in 0..20_000u32 {
        let mut entry = first.clone();
        entry[..4].copy_from_slice(&(i + 2).to_le_bytes());
        elf.extend(entry);
    }
    elf[0x3c..0x3e].copy_from_slice(&20_003u16.to_le_bytes());
    let (opened, took) = peak(|| ends("names of sections", || container::open("elf", &elf)));
    let error = opened.map(|_| ()).expect_err("no .BTF");
    println!("{took} bytes for names of sections");
    assert!(error.to_string().len() < 100_000, "an error of {} bytes", error.to_string().len());
    assert!(took < 32 * MB, "{took} bytes for names of sections");

    // Types with sizes and gaps of gigabytes are drawn and printed.
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    let huge = b.array(int, int, u32::MAX / 4);
    b.structure("gaps", u32::MAX, &[("a", int, 0), ("b", int, 0x7fff_ffe0), ("c", int, 0xffff_ffe0)]);
    b.structure("large", u32::MAX, &[("all", huge, 0)]);
    b.composite(kind::UNION, "wide", u32::MAX, false, &[("a", int, 0), ("b", huge, 0)]);
    b.enumeration("many", 4, false, &[("A", u32::MAX)]);
    let btf = opening("gaps", b.build(), MB).expect("a header");
    using("gaps", &btf, 64 * MB);
}
