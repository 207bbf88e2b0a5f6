//! Unique names that a language accepts.

use std::collections::HashMap;

/// The most characters of a blob's name that are kept. Names from compilers are shorter.
const LONGEST: usize = 200;

/// How a language spells names.
#[derive(Clone, Copy)]
pub(crate) struct Spelling {
    /// Whether names begin with a capital, as Go's exported names do: `a` becomes `A`, `_a` becomes `X_a`.
    pub(crate) exported: bool,
    /// Whether a name must be escaped or, if `escape` gives none, changed.
    pub(crate) reserved: fn(&str) -> bool,
    /// The escaped name: `r#type`. None if the language has no escape for the name; then `_` is appended.
    pub(crate) escape: fn(&str) -> Option<String>,
}

impl Spelling {
    /// A name's form in the scope, before it is escaped: characters other than ASCII letters, digits and underscores
    /// become underscores.
    fn clean(&self, name: &str) -> String {
        let mut out = String::with_capacity(name.len().min(LONGEST) + 1);
        for c in name.chars().take(LONGEST) {
            let c = if c.is_ascii_alphanumeric() { c } else { '_' };
            if out.is_empty() && c.is_ascii_digit() {
                out.push('_');
            }
            out.push(c);
        }
        if !self.exported {
            return if out.is_empty() || out == "_" { "__".to_owned() } else { out };
        }
        match out.chars().next() {
            Some(c) if c.is_ascii_lowercase() => {
                out.replace_range(..1, c.to_ascii_uppercase().encode_utf8(&mut [0; 4]))
            }
            Some(c) if c.is_ascii_uppercase() => {}
            _ => out.insert(0, 'X'),
        }
        out
    }
}

/// The names of one scope.
#[derive(Default)]
pub(crate) struct Scope {
    /// For each name, the highest number that was appended to it; 1 if no number was.
    taken: HashMap<String, u32>,
}

impl Scope {
    /// A name of this scope for something called `name`: `name` itself the first time, then `name___2`, as in the C
    /// printer.
    pub(crate) fn name(&mut self, spelling: &Spelling, name: &str) -> String {
        self.name_unless(spelling, name, &|_| false)
    }

    /// Whether a name, in its form before it is escaped, is one of this scope.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.taken.contains_key(name)
    }

    /// As [`Scope::name`], but never a name for which `avoided` is true.
    pub(crate) fn name_unless(&mut self, spelling: &Spelling, name: &str, avoided: &dyn Fn(&str) -> bool) -> String {
        let mut base = spelling.clean(name);
        if (spelling.reserved)(&base) && (spelling.escape)(&base).is_none() {
            base.push('_');
        }
        let first = !self.taken.contains_key(&base) && !avoided(&base);
        let mut number = self.taken.get(&base).copied().unwrap_or(1);
        let mut unique = base.clone();
        if !first {
            loop {
                number = number.saturating_add(1);
                unique = format!("{base}___{number}");
                if !self.taken.contains_key(&unique) && !avoided(&unique) {
                    break;
                }
            }
            self.taken.insert(unique.clone(), 1);
        }
        self.taken.insert(base, number);
        match (spelling.reserved)(&unique) {
            true => (spelling.escape)(&unique).unwrap_or(unique),
            false => unique,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUST: Spelling = Spelling {
        exported: false,
        reserved: |name| matches!(name, "type" | "self"),
        escape: |name| (name != "self").then(|| format!("r#{name}")),
    };
    const GO: Spelling = Spelling { exported: true, reserved: |_| false, escape: |_| None };

    #[test]
    fn names_are_legal_and_differ() {
        let mut scope = Scope::default();
        let names = ["a", "type", "a", "self", "a", "a___2", "foo.isra.0", "0x", "", "type"];
        let spelt: Vec<String> = names.iter().map(|name| scope.name(&RUST, name)).collect();
        assert_eq!(
            spelt,
            ["a", "r#type", "a___2", "self_", "a___3", "a___2___2", "foo_isra_0", "_0x", "__", "type___2"]
        );
        let mut scope = Scope::default();
        let spelt: Vec<String> = ["a", "A", "_a", "é", ""].iter().map(|name| scope.name(&GO, name)).collect();
        assert_eq!(spelt, ["A", "A___2", "X_a", "X_", "X"]);
    }
}
