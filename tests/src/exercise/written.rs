//! Reads texts that people paste, follow or write: logs, links, lessons, headers, tables of kernels, names of releases.

use std::sync::Arc;

use atlas::KernelTable;
use btf::Btf;
use desk::{AskPage, AskStep, FileId, Job, Keep, ToDesk};
use header::Machine;
use model::address::{Address, file_name, file_name_of, first_link, host, is_local, load_words, web_address};
use model::program::Program;
use model::relocations::Core;
use release::{Named, Release, Version};
use work::Desk;

use super::Digest;
use crate::fixture;

thread_local! {
    /// A program with relocations, functions and lines.
    static PROGRAM: Program = {
        let object = bpf::Object::parse(fixture::read("core.clang.bpfel.o")).unwrap_or_else(|e| panic!("{e}"));
        Program::new(object)
    };
}

/// Reads a text as a log, alone and beside an open program.
///
/// # Panics
/// When the answer names a line that the log does not have.
pub fn logged(bytes: &[u8], digest: &mut Digest) {
    let text = logs::decode(bytes);
    digest.debug(&(logs::is_log(&text), logs::is_log_alone(&text)));
    let read = |selected| PROGRAM.with(|program| logs::read(&Core { program, kernels: &[] }, &text, selected));
    for reading in [logs::explain(&text), read(None), read(Some(0))] {
        // A log may be one line with `\n` written as two characters. It then has more lines than
        // the text.
        let lines = if reading.lines.is_empty() { text.lines().count() } else { reading.lines.len() };
        for line in
            reading.errors.iter().map(|e| e.line).chain(reading.links.iter().map(|l| l.line)).chain(reading.first)
        {
            assert!(line < lines.max(1), "line {line} of {lines}: {text:?}");
        }
        assert!(reading.errors.is_sorted_by_key(|e| e.line));
        digest.debug(&reading);
    }
}

/// Reads a text as a page's address, as the data of a link, and as an address on the web.
///
/// # Panics
/// When an address that was read and written again reads differently.
pub fn linked(text: &str, digest: &mut Digest) {
    for fragment in [text.to_owned(), format!("#v=1&{text}")] {
        match Address::parse(&fragment) {
            Err(e) => assert!(!e.to_string().is_empty()),
            Ok(address) => {
                let written = address.to_fragment();
                let again = Address::parse(&written).map(|address| address.to_fragment());
                assert_eq!(again.as_deref(), Ok(written.as_str()), "{fragment:?}");
                digest.bytes(written.as_bytes());
            }
        }
    }
    match share::unpack(text) {
        Err(e) => assert!(!e.to_string().is_empty()),
        Ok(bytes) => {
            assert_eq!(share::unpack(&share::pack(&bytes)).as_ref(), Ok(&bytes));
            digest.debug(&Btf::parse(bytes, None).map(|btf| btf.own_type_count()).ok());
        }
    }
    digest.debug(&(web_address(text), first_link(text)));
    digest.debug(&(load_words(text), host(text), is_local(text)));
    digest.debug(&(file_name(text), file_name_of(text)));
}

/// Reads a text as a lesson, takes each of its steps on a kernel, and writes its page.
pub fn taught(text: &str, digest: &mut Digest) {
    const KERNEL: FileId = FileId(1);
    let lesson = match lesson::parse(text) {
        Ok(lesson) => lesson,
        Err(e) => {
            assert!(!e.to_string().is_empty());
            return;
        }
    };
    let kernel = Btf::parse(fixture::read("kernel.x86_64.btf"), None).unwrap_or_else(|e| panic!("{e}"));
    let mut desk = Desk::new(Box::new(|_, _| ()));
    desk.take(ToDesk::Keep(Keep::blob(KERNEL, "kernel.x86_64.btf".to_owned(), &kernel)));
    let files: Vec<(String, FileId)> = lesson.files.iter().map(|file| (file.name.clone(), KERNEL)).collect();
    let step = |(turn, step): (u32, &lesson::LessonStep)| {
        Job::from(AskStep { turn, files: files.clone(), at: 0, plan: Box::new(step.plan.clone()), written: None })
    };
    let mut jobs: Vec<Job> = (1..).zip(&lesson.steps).map(step).collect();
    jobs.push(AskPage { name: "lesson".to_owned(), source: text.to_owned(), files: files.clone() }.into());
    for (number, job) in (1..).zip(jobs).filter(|_| !files.is_empty()) {
        digest.debug(&desk.take(ToDesk::Ask(number, job)));
    }
}

/// Opens a text as a kernel's header, for the machine that it says and for others.
///
/// # Panics
/// When the BTF that was made of the text is not sound.
pub fn declared(text: &str, digest: &mut Digest) {
    for machine in [None, Some(Machine::X86_64), Some(Machine::Arm), Some(Machine::S390x)] {
        match header::open("vmlinux.h", text, machine) {
            Err(e) => assert!(!e.to_string().is_empty()),
            Ok(found) => {
                let btf = Btf::parse(found.opened.btf.bytes.clone(), None).unwrap_or_else(|e| panic!("{e}\n{text}"));
                assert_eq!(btf.diagnostics(), [], "{text}");
                assert!(found.left_out.len() as u64 <= found.errors as u64, "{text}");
                digest.debug(&(found.machine, btf.own_type_count(), found.left_out_words()));
            }
        }
    }
    let source = &mut text.as_bytes();
    digest.debug(&header::text(source).map(|text| text.is_some()));
}

/// Reads a text as a table of kernels (`atlas build --meta`), and looks up its cells as names of files.
pub fn tabled(text: &str, digest: &mut Digest) {
    let Some(table) = KernelTable::parse(text) else { return };
    for file in text.lines().flat_map(|line| line.split('\t')).take(100) {
        let row = table.row(file);
        digest.debug(&row.map(|row| (row.cell("release").to_owned(), row.cell("sha256").to_owned())));
    }
}

/// Reads a text as names of releases, versions and machines, one in each line, and compares them.
///
/// # Panics
/// When comparisons contradict each other, or a version that was printed is read as another version.
pub fn released(text: &str, digest: &mut Digest) {
    let names: Vec<&str> = text.lines().take(8).collect();
    for name in &names {
        let release = Release::parse(name);
        digest.debug(&(release.family(), release.group(), release.backports_bpf()));
        digest.debug(&(release::debian_arch(name), release::of_vendor(name)));
        if let Some(version) = Version::parse(name) {
            let (text, code) = (version.to_string(), version.code(0));
            assert_eq!(Version::parse(&text), Some(version), "{name:?} is {text}");
            digest.debug(&(text, code, version.series()));
            for condition in names.iter().filter_map(|name| Named::parse(name)) {
                digest.debug(&condition.order(version));
            }
        }
        for other in &names {
            let order = release::compare(name, other);
            assert_eq!(release::compare(other, name), order.reverse(), "{name:?} {other:?}");
            for third in names.iter().filter(|third| order == release::compare(other, third)) {
                assert_eq!(release::compare(name, third), order, "{name:?} {other:?} {third:?}");
            }
        }
    }
}

/// The answers of the JavaScript package and of `--json` about a file.
///
/// # Panics
/// When an answer cannot be written as JSON.
pub fn answered(bytes: &[u8], digest: &mut Digest) {
    let Ok(opened) = container::open("file", bytes) else { return };
    let Ok(loaded) = model::load::load(&opened, None) else { return };
    let btf = loaded.btf;
    let mut write = |value: serde_json::Result<Vec<u8>>| digest.bytes(&value.unwrap_or_else(|e| panic!("{e}")));
    write(serde_json::to_vec(&json::facts::info(&opened, &btf, loaded.base)));
    write(serde_json::to_vec(&json::facts::kinds(&btf)));
    write(serde_json::to_vec(&json::facts::problems(&opened, &btf)));
    let (tags, users) = (btf::DeclTags::new(&btf), relate::Users::new(&btf));
    for id in btf.types().map(|t| t.id()).take(64) {
        write(serde_json::to_vec(&json::types::type_of(&btf, id)));
        for reorganize in [false, true] {
            if let Ok(layout) = json::layouts::layout(&btf, &tags, id, 64, reorganize) {
                write(serde_json::to_vec(&layout));
            }
        }
        let mut of = users.of(&btf, id, relate::Through::EVERYTHING);
        of.truncate(1000);
        write(serde_json::to_vec(&json::users::used(&btf, id, &of)));
    }
    let range = opened.btf.file_range;
    for at in (range.start..range.start.saturating_add(200)).chain([0, u64::MAX]) {
        write(serde_json::to_vec(&json::owner::owner(&opened, &btf, at)));
    }
    if let Some(object) = opened.program.as_ref().and_then(|piece| bpf::Object::parse(Arc::clone(&piece.bytes)).ok()) {
        write(serde_json::to_vec(&json::programs::program(&Program::new(object))));
    }
}
