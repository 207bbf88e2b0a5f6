//! Structs and unions as pahole shows them: `pahole -C NAME` on BTF (dwarves `dwarves_fprintf.c`).
//!
//! The layout is computed by [`layout::Layout`]; this module prints it with pahole's words, columns and line breaks.

mod body;
mod member;
mod names;
mod reorganize;
mod sums;

use btf::{Btf, TypeId};
use layout::{Layout, LayoutError, Layouts, Options};

use crate::strings::Strings;
use crate::token::{Sink, TokenKind};
use body::Body;
pub use reorganize::{Move, Reorganized, pahole_reorganized, reorganize};

/// How pahole's text is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PaholeOptions {
    /// Bytes of a cache line.
    pub cache_line: u32,
}

impl Default for PaholeOptions {
    fn default() -> Self {
        PaholeOptions { cache_line: 64 }
    }
}

impl PaholeOptions {
    /// The bytes of a cache line, never 0.
    fn line(&self) -> u64 {
        if self.cache_line == 0 { 64 } else { self.cache_line.into() }
    }
}

/// Prints a STRUCT or UNION with the place of each member, the holes, the cache lines and the sums, as `pahole -C NAME`
/// does. Typedefs and qualifiers are followed to it. Ends with `};` and a newline; pahole adds an empty line.
///
/// # Errors
/// When the type is not a struct or union, or contains itself. Nothing is printed then.
pub fn pahole<S: Sink + ?Sized>(
    btf: &Btf,
    id: TypeId,
    sink: &mut S,
    options: &PaholeOptions,
) -> Result<(), LayoutError> {
    let layout = layout::layout(btf, id, &Options { cache_line: options.cache_line })?;
    let mut p = printer(btf, sink, &layout, options);
    p.top(&layout);
    p.space("\n");
    Ok(())
}

fn printer<'a, 's, S: Sink + ?Sized>(
    btf: &'a Btf,
    sink: &'s mut S,
    layout: &Layout,
    options: &PaholeOptions,
) -> Printer<'a, 's, S> {
    Printer {
        btf,
        strings: Strings::few(btf),
        layouts: Layouts::new(btf, Options { cache_line: options.cache_line }),
        sink,
        line: options.line(),
        printed: 0,
        cache_line: 0,
        budget: (layout.rows.len() as u32).saturating_add(BUDGET),
    }
}

/// The most members of anonymous types that a type may have, besides its own: pahole prints each where it is used.
const BUDGET: u32 = 1 << 14;
/// The most levels of anonymous types.
const MAX_DEPTH: u32 = 64;

struct Printer<'a, 's, S: ?Sized> {
    btf: &'a Btf,
    strings: Strings<'a>,
    layouts: Layouts<'a>,
    sink: &'s mut S,
    /// Bytes of a cache line.
    line: u64,
    /// Bytes printed so far: pahole aligns the comment behind a member by their number.
    printed: u64,
    /// The number of the cache line whose boundary was printed last; 0 before the first boundary.
    cache_line: u64,
    /// How many more members may be printed.
    budget: u32,
}

/// The settings for printing a member, as in pahole's `struct conf_fprintf`.
#[derive(Clone, Copy)]
struct Style {
    /// Tabs before it.
    indent: usize,
    /// The column of names, without the tabs; it shrinks by 8 with every level, also below zero.
    type_spacing: i64,
    /// The width of names.
    name_spacing: i64,
    /// Where the enclosing struct starts, in bytes.
    base: u64,
    /// Whether offsets count from the innermost struct, because that struct is behind a pointer.
    relative: bool,
    /// Whether it is the first in its struct.
    first: bool,
    /// Whether it is the last in its struct.
    last: bool,
    /// Whether it is in a union, at any level: pahole then writes arrays without elements as `[0]`.
    in_union: bool,
    /// Whether the enclosing struct is printed with its sums.
    sums: bool,
    /// Whether it was reached through a qualifier or type tag: pahole then prints sums for an anonymous struct, too.
    qualified: bool,
    depth: u32,
}

impl<S: Sink + ?Sized> Printer<'_, '_, S> {
    fn put(&mut self, kind: TokenKind, text: &str) {
        self.printed += text.len() as u64;
        self.sink.token(kind, text);
    }

    fn space(&mut self, text: &str) {
        self.put(TokenKind::Text, text);
    }

    fn punct(&mut self, text: &str) {
        self.put(TokenKind::Punct, text);
    }

    fn comment(&mut self, text: &str) {
        self.put(TokenKind::Comment, text);
    }

    fn number(&mut self, kind: TokenKind, n: u64) {
        self.printed += u64::from(n.checked_ilog10().unwrap_or(0)) + 1;
        self.sink.decimal(kind, n);
    }

    /// A number, right-aligned to `width`.
    fn right(&mut self, n: u64, width: u32) {
        let digits = n.checked_ilog10().unwrap_or(0) + 1;
        self.spaces(width.saturating_sub(digits).into());
        self.number(TokenKind::Comment, n);
    }

    fn spaces(&mut self, mut n: u64) {
        const SPACES: &str = "                                ";
        while n > 0 {
            let part = n.min(SPACES.len() as u64) as usize;
            self.space(&SPACES[..part]);
            n -= part as u64;
        }
    }

    fn tabs(&mut self, n: usize) {
        // pahole has a constant of 16 tabs, and indents no further.
        const TABS: &str = "\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t";
        self.space(&TABS[..n.min(TABS.len())]);
    }

    /// `1 byte`, `2 bytes`.
    fn count(&mut self, n: u64, unit: &str) {
        self.number(TokenKind::Comment, n);
        self.comment(" ");
        self.comment(unit);
        if n != 1 {
            self.comment("s");
        }
    }

    /// Prints the type asked for, up to its semicolon.
    fn top(&mut self, layout: &Layout) {
        let is_union = layout.kind == btf::Kind::Union;
        let style = Style {
            indent: 0,
            type_spacing: 26,
            name_spacing: if is_union { 21 } else { 23 },
            base: 0,
            relative: false,
            first: false,
            last: false,
            in_union: false,
            sums: true,
            qualified: false,
            depth: 0,
        };
        self.body(&Body { layout, suffix: None, packed: layout.figures.packed }, style);
        self.punct(";");
    }
}
