//! Prints with `dump`.

use btf::{Btf, TypeId};
use dump::{AsmOptions, CFileOptions, COptions, JsonOptions, PaholeOptions, Sink, TokenKind};

use super::Digest;
use super::laid_out::covers;

/// How many types are printed one by one.
const BY_THEMSELVES: u32 = 64;

/// Prints a BTF in all forms; with `whole` also as whole files.
///
/// # Panics
/// When JSON is invalid, when a struct with reordered members is larger or lacks bits of its members, or when a text is
/// out of proportion to the blob.
pub fn printed(btf: &Btf, whole: bool, digest: &mut Digest) {
    let last = btf.type_cnt().saturating_add(1);
    let first = btf.first_id().0.saturating_sub(1);
    for id in (first..=last).take(BY_THEMSELVES as usize).map(TypeId) {
        let name = dump::type_name(btf, id);
        // A line break can only come from a name in the blob.
        assert!(!name.contains('\n') || btf.bytes().contains(&b'\n'), "{name:?}");
        digest.bytes(name.as_bytes());
        limited(btf, digest, |sink| dump::declaration(btf, id, "name", sink));
        for portable in [false, true] {
            limited(btf, digest, |sink| dump::c_type(btf, id, sink, &COptions { portable, ..Default::default() }));
        }
        let options = CFileOptions { portable: true, ..CFileOptions::default() };
        limited(btf, digest, |sink| dump::c_with_dependencies(btf, &[id], sink, &options));
        limited(btf, digest, |sink| dump::raw_line(btf, id, sink));
        limited(btf, digest, |sink| {
            if let Err(e) = dump::pahole(btf, id, sink, &PaholeOptions::default()) {
                sink.token(TokenKind::Text, &e.to_string());
            }
        });
        reorganized(btf, id, digest);
        let mut text = String::new();
        dump::json_type(btf, id, &mut text, &JsonOptions { pretty: id.0.is_multiple_of(2) });
        digest.bytes(text.as_bytes());
        if !text.is_empty() {
            is_json(&text);
        }
    }
    if whole {
        files(btf, digest);
    }
}

/// The struct with its members in the order that needs least space. It must have the same members, and not more bytes.
fn reorganized(btf: &Btf, id: TypeId, digest: &mut Digest) {
    let options = PaholeOptions::default();
    let Ok(better) = dump::reorganize(btf, id, &options) else { return };
    let Ok(layout) = layout::layout(btf, id, &layout::Options::default()) else { return };
    assert_eq!(better.layout.size + better.saved, layout.size);
    if layout.members().all(|m| m.error.is_none()) {
        covers(&better.layout);
        let bits = |l: &layout::Layout| l.members().map(|m| m.bits).sum::<u64>();
        assert_eq!(bits(&better.layout), bits(&layout));
    }
    limited(btf, digest, |sink| {
        dump::pahole_reorganized(btf, id, sink, &options).ok();
    });
}

fn files(btf: &Btf, digest: &mut Digest) {
    limited(btf, digest, |sink| dump::raw(btf, sink));
    for annotate in [false, true] {
        limited(btf, digest, |sink| dump::asm(btf, sink, &AsmOptions { annotate }));
    }
    for (sorted, portable) in [(true, false), (false, true)] {
        let options = CFileOptions { sorted, portable, ..CFileOptions::default() };
        limited(btf, digest, |sink| dump::c(btf, sink, &options));
    }
    for pretty in [false, true] {
        let mut text = String::new();
        dump::json(btf, &mut text, &JsonOptions { pretty });
        digest.bytes(text.as_bytes());
        // JSON of 1 MiB or more is not checked: a whole kernel's would take long. Other tests
        // compare it with bpftool's.
        if text.len() < 1 << 20 {
            is_json(&text);
        }
    }
}

fn is_json(text: &str) {
    if let Err(e) = serde_json::from_str::<serde_json::Value>(text) {
        panic!("{e}: {}", text.chars().take(2_000).collect::<String>());
    }
}

/// Prints with a limit in proportion to the blob. The printers repeat the definition of an anonymous type wherever it
/// is used, so a small blob can make a long text. The printers stop after a number of members; the text that they
/// printed until then may be long.
fn limited(btf: &Btf, digest: &mut Digest, print: impl FnOnce(&mut Digest)) {
    let before = digest.len();
    print(digest);
    let (len, blob) = (digest.len() - before, all_bytes(btf));
    assert!(len <= (256 << 20) + blob * 64, "{len} bytes of text from {blob} bytes of BTF");
}

fn all_bytes(btf: &Btf) -> u64 {
    std::iter::successors(Some(btf), |b| b.base().map(|b| &**b)).map(|b| b.bytes().len() as u64).sum()
}
