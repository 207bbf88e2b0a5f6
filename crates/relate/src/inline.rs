//! Where functions were inlined, and where their arguments live there (`.BTF.inline`).
//!
//! A LOCSEC lists sites: a function, the place in the section it is named after, and a LOC_PROTO, which has a LOC_PARAM for each
//! argument: a constant, an address, or a register with what is to be added to it. The form is that of September 2026; the kinds
//! are known only where the layout section agrees with it (see [`btf::Kind::LocParam`]).

use btf::{Btf, Kind, Type, TypeId};

/// A place where a function was inlined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Site {
    /// The function.
    pub func: TypeId,
    /// The LOC_PROTO: where its arguments live.
    pub arguments: TypeId,
    /// The LOCSEC: its name is that of the section of the code.
    pub section: TypeId,
    /// Bytes from the start of that section.
    pub offset: u32,
}

/// The sites that `btf` itself lists, in its order.
pub fn sites(btf: &Btf) -> impl Iterator<Item = Site> + '_ {
    btf.types().filter(|t| t.kind() == Kind::LocSec).flat_map(|section| {
        let id = section.id();
        let mut words = section.words();
        std::iter::from_fn(move || {
            let (func, arguments, offset) = (words.next()?, words.next()?, words.next()?);
            Some(Site { func: TypeId(func), arguments: TypeId(arguments), section: id, offset })
        })
    })
}

/// Flags of a LOC_PARAM.
const SIGNED: u32 = 1;
const CONSTANT: u32 = 2;
const ADDRESS: u32 = 4;
const REGISTER: u32 = 8;
const DEREFERENCE: u32 = 0x10;
const OFFSET: u32 = 0x20;

/// Where the value of a LOC_PARAM is, in words: `-10`, `address 0x10`, `register 7`, `*(register 7 + 16)`. Registers have the
/// numbers of the machine's debug information. Of an unknown form its flags and values are printed.
pub fn location(btf: &Btf, id: TypeId) -> String {
    if id.is_void() {
        return "not known".to_owned();
    }
    let Some(t) = btf.get(id).filter(|t| t.kind() == Kind::LocParam) else {
        return format!("[{id}] is not a LOC_PARAM");
    };
    let flags = t.loc_flags().unwrap_or(0);
    let mut words = t.words();
    let (first, second, third) = (words.next(), words.next(), words.next());
    let kind = flags & (CONSTANT | ADDRESS | REGISTER);
    let known = flags & !(SIGNED | CONSTANT | ADDRESS | REGISTER | DEREFERENCE | OFFSET) == 0 && third.is_none();
    let text = match (kind, first, second) {
        (CONSTANT, Some(low), high) if known && flags & OFFSET == 0 => Some(constant(low, high, flags & SIGNED != 0)),
        (ADDRESS, Some(low), high) if known && flags & OFFSET == 0 => Some(format!("address {:#x}", joined(low, high))),
        (REGISTER, Some(register), None) if known && flags & OFFSET == 0 => Some(format!("register {register}")),
        (REGISTER, Some(register), Some(offset)) if known && flags & OFFSET != 0 => {
            let offset = offset.cast_signed();
            let sign = if offset < 0 { '-' } else { '+' };
            Some(format!("register {register} {sign} {}", offset.unsigned_abs()))
        }
        _ => None,
    };
    match text {
        Some(text) if flags & DEREFERENCE == 0 => text,
        Some(text) if flags & OFFSET != 0 => format!("*({text})"),
        Some(text) => format!("*{text}"),
        None => other(flags, &t),
    }
}

/// A constant of one word or two, the low one first.
fn constant(low: u32, high: Option<u32>, signed: bool) -> String {
    match (high, signed) {
        (None, true) => low.cast_signed().to_string(),
        (Some(_), true) => joined(low, high).cast_signed().to_string(),
        (_, false) => joined(low, high).to_string(),
    }
}

fn joined(low: u32, high: Option<u32>) -> u64 {
    u64::from(high.unwrap_or(0)) << 32 | u64::from(low)
}

fn other(flags: u32, t: &Type<'_>) -> String {
    const MOST: usize = 4;
    let mut values: Vec<String> = t.words().take(MOST).map(|word| format!("{word:#x}")).collect();
    if t.words().nth(MOST).is_some() {
        values.push("…".to_owned());
    }
    format!("flags {flags:#x}, values {}", values.join(" "))
}

/// The arguments of a site: `a = -10, b = register 7, c not known`. Names are those of the function's parameters.
pub fn arguments(btf: &Btf, site: &Site) -> String {
    const MOST: usize = 16;
    let proto = btf.get(site.func).and_then(|f| f.type_ref()).and_then(|proto| btf.get(proto));
    let mut names = proto.iter().flat_map(|proto| proto.params()).map(|param| param.name());
    let Some(places) = btf.get(site.arguments).filter(|t| t.kind() == Kind::LocProto) else {
        return String::new();
    };
    let mut parts = Vec::new();
    for (i, id) in places.words().enumerate() {
        if i == MOST {
            parts.push("…".to_owned());
            break;
        }
        let place = location(btf, TypeId(id));
        match names.next().filter(|name| !name.is_empty()) {
            Some(name) if id == 0 => parts.push(format!("{name} {place}")),
            Some(name) => parts.push(format!("{name} = {place}")),
            None if id == 0 => parts.push(format!("#{i} {place}")),
            None => parts.push(format!("#{i} = {place}")),
        }
    }
    parts.join(", ")
}
