//! [`dump_type_data`]: libbpf's printer of values.

use std::ffi::{CString, c_char, c_void};
use std::ptr;

use libbpf_sys as sys;

use crate::reference::LibbpfBtf;

/// The options of `btf_dump__dump_type_data`.
#[derive(Clone, Debug, Default)]
pub struct DataOptions {
    /// None for libbpf's own, a tab.
    pub indent: Option<String>,
    /// The level to start at.
    pub indent_level: i32,
    /// No line breaks.
    pub compact: bool,
    /// No names and types.
    pub skip_names: bool,
    /// Zeros, too.
    pub emit_zeroes: bool,
    /// Arrays of characters as strings.
    pub emit_strings: bool,
}

unsafe extern "C" {
    fn vsnprintf(to: *mut c_char, size: usize, format: *const c_char, args: *mut sys::__va_list_tag) -> i32;
}

/// Appends libbpf's output to `context`.
///
/// # Safety
/// `context` must be a `Vec<u8>` that is not used elsewhere, `format` a C string, and `args` must match it.
unsafe extern "C" fn gather(context: *mut c_void, format: *const c_char, args: *mut sys::__va_list_tag) {
    let mut buffer = vec![0u8; 1 << 16];
    // SAFETY: as the function demands; the buffer has the given length.
    unsafe {
        let len = vsnprintf(buffer.as_mut_ptr().cast(), buffer.len(), format, args);
        let len = usize::try_from(len).unwrap_or(0).min(buffer.len() - 1);
        (*context.cast::<Vec<u8>>()).extend_from_slice(&buffer[..len]);
    }
}

/// Prints `len` bytes of `bytes` as a type (`btf_dump__dump_type_data`, with a `btf_dump` of its own): the text, and what it returns. libbpf
/// looks behind the end; there must be more bytes then, and they must be aligned by 16.
///
/// # Panics
/// When libbpf makes no printer, or `len` is more than there is.
#[expect(clippy::field_reassign_with_default, reason = "a struct made at once may have other padding than zeros")]
pub fn dump_type_data(btf: &LibbpfBtf, id: u32, bytes: &[u128], len: usize, options: &DataOptions) -> (Vec<u8>, i32) {
    assert!(len <= bytes.len() * 16);
    let indent = options.indent.as_ref().map(|i| CString::new(i.as_str()).expect("no NUL"));
    let mut out: Vec<u8> = Vec::new();
    let context = (&raw mut out).cast::<c_void>();
    // All zero, the padding too: libbpf checks that.
    let mut opts = sys::btf_dump_type_data_opts::default();
    opts.sz = size_of::<sys::btf_dump_type_data_opts>() as _;
    opts.indent_str = indent.as_ref().map_or(ptr::null(), |i| i.as_ptr());
    opts.indent_level = options.indent_level;
    opts.compact = options.compact;
    opts.skip_names = options.skip_names;
    opts.emit_zeroes = options.emit_zeroes;
    opts.emit_strings = options.emit_strings;
    // SAFETY: the BTF lives until the printer is freed; the printer calls `gather` with the context that it is given and only while
    // this function runs.
    unsafe {
        let dump = sys::btf_dump__new(btf.raw(), Some(gather), context, ptr::null());
        assert!(!dump.is_null(), "btf_dump__new");
        let result = sys::btf_dump__dump_type_data(dump, id, bytes.as_ptr().cast(), len as _, &raw const opts);
        sys::btf_dump__free(dump);
        (out, result)
    }
}
