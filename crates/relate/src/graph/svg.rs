//! A graph as an SVG file that stands alone: no style sheet, no script, no font but what every viewer has.

use std::fmt::Write;

use btf::Kind;

use super::build::{Graph, Node};
use super::neighbours::Relation;
use super::place::{Placed, Point, Shape};

/// The colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Theme {
    /// Light on dark.
    #[default]
    Dark,
    /// Dark on light.
    Light,
}

struct Colours {
    back: &'static str,
    box_: &'static str,
    chosen: &'static str,
    text: &'static str,
    dim: &'static str,
    line: &'static str,
    composite: &'static str,
    union: &'static str,
    enumeration: &'static str,
    function: &'static str,
    other: &'static str,
}

impl Theme {
    fn colours(self) -> Colours {
        match self {
            Theme::Dark => Colours {
                back: "#0f1217",
                box_: "#151a21",
                chosen: "#173450",
                text: "#e6edf3",
                dim: "#9aa7b4",
                line: "#6b7c8f",
                composite: "#e3a53a",
                union: "#ea7a4a",
                enumeration: "#6cc35c",
                function: "#8fa5c4",
                other: "#8fa5c4",
            },
            Theme::Light => Colours {
                back: "#ffffff",
                box_: "#f6f8fa",
                chosen: "#d9ebff",
                text: "#1b2129",
                dim: "#55606e",
                line: "#7a8796",
                composite: "#9a6200",
                union: "#b3421c",
                enumeration: "#2f7d24",
                function: "#4a5f80",
                other: "#5b6b80",
            },
        }
    }
}

/// Text in XML.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML has no way to write these.
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// At most so many characters, the last one telling that there are more.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// What stands below a node's name.
fn detail(node: &Node) -> String {
    let mut words = Vec::new();
    match (node.kind, node.size) {
        (Some(Kind::Func), _) => words.push("function".to_owned()),
        (Some(Kind::Fwd), _) => words.push("only declared".to_owned()),
        (Some(_), Some(size)) => words.push(format!("{size} B")),
        _ => {}
    }
    if node.kind.is_some() && node.more > 0 {
        words.push(format!("+{}", node.more));
    }
    if node.hub {
        words.push("hub".to_owned());
    }
    words.join(" · ")
}

const MARGIN: i32 = 32;

/// Writes a graph that was laid out.
pub fn svg(graph: &Graph, shape: &Shape, placed: &Placed, theme: Theme) -> String {
    let c = theme.colours();
    let size = |i: usize| shape.nodes.get(i).copied().unwrap_or((100, 40));
    let at = |i: usize| placed.get(i).copied().unwrap_or_default();
    let all = || (0..graph.nodes.len()).map(|i| (at(i), size(i)));
    let left = all().map(|(p, s)| p.x - s.0 / 2).min().unwrap_or(0) - MARGIN;
    let right = all().map(|(p, s)| p.x + s.0 / 2).max().unwrap_or(0) + MARGIN + 40;
    let top = all().map(|(p, s)| p.y - s.1 / 2).min().unwrap_or(0) - MARGIN;
    let bottom = all().map(|(p, s)| p.y + s.1 / 2).max().unwrap_or(0) + MARGIN;
    let (width, height) = (right - left, bottom - top);
    let title = escaped(graph.nodes.first().map_or("", |n| n.label.as_str()));
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"{left} {top} {width} {height}\" role=\"img\" aria-label=\"{title}\" \
         font-family=\"ui-monospace, Menlo, Consolas, monospace\" font-size=\"12\">\n\
         <title>{title}</title>\n\
         <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" \
         orient=\"auto-start-reverse\"><path d=\"M0 0L8 4L0 8z\" fill=\"{}\"/></marker></defs>\n\
         <rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
        c.line, c.back
    );
    for edge in &graph.edges {
        let (a, b) = (at(edge.from), at(edge.to));
        let path = curve(a, size(edge.from), b, size(edge.to), edge.from == edge.to);
        let dash = match edge.relation {
            Relation::Embeds => "",
            _ => " stroke-dasharray=\"5 4\"",
        };
        let _ =
            writeln!(out, "<path d=\"{path}\" fill=\"none\" stroke=\"{}\"{dash} marker-end=\"url(#tip)\"/>", c.line);
    }
    for edge in &graph.edges {
        let label = escaped(&cut(&edge.label(), 30));
        if label.is_empty() {
            continue;
        }
        let (p, anchor) = label_place(graph, edge.from, edge.to, &at, &size);
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\" font-size=\"10\" fill=\"{}\" stroke=\"{}\" \
             stroke-width=\"3\" paint-order=\"stroke\">{label}</text>",
            p.x, p.y, c.dim, c.back
        );
    }
    for (i, node) in graph.nodes.iter().enumerate() {
        let (p, (w, h)) = (at(i), size(i));
        let (x, y) = (p.x - w / 2, p.y - h / 2);
        let border = match node.kind {
            Some(Kind::Struct | Kind::Fwd) => c.composite,
            Some(Kind::Union) => c.union,
            Some(Kind::Enum | Kind::Enum64) => c.enumeration,
            Some(Kind::Func | Kind::FuncProto) => c.function,
            _ => c.other,
        };
        let fill = if i == 0 { c.chosen } else { c.box_ };
        let stroke = if i == 0 { 2 } else { 1 };
        let (label, below) = (escaped(&cut(&node.label, 40)), escaped(&detail(node)));
        let first = if below.is_empty() { p.y + 4 } else { p.y - 3 };
        let _ = writeln!(
            out,
            "<g><title>{}</title><rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"6\" fill=\"{fill}\" \
             stroke=\"{border}\" stroke-width=\"{stroke}\"/><text x=\"{}\" y=\"{first}\" fill=\"{}\">{label}</text>\
             <text x=\"{}\" y=\"{}\" font-size=\"10\" fill=\"{}\">{below}</text></g>",
            escaped(&node.label),
            x + 12,
            c.text,
            x + 12,
            p.y + 13,
            c.dim
        );
    }
    out.push_str("</svg>\n");
    out
}

/// From the side of one node to the side of another that faces it.
fn curve(a: Point, sa: (i32, i32), b: Point, sb: (i32, i32), own: bool) -> String {
    if own {
        let (x, y) = (a.x + sa.0 / 2, a.y);
        return format!("M{x} {}C{} {} {} {} {x} {}", y - 8, x + 36, y - 24, x + 36, y + 24, y + 8);
    }
    if (a.x - b.x).abs() < (sa.0 + sb.0) / 2 {
        // In one column: around the right side.
        let (x1, x2) = (a.x + sa.0 / 2, b.x + sb.0 / 2);
        let out = x1.max(x2) + 40;
        return format!("M{x1} {}C{out} {} {out} {} {x2} {}", a.y, a.y, b.y, b.y);
    }
    let way = if a.x < b.x { 1 } else { -1 };
    let (x1, x2) = (a.x + way * sa.0 / 2, b.x - way * sb.0 / 2);
    let bend = (x2 - x1) / 2;
    format!("M{x1} {}C{} {} {} {} {x2} {}", a.y, x1 + bend, a.y, x2 - bend, b.y, b.y)
}

/// Where an edge's names stand: beside the end that is further from the middle, where edges lie apart.
fn label_place(
    graph: &Graph,
    from: usize,
    to: usize,
    at: &dyn Fn(usize) -> Point,
    size: &dyn Fn(usize) -> (i32, i32),
) -> (Point, &'static str) {
    if from == to {
        return (Point { x: at(from).x, y: at(from).y - size(from).1 / 2 - 6 }, "middle");
    }
    let rank = |i: usize| graph.nodes.get(i).map_or(0, |n| n.rank);
    let (end, other) = if rank(from).abs() > rank(to).abs() { (from, to) } else { (to, from) };
    let (p, q) = (at(end), at(other));
    if p.x < q.x {
        (Point { x: p.x + size(end).0 / 2 + 12, y: p.y - 6 }, "start")
    } else {
        (Point { x: p.x - size(end).0 / 2 - 12, y: p.y - 6 }, "end")
    }
}
