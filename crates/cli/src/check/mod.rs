//! `check`: on which kernels programs load and attach, and if not, why.

mod json;
mod markdown;
mod sarif;
mod text;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bpf::Object;
use btf::Btf;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use model::load::load;
use needs::{Attach, Kernel, Kind, Load, Modules, Need, Needs, Release, Report, check};

use crate::args::{base, flag};
use crate::fail::{Failure, say};
use crate::open::{Input, Which};
use crate::out::Out;
use crate::relocs;

/// `check`: what can be typed.
pub fn command() -> Command {
    Command::new("check")
        .about("Tell on which kernels programs load and attach, and if not, why")
        .arg(
            Arg::new("file")
                .value_name("PROG")
                .required(true)
                .num_args(1..)
                .value_parser(value_parser!(PathBuf))
                .help("BPF program objects"),
        )
        .arg(relocs::target("A kernel to check against. Can be repeated"))
        .arg(base("The kernel of targets that are modules"))
        .arg(
            Arg::new("modules")
                .long("modules")
                .value_name("none|DIR")
                .help("The kernel's modules: none, or all in this folder; else what vmlinux lacks, a module may have"),
        )
        .arg(
            Arg::new("program")
                .long("program")
                .value_name("NAME")
                .action(ArgAction::Append)
                .help("Only this program, whether it is loaded by itself or not. Can be repeated"),
        )
        .arg(
            Arg::new("ignore")
                .long("ignore")
                .value_name("KIND")
                .action(ArgAction::Append)
                .value_parser(PossibleValuesParser::new(Kind::ALL.map(Kind::as_str)))
                .help("Leave out needs of this kind. Can be repeated"),
        )
        .arg(
            Arg::new("allow")
                .long("allow")
                .value_name("NEED")
                .action(ArgAction::Append)
                .help("Leave out the need of this name, such as 'FUNC vfs_read' or vfs_read. Can be repeated"),
        )
        .arg(flag("strict").help("Let `cannot tell`, `unlikely` and `loads with fallback` fail, too"))
        .arg(flag("json").help("As JSON: an object for each PROG, in an array if there are several"))
        .arg(flag("markdown").conflicts_with("json").help("As a table in Markdown"))
        .arg(flag("sarif").conflicts_with_all(["json", "markdown"]).help("As SARIF 2.1.0, with source lines"))
        .after_help(
            "A program loads, loads with fallback (what it lacks it only asks for: a guard is answered 0, a weak
symbol is missing, a poisoned instruction is never reached), fails, or nobody can tell from BTF.
Reasons are in libbpf's and the kernel's words. BTF holds no version of the kernel: it is taken from
the target's name, such as linux-6.12.107+deb13-amd64.btf.

A function that vmlinux lacks is not called missing unless the modules are known (--modules), or
another target's vmlinux has it.

KIND is one of map, mapflag, btfkind, kfunc, ksym, kallsyms, kconfig, struct_ops, section, progtype,
attachtype, attach, args, helper, core, insn, license.

Exit status: 0 when all programs load on all targets and nothing says that they do not attach; 1 when
one fails; 2 on bad use, and on files that cannot be read.

Examples:
  btfscope check prog.bpf.o --target /sys/kernel/btf/vmlinux --modules /sys/kernel/btf
  btfscope check prog.bpf.o --target vmlinux-5.10 --target vmlinux-6.12 --modules none
  btfscope check *.bpf.o --target vmlinux --strict --markdown",
        )
}

/// An object and what all kernels have for it.
struct Checked {
    name: String,
    needs: Needs,
    reports: Vec<Report>,
    /// The programs that are shown.
    shown: Vec<usize>,
}

impl Checked {
    /// What a need and its answer on a kernel say: the words of libbpf or the kernel, why, and the way out.
    fn said(&self, kernel: usize, need: usize) -> Said<'_> {
        let answer = self.reports.get(kernel).and_then(|r| r.answers.get(need));
        let words = self.reports.get(kernel).into_iter().flat_map(|r| &r.programs).flat_map(|p| &p.reasons);
        let words = words.filter(|r| r.need == need).find_map(|r| r.words.as_deref());
        Said {
            need: self.needs.needs().get(need),
            words: words.or(answer.and_then(|a| a.words.as_deref())),
            why: answer.and_then(|a| a.reason.as_deref()),
            way_out: answer.and_then(|a| a.way_out.as_deref()),
        }
    }
}

/// What is said of a need.
struct Said<'a> {
    need: Option<&'a Need>,
    words: Option<&'a str>,
    why: Option<&'a str>,
    way_out: Option<&'a str>,
}

impl Said<'_> {
    /// The need in its kind and name.
    fn what(&self) -> String {
        self.need.map_or_else(String::new, |n| format!("{} {}", n.kind.as_str(), n.name))
    }
}

/// Runs the command.
///
/// # Errors
/// When a file cannot be opened, or there is no target.
pub fn run(args: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    let kernels = kernels(args)?;
    let mut all = Vec::new();
    for path in args.get_many::<PathBuf>("file").into_iter().flatten() {
        all.push(checked(args, path, &kernels)?);
    }
    match () {
        () if args.get_flag("json") => json::print(&all, &kernels, out),
        () if args.get_flag("markdown") => markdown::print(&all, &kernels, out),
        () if args.get_flag("sarif") => sarif::print(&all, &kernels, out),
        () => text::print(&all, &kernels, out),
    }
    let strict = args.get_flag("strict");
    Ok(u8::from(all.iter().any(|c| fails(c, strict, args.contains_id("program")))))
}

fn checked(args: &ArgMatches, path: &Path, kernels: &[Kernel]) -> Result<Checked, Failure> {
    let which = Which::of(path, None);
    let name = which.name();
    let object = Object::parse(which.program()?).map_err(|e| Failure::Bad(format!("{name}: {e}")))?;
    for problem in object.problems().iter().take(1) {
        say(&format!("warning: {name}: {problem}"));
    }
    let needs = Needs::of(Arc::new(object));
    let strings = |id| -> Vec<&String> { args.get_many::<String>(id).into_iter().flatten().collect() };
    let (ignore, allow, only) = (strings("ignore"), strings("allow"), strings("program"));
    let left_out = |need: &Need| {
        let named = |allowed: &&String| {
            need.name == ***allowed || need.name.split([' ', ':']).any(|word| word == allowed.as_str())
        };
        ignore.iter().any(|kind| *kind == need.kind.as_str()) || allow.iter().any(named)
    };
    let report = |kernel: &Kernel| {
        let others: Vec<&Kernel> = kernels.iter().filter(|other| !std::ptr::eq(*other, kernel)).collect();
        let mut report = check(&needs, kernel, &others);
        report.leave_out(&needs, left_out);
        report
    };
    let reports = kernels.iter().map(report).collect();
    let is_shown = |i: &usize| {
        let p = needs.programs().get(*i);
        only.is_empty() || p.is_some_and(|p| only.iter().any(|name| **name == p.name))
    };
    let shown: Vec<usize> = (0..needs.programs().len()).filter(is_shown).collect();
    if let Some(missing) = only.iter().find(|name| !needs.programs().iter().any(|p| p.name == ***name)) {
        return Err(Failure::Bad(format!("{name}: it has no program {missing}")));
    }
    Ok(Checked { name, needs, reports, shown })
}

/// Whether something fails, of what is loaded unless told otherwise; of programs that were named, of these.
fn fails(checked: &Checked, strict: bool, named: bool) -> bool {
    let counts = |p: &&usize| named || checked.needs.programs().get(**p).is_some_and(|p| p.autoload);
    let failing = |report: &Report| {
        report.foreign.is_some()
            || checked.shown.iter().filter(counts).filter_map(|&p| report.programs.get(p)).any(|v| {
                let load = if strict { v.load > Load::Loads } else { v.load == Load::Fails };
                let attach =
                    v.attach == Attach::Fails || strict && matches!(v.attach, Attach::Unlikely | Attach::CannotTell);
                load || attach
            })
    };
    checked.reports.iter().any(failing)
}

/// The kernels that were named.
fn kernels(args: &ArgMatches) -> Result<Vec<Kernel>, Failure> {
    let paths: Vec<&PathBuf> = args.get_many::<PathBuf>("target").into_iter().flatten().collect();
    if paths.is_empty() {
        return Err(Failure::Bad("name kernels by --target, such as --target /sys/kernel/btf/vmlinux".to_owned()));
    }
    let modules = args.get_one::<String>("modules").map(String::as_str);
    // Names without their folders, where that still tells them apart.
    let files: Vec<Option<&str>> = paths.iter().map(|p| p.file_name().and_then(|n| n.to_str())).collect();
    let distinct = files.iter().collect::<BTreeSet<_>>().len() == files.len() && !files.contains(&None);
    let mut kernels = Vec::new();
    for (input, path) in relocs::targets(args)?.into_iter().zip(paths) {
        let mut release = release(&input, path);
        if let Some(file) = path.file_name().and_then(|n| n.to_str()).filter(|_| distinct) {
            release.name = file.to_owned();
        }
        let modules = match modules {
            None => Modules::Unknown,
            Some("none") => Modules::Absent,
            Some(folder) => Modules::Given(modules_in(Path::new(folder), path, &input.btf)?),
        };
        kernels.push(Kernel::new(release, input.btf, modules));
    }
    Ok(kernels)
}

/// What is known of a target's version: by its file, or of the kernel that runs here.
fn release(input: &Input, path: &Path) -> Release {
    let running = || fs::read_to_string("/proc/sys/kernel/osrelease").ok().map(|r| r.trim().to_owned());
    let known = match &input.opened.kernel_release {
        Some(release) => Some(release.clone()),
        None if path.starts_with("/sys/kernel/btf") => running(),
        None => None,
    };
    let mut release = Release::parse(known.as_deref().unwrap_or(&input.name));
    if path.starts_with("/sys/kernel/btf") && release.arch.is_none() {
        release.arch = Some(std::env::consts::ARCH.to_owned());
    }
    release.name = input.name.clone();
    release
}

/// The modules in a folder and those below, on a kernel. Those of other kernels are left out, with a warning.
fn modules_in(folder: &Path, kernel: &Path, btf: &Arc<Btf>) -> Result<Vec<(String, Arc<Btf>)>, Failure> {
    let bad = |e: std::io::Error| Failure::Bad(format!("{}: {e}", folder.display()));
    let mut modules = Vec::new();
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).map_err(bad)?.filter_map(|e| Some(e.ok()?.path())).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            // A link may lead back up.
            if !path.is_symlink() {
                modules.extend(modules_in(&path, kernel, btf)?);
            }
            continue;
        }
        let file = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let name = file.split('.').next().unwrap_or_default().replace('-', "_");
        let is_module = file.contains(".ko") || file.ends_with(".btf") || !file.contains('.');
        if name == "vmlinux" || !is_module || path == kernel {
            continue;
        }
        let opened = Which::of(&path, None).alone();
        match opened
            .and_then(|o| load(&o, Some(btf.clone())).map_err(|e| Failure::Bad(format!("{}: {e}", path.display()))))
        {
            Ok(loaded) if loaded.btf.is_split() => modules.push((name, loaded.btf)),
            Ok(_) => {}
            Err(e) => say(&format!("warning: left out: {}", e.message())),
        }
    }
    Ok(modules)
}
