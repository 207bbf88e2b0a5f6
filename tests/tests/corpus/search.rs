//! The search is compared with a plain scan of bpftool's dump: for whole kernels in both byte orders, and for a module
//! on its kernel.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use btf::{Btf, Kind, TypeId};
use search::{Columns, Options, Order, Query, kind_info};
use tests::reference::{Corpus, DumpType, corpus_or_skip};

const KERNEL: &str = "btf/vmlinux-deb-6.1.176-amd64.btf";

fn open(corpus: &Corpus, file: &str) -> Arc<Btf> {
    let base = corpus.base_of(file).map(|base| open(corpus, &base));
    Arc::new(Btf::parse(corpus.read(file), base).unwrap_or_else(|e| panic!("{file}: {e}")))
}

/// All types in bpftool's dump, those of the base first.
fn dump(corpus: &Corpus, file: &str) -> Vec<DumpType> {
    let mut types = corpus.base_of(file).map_or_else(Vec::new, |base| dump(corpus, &base));
    types.extend(corpus.dump(file).unwrap_or_else(|| panic!("{file} has no dump.json")).types);
    types
}

/// The types by id, and slow but simple answers to the same questions.
struct Plain {
    types: Vec<DumpType>,
    by_id: HashMap<u32, usize>,
}

impl Plain {
    fn new(types: Vec<DumpType>) -> Plain {
        let by_id = types.iter().enumerate().map(|(i, t)| (t.id, i)).collect();
        Plain { types, by_id }
    }

    fn get(&self, id: u32) -> Option<&DumpType> {
        self.by_id.get(&id).map(|&i| &self.types[i])
    }

    fn is_listed(t: &DumpType) -> bool {
        t.name != "(anon)" && !t.name.is_empty()
    }

    /// The ids of the listed types for which `keep` holds.
    fn ids(&self, keep: impl Fn(&DumpType) -> bool) -> HashSet<u32> {
        self.types.iter().filter(|t| Plain::is_listed(t) && keep(t)).map(|t| t.id).collect()
    }

    fn size(&self, t: &DumpType) -> Option<u64> {
        match &t.kind[..] {
            "PTR" => Some(8),
            "ARRAY" => Some(u64::from(t.nr_elems?) * self.size(self.get(t.type_id?)?)?),
            "TYPEDEF" | "CONST" | "VOLATILE" | "RESTRICT" | "TYPE_TAG" | "VAR" | "DECL_TAG" => {
                self.size(self.get(t.type_id?)?)
            }
            _ => t.size.map(u64::from),
        }
    }

    /// The name of a type, or of the type behind its pointers, arrays and qualifiers.
    fn named(&self, id: u32) -> &str {
        match self.get(id) {
            Some(t) => match &t.kind[..] {
                "PTR" | "ARRAY" | "CONST" | "VOLATILE" | "RESTRICT" | "TYPE_TAG" => self.named(t.type_id.unwrap_or(0)),
                _ => &t.name,
            },
            None => "",
        }
    }

    /// The anonymous struct or union behind typedefs and qualifiers.
    fn anonymous(&self, id: u32) -> Option<&DumpType> {
        let t = self.get(id)?;
        match &t.kind[..] {
            "TYPEDEF" | "CONST" | "VOLATILE" | "RESTRICT" | "TYPE_TAG" => self.anonymous(t.type_id?),
            "STRUCT" | "UNION" => Some(t).filter(|t| !Plain::is_listed(t)),
            _ => None,
        }
    }

    /// Whether `is` accepts the name of a member that C code can use: a direct member, one inside an anonymous member,
    /// or, for a typedef of an anonymous struct, a member of that struct.
    fn has_member(&self, t: &DumpType, is: &dyn Fn(&str) -> bool) -> bool {
        let inside = |id: u32| self.anonymous(id).is_some_and(|inner| self.has_member(inner, is));
        match &t.kind[..] {
            "STRUCT" | "UNION" => {
                t.members.iter().flatten().any(|m| is(&m.name) || m.name == "(anon)" && inside(m.type_id))
            }
            "TYPEDEF" => t.type_id.is_some_and(inside),
            _ => false,
        }
    }

    fn has_type(&self, t: &DumpType, name: &str) -> bool {
        match &t.kind[..] {
            "STRUCT" | "UNION" => t.members.iter().flatten().any(|m| self.named(m.type_id) == name),
            "FUNC" => t.type_id.and_then(|id| self.get(id)).is_some_and(|p| self.has_type(p, name)),
            "FUNC_PROTO" => {
                self.named(t.ret_type_id.unwrap_or(0)) == name
                    || t.params.iter().flatten().any(|p| self.named(p.type_id) == name)
            }
            "VAR" => self.named(t.type_id.unwrap_or(0)) == name,
            _ => false,
        }
    }

    /// Whether a type tag with this text is among the pointers, arrays and qualifiers before the first type that is
    /// none of these.
    fn passes_tag(&self, id: u32, tag: &str) -> bool {
        self.get(id).is_some_and(|t| match &t.kind[..] {
            "TYPE_TAG" if t.name == tag => true,
            "PTR" | "ARRAY" | "CONST" | "VOLATILE" | "RESTRICT" | "TYPE_TAG" => {
                self.passes_tag(t.type_id.unwrap_or(0), tag)
            }
            _ => false,
        })
    }

    fn has_type_tag(&self, t: &DumpType, tag: &str) -> bool {
        let refers = || self.passes_tag(t.type_id.unwrap_or(0), tag);
        match &t.kind[..] {
            "STRUCT" | "UNION" => t.members.iter().flatten().any(|m| self.passes_tag(m.type_id, tag)),
            "FUNC" => t.type_id.and_then(|id| self.get(id)).is_some_and(|p| self.has_type_tag(p, tag)),
            "FUNC_PROTO" => {
                self.passes_tag(t.ret_type_id.unwrap_or(0), tag)
                    || t.params.iter().flatten().any(|p| self.passes_tag(p.type_id, tag))
            }
            "TYPE_TAG" => t.name == tag || refers(),
            "VAR" | "TYPEDEF" => refers(),
            _ => false,
        }
    }
}

fn found(columns: &Columns, text: &str) -> Vec<u32> {
    let (query, problems) = Query::parse(text);
    assert!(problems.is_empty(), "{text}: {problems:?}");
    columns.run(&query, &Options::default()).ids.iter().map(|id| id.0).collect()
}

#[track_caller]
fn same(file: &str, text: &str, columns: &Columns, expected: &HashSet<u32>) {
    let ids = found(columns, text);
    let set: HashSet<u32> = ids.iter().copied().collect();
    assert_eq!(ids.len(), set.len(), "{file}: {text}: one is there twice");
    let missing: Vec<_> = expected.difference(&set).take(5).collect();
    let more: Vec<_> = set.difference(expected).take(5).collect();
    assert!(missing.is_empty() && more.is_empty(), "{file}: {text}: without {missing:?}, with {more:?}");
}

/// How well a name matches, from 0 (best) to 3.
fn rank(name: &str, text: &str) -> u8 {
    if name == text {
        return 0;
    }
    if name.starts_with(text) {
        return 1;
    }
    let at_word = name.match_indices(text).any(|(i, _)| !name[..i].ends_with(|c: char| c.is_ascii_alphanumeric()));
    if at_word { 2 } else { 3 }
}

fn check(corpus: &Corpus, file: &str) {
    let columns = Columns::new(open(corpus, file));
    let plain = Plain::new(dump(corpus, file));
    assert_eq!(columns.btf().type_cnt() as usize - 1, plain.types.len(), "{file}");

    same(file, "", &columns, &plain.ids(|_| true));
    for text in ["a", "_", "sk", "skb", "sk_b", "task_struct", "nft_", "unsigned", "long int", "zzzz", "t_", "0"] {
        same(file, &format!("\"{text}\""), &columns, &plain.ids(|t| t.name.to_ascii_lowercase().contains(text)));
    }
    for text in ["NR_", "ELF", "Elf", "_T"] {
        same(file, text, &columns, &plain.ids(|t| t.name.contains(text)));
    }
    let both =
        |t: &DumpType| t.name.to_ascii_lowercase().contains("tcp") && t.name.to_ascii_lowercase().contains("sock");
    same(file, "tcp sock", &columns, &plain.ids(both));
    same(file, "/_ops$/", &columns, &plain.ids(|t| t.name.to_ascii_lowercase().ends_with("_ops")));
    same(file, "/^[a-z]+$/", &columns, &plain.ids(|t| t.name.chars().all(|c| c.is_ascii_alphabetic())));

    for kind in ["STRUCT", "UNION", "TYPEDEF", "FUNC", "VAR", "INT", "FWD", "DATASEC", "DECL_TAG"] {
        same(file, &format!("kind:{kind}"), &columns, &plain.ids(|t| t.kind == kind));
    }
    same(file, "kind:enum", &columns, &plain.ids(|t| t.kind.starts_with("ENUM")));
    same(file, "size:>4096", &columns, &plain.ids(|t| plain.size(t).is_some_and(|s| s > 4096)));
    same(file, "size:64 kind:struct", &columns, &plain.ids(|t| t.kind == "STRUCT" && t.size == Some(64)));
    same(
        file,
        "kind:typedef size:<=2",
        &columns,
        &plain.ids(|t| t.kind == "TYPEDEF" && plain.size(t).is_some_and(|s| s <= 2)),
    );

    let member = |t: &DumpType, is: &dyn Fn(&str) -> bool| plain.has_member(t, is);
    for name in ["pid", "list", "next", "lock", "no_such_member"] {
        same(file, &format!("member:{name}"), &columns, &plain.ids(|t| member(t, &|m| m == name)));
    }
    same(file, "member:*pid*", &columns, &plain.ids(|t| member(t, &|m| m.to_ascii_lowercase().contains("pid"))));
    same(file, "member:rcu_*", &columns, &plain.ids(|t| member(t, &|m| m.to_ascii_lowercase().starts_with("rcu_"))));
    let value = |t: &DumpType, is: &dyn Fn(&str) -> bool| t.values.iter().flatten().any(|v| is(&v.name));
    same(file, "value:PIDTYPE_PID", &columns, &plain.ids(|t| value(t, &|v| v == "PIDTYPE_PID")));
    // For constants, enums without a name are listed as well.
    let with: HashSet<u32> = plain.types.iter().filter(|t| value(t, &|v| v.ends_with("_MAX"))).map(|t| t.id).collect();
    same(file, "value:*_MAX", &columns, &with);
    for name in ["list_head", "sk_buff", "u32", "atomic_t", "unsigned int", "no_such_type"] {
        same(file, &format!("type:\"{name}\""), &columns, &plain.ids(|t| plain.has_type(t, name)));
    }
    let tags: HashSet<&str> = plain.types.iter().filter(|t| t.kind.ends_with("_TAG")).map(|t| &t.name[..]).collect();
    for tag in tags.into_iter().filter(|tag| !tag.contains(['*', '?', '"'])).take(12) {
        let targets: HashSet<u32> =
            plain.types.iter().filter(|t| t.kind == "DECL_TAG" && t.name == tag).filter_map(|t| t.type_id).collect();
        let has = |t: &DumpType| {
            targets.contains(&t.id) || t.kind.ends_with("_TAG") && t.name == tag || plain.has_type_tag(t, tag)
        };
        same(file, &format!("tag:\"{tag}\""), &columns, &plain.ids(has));
    }

    // The order: a name that matches better comes first.
    for text in ["sk", "task", "list_head", "page"] {
        let ids = found(&columns, text);
        let ranks =
            ids.iter().filter_map(|&id| plain.get(id)).map(|t| (rank(&t.name.to_ascii_lowercase(), text), &t.name));
        for pair in ranks.collect::<Vec<_>>().windows(2) {
            // The search also starts a word at an upper-case letter after a lower-case one. The plain rank does not.
            let plain_word = |name: &str| !name.contains(|c: char| c.is_ascii_uppercase());
            assert!(
                pair[0].0 <= pair[1].0 || !plain_word(pair[1].1) || !plain_word(pair[0].1),
                "{file}: {text}: {pair:?}"
            );
        }
    }
    let by_name = Options { order: Order::Name, ..Options::default() };
    let structs = columns.run(&Query::parse("kind:struct").0, &by_name).ids;
    let mut expected: Vec<(String, u32)> = plain
        .ids(|t| t.kind == "STRUCT")
        .into_iter()
        .filter_map(|id| Some((plain.get(id)?.name.to_ascii_lowercase(), id)))
        .collect();
    expected.sort();
    assert!(structs.iter().map(|id| id.0).eq(expected.into_iter().map(|(_, id)| id)), "{file}: by name");

    // The counts on the chips are right, with and without derived types.
    for derived in [false, true] {
        let results = columns.run(&Query::default(), &Options { derived, ..Options::default() });
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for t in plain.types.iter().filter(|t| derived || Plain::is_listed(t)) {
            let kind = (1..23).map(Kind::from_number).find(|k| k.as_str() == t.kind).expect("a known kind");
            *counts.entry(kind_info(kind).chip.label()).or_default() += 1;
        }
        let chips: BTreeMap<&str, usize> = results.chips.iter().map(|c| (c.chip.label(), c.count)).collect();
        assert_eq!(chips, counts, "{file}, derived: {derived}");
        assert_eq!(results.total, counts.values().sum::<usize>());
    }

    // The list has a text on one line for each type that has no name in bpftool's dump.
    for t in plain.types.iter().filter(|t| !Plain::is_listed(t)).step_by(17) {
        let name = columns.name(TypeId(t.id));
        assert!(!name.is_empty() && !name.contains(['\n', '\t']) && name != "(anon)", "{file}: [{}] {name:?}", t.id);
    }
}

// One test for each file, so that they run at the same time.

#[test]
fn finds_what_a_plain_scan_finds() {
    let Some(corpus) = corpus_or_skip() else { return };
    check(&corpus, KERNEL);
}

#[test]
fn finds_the_same_in_a_big_endian_kernel() {
    let Some(corpus) = corpus_or_skip() else { return };
    check(&corpus, "btf/vmlinux-deb-6.12.107-s390x.btf");
}

#[test]
fn finds_the_same_in_a_sorted_kernel_with_tags() {
    let Some(corpus) = corpus_or_skip().filter(|c| c.has_or_skip("btf/vmlinux-cilium-")) else { return };
    check(&corpus, "btf/vmlinux-cilium-testdata.btf");
}

#[test]
fn finds_the_same_in_a_module_and_its_kernel() {
    let Some(corpus) = corpus_or_skip() else { return };
    check(&corpus, "btf/mod-deb-6.1.176-amd64-nf_tables.btf");
}

#[test]
fn goes_to_members_of_a_kernel() {
    let Some(corpus) = corpus_or_skip() else { return };
    let columns = Columns::new(open(&corpus, KERNEL));
    let plain = Plain::new(dump(&corpus, KERNEL));
    let task = plain.types.iter().find(|t| t.kind == "STRUCT" && t.name == "task_struct").expect("task_struct");
    let members = task.members.as_deref().unwrap_or_default();
    let mm = members.iter().find(|m| m.name == "mm").expect("mm");
    let target = &columns.goto("task_struct.mm", 5)[0];
    assert_eq!((&target.label[..], target.id.0), ("task_struct.mm", task.id));
    assert_eq!(target.detail, format!("+{} struct mm_struct *", mm.bits_offset / 8));
    assert_eq!(columns.goto("task_struct.mm.pgd", 5)[0].label, "task_struct.mm.pgd");
    // All named members of the struct itself are offered, with their index.
    let all = columns.goto("task_struct.", 10_000);
    for (index, m) in members.iter().enumerate().filter(|(_, m)| m.name != "(anon)") {
        let label = format!("task_struct.{}", m.name);
        assert!(all.iter().any(|t| t.label == label && t.path == [index as u32]), "{label}");
    }
}
