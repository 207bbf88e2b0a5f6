//! Layout: the map, the bit strip, the member table.

use btf::{Btf, TypeId};
use layout::{Layout, Options};
use view::map::{Line, Map, Segment, SegmentForm, map};
use view::path::{Path, walk};
use view::session::Msg;
use view::strip::{first_bitfield, strip};
use view::words::{grouped, offset_text};
use yew::prelude::*;

use super::detail::ViewProps;
use super::members::Members;
use super::strip_view::strip_view;
use crate::ctx::{Ctx, Hover, HoverCtx};

/// What a segment needs to know beside itself.
struct Marks<'a> {
    ctx: &'a Ctx,
    hover: &'a HoverCtx,
    of: TypeId,
    /// The selected direct member.
    selected: Option<u32>,
}

fn title(s: &Segment) -> String {
    let at = offset_text(s.start, s.form == SegmentForm::Bits || s.bits % 8 != 0);
    let size =
        if s.bits.is_multiple_of(8) { format!("{} bytes", grouped(s.bits / 8)) } else { format!("{} bits", s.bits) };
    format!("{}: {size} at {at}", s.label)
}

fn segment(m: &Marks<'_>, s: &Segment, key: usize) -> Html {
    let style = format!("flex-grow:{}", s.bits);
    if matches!(s.form, SegmentForm::Hole | SegmentForm::Padding | SegmentForm::Beyond) {
        let text = match s.form {
            SegmentForm::Beyond => s.label.clone(),
            // A thin hole says nothing: the hatching does.
            _ if s.bits >= 48 => format!("{} {}", s.label, s.bits / 8),
            _ if s.bits >= 24 => (s.bits / 8).to_string(),
            _ => String::new(),
        };
        return html! {
            <div key={key} class={classes!("seg", s.class)} style={style} title={title(s)}><span>{ text }</span></div>
        };
    }
    let has = |i: Option<u32>| i.is_some() && (s.member == i || s.parts.iter().any(|p| p.member == i));
    let over = m.hover.over.filter(|h| h.id == m.of).and_then(|h| h.item);
    let bits = s.form == SegmentForm::Bits;
    // Of a segment of bitfields the selected one is marked, in it and around it.
    let selected = m.selected.filter(|&i| has(Some(i)));
    let parts = s.parts.iter().map(|p| {
        let class = match p.member {
            None => Some("hole"),
            on if on == m.selected || on == over => Some("on"),
            _ => None,
        };
        html! { <i class={classes!(class)} style={format!("flex-grow:{}", p.bits)}></i> }
    });
    let choose = s.member.map(|i| m.ctx.on(Msg::Select(Path::root().child(i))));
    let (enter, leave) = m.hover.on(Hover { id: m.of, item: s.member });
    html! {
        <div key={key} class={classes!("seg", s.class, bits.then_some("bits"), selected.map(|_| "sel"), has(over).then_some("hov"))}
            style={style} title={title(s)} onclick={choose} onmouseenter={enter} onmouseleave={leave}>
            if bits { { for parts } } else { <span>{ &s.label }</span> }
        </div>
    }
}

fn line(m: &Marks<'_>, map: &Map, l: &Line) -> Html {
    let label = match (map.lanes, l.count) {
        (true, _) => html! { { l.segments.first().map(|s| s.label.clone()).unwrap_or_default() } },
        (false, 1) => html! { <>{ l.offset }<i>{ format!("line {}", l.number) }</i></> },
        (false, n) => html! { <>{ l.offset }<i>{ format!("{} lines", grouped(n)) }</i></> },
    };
    html! {
        <div class="cl" key={format!("{}-{}", l.number, l.offset)}>
            <span class="cllab">{ label }</span>
            <div class="clrow">{ for l.segments.iter().enumerate().map(|(i, s)| segment(m, s, i)) }</div>
        </div>
    }
}

/// The struct whose bit strip is shown, the bitfield in it, and the bits from the outermost struct to it.
fn strip_of(btf: &Btf, root: &Layout, path: &Path) -> Option<(Layout, u32, u64, bool)> {
    let steps = walk(btf, root.id, path)?;
    let Some(last) = steps.last() else { return Some((root.clone(), first_bitfield(root)?, 0, false)) };
    last.item.bitfield?;
    let base = last.offset?.checked_sub(last.item.offset?)?;
    let layout = layout::layout(btf, last.parent.id(), &Options::default()).ok()?;
    Some((layout, last.item.index, base, true))
}

/// The Layout view.
#[component]
pub fn LayoutView(props: &ViewProps) -> Html {
    let (ctx, hover) = (&props.ctx, &props.hover);
    let session = ctx.session();
    let Some((file, selection)) = session.file().and_then(|f| Some((f, f.look.selection.as_ref()?))) else {
        return html! {};
    };
    let btf = &*file.btf;
    let of = view::table::table_type(btf, selection.id);
    let members = html! { <Members ctx={ctx.clone()} hover={hover.clone()}/> };
    if !btf.get(of).is_some_and(|t| t.kind().is_composite()) {
        return members;
    }
    let layout = match layout::layout(btf, of, &Options::default()) {
        Ok(layout) => layout,
        Err(e) => return html! { <p class="prose">{ format!("This type has no layout: {e}.") }</p> },
    };
    let map = map(btf, &layout, Options::default().cache_line);
    let path = &selection.path;
    let marks = Marks { ctx, hover, of, selected: path.0.first().copied() };
    let strip = strip_of(btf, &layout, path).and_then(|(inner, member, base, chosen)| {
        let strip = strip(btf, &inner, member, base, session.settings.flip_bits)?;
        let parent = path.parent().unwrap_or_default();
        Some(strip_view(ctx, btf, selection.id, &strip, &parent, chosen))
    });
    html! {
        <>
            <div class="upper" tabindex="0" aria-label="Map and bits" role="group">
                if map.lines.is_empty() {
                    <p class="empty">{ "0 bytes: there is nothing to draw. A type like this takes no room in whatever has it." }</p>
                } else {
                    <div class={classes!("map", map.lanes.then_some("lanes"))} role="img"
                        aria-label={format!("Map of {} bytes; the table below tells the same", layout.size)}>
                        { for map.lines.iter().map(|l| line(&marks, &map, l)) }
                        if map.left_out > 0 {
                            <p class="dim">{ format!("{} more rows are not drawn; the table below has all.", grouped(map.left_out)) }</p>
                        }
                    </div>
                }
                { strip }
            </div>
            { members }
        </>
    }
}
