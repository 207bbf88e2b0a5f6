//! Debug information in packed files: on request, it is returned in place of BTF, or only where there is no BTF.

use std::ops::ControlFlow;

use container::{DebugInfo, EntryKind, Limits, OpenError, OpenErrorKind, Unpacked, unpack, unpack_entry};
use tests::fixture;

use crate::archives::tar_of;
use crate::support::gzip;

fn with(debug_info: DebugInfo, bytes: &[u8], entry: Option<u32>) -> Result<Unpacked, OpenError> {
    let limits = Limits { debug_info, ..Limits::default() };
    match entry {
        Some(entry) => unpack_entry("given", &mut { bytes }, entry, &limits, &mut |_| ControlFlow::Continue(())),
        None => unpack("given", &mut { bytes }, &limits, &mut |_| ControlFlow::Continue(())),
    }
}

fn dwarf_object() -> Vec<u8> {
    std::fs::read(fixture::dwarf_folder().join("dwarf.gcc.x86_64.o")).expect("the fixture is there")
}

#[test]
fn compressed_objects_give_their_debug_information() {
    let object = dwarf_object();
    let packed = gzip(&gzip(&object));
    let Ok(Unpacked::Debug(mut elf)) = with(DebugInfo::WithoutBtf, &packed, None) else { panic!("no debug ELF") };
    assert_eq!((elf.name.as_str(), elf.layers.len(), elf.no_btf.kind), ("given", 2, OpenErrorKind::NoBtf));
    let source = elf.source();
    let mut bytes = vec![0; object.len()];
    assert_eq!((source.len(), source.read_at(0, &mut bytes)), (object.len() as u64, Ok(object.len())));
    assert_eq!(bytes, object);
    // Without the request, it is a file without BTF.
    let none = with(DebugInfo::Ignored, &packed, None).expect_err("no BTF");
    assert_eq!(none.kind, OpenErrorKind::NoBtf);
    // `First` gives it, too. With `WithoutBtf`, BTF is preferred.
    assert!(matches!(with(DebugInfo::First, &gzip(&object), None), Ok(Unpacked::Debug(_))));
    let both = gzip(&fixture::read("kernel.x86_64.o"));
    assert!(matches!(with(DebugInfo::WithoutBtf, &both, None), Ok(Unpacked::File(_))));
}

#[test]
fn archives_list_files_with_debug_information() {
    let object = dwarf_object();
    let files = [
        ("usr/lib/debug/.build-id/ab/cd.debug", object.clone()),
        ("usr/bin/tool", object),
        ("usr/bin/plain", fixture::read("kernel.x86_64.btf")),
        ("usr/share/text", b"see .debug_info\0".to_vec()),
    ];
    let tar = tar_of(&files);
    let Ok(Unpacked::Archive(archive)) = with(DebugInfo::WithoutBtf, &tar, None) else { panic!("no archive") };
    let kinds: Vec<_> = archive.entries.iter().map(|e| (e.kind, e.path.as_str())).collect();
    assert_eq!(
        kinds,
        [
            (EntryKind::Btf, "usr/bin/plain"),
            (EntryKind::Debug, "usr/bin/tool"),
            (EntryKind::Debug, "usr/lib/debug/.build-id/ab/cd.debug")
        ]
    );
    let Ok(Unpacked::Debug(elf)) = with(DebugInfo::WithoutBtf, &tar, Some(archive.entries[1].index)) else {
        panic!("no debug ELF")
    };
    assert_eq!(elf.name, "tool");
    // If debug information is ignored, only one file may contain BTF, so that file is opened without a choice.
    let Ok(Unpacked::File(opened)) = with(DebugInfo::Ignored, &tar, None) else { panic!("no file") };
    assert_eq!(opened.layers[0].what, "usr/bin/plain");
}

#[test]
fn damage_around_debug_information_is_told() {
    let mut packed = gzip(&dwarf_object());
    // The last eight bytes are the checksum and the length.
    let crc = packed.len() - 8;
    packed[crc] ^= 1;
    let Ok(Unpacked::Debug(elf)) = with(DebugInfo::WithoutBtf, &packed, None) else { panic!("no debug ELF") };
    let damage = elf.damage.as_ref().expect("its sum is wrong");
    assert_eq!(
        (damage.kind, &elf.notes[..]),
        (OpenErrorKind::Damaged, &[format!("{damage}; what comes before was opened")][..])
    );
}
