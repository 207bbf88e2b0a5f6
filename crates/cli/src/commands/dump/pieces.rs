//! Prints whole files with several threads.

use std::mem;
use std::num::NonZero;
use std::sync::mpsc::{Receiver, channel, sync_channel};
use std::thread;

use btf::Btf;
use dump::{CFileOptions, CItem, CItems, CPrinter, Pieces, Sink, TokenKind};

use crate::out::Out;

/// The most threads: more threads would make text faster than one thread can write it.
const MOST: usize = 4;

/// The results of one thread: the text of each piece, and how many bytes of long names the piece has. A piece with too
/// many such bytes gives `None`, and is the last one of the thread.
type Line = Receiver<Option<(String, u64)>>;

/// Prints all pieces, in order. The pieces are dealt to the threads in turn. The threads work at the same time, each at
/// most two of its pieces ahead of the output.
pub fn print(pieces: &Pieces<'_>, out: &mut Out) {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = processors.min(MOST).min(pieces.count() as usize);
    let printer = pieces.printer();
    printer.start(out);
    // A terminal is slower than any printer, so one thread is enough for it. Colours need the tokens, which the
    // threads do not keep.
    if threads < 2 || !out.is_plain() {
        printer.rest(0, 0, out);
    } else {
        let (next, used) = thread::scope(|scope| {
            // `None` if the system refuses a thread. The main thread then makes the text of its pieces.
            let mut lines: Vec<Option<Line>> = Vec::with_capacity(threads);
            for thread in 0..threads {
                let (send, receive) = sync_channel(1);
                let work = move || {
                    let printer = pieces.printer();
                    for n in (thread as u32..pieces.count()).step_by(threads) {
                        let mut text = String::new();
                        let used = printer.piece(n, &mut text);
                        if send.send(used.map(|used| (text, used))).is_err() || used.is_none() {
                            return;
                        }
                    }
                };
                lines.push(thread::Builder::new().spawn_scoped(scope, work).ok().map(|_| receive));
            }
            // The threads' texts are used as long as the bytes of long names are not too many. The main thread prints
            // the piece with which they become too many, and the rest.
            let mut long = 0u64;
            for n in 0..pieces.count() {
                let piece = match lines.get(n as usize % threads) {
                    Some(Some(line)) => line.recv().ok().flatten(),
                    _ => {
                        let mut text = String::new();
                        printer.piece(n, &mut text).map(|used| (text, used))
                    }
                };
                match piece {
                    Some((text, used)) if long.saturating_add(used) <= pieces.long() && !out.is_closed() => {
                        out.token(TokenKind::Text, &text);
                        long = long.saturating_add(used);
                    }
                    _ => return (n, long),
                }
            }
            (pieces.count(), long)
        });
        if next < pieces.count() && !out.is_closed() {
            printer.rest(next, used, out);
        }
    }
    printer.end(out);
}

/// The fewest items of C in a message between the threads, except in the last message.
const ITEMS: usize = 256;

/// Prints a file of C as [`dump::c()`] does: one thread finds the order, another prints.
pub fn print_c(btf: &Btf, options: &CFileOptions, out: &mut Out) {
    if thread::available_parallelism().map_or(1, NonZero::get) < 2 {
        return dump::c(btf, out, options);
    }
    thread::scope(|scope| {
        // The channel has no bound. Finding the order is faster than printing, but the items that wait take little
        // memory.
        let (send, receive) = channel();
        let order = move || {
            let mut batch: Vec<CItem> = Vec::with_capacity(ITEMS);
            CItems::new(btf, options).each(|items| {
                batch.extend_from_slice(items);
                batch.len() < ITEMS || send.send(mem::replace(&mut batch, Vec::with_capacity(ITEMS))).is_ok()
            });
            send.send(batch).ok();
        };
        if thread::Builder::new().spawn_scoped(scope, order).is_err() {
            return dump::c(btf, out, options);
        }
        let mut printer = CPrinter::new(btf, out, options);
        for batch in receive {
            batch.into_iter().for_each(|item| printer.item(item));
            if printer.sink().is_closed() {
                return;
            }
        }
        printer.end();
    });
}
