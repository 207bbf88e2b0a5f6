//! Damaged objects: every prefix, every byte changed, every bit of one small object changed, and objects beside each
//! other. Each conversion ends without a panic, and its result is valid BTF.

use tests::clock::ends;
use tests::exercise::encoded;
use tests::fixture;

/// The stack of the page's worker has at least this many bytes.
const STACK: usize = 1 << 20;

const FIXTURES: [&str; 3] = ["dwarf-tags.x86_64.o", "dwarf.gcc.x86_64.o", "dwarf.types.x86_64.o"];

fn check(bytes: &[u8], what: &str) {
    ends(what, || encoded(bytes, &[], None));
}

/// Runs `work` in a thread with a stack of [`STACK`] bytes.
fn small(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

#[test]
fn every_prefix() {
    small(|| {
        for name in FIXTURES {
            let bytes = fixture::read_dwarf(name);
            for end in 0..bytes.len() {
                check(&bytes[..end], &format!("{name}, {end} bytes"));
            }
        }
    });
}

#[test]
fn every_byte() {
    small(|| {
        for name in FIXTURES {
            let mut bytes = fixture::read_dwarf(name);
            for at in 0..bytes.len() {
                for change in [0x01, 0x80, 0xff] {
                    bytes[at] ^= change;
                    check(&bytes, &format!("{name}, byte {at:#x} changed by {change:#x}"));
                    bytes[at] ^= change;
                }
            }
        }
    });
}

/// Every bit of the small object is changed.
#[test]
fn every_bit() {
    small(|| {
        let mut bytes = fixture::read_dwarf(FIXTURES[0]);
        for bit in 0..bytes.len() * 8 {
            bytes[bit / 8] ^= 1 << (bit % 8);
            check(&bytes, &format!("bit {bit}"));
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
    });
}

/// One object as the supplementary or .dwo file of another.
#[test]
fn beside_each_other() {
    for name in FIXTURES {
        for other in FIXTURES {
            encoded(&fixture::read_dwarf(name), &[&fixture::read_dwarf(other)], None);
        }
    }
}
