//! Pictures to save: SVG files that stand alone, light or dark, with title and source. The desk writes them; a PNG is made of the SVG by the
//! browser.

mod layout;
mod tree;

use std::collections::HashSet;

use ::layout::{Options, layout as lay_out};
use btf::{Btf, TypeId};
use relate::{Canvas, Caption, Drawing, Theme, svg};
use wire::wire;

use crate::desk::AskGraph;
use crate::file::FileId;
use crate::map::map;
use crate::path::Path;
use crate::strip::{shown_strip, strip};
use crate::table::table_type;
use crate::tree::{Expanded, nodes};

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shot {
    /// The view that is shown.
    View,
    /// Of Layout, the bit strip alone.
    Strip,
}

/// What a picture shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// A graph, with its nodes where they were moved to.
    Graph(AskGraph),
    /// The map of a struct or union, and the bit strip below it when there is one.
    Layout(InType),
    /// The bit strip alone.
    Strip(InType),
    /// The tree, as far as these nodes are open.
    Tree(InType, Vec<Path>),
}
wire!(
    enum What {
        Graph(ask),
        Layout(of),
        Strip(of),
        Tree(of, open),
    }
);

/// A type, and what is selected in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InType {
    /// The type.
    pub id: TypeId,
    /// The way to the selected member.
    pub path: Path,
    /// The bit strip is turned around.
    pub flipped: bool,
}
wire!(struct InType { id, path, flipped });

/// A picture that is wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PictureOf {
    /// Of which file.
    pub file: FileId,
    /// Of what.
    pub what: What,
    /// What stands above it: `struct sk_buff: graph`.
    pub title: String,
    /// What stands below it: `vmlinux.btf · btfscope`.
    pub source: String,
    /// As PNG; the desk writes an SVG, the page makes the other of it.
    pub png: bool,
    /// Light on dark.
    pub dark: bool,
}
wire!(struct PictureOf { file, what, title, source, png, dark });

impl PictureOf {
    /// The SVG, with graphs by `drawn`; none when the type has no layout, or no bits to show.
    pub(crate) fn draw(&self, btf: &Btf, drawn: &dyn Fn(&AskGraph) -> Option<Drawing>) -> Option<String> {
        let theme = if self.dark { Theme::Dark } else { Theme::Light };
        let mut c = Canvas::new(theme);
        let (right, bottom) = match &self.what {
            What::Graph(ask) => {
                return Some(svg(&drawn(ask)?, theme, Caption { title: &self.title, source: &self.source }));
            }
            What::Layout(t) | What::Strip(t) => {
                let layout = lay_out(btf, table_type(btf, t.id), &Options::default()).ok()?;
                let mut bottom = 0;
                if matches!(self.what, What::Layout(_)) {
                    bottom = layout::draw_map(&mut c, &map(btf, &layout, Options::default().cache_line), 0) + 8;
                }
                let shown = shown_strip(btf, &layout, &t.path);
                let shown = shown.and_then(|s| strip(btf, &s.layout, s.member, s.base, t.flipped));
                match (shown, &self.what) {
                    (Some(strip), _) => bottom = layout::draw_strip(&mut c, &strip, bottom),
                    (None, What::Strip(_)) => return None,
                    _ => {}
                }
                (layout::width(), bottom)
            }
            What::Tree(t, open) => {
                let open = Expanded(open.iter().cloned().collect::<HashSet<Path>>());
                tree::draw_tree(&mut c, btf, &nodes(btf, t.id, &open), &t.path)
            }
        };
        Some(c.finish((0, 0, right, bottom), &self.title, &self.source))
    }

    /// The SVG of what is no graph; none when the type has no layout, or no bits to show.
    pub fn draw_type(&self, btf: &Btf) -> Option<String> {
        self.draw(btf, &|_| None)
    }

    /// The name to save it under: `sk_buff.graph.svg`.
    pub fn file_name(&self) -> String {
        let (name, what) = self.title.rsplit_once(": ").unwrap_or(("program", &self.title));
        let name = name.rsplit(' ').next().unwrap_or_default();
        let plain = |text: &str| -> String {
            let safe = |c: char| if c.is_ascii_alphanumeric() || "_-".contains(c) { c } else { '-' };
            text.chars().map(safe).take(80).collect()
        };
        format!("{}.{}.{}", plain(name).trim_matches('-'), plain(what), if self.png { "png" } else { "svg" })
    }
}
