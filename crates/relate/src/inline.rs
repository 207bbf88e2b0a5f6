//! `.BTF.inline`: where functions were inlined, and where their arguments are at these places.
//!
//! A LOCSEC is named after a section of code and lists sites in it. A site has a function, an offset in the section,
//! and a LOC_PROTO. The LOC_PROTO has a LOC_PARAM for each argument, which says where the argument is
//! ([`btf::Location`]), or 0 if that is not known.

use btf::{Btf, Kind, Location, Register, Type, TypeId};

/// A place where a function was inlined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Site {
    /// The function.
    pub func: TypeId,
    /// The LOC_PROTO, which tells where the arguments are.
    pub arguments: TypeId,
    /// The LOCSEC, which has the name of the code's section.
    pub section: TypeId,
    /// Bytes from the start of the code's section.
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

/// Where the value of a LOC_PARAM is, in words: `-10`, `address 0x10`, `register 7`, `*(frame base - 16)`. Registers
/// have the numbers of the machine's debug information (DWARF). If the format does not define the flags, the flags
/// and the values are given as numbers.
pub fn location(btf: &Btf, id: TypeId) -> String {
    if id.is_void() {
        return "not known".to_owned();
    }
    let Some(t) = btf.get(id).filter(|t| t.kind() == Kind::LocParam) else {
        return format!("[{id}] is not a LOC_PARAM");
    };
    match Location::of(&t) {
        None => other(t.loc_flags().unwrap_or(0), &t),
        Some(Location::Constant { value, signed: true }) => value.cast_signed().to_string(),
        Some(Location::Constant { value, signed: false }) => value.to_string(),
        Some(Location::Address(address)) => format!("address {address:#x}"),
        Some(Location::Register { register, dereferenced: false }) => register_name(register),
        Some(Location::Register { register, dereferenced: true }) => format!("*{}", register_name(register)),
        Some(Location::Pair(first, second)) => format!("{} and {}", register_name(first), register_name(second)),
        Some(Location::Offset { register, offset, dereferenced }) => {
            let sign = if offset < 0 { '-' } else { '+' };
            let sum = format!("{} {sign} {}", register_name(register), offset.unsigned_abs());
            if dereferenced { format!("*({sum})") } else { sum }
        }
    }
}

/// A register in words: `register 7`, `frame base`.
pub fn register_name(register: Register) -> String {
    match register {
        Register::Numbered(number) => format!("register {number}"),
        Register::FrameBase => "frame base".to_owned(),
    }
}

fn other(flags: u32, t: &Type<'_>) -> String {
    const MOST: usize = 4;
    let mut values: Vec<String> = t.words().take(MOST).map(|word| format!("{word:#x}")).collect();
    if t.words().nth(MOST).is_some() {
        values.push("…".to_owned());
    }
    format!("flags {flags:#x}, values {}", values.join(" "))
}

/// The arguments of a site: `a = -10, b = register 7, c not known`. The names come from the function's parameters.
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
        let name = names.next().filter(|name| !name.is_empty()).map_or_else(|| format!("#{i}"), str::to_owned);
        let is = if id == 0 { "" } else { "= " };
        parts.push(format!("{name} {is}{}", location(btf, TypeId(id))));
    }
    parts.join(", ")
}
