//! Runs the reference tools on the files.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;

use super::differences::{self, Difference};
use super::take::Item;
use super::tools::Tools;
use crate::machine::{Doing, Failure, Outcome};

/// The structs that pahole prints of each kernel: well-known ones, with holes, bitfields, unions and flexible arrays.
const STRUCTS: &str = "bio bpf_attr bpf_insn bpf_map bpf_prog cfs_rq cgroup cred css_set dentry device ethhdr file file_operations \
    hlist_node inet_sock inode iphdr kobject list_head mm_struct module net net_device nsproxy page perf_event pt_regs rb_node \
    request rq signal_struct sk_buff sk_buff_head sock socket spinlock super_block task_struct tcp_sock tcphdr timer_list \
    vm_area_struct work_struct";

/// The modules whose C is printed. The C of a module repeats all of the kernel's, so one module of each kernel is
/// enough.
const MODULES_IN_C: [&str; 1] = ["veth"];

/// The folder of structs that this pahole prints as the version that the project follows.
const PAHOLE: &str = "ref/pahole";

/// A tool to run, and the file for its output.
struct Job {
    command: Command,
    to: PathBuf,
}

/// Makes all references except those for CO-RE. Returns their number.
pub fn make(tools: &Tools, corpus: &Path, items: &[Item], known: &[Difference]) -> Outcome<usize> {
    let mut jobs = Vec::new();
    for item in items.iter().filter(|item| !item.file.ends_with(".ko")) {
        let folder = corpus.join("ref").join(&item.file);
        fs::create_dir_all(&folder).doing(format_args!("create {}", folder.display()))?;
        let file = corpus.join("files").join(&item.file);
        let bpftool = |options: &[&str], format: &str, to: &str| -> Outcome<Job> {
            let mut command = tools.command("bpftool")?;
            command.args(options);
            if let Some(base) = &item.base {
                command.arg("-B").arg(corpus.join("files").join(base));
            }
            command.args(["btf", "dump", "file"]).arg(&file).args(["format", format]);
            Ok(Job { command, to: folder.join(to) })
        };
        jobs.push(bpftool(&[], "raw", "raw.txt")?);
        jobs.push(bpftool(&["-j"], "raw", "dump.json")?);
        if item.base.is_none() || MODULES_IN_C.iter().any(|name| item.file.ends_with(&format!("-{name}.btf"))) {
            jobs.push(bpftool(&[], "c", "dump.h")?);
        }
        if item.file.starts_with("objs/") {
            let mut command = tools.command("llvm-objdump")?;
            command.args(["-d", "-r"]).arg(&file);
            jobs.push(Job { command, to: folder.join("objdump.txt") });
        }
    }
    for kernel in items.iter().filter(|item| item.file.starts_with("btf/vmlinux-")) {
        for name in STRUCTS.split_whitespace() {
            // If this pahole is known to print a struct differently, its text must not become a reference of the tests.
            let otherwise = known.iter().any(|d| d.is_of("pahole", &kernel.file, name));
            let folder = if otherwise { differences::OLD_PAHOLE } else { PAHOLE };
            let folder = corpus.join(folder).join(kernel.file.trim_start_matches("btf/"));
            fs::create_dir_all(&folder).doing(format_args!("create {}", folder.display()))?;
            let mut command = tools.command("pahole")?;
            command.arg("-C").arg(name).arg(corpus.join("files").join(&kernel.file));
            jobs.push(Job { command, to: folder.join(format!("{name}.txt")) });
        }
    }
    let count = jobs.len();
    run_all(jobs)?;
    for item in items {
        let path = corpus.join("ref").join(&item.file).join("dump.h");
        if let Ok(text) = fs::read_to_string(&path) {
            let text =
                differences::with_fastcall(&text).map_err(|Failure(why)| Failure(format!("{}: {why}", item.file)))?;
            fs::write(&path, text).doing(path.display())?;
        }
    }
    Ok(count)
}

/// Runs the tools, as many at a time as there are processors.
fn run_all(jobs: Vec<Job>) -> Outcome<()> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let (all, first) = (jobs.len(), Mutex::new(None));
    let left = Mutex::new(jobs);
    let work = || {
        loop {
            let Some(mut job) = left.lock().ok().and_then(|mut jobs| {
                if jobs.len() % 100 == 0 {
                    println!("    {} of {all} references", all - jobs.len());
                }
                jobs.pop()
            }) else {
                return;
            };
            if let Err(failure) = run_one(&mut job)
                && let Ok(mut first) = first.lock()
            {
                first.get_or_insert(failure);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..processors {
            scope.spawn(work);
        }
    });
    first.into_inner().ok().flatten().map_or(Ok(()), Err)
}

fn run_one(job: &mut Job) -> Outcome<()> {
    let out = File::create(&job.to).doing(job.to.display())?;
    let done = job.command.stdin(Stdio::null()).stdout(out).stderr(Stdio::piped()).output();
    let done = done.doing(format_args!("make {}", job.to.display()))?;
    let why = String::from_utf8_lossy(&done.stderr);
    // pahole fails when a kernel lacks the struct; then its text stays empty.
    if done.status.success() || why.contains("not found") && is_of_struct(&job.to) {
        return Ok(());
    }
    Err(Failure(format!("{} could not be made ({}): {}", job.to.display(), done.status, why.trim_end())))
}

/// Whether a reference is pahole's text of one struct: `ref/pahole/KERNEL/STRUCT.txt`, or the same below
/// [`differences::OLD_PAHOLE`].
fn is_of_struct(to: &Path) -> bool {
    let folder = to.parent().and_then(Path::parent);
    folder.is_some_and(|folder| [PAHOLE, differences::OLD_PAHOLE].iter().any(|name| folder.ends_with(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_structs_of_pahole_may_be_missing() {
        let kernel = "vmlinux-deb-6.1.176-amd64.btf";
        for (file, may) in [
            (format!("ref/pahole/{kernel}/bpf_map.txt"), true),
            (format!("{}/{kernel}/bpf_map.txt", differences::OLD_PAHOLE), true),
            (format!("ref/btf/{kernel}/raw.txt"), false),
            ("ref/objs/pahole/x.o/objdump.txt".to_owned(), false),
        ] {
            // The corpus itself may be in a folder of that name.
            assert_eq!(is_of_struct(&Path::new("/work/pahole").join(&file)), may, "{file}");
        }
    }
}
