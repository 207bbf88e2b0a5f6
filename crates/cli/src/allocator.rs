//! The allocator of programs that are linked with musl. musl's own allocator is slow, and threads wait long for its one
//! lock.

use std::alloc::System;
use std::hint;
use std::thread;

use spinning_top::RawSpinlock;
use spinning_top::relax::Relax;
use talc::TalcLock;
use talc::source::GlobalAllocSource;

/// Takes memory from musl in large blocks.
#[global_allocator]
static ALLOCATOR: TalcLock<RawSpinlock<Patient>, GlobalAllocSource<System>> =
    TalcLock::new(GlobalAllocSource::new(System));

/// After this many looks at the lock a thread lets other threads run: the thread that holds the lock may be waiting for
/// a processor.
const LOOKS: u32 = 64;

/// How a thread waits for the lock: counts its looks, and yields after every [`LOOKS`] of them.
#[derive(Default)]
struct Patient(u32);

impl Relax for Patient {
    fn relax(&mut self) {
        self.0 += 1;
        match self.0.is_multiple_of(LOOKS) {
            true => thread::yield_now(),
            false => hint::spin_loop(),
        }
    }
}
