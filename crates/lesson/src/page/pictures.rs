//! The pictures of a step, as SVG in the page: map and bits of a layout, how a bitfield is read, and a graph.

use btf::{Btf, TypeId};
use model::focus::Selection;
use model::heading::path_text;
use model::picture::{Frame, InType, TypePicture};
use picture::{Caption, Drawing, svg};
use place::Layered;
use relate::{GraphOptions, Users, build};

use super::html::Html;

/// The most bytes of a picture. A larger one, such as the map of a struct of many cache lines, is left out: the page
/// also has the layout as text.
const MOST: usize = 48 << 10;

/// Adds the map of a type with the bits of the selected member below it, and, for a bitfield, how it is read.
pub(super) fn of_layout(name: &str, btf: &Btf, shown: &Selection, page: &mut Html) {
    let of = InType { id: shown.id, path: shown.path.clone(), flipped: false };
    let what = path_text(btf, shown);
    let drawings = [
        (TypePicture::Layout(of.clone()), "layout"),
        // Only a bitfield is read in steps.
        (TypePicture::Read(of), "how a program reads it"),
    ];
    for (drawing, word) in drawings {
        let frame = Frame { title: format!("{what}: {word}"), source: name.to_owned(), dark: false };
        if let Some(svg) = drawing.draw(btf, &frame) {
            add(&svg, page);
        }
    }
}

/// Adds the graph of the types that a type embeds and points to.
pub(super) fn of_graph(name: &str, btf: &Btf, id: TypeId, page: &mut Html) {
    let options = GraphOptions { used_by: 0, ..GraphOptions::default() };
    let mut drawing = Drawing::new(&build(btf, &Users::new(btf), id, &options));
    drawing.arrange(&Layered);
    let title = format!("{}: graph", dump::type_name(btf, id));
    add(&svg(&drawing, picture::Theme::Light, Caption { title: &title, source: name }), page);
}

/// Adds a picture if it is small enough. Its ids (of arrow tips and hatches) get a number, because the pictures of a
/// page share one name space, and because a picture cannot use the arrow tips of a picture in a folded part.
fn add(svg: &str, page: &mut Html) {
    if svg.len() > MOST {
        return;
    }
    let number = page.next_picture();
    let mut own = svg.to_owned();
    for mark in ["tip", "hatch"] {
        own = own.replace(&format!("id=\"{mark}\""), &format!("id=\"{mark}{number}\""));
        own = own.replace(&format!("url(#{mark})"), &format!("url(#{mark}{number})"));
    }
    page.raw("<div class=\"picture\" tabindex=\"0\">").raw(&own).raw("</div>\n");
}
