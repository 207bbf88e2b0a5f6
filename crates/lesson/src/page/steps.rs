//! Views that the page plays step by step, written out: how a relocation is resolved, and how a bitfield is read.

use btf::{Btf, Endian, TypeId};
use layout::Options;

use super::html::Html;
use model::bitread::{Given, Side, both, example};
use model::path::Path;
use model::relocations::Core;
use model::strip::{shown_strip, strip};
use model::table::table_type;

/// Writes the steps by which a relocation is resolved on each kernel.
pub(super) fn of_steps(core: &Core<'_>, index: usize, page: &mut Html) {
    let Some(detail) = core.detail(index) else { return };
    for (kernel, why) in core.kernels.iter().zip(&detail.why) {
        page.caption(&format!("Relocation {index} on {}, step by step", kernel.name));
        page.raw("<ol>\n");
        for step in &why.walk {
            page.raw("<li>").element("b", &step.title).text(&format!(" {}", step.headline));
            for line in &step.lines {
                page.raw("<br>").text(line);
            }
            page.raw("</li>\n");
        }
        page.raw("</ol>\n</figure>\n");
    }
}

/// Writes the register after each step of the read of a bitfield, in both byte orders.
pub(super) fn of_register(btf: &Btf, id: TypeId, path: &Path, page: &mut Html) {
    let Ok(layout) = layout::layout(btf, table_type(btf, id), &Options::default()) else { return };
    let Some(shown) = shown_strip(btf, &layout, path) else { return };
    let Some(strip) = strip(btf, &shown.layout, shown.member, shown.base, false) else { return };
    let Some(load) = strip.load else { return };
    let at = u64::from(load.byte_offset).saturating_add(strip.base);
    let value = example(&load);
    page.caption(&format!("The read of the value {value}"));
    for side in both(&load, at, strip.endian, &Given::Value(value)) {
        of_side(&side, page);
    }
    page.raw("</figure>\n");
}

fn of_side(side: &Side, page: &mut Html) {
    let order = match side.endian {
        Endian::Little => "Little-endian",
        Endian::Big => "Big-endian",
    };
    page.element("p", &format!("{order}; in memory: {}", side.memory_text()));
    let mut text = String::new();
    for step in &side.steps {
        let bits: String = step.bits.iter().map(|bit| if bit.set { '1' } else { '0' }).collect();
        text.push_str(&format!("{}\n  {}\n  {bits}\n", step.instruction, step.words));
    }
    page.code(text.trim_end()).raw("\n");
}
