//! `check`: on which kernels programs load and attach, and if not, why.

mod kernels;
mod leave_out;
mod markdown;
mod outcome;
mod ranges;
mod sarif;
mod text;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bpf::Object;
use needs::{Headline, Kernel, Need, NeedKind, Needs, Nowhere, Range, Report, check_with};

use crate::args::one_of;
use crate::atlases::kernels::Where;
use crate::fail::{Failure, say};
use crate::out::Out;
use crate::with_base::Which;
use json::fits::AskedKernel;
use kernels::Kernels;
use leave_out::left_out;
use outcome::Unknown;

/// Say on which kernels programs load and attach, and if not, why
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A program loads; loads with fallback (it only asks for what the kernel lacks: a guard is answered 0, a
weak symbol is missing, a poisoned instruction is never reached); fails; or BTF does not tell whether it
loads. No kernel is asked about an object that libbpf does not open. If libbpf cannot read .BTF.ext and
goes on without it, the programs load unrelocated, which is a failure: they read at the offsets of their
own headers.

Reasons are in libbpf's and the kernel's words. BTF holds no version of the kernel: it is taken from
the rest of the file, for /sys/kernel/btf from the running kernel, or else from the target's name, such
as linux-6.12.107+deb13-amd64.btf.

A type or function that vmlinux lacks is not called missing unless the kernel's modules are known
(--modules, or X-modules.atlas beside X.atlas), or no kernel and no module of the atlas has it.
Without --target and --atlas the kernels are those of BTFSCOPE_ATLAS, or else of debian.atlas, which
comes with btfscope.

KIND is one of open, map, mapflag, btfkind, kfunc, ksym, kallsyms, kconfig, struct_ops, section,
progtype, attachtype, attach, args, helper, core, insn, license, tag, access.

Exit status: 0 when all checked programs load on all required targets; 1 when one fails to load or to
attach; 2 on bad use, and on files that cannot be read; 3 when none fails and it is unknown whether one loads
(--unknown ok: 0 then; --unknown fail: 1).

Examples:
  btfscope check prog.bpf.o --target /sys/kernel/btf/vmlinux --modules /sys/kernel/btf
  btfscope check prog.bpf.o --target vmlinux-5.10 --target vmlinux-6.12 --modules none
  btfscope check prog.bpf.o --require 'distribution:debian arch:amd64 version:>=6.1'
  btfscope check *.bpf.o --target vmlinux --strict --markdown
  btfscope check *.bpf.o --sarif > check.sarif")]
pub struct Args {
    /// BPF program objects
    #[arg(value_name = "PROG", required = true)]
    files: Vec<PathBuf>,
    /// A kernel to check against. Can be repeated
    #[arg(long, short, value_name = "KERNEL")]
    target: Vec<PathBuf>,
    /// Check against the kernels of an atlas; without this and --target, the atlas in BTFSCOPE_ATLAS, or the one that
    /// comes with btfscope
    #[arg(long, value_name = "ATLAS")]
    atlas: Option<PathBuf>,
    #[command(flatten)]
    only: Where,
    /// Only kernels that fit decide the exit status: conditions as in --where, such as 'arch:amd64 version:>=6.1'
    #[arg(long, value_name = "QUERY")]
    require: Option<String>,
    /// The kernel of targets that are modules
    #[arg(long, short = 'B', value_name = "FILE")]
    base: Option<PathBuf>,
    /// The kernel's modules: none, or all in this folder; without it, a module may have what vmlinux lacks
    #[arg(long, value_name = "none|DIR")]
    modules: Option<String>,
    /// Only this program, whether it is loaded by itself or not. Can be repeated
    #[arg(long, value_name = "NAME")]
    program: Vec<String>,
    /// Leave out needs of this kind. Can be repeated
    #[arg(long, value_name = "KIND", value_parser = one_of(NeedKind::ALL, NeedKind::as_str))]
    ignore: Vec<NeedKind>,
    /// Leave out the need of this name, such as 'FUNC vfs_read' or vfs_read. Can be repeated
    #[arg(long, value_name = "NEED")]
    allow: Vec<String>,
    /// Let `cannot tell`, `unlikely` and `loads with fallback` fail, too
    #[arg(long)]
    strict: bool,
    /// Count a program as loading or as failing where it cannot be told; without it, the exit status is 3
    #[arg(long, value_name = "ok|fail", conflicts_with = "strict", hide_possible_values = true)]
    unknown: Option<Unknown>,
    /// As JSON: the object, or {objects} if there are several
    #[arg(long)]
    json: bool,
    /// As Markdown: for each program a table of the required kernels
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    /// As SARIF 2.1.0, with source lines
    #[arg(long, conflicts_with_all = ["json", "markdown"])]
    sarif: bool,
    /// The folder that paths in --sarif start from; without it, the top of the git checkout, GITHUB_WORKSPACE, or this
    /// folder
    #[arg(long, value_name = "DIR", requires = "sarif")]
    root: Option<PathBuf>,
}

/// An object and its results on all kernels.
struct Checked {
    name: String,
    needs: Needs,
    reports: Vec<Report>,
    /// Whether each kernel counts for the exit status.
    counts: Vec<bool>,
    /// The programs to show, by index.
    shown: Vec<usize>,
    /// Whether programs were named.
    named: bool,
}

impl Checked {
    /// Whether a kernel has another architecture than the object. If programs were named: whether each of them is for
    /// other architectures only.
    fn is_foreign(&self, kernel: usize) -> bool {
        self.reports.get(kernel).is_some_and(|report| json::fits::is_foreign(report, &self.shown, self.named))
    }

    /// Notes which kernels count for the exit status: the required ones. A required kernel of another architecture counts
    /// only if it was asked for (`is_named`), or if all required kernels have another architecture.
    fn decide(&mut self, kernels: &[AskedKernel], is_named: impl Fn(usize) -> bool) {
        let required: Vec<bool> = kernels.iter().map(|kernel| kernel.required).collect();
        let foreign: Vec<bool> = (0..kernels.len()).map(|i| self.is_foreign(i)).collect();
        self.counts = json::fits::deciding(&required, &foreign, is_named);
    }

    /// A copy of the kernels in which only the kernels that count are required.
    fn kernels(&self, asked: &[AskedKernel]) -> Vec<AskedKernel> {
        asked.iter().zip(&self.counts).map(|(kernel, &required)| AskedKernel { required, ..kernel.clone() }).collect()
    }

    /// The answer in a sentence, on the kernels that count.
    fn headline(&self, asked: &[AskedKernel]) -> Option<Headline> {
        let kernels = asked.iter().map(|kernel| &kernel.release).zip(&self.reports).zip(&self.counts);
        let kernels: Vec<_> = kernels.filter(|(_, counts)| **counts).map(|(kernel, _)| kernel).collect();
        needs::headline(&self.needs, &kernels, &self.programs())
    }

    /// The programs that count for the exit status, by index ([`needs::counted`]).
    fn programs(&self) -> Vec<usize> {
        needs::counted(self.needs.programs(), &self.shown, self.named)
    }

    /// The reports of the kernels that count for the exit status.
    fn reports(&self) -> impl Iterator<Item = &Report> {
        self.reports.iter().zip(&self.counts).filter(|(_, counts)| **counts).map(|(report, _)| report)
    }

    /// The input for the JSON.
    fn asked<'a>(&'a self, kernels: &'a [AskedKernel]) -> json::fits::Checked<'a> {
        json::fits::Checked {
            name: &self.name,
            needs: &self.needs,
            shown: &self.shown,
            named: self.named,
            kernels,
            reports: &self.reports,
        }
    }

    /// Texts about a need and its answer on a kernel: the message of libbpf or the kernel, the cause, and the remedy.
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

    /// The reason for a program's result on a range of kernels; empty if there is none.
    fn why(&self, range: &Range) -> String {
        let Some(&kernel) = range.kernels.first() else { return String::new() };
        if let Some(words) = self.reports.get(kernel).and_then(|r| r.foreign?.words()) {
            return words.to_owned();
        }
        let Some(need) = range.reason else { return String::new() };
        let said = self.said(kernel, need);
        let why = format!("{}: {}", said.what(), said.why.or(said.words).unwrap_or_default());
        why.trim_end_matches([':', ' ']).to_owned()
    }
}

/// Texts about a need.
struct Said<'a> {
    need: Option<&'a Need>,
    words: Option<&'a str>,
    why: Option<&'a str>,
    way_out: Option<&'a str>,
}

impl Said<'_> {
    /// The need's kind and name.
    fn what(&self) -> String {
        self.need.map_or_else(String::new, |n| format!("{} {}", n.kind.as_str(), n.name))
    }
}

/// Runs the command.
///
/// # Errors
/// When a file or a query cannot be read, an object lacks a named program, there is no kernel to check on, or `--root`
/// names no folder.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let checked = check(args, out);
    if let (true, Err(failure)) = (args.sarif, &checked) {
        sarif::print_failure(failure, out);
    }
    checked
}

fn check(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let root = args.sarif.then(|| sarif::Root::find(args.root.as_deref())).transpose()?;
    let mut found = None;
    let mut kernels = Kernels::open(args, &mut found)?;
    let several = args.files.iter().map(|path| opened(args, path)).collect::<Result<Vec<_>, Failure>>()?;
    let mut all: Vec<Checked> = several.into_iter().flatten().collect();
    let objects: Vec<Needs> = all.iter().map(|c| c.needs.clone()).collect();
    leave_out::warn(args, &objects);
    kernels.know_modules(&objects.iter().collect::<Vec<_>>())?;
    let ask = |kernel: &Kernel, nowhere: &[Nowhere]| -> Vec<Report> {
        let reports = objects.iter().zip(nowhere).map(|(needs, nowhere)| {
            let mut report = check_with(needs, kernel, nowhere);
            report.leave_out(needs, |need| left_out(args, need));
            report
        });
        reports.collect()
    };
    let asked = kernels.ask(&objects.iter().collect::<Vec<_>>(), ask, |reports| {
        for (checked, report) in all.iter_mut().zip(reports) {
            checked.reports.push(report);
        }
    })?;
    for checked in &mut all {
        checked.decide(&asked, |kernel| kernels.is_named(kernel));
    }
    let status = outcome::status(&all, args.strict, args.unknown);
    if args.json {
        print_json(&all, &asked, out);
    } else if args.markdown {
        markdown::print(&all, &asked, out);
    } else if let Some(root) = &root {
        sarif::print(&all, &asked, root, status, out);
    } else {
        text::print(&all, &asked, out);
    }
    Ok(status)
}

/// Prints a JSON object for each BPF object, in a list if there are several.
fn print_json(all: &[Checked], kernels: &[AskedKernel], out: &mut Out) {
    let kernels: Vec<_> = all.iter().map(|one| one.kernels(kernels)).collect();
    let found: Vec<_> =
        all.iter().zip(&kernels).map(|(one, kernels)| json::fits::Fits::of(&one.asked(kernels))).collect();
    match found.as_slice() {
        [one] => json::print(one, out),
        several => json::rows("objects", several, out),
    }
}

/// The program objects in a file, not yet checked.
fn opened(args: &Args, path: &Path) -> Result<Vec<Checked>, Failure> {
    let objects = Which::of(path, None).programs()?;
    objects.into_iter().map(|(name, bytes)| of_object(args, name, bytes)).collect()
}

fn of_object(args: &Args, name: String, bytes: Arc<[u8]>) -> Result<Checked, Failure> {
    let object = Object::parse(bytes).map_err(|e| Failure::Bad(format!("{name}: {e}")))?;
    for problem in object.problems().iter().take(1) {
        say(&format!("warning: {name}: {problem}"));
    }
    let needs = Needs::of(Arc::new(object));
    let only = &args.program;
    let is_shown = |i: &usize| {
        let p = needs.programs().get(*i);
        only.is_empty() || p.is_some_and(|p| only.contains(&p.name))
    };
    let shown: Vec<usize> = (0..needs.programs().len()).filter(is_shown).collect();
    if let Some(missing) = only.iter().find(|name| !needs.programs().iter().any(|p| p.name == **name)) {
        return Err(Failure::Bad(format!("{name}: it has no program {missing}")));
    }
    Ok(Checked { name, needs, reports: Vec::new(), counts: Vec::new(), shown, named: !only.is_empty() })
}
