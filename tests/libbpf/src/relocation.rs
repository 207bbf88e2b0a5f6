//! libbpf's resolver and patcher of CO-RE relocations. They are not in its public header, so they are declared here.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::mem::MaybeUninit;

use libbpf_sys as sys;

use crate::LibbpfBtf;

/// `struct bpf_core_cand`.
#[repr(C)]
struct Candidate {
    btf: *const sys::btf,
    id: u32,
}

/// `struct bpf_core_cand_list`.
#[repr(C)]
struct Candidates {
    list: *mut Candidate,
    len: c_int,
}

/// `struct bpf_core_accessor`.
#[repr(C)]
#[derive(Clone, Copy)]
struct Accessor {
    type_id: u32,
    index: u32,
    name: *const c_char,
}

/// `struct bpf_core_spec`: working memory that libbpf fills.
#[repr(C)]
struct Spec {
    btf: *const sys::btf,
    accessors: [Accessor; 64],
    root: u32,
    kind: u32,
    len: c_int,
    raw: [c_int; 64],
    raw_len: c_int,
    bit_offset: u32,
}

/// `struct bpf_core_relo`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CoreRelo {
    /// The offset of the instruction in its section, in bytes.
    pub insn_off: u32,
    /// The local root type.
    pub type_id: u32,
    /// The offset of the access string in the string section.
    pub access_str_off: u32,
    /// The number of the kind.
    pub kind: u32,
}

/// `struct bpf_core_relo_res`.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub struct CoreResult {
    pub original: u64,
    pub new: u64,
    pub poison: bool,
    pub validate: bool,
    pub fail_memsz_adjust: bool,
    pub original_size: u32,
    pub original_type: u32,
    pub new_size: u32,
    pub new_type: u32,
}

unsafe extern "C" {
    fn bpf_core_calc_relo_insn(
        program: *const c_char,
        relo: *const CoreRelo,
        index: c_int,
        local: *const sys::btf,
        candidates: *mut Candidates,
        scratch: *mut Spec,
        result: *mut CoreResult,
    ) -> c_int;
    fn bpf_core_patch_insn(
        program: *const c_char,
        insn: *mut u8,
        insn_index: c_int,
        relo: *const CoreRelo,
        index: c_int,
        result: *const CoreResult,
    ) -> c_int;
    fn bpf_core_parse_spec(
        program: *const c_char,
        btf: *const sys::btf,
        relo: *const CoreRelo,
        spec: *mut Spec,
    ) -> c_int;
    fn bpf_core_format_spec(to: *mut c_char, size: usize, spec: *const Spec) -> c_int;
    fn bpf_core_essential_name_len(name: *const c_char) -> usize;
    fn bpf_core_add_cands(
        local: *mut Candidate,
        essential_len: usize,
        target: *const sys::btf,
        target_name: *const c_char,
        start_id: c_int,
        to: *mut Candidates,
    ) -> c_int;
    fn bpf_core_free_cands(candidates: *mut Candidates);
    fn calloc(count: usize, size: usize) -> *mut c_void;
}

const PROGRAM: &CStr = c"program";

/// The length of a name without its `___flavour` (`bpf_core_essential_name_len`).
pub fn essential_name_len(name: &CStr) -> usize {
    // SAFETY: the name is a C string, which libbpf only reads.
    unsafe { bpf_core_essential_name_len(name.as_ptr()) }
}

/// The candidates for a local root type, searched by libbpf in all types of the target.
pub fn candidates(local: &LibbpfBtf, target: &LibbpfBtf, id: u32) -> Vec<u32> {
    let name = local.get(id).and_then(|root| CString::new(root.name).ok()).unwrap_or_default();
    if name.is_empty() {
        return Vec::new();
    }
    let mut root = Candidate { btf: local.raw(), id };
    let essential = essential_name_len(&name);
    // SAFETY: a zeroed list is empty, and libbpf extends and frees it as one of its own. All pointers live through the
    // calls.
    unsafe {
        let list = calloc(1, size_of::<Candidates>()).cast::<Candidates>();
        assert!(!list.is_null(), "no memory");
        let failed = bpf_core_add_cands(&mut root, essential, target.raw(), PROGRAM.as_ptr(), 1, list);
        assert_eq!(failed, 0, "bpf_core_add_cands");
        let found = (0..usize::try_from((*list).len).unwrap_or(0)).map(|i| (*(*list).list.add(i)).id).collect();
        bpf_core_free_cands(list);
        found
    }
}

/// The spec as libbpf prints it; `None` when libbpf cannot parse it.
pub fn spec_text(local: &LibbpfBtf, relo: &CoreRelo) -> Option<String> {
    let mut buffer = vec![0u8; 8192];
    // SAFETY: all zeros is a valid spec, which libbpf overwrites.
    let mut spec = unsafe { Box::new(MaybeUninit::<Spec>::zeroed().assume_init()) };
    // SAFETY: all pointers live through the calls; the buffer has the given length.
    unsafe {
        if bpf_core_parse_spec(PROGRAM.as_ptr(), local.raw(), relo, &mut *spec) != 0 {
            return None;
        }
        bpf_core_format_spec(buffer.as_mut_ptr().cast(), buffer.len(), &*spec);
    }
    CStr::from_bytes_until_nul(&buffer).ok().map(|text| text.to_string_lossy().into_owned())
}

/// Resolves a relocation. If some candidates match, libbpf removes the others from the list. The errno is negative.
pub fn calc(local: &LibbpfBtf, target: &LibbpfBtf, relo: &CoreRelo, candidates: &mut Vec<u32>) -> (c_int, CoreResult) {
    let mut list: Vec<Candidate> = candidates.iter().map(|&id| Candidate { btf: target.raw(), id }).collect();
    let mut all = Candidates { list: list.as_mut_ptr(), len: list.len() as c_int };
    let mut result = CoreResult::default();
    // SAFETY: all zeros are valid specs, which libbpf overwrites.
    let mut scratch = unsafe { Box::new(MaybeUninit::<[Spec; 3]>::zeroed().assume_init()) };
    // SAFETY: all pointers live through the call.
    let errno = unsafe {
        bpf_core_calc_relo_insn(PROGRAM.as_ptr(), relo, 0, local.raw(), &mut all, scratch.as_mut_ptr(), &mut result)
    };
    *candidates = list.iter().take(usize::try_from(all.len).unwrap_or(0)).map(|c| c.id).collect();
    (errno, result)
}

/// Patches an instruction. `insns` is 16 bytes in this machine's byte order: the instruction, and its second slot if it
/// has one.
pub fn patch(insns: &mut [u8; 16], relo: &CoreRelo, result: &CoreResult) -> c_int {
    let mut aligned = [u64::from_ne_bytes([0; 8]); 2];
    for (word, bytes) in aligned.iter_mut().zip(insns.as_chunks::<8>().0) {
        *word = u64::from_ne_bytes(*bytes);
    }
    // SAFETY: libbpf reads and writes at most two slots.
    let errno = unsafe { bpf_core_patch_insn(PROGRAM.as_ptr(), aligned.as_mut_ptr().cast(), 0, relo, 0, result) };
    for (word, bytes) in aligned.iter().zip(insns.as_chunks_mut::<8>().0) {
        *bytes = word.to_ne_bytes();
    }
    errno
}
