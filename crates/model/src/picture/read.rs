//! Pictures of how a program reads a bitfield: the register after each step.

use btf::Endian;
use layout::CoreLoad;
use picture::{Anchor, Canvas};

use super::layout::{LEFT, WIDTH, plain};
use crate::bitread::{BitOf, example, said, steps};

/// Pixels of a bit; 64 bits are as wide as a line of the map.
const BIT: i32 = WIDTH / 64;
/// Heights in pixels of the two lines of text above a register, of the register, and of the gap below it.
const ROW: (i32, i32, i32) = (38, 26, 14);

/// Draws the register after the load and after each of the two shifts, below `top`; the field holds an example value.
/// `at`: the byte offset of the load from the pointer. Returns the lower end in pixels.
pub(super) fn draw_read(c: &mut Canvas, load: &CoreLoad, at: u64, endian: Endian, top: i32) -> i32 {
    let colours = c.colours();
    let steps = steps(load, at, example(load), endian);
    let (start, middle) = (plain(c, 120, Anchor::Start, false), plain(c, 95, Anchor::Middle, false));
    let (dim, end) = (plain(c, 110, Anchor::Start, true), plain(c, 95, Anchor::End, true));
    let mut y = top;
    for (step, of) in steps.iter().enumerate() {
        c.text(LEFT, y + 12, &of.instruction, start);
        c.text(LEFT, y + 29, &said(load, &steps, step), dim);
        c.text(LEFT - 8, y + ROW.0 + 17, "63..0", end);
        for (place, bit) in (0..).zip(&of.bits) {
            let x = LEFT + place * BIT;
            let (fill, opacity) = match bit.of {
                BitOf::Field => (colours.named("bit"), 55),
                BitOf::Sign => (colours.named("bit"), 25),
                BitOf::Beside => (colours.named("hole"), 35),
                BitOf::Zero => (colours.panel, 100),
            };
            c.fill((x, y + ROW.0, BIT - 1, ROW.1), fill, opacity);
            c.text(x + BIT / 2, y + ROW.0 + 17, if bit.set { "1" } else { "0" }, middle);
        }
        y += ROW.0 + ROW.1 + ROW.2;
    }
    y
}
