//! Reads and shows a `.BTF.ext` section, without BTF and with a kernel's BTF.
#![no_main]

use btf::Ext;
use btfscope_fuzz::KERNEL;
use libfuzzer_sys::fuzz_target;
use tests::{exercise, walk};

fuzz_target!(|data: &[u8]| {
    let Ok(ext) = Ext::parse(data) else { return };
    walk::ext(&ext);
    let digest = &mut exercise::Digest::default();
    exercise::ext(&ext, digest);
    for btf in [None, Some(&**KERNEL)] {
        exercise::shown_ext(&ext, btf, digest);
    }
});
