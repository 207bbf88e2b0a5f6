//! Damaged and absurd objects get an answer, never a panic.

use tests::exercise::{Digest, needed};
use tests::{broken, fixture};

const OBJECTS: [&str; 6] = [
    "relo.clang.bpfel.o",
    "relo.clang.bpfeb.o",
    "core.clang.bpfel.o",
    "net.clang.bpfeb.o",
    "kinds.clang.bpfel.o",
    "kinds.gcc.bpf.o",
];

fn ask(bytes: &[u8]) -> u64 {
    let mut digest = Digest::default();
    needed(bytes, &mut digest);
    digest.len()
}

#[test]
fn whole_objects_say_something() {
    for name in OBJECTS {
        assert!(ask(&fixture::read(name)) > 0, "{name}");
    }
}

#[test]
fn objects_that_end_anywhere_are_survived() {
    for name in OBJECTS {
        let bytes = fixture::read(name);
        for len in (0..bytes.len()).step_by(bytes.len() / 60 + 1) {
            ask(&bytes[..len]);
        }
    }
}

#[test]
fn objects_with_a_wrong_byte_are_survived() {
    for name in OBJECTS {
        let bytes = fixture::read(name);
        for (n, at) in (0..bytes.len()).step_by(bytes.len() / 150 + 1).enumerate() {
            let mut bytes = bytes.clone();
            bytes[at] ^= [0xff, 0x01, 0x80, 0x10][n % 4];
            ask(&bytes);
        }
    }
}

#[test]
fn objects_with_one_thing_broken_are_answered() {
    for broken in broken::all() {
        assert!(ask(&broken.bytes) > 0, "{}", broken.name);
    }
}
