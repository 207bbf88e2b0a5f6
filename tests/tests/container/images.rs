//! Handmade kernel images: headers of each kind around a small kernel.

use container::{Format, OpenErrorKind, Role, open};
use tests::blob::Order;
use tests::elf::{Class, Elf, Section};
use tests::fixture;

use crate::support::{gzip, noise, opened, take_apart};

/// A kernel's ELF file with its BTF, similar to the content of a bzImage.
fn vmlinux() -> Vec<u8> {
    Elf::new(Class::Elf64, Order::Little, 62)
        .with(Section::new(".text", noise(5000)))
        .with(Section::new(".BTF", fixture::read("kernel.x86_64.btf")))
        .build()
}

/// An x86 boot header with a payload.
fn bz_image(payload: &[u8]) -> Vec<u8> {
    let mut image = noise(5 * 512);
    image[0x1f1] = 3;
    image[0x1fe..0x200].copy_from_slice(&[0x55, 0xaa]);
    image[0x202..0x206].copy_from_slice(b"HdrS");
    image[0x206..0x208].copy_from_slice(&0x20fu16.to_le_bytes());
    image[0x20e..0x210].copy_from_slice(&0x280u16.to_le_bytes());
    image[0x236..0x238].copy_from_slice(&1u16.to_le_bytes());
    let release = b"6.6.6-test (someone@somewhere) #1 SMP\0";
    image[0x480..0x480 + release.len()].copy_from_slice(release);
    // The setup has 4 sectors; the unpacking code is in the fifth.
    image[0x248..0x24c].copy_from_slice(&512u32.to_le_bytes());
    image[0x24c..0x250].copy_from_slice(&(payload.len() as u32).to_le_bytes());
    image.extend(payload);
    image.extend(noise(3000));
    image
}

fn packed_kernels() -> Vec<(&'static str, Vec<u8>)> {
    use std::io::Write;
    let kernel = vmlinux();
    let mut bzip2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best());
    bzip2.write_all(&kernel).expect("memory takes all");
    let mut xz =
        lzma_rust2::XzWriter::new(Vec::new(), lzma_rust2::XzOptions::with_preset(6)).expect("memory takes all");
    xz.write_all(&kernel).expect("memory takes all");
    let lzma = lzma_rust2::LzmaOptions::with_preset(6);
    let mut lzma = lzma_rust2::LzmaWriter::new_use_header(Vec::new(), &lzma, None).expect("memory takes all");
    lzma.write_all(&kernel).expect("memory takes all");
    let mut lz4 = vec![0x02, 0x21, 0x4c, 0x18];
    let block = lz4_flex::block::compress(&kernel);
    lz4.extend((block.len() as u32).to_le_bytes());
    lz4.extend(block);
    let zstd = ruzstd::encoding::compress_to_vec(&kernel[..], ruzstd::encoding::CompressionLevel::Fastest);
    let mut list = vec![
        ("gzip", gzip(&kernel)),
        ("bzip2", bzip2.finish().expect("memory takes all")),
        ("xz", xz.finish().expect("memory takes all")),
        ("lzma", lzma.finish().expect("memory takes all")),
        ("lz4 (legacy)", lz4),
        ("zstd", zstd),
    ];
    // The kernel's build appends the unpacked length, except for gzip, which already ends with it.
    for (codec, bytes) in &mut list {
        if *codec != "gzip" {
            bytes.extend((kernel.len() as u32).to_le_bytes());
        }
    }
    list
}

#[test]
fn bz_images_of_each_codec() {
    for (codec, payload) in packed_kernels() {
        let image = bz_image(&payload);
        let found = opened("vmlinuz", &image);
        assert_eq!(found.btf.bytes[..], fixture::read("kernel.x86_64.btf"), "{codec}");
        assert_eq!(found.role, Role::Kernel);
        assert_eq!(found.kernel_release.as_deref(), Some("6.6.6-test"), "{codec}");
        assert_eq!((found.layers.len(), found.layers[0].what.as_str()), (1, codec));
        assert_eq!(found.layers[0].file_range.start, 5 * 512);
        assert_eq!(found.machine(), Some("x86-64"));
        assert!(found.notes.is_empty(), "{codec}: {:?}", found.notes);
    }
    // Not compressed (CONFIG_KERNEL_UNCOMPRESSED).
    let found = opened("vmlinuz", &bz_image(&vmlinux()));
    assert_eq!(found.layers[0].what, "payload");
    // LZO is recognised but not supported; the error names it.
    let error = take_apart("vmlinuz", &bz_image(b"\x89LZO\0\r\n\x1a\n and so on")).unwrap_err();
    assert!(error.found.contains("LZO"), "{error}");
    // A payload beyond the end.
    let image = bz_image(&gzip(&vmlinux()));
    let error = take_apart("vmlinuz", &image[..3000]).unwrap_err();
    assert_eq!(error.kind, OpenErrorKind::Damaged, "{error}");
}

#[test]
fn images_whose_header_does_not_say_are_searched() {
    for (codec, payload) in packed_kernels() {
        // An arm zImage: the magic at 0x24, and the payload anywhere, after data that only looks compressed.
        let mut image = noise(0x1000);
        image[0x24..0x28].copy_from_slice(&[0x18, 0x28, 0x6f, 0x01]);
        image[0x100..0x104].copy_from_slice(&[0x1f, 0x8b, 8, 0]);
        image[0x200..0x20a].copy_from_slice(b"\xfd7zXZ\0\0\x01\x11\x22");
        image[0x300..0x304].copy_from_slice(&[0x28, 0xb5, 0x2f, 0xfd]);
        image.extend(&payload);
        image.extend(noise(2000));
        let found = opened("zImage", &image);
        assert_eq!(found.layers[0].what, codec);
        assert_eq!(found.layers[0].file_range.start, 0x1000, "{codec}");
        assert_eq!(found.btf.bytes[..], fixture::read("kernel.x86_64.btf"), "{codec}");
    }
}

/// Zstandard data may begin with a skippable frame (RFC 8878, section 3.1.2) with any of its 16 magics. The search must
/// start there.
#[test]
fn the_search_finds_frames_that_are_skipped() {
    let (_, payload) = packed_kernels().into_iter().find(|(codec, _)| *codec == "zstd").expect("a kernel in zstd");
    for magic in 0x50..=0x5f {
        let mut image = noise(0x1000);
        image.extend([magic, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
        image.extend(&payload);
        let found = opened("firmware", &image);
        assert_eq!((found.layers[0].what.as_str(), found.layers[0].file_range.start), ("zstd", 0x1000), "{magic:#x}");
        assert_eq!(found.btf.bytes[..], fixture::read("kernel.x86_64.btf"), "{magic:#x}");
    }
}

#[test]
fn efi_zboot() {
    let payload = gzip(&vmlinux());
    let mut image = noise(0x400);
    image[..8].copy_from_slice(b"MZ\0\0zimg");
    image[8..12].copy_from_slice(&0x400u32.to_le_bytes());
    image[12..16].copy_from_slice(&(payload.len() as u32).to_le_bytes());
    image[24..29].copy_from_slice(b"gzip\0");
    image[0x3c..0x40].copy_from_slice(&0x80u32.to_le_bytes());
    image[0x80..0x86].copy_from_slice(b"PE\0\0\x64\xaa");
    image.extend(&payload);
    let found = opened("vmlinuz.efi", &image);
    assert_eq!(found.layers[0].what, "gzip");
    assert_eq!(found.btf.bytes[..], fixture::read("kernel.x86_64.btf"));
}

#[test]
fn btf_that_lies_in_an_image_as_it_is() {
    for (order, blob) in [(Order::Little, "kernel.x86_64.btf"), (Order::Big, "kernel.s390x.btf")] {
        let blob = fixture::read(blob);
        let mut image = noise(0x9003);
        image[0x38..0x3c].copy_from_slice(b"ARM\x64");
        image[0x500..0x520].copy_from_slice(b"Linux version 6.7.8-x (gcc) #1\n\0");
        // Headers without valid BTF: a length beyond the end, no types, an odd length, types of noise. After them
        // follows a smaller blob that is valid.
        for (at, lens) in [(0x1000, [1u32 << 30, 1 << 30]), (0x1100, [0, 9]), (0x1200, [33, 7]), (0x1300, [24, 60])] {
            let mut header = Vec::from(order.u16(0xeb9f));
            header.extend([1, 0]);
            for word in [24, 0, lens[0], lens[0], lens[1]] {
                header.extend(order.u32(word));
            }
            image[at..at + header.len()].copy_from_slice(&header);
        }
        let small = fixture::read("net.clang.bpfel.o");
        let small = open("net", &small).unwrap().btf.bytes;
        image.extend(small.iter());
        let at = image.len() as u64;
        image.extend(&blob);
        image.extend(noise(100));
        let found = opened("Image", &image);
        assert_eq!(found.btf.bytes[..], blob, "{order:?}");
        assert_eq!(found.btf.file_range.start, at);
        assert_eq!((found.role, found.machine()), (Role::Kernel, Some("arm64")));
        assert_eq!(found.kernel_release.as_deref(), Some("6.7.8-x"));
        assert!(found.layers.is_empty() && matches!(found.format, Format::Image(_)));
        assert!(found.notes[0].contains("1 smaller BTF"), "{:?}", found.notes);
        // The compressed image: Image.gz of arm64 and RISC-V.
        let found = opened("Image.gz", &gzip(&image));
        assert_eq!((&found.btf.bytes[..], found.layers.len()), (&blob[..], 1));
        assert_eq!(found.machine(), Some("arm64"));
    }
}

#[test]
fn a_find_at_any_place_of_the_windows() {
    // The search reads 1 MiB at a time.
    let blob = fixture::read("kernel.x86_64.btf");
    for at in
        [(1 << 20) - 200, (1 << 20) - 128, (1 << 20) - 127, (1 << 20) - 24, (1 << 20) - 1, 1 << 20, (2 << 20) - 260]
    {
        let mut image = noise(at);
        image.extend(&blob);
        let found = opened("image", &image);
        assert_eq!(found.btf.file_range.start, at as u64);
        assert_eq!(found.btf.bytes[..], blob);
    }
}

#[test]
fn a_kernel_without_btf_says_so() {
    let mut kernel = noise(100_000);
    kernel[0x400..0x420].copy_from_slice(b"Linux version 6.7.8-x (gcc) #1\n\0");
    for image in [kernel.clone(), bz_image(&gzip(&kernel))] {
        let error = take_apart("vmlinuz", &image).unwrap_err();
        assert_eq!(error.kind, OpenErrorKind::NoBtf, "{error}");
        assert!(error.found.starts_with("Linux 6.7.8-x, which was built without BTF"), "{error}");
    }
}

#[test]
fn the_boot_wrapper_of_ppc64() {
    // An ELF file without .BTF, whose section contains the compressed ELF file of the kernel.
    let mut elf = Elf::new(Class::Elf64, Order::Big, 21)
        .with(Section::new(".text", noise(300)))
        .with(Section::new(".kernel:vmlinux.strip", gzip(&vmlinux())));
    elf.kind = 2;
    let found = opened("zImage", &elf.build());
    assert_eq!(found.layers[0].what, "gzip");
    assert_eq!(found.btf.bytes[..], fixture::read("kernel.x86_64.btf"));
    // Any other program without BTF is recognised by its sections.
    let mut elf = Elf::new(Class::Elf64, Order::Little, 62).with(Section::new(".text", noise(300)));
    elf.kind = 3;
    let error = take_apart("true", &elf.build()).unwrap_err();
    assert_eq!((error.kind, error.found.as_str()), (OpenErrorKind::NoBtf, "the sections .text, .shstrtab"));
}

#[test]
fn headers_that_lie() {
    let image = bz_image(&gzip(&vmlinux()));
    let sound = opened("vmlinuz", &image);
    for at in (0x1f0..0x260).chain(0..64) {
        for value in [0, 1, 0x7f, 0x80, 0xff] {
            let mut image = image.clone();
            image[at] = value;
            // The image opens as before, or its BTF is found by the search, or it is refused with
            // an error.
            match take_apart("vmlinuz", &image) {
                Ok(container::Unpacked::File(found)) => assert_eq!(found.btf.bytes, sound.btf.bytes),
                Ok(other) => panic!("{other:?}"),
                Err(e) => assert!(e.to_string().starts_with("vmlinuz: "), "{e}"),
            }
        }
    }
}
