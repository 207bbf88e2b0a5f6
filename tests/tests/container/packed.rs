//! Compressed files and text dumps, made by the usual tools (`tests/fixtures/pack.sh`).

use std::fs;

use container::{Codec, OpenErrorKind, OpenStep, Opener, Role, Wrapping, open};
use tests::fixture;

use crate::support::{opened, take_apart};

fn packed(name: &str) -> Vec<u8> {
    let path = fixture::project().join("tests/fixtures/packed").join(name);
    fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

const COMPRESSED: [(&str, Codec); 14] = [
    ("object.gz", Codec::Gzip),
    ("two-members.gz", Codec::Gzip),
    ("object.xz", Codec::Xz),
    ("bcj.xz", Codec::Xz),
    ("two-streams.xz", Codec::Xz),
    ("object.lzma", Codec::Lzma),
    ("object.zst", Codec::Zstd),
    ("two-frames.zst", Codec::Zstd),
    ("object.bz2", Codec::Bzip2),
    ("two-streams.bz2", Codec::Bzip2),
    ("object.lz4", Codec::Lz4),
    ("checksums.lz4", Codec::Lz4),
    ("legacy.lz4", Codec::Lz4Legacy),
    ("object.gz", Codec::Gzip),
];

/// Files whose content, or a part of it, has no checksum.
const UNCHECKED: [&str; 4] = ["object.lzma", "legacy.lz4", "two-streams.xz", "two-frames.zst"];

#[test]
fn each_codec_gives_the_object() {
    let object = fixture::read("kernel.x86_64.o");
    let plain = open("object", &object).unwrap();
    for (name, codec) in COMPRESSED {
        let bytes = packed(name);
        let found = opened(name, &bytes);
        assert_eq!(found.layers.len(), 1, "{name}");
        assert_eq!(found.layers[0].what, codec.as_str(), "{name}");
        assert_eq!(found.layers[0].len, object.len() as u64, "{name}");
        assert_eq!(found.layers[0].file_range.len(), bytes.len() as u64, "{name}");
        assert_eq!(found.file_len, bytes.len() as u64, "{name}");
        assert_eq!((&found.btf, &found.format, found.role), (&plain.btf, &plain.format, Role::Kernel), "{name}");
        assert!(found.notes.is_empty(), "{name}: {:?}", found.notes);
        // The first bytes tell that it must be unpacked.
        let mut opener = Opener::new(name, bytes.len() as u64);
        let Ok(OpenStep::Need(range)) = opener.step(None) else { panic!("{name}") };
        let step = opener.step(Some((range, &bytes))).unwrap();
        assert_eq!(step, OpenStep::Unpack(Wrapping::Compressed(codec)), "{name}");
    }
}

#[test]
fn each_dump_gives_the_blob() {
    let blob = fixture::read("module.x86_64.btf");
    for (name, what) in [
        ("blob.xxd", "a hex dump"),
        ("blob.plain", "a hex dump"),
        ("blob.c", "a C array"),
        ("blob.hexdump-C", "a hex dump"),
        ("blob.hexdump", "a hex dump"),
        ("blob.od", "a hex dump"),
        ("blob.base64", "base64"),
    ] {
        let text = packed(name);
        let found = opened(name, &text);
        assert_eq!(found.btf.bytes[..], blob, "{name}");
        assert_eq!(found.layers[0].what, what, "{name}");
        // Pasted text may have other line ends, and white space around it.
        let text = String::from_utf8(text).unwrap().replace('\n', "\r\n");
        let found = opened(name, format!("\n \n{text}\n\n").as_bytes());
        assert_eq!(found.btf.bytes[..], blob, "{name} with other line ends");
    }
    let object = opened("object.hexdump-C", &packed("object.hexdump-C"));
    assert_eq!(object.layers[0].len, fixture::read("kernel.x86_64.o").len() as u64, "with lines that are a star");
    assert_eq!(object.role, Role::Kernel);
    // One line with the hex digits of a compressed file.
    let line: String = packed("object.gz").iter().map(|b| format!("{b:02X}")).collect();
    assert_eq!(opened("line", line.as_bytes()).layers.len(), 2);
}

#[test]
fn a_dump_that_breaks_off_says_where() {
    let text = String::from_utf8(packed("blob.xxd")).unwrap();
    let line = text.match_indices('\n').nth(20).unwrap().0 + 1;
    let broken = format!("{}0000x{}", &text[..line], &text[line + 5..]);
    let error = take_apart("paste", broken.as_bytes()).unwrap_err();
    assert_eq!(error.kind, OpenErrorKind::Damaged);
    assert_eq!(error.at.start, line as u64, "{error}");
    assert!(error.expected.contains("offset"), "{error}");
    let mut base64 = String::from_utf8(packed("blob.base64")).unwrap();
    base64.replace_range(200..201, "~");
    let error = take_apart("paste", base64.as_bytes()).unwrap_err();
    assert_eq!(base64.as_bytes()[error.at.start as usize], b'~', "{error}");
    // Text without bytes in it is refused as text.
    for text in
        ["deadbeef is a word in hex", "0000: nothing", "aGVsbG8gd29ybGQ=", "cafe", "{ 0x9f }", "0x", ":", "*\n*\n"]
    {
        assert_eq!(take_apart("text", text.as_bytes()).unwrap_err().kind, OpenErrorKind::NotBtf, "{text}");
    }
}

#[test]
fn damaged_data_never_panics_and_never_passes_unseen() {
    for (name, codec) in COMPRESSED {
        let sound = packed(name);
        let whole = opened(name, &sound);
        for len in 0..sound.len() {
            match take_apart(name, &sound[..len]) {
                // The BTF is complete; only bytes behind it are missing, and a note says so. The legacy
                // format of lz4 has no end mark, so there is no note.
                Ok(found) => {
                    let container::Unpacked::File(found) = found else { panic!("{name}") };
                    assert_eq!(found.btf.bytes, whole.btf.bytes, "{name} cut to {len}");
                    let ends_quietly = matches!(codec, Codec::Lz4Legacy);
                    assert!(!found.notes.is_empty() || ends_quietly, "{name} cut to {len} opens without a word");
                }
                Err(e) => assert!(!e.to_string().is_empty()),
            }
        }
        let mut bytes = sound.clone();
        for at in 0..bytes.len() {
            for flip in [0xff, 0x40, 0x01] {
                bytes[at] ^= flip;
                match take_apart(name, &bytes) {
                    Err(e) => assert!(e.to_string().starts_with(name), "{e}"),
                    // A file with a checksum opens unchanged, or with a note about the damage.
                    Ok(container::Unpacked::File(found)) if !UNCHECKED.contains(&name) && found.notes.is_empty() => {
                        assert_eq!(found.btf.bytes, whole.btf.bytes, "{name} with byte {at} changed");
                    }
                    Ok(_) => {}
                }
                bytes[at] ^= flip;
            }
        }
    }
}

#[test]
fn a_cut_file_says_that_it_is_cut() {
    let bytes = packed("object.xz");
    let error = take_apart("vmlinux.xz", &bytes[..bytes.len() / 2]).unwrap_err();
    assert_eq!(error.kind, OpenErrorKind::Damaged);
    assert_eq!(
        error.to_string(),
        format!(
            "vmlinux.xz: found the end of the data: it is cut off; expected xz data (file bytes 0x0..{:#x})",
            bytes.len() / 2
        )
    );
}

#[test]
fn what_is_in_it_may_be_no_btf() {
    let error = take_apart("notes.gz", &crate::support::gzip(b"Dear diary, today I read a BTF.")).unwrap_err();
    assert_eq!((error.kind, error.inside.as_deref()), (OpenErrorKind::NotBtf, Some("gzip")));
    assert!(error.to_string().starts_with("notes.gz: in gzip, found text "), "{error}");
    // Compressed several times, which is allowed up to a limit.
    let mut bytes = fixture::read("kernel.x86_64.btf");
    for depth in 1..=6 {
        bytes = crate::support::gzip(&bytes);
        assert_eq!(opened("onion", &bytes).layers.len(), depth);
    }
    for _ in 0..2 {
        bytes = crate::support::gzip(&bytes);
    }
    assert_eq!(take_apart("onion", &bytes).unwrap_err().kind, OpenErrorKind::TooLarge);
}

#[test]
fn blocks_that_refer_to_blocks_before() {
    use lz4_flex::frame::{BlockMode, BlockSize, FrameEncoder, FrameInfo};
    use std::io::Write;
    use tests::elf::{Class, Elf, Section};

    let blob = fixture::read("kernel.x86_64.btf");
    let mut code = crate::support::noise(30_000);
    // References go back 30,000 bytes, often beyond the start of their block of 64 KiB.
    for _ in 0..12 {
        let again = code[code.len() - 30_000..].to_vec();
        code.extend(again);
    }
    let elf = Elf::new(Class::Elf64, tests::blob::Order::Little, 62)
        .with(Section::new(".text", code))
        .with(Section::new(".BTF", blob.clone()))
        .build();
    for mode in [BlockMode::Linked, BlockMode::Independent] {
        let info = FrameInfo::new().block_mode(mode).block_size(BlockSize::Max64KB).content_checksum(true);
        let mut encoder = FrameEncoder::with_frame_info(info, Vec::new());
        encoder.write_all(&elf).unwrap();
        let bytes = encoder.finish().unwrap();
        assert!(mode == BlockMode::Independent || bytes.len() < elf.len() / 2, "refers to nothing before");
        assert_eq!(opened("a.lz4", &bytes).btf.bytes[..], blob, "{mode:?}");
    }
    // More than one block of 8 MiB in the legacy format.
    let mut elf = elf;
    elf.resize(20 << 20, 0x66);
    let mut bytes = vec![0x02, 0x21, 0x4c, 0x18];
    for block in elf.chunks(8 << 20) {
        let packed = lz4_flex::block::compress(block);
        bytes.extend((packed.len() as u32).to_le_bytes());
        bytes.extend(packed);
    }
    // The compression ratio is suspicious, but a small file may have it.
    assert_eq!(opened("a.lz4", &bytes).btf.bytes[..], blob);
    assert_eq!(opened("a.lz4", &bytes).layers[0].len, elf.len() as u64);
}

#[test]
fn bzip2_of_runs_and_of_many_blocks() {
    use std::io::Write;
    use tests::elf::{Class, Elf, Section};

    let blob = fixture::read("kernel.x86_64.btf");
    // Runs of every length up to 599: of different bytes, and of one byte with a zero between two
    // runs. Then a long run of zeros.
    let mut runs: Vec<u8> = (1..600).flat_map(|len| vec![(len % 7) as u8; len]).collect();
    runs.extend((1..600).flat_map(|len| vec![0xaa; len].into_iter().chain([0])));
    runs.extend(vec![0; 300_000]);
    for code in [runs, crate::support::noise(400_000), Vec::new()] {
        let elf = Elf::new(Class::Elf64, tests::blob::Order::Little, 62)
            .with(Section::new(".text", code))
            .with(Section::new(".BTF", blob.clone()))
            .build();
        for level in [bzip2::Compression::fast(), bzip2::Compression::best()] {
            let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), level);
            encoder.write_all(&elf).unwrap();
            // The reader checks the checksum of every block.
            let found = opened("a.bz2", &encoder.finish().unwrap());
            assert_eq!((found.layers[0].len, found.notes.len()), (elf.len() as u64, 0));
            assert_eq!(found.btf.bytes[..], blob);
        }
    }
}

/// The only note of a file that opens despite damage after its BTF.
fn note(name: &str, bytes: &[u8]) -> String {
    let found = opened(name, bytes);
    assert_eq!(found.notes.len(), 1, "{name}: {:?}", found.notes);
    let damage = found.damage.expect("the damage that the note is about");
    assert_eq!(format!("{damage}; what comes before was opened"), found.notes[0]);
    found.notes[0].clone()
}

#[test]
fn the_checks_of_each_format_are_compared() {
    use std::io::Write;

    // The last four bytes are the frame's checksum; the note contains the decoder's message.
    let mut zstd = packed("object.zst");
    assert!(opened("a.zst", &zstd).notes.is_empty());
    *zstd.last_mut().unwrap() ^= 1;
    assert!(note("a.zst", &zstd).contains("the checksum of a frame is wrong"));
    zstd.truncate(zstd.len() - 2);
    assert!(take_apart("a.zst", &zstd).unwrap_err().found.contains("it is cut off"));

    for check in [lzma_rust2::CheckType::Crc32, lzma_rust2::CheckType::Crc64, lzma_rust2::CheckType::Sha256] {
        let mut options = lzma_rust2::XzOptions::with_preset(1);
        options.check_type = check;
        let mut writer = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
        writer.write_all(&fixture::read("kernel.x86_64.o")).unwrap();
        let mut xz = writer.finish().unwrap();
        assert!(opened("a.xz", &xz).notes.is_empty());
        // Backwards from the end: the footer of 12 bytes (it has the index's length in words, less one), the index, the
        // checksum.
        let footer = xz.len() - 12;
        let index = (u32::from_le_bytes(xz[footer + 4..footer + 8].try_into().unwrap()) as usize + 1) * 4;
        xz[footer - index - 1] ^= 1;
        assert!(note("a.xz", &xz).contains("checksum"), "{check:?}");
    }
    let mut lz4 = packed("checksums.lz4");
    *lz4.last_mut().unwrap() ^= 1;
    assert!(note("a.lz4", &lz4).contains("ContentChecksumError"));
}

#[test]
fn frames_of_lz4_that_end_between_two_blocks_are_cut_off() {
    use lz4_flex::frame::{BlockSize, FrameEncoder, FrameInfo};
    use std::io::Write;

    let mut image = fixture::read("kernel.x86_64.btf");
    image.extend(crate::support::noise(200_000));
    let mut encoder = FrameEncoder::with_frame_info(FrameInfo::new().block_size(BlockSize::Max64KB), Vec::new());
    encoder.write_all(&image).unwrap();
    let bytes = encoder.finish().unwrap();
    assert!(opened("a.lz4", &bytes).notes.is_empty());
    // After the header of 7 bytes come the blocks, each after its length, whose highest bit is a flag.
    let (mut at, mut blocks) = (7, 0);
    while at + 4 < bytes.len() {
        at += 4 + (u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) & 0x7fff_ffff) as usize;
        blocks += 1;
        for len in at..at + 4 {
            assert!(note("a.lz4", &bytes[..len]).contains("it is cut off"), "after {blocks} blocks");
        }
    }
    assert!(blocks > 3, "{blocks}");
}
