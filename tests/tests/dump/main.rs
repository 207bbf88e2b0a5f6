//! The printers' output is compared byte for byte with the reference tools' output for real files.

mod asm;
mod compile;
mod golden;
mod hostile;
mod identical;
mod installed;
mod pahole;
mod support;
