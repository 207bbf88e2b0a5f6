//! Our resolver and patcher of CO-RE relocations beside libbpf's.

use std::collections::BTreeMap;
use std::sync::Arc;

use bpf::{Insn, Object};
use btf::{Btf, Endian};
use relo::{Options, Resolver, Status, Target};

use crate::LibbpfBtf;
use crate::relocation::{CoreRelo, calc, candidates, patch, spec_text};

/// libbpf reads objects only in this machine's byte order.
const MACHINE: Endian = if cfg!(target_endian = "little") { Endian::Little } else { Endian::Big };

/// An instruction with its second slot, in this machine's byte order.
fn native(insn: Insn, second: Option<Insn>) -> [u8; 16] {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&insn.encode(MACHINE));
    bytes[8..].copy_from_slice(&second.unwrap_or_default().encode(MACHINE));
    bytes
}

/// A kernel's BTF, opened by libbpf and by us.
pub struct Both {
    name: String,
    theirs: LibbpfBtf,
    ours: Target,
}

impl Both {
    /// Opens a kernel's BTF twice.
    ///
    /// # Panics
    /// When one of the two does not open it.
    #[must_use]
    pub fn open(name: &str, blob: &[u8]) -> Both {
        let theirs = LibbpfBtf::new(blob, None).expect("libbpf opens the target");
        let ours = Target::new(Arc::new(Btf::parse(blob, None).expect("a target")));
        Both { name: name.to_owned(), theirs, ours }
    }

    /// The kernel as a target of our resolver.
    #[must_use]
    pub fn target(&self) -> &Target {
        &self.ours
    }
}

/// Compares all relocations of an object on a target, with or without libbpf's cache of candidates. Returns how many
/// there are.
///
/// # Panics
/// When the two differ, or a file cannot be read.
pub fn compare(object_name: &str, file: &[u8], target_name: &str, blob: &[u8], cache: bool) -> usize {
    compare_on(object_name, file, &Both::open(target_name, blob), cache)
}

/// Like [`compare`], on a kernel that is already open.
///
/// # Panics
/// When the two differ, or the object cannot be read.
pub fn compare_on(object_name: &str, file: &[u8], kernel: &Both, cache: bool) -> usize {
    let object = Object::parse(file).expect("an object");
    let (local, ext) = (object.btf().expect("types"), object.ext().expect("relocations"));
    let theirs_local = LibbpfBtf::new(local.bytes(), None).expect("libbpf opens the object's types");
    let (theirs_target, target, target_name) = (&kernel.theirs, &kernel.ours, &kernel.name);
    let options = Options { cache, shift_order: Some(MACHINE), ..Options::default() };
    let mut resolver = Resolver::new(local, target, options);
    let mut caches: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let records = relo::records(local, ext);
    for record in &records {
        let what = format!("{object_name} on {target_name}, {}+{}", record.section, record.insn_offset.0);
        let theirs = CoreRelo {
            insn_off: record.insn_offset.0,
            type_id: record.type_id.0,
            access_str_off: record.access.0,
            kind: record.kind,
        };
        let ours = resolver.resolve(record);
        let text = ours.local.as_ref().ok().map(|spec| spec.text(local));
        assert_eq!(text, spec_text(&theirs_local, &theirs), "{what}");
        let mut list = match caches.get(&theirs.type_id).filter(|_| cache) {
            // The id of a local type needs no candidates.
            _ if record.kind == 6 => Vec::new(),
            Some(kept) => kept.clone(),
            None => candidates(&theirs_local, theirs_target, theirs.type_id),
        };
        let ids: Vec<u32> = ours.tried.iter().map(|t| t.candidate.id.0).collect();
        assert_eq!(ids, list, "{what}: candidates");
        let (errno, result) = calc(&theirs_local, theirs_target, &theirs, &mut list);
        let our_errno = match ours.status() {
            Status::Error(errno) => errno.number(),
            _ => 0,
        };
        assert_eq!(our_errno, errno, "{what}: {}", text.unwrap_or_default());
        let v = ours.values;
        assert_eq!(
            (v.original, v.new, v.poison, v.validate, v.bad_size_change, v.original_size, v.new_size),
            (
                result.original,
                result.new,
                result.poison,
                result.validate,
                result.fail_memsz_adjust,
                result.original_size,
                result.new_size
            ),
            "{what}"
        );
        assert_eq!((v.original_type.0, v.new_type.0), (result.original_type, result.new_type), "{what}");
        if errno != 0 {
            continue;
        }
        if record.kind != 6 {
            caches.insert(theirs.type_id, list);
        }
        let (insn, second) = relo::insn_of(&object, record).expect("an instruction");
        let mut bytes = native(insn, second);
        let errno = patch(&mut bytes, &theirs, &result);
        let patched = relo::patch(insn, second, &v);
        assert_eq!(patched.error.as_ref().map_or(0, |e| e.errno.number()), errno, "{what}: patched");
        assert_eq!(native(patched.insn, patched.second), bytes, "{what}: patched");
    }
    records.len()
}
