//! Decimal numbers without the formatting machinery: whole-kernel dumps print millions of them.

/// The digits of one number.
pub(crate) struct Decimal {
    digits: [u8; 20],
    start: usize,
}

impl Decimal {
    #[inline]
    pub(crate) fn unsigned(mut n: u64) -> Decimal {
        let mut digits = [b'0'; 20];
        let mut start = digits.len();
        for digit in digits.iter_mut().rev() {
            *digit = b'0' + (n % 10) as u8;
            n /= 10;
            start -= 1;
            if n == 0 {
                break;
            }
        }
        Decimal { digits, start }
    }

    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        self.digits.get(self.start..).unwrap_or_default()
    }

    #[inline]
    pub(crate) fn as_str(&self) -> &str {
        std::str::from_utf8(self.bytes()).unwrap_or_default()
    }
}

/// `000102…99`.
const PAIRS: &str = {
    const BYTES: [u8; 200] = {
        let mut bytes = [0; 200];
        let mut i = 0;
        while i < 100 {
            bytes[i * 2] = b'0' + (i / 10) as u8;
            bytes[i * 2 + 1] = b'0' + (i % 10) as u8;
            i += 1;
        }
        bytes
    };
    match std::str::from_utf8(&BYTES) {
        Ok(digits) => digits,
        Err(_) => panic!("digits are UTF-8"),
    }
};

/// Appends a number to a string, two digits at a time, without a check for UTF-8.
#[inline]
pub(crate) fn push_decimal(to: &mut String, n: u64) {
    let pair = |n: u64| (n % 100) as usize * 2;
    let head = |to: &mut String, n: u64| {
        let at = pair(n);
        to.push_str(&PAIRS[at + usize::from(n < 10)..at + 2]);
    };
    let tail = |to: &mut String, n: u64| to.push_str(&PAIRS[pair(n)..pair(n) + 2]);
    if n < 100 {
        head(to, n);
    } else if n < 10_000 {
        head(to, n / 100);
        tail(to, n);
    } else {
        push_decimal_long(to, n / 10_000);
        tail(to, n / 100);
        tail(to, n);
    }
}

fn push_decimal_long(to: &mut String, n: u64) {
    push_decimal(to, n);
}

#[cfg(test)]
mod tests {
    use super::{Decimal, push_decimal};

    #[test]
    fn same_as_display() {
        let mut n = 1u64;
        let powers = std::iter::from_fn(move || {
            let now = n;
            n = n.checked_mul(10)?;
            Some([now - 1, now, now + 1, now / 3, now / 7 * 3])
        });
        for n in powers.flatten().chain([u64::MAX - 1, u64::MAX]) {
            assert_eq!(Decimal::unsigned(n).as_str(), n.to_string());
            let mut text = "x".to_owned();
            push_decimal(&mut text, n);
            assert_eq!(text, format!("x{n}"));
        }
    }
}
