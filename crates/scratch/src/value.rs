//! Integer arithmetic of C.

use crate::target::Target;

/// A value of an integer type at least as wide as `int`: narrower types are promoted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Value {
    /// Always fits in the type.
    pub value: i128,
    /// The width of the type, in bits.
    pub bits: u32,
    pub signed: bool,
}

/// `value` cut to `bits` bits.
pub(crate) fn wrap(value: i128, bits: u32, signed: bool) -> i128 {
    let unused = 128 - bits.clamp(1, 128);
    match signed {
        true => (value << unused) >> unused,
        // An unsigned value of 128 bits stays as it is: no constant is that wide.
        false if unused == 0 => value,
        false => ((value as u128) << unused >> unused) as i128,
    }
}

impl Value {
    pub fn int(value: i128) -> Value {
        Value::new(value, 32, true)
    }

    pub fn new(value: i128, bits: u32, signed: bool) -> Value {
        Value { value: wrap(value, bits, signed), bits, signed }
    }

    /// A `size_t`.
    pub fn size(value: u64, target: Target) -> Value {
        Value::new(value.into(), target.word() * 8, false)
    }

    /// The value of a number in the source (C17, 6.4.4.1).
    pub fn literal(text: &str, target: Target) -> Result<Value, String> {
        // A number of 64 bits is shorter, even in binary. A longer number would make the message long, too.
        if text.len() > 80 {
            let start: String = text.chars().take(20).collect();
            return Err(format!("`{start}…` has more than 80 characters, which is not taken as a number"));
        }
        let lower = text.to_ascii_lowercase();
        let digits = lower.trim_end_matches(['u', 'l', 'z']);
        let suffix = lower.get(digits.len()..).unwrap_or_default();
        let (radix, digits) = match digits {
            d if d.starts_with("0x") => (16, d.get(2..).unwrap_or_default()),
            d if d.starts_with("0b") => (2, d.get(2..).unwrap_or_default()),
            d if d.starts_with('0') && d.len() > 1 => (8, d),
            d => (10, d),
        };
        let unsigned = suffix.contains('u');
        let longs = suffix.matches('l').count();
        if suffix.matches('u').count() > 1 || longs > 2 || suffix.contains('z') || suffix == "lul" {
            return Err(format!("`{text}` is not a number: C has no such suffix"));
        }
        if radix == 10 && digits.contains(['.', 'e']) {
            return Err(format!("`{text}`: only whole numbers are taken here"));
        }
        let value = u64::from_str_radix(digits, radix).map_err(|e| match e.kind() {
            std::num::IntErrorKind::PosOverflow => format!("`{text}` does not fit in 64 bits"),
            _ => format!("`{text}` is not a number"),
        })?;
        let long = target.word() * 8;
        // The first of these types that holds the value; a decimal number without `u` is unsigned only if no signed
        // type holds it.
        let widths = [32, long, 64].into_iter().skip(longs);
        for bits in widths {
            for signed in [true, false] {
                let may = if signed { !unsigned } else { unsigned || radix != 10 };
                let room = if signed { bits - 1 } else { bits };
                if may && (room == 64 || value >> room == 0) {
                    return Ok(Value::new(value.into(), bits, signed));
                }
            }
        }
        Ok(Value::new(value.into(), 64, false))
    }

    pub fn is_true(self) -> bool {
        self.value != 0
    }

    pub fn unary(self, sign: &str) -> Value {
        match sign {
            "-" => Value::new(self.value.wrapping_neg(), self.bits, self.signed),
            "~" => Value::new(!self.value, self.bits, self.signed),
            "!" => Value::int((self.value == 0).into()),
            _ => self,
        }
    }

    /// The value of `self sign other`, where both operands are known. `&&`, `||` and `?:` are not computed here.
    pub fn binary(self, sign: &str, other: Value) -> Result<Value, String> {
        if matches!(sign, "<<" | ">>") {
            if other.value < 0 || other.value >= self.bits.into() {
                return Err(format!("a shift by {} of a value with {} bits", other.value, self.bits));
            }
            let by = other.value as u32;
            let value = if sign == "<<" { self.value.wrapping_shl(by) } else { self.value >> by };
            return Ok(Value::new(value, self.bits, self.signed));
        }
        let bits = self.bits.max(other.bits);
        // The unsigned type wins unless the signed one is wider (C17, 6.3.1.8).
        let signed = match (self.signed, other.signed) {
            (a, b) if a == b => a,
            (true, false) => self.bits > other.bits,
            _ => other.bits > self.bits,
        };
        let (a, b) = (wrap(self.value, bits, signed), wrap(other.value, bits, signed));
        if b == 0 && matches!(sign, "/" | "%") {
            return Err("a division by 0".to_owned());
        }
        let value = match sign {
            "+" => a.wrapping_add(b),
            "-" => a.wrapping_sub(b),
            "*" => a.wrapping_mul(b),
            "/" => a.wrapping_div(b),
            "%" => a.wrapping_rem(b),
            "&" => a & b,
            "|" => a | b,
            "^" => a ^ b,
            "==" => return Ok(Value::int((a == b).into())),
            "!=" => return Ok(Value::int((a != b).into())),
            "<" => return Ok(Value::int((a < b).into())),
            ">" => return Ok(Value::int((a > b).into())),
            "<=" => return Ok(Value::int((a <= b).into())),
            ">=" => return Ok(Value::int((a >= b).into())),
            other => return Err(format!("`{other}` is not taken here")),
        };
        Ok(Value::new(value, bits, signed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Bits;

    #[test]
    fn literals_have_the_types_of_c() {
        let of = |text, bits| {
            Value::literal(text, Target { bits, ..Target::default() }).map(|v| (v.value, v.bits, v.signed))
        };
        assert_eq!(of("10", Bits::B64), Ok((10, 32, true)));
        assert_eq!(of("2147483648", Bits::B64), Ok((2_147_483_648, 64, true)));
        assert_eq!(of("2147483648", Bits::B32), Ok((2_147_483_648, 64, true)));
        assert_eq!(of("0x80000000", Bits::B64), Ok((0x8000_0000, 32, false)));
        assert_eq!(of("1UL", Bits::B32), Ok((1, 32, false)));
        assert_eq!(of("1ull", Bits::B32), Ok((1, 64, false)));
        assert_eq!(of("0xffffffffffffffff", Bits::B64), Ok((0xffff_ffff_ffff_ffff, 64, false)));
        assert_eq!(of("010", Bits::B64), Ok((8, 32, true)));
        assert_eq!(of("0b101", Bits::B64), Ok((5, 32, true)));
        for bad in ["09", "1.5", "1e3", "0x", "12lul", "1uu", "99999999999999999999", "5q"] {
            assert!(of(bad, Bits::B64).is_err(), "{bad}");
        }
    }

    #[test]
    fn arithmetic_is_that_of_c() {
        let int = Value::int;
        let unsigned = |v| Value::new(v, 32, false);
        assert_eq!(int(1).binary("<<", int(31)), Ok(int(i32::MIN.into())));
        assert_eq!(unsigned(0).unary("~"), unsigned(0xffff_ffff));
        assert_eq!(int(-1).binary("<", unsigned(1)), Ok(int(0)));
        assert_eq!(int(-1).binary("<", Value::new(1, 64, true)), Ok(int(1)));
        assert_eq!(int(-7).binary("/", int(2)), Ok(int(-3)));
        assert_eq!(int(-7).binary("%", int(2)), Ok(int(-1)));
        assert_eq!(unsigned(0).binary("-", int(1)), Ok(unsigned(0xffff_ffff)));
        assert!(int(1).binary("/", int(0)).is_err());
        assert!(int(1).binary("<<", int(32)).is_err());
        assert!(int(1).binary(">>", int(-1)).is_err());
    }
}
