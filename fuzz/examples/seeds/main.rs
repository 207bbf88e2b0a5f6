//! Writes the initial inputs of the fuzz targets into `corpus/`: fixtures, handmade blobs, and texts. Inputs found by
//! fuzzing are in `seeds/`.
//!
//! `cargo run --manifest-path fuzz/Cargo.toml --example seeds`

mod wraps;

use std::collections::HashMap;
use std::path::Path;
use std::{fs, io};

use tests::blob::{Blob, Order};
use tests::elf::{Class, Elf, Section};
use tests::ext_blob::{ExtBlob, SubSection};
use tests::{fixture, handmade, large};

/// The largest initial input. Fuzzing is faster with small inputs.
const LARGEST: usize = 16 << 10;
/// The targets that take blobs.
const OF_BLOBS: [&str; 8] = ["btf", "layout", "dump", "view", "relate", "verdict", "pictures", "api"];
/// The targets that take declarations.
const OF_C: [&str; 4] = ["scratch", "headers", "c_again", "atlas_again"];

fn main() -> io::Result<()> {
    let mut seeds = Seeds::default();
    for name in fixture::names() {
        let bytes = fixture::read(&name);
        if let Some(blob) = fixture::btf_of(&bytes) {
            seeds.blob(&name, &blob);
        }
        if let Some(ext) = fixture::section(&bytes, ".BTF.ext") {
            seeds.add("ext", &name, &ext);
        }
        if name.contains(".bpf") && name.ends_with(".o") {
            for target in ["needs", "calls", "api"] {
                seeds.add(target, &name, &bytes);
            }
        }
        seeds.file(&name, &bytes);
    }
    for order in Order::BOTH {
        let end = order.as_str();
        for made in handmade::all(order) {
            seeds.blob(&format!("{}.{end}", made.name), &made.bytes);
            seeds.file(&format!("{}.{end}", made.name), &made.bytes);
        }
        for (name, blob) in [("zero-bytes", large::zero_bytes(order)), ("wide", large::wide_struct(order, 40))] {
            seeds.blob(&format!("{name}.{end}"), &blob.build());
        }
        seeds.add("ext", &format!("hand-made.{end}"), &ext(order));
        for class in Class::BOTH {
            seeds.file(&format!("elf-{class:?}.{end}"), &elf(class, order));
        }
    }
    for entry in fs::read_dir(fixture::dwarf_folder())? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "o") {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            for target in ["dwarf", "encode_again"] {
                seeds.add(target, &name, &fs::read(&path)?);
            }
        }
    }
    let folder = fixture::folder().join("../packed");
    for entry in fs::read_dir(&folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        seeds.add("container", &format!("packed-{name}"), &fs::read(entry.path())?);
    }
    // The sources of the fixtures, and the example of the scratch pad.
    let sources = fs::read_dir(fixture::folder().join("../src"))?.collect::<Result<Vec<_>, _>>()?;
    let pad = fixture::folder().join("../../../crates/model/src/pad/everything.c");
    for path in sources.iter().map(fs::DirEntry::path).chain([pad]).filter(|path| path.is_file()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for target in OF_C {
            seeds.add(target, &name, &fs::read(&path)?);
        }
    }
    texts(&mut seeds)?;
    let object = fixture::read("kernel.x86_64.o");
    for packed in ["object.gz", "object.xz", "object.zst", "legacy.lz4"] {
        for (name, bytes) in wraps::all(&fs::read(folder.join(packed))?, &object) {
            seeds.add("container", &format!("{name}-of-{packed}"), &bytes);
        }
    }
    // Inputs for the generator of blobs: `n` varies the byte order, the layout section, and the kinds of records.
    for n in 0..32u8 {
        let choices: Vec<u8> = [n % 8].into_iter().chain((0..200).map(|i: u8| i.wrapping_mul(n | 1) ^ n)).collect();
        for target in OF_BLOBS {
            seeds.add(target, &format!("choices-{n}"), &choices);
        }
    }
    for n in 0..32u8 {
        let link = "f=name:kernel.x86_64.btf&t=task_struct&kind=struct&id=3&view=tree&m=#0.next&q=size:>8".as_bytes();
        let steps = [0, n, 13, n * 3, 5, link.len() as u8];
        let choices =
            steps.into_iter().chain(link.iter().copied()).chain((0..120).map(|i: u8| i.wrapping_mul(n | 1) ^ n));
        seeds.add("session", &format!("choices-{n}"), &choices.collect::<Vec<u8>>());
    }
    seeds.write(&Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus"))
}

/// Adds texts: logs, lessons, dumps, links, tables of kernels, and names of releases.
fn texts(seeds: &mut Seeds) -> io::Result<()> {
    let top = fixture::folder().join("../../..");
    for (target, folder) in
        [("logs", "tests/fixtures/logs"), ("lessons", "docs/lessons"), ("input", "tests/fixtures/dumps")]
    {
        for entry in fs::read_dir(top.join(folder))? {
            let path = entry?.path();
            if path.is_file() {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                seeds.add(target, &name, &fs::read(&path)?);
            }
        }
    }
    let made = [
        ("links", "whole", "#v=1&f=name:kernel.x86_64.btf&t=task_struct&kind=struct&id=3&view=tree&m=#0.next&q=size:>8"),
        ("links", "two", "#v=1&f=sample:kernel&other=sha256:00ff@a.btf&t=sk_buff&kind=struct&embed=1&learn=holes:2"),
        ("links", "web", "https://example.org:8443/a/b.btf.xz?x=%20#v=1"),
        ("links", "packed", "AQAAAAEDAAAAAAE"),
        ("meta", "table", "#file\tdistribution\trelease\tarch\tsha256\na.btf.xz\tdebian\t6.1.0-1-amd64\tamd64\t00\n"),
        ("releases", "debian", "linux-6.12.107+deb13-cloud-amd64_6.12.107-1.btf\n6.18.44-fc\n6.12~rc3\n"),
        ("releases", "rhel", "rhel/8/x86_64/4.18.0-80.el8.x86_64.btf.tar.xz\n5.15.0-91-generic\nvmlinux-5.10\n4.18.0-553.el8_10\n"),
        ("input", "hex", "01 02 0x03,\\x04 ff"),
        ("input", "xxd", "00000000: 0102 0304 0506 0708 090a 0b0c 0d0e 0f10  ................\n"),
        ("input", "gdb", "0x1000:\t0x01\t0x02\t0x03\n"),
    ];
    for (target, name, text) in made {
        seeds.add(target, name, text.as_bytes());
    }
    Ok(())
}

fn ext(order: Order) -> Vec<u8> {
    let sub = |record_size, record: Vec<u32>| SubSection {
        record_size,
        blocks: vec![(1, vec![record.clone(), record.clone()]), (5, vec![record])],
    };
    let mut ext = ExtBlob::new(order, 32);
    ext.func_info = Some(sub(8, vec![0, 1]));
    ext.line_info = Some(sub(20, vec![0, 1, 2, 12 << 10 | 5]));
    ext.core_relo = Some(sub(16, vec![8, 1, 3, 0]));
    ext.gap = 4;
    ext.trailing = 3;
    ext.build()
}

fn elf(class: Class, order: Order) -> Vec<u8> {
    let blob = handmade::all_kinds(order);
    let mut split = Blob::split(&blob);
    split.pointer(1);
    Elf::new(class, order, 247)
        .with(Section::new(".BTF", blob.build()))
        .with(Section::new(".BTF.ext", ext(order)))
        .with(Section::new(".BTF.base", split.build()))
        .with(Section::new(".modinfo", b"name=x\0vermagic=6.1 SMP\0depends=a,b\0".to_vec()))
        .with(Section::nobits(".bss", 1 << 40))
        .build()
}

#[derive(Default)]
struct Seeds(HashMap<(&'static str, String), Vec<u8>>);

impl Seeds {
    fn add(&mut self, target: &'static str, name: &str, bytes: &[u8]) {
        if bytes.len() <= LARGEST {
            self.0.insert((target, name.to_owned()), bytes.to_vec());
        }
    }

    fn blob(&mut self, name: &str, bytes: &[u8]) {
        for target in OF_BLOBS {
            self.add(target, name, bytes);
        }
    }

    fn file(&mut self, name: &str, bytes: &[u8]) {
        for target in ["container", "view"] {
            self.add(target, &format!("file-{name}"), bytes);
        }
    }

    fn write(&self, folder: &Path) -> io::Result<()> {
        for ((target, name), bytes) in &self.0 {
            fs::create_dir_all(folder.join(target))?;
            fs::write(folder.join(target).join(name), bytes)?;
        }
        println!("{} seeds in {}", self.0.len(), folder.display());
        Ok(())
    }
}
