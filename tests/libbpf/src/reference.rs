//! [`LibbpfBtf`]: the part of libbpf's `struct btf` that tests use.

use std::ffi::{CStr, CString};
use std::path::Path;
use std::ptr::{self, NonNull};
use std::rc::Rc;
use std::sync::Once;

use libbpf_sys as sys;

/// A BTF that libbpf has opened. The last clone frees it. A split BTF keeps its base alive.
#[derive(Clone, Debug)]
pub struct LibbpfBtf(Rc<Handle>);

#[derive(Debug)]
struct Handle {
    btf: NonNull<sys::btf>,
    /// libbpf keeps a pointer to the base.
    _base: Option<LibbpfBtf>,
}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: the pointer is from libbpf, and nothing else frees it.
        unsafe { sys::btf__free(self.btf.as_ptr()) }
    }
}

/// The head of a record, as libbpf has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LibbpfType<'a> {
    /// The name, as the bytes in the file.
    pub name: &'a [u8],
    /// The number of the kind.
    pub kind: u8,
    /// The number of items.
    pub vlen: u16,
    /// `kind_flag`.
    pub kind_flag: bool,
    /// The third word.
    pub size_or_type: u32,
}

/// Turns off libbpf's messages on stderr: there would be one for each damaged blob.
fn be_quiet() {
    static ONCE: Once = Once::new();
    // SAFETY: a null callback is allowed.
    ONCE.call_once(|| unsafe {
        sys::libbpf_set_print(None);
    });
}

impl LibbpfBtf {
    /// Opens a blob (`btf__new`, `btf__new_split`).
    ///
    /// # Errors
    /// The errno, positive.
    pub fn new(bytes: &[u8], base: Option<&LibbpfBtf>) -> Result<LibbpfBtf, i32> {
        be_quiet();
        let Ok(len) = u32::try_from(bytes.len()) else { return Err(7) };
        let base_btf = base.map_or(ptr::null_mut(), |base| base.0.btf.as_ptr());
        // SAFETY: the bytes live through the call, which copies them; the base lives as long as the new object.
        let btf = unsafe { sys::btf__new_split(bytes.as_ptr().cast(), len, base_btf) };
        LibbpfBtf::made(btf, base)
    }

    /// Opens the `.BTF` of an ELF file (`btf__parse_elf`). libbpf takes the size of a pointer from the ELF header.
    ///
    /// # Errors
    /// The errno, positive.
    pub fn parse_elf(path: &Path) -> Result<LibbpfBtf, i32> {
        be_quiet();
        let Some(path) = path.to_str().and_then(|path| CString::new(path).ok()) else { return Err(22) };
        // SAFETY: the path is a C string; the null pointer means that `.BTF.ext` is not wanted.
        let btf = unsafe { sys::btf__parse_elf(path.as_ptr(), ptr::null_mut()) };
        LibbpfBtf::made(btf, None)
    }

    fn made(btf: *mut sys::btf, base: Option<&LibbpfBtf>) -> Result<LibbpfBtf, i32> {
        match NonNull::new(btf) {
            Some(btf) => Ok(LibbpfBtf(Rc::new(Handle { btf, _base: base.cloned() }))),
            None => Err(std::io::Error::last_os_error().raw_os_error().unwrap_or(0)),
        }
    }

    /// Splits off a distilled base (`btf__distill_base`): the base with the types that this split BTF needs, and the
    /// split BTF on it.
    ///
    /// # Errors
    /// The errno, positive.
    pub fn distill(&self) -> Result<(LibbpfBtf, LibbpfBtf), i32> {
        let (mut base, mut split) = (ptr::null_mut(), ptr::null_mut());
        // SAFETY: the handle is alive; the caller owns both results.
        let result = unsafe { sys::btf__distill_base(self.raw(), &mut base, &mut split) };
        if result < 0 {
            return Err(-result);
        }
        let base = LibbpfBtf::made(base, None)?;
        let split = LibbpfBtf::made(split, Some(&base))?;
        Ok((base, split))
    }

    /// Relocates a split BTF from its distilled base onto another one (`btf__relocate`). Returns the relocated bytes.
    ///
    /// # Errors
    /// The errno, positive.
    pub fn relocate(&self, onto: &LibbpfBtf) -> Result<Vec<u8>, i32> {
        // Relocates a copy, opened from the split BTF's own bytes on the same base, so that this one stays unchanged.
        let copy = LibbpfBtf::new(&self.bytes(), self.0._base.as_ref())?;
        // SAFETY: both handles live until the end of this function, so the copy's new base outlives it.
        let result = unsafe { sys::btf__relocate(copy.0.btf.as_ptr(), onto.raw()) };
        if result < 0 { Err(-result) } else { Ok(copy.bytes()) }
    }

    /// The bytes of this BTF without its base (`btf__raw_data`).
    pub fn bytes(&self) -> Vec<u8> {
        let mut size = 0;
        // SAFETY: the handle is alive; the bytes are copied before any other call.
        unsafe {
            let data = sys::btf__raw_data(self.raw(), &mut size);
            if data.is_null() {
                return Vec::new();
            }
            std::slice::from_raw_parts(data.cast::<u8>(), size as usize).to_vec()
        }
    }

    pub(crate) fn raw(&self) -> *const sys::btf {
        self.0.btf.as_ptr()
    }

    /// One more than the largest id (`btf__type_cnt`).
    pub fn type_cnt(&self) -> u32 {
        // SAFETY: the handle is alive.
        unsafe { sys::btf__type_cnt(self.raw()) }
    }

    /// The size of a pointer in bytes (`btf__pointer_size`); 0 when libbpf does not know it.
    pub fn pointer_size(&self) -> u64 {
        // SAFETY: the handle is alive.
        unsafe { sys::btf__pointer_size(self.raw()) as u64 }
    }

    /// Whether the blob is big-endian (`btf__endianness`).
    pub fn is_big_endian(&self) -> bool {
        // SAFETY: the handle is alive.
        unsafe { sys::btf__endianness(self.raw()) == sys::BTF_BIG_ENDIAN }
    }

    /// A type's size in bytes (`btf__resolve_size`).
    ///
    /// # Errors
    /// The errno, positive.
    pub fn resolve_size(&self, id: u32) -> Result<u32, i64> {
        // SAFETY: the handle is alive; libbpf checks ids.
        let size = unsafe { sys::btf__resolve_size(self.raw(), id) };
        u32::try_from(size).map_err(|_| -size)
    }

    /// A type's alignment in bytes (`btf__align_of`); `None` when libbpf gives none.
    pub fn align_of(&self, id: u32) -> Option<u32> {
        // SAFETY: the handle is alive; libbpf checks ids.
        let align = unsafe { sys::btf__align_of(self.raw(), id) };
        u32::try_from(align).ok().filter(|&align| align > 0)
    }

    /// The head of a type's record (`btf__type_by_id`, `btf__name_by_offset`).
    pub fn get(&self, id: u32) -> Option<LibbpfType<'_>> {
        // SAFETY: the handle is alive. libbpf's pointers stay valid as long as no type is added, which never happens
        // here.
        let head = unsafe { sys::btf__type_by_id(self.raw(), id).as_ref()? };
        // SAFETY: as above; a name is a C string in libbpf's copy of the blob.
        let name = unsafe {
            let name = sys::btf__name_by_offset(self.raw(), head.name_off);
            if name.is_null() { &[][..] } else { CStr::from_ptr(name).to_bytes() }
        };
        // SAFETY: both fields of the union are a u32.
        let size_or_type = unsafe { head.__bindgen_anon_1.size };
        Some(LibbpfType {
            name,
            kind: (head.info >> 24 & 0x1f) as u8,
            vlen: head.info as u16,
            kind_flag: head.info >> 31 != 0,
            size_or_type,
        })
    }
}
