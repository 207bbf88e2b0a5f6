//! For every line that bpftool prints for a file (`bpftool btf dump file X format raw`), the inspector has the same
//! facts.

use std::collections::BTreeMap;
use std::sync::Arc;

use btf::{Btf, MemberIndex, TypeId};
use model::bytes::Focus;
use model::inspect::{Inspection, Meaning, inspect};
use tests::reference::corpus_or_skip;

use crate::corpus::{open, section};
use crate::support::names;

type Facts = BTreeMap<String, String>;

/// The facts in a line of bpftool, as keys and values. A key has the same meaning for all kinds.
fn printed(line: &str) -> Facts {
    let mut facts = Facts::new();
    let mut rest = line.trim();
    if let Some((id, tail)) = rest.strip_prefix('[').and_then(|r| r.split_once("] ")) {
        facts.insert("id".into(), id.into());
        let (kind, tail) = tail.split_once(' ').unwrap_or((tail, ""));
        facts.insert("kind".into(), kind.into());
        rest = tail;
    }
    if let Some(tail) = rest.strip_prefix('\'') {
        let end = tail.rfind('\'').expect("a closing quote");
        facts.insert("name".into(), tail[..end].into());
        rest = &tail[end + 1..];
    }
    // For a variable in a section, bpftool adds the name of its VAR or FUNC in parentheses, which is left out here.
    let rest = rest.split(" (VAR").next().and_then(|r| r.split(" (FUNC").next()).unwrap_or(rest);
    for pair in rest.split_whitespace() {
        let (key, value) = pair.split_once('=').unwrap_or_else(|| panic!("{line}"));
        let value = value.trim_end_matches(',').trim_end_matches("LL").trim_end_matches('U');
        facts.insert(key.into(), value.into());
    }
    facts
}

/// The facts in the inspector's output, with bpftool's keys.
fn inspected(inspection: &Inspection, item: bool) -> Facts {
    let mut facts = Facts::new();
    let mut put = |key: &str, value: &str| facts.insert(key.to_owned(), value.to_owned());
    let first = |text: &str| text.split(' ').next().unwrap_or_default().to_owned();
    let mut kind = String::new();
    for field in &inspection.fields {
        let is = field.meaning.iter().find_map(|m| match m {
            Meaning::Is { text, .. } => Some(text.as_str()),
            _ => None,
        });
        let notes: Vec<(&str, &str, &str)> = field
            .meaning
            .iter()
            .filter_map(|m| match m {
                Meaning::Note { label, value, text } => Some((label.as_str(), value.as_str(), text.as_str())),
                _ => None,
            })
            .collect();
        let note = |label: &str| notes.iter().find(|n| n.0 == label).map(|n| (n.1, n.2)).unwrap_or_default();
        match field.name {
            "name_off" => {
                let name = is.and_then(|t| t.strip_prefix('"')).and_then(|t| t.strip_suffix('"'));
                put("name", name.unwrap_or("(anon)"));
            }
            "info" => {
                kind = note("bits 30–24").1.trim_start_matches("kind: ").to_owned();
                put("kind", &kind);
                let (vlen, meaning) = note("bits 23–0");
                put("vlen", vlen);
                if let Some(linkage) = meaning.strip_prefix("vlen: linkage, ") {
                    put("linkage", linkage);
                }
                let flag = note("bit 31").1.trim_start_matches("kind_flag: ");
                put("fwd_kind", flag.trim_start_matches("a "));
                put("encoding", flag.trim_start_matches("values are "));
            }
            "size" => drop(put("size", &first(&field.value))),
            "type" if kind == "FUNC_PROTO" => drop(put("ret_type_id", &field.value)),
            "type" => drop(put("type_id", &field.value)),
            "index_type" => drop(put("index_type_id", &field.value)),
            "nelems" => drop(put("nr_elems", &field.value)),
            "linkage" => drop(put("linkage", is.unwrap_or_default())),
            "component_idx" => drop(put("component_idx", &field.value)),
            "int data" => {
                put("encoding", note("bits 27–24").1.trim_start_matches("encoding: "));
                put("bits_offset", note("bits 23–16").0);
                put("nr_bits", note("bits 7–0").0);
            }
            "offset" if inspection.title.starts_with("btf_var_secinfo") => {
                let byte = is.and_then(|t| t.strip_prefix("byte ")).unwrap_or_default();
                put("offset", &first(byte));
            }
            "offset" => {
                let (bits, _) = notes.iter().find(|n| n.0.ends_with("–0")).map(|n| (n.1, n.2)).unwrap_or_default();
                put("bits_offset", bits);
                if note("bits 31–24").1 == "bitfield size" {
                    put("bitfield_size", note("bits 31–24").0);
                }
            }
            "val" => drop(put("val", is.unwrap_or_default())),
            "val_hi32" => {
                let value = notes.first().map(|n| n.2.trim_start_matches("high 32 bits of ")).unwrap_or_default();
                put("val", value);
            }
            _ => {}
        }
    }
    if item {
        facts.remove("kind");
    }
    facts
}

/// Whether bpftool and the inspector give the same value for a key. Only encodings are written differently: bpftool
/// writes one word in upper case, or `(none)` for an unsigned integer.
fn same(key: &str, printed: &str, inspected: &str) -> bool {
    match (key, printed) {
        ("encoding", "(none)") => inspected == "unsigned",
        ("encoding", word) => word.eq_ignore_ascii_case(inspected),
        _ => printed == inspected,
    }
}

/// Compares all lines. Returns how many lines were compared.
fn compare(btf: &Btf, raw: &str, file: &str) -> u32 {
    let mut id = 0;
    let mut next_item = 0;
    for line in raw.lines() {
        let want = printed(line);
        let focus = match want.get("id") {
            Some(text) => {
                id = text.parse().expect("an id");
                next_item = 0;
                Focus::of_type(TypeId(id))
            }
            None => {
                next_item += 1;
                Focus::of_item(TypeId(id), MemberIndex(next_item - 1))
            }
        };
        let inspection = inspect(btf, &focus.into(), &names(btf));
        let found = inspected(&inspection, focus.item.is_some());
        for (key, value) in want.iter().filter(|(k, _)| *k != "id") {
            let other = found.get(key).map(String::as_str);
            assert!(
                other.is_some_and(|o| same(key, value, o)),
                "{file}: {line}\n{key}: {value} {other:?}\n{inspection}"
            );
        }
        assert!(inspection.problems.is_empty(), "{file}: {line}\n{inspection}");
    }
    raw.lines().count() as u32
}

#[test]
fn modules_say_what_bpftool_says() {
    let Some(corpus) = corpus_or_skip() else { return };
    let mut lines = 0;
    for (base, tag, modules) in [
        (
            "vmlinux-deb-6.1.176-amd64.btf",
            "deb-6.1.176-amd64",
            &["bridge", "dummy", "nf_conntrack", "nf_tables", "openvswitch", "tcp_bbr", "veth"][..],
        ),
        ("vmlinux-deb-6.12.107-s390x.btf", "deb-6.12.107-s390x", &["dummy", "nf_tables", "veth", "xt_tcpudp"]),
        ("mod-cilium-btf_testmod.btf.base", "cilium", &["btf_testmod"]),
    ] {
        let base = format!("btf/{base}");
        if !corpus.has(&base) {
            continue;
        }
        let base = open(&corpus, &base, None);
        for module in modules {
            let name = format!("btf/mod-{tag}-{module}.btf");
            let btf = open(&corpus, &name, Some(Arc::clone(&base)));
            let raw = corpus.reference(&name, "raw.txt").unwrap_or_else(|| panic!("{name} has no reference"));
            lines += compare(&btf, &String::from_utf8_lossy(&raw), &name);
        }
    }
    assert!(lines > 10_000, "{lines}");
}

/// Objects of both byte orders, with every kind that compilers write.
#[test]
fn programs_say_what_bpftool_says() {
    let Some(corpus) = corpus_or_skip() else { return };
    let mut lines = 0;
    let folders: &[&str] = if corpus.is_made() {
        &["objs/debian/xdp-", "objs/debian/libxdp1-"]
    } else {
        &["objs/cilium/", "objs/selftests-7.2/"]
    };
    for row in corpus.index().iter().filter(|row| folders.iter().any(|start| row.file.starts_with(start))) {
        let name = &row.file;
        // Longer listings would test nothing new.
        let Some(raw) = corpus.reference(name, "raw.txt").filter(|raw| raw.len() < 200_000) else { continue };
        let Some(bytes) = section(&corpus.read(name), ".BTF").map(<[u8]>::to_vec) else { continue };
        let btf = Btf::parse(bytes, None).unwrap_or_else(|e| panic!("{name}: {e}"));
        lines += compare(&btf, &String::from_utf8_lossy(&raw), name);
    }
    assert!(lines > 8_000, "{lines}");
}
