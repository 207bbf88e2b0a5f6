//! Damage: every prefix of small blobs, and every byte of them changed. Nothing may panic, and what is said must agree with itself.

use std::sync::Arc;

use btf::{Btf, Ext};
use tests::blob::Order;
use tests::fixture::{self, section};
use tests::{handmade, walk};

/// Opens a blob, damaged as it may be, and reads all of it.
fn open(blob: Vec<u8>, base: Option<&Arc<Btf>>) {
    match Btf::parse(blob, base.cloned()) {
        Ok(btf) => walk::everything(&btf),
        Err(e) => assert!(!e.to_string().is_empty()),
    }
}

fn each_prefix(blob: &[u8], base: Option<&Arc<Btf>>) {
    for len in 0..blob.len() {
        open(blob[..len].to_vec(), base);
    }
}

/// Each byte with its lowest bit, its highest bit and all bits turned, one at a time.
fn each_flip(blob: &[u8], base: Option<&Arc<Btf>>) {
    for at in 0..blob.len() {
        for mask in [0x01, 0x80, 0xff] {
            let mut damaged = blob.to_vec();
            damaged[at] ^= mask;
            open(damaged, base);
        }
    }
}

/// Runs over all blobs made by hand, over their bases.
fn made_by_hand(check: impl Fn(&[u8], Option<&Arc<Btf>>)) {
    for order in Order::BOTH {
        let mut opened: Vec<(&str, Arc<Btf>)> = Vec::new();
        for made in handmade::all(order) {
            let base = made.base.and_then(|base| opened.iter().find(|(name, _)| *name == base)).map(|(_, btf)| btf);
            assert_eq!(base.is_some(), made.base.is_some(), "{}: its base stands before it", made.name);
            check(&made.bytes, base);
            let btf = Btf::parse(made.bytes, base.cloned()).unwrap_or_else(|e| panic!("{}: {e}", made.name));
            opened.push((made.name, Arc::new(btf)));
        }
    }
}

#[test]
fn prefixes_of_what_is_made_by_hand() {
    made_by_hand(each_prefix);
}

#[test]
fn flips_of_what_is_made_by_hand() {
    made_by_hand(each_flip);
}

#[test]
fn prefixes_of_fixtures() {
    for name in ["kinds.bpfel.btf", "layout.bpfeb.btf", "kernel.s390x.btf", "module.x86_64.btf"] {
        each_prefix(&fixture::read(name), None);
    }
}

#[test]
fn flips_of_fixtures() {
    for name in ["kernel.x86_64.btf", "kernel.s390x.btf"] {
        each_flip(&fixture::read(name), None);
    }
}

#[test]
fn a_module_over_a_damaged_kernel() {
    let (kernel, module) = (fixture::read("kernel.x86_64.btf"), fixture::read("module.x86_64.btf"));
    for len in (0..kernel.len()).step_by(7) {
        if let Ok(base) = Btf::parse(&kernel[..len], None) {
            open(module.clone(), Some(&Arc::new(base)));
        }
    }
}

/// A base of the other byte order is a mistake of whoever opens them, not a reason to fall over.
#[test]
fn a_module_over_a_kernel_of_the_other_byte_order() {
    let kernel = Btf::parse(fixture::read("kernel.x86_64.btf"), None).unwrap_or_else(|e| panic!("{e}"));
    let module =
        Btf::parse(fixture::read("module.s390x.btf"), Some(Arc::new(kernel))).unwrap_or_else(|e| panic!("{e}"));
    walk::everything(&module);
    assert!(!module.diagnostics().is_empty());
}

#[test]
fn ext_prefixes_and_flips() {
    let open = |bytes: Vec<u8>| match Ext::parse(bytes) {
        Ok(ext) => drop(walk::ext(&ext)),
        Err(e) => assert!(!e.to_string().is_empty()),
    };
    for name in ["core.clang.bpfel.o", "core.clang.bpfeb.o", "kinds.gcc.bpf.o"] {
        let bytes = section(&fixture::read(name), ".BTF.ext").unwrap_or_else(|| panic!("{name} has no .BTF.ext"));
        for len in 0..bytes.len() {
            open(bytes[..len].to_vec());
        }
        for at in 0..bytes.len() {
            for mask in [0x01, 0x80, 0xff] {
                let mut damaged = bytes.clone();
                damaged[at] ^= mask;
                open(damaged);
            }
        }
    }
}
