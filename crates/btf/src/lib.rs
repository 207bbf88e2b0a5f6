//! btf
