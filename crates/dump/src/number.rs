//! Decimal numbers without the formatting machinery: whole-kernel dumps print millions of them.

/// The digits of one number.
pub(crate) struct Decimal {
    digits: [u8; 20],
    start: u8,
}

impl Decimal {
    #[inline]
    pub(crate) fn unsigned(mut n: u64) -> Decimal {
        let mut d = Decimal { digits: [b'0'; 20], start: 20 };
        for (i, digit) in d.digits.iter_mut().enumerate().rev() {
            *digit = b'0' + (n % 10) as u8;
            n /= 10;
            if n == 0 {
                d.start = i as u8;
                break;
            }
        }
        d
    }

    #[inline]
    pub(crate) fn signed(n: i64) -> Decimal {
        let mut d = Decimal::unsigned(n.unsigned_abs());
        // The magnitude has at most 19 digits, so there is a place for the sign.
        if n < 0
            && let Some(sign) = d.digits.get_mut(usize::from(d.start).wrapping_sub(1))
        {
            *sign = b'-';
            d.start -= 1;
        }
        d
    }

    #[inline]
    pub(crate) fn as_str(&self) -> &str {
        self.digits.get(usize::from(self.start)..).and_then(|d| std::str::from_utf8(d).ok()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::Decimal;

    #[test]
    fn same_as_display() {
        for n in [0, 1, 9, 10, 99, 100, 4_294_967_295, u64::MAX - 1, u64::MAX] {
            assert_eq!(Decimal::unsigned(n).as_str(), n.to_string());
        }
        for n in [0, -1, 1, -10, i64::MIN, i64::MAX] {
            assert_eq!(Decimal::signed(n).as_str(), n.to_string());
        }
    }
}
