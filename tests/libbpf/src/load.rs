//! Loads programs of an object into the running kernel, through libbpf. Nothing is attached, and nothing stays loaded.

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
    // SAFETY: libbpf passes a format with its arguments; the output is cut at the buffer's length.
    unsafe { vsnprintf(line.as_mut_ptr().cast(), line.len(), format, list) };
    let line = CStr::from_bytes_until_nul(&line).map(CStr::to_string_lossy).unwrap_or_default();
    LOG.with(|log| {
        let mut log = log.borrow_mut();
        // Messages that begin after the first 1 MB of the log are dropped.
        if log.len() < 1 << 20 {
            log.push_str(&line);
        }
    });
    0
}

/// The result of a load.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loaded {
    /// Whether the kernel accepted the program.
    pub ok: bool,
    /// Whether this process lacks the right to load any program.
    pub not_permitted: bool,
    /// The messages of libbpf, with the verifier's log.
    pub log: String,
}

/// The map types whose `max_entries` is a size in bytes: ring buffers.
const RINGBUFS: [u32; 2] = [27, 31];

/// `BPF_MAP_TYPE_STRUCT_OPS`.
const STRUCT_OPS: u32 = 26;

/// The programs of an object that are loaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Only<'a> {
    /// The program with this section and name.
    Program(&'a str, &'a str),
    /// The programs that libbpf loads unless told otherwise.
    ByItself,
}

/// Loads one program and its maps. Sets properties of maps that an application would set: the number of entries, and
/// the size of a stack trace. Pins no map.
pub fn load(object: &[u8], section: &str, program: &str) -> Loaded {
    load_on(object, Only::Program(section, program), None)
}

/// Like [`load`], for the programs `only`. CO-RE relocations use the BTF in the file `btf`, if one is given, instead of
/// the running kernel's.
///
/// # Panics
/// When the path contains a zero byte.
pub fn load_on(object: &[u8], only: Only<'_>, btf: Option<&Path>) -> Loaded {
    LOG.with(|log| log.borrow_mut().clear());
    let path = btf.map(|path| CString::new(path.as_os_str().as_bytes()).expect("a path"));
    // SAFETY: the object's bytes and the path outlive the handle, which is closed at the end. All other handles are
    // from libbpf.
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
                // libbpf's section names have no `?`, which marks programs that are not loaded by default.
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
            // Maps of this type belong to struct_ops programs only.
            let is_other = matches!(only, Only::Program(section, _) if !section.contains("struct_ops"));
            if btf.is_some() && is_other && sys::bpf_map__type(m) == STRUCT_OPS {
                sys::bpf_map__set_autocreate(m, false);
            }
            // Maps of these types (storage of sockets, inodes, tasks and cgroups) must have 0 as `max_entries`.
            let keeps_none = [24, 28, 29, 32].contains(&sys::bpf_map__type(m));
            if sys::bpf_map__max_entries(m) == 0 && !keeps_none {
                let entries = if RINGBUFS.contains(&sys::bpf_map__type(m)) { 4096 } else { 1 };
                sys::bpf_map__set_max_entries(m, entries);
            }
            // A stack trace needs a value size: 127 frames of 8 bytes.
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
    // When the verifier refuses a program, there is a log. Without one, the call itself was not permitted.
    let not_permitted = log.contains("BPF program load failed: -EPERM") && !log.contains("BEGIN PROG LOAD LOG");
    Loaded { ok, not_permitted, log }
}

/// The size of the buffer for the verifier's log, in bytes: a walk of a million instructions prints
/// about 80 MB.
const WHOLE: usize = 1 << 27;

/// `BPF_LOG_LEVEL1` and `BPF_LOG_STATS` (`include/linux/bpf_verifier.h`).
const WALK: u32 = 1;
const STATISTICS: u32 = 4;

/// Loads one program, and returns its log as `bpftool prog load` prints it: libbpf's lines and, for a refused program,
/// the verifier's walk. For an accepted program, the kernel prints only how much it walked.
///
/// # Panics
/// When a name contains a zero byte.
pub fn load_whole(object: &[u8], name: &str, program: &str) -> Loaded {
    let first = load_named(object, name, program, None);
    let mut walk = vec![0u8; WHOLE];
    let level = if first.ok { STATISTICS } else { WALK };
    load_named(object, name, program, Some((&mut walk, level)));
    let walk = CStr::from_bytes_until_nul(&walk).map(CStr::to_string_lossy).unwrap_or_default();
    // Keep libbpf's lines around the walk; libbpf cuts the walk itself.
    let begin = format!("libbpf: prog '{program}': -- BEGIN PROG LOAD LOG --\n");
    let (before, after) = first.log.split_once(&begin).unwrap_or((&first.log, ""));
    let end = format!("libbpf: prog '{program}': failed to load: ");
    let after = after.find(&end).and_then(|at| after.get(at..)).unwrap_or_default();
    let log = format!("{before}{begin}{walk}-- END PROG LOAD LOG --\n{after}");
    Loaded { log, ..first }
}

/// Opens an object under the name `name`, and loads one program of it. The verifier's log, of the level in `walk`, goes
/// into the buffer in `walk`, if there is one.
fn load_named(object: &[u8], name: &str, program: &str, walk: Option<(&mut [u8], u32)>) -> Loaded {
    LOG.with(|log| log.borrow_mut().clear());
    let name = CString::new(name).expect("a name");
    // SAFETY: the object's bytes, its name and the buffer outlive the handle, which is closed at the end. All other
    // handles are from libbpf.
    let ok = unsafe {
        sys::libbpf_set_print(Some(keep));
        let mut options: sys::bpf_object_open_opts = mem::zeroed();
        options.sz = mem::size_of::<sys::bpf_object_open_opts>() as sys::size_t;
        options.object_name = name.as_ptr();
        let handle = sys::bpf_object__open_mem(object.as_ptr().cast(), object.len() as sys::size_t, &options);
        if handle.is_null() {
            return Loaded { ok: false, not_permitted: false, log: LOG.with(|log| log.borrow().clone()) };
        }
        let mut walk = walk;
        let mut p = sys::bpf_object__next_program(handle, ptr::null_mut());
        while !p.is_null() {
            let is_it = CStr::from_ptr(sys::bpf_program__name(p)).to_bytes() == program.as_bytes();
            sys::bpf_program__set_autoload(p, is_it);
            if let Some((buffer, level)) = walk.as_mut().filter(|_| is_it) {
                sys::bpf_program__set_log_buf(p, buffer.as_mut_ptr().cast(), buffer.len() as sys::size_t);
                sys::bpf_program__set_log_level(p, *level);
            }
            p = sys::bpf_object__next_program(handle, p);
        }
        let result = sys::bpf_object__load(handle);
        sys::bpf_object__close(handle);
        result == 0
    };
    let log = LOG.with(|log| log.borrow().clone());
    let not_permitted = log.contains("-EPERM") && !log.contains("BEGIN PROG LOAD LOG");
    Loaded { ok, not_permitted, log }
}
