//! Work on one block after another, on all processors where threads can be had.

use crate::error::Error;

/// Blocks that are under way at once: what a hostile one unpacks to is not to be held of all.
#[cfg(not(target_family = "wasm"))]
const AHEAD: usize = 8;

/// Reads, makes and hands out so many things in order. Only `make` runs on other threads.
///
/// # Errors
/// The first one of all three.
#[cfg(target_family = "wasm")]
pub(crate) fn in_order<J, T>(
    count: usize,
    mut read: impl FnMut(usize) -> Result<J, Error>,
    make: impl Fn(usize, J) -> Result<T, Error>,
    mut each: impl FnMut(usize, T) -> Result<(), Error>,
) -> Result<(), Error> {
    (0..count).try_for_each(|at| each(at, make(at, read(at)?)?))
}

/// Reads, makes and hands out so many things in order. Only `make` runs on other threads.
///
/// # Errors
/// The first one of all three.
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
        // They work by turns, so that what is made comes in order.
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
                // It fails only where the thread has panicked, as below.
                lines[next % threads].0.send((next, read(next)?)).ok();
            }
            if let Some(at) = next.checked_sub(AHEAD) {
                // A panic goes on where the scope ends; reading does not panic.
                let Ok(made) = lines[at % threads].1.recv() else { break };
                each(at, made?)?;
            }
        }
        Ok(())
    })
}
