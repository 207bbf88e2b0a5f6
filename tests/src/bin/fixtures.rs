//! Writes the handmade and the large blobs as files, to look at them: `fixtures DIRECTORY`.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use tests::blob::Order;
use tests::elf::{Class, Elf, Section};
use tests::{handmade, large};

fn main() -> ExitCode {
    let Some(folder) = env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("usage: fixtures DIRECTORY");
        return ExitCode::FAILURE;
    };
    if let Err(e) = fs::create_dir_all(&folder) {
        eprintln!("{}: {e}", folder.display());
        return ExitCode::FAILURE;
    }
    let mut files: Vec<(String, String, Vec<u8>)> = Vec::new();
    for order in Order::BOTH {
        let end = order.as_str();
        for blob in handmade::all(order) {
            let about = match blob.base {
                Some(base) => format!("{} (base: {base}.{end}.btf)", blob.about),
                None => blob.about.to_owned(),
            };
            files.push((format!("{}.{end}.btf", blob.name), about, blob.bytes));
        }
        let elf = |class, section| Elf::new(class, order, 247).with(section).build();
        let blob = handmade::all_kinds(order).build();
        let size = blob.len() as u64;
        files.push((
            format!("elf32.{end}.o"),
            "a 32-bit ELF".into(),
            elf(Class::Elf32, Section::new(".BTF", blob.clone())),
        ));
        files.push((format!("elf64.{end}.o"), "a 64-bit ELF".into(), elf(Class::Elf64, Section::new(".BTF", blob))));
        files.push((
            format!("elf64-nobits.{end}.o"),
            "an ELF whose .BTF has no bytes".into(),
            elf(Class::Elf64, Section::nobits(".BTF", size)),
        ));
        files.push((
            format!("elf64-none.{end}.o"),
            "an ELF without .BTF".into(),
            elf(Class::Elf64, Section::new(".text", vec![0; 16])),
        ));
    }
    let order = Order::Little;
    for (name, about, blob) in [
        ("wide-struct", "a struct of 300 members", large::wide_struct(order, 300)),
        ("wide-enum", "enums of 2,400 values", large::wide_enum(order, 2400)),
        ("huge-enum", "enums of 70,000 values, more than 16 bits of vlen", large::wide_enum(order, 70_000)),
        ("zero-bytes", "types of 0 bytes", large::zero_bytes(order)),
        ("many-types", "140,002 types", large::many_types(order, 28_000)),
    ] {
        files.push((format!("{name}.le.btf"), about.to_owned(), blob.build()));
    }
    for (name, about, bytes) in files {
        let path = folder.join(&name);
        if let Err(e) = fs::write(&path, &bytes) {
            eprintln!("{}: {e}", path.display());
            return ExitCode::FAILURE;
        }
        println!("{name}\t{} bytes\t{about}", bytes.len());
    }
    ExitCode::SUCCESS
}
