//! `users`: who uses a type.

use btf::{Btf, Kind, TypeId};
use clap::ArgMatches;
use dump::{Sink, TokenKind};
use model::path::follow_target;
use relate::{FieldPath, Sort, Through, User, Users, field};

use crate::fail::{Failure, say};
use crate::json::Json;
use crate::open::{Input, Which};
use crate::out::{Out, out};
use crate::types::called;

pub use model::words::{plain_name as name, point_offset as bytes};

/// The sorts by the words that can be typed, in the order in which they are shown.
pub const SORTS: [&str; 12] = [
    "embedded",
    "pointed",
    "array",
    "typedef",
    "param",
    "return",
    "variable",
    "tagged",
    "function",
    "section",
    "qualified",
    "inlined",
];

/// Runs the command.
///
/// # Errors
/// When the file cannot be opened or has no such type, or nothing uses it.
pub fn run(args: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    let input = Which::new(args).open()?;
    let status = input.warn();
    let spec = args.get_one::<String>("type").map_or("", String::as_str);
    let id = one(&input, spec).or_else(|e| of_field(&input, spec).ok_or(e))?;
    let btf = &*input.btf;
    let through = if args.get_flag("direct") { Through::NOTHING } else { Through::EVERYTHING };
    let wanted: Vec<&str> = args.get_many::<String>("sort").into_iter().flatten().map(String::as_str).collect();
    let keep = |sort: Sort| wanted.is_empty() || wanted.contains(&sort.word());
    let mut all = Users::new(btf).of(btf, id, through);
    all.retain(|user| keep(user.sort));
    if args.get_flag("json") {
        json(&input, id, &all, out);
    } else if !args.get_flag("count") {
        for sort in Sort::ALL {
            list(btf, id, sort, &all, out);
        }
    } else {
        for sort in Sort::ALL.into_iter().filter(|&sort| keep(sort)) {
            let n = all.iter().filter(|u| u.sort == sort).count();
            out!(out, "{n:>8}  {}\n", sort.title());
        }
    }
    if all.is_empty() {
        return Err(Failure::NotFound(format!("{}: nothing uses “{spec}”, #{id}", input.name)));
    }
    Ok(status)
}

/// The type that was named. Of several, a struct or union with members goes first, then the smallest id; the others are told.
pub fn one(input: &Input, spec: &str) -> Result<TypeId, Failure> {
    let ids = called(input, spec)?;
    let composite = ids.iter().copied().find(|&id| input.btf.kind(id).is_some_and(Kind::is_composite));
    let Some(id) = composite.or(ids.first().copied()) else {
        return Err(Failure::NotFound(format!("{}: no type “{spec}”", input.name)));
    };
    let others: Vec<String> = ids.iter().filter(|&&o| o != id).take(8).map(|o| format!("#{o}")).collect();
    if !others.is_empty() {
        let more = if ids.len() > others.len() + 1 { ", …" } else { "" };
        say(&format!("note: {}: “{spec}” is #{id}, and also {}{more}", input.name, others.join(", ")));
    }
    Ok(id)
}

/// What a field (`task_struct.mm`) holds or points to.
fn of_field(input: &Input, spec: &str) -> Option<TypeId> {
    let place = field(&input.btf, &FieldPath::parse(spec).ok()?).ok()?;
    let id = follow_target(&input.btf, place.type_id, false).unwrap_or(place.type_id);
    say(&format!("note: {}: {spec} leads to {}", input.name, name(&input.btf, id)));
    Some(id)
}

fn list(btf: &Btf, id: TypeId, sort: Sort, all: &[User], out: &mut Out) {
    let of_sort = || all.iter().filter(|u| u.sort == sort);
    let count = of_sort().count();
    if count == 0 {
        return;
    }
    out.token(TokenKind::Comment, &format!("{} ({count})\n", sort.title()));
    for user in of_sort() {
        if out.is_closed() {
            return;
        }
        out.token(TokenKind::TypeName(user.from), &format!("{:>8}", user.from.0));
        out!(out, "  {}", name(btf, user.from));
        match user.part(btf) {
            Some("") => out!(out, ".#{}", user.slot),
            Some(part) => out!(out, ".{part}"),
            None => {}
        }
        if user.held != id {
            out!(out, ": {}", dump::type_name(btf, user.held));
        }
        if let Some(bits) = user.bit_offset(btf) {
            out.token(TokenKind::Number, &format!("  @ {}", bytes(bits)));
        }
        out!(out, "\n");
    }
}

fn json(input: &Input, id: TypeId, all: &[User], out: &mut Out) {
    let btf = &*input.btf;
    Json::object(out, |json| {
        json.number("id", id.0);
        json.text("name", &name(btf, id));
        json.list("users", |list| {
            for user in all {
                if list.is_closed() {
                    break;
                }
                list.item(|row| {
                    row.text("sort", user.sort.word());
                    row.number("id", user.from.0);
                    row.text("name", &name(btf, user.from));
                    row.maybe_text("part", user.part(btf));
                    row.maybe_number("index", user.part(btf).map(|_| user.slot));
                    row.maybe_number("bit_offset", user.bit_offset(btf));
                    row.number("type_id", user.held.0);
                    row.text("type", &dump::type_name(btf, user.held));
                    row.number("pointers", user.pointers);
                    row.number("arrays", user.arrays);
                });
            }
        });
    });
}
