//! `find`: the types that fit a query, by the page's own search.

use std::sync::Arc;

use clap::ArgMatches;
use dump::{Sink, TokenKind};
use model::search::{Columns, Options, Query};

use crate::fail::Failure;
use crate::json::Json;
use crate::open::Which;
use crate::out::{Out, out};

/// Names longer than this stand over the next column.
const WIDEST: usize = 40;

/// Runs the command.
///
/// # Errors
/// When the file cannot be opened, the query cannot be read, or nothing fits it.
pub fn run(args: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    let words: Vec<&str> = args.get_many::<String>("query").into_iter().flatten().map(String::as_str).collect();
    let text = words.join(" ");
    let (query, problems) = Query::parse(&text);
    if let Some(problem) = problems.first() {
        let word = text.get(problem.range.clone()).unwrap_or_default();
        return Err(Failure::Bad(format!("“{word}”: {}", problem.message)));
    }
    let input = Which::new(args).open()?;
    let status = input.warn();
    let btf = &*input.btf;
    let columns = Columns::new(Arc::clone(&input.btf));
    let options = Options { derived: args.get_flag("derived"), own_only: args.get_flag("own"), ..Options::default() };
    let found = columns.run(&query, &options);
    let limit = args.get_one::<usize>("limit").copied().unwrap_or(usize::MAX);
    let ids = found.ids.get(..limit.min(found.ids.len())).unwrap_or_default();

    if args.get_flag("json") {
        Json::array(out, |list| {
            for &id in ids {
                if list.is_closed() {
                    break;
                }
                list.item(|row| {
                    row.number("id", id.0);
                    row.text("kind", btf.kind(id).map_or("VOID", |kind| kind.as_str()));
                    row.text("name", &columns.name(id));
                    row.maybe_number("size", btf.size_of(id).ok());
                });
            }
        });
    } else {
        let names: Vec<String> = ids.iter().map(|&id| columns.name(id)).collect();
        let width = names.iter().map(|n| n.chars().count()).filter(|&n| n <= WIDEST).max().unwrap_or(0);
        for (&id, name) in ids.iter().zip(&names) {
            if out.is_closed() {
                break;
            }
            let kind = btf.kind(id).map_or("VOID", |kind| kind.as_str());
            out.token(TokenKind::TypeName(id), &format!("{:>7}", id.0));
            out.token(TokenKind::Keyword, &format!("  {kind:<10} "));
            out!(out, " {name:<width$} ");
            match btf.size_of(id) {
                Ok(size) => out.token(TokenKind::Number, &format!(" {size:>7}")),
                Err(_) => out!(out, " {:>7}", "-"),
            }
            out!(out, "\n");
        }
    }
    if found.ids.is_empty() {
        return Err(Failure::NotFound(format!("{}: no type fits “{text}”", input.name)));
    }
    Ok(status)
}
