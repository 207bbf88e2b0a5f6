//! The Layout view: the map of bytes, the bit strip, the table of members.

use std::ops::Range;

use btf::TypeId;
use layout::Options;
use model::map::{Line, Map, Segment, SegmentForm, open_map};
use model::path::Path;
use model::strip::{shown_strip, strip};
use model::words::grouped;
use session::{Msg, RowsMsg};
use yew::prelude::*;

use super::map_box::MapBox;
use super::members::members;
use super::peek::peek;
use super::strip_view::strip_view;
use crate::ctx::{Ctx, Hover, HoverCtx, selected};

/// The map, with everything that drawing its segments needs.
struct Marks {
    ctx: Ctx,
    hover: HoverCtx,
    /// The struct or union that the map shows.
    of: TypeId,
    map: Map,
    /// Its accessible name.
    label: String,
    /// The path to the selected member.
    selected: Path,
    /// The selected gap: its first bit and its length in bits.
    gap: Option<(u64, u64)>,
}

impl Marks {
    fn has_gap(&self) -> bool {
        self.gap.is_some()
    }

    /// Whether these bits overlap the selected gap.
    fn is_gap(&self, start: u64, bits: u64) -> bool {
        self.gap.is_some_and(|(at, many)| at < start.saturating_add(bits) && start < at.saturating_add(many))
    }
}

/// Pixels for one bit on a wide screen. A name is shown if it fits.
const PIXELS_PER_BIT: f64 = 1.27;
const PIXELS_PER_CHAR: f64 = 6.7;

fn fits(text: &str, s: &Segment, line_bits: u64) -> bool {
    let share = s.bits as f64 / line_bits.max(1) as f64;
    share * 512.0 * PIXELS_PER_BIT >= text.chars().count() as f64 * PIXELS_PER_CHAR + 4.0
}

/// The longest of a segment's texts that fits on most screens. The style sheet hides a text that does not fit after
/// all.
fn written(s: &Segment, line_bits: u64) -> String {
    s.text_in(|text| fits(text, s, line_bits)).or_else(|| s.texts().pop()).unwrap_or_default()
}

fn gap(m: &Marks, s: &Segment, line_bits: u64, key: usize) -> Html {
    let style = format!("flex-grow:{}", s.bits);
    let select = s.gap().map(|(of, bit)| m.ctx.on(Msg::Rows(RowsMsg::Gap(of, bit))));
    let class = classes!("seg", s.class, m.is_gap(s.start, s.bits).then_some("sel"));
    html! { <div key={key} class={class} style={style} title={s.title()} onclick={select}><span>{ written(s, line_bits) }</span></div> }
}

fn segment(m: &Marks, s: &Segment, line_bits: u64, key: usize) -> Html {
    if s.member.is_none() {
        return gap(m, s, line_bits, key);
    }
    let over = m.hover.over.filter(|h| h.id == m.of && s.inner.is_empty()).and_then(|h| h.item);
    let bits = s.form == SegmentForm::Bits;
    let to = s.path();
    let is_chosen = |path: &Path| !m.selected.is_root() && *path == m.selected;
    let is_over = |member: Option<u32>| over.is_some() && member == over;
    let holds = |path: &Path| path.0.starts_with(&m.selected.0) || m.selected.0.starts_with(&path.0);
    let mut start = s.start;
    let parts: Vec<(Html, bool, bool)> = (0..)
        .zip(&s.parts)
        .map(|(i, p)| {
            let from = start;
            start += p.bits;
            let path = s.part_path(i);
            let chosen = path.as_ref().map_or_else(|| m.is_gap(from, p.bits), is_chosen);
            let hovered = p.member.is_some() && is_over(p.member);
            let msg = match (path, s.part_gap(i)) {
                (Some(path), _) => Msg::Select(path),
                (None, Some((of, bit))) => Msg::Rows(RowsMsg::Gap(of, bit)),
                (None, None) => Msg::Select(Path::root()),
            };
            let class = classes!(p.member.is_none().then_some("hole"), (chosen || hovered).then_some("on"));
            (
                html! { <i class={class} style={format!("flex-grow:{}", p.bits)} onclick={m.ctx.on(msg)}></i> },
                chosen,
                hovered,
            )
        })
        .collect();
    let chosen = match bits {
        true => {
            let whole = |to: &Path| !m.selected.is_root() && !m.has_gap() && to.len() > m.selected.len() && holds(to);
            parts.iter().any(|p| p.1) || to.as_ref().is_some_and(whole)
        }
        false => !m.selected.is_root() && !m.has_gap() && to.as_ref().is_some_and(holds),
    };
    let hovered = if bits { parts.iter().any(|p| p.2) } else { is_over(s.member) };
    let choose = to.filter(|_| !bits).map(|to| m.ctx.on(Msg::Select(to)));
    let (enter, leave) = m.hover.on(Hover::new(m.of, s.member));
    let class = classes!("seg", s.class, bits.then_some("bits"), chosen.then_some("sel"), hovered.then_some("hov"));
    html! {
        <div key={key} class={class} style={format!("flex-grow:{}", s.bits)} title={s.title()} onclick={choose}
            onmouseenter={enter} onmouseleave={leave}>
            { for parts.into_iter().map(|p| p.0) }<span>{ written(s, line_bits) }</span>
        </div>
    }
}

fn line(m: &Marks, l: &Line) -> Html {
    let label = match m.map.lanes {
        true => html! { <span title={l.title.clone()}>{ &l.title }</span> },
        false => html! { <>{ l.offset }if l.count > 1 { <i>{ format!("× {}", l.count) }</i> }</> },
    };
    html! {
        <div class="cl" key={format!("{}-{}", l.number, l.offset)}>
            <span class="cllab" title={(!m.map.lanes).then(|| l.cache_lines())}>{ label }</span>
            <div class="clrow">{ for l.segments.iter().enumerate().map(|(i, s)| segment(m, s, l.bits, i)) }</div>
        </div>
    }
}

/// Room for a line and the gap below it, in pixels: for cache lines, and for lanes (the alternatives of a union).
/// Neither may be less than the height and margin of `.cl` in static/styles/map.css.
const LINE: u32 = 35;
const LANE: u32 = 30;

fn map_view(m: &Marks, lines: Range<usize>) -> Html {
    html! {
        <div class={classes!("map", m.map.lanes.then_some("lanes"))} role="img" aria-label={m.label.clone()}>
            { for m.map.lines.get(lines).into_iter().flatten().map(|l| line(m, l)) }
            if m.map.left_out > 0 {
                <p class="dim">{ format!("{} more rows are not drawn; the table below has all.", grouped(m.map.left_out)) }</p>
            }
        </div>
    }
}

pub fn layout_view(ctx: &Ctx, hover: &HoverCtx) -> Html {
    let session = ctx.session();
    let Some((file, selection)) = selected(&session) else { return html! {} };
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
    let map = open_map(btf, &layout, Options::default().cache_line, file.open_members(), file.alternatives(), path);
    let gap = file.gap().map(|gap| (gap.offset, gap.bits));
    let chosen = gap.map_or_else(|| map.line_of(path), |(at, _)| map.line_at(at));
    let (lines, height) = (map.lines.len(), if map.lanes { LANE } else { LINE });
    let all = format!("all {} {}", grouped(map.line_count()), if map.lanes { "alternatives" } else { "lines" });
    let label = format!("Map of {} bytes; the table below says the same", layout.size);
    let marks = Marks { ctx: ctx.clone(), hover: hover.clone(), of, map, label, selected: path.clone(), gap };
    let strip = shown_strip(btf, &layout, path).and_then(|shown| {
        let strip = strip(btf, &shown.layout, shown.member, shown.base, session.settings().flip_bits)?;
        Some(strip_view(ctx, &strip, &path.parent().unwrap_or_default()))
    });
    let draw = Callback::from(move |lines| map_view(&marks, lines));
    html! {
        <>
            if lines == 0 {
                <p class="empty">{ "0 bytes: there is nothing to draw. A type like this takes no room in a struct that contains it." }</p>
            } else {
                <MapBox of={of} lines={lines} all={all} height={height} selected={chosen} draw={draw}/>
            }
            { strip }
            { members }
            { peek(ctx) }
        </>
    }
}
