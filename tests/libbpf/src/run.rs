//! Loads an object into the running kernel and runs one of its programs once, in this thread.

use std::ffi::{CStr, CString};
use std::{mem, ptr, slice};

use libbpf_sys as sys;

/// Why a program did not run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotRun {
    /// This process lacks the right to load any program.
    NotPermitted,
    /// The step that failed, and its error number.
    Failed(&'static str, i32),
}

/// Runs a program of the type `raw_tp` with these arguments, and returns the object's variables: the bytes of `.bss`.
///
/// # Errors
/// When the object does not open or load, or the program does not run.
///
/// # Panics
/// When the name has a zero byte.
pub fn run(object: &[u8], program: &str, arguments: &[u64]) -> Result<Vec<u8>, NotRun> {
    let name = CString::new(program).expect("a name");
    // SAFETY: the object's bytes, the arguments and the name outlive the handle, which is closed at the end. All other
    // handles are from libbpf, and its memory of `.bss` is copied before.
    unsafe {
        let handle = sys::bpf_object__open_mem(object.as_ptr().cast(), object.len() as sys::size_t, ptr::null());
        if handle.is_null() {
            return Err(NotRun::Failed("open", 0));
        }
        let done = (|| {
            match sys::bpf_object__load(handle) {
                0 => {}
                -1 => return Err(NotRun::NotPermitted),
                error => return Err(NotRun::Failed("load", error)),
            }
            let found = sys::bpf_object__find_program_by_name(handle, name.as_ptr());
            let mut options: sys::bpf_test_run_opts = mem::zeroed();
            options.sz = mem::size_of::<sys::bpf_test_run_opts>() as sys::size_t;
            options.ctx_in = arguments.as_ptr().cast();
            options.ctx_size_in = mem::size_of_val(arguments) as u32;
            match sys::bpf_prog_test_run_opts(sys::bpf_program__fd(found), &mut options) {
                0 => {}
                error => return Err(NotRun::Failed("run", error)),
            }
            let mut map = sys::bpf_object__next_map(handle, ptr::null());
            while !map.is_null() {
                if CStr::from_ptr(sys::bpf_map__name(map)).to_bytes().ends_with(b".bss") {
                    let mut size: sys::size_t = 0;
                    let bytes = sys::bpf_map__initial_value(map, &mut size);
                    return Ok(slice::from_raw_parts(bytes.cast::<u8>(), size as usize).to_vec());
                }
                map = sys::bpf_object__next_map(handle, map);
            }
            Err(NotRun::Failed("find .bss", 0))
        })();
        sys::bpf_object__close(handle);
        done
    }
}
