//! The role of a BTF blob (kernel, module, program, ..), found from its content alone.
//!
//! The rules:
//!
//! - A **split** BTF (a module's) refers to ids and strings that it does not have, since it goes on where its base
//!   ends. Its strings do not begin with the empty string either (libbpf, `btf_new_empty`: only a BTF without a base
//!   begins with one). Either sign alone may be damage; so a blob is split when both hold, or when most of its names
//!   lie outside of its strings.
//! - A **distilled base** has only what libbpf's `btf__distill_base` writes: INT, FLOAT, FWD, and STRUCT, UNION and
//!   ENUM without a member or value, of which at least one has a name and a size.
//! - A **kernel** has a `struct task_struct` with members, and either 5,000 types, or functions that are all static:
//!   pahole writes them so, while a program's functions are global, because loaders find them by name.

use std::sync::Arc;

use btf::{Btf, ErrorKind, Kind, Linkage, TypeId};

use crate::opened::Role;
use crate::references::{Target, references};

/// The facts found in the content of a blob.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Detected {
    /// The role.
    pub role: Role,
    /// Why the blob must continue a base, as a sentence without its full stop; none when it does not.
    pub split: Option<String>,
}

/// A BTF with a `task_struct` and this many types is a kernel's. The smallest kernel known (tinyconfig) has 35,000; a
/// program has some hundreds of the kernel's types.
const KERNEL_TYPES: u32 = 5_000;

/// Finds out what a BTF blob describes, by its content.
///
/// # Errors
/// When its header cannot be read.
pub fn detect_role(btf: &[u8]) -> Result<Detected, btf::Error> {
    detect(Arc::from(btf))
}

/// [`detect_role`] of shared bytes, without a copy.
pub(crate) fn detect(btf: Arc<[u8]>) -> Result<Detected, btf::Error> {
    let btf = Btf::parse(btf, None)?;
    if let Some(why) = split(&btf) {
        return Ok(Detected { role: Role::Module, split: Some(why) });
    }
    let role = if is_distilled(&btf) {
        Role::Base
    } else if is_kernel(&btf) {
        Role::Kernel
    } else {
        Role::Other
    };
    Ok(Detected { role, split: None })
}

/// Why the blob, which was opened without a base, must continue a base; none if it is no split BTF.
fn split(btf: &Btf) -> Option<String> {
    if btf.diagnostics().is_empty() {
        return None;
    }
    let strings = btf.section(btf::SectionKind::Strings);
    let first = btf.bytes().get(strings.as_usize()).and_then(<[u8]>::first).copied();
    // If the header names a string section that was cut off, its first byte is unknown.
    let begins_empty = first == Some(0) || (first.is_none() && btf.header().str_len > 0);
    let (mut names, mut names_out, mut types_out) = (0u64, 0u64, 0u64);
    for t in btf.types() {
        for reference in references(btf, &t) {
            match reference.target {
                Target::Name(0) => {}
                Target::Name(offset) => {
                    names += 1;
                    names_out += u64::from(offset >= btf.strings_end());
                }
                Target::Type(id) => types_out += u64::from(id >= btf.type_cnt()),
            }
        }
    }
    // If some records could not be read, ids without a type prove nothing.
    let cut = |kind: &ErrorKind| {
        matches!(
            kind,
            ErrorKind::TruncatedRecord { .. } | ErrorKind::UnknownKind(_) | ErrorKind::SectionBeyondEnd { .. }
        )
    };
    if btf.diagnostics().iter().any(|d| cut(&d.kind)) {
        types_out = 0;
    }
    if begins_empty {
        return (names_out * 2 > names)
            .then(|| format!("{names_out} of its {names} names are not among its own strings"));
    }
    let begin = match first {
        None => "it has no strings of its own",
        Some(_) => "its strings do not begin with the empty one",
    };
    match (names_out, types_out) {
        (0, 0) => None,
        (0, ids) => Some(format!("{begin}, and {ids} type ids are beyond its own")),
        (out, _) => Some(format!("{begin}, and {out} of its {names} names are not among them")),
    }
}

fn is_distilled(btf: &Btf) -> bool {
    let mut named = 0;
    let only_heads = btf.types().all(|t| match t.kind() {
        Kind::Int | Kind::Float | Kind::Fwd => true,
        Kind::Struct | Kind::Union | Kind::Enum => {
            named += u32::from(t.size_or_type() > 0 && !t.is_anonymous());
            t.vlen() == 0
        }
        _ => false,
    });
    only_heads && named > 0
}

fn is_kernel(btf: &Btf) -> bool {
    let has_tasks = btf.types().any(|t| t.kind() == Kind::Struct && t.vlen() > 0 && t.name_bytes() == b"task_struct");
    if !has_tasks {
        return false;
    }
    let all_static = || {
        let mut linkages = btf.types().filter(|t| t.kind() == Kind::Func).map(|t| t.linkage());
        let mut any = false;
        linkages.all(|linkage| {
            any = true;
            linkage == Some(Linkage::Static)
        }) && any
    };
    btf.own_type_count() >= KERNEL_TYPES || all_static()
}

/// A type in the words of an error message: its kind and name, or its id if there is no such type.
pub(crate) fn words_for(btf: &Btf, id: TypeId) -> String {
    match btf.get(id) {
        Some(t) if t.is_anonymous() => format!("an anonymous {}", t.kind().as_str()),
        Some(t) => format!("{} “{}”", t.kind().as_str(), t.name()),
        None => format!("type [{id}]"),
    }
}
