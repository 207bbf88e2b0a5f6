//! Minimal blobs are compared with the files that they are made from: the same C and layout for the root, the same
//! bytes when made again, and readable by bpftool.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use btf::{Btf, Kind, TypeId};
use share::{MapTypes, Minimal, Options, minimal, minimal_map, pack, unpack};
use tests::blob::{Blob, Order};
use tests::reference::corpus_or_skip;
use xtask::tools::{BPFTOOL, FoundTool};

const KERNELS: [&str; 4] = [
    "btf/vmlinux-deb-6.1.176-amd64.btf",
    "btf/vmlinux-deb-6.12.107-s390x.btf",
    "btf/vmlinux-retis-6.15.1-tiny-x86_64.btf",
    "btf/vmlinux-cilium-testdata.btf",
];

/// Types evenly spread over a file: `composites` structs and unions, and `others` named types of other kinds.
fn roots(btf: &Btf, composites: usize, others: usize) -> (Vec<TypeId>, Vec<TypeId>) {
    let named: Vec<TypeId> = btf
        .all_types()
        .filter(|t| !t.is_anonymous() && !matches!(t.kind(), Kind::Int | Kind::Float | Kind::DeclTag | Kind::TypeTag))
        .map(|t| t.id())
        .collect();
    let (structs, rest): (Vec<TypeId>, Vec<TypeId>) =
        named.iter().partition(|id| btf.kind(**id).is_some_and(Kind::is_composite));
    let spread = |of: &[TypeId], n: usize| (0..n).map(|i| of[i * of.len() / n]).collect();
    (spread(&structs, composites), spread(&rest, others))
}

fn c_of(btf: &Btf, id: TypeId) -> String {
    let mut out = String::new();
    dump::c_type(btf, id, &mut out, &dump::COptions { portable: true, ..Default::default() });
    out
}

/// The layout as pahole prints it: offsets, sizes, holes and cache lines, without ids.
fn layout_of(btf: &Btf, id: TypeId) -> String {
    let mut out = String::new();
    if btf.kind(id).is_some_and(|k| matches!(k, Kind::Struct | Kind::Union)) {
        dump::pahole(btf, id, &mut out, &dump::PaholeOptions::default()).expect("a kernel's struct is laid out");
    }
    out
}

fn parsed(m: &Minimal, of: &Btf) -> Btf {
    let btf = Btf::parse(m.bytes.clone(), None).expect("a minimal blob parses");
    assert_eq!(btf.diagnostics(), [], "of {} types", m.types);
    assert_eq!(btf.pointer_size(), of.pointer_size());
    assert_eq!(btf.own_type_count(), m.types);
    btf
}

fn check(btf: &Btf, root: TypeId, depth: u32) -> usize {
    let options = Options { depth, ..Options::default() };
    let m = minimal(btf, &[root], &options);
    let what = format!("[{root:?}] {} at depth {depth}", dump::type_name(btf, root));
    assert_eq!(m.lost, 0, "{what}");
    let small = parsed(&m, btf);
    let new = m.roots[0];
    assert_eq!(c_of(&small, new), c_of(btf, root), "{what}");
    assert_eq!(layout_of(&small, new), layout_of(btf, root), "{what}");
    let text = pack(&m.bytes);
    assert_eq!(unpack(&text).as_deref(), Ok(m.bytes.as_slice()), "{what}");
    let again = minimal(&small, &[new], &options);
    assert_eq!(again.roots, m.roots, "{what}");
    assert_eq!(again.bytes, m.bytes, "made again: {what}");
    text.len()
}

/// The median of the lengths, and the length that 95 of 100 do not exceed.
fn spread_of(mut lengths: Vec<usize>) -> (usize, usize) {
    lengths.sort_unstable();
    let at = |percent: usize| lengths[(lengths.len() - 1) * percent / 100];
    (at(50), at(95))
}

/// Packs 500 types of each kernel, and prints the table in docs/performance.md.
#[test]
fn a_type_in_a_link_is_the_type_of_the_kernel() {
    let Some(corpus) = corpus_or_skip() else { return };
    for file in corpus.present(&KERNELS) {
        let btf = Btf::parse(corpus.read(file), None).expect("a kernel parses");
        let (structs, others) = roots(&btf, 400, 100);
        let name = file.trim_start_matches("btf/");
        for depth in [0, 1, 2] {
            let lengths = |of: &[TypeId]| of.iter().map(|root| check(&btf, *root, depth)).collect::<Vec<_>>();
            let (of_structs, of_others) = (spread_of(lengths(&structs)), spread_of(lengths(&others)));
            println!("| {name} | {depth} | {} | {} | {} | {} |", of_structs.0, of_structs.1, of_others.0, of_others.1);
            // The goal: up to a depth of 1, the usual link to a struct fits into a chat message.
            assert!(depth > 1 || of_structs.0 < 1500, "{file}: the median at depth {depth} is {}", of_structs.0);
        }
    }
}

#[test]
fn a_module_and_its_kernel_become_one() {
    let Some(corpus) = corpus_or_skip() else { return };
    let file = corpus
        .index()
        .into_iter()
        .map(|row| row.file)
        .find(|f| f.starts_with("btf/mod-") && corpus.base_of(f).is_some_and(|base| base.contains("deb-6.1.")));
    let file = file.expect("the corpus has a module of 6.1");
    let base = Btf::parse(corpus.read(&corpus.base_of(&file).expect("its kernel")), None).expect("a kernel parses");
    let module = Btf::parse(corpus.read(&file), Some(Arc::new(base))).expect("a module parses");
    let own = module.types().filter(|t| t.kind() == Kind::Struct && !t.is_anonymous());
    let roots: Vec<TypeId> = own.map(|t| t.id()).take(20).collect();
    assert!(!roots.is_empty());
    for root in roots {
        check(&module, root, 1);
    }
}

/// The output of `bpftool btf dump`.
fn dumped(bpftool: &FoundTool, path: &Path, format: &str) -> String {
    let mut command = bpftool.command();
    command.args(["btf", "dump", "file"]).arg(path).args(["format", format]);
    let out = command.output().expect("bpftool runs");
    assert!(out.status.success(), "{} {format}: {}", path.display(), String::from_utf8_lossy(&out.stderr));
    String::from_utf8_lossy(&out.stdout).into_owned()
}

/// A text without `___` and a number at the ends of words. bpftool writes them behind names that several types of a file
/// have.
fn without_numbers(text: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut out = String::with_capacity(text.len());
    for piece in text.split_inclusive(|c: char| !is_part(c)) {
        let word = piece.trim_end_matches(|c: char| !is_part(c));
        let stem = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let kept = stem.strip_suffix("___").filter(|_| stem.len() < word.len()).unwrap_or(word);
        out.push_str(kept);
        out.push_str(&piece[word.len()..]);
    }
    out
}

/// The definitions in bpftool's C: typedefs, and structs, unions and enums with their members.
fn definitions(c: &str) -> BTreeSet<String> {
    let is_one = |part: &&str| {
        let is_named = ["struct ", "union ", "enum "].iter().any(|word| part.starts_with(word));
        part.starts_with("typedef ") || is_named && part.contains('{')
    };
    without_numbers(c).split("\n\n").filter(is_one).map(str::to_owned).collect()
}

/// The listing is that of our printer, and each definition in the C is one of the whole file.
#[test]
fn bpftool_prints_the_same_of_a_minimal_blob() {
    let Some(corpus) = corpus_or_skip() else { return };
    let Ok(bpftool) = BPFTOOL.found().map_err(|why| tests::skip(&why)) else { return };
    let folder = tempfile();
    for file in corpus.present(&KERNELS) {
        let btf = Btf::parse(corpus.read(file), None).expect("a kernel parses");
        let path = folder.join("whole.btf");
        std::fs::write(&path, btf.bytes()).expect("a file is written");
        let whole = definitions(&dumped(&bpftool, &path, "c"));
        let (structs, others) = roots(&btf, 16, 8);
        let mut compared = 0;
        for (i, root) in structs.iter().chain(&others).enumerate() {
            let m = minimal(&btf, &[*root], &Options::default());
            let path = folder.join(format!("{i}.btf"));
            std::fs::write(&path, &m.bytes).expect("a file is written");
            let mut ours = String::new();
            dump::raw(&parsed(&m, &btf), &mut ours);
            assert_eq!(dumped(&bpftool, &path, "raw"), ours, "{file} {root:?}");
            let found = definitions(&dumped(&bpftool, &path, "c"));
            let lost: Vec<&String> = found.difference(&whole).collect();
            assert!(lost.is_empty(), "{file} {root:?}: {lost:#?}");
            compared += found.len();
        }
        // Each struct and union among the roots is a definition.
        assert!(compared >= structs.len() && !structs.is_empty(), "{file}: {compared}");
    }
    std::fs::remove_dir_all(folder).ok();
}

fn tempfile() -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("btfscope-share-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder is made");
    folder
}

#[test]
fn what_is_far_is_declared_only() {
    use tests::blob::{Blob, Order};
    for order in [Order::Little, Order::Big] {
        let mut b = Blob::new(order);
        let int = b.int("int", 4, 1);
        // struct far { int x; }; struct near { struct far *f; }; struct whole { int y; };
        // struct root { struct near *n; struct whole w; }, ids 2..8
        let far = b.structure("far", 4, &[("x", int, 0)]);
        let to_far = b.pointer(far);
        let near = b.structure("near", 8, &[("f", to_far, 0)]);
        let to_near = b.pointer(near);
        let whole = b.structure("whole", 4, &[("y", int, 0)]);
        let members = [("n", to_near, 0), ("w", whole, 64)];
        let root = b.structure("root", 16, &members);
        b.decl_tag("marked", false, root, 1);
        b.decl_tag("elsewhere", false, far, -1);
        let btf = Btf::parse(b.build(), None).expect("it parses");
        let kinds = |depth| -> Vec<String> {
            let m = minimal(&btf, &[TypeId(root)], &Options { depth, tags: true });
            let small = Btf::parse(m.bytes, None).expect("it parses");
            small.types().map(|t| format!("{} {}", t.kind().as_str(), t.name())).collect()
        };
        assert_eq!(
            kinds(0),
            ["STRUCT root", "PTR ", "FWD near", "STRUCT whole", "INT int", "DECL_TAG marked"],
            "nothing behind the pointer"
        );
        assert_eq!(
            kinds(1),
            ["STRUCT root", "PTR ", "STRUCT near", "PTR ", "FWD far", "STRUCT whole", "INT int", "DECL_TAG marked"]
        );
        assert_eq!(
            kinds(2),
            [
                "STRUCT root",
                "PTR ",
                "STRUCT near",
                "PTR ",
                "STRUCT far",
                "INT int",
                "STRUCT whole",
                "DECL_TAG marked",
                "DECL_TAG elsewhere"
            ]
        );
    }
}

/// The types of a map: the value's, the key's, and a struct of both with the name from btf.rst 4.2.
/// By our verdict, the newest kernel accepts the blob.
#[test]
fn a_map_goes_along() {
    for order in Order::BOTH {
        let mut b = Blob::new(order);
        let (wide, int, other) = (b.int("u128", 16, 0), b.int("int", 4, 1), b.int("other", 1, 0));
        let key = b.structure("key", 12, &[("a", int, 0), ("b", int, 32), ("c", int, 64)]);
        let value = b.structure("value", 32, &[("w", wide, 0), ("i", int, 128)]);
        let btf = Btf::parse(b.build(), None).expect("a blob");
        assert!(other > 0);
        let options = Options::default();
        let made = |name, key| minimal_map(&btf, &MapTypes { name, key, value: TypeId(value) }, &options);
        let named = made("counts", Some(TypeId(key)));
        let small = Btf::parse(named.bytes.as_slice(), None).expect("a blob");
        let map = small.types().last().expect("types");
        let members: Vec<_> = map.members().map(|m| (m.name().to_owned(), m.bit_offset())).collect();
        assert_eq!(
            (map.name(), map.size(), small.get(named.roots[0]).map(|t| t.name())),
            ("____btf_map_counts", Some(48), Some("value"))
        );
        assert_eq!(members, [("key".to_owned(), 0), ("value".to_owned(), 128)]);
        let names: Vec<&str> = small.types().map(|t| t.name()).collect();
        assert_eq!((names.len() as u32, named.roots.len(), names.contains(&"other")), (named.types, 1, false));
        assert_eq!(verdict::load(&named.bytes, verdict::Version::NEWEST).faults, []);
        // Without a name, there is no struct of both. Without a key, the struct only has the value.
        let nameless = made("", Some(TypeId(key)));
        assert_eq!(nameless.types, named.types - 1);
        let keyless = made("queue", None);
        let small = Btf::parse(keyless.bytes.as_slice(), None).expect("a blob");
        let map = small.types().last().expect("types");
        assert_eq!((map.name(), map.size(), map.members().count()), ("____btf_map_queue", Some(32), 1));
        assert_eq!(verdict::load(&keyless.bytes, verdict::Version::NEWEST).faults, []);
    }
}

#[test]
fn damaged_blobs_are_packed_without_a_panic() {
    for handmade in [tests::blob::Order::Little, tests::blob::Order::Big].into_iter().flat_map(tests::handmade::all) {
        let Ok(btf) = Btf::parse(handmade.bytes, None) else { continue };
        let ids: Vec<TypeId> = btf.all_types().map(|t| t.id()).collect();
        for depth in [0, 3, u32::MAX] {
            let m = minimal(&btf, &ids, &Options { depth, tags: true });
            Btf::parse(m.bytes, None).expect("what is written parses");
        }
    }
}

/// Programs for links: without debug information, and with everything that a loader reads, unchanged.
#[test]
fn programs_keep_what_a_loader_reads() {
    let Some(corpus) = corpus_or_skip() else { return };
    let (mut objects, mut shorter) = (0, 0);
    for row in corpus.index().iter().filter(|row| row.file.starts_with("objs/")) {
        let Ok(object) = bpf::Object::parse(corpus.read(&row.file)) else { continue };
        let bytes = share::program(&object);
        assert_eq!(bytes.len(), object.bytes().len(), "{}", row.file);
        let again = bpf::Object::parse(bytes.clone()).expect("it is one still");
        for section in object.sections() {
            let theirs = again.section(section.index).expect("no section goes");
            let debug = section.name.contains(".debug_");
            let kept = (theirs.size, again.section_bytes(theirs));
            match debug {
                true => assert_eq!(kept.0, 0, "{} {}", row.file, section.name),
                false => {
                    assert_eq!(kept, (section.size, object.section_bytes(section)), "{} {}", row.file, section.name);
                    assert_eq!(theirs.file_range, section.file_range, "{} {}", row.file, section.name);
                }
            }
            assert_eq!(theirs.name, section.name);
        }
        assert_eq!(again.symbols(), object.symbols(), "{}", row.file);
        let (packed, whole) = (pack(&bytes).len(), pack(object.bytes()).len());
        let has_debug = object.sections().iter().any(|s| s.name.contains(".debug_") && s.size > 100);
        assert!(packed <= whole, "{}", row.file);
        shorter += usize::from(has_debug && packed < whole);
        objects += 1;
    }
    assert!(objects > 100 && shorter > 10, "{objects} objects, {shorter} with debug information");
}
