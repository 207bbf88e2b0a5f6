//! Whole files of C (bpftool `btf.c`, `dump_btf_c`).

use btf::{Btf, Kind, TypeId};

use super::declarator::Declared;
use super::emit::Emitter;
use super::sort::sorted;
use crate::token::{Print, Sink, TokenKind};

/// How a file of C is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CFileOptions {
    /// In bpftool 7.8's order; otherwise in the order of ids, as `unsorted`, and as bpftool before 7.5.
    pub sorted: bool,
    /// With the include guard, the `preserve_access_index` pragma and the macros that bpftool writes around the types.
    pub guards: bool,
    /// Correct where libbpf errs, at the price of not being identical to it.
    pub portable: bool,
}

impl Default for CFileOptions {
    /// As bpftool does without options.
    fn default() -> Self {
        CFileOptions { sorted: true, guards: true, portable: false }
    }
}

/// Prints all types of `btf` and its base, and its kfuncs, as `bpftool btf dump file X format c`.
///
/// Sorted, bpftool 7.8 leaves out the type that comes first (mostly an anonymous enum); so does this, unless `portable`.
pub fn c<S: Sink + ?Sized>(btf: &Btf, sink: &mut S, options: &CFileOptions) {
    // Before all else is there, since sorting takes memory of its own.
    let ids = options.sorted.then(|| sorted(btf, !options.portable));
    // Kernels have two enumerators for ten types, and fewer of all other names.
    let mut e = Emitter::new(btf, sink, options.portable, btf.type_cnt() as usize / 5);
    if options.guards {
        e.w.sink.directive(HEADER);
    }
    match ids {
        Some(ids) => ids.into_iter().for_each(|id| e.add(id)),
        None => (1..btf.type_cnt()).for_each(|id| e.add(TypeId(id))),
    }
    kfuncs(&mut e);
    if options.guards {
        e.w.sink.directive(FOOTER);
    }
}

/// Prints the types `roots` and what they need to compile, in the order of the roots, as bpftool's `root_id` does.
pub fn c_with_dependencies<S: Sink + ?Sized>(btf: &Btf, roots: &[TypeId], sink: &mut S, options: &CFileOptions) {
    let mut e = Emitter::new(btf, sink, options.portable, 0);
    if options.guards {
        e.w.sink.directive(HEADER);
    }
    for &root in roots {
        e.add(root);
    }
    if options.guards {
        e.w.sink.directive(FOOTER);
    }
}

/// Functions of the kernel that BPF programs may call: those with a declaration tag `bpf_kfunc`, by name.
fn kfuncs<S: Sink + ?Sized>(e: &mut Emitter<'_, '_, S>) {
    let btf = e.w.btf;
    let mut found = Vec::new();
    let mut fast = Vec::new();
    for tag in btf.all_types().filter(|t| t.kind() == Kind::DeclTag && t.component_index() == Some(-1)) {
        let Some(func) = btf.get(TypeId(tag.size_or_type())).filter(|t| t.kind() == Kind::Func) else { continue };
        match tag.name() {
            "bpf_kfunc" => found.push(func),
            "bpf_fastcall" => fast.push(func.id()),
            _ => {}
        }
    }
    fast.sort_unstable();
    found.sort_by_key(|f| f.name_bytes());
    let sink = &mut *e.w.sink;
    sink.text("\n");
    sink.token(TokenKind::Comment, "/* BPF kfuncs */");
    sink.text("\n");
    sink.directive("#ifndef BPF_NO_KFUNC_PROTOTYPES\n");
    for func in found {
        e.w.sink.keyword("extern ");
        if fast.binary_search(&func.id()).is_ok() {
            e.w.sink.directive("__bpf_fastcall ");
        }
        let name = Declared { name: func.name(), kind: TokenKind::TypeName(func.id()), number: 1 };
        e.w.declare(TypeId(func.size_or_type()), name, 0);
        e.w.sink.directive(" __weak __ksym");
        e.w.sink.punct(";");
        e.w.sink.text("\n");
    }
    e.w.sink.directive("#endif\n\n");
}

const HEADER: &str = r#"#ifndef __VMLINUX_H__
#define __VMLINUX_H__

#ifndef BPF_NO_PRESERVE_ACCESS_INDEX
#pragma clang attribute push (__attribute__((preserve_access_index)), apply_to = record)
#endif

#ifndef __ksym
#define __ksym __attribute__((section(".ksyms")))
#endif

#ifndef __weak
#define __weak __attribute__((weak))
#endif

#ifndef __bpf_fastcall
#if __has_attribute(bpf_fastcall)
#define __bpf_fastcall __attribute__((bpf_fastcall))
#else
#define __bpf_fastcall
#endif
#endif

"#;

const FOOTER: &str = r#"#ifndef BPF_NO_PRESERVE_ACCESS_INDEX
#pragma clang attribute pop
#endif

#endif /* __VMLINUX_H__ */
"#;
