//! Structs are printed exactly as by pahole.

use std::fs;

use btf::{Btf, Kind, TypeId};
use tests::blob::{Blob, Order};
use tests::reference::corpus_or_skip;

use crate::support::first_difference;

/// The first struct or union with this name, which is the one that pahole prints.
fn find(btf: &Btf, name: &str) -> Option<TypeId> {
    btf.types().find(|t| matches!(t.kind(), Kind::Struct | Kind::Union) && t.name() == name).map(|t| t.id())
}

#[test]
fn identical_to_pahole() {
    let Some(corpus) = corpus_or_skip() else { return };
    let mut identical = 0;
    let mut wrong = Vec::new();
    let entries = |path| fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path());
    for kernel in entries(corpus.root().join("ref/pahole")) {
        let file = kernel.file_name().expect("a name").to_string_lossy().into_owned();
        let btf = Btf::parse(corpus.read(&format!("btf/{file}")), None).expect("a kernel's BTF");
        for path in entries(kernel) {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let theirs = fs::read(&path).expect("text");
            let Some(id) = find(&btf, &name) else {
                assert!(theirs.is_empty(), "{file} has no {name}");
                continue;
            };
            let mut ours = String::new();
            dump::pahole(&btf, id, &mut ours, &dump::PaholeOptions::default()).expect("a struct or union");
            // pahole prints an empty line after each struct.
            ours.push('\n');
            match first_difference(ours.as_bytes(), &theirs) {
                None => identical += 1,
                Some(where_) => wrong.push(format!("{file} {name}: {where_}")),
            }
        }
    }
    let count = wrong.len();
    assert!(wrong.is_empty(), "{identical} structs are identical, {count} are not:\n{}", wrong.join("\n"));
    assert!(identical >= 165, "only {identical} structs were compared");
    println!("pahole: {identical} structs are identical");
}

/// A struct's text in the form of pahole 1.30, with single spaces. pahole 1.30 does not infer the alignment of members
/// without a size, so it prints and counts no forced alignment for them.
fn by_pahole_1_30(text: &str) -> Vec<String> {
    let (mut lines, mut hole) = (Vec::new(), 0u64);
    let mut lost = [0u64; 3];
    for line in text.lines() {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let number =
            |word: &str| words.iter().position(|w| *w == word).and_then(|at| words[at - 1].parse::<u64>().ok());
        if let ["/*", "XXX", bytes, "bytes" | "byte", "hole,", ..] = words[..] {
            hole = bytes.parse().expect("a number");
        } else if let [.., offset, "0", "*/"] = words[..]
            && offset.parse::<u64>().is_ok()
            && let Some(at) = words.iter().position(|w| w.starts_with("__attribute__((__aligned__("))
        {
            words.remove(at);
            let before = words[at - 1].to_owned() + ";";
            let forced = [1, u64::from(hole > 0), hole];
            lost = [0, 1, 2].map(|i| lost[i] + forced[i]);
            hole = 0;
            let fixed: Vec<&str> =
                words.iter().enumerate().map(|(i, w)| if i == at - 1 { &*before } else { *w }).collect();
            lines.push(fixed.join(" "));
            continue;
        } else if number("*/").is_some() && !line.contains("/* size:") {
            hole = 0;
        }
        lines.push(words.join(" "));
    }
    let counted = |line: &str| -> Option<[u64; 3]> {
        let inside = line.strip_prefix("/* forced alignments: ")?.strip_suffix(" */")?;
        let mut numbers = inside.split([' ', ',']).filter_map(|word| word.parse().ok());
        Some([numbers.next()?, numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)])
    };
    let left = |line: String| match counted(&line) {
        Some(all) => match [0, 1, 2].map(|i| all[i] - lost[i]) {
            [0, ..] => None,
            [alignments, 0, _] => Some(format!("/* forced alignments: {alignments} */")),
            [alignments, holes, bytes] => {
                Some(format!("/* forced alignments: {alignments}, forced holes: {holes}, sum forced holes: {bytes} */"))
            }
        },
        None => Some(line),
    };
    lines.into_iter().filter_map(left).collect()
}

/// A made corpus has references of pahole 1.30 for the structs that pahole 1.30 prints differently. They differ only as
/// [`by_pahole_1_30`] says.
#[test]
fn what_pahole_1_30_prints_otherwise() {
    let Some(corpus) = corpus_or_skip() else { return };
    let folder = corpus.root().join("ref/pahole-1.30");
    if !corpus.is_made() {
        assert!(!folder.exists(), "the references are of pahole 1.31");
        return;
    }
    let mut compared = 0;
    let entries = |path| fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path());
    for kernel in entries(folder) {
        let file = kernel.file_name().expect("a name").to_string_lossy().into_owned();
        let btf = Btf::parse(corpus.read(&format!("btf/{file}")), None).expect("a kernel's BTF");
        for path in entries(kernel) {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let theirs = fs::read_to_string(&path).expect("text");
            let id = find(&btf, &name).unwrap_or_else(|| panic!("{file} has no {name}"));
            let mut ours = String::new();
            dump::pahole(&btf, id, &mut ours, &dump::PaholeOptions::default()).expect("a struct or union");
            assert_ne!(ours.trim_end(), theirs.trim_end(), "{file} {name} is printed alike: differences.tsv is wrong");
            let plain: Vec<String> =
                theirs.trim_end().lines().map(|l| l.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
            assert_eq!(by_pahole_1_30(&ours).join("\n"), plain.join("\n"), "{file} {name}");
            compared += 1;
        }
    }
    assert!(compared > 5, "only {compared}");
}

/// Flexible arrays inside members, at the end and elsewhere. The texts are pahole 1.32's for the same declarations,
/// compiled by clang.
#[test]
fn flexible_arrays_in_members() {
    const SOURCE: &str = "
        struct fl { int a; char b[]; };
        struct in { struct fl f; };
        typedef struct in in_t;
        struct both { in_t k; char tail[]; };
        struct hole { char a; int b; char c[]; };
        struct s { struct both b; struct hole h; in_t unseen; struct in i; };";
    const EXPECTED: &str = "\
struct s {
	struct both                b;                    /*     0     4 */

	/* XXX last struct has a flexible array, embedded flexible array(s) */

	struct hole                h;                    /*     4     8 */

	/* XXX last struct has a flexible array, 1 hole */

	in_t                       unseen;               /*    12     4 */
	struct in                  i;                    /*    16     4 */

	/* XXX last struct has embedded flexible array(s) */

	/* size: 20, cachelines: 1, members: 4 */
	/* member types with holes: 1, total: 1 */
	/* flexible array members: end: 2, middle: 2 */
	/* last cacheline: 20 bytes */
};
";
    let blob = scratch::compile(SOURCE, scratch::Target::default()).blob.expect("a blob");
    let btf = Btf::parse(blob, None).expect("a header");
    let mut ours = String::new();
    dump::pahole(&btf, find(&btf, "s").expect("s"), &mut ours, &dump::PaholeOptions::default()).expect("a struct");
    assert_eq!(ours, EXPECTED);
}

/// A reorganised struct is smaller and has the same members, each at an allowed offset.
#[test]
fn reorganized_structs_are_sound() {
    let Some(corpus) = corpus_or_skip() else { return };
    let options = dump::PaholeOptions::default();
    let mut better = 0;
    let other = corpus.either("btf/vmlinux-retis-6.15.1-tiny-x86_64.btf", "btf/vmlinux-deb-6.12.107-amd64.btf");
    for file in ["btf/vmlinux-deb-6.1.176-amd64.btf", other] {
        let btf = Btf::parse(corpus.read(file), None).expect("a kernel's BTF");
        for t in btf.types().filter(|t| t.kind().is_composite()) {
            let old = layout::layout(&btf, t.id(), &layout::Options::default()).expect("a layout");
            let new = dump::reorganize(&btf, t.id(), &options).expect("a layout");
            if new.moves.is_empty() {
                assert_eq!(new.layout, old, "{}", t.name());
                continue;
            }
            better += 1;
            let (f, size) = (&new.layout.figures, new.layout.size);
            assert_eq!(new.saved, old.size - size, "{}", t.name());
            assert!(new.saved > 0, "{}", t.name());
            let mut at = 0;
            for row in &new.layout.rows {
                // A flexible array has no bytes; everything else follows without gap or overlap.
                assert!(row.offset() == at || row.bits() == 0, "{}: {row:?} at {at}", t.name());
                at = at.max(row.end());
            }
            assert_eq!(at, u64::from(size) * 8, "{}", t.name());
            let mut indices: Vec<u32> = new.layout.members().map(|m| m.index.0).collect();
            indices.sort_unstable();
            assert!(indices.into_iter().eq(0..t.item_count()), "{}", t.name());
            for m in new.layout.members() {
                let was = old.member(m.index).expect("the member");
                let align = u64::from(was.aligned.unwrap_or(was.natural_align)) * 8;
                assert_eq!(m.offset % align, was.offset % align, "{}: {m:?}", t.name());
                assert_eq!((m.bits, m.type_id), (was.bits, was.type_id), "{}", t.name());
            }
            assert_eq!(
                f.sum_members * 8
                    + f.sum_bitfield_bits
                    + f.hole_bytes * 8
                    + f.bit_hole_bits
                    + f.padding * 8
                    + f.bit_padding,
                u64::from(size) * 8,
                "{}",
                t.name()
            );
        }
    }
    assert!(better > 500, "only {better} structs were better");
}

/// The example in pahole's tutorial, by hand: a char is moved into each hole.
#[test]
fn reorganizing_shows_its_steps() {
    let mut blob = Blob::new(Order::Little);
    let byte = blob.int("char", 1, 1);
    let int = blob.int("int", 4, 1);
    let long = blob.int("long", 8, 1);
    let members =
        [("a", byte, 0), ("b", long, 64), ("c", byte, 128), ("d", int, 160), ("e", byte, 192), ("f", long, 256)];
    let id = blob.structure("cheese", 40, &members);
    let btf = Btf::parse(blob.build(), None).expect("a header");
    let mut text = String::new();
    dump::pahole_reorganized(&btf, TypeId(id), &mut text, &dump::PaholeOptions::default()).expect("a struct");
    let expected = "\
/* Moving 'd' from after 'c' to after 'a' */
/* Moving 'e' from after 'c' to after 'a' */
/* Moving 'c' from after 'b' to after 'e' */
/* Final reorganized struct: */
struct cheese {
	char                       a;                    /*     0     1 */
	char                       e;                    /*     1     1 */
	char                       c;                    /*     2     1 */

	/* XXX 1 byte hole, try to pack */

	int                        d;                    /*     4     4 */
	long                       b;                    /*     8     8 */
	long                       f;                    /*    16     8 */

	/* size: 24, cachelines: 1, members: 6 */
	/* sum members: 23, holes: 1, sum holes: 1 */
	/* last cacheline: 24 bytes */
};   /* saved 16 bytes! */
";
    assert_eq!(first_difference(text.as_bytes(), expected.as_bytes()), None);
}
