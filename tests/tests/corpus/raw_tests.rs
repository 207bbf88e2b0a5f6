//! The kernel's own test tables: tiny blobs, sound and damaged, each with the answer of the kernel and of libbpf.
//!
//! A decoder is not a verifier. A blob that libbpf accepts must open. If the kernel accepts it, too, it must have no
//! diagnostics. A blob that even libbpf refuses must have diagnostics, or not open. Other blobs break rules of the
//! kernel that do not hinder decoding. These rules are listed here, so that the test fails when we begin or cease to
//! report one of them.

use std::collections::BTreeSet;

use btf::Btf;
use tests::reference::{RawTest, corpus_or_skip};
use tests::walk;

/// Blobs that the kernel refuses and that we show without diagnostics: the kernel's message, and the reason.
const KERNEL_ONLY: &[(&str, &str)] = &[
    ("", "a rule of map values: how often a type may repeat special fields"),
    ("Invalid arg#1", "a parameter may not be a tag; it is shown with the type it has"),
    ("Invalid arg#2", "`...` before the last parameter, a name that is no identifier: shown as they are"),
    ("Invalid array of int", "an array of bitfields; its element is shown with its few bits"),
    ("Invalid component_idx", "whether a tag's component is there needs the tagged type, which may come later"),
    ("Invalid func linkage", "a FUNC of linkage 2 is extern, which the loader resolves before the kernel sees it"),
    ("Invalid index", "the index type of an array does not matter for the array"),
    ("Invalid member", "a VAR as a member: shown as such"),
    ("Invalid member offset", "a plain member that starts within a byte: shown where it starts"),
    ("Invalid name", "names that are no identifiers, missing or too many: shown as they are"),
    ("Invalid offset", "variables that overlap in a section that gives itself a larger size"),
    ("Invalid type", "a variable of a type without a size"),
    ("Invalid type_id", "a variable of void or of another variable"),
    ("Invalid value", "a DECL_TAG without a name"),
    ("Loop detected", "types that contain themselves: every walk through types is bounded, and the layout says so"),
    ("Member exceeds struct_size", "only the layout computes the sizes of members' types; it reports this fault"),
    ("Member is not properly aligned", "packed structs exist; only the kernel's FLOAT may not be in one"),
    ("No type found", "a blob without types is empty, not damaged"),
    ("Not a VAR kind member", "a section lists something else: shown as such"),
    ("size != 0", "the third word of an ARRAY has no meaning"),
];

fn describe(test: &RawTest) -> String {
    format!("{} ({:?}, kernel: {:?})", test.file, test.about, test.kernel_error)
}

#[test]
fn open_as_libbpf_opens_them() {
    let Some(corpus) = corpus_or_skip().filter(|c| c.has_or_skip("btf/rawtests/")) else { return };
    let (mut wrong, mut silent, mut count) = (Vec::new(), BTreeSet::new(), 0);
    for test in corpus.raw_tests() {
        count += 1;
        let btf = match Btf::parse(corpus.read(&test.file), None) {
            Ok(btf) => btf,
            Err(e) if test.libbpf_accepts => {
                wrong.push(format!("{}: libbpf accepts it, we do not: {e}", describe(&test)));
                continue;
            }
            Err(_) => continue,
        };
        walk::everything(&btf);
        let found: Vec<String> = btf.diagnostics().iter().map(|d| d.to_string()).collect();
        if !test.libbpf_accepts && found.is_empty() {
            wrong.push(format!("{}: libbpf refuses it, we find nothing wrong", describe(&test)));
        }
        if test.libbpf_accepts && test.types != 0 && btf.own_type_count() != test.types {
            wrong.push(format!("{}: {} types, libbpf finds {}", describe(&test), btf.own_type_count(), test.types));
        }
        match test.kernel_refuses {
            Some(true) if found.is_empty() => {
                silent.insert(test.kernel_error.clone());
            }
            Some(true) => {}
            // `None`: a blob of the tables `dedup` and `pprint`, whose blobs are sound.
            Some(false) | None if found.is_empty() || !test.libbpf_accepts => {}
            Some(false) | None => wrong.push(format!("{}: sound, yet we find {found:?}", describe(&test))),
        }
    }
    let stated: BTreeSet<String> = KERNEL_ONLY.iter().map(|(error, _)| (*error).to_owned()).collect();
    for error in silent.difference(&stated) {
        wrong.push(format!("the kernel says {error:?}, we say nothing, and no reason is given for that"));
    }
    for error in stated.difference(&silent) {
        wrong.push(format!("{error:?} is listed as something we say nothing about, but we do"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 100, "only {count} tests");
}
