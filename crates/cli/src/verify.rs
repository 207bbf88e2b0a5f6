//! `verify`: what a kernel says of a file's BTF.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bpf::Object;
use btf::{Btf, Endian, MAGIC};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command, value_parser};
use container::{Opened, Role};
use dump::{Sink, TokenKind};
use verdict::{Fault, Knowledge, MAX_SIZE, Mode, Options, Verdict, Version, judge, libbpf, prog};

use crate::args::{flag, with_file};
use crate::fail::{Failure, say};
use crate::json::Json;
use crate::open::{Which, place};
use crate::out::{Out, out};

/// Faults that are listed as text.
const LISTED: usize = 40;

/// The command line.
pub fn command() -> Command {
    with_file(Command::new("verify"))
        .about("Tell what a kernel says of the BTF: accepted, or its errno and words, and what else is wrong")
        .arg(
            Arg::new("kernel")
                .long("kernel")
                .short('k')
                .value_name("VERSION")
                .value_parser(value_parser!(Version))
                .help("The kernel: 6.1, or a whole release; without it the newest that is known, and the others in a line each"),
        )
        .arg(
            Arg::new("as")
                .long("as")
                .value_name("WHO")
                .value_parser(PossibleValuesParser::new(["program", "kernel"]))
                .help("Who asks: a program's loader (BPF_BTF_LOAD), or the kernel of its own or a module's BTF; else by what the file is"),
        )
        .arg(
            Arg::new("order")
                .long("order")
                .value_name("ORDER")
                .value_parser(PossibleValuesParser::new(["little", "big"]))
                .help("The kernel's byte order; else that of the file"),
        )
        .arg(flag("as-is").help("A program as its file has it, without what libbpf changes before it loads it"))
        .arg(flag("log").help("The whole log of the kernel, and nothing else"))
        .arg(flag("json").help("As JSON: {kernel, mode, accepted, errno, line, faults: [...], others: [...], ...}"))
        .after_help(
            "A kernel stops at the first fault; all others that were found stand below it. A program object is
judged as libbpf hands it to that kernel, with the records of its functions and lines. A kernel's and
a module's BTF are judged as the kernel does itself, which trusts that their types fit together.

Rules before 6.1 are not complete. Special fields (locks, lists, kptrs) are refused without words, and
releases differ in details of that.

Exit status: 0 if it is accepted, 1 if it is refused, 2 on bad use.

Examples:
  btfscope verify prog.bpf.o
  btfscope verify prog.bpf.o --kernel 6.1 --json
  btfscope verify types.btf --log
  btfscope verify veth.ko --base vmlinux",
        )
}

/// What is judged.
struct Subject {
    name: String,
    bytes: Arc<[u8]>,
    base: Option<Arc<Btf>>,
    mode: Mode,
    /// The file around it, if it is one that is known.
    opened: Option<Opened>,
    /// Of a program: what libbpf looks up in.
    object: Option<Object>,
}

/// A verdict of one version.
struct Judged {
    version: Version,
    verdict: Verdict,
    /// What libbpf changed.
    changes: Vec<String>,
}

/// Runs the command.
///
/// # Errors
/// When the file or its base cannot be read, or it is of a form that holds BTF but has none.
pub fn run(args: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    let subject = Subject::open(args)?;
    let version = args.get_one::<Version>("kernel").copied();
    let order = args.get_one::<String>("order").map(|order| if order == "big" { Endian::Big } else { Endian::Little });
    let log = args.get_flag("log");
    let judged = |version| subject.judge(version, order, log);
    let main = judged(version.unwrap_or(Version::NEWEST))?;
    let status = u8::from(!main.verdict.is_accepted());
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
    let programs = subject.object.as_ref().map(prog::programs).unwrap_or_default();
    let refused = programs.iter().any(|p| p.func_info.is_err() || p.line_info.is_err());
    if args.get_flag("json") {
        subject.json(&main, &others, &programs, out);
    } else {
        subject.text(&main, &others, &programs, out);
    }
    Ok(status.max(refused.into()))
}

impl Subject {
    fn open(args: &ArgMatches) -> Result<Subject, Failure> {
        let which = Which::new(args);
        let path = args.get_one::<PathBuf>("file").map_or(Path::new("-"), PathBuf::as_path);
        let who = args.get_one::<String>("as").map(String::as_str);
        let raw = if args.get_one::<String>("entry").is_none() { raw(path) } else { None };
        if let Some(bytes) = &raw
            && !which.has_base()
        {
            let role = container::detect_role(bytes).map(|found| found.role);
            let trusted = matches!(role, Ok(Role::Kernel | Role::Base)) || who == Some("kernel");
            let module = matches!(role, Ok(Role::Module)) && who != Some("program");
            // A module whose kernel lies near.
            if let Some(input) = module.then(|| which.open().ok()).flatten() {
                let (bytes, base) = (Arc::clone(&input.opened.btf.bytes), input.btf.base().cloned());
                let mode = Mode::Kernel;
                return Ok(Subject { name: which.name(), bytes, base, mode, opened: Some(input.opened), object: None });
            }
            let mode = if trusted && who != Some("program") { Mode::Kernel } else { Mode::Load };
            let bytes = Arc::clone(bytes);
            return Ok(Subject { name: which.name(), bytes, base: None, mode, opened: None, object: None });
        }
        let opened = which.alone()?;
        let base = match opened.needs_base.is_some() || opened.btf_base.is_some() || which.has_base() {
            true => which.open_read(opened.clone())?.btf.base().cloned(),
            false => None,
        };
        let mode = match who {
            Some("program") => Mode::Load,
            Some(_) => Mode::Kernel,
            None if base.is_some() => Mode::Kernel,
            None => match opened.role {
                Role::Kernel | Role::Module | Role::Base => Mode::Kernel,
                Role::Program | Role::Other => Mode::Load,
            },
        };
        let object = opened.program.as_ref().filter(|_| !args.get_flag("as-is"));
        let object = object.and_then(|piece| Object::parse(Arc::clone(&piece.bytes)).ok());
        let bytes = Arc::clone(&opened.btf.bytes);
        Ok(Subject { name: which.name(), bytes, base, mode, opened: Some(opened), object })
    }

    /// Judges it as one version does.
    fn judge(&self, version: Version, order: Option<Endian>, log: bool) -> Result<Judged, Failure> {
        let mut bytes = Arc::clone(&self.bytes);
        let mut changes = Vec::new();
        if let Some(object) = &self.object {
            let fixed = libbpf::fix_up(&bytes, object)
                .map_err(|e| Failure::NotFound(format!("{}: libbpf does not load it: {e}", self.name)))?;
            changes.extend(fixed.changes);
            bytes = fixed.bytes.into();
            if let Ok(copy) = libbpf::sanitize(&bytes, version) {
                changes.extend(copy.changes);
                bytes = copy.bytes.into();
            }
        }
        let options = Options {
            mode: self.mode,
            base: self.base.as_deref(),
            endian: order,
            whole_log: log,
            ..Options::new(version)
        };
        Ok(Judged { version, verdict: judge(&bytes, &options), changes })
    }

    /// Where a fault is, in words.
    fn place(&self, fault: &Fault) -> String {
        let at = match &self.opened {
            Some(opened) => place(opened, &opened.btf, fault.range),
            None => fault.range.to_string(),
        };
        format!("{}, {at}", fault.place)
    }

    fn mode(&self) -> &'static str {
        match self.mode {
            Mode::Load => "BPF_BTF_LOAD",
            Mode::Kernel => "kernel",
        }
    }

    /// What libbpf itself says.
    fn libbpf(&self) -> Option<Result<(), libbpf::Complaint>> {
        self.base.is_none().then(|| libbpf::read(&self.bytes))
    }

    /// What a person should know of the verdict.
    fn notes(&self, main: &Judged) -> Vec<String> {
        let mut notes = Vec::new();
        if self.bytes.starts_with(&MAGIC.to_be_bytes()) {
            notes.push(
                "it is big-endian, and only a big-endian kernel takes it; others say “btf_header not found”".to_owned(),
            );
        }
        match main.version.knowledge() {
            Knowledge::Compared => {}
            Knowledge::Between => {
                notes.push(format!("{} was not compared itself: its rules are known from others", main.version))
            }
            Knowledge::Newer => {
                notes.push(format!("{} is newer than what is known: judged as {}", main.version, Version::NEWEST))
            }
            Knowledge::Incomplete => notes.push(format!("not all rules of {} are known", main.version)),
        }
        if main.verdict.depends {
            notes.push(
                "kernels of this version may answer differently: it depends on their types and point release"
                    .to_owned(),
            );
        }
        if self.object.is_some() && !main.verdict.is_accepted() {
            notes.push("libbpf then goes on without BTF, unless the object has struct_ops".to_owned());
        }
        if self.mode == Mode::Load
            && self.base.is_none()
            && self.opened.as_ref().is_some_and(|o| o.role == Role::Module)
        {
            notes.push("a module's BTF is judged on that of its kernel: name it by --base".to_owned());
        }
        notes
    }

    fn text(&self, main: &Judged, others: &[Judged], programs: &[prog::Checked], out: &mut Out) {
        let row = |out: &mut Out, label: &str, text: &str| {
            out.token(TokenKind::Keyword, &format!("{label:<10}"));
            out!(out, "{text}\n");
        };
        row(out, "file", &self.name);
        let who = if self.mode == Mode::Load { "a loader asks (BPF_BTF_LOAD)" } else { "its own or a module's BTF" };
        row(out, "kernel", &format!("{}; {who}", main.version));
        match self.libbpf() {
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
            for (what, found) in [("func_info", &program.func_info), ("line_info", &program.line_info)] {
                if let Err(refusal) = found {
                    row(out, what, &format!("{} ({}): {refusal}", program.name, program.section));
                }
            }
        }
        if !programs.is_empty() {
            let sound = programs.iter().filter(|p| p.func_info.is_ok() && p.line_info.is_ok()).count();
            row(
                out,
                "programs",
                &format!("{sound} of {} with records of functions and lines as they have to be", programs.len()),
            );
        }
        for other in others {
            let line = other.verdict.faults.first().map(|fault| format!(": {}", fault.words)).unwrap_or_default();
            let incomplete =
                if other.version.knowledge() == Knowledge::Incomplete { " (not all its rules are known)" } else { "" };
            row(out, &format!("  {}", other.version), &format!("{}{line}{incomplete}", answer(&other.verdict)));
        }
        self.notes(main).iter().for_each(|note| row(out, "note", note));
    }

    fn json(&self, main: &Judged, others: &[Judged], programs: &[prog::Checked], out: &mut Out) {
        Json::object(out, |json| {
            json.text("file", &self.name);
            json.text("mode", self.mode());
            verdict_json(json, main);
            json.list("changes", |list| main.changes.iter().for_each(|change| list.string(change)));
            json.list("faults", |list| {
                for fault in &main.verdict.faults {
                    list.item(|item| {
                        item.text("rule", fault.rule.as_str());
                        item.text("says", fault.rule.says());
                        item.text("reference", &fault.reference());
                        item.number("errno", fault.rule.errno().0.unsigned_abs());
                        item.text("line", &fault.words);
                        item.text("place", &fault.place.to_string());
                        let (type_id, member) = match fault.place {
                            btf::Place::Type(id) => (Some(id.0), None),
                            btf::Place::Item(id, index) => (Some(id.0), Some(index.0)),
                            _ => (None, None),
                        };
                        item.maybe_number("type_id", type_id);
                        item.maybe_number("member", member);
                        item.number("start", fault.range.start);
                        item.number("end", fault.range.end);
                    });
                }
            });
            json.number("left_out", main.verdict.left_out);
            if let Some(found) = self.libbpf() {
                json.group("libbpf", |libbpf| {
                    libbpf
                        .number("errno", found.as_ref().err().map_or(0, |complaint| complaint.errno.0.unsigned_abs()));
                    libbpf.maybe_text("what", found.err().map(|complaint| complaint.to_string()).as_deref());
                });
            }
            json.list("programs", |list| {
                for program in programs {
                    list.item(|item| {
                        item.text("name", &program.name);
                        item.text("section", &program.section);
                        for (what, found) in [("func_info", &program.func_info), ("line_info", &program.line_info)] {
                            item.maybe_text(what, found.as_ref().err().map(ToString::to_string).as_deref());
                        }
                    });
                }
            });
            json.list("others", |list| others.iter().for_each(|other| list.item(|item| verdict_json(item, other))));
            json.list("notes", |list| self.notes(main).iter().for_each(|note| list.string(note)));
        });
    }
}

fn verdict_json(json: &mut Json<'_>, judged: &Judged) {
    json.text("kernel", &judged.version.to_string());
    json.flag("complete", judged.version.knowledge() != Knowledge::Incomplete);
    json.flag("accepted", judged.verdict.is_accepted());
    json.number("errno", judged.verdict.errno.map_or(0, |errno| errno.0.unsigned_abs()));
    json.maybe_text("errno_name", judged.verdict.errno.map(|errno| errno.name()));
    json.maybe_text("line", judged.verdict.faults.first().map(|fault| fault.words.as_str()));
    json.flag("depends", judged.verdict.depends);
}

fn answer(verdict: &Verdict) -> String {
    verdict.errno.map_or("accepted".to_owned(), |errno| format!("refused, {errno}"))
}

/// The bytes of a file that is BTF by itself, or nothing that is known: the kernel would judge that, too. None of what can hold
/// BTF within it.
fn raw(path: &Path) -> Option<Arc<[u8]>> {
    if path == Path::new("-") || !fs::metadata(path).ok()?.is_file() {
        return None;
    }
    let mut file = File::open(path).ok()?;
    let mut bytes = Vec::new();
    // One more than the kernel takes.
    file.by_ref().take(u64::from(MAX_SIZE) + 1).read_to_end(&mut bytes).ok()?;
    let is_blob = bytes.starts_with(&MAGIC.to_le_bytes()) || bytes.starts_with(&MAGIC.to_be_bytes());
    if is_blob {
        return Some(bytes.into());
    }
    let known = container::unpack(
        &path.display().to_string(),
        &mut bytes.as_slice(),
        &container::Limits::default(),
        &mut |_| std::ops::ControlFlow::Continue(()),
    );
    match known {
        Err(e) if matches!(e.kind, container::OpenErrorKind::NotBtf | container::OpenErrorKind::Empty) => {
            say(&format!("{}: nothing that is known; judged as if it were BTF", path.display()));
            Some(bytes.into())
        }
        _ => None,
    }
}
