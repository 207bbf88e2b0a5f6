//! The Layout view: the map of bytes, the bit strip, the table of members.

use btf::TypeId;
use layout::Options;
use model::lanes::{Lanes, lanes};
use model::map::{Line, Map, Segment, SegmentForm, open_map};
use model::path::Path;
use model::strip::{shown_strip, strip};
use model::words::grouped;
use session::Msg;
use yew::prelude::*;

use super::map_box::MapBox;
use super::members::{hex_toggle, members};
use super::row_splitter::RowSplitter;
use super::strip_view::strip_view;
use crate::ctx::{Ctx, Hover, HoverCtx};

/// The context that each segment of the map is drawn with.
struct Marks<'a> {
    ctx: &'a Ctx,
    hover: &'a HoverCtx,
    /// The struct or union that the map shows.
    of: TypeId,
    /// The path to it from the selected type.
    prefix: Path,
    /// The rest of the path to the selected member.
    selected: Vec<u32>,
}

/// Pixels for one bit on a wide screen. A name is written where it fits.
const PIXELS_PER_BIT: f64 = 1.27;
const PIXELS_PER_CHAR: f64 = 6.7;

fn fits(text: &str, s: &Segment, line_bits: u64) -> bool {
    let share = s.bits as f64 / line_bits.max(1) as f64;
    share * 512.0 * PIXELS_PER_BIT >= text.chars().count() as f64 * PIXELS_PER_CHAR + 4.0
}

/// The longest of a segment's texts that fits on most screens. The style sheet hides a text that still does not fit.
fn written(s: &Segment, line_bits: u64) -> String {
    s.text_in(|text| fits(text, s, line_bits)).or_else(|| s.texts().pop()).unwrap_or_default()
}

fn gap(s: &Segment, line_bits: u64, key: usize) -> Html {
    let style = format!("flex-grow:{}", s.bits);
    html! { <div key={key} class={classes!("seg", s.class)} style={style} title={s.title()}><span>{ written(s, line_bits) }</span></div> }
}

fn segment(m: &Marks<'_>, s: &Segment, line_bits: u64, key: usize) -> Html {
    if matches!(s.form, SegmentForm::Hole | SegmentForm::Padding | SegmentForm::Beyond) {
        return gap(s, line_bits, key);
    }
    if !s.stack.is_empty() {
        return stack(m, s, line_bits, key);
    }
    let over = m.hover.over.filter(|h| h.id == m.of && s.inner.is_empty()).and_then(|h| h.item);
    let bits = s.form == SegmentForm::Bits;
    let to = s.path();
    let inside = to.as_ref().and_then(Path::parent).unwrap_or_default();
    // Adjacent bitfields share a segment. Their paths differ in the last step only.
    let is_chosen = |member: Option<u32>| match (member, &to) {
        _ if m.selected.is_empty() => false,
        (Some(n), Some(_)) if bits => m.selected == inside.child(n).0,
        (_, Some(to)) => to.0.starts_with(&m.selected) || m.selected.starts_with(&to.0),
        (_, None) => false,
    };
    let is_over = |member: Option<u32>| over.is_some() && member == over;
    let any = |test: &dyn Fn(Option<u32>) -> bool| match bits {
        true => s.parts.iter().any(|p| p.member.is_some() && test(p.member)),
        false => test(s.member),
    };
    let (chosen, hovered) = (any(&is_chosen), any(&is_over));
    let parts = s.parts.iter().map(|p| {
        let class = match p.member {
            None => Some("hole"),
            on if is_chosen(on) || is_over(on) => Some("on"),
            _ => None,
        };
        html! { <i class={classes!(class)} style={format!("flex-grow:{}", p.bits)}></i> }
    });
    let path = to.as_ref().map(|to| Path([&m.prefix.0[..], &to.0[..]].concat()));
    let choose = path.map(|p| m.ctx.on(Msg::Select(p)));
    let (enter, leave) = m.hover.on(Hover::new(m.of, s.member));
    let class = classes!("seg", s.class, bits.then_some("bits"), chosen.then_some("sel"), hovered.then_some("hov"));
    html! {
        <div key={key} class={class} style={format!("flex-grow:{}", s.bits)} title={s.title()} onclick={choose}
            onmouseenter={enter} onmouseleave={leave}>
            if bits { { for parts } } else { <span>{ written(s, line_bits) }</span> }
        </div>
    }
}

/// An expanded union: its alternatives, one above the other.
fn stack(m: &Marks<'_>, s: &Segment, line_bits: u64, key: usize) -> Html {
    let chosen = s.path().is_some_and(|to| to.0 == m.selected);
    let rows = s.stack.iter().enumerate().map(|(i, row)| {
        html! { <div key={i}>{ for row.iter().enumerate().map(|(i, inner)| segment(m, inner, line_bits, i)) }</div> }
    });
    html! { <div key={key} class={classes!("stack", chosen.then_some("sel"))} style={format!("flex-grow:{}", s.bits)} title={s.title()}>{ for rows }</div> }
}

fn line(m: &Marks<'_>, map: &Map, l: &Line) -> Html {
    let label = match map.lanes {
        true => html! { <span title={l.title.clone()}>{ &l.title }</span> },
        false => html! { <>{ l.offset }<i>{ l.cache_lines() }</i></> },
    };
    html! {
        <div class="cl" key={format!("{}-{}", l.number, l.offset)}>
            <span class="cllab">{ label }</span>
            <div class="clrow">{ for l.segments.iter().enumerate().map(|(i, s)| segment(m, s, l.bits, i)) }</div>
        </div>
    }
}

fn map_view(m: &Marks<'_>, map: &Map, label: String) -> Html {
    html! {
        <div class={classes!("map", map.lanes.then_some("lanes"))} role="img" aria-label={label}>
            { for map.lines.iter().map(|l| line(m, map, l)) }
            if map.left_out > 0 {
                <p class="dim">{ format!("{} more rows are not drawn; the table below has all.", grouped(map.left_out)) }</p>
            }
        </div>
    }
}

/// The alternatives of a union as lanes.
fn lanes_view(ctx: &Ctx, hover: &HoverCtx, lanes: Lanes, selected: &Path) -> Html {
    let selected = selected.0.get(lanes.path.len()..).unwrap_or_default().to_vec();
    let marks = Marks { ctx, hover, of: lanes.of, prefix: lanes.path, selected };
    html! {
        <div class="lanesbox">
            <div class="lanescap">{ &lanes.caption }</div>
            { map_view(&marks, &lanes.map, lanes.caption.clone()) }
        </div>
    }
}

pub fn layout_view(ctx: &Ctx, hover: &HoverCtx) -> Html {
    let session = ctx.session();
    let Some((file, selection)) = session.file().and_then(|f| Some((f, f.look.selection.as_ref()?))) else {
        return html! {};
    };
    let btf = &*file.btf;
    let of = model::table::table_type(btf, selection.id);
    let members = members(ctx, hover);
    if !btf.get(of).is_some_and(|t| t.kind().is_composite()) {
        return members;
    }
    let layout = match layout::layout(btf, of, &Options::default()) {
        Ok(layout) => layout,
        Err(e) => return html! { <p class="prose">{ format!("This type has no layout: {e}.") }</p> },
    };
    let path = &selection.path;
    let map = open_map(btf, &layout, Options::default().cache_line, file.open_members(), path);
    let marks = Marks { ctx, hover, of, prefix: Path::root(), selected: path.0.clone() };
    let lanes = (!map.lanes).then(|| lanes(btf, &layout, path, map.lines.len())).flatten();
    let lanes = lanes.map(|lanes| lanes_view(ctx, hover, lanes, path));
    let strip = shown_strip(btf, &layout, path).and_then(|shown| {
        let strip = strip(btf, &shown.layout, shown.member, shown.base, session.settings().flip_bits)?;
        let parent = path.parent().unwrap_or_default();
        Some(strip_view(ctx, btf, selection.id, &strip, &parent, shown.chosen))
    });
    html! {
        <>
            <div class="corner">
                { hex_toggle(ctx) }
            </div>
            <MapBox of={of} path={path.clone()}>
                if map.lines.is_empty() {
                    <p class="empty">{ "0 bytes: there is nothing to draw. A type like this takes no room in whatever has it." }</p>
                } else {
                    { map_view(&marks, &map, format!("Map of {} bytes; the table below says the same", layout.size)) }
                    { lanes }
                }
            </MapBox>
            <RowSplitter above=".upper" label="Height of the map"/>
            { strip }
            { members }
        </>
    }
}
