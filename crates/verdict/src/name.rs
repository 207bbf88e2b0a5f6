//! The rules for names (the kernel's `btf_name_valid_identifier`, `btf_name_valid_section`).

/// Whether a name can be an identifier: letters, digits, `_` and dots, no digit first, at most `longest` bytes. Letters
/// are those of ASCII and, as in the kernel, those of Latin-1 from 0xc0 on.
pub(crate) fn is_identifier(name: &[u8], longest: u32) -> bool {
    let letter = |b: u8| b.is_ascii_alphabetic() || (b >= 0xc0 && b != 0xd7 && b != 0xf7) || matches!(b, b'_' | b'.');
    fits(name, longest)
        && name.first().is_some_and(|&b| letter(b))
        && name.iter().all(|&b| letter(b) || b.is_ascii_digit())
}

/// Whether a name has 1 to `longest` bytes, all of them printable Latin-1.
pub(crate) fn is_printable(name: &[u8], longest: u32) -> bool {
    fits(name, longest) && name.iter().all(|&b| matches!(b, b' '..=b'~') || b >= 0xa0)
}

fn fits(name: &[u8], longest: u32) -> bool {
    !name.is_empty() && name.len() <= longest as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers() {
        for good in [&b"a"[..], b"_", b".a", b"a.b", b"a9", b"\xe9t", &[b'x'; 512]] {
            assert!(is_identifier(good, 512), "{good:?}");
        }
        for bad in [&b""[..], b"9a", b"a b", b"a-b", b"<x>", b"a$", b"\xd7", b"a\xf7", b"\xaa", &[b'x'; 513]] {
            assert!(!is_identifier(bad, 512), "{bad:?}");
        }
    }

    #[test]
    fn printable() {
        assert!(is_printable(b"?a b<\xd7>", 512));
        for bad in [&b""[..], b"a\x7f", b"\x9f", b"a\t", &[b'x'; 513]] {
            assert!(!is_printable(bad, 512), "{bad:?}");
        }
    }
}
