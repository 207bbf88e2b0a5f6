//! Ranges of numbers, for `size:` and similar words.

/// From `min` to `max`, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Span {
    pub(crate) min: u64,
    pub(crate) max: u64,
}

impl Span {
    pub(crate) fn contains(self, n: u64) -> bool {
        self.min <= n && n <= self.max
    }

    /// Parses `64`, `=64`, `>4096`, `>=8`, `<=8`, `<8`, `16..32`, `16..`, `..32`. None for anything else.
    pub(crate) fn parse(text: &str) -> Option<Span> {
        const ALL: Span = Span { min: 0, max: u64::MAX };
        if let Some((min, max)) = text.split_once("..") {
            let bound = |text: &str, default| if text.is_empty() { Some(default) } else { number(text) };
            if min.is_empty() && max.is_empty() {
                return None;
            }
            // `16..=32`, as in Rust, means the same.
            return Some(Span { min: bound(min, 0)?, max: bound(max.strip_prefix('=').unwrap_or(max), u64::MAX)? });
        }
        let with = |sign: &str| text.strip_prefix(sign);
        if let Some(rest) = with(">=").or(with("≥")) {
            return Some(Span { min: number(rest)?, ..ALL });
        }
        if let Some(rest) = with("<=").or(with("≤")) {
            return Some(Span { max: number(rest)?, ..ALL });
        }
        if let Some(rest) = with(">") {
            return Some(Span { min: number(rest)?.checked_add(1)?, ..ALL });
        }
        if let Some(rest) = with("<") {
            // Nothing is below 0: an empty span.
            return Some(match number(rest)? {
                0 => Span { min: 1, max: 0 },
                n => Span { max: n - 1, ..ALL },
            });
        }
        let n = number(with("=").unwrap_or(text))?;
        Some(Span { min: n, max: n })
    }
}

/// Decimal, or hexadecimal after `0x`; `4k` is 4096, `1m` 1048576.
fn number(text: &str) -> Option<u64> {
    if let Some(hex) = text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        return digits(hex, 16);
    }
    let text = text.to_ascii_lowercase();
    let (rest, factor) = match text.strip_suffix('k') {
        Some(rest) => (rest, 1 << 10),
        None => text.strip_suffix('m').map_or((&text[..], 1), |rest| (rest, 1 << 20)),
    };
    digits(rest, 10)?.checked_mul(factor)
}

/// Parses digits without a sign, which `from_str_radix` would accept.
fn digits(text: &str, radix: u32) -> Option<u64> {
    if text.starts_with(['+', '-']) { None } else { u64::from_str_radix(text, radix).ok() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans() {
        let span = |text: &str| Span::parse(text).map(|s| (s.min, s.max));
        assert_eq!(span("64"), Some((64, 64)));
        assert_eq!(span("=0x40"), Some((64, 64)));
        assert_eq!(span(">4096"), Some((4097, u64::MAX)));
        assert_eq!(span(">4k"), Some((4097, u64::MAX)));
        assert_eq!(span(">=1M"), Some((1 << 20, u64::MAX)));
        assert_eq!(span("<=8"), Some((0, 8)));
        assert_eq!(span("<8"), Some((0, 7)));
        assert_eq!(span("<0"), Some((1, 0)));
        assert_eq!(span("16..32"), Some((16, 32)));
        assert_eq!(span("16..=32"), Some((16, 32)));
        assert_eq!(span("16.."), Some((16, u64::MAX)));
        assert_eq!(span("..32"), Some((0, 32)));
        for bad in
            ["", ">", "..", "x", "16..x", "-1", "+1", "99999999999999999999", "0x", ">18446744073709551615", "=>4"]
        {
            assert_eq!(span(bad), None, "{bad}");
        }
    }
}
