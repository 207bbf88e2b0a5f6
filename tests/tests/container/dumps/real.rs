//! Our printers print exactly what the tools print, and the tools' output is read.

use std::env;
use std::fs;
use std::process;

use tests::blob::Order;
use tests::elf::{Class, Elf, Section};
use xtask::tools::{BPFTOOL, HEXDUMP, LLVM_READELF, OD, PYTHON, Tool, XXD};

use super::{FORMS, blob, bytes_of, varied};

/// The tool in the table of tools. GNU readelf and objdump and LLVM's objdump are not in it; they were compared by
/// hand.
fn tool(name: &str) -> Option<&'static Tool> {
    [&XXD, &HEXDUMP, &OD, &LLVM_READELF].into_iter().find(|tool| tool.name == name)
}

#[test]
fn our_forms_are_what_the_tools_print() {
    let folder = env::temp_dir().join(format!("btfscope-dumps-{}", process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let mut missing: Vec<String> = Vec::new();
    let mut compared = 0;
    for form in FORMS {
        let Some(tool) = tool(form.command[0]) else { continue };
        let found = match tool.found() {
            Ok(found) => found,
            Err(why) => {
                missing.push(why);
                continue;
            }
        };
        for len in [24, 25, 31, 32, 33, 48, 63, 64, 100, 160, 255, 300] {
            let blob = blob(len, false, |at| if (40..140).contains(&at) { 0 } else { varied(at) });
            let is_elf = tool.name == "llvm-readelf";
            let content = match is_elf {
                true => Elf::new(Class::Elf64, Order::Little, 247).with(Section::new(".BTF", blob.clone())).build(),
                false => blob.clone(),
            };
            fs::write(folder.join("s"), content).expect("a file");
            let output =
                found.command().args(&form.command[1..]).arg("s").current_dir(&folder).output().expect("the tool");
            let printed = String::from_utf8_lossy(&output.stdout).into_owned();
            // xxd before 2024 shifts an incomplete last group by a column. LLVM's readelf before 19 begins with an
            // empty line.
            let without_line = |text: &str| text.trim_start_matches('\n').to_owned();
            assert_eq!(without_line(&(form.print)(&blob)), without_line(&printed), "{:?} of {len} bytes", form.command);
            assert_eq!(bytes_of(&printed).is_ok(), form.is_read, "{:?}:\n{printed}", form.command);
            compared += 1;
        }
    }
    fs::remove_dir_all(&folder).expect("the folder");
    match missing.first() {
        Some(why) => tests::skip(why),
        None => assert!(compared > 500, "{compared}"),
    }
}

#[test]
fn bytes_of_python_and_skeletons_of_bpftool_are_read() {
    let folder = env::temp_dir().join(format!("btfscope-dumps-more-{}", process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let found = PYTHON.found().and_then(|python| Ok((python, BPFTOOL.found()?)));
    let (python, bpftool) = match found {
        Ok(found) => found,
        Err(why) => return tests::skip(&why),
    };
    for len in [24, 60, 300] {
        let blob = blob(len, false, varied);
        fs::write(folder.join("s"), &blob).expect("a file");
        let script = "print(open('s', 'rb').read())";
        let output = python.command().args(["-c", script]).current_dir(&folder).output().expect("python");
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(super::print::python(&blob), printed);
        assert_eq!(bytes_of(&printed).as_deref(), Ok(&blob[..]));
    }
    let object = tests::fixture::project().join("static/samples/sample.bpf.o");
    let output = bpftool.command().args(["gen", "skeleton"]).arg(&object).output().expect("bpftool");
    let header = String::from_utf8_lossy(&output.stdout).into_owned();
    let bytes = fs::read(&object).expect("the object");
    let skeleton = container::open("x.skel.h", header.as_bytes()).expect("a skeleton");
    assert_eq!(skeleton.layers[0].len, bytes.len() as u64);
    assert_eq!(skeleton.btf, container::open("x.o", &bytes).expect("an object").btf);
    fs::remove_dir_all(&folder).expect("the folder");
}
