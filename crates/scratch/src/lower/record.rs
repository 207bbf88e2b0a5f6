//! Structs and unions.

use std::collections::HashSet;

use text::counted;

use super::attrs::Attrs;
use super::ty::word;
use super::{Known, Lower, Marked, Tag};
use crate::record::{Field, Placer};
use crate::syntax::{self, AttrKind, Base, Basic, Declarator, Expr, MemberLine, Specs};
use crate::types::{Body, Id, MAX_SIZE, Member, Place, Record, Shape};

/// BTF has 24 bits for an offset in structs with bitfields, otherwise 32.
const MAX_BITFIELD_OFFSET: u64 = (1 << 24) - 1;

impl<'s> Lower<'s> {
    pub(super) fn record(&mut self, r: &syntax::Record<'s>) -> Known<Id> {
        let at = self.record_of_tag(r)?;
        let id = self.of_tag(Tag::Record(at));
        let Some(lines) = &r.members else { return Ok(id) };
        self.without_effect(&r.attrs, &|kind| !matches!(kind, AttrKind::TypeTag(_) | AttrKind::Section(_)));
        let attrs = self.attrs(&[&r.attrs])?;
        let body = self.body(r, lines, &attrs)?;
        if let Some(record) = self.types.records.get_mut(at as usize) {
            record.body = Some(body);
            record.tags = attrs.decl_tags;
        }
        Ok(id)
    }

    /// The record of a tag, declared here if it is new: its index in [`crate::types::Types::records`].
    fn record_of_tag(&mut self, r: &syntax::Record<'s>) -> Known<u32> {
        let name = r.name.as_ref();
        let range = name.map_or(&r.range, |n| &n.range);
        let old = name.and_then(|name| self.tags.get(name.text)).copied();
        match old {
            Some(Tag::Record(i)) => {
                let known = i < self.known.1;
                let old = self.types.records.get(i as usize);
                let is_union = old.is_some_and(|old| old.is_union);
                let whole = old.is_some_and(|old| old.body.is_some());
                // The source may redefine records of the prelude.
                if !(known && (r.members.is_some() || is_union != r.is_union)) {
                    let name = name.map_or("", |n| n.text);
                    if is_union != r.is_union {
                        return self.error(range, format!("`{name}` is a {} above", word(is_union)));
                    }
                    if whole && r.members.is_some() {
                        return self.error(range, format!("`{} {name}` is defined above already", word(is_union)));
                    }
                    if r.members.is_some() {
                        let place = self.place(range);
                        if let Some(old) = self.types.records.get_mut(i as usize) {
                            old.place = place;
                        }
                        let id = self.of_tag(Tag::Record(i));
                        self.defined.push(id);
                    }
                    return Ok(i);
                }
            }
            Some(Tag::Enum(i)) if i >= self.known.2 => {
                return self.error(range, format!("`{}` is an enum above", name.map_or("", |n| n.text)));
            }
            _ => {}
        }
        let place = self.place(range);
        let i = self.types.records.len() as u32;
        let text = name.map_or(String::new(), |n| n.text.to_owned());
        self.types.records.push(Record { is_union: r.is_union, name: text, body: None, tags: Vec::new(), place });
        if let Some(name) = name {
            self.tags.insert(name.text, Tag::Record(i));
        }
        let id = self.of_tag(Tag::Record(i));
        self.defined.push(id);
        Ok(i)
    }

    fn body(&mut self, r: &syntax::Record<'s>, lines: &[MemberLine<'s>], attrs: &Attrs) -> Known<Body> {
        let mut placer = Placer::new(self.types.target, r.is_union, attrs.packed, attrs.aligned);
        placer.most = self.packs.at(r.range.start).filter(|_| !self.from_start);
        let mut members: Vec<Member> = Vec::new();
        let mut flexible = None;
        // True if a member is missing: the members after it then lie at wrong places.
        let mut is_missing = false;
        for line in lines {
            let (specs, names) = match line {
                MemberLine::Members(specs, names) => (specs, names),
                MemberLine::Assert(assert) => {
                    let _ = self.assert(assert);
                    continue;
                }
            };
            let Ok(base) = self.base(specs) else {
                is_missing = true;
                continue;
            };
            if names.is_empty() {
                is_missing |= self.nameless(specs, base, &mut placer, &mut members).is_err();
            }
            for (d, width) in names {
                if let Some(range) = flexible.take().filter(|_| !r.is_union) {
                    self.marks.error(range, "an array without a count must be the last member");
                }
                // An error is already marked; the other members stay.
                let Ok(member) = self.member(specs, base, d, width.as_ref(), &mut placer) else {
                    is_missing = true;
                    continue;
                };
                if self.is_flexible_member(member.as_ref()) {
                    flexible = Some(d.range.clone());
                }
                members.extend(member);
            }
        }
        if is_missing && self.whole {
            return Err(Marked);
        }
        self.check_names(&members);
        let has_bitfields = members.iter().any(|m| m.width.is_some());
        let most = if has_bitfields { MAX_BITFIELD_OFFSET } else { u32::MAX.into() };
        let (size, align) = placer.finish();
        let range = r.name.as_ref().map_or(&r.range, |n| &n.range);
        if size > MAX_SIZE {
            return self.error(range, "more bytes than BTF can say (4 GB)");
        }
        if let Some(far) = members.iter().find(|m| m.bit_offset > most) {
            let message = format!("`{}` is farther from the start than BTF can say", far.name);
            return self.error(range, message);
        }
        if members.len() > usize::from(u16::MAX) {
            return self.error(range, "more members than BTF can say (65,535)");
        }
        Ok(Body { members, size, align })
    }

    fn is_flexible_member(&self, member: Option<&Member>) -> bool {
        member.is_some_and(|m| self.is_flexible(m.of))
    }

    fn check_names(&mut self, members: &[Member]) {
        let mut all = Vec::new();
        self.all_names(members, None, 0, &mut all);
        let mut seen = HashSet::new();
        for (name, place) in all {
            if !seen.insert(name.clone()) {
                self.marks.error(place.unwrap_or_default(), format!("there is a member `{name}` already"));
            }
        }
    }

    /// Collects the names of members, including the members of anonymous members, with their places.
    fn all_names(&self, members: &[Member], outer: Option<&Place>, depth: u32, into: &mut Vec<(String, Place)>) {
        for m in members {
            let place = outer.unwrap_or(&m.place);
            let inner = match *self.types.shape(self.types.plain(m.of)) {
                Shape::Record(i) if m.name.is_empty() && depth < 64 => self.types.records.get(i as usize),
                _ => None,
            };
            match inner.and_then(|record| record.body.as_ref()) {
                Some(body) => self.all_names(&body.members, Some(place), depth + 1, into),
                None if m.name.is_empty() => {}
                None => into.push((m.name.clone(), place.clone())),
            }
        }
    }

    /// A line without names: an anonymous struct is a member; a struct with a tag only declares its type.
    fn nameless(&mut self, specs: &Specs<'s>, base: Id, placer: &mut Placer, members: &mut Vec<Member>) -> Known<()> {
        match &specs.base {
            Base::Record(r) if r.name.is_none() => {
                let d = Declarator {
                    name: None,
                    parts: Vec::new(),
                    attrs: Vec::new(),
                    init: None,
                    range: specs.range.clone(),
                };
                // clang drops the qualifiers of an anonymous struct.
                let base = self.types.plain(base);
                members.extend(self.member(specs, base, &d, None, placer)?);
                Ok(())
            }
            Base::Record(_) | Base::Enum(_) => Ok(()),
            _ => self.error(&specs.range, "this declares nothing: a name is missing"),
        }
    }

    /// Places a member. `None` for unnamed bitfields, which only fill space.
    fn member(
        &mut self,
        specs: &Specs<'s>,
        base: Id,
        d: &Declarator<'s>,
        width: Option<&Expr<'s>>,
        placer: &mut Placer,
    ) -> Known<Option<Member>> {
        let of = self.declared(base, &specs.attrs, d)?;
        let fits = |kind: &AttrKind<'s>| !matches!(kind, AttrKind::Section(_));
        self.without_effect(&d.attrs, &fits);
        let attrs = self.attrs(&[specs.attrs.as_slice(), d.attrs.as_slice()])?;
        self.no_mode(&attrs, &d.range)?;
        let of = self.as_vector(of, &attrs, &d.range)?;
        let Some(size) = self.types.size(of) else {
            let what = self.without_size(of);
            return self.error(&d.range, format!("a member of {what} is not possible; a pointer to it is"));
        };
        let named = d.name.is_some();
        let width = match width {
            None => None,
            Some(expr) => Some(self.width(of, expr, named)?),
        };
        let align = self.types.align(of);
        let field = Field { size, align, width, named, packed: attrs.packed, aligned: attrs.aligned };
        let bit_offset = placer.place(&field);
        if width.is_some() && !named {
            return Ok(None);
        }
        let (name, range) = d.name.as_ref().map_or(("", &d.range), |n| (n.text, &n.range));
        let place = self.place(range);
        Ok(Some(Member { name: name.to_owned(), of, bit_offset, width, tags: attrs.decl_tags, place }))
    }

    fn width(&mut self, of: Id, expr: &Expr<'s>, named: bool) -> Known<u32> {
        let width = self.constant(expr)?.value;
        let Some((bits, _)) = self.types.integer(of) else {
            return self.error(&expr.range, "only integers and enums can be bitfields");
        };
        let is_bool = matches!(self.types.shape(self.types.plain(of)), Shape::Basic(Basic::Bool));
        let most = if is_bool { 1 } else { bits };
        if width < 0 || width > most.into() {
            return self.error(
                &expr.range,
                format!("a bitfield of this type has up to {}, not {width}", counted(most, "bit")),
            );
        }
        if width == 0 && named {
            return self.error(&expr.range, "a bitfield of 0 bits has no name");
        }
        Ok(width as u32)
    }
}
