//! Work on a sequence of blocks, with threads where available.

use crate::error::Error;

/// How many blocks are read ahead of the block whose result is awaited. Bounded, because blocks of a hostile atlas may
/// unpack to megabytes each.
#[cfg(not(target_family = "wasm"))]
const AHEAD: usize = 8;

/// For `count` items in order: reads each, makes a result, hands it out. All three functions run on this thread,
/// because wasm has no other.
///
/// # Errors
/// The first error of the three functions.
#[cfg(target_family = "wasm")]
pub(crate) fn in_order<J, T>(
    count: usize,
    mut read: impl FnMut(usize) -> Result<J, Error>,
    make: impl Fn(usize, J) -> Result<T, Error>,
    mut each: impl FnMut(usize, T) -> Result<(), Error>,
) -> Result<(), Error> {
    (0..count).try_for_each(|at| each(at, make(at, read(at)?)?))
}

/// For `count` items in order: reads each, makes a result, hands it out. Only `make` may run on other threads. An error
/// of `read` may come before the error of an earlier item.
///
/// # Errors
/// An error of one of the three functions.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn in_order<J: Send, T: Send>(
    count: usize,
    mut read: impl FnMut(usize) -> Result<J, Error>,
    make: impl Fn(usize, J) -> Result<T, Error> + Sync,
    mut each: impl FnMut(usize, T) -> Result<(), Error>,
) -> Result<(), Error> {
    use std::sync::mpsc::channel;
    use std::thread;

    let threads = thread::available_parallelism().map_or(1, usize::from).min(AHEAD).min(count.max(1));
    let make = &make;
    thread::scope(|scope| {
        // Threads take turns, so that results come in order.
        let lines: Vec<_> = (0..threads)
            .map_while(|_| {
                let ((give, jobs), (done, made)) = (channel(), channel());
                let work = move || jobs.into_iter().all(|(at, job)| done.send(make(at, job)).is_ok());
                thread::Builder::new().spawn_scoped(scope, work).ok().map(|_| (give, made))
            })
            .collect();
        let threads = lines.len();
        if threads == 0 {
            return (0..count).try_for_each(|at| each(at, make(at, read(at)?)?));
        }
        for next in 0..count.saturating_add(AHEAD) {
            if next < count {
                // Sending fails only when the thread has panicked: see below.
                lines[next % threads].0.send((next, read(next)?)).ok();
            }
            if let Some(at) = next.checked_sub(AHEAD) {
                // No result means that `make` panicked, which the end of the scope passes on; `read` does not panic.
                let Ok(made) = lines[at % threads].1.recv() else { break };
                each(at, made?)?;
            }
        }
        Ok(())
    })
}
