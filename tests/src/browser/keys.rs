//! Key presses as people write them: `Ctrl+K`, `Shift+D`, `/`, `ArrowDown`.

/// The names of keys, and WebDriver's character for each (WebDriver, 17.4.2 "keyboard actions").
const NAMED: [(&str, char); 37] = [
    ("backspace", '\u{e003}'),
    ("tab", '\u{e004}'),
    // U+E006; U+E007 is the Enter of the number pad.
    ("enter", ENTER),
    ("escape", '\u{e00c}'),
    ("esc", '\u{e00c}'),
    ("space", ' '),
    ("plus", '+'),
    ("pageup", '\u{e00e}'),
    ("pagedown", '\u{e00f}'),
    ("end", '\u{e010}'),
    ("home", '\u{e011}'),
    ("arrowleft", '\u{e012}'),
    ("left", '\u{e012}'),
    ("arrowup", '\u{e013}'),
    ("up", '\u{e013}'),
    ("arrowright", '\u{e014}'),
    ("right", '\u{e014}'),
    ("arrowdown", '\u{e015}'),
    ("down", '\u{e015}'),
    ("insert", '\u{e016}'),
    ("delete", '\u{e017}'),
    ("f1", '\u{e031}'),
    ("f2", '\u{e032}'),
    ("f3", '\u{e033}'),
    ("f4", '\u{e034}'),
    ("f5", '\u{e035}'),
    ("f6", '\u{e036}'),
    ("f7", '\u{e037}'),
    ("f8", '\u{e038}'),
    ("f9", '\u{e039}'),
    ("f10", '\u{e03a}'),
    ("f11", '\u{e03b}'),
    ("f12", '\u{e03c}'),
    ("ctrl", CONTROL),
    ("shift", SHIFT),
    ("alt", '\u{e00a}'),
    ("meta", '\u{e03d}'),
];

const ENTER: char = '\u{e006}';
const SHIFT: char = '\u{e008}';
const CONTROL: char = '\u{e009}';

/// The characters that need Shift on a US keyboard, except capital letters.
const SHIFTED: &str = "~!@#$%^&*()_+{}|:\"<>?";

/// The keys of a chord in the order in which they are pressed, as WebDriver's characters.
///
/// # Panics
/// When a name is unknown, which is a mistake in the test.
pub(super) fn chord(text: &str) -> Vec<char> {
    let mut keys = Vec::new();
    // A plus sign alone is the key `+`, and separates nothing.
    let parts: Vec<&str> = if text == "+" { vec!["plus"] } else { text.split('+').collect() };
    for part in parts {
        keys.push(key(part).unwrap_or_else(|| panic!("{part:?} in {text:?} names no key")));
    }
    // A keyboard types `?` or `D` only with Shift.
    if let Some(last) = keys.pop() {
        let shift = keys.contains(&SHIFT);
        let last = if shift { last.to_ascii_uppercase() } else { last };
        if !shift && (last.is_ascii_uppercase() && !keys.contains(&CONTROL) || SHIFTED.contains(last)) {
            keys.push(SHIFT);
        }
        // `Ctrl+K` is written with a capital letter but pressed without Shift.
        keys.push(if shift || !keys.contains(&CONTROL) { last } else { last.to_ascii_lowercase() });
    }
    keys
}

fn key(name: &str) -> Option<char> {
    let mut letters = name.chars();
    if let (Some(only), None) = (letters.next(), letters.next()) {
        // Only Chromium takes a line feed for the Enter key.
        return Some(if only == '\n' { ENTER } else { only });
    }
    let name = match name.to_ascii_lowercase().as_str() {
        "control" => "ctrl".to_owned(),
        "cmd" | "command" => "meta".to_owned(),
        other => other.to_owned(),
    };
    NAMED.iter().find(|(known, _)| *known == name).map(|&(_, key)| key)
}

#[cfg(test)]
mod tests {
    use super::{CONTROL, SHIFT, chord};

    #[test]
    fn chords() {
        assert_eq!(chord("Ctrl+K"), [CONTROL, 'k']);
        assert_eq!(chord("Ctrl+Shift+K"), [CONTROL, SHIFT, 'K']);
        assert_eq!(chord("Shift+D"), [SHIFT, 'D']);
        assert_eq!(chord("Shift+d"), [SHIFT, 'D']);
        assert_eq!(chord("?"), [SHIFT, '?']);
        assert_eq!(chord("+"), [SHIFT, '+']);
        assert_eq!(chord("/"), ['/']);
        assert_eq!(chord("["), ['[']);
        assert_eq!(chord("3"), ['3']);
        assert_eq!(chord("\n"), chord("Enter"));
        assert_eq!(chord("j"), ['j']);
        assert_eq!(chord("ArrowDown"), ['\u{e015}']);
        assert_eq!(chord("Control+Down"), [CONTROL, '\u{e015}']);
    }

    #[test]
    #[should_panic(expected = "names no key")]
    fn unknown_names_are_mistakes() {
        chord("Ctrl+Nothing");
    }
}
