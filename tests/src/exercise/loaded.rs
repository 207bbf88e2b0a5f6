//! The calls by which libbpf would load an object.

use bpf::Object;
use verdict::Version;

use super::Digest;

/// Asks for the calls of a program object on kernels of three versions, and prints them.
///
/// # Panics
/// When the calls are not numbered in order, or have BTF that is not valid.
pub fn called(bytes: &[u8], digest: &mut Digest) {
    let Ok(object) = Object::parse(bytes) else { return };
    for version in [Version::V5_10, Version::V6_12, Version::NEWEST] {
        let calls = syscalls::calls(&object, "object", version);
        for (number, call) in (1..).zip(calls.load.iter().chain(&calls.ask)) {
            assert_eq!(call.number, number, "{call:?}");
            syscalls::print(call, true, &mut |_, text| digest.bytes(text.as_bytes()));
        }
        if !calls.btf.is_empty() {
            assert!(btf::Btf::parse(calls.btf.as_slice(), None).is_ok());
        }
        digest.debug(&calls.notes);
    }
}
