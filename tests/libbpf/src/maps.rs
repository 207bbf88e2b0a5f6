//! [`Map`]: a map in the running kernel, with BTF types for keys and values.

use std::ffi::c_void;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

use libbpf_sys as sys;

/// The properties of a map.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// `enum bpf_map_type`: 1 is a hash, 2 an array, 5 and 6 are those with a value for each processor.
    pub kind: u32,
    /// Size of a key, in bytes.
    pub key_size: u32,
    /// Size of a value, in bytes.
    pub value_size: u32,
    /// The most entries (`max_entries`).
    pub entries: u32,
    /// The type ids of key and value; `None` for a map without types.
    pub types: Option<(u32, u32)>,
}

/// A map, held by its descriptor. Without a pin, the kernel frees the map on drop.
#[derive(Debug)]
pub struct Map {
    map: OwnedFd,
    /// The id of the map in the kernel.
    pub id: u32,
}

fn errno() -> i32 {
    std::io::Error::last_os_error().raw_os_error().unwrap_or(0)
}

/// Loads a BTF into the kernel.
///
/// # Errors
/// The errno, positive.
pub fn load_btf(blob: &[u8]) -> Result<OwnedFd, i32> {
    // SAFETY: the bytes live through the call; no options are given. The result is a new descriptor, which only we own.
    unsafe {
        let fd = sys::bpf_btf_load(blob.as_ptr().cast::<c_void>(), blob.len() as _, std::ptr::null_mut());
        if fd < 0 { Err(errno()) } else { Ok(OwnedFd::from_raw_fd(fd)) }
    }
}

impl Map {
    /// Makes a map. `btf`, which [`load_btf`] loaded, has the types of its keys and values.
    ///
    /// # Errors
    /// The errno, positive.
    pub fn new(btf: &OwnedFd, form: &Form) -> Result<Map, i32> {
        let mut opts =
            sys::bpf_map_create_opts { sz: size_of::<sys::bpf_map_create_opts>() as _, ..Default::default() };
        if let Some((key, value)) = form.types {
            opts.btf_fd = btf.as_raw_fd() as u32;
            opts.btf_key_type_id = key;
            opts.btf_value_type_id = value;
        }
        // SAFETY: the name is a C string, and the options live through the call. Only we own the map's descriptor, and
        // `info` has the length `len`.
        unsafe {
            let (kind, name) = (form.kind as sys::bpf_map_type, c"btfscope_test".as_ptr());
            let fd = sys::bpf_map_create(kind, name, form.key_size, form.value_size, form.entries, &raw const opts);
            if fd < 0 {
                return Err(errno());
            }
            let map = OwnedFd::from_raw_fd(fd);
            let mut info = sys::bpf_map_info::default();
            let mut len = size_of::<sys::bpf_map_info>() as u32;
            if sys::bpf_map_get_info_by_fd(map.as_raw_fd(), &raw mut info, &raw mut len) < 0 {
                return Err(errno());
            }
            Ok(Map { map, id: info.id })
        }
    }

    /// The descriptor.
    pub fn raw(&self) -> i32 {
        self.map.as_raw_fd()
    }

    /// Sets the value of a key. For a map with a value for each processor: all values, each padded to a multiple of 8
    /// bytes.
    ///
    /// # Errors
    /// The errno, positive.
    pub fn set(&self, key: &[u8], value: &[u8]) -> Result<(), i32> {
        // SAFETY: the tests pass keys and values of the map's sizes.
        let result = unsafe {
            sys::bpf_map_update_elem(
                self.map.as_raw_fd(),
                key.as_ptr().cast(),
                value.as_ptr().cast(),
                sys::BPF_ANY.into(),
            )
        };
        if result < 0 { Err(errno()) } else { Ok(()) }
    }
}
