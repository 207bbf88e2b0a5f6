//! `diff`: what changed between two BTFs, and what that means to a CO-RE program.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use bpf::Object;
use btf::Budget;
use model::compare::report::Report;
use model::compare::{Used, compare_named};
use relate::{ChangeEffect, CompareOptions, Comparison, compare};

use crate::args::{Limit, one_of};
use crate::fail::Failure;
use crate::out::Out;
use crate::types::called;
use crate::with_base::{Input, Which};

/// Say what changed between two BTFs, and what that means to a CO-RE program
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Types are compared by name and structure; ids do not matter. Anonymous members are compared in
place. What a change means to a program that was made for OLD and runs on NEW:

  harmless  nothing, or libbpf adjusts it when the program is loaded
  refused   not found: the program is not loaded, unless it asks first (bpf_core_field_exists)
  silent    nothing notices, and the program gets something else

With --used-by a type is listed for what PROG uses of it, and its effect is that of these changes: a
field that it does not read is left out.

Exit status: 0 when nothing differs, 1 when something does, 2 on bad use, unreadable files, and
when it takes more than --limit.

Examples:
  btfscope diff vmlinux-6.1 vmlinux-6.12
  btfscope diff vmlinux-6.1 vmlinux-6.12 task_struct 'union bpf_attr'
  btfscope diff vmlinux-6.1 vmlinux-6.12 --used-by prog.bpf.o --details
  btfscope diff vmlinux-6.1 vmlinux-6.12 --at-least silent --json")]
pub struct Args {
    /// The BTF that programs were made for; - is standard input
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// The BTF that these programs are to run on
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// Only these types, in full
    #[arg(value_name = "TYPE")]
    types: Vec<String>,
    /// Only what has at least this effect
    #[arg(long, value_name = "EFFECT", default_value = ChangeEffect::Harmless.word(), value_parser = one_of(ChangeEffect::ALL, ChangeEffect::word))]
    at_least: ChangeEffect,
    /// Only what this program uses: fields that it reads, types and values that it asks for, functions. Can be repeated
    #[arg(long, value_name = "PROG")]
    used_by: Vec<PathBuf>,
    /// Every changed type in full
    #[arg(long)]
    details: bool,
    /// The BTF that OLD continues: the kernel of a module
    #[arg(long, value_name = "FILE")]
    old_base: Option<PathBuf>,
    /// The BTF that NEW continues
    #[arg(long, value_name = "FILE")]
    new_base: Option<PathBuf>,
    /// As JSON: {old, new, same, removed, added, changed: [{kind, name, effect, changes}]}
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limit: Limit,
}

/// Runs the command: status 1 when anything differs.
///
/// # Errors
/// When a file cannot be opened, a named type is in neither BTF, a program lacks `.BTF` or `.BTF.ext`, or the
/// comparison takes more than the limit.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let open = |file: &Path, base: &Option<PathBuf>| Which::of(file, base.as_deref()).open();
    let (old, new) = (open(&args.old, &args.old_base)?, open(&args.new, &args.new_base)?);
    let status = old.warn().max(new.warn());
    let budget = args.limit.budget([&*old.btf, &*new.btf]);
    let used = used_by(&args.used_by)?;
    let report = Report {
        old: (&old.name, &*old.btf),
        new: (&new.name, &*new.btf),
        least: args.at_least,
        budget: &budget,
        used: used.as_ref(),
    };
    let named = &args.types;
    let mut found = if named.is_empty() {
        let options = CompareOptions { own_only: old.btf.is_split() && new.btf.is_split() };
        compare(&old.btf, &new.btf, &options, &budget, &mut |_, _| ControlFlow::Continue(()))?.unwrap_or_default()
    } else {
        some(&old, &new, named, &budget)?
    };
    report.keep_used(&mut found)?;
    let differs = !found.is_same();
    report.sift(&mut found);
    if args.json {
        json::print(&json::compare::differences(&report, &found)?, out);
    } else {
        report.text(&found, args.details || !named.is_empty(), named.is_empty(), out)?;
    }
    Ok(if status != 0 { status } else { u8::from(differs) })
}

/// The union of what the programs in these files use; `None` if no file is given.
fn used_by(files: &[PathBuf]) -> Result<Option<Used>, Failure> {
    let mut all: Option<Used> = None;
    for path in files {
        for (name, bytes) in Which::of(path, None).programs()? {
            let object = Object::parse(bytes).map_err(|e| Failure::Bad(format!("{name}: {e}")))?;
            let (Some(btf), Some(ext)) = (object.btf(), object.ext()) else {
                return Err(Failure::Bad(format!("{name}: it lacks .BTF or .BTF.ext, which say what it reads")));
            };
            all.get_or_insert_default().join(Used::of(btf, ext));
        }
    }
    Ok(all)
}

/// Compares the named types.
fn some(old: &Input, new: &Input, named: &[String], budget: &Budget) -> Result<Comparison, Failure> {
    let mut found = Comparison::default();
    for spec in named {
        let (olds, news) = (called(old, spec), called(new, spec));
        let (olds, news) = match (olds, news) {
            // `Bad` is status 2: status 1 would mean that something differs.
            (Err(e), Err(_)) => return Err(Failure::Bad(e.message().to_owned())),
            (olds, news) => (olds.unwrap_or_default(), news.unwrap_or_default()),
        };
        compare_named(&mut found, (&old.btf, &olds), (&new.btf, &news), budget)?;
    }
    Ok(found)
}
