//! Reads the forms of a block.

use blob::Lists;
use btf::Kind;
use btf::Kind::*;

use crate::MAX_NESTING;
use crate::bytes::{Read, Reader};
use crate::code;
use crate::lines::{Line, LineForm, Listed, Steps, has_lines, signed, unlisted};
use crate::node::{self, Word};

/// The forms of a block. Their words contain the block's own numbers of texts and nodes; node 0 is void.
#[derive(Debug)]
pub(crate) struct Forms {
    pub(crate) texts: Lists<u8>,
    pub(crate) nodes: Lists<u32>,
    /// The forms, in the order of the names. If types of the kind have names, the word for the name is 0, because the
    /// names of the block have it.
    pub(crate) forms: Lists<u32>,
    /// The declaration tags of each form, as they follow the first two words of a tagged node ([`node`]).
    pub(crate) tags: Lists<u32>,
}

/// A name: its kind, and how many forms it has.
pub(crate) type Wanted = (Kind, usize);

/// Reads the forms of a block whose names were read before.
pub(crate) fn decode(part: &[u8], names: &[Wanted]) -> Read<Forms> {
    let mut r = Reader::new(part);
    let count = r.count()?;
    let mut texts = Lists::new();
    texts.push(b"");
    for _ in 0..count {
        let rest = part.get(r.at()..).unwrap_or_default();
        let Some(end) = rest.iter().position(|&b| b == 0) else { return r.wrong("a text that ends") };
        texts.push(r.take(end)?);
        r.byte()?;
    }
    let mut nodes = Lists::new();
    nodes.push(&[]);
    let mut decoder = Decoder {
        r,
        used: 1,
        all_texts: texts.len(),
        nodes,
        steps: Steps::default(),
        words: 0,
        most: part.len().saturating_mul(code::WORDS_A_BYTE).saturating_add(code::SPARE_WORDS),
    };
    let (mut forms, mut tags) = (Lists::new(), Lists::new());
    for &(kind, count) in names {
        let mut bases = Vec::new();
        for _ in 0..count {
            let (words, of) = decoder.form(kind, &mut bases)?;
            forms.push(&words);
            tags.push(&of);
        }
    }
    decoder.r.end()?;
    if decoder.used != decoder.all_texts {
        return decoder.r.wrong("every text to be used");
    }
    Ok(Forms { texts, nodes: decoder.nodes, forms, tags })
}

struct Decoder<'a> {
    r: Reader<'a>,
    /// How many texts were used.
    used: u32,
    all_texts: u32,
    nodes: Lists<u32>,
    steps: Steps,
    /// How many words were read.
    words: usize,
    /// The most words that may be read.
    most: usize,
}

impl Decoder<'_> {
    fn text(&mut self) -> Read<u32> {
        match self.r.number()? {
            code::TEXT_NEW if self.used < self.all_texts => {
                self.used += 1;
                Ok(self.used - 1)
            }
            known if known >= code::TEXT_KNOWN && known - code::TEXT_KNOWN < self.used => Ok(known - code::TEXT_KNOWN),
            _ => self.r.wrong("a text of the block"),
        }
    }

    /// Checks the limit before words are allocated.
    fn room(&mut self, words: usize) -> Read<()> {
        self.words = self.words.saturating_add(words);
        if self.words > self.most { self.r.wrong("fewer words") } else { Ok(()) }
    }

    /// The words of a form, and its tags.
    fn form(&mut self, kind: Kind, bases: &mut Vec<Listed>) -> Read<(Vec<u32>, Vec<u32>)> {
        let head = self.r.byte()?;
        if head & !(code::FORM_FLAG | code::FORM_TAGGED | code::FORM_WORDS | code::FORM_EDITS) != 0 {
            return self.r.wrong("a form");
        }
        if head & code::FORM_EDITS != 0 && (head & code::FORM_WORDS != 0 || !has_lines(kind)) {
            return self.r.wrong("a form of lines");
        }
        let flag = head & code::FORM_FLAG != 0;
        let mut words;
        if head & code::FORM_WORDS != 0 {
            words = self.all_words(0)?;
            if node::kind(&words) != Some(kind) || node::reference(&words).is_some() {
                return self.r.wrong("a record of the name's kind");
            }
        } else if has_lines(kind) {
            let mut base = None;
            if head & code::FORM_EDITS != 0 {
                let back = self.r.number()? as usize;
                base = bases.iter().rev().take(code::BASES).nth(back);
                if base.is_none() {
                    return self.r.wrong("an earlier form");
                }
            }
            let listed = self.lines(kind, flag, base, 0)?;
            words = vec![node::record_head(kind, flag, 0), 0];
            self.unlisted(kind, flag, &listed, &mut words)?;
            bases.push(listed);
        } else if code::has_short(kind) {
            words = self.short(kind, flag, 0)?;
        } else {
            return self.r.wrong("a form written word by word");
        }
        if node::is_named_kind(kind) {
            words[1] = 0;
        }
        let mut tags = Vec::new();
        if head & code::FORM_TAGGED != 0 {
            self.tags(&mut tags)?;
        }
        Ok((words, tags))
    }

    fn unlisted(&mut self, kind: Kind, flag: bool, listed: &Listed, words: &mut Vec<u32>) -> Read<()> {
        self.room(listed.lines.len() * 3 + 3)?;
        unlisted(kind, flag, listed, words)
            .map_or_else(|| self.r.wrong("offsets and a size that fit into a record"), Ok)
    }

    fn lines(&mut self, kind: Kind, flag: bool, base: Option<&Listed>, depth: u8) -> Read<Listed> {
        let count = self.r.number()? as usize;
        self.room(count)?;
        let mut of = Listed::default();
        if kind == Kind::Struct && count > 0 {
            of.first = signed(&mut self.r)?;
        } else {
            of.size = self.r.number()?;
        }
        let Some(base) = base else {
            if count > self.r.left() {
                return self.r.wrong("a count that the part has room for");
            }
            of.lines.reserve_exact(count);
            for _ in 0..count {
                of.lines.push(self.line(kind, flag, depth)?);
            }
            return Ok(of);
        };
        of.lines.reserve_exact(count.min(base.lines.len().saturating_add(self.r.left())));
        let mut at = 0usize;
        loop {
            let keep = self.r.number()? as usize;
            let end = at.saturating_add(keep);
            let Some(kept) = base.lines.get(at..end).filter(|kept| kept.len() <= count - of.lines.len()) else {
                return self.r.wrong("lines of the earlier form");
            };
            of.lines.extend_from_slice(kept);
            if of.lines.len() == count {
                return Ok(of);
            }
            at = end.saturating_add(self.r.number()? as usize);
            let insert = self.r.count()?;
            if insert > count - of.lines.len() {
                return self.r.wrong("fewer lines");
            }
            for _ in 0..insert {
                of.lines.push(self.line(kind, flag, depth)?);
            }
        }
    }

    fn line(&mut self, kind: Kind, flag: bool, depth: u8) -> Read<Line> {
        let Some(form) = LineForm::of(kind) else { return self.r.wrong("a record with lines") };
        Ok(match form {
            LineForm::Struct | LineForm::Union => {
                let a = self.text()?;
                let b = self.node(depth)?;
                let bits = if flag { self.r.number()? } else { 0 };
                let Ok(bits) = u8::try_from(bits) else { return self.r.wrong("bits of a bitfield") };
                let mut line = Line { a, b, bits, step: signed(&mut self.r)? };
                if form == LineForm::Struct {
                    line.step = line.step.wrapping_add(self.steps.expected(&line));
                    self.steps.saw(&line);
                }
                line
            }
            LineForm::Enum | LineForm::Enum64 => {
                Line { a: self.text()?, step: signed(&mut self.r)?, ..Line::default() }
            }
            LineForm::Section => {
                let b = self.node(depth)?;
                Line { a: self.r.number()?, b, bits: 0, step: signed(&mut self.r)? }
            }
        })
    }

    fn node(&mut self, depth: u8) -> Read<u32> {
        let code = self.r.number()?;
        if code == code::VOID {
            return Ok(node::VOID);
        }
        if code >= code::KNOWN {
            // Node 0 is void, which has its own code.
            let known = code - code::KNOWN + 1;
            return if known < self.nodes.len() { Ok(known) } else { self.r.wrong("a node of the block") };
        }
        if depth > 2 * MAX_NESTING {
            return self.r.wrong("types that are nested less deeply");
        }
        let kind = |number: u32| Kind::from_number((number & 0x1f) as u8);
        let words = match code {
            code::TAGGED => {
                let inner = self.node(depth + 1)?;
                let mut words = vec![node::TAGGED, inner];
                self.tags(&mut words)?;
                words
            }
            code::WORDS => self.all_words(depth + 1)?,
            code::NAME_ORDINAL => {
                let (number, ordinal) = (self.r.number()?, self.r.number()?);
                let kind = kind(number);
                if number > 0x1f || !node::is_named_kind(kind) {
                    return self.r.wrong("a kind that has names");
                }
                node::to_name(kind, self.text()?, ordinal).to_vec()
            }
            _ if code > code::NAME => {
                let kind = kind(code);
                if !node::is_named_kind(kind) {
                    return self.r.wrong("a kind that has names");
                }
                node::to_name(kind, self.text()?, 0).to_vec()
            }
            _ => {
                let flag = code >= code::RECORD_FLAG;
                let kind = kind(code - if flag { code::RECORD_FLAG } else { code::RECORD });
                if !code::has_short(kind) {
                    return self.r.wrong("a node");
                }
                self.short(kind, flag, depth + 1)?
            }
        };
        Ok(self.nodes.push(&words))
    }

    fn tags(&mut self, words: &mut Vec<u32>) -> Read<()> {
        let count = self.r.count()?;
        self.room(count * 3)?;
        for _ in 0..count {
            let component = self.r.number()?.wrapping_sub(1);
            words.extend([component, self.text()?, self.r.number()?]);
        }
        Ok(())
    }

    fn short(&mut self, kind: Kind, flag: bool, depth: u8) -> Read<Vec<u32>> {
        let head = node::record_head(kind, flag, 0);
        self.room(8)?;
        Ok(match kind {
            Struct | Union | Enum | Enum64 | DataSec => {
                let listed = self.lines(kind, flag, None, depth)?;
                let mut words = vec![head, 0];
                self.unlisted(kind, flag, &listed, &mut words)?;
                words
            }
            FuncProto => {
                let returns = self.node(depth)?;
                let count = self.r.count()?;
                self.room(count * 2)?;
                let mut words = vec![head, 0, returns];
                for _ in 0..count {
                    let of = self.node(depth)?;
                    words.extend([self.text()?, of]);
                }
                words
            }
            Array => {
                let (element, index) = (self.node(depth)?, self.node(depth)?);
                vec![head, 0, 0, element, index, self.r.number()?]
            }
            Int => vec![head, 0, self.r.number()?, self.r.number()?],
            Float => vec![head, 0, self.r.number()?],
            Fwd => vec![head, 0, 0],
            Var => vec![head, 0, self.node(depth)?, self.r.number()?],
            Func => {
                let vlen = self.r.number()?;
                if vlen > node::MAX_VLEN {
                    return self.r.wrong("a vlen of 16 bits");
                }
                vec![node::record_head(kind, flag, vlen), 0, self.node(depth)?]
            }
            TypeTag => vec![head, self.text()?, self.node(depth)?],
            Ptr | Typedef | Volatile | Const | Restrict | DeclTag | LocParam | LocProto | LocSec | Unknown(_) => {
                vec![head, 0, self.node(depth)?]
            }
        })
    }

    fn all_words(&mut self, depth: u8) -> Read<Vec<u32>> {
        let count = self.r.count()?;
        self.room(count)?;
        let mut words = vec![self.r.number()?];
        let head = words[0];
        let kind = node::kind(&words);
        let fields = kind.unwrap_or(Kind::Unknown(0)).record_fields();
        let fixed = node::FIXED + fields.once.len();
        let items = count.checked_sub(fixed);
        let fits = match fields.item.len() {
            0 => items == Some(0),
            each => items.is_some_and(|items| items % each == 0),
        };
        if head & (node::REFERENCE | node::TAGGED | 0x20) != 0
            || matches!(kind, None | Some(Kind::Unknown(_) | Kind::DeclTag))
            || !fits
        {
            return self.r.wrong("a record of a known kind");
        }
        // The first word determines the meaning of the others.
        words.resize(count, 0);
        for i in 1..count {
            words[i] = match node::word_at(&words, i) {
                Word::Plain => self.r.number()?,
                Word::Text => self.text()?,
                Word::Node => self.node(depth)?,
            };
        }
        Ok(words)
    }
}
