//! The code of `btfscope read`: clang compiles it beside the headers of an old and a new kernel, without a warning.
//! Then we and libbpf resolve its relocations on kernels of the atlas, and the running kernel runs it.
#![cfg(feature = "libbpf")]

mod fields;
mod functions;
mod kernels;
mod named;
mod running;
