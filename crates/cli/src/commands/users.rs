//! `users`: who uses a type.

use btf::{Btf, TypeId};
use dump::{Sink, TokenKind};
use model::path::follow_target;
use model::used_by::embeddings;
use model::words::{offset_text, plain_name as name};
use relate::{FieldPath, Through, Usage, User, Users, field};

use crate::args::{Limit, OnBase, one_of};
use crate::fail::{Failure, say};
use crate::out::{Out, out};
use crate::types::one;
use crate::with_base::{Input, Which};

/// List who uses a type: embeds it, points to it, takes or returns it
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Pointers, arrays, typedefs and qualifiers between a user and the type are looked through. If a user
has not the type itself but, say, a pointer to it, this is printed behind its name. The number after @
is a member's offset in bytes. TYPE may be a field: task_struct.mm asks for the users of struct
mm_struct.

Examples:
  btfscope users vmlinux sk_buff --count
  btfscope users vmlinux list_head --how embedded
  btfscope users vmlinux task_struct.mm
  btfscope users vmlinux hlist_node --inside
  btfscope users veth.ko net_device --base vmlinux --json")]
pub struct Args {
    #[command(flatten)]
    file: OnBase,
    /// The type: a name, an id, or a field that leads to it
    #[arg(value_name = "TYPE")]
    of: String,
    /// Only those that use it in this way. Can be repeated
    #[arg(long, alias = "sort", short_alias = 's', value_name = "HOW", value_parser = one_of(Usage::ALL, Usage::word))]
    how: Vec<Usage>,
    /// All structs and unions that contain it, at any depth, with its offset from their start, which container_of
    /// subtracts
    #[arg(long, conflicts_with_all = ["how", "direct", "count"])]
    inside: bool,
    /// Only records that hold the id of the type itself, not those that reach it through pointers, arrays, typedefs or
    /// qualifiers
    #[arg(long)]
    direct: bool,
    /// Only the number of users for each way of use
    #[arg(long)]
    count: bool,
    /// As JSON: {id, name, users: [{how, id, name, part, bit_offset, type, ...}]}; with --inside {containers:
    /// [{id, name, path, bit_offset}], more}
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limit: Limit,
}

/// Runs the command.
///
/// # Errors
/// When the file cannot be opened or has no such type, when nothing uses the type, and when the search for `--inside`
/// takes more than the limit.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let (input, status) = Which::from(&args.file).open_and_warn()?;
    let spec = args.of.as_str();
    let id = one(&input, spec).or_else(|e| of_field(&input, spec).ok_or(e))?;
    let btf = &*input.btf;
    if args.inside {
        return inside(&input, id, args.json, args.limit, out).map(|()| status);
    }
    let through = if args.direct { Through::NOTHING } else { Through::EVERYTHING };
    let keep = |usage: Usage| args.how.is_empty() || args.how.contains(&usage);
    let mut all = Users::new(btf).of(btf, id, through);
    all.retain(|user| keep(user.usage));
    if args.json {
        json::print(&json::users::used(btf, id, &all), out);
    } else if !args.count {
        for usage in Usage::ALL {
            list(btf, id, usage, &all, out);
        }
    } else {
        for usage in Usage::ALL.into_iter().filter(|&usage| keep(usage)) {
            let n = all.iter().filter(|u| u.usage == usage).count();
            out!(out, "{n:>8}  {}\n", usage.title());
        }
    }
    if all.is_empty() {
        return Err(input.not_found(format!("nothing uses “{spec}”, #{id}")));
    }
    Ok(status)
}

/// Prints the structs and unions that contain the type at any depth.
fn inside(input: &Input, id: TypeId, as_json: bool, limit: Limit, out: &mut Out) -> Result<(), Failure> {
    let btf = &*input.btf;
    let budget = limit.budget([btf]);
    let (all, more) = embeddings(btf, &Users::new(btf), id, &budget);
    if as_json {
        json::print(&json::users::containers(btf, &all, more), out);
    } else {
        for e in &all {
            if out.is_closed() {
                return Ok(());
            }
            out.token(TokenKind::TypeName(e.from), &format!("{:>8}", e.from.0));
            out!(out, "  {}.{}", name(btf, e.from), e.names);
            out.token(TokenKind::Number, &format!("  @ {}", offset_text(e.bit_offset, false)));
            out!(out, "\n");
        }
    }
    budget.check()?;
    if more {
        say(&format!("note: there are more than {}", all.len()));
    }
    match all.is_empty() {
        true => Err(input.not_found(format!("nothing has {} inside it", name(btf, id)))),
        false => Ok(()),
    }
}

/// The type that a field (`task_struct.mm`) contains or points to.
fn of_field(input: &Input, spec: &str) -> Option<TypeId> {
    let place = field(&input.btf, &FieldPath::parse(spec).ok()?).ok()?;
    let id = follow_target(&input.btf, place.type_id, false).unwrap_or(place.type_id);
    say(&format!("note: {}: {spec} leads to {}", input.name, name(&input.btf, id)));
    Some(id)
}

fn list(btf: &Btf, id: TypeId, usage: Usage, all: &[User], out: &mut Out) {
    let of_usage = || all.iter().filter(|u| u.usage == usage);
    let count = of_usage().count();
    if count == 0 {
        return;
    }
    out.token(TokenKind::Comment, &format!("{} ({count})\n", usage.title()));
    for user in of_usage() {
        if out.is_closed() {
            return;
        }
        out.token(TokenKind::TypeName(user.from), &format!("{:>8}", user.from.0));
        out!(out, "  {}", name(btf, user.from));
        match user.part(btf) {
            Some("") if user.usage == Usage::Tagged => out!(out, " on #{}", user.slot),
            Some(part) if user.usage == Usage::Tagged => out!(out, " on {part}"),
            Some("") => out!(out, ".#{}", user.slot),
            Some(part) => out!(out, ".{part}"),
            None => {}
        }
        if user.held != id {
            out!(out, ": {}", dump::type_name(btf, user.held));
        }
        if let Some(bits) = user.bit_offset(btf) {
            out.token(TokenKind::Number, &format!("  @ {}", offset_text(bits, false)));
        }
        out!(out, "\n");
    }
}
