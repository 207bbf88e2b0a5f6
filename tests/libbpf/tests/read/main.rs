//! The code of `btfscope read`: clang compiles it beside the headers of an old and a new kernel, without a warning; then it is asked on
//! kernels of the atlas, by us and by libbpf, and on the running kernel.
#![cfg(feature = "libbpf")]

mod fields;
mod functions;
mod kernels;
mod named;
mod running;
