//! Numbers, and the noun that they count, in the singular or the plural.

use std::fmt::Display;

/// The noun `what`, in the plural unless `n` is 1: `bytes`, `entries`. The plural of `entry` is known; all other nouns
/// get an `s`.
pub fn plural(n: u64, what: &str) -> String {
    match what {
        _ if n == 1 => what.to_owned(),
        "entry" => "entries".to_owned(),
        _ => format!("{what}s"),
    }
}

/// A number, its digits not grouped, and the noun that it counts: `1 byte`, `16384 bytes`.
pub fn counted<N: Display + Copy + TryInto<u64>>(n: N, what: &str) -> String {
    format!("{n} {}", plural(n.try_into().unwrap_or(u64::MAX), what))
}

/// A number in decimal, its digits in groups of three: `1,234`.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// A number with grouped digits, and the noun that it counts: `1 type`, `2,345 types`.
pub fn many(n: u64, what: &str) -> String {
    format!("{} {}", grouped(n), plural(n, what))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_threes() {
        assert_eq!(
            [0, 12, 999, 1000, 126610, 1234567].map(grouped),
            ["0", "12", "999", "1,000", "126,610", "1,234,567"]
        );
        assert_eq!([many(1, "type"), many(2345, "type")], ["1 type", "2,345 types"]);
    }

    #[test]
    fn one_takes_no_s() {
        let all = [counted(0u8, "byte"), counted(1u32, "byte"), counted(1usize, "bit"), counted(-1i64, "bit")];
        assert_eq!(all, ["0 bytes", "1 byte", "1 bit", "-1 bits"]);
        assert_eq!(
            [counted(2, "entry"), counted(1, "entry"), counted(2, "array")],
            ["2 entries", "1 entry", "2 arrays"]
        );
        assert_eq!(counted(u64::MAX, "byte"), "18446744073709551615 bytes");
    }
}
