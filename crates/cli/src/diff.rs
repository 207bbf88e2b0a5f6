//! `diff`: what changed between two BTFs, and what that means to a CO-RE program.

use std::ops::ControlFlow;
use std::path::PathBuf;

use btf::Btf;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command, value_parser};
use model::compare::report::{EFFECT_WORDS, Report};
use relate::{Class, CompareOptions, Comparison, Effect, Only, compare, counterpart, difference};

use crate::args::flag;
use crate::fail::Failure;
use crate::open::{Input, Which};
use crate::out::Out;
use crate::types::called;

/// Runs the command: status 1 when anything differs.
///
/// # Errors
/// When a file cannot be opened, or neither has a type that was named.
pub fn run(args: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    let path = |name: &str| args.get_one::<PathBuf>(name).map(PathBuf::as_path);
    let open = |file, base| Which::of(path(file).unwrap_or(std::path::Path::new("-")), path(base)).open();
    let (old, new) = (open("old", "old-base")?, open("new", "new-base")?);
    let status = old.warn().max(new.warn());
    let least = args.get_one::<String>("at-least").and_then(|w| EFFECT_WORDS.iter().position(|e| e == w)).unwrap_or(0);
    let report = Report {
        old: (&old.name, &*old.btf),
        new: (&new.name, &*new.btf),
        least: Effect::ALL.get(least).copied().unwrap_or_default(),
    };
    let named: Vec<&str> = args.get_many::<String>("type").into_iter().flatten().map(String::as_str).collect();
    let mut found = if named.is_empty() {
        let options = CompareOptions { own_only: old.btf.is_split() && new.btf.is_split() };
        compare(&old.btf, &new.btf, &options, &mut |_, _| ControlFlow::Continue(())).unwrap_or_default()
    } else {
        some(&old, &new, &named)?
    };
    let differs = !found.is_same();
    report.sift(&mut found);
    if args.get_flag("json") {
        report.json(&found, out);
    } else {
        report.text(&found, args.get_flag("details") || !named.is_empty(), named.is_empty(), out);
    }
    Ok(if status != 0 { status } else { u8::from(differs) })
}

/// The comparison of the types that were named.
fn some(old: &Input, new: &Input, named: &[&str]) -> Result<Comparison, Failure> {
    let mut found = Comparison::default();
    let class = |btf: &Btf, id| btf.get(id).and_then(|t| Class::of(&t));
    for spec in named {
        let (olds, news) = (called(old, spec), called(new, spec));
        let (olds, news) = match (olds, news) {
            // Status 1 is for what differs.
            (Err(e), Err(_)) => return Err(Failure::Bad(e.message().to_owned())),
            (olds, news) => (olds.unwrap_or_default(), news.unwrap_or_default()),
        };
        let mut met = Vec::new();
        for &b in &news {
            let Some(class) = class(&new.btf, b) else { continue };
            match counterpart(&new.btf, b, &old.btf) {
                Some(a) if !met.contains(&a) => {
                    met.push(a);
                    let d = difference(&old.btf, a, &new.btf, b);
                    if d.changes.is_empty() {
                        found.same += 1;
                        continue;
                    }
                    let changes = d.changes.len() as u32;
                    found.changed.push(relate::Changed { class, old: a, new: b, changes, effect: d.effect });
                }
                spare => found.added.push(Only { class, id: b, spare: spare.is_some() }),
            }
        }
        for &a in olds.iter().filter(|a| !met.contains(a)) {
            let Some(class) = class(&old.btf, a) else { continue };
            found.removed.push(Only { class, id: a, spare: !met.is_empty() });
        }
    }
    Ok(found)
}

/// What can be typed.
pub fn command() -> Command {
    let file = |name: &'static str, value: &'static str| {
        Arg::new(name).value_name(value).required(true).value_parser(value_parser!(PathBuf))
    };
    let base = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("FILE").value_parser(value_parser!(PathBuf)).help(help)
    };
    Command::new("diff")
        .about("Tell what changed between two BTFs, and what that means to a CO-RE program")
        .arg(file("old", "OLD").help("The one that programs were made for; - is standard input"))
        .arg(file("new", "NEW").help("The one that they are to run on"))
        .arg(Arg::new("type").value_name("TYPE").num_args(0..).help("Only these types, in full"))
        .arg(
            Arg::new("at-least")
                .long("at-least")
                .value_name("EFFECT")
                .default_value("harmless")
                .value_parser(PossibleValuesParser::new(EFFECT_WORDS))
                .help("Only what has at least this effect"),
        )
        .arg(flag("details").help("Every changed type in full"))
        .arg(base("old-base", "The BTF that OLD continues: the kernel of a module"))
        .arg(base("new-base", "The BTF that NEW continues"))
        .arg(flag("json").help("As JSON: {old, new, same, removed, added, changed: [{kind, name, effect, changes}]}"))
        .after_help(
            "Types are compared by name and structure; ids do not matter. Anonymous members are compared in
place. What a change means to a program that was made for OLD and runs on NEW:

  harmless  nothing, or libbpf adjusts it when the program is loaded
  guard     not found: the program is not loaded, unless it asks first (bpf_core_field_exists)
  breaks    nothing notices, and the program gets something else

Exit status: 0 when nothing differs, 1 when something does, 2 on bad use and unreadable files.

Examples:
  btfscope diff vmlinux-6.1 vmlinux-6.12
  btfscope diff vmlinux-6.1 vmlinux-6.12 task_struct 'union bpf_attr'
  btfscope diff vmlinux-6.1 vmlinux-6.12 --at-least breaks --json",
        )
}
