//! Numbers with the noun that they count: the only place that adds a plural s.

use std::fmt::Display;

/// `byte` for one, `bytes` for any other number; `entry` and `entries`.
pub fn plural(n: u64, what: &str) -> String {
    match what {
        _ if n == 1 => what.to_owned(),
        "entry" => "entries".to_owned(),
        _ => format!("{what}s"),
    }
}

/// `1 byte`, `16384 bytes`.
pub fn counted<N: Display + Copy + TryInto<u64>>(n: N, what: &str) -> String {
    format!("{n} {}", plural(n.try_into().unwrap_or(u64::MAX), what))
}

#[cfg(test)]
mod tests {
    use super::*;

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
