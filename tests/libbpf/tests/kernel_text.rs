//! Values as text by the kernel's rules, compared with the running kernel: its own types by `bpf_snprintf_btf`, types
//! of ours by reading a pinned map.
//!
//! Where the kernel does not print the bytes that it was given (the table in crate `value`), the bytes are chosen so
//! that this makes no difference, or the type is left out.
#![cfg(feature = "libbpf")]

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::process::Command;
use std::{fs, process};

use btf::{Btf, Endian, Kind, TypeId};
use libbpf_tests::show::{COMPACT, MOST, NO_NAME, POINTERS, Show, ZEROS, show_map};
use tests::blob::{Blob, Order, bits, kind};
use tests::extended;
use value::{Printer, Record, TextOptions, text};

/// A generator of pseudo-random numbers, the same for each seed.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    /// Bytes in one of five forms: random, mostly zeros, text, small numbers, nearly all zeros.
    fn fill(&mut self, form: u64, len: usize) -> Vec<u8> {
        (0..len)
            .map(|_| {
                let n = self.next();
                match form % 5 {
                    0 => n as u8,
                    1 if n.is_multiple_of(8) => (n >> 8) as u8,
                    2 if !n.is_multiple_of(16) => b' ' + (n >> 8) as u8 % 95,
                    3 if n.is_multiple_of(3) => (n >> 8) as u8 % 8,
                    4 if n.is_multiple_of(64) => (n >> 8) as u8,
                    _ => 0,
                }
            })
            .collect()
    }
}

fn ours(btf: &Btf, id: TypeId, bytes: &[u8], flags: u64) -> String {
    let options = TextOptions {
        printer: Printer::Kernel,
        compact: flags & COMPACT != 0,
        skip_names: flags & NO_NAME != 0,
        emit_zeroes: flags & ZEROS != 0,
        ..TextOptions::default()
    };
    let printed = text(&Record::new(btf, id, bytes).expect("a size").in_order(Endian::Little), &options);
    assert!(printed.result.is_ok(), "[{id}]: {:?}", printed.result);
    printed.text
}

/// Decodes Latin-1: the kernel prints single bytes as characters.
fn latin(bytes: &[u8]) -> String {
    bytes.iter().map(|&b| b as char).collect()
}

/// Whether the kernel prints a value of this type in full. It does not if the type contains a floating-point number, an
/// ENUM that has not four bytes, or a name that the kernel cuts.
fn is_comparable(btf: &Btf, id: TypeId, member: &str, known: &mut HashMap<TypeId, bool>) -> bool {
    // The kernel cuts names at 80 bytes. 12 is for prefix, brackets and asterisks beside both names.
    let named = member.len() + dump::type_name(btf, id).len() + 12 < 80;
    let Some(t) = btf.resolved(id).filter(|_| named) else { return false };
    if let Some(&known) = known.get(&t.id()) {
        return known;
    }
    let is = match t.kind() {
        Kind::Float => false,
        Kind::Enum => t.size_or_type() == 4,
        Kind::Array => t.array().is_some_and(|a| is_comparable(btf, a.element, "", known)),
        _ => t.members().all(|m| is_comparable(btf, m.type_id, m.name(), known)),
    };
    known.insert(t.id(), is);
    is
}

/// Makes all elements of an array equal if they are pointers or arrays, since the kernel prints the first one for all.
fn repeat(btf: &Btf, id: TypeId, at: usize, bytes: &mut [u8]) {
    let Some(t) = btf.resolved(id) else { return };
    if let Some(array) = t.array() {
        let each = btf.size_of(array.element).map_or(0, |size| size as usize);
        let (count, element) = (array.nelems as usize, btf.resolved(array.element).map(|t| t.kind()));
        if matches!(element, Some(Kind::Array | Kind::Struct | Kind::Union)) && count > 0 && each > 0 {
            (0..count).for_each(|i| repeat(btf, array.element, at + i * each, bytes));
        }
        if matches!(element, Some(Kind::Array | Kind::Ptr)) && count > 0 {
            (1..count).for_each(|i| bytes.copy_within(at..at + each, at + i * each));
        }
        return;
    }
    for m in t.members() {
        repeat(btf, m.type_id, at + m.bit_offset() as usize / 8, bytes);
    }
}

fn first_difference(ours: &str, theirs: &str) -> String {
    let at = ours.bytes().zip(theirs.bytes()).take_while(|(a, b)| a == b).count();
    let part = |text: &str| text.chars().skip(at.saturating_sub(80)).take(200).collect::<String>();
    format!("at {at}: ours\n{}\nthe kernel's\n{}", part(ours), part(theirs))
}

#[test]
fn types_of_the_kernel_that_runs() {
    if !extended::is_extended() {
        return;
    }
    let show = match Show::new() {
        Ok(show) => show,
        Err(errno) => return tests::skip(&format!("the kernel takes no program that shows values: errno {errno}")),
    };
    let bytes = fs::read("/sys/kernel/btf/vmlinux").expect("this kernel's BTF");
    let btf = Btf::parse(bytes, None).expect("BTF");
    let mut numbers = Numbers(extended::seed(11));
    let has_value = |kind: Kind| {
        matches!(kind, Kind::Int | Kind::Ptr | Kind::Array | Kind::Struct | Kind::Union)
            || matches!(kind, Kind::Enum | Kind::Enum64 | Kind::Typedef)
    };
    let ids: Vec<TypeId> = btf
        .types()
        .filter(|t| has_value(t.kind()) && btf.size_of(t.id()).is_ok_and(|size| size > 0 && size as usize <= MOST / 4))
        .map(|t| t.id())
        .collect();
    let (mut compared, mut length, mut aside, mut wrong) = (0, 0, 0, Vec::new());
    let mut known = HashMap::new();
    for &id in ids.iter().skip(extended::seed(0) as usize % 7).step_by(7) {
        if !is_comparable(&btf, id, "", &mut known) {
            aside += 1;
            continue;
        }
        let mut data = numbers.fill(compared, btf.size_of(id).expect("a size") as usize);
        repeat(&btf, id, 0, &mut data);
        let flags = (numbers.next() % 16) | POINTERS;
        let (theirs, returned) = show.text(id.0, flags, &data);
        assert!(returned >= 0, "[{id}]: errno {returned}");
        let theirs = latin(&theirs);
        // The kernel also ends the last line with a line break.
        let theirs = theirs.strip_suffix('\n').unwrap_or(&theirs);
        let ours = ours(&btf, id, &data, flags);
        compared += 1;
        length += theirs.len();
        if ours != theirs && wrong.len() < 10 {
            let name = dump::type_name(&btf, id);
            wrong.push(format!("[{id}] {name}, flags {flags}: {}", first_difference(&ours, theirs)));
        }
    }
    println!("{compared} texts of {length} bytes; {aside} types left out");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(compared > 1000, "{compared} texts");
}

/// A bpffs that we mounted. It is unmounted on drop.
struct Bpffs(PathBuf);

impl Bpffs {
    fn mount() -> Option<Bpffs> {
        let folder = std::env::temp_dir().join(format!("btfscope-bpffs-{}", process::id()));
        fs::create_dir_all(&folder).ok()?;
        let mounted = Command::new("mount").args(["-t", "bpf", "btfscope"]).arg(&folder).status();
        mounted.is_ok_and(|status| status.success()).then_some(Bpffs(folder))
    }
}

impl Drop for Bpffs {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
        let _ = fs::remove_dir(&self.0);
    }
}

/// Types that a kernel's own BTF rarely has: old-style bitfields, bitfields of all kinds, characters after arrays of
/// bytes, enumerators.
fn made_by_hand() -> (Vec<u8>, BTreeMap<&'static str, u32>) {
    let mut blob = Blob::new(Order::Little);
    let (int, u32_, u8_) = (blob.int("int", 4, 1), blob.int("unsigned int", 4, 0), blob.int("unsigned char", 1, 0));
    let (char_, wide, long) = (blob.int("char", 1, 1), blob.int("__int128", 16, 0), blob.int("long", 8, 1));
    let (low, high) = (blob.int_of("low", 4, 0, 0, 4), blob.int_of("high", 4, 1, 4, 4));
    let (odd, far) = (blob.int_of("odd", 4, 0, 2, 4), blob.int_of("far", 16, 0, 3, 100));
    let old_style = [("x", low, 0), ("y", high, 0), ("z", odd, 12), ("w", int, 32)];
    let old_style = blob.structure("old", 8, &old_style);
    let s100 = blob.structure("s100", 28, &[("a", u32_, 0), ("b", odd, 100), ("c", far, 112)]);
    let signed = blob.enumeration("signed_", 4, true, &[("MINUS", u32::MAX), ("ZERO", 0), ("ONE", 1)]);
    let unsigned = blob.enumeration("unsigned_", 4, false, &[("FIRST", 1), ("LAST", u32::MAX)]);
    let wide_enum = blob.enumeration64("far", 8, true, &[("FAR", 1 << 40), ("NEG", u64::MAX)]);
    let name = blob.array(char_, u32_, 6);
    let numbers = blob.array(long, u32_, 3);
    let part =
        blob.structure("part", 16, &[("first", int, 0), ("name", name, 32), ("last", u8_, 80), ("code", signed, 96)]);
    let parts = blob.array(part, u32_, 3);
    let fields = [
        ("a", int, bits(0, 3)),
        ("b", long, bits(3, 40)),
        ("c", unsigned, bits(43, 7)),
        ("d", signed, bits(57, 7)),
        ("f", int, bits(69, 28)),
        ("g", long, bits(97, 63)),
        ("h", wide, bits(161, 100)),
    ];
    let fields = blob.composite(kind::STRUCT, "fields", 36, true, &fields);
    let either = blob.composite(kind::UNION, "", 16, false, &[("p", part, 0), ("w", wide, 0), ("e", wide_enum, 0)]);
    let all = [
        ("name", name, 0),
        ("byte", u8_, 48),
        ("either", either, 128),
        ("parts", parts, 256),
        ("fields", fields, 640),
        ("u", unsigned, 928),
        ("numbers", numbers, 960),
    ];
    let all = blob.structure("all", 144, &all);
    let types = [("old", old_style), ("s100", s100), ("part", part), ("fields", fields), ("all", all), ("int", int)];
    (blob.build(), types.into_iter().collect())
}

#[test]
fn types_of_our_own() {
    if !extended::is_extended() {
        return;
    }
    let Some(bpffs) = Bpffs::mount() else { return tests::skip("no bpffs can be mounted here") };
    let (blob, types) = made_by_hand();
    let btf = Btf::parse(blob.as_slice(), None).expect("BTF");
    let mut numbers = Numbers(extended::seed(12));
    for (&name, &id) in types.iter().filter(|&(&name, _)| name != "int") {
        let size = btf.size_of(TypeId(id)).expect("a size") as usize;
        for round in 0..20 {
            let mut data = numbers.fill(round, size);
            if (name, round) == ("old", 0) {
                // The same value as in the corpus's `old-bitfield-text`.
                data[..8].copy_from_slice(&[0x15, 0, 0, 0, 1, 0, 0, 0]);
            }
            let theirs = match show_map(&bpffs.0, &blob, types["int"], id, &data) {
                Ok(text) => text,
                Err(errno @ (1 | 13)) => return tests::skip(&format!("no map can be made: errno {errno}")),
                Err(errno) => panic!("{name}: errno {errno}"),
            };
            let ours = ours(&btf, TypeId(id), &data, COMPACT | NO_NAME | ZEROS);
            assert_eq!(ours, theirs, "{name} {data:02x?}");
        }
    }
}
