//! Opens a file as a whole and by ranges, which must give the same result; unpacks it; reads its BTF, and checks
//! whether a kernel fits as its base.
#![no_main]

use std::ops::ControlFlow;

use btf::{Btf, Ext};
use btfscope_fuzz::KERNEL;
use container::{DebugInfo, Limits, OpenError, OpenStep, Opened, Opener, Unpacked, unpack, unpack_entry};
use libfuzzer_sys::fuzz_target;

/// The most steps for a file. An opener that needs more is assumed to ask for ever.
const MOST_ROUNDS: u32 = 100;

/// Small limits, so that many files can be tried.
const LIMITS: Limits =
    Limits { output: 8 << 20, ratio: 100, ratio_from: 1 << 20, dictionary: 2 << 20, archive: 8 << 20, bare_programs: true, debug_info: DebugInfo::WithoutBtf, open_only: false, texts: true };

/// The result of opening by ranges: a file, an error, or `None` if it must be unpacked.
fn by_ranges(data: &[u8]) -> Option<Result<Opened, OpenError>> {
    let mut opener = Opener::new("file", data.len() as u64).with_bare_programs();
    let mut step = opener.step(None);
    for _ in 0..MOST_ROUNDS {
        match step {
            Err(e) => return Some(Err(e)),
            Ok(OpenStep::Done(opened)) => return Some(Ok(*opened)),
            Ok(OpenStep::Unpack(_)) => return None,
            Ok(OpenStep::Need(range)) => {
                assert!(!range.is_empty() && range.end <= data.len() as u64, "{range}");
                step = opener.step(Some((range, &data[range.start as usize..range.end as usize])));
            }
        }
    }
    panic!("it asks for ever");
}

fn use_of(opened: &Opened) {
    let _ = Btf::parse(opened.btf.bytes.clone(), None);
    let _ = container::fits_base(&opened.btf.bytes, &KERNEL);
    if let Some(ext) = &opened.btf_ext {
        let _ = Ext::parse(ext.bytes.clone());
    }
}

fuzz_target!(|data: &[u8]| {
    let go_on = || |_| ControlFlow::Continue(());
    let found = unpack("file", &mut { data }, &LIMITS, &mut go_on());
    match &found {
        Err(e) => assert!(!e.to_string().is_empty()),
        Ok(Unpacked::File(opened)) => use_of(opened),
        Ok(Unpacked::Debug(elf) | Unpacked::Text(elf)) => assert!(!elf.no_btf.to_string().is_empty()),
        Ok(Unpacked::Archive(archive)) => {
            for entry in archive.entries.iter().take(3) {
                match unpack_entry("file", &mut { data }, entry.index, &LIMITS, &mut go_on()) {
                    Ok(Unpacked::File(opened)) => use_of(&opened),
                    Ok(Unpacked::Archive(_) | Unpacked::Debug(_) | Unpacked::Text(_)) => {}
                    Err(e) => assert!(!e.to_string().is_empty()),
                }
            }
        }
    }
    match (by_ranges(data), found) {
        (Some(Ok(by_ranges)), Ok(Unpacked::File(opened))) => assert_eq!(by_ranges, *opened),
        (Some(Err(by_ranges)), Err(e)) => assert_eq!(by_ranges, e),
        (Some(Err(by_ranges)), Ok(Unpacked::Debug(elf) | Unpacked::Text(elf))) => assert_eq!(by_ranges, elf.no_btf),
        (None, _) => {}
        (by_ranges, found) => panic!("{by_ranges:?} by ranges, {found:?} as a whole"),
    }
});
