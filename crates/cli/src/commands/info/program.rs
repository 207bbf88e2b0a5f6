//! Facts about a program object: functions, maps, licence.

use std::sync::Arc;

use btf::Ext;
use model::program::{Program, TypeLink};
use model::words::{grouped, many};
use text::counted;

use super::{LISTED, row};
use crate::out::{Out, out};
use crate::with_base::Input;

/// The file as a program object; `None` if it is none.
pub fn opened(input: &Input) -> Option<Program> {
    let bytes = Arc::clone(&input.opened.program.as_ref()?.bytes);
    let ext = input.opened.btf_ext.as_ref().and_then(|piece| Ext::parse(Arc::clone(&piece.bytes)).ok());
    Program::open(bytes, Some(Arc::clone(&input.btf)), ext.map(Arc::new)).ok()
}

/// Prints the contents of a program object: whether libbpf opens it, functions, maps, licence.
pub fn print(program: &Program, out: &mut Out) {
    let opened = ::open::open(program.object().bytes(), "object");
    let said = match &opened.refusal {
        Some(refusal) => Some(format!("does not open it: {}", refusal.why())),
        None => model::relocations::not_applied(&opened),
    };
    if let Some(said) = said {
        // The label already says "libbpf".
        row(out, "libbpf", said.strip_prefix("libbpf ").unwrap_or(&said));
    }
    let functions = program.functions();
    row(out, "functions", &grouped(functions.len() as u64));
    for f in functions.iter().take(LISTED) {
        let on = f.target.as_deref().map_or(String::new(), |target| format!(" on {target}"));
        out!(out, "  {}: {}{on}, {}\n", f.name, f.kind(), many(f.instructions.into(), "instruction"));
    }
    if functions.len() > LISTED {
        out!(out, "  and {} more\n", functions.len() - LISTED);
    }
    let data = program.data();
    row(out, "maps", &grouped(data.maps.len() as u64));
    for m in data.maps.iter().take(LISTED) {
        let side = |link: &Option<TypeLink>, size: Option<u32>| match (link, size) {
            (Some(link), Some(size)) => format!("{} ({})", link.name, counted(size, "byte")),
            (None, Some(size)) => counted(size, "byte"),
            _ => "nothing".to_owned(),
        };
        let kinds = format!("{} to {}", side(&m.key, m.key_size), side(&m.value, m.value_size));
        let entries = m.max_entries.map_or(String::new(), |n| format!(", {}", many(n.into(), "entry")));
        out!(out, "  {}: {}, {kinds}{entries}\n", m.name, m.kind);
    }
    if data.maps.len() > LISTED {
        out!(out, "  and {} more\n", data.maps.len() - LISTED);
    }
    if let Some(license) = &data.license {
        row(out, "licence", license);
    }
}
