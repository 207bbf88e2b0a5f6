//! The output of the scratch pad's compiler is compared with clang, bpftool and the printers; and no text breaks it.

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
