//! `path`: the shortest member paths between two types.

use clap::ArgMatches;
use dump::{Sink, TokenKind};
use model::access::{Access, access};
use model::path::Path;
use relate::{PathOptions, Users, paths};

use crate::fail::Failure;
use crate::json::Json;
use crate::open::Which;
use crate::out::{Out, out};
use crate::users::{name, one};

/// Runs the command.
///
/// # Errors
/// When the file cannot be opened or lacks one of the types, and when no path leads there.
pub fn run(args: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    let input = Which::new(args).open()?;
    let status = input.warn();
    let btf = &*input.btf;
    let word = |name: &str| args.get_one::<String>(name).map_or("", String::as_str);
    let (from, to) = (one(&input, word("from"))?, one(&input, word("to"))?);
    let number = |name: &str, otherwise| args.get_one::<usize>(name).copied().unwrap_or(otherwise);
    let options =
        PathOptions { most: number("limit", 10), longest: number("longest", 16), pointers: !args.get_flag("embedded") };
    let found = paths(btf, &Users::new(btf), from, to, &options)
        .map_err(|e| Failure::NotFound(format!("{}: “{}”: {e}", input.name, word("from"))))?;
    let all: Vec<(u32, Access)> =
        found.iter().filter_map(|p| Some((p.pointers, access(btf, from, &Path(p.indices()))?))).collect();
    if args.get_flag("json") {
        Json::object(out, |json| {
            json.text("from", &name(btf, from));
            json.text("to", &name(btf, to));
            json.list("paths", |list| {
                for (pointers, access) in &all {
                    list.item(|row| {
                        row.text("expression", &access.expression);
                        row.number("pointers", *pointers);
                        row.list("reads", |reads| {
                            for read in &access.reads {
                                reads.item(|r| {
                                    r.number("root_id", read.root.0);
                                    r.text("root", &read.root_name);
                                    r.text("access", &read.access);
                                    r.text("members", &read.members);
                                    r.maybe_number("offset", read.offset);
                                });
                            }
                        });
                    });
                }
            });
        });
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
    if all.is_empty() {
        let (from, to) = (word("from"), word("to"));
        return Err(Failure::NotFound(format!("{}: no path from “{from}” to “{to}”", input.name)));
    }
    Ok(status)
}

fn counted(pointers: u32) -> String {
    match pointers {
        0 => "no pointers".to_owned(),
        1 => "1 pointer".to_owned(),
        n => format!("{n} pointers"),
    }
}
