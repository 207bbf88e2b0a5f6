//! The inspection of each kind, checked by hand against btf.rst and `include/uapi/linux/btf.h`.

use btf::{BlobRange, Btf, Endian, FieldName, MemberIndex, TypeId};
use model::bytes::Focus;
use model::inspect::{Link, Meaning, inspect, problems};

use crate::support::{BOTH, STRINGS, blob, every_kind, info, names};

/// Replaces `«BE»` by the remark that big-endian blobs have about bits.
fn expand(text: &str, endian: Endian) -> String {
    text.replace("«BE»", if endian == Endian::Big { " (bit 0 is the most significant)" } else { "" })
}

#[track_caller]
fn check(id: u32, item: Option<u32>, expected: &str) {
    for endian in BOTH {
        let btf = every_kind(endian);
        let focus = Focus { id: TypeId(id), item: item.map(MemberIndex), field: None };
        let text = inspect(&btf, &focus.into(), &names(&btf)).to_string();
        assert_eq!(text.trim_end(), expand(expected, endian), "{endian:?}");
    }
}

/// The title, the line of `name_off`, and the info word of a kind that uses neither kind_flag nor vlen.
fn plain_head(id: u32, name: &str, kind: u32, word: &str) -> String {
    format!(
        "btf_type [{id}]\n  name_off {name}\n  info {:#010x}\n    bit 31 0 kind_flag: unused\n    \
         bits 30–24 {kind} kind: {word}\n    bits 23–0 0 vlen: unused\n    since Linux 7.2 kind has 7 bits and vlen 24; before, 5 and 16\n",
        kind << 24
    )
}

#[test]
fn ints_show_their_encoding() {
    let int = "  size 4 bytes
  int data 0x01000020
    bits 27–24 1 encoding: signed
    bits 23–16 0 offset of the value, in bits
    bits 7–0 32 bits of the value";
    check(1, None, &(plain_head(1, "0x1 → \"int\"", 1, "INT") + int));
    let old = "  size 4 bytes
  int data 0x00020004
    bits 27–24 0 encoding: unsigned
    bits 23–16 2 offset of the value, in bits
    bits 7–0 4 bits of the value
    does not fill its bytes: a bitfield of the old style";
    check(22, None, &(plain_head(22, "0x22 → \"old\"", 1, "INT") + old));
}

#[test]
fn references_name_their_types() {
    let none = "0x0 → no name";
    check(2, None, &(plain_head(2, none, 2, "PTR") + "  type 3 → struct s\n    what it points to"));
    check(9, None, &(plain_head(9, "0x5 → \"s\"", 8, "TYPEDEF") + "  type 3 → struct s"));
    check(10, None, &(plain_head(10, none, 9, "VOLATILE") + "  type 1 → int"));
    check(11, None, &(plain_head(11, none, 10, "CONST") + "  type 10 → VOLATILE [10]"));
    check(12, None, &(plain_head(12, none, 11, "RESTRICT") + "  type 2 → PTR [2]"));
    check(15, None, &(plain_head(15, "0x7 → \"a\"", 14, "VAR") + "  type 1 → int\n  linkage 0 → static"));
    check(17, None, &(plain_head(17, "0x17 → \"double\"", 16, "FLOAT") + "  size 8 bytes"));
    let array = "  unused 0x0 → nothing, in this kind\n  type 1 → int\n    element\n  index_type 1 → int\n    \
                 what indexes it\n  nelems 3\n    12 bytes in all";
    check(5, None, &(plain_head(5, none, 3, "ARRAY") + array));
}

#[test]
fn structs_show_how_their_offsets_are_coded() {
    check(
        3,
        None,
        "btf_type [3]
  name_off 0x5 → \"s\"
  info 0x84000003
    bit 31 1 kind_flag: member offsets also hold a bitfield size
    bits 30–24 4 kind: STRUCT
    bits 23–0 3 vlen: members
    since Linux 7.2 kind has 7 bits and vlen 24; before, 5 and 16
  size 8 bytes",
    );
    check(
        3,
        Some(1),
        "btf_member[1]
  name_off 0x9 → \"b\"
  type 1 → int
  offset 0x02000022
    bits 31–24 2 bitfield size
    bits 23–0 34 = 4:2«BE»",
    );
    check(
        3,
        Some(2),
        "btf_member[2]
  name_off 0x0 → no name
  type 4 → anonymous union [4]
  offset 0x00000020
    bits 31–24 0 not a bitfield
    bits 23–0 32 = byte 4",
    );
    check(
        23,
        Some(0),
        "btf_member[0]
  name_off 0x7 → \"a\"
  type 22 → old
  offset 0x64
    bits 31–0 100 = 12:4«BE»
    bitfield size 4 by its INT: bits 102 to 105, from 12:6«BE»",
    );
    check(4, Some(0), "btf_member[0]\n  name_off 0x7 → \"a\"\n  type 1 → int\n  offset 0x0\n    bits 31–0 0 = byte 0");
}

#[test]
fn enums_are_signed_or_not() {
    check(
        6,
        None,
        "btf_type [6]
  name_off 0xb → \"e\"
  info 0x86000002
    bit 31 1 kind_flag: values are signed
    bits 30–24 6 kind: ENUM
    bits 23–0 2 vlen: enumerators
    since Linux 7.2 kind has 7 bits and vlen 24; before, 5 and 16
  size 4 bytes",
    );
    check(6, Some(0), "btf_enum[0]\n  name_off 0xd → \"A\"\n  val 0xffffffff → -1\n    signed, as kind_flag says");
    check(6, Some(1), "btf_enum[1]\n  name_off 0x9 → \"b\"\n  val 0x5 → 5");
    check(
        7,
        Some(0),
        "btf_enum64[0]
  name_off 0xd → \"A\"
  val_lo32 0xffffffff
    low 32 bits of 8589934591
  val_hi32 0x1
    high 32 bits of 8589934591",
    );
    for endian in BOTH {
        // The same word in an unsigned enum.
        let btf = Btf::parse(blob(endian, &[11, info(6, 1, false), 4, 13, u32::MAX], &[], STRINGS), None).unwrap();
        let text = inspect(&btf, &Focus::of_item(TypeId(1), MemberIndex(0)).into(), &names(&btf)).to_string();
        assert!(text.ends_with("val 0xffffffff → 4294967295\n    unsigned, as kind_flag says\n"), "{text}");
    }
}

#[test]
fn functions_variables_and_sections() {
    check(
        14,
        None,
        "btf_type [14]
  name_off 0xf → \"fn\"
  info 0x0c000001
    bit 31 0 kind_flag: unused
    bits 30–24 12 kind: FUNC
    bits 23–0 1 vlen: linkage, global
    since Linux 7.2 kind has 7 bits and vlen 24; before, 5 and 16
  type 13 → FUNC_PROTO [13]
    prototype",
    );
    check(
        13,
        None,
        "btf_type [13]
  name_off 0x0 → no name
  info 0x0d000003
    bit 31 0 kind_flag: unused
    bits 30–24 13 kind: FUNC_PROTO
    bits 23–0 3 vlen: parameters
    since Linux 7.2 kind has 7 bits and vlen 24; before, 5 and 16
  type 0 → void
    return type",
    );
    check(13, Some(1), "btf_param[1]\n  name_off 0x9 → \"b\"\n  type 2 → PTR [2]");
    check(13, Some(2), "btf_param[2]\n  name_off 0x0 → no name\n  type 0 → ...\n    any further arguments");
    check(
        16,
        Some(0),
        "btf_var_secinfo[0]
  type 15 → variable a
  offset 0x0 → byte 0 of section .bss
    0 in an object that was not linked
  size 4 bytes",
    );
    check(
        8,
        None,
        "btf_type [8]
  name_off 0x5 → \"s\"
  info 0x87000000
    bit 31 1 kind_flag: a union
    bits 30–24 7 kind: FWD
    bits 23–0 0 vlen: unused
    since Linux 7.2 kind has 7 bits and vlen 24; before, 5 and 16
  unused 0x0 → nothing, in this kind",
    );
}

#[test]
fn tags_name_what_they_are_on() {
    let lines = |id: u32| -> Vec<String> {
        let btf = every_kind(Endian::Little);
        let text = inspect(&btf, &Focus::of_type(TypeId(id)).into(), &names(&btf)).to_string();
        text.lines().map(|l| l.trim().to_owned()).collect()
    };
    for (id, target, component, flag) in [
        (18, "type 3 → struct s", "component_idx 1 → member \"b\"", "bit 31 0 kind_flag: the name is a btf_decl_tag's"),
        (
            20,
            "type 14 → function fn",
            "component_idx 0 → parameter \"a\"",
            "bit 31 0 kind_flag: the name is a btf_decl_tag's",
        ),
        (
            21,
            "type 9 → typedef s",
            "component_idx -1 → the whole of it",
            "bit 31 1 kind_flag: the name is a whole attribute",
        ),
    ] {
        let lines = lines(id);
        assert!([target, component, flag].iter().all(|want| lines.iter().any(|l| l == want)), "{lines:?}");
    }
    assert!(lines(19).iter().any(|l| l == "bit 31 1 kind_flag: the name is a whole attribute"));
    // On a FUNC, the component is a parameter of its prototype.
    let btf = every_kind(Endian::Big);
    let tag = inspect(&btf, &Focus::of_type(TypeId(20)).into(), &names(&btf));
    let link = tag.fields.last().and_then(|f| f.meaning.first()).cloned();
    let item = Link::Item(TypeId(13), MemberIndex(0));
    assert_eq!(link, Some(Meaning::Is { text: "parameter \"a\"".into(), link: Some(item) }));
}

#[test]
fn kinds_of_the_layout_section() {
    check(
        24,
        None,
        "btf_type [24]
  name_off 0x0 → no name
  info 0x14000002
    bit 31 0 kind_flag: unused
    bits 30–24 20 kind: LOC_PARAM
    bits 23–0 2 vlen: values
    since Linux 7.2 kind has 7 bits and vlen 24; before, 5 and 16
  size 8 bytes
    of the value
  flags 0x3 → signed, constant",
    );
    check(24, Some(0), "LOC_PARAM value[0]\n  val 0xfffffffe\n    low 32 bits of -2");
    check(25, Some(0), "LOC_PROTO parameter[0]\n  type 24 → LOC_PARAM [24]");
    check(25, Some(1), "LOC_PROTO parameter[1]\n  type 0 → where it lives is not known");
    check(
        26,
        Some(0),
        "LOCSEC site[0]
  func 14 → function fn
    the function that was inlined
  loc_proto 25 → LOC_PROTO [25]
    where its parameters live
  offset 0x40
    where the site is",
    );
    check(
        27,
        None,
        "btf_type [27]
  name_off 0x7777 → its meaning is not known
  info 0x99000001
    bit 31 1 kind_flag: its meaning is not known
    bits 30–24 25 kind: not known; the layout section gives its size
    bits 23–0 1 vlen: items
    since Linux 7.2 kind has 7 bits and vlen 24; before, 5 and 16
  unknown 0x1234 → its meaning is not known
  unknown 01 01 01 01 02 02 02 02 → 8 bytes whose meaning is not known",
    );
    check(27, Some(0), "kind 25 item[0]\n  unknown 0x3030303 → its meaning is not known");
}

#[test]
fn a_fault_stands_at_the_field_that_has_it() {
    let head = "btf_type [28]
  name_off 0x999
    ! beyond the strings, which end at 0x26
  info 0x02000000
    bit 31 0 kind_flag: unused
    bits 30–24 2 kind: PTR
    bits 23–0 0 vlen: unused
    since Linux 7.2 kind has 7 bits and vlen 24; before, 5 and 16
  type 99
    ! there is no type 99, the last is 28
    what it points to";
    check(28, None, head);
    check(99, None, "btf_type [99]\n  ! there is no type 99, the last is 28");
    check(3, Some(7), "btf_member[7]\n  ! there is no member 7: the record has 3 members");
    check(0, None, "void [0]\n  The id 0 stands for void: there is no record of it.");
    for endian in BOTH {
        // A variable with linkage 9; a struct of 4 bytes whose member starts at byte 8.
        let types = [1, info(1, 0, false), 4, 32, 7, info(14, 0, false), 1, 9, 5, info(4, 1, false), 4, 9, 1, 64];
        let btf = Btf::parse(blob(endian, &types, &[], STRINGS), None).unwrap();
        let text = |focus: Focus| inspect(&btf, &focus.into(), &names(&btf)).to_string();
        assert!(
            text(Focus::of_type(TypeId(2)))
                .ends_with("linkage 9 → unknown\n    ! linkage 9 is not static, global or extern\n"),
            "{}",
            text(Focus::of_type(TypeId(2)))
        );
        let member = text(Focus::of_item(TypeId(3), MemberIndex(0)));
        assert!(member.ends_with("= byte 8\n  ! it reaches bit 64, but the type ends at bit 32\n"), "{member}");
        let list: Vec<(String, BlobRange)> = problems(&btf).into_iter().map(|p| (p.text, p.range)).collect();
        assert_eq!(
            list,
            [
                ("type 2, variable a: linkage 9 is not static, global or extern".into(), BlobRange::new(52, 56)),
                (
                    "member 0 b of type 3, struct s: it reaches bit 64, but the type ends at bit 32".into(),
                    BlobRange::new(68, 80)
                ),
            ]
        );
    }
}

#[test]
fn parts_of_a_record_have_their_own_struct() {
    let btf = every_kind(Endian::Little);
    let title = |id, field| {
        let focus = Focus { id: TypeId(id), item: None, field: Some(field) };
        let i = inspect(&btf, &focus.into(), &names(&btf));
        (i.title, i.fields.len())
    };
    assert_eq!(title(5, FieldName::Nelems), ("btf_array".into(), 3));
    assert_eq!(title(5, FieldName::Info), ("btf_type [5]".into(), 6));
    assert_eq!(title(15, FieldName::Linkage), ("btf_var".into(), 1));
    assert_eq!(title(15, FieldName::Type), ("btf_type [15]".into(), 4));
    assert_eq!(title(18, FieldName::ComponentIdx), ("btf_decl_tag".into(), 1));
    assert_eq!(title(1, FieldName::IntData), ("btf_type [1]".into(), 4));
}

#[test]
fn a_header_of_24_bytes_has_unused_bits_in_the_info_word() {
    for endian in BOTH {
        let word = |n: u32| match endian {
            btf::Endian::Little => n.to_le_bytes(),
            btf::Endian::Big => n.to_be_bytes(),
        };
        let magic = if endian == btf::Endian::Little { [0x9f, 0xeb, 1, 0] } else { [0xeb, 0x9f, 1, 0] };
        // A function whose linkage is 1, with bit 17 set.
        let words = [24, 0, 12, 12, 1, 0, 12 << 24 | 1 << 17 | 1, 0].map(word);
        let blob: Vec<u8> = [magic].into_iter().chain(words).flatten().chain([0]).collect();
        let btf = btf::Btf::parse(blob, None).expect("a header");
        let focus = Focus { id: TypeId(1), item: None, field: None };
        let text = inspect(&btf, &focus.into(), &names(&btf)).to_string();
        let expected = "    bit 31 0 kind_flag: unused
    bits 30–29 0x0 unused
    bits 28–24 12 kind, as a header of 24 bytes has it
    bits 23–16 0x2 unused bits that are set: kernels before 7.2 refuse them
    bits 15–0 1 vlen, as a header of 24 bytes has it
    newer readers take it for kind 12 with vlen 131073
";
        assert!(text.contains(expected), "{text}");
    }
}

/// A struct with two members, in a blob with a header of 24 bytes. By today's format, it has 65,538 members if the
/// unused bit 16 is set, and an unknown kind if the unused bit 29 is set. So its record cannot be read.
#[test]
fn a_record_that_is_too_long_says_that_unused_bits_are_set() {
    for (info, says) in [
        (4 << 24 | 1 << 16 | 2, "0x0 in 30–29, 0x1 in 23–16; without them it is STRUCT with vlen 2"),
        (1 << 29 | 4 << 24 | 2, "0x1 in 30–29, 0x0 in 23–16; without them it is STRUCT with vlen 2"),
    ] {
        let words = [24u32, 0, 36, 36, 1, 0, info, 8, 0, 0, 0, 0, 0, 32].map(u32::to_le_bytes);
        let blob: Vec<u8> = [[0x9f, 0xeb, 1, 0]].into_iter().chain(words).flatten().chain([0]).collect();
        let btf = btf::Btf::parse(blob, None).expect("a header");
        let target = model::bytes::owner_target(&btf, 28).expect("a byte");
        let text = inspect(&btf, &target, &names(&btf)).to_string();
        assert!(text.contains(says), "{text}");
    }
}
