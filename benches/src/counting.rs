//! An allocator that counts what is held, and the most that was held at once.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Counts bytes on their way to the system's allocator. C code does not pass here.
pub struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn took(bytes: usize) {
    PEAK.fetch_max(HELD.fetch_add(bytes, Relaxed) + bytes, Relaxed);
}

// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        took(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        took(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // As the worst case, in which old and new exist at once.
        took(size);
        HELD.fetch_sub(layout.size(), Relaxed);
        unsafe { System.realloc(at, layout, size) }
    }
}

/// What some work took.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// Bytes held when it was done, its result among them.
    pub held: usize,
    /// The most bytes held at once while it was done.
    pub peak: usize,
}

/// Does some work and counts. The program's allocator has to be [`Counting`].
pub fn counted<T>(work: impl FnOnce() -> T) -> (T, Taken) {
    let before = HELD.load(Relaxed);
    PEAK.store(before, Relaxed);
    let out = work();
    let after = |now: usize| now.saturating_sub(before);
    (out, Taken { held: after(HELD.load(Relaxed)), peak: after(PEAK.load(Relaxed)) })
}
