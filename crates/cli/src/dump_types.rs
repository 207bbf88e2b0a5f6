//! `dump`: types as bpftool prints them, and the blob as clang lists it.

use std::collections::HashSet;

use btf::{Btf, Kind, TypeId};
use clap::ArgMatches;
use dump::{AsmOptions, CFileOptions, COptions, JsonOptions};

use crate::fail::Failure;
use crate::open::Which;
use crate::out::{Out, out};
use crate::types::called;

/// Runs the command.
///
/// # Errors
/// When the file cannot be opened, has no type of a name, or an option is of another format.
pub fn run(args: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    let format = args.get_one::<String>("format").map_or("raw", String::as_str);
    for (option, of) in [("unsorted", "c"), ("portable", "c"), ("pretty", "json"), ("annotate", "asm")] {
        if args.get_flag(option) && format != of {
            return Err(Failure::Bad(format!("--{option} is for --format {of}, not {format}")));
        }
    }
    if format == "asm" && args.contains_id("type") {
        return Err(Failure::Bad("--type is not for --format asm, which lists the whole blob".to_owned()));
    }
    let input = Which::new(args).open()?;
    let status = input.warn();
    let btf = &*input.btf;
    let mut only: Option<Vec<TypeId>> = None;
    for name in args.get_many::<String>("type").into_iter().flatten() {
        let only = only.get_or_insert_default();
        for id in called(&input, name)? {
            if !only.contains(&id) {
                only.push(id);
            }
        }
    }
    let c_options = CFileOptions {
        sorted: !args.get_flag("unsorted"),
        portable: args.get_flag("portable"),
        ..CFileOptions::default()
    };
    let json_options = JsonOptions { pretty: args.get_flag("pretty") };
    match (format, only) {
        ("c", None) => dump::c(btf, out, &c_options),
        ("c", Some(ids)) => c_of(btf, &ids, out, &c_options),
        ("json", None) => dump::json(btf, out, &json_options),
        ("json", Some(ids)) => dump::json_of(btf, &ids, out, &json_options),
        ("asm", _) => dump::asm(btf, out, &AsmOptions { annotate: args.get_flag("annotate") }),
        (_, None) => dump::raw(btf, out),
        (_, Some(ids)) => ids.iter().for_each(|&id| dump::raw_line(btf, id, out)),
    }
    Ok(status)
}

/// C of some types and of what they need. Functions and variables, of which bpftool prints nothing, are declared at the end, after
/// the types that their declarations name.
fn c_of(btf: &Btf, ids: &[TypeId], out: &mut Out, options: &CFileOptions) {
    let mut roots = Vec::new();
    let mut declared = Vec::new();
    for &id in ids {
        match btf.kind(id) {
            Some(Kind::Func | Kind::Var | Kind::DataSec) => {
                roots.extend(named_in(btf, id));
                declared.push(id);
            }
            _ => roots.push(id),
        }
    }
    dump::c_with_dependencies(btf, &roots, out, options);
    for id in declared {
        out!(out, "\n");
        dump::c_type(btf, id, out, &COptions { portable: options.portable });
    }
}

/// The types that the declaration of a function, variable or section names: what is behind pointers, arrays, qualifiers and
/// prototypes.
fn named_in(btf: &Btf, id: TypeId) -> Vec<TypeId> {
    let mut named = Vec::new();
    let mut seen = HashSet::from([id]);
    let mut next = vec![id];
    while let Some(t) = next.pop().and_then(|id| btf.get(id)) {
        let mut go = |id: TypeId| {
            if !id.is_void() && seen.insert(id) && btf.get(id).is_some() {
                next.push(id);
            }
        };
        match t.kind() {
            Kind::DataSec => t.vars().for_each(|v| go(v.type_id)),
            Kind::Array => t.array().into_iter().for_each(|a| go(a.element)),
            Kind::FuncProto => {
                go(TypeId(t.size_or_type()));
                t.params().for_each(|p| go(p.type_id));
            }
            kind if kind.is_qualifier() || matches!(kind, Kind::Func | Kind::Var | Kind::Ptr) => {
                go(TypeId(t.size_or_type()));
            }
            _ => named.push(t.id()),
        }
    }
    named.sort_unstable();
    named
}
