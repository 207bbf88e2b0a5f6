//! `find`: types that match a query, as the page searches.

use std::sync::Arc;

use dump::{Sink, TokenKind};
use json::search::FoundType;
use search::{Columns, Options, Order, Query};

use crate::args::OnBase;
use crate::fail::Failure;
use crate::out::{Out, out};
use crate::types::near;
use crate::with_base::Which;

/// The most characters of the column of names. Longer names push the next column to the right.
const WIDEST: usize = 40;

/// List the types that fit a query: id, kind, name, size in bytes
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The words of a query:
  sk_buff           the name has this text; without capitals, in any case
  \"unsigned int\"    text with spaces
  /^tcp_.*_ops$/    a regular expression
  kind:struct,union what it is; `struct sk_buff` asks for both
  size:>4096        bytes: 64, >64, <=64, 16..32
  holes:>0          how many holes between members
  member:pid        has such a member; patterns too: member:*_lock
  value:TASK_DEAD   has such an enumerator
  type:list_head    has a member, parameter or element of that type
  tag:rcu           has such a tag
  flexible:         a struct that ends in a flexible array; flexible:no for all others
  id:123 or #123    this id

Examples:
  btfscope find vmlinux sk_buff
  btfscope find vmlinux kind:struct 'size:>4096' --limit 20
  btfscope find vmlinux 'type:list_head holes:>2' --json")]
pub struct Args {
    #[command(flatten)]
    file: OnBase,
    /// Words, all of which must hold
    #[arg(value_name = "QUERY", required = true)]
    query: Vec<String>,
    /// At most so many, the best first
    #[arg(long, short = 'n', value_name = "COUNT")]
    limit: Option<usize>,
    /// Only a module's own types, not those of its kernel
    #[arg(long)]
    own: bool,
    /// Types without a name, too: pointers, arrays, anonymous structs
    #[arg(long)]
    derived: bool,
    /// Sort by name, by size (largest first), by holes (most first), or by users: members and parameters of the type
    /// (most first). Without it, the best match is first
    #[arg(long, value_name = "BY", value_enum)]
    sort: Option<Sort>,
    /// As JSON: {types: [{id, kind, name, size}]}
    #[arg(long)]
    json: bool,
}

/// The orders.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Sort {
    Name,
    Size,
    Holes,
    Users,
}

impl Sort {
    fn order(self) -> Order {
        match self {
            Sort::Name => Order::Alphabet,
            Sort::Size => Order::Size,
            Sort::Holes => Order::Holes,
            Sort::Users => Order::Users,
        }
    }
}

/// Runs the command.
///
/// # Errors
/// When the file cannot be opened, the query cannot be read, or nothing fits it.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let text = args.query.join(" ");
    let (query, problems) = Query::parse(&text);
    if let Some(problem) = problems.first() {
        let word = text.get(problem.range.clone()).unwrap_or_default();
        return Err(Failure::Bad(format!("“{word}”: {}", problem.message)));
    }
    let (input, status) = Which::from(&args.file).open_and_warn()?;
    let btf = &*input.btf;
    let columns = Columns::new(Arc::clone(&input.btf));
    let options = Options {
        derived: args.derived,
        own_only: args.own,
        order: args.sort.map(Sort::order).unwrap_or_default(),
        ..Options::default()
    };
    let found = columns.run(&query, &options);
    let limit = args.limit.unwrap_or(usize::MAX);
    let ids = found.ids.get(..limit.min(found.ids.len())).unwrap_or_default();

    if args.json {
        let types: Vec<FoundType> = ids.iter().map(|&id| FoundType::of(id, btf, &columns)).collect();
        json::rows("types", &types, out);
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
        // Similar names can be suggested only for a query that is a single name.
        let is_name = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let other = if is_name { near(&input.btf, &text) } else { String::new() };
        return Err(input.not_found(format!("no type fits “{text}”{other}")));
    }
    Ok(status)
}
