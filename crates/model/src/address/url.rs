//! Addresses of files on the web, and the escapes of texts in a fragment.

/// The most characters of a file's address.
const MAX_URL: usize = 2000;

/// The text without the white space around it, if it is the address of a file on the web: `http` or `https`, a host, no
/// user name or password, and at most 2000 printable ASCII characters. Quotes, `<`, `>` and backslashes are refused.
pub fn web_address(text: &str) -> Option<&str> {
    let text = text.trim();
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
    let host = host_and_path(rest).0;
    let plain = text.len() <= MAX_URL && text.bytes().all(|b| b.is_ascii_graphic() && !b"\"'<>\\".contains(&b));
    (plain && !host.is_empty() && !host.contains('@')).then_some(text)
}

/// The first line of a `text/uri-list` that is the address of a file on the web. Lines that start with `#` are
/// comments (RFC 2483, 5).
pub fn first_link(list: &str) -> Option<&str> {
    list.lines().filter(|line| !line.starts_with('#')).find_map(web_address)
}

fn host_and_path(rest: &str) -> (&str, &str) {
    rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()))
}

/// The text that asks for consent before a file is loaded from the address in a link; the address follows it.
pub const CONSENT: &str = "Nothing is loaded until you agree. The file is at ";

/// The text of the button that loads the file at this address.
pub fn load_words(address: &str) -> String {
    format!("Load it from {}", host(address))
}

/// The host and port of a file's address.
pub fn host(address: &str) -> &str {
    host_and_path(address.split_once("://").map_or("", |(_, rest)| rest)).0
}

/// Whether a page at this address is served from the same computer.
pub fn is_local(address: &str) -> bool {
    let host = host(address);
    let name = host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|b| b.is_ascii_digit())).map_or(host, |h| h.0);
    ["localhost", "127.0.0.1", "[::1]"].contains(&name)
}

/// A file's name from its address: the last part of the path that is not empty; without a path, the host.
pub fn file_name(address: &str) -> String {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let path = path.split_once("://").map_or("", |(_, rest)| host_and_path(rest).1);
    match path.rsplit('/').find(|part| !part.is_empty()) {
        Some(part) => decode(part),
        None => host(address).into(),
    }
}

/// The file name for the page of a lesson, without extension: the name of the lesson, or the last part of its
/// address.
pub fn file_name_of(lesson: &str) -> String {
    let name = web_address(lesson).map_or_else(|| lesson.to_owned(), file_name);
    name.strip_suffix(".md").map(str::to_owned).unwrap_or(name)
}

/// Writes a text as a part of a fragment, with escapes.
pub(super) fn encode(text: &str, out: &mut String) {
    for &b in text.as_bytes() {
        if b.is_ascii_alphanumeric() || b"-_.~:;,*!/=>+".contains(&b) {
            out.push(b as char);
        } else {
            out.push_str(&format!("%{b:02X}"));
        }
    }
}

/// Decodes a text that [`encode`] wrote, or any other text with escapes.
pub(super) fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        // Both must be digits: `from_str_radix` by itself would also take a sign, as in `%+F`.
        let hex = bytes
            .get(i + 1..i + 3)
            .filter(|h| h.iter().all(u8::is_ascii_hexdigit))
            .and_then(|h| std::str::from_utf8(h).ok())
            .and_then(|h| u8::from_str_radix(h, 16).ok());
        match (bytes[i], hex) {
            (b'%', Some(b)) => {
                out.push(b);
                i += 3;
            }
            (b, _) => {
                out.push(b);
                i += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}
