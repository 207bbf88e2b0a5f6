//! Lays out the structs and unions of the corpus. Their rows cover them bit by bit, the totals are right, `packed` is
//! as in bpftool's C, and the CO-RE load of a bitfield reads its value.

use std::collections::HashMap;
use std::sync::Arc;

use btf::{Btf, Endian, Kind, Type};
use layout::{CoreLoad, HoleKind, Layout, LayoutRow, Layouts, MemberLayout, Options};
use tests::fixture::btf_of;
use tests::reference::{Corpus, corpus_or_skip};

fn open(corpus: &Corpus, file: &str) -> Option<Btf> {
    let base = match corpus.base_of(file) {
        Some(base) => Some(Arc::new(open(corpus, &base)?)),
        None => None,
    };
    Btf::parse(btf_of(&corpus.read(file))?, base).ok()
}

/// The fault in the layout of a sound struct or union, if there is one.
fn fault(btf: &Btf, ty: &Type<'_>, layout: &Layout) -> Option<String> {
    let all = u64::from(ty.size_or_type()) * 8;
    if let Some(m) = layout.members().find(|m| m.error.is_some()) {
        return Some(format!("{m:?}"));
    }
    let mut covered = 0;
    let mut holes = [0; 2];
    for row in &layout.rows {
        if ty.kind() == Kind::Struct && row.bits() > 0 && row.offset() != covered {
            return Some(format!("{covered} bits covered, then {row:?}"));
        }
        covered = covered.max(row.end());
        match row {
            LayoutRow::Member(m) => {
                let size = btf.size_of(m.type_id).ok()?;
                if m.bitfield.is_none() && m.bits != u64::from(size) * 8 {
                    return Some(format!("{size} bytes: {m:?}"));
                }
            }
            LayoutRow::Hole { bits, kind, .. } | LayoutRow::Padding { bits, kind, .. } => {
                if *kind == HoleKind::Bytes && (bits % 8 != 0 || row.offset() % 8 != 0) {
                    return Some(format!("no whole bytes: {row:?}"));
                }
                holes[usize::from(*kind == HoleKind::Bits)] += bits;
            }
        }
    }
    if covered != all {
        return Some(format!("{covered} bits covered"));
    }
    let f = &layout.figures;
    let figured = [(f.hole_bytes + f.padding) * 8, f.bit_hole_bits + f.bit_padding];
    if holes != figured {
        return Some(format!("bits of holes and padding {holes:?}, by the figures {figured:?}"));
    }
    let sum = f.sum_members * 8 + f.sum_bitfield_bits + holes[0] + holes[1];
    if ty.kind() == Kind::Struct && sum != all {
        return Some(format!("members, holes and padding sum up to {sum}"));
    }
    (ty.kind() == Kind::Union && sum < all).then(|| format!("members and padding sum up to {sum}"))
}

#[test]
fn rows_cover_every_struct() {
    let Some(corpus) = corpus_or_skip() else { return };
    let mut faults = Vec::new();
    let mut structs = 0;
    for row in corpus.index() {
        let Some(btf) = open(&corpus, &row.file) else { continue };
        // The kernel's test tables contain damaged types. Those may have errors, but no wrong layout.
        let may_err = row.file.contains("rawtests");
        let mut layouts = Layouts::new(&btf, Options::default());
        for ty in btf.types().filter(|t| t.kind().is_composite()) {
            let layout = layouts.layout(ty.id()).expect("a layout");
            if may_err && layout.members().any(|m| m.error.is_some()) {
                continue;
            }
            structs += 1;
            if let Some(fault) = fault(&btf, &ty, &layout) {
                faults.push(format!("{} {ty:?}, {} bytes: {fault}", row.file, ty.size_or_type()));
            }
        }
    }
    assert!(faults.is_empty(), "{} of {structs}:\n{}", faults.len(), faults[..faults.len().min(40)].join("\n"));
    assert!(structs > 50_000, "only {structs} structs");
}

/// The named structs in a C dump, and whether they are packed.
fn packed_by_bpftool(dump: &str) -> HashMap<&str, bool> {
    let mut packed = HashMap::new();
    let mut open = None;
    for line in dump.lines() {
        if let Some(name) = line.strip_prefix("struct ").and_then(|l| l.strip_suffix(" {")) {
            open = Some(name);
        } else if line.starts_with('}')
            && let Some(name) = open.take()
        {
            packed.insert(name, line.contains("__attribute__((packed))"));
        }
    }
    packed
}

#[test]
fn packed_as_bpftool_says() {
    let Some(corpus) = corpus_or_skip() else { return };
    let mut compared = 0;
    for row in corpus.index().iter().filter(|row| row.file.starts_with("btf/vmlinux")) {
        let btf = open(&corpus, &row.file).expect("a kernel's BTF");
        let dump = corpus.reference(&row.file, "dump.h").expect("a dump of a kernel");
        let dump = String::from_utf8(dump).expect("text");
        // bpftool renames later structs of the same name, so only the first is compared.
        let mut theirs = packed_by_bpftool(&dump);
        let mut layouts = Layouts::new(&btf, Options::default());
        for ty in btf.types().filter(|t| t.kind() == Kind::Struct) {
            let Some(packed) = theirs.remove(ty.name()) else { continue };
            assert_eq!(layouts.is_packed(ty.id()), Ok(packed), "{} {ty:?}", row.file);
            compared += 1;
        }
    }
    assert!(compared > 20_000, "only {compared} structs");
}

/// Memory in which all bits are set except those of a bitfield, which has the given value.
fn memory(endian: Endian, bytes: usize, field: &MemberLayout, value: u64) -> Vec<u8> {
    let mut memory = vec![0xff; bytes];
    for i in 0..field.bits {
        let at = field.offset + i;
        let (bit_of_value, mask) = match endian {
            Endian::Little => (i, 1u8 << (at % 8)),
            Endian::Big => (field.bits - 1 - i, 0x80 >> (at % 8)),
        };
        if value >> bit_of_value & 1 == 0 {
            memory[(at / 8) as usize] &= !mask;
        }
    }
    memory
}

/// The value that a CO-RE program reads.
fn read(endian: Endian, memory: &[u8], load: &CoreLoad) -> u64 {
    let bytes = &memory[load.byte_offset as usize..][..load.byte_size as usize];
    let loaded = match endian {
        Endian::Little => bytes.iter().rev().fold(0, |n, b| n << 8 | u64::from(*b)),
        Endian::Big => bytes.iter().fold(0, |n, b| n << 8 | u64::from(*b)),
    };
    let up = loaded << load.lshift;
    if load.signed { ((up as i64) >> load.rshift) as u64 } else { up >> load.rshift }
}

#[test]
fn loads_read_every_bitfield() {
    let Some(corpus) = corpus_or_skip() else { return };
    let mut fields = 0;
    for row in corpus.index().iter().filter(|row| !row.file.contains("rawtests")) {
        let Some(btf) = open(&corpus, &row.file) else { continue };
        let mut layouts = Layouts::new(&btf, Options::default());
        for ty in btf.types().filter(|t| t.kind().is_composite() && t.kind_flag()) {
            let layout = layouts.layout(ty.id()).expect("a layout");
            for m in layout.members() {
                let Some(field) = m.bitfield else { continue };
                let Some(load) = field.load else {
                    // The s390x kernel has bitfields of `unsigned __int128`, and a selftest has one that spans 9 bytes.
                    let too_wide = field.unit_size > 8 || field.unit_size == 8 && field.crosses();
                    assert!(too_wide, "{} {ty:?}: no load for {m:?}", row.file);
                    continue;
                };
                fields += 1;
                for value in [0x5555_5555_5555_5555, 0xaaaa_aaaa_aaaa_aaaa] {
                    let value = value & (u64::MAX >> (64 - field.bits));
                    let memory = memory(btf.endian(), ty.size_or_type() as usize + 8, m, value);
                    let unused = 64 - field.bits;
                    let expected = if field.signed { ((value << unused) as i64 >> unused) as u64 } else { value };
                    assert_eq!(read(btf.endian(), &memory, &load), expected, "{} {ty:?}: {m:?}", row.file);
                }
                let in_unit = u64::from(field.unit_offset) * 8 + u64::from(field.bit_in_unit);
                assert_eq!(in_unit, m.offset, "{} {ty:?}: {m:?}", row.file);
            }
        }
    }
    assert!(fields > 10_000, "only {fields} bitfields");
}
