//! Compares the output of the scratch pad's compiler with clang, bpftool and the printers, and checks that no text
//! makes it panic.

mod clang;
mod damage;
mod documents;
mod generate;
mod invalid;
mod language;
mod layouts;
mod reading;
mod uapi;
mod variables;
