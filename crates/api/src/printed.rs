//! Types as text.

use btf::{Btf, Kind, TypeId};
use dump::{AsmOptions, CFileOptions, COptions, JsonOptions, PaholeOptions};
use json::ErrorCode;
use json::options::DumpOptions;

use crate::failure::Failure;

/// The size of a cache line in bytes; by default 64.
///
/// # Errors
/// When it is not from 1 to 4096.
pub fn cache_line(given: Option<u32>) -> Result<u32, Failure> {
    match given.unwrap_or(64) {
        line @ 1..=4096 => Ok(line),
        line => Err(Failure::argument(format!("cacheLine is {line}; expected 1 to 4096 bytes"))),
    }
}

/// Prints the types `ids`, or all types.
///
/// # Errors
/// When the format is unknown or does not allow this choice of types, the size of the cache line is wrong, or a type
/// has no layout.
pub fn printed(btf: &Btf, ids: Option<&[TypeId]>, format: &str, options: &DumpOptions) -> Result<String, Failure> {
    let mut text = String::new();
    let c = CFileOptions { sorted: !options.unsorted, portable: options.portable, ..CFileOptions::default() };
    let json = JsonOptions { pretty: options.pretty };
    match (format, ids) {
        ("raw", None) => dump::raw(btf, &mut text),
        ("raw", Some(ids)) => ids.iter().for_each(|&id| dump::raw_line(btf, id, &mut text)),
        ("json", None) => dump::json(btf, &mut text, &json),
        ("json", Some(ids)) => dump::json_of(btf, ids, &mut text, &json),
        ("c", None) => dump::c(btf, &mut text, &c),
        ("c", Some(ids)) if options.definition_only => {
            ids.iter().for_each(|&id| {
                dump::c_type(btf, id, &mut text, &COptions { portable: options.portable, ..Default::default() })
            });
        }
        ("c", Some(ids)) => dump::c_of(btf, ids, &mut text, &c),
        ("pahole", Some(ids)) => {
            let pahole = PaholeOptions { cache_line: cache_line(options.cache_line)? };
            for &id in ids {
                let done = match options.reorganize {
                    true => dump::pahole_reorganized(btf, id, &mut text, &pahole),
                    false => dump::pahole(btf, id, &mut text, &pahole),
                };
                done.map_err(|e| Failure::new(ErrorCode::NoLayout, e.to_string()))?;
                text.push('\n');
            }
        }
        ("pahole", None) => return Err(Failure::argument("pahole prints single types, not all: give their ids")),
        ("asm", None) => dump::asm(btf, &mut text, &AsmOptions { annotate: options.annotate }),
        ("asm", Some(_)) => return Err(Failure::argument("asm prints the whole blob: give null for the types")),
        ("rust" | "zig" | "go", ids) => {
            // If no types are chosen, functions and variables are left out, as in C.
            let is_type =
                |t: &btf::Type<'_>| t.kind().is_composite() || t.kind().is_any_enum() || t.kind() == Kind::Typedef;
            let all = || btf.types().filter(is_type).map(|t| t.id()).collect();
            let roots = ids.map_or_else(all, <[TypeId]>::to_vec);
            let options = lang::Options { assertions: !options.no_assertions };
            match format {
                "rust" => lang::rust(btf, &roots, &options, &mut text),
                "zig" => lang::zig(btf, &roots, &options, &mut text),
                _ => lang::go(btf, &roots, &options, &mut text),
            }
        }
        (other, _) => {
            return Err(Failure::argument(format!(
                "there is no format “{other}”; there are raw, json, c, rust, zig, go, pahole and asm"
            )));
        }
    }
    Ok(text)
}
