//! `path`: the shortest member paths between two types.

use btf::Budget;
use clap::builder::TypedValueParser;
use clap::value_parser;
use dump::{Sink, TokenKind};
use model::access::{Access, access};
use model::path::Path;
use relate::{PathOptions, Users, paths_between};

use crate::args::OnBase;
use crate::fail::Failure;
use crate::out::{Out, out};
use crate::types::one;
use crate::with_base::Which;

/// Find the shortest member paths from one type to another
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Below each path are its reads: the type, the CO-RE access string, the members, and the offset in
bytes. A pointer starts a new read.

Examples:
  btfscope path vmlinux task_struct net
  btfscope path vmlinux sk_buff 'struct net_device' --limit 3
  btfscope path vmlinux task_struct list_head --embedded --json")]
pub struct Args {
    #[command(flatten)]
    file: OnBase,
    /// Name or id of a struct or union
    #[arg(value_name = "FROM")]
    from: String,
    /// Name or id of any type
    #[arg(value_name = "TO")]
    to: String,
    /// At most so many, the shortest first
    #[arg(long, short = 'n', value_name = "COUNT", default_value_t = 10, value_parser = value_parser!(u16).map(usize::from))]
    limit: usize,
    /// At most so many members in a path
    #[arg(long, value_name = "MEMBERS", default_value_t = 16, value_parser = value_parser!(u8).range(1..=64).map(usize::from))]
    longest: usize,
    /// Follow no pointers
    #[arg(long)]
    embedded: bool,
    /// As JSON: {from, to, paths: [{expression, pointers, reads}]}
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// When the file cannot be opened or lacks one of the types, when no path leads from one type to the other, and when
/// the budget ends the search before it has found as many paths as `--limit` asks for.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let (input, status) = Which::from(&args.file).open_and_warn()?;
    let btf = &*input.btf;
    let (from, to) = (one(&input, &args.from)?, one(&input, &args.to)?);
    let options = PathOptions { most: args.limit, longest: args.longest, pointers: !args.embedded };
    let budget = Budget::of([btf]);
    let found = paths_between(btf, &Users::new(btf), from, to, &options, &budget)
        .map_err(|e| input.not_found(format!("“{}”: {e}", args.from)))?;
    let all: Vec<(u32, Access)> =
        found.iter().filter_map(|p| Some((p.pointers, access(btf, from, &Path(p.indices()))?))).collect();
    if args.json {
        json::print(&json::paths_between::paths(btf, from, to, &all), out);
    } else {
        for (pointers, access) in &all {
            if out.is_closed() {
                break;
            }
            out!(out, "{}", access.expression);
            out.token(TokenKind::Comment, &format!("  {}\n", counted(*pointers)));
            for read in &access.reads {
                out!(out, "    {} {} {}", read.root_name, read.access, read.members);
                match read.offset {
                    Some(offset) => out.token(TokenKind::Number, &format!("  @ {offset}\n")),
                    None => out!(out, "\n"),
                }
            }
        }
    }
    if all.len() < args.limit
        && let Err(stopped) = budget.check()
    {
        let hint = "there may be more paths; --longest N and --embedded make the search shorter";
        return Err(Failure::Bad(format!("{}: {stopped}: {hint}", input.name)));
    }
    if all.is_empty() {
        let Args { from, to, .. } = args;
        return Err(input.not_found(format!("no path from “{from}” to “{to}”")));
    }
    Ok(status)
}

fn counted(pointers: u32) -> String {
    match pointers {
        0 => "no pointers".to_owned(),
        n => text::counted(n, "pointer"),
    }
}
