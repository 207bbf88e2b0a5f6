//! Hostile blobs: wrong bases, cycles, deep nesting, absurd numbers, and inputs found by fuzzers. Nothing may panic or
//! take long, and the answers must agree with each other. Prefixes and changed bytes are in `damage.rs`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use btf::{Btf, Ext, TypeId};
use tests::blob::{Blob, Order, bits, kind};
use tests::exercise::{self, Digest};
use tests::{fixture, generate, handmade, walk};

fn parse(bytes: &[u8], base: Option<&Arc<Btf>>) -> Option<Btf> {
    Btf::parse(bytes, base.cloned()).ok()
}

/// All handmade blobs in both byte orders.
fn hand_made() -> Vec<(String, Vec<u8>)> {
    let of = |order: Order| {
        let named = move |made: handmade::Handmade| (format!("{}.{}", made.name, order.as_str()), made.bytes);
        handmade::all(order).into_iter().map(named)
    };
    Order::BOTH.into_iter().flat_map(of).collect()
}

/// Any blob as the base of any other: of the other byte order, with or without a layout section, sound or damaged.
#[test]
fn any_blob_on_any_base() {
    let blobs = hand_made();
    for (_, base) in &blobs {
        let Some(base) = parse(base, None).map(Arc::new) else { continue };
        for (_, blob) in &blobs {
            if let Some(btf) = parse(blob, Some(&base)) {
                walk::everything(&btf);
            }
        }
    }
}

/// A base of the other byte order lends its layout section, but not its byte order.
#[test]
fn records_are_read_in_their_own_byte_order() {
    let made = |order: Order, name: &str| handmade::all(order).into_iter().find(|m| m.name == name).map(|m| m.bytes);
    let count = |bytes: &[u8], base: Option<&Arc<Btf>>| parse(bytes, base).map(|btf| btf.own_type_count());
    for [own, other] in [[Order::Little, Order::Big], [Order::Big, Order::Little]] {
        let base = made(other, "split-base").and_then(|bytes| parse(&bytes, None)).map(Arc::new);
        let blob = made(own, "all-kinds").expect("a blob");
        assert_eq!(count(&blob, base.as_ref()), count(&blob, None));
    }
    let kernel = parse(&fixture::read("kernel.x86_64.btf"), None).map(Arc::new);
    let module = fixture::read("module.s390x.btf");
    assert_eq!(count(&module, kernel.as_ref()), count(&module, None));
}

/// Every input in `fuzz/seeds` once revealed a bug. Each goes through most of what the fuzz targets
/// call.
#[test]
fn what_fuzzers_found() {
    let kernel = parse(&fixture::read("kernel.x86_64.btf"), None).map(Arc::new);
    let small_atlas = exercise::SmallAtlas::new();
    let mut inputs = 0;
    for folder in list(&fixture::project().join("fuzz/seeds")) {
        for file in list(&folder) {
            let data = fs::read(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
            println!("{}", file.display());
            inputs += 1;
            let digest = &mut Digest::default();
            exercise::shown("seed", &data, digest);
            if let Ok(ext) = Ext::parse(data.as_slice()) {
                walk::ext(&ext);
                exercise::ext(&ext, digest);
                exercise::shown_ext(&ext, None, digest);
            }
            let raw = data.starts_with(&[0x9f, 0xeb]) || data.starts_with(&[0xeb, 0x9f]);
            let blob_of = |data: &[u8]| if raw { data.to_vec() } else { generate::blob(data) };
            exercise::pasted(&data, digest);
            texts(&data, digest);
            exercise::called(&data, digest);
            exercise::encoded_again(&data);
            // The last bytes are the values, read by types made from the first bytes.
            let (types, bytes) = data.split_at(data.len().saturating_sub(64));
            if let Some(btf) = parse(&blob_of(types), None) {
                exercise::valued(&btf, bytes, digest);
            }
            // The error for a damaged atlas is a correct answer.
            exercise::asked(&small_atlas.changed(&data)).ok();
            let (first, rest) = data.split_at(data.len() / 3);
            exercise::merged(&[&data, first, rest].map(blob_of));
            let blob = blob_of(&data);
            exercise::judged(&blob);
            exercise::answered(&blob, digest);
            let Some(btf) = parse(&blob, None).map(Arc::new) else { continue };
            for base in [None, kernel.as_ref(), Some(&btf)] {
                let Some(btf) = parse(&blob, base) else { continue };
                walk::everything(&btf);
                exercise::decoded(&btf, digest);
                exercise::laid_out(&btf, digest);
                exercise::printed(&btf, true, digest);
                exercise::shown_bytes(&btf, digest);
                exercise::drawn(&btf, digest);
                if let Some(kernel) = &kernel {
                    exercise::related(&btf, kernel, digest);
                }
            }
        }
    }
    assert!(inputs > 0, "fuzz/seeds is empty");
}

/// Gives the bytes to each reader of texts.
fn texts(data: &[u8], digest: &mut Digest) {
    exercise::logged(data, digest);
    let text = String::from_utf8_lossy(data);
    exercise::linked(&text, digest);
    exercise::taught(&text, digest);
    exercise::declared(&text, digest);
    exercise::tabled(&text, digest);
    exercise::released(&text, digest);
    exercise::c_again(&text);
    exercise::atlas_again(&text);
}

fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    entries.map(|e| e.unwrap_or_else(|e| panic!("{}: {e}", folder.display())).path()).collect()
}

/// A generator of pseudo-random numbers, the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// Small structs with members of all kinds, also integers with fewer bits than their size: after reorganising, the rows
/// still cover the struct.
#[test]
fn reorganized_structs_are_covered() {
    let mut numbers = Numbers(7);
    let mut moved = 0;
    for round in 0..40_000 {
        let mut b = Blob::new(Order::BOTH[round % 2]);
        let mut members = vec![
            (b.int("u8", 1, 0), 8),
            (b.int("u16", 2, 0), 16),
            (b.int("u32", 4, 0), 32),
            (b.int("u64", 8, 0), 64),
            (b.int("u128", 16, 0), 128),
            (b.int_of("three bits", 4, 0, 0, 3), 32),
            (b.int_of("five of eight bytes", 8, 0, 3, 5), 64),
        ];
        members.push((b.array(members[0].0, members[2].0, 5), 40));
        members.push((b.structure("in", 12, &[("x", members[2].0, 0), ("y", members[0].0, 64)]), 96));
        let flag = numbers.below(2) == 1;
        let mut at = 0u32;
        let mut list = Vec::new();
        for _ in 0..1 + numbers.below(7) {
            let (id, size) = members[numbers.below(members.len())];
            let width = if flag && numbers.below(2) == 0 { 1 + numbers.below(12) as u32 } else { 0 };
            at += [0, 0, 8, 3, 16, 32][numbers.below(6)];
            if width == 0 {
                at = at.next_multiple_of(if numbers.below(3) > 0 { 32 } else { 8 });
            }
            list.push(("m", id, if flag { bits(at, width) } else { at }));
            at += if width > 0 { width } else { size };
        }
        let size = at.div_ceil(8) + numbers.below(9) as u32;
        let id = TypeId(b.composite(kind::STRUCT, "s", size, flag, &list));
        let btf = Btf::parse(b.build(), None).unwrap_or_else(|e| panic!("round {round}: {e}"));
        let Ok(layout) = layout::layout(&btf, id, &layout::Options::default()) else { continue };
        if layout.members().any(|m| m.error.is_some()) {
            continue;
        }
        let better = dump::reorganize(&btf, id, &dump::PaholeOptions::default()).expect("a struct");
        moved += usize::from(!better.moves.is_empty());
        let mut covered = 0;
        for row in &better.layout.rows {
            assert!(
                row.bits() == 0 || row.offset() == covered,
                "round {round}: {:#?}\nfrom {:#?}",
                better.layout,
                layout
            );
            covered = covered.max(row.end());
        }
        assert_eq!(covered, u64::from(better.layout.size) * 8, "round {round}");
        assert_eq!(better.layout.size + better.saved, layout.size);
    }
    assert!(moved > 500, "only {moved} could be reorganized");
}
