//! `verify`: a kernel's verdict on a file's BTF.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use bpf::Object;
use btf::{Btf, Endian};
use clap::ValueEnum;
use container::{Opened, Role};
use dump::{Sink, TokenKind};
use model::verdict::{Case, Judged};
use verdict::{Fault, Knowledge, Mode, Verdict, Version, prog};

use crate::args::{OnBase, Order};
use crate::fail::{Failure, say};
use crate::files;
use crate::files::AsText;
use crate::out::{Out, out};
use crate::with_base::object::object_in;
use crate::with_base::{Which, place};

/// The most faults that are listed as text.
const LISTED: usize = 40;

/// Judge the BTF as a kernel does: accepted, or its errno and words, and what else is wrong
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A kernel stops at the first fault; all others that were found stand below it. A program object is
judged as libbpf hands it to that kernel, with the records of its functions and lines, and with its
CO-RE records, which only a light skeleton passes to the kernel. A kernel's and a module's BTF are judged
as the kernel does itself, which trusts that their types fit together.

Rules before 6.1 are not complete. Special fields (locks, lists, kptrs) are refused without words, and
releases differ in details of that.

Exit status: 0 if it is accepted, 1 if it is refused, also by libbpf, which then asks no kernel, 2 on
bad use.

Examples:
  btfscope verify prog.bpf.o
  btfscope verify prog.bpf.o --kernel 6.1 --json
  btfscope verify types.btf --log
  btfscope verify veth.ko --base vmlinux")]
pub struct Args {
    #[command(flatten)]
    file: OnBase,
    /// The kernel: 6.1, or a whole release; without it, the newest that is known, with a line for each
    /// other offered version
    #[arg(long, short, value_name = "VERSION")]
    kernel: Option<Version>,
    /// The rules: those for a program's BTF, which a loader brings (BPF_BTF_LOAD), or those for a kernel's or module's
    /// own BTF; without it, a kernel's for a file with a base, else the kind of file decides
    #[arg(long = "as", value_name = "WHO", value_enum)]
    who: Option<Who>,
    /// The kernel's byte order; else that of the file
    #[arg(long, value_name = "ORDER", value_enum)]
    order: Option<Order>,
    /// Judge a program's BTF as the file has it, without the changes that libbpf makes before loading
    #[arg(long)]
    as_is: bool,
    /// The whole log of the kernel, and nothing else
    #[arg(long)]
    log: bool,
    /// As JSON: {kernel, mode, accepted, errno, line, faults: [...], others: [...], ...}
    #[arg(long)]
    json: bool,
}

/// Whose BTF is judged: the rules for a program's BTF and for a kernel's own differ.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Who {
    Program,
    Kernel,
}

/// The BTF to judge.
struct Subject {
    name: String,
    bytes: Arc<[u8]>,
    base: Option<Arc<Btf>>,
    mode: Mode,
    /// The file that the BTF is in. `None` for raw BTF and for a file of unknown format, unless `--base` is given or
    /// the kernel of a module was found.
    opened: Option<Opened>,
    /// The program object that libbpf would load; `None` for a file of another kind, by a kernel's own rules, and with
    /// `--as-is`.
    object: Option<Object>,
    is_module: bool,
}

/// Runs the command.
///
/// # Errors
/// When the file or its base cannot be read, when the file has a format that can hold BTF, but has none, and when
/// libbpf does not load the object (status 1).
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let subject = Subject::open(args)?;
    let version = args.kernel;
    let order = args.order.map(Endian::from);
    let log = args.log;
    if let Some(refusal) = subject.case().refusal() {
        return Ok(subject.does_not_open(version.unwrap_or(Version::NEWEST), &refusal, args, out));
    }
    let judged = |version| subject.judge(version, order, log);
    let main = judged(version.unwrap_or(Version::NEWEST))?;
    let programs = subject.object.as_ref().map(prog::programs).unwrap_or_default();
    let refused = programs.iter().any(|p| p.refusals().next().is_some());
    let status = u8::from(refused || !main.verdict.is_accepted());
    if log {
        for line in main.verdict.log.split_inclusive(|&b| b == b'\n') {
            out!(out, "{}", String::from_utf8_lossy(line));
        }
        if main.verdict.log.last().is_some_and(|&b| b != b'\n') {
            out!(out, "\n");
        }
        return Ok(status);
    }
    let mut others = Vec::new();
    if version.is_none() {
        for &version in Version::OFFERED.iter().rev().filter(|&&version| version != main.version) {
            others.push(judged(version)?);
        }
    }
    if args.json {
        json::print(&json::verdicts::verdict(&subject.name, &subject.case(), &main, &others, &programs), out);
    } else {
        subject.text(&main, &others, &programs, out);
    }
    Ok(status)
}

impl Subject {
    fn open(args: &Args) -> Result<Subject, Failure> {
        let which = Which::from(&args.file);
        let who = args.who;
        let raw = if args.file.one.entry.is_none() { raw(&args.file.one.file) } else { None };
        if let Some(bytes) = &raw
            && !which.has_base()
        {
            let role = container::detect_role(bytes).map_or(Role::Other, |found| found.role);
            let mode = mode(who, role, false);
            let (name, is_module) = (which.name(), role == Role::Module);
            // The module's kernel may be found even without `--base`.
            if let Some(input) = (is_module && mode == Mode::Kernel).then(|| which.open().ok()).flatten() {
                let (bytes, base) = (Arc::clone(&input.opened.btf.bytes), input.btf.base().cloned());
                return Ok(Subject { name, bytes, base, mode, opened: Some(input.opened), object: None, is_module });
            }
            let bytes = Arc::clone(bytes);
            return Ok(Subject { name, bytes, base: None, mode, opened: None, object: None, is_module });
        }
        let opened = which.alone()?;
        let base = match opened.needs_base.is_some() || opened.btf_base.is_some() || which.has_base() {
            true => which.open_read(opened.clone())?.btf.base().cloned(),
            false => None,
        };
        let mode = mode(who, opened.role, base.is_some());
        let object = if args.as_is || mode == Mode::Kernel { None } else { object_in(&opened) };
        let (bytes, is_module) = (Arc::clone(&opened.btf.bytes), opened.role == Role::Module);
        Ok(Subject { name: which.name(), bytes, base, mode, opened: Some(opened), object, is_module })
    }

    fn case(&self) -> Case<'_> {
        Case {
            bytes: &self.bytes,
            base: self.base.as_deref(),
            mode: self.mode,
            object: self.object.as_ref(),
            lone_module: self.is_module && self.base.is_none(),
        }
    }

    /// Prints that libbpf does not open the object, so that no kernel is asked. Returns the exit status, 1.
    fn does_not_open(&self, version: Version, refusal: &open::Refusal, args: &Args, out: &mut Out) -> u8 {
        if args.log {
            say(&format!("{}: libbpf does not open it: {}", self.name, refusal.why()));
        } else if args.json {
            json::print(&json::verdicts::does_not_open(&self.name, &self.case(), version, refusal), out);
        } else {
            let about = if refusal.about.is_empty() { String::new() } else { format!(": {}", refusal.about) };
            let rows = [
                ("file", self.name.clone()),
                ("libbpf", format!("does not open it: {}", refusal.errno)),
                ("line", refusal.line.clone().unwrap_or_else(|| "(libbpf says nothing)".to_owned())),
                ("", format!("{}{about}", refusal.rule.says)),
                ("", format!("{} (rule {}, {})", refusal.range, refusal.rule.id, refusal.rule.source)),
                ("verdict", "no kernel is asked".to_owned()),
            ];
            rows.iter().for_each(|(label, text)| row(out, label, text));
        }
        1
    }

    /// Judges the BTF by the rules of one version.
    fn judge(&self, version: Version, order: Option<Endian>, log: bool) -> Result<Judged, Failure> {
        let judged = self.case().judge(version, order, log);
        judged.map_err(|e| Failure::NotFound(format!("{}: libbpf does not load it: {e}", self.name)))
    }

    /// Describes the place of a fault.
    fn place(&self, fault: &Fault) -> String {
        let at = match &self.opened {
            Some(opened) => place(opened, &opened.btf, fault.range),
            None => fault.range.to_string(),
        };
        format!("{}, {at}", fault.place)
    }

    fn text(&self, main: &Judged, others: &[Judged], programs: &[prog::Checked], out: &mut Out) {
        row(out, "file", &self.name);
        let who = if self.mode == Mode::Load { "a loader asks (BPF_BTF_LOAD)" } else { "its own or a module's BTF" };
        let known = match main.version.judged_as().0 {
            known if known == main.version => String::new(),
            known => format!(" (judged as {known})"),
        };
        row(out, "kernel", &format!("{}{known}; {who}", main.version));
        match self.case().libbpf() {
            Some(Ok(())) => row(out, "libbpf", "opens it"),
            Some(Err(complaint)) => row(out, "libbpf", &format!("refuses it: {}: {complaint}", complaint.errno)),
            None => {}
        }
        for change in &main.changes {
            row(out, "", change);
        }
        row(out, "verdict", &answer(&main.verdict));
        let faults = &main.verdict.faults;
        for (index, fault) in faults.iter().take(LISTED).enumerate() {
            if index == 1 {
                row(out, "besides", &format!("{} more", faults.len() as u64 - 1 + main.verdict.left_out));
            }
            let words = if fault.words.is_empty() { "(no words)" } else { fault.words.as_str() };
            row(out, if index == 0 { "log" } else { "" }, words);
            out.token(TokenKind::Comment, &format!("{:12}{}\n", "", self.place(fault)));
            out.token(TokenKind::Comment, &format!("{:12}{} (btf.rst {})\n", "", fault.rule.says(), fault.reference()));
        }
        for program in programs {
            for (what, refusal) in program.refusals() {
                row(out, what, &format!("{} ({}): {refusal}", program.name, program.section));
            }
        }
        if !programs.is_empty() {
            let sound = programs.iter().filter(|p| p.refusals().next().is_none()).count();
            let all = programs.len();
            let words = "with records of functions, lines and relocations as they have to be";
            row(out, "programs", &format!("{sound} of {all} {words}"));
        }
        for other in others {
            let words = other.verdict.faults.first().map(|fault| &*fault.words).filter(|words| !words.is_empty());
            let line = words.map(|words| format!(": {words}")).unwrap_or_default();
            let incomplete =
                if other.version.knowledge() == Knowledge::Incomplete { " (not all its rules are known)" } else { "" };
            row(out, &format!("  {}", other.version), &format!("{}{line}{incomplete}", answer(&other.verdict)));
        }
        self.case().notes(main).iter().for_each(|note| row(out, "note", note));
    }
}

/// Whose rules apply: those that were asked for, else those for a file of this role.
fn mode(who: Option<Who>, role: Role, has_base: bool) -> Mode {
    match (who, role) {
        (Some(Who::Program), _) => Mode::Load,
        (Some(Who::Kernel), _) | (None, Role::Kernel | Role::Module | Role::Base) => Mode::Kernel,
        (None, Role::Program | Role::Other) if has_base => Mode::Kernel,
        (None, Role::Program | Role::Other) => Mode::Load,
    }
}

fn row(out: &mut Out, label: &str, text: &str) {
    out.token(TokenKind::Keyword, &format!("{label:<10}"));
    out!(out, "{text}\n");
}

fn answer(verdict: &Verdict) -> String {
    verdict.errno.map_or("accepted".to_owned(), |errno| format!("refused, {errno}"))
}

/// The bytes of a raw BTF file, or of a file of unknown format, since a kernel judges any bytes. `None` for a file of
/// another known format, and if the path is no regular file or cannot be read.
fn raw(path: &Path) -> Option<Arc<[u8]>> {
    if path == Path::new("-") || !fs::metadata(path).ok()?.is_file() {
        return None;
    }
    // A file that is larger is searched for BTF only once, when it is opened.
    let limits = container::Limits { archive: 1 << 30, ..container::Limits::default() };
    let whole = || files::first(path, limits.output).ok().map(Arc::from);
    if Endian::of_magic(&files::first(path, 2).ok()?).is_some() {
        return whole();
    }
    let mut file = files::source(path).ok()?;
    let go_on = &mut |_| std::ops::ControlFlow::Continue(());
    match container::unpack(&path.as_text(), &mut file, &limits, go_on) {
        Err(e) if matches!(e.kind, container::OpenErrorKind::NotBtf | container::OpenErrorKind::Empty) => {
            say(&format!("{}: its format is unknown; it is judged as if it were BTF", path.as_text()));
            whole()
        }
        _ => None,
    }
}
