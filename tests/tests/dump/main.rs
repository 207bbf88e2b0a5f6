//! What the printers print, compared byte by byte with the reference tools' output on real files.

mod asm;
mod compile;
mod golden;
mod hostile;
mod identical;
mod installed;
mod pahole;
mod support;
