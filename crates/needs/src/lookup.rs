//! Looks up the externs of an object in a kernel (libbpf `bpf_object__resolve_externs`).

use btf::{Btf, Kind, TypeId};
use relo::types_compatible;

use crate::externs::{ExternKind, ExternSymbol};
use crate::kernel::{Hit, Kernel};
use crate::nowhere::{Beyond, Nowhere};
use crate::object::Needs;
use release::Version;

/// The result of looking up an extern.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FoundExtern<'a> {
    /// A function or variable of a compatible type.
    There { hit: Hit<'a> },
    /// A function or variable of an incompatible type.
    Incompatible { hit: Hit<'a> },
    /// A module has this name; its type is not known.
    Named { module: &'a str },
    /// The extern does not exist.
    Missing,
    /// BTF does not tell: a module may have the extern, or the extern is not in BTF at all.
    Unknown,
    /// A value that libbpf provides.
    Value(u64),
    /// The kernel's version.
    Version(Version),
    /// A value of the configuration.
    Config,
}

/// Looks up an extern in a kernel.
pub(crate) fn find_extern<'a>(
    needs: &Needs,
    kernel: &'a Kernel,
    nowhere: &Nowhere,
    e: &ExternSymbol,
) -> FoundExtern<'a> {
    let (of, kind) = match e.kind {
        ExternKind::Config => return config(kernel, e),
        ExternKind::Function(of) if kernel.has_functions() => (of, Kind::Func),
        ExternKind::Variable(of) if kernel.has_functions() => (of, Kind::Var),
        ExternKind::Address | ExternKind::Function(_) | ExternKind::Variable(_) => return FoundExtern::Unknown,
    };
    let name = e.sought();
    match kernel.find(&name, kind) {
        Some(hit) => compatible(needs.object.btf().map(|btf| btf.as_ref()), of, hit),
        None => missing(kernel, nowhere, &name, kind),
    }
}

/// The result for an extern that the kernel has; `id` is its type in the object.
fn compatible<'a>(local: Option<&Btf>, id: TypeId, hit: Hit<'a>) -> FoundExtern<'a> {
    let theirs = hit.btf.get(hit.id).and_then(|t| t.type_ref());
    let fits = local.zip(theirs).is_some_and(|(local, theirs)| {
        // libbpf skips qualifiers and typedefs of a variable's type on both sides first.
        let (mine, theirs) = (local.resolve(id), hit.btf.resolve(theirs));
        types_compatible(local, mine, hit.btf, theirs).unwrap_or(false)
    });
    if fits { FoundExtern::There { hit } } else { FoundExtern::Incompatible { hit } }
}

fn missing<'a>(kernel: &'a Kernel, nowhere: &Nowhere, name: &str, kind: Kind) -> FoundExtern<'a> {
    match nowhere.beyond(kernel, name, kind) {
        Beyond::Module(module) => FoundExtern::Named { module },
        Beyond::Nothing | Beyond::Nowhere | Beyond::TooOld => FoundExtern::Missing,
        Beyond::Unknown => FoundExtern::Unknown,
    }
}

fn config<'a>(kernel: &Kernel, e: &ExternSymbol) -> FoundExtern<'a> {
    match e.name.as_str() {
        "LINUX_KERNEL_VERSION" => kernel.release().version.map_or(FoundExtern::Config, FoundExtern::Version),
        "LINUX_HAS_BPF_COOKIE" => {
            FoundExtern::Value(u64::from(kernel.enumerator("BPF_FUNC_get_attach_cookie").is_some()))
        }
        "LINUX_HAS_SYSCALL_WRAPPER" if !kernel.has_functions() => FoundExtern::Config,
        "LINUX_HAS_SYSCALL_WRAPPER" => {
            let has = ["__x64_sys_bpf", "__arm64_sys_bpf", "__s390x_sys_bpf", "__riscv_sys_bpf"];
            FoundExtern::Value(u64::from(has.iter().any(|f| kernel.has_function(f))))
        }
        name if name.starts_with("LINUX_") => FoundExtern::Missing,
        _ => FoundExtern::Config,
    }
}
