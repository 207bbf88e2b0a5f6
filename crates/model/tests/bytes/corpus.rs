//! Real files: every byte of small modules, of programs and of the kernel's own test blobs is described, and so are
//! sampled bytes of kernels.

use std::fs;
use std::sync::Arc;

use btf::{Btf, Endian, Ext};
use model::bytes::{Blob, ByteTarget, Focus, ROW, highlights, owner_target};
use model::inspect::{describe_byte, describe_ext_byte, inspect, inspect_ext};
use tests::reference::{Corpus, corpus_or_skip};

use crate::rows::runs_cover;
use crate::support::names;

pub fn open(corpus: &Corpus, name: &str, base: Option<Arc<Btf>>) -> Arc<Btf> {
    Arc::new(Btf::parse(corpus.read(name), base).unwrap_or_else(|e| panic!("{name}: {e}")))
}

/// Checks that all descriptions of a byte are consistent.
fn show(btf: &Btf, at: u32) {
    let name = names(btf);
    let line = describe_byte(btf, at, &name);
    assert!(!line.is_empty() && !line.contains(", missing") && !line.starts_with("unreadable"), "{at:#x}: {line}");
    let target = owner_target(btf, at).expect("an owner");
    let inspection = inspect(btf, &target, &name);
    let field = inspection.field_at(at).unwrap_or_else(|| panic!("{at:#x}: {inspection}"));
    assert!(
        !inspection.to_string().contains("\n  ! ") && !inspection.to_string().contains("\n    ! "),
        "{at:#x}: {inspection}"
    );
    let h = target.highlights(btf);
    assert!(h.innermost().is_some_and(|r| r.contains(at)), "{at:#x} {h:?}");
    if let ByteTarget::Type(focus) = target {
        assert_eq!(h.field, Some(field.range));
        // Without the field, the selection has the same record and item.
        let whole = highlights(btf, Focus { field: None, ..focus });
        assert_eq!((whole.record, whole.item), (h.record, h.item));
        assert_eq!(inspect(btf, &Focus { field: None, ..focus }.into(), &name).field_at(at), Some(field));
    }
}

#[test]
fn every_byte_of_small_modules() {
    let Some(corpus) = corpus_or_skip() else { return };
    for (kernel, tag, modules) in [
        ("btf/vmlinux-deb-6.1.176-amd64.btf", "deb-6.1.176-amd64", &["dummy", "veth", "crc32c-intel", "tcp_bbr"][..]),
        ("btf/vmlinux-deb-6.12.107-s390x.btf", "deb-6.12.107-s390x", &["dummy", "veth", "xt_tcpudp"]),
    ] {
        let base = open(&corpus, kernel, None);
        for module in modules {
            let btf = open(&corpus, &format!("btf/mod-{tag}-{module}.btf"), Some(Arc::clone(&base)));
            runs_cover(Blob::Btf(&btf));
            (0..btf.bytes().len() as u32).for_each(|at| show(&btf, at));
        }
    }
}

#[test]
fn sampled_bytes_of_kernels() {
    let Some(corpus) = corpus_or_skip() else { return };
    for kernel in corpus.present(&[
        "btf/vmlinux-deb-6.1.176-amd64.btf",
        "btf/vmlinux-deb-6.12.107-s390x.btf",
        "btf/vmlinux-cilium-testdata.btf",
        "btf/vmlinux-retis-6.15.1-tiny-x86_64.btf",
    ]) {
        let btf = open(&corpus, kernel, None);
        let blob = Blob::Btf(&btf);
        // A prime step reaches every column.
        (0..blob.len()).step_by(1009).for_each(|at| show(&btf, at));
        (0..64).for_each(|at| show(&btf, at));
        // Windows from all parts of the blob have runs without gaps.
        for first in (0..blob.total_rows(ROW)).step_by(997) {
            let mut at = first * 16;
            for run in blob.rows(first, 40, ROW).iter().flat_map(|r| &r.runs) {
                assert_eq!(run.range.start, at, "{kernel}");
                at = run.range.end;
            }
            assert_eq!(at, ((first + 40) * 16).min(blob.len()), "{kernel}");
        }
    }
}

#[test]
fn fclone_of_sk_buff_has_its_size_and_its_bit() {
    let Some(corpus) = corpus_or_skip() else { return };
    for (kernel, raw) in
        [("vmlinux-deb-6.1.176-amd64", ""), ("vmlinux-deb-6.12.107-s390x", " (bit 0 is the most significant)")]
    {
        let btf = open(&corpus, &format!("btf/{kernel}.btf"), None);
        // `fclone` is a bitfield in an anonymous struct.
        let field = btf
            .types()
            .filter(|t| t.kind() == btf::Kind::Struct)
            .flat_map(|t| t.members().map(move |m| (t.id(), m)))
            .find(|(_, m)| m.name() == "fclone" && m.bitfield_size() == 2)
            .expect("fclone");
        let text = inspect(&btf, &Focus::of_item(field.0, field.1.index).into(), &names(&btf)).to_string();
        let bit = field.1.bit_offset();
        let want = format!("bits 31–24 2 bitfield size\n    bits 23–0 {bit} = {}:{}{raw}\n", bit / 8, bit % 8);
        assert!(text.contains("→ \"fclone\"") && text.ends_with(&want), "{text}");
    }
}

/// The bytes of a section of a 64-bit ELF file, by name. This finds `.BTF` and `.BTF.ext` without the crate
/// `container`.
pub fn section<'a>(elf: &'a [u8], wanted: &str) -> Option<&'a [u8]> {
    let endian = if *elf.get(5)? == 1 { Endian::Little } else { Endian::Big };
    let u32_at = |at: u64| endian.u32_at(elf, u32::try_from(at).ok()?).map(u64::from);
    let u64_at = |at: u64| {
        let (a, b) = (u32_at(at)?, u32_at(at + 4)?);
        Some(if endian == Endian::Little { b << 32 | a } else { a << 32 | b })
    };
    let u16_at = |at: u32| endian.u16_at(elf, at).map(u64::from);
    let (table, count, names) = (u64_at(0x28)?, u16_at(0x3c)?, u16_at(0x3e)?);
    let place = |i: u64| Some((u64_at(table + i * 64 + 24)? as usize, u64_at(table + i * 64 + 32)? as usize));
    let (names_at, _) = place(names)?;
    (0..count).find_map(|i| {
        let name = elf.get(names_at + u32_at(table + i * 64)? as usize..)?;
        let name = &name[..name.iter().position(|&b| b == 0)?];
        let (at, len) = place(i)?;
        (name == wanted.as_bytes()).then(|| elf.get(at..at + len)).flatten()
    })
}

#[test]
fn every_byte_of_programs() {
    let Some(corpus) = corpus_or_skip() else { return };
    let own = ["relocs-el", "relocs-eb", "relocs_enum-eb", "relocs_read-el", "tags-el", "tags-eb"];
    let own = own.map(|name| format!("objs/cilium/btf_testdata_{name}.elf"));
    let rows = corpus.index();
    // A generated corpus has many programs: take every twentieth of the small ones.
    let made = rows.iter().filter(|row| row.file.starts_with("objs/") && row.size < 50_000).map(|row| &row.file);
    let files: Vec<&String> = if corpus.is_made() { made.step_by(20).collect() } else { own.iter().collect() };
    assert!(files.len() >= 6, "{files:?}");
    for name in files {
        let elf = corpus.read(name);
        let btf = Btf::parse(section(&elf, ".BTF").expect(".BTF"), None).unwrap();
        (0..btf.bytes().len() as u32).for_each(|at| show(&btf, at));
        let ext = Ext::parse(section(&elf, ".BTF.ext").expect(".BTF.ext")).unwrap();
        runs_cover(Blob::Ext(&ext));
        for at in 0..ext.bytes().len() as u32 {
            let line = describe_ext_byte(&ext, Some(&btf), at, &names(&btf));
            assert!(
                !line.is_empty() && !line.contains(": unknown") && !line.contains(", missing"),
                "{name} {at:#x}: {line}"
            );
            let text = inspect_ext(&ext, Some(&btf), ext.owner(at).unwrap(), &names(&btf)).to_string();
            assert!(!text.contains("\n    ! ") && !text.contains("\n  ! "), "{name} {at:#x}: {text}");
        }
    }
}

/// Every file of the kernel's own tests that can be opened, even if it is not valid.
#[test]
fn every_byte_of_the_raw_tests() {
    let Some(corpus) = corpus_or_skip().filter(|c| c.has_or_skip("btf/rawtests/")) else { return };
    let mut opened = 0;
    for entry in fs::read_dir(corpus.path("btf/rawtests")).expect("rawtests") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|e| e != "btf") {
            continue;
        }
        let Ok(btf) = Btf::parse(fs::read(&path).expect("a file"), None) else { continue };
        opened += 1;
        runs_cover(Blob::Btf(&btf));
        for at in 0..btf.bytes().len() as u32 {
            let target = owner_target(&btf, at).unwrap();
            assert!(!describe_byte(&btf, at, &names(&btf)).is_empty(), "{path:?} {at:#x}");
            assert!(inspect(&btf, &target, &names(&btf)).field_at(at).is_some(), "{path:?} {at:#x}");
        }
    }
    assert!(opened > 80, "{opened}");
}
