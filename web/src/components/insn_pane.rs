//! The right pane in Programs: the bytes of an instruction, and the meaning of each field.

use model::focus::{BlobId, ByteFocus};
use model::program::{InsnRow, SlotField, hex, slot_fields};
use session::{Msg, ProgramMsg};
use yew::prelude::*;

use crate::ctx::{Ctx, go_to};

/// The right pane.
pub fn insn_pane(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some(file) = session.program() else { return html! {} };
    let Some(row) = session.looks()[file.id].program.insn() else {
        return html! {
            <>
                <div class="pt"><h2>{ "Bytes" }</h2></div>
                <p class="empty">{ "The bytes of the chosen instruction, and what each of its fields says." }</p>
            </>
        };
    };
    let section = session.looks()[file.id].program.row().map(|f| f.section.clone()).unwrap_or_default();
    let bytes = file.digest_of.get(row.bytes.start as usize..row.bytes.end as usize).unwrap_or_default();
    let lines = bytes.chunks(8).enumerate().map(|(i, slot)| {
        html! {
            <div key={i} class="hexrow" role="row">
                <span class="ad" role="rowheader">{ format!("{:06x}", row.bytes.start + i as u64 * 8) }</span>
                { for slot_fields(slot).into_iter().map(field) }
            </div>
        }
    });
    html! {
        <>
            <div class="pt"><h2>{ "Bytes" }</h2><span class="dim mono">{ format!("{section} + {:#x}", row.offset) }</span></div>
            <div class="hex slots" role="grid" aria-label="Bytes">{ for lines }</div>
            <section class="inspector" aria-label="Inspector" tabindex="0">
                { fields(row, bytes) }
                { for row.relos.iter().map(|r| html! {
                    <div class="insp">
                        <h3>{ "ELF relocation" }</h3>
                        <dl class="kv">
                            <dt>{ "type" }</dt>
                            <dd><button class="link" title="Show it among the others" onclick={ctx.on(Msg::Program(ProgramMsg::Go(r.goes.clone())))}>{ &r.name }</button></dd>
                            <dt>{ "writes" }</dt><dd>{ &r.formula }</dd>
                        </dl>
                    </div>
                }) }
                { for row.notes.iter().filter_map(|n| n.record.map(|r| (n, r))).map(|(note, record)| {
                    let focus = ByteFocus { blob: BlobId::Ext, at: record.start };
                    html! {
                        <div class="insp">
                            <h3>{ "bpf_core_relo" }</h3>
                            <dl class="kv">
                                <dt>{ "says" }</dt><dd>{ note.text.clone() }</dd>
                                if let Some(id) = note.type_id {
                                    <dt>{ "type_id" }</dt>
                                    <dd><button class="link" onclick={ctx.on(go_to(id))}>{ format!("[{id}]") }</button></dd>
                                }
                                <dt>{ "record" }</dt>
                                <dd><button class="link" onclick={ctx.on(Msg::Byte(focus))}>{ format!(".BTF.ext + {:#x}", record.start) }</button></dd>
                            </dl>
                        </div>
                    }
                }) }
            </section>
        </>
    }
}

fn field(SlotField { name, class, hex }: SlotField) -> Html {
    html! { <span class={classes!("slotfield", class)} role="gridcell" aria-label={format!("{name}: {hex}")} title={name}>{ hex }</span> }
}

fn fields(row: &InsnRow, bytes: &[u8]) -> Html {
    let insn = row.insn;
    let kv = |term: &'static str, value: String| html! { <><dt>{ term }</dt><dd>{ value }</dd></> };
    html! {
        <div class="insp">
            <h3>{ format!("Instruction {}", row.slot) }</h3>
            <dl class="kv">
                { kv("bytes", hex(bytes)) }
                { kv("says", row.text()) }
                { kv("class", insn.class().as_str().to_owned()) }
                { kv("opcode", format!("{:#04x}", insn.code)) }
                { kv("dst, src", format!("{}, {}", insn.dst, insn.src)) }
                { kv("offset", insn.off.to_string()) }
                { kv("immediate", format!("{} ({:#x})", insn.imm, insn.imm)) }
                { kv("in the file", row.bytes.bytes()) }
                { for row.notes.iter().filter(|n| n.record.is_none()).map(|n| kv("means", n.text.clone())) }
            </dl>
        </div>
    }
}
