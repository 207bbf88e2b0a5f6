//! Questions to an atlas have the same answers as questions to each kernel alone.

use std::sync::Arc;

use atlas::{Atlas, Class, Draft, Sought};
use btf::Kind;
use model::atlas::field_lines;
use relate::{FieldPath, field};

use crate::support::{Given, atlas_of, corpus_atlas, draft_of, open, small};

const PATHS: [&str; 16] = [
    "task_struct.mm",
    "task_struct.mm.pgd",
    "struct task_struct.se.vruntime",
    "sk_buff.cb[3]",
    "sk_buff.len",
    "sk_buff.dev.name[2]",
    "inode.i_atime_sec",
    "inode.i_sb.s_op.statfs",
    "file.f_inode.i_mapping.a_ops",
    "dentry.d_name.name",
    "net_device.netdev_ops.ndo_open",
    "task_struct.thread_info.flags",
    "spinlock_t.rlock.raw_lock",
    "page.lru.next.prev",
    "nothing.at_all",
    "task_struct.nothing",
];

#[test]
fn fields_are_where_each_kernel_has_them() {
    let Some((kernels, bytes)) = corpus_atlas() else { return };
    for atlas in [open(bytes), open(&paged(bytes))] {
        fields_are_right(&atlas, kernels);
    }
}

fn fields_are_right(atlas: &Atlas<Arc<[u8]>>, kernels: &[Given]) {
    let mut order: Vec<_> = kernels.iter().collect();
    order.sort_by(|a, b| a.kernel.cmp(&b.kernel));
    let originals: Vec<_> = order.iter().map(|g| g.btf()).collect();
    let mut present = 0;
    for path in PATHS.map(|p| FieldPath::parse(p).expect("a path")) {
        let found = atlas.members(&path).expect("sound");
        assert_eq!(found.iter().map(|f| f.kernels.len()).sum::<u32>() as usize, kernels.len());
        for group in &found {
            for k in group.kernels.iter() {
                let original = &originals[k as usize];
                let what = format!("{} in {}", path.as_str(), order[k as usize].kernel);
                match (field(original, &path), &group.place) {
                    (Ok(theirs), Ok(ours)) => {
                        present += 1;
                        let numbers = |p: &relate::FieldPlace| (p.offset, p.bitfield, p.size, p.pointers);
                        assert_eq!(numbers(ours), numbers(&theirs), "{what}");
                        let name = |btf: &btf::Btf, id| dump::type_name(btf, id);
                        assert_eq!(name(&group.slice.btf, ours.type_id), name(original, theirs.type_id), "{what}");
                        assert_eq!(name(&group.slice.btf, ours.read_from), name(original, theirs.read_from), "{what}");
                    }
                    (Err(theirs), Err(ours)) => assert_eq!(*ours, theirs, "{what}"),
                    (theirs, ours) => panic!("{what}: {ours:?}, not {theirs:?}"),
                }
            }
        }
    }
    assert!(present > 400, "only {present} fields were compared");
}

#[test]
fn forms_have_the_members_that_each_kernel_has() {
    let Some((kernels, bytes)) = corpus_atlas() else { return };
    for atlas in [open(bytes), open(&paged(bytes))] {
        forms_are_right(&atlas, kernels);
    }
}

/// An atlas of the same kernels whose kernel sets are in pages, as those of an atlas of many kernels are.
fn paged(bytes: &[u8]) -> Vec<u8> {
    let mut draft = Draft::new();
    draft.merge(&open(bytes)).expect("sound");
    draft.write_paged().expect("it fits")
}

fn forms_are_right(atlas: &Atlas<Arc<[u8]>>, kernels: &[Given]) {
    let members = |btf: &btf::Btf, id| -> Vec<String> {
        let t = btf.get(id).expect("a type");
        let of = |id| dump::type_name(btf, id);
        let members =
            t.members().map(|m| format!("{} {} {} {}", m.name(), m.bit_offset(), m.bitfield_size(), of(m.type_id)));
        let values = t.enumerators().map(|e| format!("{} {}", e.name(), e.value()));
        let spelt = match t.kind() {
            Kind::Func | Kind::Var | Kind::Typedef => of(t.type_ref().expect("it refers to a type")),
            _ => String::new(),
        };
        members.chain(values).chain([spelt]).collect()
    };
    let given = &kernels[kernels.len() / 2];
    let number = atlas.kernel_called(&given.kernel.full_name()).expect("it is there");
    let original = given.btf();
    let mut ordinals = std::collections::HashMap::new();
    let mut wanted = Vec::new();
    for t in original.types().filter(|t| !t.is_anonymous() && !matches!(t.kind(), Kind::DeclTag | Kind::TypeTag)) {
        let ordinal = ordinals.entry((t.kind(), t.name_bytes())).or_insert(0u32);
        *ordinal += 1;
        if t.id().0 % 40 != 0 {
            continue;
        }
        let forms = atlas.forms_of(t.name_bytes(), Some(t.kind())).expect("sound");
        let mine: Vec<_> = forms.into_iter().filter(|f| f.ordinal == *ordinal - 1 && f.kernels.has(number)).collect();
        assert_eq!(mine.len(), 1, "{t:?}");
        let slice = atlas.slice(number, &mine.iter().collect::<Vec<_>>()).expect("sound");
        assert_eq!(members(&slice.btf, slice.types[0]), members(&original, t.id()), "{t:?}");
        wanted.push((t.id(), mine));
    }
    assert!(wanted.len() > 1000, "only {} types were compared", wanted.len());
    // One question about all of them has the same answers.
    let asked: Vec<_> = wanted.iter().map(|(_, forms)| (number, forms.iter().collect())).collect();
    let slices = atlas.slices(&asked).expect("sound");
    assert_eq!(slices.len(), wanted.len());
    for ((id, _), slice) in wanted.iter().zip(&slices) {
        assert_eq!(members(&slice.btf, slice.types[0]), members(&original, *id), "type {}", id.0);
    }
}

/// Kernels that know `u`, `s` and `other` only as forward declarations. `other` is a union in the second kernel, and a
/// struct in the third.
fn forwards() -> Vec<u8> {
    let sources = [
        "struct a { int n; union u *u; struct s *s; struct a *next; };",
        "struct a { union u *u; struct s *s; union other *of; struct a *next; };",
        "struct a { union u *u; struct s *s; struct other *of; int last; struct a *next; };",
    ];
    let given: Vec<Given> = (1..)
        .zip(sources)
        .map(|(n, source)| {
            let compiled = scratch::compile(source, scratch::Target::default());
            Given::new(&format!("6.{n}.0-test"), compiled.blob.expect("C"))
        })
        .collect();
    draft_of(&given.iter().collect::<Vec<_>>()).write_paged().expect("it fits")
}

#[test]
fn forward_declarations_keep_their_keywords() {
    let bytes = forwards();
    let atlas = open(&bytes);
    let forms = atlas.forms_of(b"a", Some(Kind::Struct)).expect("sound");
    let wanted: Vec<_> = forms.iter().map(|form| (form.kernels.iter().next().expect("a kernel"), vec![form])).collect();
    let types = |slice: &atlas::Slice| -> Vec<String> {
        let members = slice.btf.get(slice.types[0]).into_iter().flat_map(|t| t.members());
        members.map(|m| dump::type_name(&slice.btf, m.type_id)).filter(|name| name != "int").collect()
    };
    let expected = [
        &["union u *", "struct s *", "struct a *"][..],
        &["union u *", "struct s *", "union other *", "struct a *"],
        &["union u *", "struct s *", "struct other *", "struct a *"],
    ];
    let slices = atlas.slices(&wanted).expect("sound");
    assert_eq!(slices.iter().map(types).collect::<Vec<_>>(), expected);
    let alone: Vec<_> =
        wanted.iter().map(|(kernel, forms)| types(&atlas.slice(*kernel, forms).expect("sound"))).collect();
    assert_eq!(alone, expected);
    for (path, offsets) in
        [("a.next.next.s", [[Some(16)], [Some(8)], [Some(8)]]), ("a.of", [[None], [Some(16)], [Some(16)]])]
    {
        let found = atlas.members(&FieldPath::parse(path).expect("a path")).expect("sound");
        for (kernel, offset) in (0..).zip(offsets) {
            let here = found.iter().find(|f| f.kernels.has(kernel)).expect("each kernel has an answer");
            let at = here.place.as_ref().ok().map(|place| place.offset / 8);
            assert_eq!([at], offset, "{path} on kernel {kernel}");
            if let (Ok(place), "a.of") = (&here.place, path) {
                let name = dump::type_name(&here.slice.btf, place.type_id);
                assert_eq!(name, if kernel == 1 { "union other *" } else { "struct other *" });
            }
        }
    }
}

/// The second kernel has the pointer at another offset than the first and the last, but the field behind the pointer is
/// at one place in these three. Without the first kernel, this place still comes before that of the third kernel,
/// because the second kernel has it.
#[test]
fn places_of_a_field_are_in_the_order_of_the_kernels_that_are_kept() {
    let usual = "struct t { int a; int f; }; struct s { struct t *p; };";
    let shifted = "struct t { int a; int f; }; struct s { long x; struct t *p; };";
    let moved = "struct t { long a; int f; }; struct s { struct t *p; };";
    let sources = [usual, shifted, moved, usual];
    let given: Vec<Given> = (1u8..)
        .zip(sources)
        .map(|(n, source)| {
            let compiled = scratch::compile(source, scratch::Target::default());
            let mut given = Given::new(&format!("6.{n}.0-test"), compiled.blob.expect("C"));
            given.kernel.sha256 = [n; 32];
            given
        })
        .collect();
    let bytes = atlas_of(&given.iter().collect::<Vec<_>>());
    let path = FieldPath::parse("s.p.f").expect("a path");
    let lines = field_lines(&open(&bytes), &path, &|kernel| kernel.release != "6.1.0-test").expect("sound");
    let lines: Vec<_> = lines.expect("a type").into_iter().map(|line| (line.place, line.kernels)).collect();
    let at = |place: &str, kernels: &[u32]| (place.to_owned(), kernels.to_vec());
    let expected = [at("@ 4 of struct t  4 bytes  int", &[1, 3]), at("@ 8 of struct t  4 bytes  int", &[2])];
    assert_eq!(lines, expected);
}

#[test]
fn names_are_found_by_prefix_and_part() {
    let given = small();
    let bytes = atlas_of(&given.iter().collect::<Vec<_>>());
    let atlas = open(&bytes);
    let found = |class, sought| -> Vec<String> {
        let names = atlas.search(class, sought, 10).expect("sound");
        names.iter().map(|n| format!("{} {} {}", n.kind.as_str(), String::from_utf8_lossy(&n.name), n.forms)).collect()
    };
    assert_eq!(found(Class::Types, Sought::Prefix(b"ta")), ["STRUCT task 5"]);
    assert_eq!(found(Class::Types, Sought::Part(b"alu")), ["UNION value 1"]);
    assert_eq!(found(Class::Functions, Sought::Part(b"")), ["FUNC count 1"]);
    assert_eq!(found(Class::Types, Sought::Prefix(b"zzz")), [] as [&str; 0]);
}

#[test]
fn kernels_go_by_their_names() {
    let given = small();
    let bytes = atlas_of(&given.iter().collect::<Vec<_>>());
    let atlas = open(&bytes);
    assert_eq!(atlas.kernel_called("6.3.0-test").ok(), Some(2));
    assert_eq!(atlas.kernel_called("test/amd64/6.3.0-test").ok(), Some(2));
    let digest = atlas.kernels()[1].digest();
    assert_eq!(
        atlas.kernel_called(&digest[..16]).is_ok(),
        given.iter().filter(|g| g.kernel.digest() == digest).count() == 1
    );
    let error = atlas.kernel_called("6.9").expect_err("none").to_string();
    assert!(error.contains("no kernel “6.9” among 5"), "{error}");
    assert!(atlas.kernel_called("").is_err());
}
