//! Values as the running kernel prints them: [`Show`] for its own types (`bpf_snprintf_btf`), [`show_map`] for a BTF of
//! ours (a pinned map, read as text). The program, its maps and the pin are removed after use.

use std::ffi::{CString, c_void};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::path::Path;
use std::{fs, ptr};

use libbpf_sys as sys;

use crate::maps::{Form, Map, load_btf};

/// `BTF_F_COMPACT`: no line breaks and no indents.
pub const COMPACT: u64 = 1;
/// `BTF_F_NONAME`: no names of members and no types.
pub const NO_NAME: u64 = 2;
/// `BTF_F_PTR_RAW`: addresses themselves, not hashed.
pub const POINTERS: u64 = 4;
/// `BTF_F_ZERO`: zeros as well.
pub const ZEROS: u64 = 8;

/// The largest value, in bytes.
pub const MOST: usize = 1 << 16;
/// The longest text, in bytes.
const TEXT: usize = 1 << 21;
/// `BPF_FUNC_snprintf_btf`.
const SNPRINTF_BTF: i32 = 149;

/// A loaded program that prints a value of one of the kernel's own types.
#[derive(Debug)]
pub struct Show {
    program: OwnedFd,
    input: OwnedFd,
    output: OwnedFd,
}

fn errno() -> i32 {
    std::io::Error::last_os_error().raw_os_error().unwrap_or(0)
}

/// Creates an array map with one element.
fn array(size: usize) -> Result<OwnedFd, i32> {
    // SAFETY: the name is a C string; the result is a new descriptor, which only we own.
    unsafe {
        let fd =
            sys::bpf_map_create(sys::BPF_MAP_TYPE_ARRAY, c"btfscope_show".as_ptr(), 4, size as u32, 1, ptr::null());
        if fd < 0 { Err(errno()) } else { Ok(OwnedFd::from_raw_fd(fd)) }
    }
}

/// Encodes an instruction.
fn insn(code: u8, dst: u8, src: u8, off: i16, imm: i32) -> [u8; 8] {
    let (off, imm) = (off.to_le_bytes(), imm.to_le_bytes());
    [code, src << 4 | dst, off[0], off[1], imm[0], imm[1], imm[2], imm[3]]
}

impl Show {
    /// Loads the program.
    ///
    /// # Errors
    /// The errno, positive.
    pub fn new() -> Result<Show, i32> {
        let (input, output) = (array(16 + MOST)?, array(8 + TEXT)?);
        let code = [
            // r6, r7 = the addresses of the elements of both maps (BPF_PSEUDO_MAP_VALUE)
            insn(0x18, 6, 2, 0, input.as_raw_fd()),
            insn(0, 0, 0, 0, 0),
            insn(0x18, 7, 2, 0, output.as_raw_fd()),
            insn(0, 0, 0, 0, 0),
            // struct btf_ptr { void *ptr; __u32 type_id; __u32 flags; } on the stack
            insn(0xbf, 1, 6, 0, 0),
            insn(0x07, 1, 0, 0, 16),
            insn(0x7b, 10, 1, -16, 0),
            insn(0x61, 1, 6, 0, 0),
            insn(0x63, 10, 1, -8, 0),
            insn(0x62, 10, 0, -4, 0),
            insn(0xbf, 1, 7, 0, 0),
            insn(0x07, 1, 0, 0, 8),
            insn(0xb7, 2, 0, 0, TEXT as i32),
            insn(0xbf, 3, 10, 0, 0),
            insn(0x07, 3, 0, 0, -16),
            insn(0xb7, 4, 0, 0, 16),
            insn(0x79, 5, 6, 8, 0),
            insn(0x85, 0, 0, 0, SNPRINTF_BTF),
            insn(0x7b, 7, 0, 0, 0),
            insn(0xb7, 0, 0, 0, 0),
            insn(0x95, 0, 0, 0, 0),
        ];
        // Programs of type SYSCALL must be sleepable.
        let mut options = sys::bpf_prog_load_opts {
            sz: size_of::<sys::bpf_prog_load_opts>() as _,
            prog_flags: sys::BPF_F_SLEEPABLE,
            ..Default::default()
        };
        // SAFETY: the instructions live through the call, which copies them; name and license are C strings.
        let fd = unsafe {
            sys::bpf_prog_load(
                sys::BPF_PROG_TYPE_SYSCALL,
                c"btfscope_show".as_ptr(),
                c"GPL".as_ptr(),
                code.as_ptr().cast(),
                code.len() as _,
                &raw mut options,
            )
        };
        if fd < 0 {
            return Err(errno());
        }
        // SAFETY: only we own the descriptor.
        let program = unsafe { OwnedFd::from_raw_fd(fd) };
        Ok(Show { program, input, output })
    }

    /// Prints a value. Returns the text and the helper's result: the length of the text, or a negative errno.
    ///
    /// # Panics
    /// When the kernel refuses to run the program, or when there are more than [`MOST`] bytes.
    pub fn text(&self, id: u32, flags: u64, bytes: &[u8]) -> (Vec<u8>, i64) {
        let mut value = vec![0u8; 16 + MOST];
        value[..4].copy_from_slice(&id.to_ne_bytes());
        value[8..16].copy_from_slice(&flags.to_ne_bytes());
        value[16..16 + bytes.len()].copy_from_slice(bytes);
        let key = 0u32.to_ne_bytes();
        let mut out = vec![0u8; 8 + TEXT];
        // SAFETY: both values have the lengths that the maps were created with, and live through the calls.
        unsafe {
            let set = sys::bpf_map_update_elem(self.input.as_raw_fd(), key.as_ptr().cast(), value.as_ptr().cast(), 0);
            assert_eq!(set, 0, "errno {}", errno());
            let mut run = sys::bpf_test_run_opts { sz: size_of::<sys::bpf_test_run_opts>() as _, ..Default::default() };
            assert_eq!(sys::bpf_prog_test_run_opts(self.program.as_raw_fd(), &raw mut run), 0, "errno {}", errno());
            let to = out.as_mut_ptr().cast::<c_void>();
            assert_eq!(
                sys::bpf_map_lookup_elem(self.output.as_raw_fd(), key.as_ptr().cast(), to),
                0,
                "errno {}",
                errno()
            );
        }
        let returned = i64::from_ne_bytes(out[..8].try_into().expect("8 bytes"));
        let text = &out[8..];
        let end = text.iter().position(|&b| b == 0).unwrap_or(text.len());
        (text[..end].to_vec(), returned)
    }
}

/// Prints a value of a type in a BTF of ours: pins an array map with one element in `folder`, which is on a bpffs, and
/// reads the pin. The kernel prints `0: ` and the value on one line, without names, with zeros
/// (`array_map_seq_show_elem`). Returns the value alone, each byte as a character of Latin-1.
///
/// # Errors
/// The errno, positive: of loading the BTF, of creating, filling or pinning the map, or of reading the pin.
pub fn show_map(folder: &Path, blob: &[u8], key: u32, value: u32, bytes: &[u8]) -> Result<String, i32> {
    let btf = load_btf(blob)?;
    let form = Form { kind: 2, key_size: 4, value_size: bytes.len() as u32, entries: 1, types: Some((key, value)) };
    let map = Map::new(&btf, &form)?;
    map.set(&0u32.to_ne_bytes(), bytes)?;
    let path = folder.join("btfscope_show");
    let name = CString::new(path.to_string_lossy().as_bytes()).expect("no NUL");
    // SAFETY: the path is a C string.
    if unsafe { sys::bpf_obj_pin(map.raw(), name.as_ptr()) } < 0 {
        return Err(errno());
    }
    let read = fs::read(&path);
    let _ = fs::remove_file(&path);
    let bytes = read.map_err(|e| e.raw_os_error().unwrap_or(0))?;
    let text: String = bytes.iter().map(|&b| b as char).collect();
    Ok(text.split('\n').filter_map(|line| line.strip_prefix("0: ")).collect())
}
