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
        register_conditional_shutdown(SIGABRT, 2, Arc::clone(&memory)).ok();
        // A panic is a fault of ours, and is to look like one.
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |about| {
            memory.store(false, Ordering::Relaxed);
            report(about);
        }));
    }
}
