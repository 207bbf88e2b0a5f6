//! Rows, runs, highlights, moves and offsets.

use btf::{BlobRange, Btf, Endian, FieldName, HeaderField, MemberIndex, StringOffset, TypeId};
use model::bytes::{
    Blob, ByteClass, ByteTarget, Focus, Highlights, OffsetError, ROW, address_digits, highlights, owner_target,
    parse_offset,
};

use crate::support::{BOTH, STRINGS, blob, every_kind, info};

/// Every byte is in one run of its row, a run has one owner, and windows of three rows have the same runs.
pub fn runs_cover(blob: Blob<'_>) {
    let rows = blob.rows(0, u32::MAX, ROW);
    assert_eq!(rows.len() as u32, blob.total_rows(ROW));
    let mut at = 0;
    for (i, row) in rows.iter().enumerate() {
        assert_eq!((row.row, row.address), (i as u32, at));
        assert_eq!(row.ascii.chars().count(), row.bytes.len());
        let start = at;
        for run in &row.runs {
            assert_eq!(run.range.start, at, "a byte left out or twice");
            assert!(!run.range.is_empty() && run.whole.covers(run.range), "{run:?}");
            let owner = |at| blob.span(at).map(|s| (s.owner, s.range));
            assert_eq!(owner(run.range.start), Some((run.owner, run.whole)));
            assert_eq!(owner(run.range.end - 1), Some((run.owner, run.whole)));
            // A run is as long as possible: if it ends within the row, it ends with the field.
            assert!(run.range.end == run.whole.end || run.range.end % ROW == 0, "{run:?}");
            assert_eq!(row.bytes_of(run), &blob.bytes()[run.range.as_usize()]);
            at = run.range.end;
        }
        assert_eq!(&blob.bytes()[start as usize..at as usize], row.bytes);
        assert!(at - start == ROW || at == blob.len());
    }
    assert_eq!(at, blob.len());
    for first in (0..rows.len()).step_by(7) {
        let end = (first + 3).min(rows.len());
        assert_eq!(blob.rows(first as u32, 3, ROW), rows[first..end]);
    }
    assert_eq!(blob.rows(blob.total_rows(ROW), 5, ROW), []);
    assert_eq!(blob.rows(u32::MAX, u32::MAX, ROW), []);
}

#[test]
fn every_byte_is_in_one_run() {
    for endian in BOTH {
        let btf = every_kind(endian);
        runs_cover(Blob::Btf(&btf));
    }
}

#[test]
fn a_row_as_it_looks() {
    let btf = every_kind(Endian::Little);
    let rows = Blob::Btf(&btf).rows(2, 2, ROW);
    assert_eq!((rows[0].address, rows[0].ascii.as_str()), (0x20, "············ ···"));
    let css: Vec<&str> = rows.iter().flat_map(|r| &r.runs).map(|r| r.class.css()).collect();
    assert_eq!(css, ["hn", "hi", "hs", "hv", "hn", "hi", "ht", "hn"]);
    let last = &Blob::Btf(&btf).rows(0x2b, 9, ROW)[0];
    assert_eq!((last.address, last.ascii.as_str()), (0x2b0, "·A·fn·.bss·doubl"));
    // `double` begins here and ends in the next, shorter row.
    let double = last.runs.last().unwrap();
    assert_eq!((double.range, double.whole), (BlobRange::new(0x2bb, 0x2c0), BlobRange::new(0x2bb, 0x2c2)));
    assert_eq!(Blob::Btf(&btf).rows(0x2c, 9, ROW)[0].bytes, b"e\0tag\0old\0");
}

#[test]
fn css_names_are_all_different() {
    let mut css: Vec<&str> = ByteClass::ALL.iter().map(|c| c.css()).collect();
    css.sort_unstable();
    css.dedup();
    assert_eq!(css.len(), ByteClass::ALL.len());
}

#[test]
fn highlights_are_the_record_the_item_and_the_field() {
    let range = |start, end| Some(BlobRange::new(start, end));
    for endian in BOTH {
        let btf = every_kind(endian);
        let of = |id, item: Option<u32>, field| {
            highlights(&btf, Focus { id: TypeId(id), item: item.map(MemberIndex), field })
        };
        let record = range(0x3c, 0x6c);
        assert_eq!(of(3, None, None), Highlights { record, item: None, field: None });
        assert_eq!(of(3, Some(1), None), Highlights { record, item: range(0x54, 0x60), field: None });
        let field = range(0x5c, 0x60);
        assert_eq!(of(3, Some(1), Some(FieldName::Offset)), Highlights { record, item: range(0x54, 0x60), field });
        assert_eq!(of(3, None, Some(FieldName::Info)), Highlights { record, item: None, field: range(0x40, 0x44) });
        // There is no such member or field.
        assert_eq!(of(3, Some(3), Some(FieldName::NameOff)), Highlights { record, item: None, field: None });
        assert_eq!(of(3, None, Some(FieldName::Nelems)), Highlights { record, item: None, field: None });
        assert_eq!(of(0, None, None), Highlights::default());
        assert_eq!(of(99, None, None), Highlights::default());
        // The third word and the 8 bytes after it of an unknown kind.
        assert_eq!(of(27, None, Some(FieldName::Opaque)).field, range(0x220, 0x22c));
        assert_eq!(of(27, Some(0), Some(FieldName::Opaque)).field, range(0x22c, 0x230));
        assert_eq!(of(3, Some(1), Some(FieldName::Offset)).innermost(), field);
    }
}

#[test]
fn a_click_selects_the_owner_and_its_bytes() {
    let btf = every_kind(Endian::Little);
    let at = |byte| owner_target(&btf, byte).unwrap();
    let focus = Focus { id: TypeId(3), item: Some(MemberIndex(1)), field: Some(FieldName::Offset) };
    assert_eq!(at(0x5d), ByteTarget::Type(focus));
    assert_eq!(at(0x24), ByteTarget::Type(Focus { id: TypeId(1), item: None, field: Some(FieldName::Info) }));
    assert_eq!(at(3), ByteTarget::Header(HeaderField::Flags));
    assert_eq!(at(0x2a2), ByteTarget::Layout(25));
    assert!(matches!(at(0x2b9), ByteTarget::String { offset: btf::StringOffset(18), text, .. } if text == ".bss"));
    assert_eq!(owner_target(&btf, 0x2ca), None);
    // For a click on any byte, the highlighted range contains it.
    for byte in 0..btf.bytes().len() as u32 {
        let h = at(byte).highlights(&btf);
        assert!(h.innermost().is_some_and(|r| r.contains(byte)), "{byte:#x} {h:?}");
        assert!(h.record.is_some_and(|r| r.contains(byte)), "{byte:#x} {h:?}");
    }
}

#[test]
fn gaps_and_unreadable_bytes_can_be_clicked() {
    let types = [1, info(1, 0, false), 4, 32, 5, info(60, 0, false), 4];
    let mut bytes = blob(Endian::Little, &types, &[], STRINGS);
    bytes.extend([0, 0, 7]);
    let btf = Btf::parse(bytes, None).unwrap();
    runs_cover(Blob::Btf(&btf));
    assert_eq!(owner_target(&btf, 41), Some(ByteTarget::Unreadable(BlobRange::new(40, 52))));
    assert_eq!(owner_target(&btf, 52 + 39), Some(ByteTarget::Gap(BlobRange::new(52 + 38, 52 + 41))));
}

#[test]
fn keys_move_by_byte_row_and_field() {
    let btf = every_kind(Endian::Little);
    let b = Blob::Btf(&btf);
    assert_eq!((b.len(), b.total_rows(ROW), b.last_byte()), (0x2ca, 0x2d, 0x2c9));
    assert_eq!((b.move_byte(5, 1), b.move_byte(5, -6), b.move_byte(5, i64::MAX)), (6, 0, 0x2c9));
    assert_eq!(
        (b.move_rows(0x25, 1, ROW), b.move_rows(0x25, -3, ROW), b.move_rows(0x2b5, 1, ROW), b.move_rows(0x2bf, 1, ROW)),
        (0x35, 0x05, 0x2c5, 0x2c9)
    );
    assert_eq!((b.move_rows(0x25, i64::MIN, ROW), b.move_rows(0x25, i64::MAX, ROW)), (0x05, 0x2c5));
    assert_eq!(
        (b.row_start(0x25, ROW), b.row_end(0x25, ROW), b.row_end(0x2c5, ROW), b.row_of(0x25, ROW)),
        (0x20, 0x2f, 0x2c9, 2)
    );
    // Moves by key; other keys do nothing.
    let key = |key, more| b.move_by_key(key, more, 0x25, 2, ROW);
    assert_eq!(
        ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home", "End"].map(|k| key(k, false)),
        [0x26, 0x24, 0x35, 0x15, 0x45, 0x05, 0x20, 0x2f].map(Some)
    );
    assert_eq!((key("Home", true), key("End", true)), (Some(0), Some(0x2c9)));
    assert_eq!((key("ArrowRight", true), key("ArrowLeft", true)), (Some(b.next_field(0x25)), Some(b.prev_field(0x25))));
    assert_eq!((key("Enter", false), key("a", false)), (None, None));
    // magic, version, flags, hdr_len …
    let mut at = 0;
    let fields: Vec<u32> = std::iter::repeat_with(|| {
        at = b.next_field(at);
        at
    })
    .take(5)
    .collect();
    assert_eq!(fields, [2, 3, 4, 8, 12]);
    assert_eq!((b.prev_field(13), b.prev_field(12), b.prev_field(2), b.prev_field(0)), (12, 8, 0, 0));
    // In the last string, the next field is this string itself.
    assert_eq!((b.next_field(0x2c3), b.next_field(0x2c8), b.prev_field(0x2c6)), (0x2c6, 0x2c6, 0x2c2));
    assert_eq!((b.next_field(u32::MAX), b.prev_field(u32::MAX)), (0x2c6, 0x2c6));
    // The stops on the way forward through all fields are the same as on the way back.
    let mut forward = vec![0];
    while let Some(&at) = forward.last().filter(|&&at| b.next_field(at) != at) {
        forward.push(b.next_field(at));
    }
    let mut back = vec![0x2c6];
    while let Some(&at) = back.last().filter(|&&at| at != 0) {
        back.push(b.prev_field(at));
    }
    back.reverse();
    assert_eq!(forward, back);
}

#[test]
fn offsets_as_people_type_them() {
    for (text, at) in [
        ("0x1a4c30", 0x1a4c30),
        (" 0X1A4C30 ", 0x1a4c30),
        ("1a4c30h", 0x1a4c30),
        ("1723440", 1_723_440),
        ("1_723_440", 1_723_440),
        ("0x1a 4c30", 0x1a4c30),
        ("10h", 0x10),
        ("0", 0),
        ("+16", 0x110),
        ("+0x10", 0x110),
        ("-16", 0xf0),
        ("- 100h", 0),
        ("0x1fffff", 0x1fffff),
    ] {
        assert_eq!(parse_offset(text, 0x100, 0x200000), Ok(at), "{text}");
    }
    for (text, why) in [
        ("", OffsetError::Empty),
        ("   ", OffsetError::Empty),
        ("h", OffsetError::NotANumber("h".into())),
        ("0x", OffsetError::NotANumber("0x".into())),
        ("sk_buff", OffsetError::NotANumber("sk_buff".into())),
        ("0x12g", OffsetError::NotANumber("0x12g".into())),
        ("++1", OffsetError::NotANumber("+1".into())),
        ("+", OffsetError::NotANumber("".into())),
        ("1a4c30", OffsetError::LooksHex("1a4c30".into())),
        ("0x200000", OffsetError::BeyondEnd { at: 0x200000, len: 0x200000 }),
        ("99999999999999999999999", OffsetError::BeyondEnd { at: u64::MAX, len: 0x200000 }),
        ("-0x101", OffsetError::BeforeStart { by: 1 }),
    ] {
        assert_eq!(parse_offset(text, 0x100, 0x200000), Err(why), "{text}");
    }
    let text = |text, len| parse_offset(text, 0, len).unwrap_err().to_string();
    assert_eq!(text("1a4c30", 9), "“1a4c30” is not a decimal number; write 0x1a4c30 for hexadecimal");
    assert_eq!(text("512", 512), "0x200 is beyond the end: the last byte is 0x1ff");
    assert_eq!(text("0", 0), "0x0 is beyond the end: there are no bytes");
    assert!(parse_offset("é", 0, 9).is_err());
}

#[test]
fn addresses_are_as_wide_as_they_must_be() {
    for (len, digits) in [(0, 4), (1, 4), (0x10000, 4), (0x10001, 5), (0x100_0000, 6), (0x100_0001, 7), (u32::MAX, 8)] {
        assert_eq!(address_digits(len), digits, "{len:#x}");
    }
}

#[test]
fn runs_have_words_and_marks() {
    use model::bytes::{Mark, covers, hex, string_place};
    use model::focus::{BlobId, ByteFocus};
    assert_eq!((hex(&[0xf0, 0x03]), hex(&[])), ("f0 03 ".into(), String::new()));
    // A header of 24 bytes, then INT "int": name, info, size, encoding.
    let types = [1, info(1, 0, false), 4, 0x0100_0020];
    let btf = Btf::parse(blob(Endian::Little, &types, &[], STRINGS), None).expect("a header");
    let row = Blob::Btf(&btf).rows(1, 1, ROW).remove(0);
    let size = row.runs.iter().find(|run| run.whole.start == 24 + 4).expect("the info word");
    let bytes = row.bytes_of(size);
    assert_eq!(size.say(28, bytes), "info: 00 00 00 01");
    assert_eq!(size.say_byte(31, 0x01), "info, byte 4 of 4, 01");
    // The bytes of a part are counted from the start of the field.
    assert_eq!(size.say(29, &bytes[1..3]), "info, bytes 2 to 3 of 4: 00 00");
    assert_eq!(size.say(31, &bytes[3..]), "info, byte 4 of 4: 01");
    let first = Blob::Btf(&btf).rows(0, 1, ROW).remove(0);
    let said: Vec<String> = first.runs.iter().map(|run| run.say(run.range.start, first.bytes_of(run))).collect();
    assert_eq!(said[..3], ["magic: 9f eb", "version: 01", "flags: 00"]);
    assert_eq!(said.last().map(String::as_str), Some("type_len: 10 00 00 00"));
    // If a field continues in the next row, its bytes are still counted from its start.
    let long = Btf::parse(blob(Endian::Little, &types, &[], b"\0int\0a_name_longer_than_a_row_of_bytes\0"), None)
        .expect("a header");
    let all = Blob::Btf(&long).rows(0, u32::MAX, ROW);
    let split: Vec<_> = all.iter().flat_map(|row| &row.runs).filter(|run| run.range.start > run.whole.start).collect();
    // The field begins at 45 and has 34 bytes with its NUL: 3 in the third row, then 16, then 15.
    let said = |run: &model::bytes::Run| run.say_byte(run.range.start, 0x5f);
    assert_eq!(
        split.iter().map(|run| said(run)).collect::<Vec<_>>(),
        ["string, byte 4 of 34, 5f", "string, byte 20 of 34, 5f"]
    );
    let marks = highlights(&btf, Focus { id: TypeId(1), item: None, field: Some(FieldName::Info) });
    assert_eq!([24, 28, 16].map(|at| marks.mark(BlobRange::at(at, 4))), [Some(Mark::Record), Some(Mark::Field), None]);
    // Bytes that are only partly in a range have no mark, and an empty range contains no bytes.
    assert_eq!(marks.mark(BlobRange::at(38, 4)), None);
    assert!(!covers(Some(BlobRange::new(5, 5)), BlobRange::new(5, 5)) && !covers(None, BlobRange::new(5, 5)));
    let strings = 24 + 16;
    assert_eq!(string_place(&btf, StringOffset(5)), Some(ByteFocus { blob: BlobId::Own, at: strings + 5 }));
    assert_eq!(string_place(&btf, StringOffset(5000)), None);
    // The string is in the base, because offsets into the strings of a split BTF continue those of its base.
    let base = std::sync::Arc::new(btf);
    let split = Btf::parse(blob(Endian::Little, &[], &[], b"\0own\0"), Some(base.clone())).expect("a header");
    assert_eq!(string_place(&split, StringOffset(5)), Some(ByteFocus { blob: BlobId::Base(1), at: strings + 5 }));
    let own = StringOffset(STRINGS.len() as u32 + 1);
    assert_eq!(string_place(&split, own), Some(ByteFocus { blob: BlobId::Own, at: 24 + 1 }));
    assert_eq!(
        [BlobId::Own, BlobId::Base(2), BlobId::Ext].map(BlobId::title),
        [".BTF", ".BTF of the base", ".BTF.ext"]
    );
}
