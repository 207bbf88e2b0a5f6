//! The part of the preprocessor that declarations need: macros, `#if` and pragmas.

use std::cell::Cell;
use std::collections::HashMap;
use std::ops::Range;

use bumpalo::Bump;

use crate::mark::Marks;
use crate::token::{Token, TokenKind, tokens};

mod pack;
mod paste;

pub(crate) use pack::Packs;

/// How deep macros may expand in macros.
const MAX_DEPTH: usize = 16;
/// The most tokens in the arguments of a macro.
const MAX_ARGUMENTS: usize = 200;
/// The maximum number of tokens that expansion looks at, per token that the source may have: empty macros cost time,
/// too.
const STEPS: usize = 8;

#[derive(Debug)]
struct Macro<'s> {
    params: Option<Vec<&'s str>>,
    /// True if the last parameter takes all remaining arguments.
    variadic: bool,
    body: Vec<Token<'s>>,
}

/// An open `#if`.
#[derive(Debug)]
struct Branch {
    counts: bool,
    /// Whether its `#else` was read.
    has_else: bool,
    at: Range<u32>,
}

impl Branch {
    fn new(counts: bool, at: Range<u32>) -> Branch {
        Branch { counts, has_else: false, at }
    }
}

/// Whether a line counts, or would count if the innermost `#if` had another value. What is inside another skipped
/// branch may be anything.
fn depends_on_last(branches: &[Branch]) -> bool {
    branches.split_last().is_none_or(|(_, outer)| outer.iter().all(|b| b.counts))
}

fn not_taken(word: &str) -> String {
    format!("`#{}` is not taken here", word.escape_debug())
}

/// The defined macros.
#[derive(Debug)]
pub(crate) struct Macros<'s> {
    known: HashMap<&'s str, Macro<'s>>,
    steps: Cell<usize>,
    /// The most tokens that the source may have, after macros.
    most: usize,
    /// Keeps the texts that `#` and `##` make.
    texts: &'s Bump,
    /// The `#pragma pack` lines.
    pub packs: Packs,
    /// True if type tags stand behind the star, as in GCC.
    pub gcc_tags: bool,
}

impl<'s> Macros<'s> {
    /// No macros. `texts` keeps the texts that `#` and `##` make; `most` tokens may come out.
    pub fn new(texts: &'s Bump, most: usize) -> Macros<'s> {
        Macros { known: HashMap::new(), steps: Cell::new(0), most, texts, packs: Packs::default(), gcc_tags: false }
    }

    /// Removes the lines of the preprocessor and expands macros. `None` when the limits are exceeded.
    pub fn expand(&mut self, found: Vec<Token<'s>>, marks: &mut Marks) -> Option<Vec<Token<'s>>> {
        let (mut out, mut from) = (Vec::new(), 0);
        let mut branches: Vec<Branch> = Vec::new();
        while let Some(token) = found.get(from) {
            if token.kind == TokenKind::Line {
                self.line(token, &mut branches, marks);
                from += 1;
            } else if branches.iter().any(|b| !b.counts) {
                from += 1;
            } else {
                from += self.put(found.get(from..)?, &mut Vec::new(), &mut out, marks);
            }
            if self.is_spent() || out.len() > self.most {
                marks.error(token.range(), format!("more than {} tokens: the limit is exceeded here", self.most));
                return None;
            }
        }
        for open in branches {
            marks.error(open.at, "there is no #endif for this");
        }
        Some(out)
    }

    /// True if expansion took more steps than it may.
    fn is_spent(&self) -> bool {
        self.steps.get() > STEPS * self.most
    }

    fn line(&mut self, line: &Token<'s>, branches: &mut Vec<Branch>, marks: &mut Marks) {
        let rest = line.text.get(1..).unwrap_or_default();
        let counts = branches.iter().all(|b| b.counts);
        // Text in a skipped branch may be anything.
        let mut unsaid = Marks::default();
        let words = tokens(rest, line.start + 1, if counts { &mut *marks } else { &mut unsaid });
        let Some(word) = words.first() else { return };
        let name = words.get(1).map_or("", |w| w.text);
        let at = line.range();
        match word.text {
            "ifdef" => branches.push(Branch::new(self.known.contains_key(name), at)),
            "ifndef" => branches.push(Branch::new(!self.known.contains_key(name), at)),
            "if" => {
                let counts = self.condition(words.get(1..).unwrap_or_default());
                if counts.is_none() {
                    let message = "#if takes only 0, 1 and defined(...) here: the lines up to #else are left out";
                    marks.error(at.clone(), message);
                }
                branches.push(Branch::new(counts.unwrap_or(false), at));
            }
            "else" | "endif" => match (branches.last_mut(), word.text) {
                (Some(branch), "else") if branch.has_else => {
                    branch.counts = false;
                    marks.error(at, "a second #else for the same #if: the lines up to #endif are left out");
                }
                (Some(branch), "else") => (branch.counts, branch.has_else) = (!branch.counts, true),
                (Some(_), _) => drop(branches.pop()),
                (None, word) => marks.error(at, format!("there is no #if for this #{word}")),
            },
            // The branch before it may be skipped: the lines up to #else would go without a word.
            word @ ("elif" | "elifdef" | "elifndef") if depends_on_last(branches) => {
                marks.error(at, not_taken(word));
            }
            _ if !counts => {}
            "define" => self.define(&words, rest, line.start + 1, marks),
            "undef" => {
                if let Some(name) = words.get(1) {
                    self.known.remove(name.text);
                }
            }
            "include" => marks.note(line.range(), "#include is left out: what the kernel's types.h declares is known"),
            "pragma" if words.get(1).is_some_and(|w| w.text == "btf_type_tag") => match words.get(2).map(|w| w.text) {
                Some("gcc") => self.gcc_tags = true,
                Some("clang") => self.gcc_tags = false,
                _ => marks.error(
                    line.range(),
                    "#pragma btf_type_tag takes gcc or clang: the compiler by whose rules type tags are placed",
                ),
            },
            // vmlinux.h begins and ends with `#pragma clang attribute`. None of these pragmas changes layouts.
            "pragma" if matches!(words.get(1).map(|w| w.text), Some("clang" | "once" | "GCC")) => {}
            "pragma" if words.get(1).is_some_and(|w| w.text == "pack") => {
                self.packs.take(words.get(2..).unwrap_or_default(), line, marks);
            }
            "pragma" => marks.note(line.range(), "this #pragma is left out"),
            other => marks.error(line.range(), not_taken(other)),
        }
    }

    /// The value of the condition behind `#if`; `None` if it is not supported.
    fn condition(&self, words: &[Token<'s>]) -> Option<bool> {
        let texts: Vec<&str> = words.iter().map(|w| w.text).collect();
        match texts.as_slice() {
            ["0"] => Some(false),
            ["1"] => Some(true),
            ["!", rest @ ..] if !rest.starts_with(&["!"]) => self.condition(words.get(1..)?).map(|counts| !counts),
            ["defined", name] | ["defined", "(", name, ")"] => Some(self.known.contains_key(name)),
            // bpftool asks this for attributes that do not affect types.
            ["__has_attribute", ..] => Some(false),
            _ => None,
        }
    }

    fn define(&mut self, words: &[Token<'s>], rest: &'s str, base: u32, marks: &mut Marks) {
        let Some(name) = words.get(1).filter(|name| name.kind == TokenKind::Word) else {
            let at = words.get(1).or(words.first()).map_or(base..base, Token::range);
            return marks.error(at, "#define takes a name");
        };
        let mut body = words.get(2..).unwrap_or_default();
        // A bracket right behind the name begins parameters.
        let (mut params, mut variadic) = (None, false);
        if rest.as_bytes().get((name.end - base) as usize) == Some(&b'(') {
            let Some(close) = body.iter().position(|t| t.is(")")) else {
                return marks.error(name.range(), "the parameters of this macro are not closed");
            };
            let names = body.get(1..close).unwrap_or_default();
            let mut words: Vec<&str> = names.iter().filter(|t| t.kind == TokenKind::Word).map(|t| t.text).collect();
            variadic = names.last().is_some_and(|t| t.is("..."));
            // In `args...`, `args` is the name of the remaining arguments; a lone `...` has C99's name for them.
            if variadic && names.iter().rev().nth(1).is_none_or(|t| t.kind != TokenKind::Word) {
                words.push("__VA_ARGS__");
            }
            params = Some(words);
            body = body.get(close + 1..).unwrap_or_default();
        }
        if let Some(paste) = body.first().filter(|t| t.is("##")).or(body.last().filter(|t| t.is("##"))) {
            return marks.error(paste.range(), "`##` takes something on both sides");
        }
        self.known.insert(name.text, Macro { params, variadic, body: body.to_vec() });
    }

    /// Appends the expansion of the first token of `from` (with arguments, if the macro has parameters) to `out`.
    /// Returns how many tokens it took.
    fn put(&self, from: &[Token<'s>], open: &mut Vec<&'s str>, out: &mut Vec<Token<'s>>, marks: &mut Marks) -> usize {
        let Some(token) = from.first() else { return 1 };
        self.steps.set(self.steps.get() + 1);
        let found = self.known.get(token.text).filter(|_| token.kind == TokenKind::Word && !open.contains(&token.text));
        let Some(found) = found else {
            out.push(*token);
            return 1;
        };
        if open.len() >= MAX_DEPTH {
            marks.error(token.range(), "macros in macros go too deep here");
            return 1;
        }
        let mut used = 1;
        let mut replaced = match &found.params {
            None => self.pasted(&found.body, token, marks),
            Some(params) => {
                let near = from.get(1..).unwrap_or_default();
                let near = near.get(..MAX_ARGUMENTS).unwrap_or(near);
                let Some((args, length)) = arguments(near, found.variadic.then_some(params.len())) else {
                    out.push(*token);
                    return 1;
                };
                used += length;
                self.substituted(found, params, &args, token, open, marks)
            }
        };
        for t in &mut replaced {
            // Tokens of an argument keep their own place.
            let own = token.start <= t.start && from.get(used - 1).is_some_and(|last| t.end <= last.end);
            if !own {
                (t.start, t.end) = (token.start, token.end);
            }
            t.first = false;
        }
        if let Some(t) = replaced.first_mut() {
            t.first = token.first;
        }
        open.push(token.text);
        let mut at = 0;
        self.steps.set(self.steps.get() + replaced.len());
        while at < replaced.len() && !self.is_spent() {
            at += self.put(replaced.get(at..).unwrap_or_default(), open, out, marks);
        }
        open.pop();
        used
    }
}

/// The arguments in the brackets that `from` begins with, and how many tokens they take. In argument number `most`,
/// commas belong to the argument.
fn arguments<'t, 's>(from: &'t [Token<'s>], most: Option<usize>) -> Option<(Vec<&'t [Token<'s>]>, usize)> {
    let (mut level, mut args, mut start) = (0, Vec::new(), 1);
    for (i, t) in from.iter().enumerate() {
        level += t.nesting();
        let ends = level == 0;
        if ends || (level == 1 && t.is(",") && most.is_none_or(|most| args.len() + 1 < most)) {
            args.push(from.get(start..i).unwrap_or_default());
            start = i + 1;
        }
        if ends {
            return t.is(")").then_some((args, i + 1));
        }
    }
    None
}
