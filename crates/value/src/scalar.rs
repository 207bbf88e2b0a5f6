//! One value without parts: a number, a character, a pointer, an enumerator.

use btf::{Btf, Kind, TypeId};

use crate::bits::signed;
use crate::flags::{flag_names, name_of};
use crate::float::{LongDouble, long_text};

/// How the bits of a [`Scalar`] are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScalarKind {
    /// A number without sign.
    Unsigned,
    /// A number in two's complement.
    Signed,
    /// A character: an INT of 8 bits with the char encoding, or named `char`.
    Char,
    /// A truth value.
    Bool,
    /// A value of this enum.
    Enum(TypeId),
    /// An address.
    Pointer,
    /// A floating-point number; if it has 16 bytes, in this format.
    Float(LongDouble),
}

/// A value without parts: its bits as a number, and how to read them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Scalar {
    /// The bits, in the low bits of the number.
    pub raw: u128,
    /// How many bits there are.
    pub bits: u32,
    /// How to read them.
    pub kind: ScalarKind,
}

/// How to read the bits of a type without parts; the type must be resolved. None for a type with parts or without
/// values.
pub(crate) fn kind_of(btf: &Btf, id: TypeId, long: LongDouble) -> Option<ScalarKind> {
    let t = btf.get(id)?;
    Some(match t.kind() {
        Kind::Int => {
            let int = t.int()?;
            let byte = int.bits == 8 && int.size == 1;
            match () {
                () if int.is_bool() => ScalarKind::Bool,
                // Compilers do not set the char encoding; `signed char` and `unsigned char` are mostly used for
                // numbers.
                () if byte && (int.is_char() || t.name_bytes() == b"char") => ScalarKind::Char,
                () if int.is_signed() => ScalarKind::Signed,
                () => ScalarKind::Unsigned,
            }
        }
        Kind::Enum | Kind::Enum64 => ScalarKind::Enum(id),
        Kind::Ptr => ScalarKind::Pointer,
        Kind::Float => ScalarKind::Float(long),
        _ => return None,
    })
}

impl Scalar {
    /// The number with its sign; an unsigned number of more than 127 bits wraps.
    pub fn number(&self, btf: &Btf) -> i128 {
        let is_signed = match self.kind {
            ScalarKind::Signed | ScalarKind::Char => true,
            ScalarKind::Enum(id) => btf.get(id).is_some_and(|t| t.is_signed_enum()),
            _ => false,
        };
        if is_signed { signed(self.raw, self.bits) } else { self.raw as i128 }
    }

    /// The value for people: `-3`, `'a'`, `true`, `0xffff888003f28000`, `TCP_ESTABLISHED`, `A | B | 0x40`,
    /// `0.5`. [`crate::Record::set`] can read it back, except the text of a floating-point number of 16 bytes.
    pub fn text(&self, btf: &Btf) -> String {
        match self.kind {
            ScalarKind::Unsigned => self.raw.to_string(),
            ScalarKind::Signed => self.number(btf).to_string(),
            ScalarKind::Char => character(self.raw as u8),
            ScalarKind::Bool => match self.raw {
                0 => "false".to_owned(),
                1 => "true".to_owned(),
                other => other.to_string(),
            },
            ScalarKind::Pointer => format!("{:#x}", self.raw),
            ScalarKind::Enum(id) => self.enumerator(btf, id),
            ScalarKind::Float(long) => match self.bits {
                32 => f32::from_bits(self.raw as u32).to_string(),
                64 => f64::from_bits(self.raw as u64).to_string(),
                _ => long_text(self.raw, long),
            },
        }
    }

    fn enumerator(&self, btf: &Btf, id: TypeId) -> String {
        let Some(t) = btf.get(id) else { return self.raw.to_string() };
        let number = self.number(btf);
        if let Some(name) = name_of(&t, number) {
            return name.to_owned();
        }
        match u64::try_from(number).ok().and_then(|value| flag_names(&t, value)) {
            Some(names) => names,
            None => number.to_string(),
        }
    }

    /// The bits as hexadecimal, with leading zeros.
    pub fn hex(&self) -> String {
        format!("0x{:0width$x}", self.raw, width = self.bits.div_ceil(4) as usize)
    }
}

/// A character as C writes it.
pub(crate) fn character(byte: u8) -> String {
    match byte {
        0 => "'\\0'".to_owned(),
        b'\n' => "'\\n'".to_owned(),
        b'\t' => "'\\t'".to_owned(),
        b'\r' => "'\\r'".to_owned(),
        b'\'' | b'\\' => format!("'\\{}'", byte as char),
        b' '..=b'~' => format!("'{}'", byte as char),
        _ => format!("'\\x{byte:02x}'"),
    }
}
