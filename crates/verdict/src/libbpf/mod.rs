//! libbpf.
