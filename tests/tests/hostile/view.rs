//! The page's models for hostile files: everything that opens can be shown, quickly and without a panic.

use btf::{Btf, Ext, TypeId};
use layout::Options;
use model::path::{Path, from_names, to_names};
use session::{FilesMsg, Msg, Session};
use tests::blob::{Blob, Form, Order, bits, kind};
use tests::clock::ends;
use tests::elf::{Class, Elf, Section};
use tests::exercise::{Digest, laid_out, printed, scripted, shown, shown_bytes, shown_ext};
use tests::extended::step;
use tests::{fixture, generate, handmade};

/// Shows everything in a blob.
fn look(name: &str, bytes: &[u8]) {
    ends(name, || {
        let digest = &mut Digest::default();
        shown(name, bytes, digest);
        if let Ok(btf) = Btf::parse(bytes, None) {
            laid_out(&btf, digest);
            printed(&btf, false, digest);
        }
    });
}

#[test]
fn hand_made_blobs_can_be_looked_at() {
    for order in Order::BOTH {
        for made in handmade::all(order) {
            look(made.name, &made.bytes);
            if let Ok(btf) = Btf::parse(made.bytes, None) {
                shown_bytes(&btf, &mut Digest::default());
            }
        }
    }
}

/// A file that is cut anywhere opens, or has an error; what opens can be shown.
#[test]
fn cut_files_can_be_looked_at() {
    for name in ["kernel.x86_64.btf", "module.s390x.ko", "net.clang.bpfeb.o"] {
        let whole = fixture::read(name);
        for len in (0..whole.len()).step_by(step(13)) {
            shown(name, &whole[..len], &mut Digest::default());
        }
    }
}

#[test]
fn changed_files_can_be_looked_at() {
    for (name, mask) in [("layout.bpfel.btf", 0x80), ("kernel.s390x.btf", 0xff), ("kinds.gcc.ppc.o", 0x01)] {
        let whole = fixture::read(name);
        for at in (0..whole.len()).step_by(step(67)) {
            let mut changed = whole.clone();
            changed[at] ^= mask;
            shown(name, &changed, &mut Digest::default());
        }
    }
}

/// Random types, as the generator makes them.
#[test]
fn random_types() {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut byte = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    let mut structs = 0;
    for round in 0..60 {
        let choices: Vec<u8> = (0..40 + round * 14).map(|_| byte()).collect();
        let bytes = generate::blob(&choices);
        let digest = &mut Digest::default();
        let btf = Btf::parse(bytes.as_slice(), None).unwrap_or_else(|e| panic!("round {round}: {e}"));
        structs += btf.types().filter(|t| t.kind().is_composite()).count();
        tests::walk::everything(&btf);
        laid_out(&btf, digest);
        printed(&btf, true, digest);
        shown("random", &bytes, digest);
        shown_bytes(&btf, digest);
    }
    assert!(structs > 300, "only {structs} structs");
}

/// Random actions in any order.
#[test]
fn random_sessions() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..1_500 {
        let choices: Vec<u8> = std::iter::repeat_with(|| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 24) as u8
        })
        .take(400)
        .collect();
        let digest = &mut Digest::default();
        scripted(&choices, digest);
        assert!(!digest.is_empty(), "nothing happened");
    }
}

/// Every kind of type that contains or names itself.
#[test]
fn cycles() {
    let kinds = [kind::PTR, kind::CONST, kind::VOLATILE, kind::RESTRICT, kind::TYPE_TAG, kind::TYPEDEF, kind::FUNC];
    for order in Order::BOTH {
        let mut b = Blob::new(order);
        for kind in kinds {
            let own = b.next_id();
            b.named(kind, "itself", own);
            b.named(kind, "there", own + 2);
            b.named(kind, "back", own + 1);
        }
        let own = b.next_id();
        b.array(own, own, 2);
        b.structure("by_value", 8, &[("", own + 1, 0), ("me", own + 1, 0), ("list", own, 0)]);
        b.composite(kind::UNION, "", 8, true, &[("", own + 2, bits(0, 0)), ("bits", own + 2, bits(0, 3))]);
        b.prototype(own + 3, &[("f", own + 3), ("", 0)]);
        b.decl_tag("on itself", false, own + 4, 0);
        b.data_section(".self", 8, &[[own + 5, 0, 8]]);
        b.variable("its_own", own + 6, 1);
        look("cycles", &b.build());
    }
}

/// Anonymous types in cycles have endless members, so the search for a name in them must be limited.
#[test]
fn names_in_anonymous_circles() {
    let mut b = Blob::new(Order::Little);
    let own = b.next_id();
    let members: Vec<_> = (0..100).map(|_| ("", own, 0)).collect();
    b.structure("circle", 8, &members);
    let bytes = b.build();
    let btf = Btf::parse(bytes.as_slice(), None).expect("a header");
    assert_eq!(ends("from_names", || from_names(&btf, TypeId(own), "nowhere")), None);
    look("circle", &bytes);
    // A link that names a member is opened.
    let mut session = Session::default();
    let Ok(opened) = container::open("circle.btf", &bytes) else { panic!("it does not open") };
    session.update(Msg::Files(FilesMsg::Opened(Box::new(desk::open::input(opened)))));
    let link = "#v=1&f=name:circle.btf&t=circle&view=layout&m=a.b.c";
    ends(link, || session.update(Msg::AddressChanged(link.into())));
    assert!(session.notice().contains("no member"), "{}", session.notice());
}

/// 10,000 levels of everything that can be nested.
#[test]
fn deep_nesting() {
    type Step = fn(&mut Blob, u32) -> u32;
    let steps: [(&str, Step); 8] = [
        ("pointers", |b, last| b.pointer(last)),
        ("typedefs", |b, last| b.named(kind::TYPEDEF, "t", last)),
        ("arrays", |b, last| b.array(last, 1, 2)),
        ("structs", |b, last| b.structure("s", 4, &[("m", last, 0)])),
        ("anonymous structs", |b, last| b.structure("", 4, &[("", last, 0)])),
        ("anonymous unions", |b, last| b.composite(kind::UNION, "", 4, false, &[("", last, 0), ("x", 1, 0)])),
        ("prototypes", |b, last| b.prototype(last, &[("p", last)])),
        ("tags", |b, last| b.decl_tag("tag", false, last, -1)),
    ];
    for (name, step) in steps {
        let mut b = Blob::new(Order::Big);
        let mut last = b.int("int", 4, 1);
        for _ in 0..10_000 {
            last = step(&mut b, last);
        }
        let top = b.structure("top", 8, &[("deep", last, 0), ("", last, 32)]);
        let bytes = b.build();
        look(name, &bytes);
        let btf = Btf::parse(bytes, None).expect("a header");
        ends(name, || {
            let path = Path(vec![0; 60]);
            if let Some(names) = to_names(&btf, TypeId(top), &path) {
                assert_eq!(from_names(&btf, TypeId(top), &names), Some(path), "{name}");
            }
            if let Ok(layout) = layout::layout(&btf, TypeId(top), &Options::default()) {
                model::map::map(&btf, &layout, 64);
            }
        });
    }
}

/// Sizes, offsets, counts and widths with the largest values of their fields.
#[test]
fn absurd_numbers() {
    for order in Order::BOTH {
        let mut b = Blob::new(order);
        let int = b.int("int", 4, 1);
        let huge = b.int_of("huge", u32::MAX, 0, 255, 255);
        let array = b.array(int, int, u32::MAX);
        let arrays = b.array(array, array, u32::MAX);
        let last = [("a", int, u32::MAX), ("b", huge, u32::MAX - 7), ("c", arrays, 0), ("d", huge, 1), ("e", array, 8)];
        b.structure("far", u32::MAX, &last);
        b.structure("small", 0, &last);
        b.composite(kind::UNION, "wide", u32::MAX, false, &last);
        let fields = [("f", int, bits(0xff_ffff, 255)), ("g", huge, bits(1, 255)), ("h", arrays, bits(7, 1))];
        b.composite(kind::STRUCT, "bits", u32::MAX, true, &fields);
        b.composite(kind::UNION, "bit_union", 1, true, &fields);
        b.structure("all_line", u32::MAX - 3, &[("first", int, 0), ("last", int, u32::MAX - 31)]);
        b.enumeration("wide_enum", u32::MAX, true, &[("MOST", u32::MAX)]);
        b.float("wide_float", u32::MAX);
        b.data_section(".far", u32::MAX, &[[int, u32::MAX, u32::MAX], [u32::MAX, 0, 0]]);
        b.decl_tag("far", true, 5, i32::MAX);
        b.decl_tag("far", true, 5, i32::MIN);
        b.function("odd", u32::MAX, 0x00ff_ffff);
        b.variable("odd", u32::MAX, u32::MAX);
        look("absurd numbers", &b.build());
        // The same records with a wrong header.
        let whole = b.build_as(&Form { hdr_len: Some(64), ..Form::default() });
        for field in 1..8 {
            for lie in [1, 0x7fff_ffff, 0x8000_0000, u32::MAX - 3, u32::MAX] {
                let mut lying = whole.clone();
                lying[field * 4..][..4].copy_from_slice(&order.u32(lie));
                look("a lying header", &lying);
            }
        }
    }
}

/// `.BTF.ext` with wrong counts and sizes, shown with a BTF and without.
#[test]
fn absurd_ext() {
    let whole = fixture::section(&fixture::read("core.clang.bpfel.o"), ".BTF.ext").expect("a section");
    let btf = Btf::parse(fixture::read("kernel.x86_64.btf"), None).expect("a kernel");
    let mut opened = 0;
    for at in (4..whole.len() - 3).step_by(4) {
        for lie in [0u32, 3, 0x7fff_ffff, 0x8000_0004, u32::MAX - 3, u32::MAX] {
            let mut lying = whole.clone();
            lying[at..at + 4].copy_from_slice(&lie.to_le_bytes());
            let Ok(ext) = Ext::parse(lying) else { continue };
            opened += 1;
            tests::walk::ext(&ext);
            if at < 64 {
                shown_ext(&ext, Some(&btf), &mut Digest::default());
                shown_ext(&ext, None, &mut Digest::default());
            }
        }
    }
    assert!(opened > 1_000, "{opened}");
}

/// A module waits for its kernel, and says why any other kernel is wrong.
#[test]
fn a_module_with_the_wrong_kernel() {
    let input = |name: &str, bytes: &[u8]| {
        let opened = container::open(name, bytes).unwrap_or_else(|e| panic!("{e}"));
        Msg::Files(FilesMsg::Opened(Box::new(desk::open::input(opened))))
    };
    let mut session = Session::default();
    for wrong in ["kernel.s390x.btf", "layout.bpfel.btf", "core.clang.bpfel.o"] {
        session.update(input(wrong, &fixture::read(wrong)));
    }
    session.update(input("module.x86_64.btf", &fixture::read("module.x86_64.btf")));
    assert_eq!((session.files().len(), session.waiting().len()), (3, 1));
    let misfit = session.waiting()[0].misfit.clone().expect("why");
    assert!(misfit.contains("is not its kernel"), "{misfit}");
    // A kernel with other types does not fit, either.
    let mut b = Blob::new(Order::Little);
    b.structure("task_struct", 8, &[("only", 0, 0)]);
    session.update(input("other.btf", &b.build()));
    assert_eq!(session.waiting().len(), 1);
    session.update(input("kernel.x86_64.btf", &fixture::read("kernel.x86_64.btf")));
    assert!(session.waiting().is_empty(), "it came");
    assert!(session.files().iter().any(|f| f.name == "module.x86_64.btf" && f.btf.is_split()));
    assert!(session.problems().is_empty(), "{:?}", session.problems());
}

/// Sections of an ELF file are as hostile as blobs.
#[test]
fn hostile_sections() {
    for class in Class::BOTH {
        for order in Order::BOTH {
            for made in handmade::all(order).into_iter().filter(|m| !m.sound) {
                let elf = Elf::new(class, order, 247)
                    .with(Section::new(".BTF", made.bytes.clone()))
                    .with(Section::new(".BTF.ext", made.bytes.clone()))
                    .with(Section::new(".BTF.base", made.bytes))
                    .build();
                shown(made.name, &elf, &mut Digest::default());
            }
        }
    }
}
