//! Answers as people type them, and the replies.

use super::*;

/// The reply to a wrong answer; empty for a right one.
fn said(expected: &Expected, typed: &str) -> String {
    expected.check(typed).err().map(|reply| reply.text).unwrap_or_default()
}

#[test]
fn numbers_are_read_as_people_type_them() {
    for typed in
        ["24", " 24 ", "0x18", "0X18", "0b11000", "#24", "24 bytes", "24 B", "2_4", "024", "18h", "byte 24", "24bytes"]
    {
        assert!(Expected::number(24).is(typed), "{typed}");
    }
    for typed in ["", "25", "24 cows", "0x24", "24 24", "twenty-four", "0x", "99999999999999999999"] {
        assert!(!Expected::number(24).is(typed), "{typed}");
    }
    for typed in
        ["24.", "= 24", "+24", "(24)", "24 = 0x18", "0x18 = 24", "offset: 24", "id = 24", "24 members", "24 types."]
    {
        assert!(Expected::number(24).is(typed), "{typed}");
    }
    assert!(Expected::number(1).is("1 member") && Expected::bytes(24).is("24 bytes."));
    assert_eq!(said(&Expected::bytes(24), "24 members"), "The question asks for bytes.");
    assert_eq!(said(&Expected::number(24), "24 = 0x19"), "One of the two is right, and the other one is not.");
    assert!(Expected::number(-3).is("-3") && Expected::number(1234).is("1,234") && !Expected::number(3).is("-3"));
    assert!(Expected::number(0xeb9f).is("EB9F") && Expected::number(0xeb9f).is("0xEb9F"));
}

#[test]
fn a_unit_has_to_be_the_right_one() {
    let three = Expected::bytes(3);
    assert!(three.is("3") && three.is("3 bytes") && three.is("0x3 B") && !three.is("3 bits"));
    assert_eq!(said(&three, "24 bits"), "That is the right size, in bits. The question asks for bytes.");
    assert_eq!(said(&three, "24"), "That is the number of bits. The question asks for bytes.");
    assert_eq!(said(&three, "3 bits"), "The question asks for bytes, not bits.");
    let wide = Expected::bits(24);
    assert!(wide.is("24") && wide.is("24 bit") && !wide.is("24 bytes"));
    assert_eq!(said(&wide, "3 bytes"), "That is the right size, in bytes. The question asks for bits.");
    assert_eq!(said(&wide, "3"), "That is the number of bytes. The question asks for bits.");
    assert_eq!(said(&wide, "24 bytes"), "The question asks for bits, not bytes.");
    assert_eq!(said(&Expected::bytes(0), "0 bits"), "That is the right size, in bits. The question asks for bytes.");
}

#[test]
fn a_wrong_number_is_diagnosed() {
    let length = Expected::bytes(88);
    assert_eq!(said(&length, ""), "Type a number first, such as 24 or 0x18.");
    assert_eq!(said(&length, "58"), "Right in hexadecimal: write 0x58.");
    assert_eq!(said(&length, "0x88"), "88 is the decimal number; 0x88 is 136.");
    let swapped = "The right bytes in the wrong order. Mind the file's byte order: the magic number shows it.";
    for typed in ["0x58000000", "1476395008", "0x5800", "0x5800000000000000"] {
        assert_eq!(said(&length, typed), swapped, "{typed}");
    }
    assert_eq!(said(&length, "58 00 00 00"), "Those are the right bytes. What number do they make?");
    assert_eq!(said(&length, "00 00 00 58"), "Those are the right bytes. What number do they make?");
    assert_eq!(said(&length, "58 01 00 00"), "Type one number, not single bytes.");
    assert_eq!(said(&length, "much"), "much is not a number. Type it like 24 or 0x18.");
    assert_eq!(said(&length, "89"), "Not 89. Try again.");
    assert_eq!(said(&Expected::number(-1), "4294967295"), "Those are the right bits, but the number is signed.");
    assert_eq!(said(&Expected::number(0xffff_ffff), "-1"), "Those are the right bits, but the number is unsigned.");
    assert_eq!(said(&Expected::number(0x0101), "0x0102"), "Not 0x0102. Try again.");
}

#[test]
fn names_may_be_quoted() {
    let pid = Expected::text("pid");
    assert!(pid.is(" \"pid\" ") && pid.is("pid"));
    assert!(!pid.is("PID") && !pid.is(""));
    assert_eq!(said(&pid, "PID"), "Almost: in names, upper and lower case and each underscore matter.");
    assert_eq!(said(&pid, " "), "Type the name first.");
    assert_eq!(said(&pid, "tgid"), "Not tgid. Try again.");
    let access = Expected::text("0:1");
    assert!(access.is("0:1"));
    assert_eq!(said(&access, "1"), "The first index is missing: that of the element that the pointer points to.");
}

#[test]
fn any_notation_of_the_page_is_right() {
    let place = Expected::bits(14);
    assert!(place.is("1:6") && !place.is("1:7") && !place.is("1:8") && Expected::bytes(24).is("24:0"));
    assert_eq!(said(&Expected::bytes(1), "1:6"), "The question asks for bytes, not bits.");
    let size = Expected::bytes(12);
    assert!(size.is("12B") && size.is("12b") && size.is("12 (0xc)") && !size.is("13B"));
    assert!(Expected::number(0x12b).is("12B"), "the same digits can be hexadecimal");
    assert_eq!(said(&Expected::bits(96), "12B"), "That is the right size, in bytes. The question asks for bits.");
    let large = Expected::bytes(9792);
    assert!(["9 792", "9,792", "9\u{202f}792 B", "9792B"].iter().all(|typed| large.is(typed)));
    let errno = Expected::number(22).or("EINVAL").or("-EINVAL");
    assert!(["EINVAL (22)", "22 (EINVAL)", "-EINVAL", "einval"].iter().all(|typed| errno.is(typed)));
    assert_eq!(said(&errno, "EINVAL (21)"), "One of the two is right, and the other one is not.");
    assert_eq!(said(&errno, "EEXIST (17)"), "EEXIST is not a number. Type it like 24 or 0x18.");
    let id = Expected::number(9);
    assert!(id.is("#9") && id.is("[9]") && id.is("struct node #9") && !id.is("struct node #8"));
    let file = Expected::text("./lesson-sizes.bpf.c");
    assert!(file.is("lesson-sizes.bpf.c") && file.is("./lesson-sizes.bpf.c") && !file.is("sizes.bpf.c"));
    let member = Expected::text("urgent");
    assert!(member.is("flow.urgent") && member.is("char urgent;") && !member.is("urgent.flow"));
    assert_eq!(said(&Expected::number(1), "yes"), "Type 1 for yes.");
}

#[test]
fn the_lesson_s_own_reason_comes_first() {
    let wrong = ["8".to_owned(), "0x20".to_owned()].to_vec();
    let size = Expected { wrong, ..Expected::bytes(24) };
    let reason = |typed: &str| size.check(typed).unwrap_err();
    assert_eq!(reason("8"), Reply { text: "Not 8.".into(), wrong: Some(0) });
    assert_eq!(reason("0x8 bytes").wrong, Some(0));
    assert_eq!(reason("32").wrong, Some(1));
    assert_eq!((reason("8 bits").wrong, reason("9").wrong, reason("").wrong), (None, None, None));
    let name = Expected { wrong: vec!["rcu".into()], ..Expected::text("user") };
    assert_eq!(name.check("type tag rcu").unwrap_err().wrong, Some(0));
    let word = Expected { wrong: vec!["volatile".into()], ..Expected::word("const", &["CONST"]) };
    assert_eq!(word.check("VOLATILE").unwrap_err().wrong, Some(0));
}

#[test]
fn words_are_diagnosed_as_numbers_are() {
    let near = Near { word: "missing".into(), why: "That says why.".into() };
    let result = Expected { near: vec![near], ..Expected::word("poisoned", &[]) };
    assert_eq!(said(&result, "Missing"), "That says why.");
    assert_eq!(said(&result, "poisond"), "Nearly: one letter differs.");
    assert_eq!(said(&result, "0"), "The question asks for a word, not a number.");
    assert_eq!(said(&Expected::text("urgent"), "18"), "The question asks for a name, not a number.");
}

#[test]
fn words_are_right_in_any_case() {
    let absent = Expected::word("absent: 0", &[]);
    assert!(absent.is("Absent") && absent.is("absent: 0") && absent.is(" ABSENT ") && !absent.is("present"));
    assert!(Expected::word("poisoned", &[]).is("Poisoned"));
    let kind = Expected::word("decl tag", &["DECL_TAG"]);
    assert!(kind.is("DECL_TAG") && kind.is("BTF_KIND_DECL_TAG") && kind.is("Decl Tag") && kind.is("`decl tag`"));
    assert_eq!(said(&kind, ""), "Type the word first.");
    assert_eq!(said(&kind, "type tag"), "Not type tag. Try again.");
    assert!(Expected::number(22).or("EINVAL").is("einval") && !Expected::number(22).or("EINVAL").is(""));
}

#[test]
fn words_may_end_a_sentence() {
    let poisoned = Expected::word("poisoned", &[]);
    for typed in ["poisoned.", "(poisoned)", "Poisoned!", "a poisoned"] {
        assert!(poisoned.is(typed), "{typed}");
    }
    assert_eq!(said(&poisoned, "poisond."), "Nearly: one letter differs.");
    assert!(
        Expected::text("0:1").is("0:1.") && Expected::text(".text").is(".text") && Expected::text("pid").is("pid,")
    );
}
