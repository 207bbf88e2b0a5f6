//! The Compare view: the selected type beside a type of another open file, usually the type of the same name.

use model::address::{Source, load_words};
use model::compare::{CompareRow, Fact, Name, Part, Sides, class, sign};
use model::words::{grouped, of_all};
use session::Partner;
use session::commands::Command;
use session::file::OpenFile;
use session::look::compare::{CompareMsg, Sift};
use session::{Empty, FilesMsg, Msg, RecentMsg, Session};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::list_keys::list_keys;
use super::option_row::{OptionRow, option_row};
use super::rows::Rows;
use crate::ctx::Ctx;

const ROW: u32 = 42;

fn on<E: 'static>(ctx: &Ctx, msg: CompareMsg) -> Callback<E> {
    ctx.on(Msg::Compare(msg))
}

fn side(part: Option<&Part>) -> Html {
    let Some(p) = part else { return html! { <div class="half none" aria-hidden="true"></div> } };
    html! {
        <div class={classes!("half", p.hole.then_some("gap"))}>
            <div><span class="at">{ &p.place }</span>{ " " }<span class="n">{ &p.name }</span>{ " " }</div>
            <div class="dim"><span class="at">{ &p.size }</span>{ " " }<span class="n" title={p.type_text.clone()}>{ &p.type_text }</span>{ " " }</div>
        </div>
    }
}

fn row(ctx: &Ctx, i: usize) -> Html {
    let session = ctx.session();
    let look = session.compare();
    let Some(r) = look.row(i) else { return html! {} };
    let selected = look.rows().chosen() == Some(i);
    let line = OptionRow {
        list: "side",
        index: i,
        of: look.rows().len(),
        height: Some(ROW),
        class: classes!("trow", "pair", r.effect.is_none().then_some("same"), look.is_used(r).then_some("used")),
        selected,
        choose: on(ctx, CompareMsg::Choose(i)),
        open: ctx.on(Msg::Command(Command::Follow)),
        ..OptionRow::default()
    };
    let cells = html! {
        <>
            { side(r.old.as_ref()) }
            { change(r) }
            { side(r.new.as_ref()) }
        </>
    };
    option_row(line, cells)
}

fn change(r: &CompareRow) -> Html {
    html! {
        <div class="what" title={r.reason.clone()}>
            if let Some(effect) = r.effect {
                <div class="n">{ &r.what }</div>
                <div class={classes!("n", class(effect))}>{ format!("{} {}", sign(effect), effect.as_str()) }</div>
                <span class="sr">{ &r.reason }</span>
            } else if r.old.is_some() && r.new.is_some() {
                <div class="dim">{ "=" }</div>
            }
        </div>
    }
}

fn fact(f: &Fact) -> Html {
    html! {
        <div key={f.term.clone()}><dt>{ &f.term }</dt><dd>{ &f.old }
            if f.old != f.new { <i>{ " → " }</i>{ &f.new } }
        </dd></div>
    }
}

/// The bar: the other file, the direction, how rows are aligned, which rows are shown.
fn bar(ctx: &Ctx, session: &Session, other: &OpenFile) -> Html {
    let look = session.compare();
    let files: Vec<_> = session.files().iter().map(|f| f.id).collect();
    let with = ctx.with(move |ctx, e: Event| {
        let value = e.target_unchecked_into::<HtmlSelectElement>().value();
        if let Some(&id) = files.iter().find(|id| id.0.to_string() == value) {
            ctx.send(Msg::Compare(CompareMsg::With(id)));
        }
    });
    let others = session.files().iter().filter(|f| Some(f.id) != session.current()).map(|f| {
        html! { <option key={f.id.0} value={f.id.0.to_string()} selected={f.id == other.id}>{ &f.name }</option> }
    });
    let used = look.used_title(session).map(|title| (Sift::Used, title));
    let all = Sift::ALL.into_iter().map(|sift| (sift, sift.title().to_owned())).chain(used);
    let chips = all.map(|(sift, title)| {
        let on_now = look.sift == sift;
        html! {
            <button key={sift.title()} aria-pressed={on_now.to_string()} onclick={on(ctx, CompareMsg::Sift(sift))}>
                { format!("{title} {}", grouped(look.count(sift) as u64)) }
            </button>
        }
    });
    let by_place = ctx.callback(|e: Event| {
        Msg::Compare(CompareMsg::ByPlace(e.target_unchecked_into::<HtmlInputElement>().checked()))
    });
    html! {
        <div class="codebar">
            <label>{ "Compare with " }<select class="field" aria-label="Compare with" onchange={with}>{ for others }</select></label>
            <button class="btn quiet" onclick={on(ctx, CompareMsg::Flip)}
                title="Changes are judged for programs built for the old file and run on the new one">{ "⇄ Swap old and new" }</button>
            <label title="Otherwise parts are aligned by name"><input type="checkbox" checked={look.by_place} onchange={by_place}/>
                { "Align by offset or value" }</label>
            <button class="btn quiet" title="Everything that differs between the two files" onclick={ctx.on(Msg::Command(Command::Changes))}>{ "All types" }</button>
            if look.model().is_some_and(|m| !m.rows.is_empty()) { <div class="kinds" role="group" aria-label="Which rows">{ for chips }</div> }
        </div>
    }
}

/// The heading of one side: the file and the type. The type of the other file is a link.
fn head(ctx: &Ctx, session: &Session, word: &str, file: Option<&OpenFile>, name: Option<&Name>) -> Html {
    let file_name = file.map(|f| f.name.as_str()).unwrap_or_default();
    let other = file.map(|f| f.id) != session.current();
    html! {
        <span class="half"><b>{ word }</b>{ " " }{ file_name }{ " " }
            if let Some(name) = name.filter(|_| other) {
                <button class="link" title={format!("Go to it in {file_name}")} onclick={on(ctx, CompareMsg::Visit(name.id))}>{ &name.text }</button>
            } else if let Some(name) = name { { &name.text } } else { { "absent" } }
        </span>
    }
}

fn list(ctx: &Ctx, session: &Session, sides: &Sides) -> Html {
    let look = session.compare();
    if sides.old.is_none() || sides.new.is_none() {
        return absent(ctx, sides);
    }
    if let Some(why) = look.empty() {
        return empty(why);
    }
    let render = ctx.with(row);
    let keys = list_keys(ctx, |ctx| ctx.send(Msg::Command(Command::Follow)), |d| Msg::Compare(CompareMsg::Step(d)));
    let reason = look.rows().chosen().and_then(|i| look.row(i)).and_then(|r| Some((r, r.effect?)));
    html! {
        <>
            <Rows count={look.rows().len()} height={ROW} active={look.rows().chosen()} render={render} role="listbox" label="Side by side" id="sides"
                active_id={look.rows().chosen().map(|i| format!("side-{i}"))} reset={look.rows().revision()} onkeydown={keys}/>
            <div class="count" role="status">
                if let Some((r, effect)) = reason {
                    { format!("{}: {} {}: {}", r.name(), sign(effect), effect.as_str(), r.reason) }
                } else {
                    { of_all(look.rows().len() as u64, sides.rows.len() as u64, "row") }
                }
            </div>
        </>
    }
}

fn empty(why: Empty<'_>) -> Html {
    html! { <p class="empty" role={why.role()} tabindex="0">{ why.text() }</p> }
}

fn absent(ctx: &Ctx, sides: &Sides) -> Html {
    let near = sides.near.iter().map(|name| {
        html! { <li key={name.id.0}><button class="link" onclick={on(ctx, CompareMsg::Against(name.id))}>{ &name.text }</button></li> }
    });
    html! {
        <div class="prose" tabindex="0">
            <p>{ &sides.why }</p>
            if !sides.near.is_empty() {
                <p>{ "Near names there, to compare with:" }</p><ul class="near">{ for near }</ul>
            }
        </div>
    }
}

/// The view when there is nothing to compare with: how to open a second file, or the file that the link names.
fn no_partner(ctx: &Ctx, session: &Session) -> Html {
    let open = html! { <button class="btn" onclick={ctx.on(Msg::Command(Command::Open))}>{ "Open file" }</button> };
    let Some(Partner { source, .. }) = session.partner() else {
        return html! {
            <div class="prose" tabindex="0">
                <p>{ "Drop a second kernel, or any other file with BTF, onto the page. This type is then compared with the type of that name there, \
                      member by member, with the effect of each change on BPF programs." }</p>
                { open }
            </div>
        };
    };
    let name = source.name();
    let (sample, kept) = match source {
        Source::Digest { sha256, .. } => {
            (None, session.remembered().iter().any(|r| r.sha256 == *sha256).then_some(sha256))
        }
        Source::Sample(name) => (Some(name), None),
        _ => (None, None),
    };
    let others = session.files().iter().filter(|f| Some(f.id) != session.current()).map(|f| {
        html! { <li key={f.id.0}><button class="link" onclick={on(ctx, CompareMsg::With(f.id))}>{ &f.name }</button></li> }
    });
    html! {
        <div class="prose" tabindex="0">
            <p>{ "This link compares with " }<b>{ name }</b>{ ", which is not open. Drop it onto the page to compare." }</p>
            <p class="acts">{ open }
                if let Some(sample) = sample {
                    <button class="btn" onclick={ctx.on(Msg::Files(FilesMsg::LoadSample(sample.clone())))}>{ "Open the sample" }</button>
                }
                if let Source::Url(address) = source {
                    <button class="btn" onclick={ctx.on(Msg::Files(FilesMsg::LoadUrl(address.clone())))}>{ load_words(address) }</button>
                }
                if let Some(sha256) = kept {
                    <button class="btn" onclick={ctx.on(Msg::Recent(RecentMsg::OpenRemembered(sha256.clone())))}>{ "Open the remembered file" }</button>
                }
            </p>
            if session.files().len() > 1 { <p>{ "Or compare with:" }</p><ul class="near">{ for others }</ul> }
        </div>
    }
}

pub fn compare_view(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let (Some(pair), Some(other)) = (session.pair(), session.compared_with()) else { return no_partner(ctx, &session) };
    let look = session.compare();
    let body = match (look.empty(), look.model().filter(|_| look.problem().is_none())) {
        (why, None) => why.map(empty).into_iter().collect(),
        (_, Some(sides)) => html! {
            <>
                if !sides.facts.is_empty() { <dl class="meta">{ for sides.facts.iter().map(fact) }</dl> }
                <div class="thead pair" role="presentation">
                    { head(ctx, &session, "old", session.file_of(pair.old), sides.old.as_ref()) }
                    <span class="what">{ "change" }</span>
                    { head(ctx, &session, "new", session.file_of(pair.new), sides.new.as_ref()) }
                </div>
                { list(ctx, &session, sides) }
            </>
        },
    };
    html! { <div class="tblock sides">{ bar(ctx, &session, other) }{ body }</div> }
}
