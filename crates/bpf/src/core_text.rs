//! CO-RE relocations in one line, as llvm-objdump describes them (rules: `BTFParser::symbolize` of LLVM).

use std::fmt::Write;

use btf::Kind::*;
use btf::{Btf, CoreRelo, Kind, Type, TypeId};

use crate::core_kind::{CoreGroup, CoreKind};

/// The most modifiers in a row that are followed.
const MAX_CHAIN: u32 = 32;

/// A CO-RE relocation as llvm-objdump writes it behind `CO-RE `: `<byte_off> [7] struct task_struct::pid (0:85)`. The
/// text for an invalid record has the kind, the type id, the access string and the fault, as llvm-objdump writes them.
pub fn core_text(btf: &Btf, relo: &CoreRelo) -> String {
    let access = btf.string(relo.access).unwrap_or_default();
    let kind = match CoreKind::from_number(relo.kind) {
        Some(kind) => format!("<{}>", kind.as_str()),
        None => format!("<reloc kind #{}>", relo.kind),
    };
    match describe(btf, relo, access) {
        Ok(text) => format!("{kind} [{}]{text}", relo.type_id),
        Err(why) => format!("{kind} [{}] '{access}' <{why}>", relo.type_id),
    }
}

fn parse(access: &str) -> Result<Vec<u32>, String> {
    if access.is_empty() {
        return Ok(Vec::new());
    }
    let number = |part: &str| part.parse::<u64>().map_err(|_| "spec string is not a number".to_owned());
    // An access string of 4096 bytes (`btf::LONGEST_STRING`) may have 2048 numbers. libbpf accepts 64; 1024 are read.
    access.split(':').take(1024).map(|part| Ok(number(part)? as u32)).collect()
}

fn name_or_number(name: &str, number: u32, out: &mut String) {
    if name.is_empty() {
        write!(out, "<anon {number}>").ok();
    } else {
        out.push_str(name);
    }
}

fn skip<'a>(btf: &'a Btf, mut t: Type<'a>) -> Type<'a> {
    for _ in 0..MAX_CHAIN {
        if !t.kind().is_modifier() {
            break;
        }
        let Some(next) = t.type_ref().and_then(|id| btf.get(id)) else { break };
        t = next;
    }
    t
}

fn describe(btf: &Btf, relo: &CoreRelo, access: &str) -> Result<String, String> {
    let spec = parse(access)?;
    let mut out = String::new();
    let mut id = relo.type_id;
    let mut found = btf.get(id);
    for step in 0.. {
        let Some(t) = found else { break };
        match t.kind() {
            Const => out.push_str(" const"),
            Volatile => out.push_str(" volatile"),
            Restrict => out.push_str(" restrict"),
            TypeTag => drop(write!(out, " type_tag(\"{}\")", t.name())),
            Int | Ptr | Array | Struct | Union | Enum | Fwd | Typedef | Func | FuncProto | Var | DataSec | Float
            | DeclTag | Enum64 | LocParam | LocProto | LocSec | Unknown(_) => break,
        }
        if step >= MAX_CHAIN {
            return Err("modifiers chain is too long".to_owned());
        }
        id = t.type_ref().unwrap_or_default();
        found = btf.get(id);
        if found.is_none() && !id.is_void() {
            return Err(format!("unknown type id: {id} in modifiers chain"));
        }
    }
    let Some(root) = found else {
        if !id.is_void() {
            return Err(format!("unknown type id: {id}"));
        }
        out.push_str(" void");
        return tail_of_void(relo.kind, &spec, access, out);
    };
    out.push_str(match root.kind() {
        Typedef => " typedef",
        Struct => " struct",
        Union => " union",
        Enum | Enum64 => " enum",
        Fwd if root.kind_flag() => " fwd union",
        Fwd => " fwd struct",
        Int | Ptr | Array | Volatile | Const | Restrict | Func | FuncProto | Var | DataSec | Float | DeclTag
        | TypeTag | LocParam | LocProto | LocSec | Unknown(_) => "",
    });
    out.push(' ');
    name_or_number(root.name(), id.0, &mut out);
    match group(relo.kind) {
        Some(CoreGroup::Type) => type_spec(&spec)?,
        Some(CoreGroup::Enum) => enumerator(skip(btf, root), &spec, &mut out)?,
        Some(CoreGroup::Field) => {
            out.push_str("::");
            fields(btf, root, &spec, &mut out)?;
            write!(out, " ({access})").ok();
        }
        None => return Err(format!("unknown relocation kind: {}", relo.kind)),
    }
    Ok(out)
}

fn group(kind: u32) -> Option<CoreGroup> {
    CoreKind::from_number(kind).map(CoreKind::group)
}

fn type_spec(spec: &[u32]) -> Result<(), String> {
    if spec == [0] { Ok(()) } else { Err("unexpected type-based relocation spec: should be '0'".to_owned()) }
}

fn tail_of_void(kind: u32, spec: &[u32], access: &str, mut out: String) -> Result<String, String> {
    match (group(kind), spec) {
        (Some(CoreGroup::Type), _) => type_spec(spec)?,
        (Some(CoreGroup::Field), []) => return Err("field spec too short".to_owned()),
        (Some(CoreGroup::Field), [0]) => drop(write!(out, ":: ({access})")),
        (Some(CoreGroup::Field), [first]) => drop(write!(out, "::[{first}] ({access})")),
        (Some(CoreGroup::Field), _) => return Err("unexpected type kind 0 for spec sub-string 1".to_owned()),
        (Some(CoreGroup::Enum), _) => return Err("unexpected type kind for enum relocation: 0".to_owned()),
        (None, _) => return Err(format!("unknown relocation kind: {kind}")),
    }
    Ok(out)
}

fn enumerator(t: Type<'_>, spec: &[u32], out: &mut String) -> Result<(), String> {
    let &[index] = spec else { return Err("unexpected enumval relocation spec size".to_owned()) };
    if !matches!(t.kind(), Kind::Enum | Kind::Enum64) {
        return Err(format!("unexpected type kind for enum relocation: {}", t.kind().number()));
    }
    let Some(value) = t.enumerators().from_index(index).next() else {
        return Err(format!("bad value index: {index}"));
    };
    out.push_str("::");
    name_or_number(value.name(), index, out);
    // The 32 bits of an ENUM are sign-extended, even if it is unsigned.
    let bits = if value.wide { value.raw as i64 } else { i64::from(value.raw as i32) };
    if t.kind_flag() {
        write!(out, " = {bits}").ok();
    } else {
        write!(out, " = {}", bits as u64).ok();
    }
    Ok(())
}

fn fields<'a>(btf: &'a Btf, mut t: Type<'a>, spec: &[u32], out: &mut String) -> Result<(), String> {
    let Some((&first, rest)) = spec.split_first() else { return Err("field spec too short".to_owned()) };
    if first != 0 {
        write!(out, "[{first}]").ok();
    }
    let mut void = false;
    for (i, &index) in rest.iter().enumerate() {
        let step = i + 1;
        if void {
            return Err(format!("unexpected type kind 0 for spec sub-string {step}"));
        }
        t = skip(btf, t);
        let next: TypeId = if t.kind().is_composite() {
            let Some(member) = t.members().from_index(index).next() else {
                return Err(format!("member index {index} for spec sub-string {step} is out of range"));
            };
            if step != 1 || first != 0 {
                out.push('.');
            }
            name_or_number(member.name(), index, out);
            member.type_id
        } else if let Some(array) = t.array() {
            write!(out, "[{index}]").ok();
            array.element
        } else {
            return Err(format!("unexpected type kind {} for spec sub-string {step}", t.kind().number()));
        };
        match btf.get(next) {
            Some(found) => t = found,
            None if next.is_void() => void = true,
            None => return Err(format!("unknown member type id {next} for spec sub-string {step}")),
        }
    }
    Ok(())
}
