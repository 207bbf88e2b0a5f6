//! The steps by which a relocation is resolved: which step is shown, on which kernel, and how an address names both.

/// The character before the step in the key of a relocation.
const STEP: char = '~';
/// The character between the step and the kernel's name.
const ON: char = '@';

/// The shown step.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CoreWalk {
    /// The step, counted from 0; none while the whole relocation is shown.
    pub step: Option<usize>,
    /// The name of the kernel that an address names; empty if it names none, or once the person chose another one.
    pub on: String,
}

impl CoreWalk {
    /// Splits the key of a relocation into the key without a step, and the step that it names.
    pub(super) fn read(key: &str) -> (&str, CoreWalk) {
        // The name of a section may contain `~`, too, so the step begins only at a `~` that follows `#` and a number.
        let numbered = |before: &str| {
            before.rsplit_once('#').is_some_and(|(_, n)| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
        };
        let found = key.match_indices(STEP).map(|(at, _)| key.split_at(at)).find(|(before, _)| numbered(before));
        let Some((key, rest)) = found else { return (key, CoreWalk::default()) };
        let rest = rest.trim_start_matches(STEP);
        let (number, on) = rest.split_once(ON).unwrap_or((rest, ""));
        // Steps are counted from 1 in addresses.
        let step = number.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        (key, CoreWalk { step: Some(step.unwrap_or(0)), on: on.to_owned() })
    }

    /// The part of a key that names the step, and the kernel `on` unless this name is empty. Empty without a step.
    pub(super) fn write(step: Option<usize>, on: &str) -> String {
        match step {
            Some(step) if on.is_empty() => format!("{STEP}{}", step + 1),
            Some(step) => format!("{STEP}{}{ON}{on}", step + 1),
            None => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_as_they_are_written() {
        let walk = |step, on: &str| CoreWalk { step, on: on.to_owned() };
        for (key, base, step, on) in [
            ("tp/x#3", "tp/x#3", None, ""),
            ("tp/x#3*", "tp/x#3*", None, ""),
            ("tp/x#3~1", "tp/x#3", Some(0), ""),
            ("tp/x#3~12@a.atlas#6.12~rc1@b", "tp/x#3", Some(11), "a.atlas#6.12~rc1@b"),
            ("a~b#c~9#0~2", "a~b#c~9#0", Some(1), ""),
        ] {
            assert_eq!(CoreWalk::read(key), (base, walk(step, on)), "{key}");
            assert_eq!(format!("{base}{}", CoreWalk::write(step, on)), key);
        }
        // Without a valid number, the first step is meant.
        assert_eq!(CoreWalk::read("tp/x#3~"), ("tp/x#3", walk(Some(0), "")));
        assert_eq!(CoreWalk::read("tp/x#3~0"), ("tp/x#3", walk(Some(0), "")));
        assert_eq!(CoreWalk::read("#"), ("#", CoreWalk::default()));
    }
}
