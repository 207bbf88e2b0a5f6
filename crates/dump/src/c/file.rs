//! Whole files of C (bpftool `btf.c`, `dump_btf_c`).

use btf::{Btf, Kind, TypeId};

use super::declarator::Declared;
use super::emit::Emitter;
use super::items::{CItem, Items};
use super::sort::{Ranked, by_name, ranked};
use crate::token::{Print, Sink, TokenKind};

/// The options for a file of C.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CFileOptions {
    /// Whether to print in bpftool 7.8's order; if not, in the order of ids, as bpftool does with `unsorted`, and did
    /// before 7.5.
    pub sorted: bool,
    /// Whether to print the include guard, the `preserve_access_index` pragma and the macros that bpftool writes around
    /// the types.
    pub guards: bool,
    /// Whether to print correct C where libbpf does not, although the output then differs from bpftool's.
    pub portable: bool,
    /// Whether to print names as bpftool does, even if they are not identifiers of C.
    pub raw_names: bool,
}

impl Default for CFileOptions {
    /// As bpftool without options.
    fn default() -> Self {
        CFileOptions { sorted: true, guards: true, portable: false, raw_names: false }
    }
}

/// Prints all types of `btf` and its base, and its kfuncs, as `bpftool btf dump file X format c`.
///
/// When sorted, leaves out the type that is first in this order (mostly an anonymous enum), as bpftool 7.8 does, unless
/// `portable`.
pub fn c<S: Sink + ?Sized>(btf: &Btf, sink: &mut S, options: &CFileOptions) {
    let order = CItems::new(btf, options);
    let mut printer = CPrinter::new(btf, sink, options);
    order.each(|items| {
        items.iter().for_each(|&item| printer.item(item));
        true
    });
    printer.end();
}

/// The items of the file that [`c()`] prints, in order. One thread can compute them while another prints with a
/// [`CPrinter`].
pub struct CItems<'a> {
    btf: &'a Btf,
    /// The sorted order; none for the order of ids.
    ranks: Option<Ranked>,
}

impl<'a> CItems<'a> {
    /// The items of a file, in the order that `options` ask for.
    pub fn new(btf: &'a Btf, options: &CFileOptions) -> CItems<'a> {
        CItems { btf, ranks: options.sorted.then(|| ranked(btf, !options.portable)) }
    }

    /// Passes all items of the file to `each`, some at a time, until it returns false.
    pub fn each(self, mut each: impl FnMut(&[CItem]) -> bool) {
        let mut items = Items::new(self.btf);
        let Some(mut ranks) = self.ranks else {
            hand_out(&mut items, (1..self.btf.type_cnt()).map(TypeId), &mut each);
            return;
        };
        if hand_out(&mut items, ranks.first, &mut each) {
            // Nearly all types of the last rank refer only to printed types. Nothing is printed for them, so they need
            // no sorting.
            ranks.last.retain(|&id| !items.is_settled(id));
            hand_out(&mut items, by_name(self.btf, &ranks.last), &mut each);
        }
    }
}

/// Passes the items for the roots and for the types that they need to `each`, in order. Returns false if `each` did.
fn hand_out(
    items: &mut Items<'_>,
    roots: impl IntoIterator<Item = TypeId>,
    each: &mut impl FnMut(&[CItem]) -> bool,
) -> bool {
    roots.into_iter().all(|root| {
        let found = items.of(root);
        found.is_empty() || each(found)
    })
}

/// Prints a file of C as [`c()`] does, from the items of [`CItems`].
pub struct CPrinter<'a, 's, S: ?Sized> {
    emitter: Emitter<'a, 's, S>,
    guards: bool,
}

impl<'a, 's, S: Sink + ?Sized> CPrinter<'a, 's, S> {
    /// Prints the text before the first item.
    pub fn new(btf: &'a Btf, sink: &'s mut S, options: &CFileOptions) -> Self {
        // Kernels have two enumerators for every ten types, and fewer other names.
        let mut emitter = Emitter::new(btf, sink, options, btf.type_cnt() as usize / 5);
        // All alignments are needed, and there is time for them while another thread computes the first item.
        emitter.w.alignments().fill(btf);
        if options.guards {
            emitter.w.sink.directive(HEADER);
        }
        CPrinter { emitter, guards: options.guards }
    }

    /// Prints one item.
    pub fn item(&mut self, item: CItem) {
        self.emitter.item(item);
    }

    /// The sink that everything is printed to.
    pub fn sink(&mut self) -> &mut S {
        self.emitter.w.sink
    }

    /// Prints the text behind the last item.
    pub fn end(mut self) {
        kfuncs(&mut self.emitter);
        if self.guards {
            self.emitter.w.sink.directive(FOOTER);
        }
    }
}

/// Prints the types `roots` and the types needed to compile them, in the order of the roots, as bpftool's `root_id`
/// does.
pub fn c_with_dependencies<S: Sink + ?Sized>(btf: &Btf, roots: &[TypeId], sink: &mut S, options: &CFileOptions) {
    let mut items = Items::new(btf);
    let mut e = Emitter::new(btf, sink, options, 0);
    if options.guards {
        e.w.sink.directive(HEADER);
    }
    for &root in roots {
        items.of(root).iter().for_each(|&item| e.item(item));
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Source for types of the last rank: typedefs of void, used behind pointers and in prototypes, before and after
    /// they are defined.
    const SOURCE: &str = "
        typedef void nothing; typedef void *handle; typedef nothing *alias;
        typedef nothing (*calls)(handle, alias *, struct later *);
        struct later; union known { int a; char b; };
        struct holds { alias a; calls *c; const nothing *n; const union known *k[3]; int (*f)(union known *, handle); };
        typedef struct { calls inner; } unnamed; typedef unnamed *to_unnamed;
        typedef const handle fixed; enum { FIRST, SECOND };
    ";

    #[test]
    fn settled_types_print_nothing_in_any_order() {
        let blob = scratch::compile(SOURCE, scratch::Target::default()).blob.expect("a blob");
        let btf = Btf::parse(blob, None).expect("a header");
        let mut all = String::new();
        let (mut items, mut e) = (Items::new(&btf), Emitter::new(&btf, &mut all, &CFileOptions::default(), 0));
        let ranks = ranked(&btf, true);
        ranks.first.iter().flat_map(|&id| items.of(id).to_vec()).for_each(|item| e.item(item));
        let settled = ranks.last.iter().filter(|&&id| items.is_settled(id)).count();
        by_name(&btf, &ranks.last).into_iter().flat_map(|id| items.of(id).to_vec()).for_each(|item| e.item(item));
        kfuncs(&mut e);
        assert!(0 < settled && settled < ranks.last.len(), "{settled} of {}", ranks.last.len());
        let mut printed = String::new();
        c(&btf, &mut printed, &CFileOptions { guards: false, ..CFileOptions::default() });
        assert_eq!(printed, all);
        assert!(printed.contains("typedef void *handle;"), "{printed}");
    }
}
