//! Compares versions; the numbers in them are compared by value.

use std::cmp::Ordering;

/// Compares two versions: runs of digits as numbers, the text between them byte by byte. `6.1.9` comes before `6.1.10`,
/// and `6.1` before `6.1.1`. As in Debian (deb-version(7)), `~` comes even before the end: `6.18~rc1` before `6.18`.
/// Debian also puts letters before other characters; this function does not.
pub fn compare(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a.as_bytes(), b.as_bytes());
    loop {
        let (digits_a, digits_b) = (digits(a), digits(b));
        if !digits_a.is_empty() && !digits_b.is_empty() {
            let (x, y) = (trimmed(digits_a), trimmed(digits_b));
            match x.len().cmp(&y.len()).then_with(|| x.cmp(y)) {
                Ordering::Equal => {}
                order => return order,
            }
            (a, b) = (&a[digits_a.len()..], &b[digits_b.len()..]);
            continue;
        }
        match (a.split_first(), b.split_first()) {
            (None, None) => return Ordering::Equal,
            (Some((b'~', _)), other) if other.is_none_or(|(c, _)| *c != b'~') => return Ordering::Less,
            (other, Some((b'~', _))) if other.is_none_or(|(c, _)| *c != b'~') => return Ordering::Greater,
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some((x, rest_a)), Some((y, rest_b))) => {
                match x.cmp(y) {
                    Ordering::Equal => {}
                    order => return order,
                }
                (a, b) = (rest_a, rest_b);
            }
        }
    }
}

/// The digits at the start of a text.
fn digits(text: &[u8]) -> &[u8] {
    &text[..text.iter().take_while(|b| b.is_ascii_digit()).count()]
}

/// Digits without the zeros in front.
fn trimmed(digits: &[u8]) -> &[u8] {
    &digits[digits.iter().take_while(|&&b| b == b'0').count()..]
}

#[cfg(test)]
mod tests {
    use super::compare;

    #[test]
    fn numbers_are_numbers() {
        let rising = [
            "5.10.9", "5.10.218", "6.1", "6.1.0", "6.1.192", "6.12.94", "6.12.107", "6.18~rc1", "6.18", "6.18.5", "7.2",
        ];
        for (i, a) in rising.iter().enumerate() {
            for (j, b) in rising.iter().enumerate() {
                assert_eq!(compare(a, b), i.cmp(&j), "{a} {b}");
            }
        }
        assert!(compare("6.01", "6.1").is_eq());
        assert!(compare("99999999999999999999999", "100000000000000000000000").is_lt());
    }
}
