//! The worker: long and rare work, in a wasm module of its own that is loaded when there is such work. It opens one file that has to be
//! unpacked, and ends; or it is the desk ([`desk`]), which keeps files and takes jobs.

mod parts;
mod served;

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;

use container::{Limits, OpenErrorKind, Progress, Source, Unpacked, unpack, unpack_entry};
use desk::open;
use desk::{FromDesk, ToDesk};
use parts::Parts;
use served::Served;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, File, MessageEvent};
use work::{Desk, from_dwarf};

/// A report every so many milliseconds is enough for the eye.
const REPORT_MS: f64 = 60.0;

fn main() {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return };
    let desk = RefCell::new(Desk::new(Box::new(report)));
    let onmessage =
        Closure::<dyn FnMut(MessageEvent)>::new(move |e: MessageEvent| match worker::unpack::<ToDesk>(&e.data()) {
            Some((ToDesk::Open(name, entry), beside)) => match beside.dyn_into::<File>() {
                Ok(file) => say(&open_file(&name, entry, file)),
                // The message came without its file: whoever waits hears of it.
                Err(_) => say(&FromDesk::Unreadable),
            },
            Some((ToDesk::Dwarf(name), beside)) => {
                let files = js_sys::Array::from(&beside);
                say(&open_by_dwarf(&name, files.iter().filter_map(|file| file.dyn_into::<File>().ok())));
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
    // It lives as long as the worker.
    onmessage.forget();
    say(&FromDesk::Ready);
}

/// Says something to the page. What cannot be made a message or posted is a failure that the page hears of: it waits for an answer.
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
    /// When the last report was made.
    static REPORTED: Cell<f64> = const { Cell::new(0.0) };
}

fn report(what: &str, done: u64, total: u64) {
    let now = js_sys::Date::now();
    if now - REPORTED.get() >= REPORT_MS {
        REPORTED.set(now);
        say(&FromDesk::Progress(what.into(), done, total));
    }
}

/// Opens the first of the files with types made of its debug information; the others have more of it.
fn open_by_dwarf(name: &str, files: impl Iterator<Item = File>) -> FromDesk {
    let named = files.map(|file| Ok((file.name(), Box::new(Parts::new(file)?) as Box<dyn Source>)));
    let made = named.collect::<Result<Vec<_>, String>>().map_err(|why| Box::new(desk::Problem::new(name, &why)));
    let made = made.and_then(|mut files| match files.split_first_mut() {
        Some((first, beside)) => from_dwarf(name, first.1.as_mut(), beside, None, &mut report),
        None => Err(Box::new(desk::Problem::new(name, "The file did not arrive."))),
    });
    match made {
        Ok(input) => FromDesk::Opened(Box::new(input)),
        Err(problem) => FromDesk::Failed(*problem),
    }
}

fn open_file(name: &str, entry: Option<u32>, file: File) -> FromDesk {
    let mut on_progress = |p: Progress| {
        report(&p.stage.to_string(), p.done, p.total);
        ControlFlow::Continue(())
    };
    let mut parts = match Parts::new(file) {
        Ok(parts) => parts,
        Err(why) => return FromDesk::Failed(desk::Problem::new(name, &why)),
    };
    // Half of what a 32-bit wasm memory has: what is unpacked and what unpacks it must both fit.
    let limits = Limits { output: 768 << 20, bare_programs: true, ..Limits::default() };
    let outcome = match entry {
        Some(entry) => unpack_entry(name, &mut parts, entry, &limits, &mut on_progress),
        None => unpack(name, &mut parts, &limits, &mut on_progress),
    };
    match outcome {
        Ok(Unpacked::File(opened)) => FromDesk::Opened(Box::new(open::input(*opened))),
        Ok(Unpacked::Archive(archive)) => FromDesk::Listed(open::archive(*archive)),
        // Of an archive only files with BTF are listed.
        Err(e) if e.kind == OpenErrorKind::NoBtf && entry.is_none() => {
            match from_dwarf(name, &mut parts, &mut [], Some(&e), &mut report) {
                Ok(input) => FromDesk::Opened(Box::new(input)),
                Err(problem) => FromDesk::Failed(*problem),
            }
        }
        Err(e) => FromDesk::Failed(open::problem(name, &e)),
    }
}
