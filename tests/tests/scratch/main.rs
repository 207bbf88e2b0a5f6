//! What the scratch pad compiles, against clang, bpftool and the printers; and that no text breaks it.

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
