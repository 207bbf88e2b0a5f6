//! The functions of libbpf that are measured, called in this process.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::{self, NonNull};

use libbpf_sys as sys;

/// libbpf's `struct btf`.
pub struct Btf(NonNull<sys::btf>);

impl Btf {
    /// `btf__new`: copies and checks the bytes. `None` when it refuses them.
    pub fn new(bytes: &[u8]) -> Option<Btf> {
        // SAFETY: libbpf copies this many bytes before it returns.
        let btf = unsafe { sys::btf__new(bytes.as_ptr().cast(), bytes.len() as u32) };
        NonNull::new(btf).map(Btf)
    }

    fn at(&self) -> *mut sys::btf {
        self.0.as_ptr()
    }

    /// `btf__type_cnt`.
    pub fn type_cnt(&self) -> u32 {
        // SAFETY: the pointer is from `btf__new` and lives as long as `self`; the same holds below.
        unsafe { sys::btf__type_cnt(self.at()) }
    }

    /// A type's name; `None` without such a type or string.
    pub fn name(&self, id: u32) -> Option<&CStr> {
        unsafe {
            let record = sys::btf__type_by_id(self.at(), id).as_ref()?;
            let name = sys::btf__name_by_offset(self.at(), record.name_off);
            // SAFETY: the offset is inside the string section, which ends with a NUL.
            (!name.is_null()).then(|| CStr::from_ptr(name))
        }
    }

    /// `btf__find_by_name`: the id, or a negative error.
    pub fn find(&self, name: &CStr) -> i32 {
        unsafe { sys::btf__find_by_name(self.at(), name.as_ptr()) }
    }

    /// `btf__resolve_size`: bytes, or a negative error.
    pub fn size(&self, id: u32) -> i64 {
        unsafe { sys::btf__resolve_size(self.at(), id) }
    }

    /// All types as C. `btf_dump__dump_type` is called for each id in ascending order, up to the first error.
    #[cfg(target_arch = "x86_64")]
    pub fn c(&self) -> Option<Vec<u8>> {
        unsafe extern "C" {
            fn vsnprintf(to: *mut c_char, size: usize, format: *const c_char, args: *mut sys::__va_list_tag) -> c_int;
        }
        unsafe extern "C" fn print(out: *mut c_void, format: *const c_char, args: *mut sys::__va_list_tag) {
            // SAFETY: `out` is the vector passed to `btf_dump__new`. `vsnprintf` cuts a text that is longer than the
            // buffer.
            unsafe {
                let out = &mut *out.cast::<Vec<u8>>();
                let mut line = [0 as c_char; 4096];
                let wrote = vsnprintf(line.as_mut_ptr(), line.len(), format, args);
                let length = usize::try_from(wrote).unwrap_or(0).min(line.len() - 1);
                out.extend(line[..length].iter().map(|&c| c as u8));
            }
        }
        let mut out = Vec::new();
        // SAFETY: `out` outlives the dump, and nothing else uses it meanwhile.
        unsafe {
            let dump = sys::btf_dump__new(self.at(), Some(print), ptr::from_mut(&mut out).cast(), ptr::null());
            if dump.is_null() {
                return None;
            }
            for id in 1..self.type_cnt() {
                if sys::btf_dump__dump_type(dump, id) < 0 {
                    break;
                }
            }
            sys::btf_dump__free(dump);
        }
        Some(out)
    }
}

impl Drop for Btf {
    fn drop(&mut self) {
        unsafe { sys::btf__free(self.at()) }
    }
}
