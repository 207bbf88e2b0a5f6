//! Draws types of a blob: pictures of layouts, strips and trees, and graphs.

use btf::Btf;
use model::path::Path;
use model::picture::{Frame, InType, TypePicture};
use picture::{Caption, Drawing, Theme, svg};
use place::Layered;
use relate::{GraphOptions, Users, build};

use super::Digest;

/// How many types of a blob are drawn.
const TYPES: usize = 24;

/// Draws types of a blob.
///
/// # Panics
/// When a picture is not XML.
pub fn drawn(btf: &Btf, digest: &mut Digest) {
    let users = Users::new(btf);
    for id in btf.types().map(|t| t.id()).take(TYPES) {
        for dark in [false, true] {
            let frame = Frame { title: dump::type_name(btf, id), source: "file".to_owned(), dark };
            let of = || InType { id, path: Path(vec![0]), flipped: dark };
            let tree = TypePicture::Tree(of(), vec![Path(vec![0])]);
            for picture in [TypePicture::Layout(of()), TypePicture::Strip(of()), tree] {
                if let Some(text) = picture.draw(btf, &frame) {
                    is_xml(&text);
                    digest.bytes(text.as_bytes());
                }
            }
        }
        let options = GraphOptions { most: 60, ..GraphOptions::default() };
        let mut drawing = Drawing::new(&build(btf, &users, id, &options));
        drawing.arrange(&Layered);
        let title = dump::type_name(btf, id);
        let text = svg(&drawing, Theme::Light, Caption { title: &title, source: "file" });
        is_xml(&text);
        digest.bytes(text.as_bytes());
    }
}

/// Checks that each tag is closed, in order, and that no text or attribute begins a tag: names come
/// from files.
fn is_xml(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some((_, behind)) = rest.split_once('<') {
        let (tag, behind) = behind.split_once('>').unwrap_or_else(|| panic!("a tag does not end: {text}"));
        assert!(!tag.contains('<'), "<{tag}>: {text}");
        let name = tag.split([' ', '/']).next().unwrap_or_default();
        match tag.strip_prefix('/') {
            Some(closed) => assert_eq!(open.pop(), Some(closed), "{text}"),
            None if tag.ends_with('/') || tag.starts_with(['?', '!']) => {}
            None => open.push(name),
        }
        rest = behind;
    }
    assert!(open.is_empty(), "{open:?}: {text}");
    let bad = text.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\t' | '\r'));
    assert_eq!(bad, None, "XML has no such character: {text:?}");
}
