//! Pictures to save: self-contained SVG files, light or dark, with title and source.

mod layout;
mod read;
mod tree;

use std::collections::HashSet;

use ::layout::{Options, layout as lay_out};
use btf::{Btf, TypeId};
use picture::{Canvas, Theme};
use wire::Wire;

use crate::map::map;
use crate::path::Path;
use crate::strip::{shown_strip, strip};
use crate::table::table_type;
use crate::tree::{Expanded, nodes};

/// A type, and the selection in it.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct InType {
    /// The type.
    pub id: TypeId,
    /// The path to the selected member.
    pub path: Path,
    /// Whether the bit strip is flipped.
    pub flipped: bool,
}

/// A picture of a type.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub enum TypePicture {
    /// The map of a struct or union, and below it the bit strip, if the selection has one.
    Layout(InType),
    /// The bit strip alone.
    Strip(InType),
    /// The tree, with these nodes open.
    Tree(InType, Vec<Path>),
    /// How a program reads the selected bitfield: the register after the load and after each of the two shifts.
    Read(InType),
}

/// The texts around a picture, and its theme.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Frame {
    /// The text above it: `struct sk_buff: graph`.
    pub title: String,
    /// The text below it: `vmlinux.btf · btfscope`.
    pub source: String,
    /// Whether it is drawn with light lines on a dark background.
    pub dark: bool,
}

impl Frame {
    /// Its colours.
    pub fn theme(&self) -> Theme {
        if self.dark { Theme::Dark } else { Theme::Light }
    }

    /// The name to save the picture under, with `extension`: `sk_buff.graph.svg`.
    pub fn file_name(&self, extension: &str) -> String {
        let (name, what) = self.title.rsplit_once(": ").unwrap_or(("program", &self.title));
        let name = name.rsplit(' ').next().unwrap_or_default();
        let plain = |text: &str| -> String {
            let safe = |c: char| if c.is_ascii_alphanumeric() || "_-".contains(c) { c } else { '-' };
            text.chars().map(safe).take(80).collect()
        };
        format!("{}.{}.{extension}", plain(name).trim_matches('-'), plain(what))
    }
}

impl TypePicture {
    /// The picture as SVG; none if the type has no layout, or the selection has no bits to show or to read.
    pub fn draw(&self, btf: &Btf, frame: &Frame) -> Option<String> {
        let mut c = Canvas::new(frame.theme());
        let (right, bottom) = match self {
            TypePicture::Layout(t) | TypePicture::Strip(t) => {
                let layout = lay_out(btf, table_type(btf, t.id), &Options::default()).ok()?;
                let mut bottom = 0;
                if matches!(self, TypePicture::Layout(_)) {
                    bottom = layout::draw_map(&mut c, &map(btf, &layout, Options::default().cache_line), 0) + 8;
                }
                let shown = shown_strip(btf, &layout, &t.path);
                let shown = shown.and_then(|s| strip(btf, &s.layout, s.member, s.base, t.flipped));
                match (shown, self) {
                    (Some(strip), _) => bottom = layout::draw_strip(&mut c, &strip, bottom),
                    (None, TypePicture::Strip(_)) => return None,
                    _ => {}
                }
                (layout::width(), bottom)
            }
            TypePicture::Read(t) => {
                let layout = lay_out(btf, table_type(btf, t.id), &Options::default()).ok()?;
                let shown = shown_strip(btf, &layout, &t.path)?;
                let strip = strip(btf, &shown.layout, shown.member, shown.base, false)?;
                let load = strip.load?;
                let at = u64::from(load.byte_offset).saturating_add(strip.base);
                (layout::width(), read::draw_read(&mut c, &load, at, strip.endian, 0))
            }
            TypePicture::Tree(t, open) => {
                let open = Expanded(open.iter().cloned().collect::<HashSet<Path>>());
                tree::draw_tree(&mut c, btf, &nodes(btf, t.id, &open), &t.path)
            }
        };
        Some(c.finish((0, 0, right, bottom), &frame.title, &frame.source))
    }
}
