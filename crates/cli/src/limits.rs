//! System limits that would otherwise end the process by a signal.

/// Turns two signals into failures. Exceeding the file size limit (`ulimit -f`, SIGXFSZ) becomes a write error, which
/// is reported. Running out of memory, where Rust prints a line and aborts, exits with status 2 in place of a core
/// dump.
pub fn take_calmly() {
    #[cfg(unix)]
    {
        use std::panic;
        use std::sync::Arc;
        use std::sync::atomic::{AtomicBool, Ordering};

        use signal_hook::consts::{SIGABRT, SIGXFSZ};
        use signal_hook::flag::{register, register_conditional_shutdown};
        // If a registration fails, the signal ends the process as usual.
        register(SIGXFSZ, Arc::default()).ok();
        let memory = Arc::new(AtomicBool::new(true));
        say_first(&memory);
        register_conditional_shutdown(SIGABRT, 2, Arc::clone(&memory)).ok();
        // A panic is a bug of ours and keeps its core dump.
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |about| {
            memory.store(false, Ordering::Relaxed);
            report(about);
        }));
    }
}

/// Prints which program ran out of memory: Rust's own line has only the number of bytes.
#[cfg(unix)]
#[allow(unsafe_code)]
fn say_first(memory: &std::sync::Arc<std::sync::atomic::AtomicBool>) {
    const WORDS: &[u8] = b"btfscope: out of memory\n";
    let memory = std::sync::Arc::clone(memory);
    let say = move || {
        if memory.load(std::sync::atomic::Ordering::Relaxed) {
            // SAFETY: the pointer and the length are those of WORDS, which is only read.
            unsafe { libc::write(libc::STDERR_FILENO, WORDS.as_ptr().cast(), WORDS.len()) };
        }
    };
    // SAFETY: a signal may come at any time, so only functions of signal-safety(7) may be called: write(2) is one, and
    // an atomic load is no call.
    unsafe { signal_hook::low_level::register(signal_hook::consts::SIGABRT, say) }.ok();
}
