//! Loads one program of an object into the kernel that runs here, through libbpf. Nothing is attached, and nothing stays.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_int};
use std::mem;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr;

use libbpf_sys as sys;

thread_local! {
    static LOG: RefCell<String> = const { RefCell::new(String::new()) };
}

unsafe extern "C" {
    fn vsnprintf(to: *mut c_char, size: usize, format: *const c_char, list: *mut sys::__va_list_tag) -> c_int;
}

unsafe extern "C" fn keep(
    level: sys::libbpf_print_level,
    format: *const c_char,
    list: *mut sys::__va_list_tag,
) -> c_int {
    if level == sys::LIBBPF_DEBUG {
        return 0;
    }
    let mut line = vec![0u8; 1 << 16];
    // SAFETY: libbpf gives a format and its arguments; what does not fit is cut.
    unsafe { vsnprintf(line.as_mut_ptr().cast(), line.len(), format, list) };
    let line = CStr::from_bytes_until_nul(&line).map(CStr::to_string_lossy).unwrap_or_default();
    LOG.with(|log| {
        let mut log = log.borrow_mut();
        // A verifier's log of a large program is long; its end says why.
        if log.len() < 1 << 20 {
            log.push_str(&line);
        }
    });
    0
}

/// What became of a load.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loaded {
    /// Whether the kernel took the program.
    pub ok: bool,
    /// Whether this process may not do it, whatever the program is.
    pub not_permitted: bool,
    /// What libbpf said, the verifier's log with it.
    pub log: String,
}

/// The maps' type that has a size in bytes for entries.
const RINGBUFS: [u32; 2] = [27, 31];

/// `BPF_MAP_TYPE_STRUCT_OPS`.
const STRUCT_OPS: u32 = 26;

/// Which programs of an object are loaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Only<'a> {
    /// The one of this section and name.
    Program(&'a str, &'a str),
    /// Those that libbpf loads by itself.
    ByItself,
}

/// Loads one program, with the maps that it needs. What the application would set is set: entries of maps, and no pins.
pub fn load(object: &[u8], section: &str, program: &str) -> Loaded {
    load_on(object, Only::Program(section, program), None)
}

/// [`load`], with relocations made against the BTF in a file in place of that of the kernel that runs.
///
/// # Panics
/// When the file's path has a zero byte in it.
pub fn load_on(object: &[u8], only: Only<'_>, btf: Option<&Path>) -> Loaded {
    LOG.with(|log| log.borrow_mut().clear());
    let path = btf.map(|path| CString::new(path.as_os_str().as_bytes()).expect("a path"));
    // SAFETY: the object's bytes and the path outlive the handle, which is closed at the end; all others are handles that libbpf gave.
    let ok = unsafe {
        sys::libbpf_set_print(Some(keep));
        let mut options: sys::bpf_object_open_opts = mem::zeroed();
        options.sz = mem::size_of::<sys::bpf_object_open_opts>() as sys::size_t;
        options.btf_custom_path = path.as_ref().map_or(ptr::null(), |path| path.as_ptr());
        let handle = sys::bpf_object__open_mem(object.as_ptr().cast(), object.len() as sys::size_t, &options);
        if handle.is_null() {
            let log = LOG.with(|log| log.borrow().clone());
            return Loaded { ok: false, not_permitted: false, log };
        }
        let mut p = sys::bpf_object__next_program(handle, ptr::null_mut());
        while !p.is_null() {
            let text = |s: *const c_char| CStr::from_ptr(s).to_bytes();
            if let Only::Program(section, program) = only {
                // libbpf leaves out the mark of programs that are not loaded by themselves.
                let section = section.strip_prefix('?').unwrap_or(section);
                let wanted = text(sys::bpf_program__name(p)) == program.as_bytes()
                    && text(sys::bpf_program__section_name(p)) == section.as_bytes();
                sys::bpf_program__set_autoload(p, wanted);
            }
            p = sys::bpf_object__next_program(handle, p);
        }
        let mut m = sys::bpf_object__next_map(handle, ptr::null());
        while !m.is_null() {
            sys::bpf_map__set_pin_path(m, ptr::null());
            // They belong to programs of that type.
            let is_other = matches!(only, Only::Program(section, _) if !section.contains("struct_ops"));
            if btf.is_some() && is_other && sys::bpf_map__type(m) == STRUCT_OPS {
                sys::bpf_map__set_autocreate(m, false);
            }
            let keeps_none = [24, 28, 29, 32].contains(&sys::bpf_map__type(m));
            if sys::bpf_map__max_entries(m) == 0 && !keeps_none {
                let entries = if RINGBUFS.contains(&sys::bpf_map__type(m)) { 4096 } else { 1 };
                sys::bpf_map__set_max_entries(m, entries);
            }
            // Frames of a stack trace.
            if sys::bpf_map__type(m) == 7 && sys::bpf_map__value_size(m) == 0 {
                sys::bpf_map__set_value_size(m, 127 * 8);
            }
            m = sys::bpf_object__next_map(handle, m);
        }
        let result = sys::bpf_object__load(handle);
        sys::bpf_object__close(handle);
        result == 0
    };
    let log = LOG.with(|log| log.borrow().clone());
    // A verifier that refuses a program says why.
    let not_permitted = log.contains("BPF program load failed: -EPERM") && !log.contains("BEGIN PROG LOAD LOG");
    Loaded { ok, not_permitted, log }
}
