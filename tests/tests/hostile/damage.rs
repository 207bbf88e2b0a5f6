//! Damage: the errors for it, every prefix of small blobs, and every byte changed. Nothing may panic, and the answers
//! must agree with each other.

use std::sync::Arc;

use btf::{Btf, ErrorKind, Ext, MemberIndex, Place, TypeId};
use tests::blob::Order;
use tests::extended::step;
use tests::fixture::{self, section};
use tests::{handmade, walk};

/// Opens a blob, which may be damaged, and reads all of it.
fn open(blob: Vec<u8>, base: Option<&Arc<Btf>>) {
    match Btf::parse(blob, base.cloned()) {
        Ok(btf) => walk::everything(&btf),
        Err(e) => assert!(!e.to_string().is_empty()),
    }
}

fn each_prefix(blob: &[u8], base: Option<&Arc<Btf>>) {
    for len in 0..blob.len() {
        open(blob[..len].to_vec(), base);
    }
}

/// Changes one byte at a time: its lowest bit, its highest bit, all bits.
fn each_flip(blob: &[u8], base: Option<&Arc<Btf>>) {
    for at in 0..blob.len() {
        for mask in [0x01, 0x80, 0xff] {
            let mut damaged = blob.to_vec();
            damaged[at] ^= mask;
            open(damaged, base);
        }
    }
}

/// Runs a check on all handmade blobs, with their bases.
fn made_by_hand(check: impl Fn(&[u8], Option<&Arc<Btf>>)) {
    for order in Order::BOTH {
        let mut opened: Vec<(&str, Arc<Btf>)> = Vec::new();
        for made in handmade::all(order) {
            let base = made.base.and_then(|base| opened.iter().find(|(name, _)| *name == base)).map(|(_, btf)| btf);
            assert_eq!(base.is_some(), made.base.is_some(), "{}: its base stands before it", made.name);
            check(&made.bytes, base);
            let btf = Btf::parse(made.bytes, base.cloned()).unwrap_or_else(|e| panic!("{}: {e}", made.name));
            opened.push((made.name, Arc::new(btf)));
        }
    }
}

#[test]
fn prefixes_of_what_is_made_by_hand() {
    made_by_hand(each_prefix);
}

#[test]
fn flips_of_what_is_made_by_hand() {
    made_by_hand(each_flip);
}

/// A blob without a whole header is refused; the error has the needed and the present number of bytes.
#[test]
fn without_a_header_there_is_nothing() {
    let whole = fixture::read("kernel.x86_64.btf");
    let refused = |bytes: &[u8]| Btf::parse(bytes, None).map_err(|e| e.kind).err();
    assert_eq!(refused(&[]), Some(ErrorKind::Empty));
    for have in 1..24u32 {
        assert_eq!(refused(&whole[..have as usize]), Some(ErrorKind::TruncatedHeader { need: 24, have }));
    }
    assert_eq!(refused(&whole[..24]), None);
    let mut longer = whole[..39].to_vec();
    longer[4] = 40;
    assert_eq!(refused(&longer), Some(ErrorKind::TruncatedHeader { need: 40, have: 39 }));
    assert_eq!(refused(b"\x7fELF and more that is no BTF"), Some(ErrorKind::BadMagic { found: *b"\x7fE" }));
    let with = |at: usize, value: u8| {
        let mut changed = whole.clone();
        changed[at] = value;
        refused(&changed)
    };
    assert_eq!(
        (with(2, 2), with(4, 23)),
        (Some(ErrorKind::BadVersion(2)), Some(ErrorKind::HeaderTooShort { len: 23, min: 24 }))
    );
    assert_eq!((with(3, 1), with(12, 0xfe)), (None, None));
}

#[test]
fn damage_is_reported_where_it_is() {
    for order in Order::BOTH {
        let made = |name: &str| {
            let made = handmade::all(order).into_iter().find(|m| m.name == name).unwrap();
            Btf::parse(made.bytes, None).unwrap_or_else(|e| panic!("{name}: {e}"))
        };
        let first = |btf: &Btf| (btf.diagnostics()[0].kind.clone(), btf.diagnostics()[0].place);

        let btf = made("unknown-kind-no-layout");
        assert_eq!((btf.own_type_count(), first(&btf)), (1, (ErrorKind::UnknownKind(40), Place::Type(TypeId(2)))));
        assert_eq!(btf.diagnostics()[0].range.as_usize(), 40..52);

        let btf = made("cut-record");
        let cut = ErrorKind::TruncatedRecord { need: 36, have: 32 };
        assert_eq!((btf.own_type_count(), first(&btf)), (1, (cut, Place::Type(TypeId(2)))));

        let btf = made("vlen-lies");
        let need = 12 + 8 * 0x00ff_ffff;
        assert_eq!(first(&btf), (ErrorKind::TruncatedRecord { need, have: 20 }, Place::Type(TypeId(2))));

        let btf = made("bitfield-outside");
        let outside = Place::Item(TypeId(2), MemberIndex(1));
        assert_eq!(first(&btf), (ErrorKind::MemberOutside { end: 35, size: 32 }, outside));

        let btf = made("not-utf8");
        let cafe = btf.types().next().unwrap();
        assert_eq!((cafe.name(), cafe.name_bytes()), ("caf\\xe9", &b"caf\xe9"[..]));
        assert_eq!(first(&btf).0, ErrorKind::NotUtf8);

        let btf = made("bad-references");
        let found: Vec<(&ErrorKind, Place)> = btf.diagnostics().iter().map(|d| (&d.kind, d.place)).collect();
        let end = btf.strings_end();
        let on = |id| Place::Type(TypeId(id));
        let item = |id, i| Place::Item(TypeId(id), MemberIndex(i));
        for wanted in [
            (&ErrorKind::BadTypeId { id: 99, max: 12 }, on(2)),
            (&ErrorKind::BadStringOffset { offset: 0x0100_0000, end }, on(3)),
            (&ErrorKind::BadStringOffset { offset: 0x7fff_ffff, end }, item(3, 0)),
            (&ErrorKind::BadTypeId { id: u32::MAX, max: 12 }, item(3, 0)),
            (&ErrorKind::BadTypeId { id: 77, max: 12 }, on(5)),
            (&ErrorKind::BadSize(3), on(6)),
            (&ErrorKind::BadIntEncoding { raw: 9 << 24 | 200 << 16 | 250, size: 4 }, on(7)),
            (&ErrorKind::BadLinkage(7), on(8)),
            (&ErrorKind::VariableOutside { end: 6, size: 4 }, item(9, 0)),
            (&ErrorKind::BadTypeId { id: 200, max: 12 }, item(9, 1)),
            (&ErrorKind::BadComponent(-5), on(11)),
            (&ErrorKind::BadSize(3), on(12)),
        ] {
            assert!(found.contains(&wanted), "{wanted:?} is not among {found:#?}");
        }

        let btf = made("cycles");
        let cyclic: Vec<Place> =
            btf.diagnostics().iter().filter(|d| d.kind == ErrorKind::Cycle).map(|d| d.place).collect();
        assert_eq!(cyclic, [on(1), on(2), on(3)]);
        assert!((1..=6).all(|id| btf.size_of(TypeId(id)).is_err() || id == 5));
    }
}

#[test]
fn prefixes_of_fixtures() {
    for name in ["kinds.bpfel.btf", "layout.bpfeb.btf", "kernel.s390x.btf", "module.x86_64.btf"] {
        each_prefix(&fixture::read(name), None);
    }
}

#[test]
fn flips_of_fixtures() {
    for name in ["kernel.x86_64.btf", "kernel.s390x.btf"] {
        each_flip(&fixture::read(name), None);
    }
}

#[test]
fn a_module_over_a_damaged_kernel() {
    let (kernel, module) = (fixture::read("kernel.x86_64.btf"), fixture::read("module.x86_64.btf"));
    for len in (0..kernel.len()).step_by(step(7)) {
        if let Ok(base) = Btf::parse(&kernel[..len], None) {
            open(module.clone(), Some(&Arc::new(base)));
        }
    }
}

/// A base of the other byte order is a mistake of the caller, and must not cause a panic.
#[test]
fn a_module_over_a_kernel_of_the_other_byte_order() {
    let kernel = Btf::parse(fixture::read("kernel.x86_64.btf"), None).unwrap_or_else(|e| panic!("{e}"));
    let module =
        Btf::parse(fixture::read("module.s390x.btf"), Some(Arc::new(kernel))).unwrap_or_else(|e| panic!("{e}"));
    walk::everything(&module);
    assert!(!module.diagnostics().is_empty());
}

#[test]
fn ext_prefixes_and_flips() {
    let open = |bytes: Vec<u8>| match Ext::parse(bytes) {
        Ok(ext) => drop(walk::ext(&ext)),
        Err(e) => assert!(!e.to_string().is_empty()),
    };
    for name in ["core.clang.bpfel.o", "core.clang.bpfeb.o", "kinds.gcc.bpf.o"] {
        let bytes = section(&fixture::read(name), ".BTF.ext").unwrap_or_else(|| panic!("{name} has no .BTF.ext"));
        for len in 0..bytes.len() {
            open(bytes[..len].to_vec());
        }
        for at in 0..bytes.len() {
            for mask in [0x01, 0x80, 0xff] {
                let mut damaged = bytes.clone();
                damaged[at] ^= mask;
                open(damaged);
            }
        }
    }
}
