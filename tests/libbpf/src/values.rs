//! [`dump_type_data`]: libbpf's printer of values.

use std::ffi::{CString, c_char, c_void};
use std::ptr;

use libbpf_sys as sys;

use crate::reference::LibbpfBtf;

/// The options of `btf_dump__dump_type_data`.
#[derive(Clone, Debug, Default)]
pub struct DataOptions {
    /// The indent of a level; `None` for libbpf's default, a tab.
    pub indent: Option<String>,
    /// The level to start at.
    pub indent_level: i32,
    /// Without line breaks.
    pub compact: bool,
    /// Without names and types.
    pub skip_names: bool,
    /// Zeros as well.
    pub emit_zeroes: bool,
    /// Arrays of characters as strings.
    pub emit_strings: bool,
}

unsafe extern "C" {
    fn vsnprintf(to: *mut c_char, size: usize, format: *const c_char, args: *mut sys::__va_list_tag) -> i32;
}

/// A `btf_dump` callback that appends libbpf's output to `context`.
///
/// # Safety
/// `context` must be a `Vec<u8>` that nothing else uses, `format` a C string, and `args` must match it.
unsafe extern "C" fn gather(context: *mut c_void, format: *const c_char, args: *mut sys::__va_list_tag) {
    let mut buffer = vec![0u8; 1 << 16];
    // SAFETY: the caller guarantees that the arguments match the format; the buffer has the given length.
    unsafe {
        let len = vsnprintf(buffer.as_mut_ptr().cast(), buffer.len(), format, args);
        let len = usize::try_from(len).unwrap_or(0).min(buffer.len() - 1);
        (*context.cast::<Vec<u8>>()).extend_from_slice(&buffer[..len]);
    }
}

/// Prints the first `len` bytes of `bytes` as a type (`btf_dump__dump_type_data`, with a new `btf_dump`). Returns the
/// text and libbpf's result. libbpf may read past `len`, so there must be more bytes, aligned to 16.
///
/// # Panics
/// When libbpf cannot create a printer, or `len` is larger than `bytes`.
#[expect(clippy::field_reassign_with_default, reason = "a struct made at once may have other padding than zeros")]
pub fn dump_type_data(btf: &LibbpfBtf, id: u32, bytes: &[u128], len: usize, options: &DataOptions) -> (Vec<u8>, i32) {
    assert!(len <= bytes.len() * 16);
    let indent = options.indent.as_ref().map(|i| CString::new(i.as_str()).expect("no NUL"));
    let mut out: Vec<u8> = Vec::new();
    let context = (&raw mut out).cast::<c_void>();
    // Zeroed including the padding, which libbpf checks.
    let mut opts = sys::btf_dump_type_data_opts::default();
    opts.sz = size_of::<sys::btf_dump_type_data_opts>() as _;
    opts.indent_str = indent.as_ref().map_or(ptr::null(), |i| i.as_ptr());
    opts.indent_level = options.indent_level;
    opts.compact = options.compact;
    opts.skip_names = options.skip_names;
    opts.emit_zeroes = options.emit_zeroes;
    opts.emit_strings = options.emit_strings;
    // SAFETY: the BTF outlives the printer. The printer calls `gather` only during these calls, with the context that
    // it was given.
    unsafe {
        let dump = sys::btf_dump__new(btf.raw(), Some(gather), context, ptr::null());
        assert!(!dump.is_null(), "btf_dump__new");
        let result = sys::btf_dump__dump_type_data(dump, id, bytes.as_ptr().cast(), len as _, &raw const opts);
        sys::btf_dump__free(dump);
        (out, result)
    }
}
