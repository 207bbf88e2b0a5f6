//! Headers, the layout section, strings, single bytes, and a split BTF in the inspector.

use std::sync::Arc;

use btf::{BlobRange, Btf, Endian, MemberIndex, StringOffset, TypeId};
use model::bytes::{ByteTarget, Focus, highlights, owner_target};
use model::inspect::{Link, Meaning, describe_byte, inspect};

use crate::support::{BOTH, STRINGS, blob, every_kind, info, names};

#[test]
fn headers_say_where_the_sections_lie() {
    for (endian, word, bytes) in [(Endian::Little, "little", "9f eb"), (Endian::Big, "big", "eb 9f")] {
        let btf = every_kind(endian);
        let header = inspect(&btf, &owner_target(&btf, 0).unwrap(), &names(&btf));
        assert_eq!(
            header.to_string(),
            format!(
                "btf_header
  magic 0xeb9f → {word}-endian
    bytes {bytes}
  version 1
  flags 0x0
  hdr_len 32 bytes
    with the layout section
  type_off 0x0 → bytes 0x20..0x23c of the blob
  type_len 540 bytes → 28 types
  str_off 0x284 → bytes 0x2a4..0x2ca of the blob
  str_len 38 bytes
  layout_off 0x21c → bytes 0x23c..0x2a4 of the blob
  layout_len 104 bytes → kinds 0 to 25
"
            )
        );
        let to = header.fields.iter().find(|f| f.name == "str_off").and_then(|f| f.meaning.first());
        assert!(matches!(to, Some(Meaning::Is { link: Some(Link::Byte(0x2a4)), .. })), "{to:?}");
        let layout = |kind| inspect(&btf, &ByteTarget::Layout(kind), &names(&btf)).to_string();
        assert_eq!(
            layout(21),
            "layout entry for kind 21
  info_sz 0 bytes
    follow the first 12 once
  elem_sz 4 bytes
    follow for each of vlen
  flags 0x0
  LOC_PROTO: a record takes 12 + 0 + vlen × 4 bytes.
"
        );
        assert!(layout(25).ends_with("A kind that is not known: a record takes 12 + 8 + vlen × 4 bytes.\n"));
        assert!(layout(26).ends_with("The layout section has no such entry.\n"));
        // At the second letter of "fn", the whole string is inspected.
        let string = inspect(&btf, &owner_target(&btf, 0x2b4).unwrap(), &names(&btf));
        assert_eq!(string.to_string(), "string 0xf\n  string \"fn\"\n    3 bytes with the NUL\n");
    }
}

#[test]
fn a_classic_header_has_no_layout_and_a_long_one_more_than_is_known() {
    let btf = Btf::parse(blob(Endian::Big, &[1, info(1, 0, false), 4, 32], &[], STRINGS), None).unwrap();
    let text = inspect(&btf, &ByteTarget::Header(btf::HeaderField::Magic), &names(&btf)).to_string();
    assert!(text.contains("hdr_len 24 bytes\n    without the layout section\n"), "{text}");
    assert!(!text.contains("layout_off") && text.ends_with("str_len 38 bytes\n"), "{text}");

    let mut bytes = blob(Endian::Little, &[1, info(1, 0, false), 4, 32], &[[0, 0]], STRINGS);
    bytes[4] = 36;
    bytes.splice(32..32, [1, 2, 3, 4]);
    let btf = Btf::parse(bytes, None).unwrap();
    let text = inspect(&btf, &ByteTarget::Header(btf::HeaderField::Magic), &names(&btf)).to_string();
    assert!(text.contains("hdr_len 36 bytes\n    4 bytes more than is known\n"), "{text}");
    assert!(
        text.contains("extra 01 02 03 04 → 4 bytes whose meaning is not known\n    ! the header has bytes behind those that are known"),
        "{text}"
    );
    assert_eq!(describe_byte(&btf, 33, &names(&btf)), "header: extra = 4 bytes whose meaning is not known");
}

#[test]
fn bytes_are_described_in_a_line() {
    for endian in BOTH {
        let btf = every_kind(endian);
        let name = names(&btf);
        for (at, text) in [
            (0x01, format!("header: magic = {}-endian", endian.as_str())),
            (0x0c, "header: type_len = 28 types".into()),
            (0x27, "int [1]: info = INT".into()),
            (0x2c, "int [1]: int data = signed, 32 bits".into()),
            (0x3b, "PTR [2]: type = struct s [3]".into()),
            (0x43, "struct s [3]: info = STRUCT, 3 members, kind_flag set".into()),
            (0x54, "member 1 of struct s: name_off = \"b\"".into()),
            (0x5f, "member 1 of struct s: offset = bit 34, bitfield size 2".into()),
            (0x64, "member 2 of struct s: type = anonymous union [4]".into()),
            (0x80, "member 0 of anonymous union [4]: offset = bit 0".into()),
            (0x98, "ARRAY [5]: nelems = 3 elements".into()),
            (0xac, "enumerator 0 of enum e: val = -1".into()),
            (0x12c, "parameter 2 of FUNC_PROTO [13]: type = ...".into()),
            (0x134, "function fn [14]: info = FUNC, global".into()),
            (0x160, "variable 0 of section .bss: size = 4 bytes".into()),
            (0x1d3, "member 0 of struct old: offset = bit 102, bitfield size 4".into()),
            (0x230, "PTR [28]: name_off = 0x999, beyond the strings, which end at 0x26".into()),
            (0x2a1, "layout entry for kind 25: elem_sz = 4 bytes".into()),
            (0x2bf, "string 0x17: \"double\"".into()),
            (0x2ca, String::new()),
        ] {
            assert_eq!(describe_byte(&btf, at, &name), text, "{at:#x} {endian:?}");
        }
    }
}

#[test]
fn split_btf_says_which_types_and_strings_are_in_the_base() {
    for endian in BOTH {
        let base = Arc::new(every_kind(endian));
        // Type 29: typedef "s" (a string of the base) of type 3. Type 30: struct "own" with a member "int" of type 29.
        let types = [5, info(8, 0, false), 3, 39, info(4, 1, false), 8, 1, 29, 0];
        let btf = Btf::parse(blob(endian, &types, &[], b"\0own\0"), Some(Arc::clone(&base))).unwrap();
        let text = |focus: Focus| inspect(&btf, &focus.into(), &names(&btf)).to_string();
        let typedef = text(Focus::of_type(TypeId(29)));
        assert!(typedef.starts_with("btf_type [29]\n  name_off 0x5 → \"s\"\n    in the base's strings\n"), "{typedef}");
        assert!(typedef.ends_with("type 3 → struct s\n"), "{typedef}");
        let own = text(Focus::of_type(TypeId(30)));
        assert!(own.starts_with("btf_type [30]\n  name_off 0x27 → \"own\"\n  info"), "{own}");
        let header = inspect(&btf, &ByteTarget::Header(btf::HeaderField::Magic), &names(&btf)).to_string();
        assert!(header.contains("type_len 36 bytes → 2 types\n    ids go on from the base's, at 29\n"), "{header}");
        assert!(header.contains("str_len 5 bytes\n    offsets go on from the base's, at 0x26\n"), "{header}");
        // A type of the base has the same inspection, but the bytes are in the base's blob.
        let member = Focus::of_item(TypeId(3), MemberIndex(1));
        assert_eq!(text(member), inspect(&base, &member.into(), &names(&base)).to_string());
        assert_eq!(highlights(&btf, member), Default::default());
        assert_eq!(highlights(&base, member).item, Some(BlobRange::new(0x54, 0x60)));
        let target = owner_target(&btf, 24 + 36 + 1).unwrap();
        let ByteTarget::String { offset, text, .. } = target else { panic!("{target:?}") };
        assert_eq!((offset, text.as_str()), (StringOffset(39), "own"));
    }
}
