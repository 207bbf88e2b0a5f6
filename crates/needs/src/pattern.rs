//! Patterns of names with `*` and `?`.

/// Whether a name matches a pattern with `*` and `?` (libbpf `glob_match`).
pub fn fits_pattern(pattern: &[u8], name: &[u8]) -> bool {
    let (mut p, mut n) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some(b'*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(c) if *c == b'?' || name.get(n) == Some(c) => {
                p += 1;
                n += 1;
            }
            _ => {
                let Some((at, from)) = star else { return false };
                star = Some((at, from + 1));
                (p, n) = (at + 1, from + 1);
            }
        }
    }
    pattern.get(p..).unwrap_or_default().iter().all(|&c| c == b'*')
}

#[cfg(test)]
mod tests {
    use super::fits_pattern;

    #[test]
    fn patterns_match_as_in_libbpf() {
        for (pattern, name, fit) in [
            ("tcp_*", "tcp_v4_connect", true),
            ("tcp_*", "udp_sendmsg", false),
            ("*sys_*read*", "__x64_sys_pread64", true),
            ("vfs_?ead", "vfs_read", true),
            ("vfs_read", "vfs_readv", false),
            ("*", "", true),
            ("", "x", false),
        ] {
            assert_eq!(fits_pattern(pattern.as_bytes(), name.as_bytes()), fit, "{pattern} {name}");
        }
    }
}
