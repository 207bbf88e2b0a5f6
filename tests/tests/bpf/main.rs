//! Programs of BPF objects: instructions, relocations, symbols.

mod broken;
mod objdump;
mod object;
mod programs;
mod readelf;
mod relo_rules;
mod sections;
