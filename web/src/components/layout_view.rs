//! Layout: the map, the bit strip, the member table.

use btf::{Btf, Kind, TypeId};
use layout::{Layout, Options};
use model::map::{Line, Map, Segment, SegmentForm, map};
use model::path::{Path, walk};
use model::strip::{shown_strip, strip};
use model::words::{grouped, offset_text};
use session::Msg;
use session::shot::Shot;
use yew::prelude::*;

use super::members::members;
use super::pictures::pictures;
use super::printed::{Printed, What};
use super::strip_view::strip_view;
use crate::ctx::{Ctx, Hover, HoverCtx};

/// What a segment needs to know beside itself.
struct Marks<'a> {
    ctx: &'a Ctx,
    hover: &'a HoverCtx,
    /// The struct or union that the map is of.
    of: TypeId,
    /// The way to it from the selected type.
    prefix: Path,
    /// The rest of the way to the selected member.
    selected: Vec<u32>,
}

/// Pixels that a bit takes on a wide screen: names are written where they fit.
const PIXELS_PER_BIT: f64 = 1.27;
const PIXELS_PER_CHAR: f64 = 6.7;

fn title(s: &Segment) -> String {
    let at = offset_text(s.start, s.form == SegmentForm::Bits || !s.bits.is_multiple_of(8));
    let size =
        if s.bits.is_multiple_of(8) { format!("{} bytes", grouped(s.bits / 8)) } else { format!("{} bits", s.bits) };
    format!("{}: {size} at {at}", s.label)
}

fn fits(text: &str, s: &Segment, line_bits: u64) -> bool {
    let share = s.bits as f64 / line_bits.max(1) as f64;
    share * 512.0 * PIXELS_PER_BIT >= text.chars().count() as f64 * PIXELS_PER_CHAR + 4.0
}

fn gap(s: &Segment, line_bits: u64, key: usize) -> Html {
    let long = format!("{} {}", s.label, s.bits / 8);
    let short = (s.bits / 8).to_string();
    // A thin hole says nothing: the hatching does.
    let text = match s.form {
        SegmentForm::Beyond if fits(&s.label, s, line_bits) => s.label.clone(),
        SegmentForm::Beyond => String::new(),
        _ if fits(&long, s, line_bits) => long,
        _ if s.bits >= 8 && fits(&short, s, line_bits) => short,
        _ => String::new(),
    };
    let style = format!("flex-grow:{}", s.bits);
    html! { <div key={key} class={classes!("seg", s.class)} style={style} title={title(s)}><span>{ text }</span></div> }
}

fn segment(m: &Marks<'_>, s: &Segment, line_bits: u64, key: usize) -> Html {
    if matches!(s.form, SegmentForm::Hole | SegmentForm::Padding | SegmentForm::Beyond) {
        return gap(s, line_bits, key);
    }
    let over = m.hover.over.filter(|h| h.id == m.of && s.inner.is_none()).and_then(|h| h.item);
    let bits = s.form == SegmentForm::Bits;
    // Parts go by the innermost member: that of the lane's struct, if it shows one.
    let (own, chosen) = match s.inner {
        Some(inner) => (Some(inner), m.selected.get(1).copied().filter(|_| m.selected.first().copied() == s.member)),
        None => (s.member, m.selected.first().copied()),
    };
    let has = |i: Option<u32>| i.is_some() && (own == i || s.parts.iter().any(|p| p.member == i));
    let parts = s.parts.iter().map(|p| {
        let class = match p.member {
            None => Some("hole"),
            on if on == chosen || on == over => Some("on"),
            _ => None,
        };
        html! { <i class={classes!(class)} style={format!("flex-grow:{}", p.bits)}></i> }
    });
    let path = s.member.map(|i| {
        let path = m.prefix.child(i);
        s.inner.map_or(path.clone(), |j| path.child(j))
    });
    let choose = path.map(|p| m.ctx.on(Msg::Select(p)));
    let (enter, leave) = m.hover.on(Hover { id: m.of, item: s.member });
    let class =
        classes!("seg", s.class, bits.then_some("bits"), has(chosen).then_some("sel"), has(over).then_some("hov"));
    html! {
        <div key={key} class={class} style={format!("flex-grow:{}", s.bits)} title={title(s)} onclick={choose}
            onmouseenter={enter} onmouseleave={leave}>
            if bits { { for parts } } else if fits(&s.label, s, line_bits) { <span>{ &s.label }</span> }
        </div>
    }
}

fn line(m: &Marks<'_>, map: &Map, l: &Line) -> Html {
    let label = match (map.lanes, l.count) {
        (true, _) => html! { <span title={l.title.clone()}>{ &l.title }</span> },
        (false, 1) => html! { <>{ l.offset }<i>{ format!("line {}", l.number) }</i></> },
        (false, n) => html! { <>{ l.offset }<i>{ format!("{} lines", grouped(n)) }</i></> },
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

/// The union whose alternatives are shown below the map of a struct: the outermost one on the way to the selected member; when
/// the map is small, the largest one before anything is selected.
fn union_of(btf: &Btf, root: &Layout, path: &Path, lines: usize) -> Option<(Path, TypeId)> {
    let is_union = |id| btf.resolved(id).filter(|t| t.kind() == Kind::Union).map(|t| t.id());
    for (i, step) in walk(btf, root.id, path)?.iter().enumerate() {
        if step.crossing.pointers > 0 {
            return None;
        }
        if let Some(id) = is_union(step.item.type_id) {
            return Some((Path(path.0.get(..=i)?.to_vec()), id));
        }
    }
    if !path.is_root() || lines > 2 {
        return None;
    }
    let largest = root
        .members()
        .filter(|m| is_union(m.type_id).is_some())
        .max_by_key(|m| (m.bits, std::cmp::Reverse(m.index)))?;
    Some((Path::root().child(largest.index.0), is_union(largest.type_id)?))
}

/// The alternatives of that union, as lanes.
fn lanes_view(ctx: &Ctx, hover: &HoverCtx, btf: &Btf, root: &Layout, path: &Path, lines: usize) -> Option<Html> {
    let (prefix, id) = union_of(btf, root, path, lines)?;
    let layout = layout::layout(btf, id, &Options::default()).ok()?;
    let steps = walk(btf, root.id, &prefix)?;
    let last = steps.last()?;
    let name = if last.item.name.is_empty() { "the union".to_string() } else { last.item.name.to_string() };
    let start = last.offset? / 8;
    let selected = path.0.get(prefix.len()..).unwrap_or_default().to_vec();
    let map = map(btf, &layout, Options::default().cache_line);
    let marks = Marks { ctx, hover, of: id, prefix, selected };
    let caption = match layout.size {
        0 => format!("alternatives of {name}"),
        n => format!("alternatives of {name}, bytes {start}–{}", start + u64::from(n) - 1),
    };
    Some(html! {
        <div class="lanesbox">
            <div class="lanescap">{ &caption }</div>
            { map_view(&marks, &map, caption.clone()) }
        </div>
    })
}

/// The Layout view.
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
    if session.settings.as_pahole {
        return html! { <Printed ctx={ctx.clone()} what={What::Pahole}/> };
    }
    let layout = match layout::layout(btf, of, &Options::default()) {
        Ok(layout) => layout,
        Err(e) => return html! { <p class="prose">{ format!("This type has no layout: {e}.") }</p> },
    };
    let map = map(btf, &layout, Options::default().cache_line);
    let path = &selection.path;
    let marks = Marks { ctx, hover, of, prefix: Path::root(), selected: path.0.clone() };
    let lanes = (!map.lanes).then(|| lanes_view(ctx, hover, btf, &layout, path, map.lines.len())).flatten();
    let strip = shown_strip(btf, &layout, path).and_then(|shown| {
        let strip = strip(btf, &shown.layout, shown.member, shown.base, session.settings.flip_bits)?;
        let parent = path.parent().unwrap_or_default();
        Some(strip_view(ctx, btf, selection.id, &strip, &parent, shown.chosen))
    });
    html! {
        <>
            <div class="corner">
                { pictures(ctx, Shot::View) }
                <label><input type="checkbox" checked=false onchange={ctx.on(Msg::AsPahole(true))}/>{ "as pahole text" }</label>
            </div>
            <div class="upper" tabindex="0" aria-label="Map and bits" role="group">
                if map.lines.is_empty() {
                    <p class="empty">{ "0 bytes: there is nothing to draw. A type like this takes no room in whatever has it." }</p>
                } else {
                    { map_view(&marks, &map, format!("Map of {} bytes; the table below tells the same", layout.size)) }
                    { lanes }
                }
                { strip }
            </div>
            { members }
        </>
    }
}
