//! `relocs`: what each CO-RE relocation of a program becomes on kernels.

use std::path::PathBuf;
use std::sync::Arc;

use bpf::Object;
use btf::{Btf, Endian, Ext};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use dump::{Sink, TokenKind};
use needs::{Kernel, Modules, Needs, Reaching, Release, reaching};
use relo::reach::Reached;
use relo::{COLUMNS, Options, Outcome, Patched, Record, Resolver, Target, Verdict};

use crate::args::{base, flag, format};
use crate::disasm::warn;
use crate::fail::{Failure, say};
use crate::json::Json;
use crate::open::{Input, Which};
use crate::out::{Out, out};

/// `relocs`: what can be typed.
pub fn command() -> Command {
    Command::new("relocs")
        .about("Tell what each CO-RE relocation of a program becomes on kernels, and why it fails")
        .arg(
            Arg::new("file")
                .value_name("OBJ")
                .required(true)
                .value_parser(value_parser!(PathBuf))
                .help("A BPF program object; - is standard input"),
        )
        .arg(target("A kernel, a module, or another object to resolve against. Can be repeated"))
        .arg(base("The kernel of targets that are modules"))
        .arg(
            Arg::new("entry")
                .long("entry")
                .value_name("PATH")
                .help("Which file of an archive or package OBJ is, by the end of its path"),
        )
        .arg(format(&["text", "tsv", "json"], "How to print them"))
        .arg(flag("failing").help("Only relocations that fail"))
        .arg(flag("alone").help("Each by itself, without what libbpf keeps between them; tsv always is"))
        .after_help(
            "Results are those of libbpf. Without --target, the access paths in the object's own types are listed.

A relocation is same, changed, absent (the program is told 0), poisoned (the verifier refuses the
program if it gets there: whether it does is said below) or refused (the loader gives up). tsv has a row a relocation: where it is,
its access path as libbpf prints it, the candidates, the values, and the instruction before and after
as code:dst:src:off:imm. With several targets, each has a table behind a line '#target NAME'.

A module is searched after its kernel, and only for types that the kernel has not.

A program cannot load on a kernel of the other byte order; the table is printed all the same, and a
warning goes to stderr.

Exit status: 0; 1 when a relocation fails on a target, or the program cannot load there; 2 on bad
use, and on files that cannot be read.

Examples:
  btfscope relocs prog.bpf.o
  btfscope relocs prog.bpf.o --target /sys/kernel/btf/vmlinux
  btfscope relocs prog.bpf.o --target vmlinux-5.10 --target vmlinux-6.12 --failing
  btfscope relocs prog.bpf.o --target veth.ko --base vmlinux --format tsv",
        )
}

/// `--target KERNEL`, more than once.
pub fn target(help: &'static str) -> Arg {
    Arg::new("target")
        .long("target")
        .short('t')
        .value_name("KERNEL")
        .action(ArgAction::Append)
        .value_parser(value_parser!(PathBuf))
        .help(help)
}

/// Opens what was named by [`target`], modules on the base.
///
/// # Errors
/// When one of them cannot be opened.
pub fn targets(args: &ArgMatches) -> Result<Vec<Input>, Failure> {
    let base = args.get_one::<PathBuf>("base").map(PathBuf::as_path);
    let mut all = Vec::new();
    for path in args.get_many::<PathBuf>("target").into_iter().flatten() {
        let input = Which::of_several(path, base).open()?;
        input.warn();
        all.push(input);
    }
    Ok(all)
}

/// A target's name and what became of each relocation there.
struct Answers {
    name: String,
    endian: Endian,
    loads: bool,
    target: Target,
    all: Vec<Answer>,
}

struct Answer {
    outcome: Outcome,
    patched: Option<Patched>,
    verdict: Verdict,
    /// Of a poisoned instruction, whether a verifier gets to it.
    reaching: Option<Reaching>,
}

/// What the object has.
struct Program<'a> {
    name: &'a str,
    object: &'a Object,
    btf: &'a Btf,
    records: Vec<Record>,
    failing: bool,
}

impl<'a> Program<'a> {
    /// None when it has no relocations to tell of.
    fn new(name: &'a str, object: &'a Object, failing: bool) -> Option<Program<'a>> {
        let (btf, ext) = (object.btf()?, object.ext()?);
        Some(Program { name, object, btf, records: relo::records(btf, ext), failing })
    }
}

/// Runs the command.
///
/// # Errors
/// When a file cannot be opened, or the object has no relocations.
pub fn run(args: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    let input = Which::new(args).without_base().open()?;
    let status = input.warn();
    let object = program(&input)?;
    let status = status.max(warn(&input.name, &object));
    let Some(program) = Program::new(&input.name, &object, args.get_flag("failing")) else { return Ok(status) };
    let format = args.get_one::<String>("format").map_or("text", String::as_str);
    // The reference tables have each relocation by itself.
    let alone = args.get_flag("alone") || format == "tsv";
    let targets: Vec<Answers> =
        targets(args)?.into_iter().map(|input| answers(&program, input.name, input.btf, alone)).collect();
    for t in targets.iter().filter(|t| !t.loads) {
        say(&format!("warning: {}: {}", t.name, cannot_load(&program, t)));
    }
    match (format, targets.is_empty()) {
        ("tsv", true) => local_tsv(&program, out),
        ("tsv", false) => tsv(&program, &targets, out),
        ("json", _) => json(&program, &targets, out),
        (_, true) => local_text(&program, out),
        (_, false) => text(&program, &targets, out),
    }
    let fails = |t: &Answers| !t.loads || t.all.iter().any(|a| a.verdict.is_failing());
    Ok(if status == 0 && targets.iter().any(fails) { 1 } else { status })
}

/// Prints what the relocations of an object become on kernels; without any, its access paths.
pub fn show(name: &str, object: &Object, kernels: Vec<(String, Arc<Btf>)>, out: &mut Out) {
    let Some(program) = Program::new(name, object, false) else { return };
    let targets: Vec<Answers> = kernels.into_iter().map(|(name, btf)| answers(&program, name, btf, true)).collect();
    match targets.is_empty() {
        true => local_text(&program, out),
        false => text(&program, &targets, out),
    }
}

/// The object in a file, with its types and its `.BTF.ext`.
///
/// # Errors
/// When it is no object, or has none.
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

fn answers(program: &Program<'_>, name: String, btf: Arc<Btf>, alone: bool) -> Answers {
    let endian = btf.endian();
    let needs = Needs::of(Arc::new(program.object.clone()));
    let reaching = reaching(&needs, &Kernel::new(Release::parse(&name), btf.clone(), Modules::Unknown));
    let target = Target::new(btf);
    let options = Options { cache: !alone, trace: true, ..Options::default() };
    let mut resolver = Resolver::new(program.btf, &target, options);
    let answer = |(record, reaching): (&Record, Option<Reaching>)| {
        let outcome = resolver.resolve(record);
        let patched = relo::patched(program.object, record, &outcome);
        let verdict = Verdict::of(&outcome, patched.as_ref());
        let reaching = reaching.filter(|_| verdict == Verdict::Poisoned);
        Answer { outcome, patched, verdict, reaching }
    };
    let all = program.records.iter().zip(reaching).map(answer).collect();
    Answers { name, endian, loads: relo::loads_here(program.btf.endian(), endian), target, all }
}

fn cannot_load(program: &Program<'_>, t: &Answers) -> String {
    format!("cannot load here: object {}-endian, kernel {}-endian", program.btf.endian().as_str(), t.endian.as_str())
}

/// The relocations of a target that are shown.
fn shown<'a>(program: &'a Program<'_>, t: &'a Answers) -> impl Iterator<Item = (&'a Record, &'a Answer)> {
    let wanted = |(_, a): &(&Record, &Answer)| !program.failing || !t.loads || a.verdict.is_failing();
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

/// A relocation that was parsed and no more.
fn unresolved(program: &Program<'_>, record: &Record) -> Outcome {
    let local = relo::Spec::parse(program.btf, record);
    Outcome { local, tried: Vec::new(), values: relo::Values::default(), error: None }
}

/// The path as libbpf prints it, or what is wrong with the record.
fn spec(program: &Program<'_>, record: &Record, outcome: &Outcome) -> String {
    match &outcome.local {
        Ok(spec) => spec.text(program.btf),
        Err(problem) => format!("<{}> [{}] {problem}", record.kind_str(), record.type_id),
    }
}

/// The verdict in a word; where the program cannot load, nothing is a success.
fn verdict(t: &Answers, a: &Answer) -> &'static str {
    if t.loads { a.verdict.as_str() } else { "no load" }
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
        for verdict in [Verdict::Same, Verdict::Changed, Verdict::Absent, Verdict::Poisoned, Verdict::Refused] {
            match t.all.iter().filter(|a| t.loads && a.verdict == verdict).count() {
                0 => {}
                n => out!(out, ", {n} {}", verdict.as_str()),
            }
            if verdict == Verdict::Poisoned && t.loads && t.all.iter().any(|a| a.reaching.is_some()) {
                let is_reached = |a: &&Answer| a.reaching.as_ref().is_some_and(|r| r.reached != Reached::Never);
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
    out.token(TokenKind::Comment, &format!("{} ", place(record)));
    out!(out, "{}", spec(program, record, &a.outcome));
    if !a.verdict.is_failing() {
        out!(out, ": {} -> {}", v.original, v.new);
        if v.original_size != v.new_size && !v.bad_size_change {
            out!(out, ", {} bytes -> {}", v.original_size, v.new_size);
        }
        out!(out, "\n");
        return;
    }
    let why = relo::explain(program.btf, record.type_id, &t.target, &a.outcome, a.patched.as_ref());
    out!(out, "\n            {}\n", why.headline);
    if let Some(reaching) = &a.reaching {
        out!(out, "            {}\n", reaching.words);
    }
    for detail in &why.details {
        out!(out, "            {detail}\n");
    }
    for s in &why.suggestions {
        out!(out, "            near: {} ({})\n", s.path, s.near.words());
    }
}

fn json(program: &Program<'_>, targets: &[Answers], out: &mut Out) {
    Json::object(out, |json| {
        json.text("object", program.name);
        json.text("byte_order", program.btf.endian().as_str());
        json.list("relocations", |list| {
            for record in &program.records {
                list.item(|row| {
                    row.text("section", &record.section);
                    row.number("insn_off", record.insn_offset.0);
                    row.number("index", record.index);
                    row.text("kind", record.kind_str());
                    row.number("local_id", record.type_id.0);
                    row.text("local_name", program.btf.get(record.type_id).map_or("", |t| t.name()));
                    row.text("access", record.access_str(program.btf));
                    match relo::Spec::parse(program.btf, record) {
                        Ok(spec) => row.text("spec", &spec.text(program.btf)),
                        Err(problem) => row.text("error", &problem.to_string()),
                    }
                    let code = relo::insn_of(program.object, record);
                    row.maybe_text("insn", code.map(|(insn, second)| relo::slots(insn, second)).as_deref());
                });
            }
        });
        json.list("targets", |list| {
            for t in targets {
                list.item(|item| {
                    item.text("target", &t.name);
                    item.text("byte_order", t.endian.as_str());
                    item.flag("loads", t.loads && !t.all.iter().any(|a| a.verdict == Verdict::Refused));
                    if !t.loads {
                        item.text("error", &cannot_load(program, t));
                    }
                    item.list("results", |results| {
                        for (record, a) in shown(program, t) {
                            results.item(|row| result(program, t, record, a, row));
                        }
                    });
                });
            }
        });
    });
}

fn result(program: &Program<'_>, t: &Answers, record: &Record, a: &Answer, row: &mut Json<'_>) {
    let v = &a.outcome.values;
    row.text("section", &record.section);
    row.number("index", record.index);
    row.text("verdict", verdict(t, a));
    row.text("status", a.outcome.status().as_str());
    row.numbers("candidates", a.outcome.tried.iter().map(|t| t.candidate.id.0));
    match a.outcome.matched().and_then(|m| Some((m, t.target.btf(m.candidate.part)?))) {
        Some((m, btf)) => row.text("target_spec", &m.spec.text(btf)),
        None => row.null("target_spec"),
    }
    row.number("orig", v.original);
    row.number("new", v.new);
    row.flag("validate", v.validate);
    row.number("orig_size", v.original_size);
    row.number("new_size", v.new_size);
    let after = a
        .patched
        .as_ref()
        .filter(|p| p.has_insn())
        .map(|p| relo::slots(p.insn, p.second.filter(|_| p.insn.is_ldimm64())));
    row.maybe_text("insn_new", after.as_deref());
    if a.verdict.is_failing() {
        let why = relo::explain(program.btf, record.type_id, &t.target, &a.outcome, a.patched.as_ref());
        row.text("why", &why.headline);
        row.maybe_text("reached", a.reaching.as_ref().map(|r| r.reached.as_str()));
        row.maybe_text("reached_because", a.reaching.as_ref().map(|r| r.words.as_str()));
        row.list("near", |near| {
            for s in &why.suggestions {
                near.item(|item| {
                    item.text("path", &s.path);
                    item.text("because", &s.near.words());
                });
            }
        });
    }
}
