//! Lookups of fields by their paths.

use std::fs;

use btf::Btf;
use relate::{ChangeEffect, FieldPath, field};
use tests::blob::{Blob, Order, kind};
use tests::reference::corpus_or_skip;

use crate::pahole::printed;
use crate::{OLD, newer, open, other};

/// The offsets and sizes of fields in four kernels are compared with pahole's.
#[test]
fn fields_lie_where_pahole_has_them() {
    let Some(corpus) = corpus_or_skip() else { return };
    let mut checked = 0;
    for file in [OLD, newer(&corpus), "btf/vmlinux-deb-6.12.107-s390x.btf", other(&corpus)] {
        let btf = open(&corpus, file);
        let big = btf.endian() == btf::Endian::Big;
        let folder = corpus.pahole(file);
        for entry in fs::read_dir(folder).expect("pahole's texts") {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().and_then(|n| n.to_str()).expect("a name").to_owned();
            for (member, (offset, size, _)) in printed(&fs::read_to_string(&path).expect("a text")) {
                if member.contains("[]") {
                    continue;
                }
                let path = FieldPath::parse(&format!("{name}.{member}")).expect("a path");
                let place = field(&btf, &path).unwrap_or_else(|e| panic!("{file}: {name}.{member}: {e}"));
                match place.bitfield {
                    Some(width) => assert_eq!(u64::from(width), size, "{file}: {name}.{member}"),
                    None => assert_eq!(u64::from(place.size.unwrap_or(0)) * 8, size, "{file}: {name}.{member}"),
                }
                // pahole numbers the bits of big-endian storage units differently.
                if !(big && place.bitfield.is_some()) {
                    assert_eq!(place.offset, offset, "{file}: {name}.{member}");
                }
                checked += 1;
            }
        }
    }
    assert!(checked > 5000, "only {checked} fields");
}

#[test]
fn paths_of_fields() {
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    let list = b.array(int, int, 3);
    let inner = b.structure("inner", 16, &[("x", int, 32), ("list", list, 64)]);
    let p = b.pointer(inner);
    let inners = b.array(inner, int, 2);
    let anonymous = b.composite(kind::UNION, "", 8, false, &[("deep", p, 0)]);
    let s = b.structure("s", 64, &[("", anonymous, 64), ("in", inners, 128), ("p", p, 384)]);
    b.named(kind::TYPEDEF, "s_t", s);
    let btf = Btf::parse(b.build(), None).expect("a blob");
    let find = |text: &str| {
        let path = FieldPath::parse(text).map_err(|e| e.to_string())?;
        field(&btf, &path).map(|p| (p.offset, p.pointers, p.read_from.0)).map_err(|e| e.to_string())
    };
    assert_eq!(find("s.in[1].list[2]"), Ok((128 + 128 + 64 + 64, 0, s)));
    assert_eq!(find("struct s.deep"), Ok((64, 0, s)));
    assert_eq!(find("s_t.p->x"), Ok((32, 1, inner)));
    assert_eq!(find("s.deep[2].x"), Ok((2 * 128 + 32, 1, inner)), "an element of what a pointer leads to");
    assert_eq!(find("s.in[2].x"), Err("no element [2]".to_owned()));
    assert_eq!(find("union s.p"), Err("no struct or union “s”".to_owned()));
    assert_eq!(find("s.p.x.y"), Err("no member “y”".to_owned()));
    assert_eq!(find("s"), Err("a field is written as type.member, like task_struct.mm".to_owned()));
    assert!(find("s.in[x]").is_err() && find("s.in[1").is_err() && find(".a").is_err() && find("s..a").is_err());
    assert_eq!(ChangeEffect::ALL.map(ChangeEffect::as_str), ["harmless", "refused at load", "silently wrong"]);
}
