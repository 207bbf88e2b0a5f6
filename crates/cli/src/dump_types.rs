//! `dump`: types as bpftool prints them, and the blob as clang lists it.

use btf::TypeId;
use clap::ArgMatches;
use dump::{AsmOptions, CFileOptions, JsonOptions};

use crate::fail::Failure;
use crate::open::Which;
use crate::out::Out;
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
        ("c", Some(ids)) => dump::c_of(btf, &ids, out, &c_options),
        ("json", None) => dump::json(btf, out, &json_options),
        ("json", Some(ids)) => dump::json_of(btf, &ids, out, &json_options),
        ("asm", _) => dump::asm(btf, out, &AsmOptions { annotate: args.get_flag("annotate") }),
        (_, None) => dump::raw(btf, out),
        (_, Some(ids)) => ids.iter().for_each(|&id| dump::raw_line(btf, id, out)),
    }
    Ok(status)
}
