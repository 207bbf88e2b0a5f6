//! An allocator that counts the bytes in use and their peak.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Passes calls to the system's allocator and counts bytes. C code does not use it.
pub struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn took(bytes: usize) {
    PEAK.fetch_max(HELD.fetch_add(bytes, Relaxed) + bytes, Relaxed);
}

// SAFETY: every call is passed to the system's allocator unchanged.
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
        // Assume the worst case, in which old and new block exist at once.
        took(size);
        HELD.fetch_sub(layout.size(), Relaxed);
        unsafe { System.realloc(at, layout, size) }
    }
}

/// The memory of some work.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// The bytes that the work keeps in use at its end, including its result.
    pub held: usize,
    /// The most bytes in use during the work, beyond those in use before it.
    pub peak: usize,
}

/// Runs some work and counts. The program's allocator must be [`Counting`].
pub fn counted<T>(work: impl FnOnce() -> T) -> (T, Taken) {
    let before = HELD.load(Relaxed);
    PEAK.store(before, Relaxed);
    let out = work();
    let after = |now: usize| now.saturating_sub(before);
    (out, Taken { held: after(HELD.load(Relaxed)), peak: after(PEAK.load(Relaxed)) })
}
