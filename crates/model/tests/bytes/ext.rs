//! `.BTF.ext` in the inspector, checked by hand against btf.rst, "BTF.ext section".

use btf::{BlobRange, Endian, TypeId};
use model::bytes::{Blob, ByteClass, ByteItem, ROW, ext_highlights};
use model::inspect::{describe_ext_byte, ext_link, inspect_ext, problems_ext};

use crate::rows::runs_cover;
use crate::support::{BOTH, every_kind, every_record, names};

#[test]
fn each_part_says_what_it_is() {
    for endian in BOTH {
        let (btf, ext) = (every_kind(endian), every_record(endian));
        let at = |byte| inspect_ext(&ext, Some(&btf), ext.owner(byte).unwrap(), &names(&btf)).to_string();
        let header = format!(
            "btf_ext_header
  magic 0xeb9f → {}-endian
    bytes {}
  version 1
  flags 0x0
  hdr_len 32 bytes
    with CO-RE relocations
  func_info_off 0x0 → bytes 0x20..0x34 of the blob
  func_info_len 20 bytes → 1 record
  line_info_off 0x14 → bytes 0x34..0x68 of the blob
  line_info_len 52 bytes → 2 records
  core_relo_off 0x48 → bytes 0x68..0x84 of the blob
  core_relo_len 28 bytes → 1 record
",
            endian.as_str(),
            if endian == Endian::Little { "9f eb" } else { "eb 9f" }
        );
        assert_eq!(at(0), header);
        assert_eq!(at(0x20), "func_info\n  record size 8 bytes\n");
        assert_eq!(at(0x37), "line_info\n  record size 20 bytes\n    4 bytes more than is known\n");
        assert_eq!(
            at(0x28),
            "func_info btf_ext_info_sec[0]\n  sec_name_off 0x12 → \".bss\"\n  num_info 1 record\n    func_info\n"
        );
        assert_eq!(at(0x30), "bpf_func_info[0]\n  insn_off 0x0 → instruction 0\n  type_id 14 → function fn\n");
        let unknown = if endian == Endian::Little { "ee ee 00 00" } else { "00 00 ee ee" };
        assert_eq!(
            at(0x60),
            format!(
                "bpf_line_info[1]
  insn_off 0x10 → instruction 2
  file_name_off 0xf → \"fn\"
  line_off 0x22 → \"old\"
  line_col 0x00003400
    bits 31–10 13 line
    bits 9–0 0 column
  unknown {unknown} → 4 bytes whose meaning is not known
"
            )
        );
        assert_eq!(
            at(0x80),
            "bpf_core_relo[0]
  insn_off 0x8 → instruction 1
  type_id 3 → struct s
  access_str_off 0xd → \"A\"
  kind 2 → BPF_CORE_FIELD_EXISTS
"
        );
        assert_eq!(at(0x84), "gap\n  bytes 00 00 00 00 → 4 bytes, all zero\n  Bytes that belong to no subsection.\n");
        assert!(problems_ext(&ext).is_empty());
    }
}

#[test]
fn bytes_are_described_in_a_line() {
    for endian in BOTH {
        let (btf, ext) = (every_kind(endian), every_record(endian));
        for (at, text, alone) in [
            (0x05, "header: hdr_len = 32 bytes", "header: hdr_len = 32 bytes"),
            (0x29, "func_info, section \".bss\": num_info = 1 record", "func_info, block 0: num_info = 1 record"),
            (
                0x33,
                "func_info 0 of section \".bss\": type_id = function fn [14]",
                "func_info 0 of block 0: type_id = 14",
            ),
            (
                0x4c,
                "line_info 0 of section \".bss\": line_col = line 12, column 5",
                "line_info 0 of block 0: line_col = line 12, column 5",
            ),
            (
                0x7c,
                "core_relo 0 of section \".bss\": access_str_off = \"A\"",
                "core_relo 0 of block 0: access_str_off = 0xd",
            ),
            (0x85, "gap of 4 bytes", "gap of 4 bytes"),
            (0x88, "", ""),
        ] {
            assert_eq!(describe_ext_byte(&ext, Some(&btf), at, &names(&btf)), text, "{endian:?}");
            assert_eq!(describe_ext_byte(&ext, None, at, &names(&btf)), alone, "{endian:?}");
        }
        assert_eq!(ext_link(&ext, 0x2c), Some(TypeId(14)));
        assert_eq!(ext_link(&ext, 0x83), Some(TypeId(3)));
        assert_eq!(ext_link(&ext, 0x40), None);
    }
}

#[test]
fn rows_and_highlights() {
    let ext = every_record(Endian::Little);
    let blob = Blob::Ext(&ext);
    runs_cover(blob);
    let h = ext_highlights(&ext, 0x46);
    assert_eq!((h.record, h.field), (Some(BlobRange::new(0x40, 0x54)), Some(BlobRange::new(0x44, 0x48))));
    let h = ext_highlights(&ext, 0x86);
    assert_eq!((h.record, h.field), (Some(BlobRange::new(0x84, 0x88)), None));
    let row = &blob.rows(4, 1, ROW)[0];
    let classes: Vec<(ByteClass, u32)> = row.runs.iter().map(|r| (r.class, r.range.len())).collect();
    assert_eq!(classes, [(ByteClass::Offset, 4), (ByteClass::Name, 4), (ByteClass::Name, 4), (ByteClass::Value, 4)]);
    let item = ByteItem::Record(btf::SubSectionKind::LineInfo, 0, 0);
    assert!(row.runs.iter().all(|r| r.item == item));
    // The last field of the record is in the next row.
    let next = &blob.rows(5, 1, ROW)[0];
    assert_eq!((next.runs[0].class, next.runs[0].item), (ByteClass::Data, item));
}
