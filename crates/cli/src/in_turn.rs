//! Answers the same question about many items on several threads, and hands out the answers in order.

use std::ops::Range;
use std::sync::mpsc::channel;
use std::thread;

/// How many neighbouring items a thread gets at once. Neighbours are the most alike, so a thread that keeps the data
/// that it read for one item already has most of the data for the next one.
const UNIT: usize = 32;

/// How many units of [`UNIT`] items are given to each thread before the first answers are waited for.
const AHEAD: usize = 2;

/// The most threads. The number is small because each thread keeps data of its own.
const MOST_THREADS: usize = 4;

/// Calls `answer` for each of `count` items on several threads, and `each` with the answers in order, on the calling
/// thread. `state` makes the state that a thread passes to `answer`; it is called once for each of the threads, on the
/// calling thread.
///
/// # Errors
/// The first error of `answer`, by the order of the items.
pub fn in_turn<S: Send, T: Send, E: Send>(
    count: usize,
    state: impl Fn() -> S,
    answer: impl Fn(&mut S, usize) -> Result<T, E> + Sync,
    mut each: impl FnMut(usize, T),
) -> Result<(), E> {
    let units = count.div_ceil(UNIT);
    let items = |unit: usize| unit * UNIT..count.min((unit + 1) * UNIT);
    let answer_all =
        |state: &mut S, items: Range<usize>| -> Result<Vec<T>, E> { items.map(|item| answer(state, item)).collect() };
    let mut hand_out = |unit: usize, answers: Vec<T>| items(unit).zip(answers).for_each(|(item, a)| each(item, a));
    let threads = thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS).min(units);
    let answer_all = &answer_all;
    thread::scope(|scope| {
        let lines: Vec<_> = (0..threads)
            .filter(|_| threads > 1)
            .map_while(|_| {
                let ((give, jobs), (done, answers)) = (channel(), channel());
                let mut state = state();
                let work = move || jobs.into_iter().all(|items| done.send(answer_all(&mut state, items)).is_ok());
                thread::Builder::new().spawn_scoped(scope, work).ok().map(|_| (give, answers))
            })
            .collect();
        let threads = lines.len();
        if threads == 0 {
            let mut state = state();
            return (0..units).try_for_each(|unit| {
                hand_out(unit, answer_all(&mut state, items(unit))?);
                Ok(())
            });
        }
        let ahead = AHEAD * threads;
        for next in 0..units + ahead {
            if next < units {
                // Sending fails only when the thread has panicked: see below.
                lines[next % threads].0.send(items(next)).ok();
            }
            if let Some(unit) = next.checked_sub(ahead) {
                // No answer means that `answer` panicked, which the end of the scope passes on.
                let Ok(answers) = lines[unit % threads].1.recv() else { break };
                hand_out(unit, answers?);
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_in_order_and_the_first_error_ends() {
        for count in [0, 1, 31, 32, 33, 1000] {
            let mut got = Vec::new();
            let all = in_turn(
                count,
                || 0,
                |state, item| {
                    *state += 1;
                    Ok::<_, ()>(item * 2)
                },
                |item, answer| got.push((item, answer)),
            );
            assert_eq!(all, Ok(()));
            assert_eq!(got, (0..count).map(|item| (item, item * 2)).collect::<Vec<_>>());
        }
        let mut last = None;
        let failed = in_turn(
            1000,
            || (),
            |(), item| if item % 300 == 299 { Err(item) } else { Ok(()) },
            |item, ()| last = Some(item),
        );
        assert_eq!(failed, Err(299));
        assert!(last.is_none_or(|last| last < 299));
    }
}
