//! The program of the page's workers: a wasm module that is loaded when it is needed. A worker either opens one file
//! that takes long (it must be unpacked, or converted from debug information or a kernel header), and then the page
//! ends the worker; or it runs the desk ([`work::Desk`]), which holds files and answers questions.

mod parts;
mod served;

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;

use container::{
    DebugInfo, InnerFile, Limits, OpenError, OpenErrorKind, Progress, Source, Unpacked, unpack, unpack_entry,
};
use desk::{Amount, FileInput, FromDesk, ToDesk, open};
use parts::Parts;
use served::Served;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, File, MessageEvent};
use work::{Desk, from_dwarf};

/// The shortest time between two progress reports, in milliseconds.
const REPORT_MS: f64 = 60.0;

fn main() {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return };
    let mut desk = Desk::new(Box::new(report));
    desk.set_server(Box::new(|address| Some(Box::new(Served::new(address)))));
    let desk = RefCell::new(desk);
    let onmessage =
        Closure::<dyn FnMut(MessageEvent)>::new(move |e: MessageEvent| match worker::unpack::<ToDesk>(&e.data()) {
            Some((ToDesk::Open(name, entry), beside)) => say(&open_beside(&name, entry, None, beside)),
            Some((ToDesk::Header(name, entry, machine), beside)) => {
                say(&open_beside(&name, entry, Some(&machine), beside));
            }
            Some((ToDesk::Dwarf(name, entry), beside)) => {
                let files = js_sys::Array::from(&beside);
                say(&open_by_dwarf(&name, entry, files.iter().filter_map(|file| file.dyn_into::<File>().ok())));
            }
            Some((ToDesk::Atlas(address), _)) => desk.borrow_mut().set_atlas(Box::new(Served::new(address))),
            Some((message, _)) => {
                if let Some(answer) = desk.borrow_mut().take(message) {
                    say(&answer);
                }
            }
            None => say(&FromDesk::Unreadable),
        });
    scope.set_onmessage(Some(onmessage.as_ref().unchecked_ref()));
    // The closure must live as long as the worker.
    onmessage.forget();
    say(&FromDesk::Ready);
}

/// Posts a message to the page. If it cannot be posted, the page gets [`FromDesk::Unreadable`] instead, because it
/// waits for an answer.
fn say(message: &FromDesk) {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return };
    let post = |message: &FromDesk| {
        worker::pack(message, &JsValue::NULL)
            .is_some_and(|(message, transfer)| scope.post_message_with_transfer(&message, &transfer).is_ok())
    };
    if !post(message) {
        post(&FromDesk::Unreadable);
    }
}

thread_local! {
    /// The time of the last report, in milliseconds since 1970.
    static REPORTED: Cell<f64> = const { Cell::new(0.0) };
}

fn report(what: &str, amount: Amount) {
    let now = js_sys::Date::now();
    if now - REPORTED.get() >= REPORT_MS {
        REPORTED.set(now);
        say(&FromDesk::Progress(what.into(), amount));
    }
}

/// Limits for unpacking. A 32-bit wasm memory must hold the result, and at the same time the unpacker or the types
/// that are made of the result.
fn limits(debug_info: DebugInfo) -> Limits {
    Limits { output: 768 << 20, bare_programs: true, debug_info, texts: true, ..Limits::default() }
}

/// Unpacks a file, or one entry of an archive, and reports progress.
fn unpacked(
    name: &str,
    entry: Option<u32>,
    source: &mut dyn Source,
    debug_info: DebugInfo,
) -> Result<Unpacked, OpenError> {
    let mut on_progress = |p: Progress| {
        report(&p.stage.to_string(), Amount::bytes(p.done, p.total));
        ControlFlow::Continue(())
    };
    let limits = limits(debug_info);
    match entry {
        Some(entry) => unpack_entry(name, source, entry, &limits, &mut on_progress),
        None => unpack(name, source, &limits, &mut on_progress),
    }
}

/// Makes types from the debug information of the first file, or of an entry of it. The other files have more of the
/// first file's debug information.
fn open_by_dwarf(name: &str, entry: Option<u32>, files: impl Iterator<Item = File>) -> FromDesk {
    let named = files.map(|file| Ok((file.name(), Box::new(Parts::new(file)?) as Box<dyn Source>)));
    let made = named.collect::<Result<Vec<_>, String>>().map_err(|why| Box::new(desk::Problem::new(name, &why)));
    let made = made.and_then(|mut files| match files.split_first_mut() {
        Some((first, beside)) => match is_elf(first.1.as_mut()) {
            true => from_dwarf(name, first.1.as_mut(), beside, None, &mut report),
            false => match unpacked(name, entry, first.1.as_mut(), DebugInfo::First) {
                Ok(Unpacked::Debug(elf)) => of_debug(*elf, beside, None),
                Ok(_) => Err(Box::new(desk::Problem::new(name, "It has no debug information (DWARF)."))),
                Err(e) => Err(Box::new(open::problem(name, &e))),
            },
        },
        None => Err(Box::new(desk::Problem::new(name, "The file did not arrive."))),
    });
    opened(made)
}

/// Makes types from the debug information of an unpacked file. If the archive or compression around the file is
/// damaged, the result has this damage.
fn of_debug(
    mut elf: InnerFile,
    beside: &mut [(String, Box<dyn Source>)],
    no_btf: Option<&OpenError>,
) -> Result<FileInput, Box<desk::Problem>> {
    let name = elf.name.clone();
    let damage = elf.damage.take().map(|e| open::damage(&name, &e));
    let input = from_dwarf(&name, elf.source(), beside, no_btf, &mut report)?;
    Ok(FileInput { damage, ..input })
}

/// The message with an input, or with the problem that prevented one.
fn opened(made: Result<FileInput, Box<desk::Problem>>) -> FromDesk {
    match made {
        Ok(input) => FromDesk::Opened(Box::new(input)),
        Err(problem) => FromDesk::Failed(*problem),
    }
}

/// Whether a file itself is ELF, and not a compressed file or archive.
fn is_elf(source: &mut dyn Source) -> bool {
    let mut head = [0; 16];
    source.read_at(0, &mut head).is_ok_and(|count| container::is_elf(head.get(..count).unwrap_or_default()))
}

/// Opens the file that came beside a message. `machine`: the machine for the layouts of a kernel header, if the
/// person chose one.
fn open_beside(name: &str, entry: Option<u32>, machine: Option<&str>, beside: JsValue) -> FromDesk {
    // If the file was lost on the way, tell the page, because it waits for an answer.
    let Ok(file) = beside.dyn_into::<File>() else { return FromDesk::Unreadable };
    let mut parts = match Parts::new(file) {
        Ok(parts) => parts,
        Err(why) => return FromDesk::Failed(desk::Problem::new(name, &why)),
    };
    match unpacked(name, entry, &mut parts, DebugInfo::WithoutBtf) {
        Ok(Unpacked::File(file)) => FromDesk::Opened(Box::new(open::input(*file))),
        Ok(Unpacked::Archive(archive)) => FromDesk::Listed(open::archive(*archive)),
        Ok(Unpacked::Debug(elf)) => {
            let no_btf = elf.no_btf.clone();
            opened(of_debug(*elf, &mut [], Some(&no_btf)))
        }
        Ok(Unpacked::Text(mut text)) => {
            let (name, not_btf) = (text.name.clone(), text.no_btf.clone());
            opened(work::of_header(&name, text.source(), machine, &not_btf, &mut report))
        }
        Err(e) if e.kind == OpenErrorKind::NotBtf && entry.is_none() => {
            opened(work::of_header(name, &mut parts, machine, &e, &mut report))
        }
        // No part of the file has BTF, so look for debug information in the file itself.
        Err(e) if e.kind == OpenErrorKind::NoBtf && entry.is_none() => {
            opened(from_dwarf(name, &mut parts, &mut [], Some(&e), &mut report))
        }
        Err(e) => FromDesk::Failed(open::problem(name, &e)),
    }
}
