//! Enums.

use super::{Known, Lower, Tag};
use crate::syntax;
use crate::types::{Enum, Id};
use crate::value::{Value, wrap};
use text::counted;

impl<'s> Lower<'s> {
    pub(super) fn enumeration(&mut self, e: &syntax::Enum<'s>) -> Known<Id> {
        let at = self.enum_of_tag(e)?;
        let id = self.of_tag(Tag::Enum(at));
        let Some(list) = &e.values else { return Ok(id) };
        let attrs = self.attrs(&[&e.attrs])?;
        let underlying = match &e.underlying {
            None => None,
            Some(specs) => {
                let of = self.base(specs)?;
                match self.types.integer(of).filter(|(bits, _)| *bits <= 64) {
                    Some(found) => Some(found),
                    None => {
                        return self.error(&specs.range, "an enum's values are of an integer type of at most 64 bits");
                    }
                }
            }
        };
        let (mut values, mut next) = (Vec::new(), 0i128);
        for (name, given) in list {
            let value = match given {
                Some(given) => self.constant(given)?.value,
                None => next,
            };
            let fits = underlying.is_none_or(|(bits, signed)| wrap(value, bits, signed) == value);
            if value > u64::MAX.into() || !fits {
                return self.error(&name.range, format!("{value} does not fit in the type of this enum"));
            }
            let again = self.constants.insert(name.text, constant(value)).is_some();
            if again && !self.from_start && !self.given.remove(name.text) {
                self.marks.error(name.range.clone(), format!("there is an enumerator `{}` already", name.text));
            }
            if self.symbols.contains_key(name.text) || self.own_typedef(name.text).is_some() {
                self.marks.error(name.range.clone(), format!("`{}` is something else above", name.text));
            }
            values.push((name.text.to_owned(), value, self.place(&name.range)));
            next = value + 1;
        }
        let (size, signed) = match underlying {
            Some((bits, signed)) => (bits / 8, signed),
            None => size_of(values.iter().map(|v| v.1), attrs.packed),
        };
        let size = attrs.mode.unwrap_or(size);
        if let Some(far) = values.iter().find(|v| attrs.mode.is_some() && wrap(v.1, size * 8, signed) != v.1) {
            let message = format!("{} does not fit in {}", far.1, counted(size, "byte"));
            return self.error(&e.range, message);
        }
        if size == 8 && signed && values.iter().any(|v| v.1 > i64::MAX.into()) {
            return self.error(&e.range, "no integer type holds all values of this enum");
        }
        if values.len() > usize::from(u16::MAX) {
            return self.error(&e.range, "more enumerators than BTF can say (65,535)");
        }
        // After the enum, enumerators that do not fit an int have the enum's type (clang `Sema::ActOnEnumBody`).
        for ((name, _), (_, value, _)) in list.iter().zip(&values) {
            if i32::try_from(*value).is_err() {
                self.constants.insert(name.text, Value::new(*value, (size * 8).max(32), signed));
            }
        }
        if let Some(found) = self.types.enums.get_mut(at as usize) {
            *found = Enum { values: Some(values), size, signed, ..found.clone() };
        }
        Ok(id)
    }

    /// The enum of a tag, declared here if it is new: its index in [`crate::types::Types::enums`].
    fn enum_of_tag(&mut self, e: &syntax::Enum<'s>) -> Known<u32> {
        let name = e.name.as_ref();
        let range = name.map_or(&e.range, |n| &n.range);
        match name.and_then(|name| self.tags.get(name.text)).copied() {
            Some(Tag::Enum(i)) if i >= self.known.2 || e.values.is_none() => {
                let whole = self.types.enums.get(i as usize).is_some_and(|old| old.values.is_some());
                if whole && e.values.is_some() {
                    let name = name.map_or("", |n| n.text);
                    return self.error(range, format!("`enum {name}` is defined above already"));
                }
                if e.values.is_some() {
                    let place = self.place(range);
                    if let Some(old) = self.types.enums.get_mut(i as usize) {
                        old.place = place;
                    }
                    let id = self.of_tag(Tag::Enum(i));
                    self.defined.push(id);
                }
                return Ok(i);
            }
            Some(Tag::Record(i)) if i >= self.known.1 => {
                return self.error(range, format!("`{}` is a struct or union above", name.map_or("", |n| n.text)));
            }
            _ => {}
        }
        let (i, place) = (self.types.enums.len() as u32, self.place(range));
        let text = name.map_or(String::new(), |n| n.text.to_owned());
        self.types.enums.push(Enum { name: text, values: None, size: 4, signed: false, tags: Vec::new(), place });
        if let Some(name) = name {
            self.tags.insert(name.text, Tag::Enum(i));
        }
        let id = self.of_tag(Tag::Enum(i));
        self.defined.push(id);
        Ok(i)
    }
}

/// The value of an enumerator before its enum ends. Its type is the first of these that holds the value: int, unsigned
/// int, a signed and an unsigned type of 64 bits.
fn constant(value: i128) -> Value {
    let (bits, signed) = match value {
        v if i32::try_from(v).is_ok() => (32, true),
        v if u32::try_from(v).is_ok() => (32, false),
        v if i64::try_from(v).is_ok() => (64, true),
        _ => (64, false),
    };
    Value::new(value, bits, signed)
}

/// Size in bytes and signedness of the type that clang takes: unsigned if no value is negative; 4 bytes if they
/// suffice, or as few as possible when packed.
fn size_of(values: impl Iterator<Item = i128>, packed: bool) -> (u32, bool) {
    let (low, high) = values.fold((0, 0), |(low, high): (i128, i128), v| (low.min(v), high.max(v)));
    let signed = low < 0;
    let fits = |bytes: &u32| match signed {
        true => wrap(low, bytes * 8, true) == low && wrap(high, bytes * 8, true) == high,
        false => high >> (bytes * 8) == 0,
    };
    let sizes: &[u32] = if packed { &[1, 2, 4, 8] } else { &[4, 8] };
    (sizes.iter().copied().find(|size| fits(size)).unwrap_or(8), signed)
}
