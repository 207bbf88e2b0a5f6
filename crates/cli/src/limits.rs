//! Limits of the system that would end the process by a signal.

/// A file that would grow beyond its limit (`ulimit -f`, SIGXFSZ) is an error of the write, which is reported. Memory that cannot be
/// had, which Rust says on stderr before it aborts, ends the process with status 2 in place of a core dump.
pub fn take_calmly() {
    #[cfg(unix)]
    {
        use std::panic;
        use std::sync::Arc;
        use std::sync::atomic::{AtomicBool, Ordering};

        use signal_hook::consts::{SIGABRT, SIGXFSZ};
        use signal_hook::flag::{register, register_conditional_shutdown};
        // Where it cannot be done the process ends as the system has it.
        register(SIGXFSZ, Arc::default()).ok();
        let memory = Arc::new(AtomicBool::new(true));
        say_first(&memory);
        register_conditional_shutdown(SIGABRT, 2, Arc::clone(&memory)).ok();
        // A panic is a fault of ours, and is to look like one.
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |about| {
            memory.store(false, Ordering::Relaxed);
            report(about);
        }));
    }
}

/// Says which program it is that has no memory: the line of Rust's allocator before has only how many bytes.
#[cfg(unix)]
#[allow(unsafe_code)]
fn say_first(memory: &std::sync::Arc<std::sync::atomic::AtomicBool>) {
    const WORDS: &[u8] = b"btfscope: the memory that this needs cannot be had\n";
    let memory = std::sync::Arc::clone(memory);
    let say = move || {
        if memory.load(std::sync::atomic::Ordering::Relaxed) {
            // SAFETY: the pointer and the length are those of WORDS, which is only read.
            unsafe { libc::write(libc::STDERR_FILENO, WORDS.as_ptr().cast(), WORDS.len()) };
        }
    };
    // SAFETY: a signal may come at any time, so only what signal-safety(7) lists may be called: write(2), and an atomic load is no call.
    unsafe { signal_hook::low_level::register(signal_hook::consts::SIGABRT, say) }.ok();
}
