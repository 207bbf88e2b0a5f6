//! `relocs`: the result of each CO-RE relocation of a program on kernels; with `--elf` its ELF relocations.

mod elf;
mod report;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bpf::Object;
use btf::{Btf, Endian, Ext, counted};
use container::Piece;
use dump::{Sink, TokenKind};
use model::relocations::{OnKernel, headline, not_applied};
use needs::{Kernel, Modules, Needs, Nowhere, Reaching, Release, Standing, other_register, reaching, standing};
use relo::reach::Reached;
use relo::{COLUMNS, Options, Outcome, Patched, Record, Resolver, Verdict};

use crate::args::{Printed, TableFormat};
use crate::fail::{Failure, say};
use crate::kernel_modules::modules;
use crate::known_modules::KnownModules;
use crate::out::{Out, out};
use crate::with_base::object::warn;
use crate::with_base::{Input, Which};

/// Say what each CO-RE relocation of a program becomes on kernels, and why it fails; or list its ELF relocations
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Results are those of libbpf. Without --target, the access paths in the object's own types are listed.

A relocation is same, changed, absent (the program gets 0), poisoned (the verifier refuses the
program if it gets there: whether it does is said below) or refused (the loader gives up). tsv has a row a relocation: where it is,
its access path as libbpf prints it, the candidates, the values, and the instruction before and after
as code:dst:src:off:imm. With several targets, each has a table behind a line '#target NAME'.

A module is searched after its kernel, and only for types that the kernel has not. What becomes of a type
that a kernel lacks, nobody can tell unless its modules are known (--modules): libbpf searches those, too.
tsv has what libbpf makes of it on this kernel alone.

--elf lists the relocations of the ELF file instead, section by section: r_offset, r_info, type, bits,
symbol, where that is defined, and what is written: S is the symbol's value, A the addend, which
stands in the place that is patched. The object need not have BTF.

A program cannot load on a kernel of the other byte order, and an object that libbpf does not open on none;
the table is printed all the same, and a warning goes to stderr. So it does where libbpf goes on without a
broken .BTF.ext: then it applies no relocation.

Exit status: 0; 1 when a relocation fails on a target, or the program cannot load there; 2 on bad
use, and on files that cannot be read; 3 when none fails and of one nobody can tell.

Examples:
  btfscope relocs prog.bpf.o
  btfscope relocs prog.bpf.o --elf --section xdp
  btfscope relocs prog.bpf.o --target /sys/kernel/btf/vmlinux
  btfscope relocs prog.bpf.o --target vmlinux-5.10 --target vmlinux-6.12 --failing
  btfscope relocs prog.bpf.o --target veth.ko --base vmlinux --format tsv")]
pub struct Args {
    /// A BPF program object; - is standard input
    #[arg(value_name = "OBJ")]
    file: PathBuf,
    /// A kernel, a module, or another object to resolve against. Can be repeated
    #[arg(long, short, value_name = "KERNEL")]
    target: Vec<PathBuf>,
    /// The kernel of targets that are modules
    #[arg(long, short = 'B', value_name = "FILE")]
    base: Option<PathBuf>,
    /// The kernel's modules: none, or all in this folder; else what a kernel lacks, a module may have
    #[arg(long, value_name = "none|DIR", requires = "target")]
    modules: Option<String>,
    /// Which file of an archive or package OBJ is, by the end of its path
    #[arg(long, value_name = "PATH")]
    entry: Option<String>,
    #[command(flatten)]
    printed: Printed,
    /// Only relocations that fail
    #[arg(long)]
    failing: bool,
    /// Each by itself, without what libbpf keeps between them; tsv always is
    #[arg(long)]
    alone: bool,
    /// The ELF relocations, of which those of debug information are only counted
    #[arg(long, conflicts_with_all = ["target", "base", "failing", "alone"])]
    elf: bool,
    /// Of the ELF relocations only those that patch this section
    #[arg(long, short, value_name = "NAME", requires = "elf")]
    section: Option<String>,
    /// Those of debug information, too
    #[arg(long, requires = "elf")]
    debug: bool,
}

/// Opens targets, modules on the base.
///
/// # Errors
/// When one of them cannot be opened.
pub fn targets(paths: &[PathBuf], base: Option<&Path>) -> Result<Vec<Input>, Failure> {
    let mut all = Vec::new();
    for path in paths {
        let input = Which::of_several(path, base).open()?;
        input.warn();
        all.push(input);
    }
    Ok(all)
}

/// A target's name and the result of each relocation there.
struct Answers {
    name: String,
    endian: Endian,
    loads: bool,
    kernel: Kernel,
    all: Vec<Answer>,
}

struct Answer {
    outcome: Outcome,
    patched: Option<Patched>,
    standing: Standing,
    /// For an instruction that is or may be poisoned, whether the verifier reaches it.
    reaching: Option<Reaching>,
}

impl Answer {
    /// Whether its instruction is poisoned, and it is known whether the verifier reaches it.
    fn fails_where_reached(&self) -> bool {
        self.verdict() == Verdict::Poisoned && self.reaching.is_some()
    }

    fn verdict(&self) -> Verdict {
        self.standing.verdict
    }

    /// Whether the verifier reaches the instruction; true if unknown.
    fn is_reached(&self) -> bool {
        self.reaching.as_ref().is_none_or(|r| r.reached != Reached::Never)
    }

    /// Whether the kernel refuses the program for it. An instruction that is never reached is no reason.
    fn fails(&self) -> bool {
        self.verdict().is_failing() && self.is_reached()
    }

    /// Whether it is unknown if the kernel refuses the program for it. An existence check is never a reason.
    fn is_unknown(&self) -> bool {
        let asks = self.outcome.local.as_ref().is_ok_and(|spec| spec.kind.is_question());
        self.verdict() == Verdict::CannotTell && !asks && self.is_reached()
    }
}

/// The relocations of an object.
struct Program<'a> {
    name: &'a str,
    object: &'a Object,
    btf: &'a Btf,
    records: Vec<Record>,
    failing: bool,
    /// Why libbpf applies no relocations on any kernel.
    not_applied: Option<String>,
}

impl<'a> Program<'a> {
    /// `None` when it has no relocations.
    fn new(name: &'a str, object: &'a Object, failing: bool) -> Option<Program<'a>> {
        let (btf, ext) = (object.btf()?, object.ext()?);
        Some(Program { name, object, btf, records: relo::records(btf, ext), failing, not_applied: None })
    }
}

/// Runs the command.
///
/// # Errors
/// When a file cannot be opened, or the object has no relocations.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    if args.elf {
        let format = args.printed.format();
        let (entry, section) = (args.entry.as_deref(), args.section.as_deref());
        return elf::relocations(&args.file, entry, section, args.debug, format, out);
    }
    let input = Which::entry(&args.file, args.entry.as_deref()).open()?;
    let status = input.warn();
    let object = program(&input)?;
    let status = status.max(warn(&input.name, &object));
    let Some(piece) = &input.opened.btf_ext else { return Ok(status) };
    let Some(mut program) = Program::new(&input.name, &object, args.failing) else { return Ok(status) };
    let format = args.printed.format();
    // The reference tables resolve each relocation by itself.
    let alone = args.alone || format == TableFormat::Tsv;
    let needs = Needs::of(Arc::new(object.clone()));
    program.not_applied = not_applied(needs.opened());
    let mut known: Option<Option<KnownModules>> = None;
    let mut all: Vec<Answers> = Vec::new();
    for (input, path) in targets(&args.target, args.base.as_deref())?.into_iter().zip(&args.target) {
        let modules = modules(args.modules.as_deref(), &input.name, path, &input.btf)?;
        let mut kernel = Kernel::new(Release::parse(&input.name), input.btf, modules);
        if args.modules.is_none() {
            let open = match known.take() {
                Some(open) => open,
                None => KnownModules::open(None, &[&needs])?,
            };
            if let Some(open) = &open {
                kernel = open.name_modules(kernel)?;
            }
            known = Some(open);
        }
        all.push(answers(&program, input.name, kernel, alone, Some(&needs)));
    }
    let targets = all;
    if let Some(why) = &program.not_applied {
        say(&format!("warning: {}: {why}", program.name));
    }
    for t in targets.iter().filter(|t| !t.loads) {
        say(&format!("warning: {}: {}", t.name, cannot_load(&program, t)));
    }
    match (format, targets.is_empty()) {
        (TableFormat::Tsv, true) => local_tsv(&program, out),
        (TableFormat::Tsv, false) => tsv(&program, &targets, out),
        (TableFormat::Json, _) => report::print(&program, piece, &targets, out),
        (TableFormat::Text, true) => local_text(&program, out),
        (TableFormat::Text, false) => {
            text(&program, &targets, out);
            out!(out, "\n{}\n", headline_of(&program, &targets));
        }
    }
    let fails = |t: &Answers| program.not_applied.is_some() || !t.loads || t.all.iter().any(Answer::fails);
    let is_unknown = |t: &Answers| t.all.iter().any(Answer::is_unknown);
    Ok(match status {
        0 if targets.iter().any(fails) => 1,
        0 if targets.iter().any(is_unknown) => 3,
        status => status,
    })
}

/// Prints the results of an object's relocations on kernels; without kernels, its access paths. The object comes from a
/// link and lacks parts of the program, so reachability is not shown.
///
/// With the object's `.BTF.ext` it is printed as JSON.
pub fn show(name: &str, object: &Object, kernels: Vec<(String, Arc<Btf>)>, as_json: Option<&Piece>, out: &mut Out) {
    let Some(program) = Program::new(name, object, false) else { return };
    let targets: Vec<Answers> = kernels
        .into_iter()
        .map(|(name, btf)| {
            let kernel = Kernel::new(Release::parse(&name), btf, Modules::Unknown);
            answers(&program, name, kernel, true, None)
        })
        .collect();
    match (as_json, targets.is_empty()) {
        (Some(piece), _) => report::print(&program, piece, &targets, out),
        (None, true) => local_text(&program, out),
        (None, false) => text(&program, &targets, out),
    }
}

/// The object in a file, with its types and its `.BTF.ext`.
///
/// # Errors
/// When it is not an object, or has no `.BTF.ext`.
pub fn program(input: &Input) -> Result<Object, Failure> {
    let bad = |what: String| Failure::Bad(format!("{}: {what}", input.name));
    let Some(file) = &input.opened.program else {
        return Err(bad("it is no BPF program object, so it has no CO-RE relocations".to_owned()));
    };
    let Some(ext) = &input.opened.btf_ext else {
        return Err(Failure::NotFound(format!("{}: it has no .BTF.ext, and so no CO-RE relocations", input.name)));
    };
    let ext = Ext::parse(ext.bytes.clone()).map_err(|e| bad(format!(".BTF.ext: {} ({})", e.kind, e.range)))?;
    Object::with_btf(file.bytes.clone(), Some(input.btf.clone()), Some(Arc::new(ext))).map_err(|e| bad(e.to_string()))
}

/// The results of the relocations on a kernel. `whole` holds the program's needs if all of its instructions are there;
/// then it is known which are reached.
fn answers(program: &Program<'_>, name: String, kernel: Kernel, alone: bool, whole: Option<&Needs>) -> Answers {
    let endian = kernel.btf().endian();
    let reaching = whole.map_or_else(|| vec![None; program.records.len()], |needs| reaching(needs, &kernel));
    let options = Options { cache: !alone, trace: true, ..Options::default() };
    let mut resolver = Resolver::new(program.btf, kernel.target(), options);
    let answer = |(record, reaching): (&Record, Option<Reaching>)| {
        let outcome = resolver.resolve(record);
        let patched = relo::patched(program.object, record, &outcome);
        let nowhere = Nowhere::default();
        let standing = standing(program.btf, &kernel, &nowhere, &outcome, patched.as_ref());
        let reaching = reaching.filter(|_| matches!(standing.verdict, Verdict::Poisoned | Verdict::CannotTell));
        Answer { outcome, patched, standing, reaching }
    };
    let all = program.records.iter().zip(reaching).map(answer).collect();
    Answers { name, endian, loads: relo::loads_here(program.btf.endian(), endian), kernel, all }
}

fn cannot_load(program: &Program<'_>, t: &Answers) -> String {
    format!("cannot load here: object {}-endian, kernel {}-endian", program.btf.endian().as_str(), t.endian.as_str())
}

/// The relocations of a target to show.
fn shown<'a>(program: &'a Program<'_>, t: &'a Answers) -> impl Iterator<Item = (&'a Record, &'a Answer)> {
    let wanted =
        |(_, a): &(&Record, &Answer)| !program.failing || !t.loads || a.verdict().is_failing() || a.is_unknown();
    program.records.iter().zip(&t.all).filter(wanted)
}

fn tsv(program: &Program<'_>, targets: &[Answers], out: &mut Out) {
    for t in targets {
        if targets.len() > 1 {
            out!(out, "#target\t{}\n", relo::escape(&t.name));
        }
        out!(out, "#{}\n", COLUMNS.join("\t"));
        for (record, a) in shown(program, t) {
            if out.is_closed() {
                return;
            }
            let cells = relo::cells(program.btf, record, &a.outcome, relo::insn_of(program.object, record));
            out!(out, "{}\n", cells.join("\t"));
        }
    }
}

/// The columns that need no target.
const LOCAL: [usize; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 18];

fn local_tsv(program: &Program<'_>, out: &mut Out) {
    out!(out, "#{}\n", LOCAL.map(|i| COLUMNS[i]).join("\t"));
    for record in &program.records {
        let outcome = unresolved(program, record);
        let cells = relo::cells(program.btf, record, &outcome, relo::insn_of(program.object, record));
        out!(out, "{}\n", LOCAL.map(|i| cells[i].as_str()).join("\t"));
    }
}

/// The outcome for a relocation that was only parsed.
fn unresolved(program: &Program<'_>, record: &Record) -> Outcome {
    let local = relo::Spec::parse(program.btf, record);
    Outcome { local, tried: Vec::new(), dropped: Vec::new(), values: relo::Values::default(), error: None }
}

/// The path as libbpf prints it, or the problem of the record.
fn spec(program: &Program<'_>, record: &Record, outcome: &Outcome) -> String {
    match &outcome.local {
        Ok(spec) => spec.text(program.btf),
        Err(problem) => format!("<{}> [{}] {problem}", record.kind_str(), record.type_id),
    }
}

/// The verdict in a word. If the program cannot load, no relocation is a success.
fn verdict(t: &Answers, a: &Answer) -> &'static str {
    if t.loads { a.verdict().as_str() } else { "no load" }
}

fn place(record: &Record) -> String {
    format!("{}+{:#x}", record.section, record.insn_offset.0)
}

fn local_text(program: &Program<'_>, out: &mut Out) {
    for record in &program.records {
        out.token(TokenKind::Comment, &format!("{:<32}", place(record)));
        out!(out, " {}\n", spec(program, record, &unresolved(program, record)));
    }
}

/// Sums up on which kernels relocations keep the program from loading, as the page does above its list.
fn headline_of(program: &Program<'_>, targets: &[Answers]) -> String {
    if let Some(why) = &program.not_applied {
        return why.clone();
    }
    let on = |t: &Answers| {
        let failing = program.records.iter().zip(&t.all).filter(|(_, a)| a.fails());
        let other = |a: &Answer| other_register(program.btf, &t.kernel, &a.outcome).is_some();
        OnKernel {
            name: t.name.clone(),
            loads: t.loads && !failing.clone().any(|(_, a)| other(a)),
            failing: failing.map(|(record, _)| (record.section.clone(), record.index)).collect(),
            unknown: t.all.iter().filter(|a| a.is_unknown()).count(),
        }
    };
    let one_section = program.records.windows(2).all(|pair| pair[0].section == pair[1].section);
    headline(&targets.iter().map(on).collect::<Vec<_>>(), one_section)
}

/// The verdicts in the counts above a target's relocations, in order.
const COUNTED: [Verdict; 6] =
    [Verdict::Same, Verdict::Changed, Verdict::Absent, Verdict::Poisoned, Verdict::CannotTell, Verdict::Refused];

fn text(program: &Program<'_>, targets: &[Answers], out: &mut Out) {
    for (i, t) in targets.iter().enumerate() {
        if i > 0 {
            out!(out, "\n");
        }
        out.token(TokenKind::Keyword, &format!("{} on {}", program.name, t.name));
        if !t.loads {
            out!(out, ": {}\n", cannot_load(program, t));
        } else {
            let s = if t.all.len() == 1 { "" } else { "s" };
            out!(out, ": {} relocation{s}", t.all.len());
        }
        for verdict in COUNTED {
            match t.all.iter().filter(|a| t.loads && a.verdict() == verdict).count() {
                0 => {}
                n => out!(out, ", {n} {}", verdict.as_str()),
            }
            if verdict == Verdict::Poisoned && t.loads && t.all.iter().any(|a| a.fails_where_reached()) {
                let is_reached = |a: &&Answer| a.fails_where_reached() && a.is_reached();
                out!(out, " ({} reached)", t.all.iter().filter(is_reached).count());
            }
        }
        if t.loads {
            out!(out, "\n");
        }
        for (record, a) in shown(program, t) {
            if out.is_closed() {
                return;
            }
            one(program, t, record, a, out);
        }
    }
}

fn one(program: &Program<'_>, t: &Answers, record: &Record, a: &Answer, out: &mut Out) {
    let v = &a.outcome.values;
    out.token(TokenKind::Keyword, &format!("  {:<9}", verdict(t, a)));
    // `cannot tell` is wider than its column.
    if verdict(t, a).len() >= 9 {
        out!(out, " ");
    }
    out.token(TokenKind::Comment, &format!("{} ", place(record)));
    out!(out, "{}", spec(program, record, &a.outcome));
    if a.verdict() == Verdict::CannotTell {
        out!(out, "\n            {}\n", a.standing.words().unwrap_or_default());
        if let Some(reaching) = a.reaching.as_ref().filter(|r| r.reached == Reached::Never) {
            out!(out, "            {}\n", reaching.words);
        }
        return;
    }
    if !a.verdict().is_failing() {
        out!(out, ": {} -> {}", v.original, v.new);
        if v.original_size != v.new_size && !v.bad_size_change {
            out!(out, ", {} -> {}", counted(v.original_size, "byte"), v.new_size);
        }
        if let Some(words) = a.standing.words() {
            out!(out, "; {words}");
        }
        out!(out, "\n");
        return;
    }
    let why = relo::explain(program.btf, record.type_id, t.kernel.target(), &a.outcome, a.patched.as_ref());
    out!(out, "\n            {}\n", why.headline);
    if let Some(reaching) = &a.reaching {
        out!(out, "            {}\n", reaching.words);
    }
    for detail in &why.details {
        out!(out, "            {detail}\n");
    }
    if let Some(words) = other_register(program.btf, &t.kernel, &a.outcome) {
        // There is no similar candidate to show.
        out!(out, "            {words}\n");
        return;
    }
    for s in relate::suggestions(program.btf, t.kernel.target(), &why) {
        out!(out, "            near: {} ({})\n", s.path, s.near.words());
    }
}
