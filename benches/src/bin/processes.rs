//! Compares whole programs: ours, bpftool and pahole, each of which writes to /dev/null. The time is processor time
//! (user and system), as the median of some runs; the memory is the peak resident size.
//!
//! The argument is the path of our program.

use std::ffi::OsStr;
use std::process::{Command, Stdio};
use std::{env, io, mem};

/// How often each program runs. The two programs that are compared take turns, so that disturbances affect both.
const RUNS: usize = 7;

struct Program<'a> {
    who: &'static str,
    line: Vec<&'a OsStr>,
    times: Vec<f64>,
    /// The peak resident size, in KiB (`ru_maxrss` of Linux).
    memory: i64,
}

impl Program<'_> {
    /// Runs the program once. Does nothing if `line` is empty. Returns an error if the program is missing or fails.
    fn run(&mut self) -> io::Result<()> {
        let [program, arguments @ ..] = self.line.as_slice() else { return Ok(()) };
        let child = Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        // SAFETY: a zeroed rusage is valid; the child is ours and was not waited for.
        let (status, usage) = unsafe {
            let (mut status, mut usage) = (0, mem::zeroed::<libc::rusage>());
            if libc::wait4(child.id() as i32, &mut status, 0, &mut usage) < 0 {
                return Err(io::Error::last_os_error());
            }
            (status, usage)
        };
        if status != 0 {
            return Err(io::Error::other(format!("ends with status {status}")));
        }
        let ms = |time: libc::timeval| time.tv_sec as f64 * 1e3 + time.tv_usec as f64 / 1e3;
        self.times.push(ms(usage.ru_utime) + ms(usage.ru_stime));
        self.memory = self.memory.max(usage.ru_maxrss);
        Ok(())
    }

    fn median(&mut self) -> f64 {
        self.times.sort_by(f64::total_cmp);
        self.times.get(self.times.len() / 2).copied().unwrap_or(f64::NAN)
    }
}

fn main() {
    let Some(ours) = env::args_os().nth(1) else { return println!("SKIPPED: no program of ours to run") };
    // Only the path is taken; the file is not read here. A child has a copy of our memory until it runs its own
    // program, so our memory would count in its peak.
    let Some((name, path)) = benches::place() else { return };
    let file = path.as_os_str();
    println!("{name}");
    println!("{:<24} {:<10} {:>12} {:>8} {:>12} {:>8}", "whole programs", "", "median", "", "memory", "");
    let words = |words: &'static str| words.split(' ').map(OsStr::new);
    let dump = |format: &'static str| {
        let line: Vec<&OsStr> = [&*ours].into_iter().chain(words("dump")).chain([file]).chain(words(format)).collect();
        ("btfscope", line)
    };
    let bpftool = |before: &'static str, after: &'static str| {
        let after = after.split_whitespace().map(OsStr::new);
        ("bpftool", words(before).chain([file]).chain(after).collect::<Vec<_>>())
    };
    let pahole = vec![OsStr::new("pahole"), OsStr::new("-C"), OsStr::new("task_struct"), file];
    let layout = vec![&*ours, OsStr::new("layout"), file, OsStr::new("task_struct")];
    for (what, ours, peer) in [
        ("dump raw", dump("--format raw"), bpftool("bpftool btf dump file", "format raw")),
        ("dump json", dump("--format json"), bpftool("bpftool -j btf dump file", "")),
        ("dump c", dump("--format c"), bpftool("bpftool btf dump file", "format c")),
        ("one struct's layout", ("btfscope", layout), ("pahole", pahole)),
    ] {
        let mut programs = [ours, peer].map(|(who, line)| Program { who, line, times: Vec::new(), memory: 0 });
        for _ in 0..RUNS {
            for program in &mut programs {
                if let Err(error) = program.run() {
                    println!("SKIPPED: {what} by {}: {error}", program.who);
                    program.line.clear();
                }
            }
        }
        let first = (programs[0].median(), programs[0].memory);
        for program in programs.iter_mut().filter(|program| !program.line.is_empty()) {
            let (time, memory) = (program.median(), program.memory);
            println!(
                "{what:<24} {:<10} {:>12} {:>8} {:>12} {:>8}",
                program.who,
                format!("{time:.1} ms"),
                format!("x {:.2}", time / first.0),
                format!("{:.1} MB", memory as f64 * 1024.0 / 1e6),
                format!("x {:.2}", memory as f64 / first.1 as f64),
            );
        }
    }
}
