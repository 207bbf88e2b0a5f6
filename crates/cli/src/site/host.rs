//! Tells whether the name of a host is this computer's own.

use std::net::{Ipv4Addr, Ipv6Addr};

/// Whether the `Host` of a request is a name or an address of the loopback interface. Any port will do, because the
/// other end of a tunnel may have another port. `localhost` and names that end in `.localhost` are never looked up
/// elsewhere (RFC 6761, 6.3).
pub fn is_loopback(host: &str) -> bool {
    let is_port = |port: &str| !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit());
    if let Some((address, rest)) = host.strip_prefix('[').and_then(|host| host.split_once(']')) {
        let is_end = rest.is_empty() || rest.strip_prefix(':').is_some_and(is_port);
        return is_end && address.parse().is_ok_and(|address: Ipv6Addr| address.is_loopback());
    }
    let name = match host.split_once(':') {
        Some((name, port)) if is_port(port) => name,
        Some(_) => return false,
        None => host,
    };
    let name = name.to_ascii_lowercase();
    name == "localhost"
        || name.ends_with(".localhost")
        || name.parse().is_ok_and(|address: Ipv4Addr| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_computer_itself() {
        for host in ["localhost", "LocalHost:1", "127.0.0.1:8080", "127.1.2.3", "[::1]", "[::1]:80", "a.localhost:9"] {
            assert!(is_loopback(host), "{host}");
        }
        let foreign = [
            "",
            "example.org",
            "localhost.example.org",
            "127.0.0.1.example.org",
            "128.0.0.1",
            "10.0.0.1:80",
            "[::2]",
            "[::1]x",
            "[::1",
            "::1",
            "localhost:",
            "localhost:80:80",
            "localhost:x",
            "notlocalhost",
            "2130706433",
            "0.0.0.0",
        ];
        for host in foreign {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
