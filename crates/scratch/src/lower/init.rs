//! Checks initial values against their type: finds the length that they give an array, and refuses designators of parts
//! that do not exist (C17, 6.7.9).

use super::{Known, Lower};
use crate::syntax::{Designator, Init, InitItem, InitValue};
use crate::types::{Id, MAX_SIZE, Shape};

/// The maximum depth at which parts of an initial value are followed.
const MAX_DEPTH: u32 = 64;

impl<'s> Lower<'s> {
    /// Gives an array without a length the length of its initial value. Also checks designators.
    pub(super) fn with_length(&mut self, of: Id, init: Option<&Init<'s>>) -> Known<Id> {
        let Some(init) = init else { return Ok(of) };
        let length = match &init.value {
            InitValue::Braces(items) => self.braced(of, items, 0)?,
            InitValue::Text(bytes) => u64::from(*bytes) + 1,
            InitValue::Other(_) => 0,
        };
        let Shape::Array(element, None) = *self.types.shape(of) else { return Ok(of) };
        let bytes = self.types.size(element).unwrap_or(0).saturating_mul(length);
        match u32::try_from(length).ok().filter(|_| bytes <= MAX_SIZE && length > 0) {
            Some(length) => Ok(self.types.add(Shape::Array(element, Some(length)))),
            None => Ok(of),
        }
    }

    /// Reads the items in the braces of an object of type `of`, and returns how many elements they give an array.
    fn braced(&mut self, of: Id, items: &[InitItem<'s>], depth: u32) -> Known<u64> {
        let parts = self.parts(of);
        if let ([InitItem { designators, value: InitValue::Text(bytes) }], Parts::Elements(element, _)) = (items, parts)
            && designators.is_empty()
            && self.is_character(element)
        {
            return Ok(u64::from(*bytes) + 1);
        }
        let (mut at, mut next, mut length) = (0usize, 0u64, 0u64);
        while let Some(item) = items.get(at) {
            if item.designators.is_empty() {
                let Some(part) = self.part(of, parts, next) else {
                    // An excess item: clang only warns.
                    at += 1;
                    continue;
                };
                at += self.filled(part, items.get(at..).unwrap_or_default(), depth + 1)?;
            } else {
                let (path, inner) = self.designated(of, &item.designators)?;
                if let InitValue::Braces(inside) = &item.value
                    && depth < MAX_DEPTH
                {
                    self.braced(inner, inside, depth + 1)?;
                }
                at += 1;
                // The items after this item fill the parts behind the designated part, from the inside out.
                for (around, index) in path.iter().skip(1).rev() {
                    let (parts, mut behind) = (self.parts(*around), index.saturating_add(1));
                    while items.get(at).is_some_and(|item| item.designators.is_empty())
                        && let Some(part) = self.part(*around, parts, behind)
                    {
                        at += self.filled(part, items.get(at..).unwrap_or_default(), depth + 1)?;
                        behind += 1;
                    }
                }
                next = path.first().map_or(0, |(_, index)| *index);
            }
            next = next.saturating_add(1);
            length = length.max(next);
        }
        Ok(length)
    }

    /// How many items fill a part of type `of`: one, or, for a struct or array without inner braces, at most as many as
    /// it has scalars. A string for an array of characters, and a value that is itself the struct, are one item.
    fn filled(&mut self, of: Id, items: &[InitItem<'s>], depth: u32) -> Known<usize> {
        let Some(first) = items.first() else { return Ok(1) };
        let parts = self.parts(of);
        match (&first.value, parts) {
            _ if depth > MAX_DEPTH => return Ok(1),
            (InitValue::Braces(inner), _) => {
                self.braced(of, inner, depth)?;
                return Ok(1);
            }
            (_, Parts::None) => return Ok(1),
            (InitValue::Text(_), Parts::Elements(element, _)) if self.is_character(element) => return Ok(1),
            (InitValue::Other(Some(value)), Parts::Members(record)) => {
                let found = self.quiet_type_of(value).map(|id| self.types.shape(self.types.plain(id)).clone());
                if found == Some(Shape::Record(record)) {
                    return Ok(1);
                }
            }
            _ => {}
        }
        let (mut used, mut next) = (0usize, 0u64);
        while let Some(part) = self.part(of, parts, next) {
            if items.get(used).is_none_or(|item| used > 0 && !item.designators.is_empty()) {
                break;
            }
            used += self.filled(part, items.get(used..).unwrap_or_default(), depth + 1)?;
            next += 1;
        }
        Ok(used.max(1))
    }

    /// Follows designators: the containers from `of` inward, each with the index in it, and the type of the part.
    fn designated(&mut self, of: Id, designators: &[Designator<'s>]) -> Known<(Vec<(Id, u64)>, Id)> {
        let (mut id, mut path) = (of, Vec::new());
        for designator in designators {
            match designator {
                Designator::Member(name) => match self.member_at(id, name.text, 0, &mut path) {
                    Some(of) => id = of,
                    None => return self.error(&name.range, format!("this type has no member `{}`", name.text)),
                },
                Designator::Index(index) => {
                    let value = self.constant(index)?.value;
                    let Parts::Elements(element, count) = self.parts(id) else {
                        return self.error(&index.range, "only arrays have elements");
                    };
                    match u64::try_from(value) {
                        Ok(value) if count.is_none_or(|count| value < count.into()) => path.push((id, value)),
                        _ => return self.error(&index.range, format!("there is no element {value}")),
                    }
                    id = element;
                }
            }
        }
        Ok((path, id))
    }

    /// The type of a member, also of one in an anonymous struct. The containers on the way to it are appended to
    /// `path`, each with the index in it.
    fn member_at(&self, id: Id, name: &str, depth: u32, path: &mut Vec<(Id, u64)>) -> Option<Id> {
        let Shape::Record(i) = *self.types.shape(self.types.plain(id)) else { return None };
        let body = self.types.records.get(i as usize)?.body.as_ref()?;
        for (i, m) in body.members.iter().enumerate() {
            path.push((id, i as u64));
            let found = match m.name.as_str() {
                found if found == name => Some(m.of),
                "" if depth < MAX_DEPTH => self.member_at(m.of, name, depth + 1, path),
                _ => None,
            };
            if found.is_some() {
                return found;
            }
            path.pop();
        }
        None
    }

    fn parts(&self, id: Id) -> Parts {
        match *self.types.shape(self.types.plain(id)) {
            Shape::Array(element, count) => Parts::Elements(element, count),
            Shape::Vector(element, count) => Parts::Elements(element, Some(count)),
            Shape::Record(i) => Parts::Members(i),
            _ => Parts::None,
        }
    }

    /// The type of part number `next` of an object. In a union, only the first member counts.
    fn part(&self, of: Id, parts: Parts, next: u64) -> Option<Id> {
        match parts {
            Parts::None => (next == 0).then_some(of),
            Parts::Elements(element, count) => count.is_none_or(|count| next < count.into()).then_some(element),
            Parts::Members(i) => {
                let record = self.types.records.get(i as usize)?;
                let members = &record.body.as_ref()?.members;
                let next = usize::try_from(next).ok().filter(|&next| !(record.is_union && next > 0))?;
                members.get(next).map(|m| m.of)
            }
        }
    }

    fn is_character(&self, id: Id) -> bool {
        self.types.integer(id).is_some_and(|(bits, _)| bits == 8)
    }
}

/// The parts of an object.
#[derive(Clone, Copy)]
enum Parts {
    /// Elements and their count; `None` for `[]`.
    Elements(Id, Option<u32>),
    /// Members of the record with this index.
    Members(u32),
    /// No parts: the object is a scalar.
    None,
}
