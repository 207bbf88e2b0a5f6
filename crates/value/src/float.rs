//! Floating-point numbers, as text in the form of C's `%f`.

use btf::Endian;

/// The format of a floating-point number of 16 bytes, which BTF does not record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LongDouble {
    /// The 80 bits of x87 in the low bytes, as on x86.
    X87,
    /// IEEE 754's binary128, as on arm64, riscv64 and s390x.
    Quad,
}

impl LongDouble {
    /// The likely format: x87 in little-endian order, binary128 in big-endian order.
    pub fn likely(order: Endian) -> LongDouble {
        match order {
            Endian::Little => LongDouble::X87,
            Endian::Big => LongDouble::Quad,
        }
    }
}

/// A finite number, as `mantissa * 2^exponent`; the mantissa has at most 113 bits.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Parts {
    negative: bool,
    mantissa: u128,
    exponent: i32,
}

/// A number of 16 bytes, given as its 128 bits.
pub(crate) fn long_text(raw: u128, format: LongDouble) -> String {
    let (negative, exponent, fraction, bits) = match format {
        LongDouble::X87 => (raw >> 79 & 1 == 1, (raw >> 64 & 0x7fff) as i32, raw & u128::from(u64::MAX), 63),
        LongDouble::Quad => (raw >> 127 == 1, (raw >> 112 & 0x7fff) as i32, raw & ((1 << 112) - 1), 112),
    };
    let sign = if negative { "-" } else { "" };
    if exponent == 0x7fff {
        // In x87's format the fraction includes the integer bit.
        let is_nan = fraction & ((1 << bits) - 1) != 0;
        return format!("{sign}{}", if is_nan { "nan" } else { "inf" });
    }
    let implied = if format == LongDouble::Quad && exponent != 0 { 1 << 112 } else { 0 };
    fixed(Parts { negative, mantissa: fraction | implied, exponent: exponent.max(1) - 0x3fff - bits })
}

/// `%f` of glibc: six digits after the point, halves to even.
pub(crate) fn fixed_text(value: f64) -> String {
    if value.is_nan() {
        return if value.is_sign_negative() { "-nan" } else { "nan" }.to_owned();
    }
    format!("{value:.6}")
}

/// The number with six digits after the point.
fn fixed(parts: Parts) -> String {
    let sign = if parts.negative { "-" } else { "" };
    if parts.exponent >= 0 {
        return format!("{sign}{}.000000", shifted(parts.mantissa, parts.exponent as u32));
    }
    // In millionths: 10^6 is 5^6 * 2^6, and 113 bits times 5^6 fit into 128 bits.
    let (scaled, exponent) = (parts.mantissa * 15_625, parts.exponent + 6);
    if exponent >= 0 {
        // The exponent is 0 to 5: the product may exceed 128 bits.
        let millionths = shifted(scaled, exponent as u32);
        let point = millionths.len().saturating_sub(6);
        let padded = if point == 0 { format!("{millionths:0>7}") } else { millionths };
        let (whole, rest) = padded.split_at(padded.len() - 6);
        return format!("{sign}{whole}.{rest}");
    }
    let shift = exponent.unsigned_abs();
    let millionths = if shift >= 128 {
        0
    } else {
        let (whole, rest, half) = (scaled >> shift, scaled & ((1 << shift) - 1), 1u128 << (shift - 1));
        whole + u128::from(rest > half || rest == half && whole & 1 == 1)
    };
    format!("{sign}{}.{:06}", millionths / 1_000_000, millionths % 1_000_000)
}

/// `mantissa * 2^shift` in decimal, in limbs of nine digits.
fn shifted(mantissa: u128, shift: u32) -> String {
    const LIMB: u64 = 1_000_000_000;
    let mut limbs = Vec::new();
    let mut rest = mantissa;
    while rest > 0 || limbs.is_empty() {
        limbs.push((rest % u128::from(LIMB)) as u64);
        rest /= u128::from(LIMB);
    }
    let mut left = shift;
    while left > 0 {
        let step = left.min(29);
        let mut carry = 0;
        for limb in &mut limbs {
            let sum = (*limb << step) + carry;
            (*limb, carry) = (sum % LIMB, sum / LIMB);
        }
        if carry > 0 {
            limbs.push(carry);
        }
        left -= step;
    }
    let mut text = String::new();
    for (i, limb) in limbs.iter().rev().enumerate() {
        text.push_str(&if i == 0 { limb.to_string() } else { format!("{limb:09}") });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{LongDouble, fixed_text, long_text};

    /// The texts of x87 are glibc's printf output for the same bits; the texts of binary128 are computed by hand.
    #[test]
    fn long_doubles() {
        let x87 =
            |sign_exponent: u128, mantissa: u64| long_text(sign_exponent << 64 | u128::from(mantissa), LongDouble::X87);
        assert_eq!(x87(0x3fff, 0x8000_0000_0000_0000), "1.000000");
        assert_eq!(x87(0xc000, 0xc000_0000_0000_0000), "-3.000000");
        assert_eq!(x87(0x3ffe, 0x8000_0000_0000_0000), "0.500000");
        assert_eq!(x87(0x4000, 0xc90f_daa2_2168_c235), "3.141593");
        assert_eq!(x87(0x3feb, 0x8637_bd05_af6c_69b6), "0.000001");
        assert_eq!(x87(0, 0), "0.000000");
        assert_eq!(x87(0x8000, 0), "-0.000000");
        assert_eq!(x87(0x7fff, 0x8000_0000_0000_0000), "inf");
        assert_eq!(x87(0xffff, 0xc000_0000_0000_0000), "-nan");
        // 2^64 and 2^100.
        assert_eq!(x87(0x3fff + 64, 1 << 63), "18446744073709551616.000000");
        assert_eq!(x87(0x3fff + 100, 1 << 63), "1267650600228229401496703205376.000000");
        // 2^62 + 2^-1: one bit is behind the point.
        assert_eq!(x87(0x3fff + 62, 1 << 63 | 1), "4611686018427387904.500000");
        // Halves go to even: 2^-7 is 7812.5 millionths, 3 * 2^-7 is 23437.5.
        assert_eq!([x87(0x3ff8, 1 << 63), x87(0x3ff9, 3 << 62)], ["0.007812", "0.023438"]);
        let quad = |high: u64, low: u64| long_text(u128::from(high) << 64 | u128::from(low), LongDouble::Quad);
        assert_eq!(quad(0x3fff_0000_0000_0000, 0), "1.000000");
        assert_eq!(quad(0x4000_921f_b544_42d1, 0x8469_898c_c517_01b8), "3.141593");
        assert_eq!(quad(0xbffe_0000_0000_0000, 0), "-0.500000");
        assert_eq!(quad(0x7fff_0000_0000_0000, 0), "inf");
        // 2^110 + 1, 2^110 + 1/4: the mantissa times 5^6 must be shifted left.
        assert_eq!(quad((0x3fff + 110) << 48, 4), "1298074214633706907132624082305025.000000");
        assert_eq!(quad((0x3fff + 110) << 48, 1), "1298074214633706907132624082305024.250000");
    }

    #[test]
    fn doubles() {
        assert_eq!(fixed_text(1.5), "1.500000");
        assert_eq!(fixed_text(-0.0), "-0.000000");
        assert_eq!(fixed_text(f64::INFINITY), "inf");
        assert_eq!(fixed_text(f64::NAN), "nan");
        assert_eq!([fixed_text(1.0 / 128.0), fixed_text(3.0 / 128.0)], ["0.007812", "0.023438"]);
        assert_eq!(fixed_text(f64::MAX).len(), 309 + 7);
    }
}
