//! bpf(2), called without libbpf.

use std::io;
use std::os::fd::{FromRawFd, OwnedFd};

/// `BPF_BTF_LOAD` and `BPF_PROG_LOAD` of `enum bpf_cmd`.
const BTF_LOAD: libc::c_int = 18;
const PROG_LOAD: libc::c_int = 5;

/// `union bpf_attr`: words at the offsets where each command reads them.
#[repr(C, align(8))]
struct Attributes([u8; 144]);

impl Attributes {
    fn new() -> Attributes {
        Attributes([0; 144])
    }

    fn word(mut self, at: usize, value: u32) -> Attributes {
        self.0[at..at + 4].copy_from_slice(&value.to_ne_bytes());
        self
    }

    fn bytes(mut self, at: usize, bytes: &[u8]) -> Attributes {
        self.0[at..at + 8].copy_from_slice(&(bytes.as_ptr() as u64).to_ne_bytes());
        self
    }

    /// Makes the call. The buffers that the attributes point to must live until it returns.
    fn call(&self, command: libc::c_int, len: usize) -> Result<OwnedFd, i32> {
        // SAFETY: the callers below pass each buffer with its length, and `len` is not more than the attributes have.
        let fd = unsafe { libc::syscall(libc::SYS_bpf, command, self.0.as_ptr(), len) };
        match i32::try_from(fd) {
            // SAFETY: the descriptor is new, and only we own it.
            Ok(fd) if fd >= 0 => Ok(unsafe { OwnedFd::from_raw_fd(fd) }),
            _ => Err(io::Error::last_os_error().raw_os_error().unwrap_or(-1)),
        }
    }
}

fn text(log: &[u8]) -> Vec<u8> {
    log[..log.iter().position(|&b| b == 0).unwrap_or(log.len())].to_vec()
}

/// The running kernel's answer to a BTF, and its log.
pub fn load_btf(blob: &[u8], log: &mut [u8]) -> (Result<OwnedFd, i32>, Vec<u8>) {
    log[0] = 0;
    let attributes = Attributes::new()
        .bytes(0, blob)
        .bytes(8, log)
        .word(16, blob.len() as u32)
        .word(20, log.len() as u32)
        .word(24, 1);
    (attributes.call(BTF_LOAD, 32), text(log))
}

/// The records of a program: their bytes, and the size of one record.
pub type Records<'a> = (&'a [u8], u32);

/// The running kernel's answer to a socket filter with these records, and its log.
pub fn load_program(
    insns: &[u8],
    btf: &OwnedFd,
    (funcs, func_size): Records<'_>,
    (lines, line_size): Records<'_>,
    (relos, relo_size): Records<'_>,
    log: &mut [u8],
) -> (Result<OwnedFd, i32>, Vec<u8>) {
    use std::os::fd::AsRawFd;
    log[0] = 0;
    let count = |bytes: &[u8], size: u32| bytes.len() as u32 / size.max(1);
    let attributes = Attributes::new()
        .word(0, 1)
        .word(4, insns.len() as u32 / 8)
        .bytes(8, insns)
        .bytes(16, b"GPL\0")
        .word(24, 1)
        .word(28, log.len() as u32)
        .bytes(32, log)
        .word(72, btf.as_raw_fd() as u32)
        .word(76, func_size)
        .bytes(80, funcs)
        .word(88, count(funcs, func_size))
        .word(92, line_size)
        .bytes(96, lines)
        .word(104, count(lines, line_size))
        .word(116, count(relos, relo_size))
        .bytes(128, relos)
        .word(136, relo_size);
    (attributes.call(PROG_LOAD, 144), text(log))
}
